"""Cards of which a lamp leaves nothing but white: they lie there, and nobody can say what they are."""

import numpy as np
from numpy.typing import NDArray

from tileye.vision.cards.patches import Quads
from tileye.vision.images.pictures import Picture, pixels_within

Real = NDArray[np.float64]
Flags = NDArray[np.bool_]

_BRIGHT = 225
"""What is brighter in all colours is burnt, or as good as that: of 255."""
_LEAST_BURNT = 0.5
"""Where a smaller share of a card is burnt, the net had enough to see."""
READABLE = 0.5
"""A name that is likelier is read all the same..."""
_CLEAR = 0.8
"""... and such a name tells what cards look like that can be read:"""
_PALE = 0.15
"""where half of those have so large a share of white, all cards are white, and that tells nothing."""
_LEAST_KIND, _LEAST_SCORE = 0.9, 0.5
"""The net and the detector both have to be this sure that it is a card: a table mirrors lamps as well."""
_GRID = (np.arange(12) + 0.5) / 12 * 0.84 + 0.08
"""Where a card is looked at, from edge to edge."""


def burnt_boxes(picture: Picture, quads: Quads, kinds: Real, names: Real) -> Flags:
    """Which boxes show nothing but white; `kinds` say how likely they are cards, `names` what they may be."""
    best = names.max(1, initial=0.0)
    burnt = best < READABLE
    if burnt.any():
        shares = _white_shares(picture, quads)
        clear = shares[(best >= _CLEAR) & (kinds >= _LEAST_KIND)]
        burnt &= (shares >= _LEAST_BURNT) & (not len(clear) or float(np.median(clear)) < _PALE)
    return np.asarray(burnt)


def are_cards(kinds: Real, scores: Real) -> Flags:
    """Which burnt-out boxes are cards beyond doubt."""
    return np.asarray((kinds >= _LEAST_KIND) & (scores >= _LEAST_SCORE))


def _white_shares(picture: Picture, quads: Quads) -> Real:
    """How much of each card is white."""
    return np.asarray((pixels_within(picture, quads, _GRID).min(2) >= _BRIGHT).mean(1), np.float64)
