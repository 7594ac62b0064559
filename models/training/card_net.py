"""The net for cards and its training: from a patch to kind, shape, colour and corners, all in one answer."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.models.recipe import Variant
from tileye.models.training.augmentation import degraded
from tileye.models.training.card_patches import BACK, CARD, jittered
from tileye.models.training.fit import NORM_BATCHES, FitCourse, renew_norms
from tileye.models.training.torch_setup import Foreign
from tileye.models.training.training_run import write_whole
from tileye.vision.cards.answers import ANSWER, COLOUR, CORNERS, KIND, SHAPE
from tileye.vision.cards.patches import PATCH

Array = NDArray[Any]

_SMOOTH = 0.02
_CORNER_WEIGHT = 8.0
_MEASURED = 24
_DETAIL = 0.4
"""The symbols in the corners of a card are so much smaller in its patch than the print of a tile in its crop."""


def build_card_net(layers: dict[str, Any]) -> Foreign:
    """Convolutions, then all that they saw, places included, in one row of numbers."""
    from torch import nn

    parts: list[Foreign] = []
    before, size = 3, PATCH
    for channels, stride in zip(layers["channels"], layers["strides"], strict=True):
        parts += [nn.Conv2d(before, channels, 3, stride, 1, bias=False), nn.BatchNorm2d(channels), nn.SiLU()]
        before, size = channels, -(-size // stride)
    squeezed, hidden = layers["squeezed"], layers["hidden"]
    parts += [nn.Conv2d(before, squeezed, 1, bias=False), nn.BatchNorm2d(squeezed), nn.SiLU()]
    parts += [nn.Flatten(), nn.Linear(squeezed * size * size, hidden), nn.SiLU(), nn.Dropout(0.1)]
    return nn.Sequential(*parts, nn.Linear(hidden, ANSWER))


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
    net = load_card_net(variant, start).train() if start else build_card_net(variant.layers or {})
    net = net.to(memory_format=torch.channels_last)
    slow = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    settings = variant.settings
    optimizer = torch.optim.AdamW(net.parameters(), lr=settings["lr0"], weight_decay=settings["weight_decay"])
    course = FitCourse(minutes, folder / "state.pt", {"net": net, "slow": slow, "optimizer": optimizer})
    batches = _batches(data, (variant.seed, course.steps), int(settings["batch"]))
    means: dict[str, float] = {}
    for patches, wanted in batches:
        if course.share >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = settings["lr0"] * variant.schedule.factor(course.share, course.steps)
        with torch.autocast("cpu", torch.bfloat16):
            answers = net(patches.contiguous(memory_format=torch.channels_last))
        losses = _losses(answers.float(), wanted)
        optimizer.zero_grad()
        torch.stack([*losses.values()]).sum().backward()
        optimizer.step()
        slow.update_parameters(net)
        course.step(len(patches))
        for name, loss in losses.items():
            means[name] = means.get(name, float(loss)) * 0.98 + float(loss) * 0.02
        course.report(variant.name, means)
        course.save(every_minutes * 60)
    course.save(0)
    renew_norms(slow, (next(batches)[0] for _ in range(NORM_BATCHES)))
    metrics = measure_card_net(slow.module, data)
    write_whole(folder / "weights.pt", lambda path: torch.save(slow.module.state_dict(), path))
    weights = (folder / "weights.pt").read_bytes()
    return {
        "variant": variant.name,
        "run": folder.name,
        "minutes": round(course.seconds / 60, 2),
        "starts": course.starts,
        "steps": course.steps,
        "pictures": course.pictures,
        "loss": {name: round(value, 5) for name, value in means.items()},
        "metrics": metrics,
        "sha256": hashlib.sha256(weights).hexdigest(),
        "bytes": len(weights),
    }


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


def _batches(data: Path, seed: tuple[int, int], batch: int) -> Iterator[tuple[Foreign, Foreign]]:
    """Batches without an end, changed anew each time, made by another process."""
    from torch.utils.data import DataLoader

    patches = _Batches(data, "train", seed, batch)
    loader = DataLoader(patches, batch_size=None, num_workers=1, prefetch_factor=8, persistent_workers=True)
    while True:
        yield from loader


class _Batches:
    """Batches of patches, moved and varied; numbers of batches count on without an end."""

    def __init__(self, data: Path, part: str, seed: tuple[int, int], batch: int) -> None:
        self._patches = np.load(data / f"{part}-patches.npy", mmap_mode="r")
        self._truth = np.load(data / f"{part}-truth.npy")
        self._seed, self._batch = seed, batch

    def __len__(self) -> int:
        return 1_000_000

    def __getitem__(self, number: int) -> tuple[Foreign, Foreign]:
        import torch

        cv2.setNumThreads(1)
        rng = np.random.default_rng((*self._seed, number))
        chosen = np.sort(rng.integers(0, len(self._truth), self._batch))
        patches = np.empty((self._batch, PATCH, PATCH, 3), np.uint8)
        truth = self._truth[chosen].copy()
        for place, one in enumerate(chosen):
            moved, corners = jittered(self._patches[one], truth[place, 3:].reshape(4, 2), rng)
            patches[place], truth[place, 3:] = degraded(moved, rng, detail=_DETAIL), corners.ravel()
        ready = torch.from_numpy(patches.transpose(0, 3, 1, 2).astype(np.float32) / 255)
        return ready, torch.from_numpy(truth.astype(np.float32))


def measure_card_net(net: Foreign, data: Path) -> dict[str, float]:
    """How the net does on patches that it never saw."""
    import torch

    batches = _Batches(data, "val", (1, 2**30), 256)
    kept: list[tuple[Array, Array]] = []
    with torch.no_grad():
        for number in range(_MEASURED):
            patches, wanted = batches[number]
            kept.append((net(patches).float().numpy(), wanted.numpy()))
    answers, wanted = (np.concatenate(parts) for parts in zip(*kept, strict=True))
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
