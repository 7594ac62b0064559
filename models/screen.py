"""Screen detectors: `python -m tileye.models.screen obb-tile-640 pose-tile-640 --minutes 10 --photos DIR`.

Trains each variant for a few minutes, exports it, and reads the test set and photographs with it, fitter and namer
being the shipped ones. What was measured is kept in models/results/screening.json.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tileye.datasets.folders import truth_files
from tileye.datasets.splits import cache_folder
from tileye.models.create_dataset import create_dataset
from tileye.models.evaluate import default_set, read_set
from tileye.models.evaluation.photos import read_photos
from tileye.models.evaluation.scoring import ScoreLimits, true_pieces
from tileye.models.evaluation.summary import Figures, photo_figures
from tileye.models.evaluation.tables import markdown, share
from tileye.models.export import export
from tileye.models.recipe import Variant, load_variants
from tileye.models.train import run_folder, train
from tileye.models.training.torch_setup import make_ready
from tileye.vision.detection.detector import (
    LEAST_SCORE,
    Decoder,
    Detections,
    Detector,
    agreed,
    letterbox,
    whole_look,
)
from tileye.vision.detection.fitter import Fitter
from tileye.vision.detection.forms import DECODERS
from tileye.vision.detection.runtime import Batch, Engine, describe_weights, open_engine
from tileye.vision.images.pictures import Picture, load_picture
from tileye.vision.reading import NetNamer, Reader

_RESULTS = Path(__file__).parent / "results" / "screening.json"
_SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
_UPRIGHT = 0.8
"""What a tile's side is, on the average, of the side of the upright box around it."""


def upright_boxes(output: Batch) -> Detections:
    """Read boxes that are not turned; the fitter has to find out how the tiles in them lie."""
    columns, scores = _sure(output, output[0, 4:].max(0))
    sides = np.sqrt(columns[2] * columns[3]) * _UPRIGHT
    quads = columns[:2].T[:, None] + _SQUARE * sides[:, None, None]
    return agreed(Detections(quads, scores))


def corner_points(output: Batch) -> Detections:
    """Read corners that the net points at one by one."""
    columns, scores = _sure(output, output[0, 4:-12].max(0))
    return agreed(Detections(columns[-12:].T.reshape(-1, 4, 3)[..., :2], scores))


_DECODERS: dict[str, Decoder] = {**DECODERS, "detect": upright_boxes, "pose": corner_points}


