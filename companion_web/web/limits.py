"""How often somebody may ask: buckets that fill slowly and are emptied by asking."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

_MOST_CLIENTS = 4_096
"""Beyond it those are forgotten who have asked for nothing for longest."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests at once, and so many a second from then on."""

    at_once: int
    a_second: float


class Limiter:
    """Counts the requests of each client."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._now, self._lock = rate, now, Lock()
        self._left: dict[str, tuple[float, float]] = {}

    def wait(self, client: str) -> float:
        """Count a request; return 0, or the seconds after which the client may ask again."""
        with self._lock:
            now = self._now()
            left, since = self._left.pop(client, (float(self._rate.at_once), now))
            left = min(self._rate.at_once, left + (now - since) * self._rate.a_second)
            allowed = left >= 1
            self._left[client] = (left - 1 if allowed else left, now)
            while len(self._left) > _MOST_CLIENTS:
                del self._left[next(iter(self._left))]
            return 0.0 if allowed else (1 - left) / self._rate.a_second
