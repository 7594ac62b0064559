"""What follows from what lies on a table of cards."""

from dataclasses import replace

import pytest

from tests.vision.card_referee.scripted import DECK, CardTable, Laid, cards_of, named, names
from tests.vision.scripted import new_game
from tileye.rules.rulesets import CARDS_DE, TILES
from tileye.vision.card_referee.machine import CardReferee
from tileye.vision.card_referee.settings import CardSettings

REDS = "1R 2R 3R"


def begun(**options: object) -> CardTable:
    """A game of which two turns are recorded."""
    table = CardTable(**options)  # type: ignore[arg-type]
    table.play(a=REDS)
    table.say("done")
    table.play(b="1G 2G 3G")
    table.say("done")
    return table


def test_a_legal_table_is_proposed_and_done_makes_it_a_turn() -> None:
    table = CardTable()
    (told,) = table.play(a=REDS)
    assert told == {
        "event": "proposed",
        "at": told["at"],
        "number": 1,
        "player": 0,
        "after": [["1R", "2R", "3R"]],
        "taken": [],
        "added": ["1R", "2R", "3R"],
        "points": 0,
        "total": 0,
        "overruled": False,
        "violations": [],
    }
    (turn,) = table.say("done")
    assert {**turn, "event": "proposed", "at": told["at"]} == told
    assert turn["event"] == "turn"
    assert table.say("done") == table.still(3) == []


def test_done_may_come_while_a_hand_is_there() -> None:
    table = CardTable()
    table.hand()
    table.put("a", REDS)
    assert table.say("done") == []
    assert names(table.still(1)) == ["turn"]


def test_rest_makes_a_turn_and_what_changes_then_still_belongs_to_its_player() -> None:
    table = CardTable()
    assert names(table.play(a=REDS) + table.rest(17)) == []
    assert names(table.rest(4)) == ["turn"]
    (corrected,) = named(table.play(a="1R 2R 3R 4R") + table.say("done"), "corrected")
    assert (corrected["number"], corrected["player"], corrected["added"]) == (1, 0, ["1R", "2R", "3R", "4R"])
    table.play(b="1G 2G 3G")
    table.say("done")
    assert table.turns() == [(0, ["1R", "2R", "3R", "4R"]), (1, ["1G", "2G", "3G"])]


def test_each_hand_lets_rest_begin_anew() -> None:
    table = CardTable()
    table.play(a=REDS)
    assert names(table.rest(15) + table.hand() + table.rest(15)) == []


def test_a_pause_can_be_set_and_switched_off() -> None:
    quick, never = CardTable(settings=CardSettings(pause=5)), CardTable(settings=CardSettings(automatic=False))
    assert names(quick.play(a=REDS) + quick.rest(5)) == ["turn"]
    assert names(never.play(a=REDS) + never.rest(90)) == []


def test_more_cards_than_a_hand_has_are_the_next_players() -> None:
    table = CardTable(settings=CardSettings(pause=5))
    table.play(a=REDS, b="1G 2G 3G", c="1B 2B 3B")
    table.rest(6)
    table.play(d="1Y 2Y 3Y")
    table.say("done")
    assert table.turns() == [(0, [f"{n}{c}" for n in "123" for c in "BGR"]), (1, ["1Y", "2Y", "3Y"])]


def test_a_hand_at_the_deck_ends_a_turn() -> None:
    table = CardTable(deck=True)
    assert names(table.play(a=REDS)) == []
    assert names(table.draw()) == ["turn"]
    assert names(table.play(b="1G 2G 3G") + table.draw()) == ["turn"]
    assert [player for player, _ in table.turns()] == [0, 1]


def test_what_was_taken_for_the_deck_once_is_none() -> None:
    table = CardTable()
    table.backs = (DECK,)
    table.see()
    table.backs = ()
    table.still(0.5)
    assert table.referee.deck is None
    table.backs = (DECK,)
    table.still(1.0)
    assert table.referee.deck == DECK
    table.backs = ()
    table.still(1.0)
    # Something covers it.
    assert table.referee.deck == DECK


def test_a_hand_that_passes_over_the_deck_ends_nothing() -> None:
    table = CardTable(deck=True)
    table.play(a=REDS)
    told = table.hand(1.5, deck=True)
    table.put("b", "1G 2G 3G")
    assert names(told + table.still(3)) == []
    # Nor does one that is there for a moment only.
    assert names(table.hand(0.5) + table.hand(0.2, deck=True) + table.hand(0.5) + table.still(3)) == []


