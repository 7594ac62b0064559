"""The demo film of cards: short, with one fault that is mended and one Qwirkle, all of it in view."""

from collections import Counter

import numpy as np
import pytest

from tests.datasets.card_film.test_card_story import as_sets, events, record_of, seen
from tileye.datasets.card_film.card_demo import tell_card_demo
from tileye.datasets.film.timeline import Timeline
from tileye.rules.state import sheet_event


@pytest.fixture(scope="module")
def demo() -> Timeline:
    """The film."""
    return tell_card_demo()


def test_it_is_short_and_both_players_have_three_or_four_turns(demo: Timeline) -> None:
    assert 75 <= demo.seconds <= 100
    turns = Counter(event["player"] for event in events(demo, "turn"))
    assert set(turns) == {0, 1}
    assert set(turns.values()) <= {3, 4}


def test_one_fault_is_reported_and_mended_and_one_qwirkle_taken(demo: Timeline) -> None:
    (alarm,) = events(demo, "violation")
    turns = events(demo, "turn")
    mended = next(event for event in turns if event["at"] > alarm["at"])
    assert mended["player"] == alarm["player"]
    assert not any(event["overruled"] for event in turns)
    assert sum(len(event["taken"]) for event in turns) == 1
    assert not events(demo, "takeback", "cannot_play")


def test_the_record_and_the_table_are_what_is_told(demo: Timeline) -> None:
    sheet = demo.truth[-1]
    assert {**sheet_event(record_of(demo).state), "at": sheet["at"]} == sheet
    for event in events(demo, "turn", "violation"):
        assert as_sets(seen(demo, event["at"] - 0.01)) == as_sets(event["after"])


def test_a_hand_at_the_deck_ends_every_turn_and_the_qwirkle_lies_before_its_owner(demo: Timeline) -> None:
    assert [entry["input"] for entry in demo.inputs] == ["opening", "end"]
    names = [Counter(plate.name.split()[0] for plate in rest.plates) for rest in demo.rests]
    assert all(counts["deck"] for counts in names)
    assert names[-1]["stack"] == 6


def test_cards_are_large_enough_and_lie_flat(demo: Timeline) -> None:
    camera = demo.cameras[0].camera
    assert (camera.width, camera.height, len(demo.cameras)) == (1280, 720, 1)
    for plate in demo.rests[-1].plates:
        corners = camera.project(plate.corners())
        assert 50 <= min(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[1])) <= 110
        assert not plate.bend
