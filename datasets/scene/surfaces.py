"""Table tops, drawn by us: wood in several ways, laminate, stone, glass, cloth, carpet, printed boards.

A surface is a kind and a number; `paint` draws it as a picture that covers `SPAN` tiles and can be laid side by side.
"""

import colorsys
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[Any]
"""Rows, columns, red green blue from 0 to 1."""

SPAN = 24.0
"""Sides of a tile that one picture covers."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A table top: what it is, which draw of it, and how it shines."""

    kind: str
    number: int
    roughness: float


def draw_surface(number: int) -> Surface:
    """Draw a surface; the same number gives the same surface."""
    random = Random(f"surface {number}")
    kinds, weights = zip(*_WEIGHTS.items(), strict=True)
    kind = random.choices(kinds, weights)[0]
    return Surface(kind, number, random.uniform(*_ROUGHNESS.get(kind, (0.15, 0.8))))


def paint(surface: Surface, size: int = 1024) -> NDArray[np.uint8]:
    """Draw the picture of a surface, red green blue."""
    random = Random(f"paint {surface.number}")
    picture = _PAINTERS[surface.kind](random, np.random.default_rng(random.getrandbits(32)), size)
    return (np.clip(picture, 0, 1) * 255).astype(np.uint8)


def cloudy(rng: np.random.Generator, size: int, across: float, along: float, rough: float = 1.0) -> Picture:
    """Noise that repeats at the edges, around 0 with deviation 1; larger spots for smaller numbers."""
    fy = np.fft.fftfreq(size)[:, None] * size / along
    fx = np.fft.rfftfreq(size)[None, :] * size / across
    weight = 1 / (1 + (fx**2 + fy**2) ** (0.5 + 0.5 * rough))
    weight[0, 0] = 0
    noise = np.fft.irfft2(np.fft.rfft2(rng.standard_normal((size, size))) * weight, (size, size))
    return np.asarray(noise / (noise.std() + 1e-9), np.float32)


def _shaded(picture: Picture, light: Picture) -> Picture:
    """Make a picture lighter and darker."""
    return np.asarray(picture * (1 + light[..., None]), np.float32)


def _wood_colour(random: Random) -> Picture:
    hue, saturation, value = random.uniform(18, 38), random.uniform(0.12, 0.62), 0.1 + 0.84 * random.random() ** 0.7
    return _rgb(hue, saturation, value)


def _any_colour(random: Random) -> Picture:
    saturation = random.uniform(0, 0.25) if random.random() < 0.5 else random.uniform(0.2, 0.85)
    value = random.choice((random.uniform(0.03, 0.2), random.uniform(0.2, 0.8), random.uniform(0.8, 0.97)))
    return _rgb(random.uniform(0, 360), saturation, value)


def _rgb(hue: float, saturation: float, value: float) -> Picture:
    return np.array(colorsys.hsv_to_rgb(hue / 360, saturation, value), dtype=np.float32)


def _tinted(colour: Picture, light: Picture) -> Picture:
    """Make a colour lighter and darker."""
    return np.asarray(colour[None, None, :] * (1 + light[..., None]), np.float32)


def _grain(rng: np.random.Generator, size: int, strength: float) -> Picture:
    """Wood that runs from left to right: long fibres, rings, pores."""
    fibres = cloudy(rng, size, 3, 160, 1.2) * 0.5
    rings = np.sin(cloudy(rng, size, 1.5, 6, 2.0) * 9 + np.linspace(0, 6 * np.pi, size)[:, None]) * 0.35
    pores = -np.clip(cloudy(rng, size, 60, 700, 0.6) - 1.4, 0, None) * 0.8
    grain: Picture = ((fibres + rings + pores) * strength).astype(np.float32)
    return grain


