"""Where things lie in a film of the card game: the places of sets, the deck, taken Qwirkles."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from tileye.datasets.card_film.plays import AREAS, ROOM, Area, Home
from tileye.datasets.cards.card_layouts import CardPose, Chain, Group, draw_group
from tileye.datasets.cards.card_styles import CardStyle

_APART = 0.85
"""Between sets, in widths of a card: what is nearer than 0.6 belongs to one group."""
_LEAST_INDEX = 14.0
"""Pixels of a symbol in a corner where nothing else of a card is seen."""
_LEAST_SYMBOL = 18.0
_LEAST_CARD = 50.0
_COVERED = 0.35
"""A card that is covered by more shows only what is in its corner."""
_MARGIN = 0.5
_HIGH = 0.6
"""How far from the middle of an end Qwirkles lie, beside half the end."""
_MOST_AT_AN_END = 2
_ARM = 2.5
"""How near to a place an arm passes over it."""
_CLEAR = 5.0
_STACK = 2.0
"""Heights of a card that Qwirkles of two players keep apart."""

CHAINS: tuple[Chain, ...] = ("row", "fan", "column")
"""How the cards of a set can lie."""


Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CardGround:
    """A box on the table in which all of a card game lies."""

    half: tuple[float, float]

    def away(self, x: float, y: float) -> float:
        """How far a place on the table is from it."""
        return math.hypot(max(0.0, abs(x) - self.half[0]), max(0.0, abs(y) - self.half[1]))

    def corners(self) -> NDArray[np.float64]:
        """The corners of what has to stay in the picture."""
        half_x, half_y = (half + _MARGIN for half in self.half)
        return np.array([(x, y, 0.0) for x in (-half_x, half_x) for y in (-half_y, half_y)])


@dataclass(frozen=True, slots=True)
class Spot:
    """Where somebody's Qwirkles lie, or the deck."""

    x: float
    y: float
    turn: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Where all that belongs to a game has its place, around the middle of the table."""

    style: CardStyle
    chain: Chain
    overlap: float
    slots: Mapping[Home, tuple[CardPose, ...]]
    """For each place of a set where its first card lies, its second, and so on."""
    ground: CardGround
    deck: Spot | None
    """None where the deck is not in view."""
    stacks: tuple[Spot, ...]
    """Where each player's Qwirkles lie; empty where they are not in view."""

    def legible(self, px: float) -> bool:
        """Tell whether cards can be told from what is seen of them, with so many pixels to the side of a tile."""
        wide = self.style.width * px
        index, big = self.style.index * wide, max(self.style.big, self.style.index) * wide
        if wide < _LEAST_CARD:
            return False
        if self.overlap > _COVERED and self.style.index:
            return index >= _LEAST_INDEX
        return big >= _LEAST_SYMBOL


