"""The smallest turn that explains a table."""

from random import Random

import pytest

from tileye.rules.cards import all_cards
from tileye.rules.events import Arranged
from tileye.rules.game import Setup
from tileye.rules.rulesets import CARDS_EN
from tileye.rules.selfplay import casual, play_openly
from tileye.rules.state import Player
from tileye.rules.tiles import is_qwirkle
from tileye.vision.card_referee.explaining import SeenSet, explain_table, is_clear

REDS = ("1R", "2R", "3R", "4R", "5R", "6R")
STARS = ("6R", "6O", "6Y", "6G", "6B", "6P")


def seen(*sets: tuple[str, ...]) -> list[SeenSet]:
    return [SeenSet(cards) for cards in sets]


def test_nothing_happened_where_the_same_cards_lie_otherwise() -> None:
    before = (("1R", "2R", "3R"), ("1O", "2O", "3O", "4O"))
    (best, *_) = explain_table(before, seen(("3R", "1R", "2R"), ("4O", "1O", "2O", "3O")), hand=9, copies=3)
    assert best.is_nothing
    assert best.cost == 0


def test_cards_that_came_are_from_the_hand() -> None:
    (best, *_) = explain_table((REDS[:3],), seen(REDS[:4], STARS[1:4]), hand=9, copies=3)
    assert best.added == ("4R", "6G", "6O", "6Y")
    assert not best.missing
    assert not best.taken


def test_a_qwirkle_that_lies_apart_was_taken() -> None:
    (best, *_) = explain_table((REDS[:5],), [SeenSet(REDS, outside=True)], hand=9, copies=3)
    assert (best.taken, best.added, best.after) == ((REDS,), ("6R",), ())


def test_a_qwirkle_that_was_laid_and_taken_unseen_follows_from_what_is_gone() -> None:
    ways = explain_table((REDS[:5], STARS[1:4]), seen(STARS[1:4]), hand=9, copies=3)
    assert (ways[0].taken, ways[0].added, ways[0].missing) == ((REDS,), ("6R",), ())
    assert is_clear(ways)


def test_the_upper_card_of_a_stack_is_no_card_by_itself() -> None:
    ways = explain_table((REDS[:5],), [SeenSet(("6R",), outside=True)], hand=9, copies=3)
    assert (ways[0].taken, ways[0].added, ways[0].after) == ((REDS,), ("6R",), ())


def test_one_card_that_is_gone_is_missing() -> None:
    ways = explain_table((REDS[:4],), seen(REDS[:3]), hand=9, copies=3)
    assert (ways[0].missing, ways[0].taken) == (("4R",), ())


def test_a_hand_holds_so_many_cards_and_no_more() -> None:
    assert not [way for way in explain_table((REDS[:3],), seen(), hand=2, copies=3) if way.taken]


def test_a_card_of_which_all_copies_lie_open_was_not_laid_unseen() -> None:
    gone = (STARS, STARS)
    ways = explain_table((REDS[:5],), seen(("6R", "6O", "6Y")), hand=9, copies=3, gone=gone)
    assert not [way for way in ways if REDS in way.taken]


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize("seed", [0, 2, 5, 26])
def test_every_turn_of_a_game_is_explained(shown: bool, seed: int) -> None:
    setup = Setup(CARDS_EN, (Player("A"), Player("B")), "ROYGBP")
    random = Random(seed)
    for before, _, event in play_openly(setup, seed, casual):
        if not isinstance(event, Arranged):
            continue
        sets = [SeenSet(cards) for cards in event.after]
        # A Qwirkle of which fewer cards lay there before than are needed to know it is seen by itself.
        hidden = not shown and all(len(set(six) & set(all_cards(before.table))) > 2 for six in event.taken)
        sets += [] if hidden else [SeenSet(six, outside=True) for six in event.taken]
        random.shuffle(sets)
        ways = explain_table(
            before.table, sets, hand=9, copies=3, gone=before.taken, colours=before.colours or "ROYGBP"
        )
        assert not ways[0].missing
        assert sorted(map(sorted, ways[0].taken)) == sorted(map(sorted, event.taken))
        assert all(map(is_qwirkle, ways[0].taken))
