"""Hands in a film: how they come in from their side of the table, lay and lift tiles, and leave."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Self

import numpy as np

from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.film.timeline import Carry, Key, Reach
from tileye.datasets.scene.layouts import Pose
from tileye.rules.tiles import Tile

LOW = 0.25
"""How high the fingertips are when they hold a tile that lies on the table."""
_FASTEST = 16.0
"""Sides of a tile a second on average; with the ease at both ends half as much again in the middle."""
_MARGIN = 1.2
"""How far outside the picture the fingertips are when a hand is away."""
_FARTHEST = 120.0
"""Sides of a tile after which every picture has ended, also at the far side of a table that is seen from low down."""
_ASIDE = 1.8
"""How far the hand reaches to both sides of its fingertips."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a player sits, seen from the middle of the table, and how quick the player's hand is."""

    player: int
    side: float
    """Degrees."""
    pace: float
    """1 is quick, 0.6 is leisurely."""

    def outside(self, cameras: Sequence[Camera], x: float, y: float, side: float) -> tuple[float, float]:
        """The nearest place towards a side where no camera sees anything of the hand, however high it is."""
        away = np.arange(0.0, _FARTHEST, 0.25)
        a = math.radians(side)
        hidden = np.ones(len(away), dtype=bool)
        for aside, height in product((-_ASIDE, 0.0, _ASIDE), (0.0, 2.8)):
            across = x + away * math.cos(a) - aside * math.sin(a)
            along = y + away * math.sin(a) + aside * math.cos(a)
            line = np.stack([across, along, np.full(len(away), height)], axis=1)
            for camera in cameras:
                pixels, size = camera.project(line), np.array([camera.width, camera.height])
                hidden &= np.any((pixels < 0) | (pixels > size), axis=1) | (camera.depth(line) <= 0)
        far = float(away[np.argmax(hidden)]) + _MARGIN
        return x + far * math.cos(a), y + far * math.sin(a)


@dataclass(slots=True)
class Visit:
    """A hand on its way in, at work, and out again."""

    random: Random
    seat: Seat
    cameras: Sequence[Camera]
    towards: float
    keys: list[Key]
    carries: list[Carry] = field(default_factory=list)
    held: tuple[Tile, float, float] | None = None
    """The tile between the fingers, since when, and how it will lie."""

    @classmethod
    def come(cls, random: Random, seat: Seat, cameras: Sequence[Camera], start: float, x: float, y: float) -> Self:
        """Begin a visit to a place, from outside the picture."""
        side = seat.side + random.gauss(0, 8)
        out_x, out_y = seat.outside(cameras, x, y, side)
        towards = side + 180
        return cls(random, seat, cameras, towards, [Key(start, out_x, out_y, random.uniform(1.4, 2.2), towards, 0.95)])

    @property
    def now(self) -> float:
        """When the hand is through with what it has done so far."""
        return self.keys[-1].at

    def drop(self, tile: Tile, pose: Pose) -> float:
        """Lay the tile in hand, else the next one from the palm; tell when it lies."""
        if self.held is None and len(self.keys) > 1:
            self.draw_back()
        since = self.held[1] if self.held else self.now
        self.held = (tile, since, pose.turn)
        self.move(pose.x, pose.y, self.random.uniform(0.7, 1.0), 1.0, 0.25)
        self.move(pose.x, pose.y, LOW, 1.0, self.random.uniform(0.18, 0.3))
        self._let_go()
        return self._up(pose, 0.6)

    def pick(self, tile: Tile, pose: Pose) -> float:
        """Pick a tile up, a second one into the palm; tell when it leaves the table."""
        self._let_go()
        self.move(pose.x, pose.y, self.random.uniform(0.7, 1.0), 0.4, 0.25)
        self.move(pose.x, pose.y, LOW, 0.95, 0.22)
        self.held = (tile, self.now, pose.turn)
        return self._up(pose, 0.95)

    def hover(self, x: float, y: float, lift: float, seconds: float) -> None:
        """Stay over a place without touching anything."""
        self.move(x, y, lift, self.random.uniform(0.0, 0.4), seconds)

    def leave(self) -> Reach:
        """Go, with what is in the hand."""
        last = self.keys[-1]
        x, y = self.seat.outside(self.cameras, last.x, last.y, self.towards - 180)
        self.move(x, y, self.random.uniform(1.4, 2.2), 0.95 if self.held else 0.6, 0.3)
        self._let_go()
        return Reach(self.seat.player, tuple(self.keys), tuple(self.carries))

    def move(self, x: float, y: float, lift: float, grip: float, least: float) -> None:
        """Go somewhere, as quickly as this hand is."""
        last = self.keys[-1]
        far = math.dist((last.x, last.y, last.lift), (x, y, lift))
        seconds = max(least, far / (_FASTEST * self.seat.pace)) * self.random.uniform(1.0, 1.15)
        towards = self.towards + self.random.gauss(0, 3)
        self.keys.append(Key(self.now + seconds, x, y, lift, towards, grip))

    def _up(self, pose: Pose, grip: float) -> float:
        """Raise the hand; tell when it began to."""
        done = self.now
        self.move(pose.x, pose.y, self.random.uniform(0.7, 1.1), grip, 0.14)
        return done

    def draw_back(self) -> None:
        """Bring the next tile from the palm to the fingertips."""
        last, back = self.keys[-1], self.random.uniform(0.8, 1.6)
        a = math.radians(self.towards)
        self.move(last.x - back * math.cos(a), last.y - back * math.sin(a), self.random.uniform(1.0, 1.5), 1.0, 0.3)

    def _let_go(self) -> None:
        if self.held is not None:
            tile, since, turn = self.held
            self.carries.append(Carry(since, self.now, tile, turn))
            self.held = None
