"""Whether frames of a film are lost where its time jumps, or whether there were never any."""

from bisect import bisect_left
from functools import cached_property
from pathlib import Path

import cv2

from tileye.vision.sources.captures import Opener, grabbed, opened
from tileye.vision.sources.matroska import is_broken

_JUMP, _LEAST_JUMP = 2.5, 0.15
"""So many times the usual step, and so many seconds, are longer than what one lost frame leaves."""
_LEAST = 2
"""So many packets in a row without a picture are lost frames: some films have single ones that are never shown."""
_EXACT = 0.002
"""By so many seconds the times of a packet and of its frame may differ."""
_TRIES = 100


class Losses:
    """Follows the frames of a film; looks into the file only where their times jump, which in most they never do."""

    def __init__(self, path: Path, opener: Opener, step: float) -> None:
        self._path, self._opener, self._step = path, opener, step
        self._last: float | None = None
        self._damaged = False

    def before(self, at: float, tries: int) -> float:
        """How many seconds are lost before the frame of this time, which came after so many tries."""
        # What could not be decoded may be missed some frames later: packets are not in the order of their times.
        self._damaged = self._damaged or tries > 1
        last, self._last = self._last, at
        if last is None or at - last <= max(_LEAST_JUMP, _JUMP * self._step):
            return 0.0
        lost = self._damaged or self._has_packets(last, at) or self._is_broken
        return at - last - self._step if lost else 0.0

    def _has_packets(self, before: float, after: float) -> bool:
        """Tell whether there are packets between those of two frames; where these are not found, nobody knows."""
        first, last = self._number(before), self._number(after)
        return first is not None and last is not None and last - first > _LEAST

    def _number(self, at: float) -> int | None:
        """Which packet has this time."""
        number = bisect_left(self._packets, at - _EXACT)
        return number if number < len(self._packets) and self._packets[number] <= at + _EXACT else None

    @cached_property
    def _is_broken(self) -> bool:
        return is_broken(self._path)

    @cached_property
    def _packets(self) -> list[float]:
        """The times of all packets, none of which is decoded."""
        capture = opened(self._opener, str(self._path), cv2.CAP_FFMPEG, [cv2.CAP_PROP_FORMAT, -1])
        if capture is None:
            return []
        times = []
        try:
            while any(grabbed(capture) for _ in range(_TRIES)):
                times.append(capture.get(cv2.CAP_PROP_POS_MSEC) / 1000)
        finally:
            capture.release()
        return sorted(times)