def test_a_hand_that_rests_at_the_deck_for_a_moment_draws_once() -> None:
    table = CardTable(deck=True)
    table.play(a=REDS)
    told = [event for _ in range(2) for event in table.hand(0.45, deck=True, over=False) + table.see()]
    assert names(told + table.still(1.5)) == ["turn"]


def test_a_hand_that_comes_soon_after_another_one_has_drawn_has_not_drawn_itself() -> None:
    table = CardTable(deck=True)
    table.play(a=REDS)
    table.hand(1.0, deck=True, over=False)
    table.see()
    table.play(b="1G 2G 3G")
    assert [player for player, _ in table.turns()] == [0]
    table.draw()
    assert [player for player, _ in table.turns()] == [0, 1]


def test_an_arm_that_passes_over_the_deck_there_and_back_has_not_drawn() -> None:
    table = CardTable(deck=True)
    table.hand(0.5, deck=True, over=False)
    table.hand(1.0)
    told = table.hand(0.5, deck=True, over=False)
    table.put("a", REDS)
    assert names(told + table.still(3)) == []
    assert names(table.draw()) == ["turn"]


def test_a_hand_that_seemed_to_draw_and_lays_beside_the_deck_goes_on_with_the_turn() -> None:
    table = begun(deck=True)
    table.play(c="5B 5G 5O")
    assert names(table.hand(1.2, deck=True, over=False)) == ["turn"]
    table.put("c", "5B 5G 5O 5R")
    assert names(table.still(2) + table.draw()) == ["corrected"]
    assert table.turns()[-1] == (0, ["5B", "5G", "5O", "5R"])
    # What lies farther from the deck is the next player's.
    table.play(a="1R 2R 3R 4R")
    assert names(table.draw()) == ["turn"]
    table.play(b="1G 2G 3G 4G")
    assert names(table.draw()) == ["turn"]


def test_a_draw_ends_a_turn_that_only_time_had_ended() -> None:
    table = CardTable(settings=CardSettings(pause=5), deck=True)
    table.play(a=REDS)
    assert names(table.rest(6) + table.draw()) == ["turn"]
    table.play(b="1G 2G 3G")
    table.draw()
    assert [player for player, _ in table.turns()] == [0, 1]


def test_an_illegal_table_is_told_after_ten_seconds_and_never_becomes_a_turn_by_time() -> None:
    table = begun()
    assert names(table.play(a="1R 2R 3R 4G") + table.rest(7)) == []
    (told,) = named(table.rest(3), "violation")
    assert told == {
        "event": "violation",
        "at": told["at"],
        "player": 0,
        "after": [["1R", "2R", "3R", "4G"], ["1G", "2G", "3G"]],
        "taken": [],
        "violations": [{"code": "mismatch", "cells": [], "tiles": ["1R", "2R", "3R", "4G"]}],
    }
    assert names(table.rest(60)) == []


def test_done_tells_at_once_what_is_wrong_and_overrule_lets_it_stand() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4G")
    assert table.say("overrule") == []
    assert names(table.still(6) + table.say("done")) == ["violation"]
    assert names(table.still(6)) == []
    (turn,) = table.say("overrule", player=0)
    assert (turn["overruled"], turn["added"]) == (True, ["4G"])


def test_a_table_that_is_mended_is_a_turn() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4G")
    table.rest(12)
    assert names(table.play(a="1R 2R 3R", b="1G 2G 3G 4G") + table.say("done")) == ["turn"]


def test_cards_that_only_moved_are_no_turn_and_no_fault() -> None:
    table = begun()
    table.play(a="3R 2R 1R")
    assert names(table.rest(30) + table.say("done")) == []
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    table.play(c="4R 4G 4B", a=REDS)
    table.say("done")
    table.play(a="1R 2R 3R 4R", c="4G 4B")
    assert names(table.rest(12)) == ["violation"]


def test_a_card_that_is_gone_is_told_and_not_forgotten() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    told = table.play(a=REDS, b="1G 2G 3G 5G") + table.rest(11)
    (fault,) = named(told, "violation")
    assert [one["code"] for one in fault["violations"]] == ["card_missing"]
    assert fault["violations"][0]["tiles"] == ["4R"]


def test_a_card_that_is_overlooked_after_the_proposal_is_not_missing() -> None:
    table = begun()
    table.hand()
    table.put("a", "1R 2R 3R 4R")
    table.still(0.5)
    # No hand has come, but one card is not found any more.
    table.sets["b"] = Laid(cards_of("2G 3G"), table.sets["b"].x + 44, table.sets["b"].y)
    table.still(1.0)
    assert names(table.say("done")) == ["turn"]
    assert table.turns()[-1] == (0, ["4R"])


