"""What is known of a game: unseen pieces, lines that can still become a Qwirkle, totals, winners, the sheet."""

from collections import Counter
from dataclasses import FrozenInstanceError, replace

import pytest

from tests.rules.games import add, arranged, laid, last_of, new_game, random_game
from tests.rules.positions import grid, sets
from tileye.rules.events import CannotPlay, End, Exchange, Opening, Pass, Stock
from tileye.rules.flow import first_state
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, RULE_SETS, TILES, RuleSet
from tileye.rules.state import Player, State, qwirkle_possible, sheet_event, unseen
from tileye.rules.tiles import COPIES, set_tiles

PURPLE, WHITE = "ROYGBP", "ROYGBW"
RED, CIRCLES = "1R 2R 3R 4R 5R 6R", "1R 1O 1Y 1G 1B 1P"


def board_state(text: str, colours: str | None = None) -> State:
    """A game of which only the board matters."""
    state = first_state(TILES, (Player("Ada"), Player("Ben")), 108, colours)
    return replace(state, board=grid(text))


@pytest.mark.parametrize("name", ["bag", "points", "rules"])
def test_a_state_cannot_be_changed(name: str) -> None:
    state = add(new_game(TILES), laid(0, "1R@0,0"))
    for value in (state, state.rows[0], state.players[0]):
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            setattr(value, name, 0)


# Unseen pieces

UNSEEN: dict[str, tuple[str, str | None, str, dict[str, int]]] = {
    "nothing lies": ("", PURPLE, PURPLE, {"1R": 3, "6P": 3}),
    "nothing lies, white set": ("", WHITE, WHITE, {"1R": 3, "6W": 3}),
    "nothing lies, set unknown: purple": ("", None, PURPLE, {"1R": 3, "6P": 3}),
    "one lies": ("1R", PURPLE, PURPLE, {"1R": 2, "1O": 3}),
    "two of a kind lie": ("1R . 1R", PURPLE, PURPLE, {"1R": 1}),
    "all three lie": ("1R . 1R . 1R", PURPLE, PURPLE, {"1R": 0, "2R": 3}),
    "a fourth that players let stand": ("1R . 1R . 1R . 1R", PURPLE, PURPLE, {"1R": 0}),
    "white seen, set unknown": ("1R 1W", None, WHITE, {"1R": 2, "1W": 2, "6W": 3}),
    "purple seen, set unknown": ("1R 1P", None, PURPLE, {"1R": 2, "1P": 2}),
}


@pytest.mark.parametrize(("board", "colours", "family", "some"), UNSEEN.values(), ids=UNSEEN)
def test_unseen(board: str, colours: str | None, family: str, some: dict[str, int]) -> None:
    left = unseen(board_state(board, colours))
    assert list(left) == list(set_tiles(family)), "always the 36 of the set, in the same order"
    assert {tile: left[tile] for tile in some} == some


def test_cards_in_taken_qwirkles_are_seen() -> None:
    game = new_game(CARDS_DE)
    state = add(game, Opening((6, 3)), arranged(0, "", RED), arranged(1, "1R 1O 1Y"))
    left = unseen(state)
    assert (left["1R"], left["2R"], left["1O"], left["2O"]) == (1, 2, 2, 3)
    assert state.seen == Counter([*RED.split(), "1R", "1O", "1Y"])


@pytest.mark.parametrize("colours", [PURPLE, WHITE])
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_seen_and_unseen_make_a_whole_set(rules: RuleSet, colours: str) -> None:
    for game in random_game(rules, 5, 3, pieces=rules.pieces, colours=colours):
        state = game.state
        assert sum(unseen(state).values()) + sum(state.seen.values()) == rules.pieces
        assert sum(unseen(state).values()) == state.bag + sum(state.hands)


def test_the_set_is_known_from_the_first_purple_or_white_piece() -> None:
    game = new_game(TILES)
    assert add(game, laid(0, "1R@0,0")).colours is None
    assert add(game, laid(1, "1W@1,0")).colours == WHITE
    assert add(game, laid(0, "1G@2,0")).colours == WHITE, "and stays known"


# Lines that can become a Qwirkle


def left(*gone: str, colours: str = PURPLE) -> dict[str, int]:
    """All 108 pieces but these."""
    return {tile: COPIES - gone.count(tile) for tile in set_tiles(colours)}


