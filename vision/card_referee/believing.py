"""What people say that cards are counts more than what the eye reads."""

import math
from collections import Counter
from collections.abc import Iterator

from tileye.rules.cards import CardSet, Table
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.places import sides
from tileye.vision.card_referee.sights import TableSight
from tileye.vision.card_referee.tracks import CardMemory, named_by_people

_MOST_RENAMED = 2
"""Sets that differ in more cards are not the same set read wrongly."""


def card_named(memory: CardMemory, px: tuple[int, int], card: Tile) -> CardMemory | None:
    """Somebody says which card lies in a place of the picture; nothing where none lies there."""
    lying = [(math.dist(track.middle, px), track) for track in memory.lying]
    far, track = min(lying, key=lambda one: one[0], default=(math.inf, None))
    if track is None or far > sides(track.corners)[0]:
        return None
    return named_by_people(memory, track.number, card)


def as_recorded(memory: CardMemory, sight: TableSight, table: Table) -> CardMemory:
    """Somebody has told a turn: sets that are read a little otherwise than recorded now are those of the record."""
    wanted = Counter(tuple(sorted(cards)) for cards in table)
    unlike = []
    for group in sight.groups:
        key = tuple(sorted(group.likeliest))
        if wanted[key]:
            wanted[key] -= 1
        elif not group.dropped:
            unlike.append(group)
    for group in unlike:
        numbers = [track.number for track in group.tracks]
        for target in [cards for cards, count in wanted.items() if count > 0]:
            if names := _renamed(group.likeliest, target):
                wanted[target] -= 1
                for place, card in names.items():
                    known = numbers[place] in memory.tracks
                    memory = named_by_people(memory, numbers[place], card) if known else memory
                break
    return memory


def _renamed(read: CardSet, target: CardSet) -> dict[int, Tile]:
    """Which cards of a set were misread, by their places; nothing where it is another set."""
    wrong, right = list((Counter(read) - Counter(target)).elements()), Counter(target) - Counter(read)
    if len(read) != len(target) or not 0 < len(wrong) <= _MOST_RENAMED:
        return {}
    return dict(_pairs(read, wrong, right))


def _pairs(read: CardSet, wrong: list[Tile], right: Counter[Tile]) -> Iterator[tuple[int, Tile]]:
    """Each misread card with one that looks like it, if there is one left."""
    left = list(right.elements())
    for place, card in reversed(list(enumerate(read))):
        if card in wrong:
            wrong.remove(card)
            best = max(left, key=lambda one: (one[0] == card[0]) + (one[1] == card[1]))
            left.remove(best)
            yield place, best
