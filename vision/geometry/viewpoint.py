"""From which side a table is seen, told by the tiles on it alone: what makes all of them squares of one size.

Candidates come from the steps that many tiles and their neighbours have in common. The boxes and the number of
neighbours choose among them, and the steps fit the chosen one.
"""

import math
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.vision.geometry.homography import (
    Boxes,
    Points,
    Real,
    TableHomography,
    box_areas,
    dot,
    middling,
    misfits,
    tilted,
)

Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]

_STEEPEST = 0.36
"""The largest squeeze: of a table seen at 28 degrees."""
_GROWTH = 0.03
"""By how much tiles grow from one to the next towards the viewer, as a standard deviation."""
_NEAR = 1.75
"""Centres closer than so many tiles are looked at as possible neighbours..."""
_NEAREST = 0.75
"""... and ones closer than this speak against a candidate."""
_BINS = 41
_TURNS = np.exp(1j * np.radians(np.arange(0, 90, 6.0)))
_SQUEEZES = np.array([0j] + [r * np.exp(1j * t) for r in (0.13, 0.27) for t in np.arange(0, 6.2, np.pi / 4)])
"""Candidates for tables with too few tiles to tell: one from above, two rings from lower."""
_MISFIT, _MOST_COST = 0.07, 3.0
"""How badly boxes fit, as a standard deviation in sides, and what a box costs at most that fits not at all."""
_FLATTER = 4.0
"""What it costs a candidate to look from low."""
_ASKED = 14
"""So many tiles, those with the most others around them, judge a view by their boxes..."""
_WATCHED = 140
"""... and about so many pairs by how they lie beside each other."""
_LEAST_STEPS = 4
_FIRM_LEAN = 4.0
"""How firmly what sizes say about perspective stands against what steps between neighbours say."""


def find_view(boxes: Boxes) -> TableHomography:
    """Find the view that makes the tiles squares of one size, and as many as possible of them neighbours."""
    areas = boxes.areas
    unit = math.sqrt(middling(areas))
    origin = complex(middling(boxes.middles.real), middling(boxes.middles.imag))
    moved = (boxes.middles - origin) / unit
    lean = _lean(moved, np.cbrt(areas / unit**2))
    share = 1 + dot(lean, moved)
    flat = moved / share
    size = math.sqrt(middling(areas / unit**2 / share**3))
    pairs = _near_pairs(flat, size)
    candidates = _candidates(flat[pairs[1]] - flat[pairs[0]], size)
    squeeze, scale, axis = _choose(boxes, flat, pairs, lean, candidates, unit)
    return _refined(TableHomography(origin, unit, lean, squeeze, scale), axis, flat, pairs)


def _lean(moved: Points, sizes: Real) -> complex:
    """How sizes grow over the picture, as a share; a robust fit that wants evidence."""
    columns = np.stack([np.ones(len(moved)), moved.real, moved.imag], 1)
    weights = np.ones(len(moved))
    middle = middling(sizes)
    fit = np.array([middle, 0, 0])
    ridge = np.diag([0, 1, 1]) * (0.04 / _GROWTH) ** 2
    for _ in range(4):
        weighted = columns * weights[:, None]
        fit = np.linalg.solve(columns.T @ weighted + ridge, weighted.T @ sizes)
        weights = 1 / (1 + ((sizes - columns @ fit) / (0.06 * middle)) ** 2) ** 2
    lean = complex(fit[1], fit[2]) / fit[0]
    least = float(dot(lean, moved).min(initial=0))
    return complex(lean * min(1.0, -0.7 / least) if least < 0 else lean)


def _near_pairs(flat: Points, size: float) -> Pairs:
    near = abs(flat[:, None] - flat[None]) < _NEAR * size
    first, second = np.nonzero(np.triu(near, 1))
    return first, second


def _candidates(steps: Points, size: float) -> tuple[Points, Real]:
    """Squeezes and scales worth trying: each two frequent steps between near tiles taken for the sides of a cell."""
    squeezes, scales = list(_SQUEEZES), [np.nan] * len(_SQUEEZES)
    for one, step in combinations(_frequent(steps, size), 2):
        other = step if (one.conjugate() * step).imag > 0 else -step
        if not 0.6 < (one.conjugate() * other).imag / size**2 < 1.5:
            continue
        squeeze, scale = _square(one, other)
        if abs(squeeze) < _STEEPEST:
            squeezes.append(squeeze)
            scales.append(scale)
    return np.array(squeezes), np.array(scales)


def _frequent(steps: Points, size: float) -> list[complex]:
    """The steps that many pairs of tiles have in common, without their opposites."""
    both = np.concatenate([steps, -steps])
    found: list[complex] = []
    for peak in _peaks(np.asarray(both / size, np.complex128)) * size:
        close = both[abs(both - peak) < 0.2 * size]
        step = complex(close.mean()) if len(close) else complex(peak)
        if all(min(abs(step - other), abs(step + other)) > 0.15 * size for other in found):
            found.append(step)
    return found[:6]


