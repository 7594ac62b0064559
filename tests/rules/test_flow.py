"""How a game goes on: what is drawn, whose turn it is, what is refused and why, and how it ends."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from rules.cards import all_cards
from rules.events import (
    Action,
    Arranged,
    CannotPlay,
    End,
    Event,
    Exchange,
    Give,
    Laid,
    Opening,
    Pass,
    Rename,
    Stock,
    Told,
)
from rules.flow import GameError, accept, advance, first_state, possible
from rules.game import Game, Setup
from rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, RULE_SETS, TILES, RuleSet
from rules.state import Player, State
from tests.rules.games import add, arranged, known, laid, new_game, open_pieces, random_game, random_turn
from tests.rules.positions import sets

CARD_RULES, TILE_RULES = (CARDS_DE, CARDS_EN), (TILES, CLASSROOM)
RED, CIRCLES = "1R 2R 3R 4R 5R 6R", "1R 1O 1Y 1G 1B 1P"
THREES = [f"{a}{c} {b}{c} {d}{c}" for a, b, d in ("123", "456") for c in "ROYGBP"]
"""Twelve sets of three that hinder each other nowhere."""


def threes(player: int, count: int) -> Arranged:
    """A turn after which so many sets of three lie on the table: each such turn plays three cards."""
    return arranged(player, " | ".join(THREES[:count]))


def first_turn(rules: RuleSet, player: int = 0) -> Event:
    """Three pieces to begin with."""
    return laid(player, "1R@0,0 2R@1,0 3R@2,0") if rules.kind == "tiles" else threes(player, 1)


ONE, SIX = laid(0, "1R@0,0"), laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0")
SITUATIONS: dict[str, tuple[RuleSet, int, Sequence[Event]]] = {
    "tiles": (TILES, 108, ()),
    "tiles, Ada starts": (TILES, 108, (Opening((3, 2)),)),
    "tiles, tied": (TILES, 108, (Opening((3, 3)),)),
    "tiles, begun": (TILES, 108, (ONE,)),
    "tiles, 2 in the bag": (TILES, 15, (ONE,)),
    "tiles, 1 in the bag": (TILES, 14, (ONE,)),
    "tiles, bag empty": (TILES, 13, (ONE,)),
    "tiles, purple": (TILES, 108, (laid(0, "1P@0,0"),)),
    "tiles, Ada has three": (
        TILES,
        13,
        (laid(0, "1R@0,0 2R@1,0 3R@2,0"), laid(1, "1O@0,1"), laid(0, "1Y@0,2"), laid(1, "2O@1,1")),
    ),
    "tiles, out": (TILES, 12, (SIX,)),
    "tiles, stopped": (TILES, 108, (End(),)),
    "classroom": (CLASSROOM, 108, ()),
    "classroom, begun": (CLASSROOM, 108, (ONE,)),
    "classroom, bag empty": (CLASSROOM, 12, (ONE,)),
    "cards-de": (CARDS_DE, 108, ()),
    "cards-de, dealt again": (CARDS_DE, 108, (Opening((2, 2)),)),
    "cards-de, begun": (CARDS_DE, 108, (threes(0, 1),)),
    "cards-de, new cards": (CARDS_DE, 108, (threes(0, 1), CannotPlay(1))),
    "cards-de, purple": (CARDS_DE, 108, (arranged(0, "", "1P 2P 3P 4P 5P 6P"),)),
    "cards-de, three red circles": (
        CARDS_DE,
        108,
        (arranged(0, "", RED), arranged(1, "", CIRCLES), arranged(0, "1R 2R 3R")),
    ),
    "cards-de, a Qwirkle taken": (CARDS_DE, 108, (arranged(0, "", RED),)),
    "cards-de, Ben has none": (CARDS_DE, 18, (threes(0, 1), Stock(0, (6, 0)))),
    "cards-en": (CARDS_EN, 108, ()),
    "cards-en, Ada starts": (CARDS_EN, 108, (Opening((3, 2)),)),
    "cards-en, begun": (CARDS_EN, 108, (threes(0, 1),)),
    "cards-en, new cards": (CARDS_EN, 108, (threes(0, 1), CannotPlay(1))),
    "cards-en, no deck": (CARDS_EN, 18, (threes(0, 1),)),
    "cards-en, no deck, no new cards": (CARDS_EN, 18, (threes(0, 1), CannotPlay(1))),
    "cards-en, stopped": (CARDS_EN, 108, (threes(0, 1), End())),
}
"""Where Ada and Ben stand; from "begun" on it is Ben's turn."""


