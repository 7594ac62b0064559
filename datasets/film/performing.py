"""What the hands of the players do at the table: they lay tiles, mend slips, lift tiles again, lean and point."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.film.disturbances import Slip
from tileye.datasets.film.gestures import Seat, Visit
from tileye.datasets.film.tabletops import Tabletop
from tileye.datasets.film.timeline import Reach
from tileye.rules.board import Cell, Placement, neighbours
from tileye.rules.tiles import Tile

PAUSE = (0.2, 1.0)
"""How long a hand is away before it comes again in the same turn."""
_NUDGES = 0.12
"""How often a hand touches a tile beside the one that it lays."""
_TOUCH = 0.1
_MOST_LIFTED = 3
_INSIDE = 3.5
"""What is at the rim shows no more of a hand than its fingers."""


@dataclass(frozen=True, slots=True)
class _Act:
    """A tile that is laid into a cell, or picked up there."""

    tile: Tile
    cell: Cell
    picked: bool = False


@dataclass(slots=True)
class Hands:
    """The hands at a table, until now."""

    random: Random
    seats: Sequence[Seat]
    cameras: Sequence[Camera]
    reaches: list[Reach] = field(default_factory=list, kw_only=True)

    @property
    def left(self) -> float:
        """When the last hand has left the picture."""
        return self.reaches[-1].keys[-1].at if self.reaches else 0.0

    def hover(self, player: int, start: float, places: Sequence[tuple[float, float]], lift: float, each: float) -> None:
        """Stay over some places for so many seconds each, without touching anything."""
        visit = Visit.come(self.random, self.seats[player], self.cameras, start, *places[0])
        for x, y in places:
            visit.hover(x, y, lift, each)
        self.reaches.append(visit.leave())

    def rim(self, player: int, inside: float = _INSIDE, aside: float = 0.0) -> tuple[float, float]:
        """A place at a player's side of the table, or so many degrees aside, so far inside the picture."""
        seat = self.seats[player]
        x, y = seat.outside(self.cameras, 0.0, 0.0, seat.side + aside)
        share = 1 - inside / math.hypot(x, y)
        return x * share, y * share


@dataclass(slots=True)
class Performance(Hands):
    """The hands of a game with tiles."""

    tabletop: Tabletop

    def lay(self, player: int, start: float, placed: Placement, slip: Slip | None) -> float:
        """Lay tiles, one to three with each visit, and mend a slip at once; tell when the first of them lies."""
        first = math.inf
        for load in self._loads(placed, slip):
            first = min(first, self._carry_out(player, start, load))
            start = self.left + self.random.uniform(*PAUSE)
        return first

    def lift(self, player: int, start: float, placed: Placement) -> None:
        """Lift tiles again, the last ones first, some with each visit."""
        acts = [_Act(tile, cell, picked=True) for tile, cell in reversed(placed)]
        for first in range(0, len(acts), _MOST_LIFTED):
            self._carry_out(player, start, acts[first : first + _MOST_LIFTED])
            start = self.left + self.random.uniform(*PAUSE)

    def _loads(self, placed: Placement, slip: Slip | None) -> list[list[_Act]]:
        """Deal what is to be done out to visits."""
        acts = [_Act(tile, cell) for tile, cell in placed]
        last: list[list[_Act]] = []
        if slip is not None:
            right = acts.pop()
            wrong = [_Act(slip.tile, slip.cell), _Act(slip.tile, slip.cell, picked=True)]
            last = [[*wrong, right]] if slip.tile == right.tile else [wrong, [right]]
        loads: list[list[_Act]] = []
        while acts:
            count = self.random.choice((1, 2, 2, 3))
            loads.append(acts[:count])
            acts = acts[count:]
        return loads + last

    def _carry_out(self, player: int, start: float, acts: Sequence[_Act]) -> float:
        """One visit of a hand; tell when its first tile lies or is lifted."""
        visit: Visit | None = None
        times = []
        for act in acts:
            pose = self.tabletop.lying[act.cell][1] if act.picked else self.tabletop.place(act.cell)
            visit = visit or Visit.come(self.random, self.seats[player], self.cameras, start, pose.x, pose.y)
            if act.picked:
                times.append(visit.pick(act.tile, pose))
                self.tabletop.lift(times[-1], act.cell)
            else:
                times.append(visit.drop(act.tile, pose))
                self.tabletop.put(times[-1], act.tile, act.cell, pose)
                self._touch(times[-1] + _TOUCH, act.cell)
        assert visit is not None
        self.reaches.append(visit.leave())
        return times[0]

    def _touch(self, at: float, cell: Cell) -> None:
        """Now and then push a neighbour of the tile that was laid."""
        near = [one for one in neighbours(cell) if one in self.tabletop.lying]
        if near and self.random.random() < _NUDGES:
            self.tabletop.nudge(at, self.random.choice(near))
