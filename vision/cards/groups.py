"""Which cards lie together: chains in one direction, beside each other or overlapping.

Each card is seen from its neighbour's own frame: what perspective does to one it does to the other. Which sides are the
long ones cannot be told from a low camera; where that matters, the way is taken in which more of the groups are sets.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tileye.rules.cards import divisions, is_set
from tileye.rules.tiles import Tile, all_alike
from tileye.vision.cards.patches import Quads

Array = NDArray[Any]
Group = tuple[int, ...]

_MOST_GAP = 0.68
"""Between neighbours, in sides; 0.6 and what perspective and inexact boxes add."""
_ASIDE = 0.34
"""How far a card may lie off the line of its neighbour, in its sides across that line."""
_MOST_TURN = 0.39
"""The sine of the largest angle between neighbours, and a little."""
_ALIKE = 0.72, 1.38
"""How much longer or shorter the sides of a neighbour may look..."""
_COVERED = 0.45, 2.2
"""... and where one lies on the other, in the direction in which they lie: how far the lower one reaches is guessed."""
_APART = 0.97
"""From so many sides on a card does not lie on its neighbour."""
_LATER = 0.8
"""So many sides farther counts what lies without touching in the direction that comes second."""


class _Link(NamedTuple):
    """Two cards that may be neighbours: how far apart, in which direction, and on which side each has the other one."""

    distance: float
    one: int
    other: int
    direction: int
    """0 along the first card's upper side, 1 along its right side."""
    touches: bool
    side: tuple[int, int]
    other_side: tuple[int, int]


def group_cards(quads: Quads, names: Sequence[Tile]) -> tuple[Group, ...]:
    """The chains of two and more cards, each in the order in which they lie, those divided that the rules divide."""
    links = list(_links(quads))
    ways = (_grouped(quads, names, links, first) for first in (0, 1, None))
    return max(ways, key=lambda groups: _in_sets(groups, names))


def _in_sets(groups: Sequence[Group], names: Sequence[Tile]) -> tuple[int, int]:
    """How many cards lie in sets, and how few groups there are."""
    sets = sum(len(group) for group in groups if is_set([names[card] for card in group]))
    return sets, -len(groups)


def _grouped(quads: Quads, names: Sequence[Tile], links: Sequence[_Link], first: int | None) -> tuple[Group, ...]:
    """Groups where one direction comes first, or neither."""

    def cost(link: _Link) -> float:
        late = first is not None and not link.touches and link.direction != first
        return link.distance + (_LATER if late else 0.0)

    neighbours: list[dict[tuple[int, int], int]] = [{} for _ in quads]
    for link in sorted(links, key=lambda link: (cost(link), link)):
        free = link.side not in neighbours[link.one] and link.other_side not in neighbours[link.other]
        straight = all(side[0] == link.side[0] for side in neighbours[link.one]) and all(
            side[0] == link.other_side[0] for side in neighbours[link.other]
        )
        if free and straight and not _hang_together(neighbours, link.one, link.other):
            neighbours[link.one][link.side] = link.other
            neighbours[link.other][link.other_side] = link.one
    return tuple(part for chain in _chains(quads, neighbours) for part in _divided(chain, names))


def _links(quads: Quads) -> Iterator[_Link]:
    """All pairs that may be neighbours."""
    if len(quads) < 2:
        return
    points = quads @ (1, 1j)
    middles = points.mean(1)
    right = (points[:, 1] + points[:, 2] - points[:, 0] - points[:, 3]) / 2
    down = (points[:, 2] + points[:, 3] - points[:, 0] - points[:, 1]) / 2
    reach = (abs(right) + abs(down)) * (1 + _MOST_GAP)
    for one, other in zip(*np.nonzero(np.triu(abs(middles[:, None] - middles) < reach[:, None], 1)), strict=True):
        frame = np.array([[right[one].real, down[one].real], [right[one].imag, down[one].imag]])
        if abs(np.linalg.det(frame)) < 1e-6:
            continue
        into = np.linalg.inv(frame)
        sides = np.array([[right[other].real, down[other].real], [right[other].imag, down[other].imag]])
        found = _turn_between(into @ sides)
        if found is None:
            continue
        turn, covered = found
        away = into @ np.array([(middles[other] - middles[one]).real, (middles[other] - middles[one]).imag])
        # The middle of both points of view: the neighbour's frame is a little other than one's own.
        back = np.linalg.inv(_rolled(into @ sides, turn)) @ away
        links = _links_of(int(one), int(other), (away + back) / 2, turn)
        yield from (link for link in links if covered is None or (link.touches and link.direction == covered))