def situation(name: str) -> Game:
    """A game that stands so."""
    rules, pieces, events = SITUATIONS[name]
    game = new_game(rules, pieces=pieces)
    add(game, *events)
    return game


by_name = pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
of_cards = pytest.mark.parametrize("rules", CARD_RULES, ids=lambda rules: rules.name)
of_tiles = pytest.mark.parametrize("rules", TILE_RULES, ids=lambda rules: rules.name)


# The deal

DEALS: dict[str, tuple[RuleSet, int, int, int, tuple[int, ...]]] = {
    "tiles, two": (TILES, 2, 108, 96, (6, 6)),
    "tiles, three": (TILES, 3, 108, 90, (6, 6, 6)),
    "tiles, four": (TILES, 4, 108, 84, (6, 6, 6, 6)),
    "tiles, five are lost": (TILES, 2, 103, 91, (6, 6)),
    "tiles, just enough": (TILES, 2, 12, 0, (6, 6)),
    "classroom, four": (CLASSROOM, 4, 108, 84, (6, 6, 6, 6)),
    "cards-de, two": (CARDS_DE, 2, 108, 90, (9, 9)),
    "cards-de, four": (CARDS_DE, 4, 108, 72, (9, 9, 9, 9)),
    "cards-en, three": (CARDS_EN, 3, 108, 81, (9, 9, 9)),
    "cards-en, one is lost": (CARDS_EN, 2, 107, 89, (9, 9)),
    "cards-en, just enough": (CARDS_EN, 4, 36, 0, (9, 9, 9, 9)),
}


@pytest.mark.parametrize(("rules", "players", "pieces", "bag", "hands"), DEALS.values(), ids=DEALS)
def test_the_deal(rules: RuleSet, players: int, pieces: int, bag: int, hands: tuple[int, ...]) -> None:
    state = new_game(rules, players, pieces=pieces).state
    assert (state.bag, state.hands, state.pieces) == (bag, hands, pieces)
    assert (state.whose_turn, state.started, state.ended, state.rows) == (None, False, None, ())
    assert (state.passes, state.board, state.table) == (0, {}, ())
    assert state.turns_left == (players if rules.kind == "cards" and not bag else None)


NO_DEALS: dict[str, tuple[RuleSet, tuple[str, ...], int, str]] = {
    "one player": (TILES, ("Ada",), 108, "tiles is for 2 to 4 players, not 1"),
    "nobody": (CARDS_DE, (), 108, "cards-de is for 2 to 4 players, not 0"),
    "five players": (TILES, tuple("ABCDE"), 108, "tiles is for 2 to 4 players, not 5"),
    "the same name twice": (TILES, ("Ada", "Ben", "Ada"), 108, "two players have the same name: give each their own"),
    "too few tiles": (TILES, ("Ada", "Ben"), 11, "11 pieces: 12 to 108 are needed for 2 players"),
    "too few cards": (CARDS_EN, ("Ada", "Ben", "Cem"), 26, "26 pieces: 27 to 108 are needed for 3 players"),
    "too many": (CLASSROOM, ("Ada", "Ben"), 109, "109 pieces: 12 to 108 are needed for 2 players"),
}


@pytest.mark.parametrize(("rules", "names", "pieces", "reason"), NO_DEALS.values(), ids=NO_DEALS)
def test_what_cannot_be_dealt(rules: RuleSet, names: tuple[str, ...], pieces: int, reason: str) -> None:
    with pytest.raises(GameError) as refused:
        Game(Setup(rules, tuple(map(Player, names)), None, pieces))
    assert str(refused.value) == reason


# Bag and hands


class Counted(NamedTuple):
    """What a game of two counts after some events."""

    rules: RuleSet
    pieces: int
    events: Sequence[Event]
    bag: int
    hands: tuple[int, int]


