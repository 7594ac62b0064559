"""The fitter and its training: from a patch to whether there is a tile, and how it lies."""

import math
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tileye.models.recipe import Variant
from tileye.models.training.augmentation import degraded
from tileye.models.training.own_net import Batch, OwnNet, PatchBatches, answers_to, as_input, train_own_net
from tileye.models.training.patches import TrainingPatches, load_patches
from tileye.models.training.torch_setup import Foreign
from tileye.vision.detection.fitter import ROOM, describe, quads_from

_SHIFT, _GROW, _BEND = 0.08, 0.1, 0.05
"""How boxes are off: middles in sides, logarithms of sizes, both sides by themselves."""
_MOST_OFF = 0.25
_PLACE_WEIGHT, _TURN_WEIGHT = 6.0, 2.0
_MEASURED, _MEASURED_AT_ONCE = 30, 256
_PASSES, _MOST_OFTEN = 0.3, 9.0
"""What is no tile is shown so many times more often if it passes for one with such a chance before the training."""

Array = NDArray[Any]
Shares = NDArray[np.float64]


def build_net(layers: dict[str, Any], size: int) -> Foreign:
    """A row of convolutions, then all that they saw in eight numbers: tile or not, and what `describe` says."""
    from torch import nn

    parts: list[Foreign] = []
    before = 3
    for channels, stride in zip(layers["channels"], layers["strides"], strict=True):
        parts += [nn.Conv2d(before, channels, 3, stride, 1, bias=False), nn.BatchNorm2d(channels), nn.SiLU()]
        before, size = channels, math.ceil(size / stride)
    parts += [nn.Flatten(), nn.Linear(before * size * size, layers["hidden"]), nn.SiLU(), nn.Dropout(0.1)]
    return nn.Sequential(*parts, nn.Linear(layers["hidden"], 8))


def load_fitter(variant: Variant, weights: Path) -> Foreign:
    """Read a trained fitter."""
    import torch

    net = build_net(variant.layers or {}, variant.size)
    net.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
    return net.eval()


def train_fitter(
    variant: Variant, data: Path, folder: Path, minutes: float, start: Path | None, every_minutes: float
) -> dict[str, Any]:
    """Train for so long, or for what is left of it, and tell the result."""
    import torch

    torch.manual_seed(variant.seed)
    train, val, size = load_patches(data, "train"), load_patches(data, "val"), int(variant.settings["batch"])
    net = load_fitter(variant, start) if start else build_net(variant.layers or {}, variant.size)
    shares = _shares(net, train, variant.size) if start else np.arange(1, len(train.tiles) + 1) / len(train.tiles)
    own = OwnNet(
        net,
        lambda seed: PatchBatches(partial(_batch, train, shares, variant.size, size), seed),
        _losses,
        lambda net: measure_fitter(net, val, variant),
    )
    return train_own_net(variant, own, folder, minutes, every_minutes)


def _losses(answers: Foreign, wanted: Foreign) -> dict[str, Foreign]:
    from torch.nn import functional

    tiles = wanted[:, 0]
    given, told = answers[tiles > 0, 1:], wanted[tiles > 0, 1:]
    return {
        "tile": functional.binary_cross_entropy_with_logits(answers[:, 0], tiles),
        "place": _PLACE_WEIGHT * functional.smooth_l1_loss(given[:, :5], told[:, :5], beta=0.05),
        "turn": _TURN_WEIGHT * functional.mse_loss(given[:, 5:], told[:, 5:]),
    }


def _shares(net: Foreign, patches: TrainingPatches, size: int) -> Shares:
    """How often each patch is shown, added up: often what is no tile, and passes for one with the net that goes on."""
    import torch

    edge = (patches.patches.shape[1] - size) // 2
    weights = np.ones(len(patches.tiles))
    with torch.no_grad():
        for first in range(0, len(weights), _MEASURED_AT_ONCE):
            some = slice(first, first + _MEASURED_AT_ONCE)
            cut = np.ascontiguousarray(patches.patches[some, edge : edge + size, edge : edge + size])
            taken = 1 / (1 + np.exp(-net(as_input(torch.from_numpy(cut)))[:, 0].double().numpy()))
            weights[some] += _MOST_OFTEN * np.where(patches.tiles[some], 0.0, np.minimum(1.0, taken / _PASSES))
    return np.asarray(weights.cumsum() / weights.sum())


def _batch(patches: TrainingPatches, shares: Shares, size: int, count: int, random: Generator) -> Batch:
    """Some patches, moved and varied; whether there is a tile in each, and what `describe` says of it."""
    chosen = np.searchsorted(shares, np.sort(random.random(count)), side="right").clip(0, len(patches.tiles) - 1)
    moved = np.empty((count, size, size, 3), np.uint8)
    quads = np.empty((count, 4, 2))
    tiles = patches.tiles[chosen]
    for place, one in enumerate(chosen):
        cut, quads[place] = jitter_patch(patches.patches[one], patches.quads[one], size, bool(tiles[place]), random)
        moved[place] = degraded(cut, random)
    wanted = np.zeros((count, 8), np.float32)
    wanted[:, 0] = tiles
    wanted[tiles, 1:] = describe(quads[tiles])
    return moved, wanted


def jitter_patch(
    patch: Array, quads: Array, size: int, tile: bool, random: Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Turn a patch anyhow, mirror it, and be off as a detector's boxes are; the tile's corners in the new patch."""
    turn = np.exp(1j * random.uniform(0, 2 * np.pi))
    grow = np.exp(random.normal(0, _GROW))
    bend = np.exp(random.normal(0, _BEND))
    shift = random.normal(0, _SHIFT, 2).clip(-_MOST_OFF, _MOST_OFF) * (1.0 if tile else 0.4)
    turned = np.array([[turn.real, -turn.imag], [turn.imag, turn.real]])
    matrix = turned @ np.diag([grow * bend, grow / bend]) @ np.diag([1, random.choice((-1, 1))])
    # Patch and tile have the same scale: so many pixels to a side.
    scale = size / ROOM
    middle = (np.array(patch.shape[1::-1]) - 1) / 2
    offset = (size - 1) / 2 + shift * scale - matrix @ middle
    moved = cv2.warpAffine(
        np.asarray(patch), np.column_stack([matrix, offset]), (size, size), borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(moved, np.uint8), quads @ matrix.T + shift


def measure_fitter(net: Foreign, patches: TrainingPatches, variant: Variant) -> dict[str, float]:
    """How the net does on patches that it never saw, turned anyhow."""
    even = np.arange(1, len(patches.tiles) + 1) / len(patches.tiles)
    data = PatchBatches(partial(_batch, patches, even, variant.size, _MEASURED_AT_ONCE), (variant.seed, 2**30))
    said, numbers = answers_to(net, data, _MEASURED)
    there = numbers[:, 0] > 0
    given, wanted = quads_from(said[there, 1:]), quads_from(numbers[there, 1:])
    off = np.min([np.linalg.norm(np.roll(given, turn, 1) - wanted, axis=2).mean(1) for turn in range(4)], axis=0)
    turned = np.angle((said[there, 6] + 1j * said[there, 7]) * (numbers[there, 6] - 1j * numbers[there, 7])) / 4
    return {
        "missed": round(float((said[there, 0] < 0).mean()), 5),
        "false": round(float((said[~there, 0] >= 0).mean()), 5),
        "corners off, median": round(float(np.median(off)), 5),
        "corners off, 99 of 100": round(float(np.quantile(off, 0.99)), 5),
        "turned by more than 15 degrees": round(float((abs(np.degrees(turned)) > 15).mean()), 5),
    }
