"""Cards of one set share their shape or their colour: what a card is hard to see to be, the others of its set tell.

Sets may break the rules, and are to be told as they lie: what is seen clearly stays as it is seen.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tileye.rules.tiles import COLOURS, SHAPES, SIDE, Tile
from tileye.vision.cards.patches import Quads
from tileye.vision.images.pictures import Picture, pixels_within
from tileye.vision.reading import Candidates, is_thin

Real = NDArray[np.float64]

_WEIGHT = 20.0
"""So many times likelier is a name that fits what the others are: one set in thirty or forty is against the rules."""
_DOUBTED = 0.05
"""Others that are less likely than this a set of any kind tell that much less."""
_COLOURED, _LEAST_COLOURED, _FEWEST = 24, 0.005, 3
"""Levels between the channels of a coloured pixel; such a share of the pixels of so many cards at least is coloured."""
_GRID = np.linspace(0.05, 0.95, 24)
_SURE = 0.85
"""A name that was unsure before is sure where it is so much likelier than the next one now."""


def told_together(chances: Real, groups: Sequence[Sequence[int]]) -> Real:
    """The chances of the names of all cards, by what the others of their groups say; `groups` hold rows."""
    told = chances.copy()
    for group in groups:
        if len(group) <= SIDE:
            told[list(group)] = _weighed(chances[list(group)])
    return told


def is_doubtful(alone: Candidates, together: Candidates) -> bool:
    """Whether a name is unsure: what others make of a doubtful or of another name is sure only where it is clear."""
    if alone[0][0] != together[0][0]:
        return True
    return together[0][1] - together[1][1] < _SURE if is_thin(alone) else is_thin(together)


def twice_in_set(names: Sequence[Tile], groups: Sequence[Sequence[int]]) -> set[int]:
    """The cards, by their numbers, of which one group seems to have two: one was seen twice, or is another."""
    return {card for group in groups for card in group if [names[other] for other in group].count(names[card]) > 1}


def of_other_sets(names: Sequence[Tile]) -> set[int]:
    """The white cards where more seem to be purple, or the other way round: a set has only one of them."""
    purple, white = ([card for card, name in enumerate(names) if name[1] == colour] for colour in "PW")
    if len(purple) == len(white):
        return {*purple, *white}
    return set(purple if len(purple) < len(white) else white)


def is_colourless(picture: Picture, quads: Quads) -> bool:
    """Whether some cards show no colour at all: a photograph in black and white tells shapes alone."""
    if len(quads) < _FEWEST:
        return False
    pixels = pixels_within(picture, quads, _GRID).astype(int)
    return bool((np.ptp(pixels, axis=2) > _COLOURED).mean() < _LEAST_COLOURED)


def _weighed(chances: Real) -> Real:
    """The chances of the names of cards that lie together, by what the others say."""
    table = chances.reshape(len(chances), len(SHAPES), len(COLOURS))
    fitting = _fitting(table) / len(SHAPES) + _fitting(table.swapaxes(1, 2)).swapaxes(1, 2) / len(COLOURS)
    best = fitting.max((1, 2), keepdims=True)
    believed = np.minimum(1.0, best * len(SHAPES) / _DOUBTED)
    weighed = table * (1 + _WEIGHT * believed * fitting / np.maximum(best, 1e-12))
    return np.asarray((weighed / weighed.sum((1, 2), keepdims=True)).reshape(chances.shape))


def _fitting(table: Real) -> Real:
    """For each card and name how likely the others share its first half and all differ in the second."""
    cards, _, values = table.shape
    fitting = np.empty_like(table)
    for one in range(cards):
        used = _used_by(table[[other for other in range(cards) if other != one]])
        free = np.arange(1 << values)[None, :] >> np.arange(values)[:, None] & 1 == 0
        fitting[one] = used @ free.T
    return fitting


def _used_by(others: Real) -> Real:
    """By what the others share, and by the set of second halves, as bits, how likely they have just these."""
    _, shared, values = others.shape
    used = np.zeros((shared, 1 << values))
    used[:, 0] = 1.0
    for chances in others:
        following = np.zeros_like(used)
        for value in range(values):
            free = np.flatnonzero(np.arange(1 << values) >> value & 1 == 0)
            following[:, free | 1 << value] += used[:, free] * chances[:, value, None]
        used = following
    return used
