"""Every sentence of the English sheet of the card game about the course of a game, as a test that quotes it.

Who starts, what is drawn or passed, whose turn it is, how the game ends and who wins is here;
what may be laid and what it is worth is in `test_sheet_cards_en.py`.
"""
# ruff: noqa: E501 - the sentences stand whole on one line and as printed, so that a search finds them

import pytest

from tests.rules.games import ORANGE, RED, add, arranged, begun, new_game, refused, started_by, turns_taken
from tests.rules.positions import sets
from tileye.rules.events import CannotPlay, End, Event, Exchange, Opening, Pass, Stock
from tileye.rules.rulesets import CARDS_DE, CARDS_EN
from tileye.rules.state import unseen
from tileye.rules.tiles import best_match

# The cards in English: before the start


def test_cards_en_deal_9_cards_to_each_player() -> None:
    """Shuffle the cards thoroughly. Deal 9 cards to each player. Put the remainder of the deck to one side of the play area."""
    state = new_game(CARDS_EN, 4).state
    assert (state.hands, state.bag) == ((9, 9, 9, 9), 72)


def test_cards_en_the_player_with_the_largest_set_goes_first() -> None:
    """The player with the largest set of cards that are all one shape or all one color, without duplicates, goes first."""
    (hand,) = sets("1R 1R 1R 2R 3R 4O 5G 6P 6B")
    assert best_match(hand) == 3, "without duplicates"
    assert started_by(CARDS_EN, (3, 4, 5)) == 2


def test_cards_en_if_there_is_a_tie_the_oldest_player_goes_first() -> None:
    """If there is a tie, the oldest player in the tie goes first."""
    assert started_by(CARDS_EN, (4, 4, 3), ("2010", "2012", "1950")) == 0


def test_cards_en_the_first_player_does_not_have_to_play_the_largest_set() -> None:
    """The first player does NOT have to play his or her largest set."""
    for table in ("1R 2R 3R", "1R 2R 3R 4R", "1R 2R 3R | 1B 2B 3B", "1R 2R 3R 4R 5R"):
        state = add(new_game(CARDS_EN), Opening((4, 3)), arranged(0, table))
        assert not state.rows[-1].overruled


def test_cards_en_play_continues_clockwise() -> None:
    """Play continues clockwise."""
    turns: list[Event] = [
        arranged(1, "1R 2R 3R"),
        arranged(2, "1R 2R 3R 4R"),
        CannotPlay(3),
        Pass(3),
        arranged(0, "1R 2R 3R 4R 5R"),
    ]
    assert turns_taken(CARDS_EN, turns) == [2, 3, 3, 0, 1]


def test_cards_en_reshuffled_and_dealt_again() -> None:
    """If none of the players has a set of at least 3 cards to start the game, all the cards are reshuffled and dealt again."""
    game = new_game(CARDS_EN)
    assert add(game, Opening((2, 2))).deal_again
    assert refused(game, arranged(0, "1R 2R 3R")) == "nobody declared 3: shuffle, deal again and declare anew"
    assert add(game, Opening((3, 2))).whose_turn == 0


# The cards in English: a turn


def test_cards_en_you_must_play_at_least_one_card() -> None:
    """On your turn you must play at least one card."""
    game = begun(CARDS_EN)
    assert "no_card_played" in refused(game, arranged(1, "1R 2R 3R"))
    assert refused(game, Pass(1)) == "who cannot play shows the hand and draws new cards first (cannot_play)"
    assert refused(game, Exchange(1, 1)) == "the rules of cards-en know no exchange"


def test_cards_en_whenever_you_make_a_qwirkle_remove_it() -> None:
    """Whenever you make a Qwirkle, remove the Qwirkle from the play area."""
    game = new_game(CARDS_EN)
    add(game, arranged(0, "1R 2R 3R 4R 5R"))
    assert "qwirkle_left" in refused(game, arranged(1, RED))
    assert add(game, arranged(1, "", RED)).table == ()


def test_cards_en_count_how_many_qwirkles_you_made() -> None:
    """Set the cards to your side so that you can count how many Qwirkles you made at the end of the game."""
    game = new_game(CARDS_EN)
    state = add(game, arranged(0, "1R 2R 3R 4R 5R"), arranged(1, "1B 2B 3B", RED), arranged(0, "1B 2B 3B", ORANGE))
    assert (state.points, state.stacks) == ((1, 1), (sets(ORANGE), sets(RED)))


def test_cards_en_all_players_are_allowed_to_look() -> None:
    """All players are allowed to look at the completed Qwirkles at any point in the game."""
    state = add(new_game(CARDS_EN), arranged(0, "", RED))
    assert state.stacks[0] == sets(RED)
    assert unseen(state)["6R"] == 2


def test_cards_en_draw_until_you_have_9_cards() -> None:
    """At the end of your turn, draw until you have 9 cards in your hand."""
    game = begun(CARDS_EN)
    state = add(game, arranged(1, "1R 2R 3R 4R | 1B 2B 3B"))
    assert (state.bag, state.hands) == (83, (9, 9))


def test_cards_en_draw_until_you_have_9_cards_after_a_pass() -> None:
    """At the end of your turn, draw until you have 9 cards in your hand."""
    state = add(begun(CARDS_EN, pieces=25), CannotPlay(1), Pass(1))
    assert (state.bag, state.hands) == (4, (9, 9))


# The cards in English: the end


@pytest.mark.parametrize("drawer", [0, 1, 2])
def test_cards_en_each_player_gets_one_more_turn(drawer: int) -> None:
    """When the last card is drawn, each player gets one more turn. The player who drew the last card will have the last turn."""
    game = new_game(CARDS_EN, 3)
    first, second = (drawer + 2) % 3, (drawer + 1) % 3
    state = add(game, arranged(first, "1R 2R 3R"), Stock(1), arranged(drawer, "1R 2R 3R 4R"))
    assert (state.bag, state.ended) == (0, None)
    turns = []
    while not game.state.ended:
        turns.append(game.state.whose_turn or 0)
        add(game, Pass(turns[-1]))
    assert (turns, game.state.ended) == ([second, first, drawer], "last_round")


def test_cards_en_the_player_with_the_most_qwirkles_wins() -> None:
    """The player with the most Qwirkles wins the game."""
    state = add(new_game(CARDS_EN), arranged(0, "1R 2R 3R 4R 5R"), arranged(1, "", RED), End())
    assert (state.points, state.winners) == ((0, 1), (1,))


def test_cards_en_the_tied_players_agree_to_a_rematch() -> None:
    """If there is a tie, the tied players shake hands and agree to a rematch in the future."""
    state = add(new_game(CARDS_EN), arranged(0, "", RED), arranged(1, "", ORANGE), End())
    assert (state.winners, state.leaders) == ((), (0, 1))
    assert (CARDS_EN.tie_winner, CARDS_DE.tie_winner) == ("rematch", "shared")
