"""The net that names tiles: what it learns from and, where torch is installed, what it answers."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tileye.models import weights_folder
from tileye.models.recipe import load_variants
from tileye.models.training.namer_net import _batch, build_namer, load_namer, measure_namer
from tileye.models.training.tile_crops import TileCrops, load_tile_crops
from tileye.vision.naming.crops import CROP

needs_torch = pytest.mark.skipif(not find_spec("torch"), reason="needs the training environment")
VARIANT = load_variants()["namer-48"]
ROOMY = round(VARIANT.size * VARIANT.crops["room"])


def test_it_learns_from_what_players_cut_out() -> None:
    assert VARIANT.size == CROP


def test_batches_hold_crops_with_their_own_names() -> None:
    shades = np.array([40, 90, 140, 190, 240], np.uint8)
    crops = np.broadcast_to(shades[:, None, None, None], (5, ROOMY, ROOMY, 3)).copy()
    seen, wanted = _batch(TileCrops(crops, np.arange(5), np.arange(5)), VARIANT.size, 400, np.random.default_rng(1))
    assert seen.shape == (400, VARIANT.size, VARIANT.size, 3)
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


@needs_torch
def test_the_net_answers_with_chances_that_its_temperature_evens_out() -> None:
    import torch

    weights = weights_folder() / "namer-48.pt"
    seen = torch.rand(4, 3, VARIANT.size, VARIANT.size, generator=torch.Generator().manual_seed(1))
    net = build_namer(VARIANT.layers or {})
    net.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
    with torch.no_grad():
        chances, hot = load_namer(VARIANT, weights)(seen), net.eval()(seen).softmax(1)
    assert chances.sum(1).numpy() == pytest.approx(np.ones(4), abs=1e-5)
    assert (chances.argmax(1) == hot.argmax(1)).all()
    assert (chances.max(1).values <= hot.max(1).values).all()


@needs_torch
def test_a_net_that_knows_nothing_is_measured_as_such() -> None:
    random = np.random.default_rng(2)
    crops = TileCrops(
        random.integers(0, 256, (42, ROOMY, ROOMY, 3)).astype(np.uint8), np.arange(42), np.zeros(42, np.intp)
    )
    wrong = measure_namer(build_namer(VARIANT.layers or {}).eval(), crops, VARIANT)
    assert wrong["name wrong"] > 0.9
    assert wrong["name wrong"] >= max(wrong["shape wrong"], wrong["colour wrong"])
