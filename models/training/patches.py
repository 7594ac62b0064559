"""Patches that a fitter learns from: tiles with their corners, and what a detector might take for tiles."""

import contextlib
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets import labels
from tileye.datasets.folders import drawing_key, read_truth, truth_files
from tileye.datasets.preview import read_picture
from tileye.datasets.scene.scenes import all_surfaces
from tileye.datasets.scene.surfaces import paint
from tileye.datasets.workers import worker_pool
from tileye.models.recipe import Variant
from tileye.vision.detection.detector import Detector, sides_of
from tileye.vision.detection.fitter import ROOM, cut_patches
from tileye.vision.detection.forms import describe_detector, open_detector
from tileye.vision.detection.runtime import WeightsError

Array = NDArray[Any]

_STEPS = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
_FAR = 0.62
"""What is farther than so many sides from the middle of every tile is none, even if it covers a part of one."""
_SEEN = 0.05
"""Tiles of which less is seen count as hidden."""
_LEAST_PX = 6.0
_MOST_OTHERS, _MOST_MISTAKEN, _ANYWHERE = 8, 60, 6
"""Of each picture: patches beside tiles, of what the detector takes for tiles and is none, and at random."""
_VIEWS = 4
"""Of each table top."""


@dataclass(frozen=True, slots=True)
class TrainingPatches:
    """Patches with more room than a fitter is given, corners in sides from the middle, and whether there is a tile."""

    patches: NDArray[np.uint8]
    quads: NDArray[np.float32]
    tiles: NDArray[np.bool_]


def load_patches(folder: Path, part: str) -> TrainingPatches:
    """Read what was cut; the pictures stay on the disk until they are wanted."""
    patches = np.load(folder / f"{part}-patches.npy", mmap_mode="r")
    return TrainingPatches(patches, np.load(folder / f"{part}-quads.npy"), np.load(folder / f"{part}-tiles.npy"))


def write_patches(folders: Sequence[Path], out: Path, part: str, variant: Variant) -> None:
    """Cut patches out of all pictures of some sets."""
    files = [file for folder in folders for file in truth_files(folder)]
    with worker_pool() as pool:
        cuts = list(_with_progress(pool.map(partial(_cut, variant=variant), files, chunksize=8), len(files), part))
    if part == "train" and (finder := _detector()) is not None:
        cuts += _of_table_tops(finder, variant)
    np.save(out / f"{part}-patches.npy", np.concatenate([cut.patches for cut in cuts]))
    np.save(out / f"{part}-quads.npy", np.concatenate([cut.quads for cut in cuts]))
    np.save(out / f"{part}-tiles.npy", np.concatenate([cut.tiles for cut in cuts]))


def recipe() -> bytes:
    """What patches depend on beside the pictures: how they are cut, and what the detector takes for tiles."""
    parts = [drawing_key("patches").encode(), drawing_key("surfaces").encode()]
    with contextlib.suppress(WeightsError):
        parts.append(describe_detector().sha256.encode())
    return b"".join(parts)


@cache
def _detector() -> Detector | None:
    """The detector that is there, for what it takes for tiles; a first fitter does without."""
    try:
        return open_detector()
    except WeightsError:
        return None


def _with_progress(cuts: Iterable[TrainingPatches], count: int, part: str) -> Iterator[TrainingPatches]:
    for number, cut in enumerate(cuts, 1):
        yield cut
        if number % 200 == 0 or number == count:
            sys.stderr.write(f"{part}: {number} of {count} pictures\n")


