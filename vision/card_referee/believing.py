"""What people say that cards are counts more than what the eye reads."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from tileye.rules.cards import CardSet, Table
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.observations import Corners
from tileye.vision.card_referee.places import middle, sides
from tileye.vision.card_referee.sights import TableSight
from tileye.vision.card_referee.tracks import CardMemory, CardTrack, named_by_people

_MOST_RENAMED = 2
"""Sets that differ in more cards are not the same set read wrongly."""


def card_at(lying: Iterable[CardTrack], px: tuple[int, int]) -> CardTrack | None:
    """The card that lies in a place of the picture; none where no card does."""
    near = [(math.dist(track.middle, px), track) for track in lying]
    far, track = min(near, key=lambda one: one[0], default=(math.inf, None))
    return track if track is not None and far <= sides(track.corners)[0] else None


def read_anew(memory: CardMemory, homes: Collection[tuple[Tile, Corners]], told: Tile, card: Tile) -> CardMemory:
    """What people said that cards of the record are is taken back: `told` are these cards no more."""
    tracks = dict(memory.tracks)
    for number, track in memory.tracks.items():
        near = min(homes, key=lambda home: math.dist(track.middle, middle(home[1])), default=None)
        if track.told and track.told.card == told and near and near[0] == card:
            votes = track.votes._replace(named=min(1, track.votes.named), names={card: 0.0})
            tracks[number] = replace(track, votes=votes, told=None)
    return replace(memory, tracks=tracks)


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
