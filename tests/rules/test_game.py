"""Undo, redo and corrections, however far back: everything else follows."""

from collections.abc import Callable, Sequence
from functools import reduce
from random import Random
from time import perf_counter

import pytest

from rules import game as game_module
from rules.board import board_text
from rules.events import (
    CannotPlay,
    Correct,
    End,
    Event,
    Exchange,
    Give,
    Laid,
    Opening,
    Pass,
    Redo,
    Rename,
    Stock,
    Undo,
)
from rules.flow import GameError, advance, first_state
from rules.game import Entry, Game, Setup, effective_steps, undone_events
from rules.rulesets import CARDS_DE, CLASSROOM, RULE_SETS, TILES, RuleSet
from rules.state import Player, State
from tests.rules.games import add, arranged, known, laid, last_of, new_game, random_game, read_back
from tests.rules.positions import grid

LINE = (laid(0, "1R@0,0 2R@1,0"), laid(1, "3R@2,0"), laid(0, "4R@3,0"), laid(1, "5R@4,0"))
"""Turns 1 to 4, for 2, 3, 4 and 5 points."""


def played(events: Sequence[Event] | None = None, *, pieces: int = 108, players: int = 2) -> Game:
    """A game of tiles after these events."""
    game = new_game(TILES, players, pieces=pieces)
    add(game, *(LINE if events is None else events))
    return game


def points(state: State) -> list[int]:
    """What each row gives."""
    return [row.points for row in state.rows]


def marked(state: State) -> list[int]:
    """The numbers of the rows that are marked as overruled."""
    return [row.number for row in state.rows if row.overruled]


def folded(game: Game) -> State:
    """The state as all steps give it, one after the other, without anything kept between."""
    setup = game.setup
    first = first_state(setup.rules, setup.players, setup.pieces, setup.colours)
    return reduce(lambda state, step: advance(state, step.id, step.event), game.steps, first)


# The log


def test_every_event_is_an_entry_of_the_log() -> None:
    game = new_game(TILES)
    entry = game.append(LINE[0], at=1.5)
    assert entry == Entry(1, 1.5, LINE[0])
    game.append(LINE[1], at=2)
    game.append(Undo(), at=7.25)
    assert game.log == [entry, Entry(2, 2, LINE[1]), Entry(3, 7.25, Undo(of=2))]
    assert [step.id for step in game.steps] == [1]


def test_time_never_runs_backwards() -> None:
    game = new_game(TILES)
    for at in (5.0, 3.0, 5.0, 6.0):
        game.append(Rename(0, f"Ada {len(game.log)}"), at=at)
    assert [entry.at for entry in game.log] == [5.0, 5.0, 5.0, 6.0]


def test_a_log_has_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_module, "MOST_EVENTS", 3)
    game = played(LINE[:3])
    with pytest.raises(GameError, match=r"^a game has 3 events at most: start a new one$"):
        game.append(LINE[3])
    assert len(game.log) == 3


def test_a_game_has_all_pieces_where_nothing_else_is_said() -> None:
    assert Game(Setup(TILES, (Player("Ada"), Player("Ben")))).state.pieces == 108


def test_rows_are_found_by_the_event_that_made_them() -> None:
    game = played([Opening((2, 1)), *LINE[:2], Rename(0, "Zoe"), LINE[2]])
    assert [row.id for row in game.state.rows] == [2, 3, 5]


# Undo and redo


def test_undo_takes_back_the_last_event_and_redo_brings_it_back() -> None:
    game = played()
    states = [game.state]
    for _ in LINE:
        add(game, Undo())
        states.append(game.state)
    assert [points(state) for state in states] == [[2, 3, 4, 5], [2, 3, 4], [2, 3], [2], []]
    assert [state.whose_turn for state in states] == [0, 1, 0, 1, None]
    assert states[-1] == new_game(TILES).state
    for state in reversed(states[:-1]):
        assert add(game, Redo()) == state
    assert len(game.log) == 12, "the log only grows"


