"""What a picture file says of itself, read without decoding it: its format, its size, whether it is all there."""

import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from struct import error as TooShort  # noqa: N812 - reads better where bytes run out
from struct import unpack_from

_PNG = b"\x89PNG\r\n\x1a\n"
_START_OF_SCAN = 0xDA
_NO_FRAME = {0xC4, 0xC8, 0xCC}
"""JPEG markers in the range of frame headers that are none."""
_END_OF_IMAGE = 0xD9
_AFTER_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""In coded data FF is followed by 00, or by the number of a restart."""
_HEIC = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1", b"avif", b"avis"}
_SHORT, _LONG = 3, 4
MOST_SCANS = 100
"""Honest pictures have about ten; each takes as long as a whole picture."""


@dataclass(frozen=True, slots=True)
class Header:
    """The format of a picture, its size in pixels, whether its end is there, whether it is an animation.

    `scans` says how often it is drawn over, and is not counted beyond one more than MOST_SCANS.
    """

    kind: str
    width: int
    height: int
    whole: bool
    animated: bool = False
    scans: int = 1


def read_header(data: bytes) -> Header | None:
    """Read the header of a picture in one of the six formats; None for everything else and for torn headers."""
    for start, read in _READERS.items():
        if data.startswith(start):
            try:
                return read(data)
            except (TooShort, IndexError):
                return None
    return None


def looks_like_picture(start: bytes) -> bool:
    """Tell by its first dozen bytes whether a file means to be a picture that can be read."""
    return start.startswith(tuple(_READERS)) and (not start.startswith(b"RIFF") or start[8:12] == b"WEBP")


def is_heic(start: bytes) -> bool:
    """Tell whether this is a format of phones that cannot be read here."""
    return start[4:8] == b"ftyp" and start[8:12] in _HEIC


def _jpeg(data: bytes) -> Header | None:
    place, size = 2, None
    while place < len(data):
        if data[place] != 0xFF:
            return None
        marker = data[place + 1]
        if marker == 0xFF:  # filling
            place += 1
            continue
        if 0xC0 <= marker <= 0xCF and marker not in _NO_FRAME:
            size = unpack_from(">HH", data, place + 5)
        if marker == _START_OF_SCAN:
            break
        place += 2 + int(unpack_from(">H", data, place + 2)[0])
    if size is None:
        return None
    whole, scans = _scans(data, place)
    return Header("JPEG", size[1], size[0], whole, scans=scans)


def _scans(data: bytes, place: int) -> tuple[bool, int]:
    """Go through the scans of a JPEG, the first of which begins here: whether there is an end, and how many there are.

    What lies between two scans may hold any bytes, those of the mark of the end as well.
    """
    scans = 1
    while scans <= MOST_SCANS and (found := _AFTER_SCAN.search(data, place + 2 + _length(data, place))):
        place = found.start()
        if data[place + 1] == _END_OF_IMAGE:
            return True, scans
        scans += data[place + 1] == _START_OF_SCAN
    return scans > MOST_SCANS, scans


def _length(data: bytes, place: int) -> int:
    """The length of a segment of a JPEG; beyond the data where that is torn."""
    return int.from_bytes(data[place + 2 : place + 4], "big") if place + 4 <= len(data) else len(data)


def _png(data: bytes) -> Header | None:
    width, height = unpack_from(">II", data, 16)
    place, whole, animated = len(_PNG), False, False
    while place + 12 <= len(data):
        length, kind = unpack_from(">I4s", data, place)
        end = place + 8 + length
        if end + 4 > len(data) or zlib.crc32(memoryview(data)[place + 4 : end]) != unpack_from(">I", data, end)[0]:
            break
        animated |= kind == b"acTL"
        whole = kind == b"IEND"
        if whole:
            break
        place = end + 4
    return Header("PNG", width, height, whole, animated)


def _gif(data: bytes) -> Header | None:
    width, height, flags = unpack_from("<HHB", data, 6)
    place, frames = 13 + _palette(flags), 0
    while place < len(data):
        if data[place] == 0x3B:
            return Header("GIF", width, height, whole=frames > 0, animated=frames > 1)
        if data[place] == 0x2C:
            frames += 1
            place += 11 + _palette(data[place + 9])
        elif data[place] == 0x21:
            place += 2
        else:
            break
        while place < len(data) and data[place]:
            place += 1 + data[place]
        place += 1
    return Header("GIF", width, height, whole=False, animated=frames > 1)


def _palette(flags: int) -> int:
    return 3 * 2 ** (flags % 8 + 1) if flags & 0x80 else 0


def _webp(data: bytes) -> Header | None:
    length, mark, kind = unpack_from("<I4s4s", data, 4)
    whole = length + 8 <= len(data)
    if mark != b"WEBP":
        return None
    if kind == b"VP8 ":
        width, height = unpack_from("<HH", data, 26)
        return Header("WebP", width & 0x3FFF, height & 0x3FFF, whole)
    if kind == b"VP8L":
        bits = unpack_from("<I", data, 21)[0]
        return Header("WebP", (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, whole)
    if kind == b"VP8X":
        width, height = (int.from_bytes(data[place : place + 3], "little") + 1 for place in (24, 27))
        return Header("WebP", width, height, whole, animated=bool(data[20] & 2))
    return None


def _bmp(data: bytes) -> Header | None:
    length, offset, rest = unpack_from("<I4xII", data, 2)
    width, height = unpack_from("<HH" if rest == 12 else "<ii", data, 18)
    return Header("BMP", abs(width), abs(height), whole=max(length, offset + 1) <= len(data))


def _tiff(data: bytes) -> Header | None:
    order = "<" if data[:2] == b"II" else ">"
    place = int(unpack_from(f"{order}I", data, 4)[0])
    sizes = {256: 0, 257: 0}
    for entry in range(unpack_from(f"{order}H", data, place)[0]):
        tag, kind, count = unpack_from(f"{order}HHI", data, place + 2 + 12 * entry)
        if tag in sizes:
            if kind not in (_SHORT, _LONG) or count != 1:  # then this would not be the value but where it lies
                return None
            value = unpack_from(f"{order}H" if kind == _SHORT else f"{order}I", data, place + 10 + 12 * entry)[0]
            sizes[tag] = max(sizes[tag], int(value))
    return Header("TIFF", sizes[256], sizes[257], whole=True)


_READERS: dict[bytes, Callable[[bytes], Header | None]] = {
    b"\xff\xd8\xff": _jpeg,
    _PNG: _png,
    b"GIF87a": _gif,
    b"GIF89a": _gif,
    b"RIFF": _webp,
    b"BM": _bmp,
    b"II*\x00": _tiff,
    b"MM\x00*": _tiff,
}
