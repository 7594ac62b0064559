"""One training by the clock: the learning rate follows the time, and a run that was killed goes on."""

import hashlib
import json
import math
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tileye.models.recipe import Variant
from tileye.models.training.torch_setup import Foreign, reckon_loss_in_float32

_REPORT_SECONDS = 20.0
_MOST_UNSOUND = 20
"""After so many steps in a row without a sound gradient there is no use in going on."""


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file so that it is there whole or not at all, whenever the program is killed."""
    part = path.with_name(f"{path.name}.part")
    write(part)
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(path)


class TrainingClock:
    """The time that a training may take, over all its starts."""

    def __init__(self, minutes: float) -> None:
        self._budget = minutes * 60
        self._before = 0.0
        """Seconds that earlier starts of this training took."""
        self._started = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long this training has taken, all starts together."""
        return self._before + time.monotonic() - self._started

    @property
    def share(self) -> float:
        """Which share of the time is over."""
        return self.seconds / self._budget


class TrainingRun(TrainingClock):
    """Steers a trainer of ultralytics through its callbacks."""

    def __init__(self, variant: Variant, folder: Path, minutes: float, every_minutes: float) -> None:
        super().__init__(minutes)
        self._variant, self._folder = variant, folder
        self._every = every_minutes * 60
        self.steps = self.pictures = self.starts = self.skipped = self._unsound = 0
        self._reported = self._saved = self._started
        self._loss: dict[str, float] = {}

    def attach(self, trainer: Foreign) -> None:
        """Take over a trainer that was set up and has not begun."""
        trainer.add_callback("on_pretrain_routine_end", self._begin)
        trainer.add_callback("on_train_batch_start", self._before_batch)
        trainer.add_callback("on_train_batch_end", self._after_batch)
        trainer.final_eval = lambda: None

    def result(self, trainer: Foreign) -> dict[str, Any]:
        """What came out."""
        metrics = {name: round(float(value), 5) for name, value in (trainer.metrics or {}).items()}
        weights = (self._folder / "weights.pt").read_bytes()
        return {
            "variant": self._variant.name,
            "run": self._folder.name,
            "minutes": round(self.seconds / 60, 2),
            "starts": self.starts,
            "steps": self.steps,
            "pictures": self.pictures,
            "skipped": self.skipped,
            "loss": self._loss,
            "metrics": metrics,
            "sha256": hashlib.sha256(weights).hexdigest(),
            "bytes": len(weights),
        }

    def save(self, trainer: Foreign) -> None:
        """Keep all that is needed to go on, and the weights as they are now."""
        import torch
        from ultralytics.utils.torch_utils import strip_optimizer

        state = {
            "model": trainer.model.state_dict(),
            "ema": trainer.ema.ema.state_dict(),
            "updates": trainer.ema.updates,
            "optimizer": trainer.optimizer.state_dict(),
            "seconds": self.seconds,
            "steps": self.steps,
            "pictures": self.pictures,
            "starts": self.starts,
            "skipped": self.skipped,
            "loss": self._loss,
        }
        write_whole(self._folder / "state.pt", lambda path: torch.save(state, path))
        trainer.save_model()
        write_whole(self._folder / "weights.pt", lambda path: strip_optimizer(trainer.last, str(path)))
        self._saved = time.monotonic()

    def _begin(self, trainer: Foreign) -> None:
        """Go on from the last checkpoint if there is one."""
        import torch
        from ultralytics.utils.torch_utils import init_seeds

        state_file = self._folder / "state.pt"
        if state_file.exists():
            self._load(trainer, torch.load(state_file, map_location="cpu", weights_only=True))
        self.starts += 1
        # After a restart neither order nor changes of the pictures are to be those of the first start again.
        seed = (self._variant.seed * 1_000_003 + self.pictures * 7919) % 2**31
        init_seeds(seed)
        trainer.train_loader.generator.manual_seed(seed)
        trainer.train_loader.reset()
        trainer.model = trainer.model.to(memory_format=torch.channels_last)
        reckon_loss_in_float32(trainer.model)
        prepare = trainer.preprocess_batch

        def prepare_fast(batch: dict[str, Any]) -> dict[str, Any]:
            batch = prepare(batch)
            batch["img"] = batch["img"].contiguous(memory_format=torch.channels_last)
            self.pictures += len(batch["img"])
            return batch

        trainer.preprocess_batch = prepare_fast
        step = trainer.optimizer_step

        def step_if_sound() -> None:
            grads = [value.grad for value in trainer.model.parameters() if value.grad is not None]
            if torch.nn.utils.get_total_norm(grads).isfinite():
                self._unsound = 0
                step()
                return
            self._unsound += 1
            self.skipped += 1
            trainer.optimizer.zero_grad()
            if self._unsound > _MOST_UNSOUND:
                raise SystemExit(f"{self._variant.name} does not learn: lower its lr0 in models/recipe.json")

        trainer.optimizer_step = step_if_sound
        self._started = self._reported = self._saved = time.monotonic()

    def _load(self, trainer: Foreign, state: dict[str, Any]) -> None:
        trainer.model.load_state_dict(state["model"])
        trainer.ema.ema.load_state_dict(state["ema"])
        trainer.ema.updates = state["updates"]
        trainer.optimizer.load_state_dict(state["optimizer"])
        self._before, self.steps = state["seconds"], state["steps"]
        self.pictures, self.starts = state["pictures"], state["starts"]
        self.skipped, self._loss = state["skipped"], state["loss"]
        self._say(f"goes on after {self._before / 60:.1f} minutes, {self.steps} steps")

    def _before_batch(self, trainer: Foreign) -> None:
        factor = self._variant.schedule.factor(self.share, self.steps)
        for group in trainer.optimizer.param_groups:
            group["lr"] = group["initial_lr"] * factor

    def _after_batch(self, trainer: Foreign) -> None:
        self.steps += 1
        # Running means, so that a line of progress tells more than its last batch.
        for name, value in trainer.loss_items.items():
            new = float(value)
            if math.isfinite(new):
                self._loss[name] = round(self._loss.get(name, new) * 0.98 + new * 0.02, 5)
        now = time.monotonic()
        if now - self._reported >= _REPORT_SECONDS or self.share >= 1:
            self._report(trainer)
        if self.share >= 1:
            trainer.stop = True
        elif now - self._saved >= self._every:
            self.save(trainer)

    def _report(self, trainer: Foreign) -> None:
        line = {
            "minutes": round(self.seconds / 60, 2),
            "share": round(self.share, 4),
            "start": self.starts,
            "steps": self.steps,
            "pictures": self.pictures,
            "skipped": self.skipped,
            "rate": round(trainer.optimizer.param_groups[0]["lr"], 7),
            "loss": self._loss,
        }
        with (self._folder / "progress.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        losses = ", ".join(f"{name} {value:.3f}" for name, value in self._loss.items())
        self._say(f"{line['minutes']:.1f} of {self._budget / 60:g} minutes, {self.pictures} pictures: {losses}")
        self._reported = time.monotonic()

    def _say(self, words: str) -> None:
        sys.stderr.write(f"{self._variant.name}: {words}\n")
        sys.stderr.flush()
