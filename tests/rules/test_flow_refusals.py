"""What is refused and why, what stands all the same: overruled turns, and whatever is past."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.rules.games import add, arranged, known, laid, new_game, of_cards, situation, threes
from tileye.rules.errors import GameError
from tileye.rules.events import (
    Action,
    Arranged,
    CannotPlay,
    End,
    Event,
    Exchange,
    Give,
    Opening,
    Pass,
    Rename,
    Stock,
    Told,
)
from tileye.rules.flow import accept, advance, first_state
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, TILES, RuleSet
from tileye.rules.state import Player

# Refusals

START = "the game begins with a turn: the starter neither exchanges nor passes"
EMPTY_MOVE = "a turn without tiles cannot be recorded (empty_move)"
OCCUPIED = "a tile in a cell that is taken cannot be recorded (occupied)"
ILLEGAL = "this turn is illegal ({}): take it back or let it stand with an overrule"
LEGAL = "this turn is legal: there is nothing to overrule"
BOTH_SETS = "purple and white tiles together: a set has one of the two"
NOBODY = "there is no player 2: the 2 players count from 0"
MANY_CARDS = arranged(0, "1R 2R 3R 4R | 1O 2O 3O | 1Y 2Y 3Y")
REFUSED: dict[str, tuple[str, Event, str]] = {
    "another's turn": ("tiles, begun", laid(0, "2R@1,0"), "it is the turn of Ben"),
    "another's exchange": ("tiles, begun", Exchange(0, 1), "it is the turn of Ben"),
    "another's pass": ("classroom, begun", Pass(0), "it is the turn of Ben"),
    "another's new cards": ("cards-de, begun", CannotPlay(0), "it is the turn of Ben"),
    "not the starter": ("tiles, Ada starts", laid(1, "1R@0,0"), "it is the turn of Ada"),
    "a third player of two": ("tiles", laid(2, "1R@0,0"), NOBODY),
    "a pass of nobody": ("tiles", Pass(2), NOBODY),
    "a name for nobody": ("tiles", Rename(2, "Eve"), NOBODY),
    "a turn for nobody": ("tiles", Give(2), NOBODY),
    "exchange at the start": ("tiles, Ada starts", Exchange(0, 1), START),
    "pass at the start": ("classroom", Pass(0), START),
    "new cards at the start": ("cards-en, Ada starts", CannotPlay(0), START),
    "no tile": ("tiles", laid(0, ""), EMPTY_MOVE),
    "no tile, overruled": ("tiles", laid(0, "", overruled=True), EMPTY_MOVE),
    "a taken cell": ("tiles, begun", laid(1, "2R@0,0"), OCCUPIED),
    "a taken cell, overruled": ("tiles, begun", laid(1, "2R@0,0", overruled=True), OCCUPIED),
    "two tiles in one cell": ("tiles", laid(0, "1R@0,0 2R@0,0"), OCCUPIED),
    "an illegal turn": ("tiles, begun", laid(1, "2O@1,0 2O@2,0"), ILLEGAL.format("mismatch, duplicate")),
    "an illegal turn of cards": ("cards-de", arranged(0, "1R 2R"), ILLEGAL.format("set_too_small")),
    "a legal turn overruled": ("tiles", laid(0, "1R@0,0", overruled=True), LEGAL),
    "a legal turn of cards overruled": ("cards-de", arranged(0, "1R 2R 3R", overruled=True), LEGAL),
    "more tiles than in hand": (
        "tiles, Ada has three",
        laid(0, "1B@0,3 2B@1,3 3B@2,3 4B@3,3"),
        ILLEGAL.format("too_many_tiles"),
    ),
    "more cards than in hand": ("cards-de", MANY_CARDS, ILLEGAL.format("too_many_cards")),
    "cards in the tile game": (
        "tiles",
        arranged(0, "1R 2R 3R"),
        "tiles is played with tiles: this turn is one of the other game",
    ),
    "tiles in the card game": (
        "cards-en",
        laid(0, "1R@0,0"),
        "cards-en is played with cards: this turn is one of the other game",
    ),
    "purple and white": ("tiles, purple", laid(1, "1W@1,0"), BOTH_SETS),
    "purple and white, overruled": ("tiles, purple", laid(1, "2W@1,0", overruled=True), BOTH_SETS),
    "purple and white in one turn": ("cards-de", arranged(0, "1P 1W 1R"), BOTH_SETS),
    "purple and white cards": ("cards-de, purple", arranged(1, "1W 2W 3W"), BOTH_SETS),
    "a fourth copy, two of them in Qwirkles": (
        "cards-de, three red circles",
        arranged(1, "1R 2R 3R | 1R 1O 1Y"),
        ILLEGAL.format("too_many_copies"),
    ),
    "exchange in the classroom": ("classroom, begun", Exchange(1, 1), "the rules of classroom know no exchange"),
    "exchange of cards": ("cards-de, begun", Exchange(1, 1), "the rules of cards-de know no exchange"),
    "new cards for tiles": (
        "tiles, begun",
        CannotPlay(1),
        "the rules of tiles know no new cards: exchange or pass instead",
    ),
    "new cards in the classroom": (
        "classroom, begun",
        CannotPlay(1),
        "the rules of classroom know no new cards: exchange or pass instead",
    ),
    "new cards without a deck": ("cards-en, no deck", CannotPlay(1), "there are no cards to draw: pass"),
    "new cards without a hand": (
        "cards-de, Ben has none",
        CannotPlay(1),
        "without cards in hand there is nothing to show: pass",
    ),
    "opening after the start": ("tiles, begun", Opening((3, 2)), "the game has begun: who starts is decided"),
    "another's name": ("tiles", Rename(0, "Ben"), "another player is called 'Ben': give each their own name"),
    "a turn after the end": ("tiles, out", laid(1, "1O@0,1"), "the game is over"),
    "a pass after the end": ("tiles, out", Pass(1), "the game is over"),
    "an exchange after the end": ("tiles, out", Exchange(1), "the game is over"),
    "an opening after the end": ("tiles, out", Opening((1, 1)), "the game is over"),
    "an end after the end": ("tiles, out", End(), "the game is over"),
    "an end after an end": ("tiles, stopped", End(), "the game is over"),
    "a gift after the end": ("tiles, out", Give(0), "the game is over"),
    "new cards after the end": ("cards-en, stopped", CannotPlay(1), "the game is over"),
    "hands for three of two": ("tiles", Stock(50, (6, 6, 6)), "hands of up to 6 pieces for 2 players are needed"),
    "a hand of seven tiles": ("tiles", Stock(50, (6, 7)), "hands of up to 6 pieces for 2 players are needed"),
    "more tiles than there are": (
        "tiles, begun",
        Stock(96),
        "with what lies open that makes 109 pieces: there are 108 at most",
    ),
    "more cards than there are": (
        "cards-de, a Qwirkle taken",
        Stock(100, (9, 0)),
        "with what lies open that makes 115 pieces: there are 108 at most",
    ),
}


@pytest.mark.parametrize(("name", "event", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_and_why(name: str, event: Event, reason: str) -> None:
    game = situation(name)
    held = known(game)
    with pytest.raises(GameError) as refused:
        game.append(event)
    assert str(refused.value) == reason
    assert known(game) == held


# Overruled turns

FIVE = (laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0"), laid(1, "1O@0,1 2O@1,1"))
FIVE_CARDS = (arranged(0, "1R 2R 3R 4R 5R"),)
OVERRULED: dict[str, tuple[RuleSet, Sequence[Event], str, str, int]] = {
    "no contact: nothing": (TILES, FIVE, "6R@9,9", "no_contact", 0),
    "mismatch: what its lines give": (TILES, FIVE, "3B@0,2", "mismatch", 3),
    "six that are none: no bonus": (TILES, FIVE, "6O@5,0", "mismatch", 6),
    "a valid six besides: with bonus": (TILES, FIVE, "6R@5,0 3B@5,1", "mixed_move mismatch", 12 + 2),
    # The row of the two and both columns give 2 each; the two lie in two lines each and count once.
    "classroom: laid tiles count once": (CLASSROOM, FIVE[:1], "1O@0,1 3G@1,1", "mixed_move mismatch mismatch", 4),
    "a Qwirkle that is none": (CARDS_DE, FIVE_CARDS, "/ 1R 2R 3R 4R 5R 6O", "not_a_qwirkle", 0),
    "a Qwirkle beside a broken set": (CARDS_EN, FIVE_CARDS, "1O 1Y / 1R 2R 3R 4R 5R 6R", "set_too_small", 1),
}


@pytest.mark.parametrize(("rules", "before", "wrong", "codes", "points"), OVERRULED.values(), ids=OVERRULED)
def test_an_overruled_turn_scores_its_lines_and_is_marked(
    rules: RuleSet, before: Sequence[Event], wrong: str, codes: str, points: int
) -> None:
    player = len(before) % 2
    after, _, taken = wrong.partition("/")
    event = laid(player, wrong) if rules.kind == "tiles" else arranged(player, after.strip(), taken.strip())
    state = add(new_game(rules), *before, replace(event, overruled=True))
    row = state.rows[-1]
    assert row.verdict is not None
    assert [fault.code for fault in row.verdict.violations] == codes.split()
    assert (row.overruled, row.points, row.verdict.points) == (True, points, 0)
    assert state.points[row.player] == sum(other.points for other in state.rows if other.player == row.player)
    assert (row.player, state.whose_turn) == (player, 1 - player)
    assert all(not other.overruled for other in state.rows[:-1])


@of_cards
@pytest.mark.parametrize("name", ["{}", "{}, begun"])
def test_a_turn_of_cards_in_which_nothing_at_all_happened_cannot_be_overruled(rules: RuleSet, name: str) -> None:
    game = situation(name.format(rules.name))
    held = known(game)
    with pytest.raises(GameError, match="no_card_played"):
        game.append(Arranged(len(game.log), game.state.table, overruled=True))
    assert known(game) == held, "else a game would have begun although nobody has laid anything"


def test_a_mere_rearrangement_can_be_overruled() -> None:
    game = new_game(CARDS_DE)
    state = add(game, arranged(0, "1R 2R 3R | 4R 5R 6R"), arranged(1, "1R 2R 4R | 3R 5R 6R", overruled=True))
    assert (state.rows[-1].played, state.rows[-1].overruled) == ((), True)


def test_an_overruled_turn_of_too_many_tiles_leaves_no_negative_hand() -> None:
    game = new_game(TILES, pieces=12)
    add(game, laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0"), laid(1, "1O@0,1"))
    state = add(game, laid(0, "1Y@0,2 2Y@1,2 3Y@2,2", overruled=True))
    assert state.hands == (0, 5)


# What stands of the past

PAST: dict[str, tuple[RuleSet, int, Sequence[Action | Told]]] = {
    "another player's turn": (TILES, 108, [laid(0, "1R@0,0"), laid(0, "2R@1,0")]),
    "an exchange from an empty bag": (TILES, 12, [laid(0, "1R@0,0"), Exchange(1, 6)]),
    "an exchange in the classroom": (CLASSROOM, 108, [laid(0, "1R@0,0"), Exchange(1, 6)]),
    "a pass with tiles in the bag": (TILES, 108, [laid(0, "1R@0,0"), Pass(1)]),
    "a pass at the start": (CARDS_DE, 108, [Pass(0)]),
    "new cards from an empty deck": (CARDS_EN, 21, [threes(0, 1), CannotPlay(1)]),
    "new cards without a hand": (CARDS_EN, 18, [threes(0, 1), Stock(0, (6, 0)), CannotPlay(1)]),
    "new cards for tiles": (TILES, 108, [laid(0, "1R@0,0"), CannotPlay(1)]),
    "a turn after the end": (TILES, 108, [laid(0, "1R@0,0"), End(), laid(1, "2R@1,0")]),
    "an illegal turn": (TILES, 108, [laid(0, "1R@0,0"), laid(1, "2O@1,0")]),
    "a legal turn once overruled": (TILES, 108, [laid(0, "1R@0,0", overruled=True)]),
    "more pieces than there are": (TILES, 108, [laid(0, "1R@0,0"), Stock(100)]),
    "an opening after the start": (TILES, 108, [laid(0, "1R@0,0"), Opening((3, 2))]),
}


@pytest.mark.parametrize(("rules", "pieces", "events"), PAST.values(), ids=PAST)
def test_what_is_refused_now_stands_once_it_is_past(
    rules: RuleSet, pieces: int, events: Sequence[Action | Told]
) -> None:
    state = first_state(rules, (Player("Ada"), Player("Ben")), pieces, None)
    for number, event in enumerate(events[:-1], 1):
        state = advance(state, number, event)
    with pytest.raises(GameError):
        accept(state, len(events), events[-1])
    after = advance(state, len(events), events[-1])
    assert min(after.bag, *after.hands) >= 0


def test_a_legal_turn_once_overruled_is_not_marked() -> None:
    state = first_state(TILES, (Player("Ada"), Player("Ben")), 108, None)
    assert not advance(state, 1, laid(0, "1R@0,0", overruled=True)).rows[-1].overruled


def test_an_end_of_the_past_does_not_replace_an_end_by_the_rules() -> None:
    state = first_state(TILES, (Player("Ada"), Player("Ben")), 12, None)
    state = advance(state, 1, laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0"))
    state = advance(state, 2, End())
    assert (state.ended, state.rows[-1].bonus) == ("out", 6)


def test_a_turn_after_an_end_takes_the_bonus_back() -> None:
    state = first_state(TILES, (Player("Ada"), Player("Ben")), 12, None)
    state = advance(state, 1, laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0"))
    state = advance(state, 2, laid(1, "1O@0,1"))
    assert (state.ended, state.points) == (None, (12, 2))
