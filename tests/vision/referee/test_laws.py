"""Laws of the referee: whatever is seen and said, the record stays whole."""

from collections import Counter
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.vision.scripted import new_game
from tileye.rules.board import Cell
from tileye.rules.record import read_record, record_lines
from tileye.rules.rulesets import CLASSROOM, TILES, RuleSet
from tileye.rules.tiles import TILES as NAMES
from tileye.vision.referee.events import Event, event_json
from tileye.vision.referee.inputs import parse_input
from tileye.vision.referee.machine import Referee
from tileye.vision.referee.observations import Names, Observation
from tileye.vision.referee.settings import Settings, for_pictures

Reading = dict[str, Any]

# A small corner of the table and few names, so that tiles come, go and change places again and again.
CELLS = st.tuples(st.integers(-2, 3), st.integers(-2, 3))
CHANCES = st.dictionaries(
    st.sampled_from(("1R", "2R", "1G", "2G", "1B", "1P", "1W")), st.floats(0, 1), min_size=1, max_size=3
)
# Most readings show the first moves of one game, so that turns are recorded, mended and taken back again.
MOVES = (
    {(0, 0): "1R", (1, 0): "2R"},
    {(0, 1): "1G"},
    {(1, 1): "2G", (2, 1): "3G"},
    {(0, 2): "1B"},
    {(3, 1): "1G"},
    {(-1, 2): "2B", (-2, 2): "5B"},
)


def looked(
    moves: int,
    lacking: Collection[Cell] = (),
    more: Mapping[Cell, Names] = MappingProxyType({}),
    hidden: Collection[Cell] = (),
    odd: Collection[Cell] = (),
) -> Reading:
    """What is seen of the first moves, with a few errors."""
    tiles = {cell: {tile: 0.98} for move in MOVES[:moves] for cell, tile in move.items() if cell not in lacking}
    return {"tiles": {**tiles, **more}, "hidden": frozenset(hidden), "odd": frozenset(odd)}


STEPS = st.sampled_from((0, 0, 1, 1, 1, 1, 2, -1))
"""How many moves more are seen than before."""
READING = st.one_of(
    st.tuples(STEPS),
    st.tuples(STEPS),
    st.tuples(
        STEPS,
        st.sets(CELLS, max_size=3),
        st.dictionaries(CELLS, CHANCES, max_size=3),
        st.sets(CELLS, max_size=3),
        st.sets(CELLS, max_size=2),
    ),
)
PLAYER = st.one_of(st.none(), st.integers(0, 3))
WORDS = st.one_of(
    st.builds(lambda name: {"input": name}, st.sampled_from(("done", "undo", "redo", "end"))),
    st.builds(
        lambda name, player: {"input": name, "player": player},
        st.sampled_from(("exchange", "pass", "overrule")),
        PLAYER,
    ),
    st.builds(lambda d: {"input": "opening", "declared": d}, st.lists(st.integers(0, 6), min_size=2, max_size=3)),
    st.builds(
        lambda cell, tile: {"input": "tile", "x": cell[0], "y": cell[1], "tile": tile}, CELLS, st.sampled_from(NAMES)
    ),
    st.builds(lambda bag: {"input": "stock", "bag": bag}, st.integers(0, 20)),
    st.builds(lambda cell: {"input": "nothing", "x": cell[0], "y": cell[1]}, CELLS),
    st.builds(
        lambda name, player, cells, tile: {
            "input": name,
            "player": player,
            "placed": [[tile, x, y] for x, y in sorted(cells)],
        },
        st.sampled_from(("turn", "overrule")),
        st.integers(0, 3),
        st.sets(CELLS, min_size=1, max_size=2),
        st.sampled_from(("1R", "2R", "1G")),
    ),
)
DEEDS = st.one_of(
    st.tuples(st.just("look"), READING, st.sampled_from((1, 3, 20, 70, 70))),
    st.tuples(st.just("look"), READING, st.sampled_from((1, 3, 20, 70, 70))),
    st.tuples(st.just("hand"), st.none(), st.integers(1, 30)),
    st.tuples(st.just("say"), WORDS, st.just(1)),
    st.tuples(st.just("tick"), st.sampled_from((-5.0, 0.1, 3.0, 1e9, float("nan"), float("inf"))), st.just(1)),
)
STORIES = st.lists(DEEDS, min_size=8, max_size=30)
MODES = st.sampled_from((Settings(), Settings(automatic=False), for_pictures()))


def live(referee: Referee, story: list[tuple[str, Any, int]]) -> list[Event]:
    """Let a referee live through a story."""
    told: list[Event] = []
    at, moves = 0.0, 0
    for deed, what, times in story:
        if deed == "look":
            moves = min(len(MOVES), max(0, moves + what[0]))
        for _ in range(times):
            at += 1 / 15
            match deed:
                case "look":
                    told += referee.see(Observation(at, **looked(moves, *what[1:])))
                case "hand":
                    told += referee.see(Observation(at, busy=True))
                case "say":
                    told += referee.tell(parse_input({"at": at, **what})).events
                case "tick":
                    told += referee.tick(at + what)
        assert referee.view.status
    return told + referee.finish(at)


@tried(60)
@given(STORIES, MODES, st.sampled_from((TILES, CLASSROOM)))
def test_no_turn_is_lost_and_no_tile_counted_twice(
    story: list[tuple[str, Any, int]], mode: Settings, rules: RuleSet
) -> None:
    referee = Referee(new_game(rules), mode)
    told = [event_json(event) for event in live(referee, story)]
    turns: dict[int, dict[str, Any]] = {}
    for event in told:
        if event["event"] == "turn":
            assert event["number"] not in turns
        if event["event"] in ("turn", "corrected", "exchange", "pass"):
            turns[event["number"]] = event
        elif event["event"] == "takeback":
            assert turns.pop(event["number"])["player"] == event["player"]
    state = referee.game.state
    assert sorted(turns) == list(range(1, len(state.rows) + 1))
    placed = [(row.number, [[tile, x, y] for tile, (x, y) in row.placed]) for row in state.rows]
    assert placed == [(number, turns[number].get("placed", [])) for number in sorted(turns)]
    cells = [(x, y) for _, tiles in placed for _, x, y in tiles]
    assert max(Counter(cells).values(), default=1) == 1
    joined = [event["board"] for event in told if event["event"] == "board"]
    start = state.late_start.placed if state.late_start else ()
    assert [[tile, x, y] for tile, (x, y) in start] == (joined[-1] if joined else [])
    assert sorted([*cells, *(cell for _, cell in start)]) == sorted(state.board)
    assert told[-1]["event"] == "sheet"
    totals = [sum(turn.get("points", 0) for turn in turns.values() if turn["player"] == player) for player in (0, 1)]
    assert [one["points"] - one["bonus"] for one in told[-1]["players"]] == totals


@tried(25)
@given(STORIES, MODES)
def test_the_same_story_gives_the_same_events_and_a_record_that_can_be_read(
    story: list[tuple[str, Any, int]], mode: Settings
) -> None:
    one, other = Referee(new_game(), mode), Referee(new_game(), mode)
    assert live(one, story) == live(other, story)
    lines = record_lines(one.game)
    assert lines == record_lines(other.game)
    assert read_record(line.encode() for line in lines).game.state == one.game.state


@tried(40)
@given(STORIES)
def test_words_are_needed_to_lose_a_turn_without_a_hand(story: list[tuple[str, Any, int]]) -> None:
    referee = Referee(new_game())
    quiet = [deed for deed in story if deed[0] in ("look", "tick")]
    assert not [event for event in live(referee, quiet) if event_json(event)["event"] == "takeback"]
