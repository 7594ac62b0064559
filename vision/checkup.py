"""Whether a camera sees a table well enough, measured on a picture and what was read of it, before a game.

Limits are where reading gets worse: of size and angle docs/benchmarks.md tells, the others were tried on a film.
"""

import math
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from tileye.rules.board import Placement
from tileye.vision.detection.detector import Quads
from tileye.vision.geometry.homography import Real, TableHomography
from tileye.vision.images.changes import glance
from tileye.vision.images.pictures import Picture
from tileye.vision.naming.palette import Crops
from tileye.vision.raw_readings import RawReading
from tileye.vision.reading import reading_of
from tileye.vision.tracking.motion_gate import camera_moved

What = Literal["light", "blur", "glare", "size", "angle", "whole", "names", "steady"]
Pieces = Literal["tiles", "cards"]
Fault = Literal["dark", "bright", "blurred", "glare", "no_tiles", "far", "near", "low", "cut", "unclear", "shaky"]

LEAST_SIDE = 24.0
"""Pixels that a tile is wide at least."""
LEAST_ACROSS = 8.0
"""So many tiles have room one beside the other at least, since boards grow."""
LEAST_ANGLE = 45.0
"""Degrees between the table and the way in which it is seen."""
LEAST_PRINT, MOST_BODY = 70.0, 80.0
"""How bright the prints are at least and the black bodies at most, in levels of 255."""
LEAST_MEAN, MOST_MEAN = 40.0, 235.0
"""The same of the whole picture, where no tile is seen."""
MOST_EDGE = 0.13
"""How wide the steepest edges of a tile are at most, in its sides."""
MOST_GLARE = 0.03
"""The share of the tiles, or of the picture around them, that may shine."""
_SHINE = 100.0
"""A corner of a body that is by so many levels brighter than those of most others shines."""
_CLIPPED, _ALL_WHITE = 250, 0.5
"""What is so bright is white; where such a share is, the table is."""
_ENOUGH_TILES = 6
"""Fewer tiles do not tell from where they are seen."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing that was looked at: what was measured, the limit of it, and what is wrong if something is."""

    what: What
    value: float
    limit: float
    fault: Fault | None = None

    @property
    def good(self) -> bool:
        """Whether it is as it should be."""
        return self.fault is None


@dataclass(frozen=True, slots=True)
class Checkup:
    """All that could be looked at, and how many tiles or cards were seen."""

    marks: tuple[Mark, ...]
    tiles: int
    lying: Placement = ()
    """The tiles that lie there as a board, by their likeliest names."""
    kind: Pieces = "tiles"


def check(picture: Picture, raw: RawReading, before: Picture | None = None) -> Checkup:
    """Look at a picture with its raw reading, and at one taken shortly before if there is one."""
    quads, crops = raw.quads, raw.crops
    if len(quads):
        grey = _grey(crops)
        marks = [_light(grey), _blur(grey), _glare(picture, quads, grey), _size(picture, raw.found.side)]
        marks += [_angle(raw.lattice.view)] if raw.lattice.view and len(quads) >= _ENOUGH_TILES else []
    else:
        marks = [light_without_pieces(picture), Mark("size", 0.0, LEAST_SIDE, "no_tiles")]
    marks += [steadiness(picture, before)] if before is not None else []
    board = {} if raw.lattice.scattered else reading_of(raw).board
    return Checkup(tuple(marks), len(quads), tuple((tile, cell) for cell, tile in sorted(board.items())))


def _grey(crops: Crops) -> Real:
    return np.asarray([cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY) for crop in crops], np.float64)


def _levels(grey: Real, percent: float) -> Real:
    """That level of each crop below which so much of it is."""
    return np.asarray(np.percentile(grey.reshape(len(grey), -1), percent, axis=1))


def _light(grey: Real) -> Mark:
    prints, bodies = (float(np.median(_levels(grey, percent))) for percent in (95, 10))
    if bodies > MOST_BODY:
        return Mark("light", bodies, MOST_BODY, "bright")
    return Mark("light", prints, LEAST_PRINT, "dark" if prints < LEAST_PRINT else None)


def light_without_pieces(picture: Picture) -> Mark:
    """Judge the light by the whole picture, where no tile or card is seen."""
    mean = float(picture.mean())
    if mean > MOST_MEAN:
        return Mark("light", mean, MOST_MEAN, "bright")
    return Mark("light", mean, LEAST_MEAN, "dark" if mean < LEAST_MEAN else None)


def _blur(grey: Real) -> Mark:
    """How wide edges are: all the contrast of a tile, at its steepest."""
    down, right = np.gradient(grey, axis=(1, 2))
    steepest = np.maximum(_levels(np.hypot(down, right), 99), 1.0)
    edge = float(np.median((_levels(grey, 95) - _levels(grey, 5)) / steepest)) / grey.shape[1]
    return Mark("blur", edge, MOST_EDGE, "blurred" if edge > MOST_EDGE else None)


def _glare(picture: Picture, quads: Quads, grey: Real) -> Mark:
    glare = max(_shining(grey), _clipped_around(picture, quads))
    return Mark("glare", glare, MOST_GLARE, "glare" if glare > MOST_GLARE else None)


def _shining(grey: Real) -> float:
    """The share of the tiles on whose black bodies something shines."""
    size = grey.shape[1]
    near, wide = round(0.14 * size), round(0.1 * size)
    places = (near, size - near - wide)
    corners = [grey[:, y : y + wide, x : x + wide].mean(axis=(1, 2)) for y in places for x in places]
    brightest = np.max(corners, axis=0)
    return float((brightest > np.median(brightest) + _SHINE).mean())


def _clipped_around(picture: Picture, quads: Quads) -> float:
    """The share of the picture between and around the tiles that is white, if not the whole table is."""
    high, wide = picture.shape[:2]
    side = np.sqrt(np.median([cv2.contourArea(quad.astype(np.float32)) for quad in quads]))
    left, top = np.maximum(quads.min((0, 1)) - side, 0).astype(int)
    right, bottom = np.minimum(quads.max((0, 1)) + side, (wide, high)).astype(int)
    beside = np.ones((high, wide), np.uint8)
    cv2.fillPoly(beside, [np.round(quad).astype(np.int32) for quad in quads], (0,))
    white = picture[top:bottom, left:right].min(2) >= _CLIPPED
    between = white[beside[top:bottom, left:right] > 0]
    share = float(between.mean()) if between.size else 0.0
    return share if share < _ALL_WHITE else 0.0


def _size(picture: Picture, side: float) -> Mark:
    most = min(picture.shape[:2]) / LEAST_ACROSS
    if side > most:
        return Mark("size", side, most, "near")
    return Mark("size", side, LEAST_SIDE, "far" if side < LEAST_SIDE else None)


def _angle(view: TableHomography) -> Mark:
    squeeze = abs(view.squeeze)
    angle = math.degrees(math.asin((1 - squeeze) / (1 + squeeze)))
    return Mark("angle", angle, LEAST_ANGLE, "low" if angle < LEAST_ANGLE else None)


def steadiness(picture: Picture, before: Picture) -> Mark:
    """Whether the camera stood still between two pictures."""
    shaky = picture.shape != before.shape or camera_moved(glance(picture), glance(before))
    return Mark("steady", float(shaky), 0.0, "shaky" if shaky else None)
