"""Boards, moves and normal forms that several tests share."""

import random
from collections import Counter
from collections.abc import Iterator

from hypothesis import strategies as st

from tileye.rules.board import Cell, Placement
from tileye.rules.cards import Table
from tileye.rules.judge import Verdict
from tileye.rules.moves import legal_moves
from tileye.rules.rulesets import TILES, RuleSet
from tileye.rules.tiles import COPIES, Tile, set_tiles

GridBoard = dict[Cell, Tile]


def grid(text: str, x: int = 0, y: int = 0) -> GridBoard:
    """Read tiles drawn row by row with dots for empty cells; the first word is the cell at x, y."""
    rows = [row.split() for row in text.strip().splitlines()]
    return {
        (x + across, y + down): word for down, row in enumerate(rows) for across, word in enumerate(row) if word != "."
    }


def lay(text: str) -> Placement:
    """Read a move such as `1R@0,0 2R@1,0`."""
    placed = []
    for word in text.split():
        tile, _, cell = word.partition("@")
        x, _, y = cell.partition(",")
        placed.append((tile, (int(x), int(y))))
    return tuple(placed)


def sets(text: str) -> Table:
    """Read sets of cards such as `1R 2R 3R | 4O 4G 4B`."""
    return tuple(tuple(part.split()) for part in text.split("|")) if text else ()


def with_move(board: GridBoard, placed: Placement) -> GridBoard:
    """The board after a move."""
    return {**board, **{cell: tile for tile, cell in placed}}


def told(verdict: Verdict) -> list[str]:
    """What a verdict finds wrong, in a fixed order: `gap 1R@0,0 2R@2,0`, in the card game `duplicate 1R 1R 2R`."""
    found = []
    for code, cells, tiles in verdict.violations:
        laid = [f"{tile}@{x},{y}" for tile, (x, y) in sorted(zip(tiles, cells, strict=True))] if cells else None
        found.append(" ".join((code, *(laid or sorted(tiles)))))
    return sorted(found)


def lines(verdict: Verdict) -> Counter[tuple[tuple[Cell, ...], int, bool, tuple[Tile, ...]]]:
    """The lines of a verdict without their order."""
    return Counter(
        (tuple(sorted(line.cells)), line.points, line.qwirkle, tuple(sorted(line.cards))) for line in verdict.lines
    )


def normal(verdict: Verdict) -> tuple[object, ...]:
    """Everything that a verdict says, without the order in which it says it."""
    return (
        verdict.legal,
        verdict.points,
        verdict.line_points,
        lines(verdict),
        verdict.counted_once,
        verdict.bonus,
        told(verdict),
    )


def played_positions(rules: RuleSet, rng: random.Random, turns: int) -> Iterator[tuple[GridBoard, list[Tile]]]:
    """Play alone from a shuffled bag, well or at random, and yield each board with the hand that follows."""
    bag = list(set_tiles(rng.choice(("ROYGBP", "ROYGBW"))) * COPIES)
    rng.shuffle(bag)
    board: GridBoard = {}
    hand = [bag.pop() for _ in range(6)]
    for _ in range(turns):
        yield dict(board), list(hand)
        moves = legal_moves(rules, board, hand)
        if not moves or len(bag) < 6:
            return
        move = moves[0] if rng.random() < 0.6 else rng.choice(moves)
        board = with_move(board, move.placed)
        for tile in move.tiles:
            hand.remove(tile)
            hand.append(bag.pop())


# Few tiles in a small place, so that lines come about by themselves.
_NEAR = st.tuples(st.integers(-2, 3), st.integers(-2, 3))
_FEW_TILES = st.sampled_from([shape + colour for shape in "123" for colour in "ROY"])
SCATTERED: st.SearchStrategy[tuple[GridBoard, Placement]] = st.tuples(
    st.dictionaries(_NEAR, _FEW_TILES, max_size=12),
    st.lists(st.tuples(_FEW_TILES, _NEAR), max_size=4).map(tuple),
)
"""Boards without sense and moves without sense."""


@st.composite
def from_games(draw: st.DrawFn) -> tuple[GridBoard, Placement]:
    """A board from the middle of a game with a legal move, of which half have one tile changed."""
    rng = random.Random(draw(st.integers(0, 9999)))
    *_, (board, hand) = played_positions(TILES, rng, draw(st.integers(1, 12)))
    moves = legal_moves(TILES, board, hand)
    placed = list(rng.choice(moves).placed) if moves else []
    if draw(st.booleans()) and placed:
        at = rng.randrange(len(placed))
        placed[at] = (rng.choice(hand), placed[at][1])
    return board, tuple(placed)
