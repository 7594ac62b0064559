"""Judging and scoring: every violation alone and in company, every kind of points, and what must not matter."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.rules.positions import SCATTERED, GridBoard, from_games, grid, lay, normal, told
from tileye.rules.board import Cell, Placement
from tileye.rules.judge import Line, Verdict, Violation, judge
from tileye.rules.rulesets import CLASSROOM, TILES, RuleSet
from tileye.rules.tiles import COLOURS, SHAPES, Tile, set_tiles

BOTH = pytest.mark.parametrize("rules", [TILES, CLASSROOM], ids=lambda rules: rules.name)

YELLOW_SIX = "1Y 2Y 3Y 4Y 5Y 6Y"
RING = """
1R 2R 3R
1G .  3G
1B 2B .
"""


def each(codes: str, tiles: str) -> list[str]:
    """The same tiles with several codes."""
    return [f"{code} {tiles}" for code in codes.split()]


# Board, move, and exactly these violations. `mixed_move` and `too_long` never come alone: the tiles of a mixed move
# cannot share a valid line, and seven tiles that go together include one twice.
FAULTS: dict[str, tuple[str, str, list[str]]] = {
    "empty move on a board": ("1R", "", ["empty_move"]),
    "empty move at the start": ("", "", ["empty_move"]),
    "taken cell": ("1R 2R", "3R@1,0", ["occupied 3R@1,0"]),
    "taken by the same tile": ("1R 2R", "2R@1,0", ["occupied 2R@1,0"]),
    "cell used twice": ("1R 2R", "3R@2,0 4R@2,0", ["occupied 3R@2,0 4R@2,0"]),
    "cell used twice at the start": ("", "3R@0,0 3R@0,0", ["occupied 3R@0,0 3R@0,0"]),
    "taken and used twice": ("1R", "2R@0,0 3R@0,0", ["occupied 2R@0,0 3R@0,0"]),
    "only the tile that lies wrong is named": ("1R 2R", "3R@2,0 4R@1,0", ["occupied 4R@1,0"]),
    "occupied hides all the rest": ("1R 2R", "1R@0,0 6G@9,9 5B@8,7", ["occupied 1R@0,0"]),
    "no contact": ("1R", "3R@3,0", ["no_contact 3R@3,0"]),
    "a corner is no contact": ("1R", "1G@1,1", ["no_contact 1G@1,1"]),
    "a line of its own": ("1R", "1G@0,2 2G@1,2", ["no_contact 1G@0,2 2G@1,2"]),
    "contact through another played tile": ("1R", "1G@0,1 1B@0,2", []),
    "not one line, all in contact": ("1R 2R 3R", "1G@0,1 3G@2,-1", ["not_one_line 1G@0,1 3G@2,-1"]),
    "not one line, round a corner": ("1R", "1G@0,1 1B@1,0", ["not_one_line 1B@1,0 1G@0,1"]),
    "not one line, an angle that touches": ("1R", "1G@0,1 1B@0,2 1Y@1,2", ["not_one_line 1B@0,2 1G@0,1 1Y@1,2"]),
    "not one line and no contact": (
        "1R 2R 3R",
        "1G@0,1 1B@4,-1",
        ["no_contact 1B@4,-1", "not_one_line 1B@4,-1 1G@0,1"],
    ),
    "gap, all in contact": ("1R 2R 3R", "1G@0,1 3G@2,1", ["gap 1G@0,1 3G@2,1"]),
    "gap in a column, all in contact": ("1R\n2R\n3R", "1G@1,0 3G@1,2", ["gap 1G@1,0 3G@1,2"]),
    "gap and no contact": ("1R", "2R@1,0 3R@3,0", ["gap 2R@1,0 3R@3,0", "no_contact 3R@3,0"]),
    "gap, contact with another island": ("1R . . 5R", "2R@1,0 4R@4,0", ["gap 2R@1,0 4R@4,0"]),
    "gap at the start": ("", "1R@0,0 2R@2,0", ["gap 1R@0,0 2R@2,0"]),
    "not one line at the start": ("", "1R@0,0 2R@1,1", ["not_one_line 1R@0,0 2R@1,1"]),
    "not one line at the start, hanging together": (
        "",
        "1R@0,0 2R@1,0 2G@1,1",
        each("mixed_move not_one_line", "1R@0,0 2G@1,1 2R@1,0"),
    ),
    "mixed move over a gap": ("1R 2R 3R", "1G@0,1 3B@2,1", each("gap mixed_move", "1G@0,1 3B@2,1")),
    "mixed move in two places": ("1R 2R 3R", "1G@0,1 3B@2,-1", each("mixed_move not_one_line", "1G@0,1 3B@2,-1")),
    "mixed move in one line": ("1R", "1G@1,0 2B@2,0", ["mismatch 1G@1,0 1R@0,0 2B@2,0", "mixed_move 1G@1,0 2B@2,0"]),
    "mixed move, alike only in pairs": (
        "1R",
        "1G@0,1 2G@1,1 2B@2,1",
        each("mismatch mixed_move", "1G@0,1 2B@2,1 2G@1,1"),
    ),
    "mismatch": ("1R", "2G@1,0", ["mismatch 1R@0,0 2G@1,0"]),
    "mismatch at the end of a line": ("1R 2R 3R", "3G@3,0", ["mismatch 1R@0,0 2R@1,0 3G@3,0 3R@2,0"]),
    "mismatch of the crossing line alone": ("1R 1G\n2B .", "3B@1,1", ["mismatch 1G@1,0 3B@1,1"]),
    "mismatch of both lines": ("1R 1G\n2B .", "3Y@1,1", ["mismatch 1G@1,0 3Y@1,1", "mismatch 2B@0,1 3Y@1,1"]),
    "mismatch of two joined lines": ("1R 2R . 3G 4G", "3R@2,0", ["mismatch 1R@0,0 2R@1,0 3G@3,0 3R@2,0 4G@4,0"]),
    "mismatch of a line that was wrong before": ("1R 2G", "1G@2,0", ["mismatch 1G@2,0 1R@0,0 2G@1,0"]),
    "a wrong line elsewhere is no news": ("1R 2G", "1B@0,1", []),
    "alike among themselves, but not with the line": (
        "1R 2R",
        "3G@2,0 3B@3,0",
        ["mismatch 1R@0,0 2R@1,0 3B@3,0 3G@2,0"],
    ),
    "duplicate": ("1R 2R", "1R@2,0", ["duplicate 1R@0,0 1R@2,0 2R@1,0"]),
    "duplicate of the crossing line alone": ("1R .\n2R .\n.  4R", "1R@0,2", ["duplicate 1R@0,0 1R@0,2 2R@0,1"]),
    "duplicate of both lines": (".  1R\n1R .", "1R@1,1", ["duplicate 1R@0,1 1R@1,1", "duplicate 1R@1,0 1R@1,1"]),
    "duplicate of two joined lines": ("1R 2R . 1R 4R", "3R@2,0", ["duplicate 1R@0,0 1R@3,0 2R@1,0 3R@2,0 4R@4,0"]),
    "duplicate among the played tiles": ("2R", "1R@1,0 1R@2,0", ["duplicate 1R@1,0 1R@2,0 2R@0,0"]),
    "duplicate that lay there before": ("1R 1R", "2R@2,0", ["duplicate 1R@0,0 1R@1,0 2R@2,0"]),
    "duplicate and mismatch": (
        "1R 2R",
        "1R@2,0 1G@3,0",
        each("duplicate mismatch", "1G@3,0 1R@0,0 1R@2,0 2R@1,0"),
    ),
    "seventh tile, the second circle": (
        YELLOW_SIX,
        "1Y@6,0",
        each("duplicate too_long", "1Y@0,0 1Y@6,0 2Y@1,0 3Y@2,0 4Y@3,0 5Y@4,0 6Y@5,0"),
    ),
    "seventh tile, of another colour": (
        YELLOW_SIX,
        "1R@6,0",
        each("mismatch too_long", "1R@6,0 1Y@0,0 2Y@1,0 3Y@2,0 4Y@3,0 5Y@4,0 6Y@5,0"),
    ),
    "eight tiles with every fault of a line": (
        YELLOW_SIX,
        "1Y@6,0 1R@-1,0",
        each("duplicate mismatch too_long", "1R@-1,0 1Y@0,0 1Y@6,0 2Y@1,0 3Y@2,0 4Y@3,0 5Y@4,0 6Y@5,0"),
    ),
    "seven by joining two lines": (
        "1Y 2Y 3Y . 5Y 6Y 1Y",
        "4Y@3,0",
        each("duplicate too_long", "1Y@0,0 1Y@6,0 2Y@1,0 3Y@2,0 4Y@3,0 5Y@4,0 6Y@5,0"),
    ),
    "fourth copy": ("1R . 1R . 1R . 2R", "1R@7,0", ["too_many_copies 1R@7,0"]),
    "third copy": ("1R . 1R . 2R", "1R@5,0", []),
    "third and fourth copy in one move": (
        "1R . 1R . 2R",
        "1R@3,0 1R@5,0",
        ["duplicate 1R@2,0 1R@3,0 1R@5,0 2R@4,0", "too_many_copies 1R@3,0 1R@5,0"],
    ),
    "fourth copies of two tiles": (
        "1R . 1R . 1R . 2R . 2R . 2R . 3R",
        "1R@13,0 2R@14,0",
        ["too_many_copies 1R@13,0", "too_many_copies 2R@14,0"],
    ),
    "four copies that lay there before are no news": ("1R . 1R . 1R . 1R 2R", "3R@8,0", []),
    "seven tiles from a hand of six": (
        "",
        "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0 1R@6,0",
        each("duplicate too_long too_many_tiles", "1R@0,0 1R@6,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0"),
    ),
    "all that a single tile can do wrong": (
        "1Y . 1Y . 1Y 2Y 3Y 4Y 5Y 6Y . 2R",
        "1Y@10,0",
        [
            *each("duplicate mismatch too_long", "1Y@4,0 1Y@10,0 2R@11,0 2Y@5,0 3Y@6,0 4Y@7,0 5Y@8,0 6Y@9,0"),
            "too_many_copies 1Y@10,0",
        ],
    ),
    "all that a scattered move can do wrong": (
        "1R 2R",
        "1R@2,0 2G@2,1 5B@9,9",
        [
            "duplicate 1R@0,0 1R@2,0 2R@1,0",
            "mismatch 1R@2,0 2G@2,1",
            "mixed_move 1R@2,0 2G@2,1 5B@9,9",
            "no_contact 5B@9,9",
            "not_one_line 1R@2,0 2G@2,1 5B@9,9",
        ],
    ),
}


@BOTH
@pytest.mark.parametrize(("board", "move", "expected"), FAULTS.values(), ids=FAULTS)
def test_every_violation_and_no_other(rules: RuleSet, board: str, move: str, expected: list[str]) -> None:
    verdict = judge(rules, grid(board), lay(move))
    assert told(verdict) == expected
    assert verdict.legal is not bool(expected)
    assert not expected or verdict.points == 0


# Rules, board, move, declared opening, hand, and exactly these violations.
WITH_HAND_AND_OPENING: dict[str, tuple[RuleSet, str, str, int | None, int | None, list[str]]] = {
    "more than the hand": (TILES, "1R", "2R@1,0 3R@2,0", None, 1, ["too_many_tiles 2R@1,0 3R@2,0"]),
    "just the hand": (TILES, "1R", "2R@1,0 3R@2,0", None, 2, []),
    "from an empty hand": (TILES, "1R", "2R@1,0", None, 0, ["too_many_tiles 2R@1,0"]),
    "opening as declared": (TILES, "", "1R@0,0 2R@1,0", 2, None, []),
    "opening too short": (TILES, "", "1R@0,0 2R@1,0", 3, None, ["opening_too_short 1R@0,0 2R@1,0"]),
    "opening too long": (TILES, "", "1R@0,0 2R@1,0", 1, None, ["opening_too_long 1R@0,0 2R@1,0"]),
    "opening too short and wrong": (
        TILES,
        "",
        "1R@0,0 2G@1,0",
        3,
        None,
        each("mismatch mixed_move opening_too_short", "1R@0,0 2G@1,0"),
    ),
    "opening too long with a gap and a small hand": (
        TILES,
        "",
        "1R@0,0 2R@2,0",
        1,
        1,
        each("gap opening_too_long too_many_tiles", "1R@0,0 2R@2,0"),
    ),
    "opening with no tile": (TILES, "", "", 3, None, ["empty_move"]),
    "opening with a cell used twice": (TILES, "", "1R@0,0 2R@0,0", 3, None, ["occupied 1R@0,0 2R@0,0"]),
    "opening that binds nobody, short": (CLASSROOM, "", "1R@0,0 2R@1,0", 3, None, []),
    "opening that binds nobody, long": (CLASSROOM, "", "1R@0,0 2R@1,0", 1, None, []),
    "no opening any more": (TILES, "1R", "2R@1,0", 3, None, []),
}


@pytest.mark.parametrize(
    ("rules", "board", "move", "opening", "hand", "expected"),
    WITH_HAND_AND_OPENING.values(),
    ids=WITH_HAND_AND_OPENING,
)
def test_hand_and_opening(
    rules: RuleSet, board: str, move: str, opening: int | None, hand: int | None, expected: list[str]
) -> None:
    assert told(judge(rules, grid(board), lay(move), opening=opening, hand=hand)) == expected


# Board, legal move, the points of its lines, and how many of them the classroom leaves out.
POINTS: dict[str, tuple[str, str, list[int], int]] = {
    "a single tile at the start": ("", "1R@0,0", [1], 0),
    "a single tile at the start, anywhere": ("", "1R@-5,900", [1], 0),
    "two at the start": ("", "1R@0,0 2R@1,0", [2], 0),
    "a Qwirkle at the start": ("", "1R@0,0 1O@0,1 1Y@0,2 1G@0,3 1B@0,4 1P@0,5", [12], 0),
    "one at the end of a line": ("1R 2R", "3R@2,0", [3], 0),
    "one at the front of a line": ("1R 2R", "3R@-1,0", [3], 0),
    "one at each end": ("1R 2R", "3R@2,0 4R@-1,0", [4], 0),
    "several on one side of a long line": ("1R 2R", "3R@2,0 4R@3,0 5R@4,0", [5], 0),
    "one into a gap": ("1R 2R . 4R 5R", "3R@2,0", [5], 0),
    "two into two gaps": ("1R . 3R . 5R", "2R@1,0 4R@3,0", [5], 0),
    "one that crosses": ("1R\n1G", "2G@1,1", [2], 0),
    "one in two lines": ("1R 1G\n2R .", "2G@1,1", [2, 2], 1),
    "one that closes a ring": (RING, "3B@2,2", [3, 3], 1),
    "one in the middle of a ring": (RING, "2G@1,1", [3, 3], 1),
    "a line beside a line": ("1R 2R 3R", "1G@0,1 2G@1,1 3G@2,1", [2, 2, 2, 3], 3),
    "a line across a line": ("1R 2R .", "3R@2,0 3G@2,1 3B@2,2", [3, 3], 1),
    "a crossing in the middle": (".  1R\n2B .", "1B@1,1 1G@1,2", [2, 3], 1),
    "five are no Qwirkle": ("1R 2R 3R 4R", "5R@4,0", [5], 0),
    "the sixth tile": ("1Y 2Y 3Y 4Y 5Y", "6Y@5,0", [12], 0),
    "the sixth into a gap": ("1Y 2Y . 4Y 5Y 6Y", "3Y@2,0", [12], 0),
    "both ends of a Qwirkle": ("1Y 2Y 3Y 4Y", "5Y@4,0 6Y@-1,0", [12], 0),
    "a Qwirkle of one shape with white": ("1R 1O 1Y 1G 1B", "1W@5,0", [12], 0),
    "two Qwirkles with one tile": (
        "1R 1O 1Y 1G 1B .\n. . . . . 2P\n. . . . . 3P\n. . . . . 4P\n. . . . . 5P\n. . . . . 6P",
        "1P@5,0",
        [12, 12],
        1,
    ),
    "a Qwirkle and two crossings": (
        "1R 2R 3R 4R .  .\n.  .  .  .  5G 6G",
        "5R@4,0 6R@5,0",
        [2, 2, 12],
        2,
    ),
}


@pytest.mark.parametrize(("board", "move", "points", "counted_once"), POINTS.values(), ids=POINTS)
def test_points(board: str, move: str, points: list[int], counted_once: int) -> None:
    verdict = judge(TILES, grid(board), lay(move))
    assert verdict.legal
    assert sorted(line.points for line in verdict.lines) == points
    assert (verdict.points, verdict.line_points, verdict.counted_once) == (sum(points), sum(points), None)
    taught = judge(CLASSROOM, grid(board), lay(move))
    assert taught.lines == verdict.lines
    assert taught.counted_once == counted_once
    assert taught.points == taught.line_points == sum(points) - counted_once


def test_lines_are_all_formed_and_extended_lines_with_their_cells() -> None:
    verdict = judge(TILES, grid("1R 2R 3R\n.  .  1G"), lay("3B@2,2 5B@3,2 2B@1,2"))
    assert told(verdict) == ["mismatch 1G@2,1 3B@2,2 3R@2,0"]
    verdict = judge(TILES, grid("1R 2R 3R\n.  .  3G\n6B"), lay("3B@2,2 5B@3,2 2B@1,2"))
    assert set(verdict.lines) == {
        Line(((0, 2), (1, 2), (2, 2), (3, 2)), 4, False),
        Line(((2, 0), (2, 1), (2, 2)), 3, False),
    }


# Board, illegal move, its code, and the points that it has if the players let it stand.
OVERRULED: dict[str, tuple[str, str, str, int]] = {
    "a valid six": ("1R . 1R . 1R . 2R 3R 4R 5R 6R", "1R@11,0", "too_many_copies", 12),
    "six with a stranger": ("1R 2R 3R 4R 5R", "6G@5,0", "mismatch", 6),
    "six with a double": ("1R 2R 3R 4R 5R", "1R@5,0", "duplicate", 6),
    "two lines, one wrong": ("1R 1G\n2B .", "3B@1,1", "mismatch", 4),
    "two places": ("1R 2R 3R", "1G@0,1 3G@2,-1", "not_one_line", 4),
    "in the air": ("1R", "1G@4,4", "no_contact", 0),
    "in the air, two of them": ("1R", "1G@4,4 1B@5,4", "no_contact", 2),
    "on another tile": ("1R", "1G@0,0", "occupied", 0),
    "apart at the start": ("", "1R@0,0 2R@2,0", "gap", 0),
}


@pytest.mark.parametrize(("board", "move", "code", "points"), OVERRULED.values(), ids=OVERRULED)
def test_an_illegal_move_keeps_the_points_of_its_lines(board: str, move: str, code: str, points: int) -> None:
    verdict = judge(TILES, grid(board), lay(move))
    assert [fault.code for fault in verdict.violations] == [code]
    assert (verdict.points, verdict.line_points) == (0, points)
    assert any(line.qwirkle for line in verdict.lines) is (points == 12)


def test_an_illegal_move_counts_laid_tiles_once_in_the_classroom() -> None:
    verdict = judge(CLASSROOM, grid("1R 1G\n2B ."), lay("3B@1,1"))
    assert (verdict.points, verdict.line_points, verdict.counted_once) == (0, 3, 1)


def test_a_lying_tile_counts_in_every_line_in_the_classroom() -> None:
    verdict = judge(CLASSROOM, grid("1R"), lay("2R@1,0 3R@0,1"))
    assert told(verdict) == ["not_one_line 2R@1,0 3R@0,1"]
    assert (verdict.line_points, verdict.counted_once) == (4, 0)


# Rules, move on a red circle, left in hand, whether the bag is empty, bonus.
BONUS: dict[str, tuple[RuleSet, str, int | None, bool, int]] = {
    "out": (TILES, "2R@1,0", 0, True, 6),
    "out with several": (TILES, "2R@1,0 3R@2,0", 0, True, 6),
    "bag not empty": (TILES, "2R@1,0", 0, False, 0),
    "one left": (TILES, "2R@1,0", 1, True, 0),
    "left unknown": (TILES, "2R@1,0", None, True, 0),
    "illegal": (TILES, "2G@1,0", 0, True, 0),
    "no move": (TILES, "", 0, True, 0),
    "none on the sheet": (CLASSROOM, "2R@1,0", 0, True, 0),
}


@pytest.mark.parametrize(("rules", "move", "left", "bag_empty", "bonus"), BONUS.values(), ids=BONUS)
def test_bonus(rules: RuleSet, move: str, left: int | None, bag_empty: bool, bonus: int) -> None:
    verdict = judge(rules, grid("1R"), lay(move), left_in_hand=left, bag_empty=bag_empty)
    assert verdict.bonus == bonus
    assert verdict.line_points == sum(line.points for line in verdict.lines)


def test_judging_changes_nothing() -> None:
    board = grid(RING)
    judge(TILES, board, lay("3B@2,2"))
    assert board == grid(RING)


# Laws: turning the table, renaming colours or listing tiles in another order changes nothing but names.

CASES = st.one_of(SCATTERED, from_games())
CELL_MAPS: dict[str, Callable[[Cell], Cell]] = {
    "shift": lambda cell: (cell[0] + 70_000, cell[1] - 3),
    "quarter turn": lambda cell: (-cell[1], cell[0]),
    "half turn": lambda cell: (-cell[0], -cell[1]),
    "mirror": lambda cell: (-cell[0], cell[1]),
    "mirror along the diagonal": lambda cell: (cell[1], cell[0]),
}


def same_cell(cell: Cell) -> Cell:
    return cell


def same_tile(tile: Tile) -> Tile:
    return tile


def assert_maps_along(
    case: tuple[GridBoard, Placement],
    opening: int | None,
    cell_map: Callable[[Cell], Cell] = same_cell,
    tile_map: Callable[[Tile], Tile] = same_tile,
) -> None:
    """The verdict on the changed position is the changed verdict."""
    board, placed = case
    new_board = {cell_map(cell): tile_map(tile) for cell, tile in board.items()}
    new_placed = tuple((tile_map(tile), cell_map(cell)) for tile, cell in placed)
    for rules in (TILES, CLASSROOM):
        was = judge(rules, board, placed, opening=opening)
        mapped = Verdict(
            tuple(Line(tuple(map(cell_map, line.cells)), line.points, line.qwirkle) for line in was.lines),
            tuple(
                Violation(code, tuple(map(cell_map, cells)), tuple(map(tile_map, tiles)))
                for code, cells, tiles in was.violations
            ),
            was.counted_once,
            was.bonus,
        )
        assert normal(judge(rules, new_board, new_placed, opening=opening)) == normal(mapped)


@pytest.mark.parametrize("cell_map", CELL_MAPS.values(), ids=CELL_MAPS)
@tried(150)
@given(case=CASES, opening=st.none() | st.integers(1, 6))
def test_turning_the_table(
    cell_map: Callable[[Cell], Cell], case: tuple[GridBoard, Placement], opening: int | None
) -> None:
    assert_maps_along(case, opening, cell_map=cell_map)


@tried(150)
@given(case=CASES, shapes=st.permutations(SHAPES), colours=st.permutations(COLOURS))
def test_renaming_shapes_and_colours(case: tuple[GridBoard, Placement], shapes: list[str], colours: list[str]) -> None:
    names = str.maketrans(SHAPES + COLOURS, "".join((*shapes, *colours)))
    assert_maps_along(case, None, tile_map=lambda tile: tile.translate(names))


@tried(150)
@given(case=CASES)
def test_swapping_shape_and_colour(case: tuple[GridBoard, Placement]) -> None:
    def swapped(tile: Tile) -> Tile:
        # White and purple are the same sixth colour here.
        return SHAPES[min(COLOURS.index(tile[1]), 5)] + COLOURS[SHAPES.index(tile[0])]

    assert_maps_along(case, None, tile_map=swapped)


@tried(150)
@given(case=CASES, seed=st.integers(0, 99))
def test_order_does_not_matter(case: tuple[GridBoard, Placement], seed: int) -> None:
    board, placed = case
    rng = random.Random(seed)
    entries = rng.sample(list(board.items()), len(board))
    for rules in (TILES, CLASSROOM):
        shuffled = judge(rules, dict(entries), tuple(rng.sample(placed, len(placed))))
        assert normal(shuffled) == normal(judge(rules, board, placed))


@tried(150)
@given(case=CASES)
def test_other_tiles_far_away_do_not_matter(case: tuple[GridBoard, Placement]) -> None:
    board, placed = case
    others = [tile for tile in set_tiles(None) if tile not in {tile for tile, _ in placed}]
    island = {(500 + number % 5, 500 + number // 5): tile for number, tile in enumerate(others)}
    if board:
        assert normal(judge(TILES, {**board, **island}, placed)) == normal(judge(TILES, board, placed))
