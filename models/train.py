"""Train a variant of the recipe: `python -m tileye.models.train obb-tile-640 --minutes 80`.

A training ends when its time is over, and goes on by itself after it was killed: start it with the same words again.
What it makes lies in the cache: runs/VARIANT-KEY with weights.pt, state.pt and progress.jsonl; runs/results.jsonl has a
line for each training that ended.
"""

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tileye.datasets.splits import cache_folder
from tileye.models import weights_folder
from tileye.models.create_dataset import create_dataset, smoke
from tileye.models.recipe import TASKS, Variant, load_variants
from tileye.models.training.card_net import train_card_net
from tileye.models.training.fit import train_fitter
from tileye.models.training.namer_net import train_namer
from tileye.models.training.torch_setup import Foreign, bfloat16_is_faster, make_ready, train_in_bfloat16, use_threads
from tileye.models.training.training_run import TrainingRun

OWN_TRAININGS = {"fit": train_fitter, "cls": train_namer, "card": train_card_net}
"""Of nets that the training library has not."""


def train(variant: Variant, minutes: float, start: Path | None, every_minutes: float, threads: int) -> dict[str, Any]:
    """Train for so long, or for what is left of it, and tell the result."""
    data = create_dataset(variant)
    folder = run_folder(variant, data, start)
    if (result := _result_so_far(folder)) and result["minutes"] >= minutes:
        return result
    folder.mkdir(parents=True, exist_ok=True)
    make_ready(cache_folder())
    if variant.form in OWN_TRAININGS:
        use_threads(threads)
        result = OWN_TRAININGS[variant.form](variant, data, folder, minutes, start, every_minutes)
    else:
        result = _train_with_library(variant, data, folder, minutes, start, every_minutes, threads)
    (folder / "result.json").write_text(json.dumps(result) + "\n", encoding="utf-8")
    with (folder.parent / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(result) + "\n")
    return result


def _train_with_library(
    variant: Variant, data: Path, folder: Path, minutes: float, start: Path | None, every_minutes: float, threads: int
) -> dict[str, Any]:
    fast = bfloat16_is_faster()
    if fast:
        train_in_bfloat16()
    trainer = _trainer(variant, data, folder, start)
    session = TrainingRun(variant, folder, minutes, every_minutes)
    session.attach(trainer)
    # After the trainer was set up, which sets another number.
    use_threads(threads)
    trainer.train()
    session.save(trainer)
    return {**session.result(trainer), "threads": threads, "bfloat16": fast}


def run_folder(variant: Variant, data: Path, start: Path | None) -> Path:
    """Where a training lies: another recipe, other pictures or another start are another training."""
    begun = hashlib.sha256(start.read_bytes()).hexdigest() if start else ""
    key = hashlib.sha256(f"{variant.key} {data.name} {begun}".encode()).hexdigest()[:10]
    return cache_folder() / "runs" / f"{variant.name}-{key}"


def shipped_start(variant: Variant) -> Path | None:
    """The weights that a training starts from unless it is told others."""
    return weights_folder() / f"{variant.start}.pt" if variant.start else None


def _result_so_far(folder: Path) -> dict[str, Any] | None:
    file = folder / "result.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def _trainer(variant: Variant, data: Path, folder: Path, start: Path | None) -> Foreign:
    """Set a trainer of ultralytics up; all that concerns time is the session's."""
    from ultralytics.models import yolo

    kinds = {
        "detect": yolo.detect.DetectionTrainer,
        "obb": yolo.obb.OBBTrainer,
        "pose": yolo.pose.PoseTrainer,
    }
    overrides = {
        **variant.settings,
        "task": TASKS[variant.form],
        "mode": "train",
        "model": str(_net_file(variant, folder)),
        "pretrained": str(start) if start else False,
        "data": str(data / "data.yaml"),
        "imgsz": variant.size,
        "seed": variant.seed,
        "project": str(folder),
        "name": "library",
        "exist_ok": True,
        "device": "cpu",
        "epochs": 1_000_000,
        "patience": 0,
        "warmup_epochs": 0,
        "amp": False,
        "deterministic": False,
        "val": False,
        "save": False,
        "plots": False,
    }
    trainer = kinds[variant.form](overrides=overrides)
    trainer.last = trainer.best = trainer.wdir / "last.pt"
    return trainer


def _net_file(variant: Variant, folder: Path) -> Path:
    """Write the net's description, perhaps with another width or activation, under a name with a scale in it."""
    import ultralytics
    from ultralytics.utils import YAML

    described = Path(ultralytics.__file__).parent / "cfg" / "models"
    layers = YAML.load(next(described.rglob(f"{variant.net.replace('n', '', 1)}.yaml")))
    if variant.width is not None:
        depth, _, most = layers["scales"]["n"]
        layers["scales"]["n"] = [depth, variant.width, most]
    if variant.activation is not None:
        layers["activation"] = f"torch.nn.{variant.activation}()"
    path = folder / f"{variant.net}.yaml"
    # The second head of version 26, which gives each tile once, would only be trained to be left out of the export.
    YAML.save(path, {**layers, "scale": "n", "end2end": False})
    return path


def main(words: Sequence[str] | None = None) -> int:
    """Train and print the result as a line of JSON."""
    variants = load_variants()
    parser = argparse.ArgumentParser(prog="python -m tileye.models.train", description=__doc__)
    parser.add_argument("variant", choices=tuple(variants), metavar="VARIANT", help=f"one of {', '.join(variants)}")
    parser.add_argument("--minutes", type=float, default=80, metavar="N", help="of all starts together (default: 80)")
    parser.add_argument("--from", dest="start", type=Path, metavar="WEIGHTS", help="a .pt file to start from")
    parser.add_argument("--checkpoint-minutes", type=float, default=5, metavar="N", help="between saves (default: 5)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), metavar="N", help="default: one for each core")
    parser.add_argument("--pictures", type=int, metavar="N", help="only the first N pictures, for a trial")
    wanted = parser.parse_args(words)
    if min(wanted.minutes, wanted.checkpoint_minutes, wanted.threads) <= 0:
        parser.error("--minutes, --checkpoint-minutes and --threads take more than 0")
    if wanted.start and not wanted.start.is_file():
        parser.error(f"{wanted.start} is not there: --from takes the weights.pt of an earlier training")
    variant = smoke(variants[wanted.variant], wanted.pictures)
    start = wanted.start or shipped_start(variant)
    result = train(variant, wanted.minutes, start, wanted.checkpoint_minutes, wanted.threads)
    sys.stdout.write(json.dumps(result) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
