"""Cards as a detector sees them: lying on a table before a camera, or drawn flat."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from tileye.datasets.camera.camera_model import Camera

Quads = NDArray[np.float64]
Lying = tuple[float, float, float]
"""Where the middle of a card is, y away from the viewer, and its turn in degrees."""

WIDE, HIGH = 2.2, 3.3
OVERHEAD = Camera(1280, 960, (0.0, 0.0), 40.0, 90.0, -90.0, 0.0, 0.9)
LOW = Camera(1280, 960, (0.0, 0.0), 34.0, 32.0, -80.0, 0.0, 0.9)


def quads_of(lying: Iterable[Lying], camera: Camera = OVERHEAD, size: tuple[float, float] = (WIDE, HIGH)) -> Quads:
    """The corners of cards in the picture, as the program names them: the first two end a short side."""
    quads = []
    for x, y, turn in lying:
        a = math.radians(turn)
        across, along = size[0] / 2, size[1] / 2
        rim = ((-across, along), (across, along), (across, -along), (-across, -along))
        places = [(x + u * math.cos(a) - v * math.sin(a), y + u * math.sin(a) + v * math.cos(a), 0.02) for u, v in rim]
        quads.append(camera.project(np.array(places)))
    return np.array(quads, np.float64).reshape(-1, 4, 2)


def row(count: int, step: float, x: float = 0.0, y: float = 0.0, turns: Sequence[float] = (0.0,)) -> list[Lying]:
    """Cards beside each other from left to right, so many widths from middle to middle."""
    return [(x + number * step * WIDE, y, turns[number % len(turns)]) for number in range(count)]


def column(count: int, step: float, x: float = 0.0, y: float = 0.0) -> list[Lying]:
    """Cards below each other from top to bottom, so many heights from middle to middle."""
    return [(x, y - number * step * HIGH, 0.0) for number in range(count)]


def turned(lying: Iterable[Lying], degrees: float) -> list[Lying]:
    """The same, turned about the middle of the table."""
    a = math.radians(degrees)
    return [
        (x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a), turn + degrees) for x, y, turn in lying
    ]
