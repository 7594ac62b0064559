"""Fonts for names in any script: the ones we ship first, then those of this system."""

import logging
import os
import struct
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import pymupdf_fonts  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont, TTLibError  # type: ignore[import-untyped]
from fpdf import FPDF
from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection
from fpdf.errors import FPDFException
from fpdf.fonts import TTFFont

# What a font holds besides its letters, and is left out of the document, concerns nobody at the table.
logging.getLogger("fontTools").setLevel(logging.ERROR)

FAMILY = "text"
PLACEHOLDER = "\N{WHITE VERTICAL RECTANGLE}"
"""Stands for a character that no font has."""

_REGULAR, _BOLD = "figo", "figbo"
_MORE = ("notos", "symbol2", "symbol1", "math", "music")
_SYSTEM_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "%WINDIR%/Fonts",
    "%LOCALAPPDATA%/Microsoft/Windows/Fonts",
)
_SECOND_CHOICE = ("bold", "italic", "oblique", "light", "thin", "black", "mono", "serif", "condensed", "narrow")
# Fonts of strangers fail in every way that a parser can; whichever it is, the next font may do.
_UNUSABLE = (
    FPDFException,
    TTLibError,
    OSError,
    struct.error,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    TypeError,
    ValueError,
)
# Scripts whose letters change their form beside others, which takes a text shaper.
_JOINED = ((0x0600, 0x08FF), (0x0900, 0x0DFF), (0x0F00, 0x109F), (0x1780, 0x18AF))
_VARIATION_SELECTORS = ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF))


@dataclass(frozen=True, slots=True)
class Fonts:
    """The fonts added to a document: what they cannot show, and what they show without joining its letters."""

    missing: frozenset[str] = frozenset()
    unjoined: frozenset[str] = frozenset()
    others: Mapping[str, str] = field(default_factory=dict)
    """The fonts of the characters that the main one lacks."""

    def runs(self, text: str) -> list[tuple[str, str]]:
        """Cut a text as it is drawn into pieces of one font, each with the font before it."""
        pieces = groupby(self.shown(text), lambda char: self.others.get(char, FAMILY))
        return [(font, "".join(chars)) for font, chars in pieces]

    def shown(self, text: str) -> str:
        """The text as it is drawn, from left to right, with a placeholder for each character that cannot be."""
        kept = (char for char in composed(text) if not (char in self.missing and _in(char, _VARIATION_SELECTORS)))
        drawn = "".join(PLACEHOLDER if char in self.missing else char for char in kept)
        return _turned(drawn) if leftward(text) else drawn


def leftward(text: str) -> bool:
    """Tell whether something in a text is written from right to left."""
    return any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)


def _turned(text: str) -> str:
    return BidiParagraph(text, base_direction=TextDirection.LTR).get_reordered_string()


def composed(text: str) -> str:
    """Letters and their accents as one character where there is one."""
    return unicodedata.normalize("NFC", text)


def add_fonts(pdf: FPDF, text: str, open_until: ExitStack) -> Fonts:
    """Give a document fonts for a text; their files exist until the stack is closed."""
    folder = Path(open_until.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
    open_until.callback(_close, pdf)
    pdf.add_font(FAMILY, "", _shipped(folder, _REGULAR))
    pdf.add_font(FAMILY, "B", _shipped(folder, _BOLD))
    wanted = set(composed(text))
    missing = wanted - _characters(_shipped(folder, _REGULAR))
    others: dict[str, str] = {}
    for path in _candidates(folder) if missing else ():
        found = missing & _characters(path)
        if found and _embeds(path, found):
            missing -= found
            name = f"other{len(others)}"
            pdf.add_font(name, "", path)
            others |= dict.fromkeys(found, name)
        if not missing:
            break
    return Fonts(frozenset(missing), frozenset(char for char in wanted - missing if _in(char, _JOINED)), others)


def _candidates(folder: Path) -> Iterator[Path]:
    yield from (_shipped(folder, name) for name in _MORE)
    yield from system_fonts(_SYSTEM_FOLDERS)


def system_fonts(folders: Iterable[str]) -> list[Path]:
    """List the font files below some folders, plain upright ones first."""
    # Path.expanduser fails where nobody is at home, as in containers.
    roots = [Path(os.path.expanduser(os.path.expandvars(folder))) for folder in folders]  # noqa: PTH111
    files = {path for root in roots for end in ("ttf", "ttc", "otf") for path in root.rglob(f"*.{end}")}
    return sorted(files, key=lambda path: (sum(word in path.stem.lower() for word in _SECOND_CHOICE), path.name))


def _shipped(folder: Path, name: str) -> Path:
    path = folder / f"{name}.ttf"
    if not path.exists():
        path.write_bytes(pymupdf_fonts.fontbuffers[name]())
    return path


def _characters(path: Path) -> set[str]:
    try:
        with TTFont(path, lazy=True, fontNumber=0) as font:
            return {chr(code) for code in font.getBestCmap() or ()}
    except _UNUSABLE:
        return set()


def _embeds(path: Path, chars: Iterable[str]) -> bool:
    """Tell whether the characters come out of a document with this font."""
    trial = FPDF()
    try:
        trial.add_font(FAMILY, "", path)
        trial.add_page()
        trial.set_font(FAMILY, "", 10)
        trial.cell(text="".join(sorted(chars)))
        trial.output()
    except _UNUSABLE:
        return False
    finally:
        _close(trial)
    return True


def _close(pdf: FPDF) -> None:
    """Close the font files, which could not be removed on Windows otherwise."""
    for font in pdf.fonts.values():
        if isinstance(font, TTFFont):
            font.ttfont.close()


def _in(char: str, ranges: Iterable[tuple[int, int]]) -> bool:
    return any(first <= ord(char) <= last for first, last in ranges)
