"""The trained nets themselves, by ultralytics and torch, behind the interface that players' runtimes have."""

from pathlib import Path

import numpy as np

from tileye.datasets.splits import cache_folder
from tileye.models.recipe import TASKS, Variant
from tileye.models.training.card_net import load_card_net
from tileye.models.training.fit import load_fitter
from tileye.models.training.namer_net import load_namer
from tileye.models.training.torch_setup import make_ready
from tileye.vision.detection.runtime import Batch

TOLERANCE = 1e-3
"""By how much runtimes may differ in probabilities and angles, and in pixels as a share of the largest."""
HALF_TOLERANCE = 5e-3
"""The same where weights are stored in 16 bits."""
OWN_NETS = {"fit": load_fitter, "cls": load_namer, "card": load_card_net}
"""What reads nets that the training library has not."""


class TorchEngine:
    """A `.pt` file that answers as its ONNX file does."""

    name = "ultralytics"

    def __init__(self, variant: Variant, weights: Path) -> None:
        make_ready(cache_folder())
        from ultralytics import YOLO

        if variant.form in OWN_NETS:
            self._net = OWN_NETS[variant.form](variant, weights)
        else:
            self._net = YOLO(weights, task=TASKS[variant.form]).model.float().eval()

    def run(self, batch: Batch) -> Batch:
        """Answer a batch."""
        import torch

        with torch.no_grad():
            given = self._net(torch.from_numpy(batch))
        return np.asarray(given[0] if isinstance(given, tuple) else given, np.float32)


def difference(wanted: Batch, answer: Batch) -> float:
    """The largest difference among the fifty surest answers; values beyond 1 count in shares of the largest."""
    if wanted.shape != answer.shape:
        return float("inf")
    if wanted.ndim == 2:
        return float((np.abs(wanted - answer) / np.maximum(1.0, np.abs(wanted).max(0))).max())
    # A row for each value (box, classes, the rest) and a column for each place.
    columns, others = wanted[0], answer[0]
    best = np.argsort(-columns[4:].max(0), kind="stable")[:50]
    scale = np.maximum(1.0, np.abs(columns).max(1, keepdims=True))
    return float((np.abs(columns - others) / scale)[:, best].max())
