"""Cameras by number: asked for size, rate, white balance and exposure, and what they make of it."""

import sys
from dataclasses import dataclass

import cv2

from tileye.vision.images.pictures import Picture
from tileye.vision.sources.captures import Capture, Connection, Opener, Setting, next_picture, opened
from tileye.vision.sources.frames import SourceError

_TRIES = 30
_WARMING = 15
"""So many frames the camera gets to find its white balance and exposure before they are held."""
_HOLDING = 4
"""So many frames later what was set can be seen."""
_SPOILT = 1.5
"""A picture that got brighter or darker by this factor shows that the camera holds some other exposure."""


@dataclass(frozen=True, slots=True)
class CameraWish:
    """What a camera is asked for."""

    width: int = 1920
    height: int = 1080
    rate: float = 30.0
    white_balance: float | None = None
    """Kelvins; None: what it finds by itself at first."""
    exposure: float | None = None
    """In the units of its driver; None: what it finds by itself at first."""
    hold: bool = True
    """Whether white balance and exposure are to stay as they are then."""


def open_camera(number: int, wish: CameraWish, opener: Opener = cv2.VideoCapture) -> Connection:
    """Open a camera, set it, and read back how it is set."""
    capture = opened(opener, number)
    if capture is None:
        raise SourceError("camera", n=number)
    ask_for_size(capture, wish)
    first = _warmed_up(capture)
    if first is None:
        capture.release()
        raise SourceError("camera_dark", n=number)
    held = _hold(capture, wish, first) if wish.hold else ()
    return Connection(capture, first, (*_size_settings(capture, wish, first), *held))


def ask_for_size(capture: Capture, wish: CameraWish) -> None:
    """Ask for a size and a rate; what the camera makes of it is another question."""
    # Uncompressed, most cameras give five frames a second of a large picture.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, wish.width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wish.height)
    capture.set(cv2.CAP_PROP_FPS, wish.rate)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def _warmed_up(capture: Capture, frames: int = _WARMING) -> Picture | None:
    picture = None
    for _ in range(frames):
        picture = next_picture(capture, _TRIES)
        if picture is None:
            return None
    return picture


def _size_settings(capture: Capture, wish: CameraWish, first: Picture) -> tuple[Setting, ...]:
    # The picture itself says how large it is, whatever the driver says.
    high, wide = first.shape[:2]
    return (
        Setting("width", wish.width, wide),
        Setting("height", wish.height, high),
        Setting("rate", wish.rate, told(capture, cv2.CAP_PROP_FPS)),
    )


def _hold(capture: Capture, wish: CameraWish, first: Picture) -> tuple[Setting, ...]:
    """Switch both automatics off; on again where the exposure that is held then is none of what it was."""
    manual, automatic = (1.0, 3.0) if sys.platform == "linux" else (0.25, 0.75)
    kelvins = wish.white_balance or told(capture, cv2.CAP_PROP_WB_TEMPERATURE)
    exposure = wish.exposure or told(capture, cv2.CAP_PROP_EXPOSURE)
    capture.set(cv2.CAP_PROP_AUTO_WB, 0.0)
    capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, manual)
    for what, value in ((cv2.CAP_PROP_WB_TEMPERATURE, kelvins), (cv2.CAP_PROP_EXPOSURE, exposure)):
        if value is not None:
            capture.set(what, value)
    if wish.exposure is None and _is_spoilt(first, _warmed_up(capture, _HOLDING)):
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, automatic)
    return (
        Setting("automatic white balance", 0.0, capture.get(cv2.CAP_PROP_AUTO_WB)),
        Setting("white balance", kelvins, told(capture, cv2.CAP_PROP_WB_TEMPERATURE)),
        Setting("automatic exposure", manual, capture.get(cv2.CAP_PROP_AUTO_EXPOSURE)),
        Setting("exposure", exposure, told(capture, cv2.CAP_PROP_EXPOSURE)),
    )


def _is_spoilt(before: Picture, after: Picture | None) -> bool:
    if after is None:
        return False
    one, other = (float(picture[::8, ::8].mean()) + 1 for picture in (before, after))
    return max(one, other) > _SPOILT * min(one, other)


def told(capture: Capture, what: int) -> float | None:
    """What a driver says; 0 and -1 are how they say that they do not know."""
    value = capture.get(what)
    return None if value in (0.0, -1.0) else value
