"""Tile codes, sets of six colours, what goes together, and what is declared at the start."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tileye.rules.tiles import (
    COLOURS,
    COPIES,
    KNOWN_TILES,
    SHAPES,
    SIDE,
    TILES,
    all_alike,
    best_match,
    colour_set,
    is_qwirkle,
    parse_tile,
    set_tiles,
    shown,
)

SOME_TILES = st.lists(st.sampled_from(TILES), max_size=9)


def test_all_codes() -> None:
    assert len(TILES) == len(set(TILES)) == 42
    assert set(TILES) == KNOWN_TILES == {shape + colour for shape in SHAPES for colour in COLOURS}
    assert [parse_tile(tile) for tile in TILES] == list(TILES)


NO_TEXTS: list[object] = [None, 4, 4.0, True, b"4O", ["4O"], ("4", "O"), {"4O": 1}]
WRONG_CODES = ["", "4", "O4", "4o", "0O", "7O", "4X", "4O ", " 4O", "44", "OO", "4OO", "\N{FULLWIDTH DIGIT FOUR}O"]


@pytest.mark.parametrize("value", [*WRONG_CODES, *NO_TEXTS], ids=repr)
def test_no_tiles(value: object) -> None:
    with pytest.raises(ValueError, match="is no tile: a shape 1-6 and a colour R O Y G B P W, such as 4O"):
        parse_tile(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [("4O", "'4O'"), (7, "7"), (None, "None"), ([1], "a list"), ({}, "a dict"), ("x" * 99, "'" + "x" * 36 + "...")],
    ids=str,
)
def test_foreign_values_in_messages(value: object, text: str) -> None:
    assert shown(value) == text


@tried(150)
@given(st.text() | st.integers() | st.binary())
def test_messages_stay_short(value: object) -> None:
    assert len(shown(value)) <= 40


@pytest.mark.parametrize(
    ("tiles", "colours"),
    [("", None), ("1R 2B 3G", None), ("1R 2P", "ROYGBP"), ("1W", "ROYGBW"), ("1P 2P 3P", "ROYGBP")],
)
def test_which_six_colours(tiles: str, colours: str | None) -> None:
    assert colour_set(tiles.split()) == colours


def test_no_set_has_purple_and_white() -> None:
    with pytest.raises(ValueError, match="purple and white"):
        colour_set(["1P", "2R", "1W"])


@pytest.mark.parametrize("colours", ["ROYGBP", "ROYGBW"])
def test_the_tiles_of_a_set(colours: str) -> None:
    tiles = set_tiles(colours)
    assert len(tiles) == len(set(tiles)) == SIDE * SIDE
    assert len(tiles) * COPIES == 108
    assert colour_set(tiles) == colours


def test_an_unknown_set_is_taken_as_one_with_purple() -> None:
    assert set_tiles(None) == set_tiles("ROYGBP")


@pytest.mark.parametrize(
    ("tiles", "alike", "qwirkle"),
    [
        ("", True, False),
        ("4O", True, False),
        ("4O 4O", True, False),
        ("4O 2O", True, False),
        ("4O 4R", True, False),
        ("4O 2R", False, False),
        ("4O 2O 2R", False, False),
        ("4O 4R 2R", False, False),
        ("1R 2R 3R 4R 5R", True, False),
        ("1R 2R 3R 4R 5R 6R", True, True),
        ("6R 1R 5R 2R 4R 3R", True, True),
        ("1R 1O 1Y 1G 1B 1P", True, True),
        ("1R 1O 1Y 1G 1B 1W", True, True),
        ("1R 2R 3R 4R 5R 5R", True, False),
        ("1R 2R 3R 4R 5R 6G", False, False),
        ("1R 2O 3Y 4G 5B 6P", False, False),
        ("1R 2R 3R 4R 5R 6R 1R", True, False),
    ],
)
def test_what_goes_together(tiles: str, alike: bool, qwirkle: bool) -> None:
    assert all_alike(tiles.split()) is alike
    assert is_qwirkle(tiles.split()) is qwirkle
    assert all_alike(iter(tiles.split())) is alike, "an iterator is enough"
    assert is_qwirkle(iter(tiles.split())) is qwirkle


@pytest.mark.parametrize(
    ("hand", "declared"),
    [
        ("", 0),
        ("4O", 1),
        ("4O 4O 4O", 1),
        ("1R 2O 3Y 4G 5B 6P", 1),
        ("1R 2R 3R 4G 5B 6P", 3),
        ("1R 1O 1Y 4G 5B 6P", 3),
        ("1R 1R 2R 3O 4Y 5G", 2),
        ("1R 1R 2R 2R 3R 3R", 3),
        ("1R 2R 1O 1Y 2Y 1Y", 3),
        ("1R 2R 3R 4R 5R 6R", 6),
        ("1R 1O 1Y 1G 1B 1W", 6),
        ("1R 2R 3R 4R 1G 1B 1Y 1O 1P", 6),
        ("1R 2R 1G 2G 3G 4G 5B 5R 5Y", 4),
    ],
)
def test_what_is_declared(hand: str, declared: int) -> None:
    assert best_match(hand.split()) == declared


@tried(150)
@given(hand=SOME_TILES)
def test_what_is_declared_can_be_laid(hand: list[str]) -> None:
    kinds = set(hand)
    groups = [[tile for tile in kinds if mark in tile] for mark in SHAPES + COLOURS]
    assert best_match(hand) == max(len(group) for group in groups)
    assert best_match([*hand, *hand]) == best_match(hand)


@tried(150)
@given(tiles=SOME_TILES)
def test_what_goes_together_does_so_in_any_order_and_in_part(tiles: list[str]) -> None:
    assert all_alike(tiles) == all_alike(tiles[::-1])
    assert all_alike(tiles[1:]) or not all_alike(tiles)
