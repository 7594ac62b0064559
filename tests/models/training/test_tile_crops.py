"""Crops that namers learn from, and how batches of them are made."""

from pathlib import Path

import numpy as np

from tileye.models.recipe import load_variants
from tileye.models.training.namer_net import _batch
from tileye.models.training.tile_crops import TileCrops, load_tile_crops


def test_batches_hold_crops_with_their_own_names() -> None:
    shades = np.array([40, 90, 140, 190, 240], np.uint8)
    crops = np.broadcast_to(shades[:, None, None, None], (5, 58, 58, 3)).copy()
    size = load_variants()["namer-48"].size
    seen, wanted = _batch(TileCrops(crops, np.arange(5), np.arange(5)), size, 400, np.random.default_rng(1))
    assert seen.shape == (400, size, size, 3)
    means = [np.median(seen[wanted[:, 0] == name].mean((1, 2, 3))) for name in range(5)]
    assert means == sorted(means)
    assert means[-1] > means[0] + 100


def test_what_was_cut_is_read_again(tmp_path: Path) -> None:
    crops = np.arange(2 * 5 * 5 * 3, dtype=np.uint8).reshape(2, 5, 5, 3)
    for kind, values in (("crops", crops), ("names", np.array([3, 7])), ("pictures", np.array([0, 1]))):
        np.save(tmp_path / f"train-{kind}.npy", values)
    read = load_tile_crops(tmp_path, "train")
    assert np.array_equal(read.crops, crops)
    assert read.names.tolist() == [3, 7]
    assert read.pictures.tolist() == [0, 1]
