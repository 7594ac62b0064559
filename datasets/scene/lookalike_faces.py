"""Faces of things that look like tiles and are none: which of them, which draw, which piece of its set."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from tileye.datasets.scene import lookalike_boards as boards
from tileye.datasets.scene import lookalike_pages as pages
from tileye.datasets.scene import lookalike_pieces as pieces
from tileye.datasets.scene.printing import Colour, Picture, worn

GridPainter = Callable[[Random, tuple[int, int], tuple[int, int], float], Picture]
PiecePainter = Callable[[Random, tuple[int, int], Random, Colour], Picture]

GRIDS: dict[str, GridPainter] = {
    "number board": boards.number_board,
    "symbol board": boards.symbol_board,
    "letter board": boards.letter_board,
    "chess board": boards.chess_board,
    "sudoku": boards.sudoku,
    "crossword": boards.crossword,
    "calendar": boards.calendar,
    "floor": boards.floor,
    "cloth": boards.cloth,
    "chocolate": boards.chocolate,
    "wheel": boards.target,
    "magazine": pages.magazine,
    "comic": pages.comic,
    "keyboard": pages.keyboard,
    "phone": pages.phone,
    "ruler": pages.ruler,
}
"""What is painted as a whole, in a grid of squares or so many sides of a tile across and along."""
PIECES: dict[str, PiecePainter] = {
    "dark square": pieces.dark_square,
    "plain square": pieces.plain_square,
    "letter tile": pieces.letter_tile,
    "rummy tile": pieces.rummy_tile,
    "domino": pieces.domino,
    "die": pieces.die,
    "picture card": pieces.picture_card,
    "playing card": pieces.playing_card,
    "number card": pieces.number_card,
    "sticker": pieces.sticker,
    "note": pieces.note,
}
"""What comes in sets, whose pieces share a style."""

_LEAST = 96
"""Pixels of the shorter side that are painted at least, so that strokes and letters keep their shapes."""
_CELL = 20
"""Pixels of a square of a grid that are painted at least."""
_MOST = 1600


@dataclass(frozen=True, slots=True)
class LookalikeFace:
    """What is printed on something that looks like a tile; equal faces look the same."""

    kind: str
    number: int
    """Which draw of its kind; pieces of a set share it."""
    part: int = 0
    """Which piece of its set."""
    grid: tuple[int, int] = (1, 1)
    """Squares, or sides of a tile, across and along."""
    margin: float = 0.0
    """Around a grid, in squares."""

    @property
    def ground(self) -> Colour:
        """What the pieces of its set are made of."""
        return pieces.draw_ground(Random(f"ground {self.kind} {self.number}"), self.kind)

    def paint(self, width: int, height: int) -> Picture:
        """Paint it, red green blue, so many pixels wide and high."""
        scale = max(1.0, _LEAST / min(width, height), _CELL * max(self.grid) / max(width, height))
        scale = min(scale, max(1.0, _MOST / max(width, height)))
        size = round(width * scale), round(height * scale)
        random = Random(f"lookalike {self.kind} {self.number}")
        part = Random(f"lookalike {self.kind} {self.number} {self.part}")
        if self.kind in GRIDS:
            picture = GRIDS[self.kind](random, size, self.grid, self.margin)
        else:
            picture = PIECES[self.kind](random, size, part, self.ground)
        aged = worn(part, picture)
        if size == (width, height):
            return aged
        return np.asarray(cv2.resize(aged, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
