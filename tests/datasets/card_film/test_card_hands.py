"""Cards that hands take, carry, shove and lay."""

from itertools import pairwise

import pytest

from tests.datasets.card_film.test_card_story import film
from tileye.datasets.film.moments import carried_plates, hand_key
from tileye.datasets.film.timeline import PlateCarry, Reach, Timeline
from tileye.datasets.scene.plates import Plate

SOON = 0.001


@pytest.fixture(scope="module", params=[("test", 2), ("dev", 3)])
def timeline(request: pytest.FixtureRequest) -> Timeline:
    """A film, with a deck in view."""
    return film(*request.param)


def carries(timeline: Timeline) -> list[tuple[Reach, PlateCarry]]:
    return [(reach, carry) for reach in timeline.reaches for carry in reach.plates]


def apart(one: Plate, other: Plate) -> float:
    return max(abs(a - b) for a, b in zip(one.middle, other.middle, strict=True))


def test_cards_leave_as_they_lay_and_lie_as_they_were_carried(timeline: Timeline) -> None:
    for reach, carry in carries(timeline):
        assert reach.keys[0].at <= carry.start < carry.end <= reach.keys[-1].at
        first, last = (list(carried_plates(reach, carry, at)) for at in (carry.start, carry.end - 1e-6))
        assert all(apart(*pair) < SOON for pair in zip(carry.before, first, strict=bool(carry.before)))
        assert all(apart(*pair) < SOON for pair in zip(carry.after, last, strict=bool(carry.after)))


def test_cards_stay_with_the_hand(timeline: Timeline) -> None:
    for reach, carry in carries(timeline):
        for share in (0.25, 0.5, 0.75):
            at = carry.start + share * (carry.end - carry.start)
            key = hand_key(reach, at)
            plates = list(carried_plates(reach, carry, at))
            x, y = (sum(plate.middle[axis] for plate in plates) / len(plates) for axis in (0, 1))
            assert max(abs(key.x - x), abs(key.y - y)) < 4.0


def test_what_leaves_the_table_is_in_a_hand_and_what_comes_was_in_one(timeline: Timeline) -> None:
    taken = {round(carry.start, 6) for _, carry in carries(timeline) if carry.before}
    laid = {round(carry.end, 6) for _, carry in carries(timeline) if carry.after}
    for one, two in pairwise(timeline.rests):
        assert one.at <= two.at
        before, after = ({plate for plate in rest.plates if plate.name != "deck 0.0"} for rest in (one, two))
        if before - after:
            assert round(two.at, 6) in taken
        if after - before:
            assert round(two.at, 6) in laid


def test_the_deck_shrinks(timeline: Timeline) -> None:
    heights = [
        max((plate.middle[2] + plate.thickness for plate in rest.plates if plate.name.startswith("deck")), default=0)
        for rest in timeline.rests
    ]
    assert heights[-1] < heights[0]


def test_a_hand_is_shown_and_another_sorted_in_view(timeline: Timeline) -> None:
    fans = [reach for reach in timeline.reaches if any(plate.tilt for carry in reach.plates for plate in carry.after)]
    assert len(fans) == 2
    assert all(len(carry.after) >= 5 for reach in fans for carry in reach.plates[:-1])


def test_whole_sets_are_shoved(timeline: Timeline) -> None:
    slides = [carry for _, carry in carries(timeline) if len(carry.before) == len(carry.after) > 2]
    flat = [carry for carry in slides if not carry.after[0].tilt]
    assert any(apart(carry.before[0], carry.after[0]) > 1.0 for carry in flat)
