"""Work that waits where too much of its kind is being done."""

from collections import Counter, deque
from threading import Lock
from typing import Generic, TypeVar

Task = TypeVar("Task")


class Queues(Generic[Task]):
    """Lets so many tasks of each key work at once; the others of that key wait, in the order in which they came."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._at_work: Counter[str] = Counter()
        self._waiting: dict[str, deque[Task]] = {}

    def enter(self, key: str, most: int, task: Task) -> bool:
        """Tell whether a task may work now; else it waits."""
        with self._lock:
            if self._at_work[key] >= most:
                self._waiting.setdefault(key, deque()).append(task)
                return False
            self._at_work[key] += 1
            return True

    def leave(self, key: str) -> Task | None:
        """A task is done: return the one that may work in its place."""
        with self._lock:
            waiting = self._waiting.get(key)
            if waiting:
                return waiting.popleft()
            self._waiting.pop(key, None)
            self._at_work[key] -= 1
            if not self._at_work[key]:
                del self._at_work[key]
            return None