def _boards(random: Random, rng: np.random.Generator, size: int, rows: int, pieces: int, seam: float) -> Picture:
    """Boards side by side, each cut from another place of the wood and of a slightly different colour."""
    colour, strength = _wood_colour(random), random.uniform(0.05, 0.16)
    spread = random.uniform(0.02, 0.16)
    wood, picture = _grain(rng, size, strength), np.zeros((size, size, 3), np.float32)
    edges = np.linspace(0, size, rows + 1).astype(int)
    for top, bottom in itertools.pairwise(edges):
        cuts = sorted({0, size, *(random.randrange(size) for _ in range(pieces - 1))})
        for left, right in itertools.pairwise(cuts):
            moved = np.roll(wood, (random.randrange(size), random.randrange(size)), (0, 1))
            tint = colour * (1 + np.float32(random.gauss(0, spread))) * (1 + rng.normal(0, 0.015, 3))
            picture[top:bottom, left:right] = _tinted(tint.astype(np.float32), moved[top:bottom, left:right])
            picture[top:bottom, left : left + 2] *= 1 - seam
        picture[top : top + 2] *= 1 - seam
    return picture


def _plank(random: Random, rng: np.random.Generator, size: int) -> Picture:
    return _boards(random, rng, size, random.randint(1, 7), random.randint(1, 3), random.uniform(0.1, 0.7))


def _butcher_block(random: Random, rng: np.random.Generator, size: int) -> Picture:
    return _boards(random, rng, size, random.randint(9, 22), random.randint(3, 6), random.uniform(0.0, 0.25))


