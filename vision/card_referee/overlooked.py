"""Cards that no look finds: a gap in a set that was moved tells that one of the record may lie there still."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from tileye.rules.cards import Table, all_cards
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.observations import Corners
from tileye.vision.card_referee.places import middle, sides
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import CardNames, GroupSight, OverlookedCards, fits
from tileye.vision.card_referee.tracks import CardTrack, ToldName

_LEAST_SET, _LEAST_SETS = 3, 2
"""Sets of so many cards, and so many of them, tell how far cards usually lie apart."""
IN_GAP = 0.5
"""A card lies in a gap if it is nearer to its middle, in short sides."""


def with_overlooked(
    groups: Sequence[GroupSight], table: Table, overlooked: OverlookedCards, settings: CardSettings
) -> list[GroupSight]:
    """The groups with cards that no look finds: those `overlooked` as is known, and such as may lie in a gap.

    Those are cards of the record's `table` that are gone, and lay with the cards beside the gap.
    """
    left = Counter(all_cards(table)) - Counter(card for group in groups for card in group.likeliest)
    lying = [one for one in overlooked if any(_with_known(group, (one,)) is not group for group in groups)]
    left.subtract(card for card, _ in lying)
    # What may lie elsewhere is not gone.
    away = [names for group in groups for names in group.names if not group.at_home]
    elsewhere = {name for names in away for name, _ in names[1:]}
    gone = Counter({card: count for card, count in left.items() if count > 0 and card not in elsewhere})
    seen = Counter(card for group in groups for card in group.likeliest) - Counter(all_cards(table))
    known = [(card, corners) for card, corners in lying if not seen[card]]
    steps = {number: _mean_step(group) for number, group in enumerate(groups) if len(group.tracks) >= _LEAST_SET}
    found = []
    for number, group in enumerate(groups):
        others = [step for other, step in steps.items() if other != number]
        filled = _with_known(group, known)
        gap = None if filled != group or group.at_home or not gone else _gap(group, others, settings)
        names = () if gap is None else _names(group, gap, table, gone, settings)
        if gap is not None and names:
            gone -= Counter((names[0][0],))
            filled = _filled(group, gap, names)
        found.append(filled)
    return found


def _with_known(group: GroupSight, known: OverlookedCards) -> GroupSight:
    """A group with the cards that are known to lie in it."""
    for card, corners in known:
        at, reach = middle(corners), IN_GAP * sides(corners)[0]
        for gap, (one, other) in enumerate(pairwise(group.tracks)):
            if math.dist(middle(_between(one.corners, other.corners)), at) < reach < _step(one, other):
                group = _filled(group, gap, ((card, 0.0),), ToldName(card, frozenset()))
                break
    return group


def _mean_step(group: GroupSight) -> float:
    return _step(group.tracks[0], group.tracks[-1]) / (len(group.tracks) - 1)


def _step(one: CardTrack, other: CardTrack) -> float:
    return math.dist(one.middle, other.middle)


def _gap(group: GroupSight, others: Sequence[float], settings: CardSettings) -> int | None:
    """After which card of a group there is room for another one, if there is; cards of `others` lie so far apart."""
    steps = [_step(*pair) for pair in pairwise(group.tracks)]
    widest = max(range(len(steps)), key=steps.__getitem__, default=None)
    if widest is None or len(others) < _LEAST_SETS:
        return None
    own = steps[:widest] + steps[widest + 1 :]
    return widest if steps[widest] >= settings.gap * max(median(others), median(own or others)) else None


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


def _filled(group: GroupSight, gap: int, names: CardNames, told: ToldName | None = None) -> GroupSight:
    """A group with a card in its gap; it is a guess where nobody has `told` it."""
    one, other = group.tracks[gap : gap + 2]
    votes = one.votes._replace(names={names[0][0]: 0.0})
    # What no look has found has no number of its own.
    card = replace(one, number=-1 - one.number, corners=_between(one.corners, other.corners), votes=votes, told=told)
    tracks, known = list(group.tracks), list(group.names)
    tracks.insert(gap + 1, card)
    known.insert(gap + 1, names)
    return replace(group, tracks=tuple(tracks), names=tuple(known))


def _between(one: Corners, other: Corners) -> Corners:
    first, second, third, fourth = (((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in zip(one, other, strict=True))
    return first, second, third, fourth
