"""Cards that are seen where none can lie: twice in one place, or between two that have no room for one more."""

import math
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from tileye.rules.tiles import Tile
from tileye.vision.card_referee.observations import Point
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import CardNames, GroupSight, Homes

_LEAST_STEPS = 3
"""Fewer distances do not tell which of them is too small."""


def without_doubles(group: GroupSight, homes: Homes, settings: CardSettings) -> GroupSight:
    """The group without what is seen between two cards of the record that have no room for another one between them."""
    own = _places_at_home(group, homes)
    steps = {
        pair: math.dist(group.tracks[pair[0]].middle, group.tracks[pair[1]].middle) for pair in pairwise(sorted(own))
    }
    tight = [
        pair
        for pair, step in steps.items()
        if len(steps) > 1 and step < settings.room * median(other for at, other in steps.items() if at != pair)
    ]
    doubles = {place for one, other in tight for place in range(one + 1, other)}
    return without(group, doubles)


def without_squeezed(group: GroupSight, settings: CardSettings) -> GroupSight:
    """The group without a card that lies too near to its neighbour, and is seen twice or alone makes no set of it."""
    steps = [math.dist(one.middle, other.middle) for one, other in pairwise(group.tracks)]
    if len(steps) < _LEAST_STEPS or may_be_set(group.names):
        return group
    found = []
    for place in range(len(group.tracks)):
        beside, others = steps[max(0, place - 1) : place + 1], steps[: max(0, place - 1)] + steps[place + 1 :]
        near = min(beside) / max(median(others), 1e-6) if others else math.inf
        rest = group.names[:place] + group.names[place + 1 :]
        again = group.names[place][0][0] in {names[0][0] for names in rest[max(0, place - 1) : place + 1]}
        if (near < settings.too_near and may_be_set(rest)) or (near < settings.seen_again and again):
            found.append((near, place))
    return without(group, {min(found)[1]}) if found else group


def may_be_set(names: Sequence[CardNames]) -> bool:
    """Whether some cards are a set by any of their names."""
    known = [{name for name, _ in one} for one in names]
    shared = {mark for name in known[0] for mark in name if all(any(mark in other for other in one) for one in known)}
    return any(_are_unlike([{name for name in one if mark in name} for one in known]) for mark in shared)


def _are_unlike(names: Sequence[set[Tile]], used: frozenset[Tile] = frozenset()) -> bool:
    """Whether each of some cards can have a name of its own."""
    return not names or any(_are_unlike(names[1:], used | {name}) for name in names[0] - used)


def without(group: GroupSight, places: Collection[int]) -> GroupSight:
    """The group without the cards in some places of it."""
    kept = [place for place in range(len(group.tracks)) if place not in places]
    return replace(
        group,
        tracks=tuple(group.tracks[place] for place in kept),
        names=tuple(group.names[place] for place in kept),
        home=frozenset(group.tracks[place].number for place in kept) & group.home,
    )


def _places_at_home(group: GroupSight, homes: Homes) -> set[int]:
    """The places in a group of the cards that are those of the record: of two for one of them the nearer one."""
    found: dict[tuple[Tile, Point], tuple[float, int]] = {}
    for number, (track, names) in enumerate(zip(group.tracks, group.names, strict=True)):
        for card, at, reach in homes:
            far = math.dist(track.middle, at)
            if far <= reach and card == names[0][0]:
                found[card, at] = min(found.get((card, at), (far, number)), (far, number))
    return {number for _, number in found.values()}
