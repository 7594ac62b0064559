"""From what somebody typed to a source."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2

from tileye.vision.sources.cameras import CameraWish, open_camera
from tileye.vision.sources.captures import Opener
from tileye.vision.sources.files import FilmSource
from tileye.vision.sources.folders import FolderSource
from tileye.vision.sources.frames import Source, SourceError
from tileye.vision.sources.live import LiveSource
from tileye.vision.sources.streams import check_address, open_stream

_MOST_CAMERAS = 100


def open_source(
    text: str,
    *,
    wish: CameraWish | None = None,
    now: Callable[[], float] = time.monotonic,
    opener: Opener = cv2.VideoCapture,
    start: float = 0.0,
) -> Source:
    """Open a camera by its number, a stream by its address, a folder of pictures or a film by its path.

    What lies on the disk is given from the time `start` on.
    Raises SourceError with one sentence that says what to do.
    """
    text = text.strip()
    if text.isdecimal():
        return _camera(int(text), wish or CameraWish(), now, opener)
    if "://" in text:
        connect = partial(open_stream, text, opener)
        return LiveSource(f"the stream {check_address(text)}", connect, now)
    if not text:
        raise SourceError("unnamed")
    return _from_disk(Path(text).expanduser(), opener, start)


def _camera(number: int, wish: CameraWish, now: Callable[[], float], opener: Opener) -> Source:
    if number >= _MOST_CAMERAS:
        raise SourceError("camera_number", n=number)
    return LiveSource(f"camera {number}", partial(open_camera, number, wish, opener), now)


def _from_disk(path: Path, opener: Opener, start: float) -> Source:
    try:
        if path.is_dir():
            return FolderSource(path, start)
        known = path.exists()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SourceError("unreadable", path=path, why=reason) from None
    if not known:
        raise SourceError("missing", path=path)
    return FilmSource(path, opener, start)
