"""The referee of cards watches stories of films without their pictures, read perfectly and with errors."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from tests.vision.card_referee.performed import CardErrors, perform_cards
from tileye.datasets.card_film.card_script import PATIENCE
from tileye.datasets.card_film.card_story import tell_cards
from tileye.datasets.film.timeline import FilmSplit, Timeline
from tileye.vision.card_referee.settings import CardSettings

Event = dict[str, Any]
USUAL = CardErrors(wrong=0.05, missed=0.02, ungrouped=0.01, flicker=0.005, phantom=0.01)
BAD = CardErrors(wrong=0.12, missed=0.06, ungrouped=0.03, doubt=0.03, overlooked=0.004, flicker=0.02, phantom=0.03)
BLIND = CardErrors(wrong=0.05, missed=0.02, ungrouped=0.01, flicker=0.005, blind_hands=True)
_EARLY, _LATE = 1.0, 8.0
"""An alarm is the right one from so many seconds before to so many after it is due."""


@cache
def film(split: FilmSplit, seed: int) -> Timeline:
    return tell_cards(split, seed)


def named(events: Iterable[Event], *names: str) -> list[Event]:
    return [event for event in events if event["event"] in names]


def standing(events: Iterable[Event]) -> list[tuple[object, ...]]:
    """The turns that stand at the end: whose they are, the sets after them, what was taken, points and faults."""
    turns: dict[int, Event] = {}
    for event in events:
        if event["event"] in ("turn", "corrected"):
            turns[event["number"]] = event
        elif event["event"] == "takeback":
            turns.pop(event["number"], None)
    return [(number, *_told(turns[number])) for number in sorted(turns)]


def _told(turn: Event) -> tuple[object, ...]:
    tables = (sorted(sorted(cards) for cards in turn[sets]) for sets in ("after", "taken"))
    codes = sorted({fault["code"] for fault in turn["violations"]})
    return turn["player"], *tables, sorted(turn["added"]), turn["points"], turn["total"], turn["overruled"], codes


def check(timeline: Timeline, events: list[Event]) -> None:
    truth = list(timeline.truth)
    assert standing(events) == standing(truth)
    seen, due = named(events, "violation"), named(truth, "violation")
    assert [_faults(one) for one in seen] == [_faults(one) for one in due]
    assert all(-_EARLY <= one["at"] - other["at"] <= _LATE for one, other in zip(seen, due, strict=True))
    assert {**events[-1], "at": 0} == {**truth[-1], "at": 0}
    assert events[-2]["reason"] == truth[-2]["reason"]


def _faults(alarm: Event) -> tuple[int, set[str]]:
    return alarm["player"], {fault["code"] for fault in alarm["violations"]}


@pytest.mark.parametrize(("split", "seed"), [("test", 1), ("test", 3), ("dev", 6)])
def test_a_film_that_is_read_perfectly(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    events = perform_cards(timeline, CardErrors())
    check(timeline, events)
    for name in ("takeback", "cannot_play"):
        told, true = ([(one["number"], one["player"]) for one in named(of, name)] for of in (events, timeline.truth))
        assert told == true
    assert not named(events, "desync", "unsure")


@pytest.mark.parametrize(
    ("split", "seed", "errors"),
    [("test", 8, USUAL), ("test", 3, BAD), ("test", 1, BAD), ("test", 4, BLIND)],
    ids=["usual stacks", "bad deck", "bad", "blind"],
)
def test_a_film_that_is_read_with_errors(split: FilmSplit, seed: int, errors: CardErrors) -> None:
    timeline = film(split, seed)
    check(timeline, perform_cards(timeline, errors))


def test_films_expect_alarms_when_the_referee_gives_them() -> None:
    assert CardSettings().alarm_after == PATIENCE


def test_the_same_film_gives_the_same_events() -> None:
    timeline = film("test", 4)
    assert perform_cards(timeline, BAD, 3) == perform_cards(timeline, BAD, 3)
