"""Cards that no look finds in a set that was moved: a gap tells that they lie there."""

from collections.abc import Sequence

import pytest

from tests.vision.card_referee.scripted import Laid, cards_of
from tileye.rules.cards import Table
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.observations import CardObservation
from tileye.vision.card_referee.sets_in_sight import sight_of
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import CardNames, Places
from tileye.vision.card_referee.tracks import CardMemory, remember

REDS, GREENS, BLUES = ("1R", "2R", "3R", "4R"), ("1G", "2G", "3G"), ("4B", "5B", "6B")
TABLE = (REDS, GREENS, BLUES)


def names_of(table: Table, *overlooked: int, laid: Sequence[Tile] = REDS, step: float = 44.0) -> list[CardNames]:
    """What the cards of the first set may be, of which some are overlooked; all sets lie elsewhere than before."""
    first = Laid(cards_of(" ".join(laid)), 100.0, 100.0, step).seen(0)
    cards = [card for place, card in enumerate(first) if place not in overlooked]
    for number, other in enumerate((GREENS, BLUES), 1):
        cards += Laid(cards_of(" ".join(other)), 100.0, 100.0 + 200 * number).seen(number)
    memory = CardMemory()
    for _ in range(3):
        memory = remember(memory, CardObservation(0.0, cards=tuple(cards)), CardSettings())
    return list(sight_of(memory, Places(), CardSettings(), table=table).groups[0].names)


def best_of(names: list[CardNames]) -> list[Tile]:
    return [one[0][0] for one in names]


@pytest.mark.parametrize("overlooked", [1, 2])
def test_a_gap_in_a_set_tells_which_of_its_cards_lies_there(overlooked: int) -> None:
    assert best_of(names_of(TABLE, overlooked)) == list(REDS)


def test_of_several_the_one_that_lay_on_that_side_is_likelier() -> None:
    # The first card was taken out, a new one was laid beside the last one, and the middle one is not seen.
    names = names_of((("4B", "4O", "4Y"), GREENS, BLUES), 1, laid=("4O", "4Y", "4R"))
    assert best_of(names) == ["4O", "4Y", "4R"]
    assert [name for name, _ in names[1]] == ["4Y", "4B"]


def test_without_a_gap_or_without_a_card_that_fits_nothing_lies_there() -> None:
    assert best_of(names_of(TABLE, 2, step=25.0)) == ["1R", "2R", "4R"]
    assert best_of(names_of(TABLE, 3)) == ["1R", "2R", "3R"]
    assert best_of(names_of((("1R", "2R", "4R"), GREENS, BLUES), 2)) == ["1R", "2R", "4R"]
    assert best_of(names_of((("1R", "2R", "4R"), ("3R", "3Y", "3P"), GREENS, BLUES), 2)) == ["1R", "2R", "4R"]