def _peaks(steps: Points) -> Points:
    """Where steps of up to two tiles crowd, the densest first."""
    columns, rows = ((part * _BINS / 4 + _BINS / 2).astype(np.intp) for part in (steps.real, steps.imag))
    counts = np.bincount(rows * _BINS + columns, minlength=_BINS**2).reshape(_BINS, _BINS)
    smooth = cv2.GaussianBlur(counts.astype(np.float64), (0, 0), 0.9)
    rows, columns = np.nonzero((smooth == cv2.dilate(smooth, np.ones((5, 5)))) & (smooth > 0.15))
    order = np.argsort(-smooth[rows, columns], kind="stable")[:12]
    return np.asarray((columns[order] + 1j * rows[order] - (1 + 1j) * (_BINS // 2)) * 4 / _BINS, np.complex128)


def _fits(boxes: Boxes, flat: Points, lean: complex, squeezes: Points) -> tuple[Real, Points, Real]:
    """For each candidate and tile: how badly the box fits at best, how the tile is turned then, the area expected."""
    squeeze = squeezes[:, None, None]
    one = _TURNS[None, :, None] / (1 - abs(squeeze) ** 2)
    mirrored = squeeze * one.conj()
    sides = tilted(lean, flat, one - mirrored), tilted(lean, flat, 1j * (one + mirrored))
    errors = misfits(boxes, *sides)
    turns = errors.argmin(1)
    best = np.arange(len(squeezes))[:, None], turns, np.arange(len(flat))
    return errors[best], _TURNS[turns], box_areas(sides[0][best], sides[1][best])


def _neighbours(steps: Points) -> Real:
    """How many of the steps between tiles lead to a neighbour, less those that no two tiles can be apart."""
    main, side = np.maximum(abs(steps.real), abs(steps.imag)), np.minimum(abs(steps.real), abs(steps.imag))
    beside = np.maximum(0, 1 - ((main - 1) / 0.25) ** 2 - (side / 0.3) ** 2)
    return np.asarray((beside - (main < _NEAREST)).sum(1), np.float64)


def _choose(
    boxes: Boxes, flat: Points, pairs: Pairs, lean: complex, candidates: tuple[Points, Real], unit: float
) -> tuple[complex, float, complex]:
    """Squeeze, scale and axis of the candidate that explains the boxes and makes the most neighbours."""
    squeezes, scales = candidates
    degrees = np.bincount(np.concatenate(pairs), minlength=len(flat))
    asked = np.sort(np.argsort(-degrees, kind="stable")[:_ASKED])
    errors, turns, areas = _fits(boxes.taken(asked), flat[asked], lean, squeezes)
    shares = np.sort(boxes.areas[asked] / unit**2 / areas, 1)[:, len(asked) // 2]
    scales = np.where(np.isnan(scales), 1 / np.sqrt(shares), scales)
    costs = np.minimum((errors / _MISFIT) ** 2 / 2, _MOST_COST)
    headings = (turns**4 * np.exp(-costs)).sum(1)
    axes = (headings / np.maximum(abs(headings), 1e-9)) ** 0.25
    every = 1 + len(pairs[0]) // _WATCHED
    steps = (flat[pairs[1]] - flat[pairs[0]])[::every]
    steps = (scales * axes.conj())[:, None] * (steps + squeezes[:, None] * steps.conj())
    links = _neighbours(steps) * every * len(asked) / len(flat)
    best = int((links - costs.sum(1) - _FLATTER * abs(squeezes)).argmax())
    return complex(squeezes[best]), float(scales[best]), complex(axes[best])


def _refined(view: TableHomography, axis: complex, flat: Points, pairs: Pairs) -> TableHomography:
    """Fit lean and squeeze to the steps between neighbours; steps alone, so that lines may wander."""
    first, second = pairs
    steps = view.stretched(flat[second] - flat[first]) * axis.conjugate()
    whole = np.round(steps.real) + 1j * np.round(steps.imag)
    off = abs(steps - whole)
    keep = (abs(whole) == 1) & (off < 0.25)
    if np.count_nonzero(keep) < _LEAST_STEPS:
        return view
    right, down = view.squeezed(np.array([axis, 1j * axis])).tolist()
    weights = 1 / (1 + (off[keep] / 0.08) ** 2)
    lean, right, down = _fit_steps(flat[first[keep]], flat[second[keep]], whole[keep], weights, right, down)
    if (right.conjugate() * down).imag <= 0:
        return view
    squeeze, scale = _square(right, down)
    return (
        TableHomography(view.origin, view.unit, view.lean + lean, squeeze, scale) if abs(squeeze) < _STEEPEST else view
    )


def _fit_steps(
    start: Points, end: Points, whole: Points, weights: Real, right: complex, down: complex
) -> tuple[complex, complex, complex]:
    """By how much the lean is off, and the steps right and down, which are known roughly; least squares."""
    leaning = [end * end.real - start * start.real, end * end.imag - start * start.imag]
    columns = np.stack([*leaning, whole.real + 0j, 1j * whole.real, whole.imag + 0j, 1j * whole.imag], 1)
    matrix = np.concatenate([columns.real, columns.imag])
    weighted = (matrix * np.tile(weights, 2)[:, None]).T
    ridge = np.array([_FIRM_LEAN, _FIRM_LEAN, 1, 1, 1, 1])
    prior = np.array([0, 0, right.real, right.imag, down.real, down.imag])
    wanted = np.concatenate([(end - start).real, (end - start).imag])
    fit = np.linalg.solve(weighted @ matrix + np.diag(ridge), weighted @ wanted + ridge * prior)
    return complex(fit[0], fit[1]), complex(fit[2], fit[3]), complex(fit[4], fit[5])


def _square(right: complex, down: complex) -> tuple[complex, float]:
    """Squeeze and scale that make two arrows the sides of a square of size 1."""
    squeeze = (down - 1j * right) / (1j * right.conjugate() - down.conjugate())
    return squeeze, 1 / abs(right + squeeze * right.conjugate())
