"""A board is a mapping from cells to tiles; here is its text form and the exact inverse.

>>> print(board_text({(0, 0): "4O", (1, 0): "2O", (1, -1): "2R"}))
     0  1
-1   . 2R
 0  4O 2O
"""

import re
from collections.abc import Collection, Iterable, Mapping

from tileye.rules.tiles import Tile, parse_tile, shown

Cell = tuple[int, int]
"""x to the right, y down; the first tile of a game lies at 0, 0."""

Board = Mapping[Cell, Tile]
Placement = tuple[tuple[Tile, Cell], ...]
"""The tiles of one move with their cells."""

FARTHEST = 1_000_000
MOST_TILES = 1_000
"""Far more than a set has; longer lists are refused before they cost time."""
EMPTY = "(empty)"
FOLD = ":"
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share an edge with this one."""
    x, y = cell
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def parse_cell(x: object, y: object) -> Cell:
    """Return the cell if both are whole numbers of a sane size; raise ValueError otherwise."""
    for value in (x, y):
        if type(value) is not int:
            raise ValueError(f"{shown(value)} is no cell number: a whole number is needed")
        if abs(value) > FARTHEST:
            raise ValueError(f"a cell number beyond {FARTHEST} cannot lie on a table")
    return x, y  # type: ignore[return-value]


def parse_placement(value: object, what: str) -> Placement:
    """Read a list of [tile, x, y]; raise ValueError naming `what` and the entry that is wrong."""
    if not isinstance(value, list):
        raise ValueError(f"{what}: a list of [tile, x, y] is needed, not {shown(value)}")
    if len(value) > MOST_TILES:
        raise ValueError(f"{what}: more than {MOST_TILES} tiles")
    placed = []
    for number, entry in enumerate(value, 1):
        if not isinstance(entry, list) or len(entry) != 3:
            raise ValueError(f"{what}, entry {number}: [tile, x, y] is needed, not {shown(entry)}")
        try:
            placed.append((parse_tile(entry[0]), parse_cell(entry[1], entry[2])))
        except ValueError as error:
            raise ValueError(f"{what}, entry {number}: {error}") from None
    return tuple(placed)


def parse_board_list(value: object) -> dict[Cell, Tile]:
    """Read a board given as a list of [tile, x, y]; raise ValueError where a cell comes twice."""
    placed = parse_placement(value, "board")
    board = {cell: tile for tile, cell in placed}
    if len(board) != len(placed):
        raise ValueError("board: two tiles lie in one cell")
    return board


def line_ends(cells: Iterable[Cell], taken: Collection[Cell]) -> set[Cell]:
    """The empty cells at both ends of the rows and columns without gaps that some taken cells are in."""
    ends = set()
    for x, y in cells:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            end = (x + dx, y + dy)
            while end in taken:
                end = (end[0] + dx, end[1] + dy)
            ends.add(end)
    return ends


def _ticks(numbers: Iterable[int]) -> list[int | None]:
    """List the columns or rows to print; None stands for three or more empty ones in a row."""
    ticks: list[int | None] = []
    before: int | None = None
    for number in sorted(set(numbers)):
        if before is not None:
            ticks.extend([None] if number - before > 3 else range(before + 1, number))
        ticks.append(number)
        before = number
    return ticks


def board_text(board: Board) -> str:
    """Draw a board with its column and row numbers; wide gaps are folded to a colon."""
    if not board:
        return EMPTY
    columns, rows = _ticks(x for x, _ in board), _ticks(y for _, y in board)
    heads = [FOLD if x is None else str(x) for x in columns]
    sides = [FOLD if y is None else str(y) for y in rows]
    left = max(len(side) for side in sides)
    widths = [max(2, len(head)) for head in heads]
    lines = [" " * left + "  " + " ".join(head.rjust(w) for head, w in zip(heads, widths, strict=True))]
    for y, side in zip(rows, sides, strict=True):
        cells = (FOLD if x is None or y is None else board.get((x, y), ".") for x in columns)
        row = " ".join(cell.rjust(w) for cell, w in zip(cells, widths, strict=True))
        lines.append(f"{side.rjust(left)}  {row}")
    return "\n".join(lines)


def parse_board(text: str) -> dict[Cell, Tile]:
    """Read what `board_text` draws, with or without terminal colours; raise ValueError with the line that is wrong."""
    lines = [line.split() for line in _ESCAPES.sub("", text).splitlines() if line.strip()]
    if not lines or lines == [[EMPTY]]:
        return {}
    columns = [_tick(word, 1) for word in lines[0]]
    for x in columns:
        if x is not None and columns.count(x) > 1:
            raise ValueError(f"board text, line 1: column {x} comes twice")
    board: dict[Cell, Tile] = {}
    seen: set[int] = set()
    for number, words in enumerate(lines[1:], 2):
        y = _tick(words[0], number)
        if len(words) != len(columns) + 1:
            raise ValueError(f"board text, line {number}: {len(columns)} cells are needed, {len(words) - 1} are there")
        if y in seen:
            raise ValueError(f"board text, line {number}: row {y} comes twice")
        if y is not None:
            seen.add(y)
        for x, word in zip(columns, words[1:], strict=True):
            if word in (".", FOLD):
                continue
            if x is None or y is None:
                raise ValueError(f"board text, line {number}: a tile in a folded row or column")
            try:
                board[x, y] = parse_tile(word)
            except ValueError as error:
                raise ValueError(f"board text, line {number}: {error}") from None
    return board


def _tick(word: str, line: int) -> int | None:
    if word == FOLD:
        return None
    if not re.fullmatch(r"-?[0-9]{1,7}", word) or abs(int(word)) > FARTHEST:
        raise ValueError(f"board text, line {line}: {shown(word)} is no row or column number")
    return int(word)
