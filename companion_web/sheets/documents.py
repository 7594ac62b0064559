"""A score sheet in any of its formats; a new one is a line in `FORMATS`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tileye.companion_web.languages import Words
from tileye.companion_web.sheets import csv, html, json, text
from tileye.companion_web.sheets.layout import Sheet

WIDTH = 100
"""Of text that nobody sees in a terminal."""


@dataclass(frozen=True, slots=True)
class Document:
    """A rendered sheet, and what could not be shown in it."""

    data: bytes
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write a sheet down."""

    name: str
    """In commands and in the interface."""
    end: str
    """What files end in."""
    mime: str
    render: Callable[[Sheet, Words], Document]
    """Raises OSError where there is no room for what it needs."""


def _text(sheet: Sheet, words: Words) -> Document:
    return _of(f"{text.render(sheet, words, WIDTH)}\n")


def _pdf(sheet: Sheet, words: Words) -> Document:
    # Only here, since it takes longer to load than the rest of the program.
    from tileye.companion_web.sheets import pdf

    return pdf.render(sheet, words)


_ALL = (
    Format("text", "txt", "text/plain; charset=utf-8", _text),
    Format("csv", "csv", "text/csv; charset=utf-8", lambda sheet, _: _of(csv.render(sheet))),
    Format("json", "json", "application/json", lambda sheet, _: _of(json.render(sheet))),
    Format("html", "html", "text/html; charset=utf-8", lambda sheet, words: _of(html.render(sheet, words))),
    Format("pdf", "pdf", "application/pdf", _pdf),
)
FORMATS: Mapping[str, Format] = {one.name: one for one in _ALL}
BY_END: Mapping[str, Format] = {one.end: one for one in _ALL}


def _of(written: str) -> Document:
    return Document(written.encode())
