"""Make torch and ultralytics ready on a machine without a graphics card: offline, on all cores, in the faster numbers.

Call `make_ready` before anything imports torch or ultralytics.
"""

import importlib.util
import os
import shutil
import time
from pathlib import Path
from typing import Any

Foreign = Any
"""An object of torch or ultralytics, which are not there for the type checker."""

_SETTINGS = {
    "YOLO_OFFLINE": "1",
    "YOLO_AUTOINSTALL": "0",
    "YOLO_VERBOSE": "0",
    "NNCF_CI": "1",  # no telemetry
    "ORT_DISABLE_TELEMETRY": "1",
}
_WORTH = 0.8
"""bfloat16 is taken where it needs less than this share of the time of float32."""


def make_ready(cache: Path) -> None:
    """Keep ultralytics offline and its files in the cache, and mend torchvision where its operators are missing."""
    folder = cache / "ultralytics"
    os.environ.update(_SETTINGS, YOLO_CONFIG_DIR=str(folder))
    # ultralytics sets one thread for OpenMP if nothing is set.
    os.environ.setdefault("OMP_NUM_THREADS", str(os.cpu_count() or 1))
    # Threads that wait for each other by spinning take the cores away from each other as soon as anything else runs.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    _provide_font(folder / "Ultralytics" / "Arial.ttf")
    _provide_torchvision()
    from ultralytics.utils import SETTINGS

    SETTINGS.update(sync=False)


def use_threads(count: int) -> None:
    """Let torch use so many threads; ultralytics leaves one core out by itself."""
    import torch

    torch.set_num_threads(count)


def bfloat16_is_faster() -> bool:
    """Measure whether convolutions gain from bfloat16: processors without it emulate it slowly.

    It takes one thread and that thread's own time, so that other work on the machine does not decide.
    """
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    layers = torch.nn.Sequential(*(torch.nn.Conv2d(64, 64, 3, padding=1) for _ in range(3)))
    layers = layers.to(memory_format=torch.channels_last)
    picture = torch.rand(4, 64, 80, 80).contiguous(memory_format=torch.channels_last)

    def seconds(fast: bool) -> float:
        times = []
        for _ in range(6):
            started = time.thread_time()
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=fast):
                loss = layers(picture).float().mean()
            loss.backward()
            times.append(time.thread_time() - started)
        return min(times)

    faster = seconds(True) < _WORTH * seconds(False)
    torch.set_num_threads(threads)
    return faster


def train_in_bfloat16() -> None:
    """Let the trainer compute in bfloat16 on the processor, which ultralytics itself refuses."""
    import torch
    import ultralytics.engine.trainer as engine

    def autocast(*_: object, **__: object) -> Foreign:
        return torch.autocast("cpu", dtype=torch.bfloat16)

    engine.autocast = autocast


def reckon_loss_in_float32(model: Foreign) -> None:
    """Reckon a net's loss in float32: where bfloat16 rounds a box to nothing, a root in it has no gradient."""
    import torch

    reckon = model.loss

    def loss(batch: dict[str, Any], answers: Foreign = None) -> Foreign:
        answers = model(batch["img"]) if answers is None else answers
        with torch.autocast("cpu", enabled=False):
            return reckon(batch, _as_float(answers))

    model.loss = loss


def _as_float(answers: Foreign) -> Foreign:
    """The same answers, however nested, as float32."""
    if isinstance(answers, dict):
        return {name: _as_float(value) for name, value in answers.items()}
    if isinstance(answers, (list, tuple)):
        return type(answers)(_as_float(value) for value in answers)
    return answers.float() if answers is not None and answers.is_floating_point() else answers


def _provide_font(path: Path) -> None:
    """Put some font where ultralytics looks for its own, which it would download."""
    found = importlib.util.find_spec("matplotlib")
    if path.exists() or found is None or found.origin is None:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(Path(found.origin).parent / "mpl-data" / "fonts" / "ttf" / "DejaVuSans.ttf", path)


def _provide_torchvision() -> None:
    """Declare the operators that a torchvision lacks whose build does not fit to torch, so that it can be imported."""
    import torch

    try:
        import torchvision
    except RuntimeError:
        _declare_operators(torch)
        import torchvision
        import torchvision.extension

        torchvision.extension._has_ops = lambda: True


def _declare_operators(torch: Foreign) -> None:
    def nms(boxes: Foreign, scores: Foreign, iou_threshold: float) -> Foreign:
        from ultralytics.utils.nms import TorchNMS

        return TorchNMS.nms(boxes, scores, iou_threshold)

    library = torch.library.Library("torchvision", "DEF")
    for name in ("nms", "qnms"):
        library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    library.impl("nms", nms, "CPU")
    # What a library declares lasts as long as itself.
    torch.library._tileye = library
