"""Whose turn it is, and when it ends: an arm, a shadow, or a word that is said twice ends none."""

from tests.vision.card_referee.scripted import CardTable, Laid, cards_of, names
from tests.vision.card_referee.test_card_tables import begun
from tileye.vision.card_referee.settings import CardSettings

WEB = CardSettings(names_first=True)
"""As the page has it."""


def reach_over_deck(table: CardTable) -> None:
    """The next player's arm is over the deck for 1.2 s, then lays a set not far beyond it."""
    table.hand(1.2, deck=True, over=False)
    table.sets["new"] = Laid(cards_of("6B 6G 6O"), 780.0, 180.0)
    table.still(3)
    table.say("done")


def test_a_turn_that_done_has_ended_is_not_opened_again_by_the_next_players_arm() -> None:
    table = begun(deck=True)
    table.play(c="5B 5G 5O")
    table.say("done")
    table.still(5)
    reach_over_deck(table)
    assert table.turns()[2:] == [(0, ["5B", "5G", "5O"]), (1, ["6B", "6G", "6O"])]


def test_a_turn_that_a_draw_has_ended_is_not_opened_again_by_the_next_players_arm() -> None:
    table = begun(deck=True)
    table.play(c="5B 5G 5O")
    assert names(table.draw(wait=5)) == ["turn"]
    reach_over_deck(table)
    assert table.turns()[2:] == [(0, ["5B", "5G", "5O"]), (1, ["6B", "6G", "6O"])]


def test_done_twice_ends_only_one_turn() -> None:
    table = begun()
    table.play(c="5B 5G 5O")
    table.say("done")
    table.hand(0.5)  # the next player comes
    table.say("done")  # the second telephone, or somebody impatient
    table.put("d", "6B 6G 6O")
    table.still(1)
    table.play(d="6B 6G 6O 6Y")
    table.say("done")
    assert table.turns()[2:] == [(0, ["5B", "5G", "5O"]), (1, ["6B", "6G", "6O", "6Y"])]


def test_done_is_not_forgotten_while_a_hand_stays() -> None:
    table = begun()
    table.hand(1)
    table.put("a", "1R 2R 3R 4R")
    table.say("done")
    table.hand(4.5)  # an arm that lies on the table, or slow drawing out of view
    table.still(3)
    table.play(b="1G 2G 3G 4G")
    table.say("done")
    assert table.turns()[2:] == [(0, ["4R"]), (1, ["4G"])]


def test_a_qwirkle_that_is_put_back_takes_the_turn_back() -> None:
    table = begun()
    table.play(a="1R 2R 3R 4R 5R")
    table.say("done")
    table.hand()
    table.put("a", "")
    table.apart("ben", "1R 2R 3R 4R 5R 6R", step=7.0)
    table.still(1.5)
    table.say("done")
    assert table.referee.game.state.rows[-1].points == 1
    table.hand()
    del table.sets["ben"]
    table.put("a", "1R 2R 3R 4R 5R")
    told = table.still(4) + table.rest(30)
    assert names(told) == ["takeback"]


def test_a_set_that_is_not_found_for_a_moment_is_no_qwirkle_upon_done() -> None:
    table = begun(settings=WEB)
    table.play(a="1R 2R 3R 4R 5R")
    table.say("done")
    table.play(b="1G 2G 3G 4G")
    assert table.referee.view.status == "proposed"
    lain = table.sets.pop("a")  # no hand is there: the light changes, a shadow falls on it
    told = table.still(1.0) + table.say("done")
    table.sets["a"] = lain
    table.still(6)
    assert [row.taken for row in table.referee.game.state.rows][3:] in ([], [()])
    assert "unsure" in names(told) or table.turns()[3:] == [(1, ["4G"])]


def test_a_set_that_is_not_found_while_nobody_is_there_is_nobodys_turn() -> None:
    table = begun(settings=WEB)
    table.play(a="1R 2R 3R 4R 5R")
    table.say("done")
    lain = table.sets.pop("a")
    table.still(2)
    table.rest(25)
    table.sets["a"] = lain
    table.still(6)
    assert len(table.turns()) == 3


def test_a_set_that_is_not_found_for_a_moment_is_no_qwirkle_upon_a_draw() -> None:
    table = begun(settings=WEB, deck=True)
    table.play(a="1R 2R 3R 4R 5R")
    table.draw()
    table.play(b="1G 2G 3G 4G")
    lain = table.sets.pop("a")
    table.still(1.0)
    table.draw()  # the hand is at the deck, and over no card
    table.sets["a"] = lain
    table.still(6)
    assert table.turns()[3:] == [(1, ["4G"])]
