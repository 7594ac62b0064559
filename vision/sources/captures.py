"""What opens cameras, films and streams: OpenCV's capture, and the guard around it."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np

from tileye.vision.images.pictures import Picture

# Before the first capture: errors of the decoder are told in our own words, and a camera that hangs is given up soon.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "3")


class Capture(Protocol):
    """As much of `cv2.VideoCapture` as is used."""

    def isOpened(self) -> bool: ...  # noqa: D102, N802 - OpenCV's name
    def grab(self) -> bool: ...  # noqa: D102
    def retrieve(self) -> tuple[bool, Any]: ...  # noqa: D102
    def get(self, what: int, /) -> float: ...  # noqa: D102
    def set(self, what: int, value: float, /) -> bool: ...  # noqa: D102
    def release(self) -> None: ...  # noqa: D102


Opener = Callable[..., Capture]

LEAST_SIDE = 16
"""Pixels; less is no picture of a table."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a camera was asked for, and what it says or shows; None: nothing was asked, or it does not tell."""

    name: str
    asked: float | None
    got: float | None

    def __str__(self) -> str:
        got = "not told" if self.got is None else f"{self.got:g}"
        return f"{self.name} {got}" if self.granted else f"{self.name} {got} (asked for {self.asked:g})"

    @property
    def granted(self) -> bool:
        """Tell whether the camera does as it was asked."""
        return self.asked is None or (self.got is not None and abs(self.got - self.asked) <= 0.02 * abs(self.asked))


@dataclass(frozen=True, slots=True, eq=False)
class Connection:
    """An open capture, its first picture, and how it is set."""

    capture: Capture
    first: Picture
    settings: tuple[Setting, ...] = ()


def opened(opener: Opener, *arguments: Any) -> Capture | None:  # noqa: ANN401 - whatever OpenCV takes
    """Open a capture; None where that fails."""
    try:
        capture = opener(*arguments)
    except cv2.error:
        return None
    if capture.isOpened():
        return capture
    capture.release()
    return None


def grabbed(capture: Capture) -> bool:
    """Go on to the next frame; False where there is none."""
    try:
        return capture.grab()
    except cv2.error:
        return False


def retrieved(capture: Capture) -> Picture | None:
    """The frame that was gone on to, red green blue; None where it is rubbish."""
    try:
        done, picture = capture.retrieve()
    except cv2.error:
        return None
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8) if done and is_usable(picture) else None


def next_picture(capture: Capture, tries: int) -> Picture | None:
    """The next picture that is none of the rubbish that comes first on some cameras."""
    for _ in range(tries):
        if not grabbed(capture):
            return None
        picture = retrieved(capture)
        if picture is not None:
            return picture
    return None


def is_usable(picture: object) -> bool:
    """Tell whether something is a picture in three colours, not the rubbish that drivers give now and then."""
    if not isinstance(picture, np.ndarray) or picture.dtype != np.uint8 or picture.ndim != 3:
        return False
    high, wide, colours = picture.shape
    return bool(colours == 3 and min(high, wide) >= LEAST_SIDE)
