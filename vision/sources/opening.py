"""From what somebody typed to a source: each kind of source is asked in turn."""

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
from tileye.vision.sources.kinds import SourceKind, SourceRequest
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
    if not text:
        raise SourceError("unnamed")
    return kind_of(text).open(SourceRequest(text, wish or CameraWish(), now, opener, start))


def kind_of(text: str) -> SourceKind:
    """The first kind of source that claims a text."""
    return next(kind for kind in SOURCE_KINDS if kind.claims(text.strip()))


def _camera(request: SourceRequest) -> Source:
    number = int(request.text)
    if number >= _MOST_CAMERAS:
        raise SourceError("camera_number", n=number)
    connect = partial(open_camera, number, request.wish, request.opener)
    return LiveSource(f"camera {number}", connect, request.now)


def _stream(request: SourceRequest) -> Source:
    connect = partial(open_stream, request.text, request.opener)
    return LiveSource(f"the stream {check_address(request.text)}", connect, request.now)


def _is_folder(text: str) -> bool:
    path = Path(text).expanduser()
    try:
        return path.is_dir()
    except (OSError, ValueError):
        # What cannot even be looked at is told when it is opened as a film.
        return False


def _folder(request: SourceRequest) -> Source:
    path = Path(request.text).expanduser()
    try:
        return FolderSource(path, request.start)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None


def _film(request: SourceRequest) -> Source:
    path = Path(request.text).expanduser()
    try:
        known = path.exists()
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    if not known:
        raise SourceError("missing", path=path)
    return FilmSource(path, request.opener, request.start)


def _unreadable(path: Path, error: OSError | ValueError) -> SourceError:
    return SourceError("unreadable", path=path, why=getattr(error, "strerror", None) or error)


SOURCE_KINDS: tuple[SourceKind, ...] = (
    SourceKind("camera", str.isdecimal, _camera, live=True),
    SourceKind("stream", lambda text: "://" in text, _stream, live=True),
    SourceKind("folder", _is_folder, _folder, turn_by_turn=True),
    # Claims whatever is left, so it stays last.
    SourceKind("film", lambda text: True, _film),
)
"""All kinds of sources, in the order in which they are asked."""
