import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from tests.vision.tiny_onnx import doubling_net
from tileye.models import weights_folder
from tileye.vision.detection import runtime
from tileye.vision.detection.runtime import (
    CHOICE,
    Batch,
    Engine,
    WeightsError,
    answer_many,
    describe_weights,
    installed_runtimes,
    open_engine,
)

RUNTIMES = installed_runtimes()


@pytest.fixture(autouse=True)
def no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CHOICE, raising=False)


def write_weights(folder: Path, data: bytes | None = None, **changes: object) -> Path:
    data = doubling_net() if data is None else data
    (folder / "net.onnx").write_bytes(data)
    entry = {
        "form": "obb",
        "file": "net.onnx",
        "size": 640,
        "names": ["tile"],
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    (folder / "weights.json").write_text(json.dumps({"net": {**entry, **changes}}))
    return folder


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_each_runtime_answers(tmp_path: Path, runtime: str) -> None:
    engine = open_engine(describe_weights("obb", write_weights(tmp_path)), runtime)
    assert engine.name == runtime
    for shape in ((1, 3, 32, 64), (2, 3, 64, 32)):
        batch = np.random.default_rng(1).random(shape, np.float32)
        answer = engine.run(batch)
        assert answer.dtype == np.float32
        np.testing.assert_allclose(answer, 2 * batch, rtol=0.01)


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_an_answer_stays_when_the_next_one_comes(tmp_path: Path, runtime: str) -> None:
    engine = open_engine(describe_weights("obb", write_weights(tmp_path)), runtime)
    first = engine.run(np.ones((1, 3, 32, 32), np.float32))
    engine.run(np.zeros((1, 3, 32, 32), np.float32))
    assert (first == 2).all()


def test_openvino_is_chosen_where_it_is_installed(tmp_path: Path) -> None:
    assert open_engine(describe_weights("obb", write_weights(tmp_path))).name == RUNTIMES[0]
    assert sorted(RUNTIMES, reverse=True) == list(RUNTIMES)


def test_the_environment_chooses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = describe_weights("obb", write_weights(tmp_path))
    monkeypatch.setenv(CHOICE, RUNTIMES[-1])
    assert open_engine(weights).name == RUNTIMES[-1]
    monkeypatch.setenv(CHOICE, "abacus")
    with pytest.raises(WeightsError, match="no runtime 'abacus': set TILEYE_RUNTIME to openvino or onnxruntime"):
        open_engine(weights)


def test_a_runtime_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = describe_weights("obb", write_weights(tmp_path))
    monkeypatch.setattr("tileye.vision.detection.runtime.installed_runtimes", lambda: ())
    for wanted in (None, "onnxruntime"):
        with pytest.raises(WeightsError, match="installed: run pip install onnxruntime"):
            open_engine(weights, wanted)


def test_description_tells_size_and_names(tmp_path: Path) -> None:
    weights = describe_weights("obb", write_weights(tmp_path))
    assert (weights.path, weights.size, weights.names) == (tmp_path / "net.onnx", 640, ("tile",))


def test_damaged_foreign_and_missing_weights_are_refused(tmp_path: Path) -> None:
    weights = describe_weights("obb", write_weights(tmp_path))
    weights.path.write_bytes(doubling_net()[:-1])
    with pytest.raises(WeightsError, match="damaged or foreign"):
        open_engine(weights)
    weights.path.unlink()
    with pytest.raises(WeightsError, match="cannot be read"):
        open_engine(weights)


@pytest.mark.parametrize("runtime", RUNTIMES)
@pytest.mark.parametrize("data", [b"", b"no net", doubling_net()[:60]], ids=["empty", "text", "cut"])
def test_a_file_that_is_no_net_is_refused_in_one_line(tmp_path: Path, runtime: str, data: bytes) -> None:
    weights = describe_weights("obb", write_weights(tmp_path, data))
    with pytest.raises(WeightsError, match="do not run here") as caught:
        open_engine(weights, runtime)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "is damaged"),
        ("[]", "is damaged"),
        ('{"net": 3}', "is damaged"),
        ('{"net": {"form": "obb"}}', "is damaged"),
        ("{}", "describes 0 nets of the form obb"),
    ],
)
def test_a_bad_description_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "weights.json").write_text(text)
    with pytest.raises(WeightsError, match=reason):
        describe_weights("obb", tmp_path)


def test_missing_weights_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"weights are missing, .*: install tileye anew"):
        describe_weights("obb", tmp_path)


SHIPPED = weights_folder() / "weights.json"
needs_weights = pytest.mark.skipif(not SHIPPED.exists(), reason="models/weights holds no weights yet")


@needs_weights
def test_the_shipped_namer_answers_alike_in_each_runtime() -> None:
    weights = describe_weights("cls")
    batch = np.random.default_rng(2).random((3, 3, weights.size, weights.size), np.float32)
    answers = [open_engine(weights, runtime).run(batch) for runtime in RUNTIMES]
    for answer in answers[1:]:
        assert np.abs(answer - answers[0]).max() < 0.03


class Counting:
    """A net that keeps the sizes of its batches and answers with each crop's first number."""

    name = "counting"

    def __init__(self) -> None:
        self.sizes: set[int] = set()

    def run(self, batch: Batch) -> Batch:
        self.sizes.add(len(batch))
        return batch[:, :1, 0, 0]


def test_any_number_of_crops_is_answered_in_few_sizes() -> None:
    engine = Counting()
    for count in range(1, 200, 7):
        batch = np.random.default_rng(count).random((count, 3, 2, 2)).astype(np.float32)
        assert (answer_many(engine, batch) == batch[:, :1, 0, 0]).all()
    assert engine.sizes == {16, 32, 48, 64}


def test_a_broken_runtime_gives_way_to_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes) -> Engine:
        raise ImportError("libsomething.so is missing")

    monkeypatch.setitem(runtime._OPENERS, "openvino", broken)
    monkeypatch.setattr("tileye.vision.detection.runtime.installed_runtimes", lambda: ("openvino", "onnxruntime"))
    weights = describe_weights("obb", write_weights(tmp_path))
    assert open_engine(weights).name == "onnxruntime"
    with pytest.raises(WeightsError, match="libsomething"):
        open_engine(weights, "openvino")


def test_an_odd_precision_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEYE_PRECISION", "banana")
    if "openvino" in installed_runtimes():
        with pytest.raises(WeightsError, match="f32 or bf16"):
            open_engine(describe_weights("obb", write_weights(tmp_path)), "openvino")
