"""How many may look on at once."""

from collections import Counter
from threading import Lock

from tileye.companion_web.web.addresses import is_this_machine

EACH = 8
"""So many may look on from one address of the network."""
FOR_HERE = 8
"""So many seats are for this machine alone."""


class ViewerSeats:
    """So many may look on at once: each holds a thread of the server. Nobody takes all of them."""

    def __init__(self, most: int) -> None:
        self._most, self._lock = most, Lock()
        self._by_client: Counter[str] = Counter()

    @property
    def taken(self) -> int:
        """How many look on now."""
        return self._by_client.total()

    def take(self, client: str) -> bool:
        """Take a seat if one is free for this address."""
        with self._lock:
            free = self._is_free(client)
            self._by_client[client] += free
            return free

    def leave(self, client: str) -> None:
        """Give a seat back."""
        with self._lock:
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]

    def _is_free(self, client: str) -> bool:
        if is_this_machine(client):
            return self.taken < self._most
        return self.taken < self._most - FOR_HERE and self._by_client[client] < EACH
