"""Messages to everybody who looks on."""

import secrets
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tileye.rules.jsonlines import Json

Kind = Literal["state", "told", "pulse"]
MOST = 500
"""So many `told`s are kept for those who come back."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something new; a `pulse` has no id, since nobody needs to hear it again."""

    number: int
    id: str | None
    kind: Kind
    data: Json


class Hub:
    """Keeps every `told` for a while, but of `state`s and `pulse`s the newest only; for any thread.

    Everybody reads at their own speed what comes after the number that they had last: who is slow misses `state`s that
    are out of date, and holds nobody up.
    """

    def __init__(self, epoch: str | None = None) -> None:
        self._epoch = epoch or secrets.token_hex(4)
        self._changed = threading.Condition()
        self._told: deque[Message] = deque(maxlen=MOST)
        self._newest: dict[Kind, Message] = {}
        self._number = 0
        self._closed = False

    @property
    def last_id(self) -> str:
        """The id of the newest message."""
        with self._changed:
            return self._id(self._number)

    def publish(self, kind: Kind, data: Json) -> Message:
        """Tell everybody; after closing nobody hears it."""
        with self._changed:
            self._number += 1
            message = Message(self._number, None if kind == "pulse" else self._id(self._number), kind, data)
            if kind == "told":
                self._told.append(message)
            else:
                self._newest[kind] = message
            self._changed.notify_all()
            return message

    def newer(self, last_id: str | None) -> list[Message]:
        """What came after a message, in order; without one the newest `state` and `pulse`."""
        with self._changed:
            return self._welcome() if last_id is None else self._after(self._number_of(last_id))

    def subscribe(self, last_id: str | None = None, idle: float | None = None) -> Iterator[Message | None]:
        """Give what comes after a message until the hub closes; None where nothing came for so many seconds."""
        with self._changed:
            welcome = self._welcome() if last_id is None else []
            number = self._number if last_id is None else self._number_of(last_id)
        yield from welcome
        while True:
            found = self._wait_for(number, idle)
            if found is None:
                return
            for message in found[:1]:
                number = message.number
                yield message
            if not found:
                yield None

    def close(self) -> None:
        """End all subscriptions once they have read what is there."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _wait_for(self, number: int, idle: float | None) -> list[Message] | None:
        until = None if idle is None else time.monotonic() + idle
        with self._changed:
            while not (found := self._after(number)):
                left = None if until is None else until - time.monotonic()
                if self._closed:
                    return None
                if left is not None and left <= 0:
                    return []
                self._changed.wait(left)
            return found

    def _welcome(self) -> list[Message]:
        """What somebody gets who was not here before."""
        return sorted(self._newest.values(), key=lambda one: one.number)

    def _after(self, number: int) -> list[Message]:
        if number >= self._number:
            return []
        known = (one for one in (*self._told, *self._newest.values()) if one.number > number)
        return sorted(known, key=lambda one: one.number)

    def _id(self, number: int) -> str:
        return f"{self._epoch}-{number}"

    def _number_of(self, last_id: str) -> int:
        """After which number to go on: the first one where the id is of an earlier run."""
        epoch, _, number = last_id.rpartition("-")
        known = epoch == self._epoch and number.isdecimal() and len(number) < 16
        return min(int(number), self._number) if known else 0
