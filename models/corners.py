"""How exactly tiles lie: boxes of the detector beside what the fitter makes of them: `python -m tileye.models.corners`.

Reads the rendered test set, and tells by how tiles are turned in the picture which of them come out turned wrong.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from tileye.datasets.folders import truth_files
from tileye.models.evaluate import default_set
from tileye.models.evaluation.scoring import ScoreLimits, true_pieces
from tileye.models.evaluation.tables import markdown
from tileye.vision.detection.detector import Detections, Quads
from tileye.vision.detection.fitter import Fitter
from tileye.vision.detection.forms import open_detector
from tileye.vision.detection.runtime import describe_weights, open_engine
from tileye.vision.images.pictures import load_picture

_STEP = 15
_WRONG = 15.0
"""Degrees."""

Array = NDArray[np.float64]


def turns_of(quads: Quads) -> Array:
    """How quadrilaterals are turned in the picture, in degrees from -45 to 45: a square is the same after a quarter."""
    edges = (np.roll(quads, -1, 1) - quads) @ (1, 1j)
    return np.asarray(np.degrees(np.angle((edges**4 / abs(edges) ** 3).sum(1))) / 4)


def compare(found: Detections, true: Quads) -> Iterator[tuple[float, float, float]]:
    """For each true tile that was found: its turn, by how much the found one is turned against it, and corners off."""
    middles = found.quads.mean(1)
    sides = np.linalg.norm(true - np.roll(true, 1, 1), axis=2).mean(1)
    for quad, turn, side in zip(true, turns_of(true), sides, strict=True):
        away = np.linalg.norm(middles - quad.mean(0), axis=1)
        if not len(away) or away.min() > side / 2:
            continue
        box = found.quads[away.argmin()]
        twist = (turns_of(box[None])[0] - turn + 45) % 90 - 45
        off = min(np.linalg.norm(np.roll(box, quarter, 0) - quad, axis=1).mean() for quarter in range(4))
        yield float(turn), abs(float(twist)), float(off / side)


def measure(count: int | None) -> dict[str, Array]:
    """Compare boxes and fitted tiles with the truth, over the test set."""
    detector = open_detector()
    fitter = Fitter(detector, open_engine(describe_weights("fit")))
    rows: dict[str, list[tuple[float, float, float]]] = {"box": [], "fitted": []}
    for file in truth_files(default_set())[:count]:
        picture = load_picture(file.with_suffix(".jpg"))
        truth = json.loads(file.read_text(encoding="utf-8"))
        pieces = true_pieces(truth, (picture.shape[1], picture.shape[0]))
        scale = picture.shape[1] / truth["size"][0]
        corners = [truth["pieces"][piece.number]["corners"] for piece in pieces if ScoreLimits().counts(piece)]
        true = np.array(corners).reshape(-1, 4, 2) * scale
        boxes = detector.find(picture)
        rows["box"] += compare(boxes, true)
        rows["fitted"] += compare(fitter.fit(picture, boxes), true)
    return {name: np.array(some) for name, some in rows.items()}


def table(measured: dict[str, Array]) -> str:
    """A row for each range of turns."""
    head = ("turned by", "tiles", *(f"{name}: {what}" for name in measured for what in ("turned wrong", "corners off")))
    return markdown(head, (_row(start, measured) for start in range(-45, 45, _STEP)))


def _row(start: int, measured: dict[str, Array]) -> tuple[str, ...]:
    parts = [rows[(rows[:, 0] >= start) & (rows[:, 0] < start + _STEP)] for rows in measured.values()]
    cells = [
        cell
        for part in parts
        for cell in (f"{100 * (part[:, 1] > _WRONG).mean():.2f} %", f"{np.median(part[:, 2]):.3f} sides")
    ]
    return (f"{start} to {start + _STEP} degrees", str(len(parts[0])), *cells)


def main(words: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tileye.models.corners", description=__doc__)
    parser.add_argument("--count", type=int, metavar="N", help="only the first N pictures of the test set")
    wanted = parser.parse_args(words)
    measured = measure(wanted.count)
    sys.stdout.write(
        f"{table(measured)}\n\nTurned wrong: by more than {_WRONG:g} degrees. Corners off: in the median.\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
