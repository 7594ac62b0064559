"""The referee in each situation that a table can be in."""

from tests.vision.scripted import Table, names
from tileye.vision.referee.settings import Settings

FIRST = (("1R", 0, 0), ("2R", 1, 0))
SECOND = (("1G", 0, 1),)


def status(table: Table) -> str:
    return table.referee.view.status


def opened(settings: Settings | None = None, players: int = 2) -> Table:
    table = Table(settings=settings, players=players)
    assert names(table.lay(*FIRST)) == ["turn"]
    return table


def codes(event: dict[str, object]) -> set[str]:
    violations = event["violations"]
    assert isinstance(violations, list)
    return {fault["code"] for fault in violations}


def test_a_turn_is_proposed_at_once_and_recorded_after_the_grace() -> None:
    table = Table()
    table.still(1)
    table.hand()
    table.put(*FIRST)
    soon = table.still(0.4)
    assert soon == [
        {
            "event": "proposed",
            "at": soon[0]["at"],
            "player": 0,
            "placed": [["1R", 0, 0], ["2R", 1, 0]],
            "lines": [{"cells": [[0, 0], [1, 0]], "points": 2, "qwirkle": False}],
            "points": 2,
        }
    ]
    assert status(table) == "proposed"
    assert table.still(2.4) == []
    later = table.still(0.6)
    assert later == [
        {
            "event": "turn",
            "at": later[0]["at"],
            "number": 1,
            "player": 0,
            "placed": [["1R", 0, 0], ["2R", 1, 0]],
            "lines": [{"cells": [[0, 0], [1, 0]], "points": 2, "qwirkle": False}],
            "points": 2,
            "total": 2,
            "overruled": False,
            "violations": [],
        }
    ]
    assert status(table) == "committed"


def test_more_tiles_within_the_grace_belong_to_the_same_turn() -> None:
    table = Table()
    table.lay(FIRST[0], wait=0.9)
    told = table.lay(FIRST[1], ("3R", 2, 0))
    assert names(told) == ["turn"]
    assert table.turns() == [[["1R", 0, 0], ["2R", 1, 0], ["3R", 2, 0]]]


def test_players_alternate() -> None:
    table = opened()
    assert table.lay(*SECOND)[-1]["player"] == 1
    assert table.lay(("1B", 0, 2))[-1]["player"] == 0


def test_an_opening_that_is_too_short_is_announced() -> None:
    table = Table()
    table.say("opening", declared=[3, 2])
    (event,) = table.lay(*FIRST)
    assert (event["event"], codes(event)) == ("violation", {"opening_too_short"})


def test_the_next_player_within_the_grace() -> None:
    table = opened()
    table.lay(*SECOND, wait=1.5)
    told = table.lay(("3R", 2, 0), ("4R", 3, 0))
    assert [(event["event"], event["player"]) for event in told] == [
        ("turn", 1), ("proposed", 0), ("turn", 0),
    ]  # fmt: skip


def test_an_illegal_placement_is_announced_once_and_never_recorded_by_itself() -> None:
    table = opened()
    told = table.lay(("4G", 2, 0), wait=20)
    assert [(event["event"], event["player"], codes(event)) for event in told] == [("violation", 1, {"mismatch"})]
    assert len(table.turns()) == 1


def test_a_half_finished_turn_is_no_violation() -> None:
    table = opened()
    told = table.lay(("1G", 0, 1), ("1Y", 0, 3), wait=1.3) + table.lay(("1B", 0, 2))
    assert names(told) == ["turn"]


def test_an_illegal_placement_that_is_lifted_leaves_nothing() -> None:
    table = opened()
    table.lay(("4G", 2, 0))
    assert table.lift((2, 0)) == []
    assert names(table.lay(*SECOND)) == ["turn"]
    assert names(table.lay(("4G", 2, 0))) == ["violation"]


def test_what_still_lies_there_when_the_next_player_lays_is_let_stand() -> None:
    table = opened()
    table.lay(("4G", 2, 0), wait=5)
    told = table.lay(("1B", 0, 1))
    assert [(e["event"], e["player"]) for e in told if e["event"] == "turn"] == [("turn", 1), ("turn", 0)]
    assert [e["overruled"] for e in told if e["event"] == "turn"] == [True, False]


