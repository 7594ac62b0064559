"""Records: exact round trips, files of any system, and lines one by one."""

import io
from collections.abc import Iterable

import pytest

from tests.rules.games import laid, new_game, random_game, read_back
from tests.rules.records import HEADER, TURN, as_bytes, read, stream, whole_game
from tileye.rules.errors import GameError
from tileye.rules.events import Opening, Rename, Undo
from tileye.rules.game import Game, Setup
from tileye.rules.jsonlines import Json, bounded_lines, dump, parse_object
from tileye.rules.record import (
    RecordError,
    append_line,
    entry_json,
    header_json,
    parse_header,
    read_record,
    record_lines,
)
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, RULE_SETS, TILES, RuleSet
from tileye.rules.state import Player

# Round trips


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_a_game_of_every_kind_of_event_reads_exactly_the_same(rules: RuleSet) -> None:
    game = whole_game(rules)
    reading = read(*record_lines(game))
    assert reading.torn is None
    assert reading.game.setup == game.setup
    assert reading.game.log == game.log
    assert reading.game.steps == game.steps
    assert reading.game.state == game.state
    assert record_lines(reading.game) == record_lines(game)


TOLD = ("opening", "undo", "redo", "correct", "rename", "give", "stock", "end")


def test_the_events_of_the_round_trip_are_all_there_are() -> None:
    names = {str(entry_json(entry)["event"]) for rules in RULE_SETS for entry in whole_game(rules).log}
    assert names == {"turn", "overrule", "exchange", "pass", "cannot_play", *TOLD}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_random_games_read_the_same_after_each_event(rules: RuleSet, seed: int) -> None:
    for game in random_game(rules, seed, 2 + seed, pieces=90, colours="ROYGBW"):
        back = read_back(game)
        assert (back.state, back.setup) == (game.state, game.setup)
        assert back.log == game.log


def test_the_record_of_the_interfaces() -> None:
    game = Game(Setup(TILES, (Player("Ada", "2016-05-30"), Player("Ben")), "ROYGBP", 107))
    game.append(Opening((2, 1)))
    game.append(laid(0, "4O@0,0 2O@1,0"), at=12.5)
    game.append(Undo(), at=13)
    assert record_lines(game) == [
        '{"tileye":1,"rules":"tiles","players":[{"name":"Ada","born":"2016-05-30"},{"name":"Ben","born":null}],'
        '"set":"ROYGBP","pieces":107}',
        '{"seq":1,"at":0.0,"event":"opening","declared":[2,1]}',
        '{"seq":2,"at":12.5,"event":"turn","player":0,"placed":[["4O",0,0],["2O",1,0]]}',
        '{"seq":3,"at":13,"event":"undo","of":2}',
    ]


TIMES = [0, 0.0, 1, 1.5, 1e-9, 0.1 + 0.2, 123456.789, 1_700_000_000.123456, 1e15, 10**18]


@pytest.mark.parametrize("at", TIMES)
def test_times_are_kept_exactly(at: float) -> None:
    game = new_game(TILES)
    game.append(Rename(0, "Zoe"), at=at)
    again = read_back(game).log[0].at
    assert repr(again) == repr(at)


SETUPS: dict[str, Setup] = {
    "plain": Setup(TILES, (Player("Ada"), Player("Ben"))),
    "ages": Setup(CARDS_EN, (Player("Ada", "2016"), Player("Ben", "2016-05"), Player("Cem", "2016-05-30"))),
    "white set, lost pieces": Setup(CLASSROOM, (Player("Ada"), Player("Ben")), "ROYGBW", 99),
    "names": Setup(CARDS_DE, tuple(map(Player, ("Ζωή", "王 小明", 'O"Neil\\', "🦊")))),
}


@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
def test_the_first_line_reads_exactly_the_same(setup: Setup) -> None:
    assert parse_header(parse_object(dump(header_json(setup)).encode())) == setup


SHORT: dict[str, tuple[Json, Setup]] = {
    "set and pieces left out": (HEADER, Setup(TILES, (Player("Ada"), Player("Ben")))),
    "an alias": ({**HEADER, "rules": " Steine "}, Setup(TILES, (Player("Ada"), Player("Ben")))),
    "a year as a number": (
        {**HEADER, "players": [{"name": " Ada ", "born": 2016}, {"name": "Ben"}]},
        Setup(TILES, (Player("Ada", "2016"), Player("Ben"))),
    ),
    "more than is known": ({**HEADER, "table": "kitchen"}, Setup(TILES, (Player("Ada"), Player("Ben")))),
}


@pytest.mark.parametrize(("header", "setup"), SHORT.values(), ids=SHORT)
def test_what_the_first_line_may_leave_out(header: Json, setup: Setup) -> None:
    assert parse_header(header) == setup


# Whole files


FILES: dict[str, bytes] = {
    "lines of Unix": stream(whole_game(TILES)),
    "lines of Windows": stream(whole_game(TILES), "\r\n"),
    "no end at the last line": stream(whole_game(TILES))[:-1],
    "a byte order mark": b"\xef\xbb\xbf" + stream(whole_game(TILES)),
    "a mark and lines of Windows": b"\xef\xbb\xbf" + stream(whole_game(TILES), "\r\n"),
}


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_files_of_any_system_read_the_same(file: bytes) -> None:
    reading = read_record(bounded_lines(io.BytesIO(file)))
    assert (reading.torn, reading.game.log) == (None, whole_game(TILES).log)


# Lines one by one


def test_lines_are_appended_one_by_one() -> None:
    game = new_game(TILES)
    entry = append_line(game, TURN)
    assert (entry.seq, entry.at, entry.event) == (1, 1.5, laid(0, "1R@0,0"))
    assert entry_json(entry) == TURN


def test_a_line_that_is_refused_changes_nothing() -> None:
    game = new_game(TILES)
    append_line(game, TURN)
    for line in ({**TURN, "seq": 2}, TURN, {"seq": 2, "at": None, "event": "end"}):
        with pytest.raises(ValueError, match=r"."):
            append_line(game, line)
    assert len(game.log) == 1


def test_a_refusal_of_the_game_keeps_its_kind() -> None:
    with pytest.raises(GameError, match=r"^there is nothing to redo$"):
        append_line(new_game(TILES), {"seq": 1, "at": 0, "event": "redo"})


def test_a_record_is_read_as_it_comes() -> None:
    def endless() -> Iterable[bytes]:
        yield as_bytes(HEADER)
        yield b'{"seq":7}'
        raise AssertionError("nothing behind the damage is read")

    with pytest.raises(RecordError, match=r"^line 2"):
        read_record(endless())
