"""The recipe of all trainings, read from `recipe.json`: variants of detectors and namers with every parameter."""

import hashlib
import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tileye.datasets.labels import Classes

_FILE = Path(__file__).with_name("recipe.json")
TASKS = {"detect": "detect", "obb": "obb", "pose": "pose"}
"""What the training library calls each form of detector."""
_KINDS = {"cls": "namer", "fit": "fitter", "card": "card"}


@dataclass(frozen=True, slots=True)
class Schedule:
    """How the learning rate runs: up over some steps, then down in half a cosine over the time there is."""

    warmup_steps: int
    last_rate: float

    def factor(self, share: float, steps: int) -> float:
        """By what the learning rate is multiplied when this share of the time is over."""
        rise = min(1.0, (steps + 1) / self.warmup_steps)
        fall = (1 + math.cos(math.pi * min(1.0, share))) / 2
        return rise * (self.last_rate + (1 - self.last_rate) * fall)


@dataclass(frozen=True, slots=True)
class Variant:
    """One kind of net with all that its training needs."""

    name: str
    net: str
    width: float | None
    """Channels as a share of the full net's; None leaves the net's own."""
    activation: str | None
    """Of a net of the library, as torch calls it; None leaves the net's own."""
    form: str
    classes: Classes
    size: int
    layers: dict[str, Any] | None
    """The net itself, if it is one of our own."""
    settings: dict[str, Any]
    schedule: Schedule
    pictures: dict[str, dict[str, int]]
    """For each theme of scenes how many to train and to validate with, and how many close-ups of each."""
    start: str | None
    """The variant from whose shipped weights its training starts."""
    crops: dict[str, Any]
    seed: int

    @property
    def answers(self) -> str:
        """What a player is told of the form of its answers."""
        return f"{self.form}-{self.classes}" if self.classes == "pieces" else self.form

    @property
    def key(self) -> str:
        """A short hash of everything."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:10]


def load_variants(path: Path = _FILE) -> dict[str, Variant]:
    """Read all variants by name."""
    recipe = json.loads(path.read_text(encoding="utf-8"))
    return {name: _variant(recipe, name, entry) for name, entry in recipe["variants"].items()}


def _variant(recipe: dict[str, Any], name: str, entry: dict[str, Any]) -> Variant:
    kind = _KINDS.get(entry["form"], "detector")
    return Variant(
        name=name,
        net=entry["net"],
        width=entry.get("width"),
        activation=entry.get("activation"),
        form=entry["form"],
        classes=entry["classes"],
        size=entry["size"],
        layers=recipe["nets"].get(entry["net"]),
        settings={**recipe["settings"][kind], **entry.get("settings", {})},
        schedule=Schedule(**recipe["schedule"][kind]),
        pictures=entry.get("pictures", recipe["pictures"]),
        start=entry.get("start"),
        crops=recipe["crops"],
        seed=entry.get("seed", recipe["seed"]),
    )