def test_the_last_turn_is_taken_back() -> None:
    table = opened()
    table.lay(("1G", 0, 1), ("2G", 1, 1))
    told = table.lift((0, 1), (1, 1))
    assert [{**e, "at": 0} for e in told] == [
        {"event": "takeback", "at": 0, "number": 2, "player": 1, "removed": [["1G", 0, 1], ["2G", 1, 1]]}
    ]
    assert table.lay(("3R", 2, 0))[-1]["player"] == 1


def test_a_turn_lifted_in_two_visits() -> None:
    table = opened()
    table.lay(("1G", 0, 1), ("1B", 0, 2))
    assert names(table.lift((0, 2), wait=1.3) + table.lift((0, 1))) == ["takeback"]


def test_two_turns_are_taken_back_but_not_three() -> None:
    table = opened()
    table.lay(*SECOND)
    table.lay(("1B", 0, 2))
    told = table.lift((0, 1), (0, 2))
    assert [(event["event"], event["number"]) for event in told] == [("takeback", 3), ("takeback", 2)]
    assert names(table.lift((0, 0), (1, 0))) == ["desync"]
    assert len(table.turns()) == 1


def test_another_turn_is_laid_instead() -> None:
    table = opened()
    table.lay(*SECOND)
    table.hand()
    del table.lying[0, 1]
    table.put(("1Y", 0, -1))
    told = table.still(6)
    assert names(told) == ["takeback", "turn"]
    assert told[-1]["player"] == 1


def test_a_tile_of_the_last_turn_is_moved() -> None:
    table = opened()
    table.lay(("1G", 0, 1), ("1B", 0, 2))
    table.hand()
    del table.lying[0, 2]
    table.put(("1B", 0, -1))
    told = table.still(4)
    assert names(told) == ["corrected"]
    assert (told[0]["number"], told[0]["player"], told[0]["points"]) == (2, 1, 3)
    assert table.turns()[1] == [["1B", 0, -1], ["1G", 0, 1]]


def test_a_tile_of_the_last_turn_is_swapped() -> None:
    table = opened()
    table.lay(("1G", 0, 1))
    table.hand()
    table.put(("1B", 0, 1))
    assert names(table.still(4)) == ["corrected"]
    assert table.turns()[1] == [["1B", 0, 1]]


def test_a_tile_that_was_overlooked_belongs_to_the_turn() -> None:
    table = Table()
    table.hand()
    table.put(*FIRST, ("3R", 2, 0))
    overlooked = table.lying.pop((2, 0))
    assert names(table.still(4)) == ["turn"]
    table.lying[2, 0] = overlooked
    told = table.still(3)
    assert names(told) == ["corrected"]
    assert told[0]["placed"] == [["1R", 0, 0], ["2R", 1, 0], ["3R", 2, 0]]


def test_an_old_tile_that_goes_is_a_desync_until_it_is_back() -> None:
    table = opened()
    table.lay(*SECOND)
    table.lay(("1B", 0, 2))
    told = table.lift((1, 0))
    assert names(told) == ["desync"]
    assert told[0]["cells"] == [[1, 0]]
    assert status(table) == "desync"
    table.hand()
    table.put(FIRST[1])
    assert names(table.still(2)) == ["resync"]


def test_the_game_goes_on_beside_an_old_tile_that_went() -> None:
    table = opened()
    table.lay(*SECOND)
    table.lay(("1B", 0, 2))
    table.lift((1, 0))
    assert names(table.lay(("1Y", 0, 3))) == ["turn"]
    table.hand()
    table.put(FIRST[1])
    assert names(table.still(2)) == ["resync"]
    assert len(table.turns()) == 4


def test_an_old_tile_that_was_pushed_is_no_turn() -> None:
    table = opened()
    table.lay(*SECOND)
    table.lay(("1B", 0, 2))
    table.hand()
    table.put(("2R", 1, 1))
    del table.lying[1, 0]
    told = table.still(10)
    assert names(told) == ["desync"]
    assert told[0]["cells"] == [[1, 0], [1, 1]]


def test_two_turns_that_nobody_saw() -> None:
    table = opened()
    table.hand(15)
    table.put(("1G", 0, 1), ("2G", 1, 1), ("3R", 2, 0))
    assert names(table.still(8)) == ["unsure"]


