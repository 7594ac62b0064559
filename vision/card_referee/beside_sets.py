"""What lies on the table and is no set of it: stacks, a card that somebody dropped, a hand that is shown."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tileye.rules.cards import divisions
from tileye.rules.rulesets import MOST_IN_HAND
from tileye.rules.tiles import SIDE
from tileye.vision.card_referee.doubles import may_be_set
from tileye.vision.card_referee.observations import Corners
from tileye.vision.card_referee.places import beyond, direction, middle, sides, turned
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import GroupSight, Stack
from tileye.vision.card_referee.tracks import CardTrack
from tileye.vision.referee.votes import ranked


def in_stack(stack: Stack, lying: Sequence[CardTrack], settings: CardSettings) -> set[int]:
    """The numbers of the cards that lie in a stack, or beside what lies there where somebody has spread it."""
    found = [track for track in lying if any(_is_near(track, corners, settings) for corners in stack.corners)]
    names = {track.number: ranked(track.votes, settings)[0][0] for track in lying if track.votes.names}
    left = Counter(stack.cards) - Counter(names.get(track.number, "") for track in found)
    for _ in range(SIDE if found else 0):
        beside = (track for track in lying if track not in found and left[names.get(track.number, "")] > 0)
        spread = next((track for track in beside if _lies_beside(track, found)), None)
        if spread is None:
            break
        found.append(spread)
        left[names[spread.number]] -= 1
    return {track.number for track in found}


def _lies_beside(track: CardTrack, others: Iterable[CardTrack]) -> bool:
    return any(math.dist(track.middle, other.middle) <= sides(other.corners)[1] for other in others)


def _is_near(track: CardTrack, corners: Corners, settings: CardSettings) -> bool:
    return math.dist(track.middle, middle(corners)) <= settings.at_home * sides(corners)[1]


def with_hands_marked(groups: Sequence[GroupSight], settings: CardSettings) -> list[GroupSight]:
    """The groups, those marked that are a hand which somebody shows to all, in one row or in several."""
    hands = [hand for hand in _together(groups, settings) if _is_hand(hand, groups, settings)]
    return [replace(group, shown=any(group in hand for hand in hands)) for group in groups]


def _together(groups: Sequence[GroupSight], settings: CardSettings) -> Iterator[list[GroupSight]]:
    """New groups that lie beside each other, like the rows of one hand."""
    left = [group for group in groups if not group.home]
    while left:
        rows = [left.pop()]
        while near := [group for group in left if any(_are_rows(group, row, settings) for row in rows)]:
            rows += near
            left = [group for group in left if group not in near]
        yield rows


def _are_rows(one: GroupSight, other: GroupSight, settings: CardSettings) -> bool:
    long = sides(one.tracks[0].corners)[1]
    return any(
        math.dist(card.middle, beside.middle) < settings.rows * long for card in one.tracks for beside in other.tracks
    )


def _is_hand(rows: Sequence[GroupSight], groups: Sequence[GroupSight], settings: CardSettings) -> bool:
    """Tell whether so many cards, which fit nowhere, lie beside all others."""
    if not SIDE <= sum(len(row.tracks) for row in rows) <= MOST_IN_HAND:
        return False
    # What may be sets by any of their names are sets that somebody lays.
    if any(may_be_set(row.names) or any(True for _ in divisions(row.likeliest)) for row in rows):
        return False
    others = [point for group in groups if group not in rows for track in group.tracks for point in track.corners]
    cards = [track for row in rows for track in row.tracks]
    x, y = (sum(card.middle[part] for card in cards) / len(cards) for part in (0, 1))
    return bool(others) and beyond((x, y), others) >= settings.outside * sides(cards[0].corners)[1]


def placed(
    group: GroupSight, groups: Iterable[GroupSight], moved: Iterable[Stack], settings: CardSettings
) -> GroupSight:
    """Say whether a group lies apart from all others, or belongs to nothing; `moved` stacks left their places."""
    others = [track for other in groups if not _is_of(other, group, settings) for track in other.tracks]
    short, long = sides(group.tracks[0].corners)
    far = beyond(group.middle, [point for track in others for point in track.corners]) if others else 0.0
    steps = len(group.tracks) - 1
    squeezed = steps > 0 and group.length <= settings.squeezed * steps * short
    outside = len(group.tracks) == SIDE and far >= settings.outside * long
    aside = far >= settings.outside * long and not group.at_home
    dropped = len(group.tracks) == 1 and bool(others) and not group.at_home and _is_dropped(group, others, settings)
    as_stack = _is_short(group, settings)
    old = not group.at_home and any(_is_moved(group, stack, may_be_top=as_stack and aside) for stack in moved)
    dropped = dropped or old or group.shown
    apart = not group.at_home and (squeezed or outside)
    return replace(group, apart=apart, short=as_stack, dropped=dropped, old_stack=old)


def _is_moved(group: GroupSight, stack: Stack, *, may_be_top: bool) -> bool:
    """Whether a group is a stack that left its place: all of its cards, or some where only the top may be seen."""
    cards = Counter(group.likeliest)
    return cards == Counter(stack.cards) or (may_be_top and cards <= Counter(stack.cards))


def _is_short(group: GroupSight, settings: CardSettings) -> bool:
    """Whether it may be what shows of a stack."""
    return not group.at_home and group.length <= settings.stack_length * sides(group.tracks[0].corners)[0]


def _is_of(other: GroupSight, group: GroupSight, settings: CardSettings) -> bool:
    """Whether another group may be of one stack with this one: it is no longer than that, and they overlap."""
    return other is group or (_is_short(other, settings) and overlap(other.tracks, group.tracks, settings))


def overlap(some: Iterable[CardTrack], others: Sequence[CardTrack], settings: CardSettings) -> bool:
    """Whether any of some cards lies on any of others, or under it."""
    return any(
        math.dist(one.middle, other.middle) < settings.overlapping * sides(other.corners)[1]
        for one in some
        for other in others
    )


def _is_dropped(group: GroupSight, others: Iterable[CardTrack], settings: CardSettings) -> bool:
    """Tell whether a card by itself lies crooked, or far from all others."""
    (card,) = group.tracks
    others = list(others)
    _, long = sides(card.corners)
    nearest = min(math.dist(card.middle, other.middle) for other in others)
    crooked = min(turned(direction(card.corners), direction(other.corners)) for other in others)
    return nearest > settings.lies_about * long or crooked > settings.crooked
