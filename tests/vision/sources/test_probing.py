"""Which cameras there are."""

from pathlib import Path
from typing import Any

import cv2
import pytest

from tileye.vision.sources.captures import Capture
from tileye.vision.sources.probing import find_cameras


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
