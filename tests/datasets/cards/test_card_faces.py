"""Faces and backs of cards: painted at any size, the same each time, and no two of a style alike."""

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.datasets.cards.dealt import WHITE_STYLE
from tests.laws import tried
from tileye.datasets.cards.card_faces import Bytes, CardFace
from tileye.datasets.cards.card_styles import CardStyle, Label, Symbol, draw_card_style
from tileye.rules.tiles import SHAPES, Tile

WIDE = 96


def _face(style: CardStyle, card: Tile | None, wide: int = WIDE) -> Bytes:
    return CardFace(style, card).paint(wide, round(wide * style.aspect))


def _around(style: CardStyle, symbol: Symbol, picture: Bytes) -> Bytes:
    """The part of a picture of a card that shows a symbol."""
    scale = picture.shape[1] / (1 + 2 * style.sleeve)
    x, y = picture.shape[1] / 2 + symbol.x * scale, picture.shape[0] / 2 - symbol.y * scale
    half = symbol.size * scale / 2
    return picture[round(y - half) : round(y + half), round(x - half) : round(x + half)]


@tried(60)
@given(st.integers(0, 5000), st.integers(0, 36), st.integers(1, 150), st.integers(1, 200))
def test_every_face_and_back_can_be_painted_at_any_size(number: int, card: int, wide: int, high: int) -> None:
    style = draw_card_style(number)
    name = None if card == 36 else SHAPES[card // 6] + style.letters[card % 6]
    painted = CardFace(style, name).paint(wide, high)
    assert painted.shape == (high, wide, 3)
    assert painted.dtype == np.uint8


@pytest.mark.parametrize("number", range(10))
def test_no_two_of_the_36_faces_look_alike(number: int) -> None:
    style = draw_card_style(number)
    symbol = max(style.symbols, key=lambda one: one.size)
    cards = [shape + colour for shape in SHAPES for colour in style.letters]
    shown = {card: _around(style, symbol, _face(style, card)).astype(np.int32) for card in cards}
    alike = [
        (one, other) for one, other in combinations(cards, 2) if np.abs(shown[one] - shown[other]).max(2).mean() < 4
    ]
    assert alike == []


@pytest.mark.parametrize("number", [1, 2])
def test_a_face_is_the_same_each_time(number: int) -> None:
    faces = [_face(draw_card_style(number), "3B", wide) for wide in (70, 71, 70)]
    assert (faces[0] == faces[2]).all()


@pytest.mark.parametrize("card", ["1R", "4B", "6G"])
def test_a_symbol_has_its_colour_where_the_style_says(card: Tile) -> None:
    picture = _face(WHITE_STYLE, card)
    wanted = np.array(WHITE_STYLE.colours[card[1]]) * 255
    for symbol in WHITE_STYLE.symbols:
        part = _around(WHITE_STYLE, symbol, picture)
        middle = part[len(part) // 3 : -len(part) // 3, len(part) // 3 : -len(part) // 3]
        assert np.abs(middle.mean((0, 1)) - wanted).max() < 25


@pytest.mark.parametrize("label", ["none", "letter"])
def test_upside_down_a_card_shows_its_symbols_and_letters_where_they_were(label: Label) -> None:
    style = replace(WHITE_STYLE, label=label, label_font=0, shading=0.0)
    picture = _face(style, "4R", 400)
    # A pixel of difference at outlines does not count.
    small = cv2.resize(picture, (50, 75), interpolation=cv2.INTER_AREA).astype(int)
    assert np.abs(small - small[::-1, ::-1]).max() < 50
    assert (_face(replace(style, label="none"), "4R", 400) != picture).any() == (label != "none")


@pytest.mark.parametrize("wide", [20, 96])
def test_small_faces_look_like_large_ones(wide: int) -> None:
    """Foil and borders of a width that rounds to nothing leave the rest as it is."""
    style = replace(WHITE_STYLE, sleeve=0.015, back_border=0.01)
    for card in ("4R", None):
        small, large = (_face(style, card, size).mean((0, 1)) for size in (wide, 400))
        assert np.abs(small - large).max() < 20


def test_backs_tell_nothing_of_the_card() -> None:
    style = draw_card_style(3)
    assert CardFace(style, None) == CardFace(style, None)
    assert np.abs(_face(style, None).astype(int) - _face(style, "1R")).mean() > 5
