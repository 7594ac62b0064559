"""Whose turn it is, and when it ends: an arm, a shadow, or a word that is said twice ends none."""

import pytest

from tests.vision.card_referee.scripted import CardTable, Laid, cards_of, named, names
from tests.vision.card_referee.test_card_tables import begun
from tileye.vision.card_referee.observations import CardObservation
from tileye.vision.card_referee.settings import CardSettings

WEB = CardSettings(names_first=True)
"""As the page has it."""
FIVE, SIX = "1R 2R 3R 4R 5R", "1R 2R 3R 4R 5R 6R"


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


def rows(table: CardTable) -> list[tuple[int, list[str], int]]:
    """Whose turns stand, the cards from the hand, and how many Qwirkles were taken."""
    return [(row.player, list(row.played), len(row.taken)) for row in table.referee.game.state.rows]


def five_lie(**options: object) -> CardTable:
    """Five reds and three greens lie there; player 1 is next."""
    table = begun(settings=WEB, **options)
    table.play(a=FIVE)
    table.say("done")
    table.still(2)
    return table


def take(table: CardTable, *, stack: bool = True) -> None:
    """A hand lays the sixth red and takes the Qwirkle."""
    table.hand()
    table.put("a", "")
    if stack:
        table.apart("ben", SIX, step=7.0)
    table.still(2)


@pytest.mark.parametrize("stack", [True, False])
def test_a_qwirkle_turn_that_was_undone_can_be_ended_again(stack: bool) -> None:
    table = five_lie()
    take(table, stack=stack)
    table.say("done")
    table.still(1)
    assert rows(table)[-1] == (1, ["6R"], 1)
    table.at += 1
    assert names(table.say("undo")) == ["takeback"]
    table.still(3)
    table.say("done")
    table.still(3)
    assert rows(table)[3:] == [(1, ["6R"], 1)]


def test_a_qwirkle_turn_that_was_undone_can_be_ended_by_drawing() -> None:
    table = five_lie(deck=True)
    take(table)
    table.draw()
    table.at += 1
    table.say("undo")
    table.still(2)
    table.draw()
    assert rows(table)[3:] == [(1, ["6R"], 1)]


@pytest.mark.parametrize("step", [44.0, 16.0])
def test_a_qwirkle_whose_last_card_is_found_late_counts(step: float) -> None:
    table = five_lie()
    table.hand()
    table.put("a", "")
    table.apart("ben", FIVE, step=step)  # the sixth one is overlooked for a second
    table.still(1)
    table.apart("ben", SIX, step=step)
    table.still(2)
    table.say("done")
    table.still(5)
    assert rows(table)[3:] == [(1, ["6R"], 1)]


def test_the_same_where_another_card_was_laid_too() -> None:
    table = five_lie()
    table.hand()
    table.put("a", "")
    table.put("b", "1G 2G 3G 4G")
    table.apart("ben", FIVE)
    table.still(1)
    table.apart("ben", SIX)
    table.still(2)
    table.say("done")
    assert rows(table)[3:] == [(1, ["4G", "6R"], 1)]


@pytest.mark.parametrize("lag", [0.0, 2.5])
def test_a_qwirkle_taken_while_the_camera_lags_is_not_lost(lag: float) -> None:
    table = five_lie()
    table.at += lag  # no frame comes
    table.put("a", "")
    table.apart("ben", SIX, step=7.0)
    table.hand(0.25)  # the first frames differ from the last one
    table.still(3)
    table.say("done")
    table.still(5)
    table.say("done")
    table.still(1)
    table.play(b="1G 2G 3G 4G")
    table.say("done")
    assert rows(table)[3:] == [(1, ["6R"], 1), (0, ["4G"], 0)]


def test_a_qwirkle_taken_while_the_camera_was_bumped_is_not_lost() -> None:
    table = five_lie()
    table.put("a", "")
    table.apart("ben", SIX, step=7.0)
    for name, laid in list(table.sets.items()):
        table.sets[name] = Laid(laid.cards, laid.x + 30, laid.y + 10, laid.step)
    for _ in range(4):
        table.at += 1 / 15
        table.referee.see(CardObservation(table.at, busy=True, moved=True))
    table.still(2)
    table.say("done")
    table.still(5)
    assert rows(table)[3:] == [(1, ["6R"], 1)]


def test_a_done_of_long_ago_ends_no_turn() -> None:
    table = five_lie()
    lain = table.sets.pop("a")  # a shadow
    table.still(1)
    assert names(table.say("done")) == ["unsure"]
    table.still(5)
    table.sets["a"] = lain
    table.still(20)
    table.play(c="5B 5G 5O", wait=3)  # half a turn, nobody has said anything for 30 s
    assert rows(table)[3:] == []