POSSIBLE: dict[str, tuple[str, dict[str, int], bool]] = {
    # The tip of the sheet: where all three red circles lie, a fifth red tile is safe.
    "five red without the circle, all circles lie": ("2R 3R 4R 5R 6R", left("1R", "1R", "1R"), False),
    "five red without the circle, two circles lie": ("2R 3R 4R 5R 6R", left("1R", "1R"), True),
    "five red without the circle, none lies": ("2R 3R 4R 5R 6R", left(), True),
    "five red without the star, all circles lie": ("1R 2R 3R 4R 5R", left("1R", "1R", "1R"), True),
    "four red, one of the two missing is gone": ("3R 4R 5R 6R", left("1R", "1R", "1R"), False),
    "four red, both are there": ("3R 4R 5R 6R", left("1R", "1R", "2R", "2R"), True),
    "five circles without purple, all of it lies": ("1R 1O 1Y 1G 1B", left("1P", "1P", "1P"), False),
    "five circles without purple": ("1R 1O 1Y 1G 1B", left("1P"), True),
    "white in a white set": ("1R 1O 1Y 1G 1W", left(colours=WHITE), True),
    "white in a set taken as purple": ("1R 1O 1Y 1G 1W", left(), False),
    "one tile: by shape, though not by colour": ("1R", left("2R", "2R", "2R"), True),
    "one tile: by colour, though not by shape": ("1R", left("1B", "1B", "1B"), True),
    "one tile: neither": ("1R", left("1B", "1B", "1B", "2R", "2R", "2R"), False),
    "two tiles: by their colour alone": ("1R 3R", left("1B", "1B", "1B"), True),
    "two tiles: their colour is closed": ("1R 3R", left("2R", "2R", "2R"), False),
    "six are one already": (RED, left("1R", "1R", "1R"), True),
    "the same tile twice": ("1R 1R", left(), False),
    "neither one colour nor one shape": ("1R 2O", left(), False),
    "no tile": ("", left(), False),
}


@pytest.mark.parametrize(("line", "still", "expected"), POSSIBLE.values(), ids=POSSIBLE)
def test_qwirkle_possible(line: str, still: dict[str, int], expected: bool) -> None:
    assert qwirkle_possible(tuple(line.split()), still) is expected


def test_the_tip_of_the_sheet_in_a_game() -> None:
    circles = "1R . 1R . 1R"
    (line,) = sets("2R 3R 4R 5R 6R")
    assert not qwirkle_possible(line, unseen(board_state(circles)))
    assert qwirkle_possible(line, unseen(board_state("1R . 1R")))


# Totals, winners, the sheet


def test_totals_are_lines_less_what_counts_once_plus_bonus() -> None:
    game = new_game(CLASSROOM, pieces=12)
    # Five in a column, then the corner and one more to its right: 1 + 5 for the column, 2 for the row, the corner once.
    state = add(
        game,
        laid(0, "1R@0,0 2R@0,1 3R@0,2 4R@0,3 5R@0,4"),
        laid(1, "1O@1,0 1Y@2,0"),
        laid(0, "6R@0,5"),
    )
    assert state.points == (5 + 12, 3)
    assert state.ended == "out"
    assert [row.bonus for row in state.rows] == [0, 0, 0], "this sheet knows no bonus"


WINNERS: dict[str, tuple[tuple[int, ...], bool, tuple[int, ...]]] = {
    "the most points": ((2, 4, 3), True, (1,)),
    "equal points: all of them": ((3, 2, 3), True, (0, 2)),
    "all equal": ((2, 2, 2), True, (0, 1, 2)),
    "nobody before the end": ((2, 4, 3), False, ()),
}


@pytest.mark.parametrize(("points", "ended", "winners"), WINNERS.values(), ids=WINNERS)
def test_winners(points: tuple[int, ...], ended: bool, winners: tuple[int, ...]) -> None:
    game = new_game(TILES, len(points))
    for player, (total, colour) in enumerate(zip(points, "ROY", strict=True)):
        tiles = " ".join(f"{shape}{colour}@{9 * player},{shape}" for shape in range(1, total + 1))
        # Far from all others: against the rules, but the points are plain to see.
        add(game, laid(player, tiles, overruled=player > 0))
    if ended:
        add(game, End())
    assert game.state.points == points
    assert game.state.winners == winners


