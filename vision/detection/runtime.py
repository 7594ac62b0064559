"""Running the nets: with ONNX Runtime, faster with OpenVINO where it is installed; both read the same files."""

import contextlib
import hashlib
import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tileye.models import weights_folder

Batch = NDArray[np.float32]

CHOICE = "TILEYE_RUNTIME"
"""The environment variable that chooses a runtime."""
PRECISION = "TILEYE_PRECISION"
"""The environment variable that chooses how exactly OpenVINO calculates: `f32` or `bf16`."""
_MOST_THREADS = 4
"""More threads than this gain nothing on nets as small as ours."""
_DESCRIPTION = "weights.json"
_MEND = "install tileye anew"
_PRECISIONS = ("f32", "bf16")
_MOST_PREPARED = 8
"""OpenVINO prepares layers for each size of input, and keeps so many of them."""
_MOST_AT_ONCE, _STEP = 64, 16
"""Crops come in batches of so many at most, their number a multiple of this."""


class WeightsError(Exception):
    """Weights or a runtime that cannot be used; its text is one sentence that says what to do."""


class Engine(Protocol):
    """A net that is ready to run."""

    name: str

    def run(self, batch: Batch) -> Batch:
        """Answer a batch of pictures: number, colour, height, width; red, green and blue from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Weights:
    """A net's file and what `weights.json` says of it."""

    path: Path
    sha256: str
    size: int
    """The longer side, in pixels, of the pictures that it learned from."""
    names: tuple[str, ...]
    """What it tells apart, in the order of its answers."""
    form: str = ""
    """What its answers mean: `fit` for a fitter, `cls` for a namer, else a form of detector."""


def describe_weights(form: str, folder: Path | None = None) -> Weights:
    """Find the one net of a form among the shipped weights."""
    return describe_one((form,), folder)


def is_shipped(form: str, folder: Path | None = None) -> bool:
    """Whether there is a net of a form at all; what is wrong with the description is said by whoever reads it."""
    try:
        entries = json.loads(((folder or weights_folder()) / _DESCRIPTION).read_text(encoding="utf-8"))
        return any(entry["form"] == form for entry in entries.values())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return True


def describe_one(forms: Collection[str], folder: Path | None = None) -> Weights:
    """Find the one net among the shipped weights that has one of some forms."""
    folder = folder or weights_folder()
    path = folder / _DESCRIPTION
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        found = [_described(folder, entry) for entry in entries.values() if entry["form"] in forms]
    except OSError:
        raise WeightsError(f"the weights are missing, {path} cannot be read: {_MEND}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise WeightsError(f"the description of the weights, {path}, is damaged: {_MEND}") from None
    if len(found) == 1 and found[0].size < 1:
        raise WeightsError(f"the description of the weights, {path}, is damaged: {_MEND}")
    if len(found) != 1:
        raise WeightsError(
            f"{path} describes {len(found)} nets of the form {' or '.join(forms)}, one is needed: {_MEND}"
        )
    return found[0]


def _described(folder: Path, entry: Mapping[str, Any]) -> Weights:
    size, names = int(entry["size"]), tuple(entry["names"])
    return Weights(folder / entry["file"], str(entry["sha256"]), size, names, str(entry["form"]))


def open_engine(weights: Weights, runtime: str | None = None) -> Engine:
    """Make a net ready; `runtime` or the environment may choose one by name, else the first that works is taken."""
    names = _chosen(runtime or os.environ.get(CHOICE) or None)
    data = load_weights(weights)
    for name in names:
        try:
            return _OPENERS[name](data)
        except WeightsError:
            raise
        except Exception as error:  # noqa: BLE001 - each runtime raises types of its own
            reason = str(error).strip().splitlines()[-1] if str(error).strip() else type(error).__name__
    raise WeightsError(f"the weights {weights.path} do not run here with {names[-1]} ({reason}): {_MEND}")


def as_batch(crops: NDArray[np.uint8]) -> Batch:
    """Crops of one size as nets take them."""
    return np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32) / np.float32(255)