def test_an_overrule_of_long_ago_lets_nothing_stand() -> None:
    table = begun(settings=WEB, deck=True)
    table.play(c="5B 5G 4O")
    assert names(table.still(11)) == ["violation"]
    table.hand(0.5)
    table.say("overrule", player=0)  # while the player already puts it right
    table.hand(1.0)
    table.put("c", "5B 5G 5O")
    table.still(2)
    table.draw()
    table.play(d="6B 6G 6O")
    table.draw()
    assert rows(table)[2:] == [(0, ["5B", "5G", "5O"], 0), (1, ["6B", "6G", "6O"], 0)]
    table.play(e="3B 3G 4O")
    assert names(table.still(12)) == ["violation"]
    table.hand(1.0)
    table.still(3)
    assert len(rows(table)) == 4


def test_a_draw_and_done_together_end_no_half_turn_of_the_next_player() -> None:
    table = begun(settings=WEB, deck=True)
    table.play(c="5B 5G 5O")
    assert names(table.hand(1.5, deck=True, over=False)) == ["turn"]
    table.say("done")  # by habit
    table.hand(6.0)
    table.put("d", "6B 6G 6O")
    table.still(2)
    assert rows(table)[2:] == [(0, ["5B", "5G", "5O"], 0)]


def test_an_arm_over_the_deck_does_not_close_what_only_time_has_ended() -> None:
    table = begun(deck=True)
    table.play(c="5B 5G 5O")
    assert names(table.rest(25)) == ["turn"]  # by time: what changes now is still this player's
    table.hand(1.2, deck=True, over=False)
    table.sets["new"] = Laid(cards_of("6B 6G 6O"), 780.0, 180.0)
    table.still(3)
    assert names(table.say("done")) == ["corrected"]
    assert rows(table)[2:] == [(0, ["5B", "5G", "5O", "6B", "6G", "6O"], 0)]


def test_done_twice_at_once_does_not_skip_the_question() -> None:
    table = begun(settings=WEB)
    table.play(a=["1R", "2R", "3R", {"4R": 0.55, "5R": 0.45}])
    table.say("done")
    table.still(0.3)
    table.say("done")
    table.still(1)
    assert table.referee.view.held
    assert rows(table)[2:] == []


def test_a_new_set_of_the_same_three_cards_takes_no_qwirkle_back() -> None:
    table = begun(settings=WEB)
    table.hand()
    table.put("a", "")  # 4R 5R 6R are laid to 1R 2R 3R, and the Qwirkle is taken out of view
    table.still(2)
    table.say("done")
    table.still(2)
    table.say("done")
    assert rows(table)[2:] == [(0, ["4R", "5R", "6R"], 1)]
    table.play(e="1R 2R 3R", wait=4)
    table.say("done")
    assert rows(table)[2:] == [(0, ["4R", "5R", "6R"], 1), (1, ["1R", "2R", "3R"], 0)]


def test_a_qwirkle_whose_turn_was_undone_and_ended_again_counts_once() -> None:
    table = five_lie()
    take(table)
    table.say("done")
    table.still(1)
    table.at += 1
    table.say("undo")
    table.still(2)
    table.hand(1.0)
    table.still(2)
    table.say("done")
    table.still(2)
    table.rest(30)
    assert rows(table)[3:] == [(1, ["6R"], 1)]


@pytest.mark.parametrize("deck", [True, False])
def test_a_qwirkle_turn_that_is_ended_while_a_shadow_hides_another_set_keeps_its_stack(deck: bool) -> None:
    table = begun(settings=WEB, deck=deck)
    table.play(a=FIVE, b="1G 2G 3G 4G 5G")
    table.say("done")
    table.still(2)
    take(table)
    lain = table.sets.pop("b")  # a shadow, no hand
    table.still(1)
    table.draw() if deck else table.say("done")
    assert rows(table)[3:] == [(1, ["6R"], 1)]
    table.sets["b"] = lain
    told = table.still(4) + table.play(c="5B 5G 5O", wait=3) + table.say("done")
    assert named(told, "violation") == []  # "qwirkle_left": the stack before the player passes for a set
    assert rows(table)[3:] == [(1, ["6R"], 1), (0, ["5B", "5G", "5O"], 0)]


def test_cards_are_asked_for_though_a_set_is_not_found() -> None:
    table = five_lie()
    table.play(wait=0.5, b=["1G", "2G", "3G", {"4G": 0.55, "5G": 0.45}])
    del table.sets["a"]
    assert names(table.still(4)) == ["unsure"]


def test_done_of_something_that_lies_there_is_heard_however_soon() -> None:
    table = begun(settings=WEB)
    table.play(a="1R 2R 3R 4R")
    table.say("done")
    table.put("c", "4B 5G 6Y")
    table.still(0.5)
    assert names(table.say("done") + table.still(4)) == ["violation"]
