"""The English sheet of the card game, sentence by sentence: each test quotes in its docstring what it checks."""
# ruff: noqa: E501, RUF002 - the sentences stand whole on one line and as printed, so that a search finds them

import pytest

from tests.rules.positions import sets
from tileye.rules.cards import judge_table
from tileye.rules.rulesets import CARDS_EN
from tileye.rules.tiles import best_match

SIX = "1R 2R 3R 4R 5R 6R"


def wrong(before: str, after: str, taken: str = "", opening: int | None = None) -> list[str]:
    """The codes of all violations."""
    verdict = judge_table(CARDS_EN, sets(before), sets(after), sets(taken), opening=opening)
    return sorted(fault.code for fault in verdict.violations)


def qwirkles(before: str, after: str, taken: str) -> int:
    """The points of a legal turn."""
    verdict = judge_table(CARDS_EN, sets(before), sets(after), sets(taken))
    assert verdict.legal
    return verdict.points


# Object, Setup


@pytest.mark.parametrize(
    ("cards", "valid"),
    [
        (SIX, True),
        ("1R 1O 1Y 1G 1B 1P", True),
        ("1R 2R 3R 4R 5R 5R", False),
        ("1R 2R 3R 4R 5R 6G", False),
        ("1R 2R 3R 4R 5R", False),
    ],
)
def test_a_qwirkle_is_a_run_of_6_cards(cards: str, valid: bool) -> None:
    """A Qwirkle is a run of 6 cards that are either all the same shape or all the same color, without any duplicates."""
    assert wrong("", "", cards) == ([] if valid else ["not_a_qwirkle"])


def test_deal_9_cards_to_each_player() -> None:
    """Deal 9 cards to each player."""
    assert CARDS_EN.hand == 9
    assert wrong("", "1R 2R 3R | 1G 2G 3G | 1B 2B 3B") == []
    assert wrong("", "1R 2R 3R | 1G 2G 3G | 1B 2B 3B 4B") == ["too_many_cards"]


@pytest.mark.parametrize(
    ("hand", "largest"),
    [
        ("1R 2R 3R 4G 5G 6B 6O 1Y 2Y", 3),
        ("1R 1G 1B 1O 5G 6B 6O 2Y 3Y", 4),
        ("1R 1R 1R 2R 2G 3B 4O 5Y 6P", 2),
    ],
)
def test_the_player_with_the_largest_set_goes_first(hand: str, largest: int) -> None:
    """The player with the largest set of cards that are all one shape or all one color, without duplicates, goes first."""
    assert best_match(hand.split()) == largest


def test_the_oldest_player_in_the_tie_goes_first() -> None:
    """If there is a tie, the oldest player in the tie goes first."""
    assert CARDS_EN.tie_starter == "oldest"


def test_the_first_player_does_not_have_to_play_the_largest_set() -> None:
    """The first player does NOT have to play his or her largest set."""
    assert wrong("", "1R 2R 3R", opening=4) == []
    assert wrong("", "1R 2R 3R 4R | 1G 2G 3G", opening=4) == []
    assert wrong("", "1R 2R", opening=4) == ["set_too_small"]


def test_none_of_the_players_has_a_set_of_at_least_3_cards() -> None:
    """If none of the players has a set of at least 3 cards to start the game, all the cards are reshuffled and dealt again."""
    assert CARDS_EN.opening_at_least == 3
    assert best_match(["1R", "1R", "2R", "2G", "3G", "4B", "5B", "5O", "6O"]) == 2


# Playing the game, playing cards


def test_switch_cards_if_needed() -> None:
    """Switch cards if needed."""
    assert wrong("1R 2R 3R 4R", "1R 2R 3R | 4R 4G 4B") == []


def test_take_it_out_of_the_play_area() -> None:
    """If you make a Qwirkle, take it out of the play area."""
    assert wrong("1R 2R 3R 4R 5R", "", SIX) == []
    assert wrong("1R 2R 3R 4R 5R", SIX) == ["qwirkle_left"]


def test_you_must_play_at_least_one_card() -> None:
    """On your turn you must play at least one card."""
    assert wrong("1R 2R 3R", "1R 2R 3R") == ["no_card_played"]
    assert wrong("1R 2R 3R", "1R 2R 3R 4R") == []


def test_start_a_new_set_add_to_an_existing_set_or_switch_cards() -> None:
    """You can start a new set, add to an existing set, or switch cards to make new sets."""
    assert wrong("1R 2R 3R", "1R 2R 3R | 1G 2G 3G") == []
    assert wrong("1R 2R 3R", "1R 2R 3R 4R") == []
    assert wrong("1R 2R 3R 4R | 4G 4B 4O 4Y", "1R 2R 3R | 4B 4O 4Y | 4R 4G 4P") == []


