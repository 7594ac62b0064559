"""Events and their JSON form: exact inverses, and one sentence for everything that is no event."""

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tileye.rules.events import (
    Action,
    Arranged,
    CannotPlay,
    Correct,
    End,
    Event,
    Exchange,
    Give,
    Laid,
    Opening,
    Pass,
    Redo,
    Rename,
    Stock,
    Undo,
    event_json,
    parse_event,
    parse_name,
    parse_number,
)
from tileye.rules.jsonlines import Json, dump, parse_object
from tileye.rules.tiles import TILES

LAID = {"event": "turn", "player": 1, "placed": [["4O", 0, 0], ["2O", -1, 3]]}
FORMS: dict[str, tuple[Event, Json]] = {
    "opening": (Opening((3, None)), {"event": "opening", "declared": [3, None]}),
    "opening with a starter": (Opening((3, 3), 0), {"event": "opening", "declared": [3, 3], "player": 0}),
    "turn with tiles": (Laid(1, (("4O", (0, 0)), ("2O", (-1, 3)))), LAID),
    "turn without tiles": (Laid(0, ()), {"event": "turn", "player": 0, "placed": []}),
    "overrule with tiles": (
        Laid(0, (("4O", (0, 0)),), overruled=True),
        {"event": "overrule", "player": 0, "placed": [["4O", 0, 0]]},
    ),
    "turn with cards": (
        Arranged(2, (("1R", "2R", "3R"),), (("1R", "1O", "1Y", "1G", "1B", "1P"),)),
        {
            "event": "turn",
            "player": 2,
            "after": [["1R", "2R", "3R"]],
            "taken": [["1R", "1O", "1Y", "1G", "1B", "1P"]],
        },
    ),
    "overrule with cards": (
        Arranged(0, (("1R", "2R"),), (), overruled=True),
        {"event": "overrule", "player": 0, "after": [["1R", "2R"]], "taken": []},
    ),
    "exchange": (Exchange(0, 6), {"event": "exchange", "player": 0, "count": 6}),
    "exchange of nobody knows how many": (Exchange(0), {"event": "exchange", "player": 0, "count": None}),
    "pass": (Pass(3), {"event": "pass", "player": 3}),
    "cannot play": (CannotPlay(1), {"event": "cannot_play", "player": 1}),
    "undo": (Undo(), {"event": "undo"}),
    "undo of one": (Undo(7), {"event": "undo", "of": 7}),
    "redo": (Redo(), {"event": "redo"}),
    "redo of one": (Redo(7), {"event": "redo", "of": 7}),
    "correct one": (Correct(Pass(0), of=3), {"event": "correct", "of": 3, "to": {"event": "pass", "player": 0}}),
    "insert one": (
        Correct(Laid(1, (("4O", (0, 0)), ("2O", (-1, 3)))), before=3),
        {"event": "correct", "before": 3, "to": LAID},
    ),
    "rename": (Rename(0, "Jörg 王"), {"event": "rename", "player": 0, "name": "Jörg 王"}),
    "give the coming turn": (Give(1), {"event": "give", "player": 1}),
    "give a recorded turn": (Give(1, of=4), {"event": "give", "of": 4, "player": 1}),
    "stock": (Stock(12), {"event": "stock", "bag": 12}),
    "stock with hands": (Stock(0, (3, 0)), {"event": "stock", "bag": 0, "hands": [3, 0]}),
    "end": (End(), {"event": "end"}),
}


@pytest.mark.parametrize(("event", "form"), FORMS.values(), ids=FORMS)
def test_every_event_has_an_exact_form(event: Event, form: Json) -> None:
    assert event_json(event) == form
    assert parse_event(form) == event


SHORT: dict[str, tuple[Json, Event]] = {
    "taken left out": ({"event": "turn", "player": 0, "after": [["1R"]]}, Arranged(0, (("1R",),))),
    "count left out": ({"event": "exchange", "player": 0}, Exchange(0)),
    "null for a number": ({"event": "undo", "of": None}, Undo()),
    "blanks around a name": ({"event": "rename", "player": 0, "name": "  Ada "}, Rename(0, "Ada")),
    "more than is needed": ({"event": "end", "seq": 4, "at": 1.5, "why": "tea"}, End()),
}


