"""Which cameras there are, and what they can do."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import cv2
import pytest

from tests.waiting import PATIENCE, wait_for_event, wait_until
from tileye.vision.sources.captures import Capture
from tileye.vision.sources.probing import CameraMode, find_cameras, probe_cameras


class Device:
    """A camera, or the lack of one; notes when it is let go."""

    released = 0

    def __init__(self, *, there: bool, gives: bool) -> None:
        self._there, self._gives = there, gives

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self._there

    def grab(self) -> bool:
        if not self._there:
            raise cv2.error("never asked")
        return self._gives

    def retrieve(self) -> tuple[bool, Any]:
        return False, None

    def get(self, what: int, /) -> float:
        return 0.0

    def set(self, what: int, value: float, /) -> bool:
        return False

    def release(self) -> None:
        Device.released += 1


@pytest.mark.parametrize(
    ("system", "files", "found"),
    [
        ("linux", (0, 2, 4, 9), [0, 4]),
        ("linux", (), []),
        ("darwin", (), [0]),
    ],
)
def test_cameras_that_give_a_picture_are_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system: str, files: tuple[int, ...], found: list[int]
) -> None:
    monkeypatch.setattr("tileye.vision.sources.probing.sys.platform", system)
    for number in files:
        (tmp_path / f"video{number}").touch()
    tried: list[int] = []

    def opener(number: int) -> Capture:
        tried.append(number)
        return Device(there=number in (0, 2, 4), gives=number != 2)

    before, level = Device.released, cv2.utils.logging.getLogLevel()
    assert find_cameras(opener, tmp_path) == found
    assert Device.released - before == len(tried)
    assert tried == (list(files) if system == "linux" else [0, 1, 2])
    assert cv2.utils.logging.getLogLevel() == level


class Webcam(Device):
    """A camera that knows two sizes, and takes the nearer one."""

    def __init__(self, *, gives: bool = True, rate: float = 30.0) -> None:
        super().__init__(there=True, gives=gives)
        self._width, self._rate = 0, rate

    def set(self, what: int, value: float, /) -> bool:
        if what == cv2.CAP_PROP_FRAME_WIDTH:
            self._width = 1280 if value >= 1280 else 640
        return True

    def get(self, what: int, /) -> float:
        height = 720 if self._width == 1280 else 480
        told = {cv2.CAP_PROP_FRAME_WIDTH: self._width, cv2.CAP_PROP_FRAME_HEIGHT: height, cv2.CAP_PROP_FPS: self._rate}
        return told.get(what, 0.0)


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four devices, as Linux shows them."""
    monkeypatch.setattr("tileye.vision.sources.probing.sys.platform", "linux")
    for number in range(4):
        (tmp_path / f"video{number}").touch()
    return tmp_path


def test_the_modes_of_a_camera_are_what_it_makes_of_the_usual_sizes(devices: Path) -> None:
    def opener(number: int) -> Capture:
        if number == 3:
            raise OSError("a driver that raises whatever it likes")
        return {0: Webcam(), 1: Webcam(gives=False), 2: Webcam(rate=0)}[number]

    before = Device.released
    first, closed, silent, broken = probe_cameras((), opener, devices, PATIENCE)
    assert first.modes == (CameraMode(1280, 720, 30.0), CameraMode(640, 480, 30.0))
    assert silent.modes == (CameraMode(1280, 720, None), CameraMode(640, 480, None))
    assert [(one.number, one.modes, one.hangs) for one in (closed, broken)] == [(1, (), False), (3, (), False)]
    assert Device.released == before + 3


def test_a_camera_that_is_taken_is_not_tried(devices: Path) -> None:
    tried: list[int] = []

    def opener(number: int) -> Capture:
        tried.append(number)
        return Webcam()

    assert [one.number for one in probe_cameras((0, 2), opener, devices, PATIENCE)] == [1, 3] == tried


@pytest.fixture
def later() -> Iterator[Event]:
    """What a camera waits for that hangs; it comes at the end."""
    event = Event()
    yield event
    event.set()


def test_a_camera_that_hangs_keeps_nobody_waiting(devices: Path, later: Event) -> None:
    tried: list[int] = []

    def opener(number: int) -> Capture:
        tried.append(number)
        if number == 1:
            wait_for_event(later)
        return Webcam()

    level = cv2.utils.logging.getLogLevel()
    (hanging,) = probe_cameras((0,), opener, devices, patience=0.01)
    assert (hanging.number, hanging.modes, hanging.hangs) == (1, (), True)
    wait_until(lambda: tried == [1])
    assert cv2.utils.logging.getLogLevel() == level


def test_elsewhere_the_first_gap_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tileye.vision.sources.probing.sys.platform", "darwin")
    cameras = probe_cameras((), lambda number: Device(there=number == 0, gives=True), patience=PATIENCE)
    assert [one.number for one in cameras] == [0]
