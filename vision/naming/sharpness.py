"""How sharp prints are: where they are blurred, the net is too sure of their shapes.

A net that has seen few blurred prints guesses boldly, and the blur of a picture deceives it with all tiles alike: what
is blurred most is right less often than it says (docs/benchmarks.md).
"""

import cv2
import numpy as np
from numpy.typing import NDArray

Crops = NDArray[np.uint8]
Real = NDArray[np.float64]

_BLURRED, _SHARP = 0.09, 0.11
"""At which sharpness a shape is believed least, and from which on it is believed as the net says."""
_LEAST_BELIEF = 0.5
"""The power of the net's chances that is right for what is blurred most."""
_SIZE = 48
"""The side of crops that sharpness is told for, in pixels."""
_STEEP, _DARK, _BRIGHT = 0.97, 0.10, 0.95
"""Shares of the pixels of a crop that are less steep, darker, and darker than what is measured."""
_LEAST_CONTRAST = 8
_SOBEL = 8.0
"""By how much Sobel's operator enlarges a slope."""


def with_blur_minded(crops: Crops, chances: Real) -> Real:
    """The chances of shapes and colours of each crop, where the shapes of blurred ones are less sure; a copy."""
    belief = np.clip((sharpness(crops) - _BLURRED) / (_SHARP - _BLURRED), _LEAST_BELIEF, 1.0)
    minded, blurred = chances.copy(), np.flatnonzero(belief < 1)
    if len(blurred):
        colours = chances[blurred].sum(1, keepdims=True)
        shapes = (np.maximum(chances[blurred], 1e-9) / np.maximum(colours, 1e-9)) ** belief[blurred, None, None]
        minded[blurred] = shapes / shapes.sum(1, keepdims=True) * colours
    return minded


def sharpness(crops: Crops) -> Real:
    """How steep the edges of each print are, in shares of its contrast for each pixel."""
    count, size = crops.shape[:2]
    if not count:
        return np.zeros(0)
    # One tall picture of all crops: one call for each step.
    red, green, blue = np.moveaxis(crops.reshape(count * size, size, 3), 2, 0)
    grey = np.maximum(np.maximum(red, green), blue)
    across, down = (slope.reshape(count, size, size) for slope in cv2.spatialGradient(grey))
    # Every second pixel tells enough.
    inner = np.s_[:, size // 6 : size - size // 6 : 2, size // 6 : size - size // 6 : 2]
    slopes = across[inner].astype(np.int32) ** 2 + down[inner].astype(np.int32) ** 2
    shades = grey.reshape(count, size, size)[inner].reshape(count, -1)
    steep = np.sqrt(_share(slopes.reshape(count, -1), _STEEP)) / _SOBEL
    contrast = _share(shades, _BRIGHT) - _share(shades, _DARK)
    return np.asarray(steep / np.maximum(contrast, _LEAST_CONTRAST) * (size / _SIZE), np.float64)


def _share(values: NDArray[np.int32] | NDArray[np.uint8], share: float) -> Real:
    """Of each row the value that such a share of it is below."""
    place = round(share * (values.shape[1] - 1))
    return np.asarray(np.partition(values, place, axis=1)[:, place], np.float64)
