"""The stories of films: what they tell is what the rules say, and what a table can show."""

import json
import math
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tileye.datasets.film.blunders import CODES
from tileye.datasets.film.demo import tell_demo
from tileye.datasets.film.moments import hand_key
from tileye.datasets.film.script import GRACE
from tileye.datasets.film.story import DEV_SEEDS, TEST_SEEDS, tell
from tileye.datasets.film.timeline import FilmSplit, Reach, Timeline
from tileye.rules.board import Cell, neighbours, parse_placement
from tileye.rules.events import Opening, parse_event
from tileye.rules.judge import judge
from tileye.rules.opening import who_starts
from tileye.rules.rulesets import CLASSROOM, RuleSet, find_rules
from tileye.rules.tiles import Tile
from tileye.rules.wire import verdict_json
from tileye.vision.referee.settings import Settings

Event = dict[str, Any]
FILMS: list[tuple[FilmSplit, int]] = [("test", seed) for seed in TEST_SEEDS] + [("dev", 11)]
some_films = pytest.mark.parametrize(
    ("split", "seed"), [("test", 1), ("test", 2), ("test", 8), ("dev", 4), ("dev", 11)]
)
each_film = pytest.mark.parametrize(("split", "seed"), FILMS)


@cache
def film(split: FilmSplit, seed: int) -> Timeline:
    return tell(split, seed)


def events(timeline: Timeline, *names: str) -> list[Event]:
    return [event for event in timeline.truth if event["event"] in names]


def codes(timeline: Timeline) -> set[str]:
    return {fault["code"] for event in events(timeline, "violation") for fault in event["violations"]}


def rules_of(timeline: Timeline) -> RuleSet:
    return find_rules(timeline.truth[0]["rules"])


def replayed(timeline: Timeline) -> Iterator[tuple[dict[Cell, Tile], Event]]:
    """Each event with the board that it meets, told by nothing but the events themselves."""
    board: dict[Cell, Tile] = {}
    for event in timeline.truth[1:]:
        yield dict(board), event
        if event["event"] == "turn":
            board.update({cell: tile for tile, cell in parse_placement(event["placed"], "placed")})
        elif event["event"] == "takeback":
            for _, x, y in event["removed"]:
                del board[x, y]


def declared(timeline: Timeline) -> int | None:
    event = parse_event({**timeline.inputs[0], "event": "opening"})
    assert isinstance(event, Opening)
    return max(number for number in event.declared if number)