def draw_layout(
    random: Random,
    style: CardStyle,
    places: Mapping[Area, int],
    chain: Chain,
    sides: Sequence[float],
    *,
    deck: bool,
    stacks: bool,
) -> Layout:
    """Lay out the table, as people agree on it without words."""
    overlap = _draw_overlap(random, style, chain)
    homes = [Home(area, number) for area in AREAS for number in range(places[area])]
    groups = {home: draw_group(random, style, ("",) * (ROOM + 1), chain, overlap) for home in homes}
    cell_x, cell_y = _cell(style, chain, overlap, list(groups.values()))
    beside = 2 * style.height + style.width
    columns = _columns(places, cell_x, cell_y, beside if deck or stacks else 0.0)
    rows = sum(-(-places[area] // columns) for area in places)
    across = min(columns, max(places.values()))
    half_x, half_y = across * cell_x / 2, rows * cell_y / 2
    slots, top = {}, half_y - cell_y / 2
    for area in AREAS:
        for number in range(places[area]):
            x = (number % columns + 0.5) * cell_x - half_x
            y = top - cell_y * (number // columns)
            slots[Home(area, number)] = _put(random, groups[Home(area, number)], x, y)
        top -= cell_y * -(-places[area] // columns)
    aside = half_x + _APART * style.width + 0.55 * style.height
    spots = _stack_spots(sides, aside, half_y, style) if stacks else ()
    game = [slots[home][0] for home in homes]
    free = [(x, share * half_y) for x in (-aside, aside) for share in (-0.65, -0.3, 0.0, 0.3, 0.65)]
    lying = _deck_spot(random, game, sides, spots, free) if deck else None
    ends = [math.copysign(aside + 0.75 * style.height, spot.x) for spot in (*spots, *([lying] if lying else []))]
    left, right = min([-half_x, *ends]), max([half_x, *ends])
    laid = Layout(style, chain, overlap, slots, CardGround(((right - left) / 2, half_y)), lying, spots)
    return _shifted(laid, -(left + right) / 2)


def _shifted(layout: Layout, x: float) -> Layout:
    """The same so much further to the right."""
    slots = {home: tuple(replace(pose, x=pose.x + x) for pose in poses) for home, poses in layout.slots.items()}
    spots = tuple(replace(spot, x=spot.x + x) for spot in layout.stacks)
    deck = layout.deck and replace(layout.deck, x=layout.deck.x + x)
    return replace(layout, slots=slots, stacks=spots, deck=deck)


def _draw_overlap(random: Random, style: CardStyle, chain: Chain) -> float:
    """Which share of each card the next one covers: never what tells it."""
    along = style.aspect if chain == "column" else 1.0
    shown = (style.index_inset + style.index / 2 + 0.08) / along if style.index else 0.5
    most = min(0.75, 1 - shown)
    kind = random.random()
    if chain == "row" and kind < 0.5:
        return -random.uniform(0.02, 0.25)
    if kind < 0.65 or most < _COVERED:
        return random.uniform(0.05, min(0.33, most))
    return random.uniform(_COVERED, most)


def _cell(style: CardStyle, chain: Chain, overlap: float, groups: Sequence[Group]) -> tuple[float, float]:
    """The room for a set of six, with what keeps it apart from others."""
    wide, high = (max(getattr(group, side) for group in groups) for side in ("wide", "high"))
    # Groups are drawn with one card more, for a moment in which a set has one too many.
    if chain == "column":
        high -= style.height * (1 - overlap)
    else:
        wide -= style.width * (1 - overlap)
    # Columns below each other would read as one.
    below = _APART * (style.height if chain == "column" else style.width)
    return wide + _APART * style.width, high + below


def _columns(places: Mapping[Area, int], cell_x: float, cell_y: float, beside: float) -> int:
    """How many sets lie beside each other so that all of them fill a picture best."""

    def size(columns: int) -> float:
        rows = sum(-(-count // columns) for count in places.values())
        return max((min(columns, max(places.values())) * cell_x + beside) / 1.7, rows * cell_y)

    return min(range(1, max(places.values()) + 1), key=size)


def _put(random: Random, group: Group, x: float, y: float) -> tuple[CardPose, ...]:
    """The poses of a group at a place; sets of six lie in its middle."""
    turn = random.gauss(0, 1.5)
    a = math.radians(turn)
    first, last = group.poses[0], group.poses[ROOM - 1]
    middle = ((first.x + last.x) / 2, (first.y + last.y) / 2)
    slots = []
    for pose in group.poses:
        dx, dy = pose.x - middle[0], pose.y - middle[1]
        slots.append(
            CardPose(
                x + dx * math.cos(a) - dy * math.sin(a), y + dx * math.sin(a) + dy * math.cos(a), 0.0, pose.turn + turn
            )
        )
    return tuple(slots)


def _stack_spots(sides: Sequence[float], aside: float, half_y: float, style: CardStyle) -> tuple[Spot, ...]:
    """Where each player's Qwirkles lie: at the end of the table that is nearer; nowhere if there is no room for all."""
    places: dict[int, float] = {}
    ends = [math.cos(math.radians(side)) > 0 for side in sides]
    for end in (False, True):
        there = sorted((math.sin(math.radians(sides[one])), one) for one in range(len(sides)) if ends[one] == end)
        if len(there) == 1:
            places[there[0][1]] = _HIGH * half_y * there[0][0]
        elif len(there) == _MOST_AT_AN_END and 2 * _HIGH * half_y > _STACK * style.height:
            places |= {there[0][1]: -_HIGH * half_y, there[1][1]: _HIGH * half_y}
    if len(places) < len(sides):
        return ()
    return tuple(Spot(aside if ends[one] else -aside, places[one], side + 90) for one, side in enumerate(sides))


def _deck_spot(
    random: Random, game: Sequence[CardPose], sides: Sequence[float], spots: Sequence[Spot], free: Sequence[Place]
) -> Spot:
    """Where the deck lies: clear of all Qwirkles, where the fewest arms pass over it on their way to a set."""

    def room(at: Place) -> float:
        return min((math.dist(at, (spot.x, spot.y)) for spot in spots), default=math.inf)

    clear = [at for at in free if room(at) > _CLEAR] or [max(free, key=room)]
    random.shuffle(clear)
    x, y = min(clear, key=lambda at: sum(_passes(at, pose, side) for pose in game for side in sides))
    return Spot(x, y, random.choice((0, 90)) + random.gauss(0, 8))


def _passes(at: Place, pose: CardPose, side: float) -> bool:
    """Tell whether an arm from a side of the table to a card passes over a place."""
    dx, dy, a = at[0] - pose.x, at[1] - pose.y, math.radians(side)
    along, across = dx * math.cos(a) + dy * math.sin(a), dy * math.cos(a) - dx * math.sin(a)
    return along > 0 and abs(across) < _ARM
