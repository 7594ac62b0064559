"""Placements that break the rules in a wanted way, as people at a table would make them."""

from collections.abc import Iterator, Sequence
from random import Random

from tileye.rules.board import Board, Cell, Placement, neighbours
from tileye.rules.events import Laid
from tileye.rules.flow import verdict_of
from tileye.rules.judge import Code, Violation
from tileye.rules.moves import legal_moves
from tileye.rules.state import State
from tileye.rules.tiles import COPIES, Tile

CODES: tuple[Code, ...] = (
    "no_contact",
    "gap",
    "not_one_line",
    "mixed_move",
    "duplicate",
    "mismatch",
    "too_long",
    "too_many_tiles",
    "opening_too_short",
    "too_many_copies",
)
NOT_FROM_HAND: tuple[Code, ...] = ("too_many_tiles", "too_many_copies")
"""What nobody can do with the tiles in hand: such tiles can only be taken back."""

_TRIES = 500
_FARTHEST = 2
"""Cells between a tile that touches nothing and the board; farther tiles would count as lying about."""


def find_blunder(
    random: Random, state: State, player: int, hand: Sequence[Tile], spare: Sequence[Tile], code: Code
) -> Placement | None:
    """Find a placement whose faults include the wanted one and few others; None where chance finds none."""
    if not state.board:
        candidates = _short_openings(state, hand) if code == "opening_too_short" else iter(())
    else:
        candidates = _samples(random, state, hand, spare, code)
    best: Placement | None = None
    fewest = len(CODES)
    for placed in candidates:
        codes = {fault.code for fault in faults(state, player, placed)}
        if code in codes and len(codes) < fewest and _within_reach(state.board, placed):
            best, fewest = placed, len(codes)
    return best


def faults(state: State, player: int, placed: Placement) -> tuple[Violation, ...]:
    """Everything that is wrong with a placement in the state that it meets."""
    return verdict_of(state, Laid(player, placed)).violations


def _short_openings(state: State, hand: Sequence[Tile]) -> Iterator[Placement]:
    """Lay one tile fewer than was declared."""
    moves = legal_moves(state.rules, state.board, list(hand), state.declared)
    yield from (move.placed[:-1] for move in moves if len(move.placed) > 1)


def _samples(
    random: Random, state: State, hand: Sequence[Tile], spare: Sequence[Tile], code: Code
) -> Iterator[Placement]:
    """Lay tiles at random beside the board: mostly in one line, now and then with a gap or aside."""
    board = state.board
    around = sorted(_around(board))
    tiles, counts = list(hand), [1, 2, 2, 3]
    if code == "too_many_copies":
        tiles, counts = sorted(tile for tile, count in state.seen.items() if count == COPIES), [1]
    elif code == "too_many_tiles":
        tiles, counts = [*hand, *spare[:1]], [len(hand) + 1]
    for _ in range(_TRIES if tiles else 0):
        count = min(random.choice(counts), len(tiles))
        cells = _draw_cells(random, board, around, count)
        yield tuple(zip(random.sample(tiles, count), cells, strict=True))


def _draw_cells(random: Random, board: Board, around: Sequence[Cell], count: int) -> list[Cell]:
    x, y = random.choice(around)
    dx, dy = random.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
    cells = [(x, y)]
    while len(cells) < count:
        x, y = x + dx, y + dy
        if (x, y) not in board and random.random() < 0.85:
            cells.append((x, y))
    aside = random.choice(around)
    return [*cells[:-1], aside] if random.random() < 0.25 and aside not in cells else cells


def _around(board: Board) -> set[Cell]:
    """The empty cells near enough to the board to count as part of it."""
    steps = range(-_FARTHEST, _FARTHEST + 1)
    near = [(dx, dy) for dx in steps for dy in steps if abs(dx) + abs(dy) <= _FARTHEST]
    return {(x + dx, y + dy) for x, y in board for dx, dy in near} - set(board)


def _within_reach(board: Board, placed: Placement) -> bool:
    """Tell whether every tile hangs together with the board or lies close to it."""
    if not board:
        return True
    linked = set(board)
    waiting = [cell for _, cell in placed]
    while found := [cell for cell in waiting if any(near in linked for near in neighbours(cell))]:
        linked.update(found)
        waiting = [cell for cell in waiting if cell not in linked]
    return set(waiting) <= _around(board)
