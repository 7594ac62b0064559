"""The stories of films of the card game: what they tell is what the rules say, and what a table can show."""

import json
import math
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tileye.datasets.card_film.blunders import CODES
from tileye.datasets.card_film.card_script import PATIENCE
from tileye.datasets.card_film.card_story import CARD_DEV_SEEDS, CARD_TEST_SEEDS, tell_cards
from tileye.datasets.card_film.card_tabletops import card_of
from tileye.datasets.film.moments import camera_at, hand_key, moment_at
from tileye.datasets.film.timeline import FilmSplit, Timeline
from tileye.rules.cards import Table, cards_added, judge_table, parse_table
from tileye.rules.events import Arranged, CannotPlay, End, Opening, Undo, parse_event
from tileye.rules.game import Game, Setup
from tileye.rules.rulesets import find_rules
from tileye.rules.state import Player, sheet_event
from tileye.rules.wire import violations_json
from tileye.vision.cards.groups import group_cards

Event = dict[str, Any]
FILMS: list[tuple[FilmSplit, int]] = [("test", seed) for seed in CARD_TEST_SEEDS] + [("dev", 3), ("dev", 6)]
each_film = pytest.mark.parametrize(("split", "seed"), FILMS)


@cache
def film(split: FilmSplit, seed: int) -> Timeline:
    return tell_cards(split, seed)


def events(timeline: Timeline, *names: str) -> list[Event]:
    return [event for event in timeline.truth if event["event"] in names]


def as_sets(table: Table | list[list[str]]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(cards)) for cards in table)


def declared(timeline: Timeline) -> int | None:
    event = parse_event({**timeline.inputs[0], "event": "opening"})
    assert isinstance(event, Opening)
    return max(number for number in event.declared if number)


def replayed(timeline: Timeline) -> Iterator[tuple[Table, Table, Event]]:
    """Each event with the table and the Qwirkles that it meets, told by nothing but the events themselves."""
    table: Table = ()
    stacks: list[Table] = [()]
    for event in timeline.truth[1:]:
        yield table, stacks[-1], event
        if event["event"] == "turn":
            table = parse_table(event["after"], "after")
            stacks.append((*stacks[-1], *parse_table(event["taken"], "taken")))
        elif event["event"] == "takeback":
            table = parse_table(event["after"], "after")
            stacks.pop()


