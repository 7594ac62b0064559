"""The referee's sense of time: since when the table is free, and how long a diagnosis has held."""

import math
from dataclasses import dataclass, replace
from typing import Protocol


class ClockSettings(Protocol):
    """What the sense of time of a referee depends on; of tiles and of cards alike."""

    @property
    def longest_step(self) -> float:
        """What the time between two things seen counts at most."""

    @property
    def missed_after(self) -> float:
        """Who saw nothing for so long may have missed something."""

    @property
    def kept_over_hands(self) -> float:
        """The share of what a diagnosis has held that survives a hand which changed nothing."""

    @property
    def least_visit(self) -> float:
        """What moves for a shorter time is no hand."""

    @property
    def longest_lapse(self) -> float:
        """A diagnosis that is back after so long has held all the time."""

    @property
    def first_credit(self) -> float:
        """The first readings after a hand count for what they are found to have shown, up to so long."""


@dataclass(frozen=True, slots=True)
class Lapsed:
    """The diagnosis before, how long it had held, and until when."""

    key: object = None
    held: float = 0.0
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class RefereeClock:
    """Where time stands; it never runs backwards, and a gap in which nobody watched counts little."""

    clock: float = 0.0
    free_since: float | None = None
    """Since when no hand is there; None while one is."""
    last_free: float | None = None
    before: "RefereeClock | None" = None
    """How it was before the hand came that is there."""
    touches: int = 0
    """How often a hand was there."""
    blind: bool = False
    """Whether nothing was seen for long."""
    held: float = 0.0
    """How long the diagnosis has held, with a share of what it held before hands that changed nothing."""
    key: object = None
    """What tells the diagnosis from others."""
    lapsed: Lapsed = Lapsed()
    strayed: float = 0.0
    """How long tiles have been lying there that nothing explains."""

    @property
    def free(self) -> float:
        """How long the table has been free."""
        return 0.0 if self.free_since is None else self.clock - self.free_since

    @property
    def steady(self) -> float:
        """How long the diagnosis has held without any hand in between."""
        return min(self.held, self.free)

    def advanced(self, at: float, settings: ClockSettings) -> "RefereeClock":
        """Time goes on."""
        clock = max(self.clock, at) if math.isfinite(at) else self.clock
        if self.free_since is None:
            return replace(self, clock=clock)
        step = min(clock - self.clock, settings.longest_step)
        # What was not watched did not last, either.
        unwatched = clock - self.clock - step
        return replace(
            self,
            clock=clock,
            free_since=self.free_since + unwatched,
            held=self.held + step,
            strayed=self.strayed + step,
            blind=self.blind or unwatched >= settings.missed_after,
        )

    def disturbed(self, settings: ClockSettings) -> "RefereeClock":
        """A hand comes, or is still there."""
        if self.free_since is None:
            return self
        return replace(
            self,
            free_since=None,
            last_free=self.clock,
            before=self,
            touches=self.touches + 1,
            held=self.held * settings.kept_over_hands,
            strayed=0.0,
        )

    def freed(self, settings: ClockSettings) -> "RefereeClock":
        """The table is free; if it was not only for a moment, no hand was there."""
        if self.free_since is not None:
            return self
        away = 0.0 if self.last_free is None else self.clock - self.last_free
        if self.before is not None and away < settings.least_visit:
            return replace(self.before, clock=self.clock)
        return replace(self, free_since=self.clock, before=None, blind=self.blind or away >= settings.missed_after)

    def diagnosed(self, key: object, settings: ClockSettings) -> "RefereeClock":
        """What the table shows is known; a diagnosis that comes back after a moment has held all the time."""
        if key == self.key:
            return self
        lapsed, since = self.lapsed, self.clock - self.lapsed.at
        if key == lapsed.key and since <= settings.longest_lapse:
            held = lapsed.held + since
        else:
            held = self.free if self.free <= settings.first_credit else 0.0
        return replace(self, key=key, held=held, lapsed=Lapsed(self.key, self.held, self.clock))
