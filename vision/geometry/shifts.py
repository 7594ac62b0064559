"""How far most of a table moved from one picture to another, told on copies half as large as the small ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.vision.geometry.homography import Real
from tileye.vision.images.changes import BLOCK, Small, block_means

Shift = Real
"""How far the table moved: right and down in the middle, and at the edge by growing and by turning; in pixels of a
half copy."""

_MOST = 1.25
"""What moved farther than this did not shake: somebody moved it."""
_LEAST = 0.02
"""What moved less lies where it lay."""
_LOOKS = 4
"""A shift of a pixel is not told at once, since edges are not as steep all the way..."""
_NEARLY = 0.2
"""... but what is left of it is told by another look."""
_FIRST_ROUNDS, _ROUNDS = (1000.0, 8.0, 1.0), (1.0,)
"""How many times more than it should a block may be left unexplained before it is thought to show something else, when
nothing is known yet, and later."""
_TELLING = 6.0
"""Blocks with less steep edges, as a mean square of levels a pixel, tell nothing that noise does not."""
_LEAST_TELLING = 6
_AGREED = 0.4
"""Of the blocks that tell something so many have to say the same."""
_NOISE, _ROUGHLY = 6.0, 0.1
"""What the right shift leaves of the differences in a block: noise, and a share of how steep its edges are."""
_STIFF = 1e-3
HALF_BLOCK = BLOCK // 2
"""How many pixels of a half copy a block has."""


@dataclass(frozen=True, slots=True, eq=False)
class _Slopes:
    """How steep the edges are in each block that has some, and what they would tell of a shift."""

    right: Small
    down: Small
    telling: NDArray[np.bool_]
    means: Real
    motions: Real
    """How each of the four numbers of a shift moves the middle of a block."""
    squares: Real
    """What the square of a shift explains in a block, as a matrix written in one row."""
    allowed: Real
    """What may be left unexplained."""

    @staticmethod
    def of(start: Small) -> "_Slopes":
        """The slopes of a small copy."""
        right, down = (_rise(start, towards) for towards in ((1, 0), (0, 1)))
        across, along = _means(right), _means(down)
        xx, yy = _means(right * right) - across**2, _means(down * down) - along**2
        xy = _means(right * down) - across * along
        telling = xx + yy > _TELLING
        motions = _motions(*telling.shape)[telling.ravel()]
        matrices = np.stack([part[telling] for part in (xx, xy, xy, yy)], -1).reshape(-1, 2, 2)
        squares = (np.swapaxes(motions, 1, 2) @ matrices @ motions).reshape(-1, 16)
        means, allowed = np.stack([across[telling], along[telling]]), _NOISE + _ROUGHLY * (xx + yy)[telling]
        return _Slopes(right, down, telling, means.astype(np.float64), motions, squares, allowed.astype(np.float64))

    def told(self, apart: Small, rounds: Sequence[float]) -> Shift | None:
        """By what shift most blocks became what they are now, if these are the differences; each block has a say."""
        products = cv2.merge([apart, apart * self.right, apart * self.down, apart * apart])
        mean, across, along, square = _means(np.asarray(products))[self.telling].T.astype(np.float64)
        across, along, spread = across - mean * self.means[0], along - mean * self.means[1], square - mean * mean
        towards = -(across[:, None] * self.motions[:, 0] + along[:, None] * self.motions[:, 1])
        # Many weak edges tell as much as a few strong ones, which may be those of a hand.
        left, shift = spread, np.zeros(4)
        for slack in rounds:
            weights = self.allowed / np.square(slack * self.allowed + left)
            matrix = (weights @ self.squares).reshape(4, 4)
            matrix.flat[::5] *= 1 + _STIFF
            shift = np.linalg.solve(matrix, weights @ towards)
            left = np.maximum(spread - 2 * (towards @ shift) + self.squares @ np.outer(shift, shift).ravel(), 0)
        return shift if np.count_nonzero(left < 2 * self.allowed) >= _AGREED * len(left) else None


class Anchor:
    """A picture from which shifts of others are measured; all of them are given as `half_copy` makes them."""

    def __init__(self, half: Small) -> None:
        self._start = _grey(half)
        self._slopes = _Slopes.of(self._start)

    @property
    def tells(self) -> bool:
        """Whether there is enough to be seen that one could tell by it that a camera shakes."""
        return len(self._slopes.squares) >= _LEAST_TELLING

    def shift(self, half: Small) -> Shift | None:
        """How far the table moved since; None where too few blocks agree, or it moved farther than things shake."""
        now, found = _grey(half), np.zeros(4)
        if not self.tells or now.shape != self._start.shape:
            return None
        now *= (float(self._start.mean()) + 1) / (float(now.mean()) + 1)
        for look in range(_LOOKS):
            apart = (moved_back(now, found) if look else now) - self._start
            told = self._slopes.told(apart, _ROUNDS if look else _FIRST_ROUNDS)
            if told is None or _farthest(found + told, now) > _MOST:
                return None
            found = found + told
            if _farthest(told, now) < _NEARLY:
                return found
        return None


def shaken(shift: Shift, half: Small) -> bool:
    """Tell whether a copy that is shifted so is not where it was."""
    return _farthest(shift, half) >= _LEAST


def half_copy(small: Small) -> Small:
    """Make a copy half as large as a small one, without the details that a shift by half a pixel changes."""
    high, wide = small.shape[:2]
    half = cv2.resize(small, (wide // 2, high // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(half, (3, 3), 0), np.float32)


def moved_back(half: Small, shift: Shift) -> Small:
    """The copy as it would be without a shift."""
    high, wide = half.shape[:2]
    right, down = shift[:2].tolist()
    grown, turned = (shift[2:] / (max(high, wide) / 2)).tolist()
    matrix = np.array(((1 + grown, -turned, right), (turned, 1 + grown, down)))
    middle = np.array(((wide - 1) / 2, (high - 1) / 2))
    matrix[:, 2] += middle - matrix[:, :2] @ middle
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(half, matrix, (wide, high), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)


def _grey(half: Small) -> Small:
    return np.asarray(cv2.cvtColor(half, cv2.COLOR_RGB2GRAY), np.float32)


def _rise(grey: Small, towards: tuple[int, int]) -> Small:
    return np.asarray(cv2.Sobel(grey, cv2.CV_32F, *towards, ksize=1, scale=0.5), np.float32)


def _means(half: Small) -> Small:
    return block_means(half, HALF_BLOCK)


@lru_cache(maxsize=4)
def _motions(down: int, across: int) -> Real:
    """For each block how its middle is moved by each of the four numbers of a shift."""
    rows, columns = np.mgrid[:down, :across].astype(np.float64)
    x, y = ((axis.ravel() - axis.mean()) / (max(down, across) / 2) for axis in (columns, rows))
    one, none = np.ones_like(x), np.zeros_like(x)
    return np.stack([np.stack([one, none, x, -y], -1), np.stack([none, one, y, x], -1)], 1)


def _farthest(shift: Shift, half: Small) -> float:
    """How far a corner moved at most."""
    high, wide = half.shape[:2]
    return float(np.hypot(*shift[:2]) + np.hypot(*shift[2:]) * np.hypot(high, wide) / max(high, wide))
