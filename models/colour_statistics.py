"""How the colours of tiles look beside each other, for `vision/naming/palette.py`.

`python -m tileye.models.colour_statistics` takes crops of the training set. The light of a picture moves all its
colours alike; what is left is what one knows of a colour before seeing one of its tiles.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tileye.models.create_dataset import create_dataset
from tileye.models.recipe import load_variants
from tileye.models.training.tile_crops import TileCrops, load_tile_crops
from tileye.rules.tiles import COLOURS
from tileye.vision.naming.crops import CROP
from tileye.vision.naming.palette import looks

Array = NDArray[np.float64]
_ROUNDS = 10
_LEAST_COLOURS = 4


def usual_inks(seen: Sequence[dict[str, Array]]) -> tuple[Array, Array]:
    """The middle of each colour and how far tile styles stray from it, once the light of each picture is taken away."""
    table = np.full((len(seen), len(COLOURS), 3), np.nan)
    for row, colours in zip(table, seen, strict=True):
        for letter, look in colours.items():
            row[COLOURS.index(letter)] = look
    inks = np.nanmean(table, axis=0)
    for _ in range(_ROUNDS):
        light = np.nanmedian(table - inks, axis=1, keepdims=True)
        inks = np.nanmedian(table - light, axis=0)
    rest = table - light - inks
    return inks - inks.mean(axis=0), np.sqrt(np.nanmean(rest.clip(-1.5, 1.5) ** 2, axis=0))


def looks_by_picture(seen: TileCrops) -> list[dict[str, Array]]:
    """For each picture the middle look of each colour in it."""
    start, colours_seen = (seen.crops.shape[1] - CROP) // 2, seen.names % len(COLOURS)
    pictures: defaultdict[int, dict[str, Array]] = defaultdict(dict)
    for picture, colour in sorted(set(zip(seen.pictures.tolist(), colours_seen.tolist(), strict=True))):
        some = np.flatnonzero((seen.pictures == picture) & (colours_seen == colour))
        crops = seen.crops[some, start : start + CROP, start : start + CROP]
        pictures[picture][COLOURS[colour]] = np.median(looks(crops), axis=0)
    return [colours for colours in pictures.values() if len(colours) >= _LEAST_COLOURS]


def main(words: Sequence[str] | None = None) -> int:
    """Print the constants."""
    parser = argparse.ArgumentParser(prog="python -m tileye.models.colour_statistics", description=__doc__)
    parser.add_argument("--part", choices=("train", "val"), default="train", help="which crops (default: train)")
    wanted = parser.parse_args(words)
    inks, spread = usual_inks(
        looks_by_picture(load_tile_crops(create_dataset(load_variants()["namer-48"]), wanted.part))
    )
    for letter, ink, stray in zip(COLOURS, inks, spread, strict=True):
        sys.stdout.write(f"{letter}: {np.round(ink, 2).tolist()}, strays by {np.round(stray, 2).tolist()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
