"""The net that names tiles and its training: from a crop to the chance of each name."""

from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tileye.models.recipe import Variant
from tileye.models.training.augmentation import jitter
from tileye.models.training.own_net import Batch, OwnNet, PatchBatches, answers_to, train_own_net
from tileye.models.training.tile_crops import TileCrops, load_tile_crops
from tileye.models.training.torch_setup import Foreign
from tileye.rules.tiles import COLOURS

_SMOOTH = 0.01
_MEASURED, _MEASURED_AT_ONCE = 40, 256


def build_namer(layers: dict[str, Any]) -> Foreign:
    """A row of convolutions, then the mean of what they saw all over the crop, in so many numbers, then the names.

    Its activations are ReLU: runtimes calculate them within the convolution before.
    """
    from torch import nn

    parts: list[Foreign] = []
    before = 3
    wide = (layers["wide"], 1, 1)
    rows = [(channels, 3, stride) for channels, stride in zip(layers["channels"], layers["strides"], strict=True)]
    for channels, size, stride in [*rows, wide]:
        parts += [nn.Conv2d(before, channels, size, stride, size // 2, bias=False)]
        parts += [nn.BatchNorm2d(channels), nn.ReLU()]
        before = channels
    pooled = [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.1)]
    return nn.Sequential(*parts, *pooled, nn.Linear(before, layers["nc"]))


def load_namer(variant: Variant, weights: Path) -> Foreign:
    """Read a trained net; it answers with chances, as sure of them as it may be.

    The temperature is that at which they fit the pictures for validation best.
    """
    from torch import nn

    net = _trained(variant, weights)
    for part in (net[-1].weight, net[-1].bias):
        part.data /= (variant.layers or {})["temperature"]
    return nn.Sequential(net, nn.Softmax(1)).eval()


def _trained(variant: Variant, weights: Path) -> Foreign:
    import torch

    net = build_namer(variant.layers or {})
    net.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
    return net


def train_namer(
    variant: Variant, data: Path, folder: Path, minutes: float, start: Path | None, every_minutes: float
) -> dict[str, Any]:
    """Train for so long, or for what is left of it, and tell the result."""
    import torch

    torch.manual_seed(variant.seed)
    train, val = load_tile_crops(data, "train"), load_tile_crops(data, "val")
    count = int(variant.settings["batch"])
    own = OwnNet(
        _trained(variant, start) if start else build_namer(variant.layers or {}),
        lambda seed: PatchBatches(partial(_batch, train, variant.size, count), seed),
        _losses,
        lambda net: measure_namer(net, val, variant),
    )
    return train_own_net(variant, own, folder, minutes, every_minutes)


def _losses(answers: Foreign, wanted: Foreign) -> dict[str, Foreign]:
    from torch.nn import functional

    return {"name": functional.cross_entropy(answers, wanted[:, 0].long(), label_smoothing=_SMOOTH)}


def _batch(crops: TileCrops, size: int, count: int, random: np.random.Generator) -> Batch:
    """Some crops, moved and varied, with the numbers of their names."""
    cv2.setNumThreads(1)
    chosen = np.sort(random.integers(0, len(crops.names), count))
    changed = np.stack([jitter(np.asarray(crops.crops[one]), size, random) for one in chosen])
    return changed, crops.names[chosen, None].astype(np.float32)


def measure_namer(net: Foreign, crops: TileCrops, variant: Variant) -> dict[str, float]:
    """How the net does on crops that it never saw, varied as in training."""
    batches = PatchBatches(partial(_batch, crops, variant.size, _MEASURED_AT_ONCE), (variant.seed, 2**30))
    answers, wanted = answers_to(net, batches, _MEASURED)
    said, true = answers.argmax(1), wanted[:, 0].astype(int)
    return {
        "name wrong": round(float((said != true).mean()), 5),
        "shape wrong": round(float((said // len(COLOURS) != true // len(COLOURS)).mean()), 5),
        "colour wrong": round(float((said % len(COLOURS) != true % len(COLOURS)).mean()), 5),
    }