@pytest.mark.parametrize(("rules", "winners"), [(CARDS_DE, (0, 1)), (CARDS_EN, ())], ids=["de", "en"])
def test_a_tie_of_qwirkles_has_several_winners_or_is_played_again(rules: RuleSet, winners: tuple[int, ...]) -> None:
    state = add(new_game(rules), arranged(0, "", RED), arranged(1, "", CIRCLES), End())
    assert (state.points, state.winners, state.leaders) == ((1, 1), winners, (0, 1))
    assert sheet_event(state)["winners"] == [("Ada", "Ben")[player] for player in winners]
    assert state.stacks == ((tuple(RED.split()),), (tuple(CIRCLES.split()),))


def test_the_bonus_decides() -> None:
    game = new_game(TILES, pieces=12)
    state = add(
        game,
        Opening((3, 2)),
        laid(0, "1R@0,0 2R@1,0 3R@2,0"),
        laid(1, "4R@3,0 5R@4,0 6R@5,0"),
        laid(0, "1O@0,1 1Y@0,2 1G@0,3"),
    )
    assert (state.points, state.ended, state.winners) == ((3 + 4 + 6, 12), "out", (0,))


def test_the_sheet_of_a_finished_game() -> None:
    game = new_game(TILES, pieces=12)
    add(game, Opening((6, 2)), laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0"))
    assert sheet_event(game.state) == {
        "event": "sheet",
        "players": [
            {"name": "Ada", "points": 18, "qwirkles": 1, "bonus": 6},
            {"name": "Ben", "points": 0, "qwirkles": 0, "bonus": 0},
        ],
        "turns": 1,
        "winners": ["Ada"],
        "finished": True,
    }


def test_the_sheet_of_a_game_that_goes_on() -> None:
    state = add(new_game(TILES), laid(0, "1R@0,0"), Exchange(1, 2), laid(0, "2R@1,0"))
    assert sheet_event(state) == {
        "event": "sheet",
        "players": [
            {"name": "Ada", "points": 3, "qwirkles": 0, "bonus": 0},
            {"name": "Ben", "points": 0, "qwirkles": 0, "bonus": 0},
        ],
        "turns": 3,
        "winners": [],
        "finished": False,
    }


def test_the_sheet_of_cards_counts_qwirkles_and_no_turn_for_new_cards() -> None:
    state = add(new_game(CARDS_EN), arranged(0, "1R 2R 3R", RED), CannotPlay(1), Pass(1), End())
    sheet = sheet_event(state)
    assert sheet["players"] == [
        {"name": "Ada", "points": 1, "qwirkles": 1, "bonus": 0},
        {"name": "Ben", "points": 0, "qwirkles": 0, "bonus": 0},
    ]
    assert (sheet["turns"], sheet["winners"]) == (2, ["Ada"])


def test_the_sheet_of_nothing() -> None:
    state = add(new_game(CARDS_DE), End())
    assert (state.started, state.points, sheet_event(state)["turns"]) == (False, (0, 0), 0)


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_the_sheet_adds_up(rules: RuleSet) -> None:
    state = last_of(random_game(rules, 3, 4)).state
    sheet = sheet_event(state)
    assert isinstance(sheet["players"], list)
    assert tuple(player["points"] for player in sheet["players"]) == state.points
    assert sum(player["qwirkles"] for player in sheet["players"]) == sum(row.qwirkles for row in state.rows)
    assert sheet["finished"] is True
    first = [player["name"] for player in sheet["players"] if player["points"] == max(state.points)]
    assert sheet["winners"] == ([] if len(first) > 1 and rules is CARDS_EN else first)


def test_a_row_says_what_it_is_worth() -> None:
    game = new_game(TILES)
    state = add(game, laid(0, "1R@0,0"), laid(1, "2O@1,0", overruled=True), Exchange(0), Stock(50))
    turn, wrong, exchange = state.rows
    assert (turn.overruled, turn.points, turn.qwirkles) == (False, 1, 0)
    assert (wrong.overruled, wrong.points) == (True, 2)
    assert (exchange.overruled, exchange.points, exchange.count, exchange.verdict) == (False, 0, None, None)
