"""Cameras and streams: a thread keeps the newest frame, and finds a source again that was lost."""

import threading
from collections.abc import Callable, Sequence
from itertools import chain, repeat

from tileye.vision.sources.captures import Capture, Connection, Setting, grabbed, retrieved
from tileye.vision.sources.frames import Frame, News, Notice, Pace, SourceError, SteadyTime
from tileye.vision.sources.mailbox import MailboxSource

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before a lost source is tried again, the last one over and over."""

_MOST_RUBBISH = 30
"""After so many frames without a picture the source counts as lost."""
_CLOSING = 0.5
"""How long closing waits for the thread; if a driver holds it up, it ends itself as soon as the driver lets it go."""


class LiveSource(MailboxSource):
    """Frames as they come; raises SourceError where not even the first one does."""

    def __init__(
        self,
        name: str,
        connect: Callable[[], Connection],
        now: Callable[[], float],
        *,
        pauses: Sequence[float] = PAUSES,
        patience: float = 1.0,
    ) -> None:
        super().__init__(patience)
        self._name, self._connect, self._now, self._pauses = name, connect, now, tuple(pauses)
        self._time, self._pace, self._stop = SteadyTime(), Pace(), threading.Event()
        first = connect()
        self.settings: tuple[Setting, ...] = first.settings
        """How the camera is set; nothing for streams."""
        self._thread = threading.Thread(target=self._run, args=(first,), name=f"frames of {name}", daemon=True)
        self._thread.start()

    @property
    def seconds(self) -> float:
        """Seconds since the source was opened."""
        return self._time.at(self._now())

    def close(self) -> None:
        """End it; takes half a second at most."""
        self._stop.set()
        super().close()
        if self._thread is not threading.current_thread():
            self._thread.join(_CLOSING)

    def _run(self, first: Connection) -> None:
        connection: Connection | None = first
        try:
            while connection is not None:
                self._put(connection)
                self._follow(connection.capture)
                connection.capture.release()
                connection = self._found_again()
        finally:
            self._mailbox.end()

    def _put(self, connection: Connection) -> None:
        if connection.settings:
            self._tell("settings", f"{self._name}: {', '.join(map(str, connection.settings))}")
        at = self.seconds
        self._pace.due(at)
        self._mailbox.put(Frame(at, connection.first))

    def _follow(self, capture: Capture) -> None:
        """Keep the newest frame until the source is lost or closed."""
        rubbish = 0
        while rubbish < _MOST_RUBBISH and not self._stop.is_set() and grabbed(capture):
            at = self.seconds
            if not self._pace.due(at):
                continue
            picture = retrieved(capture)
            rubbish = 0 if picture is not None else rubbish + 1
            if picture is not None:
                self._mailbox.put(Frame(at, picture))

    def _found_again(self) -> Connection | None:
        """Try until it is there again; None where it was closed."""
        if not self._stop.is_set():
            self._tell("lost", f"{self._name} is lost: check its cable or network, it is tried again by itself")
        for pause in chain(self._pauses, repeat(self._pauses[-1])):
            if self._stop.wait(pause):
                return None
            try:
                connection = self._connect()
            except SourceError:
                continue
            self.settings = connection.settings
            self._tell("back", f"{self._name} is back")
            return connection
        return None

    def _tell(self, kind: News, text: str) -> None:
        self._mailbox.put(Notice(kind, self.seconds, text))
