"""A table while people play on it: where the tiles lie from moment to moment, never quite straight."""

import math
from dataclasses import dataclass, field
from random import Random

from tileye.datasets.film.timeline import Rest
from tileye.datasets.scene.layouts import Piece, PlacementNoise, Pose
from tileye.rules.board import Cell, neighbours
from tileye.rules.tiles import Tile

MOST_SHIFT = 0.2
"""How far a tile may lie from where its neighbours say, in sides of a tile."""
MOST_TURN = 7.0
"""How far it may be turned against them, in degrees."""

_LEAST_APART = 0.97
_PULL = 0.85
"""How much of its neighbours' error a tile takes over: people also look along whole lines."""
_LEVER = 0.5
"""How much a line follows the turn of its last tile."""


def draw_film_placement_noise(random: Random) -> PlacementNoise:
    """Draw how carefully people lay tiles whose cells must stay certain."""
    sloppy = random.random()
    return PlacementNoise(
        shift=0.006 + 0.018 * sloppy,
        turn=0.3 + 1.1 * sloppy,
        drift=0.003 + 0.009 * sloppy,
        gap=0.012 + random.random() ** 2 * 0.05,
        strays=0.0,
    )


@dataclass(slots=True)
class Tabletop:
    """The tiles of a game, and every state of rest that they went through."""

    random: Random
    noise: PlacementNoise
    middle: tuple[float, float]
    """The cell, also between two, that lies in the middle of the table."""
    others: tuple[Piece, ...]
    """Pieces that do not take part."""
    rests: list[Rest] = field(default_factory=list)
    lying: dict[Cell, tuple[Tile, Pose]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with an empty board."""
        self._rest(0.0)

    @property
    def pitch(self) -> float:
        """From tile to tile, with the usual gap."""
        return 1.0 + self.noise.gap

    def place(self, cell: Cell) -> Pose:
        """Draw where a hand lays a tile: as straight as it can, and away from the tiles that lie already."""
        wanted = self.expected(cell)
        error = self.noise.shift + self.noise.drift
        for trust in (1.0, 0.6, 0.3, 0.0):
            shift_x, shift_y = self.random.gauss(0, trust * error), self.random.gauss(0, trust * error)
            turn = self.random.gauss(0, trust * self.noise.turn)
            pose = Pose(wanted.x + shift_x, wanted.y + shift_y, 0.0, wanted.turn + turn)
            if self._fits(cell, pose):
                break
        return pose

    def put(self, at: float, tile: Tile, cell: Cell, pose: Pose) -> None:
        """Lay a tile."""
        self.lying[cell] = (tile, pose)
        self._rest(at)

    def lift(self, at: float, cell: Cell) -> tuple[Tile, Pose]:
        """Take a tile away."""
        tile, pose = self.lying.pop(cell)
        self._rest(at)
        return tile, pose

    def nudge(self, at: float, cell: Cell) -> None:
        """Push a tile a little, if it then still lies where it belongs, and its neighbours do."""
        tile, pose = self.lying[cell]
        away, push = self.random.uniform(0, 2 * math.pi), self.random.uniform(0.02, 0.12)
        turn = self.random.choice((-1, 1)) * self.random.uniform(1, 3)
        pushed = Pose(pose.x + push * math.cos(away), pose.y + push * math.sin(away), 0.0, pose.turn + turn)
        self.lying[cell] = (tile, pushed)
        touched = [cell, *(near for near in neighbours(cell) if near in self.lying)]
        if all(self._fits(one, self.lying[one][1]) for one in touched):
            self._rest(at)
        else:
            self.lying[cell] = (tile, pose)

    def expected(self, cell: Cell) -> Pose:
        """Where a tile belongs, as its neighbours lie, else the tiles that are nearest."""
        near = [one for one in neighbours(cell) if one in self.lying] or self._nearest(cell)
        home = self._home(cell)
        if not near:
            return home
        guesses = [self._guess(cell, one) for one in near]
        x, y, turn = (sum(guess[axis] for guess in guesses) / len(guesses) for axis in range(3))
        return Pose(home.x + _PULL * (x - home.x), home.y + _PULL * (y - home.y), 0.0, _PULL * turn)

    def _guess(self, cell: Cell, one: Cell) -> tuple[float, float, float]:
        """Where a tile lies if another one lies right."""
        pose = self.lying[one][1]
        a = math.radians(_LEVER * pose.turn)
        dx, dy = self.pitch * (cell[0] - one[0]), self.pitch * (one[1] - cell[1])
        return (
            pose.x + dx * math.cos(a) - dy * math.sin(a),
            pose.y + dx * math.sin(a) + dy * math.cos(a),
            pose.turn,
        )

    def _home(self, cell: Cell) -> Pose:
        return Pose(self.pitch * (cell[0] - self.middle[0]), self.pitch * (self.middle[1] - cell[1]), 0.0, 0.0)

    def _nearest(self, cell: Cell) -> list[Cell]:
        if not self.lying:
            return []
        least = min(_steps(cell, one) for one in self.lying)
        return sorted(one for one in self.lying if _steps(cell, one) == least)

    def _fits(self, cell: Cell, pose: Pose) -> bool:
        wanted = self.expected(cell)
        apart = (
            math.hypot(pose.x - other.x, pose.y - other.y) for one, (_, other) in self.lying.items() if one != cell
        )
        return (
            math.hypot(pose.x - wanted.x, pose.y - wanted.y) <= 0.75 * MOST_SHIFT
            and abs(pose.turn - wanted.turn) <= 0.75 * MOST_TURN
            and all(distance >= _LEAST_APART for distance in apart)
        )

    def _rest(self, at: float) -> None:
        board = (Piece(tile, pose, "board", cell) for cell, (tile, pose) in self.lying.items())
        self.rests.append(Rest(at, (*board, *self.others)))


def _steps(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
