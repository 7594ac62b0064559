"""Games that had begun before anybody followed them: what lay there, and how they go on."""

from dataclasses import replace

import pytest

from tests.rules.games import add, known, laid, new_game, of_cards, of_tiles, read_back, refused
from tests.rules.positions import lay, sets
from tileye.rules.events import (
    Correct,
    End,
    Exchange,
    Give,
    LateStart,
    Opening,
    Pass,
    Redo,
    Stock,
    Undo,
    event_json,
    parse_event,
)
from tileye.rules.events import Event as GameEvent
from tileye.rules.flow import possible
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, TILES, RuleSet
from tileye.rules.state import sheet_event

FOUR = LateStart(lay("1R@0,0 2R@1,0 3R@2,0 3G@2,1"))
SIX = "1R 2R 3R 4R 5R 6R"
FORMS: dict[str, LateStart] = {
    "tiles alone": FOUR,
    "all that is known of tiles": replace(FOUR, player=1, points=(12, 9), bag=40, hands=(6, 5)),
    "cards": LateStart(table=sets("1R 2R 3R | 4O 4G 4B"), stacks=(sets(SIX), ())),
    "only taken cards": LateStart(stacks=(sets(SIX), ()), player=0),
}


@pytest.mark.parametrize("event", FORMS.values(), ids=FORMS)
def test_its_form_can_be_read_back(event: LateStart) -> None:
    assert parse_event(event_json(event)) == event


def test_its_form_names_everything() -> None:
    assert event_json(FORMS["all that is known of tiles"]) == {
        "event": "board",
        "board": [["1R", 0, 0], ["2R", 1, 0], ["3R", 2, 0], ["3G", 2, 1]],
        "player": 1,
        "points": [12, 9],
        "bag": 40,
        "hands": [6, 5],
    }
    assert event_json(LateStart(table=sets("1R 2R 3R"))) == {
        "event": "board",
        "table": [["1R", "2R", "3R"]],
        "stacks": None,
        "player": None,
        "points": None,
        "bag": None,
        "hands": None,
    }


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({}, 'board: "board" with the tiles'),
        ({"board": [], "table": []}, 'board: "board" with the tiles'),
        ({"board": []}, "board: board: no tile lies there"),
        ({"board": [["1R", 0, 0], ["2R", 0, 0]]}, "board: board: two tiles lie in one cell"),
        ({"board": [["1R", 0, 0]], "points": [1, -1]}, "board: points: a whole number"),
        ({"board": [["1R", 0, 0]], "hands": [1, None]}, "board: hands: a whole number"),
        ({"table": [], "stacks": [[["1R"]], [["9R"]]]}, "board: stacks, set 1"),
    ],
)
def test_other_forms_are_refused(form: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]{10,200}$") as error:
        parse_event({"event": "board", **form})
    assert str(error.value).startswith(reason)


@of_tiles
def test_a_game_goes_on_from_what_lay_there(rules: RuleSet) -> None:
    game = new_game(rules)
    state = add(game, FOUR)
    assert (state.started, state.rows, state.points, state.bag) == (True, (), (0, 0), 108 - 4 - 12)
    state = add(game, laid(0, "3B@2,2 3O@2,3"))
    (row,) = state.rows
    assert (row.number, row.player) == (1, 0), "turns count from 1 after it"
    assert row.verdict, "the line of what was laid and what lay there counts"
    assert [len(line.cells) for line in row.verdict.lines] == [4]
    assert known(read_back(game))[:2] == known(game)[:2]


def test_points_start_the_totals_and_are_neither_turns_nor_qwirkles() -> None:
    game = new_game(TILES)
    add(game, replace(FOUR, points=(12, 9)), laid(0, "4R@3,0"), End())
    assert game.state.points == (16, 9)
    sheet = sheet_event(game.state)
    assert (sheet["turns"], sheet["winners"]) == (1, ["Ada"])


@of_cards
def test_taken_cards_are_the_points_so_far_unless_others_are_told(rules: RuleSet) -> None:
    taken = LateStart(table=sets("1G 2G 3G"), stacks=(sets(SIX), ()))
    assert add(new_game(rules), taken).points == (1, 0)
    assert add(new_game(rules), taken).stacks == (sets(SIX), ())
    state = add(new_game(rules), replace(taken, points=(2, 1)))
    assert state.points == (2, 1)
    assert sheet_event(state)["turns"] == 0
    assert state.seen["1R"] == 1, "taken cards count as copies"


def test_faulty_pieces_stand_as_they_are_seen_and_count_as_copies() -> None:
    game = new_game(TILES)
    add(game, LateStart(lay("1R@0,0 1R@1,0 1R@2,0 5G@9,9")))
    assert refused(game, laid(0, "1R@3,0")).startswith("this turn is illegal (duplicate, too_many_copies)")


def test_purple_and_white_are_no_set() -> None:
    assert refused(new_game(TILES), LateStart(lay("1P@0,0 2W@1,0"))).startswith("purple and white tiles together")


@pytest.mark.parametrize(
    ("event", "bag", "hands", "pieces"),
    [
        (FOUR, 92, (6, 6), 108),
        (replace(FOUR, hands=(6, 2)), 96, (6, 2), 108),
        (replace(FOUR, bag=0), 0, (6, 6), 16),
        (replace(FOUR, bag=10, hands=(3, 2)), 10, (3, 2), 19),
        (LateStart(lay(" ".join(f"1R@{x},0" for x in range(100)))), 0, (6, 6), 108),
        (LateStart(lay(" ".join(f"1R@{x},0" for x in range(100))), hands=(4, 4)), 0, (4, 4), 108),
    ],
)
def test_the_bag_is_what_neither_lies_there_nor_is_in_hands(
    event: LateStart, bag: int, hands: tuple[int, ...], pieces: int
) -> None:
    state = add(new_game(TILES), event)
    assert (state.bag, state.hands, state.pieces) == (bag, hands, pieces)