def _turn_between(sides: Array) -> tuple[int, int | None] | None:
    """By how many quarters a card is turned beside another whose frame it is seen in; None if they do not lie alike.

    Also the direction in which one looks longer by far, if they lie alike but for that.
    """
    odd: tuple[int, int | None] | None = None
    for turn in range(4):
        seen = _rolled(sides, turn)
        lengths = np.diag(seen)
        slant = np.sqrt(abs(seen[0, 1] * seen[1, 0]))
        shear = abs(seen[0, 1] + seen[1, 0])
        if slant < _MOST_TURN and shear < 2 * _MOST_TURN:
            alike = (lengths > _ALIKE[0]) & (lengths < _ALIKE[1])
            if alike.all():
                return turn, None
            direction = int(alike.argmin())
            if alike.any() and odd is None and _COVERED[0] < lengths[direction] < _COVERED[1]:
                odd = turn, direction
    return odd


def _rolled(sides: Array, turn: int) -> Array:
    """The sides to the right and down of a card that is called upright after so many quarter turns."""
    right, down = sides[:, 0], sides[:, 1]
    for _ in range(turn):
        right, down = down, -right
    return np.column_stack([right, down])


def _links_of(one: int, other: int, away: Array, turn: int) -> Iterator[_Link]:
    for direction in (0, 1):
        along, aside = float(away[direction]), float(away[1 - direction])
        if abs(aside) < min(_ASIDE, abs(along)) and abs(along) < 1 + _MOST_GAP:
            sign = 1 if along > 0 else -1
            yield _Link(
                abs(along),
                one,
                other,
                direction,
                abs(along) < _APART,
                (direction, sign),
                _as_seen_by_other((direction, -sign), turn),
            )


def _as_seen_by_other(side: tuple[int, int], turn: int) -> tuple[int, int]:
    """A side of the first card's frame in the frame of one that is turned by so many quarters."""
    direction, sign = side
    x, y = (sign, 0) if direction == 0 else (0, sign)
    for _ in range(turn):
        x, y = -y, x
    return (0, x) if x else (1, y)


def _hang_together(neighbours: Sequence[dict[tuple[int, int], int]], one: int, other: int) -> bool:
    """Whether two cards are in one chain already."""
    seen, ends = {one}, [one]
    while ends:
        for near in neighbours[ends.pop()].values():
            if near not in seen:
                seen.add(near)
                ends.append(near)
    return other in seen


def _chains(quads: Quads, neighbours: Sequence[dict[tuple[int, int], int]]) -> Iterator[Group]:
    left = {card for card, near in enumerate(neighbours) if near}
    middles = quads.mean(1) if len(quads) else np.zeros((0, 2))
    while left:
        end = next(card for card in sorted(left) if len(neighbours[card]) == 1)
        chain, here, before = [end], end, -1
        while following := [card for card in neighbours[here].values() if card != before]:
            before, here = here, following[0]
            chain.append(here)
        left -= set(chain)
        # From left to right, and from top to bottom where they lie above each other.
        backwards = (middles[chain[-1]] - middles[chain[0]]) @ (1.0, 0.5) < 0
        yield tuple(reversed(chain)) if backwards else tuple(chain)


def _divided(chain: Group, names: Sequence[Tile]) -> Iterator[Group]:
    """A chain, in parts where the rules part it."""
    for start, end in pairwise((0, *cuts([names[card] for card in chain]), len(chain))):
        yield chain[start:end]


def cuts(cards: Sequence[Tile]) -> tuple[int, ...]:
    """Where a chain is to be cut so that each part is a set: only where there is one way, and else nowhere."""
    if len(set(cards)) == len(cards) and all_alike(cards):
        return ()
    ways = list(divisions(cards))
    return ways[0] if len(ways) == 1 else ()
