"""Which cameras there are."""

import sys
from pathlib import Path

import cv2

from tileye.vision.sources.captures import Opener, opened

_MOST = 10
"""Numbers that are tried; nobody has more cameras."""
_GAP = 2
"""After so many numbers without a camera no more are tried, where only trying tells."""


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


def _likely(devices: Path) -> list[int]:
    """On Linux the files of the devices tell."""
    numbers = range(_MOST)
    if sys.platform != "linux":
        return list(numbers)
    return [number for number in numbers if (devices / f"video{number}").exists()]


def _answers(number: int, opener: Opener) -> bool:
    level = cv2.utils.logging.getLogLevel()
    # That there is none is no news.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        capture = opened(opener, number)
    finally:
        cv2.utils.logging.setLogLevel(level)
    if capture is None:
        return False
    try:
        return capture.grab()
    finally:
        capture.release()
