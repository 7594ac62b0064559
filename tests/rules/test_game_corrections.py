"""Corrections, insertions and turns given to others, however far back: everything else follows."""

from collections.abc import Sequence

import pytest

from tests.rules.games import LINE, add, arranged, known, laid, marked, new_game, played, points
from tests.rules.positions import grid
from tileye.rules.board import board_text
from tileye.rules.errors import GameError
from tileye.rules.events import CannotPlay, Correct, End, Event, Exchange, Give, Pass, Redo, Rename, Undo
from tileye.rules.rulesets import CARDS_DE, CLASSROOM, TILES, RuleSet

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
    "neither of nor before": (LINE[:2], Correct(Pass(0)), "a correction names no event"),
    "no turn": ([*LINE[:2], Rename(0, "Zoe")], Correct(Pass(0), of=3), "event 3 is no turn that stands"),
    "before no turn": ([*LINE[:2], End()], Correct(Pass(0), before=3), "event 3 is no turn that stands"),
    "a gift of no turn": ([*LINE[:2], Rename(0, "Zoe")], Give(0, of=3), "event 3 is no turn that stands"),
    "a gift to nobody": (LINE[:2], Give(2, of=2), "event 2 could then not be, as turn 2: there is no player 2"),
    "a turn of nobody": (
        LINE[:2],
        Correct(Pass(3), of=2),
        "there is no player 3",
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
        "event 2 could then not be, as turn 2: a tile in a cell that is taken cannot be recorded (occupied)",
    ),
    "a cell taken before": (
        LINE[:3],
        Correct(laid(0, "4R@1,0"), of=3),
        "a tile in a cell that is taken cannot be recorded (occupied)",
    ),
    "an inserted turn in a cell taken later": (
        LINE[:3],
        Correct(laid(0, "3R@2,0"), before=2),
        "event 2 could then not be, as turn 3: a tile in a cell that is taken cannot be recorded (occupied)",
    ),
    "no tiles": (LINE[:2], Correct(laid(1, ""), of=2), "a turn without tiles"),
    "cards": (
        LINE[:2],
        Correct(arranged(1, "1R 2R 3R"), of=2),
        "tiles is played",
    ),
    "white after purple": (
        [laid(0, "1R@0,0"), laid(1, "1P@1,0")],
        Correct(laid(0, "1W@0,0"), of=1),
        "event 2 could then not be, as turn 2: purple and white tiles together",
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
    game = new_game(CLASSROOM, 3, pieces=18)
    assert add(game, laid(0, "1R@0,0"), Pass(1), Pass(2)).ended is None
    assert add(game, Correct(Pass(0), before=2)).ended == "all_passed"


IMPOSSIBLE = {
    "a pass with tiles in the bag": (TILES, Correct(Pass(1), of=2), "passing is not possible while the bag holds"),
    "more exchanged than a hand holds": (TILES, Correct(Exchange(1, 100), of=2), "cannot be exchanged"),
    "new cards in the tile game": (TILES, Correct(CannotPlay(1), of=2), "know no new cards"),
    "an exchange as the opening": (TILES, Correct(Exchange(0, 1), of=1), "the game begins with a turn"),
    "an exchange before the opening": (TILES, Correct(Exchange(1, 1), before=1), "the game begins with a turn"),
    "an exchange in the classroom": (CLASSROOM, Correct(Exchange(1, 1), of=2), "know no exchange"),
}


@pytest.mark.parametrize(("rules", "event", "why"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_correction_cannot_bring_what_cannot_be(rules: RuleSet, event: Event, why: str) -> None:
    game = new_game(rules)
    add(game, *LINE[:2])
    before = game.state
    with pytest.raises(GameError, match=why):
        game.append(event)
    assert game.state == before


def test_the_last_round_waits_for_everybody() -> None:
    game = new_game(CARDS_DE, 3, pieces=27)
    add(game, arranged(0, "1R 2R 3R"), Give(0), arranged(0, "1R 2R 3R 4R"), arranged(1, "1R 2R 3R 4R 5R"))
    assert (game.state.turns_left, game.state.ended) == (1, None)
    assert add(game, arranged(2, "1R 2R 3R 4R 5R | 1B 2B 3B")).ended == "last_round"


def test_one_player_who_passes_twice_is_not_everybody() -> None:
    game = new_game(CLASSROOM, pieces=12)
    assert add(game, laid(0, "1R@0,0"), Pass(1), Give(1), Pass(1)).ended is None
    assert add(game, Pass(0)).ended == "all_passed"


def test_tiles_laid_beyond_the_hand_came_from_the_bag() -> None:
    eight = laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0 1R@6,0 2R@7,0", overruled=True)
    state = add(new_game(TILES), eight)
    assert (state.bag, state.hands) == (108 - 8 - 12, (6, 6))
    state = add(new_game(TILES, pieces=14), eight)
    assert (state.bag, state.hands, state.ended) == (0, (0, 6), "out")


def test_cards_let_go_that_are_no_qwirkle_are_in_no_stack() -> None:
    state = add(new_game(CARDS_DE), arranged(0, "", "1R 2R 3R 4R 5R", overruled=True))
    assert state.stacks == ((), ())
    assert state.seen.total() == 5


def test_corrections_move_the_last_round() -> None:
    game = new_game(CARDS_DE, pieces=21)
    assert add(game, arranged(0, "1R 2R 3R")).turns_left == 2
    state = add(game, Correct(arranged(0, "1R 2R 3R 4R"), of=1))
    assert (state.bag, state.hands, state.turns_left) == (0, (8, 9), 2)
    game = new_game(CARDS_DE, pieces=22)
    assert add(game, arranged(0, "1R 2R 3R")).turns_left is None
    assert add(game, Correct(arranged(0, "1R 2R 3R 4R"), of=1)).turns_left == 2
