"""How cards lie: sets as in a game, chains without large gaps, groups clear of each other."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tileye.datasets.cards.card_layouts import (
    Chain,
    LaidCard,
    draw_deck,
    draw_group,
    draw_hand_of_cards,
    draw_sets,
    draw_stack,
    lay_table,
)
from tileye.datasets.cards.card_styles import CardStyle, draw_card_style
from tileye.rules.cards import is_set
from tileye.rules.tiles import SHAPES, is_qwirkle

CHAINS: tuple[Chain, ...] = ("row", "column", "fan")
CARDS = ("1R", "2R", "3R", "4R", "5R")


def _sets(seed: int) -> list[tuple[str, ...]]:
    return draw_sets(Random(seed), "ROYGBP", 11)


def _table(seed: int) -> tuple[CardStyle, list[LaidCard]]:
    random, style = Random(seed), draw_card_style(seed)
    return style, lay_table(random, style, draw_sets(random, style.letters, random.randint(1, 11)))


def _outline(style: CardStyle, card: LaidCard) -> tuple[tuple[float, float], tuple[float, float], float]:
    return (card.pose.x, card.pose.y), (style.width, style.height), card.pose.turn


def _overlap(style: CardStyle, one: LaidCard, other: LaidCard) -> bool:
    kind, _ = cv2.rotatedRectangleIntersection(_outline(style, one), _outline(style, other))
    return kind != cv2.INTERSECT_NONE


def test_sets_are_those_of_a_game() -> None:
    for seed in range(200):
        drawn = _sets(seed)
        assert sum(not is_set(cards) for cards in drawn) <= 1
        if all(is_set(cards) for cards in drawn):
            assert max(Counter(card for cards in drawn for card in cards).values()) <= 3


def test_now_and_then_a_set_is_broken() -> None:
    broken = sum(any(not is_set(cards) for cards in _sets(seed)) for seed in range(400))
    assert 0.1 < broken / 400 < 0.25


@tried(60)
@given(st.integers(0, 100_000), st.sampled_from(CHAINS))
def test_a_chain_runs_as_its_cards_are_listed(seed: int, chain: Chain) -> None:
    group = draw_group(Random(seed), draw_card_style(seed), CARDS, chain)
    assert group.cards == CARDS
    along = [-pose.y for pose in group.poses] if chain == "column" else [pose.x for pose in group.poses]
    assert sum(later > earlier for earlier, later in pairwise(along)) >= 3
    assert along[-1] > along[0]


@pytest.mark.parametrize("chain", CHAINS)
def test_neighbours_in_a_chain_are_near_each_other(chain: Chain) -> None:
    for seed in range(300):
        style = draw_card_style(seed)
        group = draw_group(Random(seed), style, CARDS, chain)
        side = style.height if chain == "column" else style.width
        for one, other in pairwise(group.poses):
            gap = math.hypot(one.x - other.x, one.y - other.y) - side
            assert gap <= 0.6 * style.width


def test_of_covered_cards_without_corner_symbols_a_third_of_the_symbol_is_left() -> None:
    for seed in range(300):
        style = draw_card_style(seed)
        if not style.index:
            group = draw_group(Random(seed), style, CARDS, "row")
            steps = [math.hypot(one.x - other.x, one.y - other.y) for one, other in pairwise(group.poses)]
            assert np.mean(steps) > 0.4 * style.width


@pytest.mark.parametrize("seed", range(0, 120, 2))
def test_groups_are_clear_of_each_other(seed: int) -> None:
    style, cards = _table(seed)
    for one, other in combinations(cards, 2):
        if one.group is None or one.group != other.group:
            assert not _overlap(style, one, other)


@pytest.mark.parametrize("seed", range(20))
def test_a_card_by_itself_is_in_no_group_and_tables_lie_around_the_middle(seed: int) -> None:
    _, cards = _table(seed)
    sizes = Counter(card.group for card in cards if card.group is not None)
    assert all(size >= 2 for size in sizes.values())
    assert all((card.role == "single") == (card.group is None) for card in cards)
    for values in ([card.pose.x for card in cards], [card.pose.y for card in cards]):
        assert max(values) == pytest.approx(-min(values), abs=1e-9)


def _names(cards: Sequence[LaidCard]) -> list[str]:
    return [card.card for card in cards if card.card]


@pytest.mark.parametrize("seed", range(20))
def test_what_was_taken_is_a_qwirkle_whose_cards_lie_on_each_other(seed: int) -> None:
    style = draw_card_style(seed)
    stack = draw_stack(Random(seed), style, 7, 3.0, -2.0)
    assert is_qwirkle(_names(stack))
    assert {(card.role, card.group) for card in stack} == {("stack", 7)}
    assert len({card.pose.z for card in stack}) == 6
    for one, other in pairwise(sorted(stack, key=lambda card: card.pose.z)):
        assert _overlap(style, one, other)


@pytest.mark.parametrize("seed", range(10))
def test_a_deck_shows_backs(seed: int) -> None:
    deck = draw_deck(Random(seed), 1.0, 2.0)
    assert _names(deck) == []
    assert deck[0].height >= 0.03
    assert all(card.pose.z == pytest.approx(deck[0].height) for card in deck[1:])


@pytest.mark.parametrize("shown", [True, False])
def test_a_hand_shows_faces_to_one_side(shown: bool) -> None:
    style = draw_card_style(4)
    hand = draw_hand_of_cards(Random(1), style, 5.0, 0.0, 30.0, shown=shown)
    assert 3 <= len(hand) <= 9
    assert len(_names(hand)) == (len(hand) if shown else 0)
    assert all(card.pose.tilt >= 25 and card.role == "hand" for card in hand)
    assert all(name[0] in SHAPES and name[1] in style.letters for name in _names(hand))
