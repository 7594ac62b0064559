"""Everything on the table that is no piece and no hand: phones, cups, sweets, bags, as simple solids with a colour.

Lengths are in sides of a tile, z goes up. One list of facets serves the renderer, the composer, and the truth about
what hides what.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tileye.datasets.scene.tile_styles import Rgb

Array = NDArray[np.float64]
_AROUND = 12
"""Facets around a round thing."""
Form = Literal["box", "cylinder", "ball", "limb", "sack"]


@dataclass(frozen=True, slots=True)
class Solid:
    """A box, a cylinder, an ellipsoid, a limb (a rod with round ends) or a sack, standing or lying on the table."""

    name: str
    form: Form
    middle: tuple[float, float, float]
    size: tuple[float, float, float]
    """Along its own x, y and z before it is turned; a limb runs along x."""
    turn: float
    """Degrees around the upright axis."""
    tilt: float
    """Degrees by which its x axis rises."""
    colour: Rgb
    roughness: float

    def mesh(self) -> tuple[Array, list[tuple[int, ...]]]:
        """Points in space and the facets between them."""
        points, facets = _FORMS[self.form](self.size)
        return points @ self._rotation().T + np.array(self.middle), facets

    def _rotation(self) -> Array:
        a, b = math.radians(self.turn), math.radians(self.tilt)
        rise = np.array([[math.cos(b), 0, -math.sin(b)], [0, 1, 0], [math.sin(b), 0, math.cos(b)]])
        turn = np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
        return np.asarray(turn @ rise, dtype=np.float64)


Thing = tuple[Solid, ...]
"""What stands or lies together, such as a cup with its drink."""


def box_mesh(size: tuple[float, float, float]) -> tuple[Array, list[tuple[int, ...]]]:
    """A box around the origin; its last facet is the top."""
    signs = np.array([(x, y, z) for z in (-1, 1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    sides = [(i, (i + 1) % 4, (i + 1) % 4 + 4, i + 4) for i in range(4)]
    return signs * np.array(size) / 2, [(3, 2, 1, 0), *sides, (4, 5, 6, 7)]


def _lathe(profile: list[tuple[float, float]], around: int = _AROUND) -> tuple[Array, list[tuple[int, ...]]]:
    """Turn a profile of radius and height around the upright axis."""
    angles = [2 * math.pi * i / around for i in range(around)]
    points = np.array([(r * math.cos(a), r * math.sin(a), z) for r, z in profile for a in angles])
    facets: list[tuple[int, ...]] = [tuple(range(around - 1, -1, -1))]
    for ring in range(len(profile) - 1):
        low, high = ring * around, (ring + 1) * around
        facets += [(low + i, low + (i + 1) % around, high + (i + 1) % around, high + i) for i in range(around)]
    last = (len(profile) - 1) * around
    return points, [*facets, tuple(range(last, last + around))]


def _cylinder(size: tuple[float, float, float]) -> tuple[Array, list[tuple[int, ...]]]:
    points, facets = _lathe([(0.5, -0.5), (0.5, 0.5)], 16)
    return points * np.array(size), facets


def _ball(size: tuple[float, float, float]) -> tuple[Array, list[tuple[int, ...]]]:
    steps = [math.pi * (i / 8 - 0.5) for i in range(9)]
    points, facets = _lathe([(max(0.02, 0.5 * math.cos(a)), 0.5 * math.sin(a)) for a in steps])
    return points * np.array(size), facets


def _limb(size: tuple[float, float, float]) -> tuple[Array, list[tuple[int, ...]]]:
    """A rod along x whose ends are half balls."""
    length, width, height = size
    straight = max(0.0, length - width)
    ends = [math.pi / 2 * i / 4 for i in range(5)]
    low = [(max(0.02, math.sin(a)) / 2, -straight / width / 2 - math.cos(a) / 2) for a in ends]
    profile = [*low, *((r, -z) for r, z in reversed(low))]
    points, facets = _lathe(profile)
    laid = np.stack([points[:, 2] * width, points[:, 1] * width, points[:, 0] * height], axis=1)
    return laid, [tuple(reversed(facet)) for facet in facets]


def _sack(size: tuple[float, float, float]) -> tuple[Array, list[tuple[int, ...]]]:
    """A cloth bag in folds, gathered at its neck."""
    profile = [(0.38, -0.5), (0.5, -0.34), (0.47, -0.05), (0.33, 0.18), (0.14, 0.3), (0.12, 0.36), (0.24, 0.5)]
    points, facets = _lathe(profile, 16)
    turns = np.arctan2(points[:, 1], points[:, 0])
    folds = 1 + 0.07 * np.cos(5 * turns + 4 * points[:, 2]) + 0.05 * np.cos(3 * turns - 1)
    points[:, :2] *= folds[:, None] / 1.12
    return points * np.array(size), facets


_FORMS = {"box": box_mesh, "cylinder": _cylinder, "ball": _ball, "limb": _limb, "sack": _sack}
_WIDE = {"board": 6.0, "rack": 1.5, "pad": 1.0}
"""How much farther away than others these lie, because they are large."""
_NAMES = ("phone", "black box", "cup", "sweets", "cards", "bag", "pad", "pen", "rack", "board")


def draw_clutter(random: Random, reach: float) -> list[Thing]:
    """Draw what lies around a game: none to several things, none of them nearer than so far from the middle."""
    things: list[Thing] = []
    for _ in range(random.choice((0, 0, 1, 2, 3, 5))):
        name = random.choice(_NAMES)
        angle, away = random.uniform(0, 2 * math.pi), reach + random.uniform(2.0, 9.0) + _WIDE.get(name, 0.0)
        things.append(tuple(_thing(random, name, away * math.cos(angle), away * math.sin(angle))))
    return things


def clear_of(thing: Thing, places: Iterable[tuple[float, float]], margin: float) -> bool:
    """Tell whether a thing keeps a margin to all places on the table."""
    return all(
        math.hypot(solid.middle[0] - x, solid.middle[1] - y) > max(solid.size[:2]) / 2 + margin
        for x, y in places
        for solid in thing
    )


def _thing(random: Random, name: str, x: float, y: float) -> list[Solid]:
    turn, bright = random.uniform(0, 360), _bright(random)
    dark = _grey(random, 0.01, 0.08)
    match name:
        case "phone":
            return [Solid(name, "box", (x, y, 0.17), (6.6, 3.2, 0.34), turn, 0, dark, random.uniform(0.05, 0.3))]
        case "black box":
            size = (random.uniform(0.7, 5), random.uniform(0.7, 4), random.uniform(0.3, 2))
            return [Solid(name, "box", (x, y, size[2] / 2), size, turn, 0, dark, random.uniform(0.2, 0.9))]
        case "cup":
            wide, tall = random.uniform(2.6, 4), random.uniform(2.5, 5)
            inside = Solid("drink", "cylinder", (x, y, tall + 0.01), (wide * 0.88, wide * 0.88, 0.01), 0, 0, dark, 0.1)
            return [Solid(name, "cylinder", (x, y, tall / 2), (wide, wide, tall), 0, 0, bright, 0.3), inside]
        case "sweets":
            return [_sweet(random, x, y) for _ in range(random.randint(2, 9))]
        case "cards":
            return [_card(random, x, y, 0.02 * (i + 1)) for i in range(random.randint(1, 5))]
        case "bag":
            size = (random.uniform(3, 6), random.uniform(3, 5), random.uniform(1.8, 3.5))
            colour = bright if random.random() < 0.6 else dark
            return [Solid(name, "sack", (x, y, size[2] / 2), size, turn, 0, colour, 0.95)]
        case "pad":
            return _pad(random, x, y, turn)
        case "rack":
            return _rack(random, x, y, turn)
        case "board":
            return _board(random, x, y, turn)
        case _:
            return [Solid(name, "limb", (x, y, 0.17), (6.2, 0.34, 0.34), turn, 0, bright, 0.3)]


def _grey(random: Random, low: float, high: float) -> Rgb:
    return (random.uniform(low, high),) * 3


def _beside(x: float, y: float, turn: float, along: float, across: float) -> tuple[float, float]:
    """A place in the measure of a thing that lies turned."""
    a = math.radians(turn)
    return x + along * math.cos(a) - across * math.sin(a), y + along * math.sin(a) + across * math.cos(a)


def _pad(random: Random, x: float, y: float, turn: float) -> list[Solid]:
    """A score pad: paper with lines, and something written into some of them."""
    ink, line = _grey(random, 0.05, 0.3), _grey(random, 0.5, 0.7)
    solids = [Solid("pad", "box", (x, y, 0.1), (6.5, 4.6, 0.2), turn, 0, _grey(random, 0.75, 0.95), 0.9)]
    for number in range(random.randint(5, 9)):
        across = 1.9 - 0.45 * number
        place = _beside(x, y, turn, 0.0, across)
        solids.append(Solid("line", "box", (*place, 0.203), (5.9, 0.035, 0.006), turn, 0, line, 0.9))
        for word in range(random.randint(0, 3)):
            place = _beside(x, y, turn, -2.4 + 1.7 * word + random.gauss(0, 0.2), across + 0.17)
            size = (random.uniform(0.2, 0.9), random.uniform(0.06, 0.14), 0.006)
            solids.append(Solid("writing", "box", (*place, 0.203), size, turn + random.gauss(0, 5), 0, ink, 0.9))
    return solids


def _rack(random: Random, x: float, y: float, turn: float) -> list[Solid]:
    """A wooden ledge with black tiles that stand on it, seen from behind."""
    red, count = random.uniform(0.25, 0.8), random.randint(2, 6)
    wood, black = (red, red * random.uniform(0.65, 0.85), red * random.uniform(0.35, 0.6)), _grey(random, 0.02, 0.12)
    solids = [Solid("rack", "box", (x, y, 0.2), (6.8, 1.3, 0.4), turn, 0, wood, 0.6)]
    for number in range(count):
        place = _beside(x, y, turn, 1.04 * (number - (count - 1) / 2), random.gauss(0, 0.03))
        solids.append(Solid("back", "box", (*place, 0.9), (1, 0.4, 1), turn + random.gauss(0, 2), 0, black, 0.5))
    return solids


def _board(random: Random, x: float, y: float, turn: float) -> list[Solid]:
    """The board of another game: a card with squares in a few colours."""
    count, colours = random.randint(3, 6), [_bright(random) for _ in range(3)]
    wide = 9.0 / count
    solids = [Solid("board", "box", (x, y, 0.06), (9.6, 9.6, 0.12), turn, 0, _bright(random), 0.4)]
    for number in range(count * count):
        row, column = divmod(number, count)
        along, across = ((place - (count - 1) / 2) * wide for place in (column, row))
        place, size = _beside(x, y, turn, along, across), (wide * 0.92, wide * 0.92, 0.006)
        solids.append(Solid("square", "box", (*place, 0.123), size, turn, 0, random.choice(colours), 0.4))
    return solids


def _bright(random: Random) -> Rgb:
    return (random.random() ** 1.5, random.random() ** 1.5, random.random() ** 1.5)


def _sweet(random: Random, x: float, y: float) -> Solid:
    size, flat = random.uniform(0.45, 1.0), random.uniform(0.35, 1.0)
    place = (x + random.gauss(0, 1.2), y + random.gauss(0, 1.2), size * flat / 2)
    form: Form = random.choice(("ball", "ball", "box", "cylinder"))
    return Solid("sweet", form, place, (size, size, size * flat), random.uniform(0, 90), 0, _bright(random), 0.3)


def _card(random: Random, x: float, y: float, z: float) -> Solid:
    place = (x + random.gauss(0, 0.8), y + random.gauss(0, 0.8), z)
    colour = _bright(random) if random.random() < 0.5 else (0.93, 0.93, 0.9)
    return Solid("card", "box", place, (4.0, 2.7, 0.02), random.uniform(0, 360), 0, colour, 0.4)
