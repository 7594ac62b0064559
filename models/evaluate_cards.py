"""Measure how the weights read cards: `python -m tileye.models.evaluate_cards`.

Reads pictures exactly as players do, without torch; `--kinds` also looks at sets without cards, and counts how often
the kind of the pieces is told wrongly there, and how many cards are read. Figures are printed and, with `--keep`, kept
in models/results/cards.json, from where `make evaluate` takes them into the model card.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tileye.datasets.create import set_folder
from tileye.datasets.folders import truth_files
from tileye.datasets.splits import load_splits
from tileye.models import weights_folder
from tileye.models.evaluation.card_results import keep_card_figures
from tileye.models.evaluation.card_scoring import CardPictureScore, score_cards, summary_of_cards, true_cards
from tileye.models.evaluation.card_traits import CardPictureTraits, by_traits, picture_traits
from tileye.vision.cards.reading import CardReading
from tileye.vision.images.pictures import load_picture
from tileye.vision.pieces import PieceReader

RESULTS = Path(__file__).parent / "results"


class CardSetReading(NamedTuple):
    """How the pictures of a set were read, one after the other."""

    scores: list[CardPictureScore]
    traits: list[CardPictureTraits]
    wrong_kind: int
    """How many were taken for pictures of tiles."""
    times: list[float]
    """What reading took, in milliseconds."""


def read_cards(reader: PieceReader, files: Sequence[Path]) -> CardSetReading:
    """Read pictures of cards."""
    scores, traits, wrong_kind, times = [], [], 0, []
    for number, file in enumerate(files, 1):
        truth = json.loads(file.read_text(encoding="utf-8"))
        picture = load_picture(file.with_suffix(".jpg"))
        told = reader.read(picture)
        # What was taken for tiles is read as cards all the same: both are counted by themselves.
        reading = told if isinstance(told, CardReading) else reader.cards.read(picture)
        cards = true_cards(truth, (picture.shape[1], picture.shape[0]))
        scores.append(score_cards(file.stem, cards, reading))
        traits.append(picture_traits(truth))
        wrong_kind += any(card.counts for card in cards) and told is not reading
        times.append(sum(reading.ms.values()))
        if number % 20 == 0 or number == len(files):
            sys.stderr.write(f"{file.parent.name}: {number} of {len(files)} pictures\n")
    return CardSetReading(scores, traits, wrong_kind, times)


def cards_where_none_are(reader: PieceReader, files: Sequence[Path]) -> dict[str, int]:
    """Read pictures without cards: how many were taken for pictures of cards, and how many cards were told there."""
    readings = [reader.read(load_picture(file.with_suffix(".jpg"))) for file in files]
    wrong = [reading for reading in readings if isinstance(reading, CardReading)]
    cards = sum(len(reading.cards) for reading in wrong)
    return {"pictures": len(readings), "taken_for_cards": len(wrong), "cards": cards}


def main(words: Sequence[str] | None = None) -> int:
    """Measure, keep, print."""
    wanted = _parser().parse_args(words)
    reader = PieceReader(wanted.weights)
    folder = wanted.set or set_folder(
        next(one for one in load_splits(theme="cards") if one.split == "test"), render=True
    )
    files = truth_files(folder)[: wanted.count]
    others = {other: truth_files(other)[: wanted.count] for other in wanted.kinds}
    for one, some in ((folder, files), *others.items()):
        if not some:
            sys.stderr.write(f"{one} holds no pictures with truth: make renders makes the test sets\n")
            return 1
    read = read_cards(reader, files)
    figures: dict[str, Any] = {
        **summary_of_cards(read.scores),
        "by": by_traits(read.scores, read.traits),
        "kind_wrong": read.wrong_kind,
        "median_ms": round(sorted(read.times)[len(files) // 2], 1),
    }
    if others:
        figures["without_cards"] = {other.name: cards_where_none_are(reader, some) for other, some in others.items()}
    if wanted.keep:
        keep_card_figures(RESULTS, wanted.weights, folder.name, figures)
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")
    wrong = [
        (score.name, sum(not one.right for one in score.answers), score.false)
        for score in read.scores
        if not score.exact
    ]
    sys.stdout.write(f"not exact: {wrong}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tileye.models.evaluate_cards", description=__doc__)
    parser.add_argument("--weights", type=Path, default=weights_folder(), metavar="DIR", help="other weights")
    parser.add_argument("--set", type=Path, metavar="DIR", help="a set of cards (default: the rendered test set)")
    parser.add_argument(
        "--kinds",
        type=Path,
        nargs="+",
        default=[],
        metavar="DIR",
        help="sets without cards: what is taken for cards?",
    )
    parser.add_argument("--count", type=int, metavar="N", help="only the first N pictures")
    parser.add_argument("--keep", action="store_true", help="write the figures to models/results/cards.json")
    return parser


if __name__ == "__main__":
    sys.exit(main())
