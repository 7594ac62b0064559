"""Labels for the training library, from the truth beside the pictures of a set.

`python -m tileye.datasets.labels --set DIR --form obb --classes shape --out DIR` writes a folder that ultralytics
trains on: links to the pictures, a line for each tile, and `data.yaml`.
"""

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tileye.datasets.folders import holds_other_things, made_of, mark, read_truth, truth_files, writable_folder
from tileye.rules.tiles import COLOURS, SHAPES

Form = Literal["detect", "obb", "pose"]
Classes = Literal["tile", "shape", "colour", "all", "pieces"]

_NAME = "python -m tileye.datasets.labels"

LEAST_VISIBLE = 0.4
"""Tiles of which less is seen are not asked for."""
_LEAST_PX = 7.0

NAMES: dict[Classes, tuple[str, ...]] = {
    "tile": ("tile",),
    "shape": tuple(SHAPES),
    "colour": tuple(COLOURS),
    "all": tuple(f"{shape}{colour}" for shape in SHAPES for colour in COLOURS),
    "pieces": ("tile", "card", "back"),
}
_NAMED: dict[Classes, Callable[[str], str]] = {
    "tile": lambda tile: "tile",
    "shape": lambda tile: tile[0],
    "colour": lambda tile: tile[1],
    "all": lambda tile: tile,
}
_LEAST_SEEN, _LEAST_BACK = 0.35, 0.3
"""Of a card of which less is seen a symbol has to be, and backs of which less is seen are not asked for."""
_LEAST_INDEX_PX, _LEAST_CARD_PX = 6.0, 14.0
_WHOLE_INDEX, _PART_OF_SYMBOL = 0.9, 1 / 3


def wanted_pieces(truth: dict[str, Any]) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """The tiles of a picture that can be read, with their corners in shares of width and height."""
    size = np.array(truth["size"], np.float64)
    for piece in truth["pieces"]:
        corners = np.array(piece["corners"])
        side = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).min() * truth.get("scale", 1.0)
        if piece["tile"] and piece["visible"] >= LEAST_VISIBLE and side >= _LEAST_PX:
            yield piece["tile"], corners / size


def wanted_cards(truth: dict[str, Any]) -> Iterator[tuple[str | None, NDArray[np.float64]]]:
    """The cards of a picture that can be read, and the backs, as None, with corners in shares of width and height.

    Corners are those of whole cards: they may reach under others.
    """
    size, scale = np.array(truth["size"], np.float64), truth.get("scale", 1.0)
    for card in truth.get("cards", ()):
        corners = np.array(card["corners"])
        side = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).min() * scale
        seen = is_readable(card, scale) if card["card"] else card["visible"] >= _LEAST_BACK
        if seen and side >= _LEAST_CARD_PX:
            yield card["card"], corners / size


def is_readable(card: dict[str, Any], scale: float) -> bool:
    """Whether enough of the face of a card is seen to tell which it is."""
    if card["visible"] >= _LEAST_SEEN:
        return True
    return any(
        symbol["px"] * scale >= _LEAST_INDEX_PX
        and symbol["seen"] >= (_WHOLE_INDEX if symbol["index"] else _PART_OF_SYMBOL)
        for symbol in card["symbols"]
    )


def labelled(truth: dict[str, Any], classes: Classes) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """The class of each piece and its corners."""
    for tile, corners in wanted_pieces(truth):
        name = "tile" if classes == "pieces" else _NAMED[classes](tile)
        yield NAMES[classes].index(name), corners
    if classes == "pieces":
        for card, corners in wanted_cards(truth):
            yield NAMES[classes].index("card" if card else "back"), corners


def label_lines(truth: dict[str, Any], form: Form, classes: Classes) -> list[str]:
    """A line for each piece: its class, then box, corners, or box and corners."""
    lines = []
    for number, corners in labelled(truth, classes):
        inside = corners.clip(0, 1)
        low, high = inside.min(0), inside.max(0)
        box = [*((low + high) / 2), *(high - low)]
        if form == "obb":
            values = list(inside.ravel())
        else:
            values = box if form == "detect" else [*box, *_keypoints(corners, inside, truth["size"])]
        lines.append(" ".join([str(number), *(f"{value:.6f}" for value in values)]))
    return lines