@each_film
def test_every_turn_and_violation_is_what_the_rules_say(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    for board, event in replayed(timeline):
        if event["event"] in ("turn", "violation"):
            placed = parse_placement(event["placed"], "placed")
            verdict = judge(rules_of(timeline), board, placed, opening=None if board else declared(timeline))
            assert event["violations"] == verdict_json(verdict)["violations"]
            if event["event"] == "turn":
                assert event["lines"] == verdict_json(verdict)["lines"]
                assert (event["points"], event["overruled"]) == (verdict.line_points, not verdict.legal)
            else:
                assert not verdict.legal


@each_film
def test_players_take_turns_and_points_add_up(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    players = timeline.truth[0]["players"]
    first = parse_event({**timeline.inputs[0], "event": "opening"})
    assert isinstance(first, Opening)
    starter = who_starts(rules_of(timeline), first.declared, [None] * len(players)).player
    starter = first.player if starter is None else starter
    assert starter is not None
    turns = {event["number"]: event for event in events(timeline, "turn", "exchange", "pass")}
    assert [turns[number]["player"] for number in sorted(turns)] == [
        (starter + number) % len(players) for number in range(len(turns))
    ]
    totals = Counter[int]()
    for number in sorted(turns):
        totals[turns[number]["player"]] += turns[number].get("points", 0)
    sheet = timeline.truth[-1]
    assert [one["points"] - one["bonus"] for one in sheet["players"]] == [totals[p] for p in range(len(players))]
    assert sheet["turns"] == len(turns)
    assert sheet["finished"]


@each_film
def test_quick_pairs_can_be_split_in_one_way_only(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    rules, story = rules_of(timeline), list(replayed(timeline))
    for (board, one), (_, two) in pairwise(story):
        if two.get("quick"):
            tiles = parse_placement([*one["placed"], *two["placed"]], "placed")
            assert not judge(rules, board, tiles).legal
            ways = []
            for count in range(1, len(tiles)):
                for first in combinations(tiles, count):
                    after = {**board, **{cell: tile for tile, cell in first}}
                    rest = tuple(tile for tile in tiles if tile not in first)
                    if judge(rules, board, first).legal and judge(rules, after, rest).legal:
                        ways.append(sorted(first))
            assert ways == [sorted(parse_placement(one["placed"], "placed"))]


@each_film
def test_an_ignored_placement_and_the_next_turn_are_no_single_turn(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    words = {entry["at"] for entry in timeline.inputs if entry["input"] == "overrule"}
    for (board, one), (_, two) in pairwise(replayed(timeline)):
        if one["event"] == "turn" and one["overruled"] and one["at"] not in words:
            tiles = parse_placement([*one["placed"], *two["placed"]], "placed")
            assert not judge(rules_of(timeline), board, tiles).legal


@each_film
def test_truth_and_inputs_are_in_order_and_can_be_written(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    for told in (timeline.truth[1:], timeline.inputs):
        times = [entry["at"] for entry in told]
        assert times == sorted(times)
        assert times[-1] < timeline.seconds
    assert timeline.truth[0]["event"] == "game"
    assert [event["event"] for event in timeline.truth[-2:]] == ["ended", "sheet"]
    assert json.loads(json.dumps(timeline.truth)) == list(timeline.truth)


@each_film
def test_the_first_tile_is_at_the_origin(split: FilmSplit, seed: int) -> None:
    first = next(event for event in film(split, seed).truth if "placed" in event)
    assert first["placed"][0][1:] == [0, 0]


@pytest.mark.parametrize("seed", TEST_SEEDS)
def test_each_test_film_has_what_makes_it_hard(seed: int) -> None:
    timeline = film("test", seed)
    assert len(events(timeline, "violation")) >= 2
    assert len(events(timeline, "takeback")) >= 1
    assert events(timeline, "pass" if rules_of(timeline) == CLASSROOM else "exchange")
    assert len(timeline.cameras) >= 3
    assert len(timeline.lights) >= 3
    assert any(event.get("quick") for event in events(timeline, "turn"))
    assert timeline.truth[-1]["turns"] >= 15


def test_the_test_films_show_every_fault() -> None:
    assert set().union(*(codes(film("test", seed)) for seed in TEST_SEEDS)) >= set(CODES)


def test_some_blunders_are_lifted_some_overruled_in_words_and_some_ignored() -> None:
    told = [entry for seed in TEST_SEEDS for entry in film("test", seed).inputs if entry["input"] == "overrule"]
    overruled = [e for seed in TEST_SEEDS for e in events(film("test", seed), "turn") if e["overruled"]]
    alarms = [e for seed in TEST_SEEDS for e in events(film("test", seed), "violation")]
    assert 0 < len(told) < len(overruled) < len(alarms)


@pytest.mark.parametrize("split", ["dev", "test"])
def test_every_film_has_a_blunder_that_is_taken_back(split: FilmSplit) -> None:
    for seed in TEST_SEEDS:
        alarms, turns = events(film(split, seed), "violation"), events(film(split, seed), "turn")
        assert len(alarms) > sum(event["overruled"] for event in turns)


def test_the_films_differ_in_rules_players_size_and_end() -> None:
    films = [film("test", seed) for seed in TEST_SEEDS]
    assert {rules_of(one).name for one in films} == {"tiles", "classroom"}
    assert {one.cameras[0].camera.width for one in films} == {1280, 1920}
    assert {one.truth[-2]["reason"] for one in films} == {"stopped", "out"}
    assert len({len(one.truth[0]["players"]) for one in films}) > 1


def visits(timeline: Timeline) -> list[tuple[Reach, Reach]]:
    return list(pairwise(timeline.reaches))


@each_film
def test_between_turns_hands_are_away_for_four_seconds(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    ends = {round(reach.keys[-1].at, 3) for reach in timeline.reaches}
    turns = events(timeline, "turn")
    quick = {event["at"] for event in turns if event.get("quick")}
    short = 0
    for one, two in visits(timeline):
        away = two.keys[0].at - one.keys[-1].at
        assert away > 0
        short += 1.0 < away < 4.0
        assert away <= 1.0 or away >= 4.0 or 1.0 < away < 2.5
        if one.player != two.player:
            assert away > 1.0
    assert short == len(quick)
    assert {event["at"] for event in events(timeline, "violation", "takeback")} <= ends


@each_film
def test_a_turn_is_recorded_after_the_grace_or_before_the_next_tiles(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    ends = [reach.keys[-1].at for reach in timeline.reaches]
    words = {entry["at"] for entry in timeline.inputs if entry["input"] in ("done", "overrule")}
    laid = {round(rest.at, 3) for rest in timeline.rests}
    for event in events(timeline, "turn"):
        graced = any(abs(event["at"] - end - 3.0) < 0.002 for end in ends)
        assert graced or event["at"] in words or event["at"] in laid


@some_films
def test_hands_are_not_too_fast_and_come_from_outside(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    for reach in timeline.reaches:
        start, end = reach.keys[0].at, reach.keys[-1].at
        steps = [hand_key(reach, start + share * (end - start)) for share in np.linspace(0, 1, 120)]
        for one, two in pairwise(steps):
            assert math.dist((one.x, one.y), (two.x, two.y)) <= 25 * (two.at - one.at)
        for key in (reach.keys[0], reach.keys[-1]):
            for entry in timeline.cameras:
                x, y = entry.camera.project(np.array((key.x, key.y, key.lift)))
                assert not (0 <= x <= entry.camera.width and 0 <= y <= entry.camera.height)


@some_films
def test_tiles_are_carried_to_where_they_lie(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    for reach in timeline.reaches:
        for carry in reach.carries:
            assert reach.keys[0].at <= carry.start < carry.end <= reach.keys[-1].at
    drops = [(c.end, c.tile) for reach in timeline.reaches for c in reach.carries if c.end < reach.keys[-1].at]
    for one, two in pairwise(timeline.rests):
        assert one.at < two.at
        added = Counter(p.tile for p in two.pieces) - Counter(p.tile for p in one.pieces)
        assert all((two.at, tile) in drops for tile in added)
        assert len(added) <= 1


@some_films
def test_in_the_end_the_table_shows_the_recorded_board(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    *_, (board, _) = replayed(timeline)
    assert {piece.cell: piece.tile for piece in timeline.rests[-1].pieces if piece.role == "board"} == board


@some_films
def test_tiles_stay_close_to_where_their_neighbours_say(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    for rest in timeline.rests[:: max(1, len(timeline.rests) // 12)]:
        lying = {piece.cell: piece.pose for piece in rest.pieces if piece.cell is not None}
        gaps = [
            math.dist((lying[c].x, lying[c].y), (lying[n].x, lying[n].y))
            for c in lying
            for n in neighbours(c)
            if n in lying
        ]
        if not gaps:
            continue
        pitch = sum(gaps) / len(gaps)
        assert min(gaps) > 0.95
        for (x, y), pose in lying.items():
            near = [cell for cell in neighbours((x, y)) if cell in lying]
            if near:
                wanted_x = sum(lying[cell].x + pitch * (x - cell[0]) for cell in near) / len(near)
                wanted_y = sum(lying[cell].y - pitch * (y - cell[1]) for cell in near) / len(near)
                assert math.dist((pose.x, pose.y), (wanted_x, wanted_y)) < 0.25
                assert abs(pose.turn - sum(lying[cell].turn for cell in near) / len(near)) < 7.0


@some_films
def test_what_lies_about_is_three_cells_away_from_every_tile_of_the_game(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    laid = {(p.pose.x, p.pose.y) for rest in timeline.rests for p in rest.pieces if p.role == "board"}
    about = [piece for piece in timeline.rests[0].pieces if piece.role != "board"]
    assert all(piece in rest.pieces for piece in about for rest in timeline.rests)
    assert all(math.dist(place, (piece.pose.x, piece.pose.y)) > 4.0 for piece in about for place in laid)


@some_films
def test_the_whole_game_stays_in_the_picture(split: FilmSplit, seed: int) -> None:
    timeline = film(split, seed)
    places = np.array([(p.pose.x, p.pose.y, 0.0) for r in timeline.rests for p in r.pieces if p.role == "board"])
    for entry in timeline.cameras:
        camera = entry.camera
        pixels = camera.project(places)
        margin = 0.5 * camera.focal_px / camera.distance
        assert np.all(pixels > margin)
        assert np.all(pixels < np.array((camera.width, camera.height)) - margin)
        assert 28 <= camera.focal_px / camera.distance * 1280 / camera.width <= 60


def test_a_slip_is_mended_in_the_same_turn() -> None:
    timeline = film("test", 1)
    final = {(piece.tile, piece.cell) for piece in timeline.rests[-1].pieces}
    recorded = {(t, (x, y)) for event in timeline.truth if "placed" in event for t, x, y in event["placed"]}
    shown = {(p.tile, p.cell) for rest in timeline.rests for p in rest.pieces if p.cell is not None}
    assert shown - recorded - final


def test_neighbours_are_nudged_now_and_then() -> None:
    nudges = 0
    for seed in TEST_SEEDS:
        for one, two in pairwise(film("test", seed).rests):
            nudges += {p.cell for p in one.pieces} == {p.cell for p in two.pieces} and one.pieces != two.pieces
    assert nudges >= len(TEST_SEEDS)


@tried(6)
@given(st.integers(13, 5000))
def test_any_other_seed_makes_a_film_too(seed: int) -> None:
    timeline = tell("dev", seed)
    assert len(events(timeline, "violation")) >= 2
    assert timeline.truth[-1]["event"] == "sheet"


def test_the_same_seed_tells_the_same_film() -> None:
    assert tell("test", 3) == film("test", 3)
    assert repr(tell("test", 3)) == repr(film("test", 3))
    assert tell("dev", 3) != film("test", 3)
    assert len(set(DEV_SEEDS)) == len(set(TEST_SEEDS)) == 12


def test_the_demo_film_is_short_with_one_blunder_and_one_qwirkle() -> None:
    timeline = tell_demo()
    lines = [line for event in events(timeline, "turn") for line in event["lines"]]
    assert timeline.seconds <= 105
    assert 11 <= len(events(timeline, "turn")) <= 13
    assert sum(line["qwirkle"] for line in lines) == 1
    assert len(events(timeline, "violation")) == 1
    assert not any(event["overruled"] for event in events(timeline, "turn"))
    assert len(timeline.cameras) == 1
    assert timeline.truth[-2]["reason"] == "stopped"


@pytest.mark.parametrize(("split", "seed", "words"), [("train", 1, "the splits are"), ("test", -1, "no seed")])
def test_what_makes_no_sense_is_refused(split: FilmSplit, seed: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        tell(split, seed)


def test_films_reckon_with_the_grace_of_the_referee() -> None:
    assert Settings().grace == GRACE
