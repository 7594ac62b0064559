"""Which of the things that were taken for tiles are tiles: told by what each shows, and by all others of its picture.

What the nets say of a single thing hardly tells a printed arrow from a tile that a lamp burns out. But all shapes of
tiles look the same after a quarter turn and in a mirror, their bodies are black up to the edge, and where tiles lie,
nearly all that was found is surely tiles. Two small nets weigh that: one each thing by itself, the other one beside
what the first one says of the rest. `python -m tileye.models.genuine` trains them.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.rules.tiles import SHAPES
from tileye.vision.detection.detector import Quads, Scores, sides_of
from tileye.vision.naming.palette import Chances, Crops

Flags = NDArray[np.bool_]
Real = NDArray[np.float64]

FILE = Path(__file__).with_suffix(".json")
LEAST = 0.0
"""What is believed less, in log odds, is no tile: what is rather none than one."""
_GRID, _EDGE = 16, 2
"""Crops are seen so coarsely, and their prints without so many squares at each side."""
_INNER = _GRID - 2 * _EDGE
_LEAST_CONTRAST = 5.0
"""Prints that differ less from their bodies, in levels, are noise."""
_LEAST_DEPTH = 0.03
_SURE_BELIEF = (-6.0, 8.0)
"""Beyond this, beliefs in a thing tell no more of its picture."""
_FAR = 4.0
"""What is farther from the usual, in spreads, was not learned from."""
_MOST_SIDE = 48.0
"""Crops show no more of tiles that are larger, in pixels."""


@dataclass(frozen=True, slots=True)
class SmallNet:
    """One hidden layer, beside which all features count linearly, too."""

    usual: Real
    spread: Real
    hidden: Real
    bias: Real
    out: Real
    straight: Real
    shift: float

    def answer(self, features: Real) -> Real:
        """For each row the log odds of a tile."""
        seen = np.clip((features - self.usual) / self.spread, -_FAR, _FAR)
        return np.asarray(np.tanh(seen @ self.hidden + self.bias) @ self.out + seen @ self.straight + self.shift)


@dataclass(frozen=True, slots=True)
class ShapeStatistics:
    """How prints of each shape look, folded, and how exactly they look so: a row of one, a matrix of the other."""

    means: Real
    firmness: Real

    def misfit(self, folded: Real, shapes: NDArray[np.intp]) -> Real:
        """How badly prints look like the shapes that they are named."""
        off = folded - self.means[shapes]
        return np.asarray(((self.firmness[shapes] @ off[..., None])[..., 0] * off).sum(1))


@dataclass(frozen=True, slots=True)
class Judge:
    """What tells tiles from what looks like them."""

    shapes: ShapeStatistics
    alone: SmallNet
    together: SmallNet

    def belief(self, crops: Crops, beliefs: Chances, scores: Scores, quads: Quads) -> Real:
        """For all things of one picture the log odds that they are tiles."""
        if not len(crops):
            return np.zeros(0)
        own = own_features(self.shapes, crops, beliefs, scores, quads)
        return self.together.answer(with_company(self.alone, own))


@cache
def shipped_judge() -> Judge:
    """The one that comes with the program."""
    return judge_from(json.loads(FILE.read_text(encoding="utf-8")))


def judge_from(told: Mapping[str, Any]) -> Judge:
    """A judge as JSON has it."""
    shapes = ShapeStatistics(**{key: np.array(value) for key, value in told["shapes"].items()})
    return Judge(shapes, *(net_from(told[part]) for part in ("alone", "together")))


def net_from(told: Mapping[str, Any]) -> SmallNet:
    """A net as JSON has it."""
    arrays = {key: np.array(value) for key, value in told.items() if key != "shift"}
    return SmallNet(**arrays, shift=float(told["shift"]))


def own_features(shapes: ShapeStatistics, crops: Crops, beliefs: Chances, scores: Scores, quads: Quads) -> Real:
    """What each thing by itself says: how the nets believe in it, and what its print and its body look like."""
    prints = Prints.of(crops)
    misfit = shapes.misfit(prints.folded, named_shapes(beliefs))
    parts = [
        log_odds(scores),
        log_odds(beliefs.max(1)),
        np.log(prints.asymmetry + 0.01),
        np.log(prints.foreign + 0.01),
        np.log(prints.uneven + 0.02),
        np.log(prints.contrast),
        np.log(prints.body + 5),
        np.log(np.minimum(sides_of(quads), _MOST_SIDE)),
        np.log(prints.steepness + 0.02),
        np.log(misfit + 2),
    ]
    return np.column_stack(parts)


def with_company(alone: SmallNet, own: Real) -> Real:
    """What each thing by itself says, and beside it what the others of its picture are."""
    return np.column_stack([own, company(alone.answer(own))])


def company(alone: Real) -> Real:
    """For each thing what the others of its picture are: how many are surely tiles, their share, and the mean."""
    sure, held, others = 1 / (1 + np.exp(-alone)), np.clip(alone, *_SURE_BELIEF), len(alone) - 1
    rest = sure.sum() - sure
    share = log_odds((rest + 0.5) / (others + 1))
    return np.column_stack([np.log1p(rest), share, (held.sum() - held) / (others + 1)])


def named_shapes(beliefs: Chances) -> NDArray[np.intp]:
    """The numbers of the shapes that the likeliest names have."""
    return np.asarray(beliefs.argmax(1) // (beliefs.shape[1] // len(SHAPES)), np.intp)


@dataclass(frozen=True, slots=True)
class Prints:
    """How prints lie on bodies: 0 where the body's colour is seen, 1 where that of the middle is."""

    folded: Real
    """What is the same at all eight places that quarter turns and mirrors bring together."""
    asymmetry: Real
    """The share of the print that is not."""
    foreign: Real
    """How far other colours are seen than those of body and print, in contrasts."""
    uneven: Real
    """How far the corners of the body differ, in contrasts."""
    contrast: Real
    body: Real
    steepness: Real

    @classmethod
    def of(cls, crops: Crops) -> "Prints":
        """See crops coarsely."""
        seen = _coarse(crops)
        corners = np.stack([seen[:, y : y + 2, x : x + 2].mean((1, 2)) for y in (2, 12) for x in (2, 12)], 1)
        # The median of four, and that of sixteen: np.median takes its time.
        body = (corners.sum(1) - corners.min(1) - corners.max(1)) / 2
        centre = seen[:, 6:10, 6:10].reshape(len(seen), -1, 3)
        middle = np.partition(centre.transpose(0, 2, 1), (7, 8))[..., 7:9].mean(2)
        ink = middle - body
        contrast = np.maximum(np.sqrt((ink**2).sum(1)), _LEAST_CONTRAST)
        off = (seen[:, _EDGE:-_EDGE, _EDGE:-_EDGE] - body[:, None, None]).reshape(len(seen), _INNER**2, 3)
        flat = (off @ ink[:, :, None])[..., 0] / contrast[:, None] ** 2
        along = (flat**2).mean(1) * contrast**2
        other = np.sqrt(np.maximum(np.einsum("npc,npc->n", off, off) / _INNER**2 - along, 0))
        depth = flat.reshape(-1, _INNER, _INNER)
        uneven = np.sqrt(((corners - body[:, None]) ** 2).sum(2).max(1))
        return cls(*_symmetry(depth), other / contrast, uneven / contrast, contrast, body.mean(1), _steepness(depth))


