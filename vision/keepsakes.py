"""What each recorded tile looked like when it was read last, to know it again where the nets overlook it."""

from collections.abc import Iterable, Mapping

import cv2
import numpy as np

from rules.board import Board, Cell
from vision.crops import CROP, crops_of
from vision.detector import Quads
from vision.palette import Crops
from vision.pictures import Picture

Keepsakes = Mapping[Cell, Crops]
"""For each cell the middle of the crop that was read there."""

_EDGE = CROP // 5
"""What is left out around the print, so that a tile that was pushed a little is found again."""
_ALIKE = 0.8
"""A correlation over all colours: the same print in another light has more, an empty place or another tile less."""


def renewed(before: Keepsakes, read: Iterable[tuple[Cell, Crops]], board: Board) -> Keepsakes:
    """Keep what was read in recorded cells now, and for the others what is known of them."""
    known = {cell: crop for cell, crop in before.items() if cell in board}
    known.update((cell, crop[_EDGE:-_EDGE, _EDGE:-_EDGE]) for cell, crop in read if cell in board)
    return known


def known_again(keepsakes: Keepsakes, picture: Picture, quads: Mapping[Cell, Quads]) -> list[Cell]:
    """The cells in which the same still lies, of those that ought to be seen at some places of a picture."""
    cells = [cell for cell in quads if cell in keepsakes]
    if not cells:
        return []
    crops = crops_of(picture, np.stack([quads[cell] for cell in cells]))
    return [cell for cell, crop in zip(cells, crops, strict=True) if _likeness(crop, keepsakes[cell]) >= _ALIKE]


def _likeness(crop: Crops, keepsake: Crops) -> float:
    return float(cv2.matchTemplate(crop, keepsake, cv2.TM_CCOEFF_NORMED).max())
