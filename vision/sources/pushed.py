"""Frames that another part of the program pushes in, such as a page that sends what a phone's camera sees."""

import time
from collections.abc import Callable
from threading import Lock

import numpy as np

from tileye.vision.images.pictures import Picture
from tileye.vision.sources.captures import is_usable
from tileye.vision.sources.frames import Frame, SteadyTime
from tileye.vision.sources.mailbox import MailboxSource


class PushedSource(MailboxSource):
    """Takes frames from any thread; the newest wins, and `dropped` hears of the one that nobody will see."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        *,
        patience: float = 1.0,
        dropped: Callable[[Frame], None] = lambda frame: None,
    ) -> None:
        super().__init__(patience, dropped)
        self._now, self._time, self._order = now, SteadyTime(), Lock()
        self._time.at(now())

    @property
    def seconds(self) -> float:
        """Seconds since the source was made."""
        return self._time.at(self._now())

    def push(self, picture: Picture, name: str | None = None) -> bool:
        """Hand a picture in, red green blue; it is copied. False where it is none, or nobody looks any more."""
        if not is_usable(picture):
            return False
        own = np.array(picture)
        # Frames are given in the order of their times.
        with self._order:
            return self._mailbox.put(Frame(self.seconds, own, name))

    def end(self) -> None:
        """No more frames will come; the one that waits is still given."""
        self._mailbox.end()
