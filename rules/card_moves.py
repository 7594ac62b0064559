"""What happened between two tables of the card game: cards that came, cards that are gone, cards that moved."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tileye.rules.cards import CardSet, Table, cards_added
from tileye.rules.tiles import Tile


class CardMove(NamedTuple):
    """A card that went to another set."""

    card: Tile
    source: int | None
    """The number of its set on the table before; None for a card of the hand."""
    target: int | None
    """The number of its set on the table afterwards, or among the taken ones; None for a card that is gone."""
    taken: bool = False
    """Whether the set is a Qwirkle that was taken."""


class ContinuedSet(NamedTuple):
    """A set that goes on, whatever came and went: its number before and afterwards."""

    source: int
    target: int
    taken: bool = False


class Explanation(NamedTuple):
    """How one table came from another with as few moved cards as possible."""

    added: CardSet
    """The cards that came from the hand, sorted."""
    missing: CardSet
    """The cards of the table that are gone, sorted."""
    moves: tuple[CardMove, ...]
    """The cards that came to a set from another one or from the hand, by the sets they came to."""
    gone: tuple[CardMove, ...]
    """The missing cards, by the sets they were in."""
    continued: tuple[ContinuedSet, ...]
    """The sets that go on, by their numbers before. All others are dissolved or new."""

    @property
    def moved(self) -> tuple[CardMove, ...]:
        """The moves from one set of the table to another."""
        return tuple(move for move in self.moves if move.source is not None)


class _Pile(NamedTuple):
    """A set of either table with its number there. Sorted by cards first, so that the order of sets tells nothing."""

    cards: CardSet
    taken: bool
    number: int


def explain(before: Table, after: Table, taken: Table = ()) -> Explanation:
    """Explain the second table with as few moves as possible; then as many sets as possible only grow."""
    sources = _piles(before)
    targets = sorted([*_piles(after), *_piles(taken, taken=True)])
    pairs = _matched(sources, targets)
    left, come = [Counter(pile.cards) for pile in sources], [Counter(pile.cards) for pile in targets]
    for row, column in pairs:
        stay = left[row] & come[column]
        left[row] -= stay
        come[column] -= stay
    moves, gone = _moves(sources, left, targets, come)
    continued = [
        ContinuedSet(sources[row].number, targets[column].number, targets[column].taken) for row, column in pairs
    ]
    return Explanation(
        cards_added(before, after, taken),
        cards_added((*after, *taken), before),
        tuple(sorted(moves, key=_place)),
        tuple(sorted(gone, key=_place)),
        tuple(sorted(continued)),
    )


def _piles(table: Table, *, taken: bool = False) -> list[_Pile]:
    return sorted(_Pile(tuple(sorted(cards)), taken, number) for number, cards in enumerate(table))


def _matched(sources: Sequence[_Pile], targets: Sequence[_Pile]) -> list[tuple[int, int]]:
    """Pair the sets of both tables so that most cards stay where they are."""
    worth = [[_worth(source.cards, target.cards, len(sources)) for target in targets] for source in sources]
    return [(row, column) for row, column in enumerate(best_pairs(worth)) if column is not None and worth[row][column]]


def _worth(source: CardSet, target: CardSet, sets: int) -> int:
    """Value a pair by the cards that stay, and a little by whether all do."""
    stay = (Counter(source) & Counter(target)).total()
    return stay * (sets + 1) + (0 < stay == len(source))


def _moves(
    sources: Sequence[_Pile], left: Iterable[Counter[Tile]], targets: Sequence[_Pile], come: Iterable[Counter[Tile]]
) -> tuple[list[CardMove], list[CardMove]]:
    """Let the cards that left a set be the ones that came to another; tell the moves, and what is gone."""
    leaving: dict[Tile, list[int]] = {}
    for pile, cards in zip(sources, left, strict=True):
        for card in cards.elements():
            leaving.setdefault(card, []).append(pile.number)
    moves = []
    for pile, cards in zip(targets, come, strict=True):
        for card in cards.elements():
            from_sets = leaving.get(card)
            moves.append(CardMove(card, from_sets.pop(0) if from_sets else None, pile.number, pile.taken))
    return moves, [CardMove(card, number, None) for card, numbers in leaving.items() for number in numbers]


def _place(move: CardMove) -> tuple[bool, int, Tile, int]:
    source = -1 if move.source is None else move.source
    return (move.taken, source if move.target is None else move.target, move.card, source)


def best_pairs(worth: Sequence[Sequence[int]]) -> list[int | None]:
    """Give each row a column of its own, or none if there are too few, so that the sum is the highest.

    The rows come one by one (the Hungarian method): prices of rows and columns make every pair so far cost nothing and
    no other pair less, and a new row takes the cheapest chain of changed pairs to a free column.
    """
    rows, columns = len(worth), len(worth[0]) if worth else 0
    size = max(rows, columns)
    costs = [[-value for value in row] + [0] * (size - columns) for row in worth]
    owners: list[int | None] = [None] * size
    row_prices, column_prices = [0] * rows, [0] * size
    for row in range(rows):
        _add_row(row, costs, owners, row_prices, column_prices)
    found: list[int | None] = [None] * rows
    for column, owner in enumerate(owners[:columns]):
        if owner is not None:
            found[owner] = column
    return found


def _add_row(
    new: int,
    costs: Sequence[Sequence[int]],
    owners: list[int | None],
    row_prices: list[int],
    column_prices: list[int],
) -> None:
    """Find a column for one more row; owners and prices change in place."""
    cheapest: dict[int, tuple[int, int | None]] = {}
    reached: dict[int, tuple[int, int | None]] = {}
    row: int | None = new
    column, distance = None, 0
    while row is not None:
        for other, cost in enumerate(costs[row]):
            if other not in reached:
                offer = distance + cost - row_prices[row] - column_prices[other]
                if other not in cheapest or offer < cheapest[other][0]:
                    cheapest[other] = offer, column
        column = min(cheapest, key=lambda other: (cheapest[other][0], other))
        reached[column] = cheapest.pop(column)
        distance = reached[column][0]
        row = owners[column]
    row_prices[new] += distance
    for other, (there, _) in reached.items():
        owner = owners[other]
        column_prices[other] -= distance - there
        if owner is not None:
            row_prices[owner] += distance - there
    while column is not None:
        previous = reached[column][1]
        owners[column] = new if previous is None else owners[previous]
        column = previous
