"""What each frame of a game costs that is watched: a film, enlarged to what cameras give, with a clock in hand."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from tileye.vision.following import Follower
from tileye.vision.images.pictures import Picture
from tileye.vision.referee.events import Proposed, TableProposed
from tileye.vision.sources.frames import Frame, Item, Source
from tileye.vision.step import LiveStep

WIDE, HIGH = 1920, 1080
_EVERY = 30
"""Each so many frames one is read in full, to compare."""


class Enlarged(Source):
    """The frames of a film as large as those of a camera; knows what it took to make them."""

    def __init__(self, film: Source, until: float) -> None:
        self._film, self._until = film, until
        self.took = self.worked = 0.0
        """Seconds by the clock and of the processor."""

    @property
    def seconds(self) -> float:
        """The time of the last frame."""
        return self._film.seconds

    def close(self) -> None:
        """End it."""
        self._film.close()

    def _items(self) -> Iterator[Item]:
        items = iter(self._film)
        while self.seconds < self._until:
            clock, work = time.perf_counter(), time.process_time()
            item = next(items, None)
            if isinstance(item, Frame):
                item = Frame(item.at, np.asarray(cv2.resize(item.picture, (WIDE, HIGH)), np.uint8))
            self.took += time.perf_counter() - clock
            self.worked += time.process_time() - work
            if item is None:
                return
            yield item


@dataclass(slots=True)
class FrameTimes:
    """The milliseconds of each frame, by what was to be done."""

    still: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
    read: list[float] = field(default_factory=list)
    proposed: list[float] = field(default_factory=list)
    """From the first frame at rest until a turn is proposed, in the time of the film and what the last frame took."""
    in_full: list[float] = field(default_factory=list)
    """What it takes to read a whole picture."""
    load: float = 0.0
    """Percent of one core, decoding apart."""

    def add(self, step: LiveStep, took: float) -> None:
        """Count a frame."""
        if step.observation is None and step.card_observation is None:
            self.still.append(took)
        else:
            (self.busy if step.sighting is None and step.cards is None else self.read).append(took)
        if step.verdict and any(isinstance(event, Proposed | TableProposed) for event in step.events):
            self.proposed.append(step.verdict.still_for * 1000 + took)


def watched(
    film: Source, follow: Callable[[Source], Follower], read: Callable[[Picture], object], until: float
) -> FrameTimes:
    """Follow so many seconds of a film; what a full reading takes is measured beside it."""
    source, result = Enlarged(film, until), FrameTimes()
    clock, work = time.perf_counter(), time.process_time()
    for number, step in enumerate(follow(source).steps()):
        result.load += time.process_time() - work - source.worked
        if isinstance(step.came, Frame):
            result.add(step, (time.perf_counter() - clock - source.took) * 1000)
            if number % _EVERY == 0:
                result.in_full.append(_reading_ms(read, step.came))
        source.took = source.worked = 0.0
        clock, work = time.perf_counter(), time.process_time()
    result.load *= 100 / source.seconds
    return result


def _reading_ms(read: Callable[[Picture], object], frame: Frame) -> float:
    started = time.perf_counter()
    read(frame.picture)
    return (time.perf_counter() - started) * 1000
