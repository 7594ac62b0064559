"""Card styles: the same for the same number, other ones in each split, symbols on the card."""

import math
from dataclasses import fields
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileye.datasets.cards.card_scenes import card_style_of
from tileye.datasets.cards.card_styles import CardStyle, draw_card_style
from tileye.datasets.scene.scenes import Split
from tileye.datasets.scene.tile_styles import lab

numbers = st.integers(0, 10_000_000)
styles = st.builds(draw_card_style, numbers)


def _drawn(split: Split, times: int) -> set[int]:
    random = Random(split)
    return {card_style_of(random, split).number for _ in range(times)}


@given(numbers)
def test_the_same_number_gives_the_same_style(number: int) -> None:
    one, again = draw_card_style(number), draw_card_style(number)
    assert [getattr(one, field.name) for field in fields(one)] == [getattr(again, field.name) for field in fields(one)]
    assert draw_card_style(number + 1) != one


def test_the_splits_have_styles_of_their_own() -> None:
    drawn = [_drawn("train", 5000), _drawn("val", 600), _drawn("test", 900)]
    assert 2500 < len(drawn[0]) <= 4000
    assert [len(numbers) for numbers in drawn[1:]] == [40, 60]
    assert all(not one & other for one, other in combinations(drawn, 2))


@given(styles)
def test_cards_have_the_sizes_of_real_ones(style: CardStyle) -> None:
    assert 44 / 25 <= style.width <= 70 / 25
    assert 1.0 <= style.aspect <= 1.6
    assert style.height == pytest.approx(style.width * style.aspect)
    assert 0 <= style.corner < 0.2


@given(styles)
def test_symbols_lie_on_the_card(style: CardStyle) -> None:
    assert style.symbols
    for symbol in style.symbols:
        assert abs(symbol.x) + symbol.size / 2 <= 0.5
        assert abs(symbol.y) + symbol.size / 2 <= style.aspect / 2


@given(styles)
def test_symbols_keep_clear_of_each_other(style: CardStyle) -> None:
    for one, other in combinations(style.symbols, 2):
        assert math.hypot(one.x - other.x, one.y - other.y) > 0.48 * (one.size + other.size)


@given(styles)
def test_a_card_looks_the_same_upside_down_but_for_its_corners(style: CardStyle) -> None:
    places = {(round(symbol.x, 9), round(symbol.y, 9), symbol.size) for symbol in style.symbols}
    assert {(-x + 0.0, -y + 0.0, size) for x, y, size in places} == places


@given(styles)
def test_six_colours_that_can_be_seen(style: CardStyle) -> None:
    assert style.letters in ("ROYGBP", "ROYGBW")
    behind = style.panel or style.ground
    if behind is not None and style.outline is None:
        assert min(math.dist(lab(behind), lab(colour)) for colour in style.colours.values()) >= 26
    if behind is None:
        assert style.ink is not None, "the ground has the colour, so the symbol has another one"
