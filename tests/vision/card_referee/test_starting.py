"""Cards that people name, also such as lay there at the start."""

import pytest

from tests.vision.card_referee.scripted import CardPictures, Cards, CardTable, Laid, cards_of, named, names
from tests.vision.card_referee.test_burnt_cards import BURNT
from tests.vision.card_referee.test_card_tables import REDS, begun
from tests.vision.card_referee.test_ends_of_turns import rows
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.referee.inputs import parse_input

WEB = CardSettings(names_first=True)
"""As the page has it."""
MAYBE: Cards = ["1R", "2R", "3R", {"4R": 0.55, "5R": 0.45}]
FOURTH = [60 + 3 * 44, 200]
"""Where the fourth card of the first set lies."""
SECOND = [104, 200]


def five(card: str) -> dict[str, object]:
    """The turn as people correct it on the page."""
    return {"event": "turn", "player": 0, "after": [["1R", "2R", "3R", card], ["1G", "2G", "3G"]], "taken": []}


def test_naming_a_card_of_the_first_turn_does_not_make_it_part_of_the_start() -> None:
    table = CardTable(settings=WEB, a=REDS, b="1G 2G 3G")
    table.still(2)
    table.play(a=MAYBE, wait=4)
    assert table.referee.view.asked
    table.say("card", px=FOURTH, tile="4R")
    table.say("done")
    table.still(1)
    assert table.turns() == [(0, ["4R"])]


def test_naming_a_card_of_the_first_turn_on_photos() -> None:
    folder = CardPictures(settings=CardSettings(names_first=True, asks_unchanged=True))
    folder.show(a=REDS, b="1G 2G 3G")
    folder.show(a=MAYBE)
    assert folder.referee.view.held
    folder.table.at += 1
    folder.referee.tell(parse_input({"at": folder.table.at, "input": "card", "px": FOURTH, "tile": "4R"}))
    assert [row.played for row in folder.referee.game.state.rows] == [("4R",)]


def test_a_turn_that_was_corrected_twice_stands() -> None:
    table = begun(settings=WEB)
    table.play(a="1R 2R 3R 4R")  # what lies there is the red cross 5R, surely read as 4R
    table.say("done")
    row = table.referee.game.state.rows[-1].id
    table.say("correct", of=row, to=five("6R"))  # a slip
    table.still(3)
    table.say("correct", of=row, to=five("5R"))
    table.still(3)
    told = table.play(b="1G 2G 3G 4G", wait=4) + table.say("done")
    assert "takeback" not in names(told)
    assert table.turns()[2:] == [(0, ["5R"]), (1, ["4G"])]


def test_who_names_a_card_again_is_believed() -> None:
    table = begun(settings=WEB)
    table.play(a=MAYBE, wait=4)
    table.say("card", px=FOURTH, tile="6R")
    table.still(1)
    table.say("card", px=FOURTH, tile="5R")
    table.still(1)
    table.say("done")
    table.still(1)
    assert table.turns()[2:] == [(0, ["5R"])]


def test_the_page_shows_the_question_about_a_card_at_the_start() -> None:
    table = CardTable(settings=WEB, begin="ask", a=["1R", BURNT, "3R"], b="1G 2G 3G")
    table.still(2)
    assert "unsure" in names(table.say("begin", **{"as": "board"}) + table.still(5))
    assert [card.px for card in table.referee.view.asked] == [(104, 200)]


def test_a_card_at_the_start_that_is_read_later_is_what_it_is_read_as() -> None:
    table = CardTable(settings=WEB, a=["1R", BURNT, "3R"], b="1G 2G 3G")
    table.still(5)
    table.put("a", "1R 5R 3R")  # the lamp is off
    table.still(5)
    told = table.play(b="1G 2G 3G 4G", wait=4) + table.say("done") + table.still(4)
    assert named(told, "violation") == []
    assert table.turns() == [(0, ["4G"])]


def test_who_takes_a_wrong_name_at_the_start_back_can_play_on() -> None:
    table = CardTable(settings=WEB, a=["1R", BURNT, "3R"], b="1G 2G 3G")
    table.still(5)
    table.say("card", px=[104, 200], tile="6R")
    table.still(1)
    table.say("undo")
    table.still(5)
    told = table.play(b="1G 2G 3G 4G", wait=4) + table.say("done") + table.still(4)
    assert named(told, "violation") == []
    assert table.turns() == [(0, ["4G"])]


