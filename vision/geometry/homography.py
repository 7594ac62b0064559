"""How a picture maps to the table, and what the boxes around tiles are there.

Points and arrows are complex numbers, x + iy with y down; on the table a tile is about 1 wide.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Real = NDArray[np.float64]
Points = NDArray[np.complex128]

_STEP = 3.0
_TURNS = np.exp(1j * np.radians(np.arange(0, 90, _STEP)))
_THIN = 1e-3
_TIE = 1.08
"""A box lies along the longer side of what it surrounds, and perhaps along the other up to such a ratio of both."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Oriented boxes: middles, directions of the first sides, halves of both sides."""

    middles: Points
    towards: Points
    long: Real
    short: Real

    @property
    def areas(self) -> Real:
        """The areas of the boxes."""
        return 4 * self.long * self.short

    def taken(self, numbers: NDArray[np.intp]) -> "Boxes":
        """Some of the boxes, in this order."""
        return Boxes(self.middles[numbers], self.towards[numbers], self.long[numbers], self.short[numbers])


@dataclass(frozen=True, slots=True)
class TableHomography:
    """How the picture maps to the table: perspective taken away, then squeezed along one direction, then scaled."""

    origin: complex
    unit: float
    lean: complex
    """How tiles grow in the picture, by the unit."""
    squeeze: complex
    scale: float

    def to_table(self, points: Points) -> Points:
        """Points of the picture on the table."""
        return self.stretched(self.flat(points))

    def flat(self, points: Points) -> Points:
        """Points of the picture without perspective, up to an affine map."""
        moved = (points - self.origin) / self.unit
        return np.asarray(moved / (1 + dot(self.lean, moved)), np.complex128)

    def to_picture(self, places: Points) -> Points:
        """Places on the table in the picture."""
        flat = self.squeezed(places)
        return np.asarray(self.origin + self.unit * flat / (1 - dot(self.lean, flat)), np.complex128)

    def arrows(self, flat: Points, arrows: Points) -> Points:
        """What small arrows on the table are in the picture, at points given without perspective."""
        return tilted(self.lean, flat, self.squeezed(arrows)) * self.unit

    def stretched(self, flat: Points) -> Points:
        """Points or arrows without perspective, on the table."""
        return np.asarray(self.scale * (flat + self.squeeze * flat.conj()), np.complex128)

    def squeezed(self, places: Points) -> Points:
        """Points or arrows on the table, without perspective but squeezed."""
        return np.asarray(
            (places - self.squeeze * places.conj()) / (self.scale * (1 - abs(self.squeeze) ** 2)), np.complex128
        )


def boxes_of(quads: Real) -> Boxes:
    """The smallest boxes around quadrilaterals, taken for parallelograms."""
    c = np.asarray(quads[..., 0] + 1j * quads[..., 1], np.complex128)
    one = (c[:, 1] + c[:, 2] - c[:, 0] - c[:, 3]) / 4
    other = (c[:, 2] + c[:, 3] - c[:, 0] - c[:, 1]) / 4
    # What is no wider than a thousandth of a pixel gets a width all the same, so that nothing divides by 0.
    one[abs(one) < _THIN] = _THIN
    towards, long, short = _around(one, other)
    return Boxes(c.mean(1), towards, long, np.maximum(short, _THIN))


def _around(one: Points, other: Points) -> tuple[Points, Real, Real]:
    """The smallest box around a parallelogram: it lies along the longer side."""
    swap = abs(one) < abs(other)
    along, across = np.where(swap, [other, one], [one, other])
    return _flush(along, across)


def _flush(along: Points, across: Points) -> tuple[Points, Real, Real]:
    """The box around a parallelogram that lies along its first half side: direction and halves of its sides."""
    length = abs(along)
    towards = along / length
    other = across * towards.conj()
    return towards, length + abs(other.real), abs(other.imag)


def middling(values: Real) -> float:
    """The middle one in order of size, the larger of two."""
    return float(np.sort(values)[len(values) // 2])


def dot(one: complex | Points, other: Points) -> Real:
    """The dot product of arrows."""
    return np.asarray((np.conj(one) * other).real, np.float64)


def tilted(lean: complex, flat: Points, arrows: Points) -> Points:
    """Small arrows with perspective put back, at points given without."""
    share = 1 - dot(lean, flat)
    return np.asarray(arrows / share + flat * dot(lean, arrows) / share**2, np.complex128)


def misfits(boxes: Boxes, one: Points, other: Points) -> Real:
    """How far corners of boxes are, in shares of a side, from boxes around parallelograms of the same area."""
    lengths = abs(one), abs(other)
    best = np.full(np.broadcast_shapes(one.shape, boxes.long.shape), np.inf)
    size = np.sqrt(boxes.long * boxes.short)
    long, short = boxes.long / size, boxes.short / size
    for along, across, excess in (
        (one, other, lengths[1] / lengths[0]),
        (other, one, lengths[0] / lengths[1]),
    ):
        towards, w, h = _flush(along, across)
        area = np.sqrt(w * h)
        w, h = w / area, h / area
        turn = towards * boxes.towards.conj()
        fit = np.maximum((w * long + h * short) * abs(turn.real), (w * short + h * long) * abs(turn.imag))
        square = w**2 + h**2 + long**2 + short**2 - 2 * fit + np.maximum(0, excess - _TIE) ** 2
        best = np.minimum(best, square)
    return np.asarray(np.sqrt(np.maximum(best, 0)) / 2, np.float64)


def box_areas(one: Points, other: Points) -> Real:
    """The areas of the smallest boxes around parallelograms with these sides."""
    _, long, short = _around(one, other)
    return long * short


def read_turns(boxes: Boxes, view: TableHomography) -> tuple[Real, Real, Real]:
    """How far each tile is turned on the table, up to quarter turns; its size in tiles; how badly its box fits."""
    flat = view.flat(boxes.middles)
    axes = _TURNS[:, None]
    one, other = view.arrows(flat, axes), view.arrows(flat, 1j * axes)
    errors = misfits(boxes, one, other) ** 2
    best = errors.argmin(0)
    tiles = np.arange(len(best))
    before, at, after = (errors[(best + step) % len(_TURNS), tiles] for step in (-1, 0, 1))
    bow = before - 2 * at + after
    shift = np.where(bow > 1e-12, (before - after) / np.maximum(2 * bow, 1e-12), 0.0).clip(-0.5, 0.5)
    areas = box_areas(one[best, tiles], other[best, tiles])
    return (best + shift) * np.radians(_STEP), np.sqrt(boxes.areas / areas), np.sqrt(at)
