"""What people say lies in cells: it outweighs what is seen there, until something else is."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tileye.rules.board import Board, Cell, Placement
from tileye.rules.tiles import Tile
from tileye.vision.referee.settings import Settings
from tileye.vision.referee.votes import Memory, Votes, ranked


@dataclass(frozen=True, slots=True)
class CellOverride:
    """What somebody says of a cell."""

    tile: Tile | None
    """None: no tile lies there, whatever it looks like."""
    against: Tile | None = None
    """What was seen there at that time, once that was clear: another tile is a new one."""


class CellOverrides:
    """The cells of which somebody said what lies there."""

    def __init__(self) -> None:
        self._cells: dict[Cell, CellOverride] = {}

    def put(self, cell: Cell, tile: Tile | None) -> None:
        """Somebody says what lies in a cell."""
        self._cells[cell] = CellOverride(tile)

    def put_all(self, placed: Placement) -> None:
        """Somebody says what a turn was."""
        for tile, cell in placed:
            self.put(cell, tile)

    def follow(self, board: Board) -> None:
        """Somebody changed the record: what was said of its cells before is out of date."""
        self._say(board, (cell for cell in self._cells if cell in board))

    def correct(self, before: Board, after: Board) -> None:
        """Somebody corrected the record: so the table is where the two differ."""
        self._say(after, (cell for cell in before.keys() | after.keys() if before.get(cell) != after.get(cell)))

    def applied(self, memory: Memory, board: Board, settings: Settings) -> Memory:
        """What is remembered, as people say it is; what was said of tiles that are gone is forgotten."""
        cells, told = dict(memory.cells), memory.odd & self._cells.keys()
        for cell in told:
            tile = self._cells[cell].tile
            if tile:
                cells[cell] = Votes(settings.memory, settings.seen, settings.name_weight, {tile: 0.0})
        for cell in self._cells.keys() - told:
            override = self._looked(cell, memory.cells.get(cell), settings)
            if override is None:
                continue
            lies = cell in cells and cells[cell].strength > 0
            if override.tile is None and lies and cell not in board:
                del cells[cell]
            elif override.tile is not None and cell in cells and (lies or cell in board):
                cells[cell] = cells[cell]._replace(named=settings.name_weight, names={override.tile: 0.0})
            elif override.tile is None or cell not in board:
                del self._cells[cell]
        return replace(memory, cells=cells, odd=memory.odd - told)

    def _say(self, board: Board, cells: Iterable[Cell]) -> None:
        for cell in list(cells):
            said, known = board.get(cell), self._cells.get(cell)
            if known is None or known.tile != said:
                self.put(cell, said)

    def _looked(self, cell: Cell, votes: Votes | None, settings: Settings) -> CellOverride | None:
        """What was said of a cell, if what is seen there is still the same."""
        override, seen = self._cells[cell], _clear_name(votes, settings) if votes else None
        if override.against is None:
            override = self._cells[cell] = replace(override, against=seen)
        elif seen not in (None, override.against, override.tile):
            del self._cells[cell]
            return None
        return override


def _clear_name(votes: Votes, settings: Settings) -> Tile | None:
    names = ranked(votes, settings)
    sure = bool(names) and votes.named >= settings.name_weight
    others = [cost for _, cost in names[1:]]
    return names[0][0] if sure and all(cost <= -settings.clear_name for cost in others) else None
