"""Labels for the training library, from the truth beside the pictures of a set.

`python -m datasets.labels --set DIR --form obb --classes shape --out DIR` writes a folder that ultralytics trains on:
links to the pictures, a line for each tile, and `data.yaml`. With `--form cls` it cuts the tiles out, one folder of
crops for each class.
"""

import argparse
import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.tiles import COLOURS, SHAPES

Form = Literal["detect", "obb", "pose", "cls"]
Classes = Literal["tile", "shape", "colour", "all"]

LEAST_VISIBLE = 0.4
"""Tiles of which less is seen are not asked for."""
_LEAST_PX = 7.0
_CROP = 64
_MARGIN = 0.12
"""What a crop shows around a tile, in its sides."""

NAMES: dict[Classes, tuple[str, ...]] = {
    "tile": ("tile",),
    "shape": tuple(SHAPES),
    "colour": tuple(COLOURS),
    "all": tuple(f"{shape}{colour}" for shape in SHAPES for colour in COLOURS),
}
_NAMED: dict[Classes, Callable[[str], str]] = {
    "tile": lambda tile: "tile",
    "shape": lambda tile: tile[0],
    "colour": lambda tile: tile[1],
    "all": lambda tile: tile,
}


def wanted_pieces(truth: dict[str, Any]) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """The tiles of a picture that can be read, with their corners in shares of width and height."""
    size = np.array(truth["size"], np.float64)
    for piece in truth["pieces"]:
        corners = np.array(piece["corners"])
        side = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).min() * truth.get("scale", 1.0)
        if piece["tile"] and piece["visible"] >= LEAST_VISIBLE and side >= _LEAST_PX:
            yield piece["tile"], corners / size


def label_lines(truth: dict[str, Any], form: Form, classes: Classes) -> list[str]:
    """A line for each tile: its class, then box, corners, or box and corners."""
    lines = []
    for tile, corners in wanted_pieces(truth):
        number = NAMES[classes].index(_NAMED[classes](tile))
        inside = corners.clip(0, 1)
        low, high = inside.min(0), inside.max(0)
        box = [*((low + high) / 2), *(high - low)]
        points = list(corners.clip(0, 1).ravel())
        values = {"detect": box, "obb": points, "pose": [*box, *points]}[form]
        lines.append(" ".join([str(number), *(f"{value:.6f}" for value in values)]))
    return lines


def rectified(picture: NDArray[np.uint8], corners: NDArray[np.float64], size: int = _CROP) -> NDArray[np.uint8]:
    """Cut a tile out, straightened, with a little around it; corners as in the truth, in pixels."""
    low, high = _MARGIN / (1 + 2 * _MARGIN) * size, (1 + _MARGIN) / (1 + 2 * _MARGIN) * size
    places = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), places)
    return np.asarray(
        cv2.warpPerspective(picture, matrix, (size, size), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def main() -> int:
    """Write the labels of a set."""
    parser = argparse.ArgumentParser(prog="python -m datasets.labels", description=__doc__)
    parser.add_argument("--set", type=Path, required=True, metavar="DIR", help="what datasets.create made")
    parser.add_argument("--form", choices=("detect", "obb", "pose", "cls"), default="detect")
    parser.add_argument("--classes", choices=tuple(NAMES), default="tile")
    parser.add_argument("--val", type=Path, metavar="DIR", help="the set to validate with (default: the same)")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder that is written")
    wanted = parser.parse_args()
    for folder in (wanted.set, wanted.val or wanted.set):
        if not any(folder.glob("*.json")):
            parser.error(f"{folder} holds no pictures with truth: make them with python -m datasets.create")
    for part, folder in (("train", wanted.set), ("val", wanted.val or wanted.set)):
        count = _write(folder, wanted.out, part, wanted.form, wanted.classes)
        sys.stdout.write(f"{part}: {count} tiles\n")
    if wanted.form != "cls":
        (wanted.out / "data.yaml").write_text(_data_yaml(wanted.out, wanted.form, wanted.classes), encoding="utf-8")
    return 0


def _write(folder: Path, out: Path, part: str, form: Form, classes: Classes) -> int:
    count = 0
    for file in sorted(folder.glob("*.json")):
        truth = json.loads(file.read_text(encoding="utf-8"))
        picture = file.with_suffix(".jpg")
        if form == "cls":
            count += _write_crops(picture, truth, out / part, classes)
            continue
        lines = label_lines(truth, form, classes)
        count += len(lines)
        for kind in ("images", "labels"):
            (out / kind / part).mkdir(parents=True, exist_ok=True)
        (out / "labels" / part / f"{file.stem}.txt").write_text("\n".join(lines), encoding="utf-8")
        link = out / "images" / part / picture.name
        if not link.exists():
            os.link(picture, link)
    return count


def _write_crops(path: Path, truth: dict[str, Any], out: Path, classes: Classes) -> int:
    picture = np.asarray(cv2.imread(str(path)), np.uint8)
    size = np.array((picture.shape[1], picture.shape[0]))
    count = 0
    for count, (tile, corners) in enumerate(wanted_pieces(truth), 1):
        folder = out / _NAMED[classes](tile)
        folder.mkdir(parents=True, exist_ok=True)
        turned = np.roll(corners * size, random.Random(f"{path.stem} {count}").randrange(4), 0)
        cv2.imwrite(str(folder / f"{path.stem}-{count:03}.png"), rectified(picture, turned))
    return count


def _data_yaml(out: Path, form: Form, classes: Classes) -> str:
    names = "\n".join(f"  {number}: '{name}'" for number, name in enumerate(NAMES[classes]))
    points = "kpt_shape: [4, 2]\n" if form == "pose" else ""
    return f"path: {out.resolve()}\ntrain: images/train\nval: images/val\n{points}names:\n{names}\n"


if __name__ == "__main__":
    sys.exit(main())
