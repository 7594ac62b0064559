"""Measure how the weights read: `python -m tileye.models.evaluate --robustness --card`.

Reads pictures exactly as players do, without torch. Figures are kept in models/results/ and printed as tables. Those
of other weights are dropped; those of the same weights stay until they are measured anew.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tileye.datasets.create import set_folder
from tileye.datasets.folders import truth_files
from tileye.datasets.splits import cache_folder, load_splits
from tileye.models import weights_folder
from tileye.models.evaluation.card import model_card
from tileye.models.evaluation.measurements import known_results, put_between, training_of, write_results
from tileye.models.evaluation.photos import read_photos
from tileye.models.evaluation.robustness import measure_curves
from tileye.models.evaluation.scoring import LEAST_PX, ScoreLimits, TileScore, score_picture, true_pieces
from tileye.models.evaluation.summary import Figures, Scored, photo_figures, summarise, traits_of
from tileye.models.evaluation.tables import all_tables
from tileye.models.recipe import load_variants
from tileye.vision.detection.runtime import WeightsError
from tileye.vision.images.pictures import PictureError, load_picture
from tileye.vision.reading import Reader, open_reader

_HERE = Path(__file__).parent
_SCENES = 24


def read_set(reader: Reader, truths: Sequence[Path]) -> Figures:
    """Read pictures of a set, named by the truths beside them."""
    pictures: list[Scored] = []
    small: list[TileScore] = []
    for number, file in enumerate(truths, 1):
        scored, too_small = _read_one(reader, file)
        pictures.append(scored)
        small += too_small
        if number % 10 == 0 or number == len(truths):
            _say(f"{file.parent.name}: {number} of {len(truths)} pictures")
    return summarise(pictures, small)


def _read_one(reader: Reader, file: Path) -> tuple[Scored, list[TileScore]]:
    """Read one picture; what was read of tiles too small to count comes apart."""
    truth = json.loads(file.read_text(encoding="utf-8"))
    picture = load_picture(file.with_suffix(".jpg"))
    reading = reader.read(picture)
    pieces = true_pieces(truth, (picture.shape[1], picture.shape[0]))
    every = score_picture(pieces, reading, ScoreLimits(least_px=0)).answers
    scored = Scored(file.stem, score_picture(pieces, reading), traits_of(truth), sum(reading.ms.values()))
    return scored, [answer for answer in every if answer.piece.scaled_side < LEAST_PX]


def main(words: Sequence[str] | None = None) -> int:
    """Measure, keep, print."""
    wanted = _parser().parse_args(words)
    weights_from = wanted.weights or weights_folder()
    try:
        reader = open_reader(weights_from)
        weights = json.loads((weights_from / "weights.json").read_text(encoding="utf-8"))
        results = known_results(wanted.results, weights)
        trained = training_of(weights, weights_from, cache_folder() / "runs" / "results.jsonl")
        results["training"] = {**results.get("training", {}), **trained}
        for part, figures in _measured(reader, wanted):
            results[part] = {**results.get(part, {}), **figures} if isinstance(figures, dict) else figures
    except (WeightsError, PictureError, OSError, ValueError) as error:
        sys.stderr.write(f"python -m tileye.models.evaluate: {error}\n")
        return 1
    write_results(wanted.results, results)
    sys.stdout.write(f"{all_tables(results)}\n")
    if wanted.out:
        before = wanted.out.read_text(encoding="utf-8") if wanted.out.exists() else ""
        # Curves have many steps: the card has them as pictures, too.
        tables = all_tables({part: results.get(part) for part in ("sets", "photos")})
        wanted.out.write_text(put_between(before, tables), encoding="utf-8")
    if wanted.card:
        wanted.card.write_text(model_card(results, load_variants(), wanted.results, wanted.card), encoding="utf-8")
    return 0


def _measured(reader: Reader, wanted: argparse.Namespace) -> Iterator[tuple[str, Any]]:
    """Figures of sets, of photographs, and curves, as far as they are wanted and there is something to read."""
    for folder in wanted.set or [default_set()]:
        truths = truth_files(folder)[: wanted.count]
        if truths:
            yield "sets", {folder.name: read_set(reader, truths)}
        else:
            _say(f"{folder} holds no pictures with truth: make renders makes the test set")
    for folder in wanted.photos:
        if (folder / "truth.json").is_file():
            yield "photos", {folder.name: photo_figures(read_photos(reader, folder))}
        else:
            _say(f"{folder} is skipped: it holds no photographs with a truth.json")
    if wanted.robustness:
        yield "curves", measure_curves(reader, min(_SCENES, wanted.count or _SCENES), _say)


def default_set() -> Path:
    """Where the rendered test set lies."""
    return set_folder(next(one for one in load_splits() if one.split == "test"), render=True)


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tileye.models.evaluate", description=__doc__)
    parser.add_argument("--weights", type=Path, metavar="DIR", help="other weights than those in models/weights")
    parser.add_argument(
        "--set", type=Path, nargs="+", metavar="DIR", help="sets to read (default: the rendered test set)"
    )
    parser.add_argument("--photos", type=Path, nargs="+", default=[], metavar="DIR", help="photographs with truth.json")
    parser.add_argument("--robustness", action="store_true", help="also draw curves, as one thing is changed")
    parser.add_argument(
        "--count", type=_positive, metavar="N", help="only the first N pictures of each set, and scenes"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="also put the tables but for curves into this Markdown file"
    )
    parser.add_argument(
        "--results", type=Path, default=_HERE / "results", metavar="DIR", help="default: models/results"
    )
    parser.add_argument(
        "--card",
        type=Path,
        nargs="?",
        const=_HERE / "MODEL_CARD.md",
        metavar="FILE",
        help="also write the model card (default: models/MODEL_CARD.md)",
    )
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("takes 1 or more")
    return number


if __name__ == "__main__":
    sys.exit(main())
