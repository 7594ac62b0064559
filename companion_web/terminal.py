"""Text for people in a terminal: tiles in their colours, and progress on long work."""

import os
import re
import sys
from itertools import accumulate
from typing import TextIO
from unicodedata import east_asian_width

from tileye.companion_web.palettes import TERMINAL

_COLUMNS = 80
"""Of terminals that do not tell."""
_CODE = re.compile(r"(?<![0-9A-Za-z])[1-6]([ROYGBPW])(?![0-9A-Za-z])")


def wants_colour(stream: TextIO) -> bool:
    """Tell whether colours help here: on a terminal that knows them, unless NO_COLOR asks for none."""
    return not os.environ.get("NO_COLOR") and _obeys(stream)


def _obeys(stream: TextIO) -> bool:
    """Tell whether this is a terminal that knows escape sequences."""
    if os.environ.get("TERM") == "dumb" or not stream.isatty():
        return False
    return os.name != "nt" or bool(os.environ.get("WT_SESSION") or os.environ.get("TERM"))


def coloured(text: str) -> str:
    """Put every tile code of a text in its colour."""
    return _CODE.sub(lambda found: f"\x1b[1;38;5;{TERMINAL[found[1]]}m{found[0]}\x1b[0m", text)


def printable(name: str) -> str:
    """Write a name so that a terminal does nothing but print it: as escapes what is not printable."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in name)


def show(text: str, of: str = "") -> None:
    """Print for people at once, in colour where that helps; `of` is a name to begin with, which is never coloured."""
    head = f"{printable(of)}: " if of else ""
    sys.stdout.write(f"{head}{coloured(text) if wants_colour(sys.stdout) else text}\n")
    sys.stdout.flush()


def progress(text: str) -> None:
    """Say on a terminal what is going on, each time in the place of what was said before; an empty text clears it."""
    if _obeys(sys.stderr):
        # A full line would make some terminals go to the next.
        sys.stderr.write(f"\r\x1b[K{_cut(printable(text), _columns(sys.stderr) - 1)}")
        sys.stderr.flush()


def _columns(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or _COLUMNS
    except (OSError, ValueError):
        return _COLUMNS


def _cut(text: str, columns: int) -> str:
    """Keep what fits; characters of East Asia are two columns wide."""
    ends = accumulate(2 if east_asian_width(char) in "WF" else 1 for char in text)
    return "".join(char for char, end in zip(text, ends, strict=True) if end <= columns)
