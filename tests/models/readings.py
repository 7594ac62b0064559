"""Truths and readings made by hand: a table of squares, seen from straight above."""

from collections.abc import Iterable, Mapping
from typing import Any

from tileye.models.evaluation.scoring import TruePiece, true_pieces
from tileye.rules.board import Cell
from tileye.rules.tiles import Tile
from tileye.vision.reading import Reading, SeenTile

SIZE = (1920, 1080)
SIDE = 40.0
BOARD: dict[Cell, Tile] = {(0, 0): "4O", (1, 0): "2O", (2, 0): "6O", (1, 1): "2R", (1, 2): "2B"}


def piece(
    tile: Tile | None,
    cell: Cell | None,
    role: str = "board",
    visible: float = 1.0,
    at: tuple[float, float] | None = None,
) -> dict[str, Any]:
    """A piece as a truth describes it, in the place of its cell or elsewhere."""
    x, y = at or middle_of(cell or (0, 0))
    half = SIDE / 2
    corners = [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
    return {"tile": tile, "role": role, "cell": list(cell) if cell else None, "corners": corners, "visible": visible}


def middle_of(cell: Cell) -> tuple[float, float]:
    """Where a cell lies in the picture."""
    return 900 + SIDE * cell[0], 500 + SIDE * cell[1]


def truth(pieces: Iterable[Mapping[str, Any]] = (), board: Mapping[Cell, Tile] = BOARD) -> dict[str, Any]:
    """The truth of a picture with a board and other pieces."""
    return {
        "split": "test",
        "number": 0,
        "size": list(SIZE),
        "set": "ROYGBP",
        "pieces": [*(piece(tile, cell) for cell, tile in board.items()), *pieces],
        "camera": {"elevation": 80.0},
        "light": {"kelvin": [3000.0]},
    }


def pieces_of(*others: Mapping[str, Any], board: Mapping[Cell, Tile] = BOARD) -> tuple[TruePiece, ...]:
    """What is to be read in a picture with a board and other pieces."""
    return true_pieces(truth(others, board), SIZE)


def seen(tile: Tile, cell: Cell | None, at: tuple[float, float] | None = None, *, unsure: bool = False) -> SeenTile:
    """A tile as it was read: in a cell, at a place of the picture."""
    return SeenTile(tile, cell, 0.9, at or middle_of(cell or (0, 0)), (), unsure, ((tile, 0.9),))


def reading(*others: SeenTile, board: Mapping[Cell, Tile] = BOARD) -> Reading:
    """A reading of a board and other tiles."""
    return Reading((*(seen(tile, cell) for cell, tile in board.items()), *others), None, {"detect": 5.0})
