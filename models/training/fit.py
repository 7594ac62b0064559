"""Training a fitter by the clock; the training library has no such net, so that this is torch alone."""

import hashlib
import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tileye.models.recipe import Variant
from tileye.models.training.augmentation import degraded
from tileye.models.training.patches import TrainingPatches, load_patches
from tileye.models.training.torch_setup import Foreign
from tileye.models.training.training_run import TrainingClock, write_whole
from tileye.vision.detection.fitter import ROOM, describe, quads_from

_REPORT_SECONDS = 20.0
NORM_BATCHES = 60
"""From so many batches averaged weights learn their means."""
_SHIFT, _GROW, _BEND = 0.08, 0.1, 0.05
"""How boxes are off: middles in sides, logarithms of sizes, both sides by themselves."""
_MOST_OFF = 0.25
_WEIGHTS = {"tile": 1.0, "place": 6.0, "turn": 2.0}

Array = NDArray[Any]


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
    net = load_fitter(variant, start) if start else build_net(variant.layers or {}, variant.size)
    net = net.to(memory_format=torch.channels_last)
    slow = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    settings = variant.settings
    optimizer = torch.optim.AdamW(net.parameters(), lr=settings["lr0"], weight_decay=settings["weight_decay"])
    course = FitCourse(minutes, folder / "state.pt", {"net": net, "slow": slow, "optimizer": optimizer})
    batches = _batches(load_patches(data, "train"), variant, course.steps)
    means: dict[str, float] = {}
    net.train()
    for patches, tiles, numbers in batches:
        if course.share >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = settings["lr0"] * variant.schedule.factor(course.share, course.steps)
        losses = _losses(net(patches.contiguous(memory_format=torch.channels_last)), tiles, numbers)
        optimizer.zero_grad()
        sum(_WEIGHTS[name] * loss for name, loss in losses.items()).backward()
        optimizer.step()
        slow.update_parameters(net)
        course.step(len(patches))
        for name, loss in losses.items():
            means[name] = means.get(name, float(loss)) * 0.98 + float(loss) * 0.02
        course.report(variant.name, means)
        course.save(every_minutes * 60)
    course.save(0)
    renew_norms(slow, (next(batches)[0] for _ in range(NORM_BATCHES)))
    metrics = measure_fitter(slow.module, load_patches(data, "val"), variant)
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


class FitCourse(TrainingClock):
    """The time of a training and its checkpoints."""

    def __init__(self, minutes: float, file: Path, parts: dict[str, Foreign]) -> None:
        import torch

        super().__init__(minutes)
        self._file, self._parts = file, parts
        self.steps, self.pictures, self.starts = 0, 0, 1
        if file.exists():
            state = torch.load(file, map_location="cpu", weights_only=True)
            for name, part in parts.items():
                part.load_state_dict(state[name])
            self._before, self.steps = state["seconds"], state["steps"]
            self.pictures, self.starts = state["pictures"], state["starts"] + 1
        self._started = self._reported = self._saved = time.monotonic()

    def step(self, pictures: int) -> None:
        """Count a step and its patches."""
        self.steps += 1
        self.pictures += pictures

    def report(self, name: str, means: dict[str, float]) -> None:
        """Say now and then how far it is."""
        now = time.monotonic()
        if now - self._reported >= _REPORT_SECONDS:
            self._reported = now
            losses = ", ".join(f"{part} {value:.4f}" for part, value in means.items())
            minutes = f"{self.seconds / 60:.1f} of {self._budget / 60:g} minutes"
            sys.stderr.write(f"{name}: {minutes}, {self.pictures} patches: {losses}\n")

    def save(self, every: float) -> None:
        """Keep all that is needed to go on, every so many seconds."""
        import torch

        if time.monotonic() - self._saved < every:
            return
        state = {name: part.state_dict() for name, part in self._parts.items()}
        counts = {"steps": self.steps, "pictures": self.pictures, "starts": self.starts}
        write_whole(self._file, lambda path: torch.save({**state, **counts, "seconds": self.seconds}, path))
        self._saved = time.monotonic()


