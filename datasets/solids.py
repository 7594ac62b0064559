"""Everything on the table that is no piece: boxes, cups, balls, hands, as simple solids with a colour.

Lengths are in sides of a tile, z goes up. One list of facets serves the renderer, the composer, and the truth about
what hides what.
"""

import math
from dataclasses import dataclass
from random import Random
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from datasets.makes import Rgb

Array = NDArray[np.float64]
Form = Literal["box", "cylinder", "ball", "limb"]


@dataclass(frozen=True, slots=True)
class Solid:
    """A box, a cylinder, an ellipsoid or a limb (a rod with round ends) standing or lying on the table."""

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


def box_mesh(size: tuple[float, float, float]) -> tuple[Array, list[tuple[int, ...]]]:
    """A box around the origin; its last facet is the top."""
    signs = np.array([(x, y, z) for z in (-1, 1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    sides = [(i, (i + 1) % 4, (i + 1) % 4 + 4, i + 4) for i in range(4)]
    return signs * np.array(size) / 2, [(3, 2, 1, 0), *sides, (4, 5, 6, 7)]


def _lathe(profile: list[tuple[float, float]], around: int = 20) -> tuple[Array, list[tuple[int, ...]]]:
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
    points, facets = _lathe([(0.5, -0.5), (0.5, 0.5)], 28)
    return points * np.array(size), facets


def _ball(size: tuple[float, float, float]) -> tuple[Array, list[tuple[int, ...]]]:
    steps = [math.pi * (i / 9 - 0.5) for i in range(10)]
    points, facets = _lathe([(max(0.02, 0.5 * math.cos(a)), 0.5 * math.sin(a)) for a in steps])
    return points * np.array(size), facets


def _limb(size: tuple[float, float, float]) -> tuple[Array, list[tuple[int, ...]]]:
    """A rod along x whose ends are half balls."""
    length, width, height = size
    straight = max(0.0, length - width)
    ends = [math.pi / 2 * i / 5 for i in range(6)]
    low = [(max(0.02, math.sin(a)) / 2, -straight / width / 2 - math.cos(a) / 2) for a in ends]
    profile = [*low, *((r, -z) for r, z in reversed(low))]
    points, facets = _lathe(profile, 16)
    laid = np.stack([points[:, 2] * width, points[:, 1] * width, points[:, 0] * height], axis=1)
    return laid, [tuple(reversed(facet)) for facet in facets]


_FORMS = {"box": box_mesh, "cylinder": _cylinder, "ball": _ball, "limb": _limb}


def draw_clutter(random: Random, reach: float) -> list[Solid]:
    """Draw what lies around a game: none to several things, none of them nearer than so far from the middle."""
    solids: list[Solid] = []
    for _ in range(random.choice((0, 0, 1, 2, 3, 5))):
        angle, away = random.uniform(0, 2 * math.pi), reach + random.uniform(2.0, 9.0)
        solids += _thing(random, away * math.cos(angle), away * math.sin(angle))
    return solids


def _thing(random: Random, x: float, y: float) -> list[Solid]:
    name = random.choice(("phone", "black box", "cup", "sweets", "cards", "bag", "pad", "pen"))
    turn, bright = random.uniform(0, 360), _bright(random)
    dark = (random.uniform(0.01, 0.08),) * 3
    white = (random.uniform(0.75, 0.95),) * 3
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
            size = (random.uniform(3, 6), random.uniform(3, 5), random.uniform(1.5, 3))
            return [Solid(name, "ball", (x, y, size[2] * 0.4), size, turn, 0, bright, 0.95)]
        case "pad":
            return [Solid(name, "box", (x, y, 0.1), (6.5, 4.6, 0.2), turn, 0, white, 0.9)]
        case _:
            return [Solid(name, "limb", (x, y, 0.17), (6.2, 0.34, 0.34), turn, 0, bright, 0.3)]


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


_SKINS: tuple[Rgb, ...] = (
    (0.95, 0.80, 0.70),
    (0.88, 0.68, 0.55),
    (0.76, 0.55, 0.40),
    (0.62, 0.42, 0.28),
    (0.44, 0.28, 0.18),
    (0.28, 0.17, 0.11),
)


def draw_hand(random: Random, x: float, y: float, towards: float) -> list[Solid]:
    """Draw a hand whose fingers reach to a place on the table, in the direction of so many degrees."""
    skin = tuple(min(1.0, c * random.uniform(0.9, 1.1)) for c in random.choice(_SKINS))
    colour = (skin[0], skin[1], skin[2])
    lift, size = random.uniform(0.2, 1.2), random.uniform(0.8, 1.1)
    a = math.radians(towards)

    def along(forward: float, aside: float) -> tuple[float, float]:
        return (
            x + size * (forward * math.cos(a) - aside * math.sin(a)),
            y + size * (forward * math.sin(a) + aside * math.cos(a)),
        )

    parts = [Solid("palm", "ball", (*along(-3.4, 0), lift + 0.8), (4.4, 3.8, 1.5), towards, 0, colour, 0.6)]
    for number in range(4):
        aside, length = 0.95 * (number - 1.5), (3.0, 3.6, 3.4, 2.6)[number] * size
        place = (*along(-0.2 - length * 0.25, aside), lift + 0.5)
        parts.append(
            Solid(
                "finger",
                "limb",
                place,
                (length, 0.85 * size, 0.85 * size),
                towards + 4 * (number - 1.5),
                -12,
                colour,
                0.6,
            )
        )
    thumb = (*along(-2.6, 2.0), lift + 0.5)
    parts.append(Solid("thumb", "limb", thumb, (2.6 * size, size, size), towards - 35, -8, colour, 0.6))
    sleeve = _bright(random) if random.random() < 0.7 else colour
    arm = (*along(-14.5, 0), lift + 1.8)
    parts.append(Solid("arm", "limb", arm, (19 * size, 3.4 * size, 3.0 * size), towards, -4, sleeve, 0.9))
    return parts