def test_a_new_card_that_is_overlooked_after_the_proposal_lies_there_still() -> None:
    table = begun()
    table.play(c="4R 4G 4B")
    table.sets["c"] = Laid(cards_of("4R 4G"), table.sets["c"].x, table.sets["c"].y)
    table.still(1.0)
    assert names(table.say("done")) == ["turn"]
    assert table.turns()[-1] == (0, ["4B", "4G", "4R"])


def test_done_of_a_table_that_was_misread_counts_when_it_is_read_as_before() -> None:
    table = begun()
    table.play(c="4R 4G 4B")
    assert names(table.play(c="4R 4G") + table.say("done")) == ["violation"]
    assert names(table.play(c="4R 4G 4B")) == ["turn"]
    assert table.turns()[-1] == (0, ["4B", "4G", "4R"])
    # It may have been made good just now, and who did may go on.
    assert names(table.play(c="4R 4G 4B 4Y") + table.say("done")) == ["corrected"]
    assert table.turns()[-1] == (0, ["4B", "4G", "4R", "4Y"])


def test_a_turn_whose_end_nobody_noticed_is_recorded_with_the_next_one() -> None:
    table = begun()
    table.play(c="4R 4G 4B", d="5R 5G 5B")
    told = table.play(e="6R 6G 6B", f="3Y 3O 3B 3P", wait=4.0)
    assert names(told) == ["turn"]
    assert table.turns()[-1] == (0, ["4B", "4G", "4R", "5B", "5G", "5R"])
    assert names(table.say("done")) == ["turn"]
    assert table.turns()[-1][0] == 1


def test_the_table_of_before_takes_the_last_turn_back() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    (told,) = named(table.play(a=REDS, wait=2.5), "takeback")
    assert (told["number"], told["player"], told["taken"]) == (3, 0, [])
    assert told["after"] == [["1R", "2R", "3R"], ["1G", "2G", "3G"]]
    table.play(a="1R 2R 3R 5R")
    table.say("done")
    assert table.turns()[-1] == (0, ["5R"])


def test_another_turn_in_the_place_of_the_last_one_takes_that_back() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    table.play(a="1R 2R 3R 5R")
    assert names(table.still(2) + table.say("done")) == ["takeback"]
    assert names(table.still(2) + table.say("done")) == ["turn"]
    assert table.turns()[-1] == (0, ["5R"])


def test_a_set_that_people_let_stand_is_no_fault_again() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4G")
    table.say("done")
    table.say("overrule")
    told = table.play(b="1G 2G 3G 4G") + table.say("done")
    (turn,) = named(told, "turn")
    assert (turn["player"], turn["added"], named(told, "violation")) == (1, ["4G"], [])
    assert [fault["code"] for fault in turn["violations"]] == ["mismatch"]
    told = table.play(c="1B 2B 3Y") + table.say("done")
    assert "set_too_small" not in str(told)
    assert names(told) == ["violation"]


def test_time_alone_is_slow_to_end_the_game() -> None:
    table = begun()
    table.say("stock", bag=0)
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    assert "ended" not in names(table.play(b="1G 2G 3G 4G") + table.rest(40))
    assert names(table.rest(30))[-3:] == ["turn", "ended", "sheet"]


def test_what_lies_too_near_and_fits_nothing_is_part_of_its_neighbour() -> None:
    table = begun()
    table.hand()
    laid = Laid(cards_of("1B 2B 4B 5B"), 60.0, 560.0, 20.0)
    table.sets["c"] = laid
    double = cards_of("4B")[0]
    seen = table.observation()
    extra = replace(laid, cards=[double], x=laid.x + 30.0).seen(None)
    group = max(card.group for card in seen.cards if card.group is not None)
    together = [*seen.cards, *(replace(card, group=group) for card in extra)]
    for _ in range(30):
        table.at += 1 / 15
        table.referee.see(replace(seen, at=table.at, cards=tuple(together)))
    table.say("done")
    assert table.turns()[-1] == (0, ["1B", "2B", "4B", "5B"])


def test_two_ways_that_differ_in_points_are_asked_about() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R 5R")
    table.say("done")
    # Whether the two cards that are gone are in somebody's hand or in a Qwirkle nobody can tell.
    told = table.play(a="3R 4R 5R", wait=4)
    assert names(told) == ["unsure"]


