"""How tiles look when we draw them: outlines in a unit square, for pages, paper and pictures alike.

x runs to the right and y down. Every outline fits a tile whose body fills the square from 0, 0 to 1, 1.
"""

import math
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Circle:
    """A filled circle."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[Point, ...]


Outline = tuple[Circle | Polygon, ...]
"""Figures that overlap and together make one symbol."""

BODY_RADIUS = 0.14
"""How far the corners of a tile are rounded."""

BODY = "#16161a"
"""The colour of a tile's body."""


def _ring(radii: tuple[float, ...], count: int, turned: float = 0.0) -> tuple[Point, ...]:
    """Points around the middle from the top clockwise, at distances taken from `radii` in turn."""
    points = []
    for number in range(count):
        angle, radius = 2 * math.pi * (number + turned) / count, radii[number % len(radii)]
        points.append((round(0.5 + radius * math.sin(angle), 4), round(0.5 - radius * math.cos(angle), 4)))
    return tuple(points)


_LEAF, _LEAF_OFFSET = 0.175, 0.225

OUTLINES: dict[str, Outline] = {
    "1": (Circle(0.5, 0.5, 0.36),),
    "2": (
        *(Circle(x, y, _LEAF) for x, y in _ring((_LEAF_OFFSET,), 4)),
        Circle(0.5, 0.5, 0.2),
    ),
    "3": (Polygon(_ring((0.41,), 4)),),
    "4": (Polygon(((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))),),
    "5": (Polygon(_ring((0.53, 0.17), 8, turned=1)),),
    "6": (Polygon(_ring((0.43, 0.19), 16)),),
}
"""The symbol of each shape digit."""


def svg_figures(outline: Outline) -> str:
    """Write an outline as elements of an SVG."""
    figures = []
    for figure in outline:
        if isinstance(figure, Circle):
            figures.append(f'<circle cx="{figure.x}" cy="{figure.y}" r="{figure.radius}"/>')
        else:
            points = " ".join(f"{x},{y}" for x, y in figure.points)
            figures.append(f'<polygon points="{points}"/>')
    return "".join(figures)
