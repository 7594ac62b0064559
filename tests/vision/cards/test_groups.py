"""Which cards lie together, and in which order."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.vision.cards.lain import HIGH, LOW, OVERHEAD, WIDE, Lying, column, quads_of, row, turned
from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.cards.card_scenes import draw_card_scene
from tileye.rules.cards import is_set
from tileye.rules.tiles import TILES, Tile, all_alike
from tileye.vision.cards.groups import Group, cuts, group_cards
from tileye.vision.cards.patches import Quads, upright

REDS = ("1R", "2R", "3R", "4R", "5R", "6R")
BLUES = ("1B", "2B", "3B", "4B", "5B", "6B")


def _groups(lying: list[Lying], names: tuple[Tile, ...], camera: Camera = OVERHEAD) -> tuple[Group, ...]:
    return tuple(sorted(group_cards(quads_of(lying, camera), names)))


def _in_order(count: int, start: int = 0) -> Group:
    return tuple(range(start, start + count))


@pytest.mark.parametrize("camera", [OVERHEAD, LOW])
@pytest.mark.parametrize("step", [0.25, 0.5, 0.9, 1.1, 1.35, 1.6])
def test_cards_beside_each_other_or_overlapping_are_a_group_from_left_to_right(camera: Camera, step: float) -> None:
    assert _groups(row(5, step, x=-2 * step * WIDE), REDS[:5], camera) == (_in_order(5),)


@pytest.mark.parametrize("step", [0.2, 0.5, 1.05])
def test_cards_below_each_other_are_a_group_from_top_to_bottom(step: float) -> None:
    assert _groups(column(4, step, y=4.0), REDS[:4]) == (_in_order(4),)


@pytest.mark.parametrize("camera", [OVERHEAD, LOW])
@pytest.mark.parametrize("share", [0.5, 0.62, 0.75])
def test_how_far_covered_cards_reach_under_others_does_not_matter(camera: Camera, share: float) -> None:
    cards = quads_of(column(3, 0.36, y=2.0), camera)
    cards[:2, 2:] = cards[:2, 1::-1] + share * (cards[:2, 2:] - cards[:2, 1::-1])
    assert group_cards(cards, REDS[:3]) == (_in_order(3),)


def test_a_shorter_card_beside_others_is_no_neighbour() -> None:
    cards = quads_of(row(3, 1.2))
    cards[2, 2:] = cards[2, 1::-1] + 0.6 * (cards[2, 2:] - cards[2, 1::-1])
    assert group_cards(cards, REDS[:3]) == (_in_order(2),)


@pytest.mark.parametrize("spread", [3.0, 6.0, 9.0])
def test_a_fan_is_a_group(spread: float) -> None:
    pivot = 0.4 * WIDE / math.radians(spread)
    fan = []
    for place in range(-2, 4):
        a = math.radians(-spread * place)
        fan.append((-pivot * math.sin(a), pivot * (math.cos(a) - 1), math.degrees(a)))
    assert _groups(fan, REDS) == (_in_order(6),)


@pytest.mark.parametrize("degrees", [0, 20, 45, 70, 90, 135, 180, 250])
def test_a_group_is_the_same_however_the_table_is_turned(degrees: float) -> None:
    two = [*row(4, 1.2, x=-5.0, y=2.6), *row(4, 1.2, x=-5.0, y=-2.6)]
    groups = _groups(turned(two, degrees), (*REDS[:4], *BLUES[:4]))
    assert {frozenset(group) for group in groups} == {frozenset(range(4)), frozenset(range(4, 8))}
    for group in groups:
        assert group in (tuple(sorted(group)), tuple(sorted(group, reverse=True)))


def test_cards_that_lie_upside_down_belong_to_their_group() -> None:
    assert _groups(row(5, 1.2, x=-5.0, turns=(0.0, 180.0, 4.0)), REDS[:5]) == (_in_order(5),)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_it_does_not_matter_which_corner_of_a_square_card_is_the_first(quarters: int) -> None:
    quads = quads_of([(1.2 * number * 2.4, 0.0, 0.0) for number in range(4)], size=(2.4, 2.4))
    quads[1::2] = np.roll(quads[1::2], quarters, 1)
    assert group_cards(quads, REDS[:4]) == (_in_order(4),)


@pytest.mark.parametrize("camera", [OVERHEAD, LOW])
@pytest.mark.parametrize("gap", [0.1, 0.3])
def test_rows_above_each_other_are_different_groups(camera: Camera, gap: float) -> None:
    away = (1 + gap) * HIGH / 2
    two = [*row(4, 1.05, x=-3.5, y=away), *row(4, 1.05, x=-3.5, y=-away)]
    assert _groups(two, (*REDS[:4], *BLUES[:4]), camera) == (_in_order(4), _in_order(4, 4))


def test_a_card_far_away_or_turned_or_larger_is_by_itself() -> None:
    three = row(3, 1.1, x=-6.0)
    for stranger in ((4.0, 0.0, 0.0), (-6.0 + 3 * 1.1 * WIDE, 0.0, 40.0), (-6.0 + 1.5 * WIDE, 5.0, 0.0)):
        assert _groups([*three, stranger], (*REDS[:3], "4R")) == (_in_order(3),)
    large = quads_of([(-6.0 + 3.4 * WIDE, 0.0, 0.0)], size=(1.6 * WIDE, 1.6 * HIGH))
    assert group_cards(np.concatenate([quads_of(three), large]), (*REDS[:3], "4R")) == (_in_order(3),)


def test_two_cards_of_which_one_lies_on_the_other_are_one_group_whatever_they_are() -> None:
    assert _groups(row(2, 0.4), ("1R", "2B")) == ((0, 1),)
    assert _groups(row(3, 0.4), ("1R", "1R", "1R")) == ((0, 1, 2),)


def test_nothing_and_one_card_are_no_group() -> None:
    assert group_cards(np.zeros((0, 4, 2)), ()) == ()
    assert _groups([(0.0, 0.0, 0.0)], ("1R",)) == ()


def test_two_boxes_in_one_place_do_no_harm() -> None:
    cards = [*row(3, 1.1), row(3, 1.1)[1]]
    groups = _groups(cards, ("1R", "2R", "3R", "2R"))
    assert len(groups) == 1
    assert {0, 2} <= set(groups[0])


def test_flat_boxes_do_no_harm() -> None:
    quads = quads_of(row(3, 1.1))
    quads[1] = quads[1].mean(0)
    assert all(1 not in group for group in group_cards(quads, REDS[:3]))


def test_a_chain_that_the_rules_divide_in_one_way_is_divided() -> None:
    names = (*REDS[:3], "4B", "5B", "6B")
    assert _groups(row(6, 1.1, x=-6.0), names) == (_in_order(3), _in_order(3, 3))


@pytest.mark.parametrize(
    "names",
    [
        ("1R", "2R", "3R", "3B", "3G", "3Y", "1Y"),
        ("1R", "2R", "3R", "4R", "4B"),
        ("1R", "2R", "3R", "1R"),
        ("1R", "1R", "1R", "1R", "1R", "1R"),
    ],
)
def test_a_chain_that_is_no_row_of_sets_stays_whole(names: tuple[Tile, ...]) -> None:
    assert cuts(names) == ()


def test_a_chain_that_can_be_divided_in_two_ways_stays_whole() -> None:
    # The third and the fourth card go with both sides.
    assert cuts(("1R", "2R", "3R", "4R", "4B", "4G", "4Y")) == ()
    assert cuts(("1R", "2R", "3R", "4B", "4G", "4Y")) == (3,)


def test_one_set_is_not_divided_although_its_halves_are_sets() -> None:
    assert cuts(REDS) == ()


@given(st.lists(st.sampled_from(TILES[:18]), max_size=12))
def test_parts_of_a_divided_chain_are_sets(names: list[Tile]) -> None:
    places = cuts(names)
    if places:
        parts = [names[start:end] for start, end in pairwise((0, *places, len(names)))]
        assert all(is_set(part) for part in parts)
        assert not (all_alike(names) and len(set(names)) == len(names))


def _wild(seed: int, count: int) -> Quads:
    random = np.random.default_rng(seed)
    lying = [(*random.uniform(-6, 6, 2), float(random.choice((0, 3, 90, 45)))) for _ in range(count)]
    return quads_of(lying, LOW) + random.normal(0, 3, (count, 4, 2))


@tried(60)
@given(st.integers(0, 10_000), st.integers(0, 14))
def test_no_card_is_in_two_groups_and_each_group_has_two(seed: int, count: int) -> None:
    names = [TILES[(seed + 7 * number) % len(TILES)] for number in range(count)]
    groups = group_cards(_wild(seed, count), names)
    assert all(len(group) >= 2 for group in groups)
    assert max(Counter(card for group in groups for card in group).values(), default=1) == 1


@tried(40)
@given(st.lists(st.lists(st.floats(-1e4, 1e4), min_size=8, max_size=8), max_size=8))
def test_any_quads_have_groups(corners: list[list[float]]) -> None:
    groups = group_cards(np.array(corners).reshape(-1, 4, 2), ["1R"] * len(corners))
    assert max(Counter(card for group in groups for card in group).values(), default=1) == 1


@tried(40)
@given(st.integers(0, 10_000))
def test_groups_do_not_depend_on_the_order_in_which_cards_were_found(seed: int) -> None:
    lying = [*row(4, 1.2, x=-5.0, y=2.4), *row(5, 0.6, x=-5.0, y=-2.4)]
    names = (*REDS[:4], *BLUES[:5])
    order = np.random.default_rng(seed).permutation(9)
    groups = group_cards(quads_of(lying)[order], [names[number] for number in order])
    found = sorted(tuple(int(order[card]) for card in group) for group in groups)
    assert found == [(0, 1, 2, 3), (4, 5, 6, 7, 8)]


def test_beyond_a_gap_of_one_card_a_group_ends() -> None:
    assert _groups([*row(3, 1.1, x=-6.0), *row(3, 1.1, x=-6.0 + 4.2 * WIDE)], REDS) == (_in_order(3), _in_order(3, 3))


@pytest.mark.parametrize("rows", [True, False])
def test_where_rows_and_columns_are_equally_near_the_rules_say_which_are_groups(rows: bool) -> None:
    sets = (("1R", "1B", "1G"), ("2Y", "2O", "2P"), ("3B", "3G", "3R"))
    places = [(2.6 * x, -2.6 * y, 0.0) for y in range(3) for x in range(3)]
    numbers = [(y, x) if rows else (x, y) for y in range(3) for x in range(3)]
    names = [sets[one][place] for one, place in numbers]
    groups = group_cards(quads_of(places, size=(2.4, 2.4)), names)
    assert sorted(tuple(names[card] for card in group) for group in groups) == sorted(sets)


def test_a_ring_of_cards_is_one_chain_that_ends_somewhere() -> None:
    angles = [18.0 * number for number in range(20)]
    ring = [(5 * math.sin(math.radians(-a)), 5 * math.cos(math.radians(a)), a) for a in angles]
    (group,) = _groups(ring, tuple(TILES[:20]))
    assert sorted(group) == list(range(20))
    assert all((one - other) % 20 in (1, 19) for one, other in pairwise(group))


def test_sets_of_drawn_tables_are_found_from_true_corners() -> None:
    """Cameras of all heights, rows, columns and fans, cards by themselves between them."""
    missed = []
    for number in range(40):
        told = draw_card_scene("val", number)
        lying = [
            pair for pair in zip(told.cards, told.scene.plates, strict=True) if pair[0].role in ("group", "single")
        ]
        names = [card.card or "" for card, _ in lying]
        quads = np.array([told.scene.camera.project(plate.corners()) for _, plate in lying]).reshape(-1, 4, 2)
        found = {frozenset(group) for group in group_cards(upright(quads), names)}
        for group in {card.group for card, _ in lying} - {None}:
            members = frozenset(place for place, (card, _) in enumerate(lying) if card.group == group)
            if is_set([names[card] for card in members]) and members not in found:
                missed.append((number, group))
    assert missed == []