@pytest.mark.parametrize(("form", "event"), SHORT.values(), ids=SHORT)
def test_what_may_be_left_out(form: Json, event: Event) -> None:
    assert parse_event(form) == event


NO_EVENTS: dict[str, tuple[Json, str]] = {
    "no name": ({}, "None is no event: there are opening, board, turn,"),
    "unknown name": ({"event": "cheat"}, "'cheat' is no event"),
    "capital letters": ({"event": "Turn"}, "'Turn' is no event"),
    "a number as name": ({"event": 3}, "3 is no event"),
    "a list as name": ({"event": ["turn"]}, "a list is no event"),
    "a very long name": ({"event": "x" * 500}, "'xxx"),
    "no player": ({"event": "pass"}, "pass: player: a whole number from 0 to 3 is needed, not None"),
    "fifth player": ({"event": "pass", "player": 4}, "pass: player: a whole number from 0 to 3"),
    "negative player": ({"event": "pass", "player": -1}, "pass: player: a whole number from 0 to 3"),
    "true for a player": ({"event": "pass", "player": True}, "pass: player: a whole number"),
    "1.0 for a player": ({"event": "pass", "player": 1.0}, "pass: player: a whole number"),
    "a name for a player": ({"event": "cannot_play", "player": "Ada"}, "cannot_play: player: a whole number"),
    "nothing laid": ({"event": "turn", "player": 0}, 'turn: "placed" with the tiles laid is needed'),
    "overrule of nothing": ({"event": "overrule", "player": 0}, 'overrule: "placed" with the tiles laid'),
    "placed is no list": ({"event": "turn", "player": 0, "placed": {}}, "turn: placed: a list of [tile, x, y]"),
    "placed null": ({"event": "turn", "player": 0, "placed": None}, "turn: placed: a list of [tile, x, y]"),
    "no tile": (
        {"event": "turn", "player": 0, "placed": [["1R", 0, 0], ["7R", 1, 0]]},
        "turn: placed, entry 2: '7R' is no tile",
    ),
    "half a cell": ({"event": "turn", "player": 0, "placed": [["1R", 0]]}, "turn: placed, entry 1: [tile, x, y]"),
    "broken cell": ({"event": "turn", "player": 0, "placed": [["1R", 0, 0.5]]}, "turn: placed, entry 1: 0.5 is no"),
    "far cell": ({"event": "turn", "player": 0, "placed": [["1R", 0, 10**7]]}, "turn: placed, entry 1: a cell number"),
    "after is no list": ({"event": "turn", "player": 0, "after": "1R"}, "turn: after: a list of sets"),
    "after holds no sets": ({"event": "turn", "player": 0, "after": ["1R"]}, "turn: after, set 1: a list of cards"),
    "no card": ({"event": "turn", "player": 0, "after": [["1R", None]]}, "turn: after, set 1: None is no tile"),
    "taken is no list": ({"event": "turn", "player": 0, "after": [], "taken": 1}, "turn: taken: a list of sets"),
    "no player of a turn": ({"event": "turn", "placed": []}, "turn: player: a whole number"),
    "exchange of none": ({"event": "exchange", "player": 0, "count": 0}, "exchange: count: a whole number from 1"),
    "exchange of too many": ({"event": "exchange", "player": 0, "count": 109}, "exchange: count: a whole number from"),
    "exchange of half": ({"event": "exchange", "player": 0, "count": 1.5}, "exchange: count: a whole number from"),
    "declared left out": ({"event": "opening"}, "opening: declared: a list with a number for each player"),
    "five declarations": ({"event": "opening", "declared": [1, 1, 1, 1, 1]}, "opening: declared: a list"),
    "seven declared": ({"event": "opening", "declared": [7, 1]}, "opening: declared: a whole number from 0 to 6"),
    "starter unknown": ({"event": "opening", "declared": [1], "player": 4}, "opening: player: a whole number"),
    "undo of event 0": ({"event": "undo", "of": 0}, "undo: of: a whole number from 1"),
    "undo of a text": ({"event": "undo", "of": "1"}, "undo: of: a whole number from 1"),
    "redo of a list": ({"event": "redo", "of": [1]}, "redo: of: a whole number from 1"),
    "correct nothing": ({"event": "correct", "to": {"event": "pass", "player": 0}}, 'correct: either "of" with'),
    "correct two": (
        {"event": "correct", "of": 1, "before": 2, "to": {"event": "pass", "player": 0}},
        'correct: either "of" with the number of an event or "before" is needed',
    ),
    "correct to nothing": ({"event": "correct", "of": 1}, 'correct: "to" with one of turn, overrule, exchange'),
    "correct to a list": ({"event": "correct", "of": 1, "to": []}, 'correct: "to" with one of turn'),
    "correct to an end": ({"event": "correct", "of": 1, "to": {"event": "end"}}, 'correct: "to" with one of turn'),
    "correct to a correct": (
        {"event": "correct", "of": 1, "to": {"event": "correct", "of": 1, "to": {"event": "pass", "player": 0}}},
        'correct: "to" with one of turn',
    ),
    "correct to no name": ({"event": "correct", "of": 1, "to": {"event": ["pass"]}}, 'correct: "to" with one of'),
    "correct to a broken turn": (
        {"event": "correct", "of": 1, "to": {"event": "turn", "player": 0, "placed": [["4X", 0, 0]]}},
        "correct: turn: placed, entry 1: '4X' is no tile",
    ),
    "no new name": ({"event": "rename", "player": 0}, "rename: None is no name"),
    "name of blanks": ({"event": "rename", "player": 0, "name": "   "}, "rename: '   ' is no name"),
    "name too long": ({"event": "rename", "player": 0, "name": "x" * 41}, "rename: 'xxx"),
    "give to nobody": ({"event": "give", "of": 1}, "give: player: a whole number"),
    "give event 0": ({"event": "give", "player": 0, "of": 0}, "give: of: a whole number from 1"),
    "no stock": ({"event": "stock"}, "stock: bag: a whole number from 0 to 108 is needed, not None"),
    "too much stock": ({"event": "stock", "bag": 109}, "stock: bag: a whole number from 0 to 108"),
    "negative stock": ({"event": "stock", "bag": -1}, "stock: bag: a whole number from 0 to 108"),
    "hands are no list": ({"event": "stock", "bag": 1, "hands": 6}, "stock: hands: a list with a number for each"),
    "unknown hand": ({"event": "stock", "bag": 1, "hands": [6, None]}, "stock: hands: a whole number from 0 to 9"),
    "hand of ten": ({"event": "stock", "bag": 1, "hands": [6, 10]}, "stock: hands: a whole number from 0 to 9"),
}