COUNTED = {
    "laid tiles are drawn again": Counted(TILES, 108, [laid(0, "1R@0,0 2R@1,0")], 94, (6, 6)),
    "both draw": Counted(TILES, 108, [laid(0, "1R@0,0 2R@1,0"), laid(1, "3R@2,0")], 93, (6, 6)),
    "an exchange leaves all counts": Counted(TILES, 108, [laid(0, "1R@0,0"), Exchange(1, 6)], 95, (6, 6)),
    "so does one of unknown size": Counted(TILES, 108, [laid(0, "1R@0,0"), Exchange(1)], 95, (6, 6)),
    "a pass leaves all counts": Counted(CLASSROOM, 108, [laid(0, "1R@0,0"), Pass(1)], 95, (6, 6)),
    "the bag gives what it has": Counted(TILES, 13, [laid(0, "1R@0,0 2R@1,0 3R@2,0")], 0, (4, 6)),
    "the bag gives its last": Counted(TILES, 14, [laid(0, "1R@0,0 2R@1,0")], 0, (6, 6)),
    "from an empty bag nothing is drawn": Counted(TILES, 12, [laid(0, "1R@0,0 2R@1,0")], 0, (4, 6)),
    "the next draws nothing either": Counted(TILES, 13, [laid(0, "1R@0,0 2R@1,0"), laid(1, "3R@2,0")], 0, (5, 5)),
    "cards are drawn up to nine": Counted(CARDS_DE, 108, [threes(0, 1)], 87, (9, 9)),
    "cards of a taken Qwirkle, too": Counted(CARDS_DE, 108, [arranged(0, "", RED)], 84, (9, 9)),
    "only cards from the hand are drawn again": Counted(
        CARDS_DE, 108, [arranged(0, "1R 2R 3R 4R"), arranged(1, "1R 2R 3R | 4R 4O 4B")], 84, (9, 9)
    ),
    "the deck gives what it has": Counted(CARDS_DE, 20, [threes(0, 1)], 0, (8, 9)),
    "new cards: nine against nine": Counted(CARDS_DE, 108, [threes(0, 1), CannotPlay(1)], 87, (9, 9)),
    "new cards from a deck of exactly nine": Counted(CARDS_EN, 30, [threes(0, 1), CannotPlay(1)], 9, (9, 9)),
    "new cards from a deck of four": Counted(CARDS_DE, 25, [threes(0, 1), CannotPlay(1)], 9, (9, 4)),
    "new cards from a deck of one": Counted(CARDS_EN, 22, [threes(0, 1), CannotPlay(1)], 9, (9, 1)),
    "from an empty deck the old cards are kept": Counted(CARDS_DE, 21, [threes(0, 1), CannotPlay(1)], 0, (9, 9)),
    "also a hand that is not full": Counted(CARDS_DE, 20, [threes(0, 1), threes(1, 2), CannotPlay(0)], 0, (8, 6)),
    "a turn after few new cards draws up to nine": Counted(
        CARDS_DE, 25, [threes(0, 1), CannotPlay(1), threes(1, 2)], 1, (9, 9)
    ),
    "so does a pass after few new cards": Counted(CARDS_DE, 25, [threes(0, 1), CannotPlay(1), Pass(1)], 4, (9, 9)),
}


@pytest.mark.parametrize("row", COUNTED.values(), ids=COUNTED)
def test_bag_and_hands(row: Counted) -> None:
    state = add(new_game(row.rules, pieces=row.pieces), *row.events)
    assert (state.bag, state.hands) == (row.bag, row.hands)
    assert state.bag + sum(state.hands) + open_pieces(state) == row.pieces


@by_name
@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_every_turn_it_is_the_next_players(rules: RuleSet, players: int) -> None:
    for game in random_game(rules, players, players):
        rows = game.state.rows
        if rows and not game.state.ended:
            closed = rows[-1].kind != "cannot_play"
            assert game.state.whose_turn == (rows[-1].player + closed) % players


# Exchanging

EXCHANGES: dict[str, tuple[str, int | None, str | None]] = {
    "one": ("tiles, begun", 1, None),
    "six": ("tiles, begun", 6, None),
    "nobody saw how many": ("tiles, begun", None, None),
    "none": ("tiles, begun", 0, "0 pieces cannot be exchanged: the bag and the hand allow 1 to 6"),
    "seven": ("tiles, begun", 7, "7 pieces cannot be exchanged: the bag and the hand allow 1 to 6"),
    "all of the bag": ("tiles, 2 in the bag", 2, None),
    "more than that": ("tiles, 2 in the bag", 3, "3 pieces cannot be exchanged: the bag and the hand allow 1 to 2"),
    "nobody saw how many of two": ("tiles, 2 in the bag", None, None),
    "the last one": ("tiles, 1 in the bag", 1, None),
    "none is left": ("tiles, bag empty", 1, "the bag is empty: nothing can be exchanged"),
    "none is left, nobody saw": ("tiles, bag empty", None, "the bag is empty: nothing can be exchanged"),
}


