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
    """A net that sees a card as a whole, and with that in mind looks at a few places where its symbols may be."""
    import torch
    from torch import nn

    looks, hidden, squeezed = layers["looks"], layers["hidden"], layers["squeezed"]

    class CardNet(nn.Module):  # type: ignore[misc]
        """A symbol is the same wherever it is: what is seen at a place does not depend on the place."""

        def __init__(self) -> None:
            super().__init__()
            self.near, wide, side = _row(layers["near"], 3, PATCH)
            far, deep, small = _row(layers["far"], wide, side)
            self.whole = nn.Sequential(
                far,
                *_convolution(deep, squeezed, 1, 1),
                nn.Flatten(),
                nn.Linear(squeezed * small * small, hidden),
                nn.SiLU(),
                nn.Dropout(0.1),
            )
            self.look = nn.Conv2d(wide, looks, 1)
            self.place = nn.Linear(hidden, looks * side * side)
            both = looks * wide + hidden
            self.answer = nn.Sequential(nn.Linear(both, hidden // 2), nn.SiLU(), nn.Linear(hidden // 2, ANSWER))

        def forward(self, patches: Foreign) -> Foreign:
            near = self.near(patches)
            whole = self.whole(near)
            worth = self.look(near).flatten(2) + self.place(whole).unflatten(1, (looks, -1))
            seen = worth.softmax(2) @ near.flatten(2).transpose(1, 2)
            return self.answer(torch.cat([seen.flatten(1), whole], 1))

    return CardNet()


def _row(layers: dict[str, list[int]], channels: int, side: int) -> tuple[Foreign, int, int]:
    """Convolutions one after the other, how many channels they end with, and how large what they see is then."""
    from torch import nn

    class Refining(nn.Module):  # type: ignore[misc]
        """A convolution that adds to what it was given."""

        def __init__(self, channels: int) -> None:
            super().__init__()
            self.added = nn.Sequential(*_convolution(channels, channels, 3, 1))

        def forward(self, seen: Foreign) -> Foreign:
            return seen + self.added(seen)

    parts: list[Foreign] = []
    for wanted, stride in zip(layers["channels"], layers["strides"], strict=True):
        same = (wanted, stride) == (channels, 1)
        parts += [Refining(wanted)] if same else _convolution(channels, wanted, 3, stride)
        channels, side = wanted, -(-side // stride)
    return nn.Sequential(*parts), channels, side


def _convolution(before: int, channels: int, size: int, stride: int) -> list[Foreign]:
    from torch import nn

    return [nn.Conv2d(before, channels, size, stride, size // 2, bias=False), nn.BatchNorm2d(channels), nn.SiLU()]


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
