"""Corrections after which everybody who comes later moves on: forgotten turns, wrong starters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.games import add, known, laid, new_game, played, read_back, refused
from tileye.rules.events import Correct, Event, Exchange, Give, Opening, Redo, Rename, Undo, event_json, parse_event
from tileye.rules.game import Game
from tileye.rules.rulesets import TILES

TURNS = (laid(0, "1R@0,0 2R@1,0"), laid(1, "3R@2,0"), laid(2, "4R@3,0"), laid(0, "5R@4,0"))


def of_three() -> Game:
    """A game of Ada, Ben and Cem with four turns, for 2, 3, 4 and 5 points."""
    return played(TURNS, players=3)


def who(game: Game) -> list[int]:
    """Whose turns they are, in their order."""
    return [row.player for row in game.state.rows]


@pytest.mark.parametrize(
    "event",
    [Undo(3, 2), Give(1, 4, 1), Correct(Exchange(0), before=2, shift=1), Correct(TURNS[0], of=1, shift=-1)],
)
def test_a_shift_is_written_and_read(event: Event) -> None:
    assert event_json(event)["shift"] == event.shift  # type: ignore[union-attr]
    assert parse_event(event_json(event)) == event


def test_no_shift_is_not_written() -> None:
    assert "shift" not in event_json(Undo(3))
    assert parse_event({"event": "undo", "shift": None}) == Undo()


@pytest.mark.parametrize(
    "form",
    [
        {"event": "give", "player": 1, "shift": 1},
        {"event": "undo", "shift": 4},
        {"event": "undo", "shift": "1"},
        {"event": "undo", "shift": True},
    ],
)
def test_other_shifts_are_refused(form: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="shift: "):
        parse_event(form)


def test_a_forgotten_exchange_moves_all_later_turns_on() -> None:
    game = of_three()
    state = add(game, Correct(Exchange(1, 3), before=2, shift=1))
    assert who(game) == [0, 1, 2, 0, 1]
    assert state.points == (2 + 4, 5, 3)
    assert state.whose_turn == 2
    assert known(read_back(game)) == known(game)


def test_a_wrong_starter_is_put_right_with_one_event() -> None:
    game = of_three()
    assert not game.starter_told
    add(game, Give(2, of=1, shift=2))
    assert who(game) == [2, 0, 1, 2]
    assert game.starter_told
    add(game, Undo())
    assert (who(game), game.starter_told) == ([0, 1, 2, 0], False)


def test_a_turn_that_never_was_moves_all_later_turns_back() -> None:
    game = of_three()
    add(game, Undo(2, shift=2))
    assert who(game) == [0, 1, 2]
    assert game.state.whose_turn == 0
    add(game, Redo(2))
    assert who(game) == [0, 1, 2, 0], "redone together with what was taken back"


def test_a_shift_goes_and_comes_with_its_event() -> None:
    game = of_three()
    add(game, Correct(Exchange(1), before=2, shift=1), Undo(5))
    assert who(game) == [0, 1, 2, 0]
    add(game, Redo(5))
    assert who(game) == [0, 1, 2, 0, 1]


def test_what_is_recorded_afterwards_is_not_moved() -> None:
    game = of_three()
    add(game, Correct(Exchange(1), before=2, shift=1), laid(2, "6R@5,0"))
    assert who(game) == [0, 1, 2, 0, 1, 2]


def test_words_that_say_whose_turn_it_is_move_on_too() -> None:
    game = played(TURNS[:3], players=3)
    add(game, Give(2))
    assert game.state.whose_turn == 2
    state = add(game, Correct(Exchange(1), before=2, shift=1))
    assert state.whose_turn == 0


def test_names_and_declarations_stay_where_they_are() -> None:
    game = new_game(TILES, 3)
    add(game, Opening((2, 1, 1)), *TURNS[:2], Rename(1, "Bo"))
    state = add(game, Give(1, of=2, shift=1))
    assert [player.name for player in state.players] == ["Ada", "Bo", "Cem"]
    assert who(game) == [1, 2]


def test_a_declaration_binds_only_its_declarer() -> None:
    game = new_game(TILES, 3)
    add(game, Opening((2, 1, 1)))
    assert "opening_too_short" in refused(game, laid(0, "1R@0,0"))
    state = add(game, Give(1), laid(1, "1R@0,0"))
    assert not state.rows[0].overruled
    add(game, Give(0, of=3))
    assert game.state.rows[0].overruled, "given to who declared two, one is too few"


def test_somebody_who_says_who_starts_takes_back_nothing_that_was_declared() -> None:
    game = new_game(TILES, 3)
    add(game, Opening((2, 2, 1)), Opening((None, None, None), 1))
    assert (game.state.whose_turn, game.state.declared) == (1, 2)
    assert "opening_too_short" in refused(game, laid(1, "1R@0,0"))
    assert refused(game, Opening((None, None, None), 2)).startswith("Cem does not start")


@given(
    st.lists(st.tuples(st.sampled_from(["give", "insert", "undo"]), st.integers(1, 4), st.integers(-3, 3)), max_size=6)
)
def test_whatever_is_shifted_can_be_taken_back(changes: list[tuple[str, int, int]]) -> None:
    game = of_three()
    for kind, of, shift in changes:
        before, count = (game.state, list(game.steps)), len(game.log)
        kinds: dict[str, Event] = {
            "give": Give(of % 3, of, shift),
            "insert": Correct(Exchange(1), before=of, shift=shift),
            "undo": Undo(of, shift),
        }
        event = kinds[kind]
        if not game.allows(event):
            continue
        game.append(event)
        assert known(read_back(game)) == known(game)
        game.append(Redo(of) if kind == "undo" else Undo(count + 1))
        assert (game.state, list(game.steps)) == before
        game.append(event if kind == "undo" else Redo(count + 1))
