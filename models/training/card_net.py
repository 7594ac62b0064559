"""The net for cards and its training: from a patch to kind, shape, colour and corners, all in one answer."""

import hashlib
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tileye.models.recipe import Schedule
from tileye.models.training.augmentation import degraded
from tileye.models.training.card_patches import BACK, CARD, jittered
from tileye.models.training.torch_setup import Foreign
from tileye.models.training.training_run import write_whole
from tileye.vision.cards.patches import PATCH

Array = NDArray[Any]

PARTS = {"kind": slice(0, 3), "shape": slice(3, 9), "colour": slice(9, 16), "corners": slice(16, 24)}
"""Where in an answer what is said."""
LAYERS = ((24, 2), (48, 2), (64, 1), (96, 2), (96, 1), (128, 2), (128, 1))
"""Channels and steps of its convolutions."""
_HIDDEN = 192
_BATCH, _RATE, _DECAY = 192, 0.002, 0.01
_SCHEDULE = Schedule(warmup_steps=200, last_rate=0.01)
_SMOOTH = 0.02
_CORNERS = 8.0


def build_card_net() -> Foreign:
    """Convolutions, then all that they saw, places included, in one row of numbers."""
    from torch import nn

    parts: list[Foreign] = []
    before, size = 3, PATCH
    for channels, stride in LAYERS:
        parts += [nn.Conv2d(before, channels, 3, stride, 1, bias=False), nn.BatchNorm2d(channels), nn.SiLU()]
        before, size = channels, -(-size // stride)
    squeezed = 48
    parts += [nn.Conv2d(before, squeezed, 1, bias=False), nn.BatchNorm2d(squeezed), nn.SiLU()]
    parts += [nn.Flatten(), nn.Linear(squeezed * size * size, _HIDDEN), nn.SiLU(), nn.Dropout(0.1)]
    return nn.Sequential(*parts, nn.Linear(_HIDDEN, 24))


def train_card_net(data: Path, folder: Path, minutes: float, threads: int, every: float = 120.0) -> dict[str, Any]:
    """Train for so long, or for what is left of it; the result is in `folder`."""
    import torch

    torch.manual_seed(1)
    torch.set_num_threads(threads)
    folder.mkdir(parents=True, exist_ok=True)
    net = build_card_net().to(memory_format=torch.channels_last)
    slow = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    optimizer = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=_DECAY)
    parts = {"net": net, "slow": slow, "optimizer": optimizer}
    before, steps = 0.0, 0
    state_file = folder / "state.pt"
    if state_file.exists():
        state = torch.load(state_file, map_location="cpu", weights_only=True)
        for name, part in parts.items():
            part.load_state_dict(state[name])
        before, steps = state["seconds"], state["steps"]
    started = saved = reported = time.monotonic()
    means: dict[str, float] = {}
    net.train()
    batches = _batches(data, steps)
    while (share := (before + time.monotonic() - started) / (minutes * 60)) < 1:
        patches, wanted = next(batches)
        for group in optimizer.param_groups:
            group["lr"] = _RATE * _SCHEDULE.factor(share, steps)
        with torch.autocast("cpu", torch.bfloat16):
            answers = net(patches.contiguous(memory_format=torch.channels_last))
        losses = _losses(answers.float(), wanted)
        optimizer.zero_grad()
        sum(losses.values()).backward()
        optimizer.step()
        slow.update_parameters(net)
        steps += 1
        for name, loss in losses.items():
            means[name] = means.get(name, float(loss)) * 0.98 + float(loss) * 0.02
        now = time.monotonic()
        if now - reported > 20:
            reported = now
            told = ", ".join(f"{name} {value:.4f}" for name, value in means.items())
            sys.stderr.write(f"{(before + now - started) / 60:.1f} of {minutes:g} minutes, {steps * _BATCH}: {told}\n")
        if now - saved > every:
            saved = now
            kept = {name: part.state_dict() for name, part in parts.items()}
            kept |= {"seconds": before + now - started, "steps": steps}
            write_whole(state_file, lambda path, kept=kept: torch.save(kept, path))
    some = (next(batches)[0] for _ in range(60))
    torch.optim.swa_utils.update_bn(some, slow)
    slow.eval()
    metrics = measure(slow.module, data)
    write_whole(folder / "weights.pt", lambda path: torch.save(slow.module.state_dict(), path))
    result = {
        "minutes": round(minutes, 1),
        "steps": steps,
        "patches": steps * _BATCH,
        "loss": {name: round(value, 5) for name, value in means.items()},
        "metrics": metrics,
        "sha256": hashlib.sha256((folder / "weights.pt").read_bytes()).hexdigest(),
    }
    (folder / "result.json").write_text(json.dumps(result) + "\n", encoding="utf-8")
    return result


