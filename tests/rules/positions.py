"""Boards, moves and normal forms that several tests share."""

import random
from collections import Counter
from collections.abc import Iterator

from hypothesis import settings

from rules.board import Cell, Placement
from rules.cards import Table
from rules.judge import Verdict
from rules.moves import legal_moves
from rules.rulesets import RuleSet
from rules.tiles import COPIES, Tile, set_tiles

LAWS = settings(deadline=None, derandomize=True, database=None, max_examples=150)
"""Hypothesis draws the same examples every time, so that a test never fails by luck."""

Fault = tuple[str, tuple[Cell, ...], tuple[Tile, ...]]


def grid(text: str, x: int = 0, y: int = 0) -> dict[Cell, Tile]:
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


def with_move(board: dict[Cell, Tile], placed: Placement) -> dict[Cell, Tile]:
    """The board after a move."""
    return {**board, **{cell: tile for tile, cell in placed}}


def faults(verdict: Verdict) -> list[Fault]:
    """What a verdict finds wrong, in a fixed order: cells with their tiles sorted, of the card game the tiles alone."""
    found: list[Fault] = []
    for code, cells, tiles in verdict.violations:
        if cells:
            pairs = sorted(zip(cells, tiles, strict=True))
            found.append((code, tuple(cell for cell, _ in pairs), tuple(tile for _, tile in pairs)))
        else:
            found.append((code, (), tuple(sorted(tiles))))
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
        faults(verdict),
    )


def played_positions(rules: RuleSet, rng: random.Random, turns: int) -> Iterator[tuple[dict[Cell, Tile], list[Tile]]]:
    """Play alone from a shuffled bag, well or at random, and yield each board with the hand that follows."""
    bag = list(set_tiles(rng.choice(("ROYGBP", "ROYGBW"))) * COPIES)
    rng.shuffle(bag)
    board: dict[Cell, Tile] = {}
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
