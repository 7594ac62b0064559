"""Cells in which a tile lies that nobody can read: its face is burnt out by a lamp, and its edges or neighbours tell.

Burnt pixels alone tell nothing: tables shine as well, and between two lines lies bare table. Two things tell a tile. A
burnt face stops at the edges of its cell, on all sides where no other tile lies; the image of a lamp on the table is
round, or goes on. And what burns two neighbouring faces across their common edge lies on top of the tiles, since on the
table below it would end at the tile's edge.
"""

from collections.abc import Mapping, Set

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.rules.board import Cell
from tileye.vision.geometry.homography import Real
from tileye.vision.geometry.poses import BoardPose, expected_quads
from tileye.vision.images.pictures import Picture, pixels_within
from tileye.vision.naming.crops import crops_of
from tileye.vision.naming.palette import Crops

Flags = NDArray[np.bool_]
Grey = NDArray[np.int16]

_BRIGHT = 235
"""What is brighter is burnt, or as good as that: of 255."""
_STEP = 20
"""By how much less bright it is beyond the edge of a burnt face, at least."""
_LEAST = 0.3
"""Where a smaller share of a face is burnt, the nets had enough to see."""
_REACHED, _STOPPED = 0.6, 0.6
"""Along such a share of a face's free edges it is burnt, and of that it ends there for such a share."""
_MOSTLY, _ACROSS = 0.8, 0.5
"""Between two others a face is told that is so far burnt, and along as much of a common edge on both sides."""
_PALE = 0.1
"""Where the edges of half of the tiles are burnt for more than this, their bodies are white: that tells nothing."""
_SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
_SIZE = 64
_FACE = slice(16, 48)
"""Where the face is in a crop of twice its size."""
_ALONG = slice(18, 46)
_INSIDE, _BEYOND = 3, 4
"""How far from the edge it is looked at on both sides, in pixels of that crop."""
_SHOWN = 2 / 1.24
"""A namer's crop of a square so much larger shows twice the face."""
_ACROSS_EDGE = [range(41, 55), range(41, 55), range(9, 23), range(9, 23)]
"""What is looked at across each edge."""
_THIRD = 9
_BULGE = 2.0
"""What is burnt for so many pixels more across the middle of an edge than near its ends is round."""
_GRID = (np.arange(7) + 0.5) / 7
_NOWHERE_NEAR = 0.6
"""Where the middle of a tile is nearer to that of a cell than so many sides, it is not empty."""


def burnt_cells(
    picture: Picture, pose: BoardPose, cells: Set[Cell], found: Real, crops: Crops, beyond: Set[Cell] = frozenset()
) -> dict[Cell, Real]:
    """The cells beside a board in which burnt-out tiles lie, and where those are in the picture.

    `found` are the corners of all tiles that were read, on the board in these `cells` and off it; `beyond` are cells
    that are not looked at.
    """
    high, wide = picture.shape[:2]
    known = cells | beyond
    quads = {cell: quad for cell, quad in expected_quads(pose, cells, 1).items() if cell not in known}
    if not quads:
        return {}
    corners = np.stack(list(quads.values()))
    shown = ((corners >= 0) & (corners <= (wide, high))).all((1, 2))
    sides = np.sqrt(abs(np.prod(np.linalg.norm(corners[:, 1:3] - corners[:, :2], axis=2), axis=1)))
    away = np.linalg.norm(corners.mean(1)[:, None] - found.mean(1), axis=2).min(1, initial=np.inf)
    empty = shown & (away > _NOWHERE_NEAR * sides)
    quads = {cell: quad for (cell, quad), free in zip(quads.items(), empty.tolist(), strict=True) if free}
    return {cell: quads[cell] for cell in burnt_tiles(picture, quads, cells, crops)}


def burnt_shares(picture: Picture, quads: Mapping[Cell, Real]) -> dict[Cell, float]:
    """How much of what is in each quadrilateral is burnt, at a glance: told by points of a grid."""
    if not quads:
        return {}
    # Green is most of what is bright.
    green = pixels_within(picture, np.stack(list(quads.values())), _GRID)[..., 1]
    shares = (green >= _BRIGHT).mean(1)
    return dict(zip(quads, shares.tolist(), strict=True))


