"""Turns that are deleted out of the middle of a game, and what was inserted there before."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws import tried
from tests.rules.games import add, arranged, laid, new_game
from tileye.rules import game as games
from tileye.rules.errors import GameError
from tileye.rules.events import CannotPlay, Correct, Event, Exchange, Give, Laid, LateStart, Opening, Pass, Redo, Undo
from tileye.rules.flow import opening_by
from tileye.rules.game import Game
from tileye.rules.rulesets import CARDS_DE, TILES, RuleSet

LINE = [laid(number % 2, f"{number + 1}R@{number},0") for number in range(5)]
STARTER = "the game begins with a turn"
NEW_CARDS = "who cannot play shows the hand"


@pytest.mark.parametrize(
    ("rules", "events", "of", "reason"),
    [
        (TILES, [LINE[0], Exchange(1, 2), laid(0, "2R@1,0")], 1, f"event 2 could then not be, as turn 1: {STARTER}"),
        (CARDS_DE, [arranged(0, "1R 2R 3R"), CannotPlay(1), Pass(1)], 2, f"could then not be, as turn 2: {NEW_CARDS}"),
        (CARDS_DE, [arranged(0, "1R 2R 3R"), CannotPlay(1), Pass(1)], 1, f"could then not be, as turn 1: {STARTER}"),
    ],
)
def test_no_deletion_leaves_what_the_sheet_forbids(
    rules: RuleSet, events: Sequence[Event], of: int, reason: str
) -> None:
    game = new_game(rules)
    before = add(game, *events)
    assert not game.allows(Undo(of))
    with pytest.raises(GameError, match=reason):
        game.append(Undo(of))
    assert (game.state, len(game.log)) == (before, len(events))
    # What hangs on it is deleted first.
    for event in range(len(events), of - 1, -1):
        game.append(Undo(event))


def who(game: Game) -> list[tuple[int, int]]:
    return [(row.id, row.player) for row in game.state.rows]


def test_whoever_came_after_an_insertion_moves_back_with_it() -> None:
    game = new_game(TILES)
    add(game, *LINE[:4], Correct(Exchange(0, 1), before=3, shift=1), laid(1, "5R@4,0"))
    before = who(game)
    add(game, Undo(5))
    assert who(game) == [(1, 0), (2, 1), (3, 0), (4, 1), (6, 0)]
    add(game, Redo(5))
    assert who(game) == before


def test_one_of_several_insertions_is_deleted() -> None:
    game = new_game(TILES, 3)
    add(game, *(laid(number, f"{number + 1}R@{number},0") for number in range(3)))
    add(game, Correct(Exchange(2, 1), before=3, shift=1), Correct(Exchange(0, 1), before=3, shift=1))
    assert who(game) == [(1, 0), (2, 1), (4, 2), (5, 0), (3, 1)]
    add(game, Undo(4))
    assert who(game) == [(1, 0), (2, 1), (5, 2), (3, 0)]
    add(game, Redo(4), Undo(5))
    assert who(game) == [(1, 0), (2, 1), (4, 2), (3, 0)]
    assert (game.shift_of(4), game.shift_of(1)) == (1, 0)


def test_whoever_is_named_after_a_board_is_told() -> None:
    game = new_game(TILES, 3)
    state = add(game, LateStart((("1R", (0, 0)), ("2R", (1, 0)), ("2G", (1, 1)))))
    assert opening_by(state, None) is None
    told = opening_by(state, 1)
    assert told == Give(1)
    assert add(game, told, Laid(1, (("3R", (2, 0)),))).rows[-1].player == 1
    assert game.starter_told
    assert isinstance(opening_by(new_game(TILES).state, 1), Opening)


def test_asking_who_started_lays_no_steps_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(TILES)
    add(game, *LINE, *(Give(number % 2, of=2) for number in range(50)))
    monkeypatch.setattr(games, "effective_steps", None)
    assert not game.starter_told
    monkeypatch.undo()
    add(game, Correct(laid(1, "1O@0,1"), before=1), Give(0, of=1))
    assert not game.starter_told, "the first action is the inserted one"
    add(game, Give(0, of=56))
    assert game.starter_told
    add(game, Undo(58))
    assert not game.starter_told


CHANGES = st.tuples(st.sampled_from(["lay", "lay", "insert", "delete", "give", "undo"]), st.integers(0, 9))


@settings(tried(500))
@given(changes=st.lists(CHANGES, min_size=4, max_size=14), players=st.integers(2, 4))
def test_nobody_plays_twice_after_changes_that_move_everybody(changes: list[tuple[str, int]], players: int) -> None:
    game = new_game(TILES, players)
    add(game, Opening((None,) * players, 0), laid(0, "1R@0,0"))
    for number, (change, choice) in enumerate(changes, 1):
        with suppress(GameError):
            game.append(_changed(game, change, choice, number))
        order = [row.player for row in game.state.rows]
        assert all(later == (earlier + 1) % players for earlier, later in pairwise(order)), change


def _changed(game: Game, change: str, choice: int, number: int) -> Event:
    """A change as the page makes it."""
    rows, count = game.state.rows, len(game.state.players)
    place = 1 + choice % max(1, len(rows) - 1)
    if change == "undo":
        return Undo()
    if change == "give" and rows:
        return Give(choice % count, of=rows[0].id, shift=(choice - rows[0].player) % count)
    if change == "insert" and place < len(rows):
        return Correct(Exchange(rows[place].player), before=rows[place].id, shift=1)
    if change == "delete" and place < len(rows):
        own = place + 1 == len(rows) or game.shift_of(rows[place].id)
        return Undo(rows[place].id, shift=0 if own else -1)
    player = game.state.whose_turn
    return Laid(player or 0, ((f"{1 + choice % 6}R", (3 * number, 0)),), overruled=bool(rows))