@each_film
def test_every_turn_and_violation_is_what_the_rules_say(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    rules = find_rules(timeline.truth[0]["rules"])
    assert rules.name == ("cards-en" if seed % 2 else "cards-de")
    for table, stacks, event in replayed(timeline):
        if event["event"] in ("turn", "violation"):
            after, taken = parse_table(event["after"], "after"), parse_table(event["taken"], "taken")
            opening = None if table or stacks else declared(timeline)
            verdict = judge_table(rules, table, after, taken, stacks=stacks, opening=opening)
            assert event["violations"] == violations_json(verdict)
            if event["event"] == "turn":
                assert (event["points"], event["overruled"]) == (len(taken), not verdict.legal)
                assert tuple(event["added"]) == cards_added(table, after, taken)
            else:
                assert len({fault["code"] for fault in event["violations"]}) == 1


def record_of(timeline: Timeline) -> Game:
    """The game as its record has it: what people declare and say of the deck, then what the truth tells."""
    game, told = timeline.truth[0], timeline.inputs
    recorded = Game(Setup(find_rules(game["rules"]), tuple(map(Player, game["players"]))))
    for entry in told:
        if entry["input"] in ("opening", "stock"):
            recorded.append(parse_event({**entry, "event": entry["input"]}))
    for event in timeline.truth[1:]:
        if event["event"] == "turn":
            after, taken = (parse_table(event[what], what) for what in ("after", "taken"))
            recorded.append(Arranged(event["player"], after, taken, event["overruled"]))
        elif event["event"] == "takeback":
            recorded.append(Undo())
        elif event["event"] == "cannot_play":
            recorded.append(CannotPlay(event["player"]))
    if any(entry["input"] == "end" for entry in told):
        recorded.append(End())
    return recorded


@each_film
def test_a_record_of_the_truth_ends_as_it_says(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    state = record_of(timeline).state
    ended, sheet = timeline.truth[-2:]
    assert state.ended == ended["reason"] == ("last_round" if seed % 8 in (3, 4) else "stopped")
    assert {**sheet_event(state), "at": sheet["at"]} == sheet


@each_film
def test_in_a_game_that_comes_to_its_end_everybody_has_one_turn_after_the_last_card(
    split: FilmSplit, seed: int
) -> None:
    timeline = film(split, seed)
    if timeline.truth[-2]["reason"] == "last_round":
        record, players = record_of(timeline), len(timeline.truth[0]["players"])
        assert [record.before(step.id).bag == 0 for step in record.steps[-players - 1 :]] == [False, *[True] * players]


@each_film
def test_totals_and_the_sheet_add_up(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    turns = {event["number"]: event for event in events(timeline, "turn")}
    totals = Counter[int]()
    for number in sorted(turns):
        totals[turns[number]["player"]] += turns[number]["points"]
        assert turns[number]["total"] == totals[turns[number]["player"]]
    sheet, players = timeline.truth[-1], timeline.truth[0]["players"]
    assert [one["points"] for one in sheet["players"]] == [totals[player] for player in range(len(players))]
    assert sheet["turns"] == len(turns) >= 8
    assert len(players) == 2 + seed % 3


@each_film
def test_truth_and_inputs_are_in_order_and_can_be_written(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    for told in (timeline.truth[1:], timeline.inputs):
        times = [entry["at"] for entry in told]
        assert times == sorted(times)
        assert times[-1] < timeline.seconds
    assert [event["event"] for event in timeline.truth[-2:]] == ["ended", "sheet"]
    assert json.loads(json.dumps(timeline.truth)) == list(timeline.truth)


@each_film
def test_each_film_has_what_makes_it_hard(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    alarms, overruled = events(timeline, "violation"), [e for e in events(timeline, "turn") if e["overruled"]]
    assert len(alarms) >= 2
    assert 1 <= len(overruled) < len(alarms)
    assert len(events(timeline, "takeback")) == len(events(timeline, "cannot_play")) == 1
    assert any(event["taken"] for event in events(timeline, "turn"))
    assert len(timeline.cameras) >= 3
    assert any(one.at + 0.3 > two.at and one.light != two.light for one, two in pairwise(timeline.lights))
    pauses = [two.keys[0].at - one.keys[-1].at for one, two in pairwise(timeline.reaches)]
    assert sum(2 < pause < 30 for pause in pauses) > 15
    assert max(pauses) > 20


@each_film
def test_hands_shove_whole_sets_to_other_places_and_put_one_straight(split: FilmSplit, seed: int) -> None:
    carries = [carry for reach in film(split, seed).reaches for carry in reach.plates if len(carry.before) > 2]
    ways = [
        [math.dist(one.middle, other.middle) for one, other in zip(carry.before, carry.after, strict=True)]
        for carry in carries
        if carry.after and carry.before[0].name == carry.after[0].name == "group"
    ]
    assert any(min(way) > 1.5 for way in ways)
    assert any(max(way) < 0.5 for way in ways)


def test_the_test_films_show_every_fault_and_both_ways_to_end_a_turn() -> None:
    films = [film("test", seed) for seed in CARD_TEST_SEEDS]
    alarms = [event for one in films for event in events(one, "violation")]
    assert {fault["code"] for event in alarms for fault in event["violations"]} == set(CODES)
    assert any(plate.name == "stack" for one in films for plate in one.rests[-1].plates)
    decks = [any(plate.name.startswith("deck") for plate in one.rests[0].plates) for one in films]
    assert sum(decks) == len(films) / 2
    for one, deck in zip(films, decks, strict=True):
        done = sum(entry["input"] == "done" for entry in one.inputs)
        turns = events(one, "turn")
        # Words end a turn in any film before it is overruled or taken back.
        assert (done < len(turns)) if deck else (done == len(turns))


@each_film
def test_with_a_deck_in_view_a_hand_draws_at_the_end_of_a_turn(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    words = {entry["at"] for entry in timeline.inputs if entry["input"] in ("done", "overrule")}
    draws = {
        round(carry.start, 3)
        for reach in timeline.reaches
        for carry in reach.plates
        if carry.before and carry.before[0].name.startswith("deck")
    }
    for event in events(timeline, "turn"):
        assert event["at"] in words or event["at"] in draws


def seen(timeline: Timeline, at: float) -> Table:
    """The sets that a table shows, told by nothing but where the cards lie."""
    moment = moment_at(timeline, at)
    cards = [plate for plate in moment.scene.plates if plate.name in ("group", "stack")]
    camera, names = camera_at(timeline, at), [card_of(plate) or "" for plate in cards]
    chains = group_cards(np.array([camera.project(plate.corners()) for plate in cards]).reshape(-1, 4, 2), names)
    groups = [*chains, *((one,) for one in set(range(len(cards))).difference(*chains))]
    # Cards of taken Qwirkles lie in no group with others.
    assert all(len({cards[one].name for one in group}) == 1 for group in groups)
    return tuple(tuple(names[one] for one in group) for group in groups if cards[group[0]].name == "group")


@each_film
def test_the_table_shows_the_sets_that_are_told(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    for event in events(timeline, "turn", "violation", "takeback"):
        assert as_sets(seen(timeline, event["at"] - 0.01)) == as_sets(event["after"])


@each_film
def test_tables_on_the_way_might_be_turns(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    rules = find_rules(timeline.truth[0]["rules"])
    ends = [event["at"] for event in events(timeline, "turn", "takeback")]
    on_the_way = 0
    for one, two in pairwise(timeline.reaches):
        left, back = one.keys[-1].at, two.keys[0].at
        if back - left > 2 and not any(left <= at <= back for at in ends):
            known = [event for event in events(timeline, "turn", "takeback") if event["at"] <= back]
            table = parse_table(known[-1]["after"], "after") if known else ()
            # Whether Qwirkles were taken is not asked: their cards would be missing.
            on_the_way += judge_table(rules, table, seen(timeline, back - 0.01)).legal
    assert on_the_way >= 3


@each_film
def test_no_card_is_there_twice_or_lost(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    for rest in timeline.rests:
        counts = Counter(card_of(plate) for plate in rest.plates if plate.name in ("group", "stack"))
        assert max(counts.values(), default=0) <= 3


@each_film
def test_a_table_with_a_fault_is_told_or_not_left_alone(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    rules = find_rules(timeline.truth[0]["rules"])
    alarms = [event["at"] for event in events(timeline, "violation")]
    for one, two in pairwise(timeline.reaches):
        left, back = one.keys[-1].at, two.keys[0].at
        if back - left > PATIENCE - 1:
            known = [event for event in events(timeline, "turn", "takeback") if event["at"] <= back]
            table = parse_table(known[-1]["after"], "after") if known else ()
            lying = seen(timeline, back - 0.01)
            told = any(abs(at - left - PATIENCE) < 0.002 for at in alarms)
            assert told or as_sets(lying) == as_sets(table) or judge_table(rules, table, lying).legal


@each_film
def test_hands_are_not_too_fast_and_come_from_outside(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    for one, two in pairwise(timeline.reaches):
        assert one.keys[-1].at < two.keys[0].at
    for reach in timeline.reaches:
        start, end = reach.keys[0].at, reach.keys[-1].at
        steps = [hand_key(reach, start + share * (end - start)) for share in np.linspace(0, 1, 120)]
        for one_key, two_key in pairwise(steps):
            assert math.dist((one_key.x, one_key.y), (two_key.x, two_key.y)) <= 33 * (two_key.at - one_key.at)
        for key in (reach.keys[0], reach.keys[-1]):
            for entry in timeline.cameras:
                x, y = entry.camera.project(np.array((key.x, key.y, key.lift)))
                assert not (0 <= x <= entry.camera.width and 0 <= y <= entry.camera.height)


@each_film
def test_the_whole_game_stays_in_the_picture(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    for entry in timeline.cameras:
        camera = entry.camera
        for rest in timeline.rests[::10]:
            for plate in rest.plates:
                pixels = camera.project(plate.corners())
                assert np.all((pixels > 0) & (pixels < (camera.width, camera.height)))
                wide = np.linalg.norm(pixels[1] - pixels[0])
                assert wide > 30


@tried(4)
@given(st.integers(9, 5000))
def test_any_other_seed_makes_a_film_too(seed: int) -> None:
    timeline = tell_cards("dev", seed)
    assert len(events(timeline, "violation")) >= 2
    assert timeline.truth[-1]["event"] == "sheet"


def test_the_same_seed_tells_the_same_film() -> None:
    assert repr(tell_cards("test", 4)) == repr(film("test", 4))
    assert repr(tell_cards("dev", 4)) != repr(film("test", 4))
    assert (len(CARD_DEV_SEEDS), len(CARD_TEST_SEEDS)) == (6, 8)


@pytest.mark.parametrize(("split", "seed", "words"), [("train", 1, "the splits are"), ("test", -1, "no seed")])
def test_what_makes_no_sense_is_refused(split: FilmSplit, seed: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        tell_cards(split, seed)
