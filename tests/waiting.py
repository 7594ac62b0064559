"""Waiting for what is to come, never for a time."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 300.0
"""Seconds after which what is waited for will never come; no test that passes takes them on the busiest machine."""
_BETWEEN = 0.005
"""Seconds between two looks."""


def wait_until(what: Callable[[], object]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until, "it never came"
        time.sleep(_BETWEEN)


def patiently(items: Iterable[T]) -> Iterator[T]:
    """Give what comes, as long as something may still come of it."""
    until = time.monotonic() + PATIENCE
    for item in items:
        yield item
        assert time.monotonic() < until, "it never came"


def wait_for_event(event: threading.Event) -> None:
    """Wait until somebody sets an event."""
    assert event.wait(PATIENCE), "nobody set it"


def wait_for_end(*threads: threading.Thread) -> None:
    """Wait until threads have ended."""
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive(), f"{thread.name} never ended"