def _coarse(crops: Crops) -> Real:
    """All crops at once, much smaller: below each other they are one picture."""
    size = crops.shape[1]
    column = np.ascontiguousarray(crops).reshape(-1, size, 3)
    small = cv2.resize(column, (_GRID, len(crops) * _GRID), interpolation=cv2.INTER_AREA)
    return np.asarray(small.reshape(-1, _GRID, _GRID, 3), np.float32)


def _symmetry(depth: Real) -> tuple[Real, Real]:
    """What is symmetric in prints, standardised, and the share of the rest."""
    flat = depth.reshape(len(depth), -1)
    flat = flat - flat.mean(1, keepdims=True)
    folded = flat @ _FOLD
    kept = (folded**2 * _PLACES).sum(1) / _INNER**2
    depths = np.maximum(np.sqrt(kept), _LEAST_DEPTH)
    return folded / depths[:, None], 1 - kept / np.maximum((flat**2).mean(1), 1e-9)


def _steepness(depth: Real) -> Real:
    """How sharp prints are: how much neighbours differ, as a share of all differences."""
    steps = (np.diff(depth, axis=1) ** 2).mean((1, 2)) + (np.diff(depth, axis=2) ** 2).mean((1, 2))
    return np.asarray(np.sqrt(steps / np.maximum(depth.var((1, 2)), 1e-6)))


def log_odds(chances: Real) -> Real:
    """Chances as the logarithms of their odds."""
    held = np.clip(chances, 1e-4, 1 - 1e-4)
    return np.asarray(np.log(held / (1 - held)))


def _folding() -> tuple[Real, Real]:
    """What takes the mean of all places that turns and mirrors bring together, and how many those are."""
    ways: Sequence[int] = [min(one, _INNER - 1 - one) for one in range(_INNER)]
    kinds = sorted({(min(y, x), max(y, x)) for y in ways for x in ways})
    fold = np.zeros((_INNER**2, len(kinds)))
    for place in range(_INNER**2):
        y, x = (ways[one] for one in divmod(place, _INNER))
        fold[place, kinds.index((min(y, x), max(y, x)))] = 1
    places = fold.sum(0)
    return fold / places, places


_FOLD, _PLACES = _folding()
