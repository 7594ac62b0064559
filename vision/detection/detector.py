"""Finding tiles: the whole picture first and, where tiles are small, its parts once more at a finer scale."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.vision.detection.runtime import Batch, Engine
from tileye.vision.images.pictures import Picture

Quads = NDArray[np.float64]
"""Four corners for each tile, clockwise, in pixels of the picture."""
Scores = NDArray[np.float64]
Whole = NDArray[np.intp]
Shape = tuple[int, int]

LEAST_SCORE = 0.1
"""Low, since every box is looked at once more."""
_WORTH_A_LOOK = 0.15
"""Boxes with more than this tell where to look again."""
SMALL, SMALLISH = 13.0, 18.0
"""Where the middling tile has fewer pixels a side than this in the net's input, a finer look is taken..."""
_DOUBTFUL, _MOST_DOUBTFUL = 0.6, 0.08
"""... already below the second if more than so few boxes have less than such a score."""
LARGE = 60.0
"""Where it has more than this, a coarser look is taken."""
WANTED = 28.0
"""How many it is to have then."""
_MOST_LOOKS = 5
_MOST_WINDOWS = 16
MOST_ENLARGED = 2.0
_BLIND_GAIN = 1.85
"""How much finer the next look is where nothing was found: two windows then span the picture."""
_COARSER = 0.3
"""How much coarser the look for a tile close by is."""
_LEAST_GAIN = 1.2
"""A look that is not at least so much finer is not worth its time."""
_AROUND = 4.0
"""How far around tiles others are looked for, in sides."""
_UNSEEN = 1.5
"""How far the place for other tiles may reach beyond what was looked at, in sides."""
_OVERLAP = 2.5
"""By how many sides windows overlap, so that each tile is whole in one of them."""
_BLIND_OVERLAP = 0.15
"""The same in shares of a window where no tile is known."""
_SAME = 0.5
"""Boxes whose middles are nearer than so many sides are of one tile."""
_ALIKE = 0.4
"""Boxes of a tile whose corners are farther off than so many sides show something else, such as two tiles as one."""
GREY = (114, 114, 114)
_STRIDE = 32
_PARTS = (224, 416, 640)
"""Inputs for parts of pictures have one of these sides: a runtime prepares itself for each new size."""
_CORNERS = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


@dataclass(frozen=True, slots=True)
class Detections:
    """Tiles by the four corners of their top faces, best first."""

    quads: Quads
    scores: Scores

    @property
    def side(self) -> float:
        """The side of the middling tile in pixels; 0 without tiles."""
        return float(np.median(sides_of(self.quads))) if len(self.quads) else 0.0

    def taken(self, which: NDArray[np.bool_] | Whole) -> "Detections":
        """Some of them."""
        return Detections(self.quads[which], self.scores[which])


Decoder = Callable[[Batch], Detections]
"""Makes boxes of a net's answer; another form of net has another one (`forms.py`)."""


class Finder(Protocol):
    """Says where tiles are; all that reading a picture asks of a detector."""

    def find(self, picture: Picture, side: float = 0.0) -> Detections:
        """Find the tiles of a picture; a side in pixels says how large they are known to be."""


@dataclass(frozen=True, slots=True)
class PictureRegion:
    """A part of the picture."""

    left: int
    top: int
    right: int
    bottom: int

    def holds(self, other: "PictureRegion", slack: float) -> bool:
        """Tell whether another one lies within this one, but for some slack."""
        return (
            other.left >= self.left - slack
            and other.top >= self.top - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )


@dataclass(frozen=True, slots=True)
class DetectorPass:
    """Windows of a region, each shown to the net scaled, in an input of that height and width."""

    region: PictureRegion
    windows: tuple[PictureRegion, ...]
    scale: float
    shape: Shape


class Detector:
    """Finds tiles with a net; what its answers mean is up to a decoder, by default that of turned boxes."""

    def __init__(self, engine: Engine, size: int, boxes: Decoder | None = None) -> None:
        self._engine, self._size = engine, size
        self._decode = boxes or decode

    def find(self, picture: Picture, side: float = 0.0) -> Detections:
        """Find the tiles of a picture; in one look where it is known how many pixels their sides have."""
        if side:
            look = known_look(picture, side)
            return without_doubles(_joined([self._seen(picture, window, look) for window in look.windows]))
        return self._searched(picture)

    def _searched(self, picture: Picture) -> Detections:
        first = whole_look(picture, self._size)
        whole, blind = first.region, blind_looks(first)
        found = Detections(np.zeros((0, 4, 2)), np.zeros(0))
        look: DetectorPass | None = first
        for _ in range(_MOST_LOOKS):
            if look is None:
                break
            new = [self._seen(picture, window, look) for window in look.windows]
            # Where two looks show a tile, the later one shows it at a better size.
            found = without_doubles(_joined([*new, found]), preferred=sum(len(part.scores) for part in new))
            worth = found.taken(found.scores >= _WORTH_A_LOOK)
            look = next_look(whole, look, worth) if len(worth.scores) else next(blind, None)
        return found

    def _seen(self, picture: Picture, window: PictureRegion, look: DetectorPass) -> Detections:
        boxes = self._decode(self._engine.run(letterbox(picture, window, look.scale, look.shape)))
        found = Detections(boxes.quads / look.scale + (window.left, window.top), boxes.scores)
        whole = PictureRegion(0, 0, picture.shape[1], picture.shape[0])
        return found.taken(not_cut(found.quads, window, whole, 2 / look.scale))


