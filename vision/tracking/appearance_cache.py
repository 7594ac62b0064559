"""What each tile looked like when it was read last, to know it again where the nets overlook it."""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from tileye.rules.board import Cell
from tileye.vision.detection.detector import Quads
from tileye.vision.images.pictures import Picture
from tileye.vision.naming.crops import CROP, crops_of
from tileye.vision.naming.palette import Crops
from tileye.vision.referee.observations import Names

_EDGE = CROP // 5
"""What is left out around the print, so that a tile that was pushed a little is found again."""
_ALIKE = 0.8
"""A correlation over all colours: the same print in another light has more, an empty place or another tile less."""

_LEAST_CONTRAST = 8.0
"""What shows less, such as a burnt-out tile, is like anything."""


@dataclass(frozen=True, slots=True, eq=False)
class CachedAppearance:
    """A tile as it was read last."""

    print: Crops
    names: Names


AppearanceCache = Mapping[Cell, CachedAppearance]


def cached_appearance(crop: Crops, names: Names) -> CachedAppearance:
    """Keep the middle of a crop."""
    return CachedAppearance(crop[_EDGE:-_EDGE, _EDGE:-_EDGE], names)


def recognized(cache: AppearanceCache, picture: Picture, quads: Mapping[Cell, Quads]) -> dict[Cell, Names]:
    """The tiles that still lie where they were, of those that ought to be seen at some places of a picture."""
    cells = [cell for cell in quads if cell in cache]
    if not cells:
        return {}
    crops = crops_of(picture, np.stack([quads[cell] for cell in cells]))
    return {
        cell: cache[cell].names
        for cell, crop in zip(cells, crops, strict=True)
        if _likeness(crop, cache[cell].print) >= _ALIKE
    }


def _likeness(crop: Crops, kept: Crops) -> float:
    if kept.std(axis=(0, 1)).max() < _LEAST_CONTRAST:
        return 0.0
    return float(cv2.matchTemplate(crop, kept, cv2.TM_CCOEFF_NORMED).max())