def test_hands_can_be_told_afterwards() -> None:
    game = new_game(TILES)
    add(game, LateStart(lay(" ".join(f"1R@{x},0" for x in range(100)))))
    state = add(game, Stock(0, (5, 3)))
    assert (state.hands, state.bag) == ((5, 3), 0)


def test_declarations_lapse() -> None:
    game = new_game(TILES)
    state = add(game, Opening((3, 2)), FOUR)
    assert (state.declared, state.whose_turn) == (None, 0)
    assert refused(game, Opening((3, 2))) == "the game has begun: who starts is decided"
    assert add(game, laid(0, "4R@3,0")).rows[0].points == 4, "one tile is enough"


@pytest.mark.parametrize("rules", [TILES, CLASSROOM])
def test_the_first_action_may_be_one_without_tiles(rules: RuleSet) -> None:
    quiet = Exchange(1, 2) if rules is TILES else Pass(1)
    assert add(new_game(rules), replace(FOUR, player=1), quiet).whose_turn == 0


def test_the_last_round_begins_at_once_where_no_deck_is_left() -> None:
    late = LateStart(table=sets("1G 2G 3G"), bag=0)
    assert add(new_game(CARDS_EN), late).turns_left == 2
    assert add(new_game(CARDS_DE), late, Pass(0)).turns_left == 1


NOT_NOW: dict[str, tuple[RuleSet, list[GameEvent], LateStart, str]] = {
    "after a turn": (TILES, [laid(0, "1R@0,0")], FOUR, "what lay there already can only be told before"),
    "twice": (TILES, [FOUR], FOUR, "what lay there already can only be told before"),
    "after the end": (TILES, [End()], FOUR, "the game is over"),
    "cards in the tile game": (TILES, [], LateStart(table=sets("1R 2R 3R")), "tiles is played with tiles"),
    "tiles in the card game": (CARDS_DE, [], FOUR, "cards-de is played with cards"),
    "points of three": (TILES, [], replace(FOUR, points=(1, 2, 3)), "points, hands and stacks: one for each"),
    "large hands": (TILES, [], replace(FOUR, hands=(6, 7)), "hands of up to 6 pieces"),
    "more than a set": (TILES, [], replace(FOUR, bag=108), "with what lies open that makes 124 pieces"),
}


@pytest.mark.parametrize(("rules", "before", "event", "reason"), NOT_NOW.values(), ids=NOT_NOW)
def test_what_cannot_have_lain_there_is_refused(
    rules: RuleSet, before: list[GameEvent], event: LateStart, reason: str
) -> None:
    game = new_game(rules)
    add(game, *before)
    held = known(game)
    assert refused(game, event).startswith(reason)
    assert known(game) == held


def test_it_is_corrected_by_another_one() -> None:
    game = new_game(TILES)
    add(game, FOUR, laid(0, "4R@3,0"))
    state = add(game, Correct(replace(FOUR, points=(5, 7), player=1), of=1))
    assert state.points == (9, 7)
    assert state.rows[0].player == 0, "what somebody did stays theirs"
    assert known(read_back(game)) == known(game)
    assert add(game, Undo()).points == (4, 0), "the correction can be taken back"


def test_a_board_cannot_be_corrected_under_a_tile() -> None:
    game = new_game(TILES)
    add(game, FOUR, laid(0, "4R@3,0"))
    assert "event 2 could then not be" in refused(game, Correct(LateStart(lay("4R@3,0")), of=1))


@pytest.mark.parametrize("to", [laid(0, "4R@3,0"), Pass(0)])
def test_only_a_board_takes_the_place_of_a_board(to: GameEvent) -> None:
    game = new_game(TILES)
    add(game, FOUR, laid(0, "4R@3,0"))
    assert refused(game, Correct(to, of=1)).startswith("event 1 is no turn")  # type: ignore[arg-type]
    assert refused(game, Correct(FOUR, of=2)).startswith("event 2 is not what lay there")


def test_what_lay_there_cannot_be_told_after_the_first_turn() -> None:
    game = new_game(TILES)
    add(game, laid(0, "4R@3,0"))
    assert refused(game, Correct(FOUR, before=1)).startswith("what lay there already can only be told before")


def test_a_corrected_board_has_no_more_pieces_than_a_set() -> None:
    game = new_game(TILES)
    add(game, FOUR)
    assert "there are 108 at most" in refused(game, Correct(replace(FOUR, bag=108), of=1))


def test_it_is_taken_back_only_while_nothing_follows() -> None:
    game = new_game(TILES)
    add(game, FOUR, laid(0, "4R@3,0"))
    assert (
        refused(game, Undo(1))
        == "what lay there at the start cannot be taken back while turns follow: correct it instead"
    )
    add(game, Undo(), Undo())
    assert game.state.board == {}
    assert "opening" in possible(game.state)
    assert add(game, Redo(1)).late_start == FOUR


def test_whose_turn_it_is_may_be_told_with_it_or_by_a_give() -> None:
    assert not add(new_game(TILES), FOUR).starter_told
    assert add(new_game(TILES), replace(FOUR, player=1)).starter_told
    state = add(new_game(TILES), FOUR, Give(1))
    assert (state.starter_told, state.whose_turn) == (True, 1)
