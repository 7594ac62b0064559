"""Which boxes show a card of their own: several are put right to one card, and some are no card's size."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tileye.vision.cards.patches import Quads, frames

Real = NDArray[np.float64]

_DOUBLE, _SAME = 0.58, 0.18
"""Two cards whose middles are nearer than so many short sides are one: of one name, and of any..."""
_DOUBLE_POOR, _POOR = 0.9, 0.4
"""... and where one is so much less believed than the other: between cards that overlap others seem to lie."""
_SAME_PLACE, _MOST_ALIKE = 0.1, 2
"""So many boxes at most are looked at again that are put right to one place, but for so many short sides, and size."""
_BESIDE = 0.35
"""A burnt-out card lies so many short sides from those that can be read."""
_SAME_SIZE, _LEAST_CHANCE = 0.15, 1e-6
"""The short sides of boxes of one card differ by less than this, as logarithms; and the least chance of a name."""
_TRUSTED, _LEAST_TRUSTED = 0.5, 4
"""Boxes that are trusted so much tell how large cards are, where there are so many of them."""
_ODD, _ROUNDS, _RIDGE = 0.3, 3, 0.02
"""A box that is larger or smaller by more than this, as a logarithm of its side, is no card."""


def first_of_each(quads: Quads, which: NDArray[np.intp]) -> NDArray[np.intp]:
    """Of boxes that are put right to the same place and size the best: more of them tell nothing new."""
    middles, _, _ = frames(quads)
    short = np.maximum(shortest_sides(quads), 1e-6)
    kept = list[int]()
    for one in which:
        near = abs(middles[kept] - middles[one]) < _SAME_PLACE * short[one]
        alike = abs(np.log(short[kept] / short[one])) < _SAME_SIZE
        if (near & alike).sum() < _MOST_ALIKE:
            kept.append(int(one))
    return np.array(kept, np.intp)


def shortest_sides(quads: Quads) -> Real:
    """The shortest side of each."""
    return np.asarray(np.linalg.norm(quads - np.roll(quads, 1, 1), axis=2).min(1, initial=np.inf))


def single(quads: Quads, chances: Real, trust: Real, which: NDArray[np.intp]) -> NDArray[np.intp]:
    """Those of some boxes that are cards of their own: of two on one card the better one."""
    middles, _, _ = frames(quads)
    short = shortest_sides(quads)
    names = chances.argmax(1)
    kept: list[int] = []
    for one in which[np.argsort(-trust[which], kind="stable")]:
        others = np.array(kept, np.intp)
        away = abs(middles[one] - middles[others]) / np.minimum(short[one], short[others])
        poor = trust[one] < _POOR * trust[others]
        near = np.where(poor, _DOUBLE_POOR, np.where(names[one] == names[others], _DOUBLE, _SAME))
        if not (away < near).any():
            kept.append(int(one))
    return np.array(sorted(kept), np.intp)


def agreed_names(
    quads: Quads, chances: Real, trust: Real, which: NDArray[np.intp], there: NDArray[np.intp]
) -> tuple[Real, Real]:
    """The names of the cards that are `there`, as all boxes say that are put right to the same place and size.

    And how many boxes those are.
    """
    middles, _, _ = frames(quads)
    short = np.maximum(shortest_sides(quads), 1e-6)
    names, boxes = chances[there], np.ones(len(there))
    for place, one in enumerate(there):
        near = abs(middles[which] - middles[one]) < _SAME * short[one]
        alike = abs(np.log(short[which] / short[one])) < _SAME_SIZE
        same = which[near & alike]
        # A name that one of them rules out is none.
        told = np.exp(np.average(np.log(chances[same] + _LEAST_CHANCE), axis=0, weights=trust[same]))
        names[place], boxes[place] = told / told.sum(), len(same)
    return names, boxes


def beside(quads: Quads, scores: Real, burnt: NDArray[np.intp], read: NDArray[np.intp]) -> NDArray[np.intp]:
    """Those of some boxes that are burnt-out cards, beside the cards that were `read`."""
    middles, _, _ = frames(quads)
    short = shortest_sides(quads)
    kept: list[int] = []
    for one in burnt[np.argsort(-scores[burnt], kind="stable")]:
        away = abs(middles[one] - middles) / np.minimum(short[one], short)
        if (away[read] >= _BESIDE).all() and (away[kept] >= _DOUBLE).all():
            kept.append(int(one))
    return np.array(sorted(kept), np.intp)


def alike_in_size(quads: Quads, trust: Real) -> NDArray[np.bool_]:
    """Which cards are as large as the others are where they lie: near ones look larger than far ones."""
    sure = np.flatnonzero(trust >= _TRUSTED)
    every = np.ones(len(quads), np.bool_)
    if len(sure) < _LEAST_TRUSTED:
        return every
    middles, long, _ = frames(quads)
    sizes = np.log(long * np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1) + 1e-6) / 2
    places = np.stack([middles.real, middles.imag], 1) / max(1.0, float(np.ptp(quads)))
    off = sizes - np.median(sizes[sure])
    for _ in range(_ROUNDS):
        good = sure[np.abs(off[sure]) <= _ODD]
        if len(good) < _LEAST_TRUSTED:
            break
        # A ridge keeps few cards in a row from telling of a slope that is not there.
        slant = np.column_stack([places - places[good].mean(0), np.ones(len(places))])
        ridge = np.diag([_RIDGE, _RIDGE, 0.0])
        told = np.linalg.solve(slant[good].T @ slant[good] + ridge, slant[good].T @ sizes[good])
        off = sizes - slant @ told
    return np.asarray(np.abs(off) <= _ODD)
