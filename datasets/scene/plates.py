"""Thin printed things: cards, boards, magazines; as data, with their points in space.

Lengths are in sides of a tile. A plate is built around the origin, x to its right and y up its print, and then tilted,
turned and put where it belongs.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.scene.tile_styles import Rgb

Array = NDArray[np.float64]
THIN = 0.1
"""What is not higher than this lies on the table like a part of it."""


class PlateFace(Protocol):
    """What is printed on a plate; equal faces look the same."""

    def __hash__(self) -> int:
        """Painted faces are kept."""

    def paint(self, width: int, height: int) -> NDArray[np.uint8]:
        """Paint it, red green blue, so many pixels wide and high."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A thin printed thing, or a block with a printed top."""

    name: str
    size: tuple[float, float]
    """Across and along."""
    middle: tuple[float, float, float]
    """Of its lower side."""
    turn: float
    """Degrees around the upright axis, counterclockwise seen from above."""
    face: PlateFace
    tilt: float = 0.0
    """Degrees by which its upper edge rises."""
    bend: float = 0.0
    """By how much its upper and lower edge rise over its middle."""
    corner: float = 0.0
    """The radius of its corners."""
    thickness: float = 0.012
    roughness: float = 0.5
    edge: Rgb = (0.9, 0.9, 0.88)
    """The colour of its sides."""
    back: PlateFace | None = None
    """What is printed on its lower side, where that may be seen."""

    @property
    def lies(self) -> bool:
        """Whether it lies on the table like a part of it."""
        return self.tilt == 0 and self.middle[2] + self.thickness <= THIN

    def corners(self) -> Array:
        """The corners of its print in space: upper left, upper right, lower right, lower left."""
        return self.points(np.array([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)]))

    def points(self, places: Array) -> Array:
        """Places of its print in space; they run from -0.5 to 0.5 across and along."""
        x, y = places[..., 0] * self.size[0], places[..., 1] * self.size[1]
        z = self.thickness + self.bend * (2 * places[..., 1]) ** 2
        return self._put(np.stack([x, y, z], axis=-1))

    def body(self) -> tuple[Array, list[tuple[int, ...]]]:
        """Its body as a block: points in space and the facets between them, the last of them its top."""
        across, along = self.size[0] / 2, self.size[1] / 2
        rim = [(-across, -along), (across, -along), (across, along), (-across, along)]
        points = np.array([(x, y, z) for z in (0.0, self.thickness) for x, y in rim])
        sides = [(i, (i + 1) % 4, (i + 1) % 4 + 4, i + 4) for i in range(4)]
        return self._put(points), [(3, 2, 1, 0), *sides, (4, 5, 6, 7)]

    def _put(self, points: Array) -> Array:
        a, b = math.radians(self.turn), math.radians(self.tilt)
        rise = np.array([[1, 0, 0], [0, math.cos(b), -math.sin(b)], [0, math.sin(b), math.cos(b)]])
        turn = np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
        return np.asarray(points @ (turn @ rise).T + np.array(self.middle), np.float64)


def pressed_flat(plates: Sequence[Plate]) -> list[Plate]:
    """The plates as they lie on each other: what is on a bent card, or under it, would stick through it."""
    return [
        replace(plate, bend=0.0) if plate.bend and any(_overlap(plate, other) for other in plates) else plate
        for plate in plates
    ]


def _overlap(one: Plate, other: Plate) -> bool:
    if one is other:
        return False
    first, second = ((plate.middle[:2], plate.size, plate.turn) for plate in (one, other))
    return bool(cv2.rotatedRectangleIntersection(first, second)[0] != cv2.INTERSECT_NONE)
