"""Decoding pictures without a word in the terminal: what the libraries say there is judged instead."""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import BinaryIO

import cv2
import numpy as np
from numpy.typing import NDArray

_STDERR = 2
_LOCK = Lock()
"""Standard error is one for the whole process."""

_LOSS = re.compile(rb"premature end|bad \w+ code|instead of RST|inconsistent progression", re.IGNORECASE)
_EXTRANEOUS = re.compile(rb"(\d+) extraneous bytes before marker 0x(\w+)")
_END_OF_IMAGE = b"d9"
_LARGEST_FILLING = 0.02
"""Share of the data; some cameras fill up the end of a file."""


def decode(data: bytes) -> tuple[NDArray[np.uint8] | None, bool]:
    """Decode a picture, None where that fails, and tell whether it is a JPEG of which a part is lost."""
    with _LOCK, _scratch() as file:
        with _redirected(file):
            try:
                picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR_RGB)
            except cv2.error as error:
                if error.code == cv2.Error.StsNoMem:
                    raise MemoryError from None
                picture = None
        file.seek(0)
        words = file.read()
    return None if picture is None else np.asarray(picture, np.uint8), tells_of_loss(words, len(data))


def tells_of_loss(words: bytes, size: int) -> bool:
    """Judge what libjpeg says, which is the first thing only: few bytes too many before the end do no harm."""
    if extraneous := _EXTRANEOUS.search(words):
        # Before other markers they are what is left of a torn part, and what comes after is not told.
        return extraneous[2] != _END_OF_IMAGE or int(extraneous[1]) > _LARGEST_FILLING * size
    return bool(_LOSS.search(words))


def _scratch() -> BinaryIO:
    """A file without a name; where there is no room for one, nowhere."""
    try:
        return tempfile.TemporaryFile()
    except OSError:
        return Path(os.devnull).open("r+b")


@contextmanager
def _redirected(file: BinaryIO) -> Iterator[None]:
    """Send into a file what libraries write to standard error."""
    try:
        before = os.dup(_STDERR)
    except OSError:  # there is none
        yield
        return
    try:
        os.dup2(file.fileno(), _STDERR)
        yield
    finally:
        os.dup2(before, _STDERR)
        os.close(before)
