"""Sources that are looked at before a game: what set-up shows."""

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tileye.vision.sources.frames import Frame, Item, Source

if TYPE_CHECKING:
    from tileye.vision.images.pictures import Picture

IDLE = 20.0
"""After so many seconds without a look a source is closed."""
_PATIENCE = 4
"""So many notices in a row may come in place of a frame: a camera that is lost says so every second."""


class Preview:
    """One source, open for looking; for any thread."""

    def __init__(self, source: Source) -> None:
        self._lock = threading.Lock()
        self._source: Source | None = source
        self._items: Iterator[Item] = iter(source)
        self._newest: Picture | None = None

    def look(self) -> "Picture | None":
        """The newest picture; of a film its first one."""
        with self._lock:
            if self._source and (self._source.live or self._newest is None):
                self._follow()
            return self._newest

    def take(self) -> Source | None:
        """Hand the source over; one that is not live is better opened anew."""
        with self._lock:
            source, self._source = self._source, None
        if source is None or source.live:
            return source
        source.close()
        return None

    def _follow(self) -> None:
        for _, item in zip(range(_PATIENCE), self._items, strict=False):
            if isinstance(item, Frame):
                self._newest = item.picture
                return
            if item.kind == "waiting":
                # A phone may come in minutes; what it saw before it went says nothing any more.
                self._newest = None
                return


class Previews:
    """All sources that are looked at now; for any thread."""

    def __init__(self, opening: Callable[[str], Source], idle: float = IDLE) -> None:
        self._opening, self._idle = opening, idle
        self._lock = threading.Lock()
        self._open: dict[str, Preview] = {}
        self._timers: dict[str, threading.Timer] = {}

    def look(self, key: str) -> "Picture | None":
        """The newest picture of a source; raise SourceError where it cannot be opened."""
        with self._lock:
            if key not in self._open:
                self._open[key] = Preview(self._opening(key))
            preview = self._open[key]
            self._wind_up(key)
        return preview.look()

    def take(self, key: str) -> Source | None:
        """Hand a source over to a game, if it is open and live."""
        with self._lock:
            preview = self._open.pop(key, None)
            timer = self._timers.pop(key, None)
        if timer:
            timer.cancel()
        return preview.take() if preview else None

    def close(self, key: str | None = None) -> None:
        """Close a source, or all."""
        for one in [*self._open] if key is None else [key]:
            source = self.take(one)
            if source:
                source.close()

    def _wind_up(self, key: str) -> None:
        if key in self._timers:
            self._timers[key].cancel()
        timer = threading.Timer(self._idle, self.close, (key,))
        timer.daemon = True
        self._timers[key] = timer
        timer.start()