@pytest.mark.parametrize(("name", "count", "reason"), EXCHANGES.values(), ids=EXCHANGES)
def test_how_many_tiles_can_be_exchanged(name: str, count: int | None, reason: str | None) -> None:
    game = situation(name)
    if reason is None:
        state = add(game, Exchange(1, count))
        assert (state.rows[-1].kind, state.rows[-1].count, state.whose_turn) == ("exchange", count, 0)
        assert state.points == (1, 0)
    else:
        with pytest.raises(GameError) as refused:
            game.append(Exchange(1, count))
        assert str(refused.value) == reason


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
    "new cards twice": (
        "cards-de, new cards",
        CannotPlay(1),
        "new cards were drawn in this turn already: play or pass",
    ),
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


# Passing

NO_PASS = "passing is not possible while the bag holds {}: who cannot lay a tile exchanges"
SHOW_FIRST = "who cannot play shows the hand and draws new cards first (cannot_play)"
PASSES: dict[str, str | None] = {
    "tiles, bag empty": None,
    "tiles, 1 in the bag": NO_PASS.format(1),
    "tiles, begun": NO_PASS.format(95),
    "classroom, begun": None,
    "classroom, bag empty": None,
    "cards-de, new cards": None,
    "cards-en, new cards": None,
    "cards-de, begun": SHOW_FIRST,
    "cards-en, no deck": SHOW_FIRST,
    "cards-en, no deck, no new cards": None,
    "cards-de, Ben has none": None,
}


@pytest.mark.parametrize(("name", "reason"), PASSES.items(), ids=PASSES)
def test_when_a_player_may_pass(name: str, reason: str | None) -> None:
    game = situation(name)
    if reason is None:
        state = add(game, Pass(1))
        assert (state.rows[-1].kind, state.whose_turn, state.passes) == ("pass", 0, 1)
    else:
        with pytest.raises(GameError) as refused:
            game.append(Pass(1))
        assert str(refused.value) == reason


# Cannot play


@of_cards
@pytest.mark.parametrize("deck", [40, 9, 5, 1, 0], ids=lambda deck: f"deck of {deck}")
def test_after_new_cards_the_turn_goes_on(rules: RuleSet, deck: int) -> None:
    game = new_game(rules, pieces=21 + deck)
    state = add(game, threes(0, 1), CannotPlay(1))
    assert (state.whose_turn, state.new_cards, state.rows[-1].kind) == (1, True, "cannot_play")
    assert possible(state) >= {"turn", "overrule", "pass"}
    assert "cannot_play" not in possible(state)
    if deck:
        assert state.turns_left is None, "drawing it empty starts no last round, since the old cards make a new deck"
    state = add(game, arranged(1, "1R 2R 3R 4R"))
    assert (state.whose_turn, state.new_cards) == (0, False)
    assert [row.number for row in state.rows] == [1, 2, 2], "new cards share the number of the turn"


@of_cards
def test_new_cards_belong_to_one_turn(rules: RuleSet) -> None:
    game = new_game(rules)
    state = add(game, threes(0, 1), CannotPlay(1), Pass(1))
    assert (state.whose_turn, state.new_cards) == (0, False)
    with pytest.raises(GameError, match=r"^who cannot play shows the hand"):
        game.append(Pass(0))
    assert add(game, CannotPlay(0)).new_cards


@of_cards
def test_giving_the_turn_to_oneself_brings_no_second_new_hand(rules: RuleSet) -> None:
    game = new_game(rules)
    add(game, threes(0, 1), CannotPlay(1), Give(1))
    with pytest.raises(GameError, match=r"^new cards were drawn in this turn already: play or pass$"):
        game.append(CannotPlay(1))


@of_cards
def test_few_new_cards_bound_the_turn(rules: RuleSet) -> None:
    game = new_game(rules, pieces=23)
    add(game, threes(0, 1), CannotPlay(1))
    with pytest.raises(GameError, match=r"illegal \(too_many_cards\)"):
        game.append(threes(1, 2))


