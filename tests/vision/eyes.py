"""Nets for the tests: a detector that sees white squares, a namer that knows tiles by their red."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.rules.tiles import COLOURS, Tile
from tileye.vision.cards.answers import ANSWER, COLOUR, CORNERS, IS_CARD, KIND, SHAPE
from tileye.vision.cards.patches import NARROW
from tileye.vision.detection.runtime import Batch
from tileye.vision.images.pictures import Picture
from tileye.vision.naming.crops import CROP
from tileye.vision.reading import NAMES, Chances

Quads = NDArray[np.float64]


class SquareFinder:
    """Answers like a net of version 11: one column for each place, two for each square, most of no weight."""

    name = "squares"

    def __init__(self, least: float = 6.0, most: float = 1000.0) -> None:
        self.least, self.most = least, most
        """Smaller and larger squares are not seen."""
        self.shapes: list[tuple[int, ...]] = []

    def run(self, batch: Batch) -> Batch:
        self.shapes.append(batch.shape)
        white = (batch[0].min(0) > 0.62).astype(np.uint8)
        columns = [np.zeros(6)] * 8
        for outline in cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            (x, y), (wide, high), angle = cv2.minAreaRect(outline)
            if self.least <= min(wide, high) <= self.most:
                # A pixel's outline runs through its middle.
                box = [x + 0.5, y + 0.5, wide + 1, high + 1]
                columns.append(np.array([*box, 0.9, np.radians(angle)]))
                columns.append(columns[-1] + np.array((1, 1, 0, 0, -0.4, 0.1)))
        return np.array(columns, np.float32).T[None]


class PieceSquares(SquareFinder):
    """The same as a net that tells tiles, cards and backs apart: every square is of one class."""

    def __init__(self, piece: int) -> None:
        super().__init__()
        self.piece = piece

    def run(self, batch: Batch) -> Batch:
        columns = super().run(batch)[0]
        classes = np.zeros((3, columns.shape[1]), np.float32)
        classes[self.piece] = columns[4]
        return np.concatenate([columns[:4], classes, columns[5:]])[None]


_LOOKS = 4
"""So often a reader shows the cards of a picture to its net."""


class RedCards:
    """Takes the red in a card's middle for the number of its name; its corners are those of its box.

    Boxes come once as they are, then three times straightened.
    Of cards in `doubted` the next shape is nearly as likely.
    """

    name = "red cards"

    def __init__(self, *doubted: Tile) -> None:
        self.doubted = [NAMES.index(card) for card in doubted]
        self._looks = 0

    def run(self, batch: Batch) -> Batch:
        size = batch.shape[2]
        middle = slice(size // 2 - 2, size // 2 + 2)
        numbers = 255 - (batch[:, 0, middle, middle].mean((1, 2)) * 255).round().astype(int)
        answers = np.zeros((len(batch), ANSWER), np.float32)
        answers[:, KIND.start + IS_CARD] = 9
        rows = np.arange(len(batch))
        numbers = np.clip(numbers, 0, len(NAMES) - 1)
        answers[rows, SHAPE.start + numbers // len(COLOURS)] = 9
        doubted = np.isin(numbers, self.doubted)
        answers[rows[doubted], SHAPE.start + numbers[doubted] // len(COLOURS) + 1] = 8.8
        answers[rows, COLOUR.start + numbers % len(COLOURS)] = 9
        wide = NARROW / 2 if self._looks % _LOOKS else 0.5
        self._looks += 1
        answers[:, CORNERS] = (-wide, -0.5, wide, -0.5, wide, 0.5, -wide, 0.5)
        return answers


class RedNamer:
    """Takes the red in a tile's middle for the number of its name."""

    def __init__(self, doubt: float = 0.0) -> None:
        self.doubt = doubt

    def name(self, crops: NDArray[np.uint8]) -> Chances:
        middle = slice(CROP // 2 - 2, CROP // 2 + 2)
        numbers = 255 - crops[:, middle, middle, 0].mean((1, 2)).round().astype(int)
        chances = np.zeros((len(crops), len(NAMES)))
        chances[np.arange(len(crops)), numbers] = 1 - self.doubt
        chances[np.arange(len(crops)), (numbers + 1) % len(NAMES)] = self.doubt
        return chances


def table(
    size: tuple[int, int], squares: Sequence[tuple[float, float, float, float]], tiles: Sequence[str] = ()
) -> Picture:
    """Draw bright squares, each with middle, side and turn in degrees, on a dark table; their red tells the tile."""
    picture = np.full((*size, 3), 60, np.uint8)
    for number, square in enumerate(squares):
        red = 255 - NAMES.index(tiles[number]) if tiles else 255
        corners = np.round((corners_of(square) - 0.5) * 16).astype(np.int32)
        cv2.fillPoly(picture, [corners], (red, red - 8, red - 8 - 24 * (number % 2)), cv2.LINE_AA, shift=4)
    return picture


def corners_of(square: tuple[float, float, float, float]) -> Quads:
    x, y, side, turn = square
    return np.asarray(cv2.boxPoints(((x, y), (side, side), turn)), np.float64)
