"""Cards cut out of a picture, upright and brought to one size, as the net that names them learned them."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.vision.images.pictures import Picture

Quads = NDArray[np.float64]
"""Four corners for each card, clockwise in the picture, in its pixels; the first two end a short side."""
Real = NDArray[np.float64]
Patches = NDArray[np.uint8]

PATCH = 96
ROOM = 1.3
"""What a patch shows, in long sides of the card."""


def upright(quads: Quads) -> Quads:
    """Name the corners so that the first two end a short side: the card then stands upright."""
    first = np.linalg.norm(quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3], axis=1)
    second = np.linalg.norm(quads[:, 2] - quads[:, 1] + quads[:, 3] - quads[:, 0], axis=1)
    return np.asarray(np.where((first > second)[:, None, None], np.roll(quads, -1, 1), quads), np.float64)


def frames(quads: Quads) -> tuple[Real, Real, Real]:
    """Middle, long side, and the way down of each upright card, as complex numbers of length 1."""
    points = quads @ (1, 1j)
    down = (points[:, 2] + points[:, 3] - points[:, 0] - points[:, 1]) / 2
    long = np.maximum(abs(down), 1e-6)
    return points.mean(1), long, down / long


def cut_card_patches(picture: Picture, quads: Quads, size: int = PATCH, room: float = ROOM) -> Patches:
    """Cut upright cards out, with a little around each."""
    levels = _levels(picture)
    patches = np.empty((len(quads), size, size, 3), np.uint8)
    for patch, middle, long, down in zip(patches, *frames(quads), strict=True):
        step = room * long / size
        level = min(max(0, int(np.log2(max(step, 1e-6)))), len(levels) - 1)
        scale = 0.5**level
        # The first pixel's middle is at a half.
        centre, down_step = middle * scale - complex(0.5, 0.5), down * step * scale
        right_step = down_step * -1j
        corner = centre - (right_step + down_step) * (size - 1) / 2
        matrix = np.array(
            [[right_step.real, down_step.real, corner.real], [right_step.imag, down_step.imag, corner.imag]]
        )
        patch[:] = cv2.warpAffine(
            levels[level],
            matrix,
            (size, size),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return patches


def _levels(picture: Picture) -> Sequence[Picture]:
    """The picture, and ever smaller ones: half as wide and high each."""
    levels = [picture]
    while min(levels[-1].shape[:2]) > PATCH and len(levels) < 5:
        high, wide = levels[-1].shape[:2]
        half = cv2.resize(
            levels[-1][: high // 2 * 2, : wide // 2 * 2], (wide // 2, high // 2), interpolation=cv2.INTER_AREA
        )
        levels.append(np.asarray(half, np.uint8))
    return levels


def corners_in_frames(quads: Quads, around: Quads) -> Real:
    """Corners as upright cards `around` them see them: in long sides from the middle, x right and y down, in order."""
    middles, long, down = frames(around)
    seen = (quads @ (1, 1j) - middles[:, None]) / (long * down * -1j)[:, None]
    return np.stack([seen.real, seen.imag], -1)


def corners_from_frames(seen: Real, around: Quads) -> Quads:
    """The other way round."""
    middles, long, down = frames(around)
    points = (seen @ (1, 1j)) * (long * down * -1j)[:, None] + middles[:, None]
    return np.stack([points.real, points.imag], -1)
