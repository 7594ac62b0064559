"""What people say to the referee, and how a game begins and ends."""

import pytest

from tests.vision.scripted import Table, names, new_game
from tileye.rules.rulesets import CARDS_EN, CLASSROOM
from tileye.vision.referee.machine import Referee
from tileye.vision.referee.settings import Settings

FIRST = (("1R", 0, 0), ("2R", 1, 0))
SECOND = (("1G", 0, 1),)


def opened(settings: Settings | None = None, players: int = 2) -> Table:
    table = Table(settings=settings, players=players)
    assert names(table.lay(*FIRST)) == ["turn"]
    return table


def codes(event: dict[str, object]) -> set[str]:
    violations = event["violations"]
    assert isinstance(violations, list)
    return {fault["code"] for fault in violations}


def test_the_opening_tells_who_starts() -> None:
    table = Table()
    table.say("opening", declared=[1, 2])
    assert table.lay(*FIRST)[-1]["player"] == 1


def test_of_players_who_may_start_the_first_one_does() -> None:
    table = Table(players=3)
    table.say("opening", declared=[1, 2, 2])
    assert table.lay(*FIRST)[-1]["player"] == 1


def test_done_records_at_once() -> None:
    table = Table()
    table.lay(*FIRST, wait=1.0)
    assert names(table.say("done")) == ["turn"]


def test_done_waits_for_the_hand_to_leave() -> None:
    table = Table()
    table.hand()
    assert table.say("done") == []
    table.put(*FIRST)
    assert names(table.still(1.0)) == ["turn"]


def test_done_without_tiles_is_forgotten() -> None:
    table = Table()
    table.still(2)
    table.say("done")
    assert names(table.lay(*FIRST, wait=1.0, hand=1.0)) == []


def test_without_grace_only_words_and_the_next_player_record_a_turn() -> None:
    table = Table(settings=Settings(automatic=False))
    assert names(table.lay(*FIRST, wait=20)) == []
    assert names(table.lay(("3R", 2, 0), wait=20)) == []
    told = table.lay(("1G", 0, 1), ("2G", 1, 1), wait=20)
    assert [(event["event"], event["player"]) for event in told] == [("turn", 0), ("proposed", 1)]


def test_an_overruled_placement_scores() -> None:
    table = opened()
    table.lay(("4G", 2, 0))
    (event,) = table.say("overrule", player=1)
    assert (event["event"], event["player"], event["points"], event["overruled"]) == ("turn", 1, 3, True)
    assert codes(event) == {"mismatch"}


def test_overruled_before_it_was_announced() -> None:
    table = opened()
    table.lay(("4G", 2, 0), wait=1.0)
    assert names(table.say("overrule", player=1)) == ["violation", "turn"]


def test_a_cleared_table_before_the_end_loses_nothing() -> None:
    table = opened()
    for number in range(4):
        table.lay((f"1{'GBYO'[number]}", 0, number + 1))
    assert names(table.lift(*list(table.lying))) == ["desync"]
    assert len(table.turns()) == 5


def test_a_name_that_stays_in_doubt_is_asked_for_and_the_best_one_stands_in_the_end() -> None:
    table = opened()
    table.hand()
    table.lying[0, 1] = {"1G": 0.52, "1B": 0.47}
    told = table.still(8)
    assert names(told) == ["unsure", "turn"]
    assert [(cell["x"], cell["y"]) for cell in told[0]["cells"]] == [(0, 1)]
    assert list(told[0]["cells"][0]["candidates"]) == ["1G", "1B"]
    assert table.turns()[1] == [["1G", 0, 1]]


def test_people_name_a_tile() -> None:
    table = opened()
    table.hand()
    table.lying[0, 1] = {"1G": 0.52, "1B": 0.47}
    table.still(2)
    table.say("tile", x=0, y=1, tile="1B")
    assert names(table.still(4)) == ["turn"]
    assert table.turns()[1] == [["1B", 0, 1]]
    assert names(table.say("tile", x=0, y=1, tile="1Y")) == ["corrected"]
    assert table.turns()[1] == [["1Y", 0, 1]]
    assert table.still(5) == []


def test_an_undone_turn_is_not_recorded_again_by_itself() -> None:
    table = opened()
    table.lay(*SECOND)
    assert names(table.say("undo")) == ["takeback"]
    assert names(table.still(10)) == []
    assert names(table.say("done")) == ["turn"]


def test_exchanges_and_passes_are_told() -> None:
    table = opened()
    told = table.say("exchange", player=1, count=2)
    assert [{**event, "at": 0} for event in told] == [
        {"event": "exchange", "at": 0, "number": 2, "player": 1, "count": 2}
    ]
    assert table.lay(*SECOND)[-1]["player"] == 0
    table = Table(rules=CLASSROOM)
    table.lay(*FIRST)
    assert table.say("pass", player=1)[0] == {"event": "pass", "at": round(table.at, 3), "number": 2, "player": 1}


def test_an_exchange_records_what_lies_there_first() -> None:
    table = opened()
    table.lay(*SECOND, wait=1)
    assert names(table.say("exchange", player=0, count=2)) == ["turn", "exchange"]


def test_people_know_whose_turn_it_is() -> None:
    table = opened(players=3)
    assert table.say("exchange", player=2) == []
    table.say("give", player=2)
    assert table.say("exchange", player=2)[-1]["player"] == 2
    assert table.lay(*SECOND)[-1]["player"] == 0


def test_what_cannot_be_is_refused_with_a_reason() -> None:
    table = Table()
    assert table.say("exchange", player=0) == []
    assert table.refused == "the game begins with a turn: the starter neither exchanges nor passes"


def test_the_end_by_a_word_comes_with_the_sheet_and_nothing_after_it() -> None:
    table = opened()
    table.lay(*SECOND, wait=1)
    told = table.say("end")
    assert names(told) == ["turn", "ended", "sheet"]
    assert told[1]["reason"] == "stopped"
    assert table.lift(*list(table.lying)) == []
    assert table.lay(*FIRST, ("5R", 2, 0)) == []
    assert table.finish() == []


def test_the_end_of_the_film() -> None:
    table = opened()
    table.lay(*SECOND, wait=1)
    told = table.finish()
    assert names(told) == ["turn", "ended", "sheet"]
    assert told[-1]["players"][1] == {"name": "Ben", "points": 2, "qwirkles": 0, "bonus": 0}


def test_the_last_tile_ends_the_game() -> None:
    table = opened()
    table.say("stock", bag=0, hands=[4, 1])
    told = table.lay(*SECOND)
    assert names(told) == ["turn", "ended", "sheet"]
    assert told[-2]["reason"] == "out"
    assert told[-1]["players"][1] == {"name": "Ben", "points": 8, "qwirkles": 0, "bonus": 6}


def test_everybody_passes() -> None:
    table = Table(rules=CLASSROOM)
    table.lay(*FIRST)
    table.say("stock", bag=0)
    table.say("pass", player=1)
    assert names(table.say("pass", player=0)) == ["pass", "ended", "sheet"]


def test_a_clock_that_jumps() -> None:
    table = opened()
    table.at -= 1000
    assert names(table.lay(*SECOND, wait=10)) == []
    table.at += 100_000
    assert names(table.still(5)) == ["turn"]


def test_a_recorded_game_goes_on() -> None:
    table = opened()
    other = Table()
    other.referee = Referee(table.referee.game)
    other.lying = table.lying
    other.still(3)
    assert names(other.lay(*SECOND)) == ["turn"]


def test_card_games_are_refused() -> None:
    with pytest.raises(ValueError, match="cards-en cannot be watched"):
        Referee(new_game(CARDS_EN))