def test_two_turns_that_nobody_saw_and_that_can_only_be_divided_in_one_way() -> None:
    table = opened()
    table.hand(15)
    table.put(("1G", 0, 1), ("2G", 1, 1), ("2B", 1, 2), ("4B", 2, 2))
    told = table.still(5)
    assert [(e["player"], e["placed"]) for e in told if e["event"] == "turn"] == [
        (1, [["1G", 0, 1], ["2G", 1, 1]]), (0, [["2B", 1, 2], ["4B", 2, 2]]),
    ]  # fmt: skip


def test_a_doubtful_name_is_corrected_when_it_becomes_clear() -> None:
    table = opened()
    table.hand()
    table.lying[0, 1] = {"1G": 0.52, "1B": 0.47}
    table.still(8)
    table.lay(("3R", 2, 0))
    table.lay(("4R", 3, 0))
    table.lying[0, 1] = {"1B": 0.95, "1G": 0.04}
    told = table.still(4)
    assert [(event["event"], event["number"]) for event in told] == [("corrected", 2)]
    assert table.turns()[1] == [["1B", 0, 1]]


def test_lines_help_only_where_a_name_is_in_doubt() -> None:
    table = opened()
    table.hand()
    table.lying[0, 1] = {"4G": 0.55, "1G": 0.43}
    assert names(table.still(4)) == ["turn"]
    assert table.turns()[1] == [["1G", 0, 1]]
    table = opened()
    table.hand()
    table.lying[0, 1] = {"4G": 0.9, "1G": 0.08}
    assert names(table.still(4)) == ["violation"]


def test_a_hidden_cell_stays_what_the_record_says() -> None:
    table = opened()
    table.lay(*SECOND)
    table.hidden = {(0, 0), (1, 0), (0, 1)}
    assert names(table.lay(("1B", 0, 2))) == ["turn"]
    assert table.still(10) == []


def test_a_light_change_that_hides_tiles_without_a_hand_takes_nothing_back() -> None:
    table = opened()
    table.lay(*SECOND)
    dark = table.lying.pop((0, 1))
    assert names(table.still(3)) == ["desync"]
    table.lying[0, 1] = dark
    assert names(table.still(3)) == ["resync"]
    assert len(table.turns()) == 2


def test_something_unreadable_at_the_end_of_a_line_is_told_and_nothing_is_scored() -> None:
    table = opened()
    table.odd = {(0, 2)}
    told = table.lay(*SECOND, wait=20)
    assert [(event["event"], event.get("cells")) for event in told] == [("desync", [[0, 2]])]
    assert names(table.say("nothing", x=0, y=2)) + names(table.still(4)) == ["resync", "turn"]


def test_something_unreadable_may_be_named_and_is_part_of_the_turn() -> None:
    table = opened()
    table.odd = {(0, 2)}
    table.lay(*SECOND, wait=2)
    table.say("tile", x=0, y=2, tile="1B")
    (turn,) = [event for event in table.still(6) if event["event"] == "turn"]
    assert (turn["placed"], turn["points"]) == ([["1G", 0, 1], ["1B", 0, 2]], 3)


def test_something_unreadable_elsewhere_delays_nothing() -> None:
    table = opened()
    table.odd = {(1, 2), (2, 1)}
    assert names(table.lay(*SECOND)) == ["turn"]


def test_a_tile_that_no_set_has_beside_what_was_laid_is_told() -> None:
    table = opened()
    table.lay(("2P", 1, 1))
    table.put(("3W", 2, 1))
    told = table.lay(("3R", 2, 0), wait=20)
    assert [(event["event"], event.get("cells")) for event in told] == [("desync", [[2, 1]])]
    assert names(table.lift((2, 1))) == ["resync", "turn"]


def test_tiles_that_lie_about_raise_nothing() -> None:
    table = opened()
    assert table.lay(("1G", 4, 4), wait=10) == []
    assert names(table.lay(*SECOND)) == ["turn"]


def test_the_decision_can_be_explained() -> None:
    table = opened()
    table.lay(*SECOND, wait=1)
    lines = table.referee.decision.lines()
    assert lines[0] == "move 1G@0,1: -1.0 = -1.0 before, 0.0 by what was seen"
    assert any(line.startswith("nothing") for line in lines)
