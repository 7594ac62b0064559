"""Which detector is opened, by the form of its weights."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from tests.vision.tiny_onnx import doubling_net
from tileye.vision.detection import forms
from tileye.vision.detection.detector import Detections, decode
from tileye.vision.detection.forms import DECODERS, describe_detector, open_detector
from tileye.vision.detection.runtime import Batch, WeightsError


def write_weights(folder: Path, *names: str) -> Path:
    data = doubling_net()
    (folder / "net.onnx").write_bytes(data)
    net = {"file": "net.onnx", "size": 640, "names": ["tile"], "sha256": hashlib.sha256(data).hexdigest()}
    (folder / "weights.json").write_text(json.dumps({name: {**net, "form": name} for name in names}))
    return folder


def one_tile(output: Batch) -> Detections:
    """Says that there is a tile in the middle of every answer."""
    high, wide = output.shape[2:]
    corners = np.array([(0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6)]) * (wide, high)
    return Detections(corners[None], np.ones(1))


def test_fitter_and_namer_are_no_detectors(tmp_path: Path) -> None:
    assert not {"fit", "cls"} & set(DECODERS)
    assert describe_detector(write_weights(tmp_path, "cls", "obb", "fit")).form == "obb"


def test_turned_boxes_are_read_as_before() -> None:
    assert DECODERS["obb"] is decode


def test_a_form_that_is_listed_is_opened_by_its_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "DECODERS", {**DECODERS, "middle": one_tile})
    detector = open_detector(write_weights(tmp_path, "cls", "middle"))
    found = detector.find(np.zeros((224, 224, 3), np.uint8), side=28)
    assert found.quads.mean(1).tolist() == [[112, 112]]


@pytest.mark.parametrize(("names", "count"), [((), 0), (("cls", "fit"), 0), (("unknown",), 0), (("obb", "middle"), 2)])
def test_there_has_to_be_one_detector(
    names: tuple[str, ...], count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "DECODERS", {**DECODERS, "middle": one_tile})
    with pytest.raises(WeightsError, match=rf"describes {count} nets of the form .+ or middle, one is needed"):
        open_detector(write_weights(tmp_path, *names))
