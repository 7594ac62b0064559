"""Tables of the card game that break the rules in a wanted way, as people at a table would leave them."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from tileye.datasets.card_film.plays import CardStep, Sets, area_of
from tileye.rules.cards import is_set
from tileye.rules.judge import Code
from tileye.rules.tiles import SIDE, Tile, all_alike

CODES: tuple[Code, ...] = ("set_too_small", "mismatch", "duplicate", "card_missing", "qwirkle_left")

Slip = tuple[CardStep, CardStep]
"""A step too many, and the one that mends it."""


def slips(random: Random, sets: Sets, hand: Sequence[Tile], code: Code) -> list[Slip]:
    """List steps after which a legal table has a fault; a Qwirkle left lying is none of them: it wants no step."""
    found = [(slip, mend) for slip, mend in _SLIPS[code](sets, hand) if not _hides(sets, slip)]
    random.shuffle(found)
    return found


def _hides(sets: Sets, slip: CardStep) -> bool:
    """Tell whether the faulty set might as well be two good ones beside each other."""
    cards = (*sets.sets.get(slip.target, ()), *slip.cards) if slip.target is not None else ()
    return any(is_set(cards[:cut]) and is_set(cards[cut:]) for cut in range(len(cards)))


def _too_small(sets: Sets, hand: Sequence[Tile]) -> Iterator[Slip]:
    """Lay cards that are no set yet, or leave two behind."""
    new = sets.unused
    for number, card in enumerate(hand):
        yield CardStep((card,), None, new, "colour"), CardStep((card,), new, None)
        for other in hand[number + 1 :]:
            if other != card and all_alike((card, other)):
                yield CardStep((card, other), None, new, area_of((card, other))), CardStep((card, other), new, None)
    for source, cards in sets.sets.items():
        for card in cards if len(cards) == 3 else ():
            for target, others in sets.sets.items():
                if target != source and len(others) < SIDE - 1 and is_set((*others, card)):
                    yield CardStep((card,), source, target), CardStep((card,), target, source)


def _mismatch(sets: Sets, hand: Sequence[Tile]) -> Iterator[Slip]:
    """Lay a card that does not belong to a set."""
    for card in hand:
        for number, cards in sets.sets.items():
            if len(cards) < SIDE and not all_alike((*cards, card)):
                yield CardStep((card,), None, number), CardStep((card,), number, None)


def _duplicate(sets: Sets, hand: Sequence[Tile]) -> Iterator[Slip]:
    """Lay a card that lies in a set already."""
    for card in hand:
        for number, cards in sets.sets.items():
            if len(cards) < SIDE and card in cards:
                yield CardStep((card,), None, number), CardStep((card,), number, None)


def _missing(sets: Sets, hand: Sequence[Tile]) -> Iterator[Slip]:
    """Take a card of the table into the hand."""
    for number, cards in sets.sets.items():
        for card in cards if len(cards) > 3 else ():
            yield CardStep((card,), number, None), CardStep((card,), None, number)


_SLIPS: dict[Code, Callable[[Sets, Sequence[Tile]], Iterator[Slip]]] = {
    "set_too_small": _too_small,
    "mismatch": _mismatch,
    "duplicate": _duplicate,
    "card_missing": _missing,
}
