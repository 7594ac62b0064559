"""What people say lies in cells: it outweighs what is seen there."""

from dataclasses import replace

from rules.board import Board, Cell, Placement
from rules.tiles import Tile
from vision.referee.settings import Settings
from vision.referee.votes import Memory


class Pins:
    """Cells with the tile that lies there as somebody said; None: none does, whatever it looks like."""

    def __init__(self) -> None:
        self._cells: dict[Cell, Tile | None] = {}

    def put(self, cell: Cell, tile: Tile | None) -> None:
        """Somebody says what lies in a cell."""
        self._cells[cell] = tile

    def put_all(self, placed: Placement) -> None:
        """Somebody says what a turn was."""
        self._cells.update((cell, tile) for tile, cell in placed)

    def follow(self, board: Board) -> None:
        """Somebody changed the record: what was said of its cells before is out of date."""
        self._cells.update((cell, board[cell]) for cell in self._cells if cell in board)

    def correct(self, before: Board, after: Board) -> None:
        """Somebody corrected the record: so the table is where the two differ."""
        changed = {cell for cell in before.keys() | after.keys() if before.get(cell) != after.get(cell)}
        self._cells.update((cell, after.get(cell)) for cell in changed)

    def applied(self, memory: Memory, board: Board, settings: Settings) -> Memory:
        """What is remembered, as people say it is; what was said of tiles that are gone is forgotten."""
        cells = dict(memory.cells)
        for cell, tile in list(self._cells.items()):
            lies = cell in cells and cells[cell].strength > 0
            if tile is None and lies and cell not in board:
                del cells[cell]
            elif tile is not None and cell in cells and (lies or cell in board):
                cells[cell] = cells[cell]._replace(named=settings.name_weight, names={tile: 0.0})
            elif tile is None or cell not in board:
                del self._cells[cell]
        return replace(memory, cells=cells)
