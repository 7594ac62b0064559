"""A second opinion on the best turn of the card game: tries every part of the hand and every way to cover all cards.

It knows nothing of lines and counts, only of sets that may lie on the table.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations

from tileye.rules.cards import Table
from tileye.rules.tiles import Tile

Hand = tuple[Tile, ...]


def best_by_trying(table: Table, hand: Hand, stacks: Table = ()) -> tuple[int, int] | None:
    """Tell the most Qwirkles of a turn and the most cards played for them; None if no card can be played."""
    lying = [card for cards in table for card in cards]
    gone = [card for cards in stacks for card in cards]
    found = []
    for count in range(1, len(hand) + 1):
        for played in set(combinations(sorted(hand), count)):
            if any((lying + gone + list(played)).count(card) > 3 for card in played):
                continue
            qwirkles = most_qwirkles(tuple(sorted((*lying, *played))))
            if qwirkles is not None:
                found.append((qwirkles, count))
    return max(found, default=None)


@cache
def most_qwirkles(cards: Hand) -> int | None:
    """Tell how many sets of six there can be when all cards, in order, lie in valid sets; None if they cannot."""
    if not cards:
        return 0
    found = []
    for one in _sets_with_first(cards):
        rest = Counter(cards)
        rest.subtract(one)
        qwirkles = most_qwirkles(tuple(sorted(rest.elements())))
        if qwirkles is not None:
            found.append(qwirkles + (len(one) == 6))
    return max(found, default=None)


def _sets_with_first(cards: Hand) -> Iterator[Hand]:
    """Every valid set that the first card can be in."""
    first = cards[0]
    for axis in (0, 1):
        others = sorted({card for card in cards if card[axis] == first[axis] and card != first})
        for count in range(2, 6):
            for chosen in combinations(others, count):
                yield (first, *chosen)


def fewest_moves(before: Table, after: Table, taken: Table = ()) -> int:
    """Tell how many cards of the table must move at least, by trying every pairing of the sets."""
    sets = [*after, *taken]
    common = Counter(card for cards in before for card in cards) & Counter(card for cards in sets for card in cards)
    slots = max(len(before), len(sets))
    padded = [*sets, *[()] * (slots - len(sets))]
    continued = (
        sum((Counter(one) & Counter(other)).total() for one, other in zip(before, order, strict=False))
        for order in permutations(padded, len(before))
    )
    return common.total() - max(continued)
