"""Fitting a tile to each box that was found: where its corners are exactly, or that there is no tile at all.

Boxes of a detector tell well where tiles are, but not how they are turned: a square looks the same after a quarter
turn, and no single angle says so without a jump. A small net looks at each tile once more and answers in numbers
without jumps: where the middle is, the ellipse around the tile, and the direction in which that ellipse, made a circle,
has its corners, four times over.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.rules.rulesets import TILES
from tileye.vision.detection.detector import Detections, Finder, Quads, sides_of, without_doubles
from tileye.vision.detection.runtime import Engine, answer_many, as_batch
from tileye.vision.images.pictures import Picture

Answers = NDArray[np.float64]
"""For each patch what `describe` makes of a tile."""
Patches = NDArray[np.uint8]
Real = NDArray[np.float64]

PATCH = 48
ROOM = 2.0
"""What a patch shows, in sides of the box."""
LEAST_CHANCE = 0.03
"""What is less likely a tile is none; what is hardly likelier is told by its name (`reading.py`)."""
_MOST_CUT = 0.12
"""A tile that reaches farther beyond the picture, in sides, is not seen whole."""
_MOST_SETS = 2
_WEAK = 0.6
"""A pattern's squares have scores of less than so much of the tiles' scores; no table holds more than two sets."""
_SIGNS = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j])
_MOST_STRETCH = 1.0
"""Logarithms of sizes and stretches beyond this come from no tile."""


class Fitter:
    """Finds tiles with a detector and says how each of them lies."""

    def __init__(self, detector: Finder, engine: Engine) -> None:
        self._detector, self._engine = detector, engine

    def find(self, picture: Picture, side: float = 0.0) -> Detections:
        """Find the tiles of a picture, with their corners as exactly as can be told."""
        return self.fit(picture, self._detector.find(picture, side))

    def fit(self, picture: Picture, found: Detections) -> Detections:
        """Move each box's corners to those of the tile in it; without the boxes that hold none."""
        if not len(found.quads):
            return found
        middles, sides = found.quads.mean(1), sides_of(found.quads)
        batch = as_batch(cut_patches(picture, middles, sides))
        answers = np.asarray(answer_many(self._engine, batch), np.float64)
        chances = 1 / (1 + np.exp(-answers[:, 0]))
        quads = middles[:, None] + quads_from(answers[:, 1:]) * sides[:, None, None]
        high, wide = picture.shape[:2]
        past = np.maximum(-quads, quads - (wide, high)).max((1, 2))
        there = (chances >= LEAST_CHANCE) & (past < _MOST_CUT * sides)
        return without_pattern(without_doubles(Detections(quads, found.scores * chances).taken(there)))


def without_pattern(found: Detections) -> Detections:
    """Of more tiles than a set has those that stand out: a checked cloth is full of squares, each a bit like a tile.

    Where none stand out, all stay, but for numbers that no table holds.
    """
    while len(found.scores) > TILES.pieces:
        least, contrast = _division(np.sort(found.scores))
        sure = found.taken(found.scores >= least)
        few = len(found.scores) <= _MOST_SETS * TILES.pieces
        if (contrast > _WEAK and few) or len(sure.scores) == len(found.scores):
            break
        found = sure
    return found


def _division(scores: Real) -> tuple[float, float]:
    """Where the sure and the unsure ones differ most, as Otsu divides light from dark, and how weak the unsure are."""
    below = np.arange(1, len(scores))
    low = np.cumsum(scores)[:-1] / below
    high = (scores.sum() - np.cumsum(scores)[:-1]) / (len(scores) - below)
    split = int(np.argmax(below * below[::-1] * (high - low) ** 2))
    return float(scores[split + 1]), float(low[split] / high[split])


def cut_patches(picture: Picture, middles: Real, sides: Real, size: int = PATCH, room: float = ROOM) -> Patches:
    """Cut squares around tiles, upright in the picture, all brought to one size."""
    patches = np.empty((len(middles), size, size, 3), np.uint8)
    for patch, (x, y), side in zip(patches, middles, sides, strict=True):
        half = max(1.0, side * room / 2)
        # The first pixel's middle is at a half.
        patch[:] = _square(picture, x - 0.5, y - 0.5, half, size)
    return patches


