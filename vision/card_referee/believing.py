"""What people say that cards are counts more than what the eye reads."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from tileye.rules.cards import CardSet, Table
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.observations import Point
from tileye.vision.card_referee.places import sides
from tileye.vision.card_referee.sights import TableSight
from tileye.vision.card_referee.tracks import CardMemory, CardTrack, named_by_people

_MOST_RENAMED = 2
"""Sets that differ in more cards are not the same set read wrongly."""


def card_at(lying: Iterable[CardTrack], px: Point) -> CardTrack | None:
    """The card that lies in a place of the picture; none where no card does."""
    near = [(math.dist(track.middle, px), track) for track in lying]
    far, track = min(near, key=lambda one: one[0], default=(math.inf, None))
    return track if track is not None and far <= sides(track.corners)[0] else None


def named_again(memory: CardMemory, number: int, told: Tile, card: Tile, *, redone: bool) -> CardMemory:
    """What people `told` of a card is taken back, or `redone`: it is another one again."""
    track = memory.tracks[number]
    read_as = track.told.read_as if track.told else frozenset[Tile]()
    memory = named_by_people(memory, number, card)
    known = memory.tracks[number].told
    if known is None or redone:
        return memory
    # Nobody says any more that it only seemed to be that.
    track = replace(memory.tracks[number], told=replace(known, read_as=(read_as - {told}) | {card}))
    return replace(memory, tracks={**memory.tracks, number: track})


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