def test_more_than_one_of_these_things_on_your_turn() -> None:
    """You can do more than one of these things on your turn."""
    assert wrong("1R 2R 3R 4R | 4G 4B 4O", "1R 2R 3R 5R | 4G 4B 4O 4R | 1G 2G 3G") == []


def test_start_a_new_set_and_also_add_a_card() -> None:
    """For example, you can start a new set and also add a card to an existing set."""
    assert wrong("1R 2R 3R", "1R 2R 3R 4R | 1G 2G 3G") == []


def test_add_cards_to_several_existing_sets() -> None:
    """Or you can add cards to several existing sets."""
    assert wrong("1R 2R 3R | 4G 4B 4O", "1R 2R 3R 5R 6R | 4G 4B 4O 4Y") == []


def test_a_set_consists_of_at_least_3_cards_that_share_one_attribute() -> None:
    """A set consists of at least 3 cards that share one attribute, either color or shape."""
    assert wrong("", "1R 2R 3R") == []
    assert wrong("", "1R 1G 1B") == []
    assert wrong("", "1R 2R") == ["set_too_small"]
    assert wrong("", "1R 2R 1G") == ["mismatch"]


def test_there_cannot_be_duplicate_cards_in_a_set() -> None:
    """There cannot be duplicate cards in a set. For example, a set of squares cannot have 2 red squares in it."""
    assert wrong("4R 4G 4B", "4R 4G 4B 4R") == ["duplicate"]


def test_to_start_a_new_set_play_at_least_3_cards() -> None:
    """To start a new set, play at least 3 cards that share a single attribute, without duplicates."""
    assert wrong("1R 2R 3R", "1R 2R 3R | 1G 2G 3G") == []
    assert wrong("1R 2R 3R", "1R 2R 3R | 1G 2G") == ["set_too_small"]
    assert wrong("1R 2R 3R", "1R 2R 3R | 1G 2G 3B") == ["mismatch"]
    assert wrong("1R 2R 3R", "1R 2R 3R | 1G 2G 2G") == ["duplicate"]


def test_picture_chris_plays_3_diamonds() -> None:
    """Chris plays 3 diamonds to start a new set."""
    assert wrong("2B 4B 5B | 4O 4G 4Y", "2B 4B 5B | 4O 4G 4Y | 3R 3G 3Y") == []


def test_picture_he_also_adds_a_blue_star() -> None:
    """He also adds a blue star to the blue set."""
    assert wrong("2B 4B 5B | 4O 4G 4Y", "2B 4B 5B 6B | 4O 4G 4Y | 3R 3G 3Y") == []


def test_to_add_to_an_existing_set() -> None:
    """To add to an existing set, the cards you add must have the same attribute as all the cards in the existing set, and there cannot be duplicates."""
    assert wrong("1R 2R 3R", "1R 2R 3R 4R") == []
    assert wrong("1R 2R 3R", "1R 2R 3R 1G") == ["mismatch"]
    assert wrong("1R 2R 3R", "1R 2R 3R 3R") == ["duplicate"]


def test_picture_sally_adds_an_orange_circle() -> None:
    """Sally plays an orange circle. She adds it to the circle set that doesn’t already have an orange circle."""
    before = "1R 1G 1O | 1B 1P 1G"
    assert wrong(before, "1R 1G 1O | 1B 1P 1G 1O") == []
    assert wrong(before, "1R 1G 1O 1O | 1B 1P 1G") == ["duplicate"]


def test_picture_sally_also_plays_a_purple_square() -> None:
    """She also plays a purple square. She adds it to the purple set."""
    assert wrong("1B 1P 1G | 2P 3P 5P", "1B 1P 1G 1O | 2P 3P 5P 4P") == []


def test_picture_george_makes_a_diamond_qwirkle() -> None:
    """George plays 3 diamonds. He adds them to the diamond set and makes a diamond Qwirkle!"""
    assert qwirkles("3R 3G 3Y", "", "3R 3G 3Y 3O 3B 3P") == 1


def test_picture_the_qwirkle_is_removed_at_the_end_of_his_turn() -> None:
    """At the end of his turn, the Qwirkle is removed from the play area."""
    assert wrong("3R 3G 3Y", "3R 3G 3Y 3O 3B 3P") == ["qwirkle_left"]
    assert wrong("3R 3G 3Y", "", "3R 3G 3Y 3O 3B 3P") == []


# Switching


def test_combining_cards_in_the_play_area_with_the_cards_you_played() -> None:
    """To switch cards around, add your card or cards to the play area and then rearrange, combining cards that are already in the play area with the cards you played."""
    assert wrong("1R 2R 3R 4R | 1G 2G 3G 4G", "1R 2R 3R | 1G 2G 3G | 4R 4G 4B") == []
    assert wrong("1R 2R 3R 4R | 4G 4B 4O", "1R 2R 3R | 4G 4B 4O 4R") == ["no_card_played"]


