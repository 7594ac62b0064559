"""Turns entered by hand, cells in which nothing lies, and corrections that the camera does not take back."""

from typing import Any

import pytest

from tests.vision.scripted import Table, names
from tileye.vision.referee.machine import Referee
from tileye.vision.referee.settings import Settings

FIRST = (("1R", 0, 0), ("2R", 1, 0))
SECOND = [["1G", 0, 1]]
Told = list[dict[str, Any]]


def opened(settings: Settings | None = None, players: int = 2) -> Table:
    table = Table(settings=settings, players=players)
    assert names(table.lay(*FIRST)) == ["turn"]
    return table


def test_a_turn_entered_by_hand_stands_whatever_the_camera_sees() -> None:
    table = opened()
    told = table.say("turn", player=1, placed=SECOND)
    assert [(event["event"], event["player"], event["points"]) for event in told] == [("turn", 1, 2)]
    table.put(("1B", 0, 1))
    assert table.hand() + table.still(8) == []
    assert table.turns()[1] == SECOND


def test_what_is_proposed_is_the_turn_that_somebody_enters() -> None:
    table = opened()
    table.lay(("1B", 0, 1), wait=1)
    assert names(table.say("turn", player=1, placed=SECOND)) == ["turn"]
    assert names(table.still(8)) == []
    assert table.turns()[1:] == [SECOND]


def test_the_next_player_entered_records_what_lies_there() -> None:
    table = opened()
    table.lay(("1G", 0, 1), wait=1)
    told = table.say("turn", player=0, placed=[["3R", 2, 0]])
    assert [(event["event"], event["player"]) for event in told] == [("turn", 1), ("turn", 0)]


def test_a_turn_of_somebody_who_is_not_next_needs_a_give() -> None:
    table = opened(players=3)
    assert table.say("turn", player=2, placed=SECOND) == []
    assert table.refused == "it is the turn of Ben"
    table.say("give", player=2)
    assert table.say("turn", player=2, placed=SECOND)[-1]["player"] == 2
    assert table.referee.game.state.whose_turn == 0


@pytest.mark.parametrize("name", ["turn", "exchange", "overrule"])
def test_whoever_is_refused_records_nothing_of_what_lies_there(name: str) -> None:
    table = opened(players=3)
    table.lay(("3R", 2, 0), wait=1)
    placed = {"placed": [["1G", 9, 9]]} if name == "turn" else {}
    assert table.say(name, player=0, **placed) == []
    assert len(table.referee.game.log) == 1


def test_nobody_exchanges_twice_running() -> None:
    table = opened()
    assert names(table.say("exchange", player=1, count=2)) == ["exchange"]
    assert table.say("exchange", player=1, count=2) == []
    assert table.refused == "it is the turn of Ada"


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ({"name": "turn", "player": 1, "placed": [["4G", 2, 0]]}, "this turn is illegal (mismatch)"),
        ({"name": "overrule", "player": 1, "placed": SECOND}, "this turn is legal"),
        ({"name": "turn", "player": 0, "after": [["1R", "2R", "3R"]]}, "this turn is one of the other game"),
        ({"name": "cannot_play", "player": 1}, "know no new cards"),
    ],
)
def test_what_is_refused_leaves_the_turn_whose_it_is(word: dict[str, Any], reason: str) -> None:
    table = opened()
    name = word.pop("name")
    assert table.say(name, **word) == []
    assert reason in (table.refused or "")
    assert table.referee.game.state.whose_turn == 1
    assert len(table.referee.game.log) == 1


def test_a_refusal_is_forgotten_with_the_next_word() -> None:
    table = opened()
    table.say("cannot_play", player=1)
    table.say("tile", x=5, y=5, tile="1R")
    assert table.refused is None


def test_an_illegal_turn_entered_by_hand_may_stand() -> None:
    table = opened()
    (event,) = table.say("overrule", player=1, placed=[["4G", 2, 0]])
    assert (event["event"], event["overruled"], event["points"]) == ("turn", True, 3)


def test_of_players_who_may_start_the_one_who_is_entered_does() -> None:
    table = Table(players=3)
    table.say("opening", declared=[2, 2, 2])
    assert names(table.say("turn", player=2, placed=[["1R", 0, 0], ["2R", 1, 0]])) == ["turn"]
    assert [entry.seq for entry in table.referee.game.log] == [1, 2, 3]


def test_nothing_lies_there_takes_a_tile_out_of_its_turn() -> None:
    table = opened()
    table.lay(("1G", 0, 1), ("1B", 0, 2))
    (event,) = table.say("nothing", x=0, y=2)
    assert (event["event"], event["number"], event["placed"]) == ("corrected", 2, SECOND)
    # It goes on to look like a tile, and is none.
    assert table.hand() + table.still(10) == []


def test_nothing_lies_there_undoes_a_turn_of_one_tile() -> None:
    table = opened()
    table.lay(("1G", 0, 1))
    assert names(table.say("nothing", x=0, y=1)) == ["takeback"]
    assert names(table.hand() + table.still(10)) == []
    assert len(table.turns()) == 1


def test_what_looks_like_a_tile_is_ignored_until_it_is_gone() -> None:
    table = opened()
    table.hand()
    table.put(("1G", 0, 1))
    table.still(1)
    table.say("nothing", x=0, y=1)
    assert names(table.still(10)) == []
    assert table.referee.view.placed == ()
    table.lift((0, 1))
    assert names(table.lay(("1G", 0, 1))) == ["turn"]


def test_a_tile_can_be_named_where_nothing_lay() -> None:
    table = opened()
    table.hand()
    table.put(("1G", 0, 1))
    table.still(1)
    table.say("nothing", x=0, y=1)
    table.say("tile", x=0, y=1, tile="1B")
    assert names(table.still(5)) == ["turn"]
    assert table.turns()[1] == [["1B", 0, 1]]


def test_a_correction_stands_against_the_camera() -> None:
    table = opened()
    table.lay(("1G", 0, 1))
    row = table.referee.game.state.rows[-1].id
    correction = {"event": "turn", "player": 1, "placed": [["1B", 0, 1]]}
    assert names(table.say("correct", of=row, to=correction)) == ["corrected"]
    assert table.hand() + table.still(8) == []
    assert names(table.say("undo")) == ["corrected"]
    assert table.hand() + table.still(8) == []
    assert table.turns()[1] == SECOND


def test_an_undone_turn_is_not_recorded_when_the_game_goes_on() -> None:
    table = opened()
    table.lay(("1G", 0, 1))
    table.say("undo")
    other = Table()
    other.referee, other.lying = Referee(table.referee.game.copy()), table.lying
    assert names(other.still(8)) == []
    assert names(other.say("done")) == ["turn"]
    other.say("undo")
    other.lift((0, 1))
    assert names(other.lay(("1G", 0, 1))) == ["turn"]


def test_the_grace_runs_down_and_waits_for_hands() -> None:
    table = opened()
    assert table.referee.grace is None
    table.lay(("1G", 0, 1), wait=1)
    first = table.referee.grace
    table.still(1)
    second = table.referee.grace
    assert first is not None
    assert second is not None
    assert first - second == pytest.approx(1, abs=0.1)
    table.hand(1)
    assert table.referee.grace is None


def test_without_grace_there_is_none() -> None:
    table = opened()
    other = Table(settings=Settings(automatic=False))
    other.lay(*FIRST, wait=1)
    assert other.referee.view.placed
    assert other.referee.grace is None
    assert table.referee.grace is None