def test_doubtful_names_are_ordered_by_the_rules_and_asked_about_else() -> None:
    table = begun()
    doubt = {"4R": 0.48, "4G": 0.52}
    (turn,) = named(table.play(a=[*REDS.split(), doubt]) + table.say("done"), "turn")
    assert turn["added"] == ["4R"]
    told = table.play(b=["1G", "2G", "3G", {"5G": 0.5, "6G": 0.5}], wait=4)
    (asked,) = named(told, "unsure")
    assert asked["cards"] == [{"px": [512, 200], "group": 1, "candidates": {"5G": 0.5, "6G": 0.5}}]
    assert names(table.say("done")) == ["turn"]


def test_a_sure_name_is_never_corrected_away() -> None:
    table = begun()
    told = table.play(a=[*REDS.split(), {"4G": 0.97, "4R": 0.03}]) + table.rest(11)
    assert named(told, "violation")


def test_a_recorded_name_that_was_in_doubt_is_corrected() -> None:
    table = begun()
    table.play(b=["1G", "2G", "3G", {"5G": 0.52, "6G": 0.48}])
    table.say("done")
    table.hand()
    table.put("b", "1G 2G 3G 6G")
    (told,) = named(table.still(4), "corrected")
    assert (told["number"], told["added"]) == (3, ["6G"])


def test_a_set_that_lies_in_one_chain_with_another_is_cut_where_the_rules_cut_it() -> None:
    table = begun()
    (turn,) = named(table.play(a="1R 2R 3R 4B 5B 6B") + table.say("done"), "turn")
    assert turn["after"] == [["1R", "2R", "3R"], ["1G", "2G", "3G"], ["4B", "5B", "6B"]]


def test_what_somebody_dropped_is_nothing_and_a_card_in_line_is_a_set_of_one() -> None:
    table = begun()
    table.hand()
    table.sets["lost"] = type(table.sets["a"])(cards_of("5Y"), 700.0, 500.0, turn=True)
    assert names(table.still(2) + table.rest(15)) == []
    told = table.play(c="6Y") + table.rest(11)
    assert [fault["code"] for fault in named(told, "violation")[0]["violations"]] == ["set_too_small"]


def test_a_table_that_cannot_be_explained_is_told_until_it_can_be() -> None:
    table = begun()
    table.play(c="4B 5B 6B")
    table.say("done")
    table.hand()
    lain, table.sets = dict(table.sets), {}
    (lost,) = named(table.still(5), "desync")
    assert (lost["extra"], len(lost["missing"])) == ([], 9)
    table.hand()
    table.sets = lain
    assert names(table.still(2)) == ["resync"]
    assert len(table.turns()) == 3


def test_cards_that_something_hides_are_not_missing() -> None:
    table = begun()
    hidden = frozenset(number for number, corners in table.referee.cards.items() if corners[0][0] < 300)
    table.hand()
    table.at += 1
    for _ in range(300):
        table.at += 1 / 15
        seen = table.observation()
        part = tuple(card for card in seen.cards if card.group == 1)
        told = table.referee.see(type(seen)(table.at, cards=part, hidden=hidden))
        assert told == []


def test_what_lies_there_at_the_start() -> None:
    first, board = CardTable(CARDS_DE, a=REDS), CardTable(CARDS_DE, a=REDS, b="1G 2G 3G")
    assert names(first.still(1.5) + first.say("done")) == ["turn"]
    (told,) = board.still(2)
    assert told["event"] == "board"
    assert told["table"] == [["1R", "2R", "3R"], ["1G", "2G", "3G"]]
    board.play(a="1R 2R 3R 4R")
    board.say("done")
    assert board.turns() == [(0, ["4R"])]


def test_stacks_that_lie_there_at_the_start_stay_stacks() -> None:
    table = CardTable(CARDS_DE, a=REDS)
    table.apart("ben", "1B 2B 3B 4B 5B 6B", step=7.0)
    (told,) = table.still(2)
    assert (told["event"], told["table"]) == ("board", [["1R", "2R", "3R"]])
    table.play(a="1R 2R 3R 4R")
    (turn,) = table.say("done")
    assert (turn["added"], turn["taken"]) == (["4R"], [])


def test_the_first_hand_ends_what_lay_there_at_the_start() -> None:
    table = CardTable.__new__(CardTable)
    table.__dict__ |= {"at": 0.0, "sets": {}, "backs": (), "places": {}}
    table.referee = CardReferee(new_game(CARDS_DE))
    table.put("a", REDS)
    table.still(1.5)
    assert names(table.hand()) == ["turn"]


def test_after_the_end_nothing_follows() -> None:
    table = begun()
    assert names(table.say("end")) == ["ended", "sheet"]
    assert table.play(a="", b="") + table.rest(30) == []


def test_games_of_tiles_have_another_referee() -> None:
    with pytest.raises(ValueError, match="tiles is not played with cards"):
        CardReferee(new_game(TILES))
