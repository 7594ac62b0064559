"""Kinds of pieces: what a piece is made of, as data, with the outlines of its prints.

Lengths are in sides of a tile, the origin is the middle of the top face, x to the right and y up. The proportions of
the wooden tiles were measured on photographs of two sets; each tile style varies them a little.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

Point = tuple[float, float]
Outline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece: the size of its body and the prints that it can bear."""

    name: str
    size: tuple[float, float]
    """Width and depth."""
    height: tuple[float, float]
    """The smallest and the largest height."""
    prints: dict[str, Callable[[], Outline]]
    """The outline of each print, by its shape digit."""


def circle() -> Outline:
    """A disc."""
    return _ring([0.405], 64)


def clover() -> Outline:
    """Four round leaves that narrow towards the middle."""
    leaf, reach, neck = 0.165, 0.27, 0.115
    # One leaf to the right: its tip is half a circle, its sides run straight to the neck.
    tip = [(reach + leaf * math.cos(a), leaf * math.sin(a)) for a in _steps(-math.pi / 2, math.pi / 2, 17)]
    return _turned([(neck, -neck), *tip])


def diamond() -> Outline:
    """A square that stands on its corner."""
    return _ring([0.43], 4)


def square() -> Outline:
    """A square."""
    return _ring([0.32 * math.sqrt(2)], 4, turned=0.5)


def cross() -> Outline:
    """A star of four points towards the corners, with a narrow waist."""
    return _ring([0.51, 0.125], 8, turned=0.5)


def star() -> Outline:
    """A star of eight points."""
    return _ring([0.42, 0.195], 16)


TILE = PieceKind(
    name="tile",
    size=(1.0, 1.0),
    height=(0.3, 0.5),
    prints={"1": circle, "2": clover, "3": diamond, "4": square, "5": cross, "6": star},
)


def _steps(start: float, end: float, count: int) -> list[float]:
    return [start + (end - start) * i / (count - 1) for i in range(count)]


def _ring(radii: list[float], count: int, turned: float = 0.0) -> Outline:
    """Points around the middle, counted from the right, at distances taken from `radii` in turn."""
    # A turn of half a step puts the first of them on the diagonal, as the corners of a square are.
    unit = 2 * math.pi / count
    turn = turned * 2 * math.pi / (count / len(radii))
    return tuple(
        (radii[i % len(radii)] * math.cos(unit * i + turn), radii[i % len(radii)] * math.sin(unit * i + turn))
        for i in range(count)
    )


def _turned(quarter: list[Point]) -> Outline:
    """The same points in all four directions."""
    turns = ((1, 0), (0, 1), (-1, 0), (0, -1))
    return tuple((c * x - s * y, s * x + c * y) for c, s in turns for x, y in quarter)
