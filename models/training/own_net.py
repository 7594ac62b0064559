"""Training nets of our own by the clock; the training library has none such, so that this is torch alone."""

import hashlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tileye.models.recipe import Variant
from tileye.models.training.torch_setup import Foreign, bfloat16_is_faster
from tileye.models.training.training_run import TrainingClock, write_whole

_REPORT_SECONDS = 20.0
_NORM_BATCHES = 60
"""From so many batches averaged weights learn their means."""
_ALL = 1_000_000

Patches = NDArray[np.uint8]
Batch = tuple[Patches, NDArray[np.float32]]
"""Patches, and what the net is wanted to say of each."""


@dataclass(frozen=True, slots=True)
class OwnNet:
    """A net with all that its training needs."""

    net: Foreign
    batches: Callable[[tuple[int, int]], "PatchBatches"]
    """Batches to train on, from a seed."""
    losses: Callable[[Foreign, Foreign], dict[str, Foreign]]
    """By names, from what the net says and what it is wanted to say."""
    measure: Callable[[Foreign], dict[str, float]]


class PatchBatches:
    """Batches that each follow from their number alone; numbers count on without an end."""

    def __init__(self, make: Callable[[np.random.Generator], Batch], seed: tuple[int, int]) -> None:
        self._make, self._seed = make, seed

    def __len__(self) -> int:
        return _ALL

    def __getitem__(self, number: int) -> tuple[Foreign, Foreign]:
        import torch

        patches, wanted = self._make(np.random.default_rng((*self._seed, number)))
        return torch.from_numpy(patches), torch.from_numpy(wanted)


def train_own_net(variant: Variant, own: OwnNet, folder: Path, minutes: float, every_minutes: float) -> dict[str, Any]:
    """Train for so long, or for what is left of it, and tell the result."""
    import torch

    fast = bfloat16_is_faster()
    net = own.net.to(memory_format=torch.channels_last).train()
    slow = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    settings = variant.settings
    optimizer = torch.optim.AdamW(net.parameters(), lr=settings["lr0"], weight_decay=settings["weight_decay"])
    course = _Course(minutes, folder / "state.pt", {"net": net, "slow": slow, "optimizer": optimizer})
    batches = _endless(own.batches((variant.seed, course.steps)))
    means: dict[str, float] = {}
    for patches, wanted in batches:
        if course.share >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = settings["lr0"] * variant.schedule.factor(course.share, course.steps)
        with torch.autocast("cpu", torch.bfloat16, enabled=fast):
            answers = net(as_input(patches))
        losses = own.losses(answers.float(), wanted)
        optimizer.zero_grad()
        torch.stack([*losses.values()]).sum().backward()
        optimizer.step()
        slow.update_parameters(net)
        course.step(len(patches))
        for name, loss in losses.items():
            means[name] = means.get(name, float(loss.detach())) * 0.98 + float(loss.detach()) * 0.02
        course.report(variant.name, means)
        course.save(every_minutes * 60)
    course.save(0)
    # Averaged weights need means of their own for their normalisation.
    torch.optim.swa_utils.update_bn((as_input(next(batches)[0]) for _ in range(_NORM_BATCHES)), slow)
    slow.eval()
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
        "metrics": own.measure(slow.module),
        "sha256": hashlib.sha256(weights).hexdigest(),
        "bytes": len(weights),
    }


def as_input(patches: Foreign) -> Foreign:
    """Patches as a net gets them: colours first in shape, last in memory, from 0 to 1."""
    return patches.permute(0, 3, 1, 2).float() / 255


def answers_to(net: Foreign, batches: PatchBatches, count: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What a net says to so many batches, and what it is wanted to say."""
    import torch

    kept: list[tuple[Foreign, Foreign]] = []
    with torch.no_grad():
        for number in range(count):
            patches, wanted = batches[number]
            kept.append((net(as_input(patches)).double().numpy(), wanted.double().numpy()))
    said, wanted = (np.concatenate(parts) for parts in zip(*kept, strict=True))
    return said, wanted


def _endless(batches: PatchBatches) -> Iterator[tuple[Foreign, Foreign]]:
    """Batches without an end, made by another process."""
    from torch.utils.data import DataLoader

    loader = DataLoader(batches, batch_size=None, num_workers=1, prefetch_factor=8, persistent_workers=True)
    while True:
        yield from loader


class _Course(TrainingClock):
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
