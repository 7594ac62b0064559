"""Tiles cut out of a picture, straightened, in the form that the net that names them learned from."""

import cv2
import numpy as np
from numpy.typing import NDArray

CROP = 64
_MARGIN = 0.12
"""What a crop shows around a tile, in its sides."""


def rectified(picture: NDArray[np.uint8], corners: NDArray[np.float64], size: int = CROP) -> NDArray[np.uint8]:
    """Cut a tile out, straightened, with a little around it, exactly as the training crops were cut."""
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
    for crop, corners in zip(crops, quads, strict=True):
        crop[:] = rectified(picture, corners, size)
    return crops
