"""Boards: their text form and its inverse, and reading cells and tiles that come from elsewhere."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.rules.positions import GridBoard, from_games
from tileye.rules.board import (
    FARTHEST,
    board_text,
    neighbours,
    parse_board,
    parse_board_list,
    parse_cell,
    parse_placement,
)
from tileye.rules.tiles import TILES

RED, PLAIN = "\x1b[1;31m", "\x1b[0m"

DRAWINGS: dict[str, tuple[GridBoard, str]] = {
    "nothing": ({}, "(empty)"),
    "one tile": ({(0, 0): "4O"}, "    0\n0  4O"),
    "up and to the right": (
        {(0, 0): "4O", (1, 0): "2O", (1, -1): "2R"},
        "     0  1\n-1   . 2R\n 0  4O 2O",
    ),
    "a gap of two is drawn": ({(0, 0): "4O", (3, 0): "2O"}, "    0  1  2  3\n0  4O  .  . 2O"),
    "a gap of three is folded": ({(0, 0): "4O", (4, 0): "2O"}, "    0  :  4\n0  4O  : 2O"),
    "islands": (
        {(0, 0): "4O", (-1000, 50): "2W"},
        "    -1000  :  0\n 0      .  : 4O\n :      :  :  :\n50     2W  :  .",
    ),
    "wide numbers": ({(-100, 99): "1P", (-99, 99): "2P"}, "    -100 -99\n99    1P  2P"),
}


@pytest.mark.parametrize(("board", "drawing"), DRAWINGS.values(), ids=DRAWINGS)
def test_drawing_and_reading(board: GridBoard, drawing: str) -> None:
    assert board_text(board) == drawing
    assert parse_board(drawing) == board


NUMBERS = st.integers(-12, 12) | st.integers(-FARTHEST, FARTHEST)
BOARDS = st.dictionaries(st.tuples(NUMBERS, NUMBERS), st.sampled_from(TILES), max_size=25) | from_games().map(
    lambda case: case[0]
)


@tried(150)
@given(board=BOARDS)
def test_reading_what_was_drawn(board: GridBoard) -> None:
    assert parse_board(board_text(board)) == board


@tried(150)
@given(board=BOARDS, first=st.sampled_from(["\x1b[31m", "\x1b[38;5;208m", RED, "\x1b[m"]))
def test_reading_with_terminal_colours(board: GridBoard, first: str) -> None:
    coloured = re.sub(r"[1-6][ROYGBPW]", lambda found: f"{first}{found.group()}{PLAIN}", board_text(board))
    assert parse_board(coloured) == board


@tried(150)
@given(board=BOARDS)
def test_no_line_of_a_drawing_is_ragged(board: GridBoard) -> None:
    lines = board_text(board).splitlines()
    assert len({len(line) for line in lines}) == 1


@tried(150)
@given(board=BOARDS)
def test_reading_a_board_from_a_list(board: GridBoard) -> None:
    assert parse_board_list([[tile, x, y] for (x, y), tile in board.items()]) == board


@pytest.mark.parametrize("text", ["", "\n \n", "(empty)", "  (empty)  \n", f"{RED}(empty){PLAIN}", "0 1\n0 . ."])
def test_texts_of_an_empty_board(text: str) -> None:
    assert parse_board(text) == {}


@pytest.mark.parametrize("text", ["0 1\n0 4O 2O", "\n\n  0   1\r\n\r\n  0\t4O 2O \n\n", f"0 1\n0 {RED}4O 2O{PLAIN}"])
def test_blanks_do_not_matter(text: str) -> None:
    assert parse_board(text) == {(0, 0): "4O", (1, 0): "2O"}


WRONG_TEXTS = {
    "no number above": ("0 x\n0 4O 2O", "line 1: 'x' is no row or column number"),
    "no number at the side": ("0 1\n4O 2O", "line 2: '4O' is no row or column number"),
    "a fraction": ("0 1.5\n0 4O 2O", "line 1: '1.5'"),
    "too few cells": ("0 1\n0 4O 2O\n1 4O", "line 3: 2 cells are needed, 1 are there"),
    "too many cells": ("0 1\n0 4O 2O 3O", "line 2: 2 cells are needed, 3 are there"),
    "a row twice": ("0\n0 4O\n0 2O", "line 3: row 0 comes twice"),
    "a column twice": ("0 0\n0 4O 2O", "line 1: column 0 comes twice"),
    "a column twice, with room in it": ("0 0\n0 4O .", "line 1: column 0 comes twice"),
    "a tile in a folded column": ("0 : 9\n0 4O 2O 1O", "line 2: a tile in a folded"),
    "a tile in a folded row": ("0\n0 4O\n: 2O", "line 3: a tile in a folded"),
    "no tile": ("0\n0 4O\n1 7O", "'7O' is no tile"),
    "no tile, with its line": ("0\n0 4O\n1 7O", "line 3"),
    "a column beyond the table": (f"{FARTHEST + 1}\n0 4O", "line 1"),
    "a row beyond the table": (f"0\n{-FARTHEST - 1} 4O", "line 2"),
}


@pytest.mark.parametrize(("text", "message"), WRONG_TEXTS.values(), ids=WRONG_TEXTS)
def test_wrong_texts_are_refused_with_their_line(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        parse_board(text)


def test_neighbours_share_an_edge() -> None:
    assert set(neighbours((3, -1))) == {(2, -1), (4, -1), (3, 0), (3, -2)}


@pytest.mark.parametrize("number", [0, -7, FARTHEST, -FARTHEST])
def test_cells(number: int) -> None:
    assert parse_cell(number, 1) == (number, 1)
    assert parse_cell(1, number) == (1, number)


@pytest.mark.parametrize("value", [1.0, "1", None, True, [], FARTHEST + 1, -FARTHEST - 1, float("nan"), 10**400])
def test_wrong_cells(value: object) -> None:
    with pytest.raises(ValueError, match="cell number"):
        parse_cell(value, 0)
    with pytest.raises(ValueError, match="cell number"):
        parse_cell(0, value)


def test_placements() -> None:
    assert parse_placement([], "move") == ()
    assert parse_placement([["4O", 0, -3], ["2O", 1, -3]], "move") == (("4O", (0, -3)), ("2O", (1, -3)))


WRONG_PLACEMENTS: dict[str, tuple[object, str]] = {
    "no list": ({}, "move: a list of [tile, x, y] is needed, not a dict"),
    "nothing": (None, "move: a list of [tile, x, y] is needed, not None"),
    "a text": ("4O", "move: a list of [tile, x, y] is needed, not '4O'"),
    "an entry that is no list": ([["4O", 0, 0], "4O"], "move, entry 2: [tile, x, y] is needed, not '4O'"),
    "an entry that is too short": ([["4O", 0]], "move, entry 1: [tile, x, y] is needed"),
    "an entry that is too long": ([["4O", 0, 0, 0]], "move, entry 1: [tile, x, y] is needed"),
    "no tile": ([["4O", 0, 0], ["O4", 1, 0]], "move, entry 2: 'O4' is no tile"),
    "no cell": ([["4O", 0, "0"]], "move, entry 1: '0' is no cell number"),
    "a cell beyond the table": ([["4O", 0, 10**7]], "move, entry 1: a cell number beyond 1000000"),
}


@pytest.mark.parametrize(("value", "message"), WRONG_PLACEMENTS.values(), ids=WRONG_PLACEMENTS)
def test_wrong_placements_name_their_entry(value: object, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        parse_placement(value, "move")


def test_two_tiles_in_one_cell_are_no_board() -> None:
    with pytest.raises(ValueError, match="two tiles lie in one cell"):
        parse_board_list([["4O", 0, 0], ["2O", 0, 0]])


def test_a_wrong_board_list_names_the_board() -> None:
    with pytest.raises(ValueError, match="board, entry 1"):
        parse_board_list([["9O", 0, 0]])
