"""Crops that namers learn from: tiles of known names, cut out of the pictures of sets, with room to move."""

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets import labels
from tileye.datasets.folders import read_truth, truth_files
from tileye.datasets.preview import read_picture
from tileye.datasets.workers import worker_pool
from tileye.models.recipe import Variant
from tileye.vision.naming.crops import rectified


@dataclass(frozen=True, slots=True)
class TileCrops:
    """Crops with more room than a namer is given, the numbers of their names, and from which picture each one is."""

    crops: NDArray[np.uint8]
    names: NDArray[np.intp]
    pictures: NDArray[np.intp]


def write_tile_crops(folders: Sequence[Path], out: Path, part: str, variant: Variant) -> None:
    """Cut tiles out of all pictures of some sets."""
    files = [file for folder in folders for file in truth_files(folder)]
    with worker_pool() as pool:
        cut = list(pool.map(partial(_cut, variant=variant), files, chunksize=16))
    counts = [len(names) for _, names in cut]
    np.save(out / f"{part}-crops.npy", np.concatenate([crops for crops, _ in cut]))
    np.save(out / f"{part}-names.npy", np.concatenate([names for _, names in cut]))
    np.save(out / f"{part}-pictures.npy", np.repeat(np.arange(len(files)), counts))
    sys.stderr.write(f"{part}: {sum(counts)} crops\n")


def load_tile_crops(folder: Path, part: str) -> TileCrops:
    """Read what was cut; the crops stay on the disk until they are wanted."""
    names, pictures = (np.load(folder / f"{part}-{kind}.npy") for kind in ("names", "pictures"))
    return TileCrops(np.load(folder / f"{part}-crops.npy", mmap_mode="r"), names, pictures)


def _cut(file: Path, variant: Variant) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    truth = read_truth(file)
    picture = np.asarray(cv2.cvtColor(read_picture(file.with_suffix(".jpg")), cv2.COLOR_BGR2RGB), np.uint8)
    scale, room = np.array((picture.shape[1], picture.shape[0])), variant.crops["room"]
    every = list(labels.wanted_pieces(truth))
    chance = random.Random(f"{variant.seed} {file.stem}")
    tiles = chance.sample(every, min(len(every), int(variant.crops["most_per_picture"])))
    size = round(variant.size * room)
    crops = [_crop(picture, np.roll(shares * scale, chance.randrange(4), 0), room, size) for _, shares in tiles]
    numbers = [labels.NAMES["all"].index(tile) for tile, _ in tiles]
    return np.array(crops, np.uint8).reshape(-1, size, size, 3), np.array(numbers, np.intp)


def _crop(picture: NDArray[np.uint8], corners: NDArray[Any], room: float, size: int) -> NDArray[np.uint8]:
    middle = corners.mean(0)
    return rectified(picture, middle + (corners - middle) * room, size)
