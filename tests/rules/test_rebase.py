"""Corrections of the card game: what later turns did is done to the table that they meet now."""

from tests.rules.games import add, arranged, new_game
from tests.rules.positions import sets
from tileye.rules.events import Arranged, Correct, Undo
from tileye.rules.game import Game
from tileye.rules.rebase import rebased
from tileye.rules.rulesets import CARDS_DE

TWO_SETS = (arranged(0, "1R 2R 3R 4R 5R"), arranged(1, "1R 2R 3R 4R 5R | 1B 2B 3B 4B 5B"))


def cards_game(*turns: Arranged) -> Game:
    game = new_game(CARDS_DE)
    add(game, *turns)
    return game


def test_a_turn_on_the_table_that_it_found_is_as_recorded() -> None:
    turn = arranged(0, "1R 2R 3R | 4G 5G 6G")
    assert rebased(turn, sets("1R 2R 3R"), sets("3R 2R 1R")) == turn


def test_a_corrected_set_stays_on_the_table_through_later_turns() -> None:
    state = add(cards_game(*TWO_SETS), Correct(arranged(0, "1R 2R 3R 4R 5R | 1G 2G 3G"), of=1))
    assert sorted(state.table) == sorted(sets("1R 2R 3R 4R 5R | 1B 2B 3B 4B 5B | 1G 2G 3G"))
    assert [row.overruled for row in state.rows] == [False, False]
    assert [len(row.played) for row in state.rows] == [8, 5]


def test_an_undone_turn_of_cards_is_charged_to_nobody() -> None:
    state = add(cards_game(*TWO_SETS), Undo(1))
    assert state.table == sets("1B 2B 3B 4B 5B")
    assert [(row.player, len(row.played), row.overruled) for row in state.rows] == [(1, 5, False)]


def test_a_forgotten_turn_of_cards_is_inserted() -> None:
    state = add(cards_game(*TWO_SETS), Correct(arranged(1, "1R 2R 3R 4R 5R | 2P 3P 4P"), before=2))
    assert sorted(state.table) == sorted(sets("1R 2R 3R 4R 5R | 1B 2B 3B 4B 5B | 2P 3P 4P"))
    assert [len(row.played) for row in state.rows] == [5, 3, 5]


def test_a_forgotten_turn_that_was_seen_with_the_next_one_takes_its_cards_from_it() -> None:
    game = cards_game(arranged(0, "1R 2R 3R"), arranged(1, "1R 2R 3R | 1B 2B 3B"))
    state = add(game, arranged(0, "1R 2R 3R | 1B 2B 3B | 4G 5G 6G | 1Y 2Y 3Y"))
    assert len(state.rows[-1].played) == 6
    state = add(game, Correct(arranged(1, "1R 2R 3R | 1B 2B 3B | 4G 5G 6G"), before=3))
    assert [len(row.played) for row in state.rows] == [3, 3, 3, 3]
    assert not any(row.overruled for row in state.rows)


def test_a_card_that_a_later_turn_moved_is_corrected_where_it_lies() -> None:
    game = cards_game(arranged(0, "1R 2R 3R 4R"), arranged(1, "1R 2R 3R | 4R 4G 4B"))
    state = add(game, Correct(arranged(0, "1R 2R 3R 5R"), of=1))
    assert sorted(map(sorted, state.table)) == [["1R", "2R", "3R", "5R"], ["4B", "4G"]]
    assert state.rows[-1].overruled
    assert sum(state.seen.values()) == 6