def test_a_name_of_the_start_that_is_undone_and_redone_stands() -> None:
    table = CardTable(settings=WEB, a="1R 4R 3R", b="1G 2G 3G")  # 4R is misread: it is 5R
    table.still(3)
    for word in ({"name": "card", "px": SECOND, "tile": "5R"}, {"name": "undo"}, {"name": "redo"}):
        table.at += 1
        table.say(**word)
        table.still(2)
    assert table.referee.game.state.table[0] == ("1R", "5R", "3R")
    told = table.still(12) + table.play(b="1G 2G 3G 4G", wait=3) + table.say("done") + table.still(3)
    assert named(told, "violation") == []
    assert rows(table) == [(0, ["4G"], 0)]


def test_who_undoes_the_second_name_is_back_at_the_first_one() -> None:
    table = CardTable(settings=WEB, a="1R 4R 3R", b="1G 2G 3G")  # misread: 4R is 6R
    table.still(3)
    for tile in ("6R", "5R"):
        table.at += 1
        table.say("card", px=SECOND, tile=tile)
        table.still(1)
    table.at += 1
    table.say("undo")
    assert table.referee.game.state.table[0] == ("1R", "6R", "3R")
    assert named(table.still(12), "violation") == []


def test_who_names_a_card_of_the_first_turn_where_one_of_the_start_lay_corrects_no_start() -> None:
    table = CardTable(settings=WEB, a="1R 2R 3R", b="1G 2G 3G")
    table.still(3)
    table.hand()
    table.put("a", [{"4R": 0.55, "5R": 0.45}, "1R", "2R", "3R"])  # laid at the left, the others were pushed aside
    table.still(4)
    table.say("card", px=list(table.referee.view.asked[0].px), tile="4R")
    table.still(1)
    table.say("done")
    table.still(1)
    assert rows(table) == [(0, ["4R"], 0)]


def test_the_same_where_a_whole_set_of_the_start_was_moved_and_a_new_one_lies_in_its_place() -> None:
    table = CardTable(settings=WEB, a="1R 2R 3R", b="1G 2G 3G")
    table.still(3)
    table.hand()
    table.sets["x"] = Laid(cards_of("1R 2R 3R"), 60.0, 800.0)
    table.put("a", ["4B", "5B", {"6B": 0.55, "3B": 0.45}])
    table.still(4)
    table.say("card", px=list(table.referee.view.asked[0].px), tile="6B")
    table.still(2)
    table.say("done")
    start = table.referee.game.state.late_start
    assert start is not None
    assert start.table == (("1R", "2R", "3R"), ("1G", "2G", "3G"))
    assert rows(table) == [(0, ["4B", "5B", "6B"], 0)]


@pytest.mark.parametrize("say", [True, False])
def test_a_card_of_the_start_that_is_lifted_is_not_renamed_to_the_one_that_is_laid(say: bool) -> None:
    table = CardTable(settings=WEB, a=["1R", {"2R": 0.6, "4R": 0.4}, "3R", "6R"], b="2G 2B 2O")
    table.still(4)
    if say:
        table.say("card", px=SECOND, tile="2R")  # it is what it was thought to be
        table.still(1)
    table.hand()
    table.sets["a"] = Laid(cards_of("1R 3R 6R 4R"), 60.0, 200.0)  # 2R is in the hand for a moment
    table.still(4)
    table.play(b="2G 2B 2O 2R", wait=2)
    table.say("done")
    assert rows(table) == [(0, ["4R"], 0)]


def test_a_card_of_the_start_that_is_read_later_is_asked_no_more() -> None:
    table = CardTable(settings=WEB, a=["1R", BURNT, "3R"], b="1G 2G 3G")
    table.still(5)
    assert table.referee.view.asked
    table.put("a", "1R 5R 3R")
    table.still(6)
    assert table.referee.game.state.table[0] == ("1R", "5R", "3R")
    assert not table.referee.view.asked