UNDONE: dict[str, tuple[Event, Callable[[State], object]]] = {
    "a rename": (Rename(0, "Zoe"), lambda state: state.players[0].name),
    "a stock": (Stock(3), lambda state: state.bag),
    "an end": (End(), lambda state: state.ended),
    "a given turn": (Give(1), lambda state: state.whose_turn),
    "a recorded turn given": (Give(1, of=1), lambda state: state.points),
    "a correction": (Correct(laid(0, "1O@0,0"), of=1), lambda state: state.points),
    "an insertion": (Correct(laid(1, "1O@0,1"), before=2), lambda state: state.points),
    "an exchange": (Exchange(0, 4), lambda state: len(state.rows)),
}


@pytest.mark.parametrize(("event", "shown"), UNDONE.values(), ids=UNDONE)
def test_everything_can_be_undone_and_redone(event: Event, shown: Callable[[State], object]) -> None:
    game = played()
    before, old = game.state, shown(game.state)
    after = add(game, event)
    assert shown(after) != old
    assert add(game, Undo()) == before
    assert add(game, Redo()) == after


def test_the_start_can_be_undone() -> None:
    game = new_game(TILES)
    state = add(game, Opening((3, 2)), Undo())
    assert (state.whose_turn, state.declared) == (None, None)
    assert add(game, Redo()).whose_turn == 0


@pytest.mark.parametrize("first", [Opening((2, 2)), Opening((4, 4))], ids=["dealt again", "tied"])
def test_without_the_opening_that_decided_a_game_goes_on_all_the_same(first: Opening) -> None:
    game = new_game(CARDS_DE)
    add(game, first, Opening((4, 3)), arranged(0, "1R 2R 3R 4R"))
    state = add(game, Undo(of=2))
    assert (state.deal_again, state.tied, state.whose_turn) == (False, (), 1)
    assert add(game, arranged(1, "1R 2R 3R 4R 5R")).whose_turn == 0


def test_undo_of_an_event_far_back_leaves_the_later_ones() -> None:
    game = played([laid(0, "1R@0,0 2R@1,0"), laid(1, "1O@0,1"), laid(0, "3R@2,0"), laid(1, "4R@3,0")])
    assert points(game.state) == [2, 2, 3, 4]
    state = add(game, Undo(of=2))
    assert (points(state), [row.number for row in state.rows], [row.id for row in state.rows]) == (
        [2, 3, 4],
        [1, 2, 3],
        [1, 3, 4],
    )
    assert (0, 1) not in state.board
    assert points(add(game, Redo(of=2))) == [2, 2, 3, 4]


def test_undo_of_what_others_stand_on_marks_these() -> None:
    game = played()
    state = add(game, Undo(of=2))
    assert (points(state), marked(state)) == ([2, 0, 2], [2]), "4R lies alone, and 5R touches it"
    assert [fault.code for fault in state.rows[1].verdict.violations] == ["no_contact"]  # type: ignore[union-attr]


def test_several_are_undone_and_redone_in_the_reverse_order() -> None:
    game = played()
    add(game, Undo(of=2), Undo())
    assert [step.id for step in game.steps] == [1, 3]
    add(game, Redo())
    assert [step.id for step in game.steps] == [1, 3, 4]
    add(game, Redo())
    assert [step.id for step in game.steps] == [1, 2, 3, 4]


def test_undo_passes_over_what_is_undone_already() -> None:
    game = played()
    add(game, Undo(of=4), Undo())
    assert [step.id for step in game.steps] == [1, 2]


def test_a_new_event_closes_the_way_back_but_not_by_number() -> None:
    game = played()
    add(game, Undo(), laid(1, "6R@4,0"))
    with pytest.raises(GameError, match=r"^there is nothing to redo$"):
        game.append(Redo())
    with pytest.raises(GameError, match=r"^event 6 could then not be, as step 5: a tile in a cell that is taken"):
        game.append(Redo(of=4))
    add(game, Undo(), Redo(of=4))
    assert [step.id for step in game.steps] == [1, 2, 3, 4]


