"""What happened between the table of the record and the one that lies there now: the smallest turn that explains it.

Cards are laid, moved and taken in any order, and nobody sees all of it. A Qwirkle may leave the table together with
cards that never lay still on it: which six it was follows from the cards that are gone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tileye.rules.cards import CardSet, Table, all_cards
from tileye.rules.tiles import COLOURS, SHAPES, SIDE, Tile, is_qwirkle, set_tiles

MARGIN = 1.0
"""So much more an explanation has to cost than the best one not to be an equal."""
_MISSING, _UNSEEN, _MORE_UNSEEN, _TAKEN, _LOOSE = 6.3, 1.0, 3.5, 1.0, 4.0
"""What it costs that a card is gone, that one of a Qwirkle was laid and taken unseen, each further one, a Qwirkle,
cards that lie about."""
_BACK = 0.5
"""What it costs that a card which lay there in this turn is in the hand again."""
_MOST_TAKEN, _ANY = 6, 36
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
    unseen: int = 0
    """How many cards of taken Qwirkles nobody saw."""

    @property
    def is_nothing(self) -> bool:
        """Whether the table is as it was, but for how its cards are arranged."""
        return not (self.taken or self.added or self.missing)

    @property
    def counts(self) -> tuple[int, int]:
        """What equal explanations must agree in: Qwirkles taken, and cards from the hand."""
        return len(self.taken), len(self.added)

    def is_part_of(self, other: "TableChange") -> bool:
        """Whether another change has all cards of this one, and more: some of them are not seen now."""
        mine, others = (Counter(all_cards((*change.after, *change.taken))) for change in (self, other))
        return mine < others


def explain_table(
    before: Table,
    seen: Sequence[SeenSet],
    *,
    hand: int,
    copies: int,
    gone: Table = (),
    colours: str | None = None,
    witnessed: CardSet = (),
    most_unseen: int = _ANY,
) -> tuple[TableChange, ...]:
    """All ways to explain a table, the likeliest first.

    `gone` are the Qwirkles that were taken earlier, `witnessed` the cards of the hand that lay there earlier in this
    turn. More than `most_unseen` cards of taken Qwirkles are not taken for laid unseen.
    """
    limits = _Limits(hand, copies, Counter(all_cards(gone)), colours, Counter(witnessed), most_unseen)
    ways = sorted(_ways(before, seen, limits), key=lambda way: (way.cost, way.taken))
    return tuple(dict.fromkeys(ways))


def is_clear(ways: Sequence[TableChange]) -> bool:
    """Whether no other way is as good that differs in what it counts."""
    return bool(ways) and all(way.counts == ways[0].counts for way in ways if way.cost < ways[0].cost + MARGIN)


@dataclass(frozen=True, slots=True)
class _Limits:
    """What bounds the explanations."""

    hand: int
    copies: int
    gone: Counter[Tile]
    colours: str | None
    witnessed: Counter[Tile]
    most_unseen: int


@dataclass(frozen=True, slots=True)
class _Sight:
    """What lies there, beside what the record says."""

    before: Counter[Tile]
    after: Table
    shown: Table
    """The Qwirkles that lie apart."""
    lone: tuple[CardSet, ...]
    """What else lies apart."""

    @property
    def lying(self) -> Counter[Tile]:
        """The cards on the table, and those of the Qwirkles that lie apart."""
        return Counter(all_cards((*self.after, *self.shown)))

    @property
    def missing(self) -> Counter[Tile]:
        """The cards of the record that do not lie there."""
        return self.before - self.lying


def _ways(before: Table, seen: Sequence[SeenSet], limits: _Limits) -> Iterator[TableChange]:
    apart = [one.cards for one in seen if one.outside]
    sight = _Sight(
        Counter(all_cards(before)),
        tuple(one.cards for one in seen if not one.outside),
        tuple(cards for cards in apart if is_qwirkle(cards)),
        tuple(cards for cards in apart if not is_qwirkle(cards)),
    )
    missing = sight.missing
    gone = missing + (limits.witnessed - (sight.lying - sight.before)) + Counter(all_cards(sight.lone))
    most = min(_MOST_TAKEN, (missing.total() + limits.hand) // SIDE)
    for taken in _choices(list(_sixes(limits.colours)), gone, most, limits.most_unseen):
        yield from _way(sight, missing, taken, limits)


def _choices(sixes: Sequence[CardSet], gone: Counter[Tile], most: int, unseen: int) -> Iterator[tuple[CardSet, ...]]:
    """Choose Qwirkles that may have been taken, none twice in another order: some cards of each must be gone.

    So many cards of them all may be `unseen`.
    """
    yield ()
    for place, six in enumerate(sixes if most else ()):
        known = Counter(six) & gone
        left = unseen - (SIDE - len(known))
        if len(known) >= _LEAST_KNOWN and left >= 0:
            yield from ((six, *more) for more in _choices(sixes[place:], gone - known, most - 1, left))


def _sixes(colours: str | None) -> Iterator[CardSet]:
    """Every Qwirkle that there is."""
    tiles = set_tiles(colours)
    for mark in (*SHAPES, *COLOURS):
        six = tuple(tile for tile in tiles if mark in tile)
        if len(six) == SIDE:
            yield six


def _way(sight: _Sight, missing: Counter[Tile], taken: Sequence[CardSet], limits: _Limits) -> Iterator[TableChange]:
    """The explanation in which just these Qwirkles were taken besides those that are shown."""
    wanted = Counter(all_cards(taken))
    # What lies apart may be the upper cards of a stack; else it lies about, and is no part of the table.
    tops = [cards for cards in sight.lone if Counter(cards) <= wanted]
    on_top = Counter(all_cards(tops)) & wanted
    known = (missing + (limits.witnessed - (sight.lying - sight.before))) & wanted
    unseen = wanted - known - (on_top - known)
    lying, left = sight.lying + wanted, missing - wanted
    added = lying - (sight.before - left)
    too_many = any((lying + limits.gone)[card] > limits.copies for card in unseen)
    if added.total() > limits.hand or too_many:
        return
    loose = len(sight.lone) - len(tops)
    # Of each Qwirkle one card is easily overlooked.
    first = min(unseen.total(), len(taken))
    cost = _MISSING * left.total() + _TAKEN * len(taken) + _LOOSE * loose
    cost += _BACK * (limits.witnessed - added).total()
    cost += _UNSEEN * first + _MORE_UNSEEN * (unseen.total() - first)
    from_hand, gone = (tuple(sorted(cards.elements())) for cards in (added, left))
    yield TableChange(sight.after, (*sight.shown, *taken), from_hand, gone, cost, unseen.total())
