"""What one look at a table shows, in cells of its own, and how a part of it is looked at again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tileye.vision.detection.detector import Detections, Quads, sides_of, without_doubles
from tileye.vision.geometry.homography import Points
from tileye.vision.geometry.lattice import Lattice
from tileye.vision.images.changes import Box
from tileye.vision.images.pictures import Picture
from tileye.vision.naming.palette import Chances, Crops

Flags = NDArray[np.bool_]
Find = Callable[[Picture, float], Detections]
"""Finds tiles whose sides have so many pixels."""

NO_QUADS: Quads = np.zeros((0, 4, 2))
_ROOM = 1.5
"""What is seen around the place that is looked at, in sides of a tile: whoever is cut off is not seen well."""
_MOST_TILES = 120.0
"""Places that have room for more tiles than this are no faster to look at than everything."""
_JITTER = 0.3
"""How far beyond that place a tile may lie that belongs to it, in sides."""
_SAME = 0.5
"""Tiles whose middles are nearer than so many sides are one."""


@dataclass(frozen=True, slots=True, eq=False)
class RawReading:
    """The tiles of one picture: where they are, which cells they are in, and what is believed of their names."""

    found: Detections
    lattice: Lattice
    quads: Quads
    """Their corners, as the lattice has it."""
    crops: Crops
    beliefs: Chances
    """What each crop by itself says."""
    chances: Chances
    """What all of them say together."""
    ignored: Quads
    """What was left out."""
    ms: Mapping[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class Renewed:
    """What is known when parts of a picture were looked at again: the tiles kept come first, then the new ones."""

    kept: NDArray[np.intp]
    found: Detections


def look_again(
    picture: Picture,
    before: Detections,
    boxes: Sequence[Box],
    find: Find,
    ignored: Quads = NO_QUADS,
) -> Renewed:
    """Find the tiles whose middles are in some boxes anew, seen at full resolution, and keep all others."""
    side = before.side
    new = without_doubles(joined([_within(picture, box, side, find) for box in boxes]))
    new = new.taken(~in_places(new, ignored))
    inside = np.zeros(len(before.quads), np.bool_)
    for box in boxes:
        inside |= _in_box(before.quads, box, 0.0)
    away = abs(middles_of(before.quads)[:, None] - middles_of(new.quads)).min(1, initial=np.inf)
    kept = np.nonzero(~inside & (away > _SAME * side))[0]
    return Renewed(kept, joined([before.taken(kept), new]))


def is_partial_read_cheaper(before: Detections, boxes: Sequence[Box]) -> bool:
    """Tell whether looking into some boxes is less work than looking at everything."""
    side = before.side
    if not side:
        return False
    sizes = (((right - left) / side, (bottom - top) / side) for left, top, right, bottom in boxes)
    return sum((wide + 2 * _ROOM) * (high + 2 * _ROOM) for wide, high in sizes) <= _MOST_TILES


def in_places(found: Detections, places: Quads) -> Flags:
    """Which tiles lie where others did."""
    away = abs(middles_of(found.quads)[:, None] - middles_of(places)).min(1, initial=np.inf)
    return np.asarray(away <= _SAME * sides_of(found.quads), np.bool_)


def joined(parts: Sequence[Detections]) -> Detections:
    """All tiles of several lists."""
    if not parts:
        return Detections(np.zeros((0, 4, 2)), np.zeros(0))
    return Detections(np.concatenate([part.quads for part in parts]), np.concatenate([part.scores for part in parts]))


def middles_of(quads: Quads) -> Points:
    """The middles of quadrilaterals."""
    return np.asarray(quads.mean(1) @ (1, 1j), np.complex128)


def _within(picture: Picture, box: Box, side: float, find: Find) -> Detections:
    high, wide = picture.shape[:2]
    room = round(_ROOM * side)
    left, top = max(0, box[0] - room), max(0, box[1] - room)
    part = picture[top : min(high, box[3] + room), left : min(wide, box[2] + room)]
    if not part.size:
        return joined([])
    found = find(np.ascontiguousarray(part), side)
    moved = Detections(found.quads + np.array((left, top)), found.scores)
    return moved.taken(_in_box(moved.quads, box, _JITTER * side))


def _in_box(quads: Quads, box: Box, slack: float) -> Flags:
    middles, (left, top, right, bottom) = quads.mean(1), box
    low, high = np.array((left, top)) - slack, np.array((right, bottom)) + slack
    return np.asarray(((middles >= low) & (middles <= high)).all(1), np.bool_)
