"""Where one thread leaves frames for another: of frames only the newest one waits."""

import threading
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from typing import Literal

from tileye.vision.sources.frames import Frame, Item, Notice, Source

_MOST = 32
"""More notices than this are never kept; the oldest go first."""


class Mailbox:
    """Holds notices and, at most, one frame; `dropped` hears of each one that another takes the place of."""

    def __init__(self, dropped: Callable[[Frame], None] = lambda frame: None) -> None:
        self._dropped = dropped
        self._items: deque[Item] = deque(maxlen=_MOST)
        self._changed = threading.Condition()
        self._ended = False

    def put(self, item: Item) -> bool:
        """Leave something; a frame takes the place of one that waits. False where nobody will fetch it."""
        with self._changed:
            if self._ended:
                return False
            if isinstance(item, Frame):
                waiting = next((one for one in self._items if isinstance(one, Frame)), None)
                if waiting is not None:
                    self._items.remove(waiting)
                    self._dropped(waiting)
            self._items.append(item)
            self._changed.notify_all()
            return True

    def take(self, seconds: float) -> Item | Literal["nothing", "end"]:
        """Fetch what waits, or what comes within so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._items or self._ended, seconds)
            if self._items:
                return self._items.popleft()
            return "end" if self._ended else "nothing"

    def end(self, *, discard: bool = False) -> None:
        """Nothing more will come; what waits can still be fetched, unless it is to be discarded."""
        with self._changed:
            self._ended = True
            if discard:
                self._items.clear()
            self._changed.notify_all()


class MailboxSource(Source):
    """A live source, whose frames come from another thread."""

    live = True

    def __init__(self, patience: float, dropped: Callable[[Frame], None] = lambda frame: None) -> None:
        self._mailbox = Mailbox(dropped)
        self._patience = patience

    def close(self) -> None:
        """End it at once."""
        self._mailbox.end(discard=True)

    @property
    @abstractmethod
    def seconds(self) -> float:
        """What time it is."""

    def _items(self) -> Iterator[Item]:
        while True:
            item = self._mailbox.take(self._patience)
            if item == "end":
                return
            if isinstance(item, str):
                yield Notice("waiting", self.seconds, "no picture is coming")
            else:
                yield item
