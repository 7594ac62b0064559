"""Searching moves: known positions, and what must hold for every board and hand."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.rules.positions import SCATTERED, GridBoard, from_games, grid, lay
from tileye.rules.board import FARTHEST, Cell, Placement, neighbours
from tileye.rules.judge import judge
from tileye.rules.moves import MOST_WAYS, Move, legal_moves, search_moves
from tileye.rules.rulesets import CLASSROOM, TILES, RuleSet
from tileye.rules.tiles import COLOURS, SHAPES, Tile, set_tiles

BOTH = pytest.mark.parametrize("rules", [TILES, CLASSROOM], ids=lambda rules: rules.name)
SIX_RED = ["1R", "2R", "3R", "4R", "5R", "6R"]


def by_cells(moves: list[Move]) -> dict[frozenset[tuple[Tile, Cell]], int]:
    """The moves with their points, whatever their order."""
    return {frozenset(move.placed): move.points for move in moves}


# Board, hand, and all legal moves by their points.
POSITIONS: dict[str, tuple[str, str, dict[int, list[str]]]] = {
    "nothing in the hand": ("1R", "", {}),
    "nothing at all": ("", "", {}),
    "nothing fits": ("1R", "2G 3B 1R", {}),
    "one tile at the start": ("", "1R", {1: ["1R@0,0"]}),
    "strangers at the start": ("", "1R 2G", {1: ["1R@0,0", "2G@0,0"]}),
    "the same tile twice at the start": ("", "1R 1R", {1: ["1R@0,0"]}),
    "two at the start, in both directions": (
        "",
        "1R 2R",
        {1: ["1R@0,0", "2R@0,0"], 2: ["1R@0,0 2R@1,0", "2R@0,0 1R@1,0", "1R@0,0 2R@0,1", "2R@0,0 1R@0,1"]},
    ),
    "round a single tile": ("1R", "2R", {2: ["2R@1,0", "2R@-1,0", "2R@0,1", "2R@0,-1"]}),
    "the same tile twice in the hand": ("1R", "2R 2R", {2: ["2R@1,0", "2R@-1,0", "2R@0,1", "2R@0,-1"]}),
    "a stranger only crosses": ("1R 2R", "2G", {2: ["2G@1,1", "2G@1,-1"]}),
    "into a gap": (
        "1R . 2R",
        "3R",
        {3: ["3R@1,0"], 2: ["3R@-1,0", "3R@3,0", "3R@0,1", "3R@0,-1", "3R@2,1", "3R@2,-1"]},
    ),
    "not into a gap between strangers": (
        "2R . 3G",
        "2G",
        {2: ["2G@-1,0", "2G@0,1", "2G@0,-1", "2G@2,1", "2G@2,-1", "2G@3,0"]},
    ),
    "not into a gap between twins": ("1R 2R . 2R 1R", "2G", {2: [f"2G@{x},{y}" for x in (1, 3) for y in (1, -1)]}),
    "no seventh": ("1Y 2Y 3Y 4Y 5Y 6Y", "1B", {2: ["1B@0,1", "1B@0,-1"]}),
    "no second circle": ("1Y 2Y", "1Y", {2: ["1Y@1,1", "1Y@1,-1"]}),
    "a wrong line grows no further": ("1R 2G", "1G", {2: ["1G@0,1", "1G@0,-1", "1G@1,1", "1G@1,-1"]}),
    "no fourth copy": ("1R . . 1R . . 1R . . 1O", "1R", {}),
    "a third copy": ("1R . . 1R . . 1O", "1R", {2: ["1R@5,0", "1R@7,0", "1R@6,1", "1R@6,-1"]}),
    "the sixth tile": (
        "1Y 2Y 3Y 4Y 5Y",
        "6Y",
        {12: ["6Y@5,0", "6Y@-1,0"], 2: [f"6Y@{x},{y}" for x in range(5) for y in (1, -1)]},
    ),
    "a corner and a middle": (
        "1R 2R 3R\n1G .  3G\n1B 2B .",
        "2G 3B",
        {
            6: ["2G@1,1", "3B@2,2"],
            3: ["3B@-1,2", "3B@2,-1"],
            2: ["2G@-1,1", "2G@1,-1", "2G@1,3", "2G@3,1", "3B@1,3", "3B@3,1"],
        },
    ),
    "all on a pair": (
        "1R\n1G",
        "1B 1O",
        {
            6: ["1B@1,0 1O@1,1", "1O@1,0 1B@1,1", "1B@-1,0 1O@-1,1", "1O@-1,0 1B@-1,1"],
            5: [
                f"{end}@0,{at} {side}@{x},{at}"
                for end, side in (("1B", "1O"), ("1O", "1B"))
                for at in (-1, 2)
                for x in (-1, 1)
            ],
            4: [
                *["1B@0,-1 1O@0,2", "1O@0,-1 1B@0,2"],
                *["1B@0,2 1O@0,3", "1O@0,2 1B@0,3", "1B@0,-1 1O@0,-2", "1O@0,-1 1B@0,-2"],
                *[f"1B@{x},0 1O@{x},-1" for x in (-1, 1)],
                *[f"1O@{x},0 1B@{x},-1" for x in (-1, 1)],
                *[f"1B@{x},1 1O@{x},2" for x in (-1, 1)],
                *[f"1O@{x},1 1B@{x},2" for x in (-1, 1)],
            ],
            3: [
                *["1B@0,-1", "1O@0,-1", "1B@0,2", "1O@0,2"],
                *[f"1B@-1,{y} 1O@1,{y}" for y in (0, 1)],
                *[f"1O@-1,{y} 1B@1,{y}" for y in (0, 1)],
                *[f"1B@{x},{y} 1O@{2 * x},{y}" for x in (-1, 1) for y in (0, 1)],
                *[f"1O@{x},{y} 1B@{2 * x},{y}" for x in (-1, 1) for y in (0, 1)],
            ],
            2: [f"{tile}@{x},{y}" for tile in ("1B", "1O") for x in (-1, 1) for y in (0, 1)],
        },
    ),
}


@pytest.mark.parametrize(("board", "hand", "expected"), POSITIONS.values(), ids=POSITIONS)
def test_all_moves_of_a_position(board: str, hand: str, expected: dict[int, list[str]]) -> None:
    moves = legal_moves(TILES, grid(board), hand.split())
    assert by_cells(moves) == {frozenset(lay(text)): points for points, texts in expected.items() for text in texts}
    assert len(moves) == sum(len(texts) for texts in expected.values())


@BOTH
def test_number_of_openings_with_six_of_one_colour(rules: RuleSet) -> None:
    moves = legal_moves(rules, {}, SIX_RED)
    assert Counter(len(move.tiles) for move in moves) == {1: 6, 2: 60, 3: 240, 4: 720, 5: 1440, 6: 1440}
    assert {move.points for move in moves if len(move.tiles) == 6} == {12}


@pytest.mark.parametrize("declared", range(1, 7))
def test_the_opening_is_as_long_as_declared(declared: int) -> None:
    moves = legal_moves(TILES, {}, SIX_RED, opening=declared)
    assert {len(move.tiles) for move in moves} == {declared}
    assert by_cells(moves).items() <= by_cells(legal_moves(TILES, {}, SIX_RED)).items()


def test_a_declaration_that_nobody_could_make_leaves_no_move() -> None:
    assert legal_moves(TILES, {}, ["1R", "2G"], opening=2) == []


def test_the_declaration_does_not_bind_in_the_classroom() -> None:
    assert legal_moves(CLASSROOM, {}, SIX_RED, opening=3) == legal_moves(CLASSROOM, {}, SIX_RED)


def test_the_declaration_is_over_with_the_opening() -> None:
    board = grid("1R 2R")
    assert legal_moves(TILES, board, ["3R", "4R"], opening=4) == legal_moves(TILES, board, ["3R", "4R"])


def test_a_hand_of_one_colour_at_both_ends_of_a_line() -> None:
    moves = by_cells(legal_moves(TILES, grid("1R 2R"), ["3R", "4R", "5R", "6R"]))
    assert moves[frozenset(lay("3R@-2,0 4R@-1,0 5R@2,0 6R@3,0"))] == 12
    assert moves[frozenset(lay("3R@-1,0 4R@2,0"))] == 4


def test_no_move_joins_twins_over_several_cells() -> None:
    joining = frozenset(lay("3R@1,0 4R@2,0"))
    assert joining in by_cells(legal_moves(TILES, grid("2R . . 5R"), ["3R", "4R"]))
    assert joining not in by_cells(legal_moves(TILES, grid("2R . . 2R"), ["3R", "4R"]))


def test_crossing_tiles_count_once_in_the_classroom() -> None:
    board = grid("1R 2R 3R\n1G .  3G\n1B 2B .")
    assert by_cells(legal_moves(CLASSROOM, board, ["3B"]))[frozenset(lay("3B@2,2"))] == 5
    assert by_cells(legal_moves(CLASSROOM, grid("1R 2R"), ["1G", "2G"]))[frozenset(lay("1G@0,1 2G@1,1"))] == 4


def test_a_hand_may_be_a_tuple() -> None:
    assert legal_moves(TILES, {}, ("1R", "2R")) == legal_moves(TILES, {}, ["1R", "2R"])


@pytest.mark.parametrize("x", [-FARTHEST, FARTHEST])
@pytest.mark.parametrize("y", [-FARTHEST, FARTHEST])
def test_at_the_end_of_the_world(x: int, y: int) -> None:
    moves = legal_moves(TILES, {(x, y): "1R", (-x, -y): "2G"}, ["1G"])
    assert {move.cells[0] for move in moves} == {*neighbours((x, y)), *neighbours((-x, -y))}
    assert {line.points for move in moves for line in move.lines} == {2}


# Laws

HANDS = st.lists(st.sampled_from(set_tiles(None)), max_size=4) | st.lists(
    st.sampled_from([shape + colour for shape in "123" for colour in "ROY"]), max_size=3
)
BOARDS: st.SearchStrategy[GridBoard] = st.one_of(SCATTERED, from_games()).map(
    # Purple for white: boards and hands are of one set.
    lambda case: {cell: tile.replace("W", "P") for cell, tile in case[0].items()}
)
CELL_MAPS: dict[str, Callable[[Cell], Cell]] = {
    "shift": lambda cell: (cell[0] - 900_000, cell[1] + 900_000),
    "quarter turn": lambda cell: (-cell[1], cell[0]),
    "mirror": lambda cell: (-cell[0], cell[1]),
    "mirror along the diagonal": lambda cell: (cell[1], cell[0]),
}


@BOTH
@tried(150)
@given(board=BOARDS, hand=HANDS)
def test_what_is_found_is_judged_the_same(rules: RuleSet, board: GridBoard, hand: list[Tile]) -> None:
    for move in legal_moves(rules, board, hand):
        verdict = judge(rules, board, move.placed, hand=len(hand))
        assert verdict.legal
        assert (verdict.points, sorted(verdict.lines)) == (move.points, sorted(move.lines))
        assert list(move.cells) == sorted(move.cells)
        assert not Counter(move.tiles) - Counter(hand)


@tried(150)
@given(case=from_games())
def test_what_is_legal_is_found(case: tuple[GridBoard, Placement]) -> None:
    board, placed = case
    found = by_cells(legal_moves(TILES, board, [tile for tile, _ in placed]))
    assert (frozenset(placed) in found) is judge(TILES, board, placed).legal


@BOTH
@tried(150)
@given(board=BOARDS, hand=HANDS)
def test_best_first_and_none_twice(rules: RuleSet, board: GridBoard, hand: list[Tile]) -> None:
    moves = legal_moves(rules, board, hand)
    points = [move.points for move in moves]
    assert points == sorted(points, reverse=True)
    assert len(by_cells(moves)) == len(moves)


@tried(150)
@given(board=BOARDS, hand=HANDS, seed=st.integers(0, 99))
def test_order_of_board_and_hand_does_not_matter(board: GridBoard, hand: list[Tile], seed: int) -> None:
    rng = random.Random(seed)
    entries = rng.sample(list(board.items()), len(board))
    assert legal_moves(TILES, dict(entries), rng.sample(hand, len(hand))) == legal_moves(TILES, board, hand)


@pytest.mark.parametrize("cell_map", CELL_MAPS.values(), ids=CELL_MAPS)
@tried(150)
@given(board=BOARDS.filter(bool), hand=HANDS)
def test_turning_the_table(cell_map: Callable[[Cell], Cell], board: GridBoard, hand: list[Tile]) -> None:
    turned = legal_moves(TILES, {cell_map(cell): tile for cell, tile in board.items()}, hand)
    assert by_cells(turned) == {
        frozenset((tile, cell_map(cell)) for tile, cell in move.placed): move.points
        for move in legal_moves(TILES, board, hand)
    }


@tried(150)
@given(board=BOARDS, hand=HANDS, shapes=st.permutations(SHAPES), colours=st.permutations(COLOURS))
def test_renaming_shapes_and_colours(board: GridBoard, hand: list[Tile], shapes: list[str], colours: list[str]) -> None:
    names = str.maketrans(SHAPES + COLOURS, "".join((*shapes, *colours)))
    new_board = {cell: tile.translate(names) for cell, tile in board.items()}
    renamed = legal_moves(CLASSROOM, new_board, [tile.translate(names) for tile in hand])
    assert by_cells(renamed) == {
        frozenset((tile.translate(names), cell) for tile, cell in move.placed): move.points
        for move in legal_moves(CLASSROOM, board, hand)
    }


@tried(150)
@given(board=BOARDS, hand=HANDS, more=st.sampled_from(set_tiles(None)))
def test_one_more_tile_takes_no_move_away(board: GridBoard, hand: list[Tile], more: Tile) -> None:
    fewer, all_moves = legal_moves(TILES, board, hand), legal_moves(TILES, board, [*hand, more])
    assert by_cells(fewer).items() <= by_cells(all_moves).items()


def test_tiles_far_apart_cost_no_more_than_they_may() -> None:
    """A hand of one colour beside tiles that lie apart: a million moves; those beside the longest lines are found."""
    apart = [tile for tile in set_tiles("OYGBP") for _ in range(3)]
    board = {(20 * (number % 10), 20 * (number // 10)): tile for number, tile in enumerate(apart)}
    five = {(-100 + x, -100): f"{x + 1}R" for x in range(5)}
    found = search_moves(TILES, {**board, **five}, SIX_RED)
    assert not found.proven
    assert MOST_WAYS < len(found.moves) < 3 * MOST_WAYS
    assert found.moves[0].points == max(move.points for move in legal_moves(TILES, five, SIX_RED))
    assert found == search_moves(TILES, {**board, **five}, SIX_RED)


def test_with_more_ways_all_moves_are_found() -> None:
    board = {(20 * number, 0): tile for number, tile in enumerate(["1O", "2O", "3O", "4O"])}
    few, every = (search_moves(TILES, board, SIX_RED, most_ways=ways) for ways in (100, 1_000_000))
    assert every.proven
    assert not few.proven
    assert few.moves[0].points == every.moves[0].points
    assert by_cells(few.moves).items() < by_cells(every.moves).items()
    assert search_moves(TILES, board, SIX_RED) == every
