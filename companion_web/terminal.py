"""Text for people in a terminal: tiles in their colours, and progress on long work."""

import os
import re
import sys
from typing import TextIO

# 256-colour codes close to the tiles, readable on dark and light grounds.
_ANSI = {"R": 160, "O": 208, "Y": 178, "G": 34, "B": 33, "P": 135, "W": 245}
_CODE = re.compile(r"(?<![0-9A-Za-z])[1-6]([ROYGBPW])(?![0-9A-Za-z])")


def wants_colour(stream: TextIO) -> bool:
    """Tell whether colours help here: on a terminal that knows them, unless NO_COLOR asks for none."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return False
    return os.name != "nt" or bool(os.environ.get("WT_SESSION") or os.environ.get("TERM"))


def coloured(text: str) -> str:
    """Put every tile code of a text in its colour."""
    return _CODE.sub(lambda found: f"\x1b[1;38;5;{_ANSI[found[1]]}m{found[0]}\x1b[0m", text)


def show(text: str) -> None:
    """Print for people, in colour where that helps."""
    sys.stdout.write((coloured(text) if wants_colour(sys.stdout) else text) + "\n")


def progress(text: str) -> None:
    """Say on a terminal what is going on, each time in the place of what was said before; an empty text clears it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
