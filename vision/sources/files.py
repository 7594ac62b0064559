"""Films, stepped by their own time: the same film always gives the same frames."""

from collections.abc import Iterator
from pathlib import Path

import cv2

from tileye.vision.images.file_kinds import forbidden_kind
from tileye.vision.images.pictures import SUFFIXES
from tileye.vision.sources.captures import Capture, Opener, grabbed, next_picture, opened, retrieved
from tileye.vision.sources.frames import RATE, Frame, Item, Notice, Pace, Source, SourceError, SteadyTime
from tileye.vision.sources.losses import Losses

_FIRST_TRIES = 30
_MOST_RATE = 240.0
"""A film that claims more frames a second says nothing of how long it is."""
_EARLY = 0.2
"""By so many seconds less a film is wound forward, since not every film is exact; the rest is left out one by one."""
_DAMAGED = 100
"""So often the next frame is tried for where a film should go on."""
_SHORT = 0.5
_SHORT_SHARE = 0.02
"""A film that ends so many seconds, or so much of its length, before its time was cut off."""
_LEFT_OUT = "of the film cannot be read and are left out: copy it anew"


class FilmSource(Source):
    """A film from some second on, at most 15 frames a second of it; can be gone through more than once."""

    def __init__(self, path: Path, opener: Opener = cv2.VideoCapture, start: float = 0.0) -> None:
        _check(path)
        self._path, self._opener, self._start = path.resolve(), opener, start
        self._closed, self._at = False, 0.0
        capture = self._open()
        first = next_picture(capture, _FIRST_TRIES)
        capture.release()
        if first is None:
            raise SourceError("film_blank", path=path)

    @property
    def seconds(self) -> float:
        """The time of the last frame."""
        return self._at

    def close(self) -> None:
        """End it with the frame that is being given."""
        self._closed = True

    def _open(self) -> Capture:
        capture = opened(self._opener, str(self._path), cv2.CAP_FFMPEG)
        if capture is None:
            raise SourceError("film", path=self._path)
        return capture

    def _items(self) -> Iterator[Item]:
        capture = self._open()
        try:
            yield from self._frames(capture)
        finally:
            capture.release()

    def _frames(self, capture: Capture) -> Iterator[Item]:
        rate, length = _rate_and_length(capture)
        time, pace, readable = SteadyTime(1 / rate), Pace(), True
        self._at, losses = 0.0, Losses(self._path, self._opener, 1 / rate)
        while not self._closed and (tries := self._tries(capture, length - 1 / rate)):
            now = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            self._at = time.at(now)
            if self._at < self._start:
                self._forward(capture)
                continue
            if lost := losses.before(now, tries):
                yield Notice("unreadable", self._at, f"{lost:.1f} seconds before {self._at:.1f} s {_LEFT_OUT}")
            if not pace.due(self._at):
                continue
            picture = retrieved(capture)
            if picture is not None:
                yield Frame(self._at, picture)
            elif readable:
                yield Notice("unreadable", self._at, f"some frames {_LEFT_OUT}")
            readable = picture is not None
        if not self._closed and max(self._at, self._start) + 1 / rate < length - max(_SHORT, _SHORT_SHARE * length):
            yield Notice("cut", self._at, f"the film ends after {self._at:.1f} of {length:.1f} seconds: it was cut off")

    def _tries(self, capture: Capture, end: float) -> int:
        """Go to the next frame; after how many tries, 0 where there is none: beyond damage there may be more."""
        most = 1 if self._at >= end - _SHORT else _DAMAGED
        return next((number for number in range(1, most + 1) if grabbed(capture)), 0)

    def _forward(self, capture: Capture) -> None:
        """Leave out what comes before the start, at once where the film lets one."""
        if self._at == 0 and self._start > 2 * _EARLY:
            ahead = 1000 * (self._start - _EARLY)
            capture.set(cv2.CAP_PROP_POS_MSEC, capture.get(cv2.CAP_PROP_POS_MSEC) + ahead)


def _check(path: Path) -> None:
    """Refuse what cannot be a film before a decoder sees it."""
    try:
        if kind := forbidden_kind(path):
            raise SourceError("wrong_kind", path=path, kind=kind)
        if not path.is_file():
            raise SourceError("no_file", path=path)
        empty = path.stat().st_size == 0
    except OSError as error:
        raise SourceError("unreadable", path=path, why=error.strerror) from None
    if empty:
        raise SourceError("film_empty", path=path)
    if path.suffix.lower() in SUFFIXES:
        raise SourceError("picture", path=path)


def _rate_and_length(capture: Capture) -> tuple[float, float]:
    """Frames a second, and how many seconds the film says it has; 0 where that means nothing."""
    rate, count = capture.get(cv2.CAP_PROP_FPS), capture.get(cv2.CAP_PROP_FRAME_COUNT)
    if not 0 < rate <= _MOST_RATE:
        return RATE, 0.0
    return rate, max(0.0, count / rate)
