"""Which cameras there are, and what they can do."""

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

import cv2

from tileye.vision.sources.cameras import CameraWish, ask_for_size, told
from tileye.vision.sources.captures import Capture, Opener, grabbed, opened

_MOST = 10
"""Numbers that are tried; nobody has more cameras."""
_GAP = 2
"""After so many numbers without a camera no more are tried, where only trying tells."""
_SIZES = ((1920, 1080), (1280, 720), (640, 480))
"""What cameras are asked for, to see what they make of it."""
PATIENCE = 4.0
"""Seconds that a camera has to open and give a picture."""


@dataclass(frozen=True, slots=True)
class CameraMode:
    """A size, and the frames a second that the driver promises for it, if it tells."""

    width: int
    height: int
    rate: float | None


@dataclass(frozen=True, slots=True)
class ProbedCamera:
    """A camera that was tried; without modes it gave no picture."""

    number: int
    modes: tuple[CameraMode, ...] = ()
    hangs: bool = False
    """Whether it had not answered when patience ended."""


def find_cameras(opener: Opener = cv2.VideoCapture, devices: Path = Path("/dev")) -> list[int]:
    """List the numbers of the cameras that can be opened now; trying takes a second for each."""
    found: list[int] = []
    missed = 0
    for number in _likely(devices):
        if _answers(number, opener):
            found.append(number)
            missed = 0
        elif (missed := missed + 1) >= _GAP and sys.platform != "linux":
            break
    return found


def probe_cameras(
    taken: Collection[int] = (),
    opener: Opener = cv2.VideoCapture,
    devices: Path = Path("/dev"),
    patience: float = PATIENCE,
) -> list[ProbedCamera]:
    """Try all cameras but those that are taken, up to the first that hangs; on Linux list those that fail, too."""
    found: list[ProbedCamera] = []
    missed = 0
    for number in (number for number in _likely(devices) if number not in taken):
        camera = _probed(number, opener, patience)
        missed = 0 if camera.modes else missed + 1
        if camera.modes or camera.hangs or sys.platform == "linux":
            found.append(camera)
        if camera.hangs or (missed >= _GAP and sys.platform != "linux"):
            break
    return found


def _probed(number: int, opener: Opener, patience: float) -> ProbedCamera:
    """Try a camera in a thread of its own, which is left behind where the driver never returns."""
    answer: SimpleQueue[tuple[CameraMode, ...]] = SimpleQueue()

    def probe() -> None:
        modes: tuple[CameraMode, ...] = ()
        # Whatever a driver does, the others are to be tried.
        with suppress(Exception):
            modes = _modes(number, opener)
        answer.put(modes)

    with _silence():
        Thread(target=probe, name=f"probing camera {number}", daemon=True).start()
        try:
            return ProbedCamera(number, answer.get(timeout=patience))
        except Empty:
            return ProbedCamera(number, hangs=True)


def _modes(number: int, opener: Opener) -> tuple[CameraMode, ...]:
    """What a camera makes of the usual sizes; nothing where it gives no picture."""
    capture = opened(opener, number)
    if capture is None:
        return ()
    try:
        modes = dict.fromkeys(_mode(capture, CameraWish(*size)) for size in _SIZES)
        return tuple(modes) if grabbed(capture) else ()
    finally:
        capture.release()


def _mode(capture: Capture, wish: CameraWish) -> CameraMode:
    ask_for_size(capture, wish)
    width, height = (int(capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    return CameraMode(width, height, told(capture, cv2.CAP_PROP_FPS))


def _likely(devices: Path) -> list[int]:
    """On Linux the files of the devices tell."""
    numbers = range(_MOST)
    if sys.platform != "linux":
        return list(numbers)
    return [number for number in numbers if (devices / f"video{number}").exists()]


@contextmanager
def _silence() -> Iterator[None]:
    """Keep OpenCV from telling that there is no camera, which is no news."""
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield
    finally:
        cv2.utils.logging.setLogLevel(level)


def _answers(number: int, opener: Opener) -> bool:
    with _silence():
        capture = opened(opener, number)
    if capture is None:
        return False
    try:
        return capture.grab()
    finally:
        capture.release()
