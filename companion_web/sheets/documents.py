"""A score sheet in any of its formats."""

from dataclasses import dataclass

from tileye.companion_web.languages import Words
from tileye.companion_web.sheets import csv, html, json, text
from tileye.companion_web.sheets.layout import Sheet

STYLES = ("text", "csv", "json", "html", "pdf")
WIDTH = 100
"""Of text that nobody sees in a terminal."""


@dataclass(frozen=True, slots=True)
class Document:
    """A rendered sheet, and what could not be shown in it."""

    data: bytes
    warnings: tuple[str, ...] = ()


def document(sheet: Sheet, words: Words, style: str) -> Document:
    """Render a sheet in one of the `STYLES`; raise OSError where a PDF has no room for its fonts."""
    match style:
        case "text":
            return Document(f"{text.render(sheet, words, WIDTH)}\n".encode())
        case "csv":
            return Document(csv.render(sheet).encode())
        case "json":
            return Document(json.render(sheet).encode())
        case "html":
            return Document(html.render(sheet, words).encode())
    # Only here, since it takes longer to load than the rest of the program.
    from tileye.companion_web.sheets import pdf

    return pdf.render(sheet, words)
