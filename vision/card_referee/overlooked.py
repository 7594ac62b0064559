"""Cards of the record that no look finds in a set which was moved: a gap in it tells that they still lie there."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from tileye.rules.cards import Table, all_cards
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.observations import Corners
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import CardNames, GroupSight, fits
from tileye.vision.card_referee.tracks import CardTrack

_LEAST_SET, _LEAST_SETS = 3, 2
"""Sets of so many cards, and so many of them, tell how far cards usually lie apart."""


def with_overlooked(groups: Sequence[GroupSight], table: Table, settings: CardSettings) -> list[GroupSight]:
    """The groups with cards of the record's `table` that are gone, and fit a gap in what became of their sets."""
    left = Counter(all_cards(table)) - Counter(card for group in groups for card in group.likeliest)
    steps = {number: _mean_step(group) for number, group in enumerate(groups) if len(group.tracks) >= _LEAST_SET}
    found = []
    for number, group in enumerate(groups):
        others = [step for other, step in steps.items() if other != number]
        known = bool(left) and not group.at_home and len(others) >= _LEAST_SETS
        gap = _widest(group, settings.gap * median(others)) if known else None
        names = () if gap is None else _names(group, gap, table, left, settings)
        if names:
            left -= Counter((names[0][0],))
        found.append(_filled(group, gap, names) if gap is not None and names else group)
    return found


def _mean_step(group: GroupSight) -> float:
    return _step(group.tracks[0], group.tracks[-1]) / (len(group.tracks) - 1)


def _step(one: CardTrack, other: CardTrack) -> float:
    return math.dist(one.middle, other.middle)


def _widest(group: GroupSight, least: float) -> int | None:
    """After which card of a group there is room for another one, if there is."""
    steps = [_step(*pair) for pair in pairwise(group.tracks)]
    widest = max(range(len(steps)), key=steps.__getitem__, default=None)
    return widest if widest is not None and steps[widest] >= least else None


def _names(group: GroupSight, gap: int, table: Table, left: Counter[Tile], settings: CardSettings) -> CardNames:
    """What may lie in a gap: missing cards of the sets of those beside it, most likely in the order that they had."""
    before, after = group.names[gap][0][0], group.names[gap + 1][0][0]
    costs: dict[Tile, float] = {}
    for card, in_order in _candidates(before, after, table):
        if left[card] and fits(card, group.likeliest):
            costs[card] = max(costs.get(card, -math.inf), 0.0 if in_order else -settings.out_of_order)
    return tuple(sorted(costs.items(), key=lambda one: (-one[1], one[0])))


def _candidates(before: Tile, after: Tile, table: Table) -> Iterator[tuple[Tile, bool]]:
    """The cards that lay in a set with one of two, and whether they lay on that side of it."""
    for cards in table:
        if before in cards:
            yield from ((card, cards.index(card) > cards.index(before)) for card in cards)
        if after in cards:
            yield from ((card, cards.index(card) < cards.index(after)) for card in cards)


def _filled(group: GroupSight, gap: int, names: CardNames) -> GroupSight:
    """A group with a card in its gap."""
    one, other = group.tracks[gap : gap + 2]
    votes = one.votes._replace(names={names[0][0]: 0.0})
    # What no look has found has no number of its own.
    card = replace(one, number=-1 - one.number, corners=_between(one.corners, other.corners), votes=votes, told=None)
    tracks, known = list(group.tracks), list(group.names)
    tracks.insert(gap + 1, card)
    known.insert(gap + 1, names)
    return replace(group, tracks=tuple(tracks), names=tuple(known))


def _between(one: Corners, other: Corners) -> Corners:
    first, second, third, fourth = (((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in zip(one, other, strict=True))
    return first, second, third, fourth