def answer_many(engine: Engine, batch: Batch) -> Batch:
    """Answer any number of crops in a few sizes of batches: runtimes keep memory for each size that they met."""
    answers = []
    for start in range(0, len(batch), _MOST_AT_ONCE):
        part = batch[start : start + _MOST_AT_ONCE]
        room = np.zeros((-len(part) % _STEP, *batch.shape[1:]), np.float32)
        answers.append(engine.run(np.concatenate([part, room]))[: len(part)])
    return np.concatenate(answers)


def installed_runtimes() -> tuple[str, ...]:
    """List the runtimes that are installed, best first."""
    return tuple(name for name in _OPENERS if importlib.util.find_spec(name))


def import_openvino() -> ModuleType:
    """Import OpenVINO without what tells a server on the internet of every import."""
    # What cannot be imported is not used: OpenVINO takes a stand-in of its own then, which does nothing.
    sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]
    return importlib.import_module("openvino")


def import_onnxruntime() -> ModuleType:
    """Import ONNX Runtime without what newer versions send, on any system, of the machine and the nets."""
    # To be said before the import: it comes too late for what is sent about the process.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    runtime = importlib.import_module("onnxruntime")
    # Windows has a telemetry of its own.
    runtime.disable_telemetry_events()
    return runtime


def _chosen(wanted: str | None) -> tuple[str, ...]:
    """The runtimes to try, in order: the one that is wanted, or all that are installed."""
    installed = installed_runtimes()
    if wanted is not None and wanted not in _OPENERS:
        raise WeightsError(f"there is no runtime {wanted!r}: set {CHOICE} to {' or '.join(_OPENERS)}, or not at all")
    if wanted is not None and wanted not in installed:
        raise WeightsError(f"the runtime {wanted} is not installed: run pip install {_PACKAGES[wanted]}")
    if not installed:
        raise WeightsError("no runtime is installed: run pip install onnxruntime")
    return (wanted,) if wanted else installed


def load_weights(weights: Weights) -> bytes:
    """Read the file once and make sure that it is the one described; raise WeightsError with what to do."""
    try:
        data = weights.path.read_bytes()
    except OSError as error:
        raise WeightsError(f"the weights {weights.path} cannot be read ({error.strerror}): {_MEND}") from None
    if hashlib.sha256(data).hexdigest() != weights.sha256:
        raise WeightsError(f"the weights {weights.path} are damaged or foreign, their hash is wrong: {_MEND}")
    return data


def _threads() -> int:
    return min(_MOST_THREADS, os.cpu_count() or 1)


class _OpenVino:
    """OpenVINO, tuned for one answer at a time."""

    name = "openvino"

    def __init__(self, data: bytes) -> None:
        openvino = import_openvino()
        settings = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": _threads()}
        if precision := os.environ.get(PRECISION):
            if precision not in _PRECISIONS:
                raise WeightsError(f"set {PRECISION} to {' or '.join(_PRECISIONS)}, or not at all")
            settings["INFERENCE_PRECISION_HINT"] = precision
        core = openvino.Core()
        # A small saving that not every version knows.
        with contextlib.suppress(Exception):
            core.set_property("CPU", {"CPU_RUNTIME_CACHE_CAPACITY": _MOST_PREPARED})
        self._request = core.compile_model(core.read_model(data), "CPU", settings).create_infer_request()

    def run(self, batch: Batch) -> Batch:
        """Answer a batch."""
        self._request.infer([batch], share_inputs=True)
        # A copy: the next answer is written to the same place.
        return np.array(self._request.get_output_tensor(0).data, np.float32)


class _OnnxRuntime:
    """ONNX Runtime on the processor."""

    name = "onnxruntime"

    def __init__(self, data: bytes) -> None:
        runtime = import_onnxruntime()
        runtime.set_default_logger_severity(4)
        options = runtime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = _threads(), 1
        # The threads of a net that waits are not to take the cores away from the next one.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def run(self, batch: Batch) -> Batch:
        """Answer a batch."""
        return np.asarray(self._session.run(None, {self._input: batch})[0], np.float32)


_PACKAGES = {"openvino": "'tileye[openvino]'", "onnxruntime": "onnxruntime"}
_OPENERS: dict[str, Callable[[bytes], Engine]] = {"openvino": _OpenVino, "onnxruntime": _OnnxRuntime}
