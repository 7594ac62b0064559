"""What a phone sends: frames of one phone at a time, checked before they are decoded, handed to whoever looks."""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tileye.vision.sources.pushed import PushedSource
    from tileye.vision.sources.uploads import Thumbnail

MOST_BYTES = 2_500_000
MOST_PIXELS = 4096 * 2304
MOST_SCANS = 40
"""The page makes pictures with one; those with many take seconds."""
RESTING, MOVING = 2.0, 6.0
"""Frames a second that are asked for where nothing moves, and where something does."""
_GONE = 5.0
"""After so many seconds without a frame another phone needs not ask."""
WIDE, WIDER = 1280, 1920
"""Pixels of a picture; the second where tiles were too small in the first, from then on."""
_CALM = 3.0
"""Something is taken to move for so many seconds after it did."""
_TOKEN_BYTES = 16

Unfit = Literal["no_picture", "too_large", "other_phone"]


def new_token() -> str:
    """Draw what only a phone knows that was shown the way here: 128 bits."""
    return secrets.token_hex(_TOKEN_BYTES)


@dataclass(frozen=True, slots=True)
class FrameAnswer:
    """What a phone is told after a frame."""

    refused: Unfit | None
    rate: float
    width: int
    """How wide pictures are wanted."""
    watched: bool
    """Whether anybody looks."""


class PhoneCamera:
    """The camera of a phone, as far as this side knows it; for any thread."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now, self._lock = now, threading.Lock()
        self._sources: list[PushedSource] = []
        self._width = WIDE
        self._phone = ""
        self._seen_at = -_GONE
        self._moved_at = -_CALM
        self._thumbnail: Thumbnail | None = None
        self.frames = 0
        """How many frames were taken so far."""

    def open(self) -> "PushedSource":
        """Look through the phone from now on; several may, such as set-up and the game that it begins."""
        from tileye.vision.sources.pushed import PushedSource

        with self._lock:
            source = PushedSource(self._now)
            self._sources.append(source)
            return source

    @property
    def connected(self) -> bool:
        """Whether frames are coming."""
        return self._now() - self._seen_at < _GONE

    @property
    def silent_s(self) -> float | None:
        """For how many seconds no frame has come; None before the first one."""
        return self._now() - self._seen_at if self.frames else None

    def take_over(self, phone: str) -> None:
        """From now on this phone is the camera."""
        with self._lock:
            self._phone, self._seen_at = phone, self._now()

    def forget(self) -> None:
        """Nobody is expected to come back."""
        with self._lock:
            self._phone, self._seen_at, self.frames = "", self._now() - _GONE, 0

    def want_more_pixels(self) -> None:
        """Tiles are too small: ask for wider pictures from now on."""
        self._width = WIDER

    def put(self, phone: str, jpeg: bytes) -> FrameAnswer:
        """Take a frame of a phone."""
        from tileye.vision.sources.uploads import is_moving, received, thumbnail

        if self._is_other(phone):
            return FrameAnswer("other_phone", RESTING, self._width, watched=False)
        # Whoever looks, opens or takes over meanwhile waits for no decoding.
        picture = received(jpeg, MOST_BYTES, MOST_PIXELS, MOST_SCANS)
        if isinstance(picture, str):
            return FrameAnswer(picture, RESTING, self._width, watched=bool(self._sources))
        with self._lock:
            if self._is_other(phone):
                return FrameAnswer("other_phone", RESTING, self._width, watched=False)
            now = self._now()
            self._phone, self._seen_at, self.frames = phone, now, self.frames + 1
            self._thumbnail, before = thumbnail(picture), self._thumbnail
            if before is None or is_moving(before, self._thumbnail):
                self._moved_at = now
            self._sources = [source for source in self._sources if source.push(picture)]
            rate = MOVING if now - self._moved_at < _CALM else RESTING
            return FrameAnswer(None, rate, self._width, watched=bool(self._sources))

    def _is_other(self, phone: str) -> bool:
        """Whether another phone is the camera."""
        return self._phone != phone and self.connected
