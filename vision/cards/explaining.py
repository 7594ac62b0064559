"""What happened between the table of the record and the one that lies there now: the smallest turn that explains it.

Cards are laid, moved and taken in any order, and nobody sees all of it. A Qwirkle may leave the table together with
cards that never lay still on it: which six it was follows from the cards that are gone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from tileye.rules.cards import CardSet, Table, all_cards
from tileye.rules.tiles import COLOURS, SHAPES, SIDE, Tile, is_qwirkle, set_tiles

MARGIN = 1.0
"""So much more an explanation has to cost than the best one not to be an equal."""
_MISSING, _UNSEEN, _TAKEN, _LOOSE = 6.0, 2.0, 1.0, 4.0
"""What it costs that a card is gone, that one was laid and taken unseen, a Qwirkle taken, a card that lies about."""
_MOST_TAKEN = 6
_LEAST_KNOWN = 2
"""So many cards of a Qwirkle have to be known to be gone: one alone belongs to a shape and to a colour."""


@dataclass(frozen=True, slots=True)
class SeenSet:
    """Cards that lie together, or one by itself."""

    cards: CardSet
    outside: bool = False
    """Whether it lies apart from all the others, as what a player has taken does."""


@dataclass(frozen=True, slots=True)
class TableChange:
    """A turn that would explain what lies there."""

    after: Table
    taken: Table
    added: CardSet
    """The cards from the hand, sorted."""
    missing: CardSet
    """The cards of the record's table that are nowhere, sorted."""
    cost: float

    @property
    def is_nothing(self) -> bool:
        """Whether the table is as it was, but for how its cards are arranged."""
        return not (self.taken or self.added or self.missing)

    @property
    def counts(self) -> tuple[int, int]:
        """What equal explanations must agree in: Qwirkles taken, and cards from the hand."""
        return len(self.taken), len(self.added)


def explain_table(
    before: Table, seen: Sequence[SeenSet], *, hand: int, copies: int, gone: Table = (), colours: str | None = None
) -> tuple[TableChange, ...]:
    """All ways to explain a table, the likeliest first; `gone` are the Qwirkles that were taken earlier."""
    ways = sorted(
        _ways(before, seen, hand, copies, Counter(all_cards(gone)), colours), key=lambda way: (way.cost, way.taken)
    )
    return tuple(dict.fromkeys(ways))


def is_clear(ways: Sequence[TableChange]) -> bool:
    """Whether no other way is as good that differs in what it counts."""
    return bool(ways) and all(way.counts == ways[0].counts for way in ways if way.cost < ways[0].cost + MARGIN)


def _ways(
    before: Table, seen: Sequence[SeenSet], hand: int, copies: int, gone: Counter[Tile], colours: str | None
) -> Iterator[TableChange]:
    shown = tuple(one.cards for one in seen if one.outside and is_qwirkle(one.cards))
    after = tuple(one.cards for one in seen if not one.outside)
    lone = [one.cards for one in seen if one.outside and not is_qwirkle(one.cards)]
    missing = Counter(all_cards(before)) - Counter(all_cards((*after, *shown)))
    known = {*missing, *all_cards(lone)}
    sixes = [six for six in _sixes(colours) if len(known.intersection(six)) >= _LEAST_KNOWN]
    for count in range(_MOST_TAKEN + 1):
        for taken in combinations_with_replacement(sixes, count):
            yield from _way(before, after, shown, taken, lone, missing, hand, copies, gone)


def _sixes(colours: str | None) -> Iterator[CardSet]:
    """Every Qwirkle that there is."""
    tiles = set_tiles(colours)
    for mark in (*SHAPES, *COLOURS):
        six = tuple(tile for tile in tiles if mark in tile)
        if len(six) == SIDE:
            yield six


def _way(
    before: Table,
    after: Table,
    shown: Table,
    taken: Sequence[CardSet],
    lone: Sequence[CardSet],
    missing: Counter[Tile],
    hand: int,
    copies: int,
    gone: Counter[Tile],
) -> Iterator[TableChange]:
    """The explanation in which just these Qwirkles were taken besides those that are shown."""
    wanted = Counter(all_cards(taken))
    # What lies apart may be the upper cards of a stack; else it lies about, and is no part of the table.
    tops = [cards for cards in lone if Counter(cards) <= wanted]
    on_top = Counter(all_cards(tops)) & wanted
    known = missing & wanted
    told = known + on_top
    if any(len(set(six) & set(told)) < _LEAST_KNOWN for six in taken):
        return
    unseen = wanted - known - (on_top - known)
    loose = [cards for cards in lone if cards not in tops]
    left = missing - wanted
    added = Counter(all_cards((*after, *shown))) + wanted - (Counter(all_cards(before)) - left)
    too_many = any((Counter(all_cards((*after, *shown))) + wanted + gone)[card] > copies for card in unseen)
    if added.total() > hand or (too_many and unseen):
        return
    cost = _MISSING * left.total() + _UNSEEN * unseen.total() + _TAKEN * len(taken) + _LOOSE * len(loose)
    yield TableChange(after, (*shown, *taken), tuple(sorted(added.elements())), tuple(sorted(left.elements())), cost)
