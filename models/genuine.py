"""Train what tells tiles from what looks like them, for `vision/naming/genuine.py`: `python -m tileye.models.genuine`.

It learns from what the shipped nets find in pictures that none of them learned from: scenes of the validation split,
with lookalikes and without, many more than its sets have. They are composed where they are missing.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tileye.datasets.create import composed, write_scene
from tileye.datasets.folders import read_truth, truth_files
from tileye.datasets.splits import cache_folder
from tileye.datasets.themes import LOOKALIKES, THEMES, TILES
from tileye.models.evaluation.scoring import ScoreLimits, match, true_pieces
from tileye.rules.tiles import SHAPES
from tileye.vision.cards.genuine import CardJudge
from tileye.vision.images.pictures import load_picture
from tileye.vision.naming.genuine import (
    FILE,
    Judge,
    Prints,
    ShapeStatistics,
    SmallNet,
    named_shapes,
    own_features,
    with_company,
)
from tileye.vision.naming.palette import Chances, Crops
from tileye.vision.reading import Reader, open_reader, seen_in

_COUNTS = {LOOKALIKES.name: 1400, TILES.name: 600}
FALSE, UNCOUNTED, TRUE = range(3)
_HIDDEN, STEPS, _RATE, _DECAY = 14, 600, 0.03, 3e-4
_SURE_NAME, _SURE_SCORE = 0.9, 0.7
"""Prints of shapes are measured where nets are sure."""
_BLUR = 0.003
"""What folded prints of a shape differ by at least, squared."""
_DIGITS = 5

Real = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class JudgedPicture:
    """What was taken for tiles in one picture, and whether it is: false, not counted, or true."""

    crops: Crops
    beliefs: Chances
    scores: Real
    quads: Real
    truth: NDArray[np.intp]


def found_in(reader: Reader, file: Path) -> JudgedPicture:
    """Read a picture of a set, named by the truth beside it."""
    picture, limits = load_picture(file.with_suffix(".jpg")), ScoreLimits()
    raw = reader.read_everything(picture)
    pieces = true_pieces(read_truth(file), (picture.shape[1], picture.shape[0]))
    counted = [limits.counts(piece) for piece in pieces]
    pairs = match(pieces, list(seen_in(raw)), counted)
    truth = np.full(len(raw.crops), FALSE, np.intp)
    for piece, counts in zip(pieces, counted, strict=True):
        if piece.number in pairs:
            truth[pairs[piece.number]] = TRUE if counts else UNCOUNTED
    return JudgedPicture(raw.crops, raw.beliefs, raw.found.scores, raw.found.quads, truth)


def trained(pictures: Sequence[JudgedPicture], steps: int = STEPS) -> Judge:
    """Learn from what was found in pictures; what is too small or hidden to count teaches nothing."""
    pictures = [one for one in pictures if len(one.truth)]
    shapes = shape_statistics(pictures)
    own = [own_features(shapes, one.crops, one.beliefs, one.scores, one.quads) for one in pictures]
    return Judge(shapes, *alone_and_together(own, [one.truth for one in pictures], steps))


def alone_and_together(
    own: Sequence[Real], truths: Sequence[NDArray[np.intp]], steps: int = STEPS
) -> tuple[SmallNet, SmallNet]:
    """From the features of the things of each picture: what judges one by itself, and what one beside the others."""
    truth = np.concatenate(truths)
    heard = truth != UNCOUNTED
    wanted = (truth[heard] == TRUE).astype(np.float64)
    alone = learned(np.concatenate(own)[heard], wanted, steps)
    beside = [with_company(alone, features) for features in own]
    return alone, learned(np.concatenate(beside)[heard], wanted, steps)


def shape_statistics(pictures: Sequence[JudgedPicture]) -> ShapeStatistics:
    """How prints of each shape look where the nets are sure of them."""
    folded = np.concatenate([Prints.of(one.crops).folded for one in pictures])
    beliefs = np.concatenate([one.beliefs for one in pictures])
    sure = (np.concatenate([one.truth for one in pictures]) == TRUE) & (beliefs.max(1) > _SURE_NAME)
    sure &= np.concatenate([one.scores for one in pictures]) > _SURE_SCORE
    named = named_shapes(beliefs)
    some = [folded[sure & (named == number)] for number in range(len(SHAPES))]
    blur = _BLUR * np.eye(folded.shape[1])
    firm = [np.linalg.inv(np.cov(one, rowvar=False) + blur) for one in some]
    return ShapeStatistics(np.array([one.mean(0) for one in some]), np.array(firm))


def learned(features: Real, wanted: Real, steps: int) -> SmallNet:
    """Train a net by Adam on all things at once."""
    usual, spread = features.mean(0), features.std(0) + 1e-9
    seen, random = np.clip((features - usual) / spread, -4, 4), np.random.default_rng(0)
    count = features.shape[1]
    parts = [random.normal(0, 0.4, (count, _HIDDEN)), np.zeros(_HIDDEN), random.normal(0, 0.3, _HIDDEN)]
    parts += [np.zeros(count), np.zeros(1)]
    means, squares = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    for step in range(1, steps + 1):
        rate = _RATE * min(1.0, (steps - step + 1) / (0.4 * steps))
        for number, slope in enumerate(_slopes(parts, seen, wanted)):
            means[number] = 0.9 * means[number] + 0.1 * slope
            squares[number] = 0.999 * squares[number] + 0.001 * slope**2
            usual_step = np.sqrt(squares[number] / (1 - 0.999**step)) + 1e-9
            parts[number] = parts[number] - rate * means[number] / (1 - 0.9**step) / usual_step
    hidden, bias, out, straight, shift = parts
    return SmallNet(usual, spread, hidden, bias, out, straight, float(shift[0]))


def _slopes(parts: Sequence[Real], seen: Real, wanted: Real) -> list[Real]:
    """By how much the loss, cross entropy and decay of weights, grows with each number of a net."""
    hidden, bias, out, straight, shift = parts
    inner = np.tanh(seen @ hidden + bias)
    said = 1 / (1 + np.exp(-np.clip(inner @ out + seen @ straight + shift, -30, 30)))
    off = (said - wanted) / len(wanted)
    inward = np.outer(off, out) * (1 - inner**2)
    return [
        seen.T @ inward + _DECAY * hidden,
        inward.sum(0),
        inner.T @ off + _DECAY * out,
        seen.T @ off + _DECAY * straight,
        np.array([off.sum()]),
    ]


def judge_json(judge: Judge | CardJudge) -> dict[str, dict[str, object]]:
    """A judge as JSON, with a few digits of each number."""
    told = asdict(judge)
    return {part: {key: _rounded(numbers) for key, numbers in told[part].items()} for part in told}


def _rounded(numbers: Real | float) -> object:
    digits = [float(f"{number:.{_DIGITS}g}") for number in np.ravel(numbers)]
    return np.array(digits).reshape(np.shape(numbers)).tolist()


def compose_missing(folder: Path, theme: str, count: int) -> list[Path]:
    """Compose the first scenes of a theme's validation split unless they are there; the truths of all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        write_scene(folder, "val", THEMES[theme].long_sides[False], composed, number, theme=theme)
    return truth_files(folder)[:count]


def training_options(name: str, description: str | None, out: Path, words: Sequence[str] | None) -> argparse.Namespace:
    """What somebody wants who trains a judge of tiles or of cards."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=description)
    parser.add_argument("--pictures", type=Path, default=cache_folder() / "genuine", metavar="DIR",
                        help="where the pictures are, or will be (default: in the cache)")  # fmt: skip
    parser.add_argument("--count", type=int, metavar="N", help="pictures of each theme")
    parser.add_argument("--out", type=Path, default=out, metavar="FILE", help="default: that which is shipped")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Compose, read, train, write."""
    wanted = training_options("tileye.models.genuine", __doc__, FILE, words)
    reader, pictures = open_reader(), list[JudgedPicture]()
    for theme, count in _COUNTS.items():
        for file in compose_missing(wanted.pictures / theme, theme, wanted.count or count):
            pictures.append(found_in(reader, file))
            if len(pictures) % 20 == 0:
                sys.stderr.write(f"{len(pictures)} pictures read\n")
    wanted.out.write_text(json.dumps(judge_json(trained(pictures))) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