def test_the_way_back_stays_open_for_what_is_undone_later() -> None:
    game = played()
    add(game, Undo(), Rename(0, "Zoe"), Undo())
    add(game, Redo())
    assert game.state.players[0].name == "Zoe"
    with pytest.raises(GameError, match=r"^there is nothing to redo$"):
        game.append(Redo())


NO_UNDO: dict[str, tuple[Sequence[Event], Event, str]] = {
    "nothing to undo": ([], Undo(), "there is nothing to undo"),
    "nothing to redo": ([], Redo(), "there is nothing to redo"),
    "nothing undone": (LINE, Redo(), "there is nothing to redo"),
    "all undone": ([LINE[0], Undo()], Undo(), "there is nothing to undo"),
    "an event to come": (LINE, Undo(of=5), "no event 5 stands"),
    "event 0": (LINE, Undo(of=0), "no event 0 stands"),
    "undone twice": ([*LINE, Undo(of=2)], Undo(of=2), "no event 2 stands"),
    "an undo": ([*LINE, Undo()], Undo(of=5), "no event 5 stands"),
    "a redo of what stands": ([*LINE, Undo(of=4)], Redo(of=2), "event 2 is not undone"),
    "a redo of event 0": ([*LINE, Undo(of=4)], Redo(of=0), "event 0 is not undone"),
    "a redo of an undo": ([*LINE, Undo(of=4)], Redo(of=5), "event 5 is not undone"),
    "a name that is taken again": (
        [Rename(0, "Zoe"), Rename(1, "Ada")],
        Undo(of=1),
        "event 2 could then not be, as step 1: another player is called 'Ada': give each their own name",
    ),
}


@pytest.mark.parametrize(("events", "event", "reason"), NO_UNDO.values(), ids=NO_UNDO)
def test_what_cannot_be_undone_or_redone(events: Sequence[Event], event: Event, reason: str) -> None:
    game = played(events)
    held = known(game)
    with pytest.raises(GameError) as refused:
        game.append(event)
    assert str(refused.value) == reason
    assert known(game) == held


def test_undone_events_come_in_the_order_of_the_undoing() -> None:
    game = played()
    add(game, Undo(of=3), Undo(of=1), Undo(of=4))
    assert undone_events(game.log) == {3: 5, 1: 6, 4: 7}
    add(game, Redo(of=1), Undo(of=1))
    assert list(undone_events(game.log)) == [3, 4, 1]


# Corrections


def test_a_corrected_tile_changes_all_totals_after_it() -> None:
    game = played()
    assert game.state.points == (6, 8)
    state = add(game, Correct(laid(0, "1R@0,0 2R@0,1"), of=1))
    assert (points(state), state.points, marked(state)) == ([2, 0, 2, 3], (4, 3), [2]), "3R has lost its contact"
    assert state.board == grid("1R . 3R 4R 5R\n2R . . . .")
    assert [row.id for row in state.rows] == [1, 2, 3, 4]


def test_a_turn_that_has_become_illegal_is_marked_with_its_violations() -> None:
    game = played()
    state = add(game, Correct(laid(0, "1O@0,0 2O@1,0"), of=1))
    assert marked(state) == [2, 3, 4]
    assert points(state) == [2, 3, 4, 5], "what its lines give"
    verdicts = [row.verdict for row in state.rows]
    assert [[fault.code for fault in verdict.violations] for verdict in verdicts if verdict] == [
        [],
        ["mismatch"],
        ["mismatch"],
        ["mismatch"],
    ]
    state = add(game, Correct(laid(0, "1R@0,0 2R@1,0"), of=1))
    assert (marked(state), points(state)) == ([], [2, 3, 4, 5]), "put right again, nothing is marked"


