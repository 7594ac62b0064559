"""Qwirkles that were taken: how they are found out, and that they stay what they are."""

from dataclasses import replace

import pytest

from tests.vision.card_referee.scripted import CardTable, named, names
from tests.vision.card_referee.test_card_tables import begun

SIX = "1R 2R 3R 4R 5R 6R"


@pytest.mark.parametrize("step", [44.0, 7.0, 2.0])
def test_a_qwirkle_that_is_taken_counts_wherever_it_lies(step: float) -> None:
    table = taken(SIX, step)
    (turn,) = named(table.say("done"), "turn")
    assert (turn["points"], turn["added"], turn["after"]) == (1, ["6R"], [["1G", "2G", "3G"]])
    assert sorted(turn["taken"][0]) == ["1R", "2R", "3R", "4R", "5R", "6R"]
    # It stays a stack where it lies.
    table.play(b="1G 2G 3G 4G")
    table.say("done")
    assert table.turns()[-1] == (0, ["4G"])


def test_what_shows_of_the_lower_cards_of_a_stack_is_no_set() -> None:
    table = taken("6R")
    # An edge beside the top is read as two cards of no stack at all.
    table.apart("edges", "3G 5O", step=9.0)
    told = table.still(1.5) + table.say("done")
    (turn,) = named(told, "turn")
    assert (turn["points"], turn["after"], named(told, "violation")) == (1, [["1G", "2G", "3G"]], [])


def test_a_stack_that_somebody_moves_stays_a_stack() -> None:
    table = taken("6R")
    table.say("done")
    table.hand()
    table.put("a", "")
    table.sets["ben"] = replace(table.sets["ben"], x=400.0, y=450.0)
    assert table.rest(15) == []
    table.play(b="1G 2G 3G 4G")
    table.say("done")
    assert table.turns()[-1] == (0, ["4G"])


@pytest.mark.parametrize(("before", "after", "x"), [(7.0, 7.0, 1400.0), (7.0, 16.0, 1000.0), (2.0, 30.0, 1200.0)])
def test_a_qwirkle_that_somebody_moves_or_spreads_is_nobodys_turn(before: float, after: float, x: float) -> None:
    table = taken(SIX, before)
    table.say("done")
    table.hand()
    table.sets["ben"] = replace(table.sets["ben"], x=x, step=after)
    assert table.rest(25) == []
    table.play(b="1G 2G 3G 4G")
    table.say("done")
    assert table.turns()[-1] == (0, ["4G"])


def test_a_qwirkle_of_which_half_was_never_seen_is_asked_about() -> None:
    table = begun()
    told = table.play(a="", b="1G 2G 3G 4G") + table.rest(25)
    assert "turn" not in names(told)
    assert names(table.say("done"))[-2:] == ["unsure", "turn"]


def taken(shown: str, step: float = 44.0) -> CardTable:
    """A table of which a Qwirkle was taken, and lies as a stack that shows some of its cards."""
    table = begun()
    table.play(a="1R 2R 3R 4R 5R")
    table.say("done")
    table.hand()
    table.put("a", "")
    table.apart("ben", shown, step=step)
    table.still(1.5)
    return table


def test_a_qwirkle_that_left_the_table_follows_from_what_is_gone() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R 5R")
    table.say("done")
    (turn,) = named(table.play(a="") + table.say("done"), "turn")
    assert (turn["points"], turn["added"]) == (1, ["6R"])


def test_a_qwirkle_of_cards_that_were_seen_in_this_turn_counts() -> None:
    table = begun()
    table.play(c="4B 5B 6B")
    table.play(c="4B 5B 6B 1B 2B 3B")
    (turn,) = named(table.play(c="", a="1R 2R 3R 4R") + table.say("done"), "turn")
    assert (turn["points"], len(turn["added"])) == (1, 7)


def test_a_qwirkle_where_its_set_lay_was_left() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R 5R")
    table.say("done")
    told = table.play(a="1R 2R 3R 4R 5R 6R") + table.rest(11)
    assert [fault["code"] for fault in named(told, "violation")[0]["violations"]] == ["qwirkle_left"]