def _losses(answers: Foreign, tiles: Foreign, numbers: Foreign) -> dict[str, Foreign]:
    from torch.nn import functional

    there = tiles > 0
    given, wanted = answers[there, 1:], numbers[there]
    return {
        "tile": functional.binary_cross_entropy_with_logits(answers[:, 0], tiles),
        "place": functional.smooth_l1_loss(given[:, :5], wanted[:, :5], beta=0.05),
        "turn": functional.mse_loss(given[:, 5:], wanted[:, 5:]),
    }


def _batches(patches: TrainingPatches, variant: Variant, seed: int) -> Iterator[tuple[Foreign, Foreign, Foreign]]:
    """Batches without an end, changed anew each time, made by another process."""
    from torch.utils.data import DataLoader

    data = Jittered(patches, variant.size, (variant.seed, seed), int(variant.settings["batch"]))
    loader = DataLoader(data, batch_size=None, num_workers=1, prefetch_factor=8, persistent_workers=True)
    while True:
        yield from loader


class Jittered:
    """Batches of patches, moved and varied; numbers of batches count on without an end."""

    def __init__(self, patches: TrainingPatches, size: int, seed: tuple[int, int], batch: int) -> None:
        self._patches, self._size, self._seed, self._batch = patches, size, seed, batch

    def __len__(self) -> int:
        return 1_000_000

    def __getitem__(self, number: int) -> tuple[Foreign, Foreign, Foreign]:
        import torch

        random = np.random.default_rng((*self._seed, number))
        chosen = np.sort(random.integers(0, len(self._patches.tiles), self._batch))
        patches = np.empty((self._batch, self._size, self._size, 3), np.uint8)
        quads = np.empty((self._batch, 4, 2))
        for place, one in enumerate(chosen):
            tile = bool(self._patches.tiles[one])
            moved, quads[place] = jitter_patch(
                self._patches.patches[one], self._patches.quads[one], self._size, tile, random
            )
            patches[place] = degraded(moved, random)
        tiles = self._patches.tiles[chosen]
        numbers = np.zeros((self._batch, 7))
        numbers[tiles] = describe(quads[tiles])
        ready = torch.from_numpy(patches.transpose(0, 3, 1, 2).astype(np.float32) / 255)
        return ready, torch.from_numpy(tiles.astype(np.float32)), torch.from_numpy(numbers.astype(np.float32))


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


def renew_norms(slow: Foreign, patches: Iterator[Foreign]) -> None:
    """Averaged weights need means of their own for their normalisation."""
    import torch

    torch.optim.swa_utils.update_bn(patches, slow)
    slow.eval()


def measure_fitter(net: Foreign, patches: TrainingPatches, variant: Variant) -> dict[str, float]:
    """How the net does on patches that it never saw, turned anyhow."""
    import torch

    data = Jittered(patches, variant.size, (variant.seed, 2**30), 256)
    net.eval()
    kept: list[tuple[Array, Array, Array]] = []
    with torch.no_grad():
        for number in range(30):
            patches, tiles, numbers = data[number]
            kept.append((net(patches).float().numpy(), tiles.numpy(), numbers.numpy()))
    answers, tiles, numbers = (np.concatenate(parts).astype(np.float64) for parts in zip(*kept, strict=True))
    there = tiles > 0
    given, wanted = quads_from(answers[there, 1:]), quads_from(numbers[there])
    off = np.min([np.linalg.norm(np.roll(given, turn, 1) - wanted, axis=2).mean(1) for turn in range(4)], axis=0)
    turned = np.angle((answers[there, 6] + 1j * answers[there, 7]) * (numbers[there, 5] - 1j * numbers[there, 6])) / 4
    return {
        "missed": round(float((answers[there, 0] < 0).mean()), 5),
        "false": round(float((answers[~there, 0] >= 0).mean()), 5),
        "corners off, median": round(float(np.median(off)), 5),
        "corners off, 99 of 100": round(float(np.quantile(off, 0.99)), 5),
        "turned by more than 15 degrees": round(float((abs(np.degrees(turned)) > 15).mean()), 5),
    }
