"""Close-ups for training a detector: parts of pictures in which pieces are as large as a finer look shows them."""

import random
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets import labels
from tileye.datasets.folders import read_truth, truth_files
from tileye.datasets.preview import read_picture
from tileye.datasets.workers import worker_pool

Real = NDArray[np.float64]

_SMALLEST, _LARGEST = 26.0, 84.0
"""How many pixels the short side of the middling piece has."""
_MOST_ENLARGED = 1.6
_ASIDE = 0.35
"""How far a piece may be from the middle of a close-up, in its sides."""
_LEAST_INSIDE = 0.5
"""Pieces of which less is inside are not asked for."""
_GREY = (114, 114, 114)
_QUALITY = 92


def close_ups_recipe() -> bytes:
    """What close-ups depend on beside the pictures."""
    return f"{_SMALLEST} {_LARGEST} {_MOST_ENLARGED} {_ASIDE} {_LEAST_INSIDE}".encode()


def write_close_ups(folder: Path, out: Path, part: str, size: int, count: int) -> None:
    """Write so many close-ups of each picture of a set, with labels, beside those of whole pictures."""
    for kind in ("images", "labels"):
        (out / kind / part).mkdir(parents=True, exist_ok=True)
    with worker_pool() as pool:
        list(pool.map(partial(_write, out=out, part=part, size=size, count=count), truth_files(folder), chunksize=8))


def _write(file: Path, out: Path, part: str, size: int, count: int) -> None:
    cv2.setNumThreads(1)
    truth = read_truth(file)
    picture = np.asarray(read_picture(file.with_suffix(".jpg")), np.uint8)
    pieces = [
        (number, shares * (picture.shape[1], picture.shape[0])) for number, shares in labels.labelled(truth, "pieces")
    ]
    if not pieces:
        return
    chance = random.Random(f"close-ups {file.stem}")
    quads = np.array([quad for _, quad in pieces])
    for one in range(count):
        scale, corner = _view(quads, picture.shape[1], picture.shape[0], size, chance)
        name = f"{file.parent.name}-{file.stem}-close-{one}"
        lines = []
        for (number, _), quad in zip(pieces, (quads - corner) * scale / size, strict=True):
            inside = quad.clip(0, 1)
            if _area(inside) >= _LEAST_INSIDE * _area(quad):
                lines.append(" ".join([str(number), *(f"{value:.6f}" for value in inside.ravel())]))
        close = _cut(picture, scale, corner, size)
        cv2.imwrite(str(out / "images" / part / f"{name}.jpg"), close, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        (out / "labels" / part / f"{name}.txt").write_text("\n".join(lines), encoding="utf-8")


def _view(quads: Real, wide: int, high: int, size: int, chance: random.Random) -> tuple[float, Real]:
    """By how much a close-up enlarges the picture, and which of its points is the upper left one."""
    short = float(np.median(np.linalg.norm(quads - np.roll(quads, 1, 1), axis=2).min(1)))
    wanted = float(np.exp(chance.uniform(np.log(_SMALLEST), np.log(_LARGEST))))
    scale = max(min(wanted / short, _MOST_ENLARGED), size / max(wide, high))
    shown = size / scale
    aside = np.array([chance.uniform(-_ASIDE, _ASIDE) for _ in range(2)]) * shown
    corner = quads[chance.randrange(len(quads))].mean(0) + aside - shown / 2
    return scale, np.asarray(corner.clip(0, np.maximum(0, np.array((wide, high)) - shown)), np.float64)


def _cut(picture: NDArray[np.uint8], scale: float, corner: Real, size: int) -> NDArray[np.uint8]:
    left, top = (round(float(value)) for value in corner)
    shown = round(size / scale)
    part = picture[top : top + shown, left : left + shown]
    smooth = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    high, wide = (min(size, max(1, round(side * scale))) for side in part.shape[:2])
    close = np.full((size, size, 3), _GREY, np.uint8)
    close[:high, :wide] = cv2.resize(part, (wide, high), interpolation=smooth)
    return close


def _area(quad: Real) -> float:
    return cv2.contourArea(quad.astype(np.float32))
