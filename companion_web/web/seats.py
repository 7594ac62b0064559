"""How many may look on at once."""

from threading import Lock


class Seats:
    """So many may look on at once: each holds a thread of the server."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self.taken = 0

    def take(self) -> bool:
        """Take a seat if one is free."""
        with self._lock:
            free = self.taken < self._most
            self.taken += free
            return free

    def leave(self) -> None:
        """Give a seat back."""
        with self._lock:
            self.taken -= 1
