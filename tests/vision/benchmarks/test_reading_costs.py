"""What each stage of reading costs: that it is measured, not how much it is."""

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tests.vision.eyes import SquareFinder, table
from tileye.vision.benchmarks import memory
from tileye.vision.benchmarks import reading_costs as benchmark
from tileye.vision.benchmarks.memory import peak_memory_mb
from tileye.vision.benchmarks.reading_costs import STAGES, EngineTimer, WatchedReader, measured, readers
from tileye.vision.detection.detector import Quads, Scores
from tileye.vision.detection.runtime import Batch, Engine, Weights
from tileye.vision.images.pictures import Picture
from tileye.vision.naming.genuine import Real
from tileye.vision.naming.palette import Chances, Crops
from tileye.vision.reading import NAMES

SQUARES = [(99.8 + 55 * number, 99.8, 50.0, 0.0) for number in range(4)]


class FirstName:
    """Takes every tile for the first of all names."""

    name = "first"

    def run(self, batch: Batch) -> Batch:
        return np.tile(np.eye(1, len(NAMES), dtype=np.float32), (len(batch), 1))


class AsItIs:
    """Leaves every box where it is."""

    name = "as it is"

    def run(self, batch: Batch) -> Batch:
        return np.tile(np.array([[9, 0, 0, 0, 0, 0, 1, 0]], np.float32), (len(batch), 1))


class AllAreTiles:
    """Doubts nothing."""

    def belief(self, crops: Crops, beliefs: Chances, scores: Scores, quads: Quads) -> Real:
        return np.full(len(crops), 9.0)


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    def describe(form: str, folder: Path | None) -> Weights:
        return Weights(Path(f"{form}.onnx"), "", 640, NAMES if form == "cls" else ("tile",), form)

    def open_engine(weights: Weights, runtime: str | None) -> Engine:
        engines: dict[str, type[Engine]] = {"obb": SquareFinder, "fit": AsItIs, "cls": FirstName}
        return engines[weights.path.stem]()

    monkeypatch.setattr(benchmark, "describe_weights", describe)
    monkeypatch.setattr(benchmark, "describe_detector", partial(describe, "obb"))
    monkeypatch.setattr(benchmark, "open_engine", open_engine)
    monkeypatch.setattr(benchmark, "shipped_judge", AllAreTiles)
    monkeypatch.setattr(benchmark, "installed_runtimes", lambda: ("openvino",))


@pytest.fixture
def picture() -> Picture:
    return table((400, 500), SQUARES)


def test_the_stages_add_up_to_the_whole(picture: Picture) -> None:
    took = WatchedReader().read(picture)
    assert took["tiles"] == 4
    assert all(took[stage] > 0 for stage in STAGES if stage != "scale")
    assert sum(took[stage] for stage in STAGES) <= took["whole"]


def test_each_reading_is_measured_by_itself(picture: Picture) -> None:
    times = measured(WatchedReader(), picture, 5)
    assert {len(taken) for taken in times.values()} == {5}


def test_a_watch_starts_again() -> None:
    watch = EngineTimer(SquareFinder())
    watch.run(np.zeros((1, 3, 32, 32), np.float32))
    assert watch.ms > 0
    assert len(watch.answers) == 1
    watch.restart()
    assert (watch.ms, watch.answers) == (0, [])


def test_there_is_a_reader_for_each_runtime() -> None:
    assert [reader.runtime for reader in readers()] == ["squares"]


def test_memory_is_told_or_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status = tmp_path / "status"
    monkeypatch.setattr(memory, "_STATUS", status)
    assert peak_memory_mb() is None
    status.write_text("Name: python\nVmHWM:\t  256000 kB\n", encoding="utf-8")
    assert peak_memory_mb() == 256.0