def whole_look(picture: Picture, size: int) -> DetectorPass:
    """The first look at a picture, its longer side scaled down to the size that a net learned from."""
    high, wide = picture.shape[:2]
    return _look_at_all(PictureRegion(0, 0, wide, high), min(1.0, size / max(high, wide)))


def known_look(picture: Picture, side: float) -> DetectorPass:
    """The look at a small picture in which tiles have the wanted size."""
    high, wide = picture.shape[:2]
    whole, scale = PictureRegion(0, 0, wide, high), min(MOST_ENLARGED, WANTED / side)
    down, across = (next((one for one in _PARTS if length * scale <= one), _PARTS[-1]) for length in (high, wide))
    return DetectorPass(whole, _grid(whole, (down, across), scale, side), scale, (down, across))


def letterbox(picture: Picture, window: PictureRegion, scale: float, shape: Shape) -> Batch:
    """Scale a window of the picture to the upper left of the net's input, grey around it."""
    part = scaled_window(picture, window, scale, shape)
    high, wide = part.shape[:2]
    canvas = np.empty((*shape, 3), np.uint8)
    canvas[high:], canvas[:high, wide:], canvas[:high, :wide] = GREY, GREY, part
    return np.asarray(cv2.dnn.blobFromImage(canvas, 1 / 255), np.float32)


def scaled_window(picture: Picture, window: PictureRegion, scale: float, most: Shape) -> Picture:
    """A window of the picture, as far as it lies within it, scaled to that height and width at most."""
    part = picture[window.top : window.bottom, window.left : window.right]
    high, wide = (min(longest, max(1, round(side * scale))) for longest, side in zip(most, part.shape[:2], strict=True))
    smooth = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, (wide, high), interpolation=smooth), np.uint8)


def decode(output: Batch) -> Detections:
    """Read the net's answer: a column for each place with box, chances of its classes, and angle."""
    best = output[0, 4:-1].max(0)
    columns = output[0][:, best >= LEAST_SCORE]
    boxes = columns[:4].T
    return agreed(Detections(corners_of_boxes(boxes, columns[-1]), best[best >= LEAST_SCORE].astype(np.float64)))


def without_doubles(found: Detections, preferred: int = 0) -> Detections:
    """Keep one box for each tile: one of the first `preferred` boxes before others, then the better one."""
    kept, _ = _chosen(found, preferred)
    return found.taken(kept)


def agreed(found: Detections) -> Detections:
    """Of each tile's boxes the mean, the surest counting most: steadier than the best one."""
    kept, chosen = _chosen(found, 0)
    turned = np.stack([np.roll(found.quads, turn, 1) for turn in range(4)])
    off = np.linalg.norm(turned - found.quads[chosen], axis=3).max(2)
    nearest = turned[off.argmin(0), np.arange(len(chosen))]
    weights = np.where(off.min(0) < _ALIKE * sides_of(found.quads)[chosen], found.scores**2, 0)
    sums, total = np.zeros_like(found.quads), np.zeros(len(chosen))
    np.add.at(sums, chosen, nearest * weights[:, None, None])
    np.add.at(total, chosen, weights)
    return Detections(sums[kept] / total[kept, None, None], found.scores[kept])


def _chosen(found: Detections, preferred: int) -> tuple[Whole, Whole]:
    """The boxes that are kept, best first, and for every box the kept one on the same tile."""
    middles, sides = found.quads.mean(1) @ (1, 1j), sides_of(found.quads)
    others = np.arange(len(sides)) >= preferred
    left = np.lexsort((middles.imag, middles.real, -found.scores, others))
    chosen = np.zeros(len(sides), np.intp)
    while len(left):
        best = left[0]
        same = abs(middles[left] - middles[best]) < _SAME * np.minimum(sides[left], sides[best])
        chosen[left[same]] = best
        left = left[~same]
    kept = np.unique(chosen)
    return kept[np.argsort(-found.scores[kept], kind="stable")], chosen


def _joined(looks: list[Detections]) -> Detections:
    return Detections(np.concatenate([look.quads for look in looks]), np.concatenate([look.scores for look in looks]))


def blind_looks(first: DetectorPass) -> Iterator[DetectorPass]:
    """Where to look as long as nothing was found: for a tile that fills the picture, then for ever smaller ones."""
    whole = first.region
    yield _look_at_all(whole, first.scale * _COARSER)
    scale = first.scale
    while scale * _LEAST_GAIN < 1:
        scale = min(_BLIND_GAIN * scale, 1.0)
        windows = _grid(whole, first.shape, scale, 0)
        if len(windows) > _MOST_WINDOWS:
            return
        yield DetectorPass(whole, windows, scale, first.shape)