def _keypoints(corners: NDArray[np.float64], inside: NDArray[np.float64], size: Sequence[int]) -> list[float]:
    """The corners from the upper left one on, clockwise, each with 2 where the picture shows its place, else 0.

    A tile looks the same after quarter turns; only the picture can tell its corners apart. Of two corners that are
    equally far to the upper left, as of a tile that stands on one, the upper comes first.
    """
    first = int(np.lexsort((corners[:, 1], (corners * size).sum(1)))[0])
    shown = np.where((corners == inside).all(axis=1), 2.0, 0.0)
    return list(np.roll(np.column_stack([inside, shown]), -first, 0).ravel())


def main() -> int:
    """Write the labels of a set."""
    wanted = parse()
    try:
        mark(wanted.out, _contents(wanted))
        for part, folders in (("train", wanted.set), ("val", wanted.val)):
            count = sum(_write(folder, wanted.out, part, wanted.form, wanted.classes) for folder in folders)
            sys.stdout.write(f"{part}: {count} pieces\n")
        (wanted.out / "data.yaml").write_text(_data_yaml(wanted.out, wanted.form, wanted.classes), encoding="utf-8")
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{_NAME}: {error}\n")
        return 1
    return 0


def parse(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Read what is asked for; stop where it cannot be done."""
    parser = argparse.ArgumentParser(prog=_NAME, description=__doc__)
    parser.add_argument(
        "--set", type=Path, nargs="+", required=True, metavar="DIR", help="what tileye.datasets.create made"
    )
    parser.add_argument("--form", choices=("detect", "obb", "pose"), default="detect")
    parser.add_argument("--classes", choices=tuple(NAMES), default="tile")
    parser.add_argument("--val", type=Path, nargs="+", metavar="DIR", help="to validate with (default: the same)")
    parser.add_argument("--out", type=writable_folder, required=True, metavar="DIR", help="the folder that is written")
    wanted = parser.parse_args(words)
    wanted.val = wanted.val or wanted.set
    for folder in (*wanted.set, *wanted.val):
        if not truth_files(folder):
            parser.error(f"{folder} holds no pictures with truth: make them with python -m tileye.datasets.create")
    for folders in (wanted.set, wanted.val):
        names = [folder.name for folder in folders]
        # Pictures are called after the folders of their sets.
        if twice := [name for name in names if names.count(name) > 1]:
            parser.error(f"two folders of pictures are called {twice[0]}: name each set once, and rename one of two")
    if holds_other_things(wanted.out, _contents(wanted)):
        parser.error(f"--out {wanted.out} holds something else: delete it, or name another folder")
    return wanted


def _contents(wanted: argparse.Namespace) -> dict[str, Any]:
    """What labels are made of."""
    parts = (("train", wanted.set), ("val", wanted.val))
    sets = {part: [[str(path.resolve()), made_of(path)] for path in paths] for part, paths in parts}
    return {"form": wanted.form, "classes": wanted.classes, **sets}


def _write(folder: Path, out: Path, part: str, form: Form, classes: Classes) -> int:
    count = 0
    for file in truth_files(folder):
        truth, picture = read_truth(file), file.with_suffix(".jpg")
        lines = label_lines(truth, form, classes)
        count += len(lines)
        for kind in ("images", "labels"):
            (out / kind / part).mkdir(parents=True, exist_ok=True)
        # Numbers of pictures begin anew in each set.
        name = f"{folder.name}-{file.stem}"
        (out / "labels" / part / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")
        _link(picture, out / "images" / part / f"{name}{picture.suffix}")
    return count


def _link(picture: Path, place: Path) -> None:
    """Have a picture in a second place, as a copy where there cannot be links."""
    if place.exists():
        return
    try:
        os.link(picture, place)
    except OSError:
        shutil.copyfile(picture, place)


def _data_yaml(out: Path, form: Form, classes: Classes) -> str:
    names = "\n".join(f"  {number}: '{name}'" for number, name in enumerate(NAMES[classes]))
    points = "kpt_shape: [4, 3]\nflip_idx: [1, 0, 3, 2]\n" if form == "pose" else ""
    return f"path: {out.resolve()}\ntrain: images/train\nval: images/val\n{points}names:\n{names}\n"


if __name__ == "__main__":
    sys.exit(main())