def _sure(output: Batch, best: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return output[0][:, best >= LEAST_SCORE].astype(np.float64), best[best >= LEAST_SCORE].astype(np.float64)


def screen(variant: Variant, minutes: float, threads: int, photos: Sequence[Path], count: int | None) -> Figures:
    """Train a variant, and read with it."""
    trained = train(variant, minutes, None, 5, threads)
    data = create_dataset(variant)
    folder = run_folder(variant, data, None)
    make_ready(cache_folder())
    exported = export(variant, folder / "weights.pt", folder / "export", data, half=False, int8=False)
    reader, engine = _reader(variant, folder / "export")
    truths = truth_files(default_set())[:count]
    figures = read_set(reader, truths)
    return {
        "variant": variant.name,
        "minutes": round(trained["minutes"], 1),
        "threads": threads,
        "pictures": trained["pictures"],
        "metrics": trained["metrics"],
        "kB": exported["bytes"] // 1000,
        "read": figures["pictures"],
        "set": {**figures["total"], "false_tiles": figures["false_tiles"]},
        "ms": figures["median_ms"],
        "photos": {one.name: photo_figures(read_photos(reader, one)) for one in photos},
        "names": _own_names(variant, engine, exported["names"], truths),
    }


def _reader(variant: Variant, folder: Path) -> tuple[Reader, Engine]:
    found, fitted, named = (describe_weights(*of) for of in ((variant.form, folder), ("fit", None), ("cls", None)))
    engine = open_engine(found)
    detector = Detector(engine, found.size, boxes=_DECODERS[variant.form])
    return Reader(Fitter(detector, open_engine(fitted)), NetNamer(open_engine(named), named)), engine


def _own_names(variant: Variant, engine: Engine, names: Sequence[str], truths: Sequence[Path]) -> dict[str, int]:
    """How many tiles of those that count a detector with several classes names right itself, at its first look."""
    if variant.classes == "tile":
        return {}
    counts = {"tiles": 0, "right": 0}
    for file in truths:
        picture = load_picture(file.with_suffix(".jpg"))
        middles, classes = _classes(engine, picture, variant, len(names))
        for piece in true_pieces(json.loads(file.read_text(encoding="utf-8")), (picture.shape[1], picture.shape[0])):
            if not ScoreLimits().counts(piece) or piece.role == "heap":
                continue
            counts["tiles"] += 1
            away = np.linalg.norm(middles - piece.middle, axis=1)
            if len(away) and away.min() < piece.side / 2:
                name = names[classes[away.argmin()]]
                counts["right"] += name == (piece.tile if variant.classes == "all" else piece.tile[0])
    return counts


def _classes(engine: Engine, picture: Picture, variant: Variant, count: int) -> tuple[Any, Any]:
    look = whole_look(picture, variant.size)
    output = engine.run(letterbox(picture, look.region, look.scale, look.shape))[0]
    output = output[:, output[4 : 4 + count].max(0) >= LEAST_SCORE]
    return output[:2].T / look.scale, output[4 : 4 + count].argmax(0)


def table(results: Figures) -> str:
    """What was measured, a row for each variant."""
    photos = sorted({name for one in results.values() for name in one["photos"]})
    head = (
        "variant",
        "kB",
        "pictures read",
        "found",
        "right",
        "boards exact",
        "false",
        "named by itself",
        "ms",
        *photos,
    )
    return markdown(head, (_row(one, photos) for one in results.values()))


def _row(one: Figures, photos: Sequence[str]) -> tuple[str, ...]:
    total, names = one["set"], one["names"]
    read = (one["photos"].get(name) for name in photos)
    return (
        one["variant"],
        str(one["kB"]),
        str(one["read"]),
        share(total["found"], total["tiles"]),
        share(total["right"], total["tiles"]),
        share(total["boards_exact"], total["boards"]),
        str(total["false_tiles"]),
        share(names["right"], names["tiles"]) if names else "-",
        f"{one['ms']:.0f}",
        *(f"{counts['right']} of {counts['tiles']}" if counts else "-" for counts in read),
    )


def main(words: Sequence[str] | None = None) -> int:
    """Screen and print the table."""
    variants = {name: one for name, one in load_variants().items() if one.form in _DECODERS}
    parser = argparse.ArgumentParser(prog="python -m tileye.models.screen", description=__doc__)
    parser.add_argument(
        "variants", nargs="*", metavar="VARIANT", help=f"of {', '.join(variants)}; none: only the table"
    )
    parser.add_argument("--minutes", type=float, default=10, metavar="N", help="for each (default: 10)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), metavar="N", help="default: one for each core")
    parser.add_argument("--photos", type=Path, nargs="+", default=[], metavar="DIR", help="photographs with truth.json")
    parser.add_argument("--count", type=int, metavar="N", help="only the first N pictures of the test set")
    wanted = parser.parse_args(words)
    unknown = [name for name in wanted.variants if name not in variants]
    if unknown:
        parser.error(f"there is no detector {unknown[0]} in models/recipe.json: name one of {', '.join(variants)}")
    for name in wanted.variants:
        figures = screen(variants[name], wanted.minutes, wanted.threads, wanted.photos, wanted.count)
        # Read once more: another one may have screened meanwhile.
        results = {**_known(), name: figures}
        _RESULTS.write_text(json.dumps(results, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    sys.stdout.write(f"{table(_known())}\n")
    return 0


def _known() -> Figures:
    return dict(json.loads(_RESULTS.read_text(encoding="utf-8"))) if _RESULTS.exists() else {}


if __name__ == "__main__":
    sys.exit(main())