@pytest.mark.parametrize(("form", "reason"), NO_EVENTS.values(), ids=NO_EVENTS)
def test_anything_else_is_refused_in_one_sentence(form: Json, reason: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]{10,180}$") as refused:
        parse_event(form)
    assert str(refused.value).startswith(reason)


NAMES_WELL: dict[str, tuple[object, str]] = {
    "plain": ("Ada", "Ada"),
    "one letter": ("A", "A"),
    "as long as may be": ("x" * 40, "x" * 40),
    "blanks inside": ("Ada Lovelace", "Ada Lovelace"),
    "blanks around": (" \tAda\n", "Ada"),
    "letters of the world": ("Ζωή 王 Ñandú", "Ζωή 王 Ñandú"),
    "a picture": ("🦊", "🦊"),
}
NAMES_BAD: dict[str, object] = {
    "nothing": "",
    "blanks": " \n ",
    "too long": "x" * 41,
    "a line end inside": "A\nB",
    "a tab inside": "A\tB",
    "an escape": "A\x1b[31mB",
    "a zero byte": "A\0",
    "half a pair of surrogates": "A\ud800",
    "turned writing direction": "A\u202eB",
    "no text": 7,
    "null": None,
    "a list": ["Ada"],
}


@pytest.mark.parametrize(("value", "name"), NAMES_WELL.values(), ids=NAMES_WELL)
def test_names_are_trimmed(value: object, name: str) -> None:
    assert parse_name(value) == name