def test_all_the_cards_must_belong_to_a_set_of_at_least_3_cards() -> None:
    """When you are finished switching, all the cards in the play area must belong to a set of at least 3 cards."""
    assert wrong("1R 2R 3R", "1R 2R | 3R 3G 3B") == ["set_too_small"]
    assert wrong("1R 2R 3R 4R", "1R 2R 3R | 4R | 1G 1B 1O") == ["set_too_small"]
    assert wrong("1R 2R 3R 4R", "1R 2R 3R | 1G 1B 1O") == ["card_missing"]


def test_picture_chris_makes_a_square_set() -> None:
    """Chris plays 2 squares. He then switches the cards in the play area. He moves the blue square from the blue set and adds it to his 2 squares to make a square set."""
    assert wrong("2B 3B 4B 6B", "2B 3B 6B | 4B 4R 4Y") == []


def test_picture_sally_completes_her_run_of_three() -> None:
    """Sally plays the green diamond and the green circle. Then she moves the square from green to complete her run of three."""
    before = "4G 4O 4Y | 1P 2P 3P 4P"
    assert wrong(before, "4O 4Y | 1P 2P 3P 4P | 3G 1G 4G") == ["set_too_small"], "the squares lack a third one"


def test_picture_sally_moves_the_purple_square() -> None:
    """Finally to maintain the square set, Sally moves the purple square from the purple run."""
    before = "4G 4O 4Y | 1P 2P 3P 4P"
    assert wrong(before, "4O 4Y 4P | 1P 2P 3P | 3G 1G 4G") == []


def test_rearrange_cards_to_make_a_qwirkle() -> None:
    """As well as rearranging cards to make sets, you can also rearrange cards to make a Qwirkle."""
    assert qwirkles("1R 2R 3R 4R | 5G 5B 5O 5R", "5G 5B 5O", SIX) == 1


GEORGE = "1Y 3Y 4Y 6Y | 2Y 2R 2G"


def test_picture_george_plays_a_yellow_x() -> None:
    """First George plays a yellow X from his hand."""
    assert wrong(GEORGE, "1Y 3Y 4Y 5Y 6Y | 2Y 2R 2G") == []


def test_picture_george_makes_a_yellow_qwirkle() -> None:
    """Then George moves the yellow clover from the clover set to the yellow set. He makes a yellow Qwirkle!"""
    verdict = judge_table(CARDS_EN, sets(GEORGE), sets("2R 2G"), sets("1Y 2Y 3Y 4Y 5Y 6Y"))
    assert [line.qwirkle for line in verdict.lines] == [True]
    assert [fault.code for fault in verdict.violations] == ["set_too_small"], "the clovers lack a third one"


def test_picture_george_plays_a_blue_clover() -> None:
    """Finally, George plays a blue clover to the clover set so that there are 3 cards in that set."""
    assert qwirkles(GEORGE, "2R 2G 2B", "1Y 2Y 3Y 4Y 5Y 6Y") == 1


def test_picture_george_removes_the_yellow_qwirkle() -> None:
    """When he is finished with his turn, George removes the yellow Qwirkle from the play area and sets it near him."""
    assert wrong(GEORGE, "2R 2G 2B | 1Y 2Y 3Y 4Y 5Y 6Y") == ["qwirkle_left"]
    assert wrong(GEORGE, "2R 2G 2B", "1Y 2Y 3Y 4Y 5Y 6Y") == []


# Making a Qwirkle


def test_whenever_you_make_a_qwirkle_remove_it() -> None:
    """Whenever you make a Qwirkle, remove the Qwirkle from the play area."""
    assert qwirkles("1R 2R 3R 4R 5R | 1O 1G 1B 1Y", "", f"{SIX} | 1O 1G 1B 1Y 1P 1R") == 2
    assert wrong("1R 2R 3R 4R 5R | 1O 1G 1B 1Y", SIX, "1O 1G 1B 1Y 1P 1R") == ["qwirkle_left"]
    assert wrong("1R 2R 3R 4R", "", "1R 2R 3R 4R 5R") == ["not_a_qwirkle"]


def test_what_cards_have_been_played() -> None:
    """It makes it easy for players to see how many Qwirkles you have and what cards have been played."""
    stacks = sets(f"{SIX} | {SIX} | {SIX}")
    verdict = judge_table(CARDS_EN, (), sets("1R 1G 1B"), stacks=stacks)
    assert [(fault.code, fault.tiles) for fault in verdict.violations] == [("too_many_copies", ("1R",))]


# Drawing, winning the game


def test_draw_until_you_have_9_cards() -> None:
    """At the end of your turn, draw until you have 9 cards in your hand."""
    assert CARDS_EN.hand == 9


def test_a_tie_asks_for_a_rematch() -> None:
    """If there is a tie, the tied players shake hands and agree to a rematch in the future."""
    assert CARDS_EN.tie_winner == "rematch"
