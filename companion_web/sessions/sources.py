"""Sources as a session needs them: in the time of the record, paced, paused, looked for again."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace

from tileye.vision.sources.frames import Frame, Item, Notice, Source, SourceError

RETRY = 2.0
"""Seconds before a source that cannot be opened is tried again."""
_IDLE = 0.5
"""How often time goes on where nothing else comes."""
_MOST_LAG = 1.0
"""A film that is later than this goes on from there; less is caught up with."""
_SPAN = 2.0
"""Over how many seconds frames are counted."""

Opening = Callable[[], Source]


class SystemClock:
    """The time of this computer, and waiting in it."""

    def now(self) -> float:
        """Seconds that never run backwards."""
        return time.monotonic()

    def wait(self, changed: threading.Condition, enough: Callable[[], bool], seconds: float) -> None:
        """Wait so long at most until a change is enough; whoever calls holds the lock."""
        changed.wait_for(enough, seconds)


_CLOCK = SystemClock()


class PacedSource(Source):
    """One pass through a source, in the time of the record; everything but iterating is for any thread."""

    def __init__(
        self, opening: Opening, retry: float = RETRY, source: Source | None = None, clock: SystemClock = _CLOCK
    ) -> None:
        self._opening, self._retry, self._clock = opening, retry, clock
        self._changed = threading.Condition()
        self._source = source
        self._paused = self._woken = self._closed = False
        self._newest: tuple[Frame, float] | None = None
        self._given: deque[float] = deque(maxlen=64)
        # Whoever stopped in the middle goes on from there.
        self._pass = self._items()

    def __iter__(self) -> Iterator[Item]:
        return self._pass

    over = False
    """Whether nothing more will come, as after a film."""

    @property
    def paused(self) -> bool:
        """Whether nobody looks."""
        return self._paused

    @property
    def newest(self) -> Frame | None:
        """The last frame, also while nobody looks."""
        return self._newest[0] if self._newest else None

    @property
    def age(self) -> float | None:
        """How many seconds ago the newest frame was taken."""
        return self._clock.now() - self._newest[1] if self._newest else None

    @property
    def rate(self) -> float:
        """How many frames a second were given lately."""
        latest = self._clock.now() - _SPAN
        return sum(at > latest for at in list(self._given)) / _SPAN

    def pause(self) -> None:
        """Stop looking; a film stands still, a camera goes on to show its picture."""
        self._paused = True
        self.wake()

    def go_on(self) -> None:
        """Look again."""
        self._paused = False
        self.wake()

    def wake(self) -> None:
        """Let time go on at once, so that what was said is heard."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def close(self) -> None:
        """End it."""
        with self._changed:
            self._closed, source = True, self._source
            self._changed.notify_all()
        if source:
            source.close()

    def _opened(self) -> Iterator[Item]:
        """Open the source, if need be again and again."""
        lost = False
        while not self._closed and self._source is None:
            try:
                source = self._opening()
            except SourceError as error:
                yield self._still() if lost else Notice("lost", self.seconds, str(error))
                lost = True
                self._rest(self._retry)
                continue
            self._take(source)
            if lost:
                yield Notice("back", self.seconds, "the source can be opened again")

    def _take(self, source: Source) -> None:
        with self._changed:
            self._source, closed = source, self._closed
        if closed:
            source.close()

    def _rest(self, seconds: float) -> bool:
        """Wait, unless somebody wants time to go on."""
        with self._changed:
            self._clock.wait(self._changed, lambda: self._woken or self._closed, seconds)
            woken, self._woken = self._woken, False
            return woken

    def _note(self, frame: Frame, age: float) -> None:
        now = self._clock.now()
        self._newest = frame, now - age
        self._given.append(now)

    def _still(self) -> Notice:
        return Notice("still", self.seconds, "nothing new")


class PacedCamera(PacedSource):
    """What is live: its time is now."""

    live = True

    def __init__(
        self,
        opening: Opening,
        now: Callable[[], float] = time.time,
        retry: float = RETRY,
        source: Source | None = None,
        clock: SystemClock = _CLOCK,
    ) -> None:
        super().__init__(opening, retry, source, clock)
        # Whoever sets the clock of the computer does not stop the game.
        self._shift = now() - clock.now()

    @property
    def seconds(self) -> float:
        """What time it is."""
        return round(self._shift + self._clock.now(), 3)

    def _items(self) -> Iterator[Item]:
        yield from self._opened()
        source, told = self._source, False
        for item in source or ():
            age = max(0.0, source.seconds - item.at) if source else 0.0
            shown = replace(item, at=round(self.seconds - age, 3))
            if isinstance(shown, Frame):
                self._note(shown, age)
            if self._closed:
                return
            if self._paused and not told:
                yield Notice("paused", shown.at, "paused")
            told = self._paused
            if not told or isinstance(shown, Notice):
                yield shown
            elif self._rest(0):
                yield self._still()


class PacedFilm(PacedSource):
    """A film or a folder, paced by its own time; no frame is left out, however late it is."""

    def __init__(
        self,
        opening: Opening,
        began: float,
        speed: float = 1.0,
        retry: float = RETRY,
        source: Source | None = None,
        clock: SystemClock = _CLOCK,
    ) -> None:
        super().__init__(opening, retry, source, clock)
        self._began, self._speed = began, speed
        self._seconds = began
        self._due: tuple[float, float] | None = None
        """When some time of the film was, or ought to have been."""

    @property
    def seconds(self) -> float:
        """The time of the frame that is shown."""
        return self._seconds

    def _items(self) -> Iterator[Item]:
        yield from self._opened()
        for item in self._source or ():
            at = round(self._began + item.at, 3)
            yield from self._until(at)
            if self._closed:
                return
            self._seconds = at
            shown = replace(item, at=at)
            if isinstance(shown, Frame):
                self._note(shown, max(0.0, -self._left(at)))
            yield shown
        yield from self._afterwards()

    def _until(self, at: float) -> Iterator[Item]:
        """Wait until it is time for a frame."""
        while not self._closed:
            if self._paused:
                yield from self._standing()
            left = self._left(at)
            if left <= 0:
                return
            if self._rest(left):
                yield self._still()

    def _standing(self) -> Iterator[Item]:
        yield Notice("paused", self._seconds, "paused")
        while self._paused and not self._closed:
            self._rest(_IDLE)
            yield self._still()
        self._due = None

    def _afterwards(self) -> Iterator[Item]:
        """The film is over, and the last picture stays: people may still say something."""
        self.over = True
        while not self._closed:
            before = self._clock.now()
            self._rest(_IDLE)
            self._seconds = round(self._seconds + (self._clock.now() - before) * self._speed, 3)
            yield self._still()

    def _left(self, at: float) -> float:
        """In how many seconds it is time for this."""
        now = self._clock.now()
        when, then = self._due = self._due or (now, at)
        left = when + (at - then) / self._speed - now
        if left < -_MOST_LAG:
            self._due = now - _MOST_LAG, at
        return left
