"""Films whose camera, or table, never rests: each frame is shifted and turned a little."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import cv2
import numpy as np

from tileye.vision.images.pictures import Picture
from tileye.vision.sources.frames import Frame, Item, Source

Way = Callable[[float, int], tuple[float, float, float]]
"""How far a frame is right, below and turned, each -1 to 1, by its time and its number."""

_DEGREES = 0.04
"""For each pixel of the shift a frame is turned by as much as moves its corners by half a pixel in 720p."""


def _smoothly(at: float, _: int) -> tuple[float, float, float]:
    """Sway as a laptop does on a table at which people sit."""
    return tuple(0.6 * np.sin(2 * np.pi * one * at) + 0.4 * np.sin(2 * np.pi * other * at) for one, other in _HERTZ)


def _at_random(_: float, number: int) -> tuple[float, float, float]:
    """Be elsewhere in each frame."""
    right, down, turned = np.random.default_rng(number).uniform(-1, 1, 3)
    return float(right), float(down), float(turned)


_HERTZ = ((1.3, 4.7), (1.9, 5.9), (0.7, 3.1))
WAYS: Mapping[str, Way] = {"smooth": _smoothly, "random": _at_random}


class Shaken(Source):
    """The frames of another source, each up to so many pixels from its place."""

    def __init__(self, source: Source, pixels: float, way: str = "random") -> None:
        self._source, self._pixels, self._way = source, pixels, WAYS[way]
        self.live, self.turn_by_turn = source.live, source.turn_by_turn

    @property
    def seconds(self) -> float:
        """The time of the last frame."""
        return self._source.seconds

    def close(self) -> None:
        """End it."""
        self._source.close()

    def _items(self) -> Iterator[Item]:
        for number, item in enumerate(self._source):
            if not isinstance(item, Frame) or not self._pixels:
                yield item
                continue
            right, down, turned = self._way(item.at, number)
            shift = self._pixels * right, self._pixels * down
            moved = shaken(item.picture, shift, _DEGREES * self._pixels * turned)
            yield replace(item, picture=moved)


def shaken(picture: Picture, shift: tuple[float, float], degrees: float) -> Picture:
    """Shift a picture and turn it about its middle."""
    high, wide = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), degrees, 1)
    matrix[:, 2] += np.array(shift)
    # Bilinear, what is shifted by half a pixel would be blurred as no camera does it.
    moved = cv2.warpAffine(picture, matrix, (wide, high), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)
