"""Interludes: what people do between two turns of a film without playing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

Place = tuple[float, float]
"""On the table, in sides of a tile from its middle."""


class InterludeStage(Protocol):
    """What an interlude can make happen; each call starts where the one before ended."""

    def within(self, bounds: tuple[float, float]) -> float:
        """Draw a number between two others."""

    def hover(self, player: int, places: Sequence[Place], lift: float, each: float) -> None:
        """A player's hand comes, stays over some places for so many seconds each, and leaves."""

    def bump(self, after: float) -> None:
        """The camera gets a bump so many seconds later; only as often as `Look.bumps` of the film says."""


@dataclass(frozen=True, slots=True)
class Interlude:
    """One kind of interlude."""

    name: str
    play: Callable[[InterludeStage, int, Sequence[Place]], None]
    """Plays it, with a player and three places of the game, all drawn by the film."""
    comes_in: Callable[[int], bool] = lambda seed: False
    """Whether the film with this seed has it once more. `draw_disturbances` draws some for every film anyway."""


def _lean(stage: InterludeStage, player: int, places: Sequence[Place]) -> None:
    stage.hover(player, places, stage.within((1.2, 2.4)), stage.within((0.7, 1.3)))


def _point(stage: InterludeStage, player: int, places: Sequence[Place]) -> None:
    stage.hover(player, places[:1], 0.6, stage.within((0.6, 1.2)))


def _bump(stage: InterludeStage, player: int, places: Sequence[Place]) -> None:
    stage.bump(stage.within((2.0, 3.6)))


LEAN = Interlude("lean", _lean)
"""Somebody leans over the table."""
POINT = Interlude("point", _point)
"""Somebody points at a tile."""
BUMP = Interlude("bump", _bump)
"""Somebody bumps the camera."""
