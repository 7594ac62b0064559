"""Parts of pictures for training a detector, as a finer look shows them and as games look at what changed."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets import labels
from tileye.datasets.folders import read_truth, truth_files
from tileye.datasets.preview import read_picture
from tileye.datasets.workers import worker_pool
from tileye.vision.detection.detector import GREY, MOST_ENLARGED, WANTED, PictureRegion, scaled_window
from tileye.vision.images.pictures import Picture

Real = NDArray[np.float64]

_SMALLEST, _LARGEST = 26.0, 84.0
"""How many pixels the short side of the middling piece has."""
_CLOSE_ENLARGED = 1.6
"""By how much a close-up enlarges its picture at most."""
_ASIDE = 0.35
"""How far a piece may be from the middle of a close-up, in its sides."""
_LEAST_INSIDE = 0.5
"""Pieces of which less is inside are not asked for."""
_QUALITY = 92
_GRIDS = (2, 3, 3)
"""Small looks stand side by side in one picture, in so many columns and rows: one of these."""
_NARROWEST = 0.45
"""Of its place a small look takes at least such a share of width and height; the rest is grey."""
_SIDES_DIFFER = 0.25
"""How far the logarithm of the size of the middling piece strays there from what a look wants."""
_USUAL_SIDES = 24
"""So many sides span a picture, where it has no pieces that tell."""


class Pieces(NamedTuple):
    """The labelled pieces of a picture, with corners in its pixels."""

    classes: list[int]
    quads: Real

    @property
    def short(self) -> float:
        """The short side of the middling piece."""
        return float(np.median(np.linalg.norm(self.quads - np.roll(self.quads, 1, 1), axis=2).min(1)))


Cut = Callable[[Picture, Pieces, int, random.Random], tuple[Picture, list[str]] | None]
"""Makes a square picture of parts of another one, with the lines of its labels."""


def close_ups_recipe() -> bytes:
    """What close-ups and small looks depend on beside the pictures."""
    small = f"{_GRIDS} {_NARROWEST} {WANTED} {_SIDES_DIFFER} {MOST_ENLARGED} {_USUAL_SIDES}"
    return f"{_SMALLEST} {_LARGEST} {_CLOSE_ENLARGED} {_ASIDE} {_LEAST_INSIDE} {small}".encode()


def write_close_ups(
    folder: Path, out: Path, part: str, classes: labels.Classes, size: int, counts: Mapping[str, int]
) -> None:
    """Write so many `close_ups` and `small_looks` of each picture of a set beside the whole ones, with labels."""
    for kind in ("images", "labels"):
        (out / kind / part).mkdir(parents=True, exist_ok=True)
    write = partial(_write, out=out, part=part, classes=classes, size=size, counts=counts)
    with worker_pool() as pool:
        list(pool.map(write, truth_files(folder), chunksize=8))


def _write(file: Path, out: Path, part: str, classes: labels.Classes, size: int, counts: Mapping[str, int]) -> None:
    cv2.setNumThreads(1)
    picture = np.asarray(read_picture(file.with_suffix(".jpg")), np.uint8)
    labelled = list(labels.labelled(read_truth(file), classes))
    shares = np.array([quad for _, quad in labelled]).reshape(-1, 4, 2)
    pieces = Pieces([number for number, _ in labelled], shares * (picture.shape[1], picture.shape[0]))
    for kind, cut in PARTS.items():
        chance = random.Random(f"{kind.replace('_', '-')} {file.stem}")
        for one in range(counts.get(kind, 0)):
            if made := cut(picture, pieces, size, chance):
                name = f"{file.parent.name}-{file.stem}-{kind.split('_')[0]}-{one}"
                cv2.imwrite(str(out / "images" / part / f"{name}.jpg"), made[0], [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
                (out / "labels" / part / f"{name}.txt").write_text("\n".join(made[1]), encoding="utf-8")


def close_up(picture: Picture, pieces: Pieces, size: int, chance: random.Random) -> tuple[Picture, list[str]] | None:
    """Show pieces larger than a look at the whole picture does; nothing where there are none."""
    if not pieces.classes:
        return None
    wanted = float(np.exp(chance.uniform(np.log(_SMALLEST), np.log(_LARGEST))))
    scale = max(min(wanted / pieces.short, _CLOSE_ENLARGED), size / max(picture.shape[:2]))
    corner = _corner(picture, pieces, (size / scale, size / scale), chance)
    close = np.full((size, size, 3), GREY, np.uint8)
    cut = _cut(picture, scale, corner, (size, size))
    close[: cut.shape[0], : cut.shape[1]] = cut
    return close, _lines(pieces, (pieces.quads - corner) * scale, (size, size), np.zeros(2), size)


def small_looks(picture: Picture, pieces: Pieces, size: int, chance: random.Random) -> tuple[Picture, list[str]]:
    """Show many small parts side by side, each in the upper left of a place of its own, grey around it."""
    grid = chance.choice(_GRIDS)
    place, sheet, lines = size // grid, np.full((size, size, 3), GREY, np.uint8), list[str]()
    short = pieces.short if pieces.classes else max(picture.shape[:2]) / _USUAL_SIDES
    for column, row in product(range(grid), repeat=2):
        scale = min(WANTED * float(np.exp(chance.gauss(0, _SIDES_DIFFER))) / short, MOST_ENLARGED)
        wide, high = (round(place * float(np.exp(chance.uniform(np.log(_NARROWEST), 0)))) for _ in range(2))
        corner = _corner(picture, pieces, (wide / scale, high / scale), chance)
        cut = _cut(picture, scale, corner, (wide, high))
        high, wide = cut.shape[:2]
        at = np.array((column, row)) * place
        sheet[at[1] : at[1] + high, at[0] : at[0] + wide] = cut
        lines += _lines(pieces, (pieces.quads - corner) * scale, (wide, high), at, size)
    return sheet, lines


PARTS: dict[str, Cut] = {"close_ups": close_up, "small_looks": small_looks}
"""What a recipe may ask for of each picture, by name."""


def _corner(picture: Picture, pieces: Pieces, shown: tuple[float, float], chance: random.Random) -> Real:
    """The upper left point of a part of that width and height, which holds a piece if there is one."""
    span = np.array((picture.shape[1], picture.shape[0])) - shown
    if not pieces.classes:
        return np.array([chance.random() for _ in range(2)]) * np.maximum(0, span)
    aside = np.array([chance.uniform(-_ASIDE, _ASIDE) for _ in range(2)]) * shown
    corner = pieces.quads[chance.randrange(len(pieces.quads))].mean(0) + aside - np.array(shown) / 2
    return np.asarray(corner.clip(0, np.maximum(0, span)), np.float64)


def _cut(picture: Picture, scale: float, corner: Real, most: tuple[int, int]) -> Picture:
    """A part of a picture, scaled, of at most that width and height."""
    left, top = (round(float(value)) for value in corner)
    wide, high = (round(length / scale) for length in most)
    return scaled_window(picture, PictureRegion(left, top, left + wide, top + high), scale, most[::-1])


def _lines(pieces: Pieces, quads: Real, inside: tuple[int, int], at: Real, size: int) -> list[str]:
    """A label for each piece that lies in a part, whose upper left point is at a place of a square picture."""
    lines = []
    for number, quad in zip(pieces.classes, quads, strict=True):
        seen = quad.clip(0, inside)
        if _area(seen) >= _LEAST_INSIDE * _area(quad):
            lines.append(" ".join([str(number), *(f"{value:.6f}" for value in ((seen + at) / size).ravel())]))
    return lines


def _area(quad: Real) -> float:
    return cv2.contourArea(quad.astype(np.float32))
