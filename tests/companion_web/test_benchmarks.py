"""The figures of the benchmark: how they are summed up and drawn. What they are is not a matter of tests."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.vision.shown import Shown
from tileye.companion_web.benchmarks import endurance, of_reading, of_rules, of_watching
from tileye.companion_web.benchmarks.measure import figure, table, times_ms
from tileye.companion_web.cli import main
from tileye.companion_web.commands import bench as bench_command
from tileye.vision.benchmarks.reading_costs import STAGES, WatchedReader
from tileye.vision.detection.runtime import Weights, WeightsError
from tileye.vision.images.pictures import Picture
from tileye.vision.sources.frames import Frame

KEPT = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")


def test_a_figure_keeps_its_budget_or_does_not() -> None:
    times = [1.0] * 18 + [9.0] * 2
    assert figure("quick", times, 1.0).within_budget
    assert not figure("slow", times, 0.9).within_budget
    assert figure("tail", times, 1.0, budget_p95_ms=9.0).within_budget
    assert not figure("long tail", times, 1.0, budget_p95_ms=8.0).within_budget
    assert figure("ratio", times, 1.0, naive=([30.0, 10.0], [2.0, 2.0])).naive_ratio == 10.0


def test_times_are_taken_of_each_call() -> None:
    calls: list[int] = []
    times = times_ms([lambda: calls.append(1), lambda: calls.append(2)], repeats=2)
    assert len(times) == 2
    assert calls == [1, 1, 2, 2]
    assert min(times) >= 0


def test_the_table_has_a_row_for_each_figure() -> None:
    rows = table([figure("one", [1.0], 2.0), figure("two", [3.0], 2.0)]).splitlines()
    assert len({len(row) for row in rows}) == 1
    assert rows[2].endswith("| yes  |")
    assert rows[3].endswith("| NO   |")


def test_stages_without_a_budget_keep_none() -> None:
    free = figure("free", [5.0], None)
    assert free.within_budget
    assert table([free]).splitlines()[2].endswith("| -    |")
    assert not figure("slow tail", [5.0], None, budget_p95_ms=4.0).within_budget


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games, few readings."""
    monkeypatch.setattr(of_rules, "GAMES", 1)
    monkeypatch.setattr(of_rules, "TABLES", 1)
    monkeypatch.setattr(of_reading, "READINGS", 1)
    monkeypatch.setattr(of_reading, "STARTS", 1)
    monkeypatch.setattr(of_watching, "SECONDS", 9.0)


def bench(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["bench", "--json"]) == 0
    measured: dict[str, Any] = json.loads(capsys.readouterr().out)
    return measured


@pytest.mark.usefixtures("quick")
def test_bench_measures_every_stage_of_the_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> Iterator[WatchedReader]:
        raise WeightsError("the weights are missing: install tileye anew")

    monkeypatch.setattr(of_reading, "readers", missing)
    measured = bench(capsys)
    assert measured["machine"]["cores"] >= 1
    assert measured["note"] == "seeing is not measured: the weights are missing: install tileye anew"
    assert measured["memory_mb"] == {"measured": None, "budget": 350}
    assert measured["load_percent"] == {"measured": None, "budget": 25}
    assert [f["name"].split(" of ")[0] for f in measured["figures"]][:3] == [
        "judge one move",
        "all legal moves",
        "a whole greedy two-player game",
    ]
    assert all(f"| {f['name']} " in KEPT for f in measured["figures"])
    assert all(f["median_ms"] > 0 and f["samples"] > 0 for f in measured["figures"])


class Reader:
    """Takes a millisecond for each stage."""

    def __init__(self, runtime: str) -> None:
        self.runtime = runtime

    def read(self, picture: Picture) -> dict[str, float]:
        return {"whole": 7.0, **dict.fromkeys(STAGES, 1.0)}


@pytest.mark.usefixtures("quick")
def test_bench_measures_every_stage_of_reading(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_command, "rules_figures", list)
    monkeypatch.setattr(of_reading, "readers", lambda: map(Reader, ("openvino", "onnxruntime")))
    monkeypatch.setattr(of_reading, "_answer", lambda *words: "123.4")
    measured = bench(capsys)
    assert (measured["note"], measured["memory_mb"]["measured"]) == (None, 123.4)
    runtimes = [f for f in measured["figures"] if "runtime" in f["name"] or "openvino" in f["name"]]
    reading = [f for f in runtimes if not f["name"].startswith("cards: ")]
    assert [f["budget_ms"] for f in reading] == [20, *[None] * 7, 33, *[None] * 7]
    assert [f["median_ms"] for f in reading] == [7, *[1] * 7] * 2
    for game, proposed_ms in (("watch", 700), ("cards", 1000)):
        watching = [f for f in measured["figures"] if f["name"].startswith(f"{game}: ") and f not in runtimes]
        assert [f["budget_ms"] for f in watching] == [2, 4, None, proposed_ms, None]
        assert sum(f["samples"] for f in watching[:3]) == watching[4]["samples"] > 9 * 14
        assert watching[4]["naive_ratio"] > 0
    crowded = [f for f in runtimes if f not in reading]
    assert crowded
    assert all(f["budget_ms"] == 1000 and f["median_ms"] > 0 for f in crowded)
    assert measured["load_percent"]["measured"] > 0
    assert all(f"| {f['name']} " in KEPT for f in measured["figures"])


def test_plain_prediction_is_compared_where_it_can_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It needs the training library and the weights that it trained."""
    weights = Weights(tmp_path / "net.onnx", "", 640, ("tile",))
    monkeypatch.setattr(of_reading, "describe_detector", lambda: weights)
    monkeypatch.setattr(of_reading, "_answer", lambda *words: "[14.0, 14.0]")
    monkeypatch.setattr(of_reading, "find_spec", lambda name: name)
    plain = of_reading.plain_prediction.__wrapped__
    assert plain() == []
    (tmp_path / "net.pt").touch()
    assert plain() == [14.0, 14.0]

    def fail(*words: str) -> str:
        raise subprocess.CalledProcessError(1, words)

    monkeypatch.setattr(of_reading, "_answer", fail)
    assert plain() == []


def test_endurance_goes_through_the_film_again_and_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = np.full((120, 160, 3), 90, np.uint8)
    monkeypatch.setattr(endurance, "FilmSource", lambda path: Shown([Frame(at / 15, frame) for at in range(15)]))
    monkeypatch.setattr(endurance, "_TOLD_EVERY", 1.0)
    assert endurance.main(["--hours", str(3 / 3600)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["minutes"] for line in told] == [0] * 5
    assert all(line["memory_mb"] is None or line["memory_mb"] > 0 for line in told)
