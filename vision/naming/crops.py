"""Tiles cut out of a picture, straightened, in the form that the net that names them learned from."""

import cv2
import numpy as np
from numpy.typing import NDArray

CROP = 48
_MARGIN = 0.12
"""What a crop shows around a tile, in its sides."""


def rectified(picture: NDArray[np.uint8], corners: NDArray[np.float64], size: int = CROP) -> NDArray[np.uint8]:
    """Cut a tile out, straightened, with a little around it; crops for training are cut by this, too."""
    low, high = _MARGIN / (1 + 2 * _MARGIN) * size, (1 + _MARGIN) / (1 + 2 * _MARGIN) * size
    places = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32) - 0.5
    # The first pixel's middle is at a half.
    matrix = cv2.getPerspectiveTransform((corners - 0.5).astype(np.float32), places)
    return np.asarray(
        cv2.warpPerspective(picture, matrix, (size, size), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def crops_of(picture: NDArray[np.uint8], quads: NDArray[np.float64], size: int = CROP) -> NDArray[np.uint8]:
    """Cut all tiles out, in one batch."""
    crops = np.empty((len(quads), size, size, 3), np.uint8)
    shortest = np.linalg.norm(quads - np.roll(quads, 1, 1), axis=2).min(1)
    steps = (shortest * (1 + 2 * _MARGIN) / size).astype(int)
    for crop, corners, step in zip(crops, quads, steps.tolist(), strict=True):
        crop[:] = rectified(picture, corners, size) if step < 2 else rectified(*_coarser(picture, corners, step), size)
    return crops


def _coarser(
    picture: NDArray[np.uint8], corners: NDArray[np.float64], step: int
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The part of the picture around a large tile, so many times smaller, so that no pixel is left out."""
    low, high = corners.min(0), corners.max(0)
    room = 2 * _MARGIN * (high - low).max() + 2 * step
    low = np.maximum(low - room, 0).astype(int)
    high = np.minimum(np.ceil(high + room).astype(int), picture.shape[1::-1])
    columns, rows = ((high - low) // step).tolist()
    if min(columns, rows) < 1:
        return picture, corners
    part = picture[low[1] : low[1] + rows * step, low[0] : low[0] + columns * step]
    small = cv2.resize(part, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), (corners - low) / step
