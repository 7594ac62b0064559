"""The log of a game, undo and redo, however far back, and random edits of whole games."""

from collections.abc import Callable, Sequence
from functools import reduce
from random import Random

import pytest

from tests.rules.games import (
    LINE,
    add,
    arranged,
    known,
    laid,
    last_of,
    marked,
    new_game,
    played,
    points,
    random_game,
    read_back,
)
from tileye.rules import game as game_module
from tileye.rules.errors import GameError
from tileye.rules.events import Correct, End, Event, Exchange, Give, Laid, Opening, Pass, Redo, Rename, Stock, Undo
from tileye.rules.flow import advance, first_state
from tileye.rules.game import Entry, Game, Setup, undone_events
from tileye.rules.rulesets import CARDS_DE, RULE_SETS, TILES, RuleSet
from tileye.rules.state import Player, State


def folded(game: Game) -> State:
    """The state as all steps give it, one after the other, without anything kept between."""
    setup = game.setup
    first = first_state(setup.rules, setup.players, setup.pieces, setup.colours)
    return reduce(lambda state, step: advance(state, step.id, step.event), game.steps, first)


# The log


def test_before_a_turn_is_what_it_met_also_after_a_correction() -> None:
    game = played()
    assert [game.before(row.id).rows for row in game.state.rows] == [game.state.rows[:n] for n in range(4)]
    game.append(Correct(laid(0, "1G@0,1"), before=2))
    assert [game.before(row.id).rows for row in game.state.rows] == [game.state.rows[:n] for n in range(5)]
    assert game.before(99) is game.state


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
    with pytest.raises(GameError, match=r"^event 6 could then not be, as turn 5: a tile in a cell that is taken"):
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


def test_a_copy_goes_on_by_itself() -> None:
    game = Game(Setup(TILES, (Player("Ada"), Player("Ben"))))
    game.append(Laid(0, (("1R", (0, 0)),)))
    other = game.copy()
    other.append(Laid(1, (("2R", (1, 0)),)))
    other.append(Undo(1))
    assert [len(one.log) for one in (game, other)] == [1, 3]
    assert [sorted(one.state.board) for one in (game, other)] == [[(0, 0)], [(1, 0)]]
    game.append(Laid(1, (("1G", (0, 1)),)))
    assert sorted(other.state.board) == [(1, 0)]
