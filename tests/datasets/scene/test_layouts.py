"""Boards, and how hands lay them."""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from tileye.datasets.scene import layouts
from tileye.datasets.scene.layouts import Piece, PlacementNoise, draw_board, draw_placement_noise, lay
from tileye.rules.board import Board, Cell, neighbours
from tileye.rules.tiles import Tile

SEEDS = range(25)
NEAT = PlacementNoise(shift=0.004, turn=0.2, drift=0.002, gap=0.0, strays=0.0)
EXACT = PlacementNoise(shift=0.0, turn=0.0, drift=0.0, gap=0.0, strays=0.0)


def _board(seed: int) -> dict[Cell, Tile]:
    return draw_board(Random(seed), "ROYGBP")


def _laid(seed: int) -> list[Piece]:
    random = Random(seed)
    board = draw_board(random, "ROYGBW")
    return lay(random, board, draw_placement_noise(random))


def _connected(board: Board) -> set[Cell]:
    seen = {min(board)}
    waiting = list(seen)
    while waiting:
        new = {cell for cell in neighbours(waiting.pop()) if cell in board} - seen
        seen |= new
        waiting += new
    return seen


def _lines(board: Board) -> Iterator[list[Tile]]:
    for dx, dy in ((1, 0), (0, 1)):
        for x, y in board:
            if (x - dx, y - dy) not in board:
                run: list[Tile] = []
                while (cell := (x + dx * len(run), y + dy * len(run))) in board:
                    run.append(board[cell])
                yield run


def _legal(board: Board) -> bool:
    """One shape or one colour in each line, no tile twice, and no more copies than a set has."""
    lines_fit = all(
        len(set(line)) == len(line) and (len({t[0] for t in line}) == 1 or len({t[1] for t in line}) == 1)
        for line in _lines(board)
    )
    return lines_fit and max(Counter(board.values()).values()) <= 3


def _distances(pieces: list[Piece], *, beside: bool) -> list[float]:
    return [
        math.hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y)
        for one, other in combinations(pieces, 2)
        if one.cell and other.cell and (not beside or other.cell in neighbours(one.cell))
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_boards_hang_together_and_keep_to_their_colours(seed: int) -> None:
    board = _board(seed)
    assert _connected(board) == set(board)
    assert {tile[1] for tile in board.values()} <= set("ROYGBP")


def test_boards_are_legal_unless_spoiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layouts, "_spoil", lambda random, board: None)
    assert all(_legal(_board(seed)) for seed in range(60))


def test_about_one_board_in_eight_is_spoiled() -> None:
    boards = [_board(seed) for seed in range(160)]
    assert 8 <= sum(not _legal(board) for board in boards) <= 34
    assert len({len(board) for board in boards}) > 40


@pytest.mark.parametrize("most", [1, 8, 30])
def test_boards_grow_no_larger_than_asked(most: int) -> None:
    # The last move may go over by up to five tiles, a short game is up to 24 long, and spoiling adds three.
    assert all(len(draw_board(Random(seed), "ROYGBP", most)) <= max(most, 24) + 5 + 3 for seed in range(20))


def test_same_random_gives_the_same_layout() -> None:
    assert _laid(3) == _laid(3)
    assert _laid(3) != _laid(4)


@pytest.mark.parametrize("seed", SEEDS)
def test_neighbours_lie_about_one_side_apart_and_nothing_overlaps_much(seed: int) -> None:
    pieces = _laid(seed)
    assert all(0.88 <= distance <= 1.4 for distance in _distances(pieces, beside=True))
    assert all(distance >= 0.88 for distance in _distances(pieces, beside=False))


@pytest.mark.parametrize("seed", range(8))
def test_neat_hands_lay_straight_lines(seed: int) -> None:
    pieces = lay(Random(seed), _board(seed), NEAT)
    assert all(0.95 <= distance <= 1.05 for distance in _distances(pieces, beside=True))
    assert all(abs(piece.pose.turn) < 3 for piece in pieces)


def test_exact_hands_lay_the_grid_with_rows_running_towards_the_viewer() -> None:
    board = _board(5)
    pieces = {piece.cell: piece.pose for piece in lay(Random(5), board, EXACT)}
    (x0, y0), first = next((cell, pose) for cell, pose in pieces.items() if cell)
    for (x, y), pose in ((cell, pose) for cell, pose in pieces.items() if cell):
        assert (pose.x - first.x, pose.y - first.y) == pytest.approx((x - x0, -(y - y0)), abs=1e-9)
        assert (pose.z, pose.turn) == (0, 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_pieces_agree_with_the_board_and_lie_around_the_middle(seed: int) -> None:
    board = _board(seed)
    pieces = lay(Random(seed), board, draw_placement_noise(Random(seed)))
    assert {piece.cell: piece.tile for piece in pieces} == board
    assert len(pieces) == len(board)
    assert {piece.role for piece in pieces} == {"board"}
    assert sum(piece.pose.x for piece in pieces) == pytest.approx(0, abs=1e-9)
    assert sum(piece.pose.y for piece in pieces) == pytest.approx(0, abs=1e-9)


def test_an_empty_board_has_no_pieces_and_islands_are_laid_too() -> None:
    assert lay(Random(1), {}, NEAT) == []
    islands = {(0, 0): "1R", (5, 3): "2R"}
    assert {piece.cell: piece.tile for piece in lay(Random(1), islands, NEAT)} == islands


def test_care_stays_in_its_range() -> None:
    for seed in range(50):
        noise = draw_placement_noise(Random(seed))
        assert 0.004 <= noise.shift <= 0.034
        assert 0.2 <= noise.turn <= 2.4
        assert 0 <= noise.gap <= 0.12
        assert 0 <= noise.strays <= 0.08