def test_a_bonus_for_six_follows_a_correction() -> None:
    game = played([laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0"), laid(1, "5R@4,0"), laid(0, "6R@5,0")])
    assert game.state.points == (16, 5)
    state = add(game, Correct(laid(1, "5R@0,1 5O@0,2", overruled=True), of=2))
    assert (points(state), marked(state)) == ([4, 3, 0], [2, 3])
    assert state.points == (4, 3)


def test_a_correction_can_make_an_overruled_turn_legal() -> None:
    game = played([laid(0, "1O@0,0"), laid(1, "2R@1,0", overruled=True)])
    assert marked(game.state) == [2]
    state = add(game, Correct(laid(0, "1R@0,0"), of=1))
    assert (marked(state), state.points) == ([], (1, 2))


def test_an_illegal_correction_stands_as_overruled() -> None:
    game = played()
    state = add(game, Correct(laid(1, "3O@2,0"), of=2))
    assert marked(state) == [2, 3, 4]


KINDS: dict[str, tuple[RuleSet, Sequence[Event], Event, list[str], tuple[int, ...]]] = {
    "a turn was an exchange": (TILES, LINE[:2], Correct(Exchange(1, 2), of=2), ["turn", "exchange"], (2, 0)),
    "an exchange was a turn": (
        TILES,
        [LINE[0], Exchange(1, 3)],
        Correct(LINE[1], of=2),
        ["turn", "turn"],
        (2, 3),
    ),
    "an exchange was a pass": (TILES, [LINE[0], Exchange(1, 3)], Correct(Pass(1), of=2), ["turn", "pass"], (2, 0)),
    "a pass was a turn": (CLASSROOM, [LINE[0], Pass(1)], Correct(LINE[1], of=2), ["turn", "turn"], (2, 3)),
    "new cards were a pass": (
        CARDS_DE,
        [arranged(0, "1R 2R 3R"), CannotPlay(1), Pass(1)],
        Correct(arranged(1, "1R 2R 3R 4R"), of=2),
        ["turn", "turn", "pass"],
        (0, 0),
    ),
    "a Qwirkle was not taken": (
        CARDS_DE,
        [arranged(0, "1R 2R 3R 4R 5R"), arranged(1, "", "1R 2R 3R 4R 5R 6R")],
        Correct(arranged(1, "1R 2R 3R 4R 5R 6R"), of=2),
        ["turn", "turn"],
        (0, 0),
    ),
    "another player's turn": (TILES, LINE[:2], Correct(laid(0, "3R@2,0"), of=2), ["turn", "turn"], (5, 0)),
}


@pytest.mark.parametrize(("rules", "events", "event", "kinds", "totals"), KINDS.values(), ids=KINDS)
def test_any_turn_can_become_any_other(
    rules: RuleSet, events: Sequence[Event], event: Event, kinds: list[str], totals: tuple[int, ...]
) -> None:
    state = add(new_game(rules), *events, event)
    assert [row.kind for row in state.rows] == kinds
    assert state.points == totals


def test_a_forgotten_turn_is_inserted() -> None:
    game = played(LINE[:1])
    add(game, Exchange(1), laid(0, "3R@2,0"))
    state = add(game, Correct(laid(1, "1O@0,1"), before=3))
    assert [(row.id, row.number, row.kind, row.player) for row in state.rows] == [
        (1, 1, "turn", 0),
        (2, 2, "exchange", 1),
        (4, 3, "turn", 1),
        (3, 4, "turn", 0),
    ]
    assert state.points == (5, 2)


def test_an_insertion_can_be_corrected_given_undone_and_inserted_before() -> None:
    game = played(LINE[:1])
    add(game, LINE[1], Correct(laid(1, "1O@0,1"), before=2))
    assert add(game, Correct(laid(1, "1O@0,1 1Y@0,2"), of=3)).points == (2, 6)
    assert add(game, Give(0, of=3)).points == (5, 3)
    add(game, Correct(Exchange(0), before=3))
    assert [step.id for step in game.steps] == [1, 6, 3, 2]
    state = add(game, Undo(of=3))
    assert [step.id for step in game.steps] == [1, 6, 2]
    assert state.points == (2, 3)
    add(game, Redo(of=3))
    assert [step.id for step in game.steps] == [1, 6, 3, 2]
    assert game.state.points == (5, 3)


def test_what_was_inserted_before_an_undone_turn_stays() -> None:
    game = played(LINE[:2])
    add(game, Correct(laid(0, "1O@0,1"), before=2), Undo(of=2))
    assert [step.id for step in game.steps] == [1, 3]
    add(game, Redo(of=2))
    assert [step.id for step in game.steps] == [1, 3, 2]


def test_an_undone_correction_gives_the_turn_back_and_the_last_one_counts() -> None:
    game = played(LINE[:1])
    add(game, Correct(laid(0, "1O@0,0"), of=1), Correct(laid(0, "1Y@0,0"), of=1))
    assert board_text(game.state.board).endswith("1Y")
    add(game, Undo(of=2))
    assert board_text(game.state.board).endswith("1Y")
    add(game, Undo(of=3))
    assert game.state.board == grid("1R 2R")
    add(game, Redo(of=2))
    assert game.state.board == grid("1O")


def test_a_correction_outlives_the_undo_of_its_turn() -> None:
    game = played(LINE[:1])
    add(game, Correct(laid(0, "1O@0,0"), of=1), Undo(of=1))
    assert game.state.board == {}
    add(game, Redo(of=1))
    assert game.state.board == grid("1O")


def test_a_given_turn_takes_points_hand_and_bonus_with_it() -> None:
    game = played([laid(0, "1R@0,0 2R@1,0 3R@2,0"), laid(1, "1O@0,1"), laid(0, "4R@3,0 5R@4,0 6R@5,0")], pieces=12)
    assert (game.state.points, game.state.hands, game.state.ended) == ((3 + 12 + 6, 2), (0, 5), "out")
    state = add(game, Give(1, of=3))
    assert (state.points, state.hands, state.ended) == ((3, 2 + 12), (3, 2), None)


def test_giving_a_turn_moves_whose_turn_it_is() -> None:
    game = played(LINE[:2], players=3)
    assert add(game, Give(2, of=2)).whose_turn == 0
    assert add(game, Give(1, of=1)).whose_turn == 0, "an earlier turn changes nothing about it"


def test_given_new_cards_take_the_turn_with_them() -> None:
    game = new_game(CARDS_DE, 3)
    state = add(game, arranged(0, "1R 2R 3R"), CannotPlay(1), Give(2, of=2))
    assert (state.whose_turn, state.new_cards, state.rows[-1].player) == (2, True, 2)


def test_giving_keeps_a_correction_and_correcting_ends_a_gift() -> None:
    game = played(LINE[:2])
    add(game, Correct(laid(1, "1O@0,1"), of=2), Give(0, of=2))
    assert game.state.points == (4, 0)
    assert add(game, Correct(laid(1, "3R@2,0"), of=2)).points == (2, 3)


NO_CORRECTION: dict[str, tuple[Sequence[Event], Event, str]] = {
    "an event to come": (LINE[:2], Correct(Pass(0), of=3), "event 3 is no turn that stands: only such a turn"),
    "event 0": (LINE[:2], Correct(Pass(0), of=0), "event "),
    "before an event to come": (LINE[:2], Correct(Pass(0), before=3), "event 3 is no turn that stands"),
    "neither of nor before": (LINE[:2], Correct(Pass(0)), "event None is no turn that stands"),
    "no turn": ([*LINE[:2], Rename(0, "Zoe")], Correct(Pass(0), of=3), "event 3 is no turn that stands"),
    "before no turn": ([*LINE[:2], End()], Correct(Pass(0), before=3), "event 3 is no turn that stands"),
    "a gift of no turn": ([*LINE[:2], Rename(0, "Zoe")], Give(0, of=3), "event 3 is no turn that stands"),
    "a gift to nobody": (LINE[:2], Give(2, of=2), "event 2 could then not be, as step 2: there is no player 2"),
    "a turn of nobody": (
        LINE[:2],
        Correct(Pass(3), of=2),
        "event 2 could then not be, as step 2: there is no player 3",
    ),
    "undone": ([*LINE[:2], Undo()], Correct(Pass(0), of=2), "event 2 is no turn that stands"),
    "a correction": (
        [*LINE[:2], Correct(laid(1, "3R@2,0"), of=2)],
        Correct(Pass(0), of=3),
        "event 3 is no turn that stands",
    ),
    "a cell taken later": (
        LINE[:3],
        Correct(laid(0, "1R@0,0 2R@1,0 3R@2,0"), of=1),
        "event 2 could then not be, as step 2: a tile in a cell that is taken cannot be recorded (occupied)",
    ),
    "a cell taken before": (
        LINE[:3],
        Correct(laid(0, "4R@1,0"), of=3),
        "event 3 could then not be, as step 3: a tile in a cell that is taken cannot be recorded (occupied)",
    ),
    "an inserted turn in a cell taken later": (
        LINE[:3],
        Correct(laid(0, "3R@2,0"), before=2),
        "event 2 could then not be, as step 3: a tile in a cell that is taken cannot be recorded (occupied)",
    ),
    "no tiles": (LINE[:2], Correct(laid(1, ""), of=2), "event 2 could then not be, as step 2: a turn without tiles"),
    "cards": (
        LINE[:2],
        Correct(arranged(1, "1R 2R 3R"), of=2),
        "event 2 could then not be, as step 2: tiles is played",
    ),
    "white after purple": (
        [laid(0, "1R@0,0"), laid(1, "1P@1,0")],
        Correct(laid(0, "1W@0,0"), of=1),
        "event 2 could then not be, as step 2: purple and white tiles together",
    ),
}


@pytest.mark.parametrize(("events", "event", "reason"), NO_CORRECTION.values(), ids=NO_CORRECTION)
def test_what_cannot_be_corrected_changes_nothing(events: Sequence[Event], event: Event, reason: str) -> None:
    game = played(events)
    held = known(game)
    with pytest.raises(GameError) as refused:
        game.append(event)
    assert str(refused.value).startswith(reason)
    assert known(game) == held


def test_white_instead_of_purple_everywhere_is_one_undo_after_the_other() -> None:
    game = played([laid(0, "1R@0,0"), laid(1, "1P@1,0")])
    assert game.state.colours == "ROYGBP"
    assert add(game, Correct(laid(1, "1W@1,0"), of=2)).colours == "ROYGBW"


# Corrections and the end of the game


def test_a_correction_goes_on_with_a_game_that_had_not_ended() -> None:
    game = played([laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0")], pieces=12)
    assert (game.state.ended, game.state.points) == ("out", (18, 0))
    state = add(game, Correct(laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0"), of=1))
    assert (state.ended, state.points, state.hands, state.whose_turn) == (None, (5, 0), (1, 6), 1)


def test_a_correction_can_end_a_game() -> None:
    game = played([laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0")], pieces=12)
    state = add(game, Correct(laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0"), of=1))
    assert (state.ended, state.points) == ("out", (18, 0))


def test_turns_after_what_would_have_been_the_end_stand_without_bonus() -> None:
    game = played([laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0"), laid(1, "1O@0,1")], pieces=12)
    state = add(game, Correct(laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0"), of=1))
    assert (state.ended, state.points, [row.bonus for row in state.rows]) == (None, (12, 2), [0, 0])


def test_an_end_of_the_players_does_not_replace_an_end_by_the_rules() -> None:
    game = played([laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0"), End()], pieces=12)
    state = add(game, Correct(laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0"), of=1))
    assert (state.ended, [row.bonus for row in state.rows]) == ("out", [6])


def test_undo_of_an_end_goes_on() -> None:
    game = played([*LINE, End()])
    state = add(game, Undo())
    assert (state.ended, state.whose_turn) == (None, 0)
    assert add(game, laid(0, "6R@5,0")).points == (6 + 12, 8)


def test_an_inserted_pass_can_end_a_game() -> None:
    game = new_game(CLASSROOM, 3)
    assert add(game, laid(0, "1R@0,0"), Pass(1), Pass(2)).ended is None
    assert add(game, Correct(Pass(0), before=2)).ended == "all_passed"


def test_a_pass_that_was_an_exchange_breaks_the_row_of_passes() -> None:
    game = played([laid(0, "1R@0,0"), Pass(1), Pass(2)], pieces=18, players=3)
    assert game.state.passes == 2
    assert add(game, Correct(Exchange(2, 1), of=3)).passes == 0
    assert add(game, Pass(0)).ended is None


def test_corrections_move_the_last_round() -> None:
    game = new_game(CARDS_DE, pieces=21)
    assert add(game, arranged(0, "1R 2R 3R")).turns_left == 2
    state = add(game, Correct(arranged(0, "1R 2R 3R 4R"), of=1))
    assert (state.bag, state.hands, state.turns_left) == (0, (8, 9), 2)
    game = new_game(CARDS_DE, pieces=22)
    assert add(game, arranged(0, "1R 2R 3R")).turns_left is None
    assert add(game, Correct(arranged(0, "1R 2R 3R 4R"), of=1)).turns_left == 2


# Whole games


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("back", [1, 7, 20])
def test_a_turn_given_back_and_forth_far_back_restores_everything(rules: RuleSet, back: int) -> None:
    game = last_of(random_game(rules, 11, 3))
    before = game.state
    row = before.rows[-back]
    other = (row.player + 1) % 3
    add(game, Give(other, of=row.id))
    given = next(step.event for step in game.steps if step.id == row.id)
    assert isinstance(given, Laid) or given.player == other  # type: ignore[union-attr]
    assert game.state != before
    assert game.state == folded(game) == read_back(game).state
    assert add(game, Give(row.player, of=row.id)) == before


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_random_edits_give_what_the_corrected_game_would_have_given(rules: RuleSet, seed: int) -> None:
    random = Random(seed)
    game = last_of(random_game(rules, seed, 2 + seed % 3))
    for _ in range(25):
        try:
            game.append(random_edit(game, random))
        except GameError:
            continue
        assert game.state == folded(game)
        assert [step.id for step in game.steps] == standing(game)
    assert read_back(game).state == game.state


def random_edit(game: Game, random: Random) -> Event:
    seq = random.randint(1, len(game.log))
    player = random.randrange(len(game.state.players))
    choice: list[Event] = [
        Undo(of=seq),
        Redo(of=seq),
        Undo(),
        Redo(),
        Give(player, of=seq),
        Correct(Pass(player), of=seq),
        Correct(Exchange(player, 1), before=seq),
    ]
    return random.choice(choice)


def standing(game: Game) -> list[int]:
    """The events that stand, in the order of the table, told in another way: each inserted one before its target."""
    undone: set[int] = set()
    before: dict[int, list[int]] = {}
    plain = []
    for seq, _, event in game.log:
        match event:
            case Undo(int(of)):
                undone.add(of)
            case Redo(int(of)):
                undone.remove(of)
            case Correct(_, _, int(target)):
                before.setdefault(target, []).append(seq)
            case Correct() | Give(_, int()):
                pass
            case _:
                plain.append(seq)

    def with_inserted(seq: int) -> list[int]:
        return [*(found for earlier in before.get(seq, []) for found in with_inserted(earlier)), seq]

    return [found for seq in plain for found in with_inserted(seq) if found not in undone]


def test_a_correction_without_a_target_is_no_step() -> None:
    with pytest.raises(GameError, match=r"^a correction names no event$"):
        effective_steps([Entry(1, 0.0, Correct(Pass(0)))])


def test_a_correction_of_the_first_turn_of_a_long_game_takes_no_time() -> None:
    game = last_of(random_game(TILES, 2, 4))
    first = game.state.rows[0]
    start = perf_counter()
    add(game, Give((first.player + 1) % 4, of=first.id))
    assert perf_counter() - start < 0.5, "a page waits for it"