def next_look(whole: PictureRegion, last: DetectorPass, found: Detections) -> DetectorPass | None:
    """Plan another look where the tiles found are too small or large, or some lie at the edge of the last one."""
    side = found.side
    if side * last.scale > LARGE:
        return _look_at_all(whole, WANTED / side)
    region = _region_around(whole, found)
    small = side * last.scale < (SMALL if _mostly_sure(found) else SMALLISH)
    if not small and last.region.holds(region, _UNSEEN * side):
        return None
    finer = last.scale
    if small:
        finer = min(WANTED / side, MOST_ENLARGED)
    least = last.scale * (_LEAST_GAIN if small else 0.5)
    while finer >= least:
        windows = _grid(region, last.shape, finer, side)
        if len(windows) <= _MOST_WINDOWS:
            return DetectorPass(region, windows, finer, last.shape)
        finer *= 0.9
    return None


def looks_finer(last: DetectorPass, quads: Quads, side: float, small: float, wanted: float) -> DetectorPass | None:
    """Plan a finer look around things of a known size, where they are smaller in the net's input than is good."""
    if side * last.scale >= small:
        return None
    region = _around_quads(last.region, quads, side)
    finer = min(wanted / side, MOST_ENLARGED)
    while finer >= last.scale * _LEAST_GAIN:
        windows = _grid(region, last.shape, finer, side)
        if len(windows) <= _MOST_WINDOWS:
            return DetectorPass(region, windows, finer, last.shape)
        finer *= 0.9
    return None


def _mostly_sure(found: Detections) -> bool:
    """Tell whether there is little to gain from a finer look."""
    return float((found.scores < _DOUBTFUL).mean()) < _MOST_DOUBTFUL


def _look_at_all(whole: PictureRegion, scale: float) -> DetectorPass:
    """One look at the whole picture, in the smallest input that holds it."""
    return DetectorPass(
        whole, (whole,), scale, (_whole_strides(whole.bottom * scale), _whole_strides(whole.right * scale))
    )


def _region_around(whole: PictureRegion, found: Detections) -> PictureRegion:
    """Where tiles may lie: around those that were found."""
    return _around_quads(whole, found.quads, found.side)


def _around_quads(whole: PictureRegion, quads: Quads, side: float) -> PictureRegion:
    around = _AROUND * side
    left, top = quads.min((0, 1)) - around
    right, bottom = quads.max((0, 1)) + around
    return PictureRegion(
        max(0, int(left)), max(0, int(top)), min(whole.right, math.ceil(right)), min(whole.bottom, math.ceil(bottom))
    )


def _grid(region: PictureRegion, shape: Shape, scale: float, side: float) -> tuple[PictureRegion, ...]:
    """Windows of the size of the net's input that cover a region, evenly spread."""
    high, wide = (int(length / scale) for length in shape)
    overlap = _OVERLAP * side if side else _BLIND_OVERLAP * min(high, wide)
    columns = _spread(region.left, region.right, wide, overlap)
    rows = _spread(region.top, region.bottom, high, overlap)
    return tuple(PictureRegion(left, top, right, bottom) for top, bottom in rows for left, right in columns)


def _spread(start: int, end: int, length: int, overlap: float) -> list[tuple[int, int]]:
    """Where windows of a length begin and end that cover a stretch and overlap."""
    spare = end - start - length
    if spare <= 0:
        return [(start, end)]
    steps = math.ceil(spare / max(length - overlap, length / 2))
    begins = [start + round(step * spare / steps) for step in range(steps + 1)]
    return [(begin, begin + length) for begin in begins]


def not_cut(quads: Quads, window: PictureRegion, whole: PictureRegion, edge: float) -> NDArray[np.bool_]:
    """Which boxes do not touch an edge of the window, unless the picture ends there."""
    low, high = quads.min(1), quads.max(1)
    inside: NDArray[np.bool_] = (
        ((low[:, 0] > window.left + edge) | (window.left == whole.left))
        & ((low[:, 1] > window.top + edge) | (window.top == whole.top))
        & ((high[:, 0] < window.right - edge) | (window.right == whole.right))
        & ((high[:, 1] < window.bottom - edge) | (window.bottom == whole.bottom))
    )
    return inside


def corners_of_boxes(boxes: NDArray[np.float32], angles: NDArray[np.float32]) -> Quads:
    """Corners from middles, sizes and angles."""
    turned = np.exp(1j * angles.astype(np.float64))[:, None]
    sizes = boxes[:, None, 2:] * _CORNERS
    around = (sizes @ (1, 1j)) * turned
    return np.stack([around.real, around.imag], -1) + boxes[:, None, :2]


def sides_of(quads: Quads) -> NDArray[np.float64]:
    """The side of a square as large as each box."""
    first, second = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    return np.sqrt(abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]))


def _whole_strides(length: float) -> int:
    return max(1, math.ceil(round(length) / _STRIDE)) * _STRIDE