def _cut(file: Path, variant: Variant) -> TrainingPatches:
    cv2.setNumThreads(1)
    truth, finder = read_truth(file), _detector()
    picture = np.asarray(cv2.cvtColor(read_picture(file.with_suffix(".jpg")), cv2.COLOR_BGR2RGB), np.uint8)
    chance = random.Random(f"{variant.seed} {file.stem}")
    scale = np.array((picture.shape[1], picture.shape[0]))
    every = [corners * scale for _, corners in labels.wanted_pieces(truth)]
    wanted = np.array(chance.sample(every, min(len(every), int(variant.crops["most_per_picture"]))))
    wanted = wanted.reshape(-1, 4, 2)
    middles, sides = wanted.mean(1), sides_of(wanted)
    others, other_sides = _others(truth, picture, finder, chance)
    return TrainingPatches(
        _patches(picture, np.concatenate([middles, others]), np.concatenate([sides, other_sides]), variant),
        np.concatenate([(wanted - middles[:, None]) / sides[:, None, None], np.zeros((len(others), 4, 2))]).astype(
            np.float32
        ),
        np.arange(len(middles) + len(others)) < len(middles),
    )


def _of_table_tops(finder: Detector, variant: Variant) -> Iterator[TrainingPatches]:
    """What the detector takes for tiles on bare table tops: scenes show too few checked cloths."""
    for surface in all_surfaces("train"):
        painted = paint(surface)
        chance = random.Random(f"{variant.seed} top {surface.number}")
        for _ in range(_VIEWS):
            side = round(len(painted) * chance.uniform(0.35, 1.2))
            seen = cv2.resize(painted, (side, side), interpolation=cv2.INTER_AREA) * chance.uniform(0.25, 1.1)
            picture = np.asarray(seen.clip(0, 255), np.uint8)
            boxes = finder.find(picture).quads[:_MOST_MISTAKEN]
            patches = _patches(picture, boxes.mean(1), sides_of(boxes), variant)
            yield TrainingPatches(patches, np.zeros((len(boxes), 4, 2), np.float32), np.zeros(len(boxes), np.bool_))


def _patches(picture: NDArray[np.uint8], middles: Array, sides: Array, variant: Variant) -> NDArray[np.uint8]:
    room = variant.crops["patch_room"]
    return cut_patches(picture, middles, sides, round(variant.size * room), ROOM * room)


def _others(
    truth: dict[str, Any], picture: NDArray[np.uint8], finder: Detector | None, chance: random.Random
) -> tuple[Array, Array]:
    """Places and sizes without a tile: beside tiles, backs, what the detector errs about, and anywhere."""
    scale = picture.shape[1] / truth["size"][0]
    every = np.array([piece["corners"] for piece in truth["pieces"]]).reshape(-1, 4, 2) * scale
    shown = np.array([bool(p["tile"]) and p["visible"] >= _SEEN for p in truth["pieces"]], np.bool_)
    faces, backs = every[shown], every[~shown]
    sides = sides_of(faces) if len(faces) else np.array([30.0])
    usual = float(np.median(sides))
    found: list[tuple[Array, float]] = [
        (face.mean(0) + right * (face[1] - face[0]) + down * (face[3] - face[0]), float(side))
        for face, side in zip(faces, sides, strict=False)
        for right, down in _STEPS
    ]
    found += [(back.mean(0), float(side)) for back, side in zip(backs, sides_of(backs), strict=True)]
    chance.shuffle(found)
    high, wide = picture.shape[:2]
    anywhere = [
        (np.array((chance.uniform(0, wide), chance.uniform(0, high))), usual * chance.uniform(0.6, 1.6))
        for _ in range(_ANYWHERE)
    ]
    boxes = finder.find(picture).quads if finder else faces[:0]
    mistaken = [(box.mean(0), float(side)) for box, side in zip(boxes, sides_of(boxes), strict=True)]
    good: list[tuple[Array, float]] = []
    for some, most in ((mistaken, _MOST_MISTAKEN), (found, _MOST_OTHERS), (anywhere, _ANYWHERE)):
        good += [one for one in some if _is_no_tile(one[0], one[1], faces, sides, (wide, high))][:most]
    return np.array([place for place, _ in good]).reshape(-1, 2), np.array([side for _, side in good])


def _is_no_tile(place: Array, side: float, faces: Array, sides: Array, size: tuple[int, int]) -> bool:
    if side < _LEAST_PX or (place < 0).any() or (place >= size).any():
        return False
    return not len(faces) or bool((np.linalg.norm(faces.mean(1) - place, axis=1) > _FAR * sides).all())