@of_cards
def test_the_last_round_starts_when_the_new_deck_is_drawn(rules: RuleSet) -> None:
    game = new_game(rules, pieces=22)
    state = add(game, threes(0, 1), CannotPlay(1))
    assert (state.bag, state.hands, state.turns_left) == (9, (9, 1), None)
    state = add(game, arranged(1, "1R 2R 3R 4R"))
    assert (state.bag, state.hands, state.turns_left) == (0, (9, 9), 2)


# The last round


@of_cards
@pytest.mark.parametrize(("players", "drawer"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 3)])
def test_after_the_last_card_everybody_has_one_turn_and_the_drawer_is_last(
    rules: RuleSet, players: int, drawer: int
) -> None:
    game = new_game(rules, players, pieces=9 * players + 3 * (drawer + 1))
    for player in range(drawer + 1):
        state = add(game, threes(player, player + 1))
    assert (state.bag, state.turns_left, state.ended) == (0, players, None)
    for turn in range(1, players + 1):
        assert game.state.ended is None
        state = add(game, threes((drawer + turn) % players, drawer + 1 + turn))
        assert state.turns_left == players - turn
    assert (state.ended, state.rows[-1].player) == ("last_round", drawer)
    assert [row.bonus for row in state.rows] == [0] * len(state.rows)


@of_cards
def test_the_last_round_counts_passes_and_new_cards_are_none(rules: RuleSet) -> None:
    game = new_game(rules, pieces=21)
    state = add(game, threes(0, 1))
    assert state.turns_left == 2
    assert add(game, CannotPlay(1)).turns_left == 2, "the turn goes on"
    assert add(game, Pass(1)).turns_left == 1
    assert add(game, CannotPlay(0), Pass(0)).ended == "last_round", "though everybody passed in a row, too"


@of_cards
def test_who_draws_the_last_card_need_not_fill_the_hand(rules: RuleSet) -> None:
    state = add(new_game(rules, pieces=19), threes(0, 1))
    assert (state.bag, state.hands, state.turns_left) == (0, (7, 9), 2)


@of_cards
def test_without_a_deck_everybody_has_one_turn_from_the_start(rules: RuleSet) -> None:
    game = new_game(rules, 3, pieces=27)
    state = add(game, threes(0, 1), threes(1, 2))
    assert (state.turns_left, state.ended) == (1, None)
    assert add(game, threes(2, 3)).ended == "last_round"


@of_cards
def test_an_empty_hand_ends_no_card_game(rules: RuleSet) -> None:
    game = new_game(rules, pieces=21)
    add(game, threes(0, 1))
    state = add(game, arranged(1, " | ".join([*THREES[:4]])))
    assert (state.hands, state.ended, state.turns_left) == ((9, 0), None, 1)


# Out

OUT: dict[str, tuple[RuleSet, int]] = {"tiles: six points": (TILES, 6), "classroom: no bonus": (CLASSROOM, 0)}


@pytest.mark.parametrize(("rules", "bonus"), OUT.values(), ids=OUT)
def test_the_last_tile_ends_the_game_at_once(rules: RuleSet, bonus: int) -> None:
    game = new_game(rules, 3, pieces=18)
    add(game, laid(0, "1R@0,0 2R@1,0 3R@2,0"), laid(1, "4R@3,0"), laid(2, "5R@4,0"))
    assert game.state.ended is None
    state = add(game, laid(0, "1O@0,1 1Y@0,2 1G@0,3"))
    assert (state.ended, state.hands) == ("out", (0, 5, 5))
    assert [row.bonus for row in state.rows] == [0, 0, 0, bonus]
    assert state.points == (3 + 4 + bonus, 4, 5)
    assert [row.verdict.bonus for row in state.rows if row.verdict] == [0, 0, 0, bonus]
    assert state.winners == (0,)


