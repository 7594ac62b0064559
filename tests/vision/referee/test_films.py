"""The referee watches stories of films without their pictures, read perfectly and with errors."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from tests.vision.performed import Errors, observations, perform, referee_of
from tileye.datasets.film.story import tell
from tileye.datasets.film.timeline import FilmSplit, Timeline
from tileye.vision.referee.observations import Observation, observation_json, parse_observation

Event = dict[str, Any]
USUAL = Errors(wrong=0.05, missed=0.02, phantom=0.02, hidden=0.02, flicker=0.005)
BAD = Errors(wrong=0.15, missed=0.08, phantom=0.05, hidden=0.05, flicker=0.02, slow=0.1)


@cache
def film(split: FilmSplit, seed: int) -> Timeline:
    return tell(split, seed)


def standing(events: list[Event]) -> list[Event]:
    """The turns that stand at the end."""
    turns: dict[int, Event] = {}
    for event in events:
        if event["event"] in ("turn", "corrected"):
            turns[event["number"]] = {key: value for key, value in event.items() if key not in ("at", "event", "quick")}
        elif event["event"] == "takeback":
            turns.pop(event["number"], None)
    return [
        {**turn, "placed": sorted(turn["placed"]), "violations": len(turn["violations"])} for turn in turns.values()
    ]


def named(events: list[Event], *names: str) -> list[Event]:
    return [event for event in events if event["event"] in names]


def alarms(events: list[Event]) -> list[Counter[str]]:
    return [Counter(fault["code"] for fault in event["violations"]) for event in named(events, "violation")]


def check(timeline: Timeline, events: list[Event]) -> None:
    truth = list(timeline.truth)
    key = lambda turn: [value for name, value in turn.items() if name != "lines"]  # noqa: E731
    assert [*map(key, standing(events))] == [*map(key, standing(truth))]
    assert alarms(events) == alarms(truth)
    for seen, told in zip(named(events, "violation"), named(truth, "violation"), strict=True):
        assert 0 < seen["at"] - told["at"] < 4
        assert seen["player"] == told["player"]
    assert {**events[-1], "at": 0} == {**truth[-1], "at": 0}
    assert events[-2]["reason"] == truth[-2]["reason"]


@pytest.mark.parametrize(("split", "seed"), [("test", seed) for seed in (1, 2, 3, 5, 7)] + [("dev", 11), ("dev", 101)])
def test_a_film_that_is_read_perfectly(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    events = perform(timeline, Errors())
    check(timeline, events)
    rested = [{**event, "at": 0} for event in named(events, "exchange", "pass")]
    assert rested == [{**event, "at": 0} for event in named(list(timeline.truth), "exchange", "pass")]
    removed = [(e["number"], e["player"], sorted(e["removed"])) for e in named(events, "takeback")]
    assert removed == [
        (e["number"], e["player"], sorted(e["removed"])) for e in named(list(timeline.truth), "takeback")
    ]
    assert not named(events, "desync", "unsure", "corrected")


@pytest.mark.parametrize(("split", "seed"), [("test", 4), ("test", 6), ("dev", 205), ("dev", 206)])
@pytest.mark.parametrize("errors", [USUAL, BAD], ids=["usual", "bad"])
def test_a_film_that_is_read_with_errors(split: FilmSplit, seed: int, errors: Errors) -> None:
    timeline = film(split, seed)
    check(timeline, perform(timeline, errors, seed))


def test_the_same_film_gives_the_same_events() -> None:
    timeline = film("dev", 11)
    assert perform(timeline, BAD, 3) == perform(timeline, BAD, 3)


def test_observations_can_be_kept_and_played_again() -> None:
    seen = list(observations(film("dev", 11), BAD))[:900]
    again = [parse_observation(observation_json(one)) for one in seen]
    one, other = referee_of(film("dev", 11)), referee_of(film("dev", 11))
    assert [one.see(o) for o in seen] == [other.see(o) for o in again]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"at": "soon"}, "at: seconds, 0 or more, are needed"),
        ({"at": 10**400}, "at: seconds, 0 or more, are needed"),
        ({"at": 1, "tiles": [[0, 0]]}, "no observation"),
        ({"at": 1, "tiles": [[0, 0, {"1R": 10**400}]]}, "a probability from 0 to 1"),
        ({"at": 1, "tiles": [[0, 0, {"9X": 1.0}]]}, "is no tile"),
        ({"at": 1, "tiles": [[0, 0.5, {}]]}, "is no cell number"),
    ],
)
def test_broken_observations_are_refused(wrong: Event, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_observation(wrong)


def test_memory_stays_flat() -> None:
    referee = referee_of(film("dev", 11))
    for number in range(3000):
        x = number % 97
        referee.see(Observation(number / 15, tiles={(0, 0): {"1R": 1.0}, (x, 40): {"2R": 1.0}}))
    assert len(referee.cells) < 120
