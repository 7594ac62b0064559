"""How a game goes on: the deal, bag and hands, whose turn it is, exchanging, passing, new cards, names."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from tests.rules.games import (
    RED,
    THREES,
    add,
    arranged,
    by_name,
    first_turn,
    laid,
    new_game,
    of_cards,
    open_pieces,
    random_game,
    situation,
    threes,
)
from tests.rules.positions import sets
from tileye.rules.cards import all_cards
from tileye.rules.errors import GameError
from tileye.rules.events import CannotPlay, End, Event, Exchange, Give, Pass, Rename, Stock
from tileye.rules.flow import possible
from tileye.rules.game import Game, Setup
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, TILES, RuleSet
from tileye.rules.state import Player

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
    "new cards from a deck of four": Counted(CARDS_DE, 25, [threes(0, 1), CannotPlay(1)], 4, (9, 9)),
    "new cards from a deck of one": Counted(CARDS_EN, 22, [threes(0, 1), CannotPlay(1)], 1, (9, 9)),
    "new cards again, while there is a deck": Counted(
        CARDS_EN, 25, [threes(0, 1), CannotPlay(1), CannotPlay(1), CannotPlay(1)], 4, (9, 9)
    ),
    "a short hand draws no more than there is": Counted(
        CARDS_DE, 18, [threes(0, 1), Stock(2, (9, 4)), CannotPlay(1)], 0, (9, 6)
    ),
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
    "cards-en, no deck": None,
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
@pytest.mark.parametrize("deck", [40, 9, 5, 1], ids=lambda deck: f"deck of {deck}")
def test_after_new_cards_the_turn_goes_on(rules: RuleSet, deck: int) -> None:
    game = new_game(rules, pieces=21 + deck)
    state = add(game, threes(0, 1), CannotPlay(1))
    assert (state.whose_turn, state.new_cards, state.rows[-1].kind) == (1, True, "cannot_play")
    assert possible(state) >= {"turn", "overrule", "pass", "cannot_play"}
    assert (state.bag, state.hands) == (deck, (9, 9)), "the deck is as large as before"
    assert state.turns_left is None, "so no last round begins"
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
def test_with_an_empty_deck_only_the_pass_is_left(rules: RuleSet) -> None:
    game = new_game(rules, pieces=21)
    state = add(game, threes(0, 1))
    assert "pass" in possible(state)
    assert "cannot_play" not in possible(state)
    with pytest.raises(GameError, match=r"^there are no cards to draw: pass$"):
        game.append(CannotPlay(1))
    assert add(game, Pass(1)).turns_left == 1


@of_cards
def test_records_in_which_an_empty_deck_was_tried_are_opened_still(rules: RuleSet) -> None:
    game = new_game(rules, pieces=21)
    add(game, threes(0, 1))
    for event in (CannotPlay(1), Pass(1), CannotPlay(0), Pass(0)):
        game.take(event)
    rows = [(row.kind, row.count) for row in game.state.rows[1:]]
    assert rows == [("cannot_play", 0), ("pass", None)] * 2, "nobody has drawn anything"
    assert game.state.ended == "last_round"
    with pytest.raises(GameError, match="the game begins with a turn"):
        new_game(rules, pieces=21).take(CannotPlay(0))


@of_cards
def test_the_last_round_starts_when_the_new_deck_is_drawn(rules: RuleSet) -> None:
    game = new_game(rules, pieces=22)
    state = add(game, threes(0, 1), CannotPlay(1))
    assert (state.bag, state.hands, state.turns_left) == (1, (9, 9), None)
    state = add(game, arranged(1, "1R 2R 3R 4R"))
    assert (state.bag, state.hands, state.turns_left) == (0, (9, 9), 2)


@of_cards
def test_it_starts_at_the_end_of_a_turn_in_which_short_hands_used_the_deck_up(rules: RuleSet) -> None:
    game = new_game(rules, 3)
    state = add(game, threes(0, 1), Stock(2, (9, 4, 9)), CannotPlay(1))
    assert (state.bag, state.turns_left) == (0, None)
    assert add(game, Pass(1)).turns_left == 3


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


# The sets that these tests lay


def test_the_twelve_sets_hinder_each_other_nowhere() -> None:
    cards = all_cards(sets(" | ".join(THREES)))
    assert len(set(cards)) == len(cards) == 36
