"""Finding cards and backs: the whole picture at several scales and, where cards are small, its parts at a finer one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tileye.vision.cards.patches import Quads, Real, frames, upright
from tileye.vision.detection.detector import (
    DetectorPass,
    PictureRegion,
    corners_of_boxes,
    letterbox,
    looks_finer,
    not_cut,
    whole_look,
)
from tileye.vision.detection.runtime import Batch, Engine
from tileye.vision.images.pictures import Picture

TILE, CARD, BACK = range(3)
"""What the net tells apart, in its order."""
_LEAST_SCORE = 0.2
_SAME = 0.13
"""Boxes whose middles are nearer than so many short sides, along the card or across, are of one card..."""
_SAME_TURN = 0.35
"""... if they are turned alike, but for so much, in radians."""
_SCALES = (0.65, 1.0, 2.0)
"""Cards are shown to the net at so many times the size that it learned from: nobody knows how large they are."""
_LEAST_SIDE = 14.0
"""A card is seen badly if its short side has fewer pixels in the net's input."""
SMALL = 22.0
"""Where the middling card has a shorter short side in the largest input, a finer look is taken..."""
WANTED = 48.0
"""... that shows it so large."""
_SURE = 0.4


@dataclass(frozen=True, slots=True)
class FoundPieces:
    """Boxes of cards, backs and tiles, best first; upright, with the class of each."""

    quads: Quads
    scores: Real
    classes: NDArray[np.intp]

    def taken(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> "FoundPieces":
        """Some of them."""
        return FoundPieces(self.quads[which], self.scores[which], self.classes[which])

    def of(self, *classes: int) -> "FoundPieces":
        """Those of some classes."""
        return self.taken(np.isin(self.classes, classes))


NOTHING = FoundPieces(np.zeros((0, 4, 2)), np.zeros(0), np.zeros(0, np.intp))


class CardFinder:
    """Finds cards with a net that tells tiles, cards and backs apart."""

    def __init__(self, engine: Engine, size: int) -> None:
        self._engine, self._size = engine, size

    def glance(self, picture: Picture, size: int) -> FoundPieces:
        """One look at the whole picture, its longer side scaled to a size."""
        look = whole_look(picture, size)
        return without_doubles(self._seen(picture, look.windows[0], look))

    def find(self, picture: Picture) -> FoundPieces:
        """Find cards and backs."""
        looks = [whole_look(picture, size) for size in self._sizes(picture)]
        parts = [self._seen(picture, look.windows[0], look).of(CARD, BACK) for look in looks]
        # What is small in a coarse look is seen better in the next one.
        coarse = [_no_small_ones(part, look.scale) for part, look in zip(parts[:-1], looks[:-1], strict=True)]
        found = without_doubles(_joined([*coarse, parts[-1]]))
        sure = found.taken(found.scores >= _SURE)
        if not len(sure.scores):
            return found
        finer = looks_finer(looks[-1], sure.quads, float(np.median(_short_sides(sure.quads))), SMALL, WANTED)
        if finer is None:
            return found
        parts = [self._seen(picture, window, finer).of(CARD, BACK) for window in finer.windows]
        # Where two looks show a card, the finer one shows it better; what it cut through stays from the first.
        found = FoundPieces(found.quads, found.scores * 0.5, found.classes)
        return without_doubles(_joined([*parts, found]))

    def _sizes(self, picture: Picture) -> list[int]:
        """The longer sides at which all of a picture is looked at."""
        longest = max(picture.shape[:2])
        return sorted({min(round(self._size * scale), longest) for scale in _SCALES})

    def _seen(self, picture: Picture, window: PictureRegion, look: DetectorPass) -> FoundPieces:
        boxes = decode_classes(self._engine.run(letterbox(picture, window, look.scale, look.shape)))
        quads = boxes.quads / look.scale + (window.left, window.top)
        whole = PictureRegion(0, 0, picture.shape[1], picture.shape[0])
        found = FoundPieces(upright(quads), boxes.scores, boxes.classes)
        return found.taken(not_cut(quads, window, whole, 2 / look.scale))


def decode_classes(output: Batch) -> FoundPieces:
    """Read the net's answer: a column for each place with box, chances of its classes, and angle."""
    chances = output[0, 4:-1]
    best = chances.max(0)
    there = best >= _LEAST_SCORE
    quads = corners_of_boxes(output[0][:4, there].T, output[0][-1, there])
    return FoundPieces(quads, best[there].astype(np.float64), chances[:, there].argmax(0))


def without_doubles(found: FoundPieces) -> FoundPieces:
    """One box for each piece: of the boxes on it the mean, the surest counting most."""
    if not len(found.scores):
        return found
    middles, long, down = frames(found.quads)
    sides = _short_sides(found.quads)
    left = np.argsort(-found.scores, kind="stable")
    kept, quads = [], []
    while len(left):
        best = left[0]
        off = (middles[left] - middles[best]) / sides[best]
        turned = np.abs(np.angle((down[left] / down[best]) ** 2)) / 2
        like = np.abs(np.log(long[left] / long[best])) < 0.3
        same = (np.abs(off) < _SAME) & ((turned < _SAME_TURN) | (long[best] < 1.2 * sides[best])) & like
        same[0] = True
        kept.append(best)
        quads.append(_mean(found, left[same], best))
        left = left[~same]
    return FoundPieces(np.array(quads), found.scores[kept], found.classes[kept])


def _mean(found: FoundPieces, which: NDArray[np.intp], best: np.intp) -> Quads:
    turned = np.stack([np.roll(found.quads[which], turn, 1) for turn in range(4)])
    off = np.linalg.norm(turned - found.quads[best], axis=3).sum(2)
    alike = turned[off.argmin(0), np.arange(len(which))]
    weights = found.scores[which] ** 2
    return np.asarray((alike * weights[:, None, None]).sum(0) / weights.sum())


def _joined(parts: list[FoundPieces]) -> FoundPieces:
    return FoundPieces(
        np.concatenate([part.quads for part in parts]),
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.classes for part in parts]),
    )


def _no_small_ones(found: FoundPieces, scale: float) -> FoundPieces:
    return found.taken(_short_sides(found.quads) * scale >= _LEAST_SIDE)


def _short_sides(quads: Quads) -> Real:
    return np.asarray(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1))
