"""Where things lie in films of the card game."""

import math
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileye.datasets.card_film.card_places import CHAINS, CardGround, Layout, draw_layout
from tileye.datasets.card_film.plays import ROOM, Home
from tileye.datasets.cards.card_layouts import CardPose, Chain
from tileye.datasets.cards.card_styles import draw_card_style


def drawn(seed: int, chain: Chain | None = None) -> Layout:
    random = Random(seed)
    style = draw_card_style(seed)
    sides = [90.0 * player + random.gauss(0, 8) for player in range(random.randint(2, 4))]
    places = {"shape": random.randint(1, 5), "colour": random.randint(1, 5)}
    return draw_layout(random, style, places, chain or random.choice(CHAINS), sides, deck=True, stacks=True)  # type: ignore[arg-type]


def rim(layout: Layout, pose: CardPose) -> list[tuple[float, float]]:
    """The corners of a card."""
    across, along, a = layout.style.width / 2, layout.style.height / 2, math.radians(pose.turn)
    ends = [(-across, -along), (across, -along), (across, along), (-across, along)]
    return [(pose.x + u * math.cos(a) - v * math.sin(a), pose.y + u * math.sin(a) + v * math.cos(a)) for u, v in ends]


def box(layout: Layout, home: Home) -> tuple[float, float, float, float]:
    points = [point for pose in layout.slots[home][:ROOM] for point in rim(layout, pose)]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@given(st.integers(0, 400))
def test_sets_of_six_keep_apart(seed: int) -> None:
    layout = drawn(seed)
    for one, other in combinations(layout.slots, 2):
        left, low, right, high = box(layout, one)
        far_left, far_low, far_right, far_high = box(layout, other)
        gap = max(far_left - right, left - far_right, far_low - high, low - far_high)
        assert gap > 0.4 * layout.style.width


@given(st.integers(0, 400))
def test_all_places_lie_on_the_ground(seed: int) -> None:
    layout = drawn(seed)
    places = [(pose.x, pose.y) for slots in layout.slots.values() for pose in slots[:ROOM]]
    places += [(spot.x, spot.y) for spot in (*layout.stacks, *([layout.deck] if layout.deck else []))]
    assert all(layout.ground.away(*place) == 0 for place in places)
    assert layout.deck is not None


@given(st.integers(0, 400), st.sampled_from(CHAINS))
def test_a_covered_card_shows_what_tells_it(seed: int, chain: Chain) -> None:
    layout = drawn(seed, chain)
    style = layout.style
    high = style.aspect if chain == "column" else 1.0
    if style.index:
        assert (1 - layout.overlap) * high >= style.index_inset + style.index / 2
    else:
        assert layout.overlap <= 0.5


def test_small_symbols_cannot_be_told() -> None:
    layout = drawn(1, "row")
    style = replace(layout.style, width=2.0, big=0.5, index=0.2)
    covered = replace(layout, style=style, overlap=0.6)
    assert covered.legible(40.0)
    assert not covered.legible(33.0)
    assert replace(covered, overlap=0.0).legible(33.0)
    assert not replace(covered, overlap=0.0).legible(20.0)


@pytest.mark.parametrize(("place", "away"), [((0, 0), 0), ((5, 1), 0), ((8, 0), 3), ((8, 6), 5)])
def test_how_far_from_the_game_a_place_is(place: tuple[float, float], away: float) -> None:
    ground = CardGround((5.0, 2.0))
    assert ground.away(*place) == away
    assert np.abs(ground.corners()).max(axis=0).tolist() == [5.5, 2.5, 0.0]
