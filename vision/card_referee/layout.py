"""Where the cards of the table lie, for pages that draw it as the camera sees it."""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from statistics import median

from tileye.rules.cards import CardSet
from tileye.vision.card_referee.observations import Corners
from tileye.vision.card_referee.places import sides
from tileye.vision.card_referee.sights import GroupSight, TableSight

_STIR = 0.15
"""What moves by less, in widths of a card, lies where it lay: no look at the same table is quite like another."""
_TURNED_OVER = 100.0
"""Cards are drawn with this direction of their upper edges at most, in degrees, or 180 less: the limit is one at which
cards seldom lie, lest two looks at one card turn it over."""


@dataclass(frozen=True, slots=True)
class LyingSet:
    """Cards that lie together, in their order."""

    cards: CardSet
    """By their likeliest names."""
    corners: tuple[Corners, ...]
    """In widths of a middling card, from the upper left of all that lies there; no card stands on its head."""
    doubtful: tuple[int, ...] = ()
    """The places of the cards that may have other names."""


Layout = tuple[LyingSet, ...]


def layout_of(sight: TableSight, outside: Collection[int], before: Layout = ()) -> Layout:
    """Say where all sets of the table lie: the layout `before` where nothing but the picture trembles.

    `outside` are the numbers of the groups that are no part of the table.
    """
    groups = [group for number, group in enumerate(sight.groups) if number not in outside and not group.dropped]
    known = [track.corners for group in groups for track in group.tracks]
    if not known:
        return ()
    unit = max(1.0, median(sides(corners)[0] for corners in known))
    left, top = (min(point[axis] for corners in known for point in corners) for axis in (0, 1))
    now = tuple(_lying(group, unit, left, top) for group in groups)
    return before if _is_same(before, now) else now


def _lying(group: GroupSight, unit: float, left: float, top: float) -> LyingSet:
    corners = tuple(_upright(_scaled(track.corners, unit, left, top)) for track in group.tracks)
    rows = zip(group.tracks, group.names, strict=True)
    # What was recorded before and is as it was is asked of nobody.
    doubts = [len(names) > 1 and track.number not in group.home for track, names in rows]
    return LyingSet(group.likeliest, corners, tuple(place for place, doubtful in enumerate(doubts) if doubtful))


def _scaled(corners: Corners, unit: float, left: float, top: float) -> Corners:
    one, two, three, four = (((x - left) / unit, (y - top) / unit) for x, y in corners)
    return one, two, three, four


def _upright(corners: Corners) -> Corners:
    """The same card with its upper edge above: cards lie upside down as often as not."""
    one, two, three, four = corners
    angle = math.degrees(math.atan2(two[1] - one[1], two[0] - one[0]))
    return corners if _TURNED_OVER - 180.0 < angle <= _TURNED_OVER else (three, four, one, two)


def _is_same(before: Layout, now: Layout) -> bool:
    alike = [(one.cards, one.doubtful) for one in before] == [(one.cards, one.doubtful) for one in now]
    return alike and all(far <= _STIR for far in _moved(before, now))


def _moved(before: Layout, now: Layout) -> Iterator[float]:
    """How far each corner is from where it was, of layouts of the same cards."""
    for one, other in zip(before, now, strict=True):
        for was, is_ in zip(one.corners, other.corners, strict=True):
            yield from map(math.dist, was, is_)
