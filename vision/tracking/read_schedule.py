"""A table at rest: when it is read next, and how much of it."""

from dataclasses import dataclass, replace

import numpy as np

from tileye.vision.images.changes import Box, ChangedBlocks

_VOTES = 3
"""So many frames in a row are read after a hand was there."""
_PAUSE, _LONGEST = 0.25, 5.0
"""Seconds until all is read again; each pause is twice as long as the last one, up to the longest."""
_RESTLESS = 2
"""What changes although no hand was there is noise or light more often than a tile: so many of the pauses are over."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadSchedule:
    """What was read since the table has been at rest."""

    readings: int = 0
    read_at: float = 0.0
    dirty: ChangedBlocks | None = None
    """What changed since all was read."""

    def changed(self, region: ChangedBlocks) -> "ReadSchedule":
        """Something is not as it was read."""
        if not region:
            return self
        known = self.dirty.blocks if self.dirty and self.dirty.size == region.size else np.zeros_like(region.blocks)
        dirty = ChangedBlocks(np.asarray(known | region.blocks, np.bool_), region.size)
        return replace(self, readings=min(self.readings, _VOTES + _RESTLESS), dirty=dirty)

    def disturbed(self) -> "ReadSchedule":
        """A hand is there."""
        return ReadSchedule(dirty=self.dirty)

    def is_due(self, at: float) -> bool:
        """Tell whether it is time to read."""
        return self.readings < _VOTES or at >= self.read_at + self._pause

    @property
    def _pause(self) -> float:
        return min(_LONGEST, _PAUSE * 2.0 ** min(self.readings - _VOTES, 10))

    @property
    def boxes(self) -> list[Box] | None:
        """Where to read; None: everywhere."""
        if self.readings >= _VOTES:
            return None
        return self.dirty.boxes() if self.dirty else []

    def read(self, at: float, *, whole: bool) -> "ReadSchedule":
        """It was read now."""
        return ReadSchedule(self.readings + 1, at, None if whole else self.dirty)
