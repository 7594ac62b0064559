"""Lost pieces, and pieces counted anew in the middle of a game or after its end."""

import pytest

from tests.rules.games import add, by_name, first_turn, laid, new_game, of_cards, of_tiles, threes
from tileye.rules.errors import GameError
from tileye.rules.events import End, Exchange, Opening, Pass, Stock
from tileye.rules.flow import possible
from tileye.rules.rulesets import CARDS_DE, CLASSROOM, TILES, RuleSet

# Lost pieces and counting anew


@of_tiles
def test_with_lost_tiles_the_bag_is_empty_sooner(rules: RuleSet) -> None:
    state = add(new_game(rules, pieces=15), laid(0, "1R@0,0 2R@1,0 3R@2,0"))
    assert (state.bag, state.hands) == (0, (6, 6))
    assert "pass" in possible(state)


def test_stock_corrects_the_bag_and_everybody_has_a_full_hand() -> None:
    state = add(new_game(TILES), laid(0, "1R@0,0"), Stock(90))
    assert (state.bag, state.hands, state.pieces) == (90, (6, 6), 103)
    assert state.whose_turn == 1


def test_stock_before_the_start() -> None:
    state = add(new_game(CARDS_DE, 3), Stock(50), Opening((3, 2, 2)))
    assert (state.bag, state.hands, state.pieces, state.whose_turn) == (50, (9, 9, 9), 77, 0)


def test_stock_of_an_empty_bag_leaves_the_hands() -> None:
    state = add(new_game(TILES, pieces=16), laid(0, "1R@0,0 2R@1,0"), Stock(0))
    assert (state.bag, state.hands, state.pieces) == (0, (6, 6), 14)


def test_stock_with_hands() -> None:
    state = add(new_game(TILES), laid(0, "1R@0,0"), Stock(0, (2, 5)))
    assert (state.bag, state.hands, state.pieces, state.ended) == (0, (2, 5), 8, None)


def test_stock_decides_what_can_be_exchanged_or_passed() -> None:
    game = new_game(TILES, pieces=12)
    add(game, laid(0, "1R@0,0"))
    assert possible(game.state) & {"exchange", "pass"} == {"pass"}
    add(game, Stock(2))
    assert possible(game.state) & {"exchange", "pass"} == {"exchange"}
    with pytest.raises(GameError, match=r"allow 1 to 2$"):
        game.append(Exchange(1, 3))


def test_stock_ends_a_game_whose_last_tile_was_laid() -> None:
    state = add(new_game(TILES), laid(0, "1R@0,0 2R@1,0"), Stock(0, (0, 3)))
    assert (state.ended, state.points, state.rows[-1].bonus) == ("out", (8, 0), 6)


def test_stock_ends_nothing_where_the_other_hand_is_empty() -> None:
    state = add(new_game(TILES), laid(0, "1R@0,0 2R@1,0"), Stock(0, (3, 0)))
    assert (state.ended, state.rows[-1].bonus) == (None, 0)


def test_stock_goes_on_with_a_game_that_had_not_ended() -> None:
    game = new_game(TILES, pieces=12)
    state = add(game, laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0"))
    assert (state.ended, state.points) == ("out", (18, 0))
    state = add(game, Stock(4))
    assert (state.ended, state.points, state.hands, state.whose_turn) == (None, (12, 0), (6, 6), 1)
    assert add(game, laid(1, "1O@0,1")).whose_turn == 0


def test_stock_gives_no_second_bonus() -> None:
    game = new_game(TILES, pieces=12)
    add(game, laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0"))
    state = add(game, Stock(0, (0, 3)), Stock(0, (0, 2)))
    assert (state.ended, state.points, state.pieces) == ("out", (18, 0), 8)


def test_stock_of_an_empty_bag_keeps_the_row_of_passes() -> None:
    game = new_game(TILES, 3, pieces=18)
    add(game, laid(0, "1R@0,0"), Pass(1))
    assert add(game, Stock(0, (5, 6, 5))).passes == 1
    assert add(game, Pass(2), Pass(0)).ended == "all_passed"


def test_stock_in_the_classroom_keeps_the_row_of_passes() -> None:
    game = new_game(CLASSROOM, 3)
    add(game, laid(0, "1R@0,0"), Pass(1))
    assert add(game, Stock(20)).passes == 1, "where passing is always allowed, more tiles change nothing"


def test_tiles_found_after_all_passed_are_exchanged() -> None:
    game = new_game(TILES, pieces=12)
    assert add(game, laid(0, "1R@0,0"), Pass(1), Pass(0)).ended == "all_passed"
    state = add(game, Stock(3))
    assert (state.ended, state.passes, state.whose_turn) == (None, 0, 1)
    assert add(game, Exchange(1, 3)).ended is None


@by_name
def test_counting_the_pieces_of_a_stopped_game_does_not_go_on_with_it(rules: RuleSet) -> None:
    state = add(new_game(rules), first_turn(rules), End(), Stock(20))
    assert (state.ended, state.bag) == ("stopped", 20)


@of_cards
def test_stock_of_an_empty_deck_starts_the_last_round(rules: RuleSet) -> None:
    game = new_game(rules, 3)
    state = add(game, threes(0, 1), Stock(0, (9, 9, 9)))
    assert (state.turns_left, state.whose_turn) == (3, 1)
    add(game, threes(1, 2), Stock(0, (9, 4, 9)))
    assert game.state.turns_left == 2, "it has begun: it does not begin again"
    assert add(game, threes(2, 3), threes(0, 4)).ended == "last_round"


@of_cards
def test_cards_found_stop_the_last_round(rules: RuleSet) -> None:
    game = new_game(rules, pieces=21)
    assert add(game, threes(0, 1)).turns_left == 2
    state = add(game, Stock(6))
    assert (state.turns_left, state.bag) == (None, 6)
    state = add(game, threes(1, 2), threes(0, 3))
    assert (state.bag, state.turns_left, state.ended) == (0, 2, None)


@of_cards
def test_cards_found_after_the_last_round_go_on(rules: RuleSet) -> None:
    game = new_game(rules, pieces=18)
    assert add(game, threes(0, 1), threes(1, 2)).ended == "last_round"
    state = add(game, Stock(3))
    assert (state.ended, state.turns_left, state.whose_turn) == (None, None, 0)
