"""Where the cards of the table lie, for pages that draw it as the camera sees it."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.card_referee.scripted import HIGH, WIDE, Cards
from tests.vision.card_referee.test_card_tables import begun
from tileye.vision.card_referee.layout import layout_of
from tileye.vision.card_referee.observations import Corners
from tileye.vision.card_referee.places import middle, sides
from tileye.vision.card_referee.sights import GroupSight, TableSight
from tileye.vision.card_referee.tracks import CardTrack
from tileye.vision.referee.votes import Votes

MAYBE: Cards = ["1R", "2R", "3R", {"4R": 0.55, "5R": 0.45}]


def card(x: float, y: float, degrees: float = 0.0, wide: float = WIDE, high: float = HIGH) -> Corners:
    """A card that is turned."""
    along = complex(math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
    half = (complex(-wide, -high), complex(wide, -high), complex(wide, high), complex(-wide, high))
    one, two, three, four = (complex(x, y) + along * corner / 2 for corner in half)
    return (one.real, one.imag), (two.real, two.imag), (three.real, three.imag), (four.real, four.imag)


def sight(*corners: Corners) -> TableSight:
    """Red circles, each by itself."""
    tracks = [CardTrack(number, place, Votes(3, 1.0)) for number, place in enumerate(corners)]
    return TableSight(tuple(GroupSight((track,), ((("1R", 0.0),),)) for track in tracks))


def test_a_page_sees_where_the_sets_of_the_table_lie() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    reds, greens = table.referee.view.layout
    assert (reds.cards, greens.cards) == (("1R", "2R", "3R", "4R"), ("1G", "2G", "3G"))
    assert reds.corners[0] == ((0.0, 0.0), (1.0, 0.0), (1.0, 1.5), (0.0, 1.5))
    assert [middle(one) for one in reds.corners] == [pytest.approx((0.5 + 1.1 * place, 0.75)) for place in range(4)]
    assert middle(greens.corners[0]) == pytest.approx((8.5, 0.75))
    # It stays while a hand is over the table.
    table.hand()
    assert table.referee.view.layout == (reds, greens)


def test_a_card_in_doubt_is_marked_until_somebody_names_it() -> None:
    table = begun()
    table.play(a=MAYBE)
    table.still(4.0)
    assert [one.doubtful for one in table.referee.view.layout] == [(3,), ()]
    (asked,) = table.referee.view.asked
    table.say("card", px=list(asked.px), tile="5R")
    table.still(1.0)
    assert [one.doubtful for one in table.referee.view.layout] == [(), ()]


def test_what_is_no_part_of_the_table_is_not_drawn() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R 5R")
    table.say("done")
    table.hand()
    table.put("a", "")
    table.apart("won", "1R 2R 3R 4R 5R 6R", step=4.0)
    table.still(1.5)
    assert [one.cards for one in table.referee.view.layout] == [("1G", "2G", "3G")]
    assert layout_of(TableSight(), ()) == ()
    (group,) = sight(card(0, 0)).groups
    assert layout_of(TableSight((replace(group, dropped=True),)), ()) == ()


def test_a_picture_that_trembles_shows_the_same_table() -> None:
    first = layout_of(sight(card(100, 100), card(200, 100)), ())
    assert layout_of(sight(card(100, 100), card(203, 101)), (), first) is first
    assert layout_of(sight(card(100, 100), card(220, 100)), (), first) != first
    assert layout_of(sight(card(100, 100)), (), first) != first


@given(st.floats(-180, 180), st.floats(-180, 180), st.floats(0.3, 3.0), st.floats(-500, 500))
def test_no_card_stands_on_its_head_and_all_are_measured_in_cards(
    one: float, other: float, scale: float, aside: float
) -> None:
    near = [
        card(scale * x + aside, scale * y, turn, scale * WIDE, scale * HIGH)
        for x, y, turn in ((0, 0, one), (200, 90, other))
    ]
    found = [lying.corners[0] for lying in layout_of(sight(*near), ())]
    for corners, placed in zip(found, near, strict=True):
        assert sides(corners) == pytest.approx((1.0, HIGH / WIDE))
        assert corners[0][0] <= corners[1][0] + 0.18
        assert middle(corners) == pytest.approx(
            tuple(
                (value - min(point[axis] for one in near for point in one)) / (scale * WIDE)
                for axis, value in enumerate(middle(placed))
            )
        )
    assert min(value for corners in found for point in corners for value in point) == pytest.approx(0.0)
