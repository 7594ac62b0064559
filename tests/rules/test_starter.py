"""Who starts: told, only supposed, or left open; and why somebody may not act now."""

import pytest

from tests.rules.games import add, laid, new_game, played, refused
from tileye.rules.errors import GameError, reason_of
from tileye.rules.events import Correct, Exchange, Give, Laid, Opening, Pass, Undo
from tileye.rules.flow import opening_by, refusal
from tileye.rules.rulesets import CARDS_DE, TILES

TURNS = (laid(0, "1R@0,0 2R@1,0"), laid(1, "3R@2,0"), laid(2, "4R@3,0"))


def test_whoever_is_named_begins_where_that_is_open() -> None:
    state = new_game(TILES, 3).state
    assert opening_by(state, 2) == Opening((None, None, None), 2)
    assert opening_by(state, None) is None
    assert opening_by(state, 3) is None
    assert opening_by(add(new_game(TILES, 3), Opening((2, 1, 1))), 1) is None


def test_of_those_who_are_level_the_first_is_only_supposed_to_start() -> None:
    game = new_game(TILES, 3)
    state = add(game, Opening((1, 2, 2)))
    supposed = opening_by(state, None)
    assert supposed == Opening((None, 2, None), 1)
    assert supposed
    state = add(game, supposed)
    assert (state.whose_turn, state.declared, game.starter_told) == (1, 2, False)
    assert "opening_too_short" in refused(game, laid(1, "1R@0,0"))
    add(game, laid(1, "1R@0,0 2R@1,0"), Give(2, of=3, shift=1))
    assert game.starter_told


@pytest.mark.parametrize("said", [Opening((None, None, None), 1), Opening((1, 2, 2), 1)])
def test_of_those_who_are_level_somebody_is_said_to_start(said: Opening) -> None:
    game = new_game(TILES, 3)
    state = add(game, Opening((1, 2, 2)), said)
    assert (state.whose_turn, state.declared, game.starter_told) == (1, 2, True)


def test_whose_turn_it_is_now_says_nothing_of_those_who_went_before() -> None:
    game = played(TURNS, players=3)
    add(game, Give(2))
    assert not game.starter_told
    assert new_game(TILES, 3).state.starter_told is False
    begun = new_game(TILES, 3)
    add(begun, Give(2))
    assert begun.starter_told


def test_the_answer_lasts_when_a_turn_before_the_first_is_inserted() -> None:
    game = played(TURNS, players=3)
    add(game, Give(2, of=1, shift=2), Correct(laid(1, "1O@0,1"), before=1, shift=0))
    assert game.starter_told


def test_the_answer_goes_with_the_turn_that_it_was_about() -> None:
    game = played(TURNS[:1], players=3)
    add(game, Give(2, of=1), Undo(1), laid(0, "1R@0,0"))
    assert not game.starter_told, "somebody else may begin anew"


def test_who_has_not_declared_yet_is_known() -> None:
    game = new_game(CARDS_DE, 3)
    assert add(game, Opening((2, None, None))).undeclared == (1, 2)
    assert add(game, Opening((2, None, 3))).undeclared == ()
    assert add(game, Opening((3, None, 3))).undeclared == ()


def test_why_somebody_may_not_act_now() -> None:
    game = played(TURNS, players=3)
    assert refusal(game.state, Laid(0, ())) is None
    assert str(refusal(game.state, Laid(1, ()))) == "it is the turn of Ada"
    assert str(refusal(game.state, Exchange(0, 7))) == "7 pieces cannot be exchanged: the bag and the hand allow 1 to 6"
    assert refused(game, laid(1, "1R@0,0")) == "it is the turn of Ada", "before what is wrong with the turn itself"


def test_a_change_that_cannot_be_by_itself_says_why() -> None:
    game = played(TURNS, players=3)
    with pytest.raises(GameError) as error:
        game.append(Correct(Pass(1), before=2))
    assert reason_of(error.value).code == "no_pass"
