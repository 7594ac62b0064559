"""Where two pictures of a table differ, told on small copies, block by block, whatever the light does."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.vision.images.pictures import Picture

Small = NDArray[np.float32]
Blocks = NDArray[np.bool_]
"""A yes or no for each block of a picture, rows first."""
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the picture."""

LONGEST = 320
"""How many pixels the longer side of a small copy has."""
BLOCK = 8
"""How many of them a block has."""

_NOISE = 1.0
"""What rounding alone adds to the variance of a block."""
_LEAST = 12.0
_MOST = 200.0
"""Differences below the one are noise on any camera, those above the other on none."""
_TEXTURE = 400.0
"""From which variance on there is something to be seen in a block that cannot be taken for noise when it moves."""
_TIMES_MIDDLING = 3.0
"""How much more than the middling block a block must differ: noise, and what compression does, are everywhere."""
_UNEXPLAINED = 0.2
"""The share of a block's contrast that another brightness and contrast of it cannot explain."""
_TONE = 0.2
"""How far, as a logarithm, a block's colour may be from what the light of its surroundings makes of it."""
_TONE_IN_GLARE = 0.7
"""The same in the reflection of a lamp: a tile that is laid there is darker by more than any exposure makes it."""
_FLICKER = 0.1
_DARK = 6.0
"""Added to levels before ratios are formed: the ratio of two dark blocks says little."""
_MOST_ODD = 0.8
"""Where more than this has changed, nobody can tell what the light does."""
_STIFF = np.eye(6, dtype=np.float32) * 1e-2
_BURNT = 248.0
_BURNT_SHARE = 0.4
_LEAST_GLARE = 4
"""So many blocks side by side, burnt out to such a share, are the reflection of a lamp."""
_TOUCHING = 8
_EIGHT_AROUND = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """A small copy of a picture, and for each block and colour its mean, its variance and how it rises downwards."""

    small: Small
    means: Small
    spreads: Small
    slopes: Small
    glare: Blocks
    """Where it is so bright that nothing can be seen."""
    size: tuple[int, int]
    """Height and width of the picture."""

    @property
    def block(self) -> int:
        """How many pixels of the small copy a block has across."""
        return int(self.small.shape[1] // self.means.shape[1])


@dataclass(frozen=True, slots=True, eq=False)
class ChangedBlocks:
    """Some blocks of a picture."""

    blocks: Blocks
    size: tuple[int, int]
    """Height and width of the picture."""

    @staticmethod
    def nowhere(size: tuple[int, int]) -> "ChangedBlocks":
        """No part of a picture."""
        return ChangedBlocks(np.zeros((1, 1), np.bool_), size)

    def __bool__(self) -> bool:
        return bool(self.blocks.any())

    @property
    def share(self) -> float:
        """How much of the picture it is, 0 to 1."""
        return float(self.blocks.mean())

    def boxes(self) -> list[Box]:
        """A box around each part that hangs together, with a block to spare on all sides."""
        grown = cv2.dilate(self.blocks.astype(np.uint8), _EIGHT_AROUND)
        _, _, stats, _ = cv2.connectedComponentsWithStats(grown, connectivity=_TOUCHING)
        high, wide = (side / count for side, count in zip(self.size, self.blocks.shape, strict=True))
        return [
            (int(left * wide), int(top * high), round((left + across) * wide), round((top + down) * high))
            for left, top, across, down, _ in stats[1:].tolist()
        ]

    def touches(self, box: tuple[float, float, float, float]) -> bool:
        """Tell whether some of its blocks lie in a box of the picture, left, top, right, bottom."""
        high, wide = (count / side for side, count in zip(self.size, self.blocks.shape, strict=True))
        left, top, right, bottom = box
        rows = slice(max(0, int(top * high)), max(0, int(np.ceil(bottom * high))))
        columns = slice(max(0, int(left * wide)), max(0, int(np.ceil(right * wide))))
        return bool(self.blocks[rows, columns].any())


def glance(picture: Picture) -> Glance:
    """Look at a picture from afar."""
    return glance_of(small_copy(picture), picture.shape[:2])


def small_copy(picture: Picture) -> Small:
    """Make a small copy of a picture, of whole blocks."""
    high, wide = picture.shape[:2]
    scale = LONGEST / max(high, wide)
    across, down = (max(1, round(side * scale / BLOCK)) * BLOCK for side in (wide, high))
    # Averaging over all pixels takes several times as long as these two steps.
    double = cv2.resize(picture, (2 * across, 2 * down), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(double, (across, down), interpolation=cv2.INTER_AREA), np.float32)


def glance_of(small: Small, size: tuple[int, int], block: int = BLOCK) -> Glance:
    """Look at the small copy of a picture of that height and width; `block` is how many of its pixels a block has."""
    means = block_means(small, block)
    spreads = np.maximum(block_means(small * small, block) - means * means, 0)
    slopes = block_means(small * _ramp(small.shape[0], block), block)
    return Glance(small, means, spreads, slopes, _glare(small, block), size)


def structure_changes(now: Glance, before: Glance) -> Blocks:
    """The blocks that show something else: no other brightness or contrast makes the one of the other."""
    flicker = _of_rows(now.slopes / (now.means + _DARK) - before.slopes / (before.means + _DARK)) * now.means
    now_spreads = np.maximum(now.spreads - flicker * (2 * now.slopes - flicker), 0)
    shared = block_means(now.small * before.small, now.block) - now.means * before.means - flicker * before.slopes
    shared *= shared
    of_now = now_spreads - shared / (before.spreads + _NOISE)
    of_before = before.spreads - shared / (now_spreads + _NOISE)
    # What was dimmed shows more noise next to its contrast: both count in the units of the darker one.
    ratio = np.square((now.means + _DARK) / (before.means + _DARK))
    for_now, for_before = np.minimum(1, 1 / ratio), np.minimum(1, ratio)
    unexplained = np.maximum(of_now * for_now, of_before * for_before).sum(2)
    contrast = np.maximum(now_spreads * for_now, before.spreads * for_before).sum(2)
    least = min(_MOST, max(_LEAST, _TIMES_MIDDLING * float(np.median(unexplained))))
    return np.asarray((unexplained > least) & (unexplained > _UNEXPLAINED * contrast), np.bool_)


def tone_changes(now: Glance, before: Glance, known: Blocks) -> Blocks:
    """The blocks whose colour changed otherwise than that of their surroundings; `known` ones have changed anyway."""
    ratios = np.log((now.means + _DARK) / (before.means + _DARK)).reshape(-1, 3)
    smooth = _smooth_functions(*known.shape)
    limits = np.where(now.glare & before.glare, _TONE_IN_GLARE, _TONE).ravel()
    odd = known.ravel()
    for _ in range(2):
        if odd.mean() > _MOST_ODD:
            break
        counted = smooth * ~odd
        # A little is added so that there is an answer however few blocks count.
        light = smooth.T @ np.linalg.solve(counted @ smooth.T + _STIFF, counted @ ratios)
        odd = known.ravel() | (abs(ratios - light).max(1) > limits)
    return np.asarray(odd.reshape(known.shape), np.bool_)


def patched(now: Glance, before: Glance, where: Blocks) -> Glance:
    """A glance that shows in some blocks what was there before."""
    pixels, blocks = where.repeat(BLOCK, 0).repeat(BLOCK, 1)[..., None], where[..., None]
    return Glance(
        np.where(pixels, before.small, now.small),
        np.where(blocks, before.means, now.means),
        np.where(blocks, before.spreads, now.spreads),
        np.where(blocks, before.slopes, now.slopes),
        np.where(where, before.glare, now.glare),
        now.size,
    )


def gain(now: Small, before: Small) -> float:
    """How much the light changed, as a logarithm, in the colour in which it changed most; told by means of blocks."""
    ratios = np.log((now + _DARK) / (before + _DARK))
    return float(abs(np.median(ratios, axis=(0, 1))).max())


def textured(one: Glance) -> Blocks:
    """The blocks in which there is something to be seen."""
    return np.asarray(one.spreads.sum(2) > _TEXTURE, np.bool_)


def parts(blocks: Blocks, least: int, *, at_edge: bool = False) -> Blocks:
    """The parts that hang together and have so many blocks; only those that reach the picture's edge, if wanted."""
    _, names, stats, _ = cv2.connectedComponentsWithStats(blocks.astype(np.uint8), connectivity=_TOUCHING)
    wanted = stats[:, cv2.CC_STAT_AREA] >= least
    if at_edge:
        edge = np.concatenate([names[0], names[-1], names[:, 0], names[:, -1]])
        wanted &= np.isin(np.arange(len(stats)), edge)
    wanted[0] = False
    return np.asarray(wanted[names], np.bool_)


def _of_rows(slopes: Small) -> Small:
    """What whole rows of blocks have in common: lamps flicker while a camera reads its picture row by row."""
    # An arm that lies along the rows covers most of one half, but not of both.
    middle = slopes.shape[1] // 2
    one, other = (np.median(half, axis=1, keepdims=True) for half in (slopes[:, : max(1, middle)], slopes[:, middle:]))
    common = np.where(abs(one) < abs(other), one, other) * (one * other > 0)
    return np.asarray(common.clip(-_FLICKER, _FLICKER), np.float32)


def _glare(small: Small, block: int) -> Blocks:
    """The surroundings of burnt-out places, but not of the print of a white tile."""
    burnt = cv2.inRange(small, (_BURNT,) * 3, (256.0,) * 3).astype(np.float32)
    large = parts(block_means(burnt, block) > 255 * _BURNT_SHARE, _LEAST_GLARE)
    return np.asarray(cv2.dilate(large.astype(np.uint8), _EIGHT_AROUND) > 0, np.bool_)


def block_means(small: Small, block: int = BLOCK) -> Small:
    """The mean of each block of so many pixels."""
    down, across = (side // block for side in small.shape[:2])
    return np.asarray(cv2.resize(small, (across, down), interpolation=cv2.INTER_AREA), np.float32)


@lru_cache(maxsize=4)
def _ramp(down: int, block: int) -> Small:
    """What rises downwards within each block, with a mean of 0 and a mean square of 1."""
    ramp = np.arange(block, dtype=np.float32) - np.float32((block - 1) / 2)
    return np.tile(ramp / np.sqrt(np.mean(ramp * ramp)), down // block)[:, None, None]


@lru_cache(maxsize=4)
def _smooth_functions(down: int, across: int) -> Small:
    """What smooth light is made of, at each block."""
    y, x = (axis.ravel() for axis in np.meshgrid(np.linspace(-1, 1, down), np.linspace(-1, 1, across), indexing="ij"))
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y]).astype(np.float32)
