"""Whether a film in Matroska or WebM is whole: its elements follow each other without a gap."""

import math
import mmap
from pathlib import Path

_MAGIC = b"\x1a\x45\xdf\xa3"
_CLUSTER = 0x1F43B675
_INSIDE = {0x18538067, _CLUSTER}
"""Segments and clusters: what they hold follows at once."""
_KNOWN = _INSIDE | {
    *(0x1A45DFA3, 0x114D9B74, 0x1549A966, 0x1654AE6B, 0x1C53BB6B, 0x1043A770, 0x1254C367, 0x1941A469),
    *(0xE7, 0xA3, 0xA0, 0xA7, 0xAB, 0xAF, 0x5854, 0xEC, 0xBF),
}


def is_broken(path: Path) -> bool:
    """Tell whether something inside is no element; a film of another kind, or one that was cut off, is not broken."""
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return data[: len(_MAGIC)] == _MAGIC and not _hangs_together(data)
    except (OSError, ValueError):
        return False


def _hangs_together(data: mmap.mmap) -> bool:
    """Go from element to element, to the end or to the first that cannot be one or leaves its cluster."""
    at, end = 0, math.inf
    while at < len(data):
        name, start = _number(data, at, keeps_marker=True)
        size, start = _number(data, start)
        if start > len(data):
            break
        unknown = size == (1 << (size.bit_length() + 6) // 7 * 7) - 1
        end = math.inf if at >= end else end
        if name == _CLUSTER:
            end = math.inf if unknown else start + size
        elif name not in _KNOWN or (name not in _INSIDE and start + size > end):
            return False
        at = start if name in _INSIDE else start + size
    return True


def _number(data: mmap.mmap, at: int, *, keeps_marker: bool = False) -> tuple[int, int]:
    """Read a number whose first byte tells how long it is; also say where it ends."""
    first = data[at] if at < len(data) else 0x80
    length = 9 - first.bit_length()
    whole = int.from_bytes(data[at : at + length])
    return whole if keeps_marker else whole & ((1 << 7 * length) - 1), at + length