def _parquet(random: Random, rng: np.random.Generator, size: int) -> Picture:
    """Squares of strips, each square turned against its neighbours."""
    colour, spread, strips = _wood_colour(random), random.uniform(0.03, 0.14), random.randint(3, 7)
    wood, count = _grain(rng, size, random.uniform(0.05, 0.14)), random.choice((4, 6, 8))
    side = size // count
    picture = np.zeros((size, size, 3), np.float32)
    for number in range(count * count):
        row, column = divmod(number, count)
        y, x = random.randrange(size - side), random.randrange(size - side)
        tints = np.repeat(rng.normal(1, spread, strips), -(-side // strips))[:side, None]
        square = _tinted(colour, (1 + wood[y : y + side, x : x + side]) * tints.astype(np.float32) - 1)
        square[:: -(-side // strips)] *= 0.6
        turned = np.rot90(square, (row + column) % 2)
        picture[row * side : (row + 1) * side, column * side : (column + 1) * side] = turned
    return cv2.resize(picture[: side * count, : side * count], (size, size), interpolation=cv2.INTER_LINEAR)


def _laminate(random: Random, rng: np.random.Generator, size: int) -> Picture:
    speckle = cloudy(rng, size, 300, 300, 0.4) * random.uniform(0.0, 0.08)
    return _tinted(_any_colour(random), speckle + cloudy(rng, size, 4, 4) * random.uniform(0, 0.03))


def _stone(random: Random, rng: np.random.Generator, size: int) -> Picture:
    veins = np.exp(-np.abs(cloudy(rng, size, 4, 4, 1.2)) * random.uniform(6, 25)) * random.uniform(-0.4, 0.4)
    spots = cloudy(rng, size, 120, 120, 0.5) * random.uniform(0.0, 0.2)
    return _tinted(_any_colour(random), veins + spots + cloudy(rng, size, 6, 6) * 0.06)


def _glass(random: Random, rng: np.random.Generator, size: int) -> Picture:
    """Glass over something dark or greenish, wiped but not clean."""
    hue, value = random.uniform(120, 215), random.uniform(0.02, 0.14) if random.random() < 0.7 else 0.55
    smears = np.clip(cloudy(rng, size, 5, 14, 1.4), 0, None) * random.uniform(0.0, 0.12)
    return _tinted(_rgb(hue, random.uniform(0, 0.5), value), smears)


def _cloth(random: Random, rng: np.random.Generator, size: int) -> Picture:
    return _tinted(_any_colour(random), _weave(random, rng, size))


def _weave(random: Random, rng: np.random.Generator, size: int) -> Picture:
    """Threads, and folds that were ironed out."""
    threads = size // random.choice((3, 4, 6, 8))
    angles = np.arange(size, dtype=np.float32) * 2 * np.pi * threads / size
    woven = np.sin(angles)[None, :] * np.sin(angles)[:, None] * random.uniform(0.02, 0.12)
    rough = cloudy(rng, size, 200, 200, 0.5) * random.uniform(0.01, 0.06)
    folds = cloudy(rng, size, 3, 3, 1.5) * random.uniform(0, 0.06)
    weave: Picture = (woven + rough + folds).astype(np.float32)
    return weave


def _bands(random: Random, size: int, count: int) -> Picture:
    """Steps from 0 to 1 and back along one axis, as a woven pattern has them."""
    width = random.uniform(0.25, 0.75)
    place = np.arange(size) * count / size % 1.0
    return (place < width).astype(np.float32)


def _checks(random: Random, rng: np.random.Generator, size: int) -> Picture:
    one, other, count = _any_colour(random), _any_colour(random), random.randint(4, 24)
    rows, columns = _bands(random, size, count)[:, None], _bands(random, size, count)[None, :]
    share = ((rows + columns) / 2)[..., None]
    return _shaded(one * share + other * (1 - share), _weave(random, rng, size))


def _stripes(random: Random, rng: np.random.Generator, size: int) -> Picture:
    share = (_bands(random, size, random.randint(3, 30))[None, :] * np.ones((size, 1), np.float32))[..., None]
    plain = _any_colour(random) * share + _any_colour(random) * (1 - share)
    return _shaded(plain, _weave(random, rng, size))


def _dots(random: Random, rng: np.random.Generator, size: int) -> Picture:
    """Spots, rings and leaves scattered on cloth or paper: what a tablecloth with fruit or flowers shows."""
    picture = np.ones((size, size, 3), np.float32) * _any_colour(random)
    colours = [_any_colour(random) for _ in range(4)]
    for _ in range(random.randint(20, 160)):
        middle = (random.randrange(size), random.randrange(size))
        axes = (random.randint(6, 40), random.randint(6, 40))
        thick = random.choice((-1, -1, 3))
        tint = tuple(float(c) for c in random.choice(colours))
        cv2.ellipse(picture, middle, axes, random.uniform(0, 180), 0, 360, tint, thick, cv2.LINE_AA)
    return _shaded(picture, _weave(random, rng, size))


def _carpet(random: Random, rng: np.random.Generator, size: int) -> Picture:
    tufts = cloudy(rng, size, 160, 160, 0.3) * random.uniform(0.1, 0.3)
    return _tinted(_any_colour(random), tufts + cloudy(rng, size, 8, 8) * 0.08)


def _game_board(random: Random, rng: np.random.Generator, size: int) -> Picture:
    """A printed board: squares in two or three colours with lines between them."""
    count = random.randint(8, 20)
    colours = np.stack([_any_colour(random) for _ in range(random.randint(2, 3))])
    if random.random() < 0.5:
        chosen = np.add.outer(np.arange(count), np.arange(count)) % len(colours)
    else:
        chosen = rng.integers(0, len(colours), (count, count))
    picture = cv2.resize(colours[chosen].astype(np.float32), (size, size), interpolation=cv2.INTER_NEAREST)
    line = _any_colour(random)
    for place in np.linspace(0, size - 1, count + 1).astype(int):
        picture[max(0, place - 2) : place + 2] = line
        picture[:, max(0, place - 2) : place + 2] = line
    return _shaded(picture, cloudy(rng, size, 300, 300, 0.4) * 0.02)


Painter = Callable[[Random, np.random.Generator, int], Picture]
_PAINTERS: dict[str, Painter] = {
    "plank": _plank,
    "butcher_block": _butcher_block,
    "parquet": _parquet,
    "laminate": _laminate,
    "stone": _stone,
    "glass": _glass,
    "cloth": _cloth,
    "checks": _checks,
    "stripes": _stripes,
    "dots": _dots,
    "carpet": _carpet,
    "game_board": _game_board,
}
_WEIGHTS = {
    "plank": 6,
    "butcher_block": 4,
    "parquet": 4,
    "laminate": 5,
    "stone": 3,
    "glass": 2,
    "cloth": 4,
    "checks": 2,
    "stripes": 2,
    "dots": 2,
    "carpet": 2,
    "game_board": 1,
}
_SOFT = (0.8, 1.0)
_ROUGHNESS = {
    "glass": (0.03, 0.1),
    "cloth": _SOFT,
    "checks": _SOFT,
    "stripes": _SOFT,
    "dots": _SOFT,
    "carpet": _SOFT,
}
