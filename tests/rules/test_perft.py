"""Counting all sequences of moves from the positions in `perft/`, with the fast search and with the slow one."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.rules.positions import GridBoard, with_move
from tileye.rules.board import Placement, board_text, parse_board
from tileye.rules.moves import legal_moves
from tileye.rules.naive import naive_judge, naive_moves
from tileye.rules.rulesets import RuleSet, find_rules
from tileye.rules.tiles import Tile

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))
DEPTH = 3

Hands = tuple[tuple[Tile, ...], ...]
"""What the players hold, who is to move first."""

Search = Callable[[RuleSet, GridBoard, tuple[Tile, ...]], list[tuple[Placement, int]]]
"""Finds all moves with their points."""


class Position(NamedTuple):
    """A position and what is known to come of it."""

    rules: RuleSet
    board: GridBoard
    hands: Hands
    bag: tuple[Tile, ...]
    counts: list[int]
    points: list[int]
    slow: int


def read_position(text: str) -> Position:
    """Read a file as the README describes it."""
    head, drawing = text.split("board:\n")
    values = dict(line.split(":") for line in head.splitlines() if not line.startswith("#"))
    return Position(
        rules=find_rules(values["rules"]),
        board=parse_board(drawing),
        hands=tuple(tuple(hand.split()) for hand in values["hands"].split("|")),
        bag=tuple(values["bag"].split()),
        counts=[int(word) for word in values["counts"].split()],
        points=[int(word) for word in values["points"].split()],
        slow=int(values["slow"]),
    )


def fast(rules: RuleSet, board: GridBoard, hand: tuple[Tile, ...]) -> list[tuple[Placement, int]]:
    return [(move.placed, move.points) for move in legal_moves(rules, board, hand)]


def slow(rules: RuleSet, board: GridBoard, hand: tuple[Tile, ...]) -> list[tuple[Placement, int]]:
    return [(placed, naive_judge(rules, board, placed).points) for placed in naive_moves(rules, board, hand)]


def count(
    search: Search, rules: RuleSet, board: GridBoard, hands: Hands, bag: tuple[Tile, ...], depth: int
) -> list[tuple[int, int]]:
    """Count the sequences of each length up to `depth`, with the points of their last moves."""
    moves = search(rules, board, hands[0])
    counted = [(len(moves), sum(points for _, points in moves))]
    if depth == 1:
        return counted
    deeper = [(0, 0)] * (depth - 1)
    for placed, _ in moves:
        left = list(hands[0])
        for tile, _ in placed:
            left.remove(tile)
        left.extend(bag[: len(placed)])
        if left:
            next_hands = (*hands[1:], tuple(left))
            found = count(search, rules, with_move(board, placed), next_hands, bag[len(placed) :], depth - 1)
            deeper = [(many + n, sums + s) for (many, sums), (n, s) in zip(deeper, found, strict=True)]
    return counted + deeper


def expected(position: Position, depth: int) -> list[tuple[int, int]]:
    return list(zip(position.counts, position.points, strict=True))[:depth]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_fast_search_counts_right(path: Path) -> None:
    at = read_position(path.read_text(encoding="utf-8"))
    assert count(fast, at.rules, at.board, at.hands, at.bag, DEPTH) == expected(at, DEPTH)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_slow_search_counts_right(path: Path) -> None:
    at = read_position(path.read_text(encoding="utf-8"))
    assert count(slow, at.rules, at.board, at.hands, at.bag, at.slow) == expected(at, at.slow)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_boards_are_as_the_program_draws_them(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.endswith(f"board:\n{board_text(read_position(text).board)}\n")


def test_there_are_enough_positions() -> None:
    assert len(FILES) >= 6
    assert all(read_position(path.read_text(encoding="utf-8")).slow >= 1 for path in FILES)