@pytest.mark.parametrize("value", NAMES_BAD.values(), ids=NAMES_BAD)
def test_names_that_cannot_be_printed_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r" is no name: 1 to 40 printable characters are needed$") as refused:
        parse_name(value)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(("event", "form"), FORMS.values(), ids=FORMS)
def test_events_cannot_be_changed(event: Event, form: Json) -> None:
    for name in [*event.__slots__, "another"]:
        with pytest.raises((FrozenInstanceError, TypeError)):
            setattr(event, name, 0)
    assert event_json(event) == form


@pytest.mark.parametrize("value", [1, 5])
def test_numbers_within_their_bounds_are_taken(value: int) -> None:
    assert parse_number(value, "count", 1, 5) == value


@pytest.mark.parametrize(
    "value", [0, 6, -1, 1.0, True, "1", None, [], {}, 10**4000, float("inf")], ids=lambda value: repr(value)[:9]
)
def test_other_numbers_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"^count: a whole number from 1 to 5 is needed, not .{1,40}$"):
        parse_number(value, "count", 1, 5)


PLAYERS, SEQS, CELLS = st.integers(0, 3), st.integers(1, 1_000_000), st.integers(-1_000_000, 1_000_000)
PIECES = st.sampled_from(TILES)
TABLES = st.lists(st.lists(PIECES, max_size=7).map(tuple), max_size=4).map(tuple)
PLACED = st.lists(st.tuples(PIECES, st.tuples(CELLS, CELLS)), max_size=7).map(tuple)
ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(Laid, PLAYERS, PLACED, st.booleans()),
    st.builds(Arranged, PLAYERS, TABLES, TABLES, st.booleans()),
    st.builds(Exchange, PLAYERS, st.none() | st.integers(1, 108)),
    st.builds(Pass, PLAYERS),
    st.builds(CannotPlay, PLAYERS),
)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    ACTIONS,
    st.builds(Opening, st.lists(st.none() | st.integers(0, 6), max_size=4).map(tuple), st.none() | PLAYERS),
    st.builds(Undo, st.none() | SEQS),
    st.builds(Redo, st.none() | SEQS),
    st.builds(Correct, ACTIONS, of=SEQS),
    st.builds(Correct, ACTIONS, before=SEQS),
    st.builds(Rename, PLAYERS, st.text("abcÄ 王", min_size=1, max_size=40).map(str.strip).filter(bool)),
    st.builds(Give, PLAYERS, st.none() | SEQS),
    st.builds(Stock, st.integers(0, 108), st.none() | st.lists(st.integers(0, 9), max_size=4).map(tuple)),
    st.just(End()),
)


@tried(150)
@given(EVENTS)
def test_a_line_of_json_gives_the_same_event_back(event: Event) -> None:
    line = dump(event_json(event))
    assert parse_event(parse_object(line.encode())) == event


KEYS = st.sampled_from(
    ["event", "player", "placed", "after", "taken", "count", "of", "before", "to", "name", "bag", "hands", "declared"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["turn", "pass", "4O", ""]),
    lambda deeper: st.lists(deeper, max_size=4) | st.dictionaries(KEYS, deeper, max_size=4),
    max_leaves=8,
)


@tried(150)
@given(st.sampled_from([str(form["event"]) for _, form in FORMS.values()]), st.dictionaries(KEYS, VALUES))
def test_damaged_forms_raise_nothing_but_value_errors(name: str, form: Json) -> None:
    reason = ""
    try:
        event = parse_event({**form, "event": name})
    except ValueError as error:
        reason = str(error)
    else:
        assert parse_event(event_json(event)) == event
    assert "\n" not in reason
