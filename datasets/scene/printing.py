"""Printing: a sheet that text, boxes, symbols and small pictures are printed onto, and how prints wear.

Places are in the units of a sheet, x to the right and y down from its upper left corner; every draw is ours.
"""

import colorsys
import math
from collections.abc import Sequence
from functools import lru_cache
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.scene.symbols import SYMBOLS

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]
"""Red green blue from 0 to 255."""
Place = tuple[float, float]

FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_PLAIN,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX | cv2.FONT_ITALIC,
    cv2.FONT_HERSHEY_DUPLEX | cv2.FONT_ITALIC,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)
PLAIN_FONTS = FONTS[:5]
_SHIFT = 4
_LEAST_TEXT = 5
"""Lower text is no more than a stroke."""


class Sheet:
    """Something to print on, so many units across and along."""

    def __init__(self, size: tuple[int, int], units: tuple[float, float], ground: Colour) -> None:
        width, height = size
        self.units = units
        self.picture: Picture = np.full((height, width, 3), ground, np.uint8)
        self._unit = np.array([width / units[0], height / units[1]])
        self.unit = float(self._unit.min())
        """Pixels of a unit."""

    def shape(self, points: Sequence[Place], colour: Colour) -> None:
        """Fill an outline."""
        cv2.fillPoly(self.picture, [self._fixed(points)], colour, cv2.LINE_AA, _SHIFT)

    def line(self, points: Sequence[Place], colour: Colour, width: float, *, closed: bool = False) -> None:
        """Draw a line along points."""
        cv2.polylines(self.picture, [self._fixed(points)], closed, colour, self._thick(width), cv2.LINE_AA, _SHIFT)

    def box(self, left: float, top: float, right: float, bottom: float, colour: Colour, round_: float = 0.0) -> None:
        """Fill a box, its corners rounded with a radius."""
        self.shape(_box(left, top, right, bottom, round_), colour)

    def frame(
        self, left: float, top: float, right: float, bottom: float, colour: Colour, width: float, round_: float = 0.0
    ) -> None:
        """Draw the outline of a box."""
        self.line(_box(left, top, right, bottom, round_), colour, width, closed=True)

    def disc(self, x: float, y: float, radius: float, colour: Colour, *, line: float = 0.0) -> None:
        """Fill a circle, or draw it as a line."""
        middle = self._fixed([(x, y)])[0]
        thick = self._thick(line) if line else -1
        radius = round(radius * self.unit * (1 << _SHIFT))
        cv2.circle(self.picture, (int(middle[0]), int(middle[1])), radius, colour, thick, cv2.LINE_AA, _SHIFT)

    def symbol(self, name: str, x: float, y: float, size: float, colour: Colour, turn: float = 0.0) -> None:
        """Print a symbol, so large, turned clockwise by degrees."""
        a = math.radians(turn)
        cos, sin = math.cos(a) * size, math.sin(a) * size
        for outline in SYMBOLS[name]:
            self.shape([(x + cos * u + sin * v, y + sin * u - cos * v) for u, v in outline], colour)

    def write(
        self,
        text: str,
        x: float,
        y: float,
        height: float,
        colour: Colour,
        font: int = cv2.FONT_HERSHEY_SIMPLEX,
        weight: float = 0.12,
        turn: float = 0.0,
        widest: float = 0.0,
    ) -> None:
        """Write around a place: letters so high, strokes so thick beside that, not wider than said."""
        tall = round(height * self.unit)
        if tall < _LEAST_TEXT:
            half = 0.35 * height * len(text)
            self.line([(x - half, y), (x + half, y)], colour, height * 0.4)
            return
        mask = _written(text, font, tall, max(1, round(weight * tall)))
        if widest and mask.shape[1] > widest * self.unit:
            share = widest * self.unit / mask.shape[1]
            mask = np.asarray(cv2.resize(mask, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
        self._stamp(mask, x, y, colour, turn)

    def paste(self, picture: Picture, left: float, top: float, right: float, bottom: float) -> None:
        """Lay a picture over a box."""
        (x0, y0), (x1, y1) = (np.array([(left, top), (right, bottom)]) * self._unit).round().astype(int).tolist()
        part = self.picture[max(0, y0) : y1, max(0, x0) : x1]
        if part.size:
            part[:] = cv2.resize(picture, part.shape[1::-1], interpolation=cv2.INTER_CUBIC)

    def _stamp(self, mask: Picture, x: float, y: float, colour: Colour, turn: float) -> None:
        """Lay a colour around a place where a mask says so."""
        if turn:
            mask = _turned(mask, turn)
        height, width = mask.shape
        left, top = round(x * self._unit[0] - width / 2), round(y * self._unit[1] - height / 2)
        part = self.picture[max(0, top) : max(0, top + height), max(0, left) : max(0, left + width)]
        if not part.size:
            return
        mask = mask[max(0, -top) :, max(0, -left) :][: part.shape[0], : part.shape[1]]
        share = mask[..., None] * np.float32(1 / 255)
        part[:] = np.rint(part + (np.array(colour, np.float32) - part) * share).astype(np.uint8)

    def _fixed(self, points: Sequence[Place]) -> NDArray[np.int32]:
        pixels = np.array(points, np.float64) * self._unit - 0.5
        return np.asarray(np.rint(pixels * (1 << _SHIFT)), np.int32)

    def _thick(self, width: float) -> int:
        return max(1, round(width * self.unit))


def _box(left: float, top: float, right: float, bottom: float, round_: float) -> list[Place]:
    if not round_:
        return [(left, top), (right, top), (right, bottom), (left, bottom)]
    middles = ((right, bottom, -1, -1), (left, bottom, 1, -1), (left, top, 1, 1), (right, top, -1, 1))
    return [
        (x + sx * round_ + round_ * math.cos(a), y + sy * round_ + round_ * math.sin(a))
        for quarter, (x, y, sx, sy) in enumerate(middles)
        for a in (math.pi / 2 * (quarter + step / 4) for step in range(5))
    ]


@lru_cache(maxsize=512)
def _written(text: str, font: int, tall: int, thick: int) -> Picture:
    """Text as a mask, its letters so many pixels high."""
    (_, unit), _ = cv2.getTextSize("H", font, 4.0, 1)
    scale = 4.0 * tall / unit
    (wide, high), below = cv2.getTextSize(text, font, scale, thick)
    # As much below as above the letters, so that they stand in the middle.
    mask: Picture = np.zeros((high + 2 * below + 2 * thick, wide + 2 * thick), np.uint8)
    cv2.putText(mask, text, (thick, below + thick + high), font, scale, 255, thick, cv2.LINE_AA)
    return mask


def _turned(mask: Picture, turn: float) -> Picture:
    height, width = mask.shape
    a = math.radians(turn)
    wide = math.ceil(width * abs(math.cos(a)) + height * abs(math.sin(a)))
    high = math.ceil(width * abs(math.sin(a)) + height * abs(math.cos(a)))
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), -turn, 1.0)
    matrix[:, 2] += ((wide - width) / 2, (high - height) / 2)
    return np.asarray(cv2.warpAffine(mask, matrix, (wide, high), flags=cv2.INTER_LINEAR), np.uint8)


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour of a hue in degrees."""
    red, green, blue = (round(255 * share) for share in colorsys.hsv_to_rgb(hue % 360 / 360, saturation, value))
    return red, green, blue


def paper(random: Random) -> Colour:
    """White and what is nearly white: paper, ivory, plastic."""
    return hsv(random.uniform(20, 70), random.random() ** 2 * 0.25, random.uniform(0.8, 1.0))


def dark(random: Random) -> Colour:
    """What is nearly black, as bodies of tiles are, or a little lighter."""
    return hsv(random.uniform(0, 360), random.uniform(0, 0.4), random.uniform(0.03, 0.24))


def strong(random: Random) -> Colour:
    """The colour of a print."""
    return hsv(random.uniform(0, 360), random.uniform(0.55, 0.97), random.uniform(0.5, 1.0))


def any_colour(random: Random) -> Colour:
    """Any colour of card or cloth."""
    saturation = random.uniform(0, 0.25) if random.random() < 0.4 else random.uniform(0.2, 0.9)
    value = random.choice((random.uniform(0.05, 0.25), random.uniform(0.25, 0.8), random.uniform(0.8, 1.0)))
    return hsv(random.uniform(0, 360), saturation, value)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two, so near the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def brightness(colour: Colour) -> float:
    """How bright a colour looks, 0 to 1."""
    return (0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]) / 255


def readable(random: Random, ground: Colour) -> Colour:
    """The colour of a print that can be read on a ground."""
    while True:
        draws = (strong(random), strong(random), strong(random), paper(random), dark(random))
        colour = random.choice(draws)
        if abs(brightness(colour) - brightness(ground)) > 0.22:
            return colour


def photo(random: Random, colours: int = 3) -> Picture:
    """Something like a photograph from afar: soft spots of a few colours, with hard things in it."""
    rng = np.random.default_rng(random.getrandbits(32))
    chosen = np.array([any_colour(random) for _ in range(colours)], np.uint8)
    rows, columns = random.randint(3, 9), random.randint(3, 9)
    spots = chosen[rng.integers(0, colours, (rows, columns))]
    picture = cv2.resize(spots, (160, 120), interpolation=random.choice((cv2.INTER_CUBIC, cv2.INTER_LINEAR)))
    for _ in range(random.randint(0, 5)):
        middle, axes = (random.randrange(160), random.randrange(120)), (random.randint(4, 50), random.randint(4, 40))
        cv2.ellipse(picture, middle, axes, random.uniform(0, 180), 0, 360, any_colour(random), -1, cv2.LINE_AA)
    return np.asarray(picture, np.uint8)


def worn(random: Random, picture: Picture) -> Picture:
    """Let a print age: bleached, stained, scratched."""
    rng = np.random.default_rng(random.getrandbits(32))
    age, bleach = random.random() ** 2, random.random() ** 3 * 0.3
    height, width = picture.shape[:2]
    cells = max(2, round(8 * height / max(height, width))), max(2, round(8 * width / max(height, width)))
    stains = cv2.resize(rng.normal(1.0, 0.01 + 0.05 * age, cells).astype(np.float32), (width, height))
    aged = picture * (1 - bleach) * stains[..., None] + np.float32(215 * bleach)
    if random.random() < 0.5:
        fine = rng.integers(-4, 5, picture.shape[:2], np.int8)
        aged += fine[..., None]
    marks = np.clip(aged, 0, 255).astype(np.uint8)
    for _ in range(round(age * random.randint(0, 12))):
        start, way = rng.uniform(0, 1, 2), rng.normal(0, 0.15, 2)
        ends = np.stack([start, start + way]) * (width, height)
        shade = tuple(int(c) for c in marks[int(start[1] * height), int(start[0] * width)] // 2 + 96)
        cv2.polylines(marks, [np.rint(ends * 16).astype(np.int32)], False, shade, 1, cv2.LINE_AA, 4)
    return marks