def _losses(answers: Foreign, wanted: Foreign) -> dict[str, Foreign]:
    from torch.nn import functional

    kinds = wanted[:, 0].long()
    cards, lying = kinds == CARD, kinds <= BACK
    return {
        "kind": functional.cross_entropy(answers[:, PARTS["kind"]], kinds),
        "shape": functional.cross_entropy(
            answers[cards][:, PARTS["shape"]], wanted[cards, 1].long(), label_smoothing=_SMOOTH
        ),
        "colour": functional.cross_entropy(
            answers[cards][:, PARTS["colour"]], wanted[cards, 2].long(), label_smoothing=_SMOOTH
        ),
        "corners": _CORNERS
        * functional.smooth_l1_loss(answers[lying][:, PARTS["corners"]], wanted[lying, 3:], beta=0.03),
    }


def _batches(data: Path, seed: int) -> Iterator[tuple[Foreign, Foreign]]:
    from torch.utils.data import DataLoader

    loader = DataLoader(_Batches(data, "train", seed), batch_size=None, num_workers=1, prefetch_factor=8)
    while True:
        yield from loader


class _Batches:
    """Batches of patches, moved and varied; numbers of batches count on without an end."""

    def __init__(self, data: Path, part: str, seed: int, batch: int = _BATCH) -> None:
        self._patches = np.load(data / f"{part}-patches.npy", mmap_mode="r")
        self._truth = np.load(data / f"{part}-truth.npy")
        self._seed, self._batch = seed, batch

    def __len__(self) -> int:
        return 1_000_000

    def __getitem__(self, number: int) -> tuple[Foreign, Foreign]:
        import cv2
        import torch

        cv2.setNumThreads(1)
        rng = np.random.default_rng((self._seed, number))
        chosen = np.sort(rng.integers(0, len(self._truth), self._batch))
        patches = np.empty((self._batch, PATCH, PATCH, 3), np.uint8)
        truth = self._truth[chosen].copy()
        for place, one in enumerate(chosen):
            moved, corners = jittered(self._patches[one], truth[place, 3:].reshape(4, 2), rng)
            patches[place], truth[place, 3:] = degraded(moved, rng), corners.ravel()
        # Pictures are kept blue green red; nets are shown red green blue.
        ready = torch.from_numpy(patches[..., ::-1].transpose(0, 3, 1, 2).astype(np.float32) / 255)
        return ready, torch.from_numpy(truth.astype(np.float32))


def measure(net: Foreign, data: Path) -> dict[str, float]:
    """How the net does on patches that it never saw."""
    import torch

    batches = _Batches(data, "val", 2**30, 256)
    kept: list[tuple[Array, Array]] = []
    with torch.no_grad():
        for number in range(24):
            patches, wanted = batches[number]
            kept.append((net(patches).float().numpy(), wanted.numpy()))
    answers, wanted = (np.concatenate(parts) for parts in zip(*kept, strict=True))
    cards = wanted[:, 0] == CARD
    right = {
        name: answers[:, PARTS[name]].argmax(1) == wanted[:, place]
        for place, name in enumerate(("kind", "shape", "colour"))
    }
    off = np.linalg.norm((answers[cards][:, PARTS["corners"]] - wanted[cards, 3:]).reshape(-1, 4, 2), axis=2).mean(1)
    return {
        "kind wrong": round(float(1 - right["kind"].mean()), 5),
        "shape wrong": round(float(1 - right["shape"][cards].mean()), 5),
        "colour wrong": round(float(1 - right["colour"][cards].mean()), 5),
        "name wrong": round(float(1 - (right["shape"] & right["colour"])[cards].mean()), 5),
        "corners off, median": round(float(np.median(off)), 5),
    }
