"""The figures of the benchmark: how they are summed up and drawn. What they are is not a matter of tests."""

import json
from pathlib import Path

import pytest

from companion_web.benchmarks import of_rules
from companion_web.benchmarks.measure import figure, table, times_ms
from companion_web.cli import main


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


def test_bench_measures_every_stage_of_the_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(of_rules, "GAMES", 1)
    assert main(["bench", "--json"]) == 0
    measured = json.loads(capsys.readouterr().out)
    assert measured["machine"]["cores"] >= 1
    assert [f["name"].split(" of ")[0] for f in measured["figures"]][:3] == [
        "judge one move",
        "all legal moves",
        "a whole greedy two-player game",
    ]
    kept = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert all(f"| {f['name']} " in kept for f in measured["figures"])
    assert all(f["median_ms"] > 0 and f["samples"] > 0 for f in measured["figures"])