def _square(picture: Picture, x: float, y: float, half: float, size: int) -> Picture:
    """The square around a point; where the picture ends, its edge goes on."""
    # A step of a pixel in the patch; patches of large tiles are cut coarser first, so that nothing is left out.
    step = 2 * half / size
    coarse = int(step)
    if coarse > 1:
        left, top = int(x - half) - 1, int(y - half) - 1
        count = int(2 * half / coarse) + 3
        part = _part(picture, left, top, count * coarse)
        picture = np.asarray(cv2.resize(part, (count, count), interpolation=cv2.INTER_AREA), np.uint8)
        x, y, step = (x - left + 0.5) / coarse - 0.5, (y - top + 0.5) / coarse - 0.5, step / coarse
    corner = (size - 1) / 2 * step
    matrix = np.array([[step, 0, x - corner], [0, step, y - corner]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(picture, matrix, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _part(picture: Picture, left: int, top: int, side: int) -> Picture:
    high, wide = picture.shape[:2]
    if left >= 0 and top >= 0 and left + side <= wide and top + side <= high:
        return picture[top : top + side, left : left + side]
    rows, columns = (np.arange(start, start + side).clip(0, end - 1) for start, end in ((top, high), (left, wide)))
    return np.asarray(picture[rows[:, None], columns], np.uint8)


def describe(quads: Quads) -> Answers:
    """What the net is to answer: for tiles in sides from the middle of the patch, seven numbers without jumps.

    The middle, the logarithm of the size, how the ellipse around is stretched to the right and to the lower right, and
    the direction of the corners.
    """
    points = quads @ (1, 1j)
    middles = points.mean(1)
    one = (points[:, 1] + points[:, 2] - points[:, 0] - points[:, 3]) / 2
    other = (points[:, 2] + points[:, 3] - points[:, 0] - points[:, 1]) / 2
    # The ellipse as a matrix: `total` times 1, and what is left of it, which has two parts as a complex number has.
    total, lean = (abs(one) ** 2 + abs(other) ** 2) / 2, (one**2 + other**2) / 2
    size = np.log(np.maximum(total**2 - abs(lean) ** 2, 1e-12)) / 4
    stretch = np.arctanh(np.minimum(abs(lean) / total, 0.999)) / 2 * np.exp(1j * np.angle(lean))
    corners = np.exp(4j * np.angle(_stretched(one, -stretch, -size)))
    parts = (middles.real, middles.imag, size, stretch.real, stretch.imag, corners.real, corners.imag)
    return np.stack(parts, 1)


def quads_from(answers: Answers) -> Quads:
    """The corners that seven numbers describe."""
    x, y, size, right, aslant, cosine, sine = answers.T
    stretch = (right + 1j * aslant) * np.minimum(1, _MOST_STRETCH / np.maximum(np.hypot(right, aslant), 1e-9))
    size = size.clip(-_MOST_STRETCH, _MOST_STRETCH)
    one = np.exp(1j * np.angle(cosine + 1j * sine) / 4) / 2
    along, across = _stretched(one, stretch, size), _stretched(1j * one, stretch, size)
    points = (x + 1j * y)[:, None] + along[:, None] * _SIGNS.real + across[:, None] * _SIGNS.imag
    return np.stack([points.real, points.imag], -1)


def _stretched(arrows: NDArray[np.complex128], stretch: NDArray[np.complex128], size: Real) -> NDArray[np.complex128]:
    """Arrows after a symmetric stretching, the exponential of a symmetric matrix."""
    strength, direction = abs(stretch), np.exp(1j * np.angle(stretch))
    grown = np.cosh(strength) * arrows + np.sinh(strength) * direction * arrows.conj()
    return np.asarray(np.exp(size) * grown, np.complex128)
