"""Damaged records: no first line, torn last lines, and every kind of damage told with its line."""

import io
from random import Random

import pytest

from tests.rules.games import add, arranged, laid, new_game
from tests.rules.records import HEADER, TURN, read, stream, whole_game
from tileye.rules.events import Correct, End, Event, Rename
from tileye.rules.jsonlines import Json, bounded_lines
from tileye.rules.record import RecordError, read_record, record_lines
from tileye.rules.rulesets import CARDS_DE, CLASSROOM, RULE_SETS, TILES, RuleSet

# No first line

EMPTY: dict[str, tuple[bytes, str]] = {
    "no byte": (b"", "line 1: the record is empty"),
    "one line end": (b"\n", "line 1: not JSON: Expecting value at character 1"),
    "zero bytes": (b"\0" * 4096, "line 1: not JSON: Expecting value at character 1"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "line 1: not UTF-8 text"),
    "a torn first line": (stream(new_game(TILES))[:20], "line 1: not JSON: "),
}


@pytest.mark.parametrize(("file", "reason"), EMPTY.values(), ids=EMPTY)
def test_without_a_first_line_there_is_no_game(file: bytes, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_record(bounded_lines(io.BytesIO(file)))
    assert str(refused.value).startswith(reason)
    assert refused.value.line == 1


# Torn lines

TORN: dict[str, tuple[RuleSet, list[Event]]] = {
    "a turn": (TILES, [laid(0, "1R@0,0"), laid(1, "2R@-1,0")]),
    "letters of two bytes": (TILES, [laid(0, "1R@0,0"), Rename(1, "Jörg 王")]),
    "cards": (CARDS_DE, [arranged(0, "1R 2R 3R"), arranged(1, "", "1R 2R 3R 4R 5R 6R")]),
    "a correction": (TILES, [laid(0, "1R@0,0"), Correct(laid(0, "1O@0,0"), of=1)]),
    "the first event": (CLASSROOM, [laid(0, "1R@0,0")]),
}


@pytest.mark.parametrize(("rules", "events"), TORN.values(), ids=TORN)
@pytest.mark.parametrize("tail", [b"", b"\0" * 7], ids=["cut", "cut and filled with zeros"])
def test_every_cut_of_the_last_line_loses_that_line_alone(rules: RuleSet, events: list[Event], tail: bytes) -> None:
    game = new_game(rules)
    add(game, *events[:-1])
    kept, before = stream(game), game.state
    add(game, events[-1])
    last = stream(game)[len(kept) : -1]
    for cut in range(len(last)):
        reading = read_record(bounded_lines(io.BytesIO(kept + last[:cut] + tail)))
        assert reading.game.state == before
        assert len(reading.game.log) == len(events) - 1
        if cut or tail:
            assert reading.torn is not None
            assert reading.torn.startswith(f"line {len(events) + 1}: not ")
        else:
            assert reading.torn is None


def test_a_torn_record_can_be_gone_on_with() -> None:
    lines = stream(whole_game(TILES)).splitlines()
    reading = read_record([*lines[:-1], lines[-1][:12]])
    entry = reading.game.append(End())
    assert entry.seq == len(lines) - 1


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_a_torn_line_with_others_behind_it_is_damage(rules: RuleSet) -> None:
    lines: list[bytes | None] = list(stream(whole_game(rules)).splitlines())
    for number in range(len(lines) - 1):
        line = lines[number]
        assert line is not None
        with pytest.raises(RecordError, match=rf"^line {number + 1}: not JSON") as refused:
            read_record([*lines[:number], line[:9], *lines[number + 1 :]])
        assert refused.value.line == number + 1


def test_an_empty_line_in_the_middle_is_damage() -> None:
    lines = stream(whole_game(CLASSROOM)).splitlines()
    with pytest.raises(RecordError, match=r"^line 4: the line is empty$"):
        read_record([*lines[:3], b"", *lines[3:]])


def test_a_line_that_is_too_long_is_damage() -> None:
    lines: list[bytes | None] = list(stream(whole_game(CLASSROOM)).splitlines())
    with pytest.raises(RecordError, match=r"^line 3: a line is longer than 1000000 bytes$"):
        read_record([*lines[:2], None, *lines[3:]])
    assert read_record([*lines, None]).torn == f"line {len(lines) + 1}: a line is longer than 1000000 bytes"


def test_a_last_line_that_is_whole_but_wrong_is_no_torn_line() -> None:
    with pytest.raises(RecordError, match=r"^line 2: seq: 1 is next, not 5$"):
        read(HEADER, {"seq": 5, "at": 0, "event": "end"})


def test_a_last_line_that_is_no_object_is_left_out() -> None:
    assert read(HEADER, "[1]").torn == "line 2: a JSON object is needed"


# Damage

LINES: dict[str, tuple[list[Json | str], str]] = {
    "no first line": ([TURN], 'line 1: no record of tileye: "tileye":1 is missing'),
    "an empty object": ([{}], 'line 1: no record of tileye: "tileye":1 is missing'),
    "a later version": ([{**HEADER, "tileye": 2}], "line 1: version 2 of the record is unknown: a newer tileye"),
    "a version as text": ([{**HEADER, "tileye": "1"}], "line 1: version '1' of the record is unknown"),
    "a broken version": ([{**HEADER, "tileye": 1.0}], "line 1: version 1.0 of the record is unknown"),
    "true for a version": ([{**HEADER, "tileye": True}], "line 1: version True of the record is unknown"),
    "a list for a version": ([{**HEADER, "tileye": [1]}], "line 1: version a list of the record is unknown"),
    "no rules": ([{"tileye": 1, "players": []}], 'line 1: "rules" with the name of a rule set is missing'),
    "a number for rules": ([{**HEADER, "rules": 3}], 'line 1: "rules" with the name of a rule set is missing'),
    "unknown rules": (
        [{**HEADER, "rules": "chess"}],
        "line 1: no rule set is called 'chess': there are tiles, classroom, cards-de, cards-en",
    ),
    "no players": ([{"tileye": 1, "rules": "tiles"}], 'line 1: "players" with a list of players is missing'),
    "an object for players": ([{**HEADER, "players": {}}], 'line 1: "players" with a list of players is missing'),
    "names alone": ([{**HEADER, "players": ["Ada"]}], 'line 1: players: {"name", "born"} is needed, not \'Ada\''),
    "nobody": ([{**HEADER, "players": []}], "line 1: tiles is for 2 to 4 players, not 0"),
    "one player": ([{**HEADER, "players": [{"name": "Ada"}]}], "line 1: tiles is for 2 to 4 players, not 1"),
    "five players": (
        [{**HEADER, "players": [{"name": name} for name in "ABCDE"]}],
        "line 1: tiles is for 2 to 4 players, not 5",
    ),
    "a thousand players": (
        [{**HEADER, "players": [{"name": f"A{number}"} for number in range(1000)]}],
        "line 1: tiles is for 2 to 4 players, not ",
    ),
    "the same name": (
        [{**HEADER, "players": [{"name": "Ada"}, {"name": " Ada"}]}],
        "line 1: two players have the same name: give each their own",
    ),
    "no name": ([{**HEADER, "players": [{"born": None}, {"name": "Ben"}]}], "line 1: None is no name: 1 to 40"),
    "a born in words": (
        [{**HEADER, "players": [{"name": "Ada", "born": "May"}, {"name": "Ben"}]}],
        "line 1: born: a date such as 2016-05-30, a year or null is needed, not 'May'",
    ),
    "a born the other way round": (
        [{**HEADER, "players": [{"name": "Ada", "born": "30.05.2016"}, {"name": "Ben"}]}],
        "line 1: born: a date such as 2016-05-30",
    ),
    "true for born": (
        [{**HEADER, "players": [{"name": "Ada", "born": True}, {"name": "Ben"}]}],
        "line 1: born: a date such as 2016-05-30, a year or null is needed, not True",
    ),
    "a short year": (
        [{**HEADER, "players": [{"name": "Ada", "born": 16}, {"name": "Ben"}]}],
        "line 1: born: a date such as 2016-05-30, a year or null is needed, not 16",
    ),
    "Arabic digits for born": (
        [{**HEADER, "players": [{"name": "Ada", "born": "٢٠١٦"}, {"name": "Ben"}]}],
        "line 1: born: a date such as",
    ),
    "another set": ([{**HEADER, "set": "ROYGBX"}], "line 1: set: ROYGBP, ROYGBW or null is needed, not 'ROYGBX'"),
    "a list for the set": ([{**HEADER, "set": []}], "line 1: set: ROYGBP, ROYGBW or null is needed, not a list"),
    "no pieces": ([{**HEADER, "pieces": 0}], "line 1: pieces: a whole number from 1 to 108 is needed, not 0"),
    "too many pieces": ([{**HEADER, "pieces": 109}], "line 1: pieces: a whole number from 1 to 108 is needed"),
    "pieces in words": ([{**HEADER, "pieces": "all"}], "line 1: pieces: a whole number from 1 to 108 is needed"),
    "null pieces": ([{**HEADER, "pieces": None}], "line 1: pieces: a whole number from 1 to 108 is needed, not None"),
    "too few pieces to deal": ([{**HEADER, "pieces": 11}], "line 1: 11 pieces: 12 to 108 are needed for 2 players"),
    "two first lines": ([HEADER, HEADER], "line 2: seq: a whole number from 1 to 10000 is needed, not None"),
    "no seq": ([HEADER, {"at": 0, "event": "end"}], "line 2: seq: a whole number from 1"),
    "seq in words": ([HEADER, {**TURN, "seq": "1"}], "line 2: seq: a whole number from 1 to 10000 is needed, not '1'"),
    "seq from 0": ([HEADER, {**TURN, "seq": 0}], "line 2: seq: a whole number from 1 to 10000 is needed, not 0"),
    "a jump": ([HEADER, {**TURN, "seq": 2}], "line 2: seq: 1 is next, not 2"),
    "a line twice": ([HEADER, TURN, TURN], "line 3: seq: 2 is next, not 1"),
    "a line missing": (
        [HEADER, TURN, {"seq": 3, "at": 2, "event": "end"}],
        "line 3: seq: 2 is next, not 3",
    ),
    "no time": ([HEADER, {"seq": 1, "event": "end"}], "line 2: at: seconds, 0 or more, are needed, not None"),
    "time in words": ([HEADER, {**TURN, "at": "noon"}], "line 2: at: seconds, 0 or more, are needed, not 'noon'"),
    "time before the game": ([HEADER, {**TURN, "at": -0.5}], "line 2: at: seconds, 0 or more, are needed, not -0.5"),
    "true for a time": ([HEADER, {**TURN, "at": True}], "line 2: at: seconds, 0 or more, are needed, not True"),
    "endless time": (
        [HEADER, '{"seq":1,"at":1e999,"event":"end"}'],
        "line 2: at: seconds, 0 or more, are needed, not inf",
    ),
    "time beyond any clock": ([HEADER, {**TURN, "at": 10**18 + 1}], "line 2: at: seconds, 0 or more, are needed"),
    "time of four hundred digits": ([HEADER, {**TURN, "at": 10**400}], "line 2: at: seconds, 0 or more, are needed"),
    "no event": ([HEADER, {"seq": 1, "at": 0}], "line 2: None is no event: there are opening, board, turn,"),
    "unknown event": ([HEADER, {"seq": 1, "at": 0, "event": "cheat"}], "line 2: 'cheat' is no event: there are"),
    "no tile": (
        [HEADER, {**TURN, "placed": [["1X", 0, 0]]}],
        "line 2: turn: placed, entry 1: '1X' is no tile: a shape 1-6 and a colour R O Y G B P W, such as 4O",
    ),
    "illegal turn": (
        [HEADER, {**TURN, "placed": [["1R", 0, 0], ["2O", 1, 0]]}],
        "line 2: this turn is illegal (mixed_move, mismatch): take it back or let it stand with an overrule",
    ),
    "legal turn overruled": (
        [HEADER, {**TURN, "event": "overrule"}],
        "line 2: this turn is legal: there is nothing to overrule",
    ),
    "another's turn": ([HEADER, TURN, {**TURN, "seq": 2, "placed": [["2R", 1, 0]]}], "line 3: it is the turn of Ben"),
    "a player too many": ([HEADER, {**TURN, "player": 2}], "line 2: there is no player 2: the 2 players count from 0"),
    "an exchange in the classroom": (
        [{**HEADER, "rules": "classroom"}, TURN, {"seq": 2, "at": 2, "event": "exchange", "player": 1}],
        "line 3: the rules of classroom know no exchange",
    ),
    "purple and white": (
        [HEADER, TURN, {"seq": 2, "at": 2, "event": "turn", "player": 1, "placed": [["1P", 1, 0], ["1W", 2, 0]]}],
        "line 3: purple and white tiles together: a set has one of the two",
    ),
    "white in a purple set": (
        [{**HEADER, "set": "ROYGBP"}, {**TURN, "placed": [["1W", 0, 0]]}],
        "line 2: purple and white tiles together: a set has one of the two",
    ),
    "cards in the tile game": (
        [HEADER, {"seq": 1, "at": 0, "event": "turn", "player": 0, "after": [["1R", "2R", "3R"]]}],
        "line 2: tiles is played with tiles: this turn is one of the other game",
    ),
    "an undo of nothing": ([HEADER, {"seq": 1, "at": 0, "event": "undo"}], "line 2: there is nothing to undo"),
    "a correction of nothing": (
        [HEADER, {"seq": 1, "at": 0, "event": "correct", "of": 1, "to": {"event": "pass", "player": 0}}],
        "line 2: event 1 is no turn that stands: only such a turn can be changed",
    ),
    "a turn after the end": (
        [HEADER, {"seq": 1, "at": 0, "event": "end"}, {**TURN, "seq": 2}],
        "line 3: the game is over",
    ),
}


@pytest.mark.parametrize(("lines", "reason"), LINES.values(), ids=LINES)
@pytest.mark.parametrize("more", [False, True], ids=["last line", "in the middle"])
def test_damage_is_told_with_its_line(lines: list[Json | str], reason: str, more: bool) -> None:
    behind: list[Json | str] = [{"seq": len(lines), "at": 9, "event": "end"}] if more else []
    with pytest.raises(RecordError, match=r"^[^\n]{10,200}$") as refused:
        read(*lines, *behind)
    assert str(refused.value).startswith(reason)
    assert refused.value.line == len(lines)


def test_damage_in_a_long_record_has_the_right_line() -> None:
    lines = record_lines(whole_game(TILES))
    with pytest.raises(RecordError, match=r"^line 6: seq: 5 is next, not 6$"):
        read(*lines[:5], *lines[6:])


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_flipped_bytes_raise_nothing_but_record_errors(rules: RuleSet) -> None:
    random, lines = Random(7), stream(whole_game(rules)).splitlines()
    for _ in range(300):
        damaged = list(lines)
        number = random.randrange(len(lines))
        line = bytearray(damaged[number])
        line[random.randrange(len(line))] = random.randrange(256)
        damaged[number] = bytes(line)
        wrong = len(lines)
        try:
            read_record(damaged)
        except RecordError as error:
            wrong = error.line - 1
        assert wrong >= number, "nothing before the damage can be wrong"
