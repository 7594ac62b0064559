"""Pictures that somebody sends over the network: checked before they are decoded, and compared cheaply."""

from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.vision.images.decoding import decode
from tileye.vision.images.headers import MOST_SCANS, Header, read_header
from tileye.vision.images.pictures import Picture
from tileye.vision.sources.captures import LEAST_SIDE

Thumbnail = NDArray[np.int16]
_SMALL = (64, 36)
_LIGHT = 6.0
"""By so many grey levels all of a picture changes where a lamp does."""
_HAND = 24.0
"""By so many more a part of it changes where something moves."""


def received(
    data: bytes, most_bytes: int, most_pixels: int, most_scans: int = MOST_SCANS
) -> Picture | Literal["no_picture", "too_large"]:
    """Decode a JPEG that says beforehand that it is one, whole and of bearable size; else say why it is none.

    It may be drawn over in `most_scans`, no more than MOST_SCANS, each of which takes as long as a whole picture.
    """
    if len(data) > most_bytes:
        return "too_large"
    header = read_header(data)
    if header is None or not _is_sound(header, most_scans):
        return "no_picture"
    if header.width * header.height > most_pixels:
        return "too_large"
    picture, damaged = decode(data)
    return "no_picture" if picture is None or damaged else picture


def thumbnail(picture: Picture) -> Thumbnail:
    """A picture of a few pixels."""
    return cv2.resize(picture, _SMALL, interpolation=cv2.INTER_AREA).astype(np.int16)


def is_moving(before: Thumbnail, now: Thumbnail) -> bool:
    """Tell whether something moved from one picture to the next: a part changed more than the rest, or all did."""
    difference = np.abs(now - before)
    usual = float(np.median(difference))
    return usual > _LIGHT or float(difference.max()) - usual > _HAND


def _is_sound(header: Header, most_scans: int) -> bool:
    large = min(header.width, header.height) >= LEAST_SIDE
    return header.kind == "JPEG" and header.whole and header.scans <= most_scans and large