@of_tiles
def test_an_empty_hand_ends_nothing_while_the_bag_holds_something(rules: RuleSet) -> None:
    state = add(new_game(rules, pieces=13), laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0"))
    assert (state.ended, state.bag, state.hands, state.rows[-1].bonus) == (None, 0, (1, 6), 0)
    assert state.rows[-1].verdict is not None
    assert state.rows[-1].verdict.bonus == 0


def test_the_bonus_comes_even_where_the_last_turn_was_overruled() -> None:
    game = new_game(TILES, pieces=12)
    state = add(game, laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 5R@5,0", overruled=True))
    assert (state.ended, state.rows[-1].bonus, state.points) == ("out", 6, (12, 0))


# Everybody passed

ALL_PASSED: dict[str, tuple[RuleSet, int, Sequence[Event]]] = {
    "tiles, two": (TILES, 2, [Pass(1), Pass(0)]),
    "tiles, four": (TILES, 4, [Pass(1), Pass(2), Pass(3), Pass(0)]),
    "tiles, a turn between": (TILES, 2, [Pass(1), laid(0, "2R@1,0"), Pass(1), Pass(0)]),
    "classroom, two": (CLASSROOM, 2, [Pass(1), Pass(0)]),
    "classroom, three": (CLASSROOM, 3, [Pass(1), laid(2, "2R@1,0"), Pass(0), Pass(1), Pass(2)]),
    "cards-de, two": (CARDS_DE, 2, [CannotPlay(1), Pass(1), CannotPlay(0), Pass(0)]),
    "cards-en, two": (CARDS_EN, 2, [CannotPlay(1), Pass(1), CannotPlay(0), Pass(0)]),
}


@pytest.mark.parametrize(("rules", "players", "events"), ALL_PASSED.values(), ids=ALL_PASSED)
def test_when_everybody_has_passed_in_a_row_the_game_ends(
    rules: RuleSet, players: int, events: Sequence[Event]
) -> None:
    game = new_game(rules, players, pieces=108 if rules.passes != "bag empty" else 6 * players)
    add(game, laid(0, "1R@0,0") if rules.kind == "tiles" else threes(0, 1))
    for event in events:
        assert game.state.ended is None
        add(game, event)
    assert game.state.ended == "all_passed"
    assert all(row.bonus == 0 for row in game.state.rows)


def test_an_exchange_breaks_the_row_of_passes() -> None:
    game = new_game(TILES, 3, pieces=18)
    add(game, laid(0, "1R@0,0"), Pass(1), Pass(2), Stock(4), Exchange(0, 4), Stock(0), Pass(1), Pass(2))
    assert (game.state.ended, game.state.passes) == (None, 2)
    assert add(game, Pass(0)).ended == "all_passed"


# End now


@by_name
def test_end_now_ends_without_bonus(rules: RuleSet) -> None:
    state = add(new_game(rules), first_turn(rules), End())
    assert (state.ended, [row.bonus for row in state.rows]) == ("stopped", [0])
    assert state.points == ((3, 0) if rules.kind == "tiles" else (0, 0))


@by_name
def test_a_game_can_end_before_it_began(rules: RuleSet) -> None:
    state = add(new_game(rules), End())
    assert (state.ended, state.points) == ("stopped", (0, 0))


@by_name
def test_after_an_end_only_names_and_stock_change(rules: RuleSet) -> None:
    state = add(new_game(rules), first_turn(rules), End())
    assert possible(state) == {"rename", "stock"}


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


# Names and turns for others


@by_name
def test_a_new_name_changes_nothing_else(rules: RuleSet) -> None:
    game = new_game(rules, born=("2010", None))
    before = add(game, first_turn(rules))
    state = add(game, Rename(0, "Zoe"))
    assert state.players == (Player("Zoe", "2010"), Player("Ben"))
    assert (state.rows, state.points, state.whose_turn) == (before.rows, before.points, before.whose_turn)
    assert add(game, Rename(0, "Zoe")).players[0].name == "Zoe", "one's own name is no other's"
    assert add(game, Rename(1, "Ada")).players[1].name == "Ada", "the old name is free again"


@by_name
def test_names_can_change_after_the_end(rules: RuleSet) -> None:
    state = add(new_game(rules), first_turn(rules), End(), Rename(1, "Zoe"))
    assert (state.ended, state.players[1].name) == ("stopped", "Zoe")


@by_name
def test_the_coming_turn_can_be_given_away(rules: RuleSet) -> None:
    game = new_game(rules, 4)
    state = add(game, first_turn(rules), Give(3))
    assert state.whose_turn == 3
    with pytest.raises(GameError, match=r"^it is the turn of Dea$"):
        game.append(laid(1, "4R@3,0") if rules.kind == "tiles" else threes(1, 2))
    assert add(game, laid(3, "4R@3,0") if rules.kind == "tiles" else threes(3, 2)).whose_turn == 0


# What stands of the past

PAST: dict[str, tuple[RuleSet, int, Sequence[Action | Told]]] = {
    "another player's turn": (TILES, 108, [laid(0, "1R@0,0"), laid(0, "2R@1,0")]),
    "an exchange from an empty bag": (TILES, 12, [laid(0, "1R@0,0"), Exchange(1, 6)]),
    "an exchange in the classroom": (CLASSROOM, 108, [laid(0, "1R@0,0"), Exchange(1, 6)]),
    "a pass with tiles in the bag": (TILES, 108, [laid(0, "1R@0,0"), Pass(1)]),
    "a pass at the start": (CARDS_DE, 108, [Pass(0)]),
    "new cards twice": (CARDS_EN, 108, [threes(0, 1), CannotPlay(1), CannotPlay(1)]),
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


# No state without a possible event

WAYS_OUT = {"exchange", "pass", "cannot_play"}


def probe(state: State, name: str, random: Random) -> Action | Told | None:
    """An event of this name that says nothing wrong in itself, None where chance offers none."""
    player = state.whose_turn or 0
    probes: dict[str, Action | Told] = {
        "exchange": Exchange(player, 1),
        "pass": Pass(player),
        "cannot_play": CannotPlay(player),
        "give": Give(player),
        "end": End(),
        "rename": Rename(player, "Zoe"),
        "stock": Stock(state.bag, state.hands),
        "opening": Opening((4,) + (3,) * (len(state.players) - 1)),
        "overrule": wrong_turn(state, player),
    }
    return random_turn(state, random) if name == "turn" else probes[name]


def wrong_turn(state: State, player: int) -> Laid | Arranged:
    """A turn that no sheet allows: two far tiles that do not match, a card alone."""
    if state.rules.kind == "tiles":
        return laid(player, "1R@50,50 2G@51,50", overruled=True)
    return Arranged(player, (*state.table, ("1R",)), (), overruled=True)


NAMES = ("opening", "turn", "exchange", "pass", "cannot_play", "overrule", "rename", "give", "stock", "end")
GAMES = [(rules, seed) for rules in RULE_SETS for seed in range(8)]


@pytest.mark.parametrize(("rules", "seed"), GAMES, ids=[f"{rules.name} {seed}" for rules, seed in GAMES])
def test_no_state_without_a_possible_event(rules: RuleSet, seed: int) -> None:
    random = Random(seed)
    players = 2 + seed % 3
    pieces = 108 if seed < 4 else rules.hand * players + random.randint(0, 30)
    for game in random_game(rules, seed, players, pieces=pieces):
        offered = possible(game.state)
        if game.state.started and not game.state.ended:
            assert offered & WAYS_OUT, "a player who has nothing to lay must be able to go on"
        for name in NAMES:
            event = probe(game.state, name, random)
            if event is not None:
                assert is_accepted(game.state, event) == (name in offered), name


def is_accepted(state: State, event: Action | Told) -> bool:
    try:
        accept(state, 1, event)
    except GameError:
        return False
    return True


def test_the_games_that_were_looked_at_meet_every_way_out() -> None:
    met = {row.kind for rules, seed in GAMES[::8] for game in random_game(rules, seed) for row in game.state.rows}
    assert met == {"turn", *WAYS_OUT}


TELL = {"rename", "stock"}
PLAY = {"turn", "overrule", "give", "end", *TELL}
OFFERED: dict[str, set[str]] = {
    "tiles": {"opening", *PLAY},
    "tiles, Ada starts": {"opening", *PLAY},
    "tiles, tied": {"opening", "end", *TELL},
    "cards-de, dealt again": {"opening", "end", *TELL},
    "tiles, begun": {"exchange", *PLAY},
    "tiles, bag empty": {"pass", *PLAY},
    "classroom, begun": {"pass", *PLAY},
    "cards-en, begun": {"cannot_play", *PLAY},
    "cards-de, new cards": {"pass", *PLAY},
    "cards-de, Ben has none": {"pass", *PLAY},
    "tiles, out": TELL,
    "cards-en, stopped": TELL,
}


@pytest.mark.parametrize(("name", "offered"), OFFERED.items(), ids=OFFERED)
def test_what_is_offered(name: str, offered: set[str]) -> None:
    assert possible(situation(name).state) == offered


def test_the_twelve_sets_hinder_each_other_nowhere() -> None:
    cards = all_cards(sets(" | ".join(THREES)))
    assert len(set(cards)) == len(cards) == 36