def burnt_tiles(picture: Picture, quads: Mapping[Cell, Real], taken: Set[Cell], crops: Crops) -> list[Cell]:
    """Of empty cells those in which a burnt-out tile lies, given the cells and crops of the tiles that were read."""
    burnt = {cell: quad for cell, quad in quads.items() if cell not in taken}
    burnt = {cell: burnt[cell] for cell, share in burnt_shares(picture, burnt).items() if share >= _LEAST}
    if not burnt:
        return []
    corners = np.stack(list(burnt.values()))
    middles = corners.mean(1, keepdims=True)
    seen = [_grey(crop) for crop in crops_of(picture, middles + (corners - middles) * _SHOWN, _SIZE)]
    dark = not len(crops) or _paleness(crops) < _PALE
    return [
        cell
        for cell, grey in zip(burnt, seen, strict=True)
        if (grey[_FACE, _FACE] >= _BRIGHT).mean() >= _LEAST
        and (_ends_at_edges(grey, cell, burnt.keys() | taken) or (dark and _goes_on(grey, cell, burnt.keys(), taken)))
    ]


def _ends_at_edges(grey: Grey, cell: Cell, others: Set[Cell]) -> bool:
    """Tell whether a face is burnt up to its edges, where nothing lies beside it, and not beyond."""
    free = [side for side, near in enumerate(_beside(cell)) if near not in others]
    if not free:
        return False
    inside, beyond = (np.concatenate([strips[side] for side in free]) for strips in _edges(grey))
    burnt = inside >= _BRIGHT
    ended = burnt & (inside - beyond >= _STEP)
    if burnt.mean() < _REACHED or ended.sum() < _STOPPED * burnt.sum():
        return False
    # How far it is burnt across each point of an edge: the same all along a tile, and less near the ends of an arc.
    reached = [(grey.take(_ACROSS_EDGE[side], 1 - side % 2) >= _BRIGHT).sum(1 - side % 2)[_ALONG] for side in free]
    bulges = [np.median(far[_THIRD:-_THIRD]) - np.median([*far[:_THIRD], *far[-_THIRD:]]) for far in reached]
    return bool(max(bulges) < _BULGE)


def _goes_on(grey: Grey, cell: Cell, burnt: Set[Cell], taken: Set[Cell]) -> bool:
    """Tell whether a cell between two tiles is burnt, and one of the tiles with it, across their common edge."""
    lies = [near in burnt or near in taken for near in _beside(cell)]
    if not (lies[0] and lies[2]) and not (lies[1] and lies[3]):
        return False
    if (grey[_FACE, _FACE] >= _BRIGHT).mean() < _MOSTLY:
        return False
    pairs = zip(_beside(cell), *_edges(grey), strict=True)
    return any(
        near in taken and ((inside >= _BRIGHT) & (beyond >= _BRIGHT)).mean() >= _ACROSS
        for near, inside, beyond in pairs
    )


def _beside(cell: Cell) -> list[Cell]:
    return [(cell[0] + x, cell[1] + y) for x, y in _SIDES]


def _edges(grey: Grey) -> tuple[list[Grey], list[Grey]]:
    """What lies along the four edges of a face, inside and beyond."""
    near, far = _FACE.start, _FACE.stop - 1
    inside = [(far - _INSIDE, 1), (far - _INSIDE, 0), (near + _INSIDE, 1), (near + _INSIDE, 0)]
    beyond = [(far + 1 + _BEYOND, 1), (far + 1 + _BEYOND, 0), (near - 1 - _BEYOND, 1), (near - 1 - _BEYOND, 0)]
    one, other = ([np.take(grey, place, axis)[_ALONG] for place, axis in places] for places in (inside, beyond))
    return one, other


def _paleness(crops: Crops) -> float:
    """How much of the middling tile's edges is burnt."""
    size = crops.shape[1]
    low, wide = round(0.15 * size), max(1, size // 20)
    rows = np.concatenate([crops[:, low : low + wide, low:-low], crops[:, -low - wide : -low, low:-low]], 1)
    bright = rows @ np.array([77, 150, 29]) >= _BRIGHT * 256
    return float(np.median(bright.mean((1, 2))))


def _grey(crop: Crops) -> Grey:
    return cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY).astype(np.int16)
