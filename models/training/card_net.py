"""The net for cards and its training: from a patch to kind, shape, colour and corners, all in one answer."""

from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tileye.models.recipe import Variant
from tileye.models.training.augmentation import degraded
from tileye.models.training.card_patches import BACK, CARD, CardPatches, jittered, load_card_patches
from tileye.models.training.own_net import Batch, OwnNet, PatchBatches, answers_to, train_own_net
from tileye.models.training.torch_setup import Foreign
from tileye.vision.cards.answers import ANSWER, COLOUR, CORNERS, KIND, SHAPE
from tileye.vision.cards.patches import PATCH

_SMOOTH = 0.02
_CORNER_WEIGHT = 8.0
_MEASURED, _MEASURED_AT_ONCE = 24, 256
_DETAIL = 0.4
"""The symbols in the corners of a card are so much smaller in its patch than the print of a tile in its crop."""


def build_card_net(layers: dict[str, Any]) -> Foreign:
    """Convolutions, then all that they saw, places included, in one row of numbers."""
    from torch import nn

    class Refining(nn.Module):  # type: ignore[misc]
        """A convolution that adds to what it was given."""

        def __init__(self, channels: int) -> None:
            super().__init__()
            self.added = nn.Sequential(*_convolution(channels, channels, 1))

        def forward(self, seen: Foreign) -> Foreign:
            return seen + self.added(seen)

    parts: list[Foreign] = []
    before, size = 3, PATCH
    for channels, stride in zip(layers["channels"], layers["strides"], strict=True):
        same = (channels, stride) == (before, 1)
        parts += [Refining(channels)] if same else _convolution(before, channels, stride)
        before, size = channels, -(-size // stride)
    squeezed, hidden = layers["squeezed"], layers["hidden"]
    parts += [nn.Conv2d(before, squeezed, 1, bias=False), nn.BatchNorm2d(squeezed), nn.SiLU()]
    parts += [nn.Flatten(), nn.Linear(squeezed * size * size, hidden), nn.SiLU(), nn.Dropout(0.1)]
    return nn.Sequential(*parts, nn.Linear(hidden, ANSWER))


def _convolution(before: int, channels: int, stride: int) -> list[Foreign]:
    from torch import nn

    return [nn.Conv2d(before, channels, 3, stride, 1, bias=False), nn.BatchNorm2d(channels), nn.SiLU()]


def load_card_net(variant: Variant, weights: Path) -> Foreign:
    """Read a trained net for cards."""
    import torch

    net = build_card_net(variant.layers or {})
    net.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
    return net.eval()


def train_card_net(
    variant: Variant, data: Path, folder: Path, minutes: float, start: Path | None, every_minutes: float
) -> dict[str, Any]:
    """Train for so long, or for what is left of it, and tell the result."""
    import torch

    torch.manual_seed(variant.seed)
    train, val, size = load_card_patches(data, "train"), load_card_patches(data, "val"), int(variant.settings["batch"])
    own = OwnNet(
        load_card_net(variant, start) if start else build_card_net(variant.layers or {}),
        lambda seed: PatchBatches(partial(_batch, train, size), seed),
        _losses,
        lambda net: measure_card_net(net, val),
    )
    return train_own_net(variant, own, folder, minutes, every_minutes)


def _losses(answers: Foreign, wanted: Foreign) -> dict[str, Foreign]:
    from torch.nn import functional

    kinds = wanted[:, 0].long()
    cards, lying = kinds == CARD, kinds <= BACK
    return {
        "kind": functional.cross_entropy(answers[:, KIND], kinds),
        "shape": functional.cross_entropy(answers[cards][:, SHAPE], wanted[cards, 1].long(), label_smoothing=_SMOOTH),
        "colour": functional.cross_entropy(answers[cards][:, COLOUR], wanted[cards, 2].long(), label_smoothing=_SMOOTH),
        "corners": _CORNER_WEIGHT * functional.smooth_l1_loss(answers[lying][:, CORNERS], wanted[lying, 3:], beta=0.03),
    }


def _batch(patches: CardPatches, count: int, rng: np.random.Generator) -> Batch:
    """Some patches, moved and varied, with what they show."""
    cv2.setNumThreads(1)
    chosen = np.sort(rng.integers(0, len(patches.truth), count))
    moved = np.empty((count, PATCH, PATCH, 3), np.uint8)
    wanted = patches.truth[chosen].copy()
    for place, one in enumerate(chosen):
        cut, corners = jittered(patches.patches[one], wanted[place, 3:].reshape(4, 2), rng)
        moved[place], wanted[place, 3:] = degraded(cut, rng, detail=_DETAIL), corners.ravel()
    return moved, wanted


def measure_card_net(net: Foreign, patches: CardPatches) -> dict[str, float]:
    """How the net does on patches that it never saw."""
    batches = PatchBatches(partial(_batch, patches, _MEASURED_AT_ONCE), (1, 2**30))
    answers, wanted = answers_to(net, batches, _MEASURED)
    cards = wanted[:, 0] == CARD
    kind, shape, colour = (
        answers[:, part].argmax(1) != wanted[:, place] for place, part in enumerate((KIND, SHAPE, COLOUR))
    )
    off = np.linalg.norm((answers[cards][:, CORNERS] - wanted[cards, 3:]).reshape(-1, 4, 2), axis=2).mean(1)
    return {
        "kind wrong": round(float(kind.mean()), 5),
        "shape wrong": round(float(shape[cards].mean()), 5),
        "colour wrong": round(float(colour[cards].mean()), 5),
        "name wrong": round(float((shape | colour)[cards].mean()), 5),
        "corners off, median": round(float(np.median(off)), 5),
    }
