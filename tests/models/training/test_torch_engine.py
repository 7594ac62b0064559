"""All runtimes answer alike; needs the training environment for torch, but for what compares answers."""

import json
from importlib.util import find_spec

import numpy as np
import pytest

from tileye.models import weights_folder
from tileye.models.recipe import load_variants
from tileye.models.training.torch_engine import HALF_TOLERANCE, TorchEngine, difference
from tileye.vision.benchmarks.reading_costs import PICTURE
from tileye.vision.detection.detector import letterbox, whole_look
from tileye.vision.detection.runtime import Batch, describe_weights, installed_runtimes, open_engine
from tileye.vision.images.pictures import load_picture

needs_torch = pytest.mark.skipif(not find_spec("ultralytics"), reason="needs the training environment")


def _batch(form: str) -> Batch:
    picture = load_picture(PICTURE)
    if form == "obb":
        look = whole_look(picture, describe_weights(form).size)
        return letterbox(picture, look.region, look.scale, look.shape)
    size = describe_weights(form).size
    crops = picture[: 4 * size, : 4 * size].reshape(4, size, 4, size, 3).swapaxes(1, 2).reshape(16, size, size, 3)
    return np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32) / np.float32(255)


@needs_torch
@pytest.mark.parametrize("form", ["obb", "fit", "cls"])
def test_every_runtime_answers_as_torch_does(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEYE_PRECISION", "f32")
    described = json.loads((weights_folder() / "weights.json").read_text(encoding="utf-8"))
    name = next(name for name, one in described.items() if one["form"] == form)
    batch = _batch(form)
    wanted = TorchEngine(load_variants()[name], weights_folder() / f"{name}.pt").run(batch)
    for runtime in installed_runtimes():
        assert difference(wanted, open_engine(describe_weights(form), runtime).run(batch)) < HALF_TOLERANCE


def test_differences_count_for_sure_answers_only() -> None:
    wanted = np.zeros((1, 6, 200), np.float32)
    wanted[0, 4, :60] = np.linspace(0.9, 0.1, 60)
    other = wanted.copy()
    other[0, 4, 150] = 0.09
    assert difference(wanted, other) == 0
    other[0, 4, 0] += 0.25
    assert difference(wanted, other) == pytest.approx(0.25)
    assert difference(wanted, other[:, :, :9]) == float("inf")
