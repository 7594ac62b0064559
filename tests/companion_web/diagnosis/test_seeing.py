"""Cameras, the runtime and its speed, weights."""

import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.vision.detection.test_runtime import needs_weights
from tileye.companion_web.diagnosis.checks import Finding, Surroundings
from tileye.companion_web.diagnosis.seeing import NEEDED_MS, cameras, cameras_found, reading_found, runtime, weights
from tileye.models import weights_folder
from tileye.vision.detection.runtime import CHOICE
from tileye.vision.sources.probing import CameraMode, ProbedCamera

AROUND = Surroundings(Path("nowhere"))
SEEING = ProbedCamera(0, (CameraMode(1920, 1080, 30.0), CameraMode(640, 480, None)))


def codes(finding: Finding) -> tuple[list[str], str | None]:
    """What is said, and what to do."""
    return [one.code for one in finding.text], finding.advice.code if finding.advice else None


@pytest.mark.parametrize(
    ("probed", "in_use", "said", "to_do"),
    [
        ([], (), ["found.no_camera"], "advice.no_camera"),
        ([SEEING], (), ["found.camera"], None),
        ([], (1,), ["found.camera_used"], None),
        # The second device of a camera on Linux gives no pictures, and is none of its own.
        ([SEEING, ProbedCamera(1)], (), ["found.camera"], None),
        ([ProbedCamera(0)], (), ["found.camera_closed"], "advice.camera_closed"),
        ([SEEING, ProbedCamera(2, hangs=True)], (), ["found.camera", "found.camera_hangs"], "advice.camera_hangs"),
    ],
    ids=["none", "one", "in use", "with a second device", "closed", "hanging"],
)
def test_cameras_are_told_and_never_keep_anybody_from_playing(
    probed: list[ProbedCamera], in_use: tuple[int, ...], said: list[str], to_do: str | None
) -> None:
    finding = cameras_found(probed, in_use)
    assert codes(finding) == (said, to_do)
    assert not finding.blocks


def test_the_modes_of_a_camera_are_told_to_programs() -> None:
    modes = [{"width": 1920, "height": 1080, "rate": 30.0}, {"width": 640, "height": 480, "rate": None}]
    assert cameras_found([SEEING], ()).values["cameras"] == [{"number": 0, "modes": modes}]


def test_cameras_of_games_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def probe(taken: tuple[int, ...]) -> list[ProbedCamera]:
        return [ProbedCamera(number, SEEING.modes) for number in range(5) if number not in taken]

    monkeypatch.setattr("tileye.vision.sources.probing.probe_cameras", probe)
    values = cameras(Surroundings(Path("nowhere"), (3,))).values
    assert (values["in_use"], [one["number"] for one in values["cameras"]]) == ([3], [0, 1, 2, 4])


@pytest.fixture
def watch() -> Iterator[float]:
    """A clock on which each look comes a tenth of a second after the one before."""
    return (number / 10 for number in count())


@needs_weights
def test_a_reading_is_timed(watch: Iterator[float]) -> None:
    finding = runtime(AROUND, lambda: next(watch))
    assert codes(finding) == (["found.reading"], None)
    assert finding.values["ms"] == pytest.approx(100)
    assert finding.values["runtime"] in finding.values["installed"]
    assert finding.values["tiles"] == 60


@pytest.mark.parametrize(
    ("name", "ms", "tiles", "to_do"),
    [
        ("openvino", NEEDED_MS, (60, 60), None),
        ("onnxruntime", NEEDED_MS + 1, (60, 60), "advice.slower"),
        ("openvino", NEEDED_MS + 1, (60, 60), "advice.slow"),
        ("openvino", 10.0, (12, 60), "advice.reinstall"),
    ],
)
def test_what_is_slow_or_reads_wrong_is_told(name: str, ms: float, tiles: tuple[int, int], to_do: str | None) -> None:
    finding = reading_found(name, ms, tiles)
    assert codes(finding) == (["found.reading"], to_do)
    assert not finding.blocks


def test_without_a_runtime_nothing_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tileye.vision.detection.runtime.installed_runtimes", lambda: ())
    finding = runtime(AROUND)
    assert codes(finding) == (["found.no_runtime"], "advice.install")
    assert finding.blocks


def test_a_runtime_that_is_asked_for_and_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tileye.vision.detection.runtime.installed_runtimes", lambda: ("onnxruntime",))
    monkeypatch.setenv(CHOICE, "openvino")
    finding = runtime(AROUND)
    assert codes(finding) == (["found.no_runtime"], "advice.runtime_choice")
    assert finding.blocks


def test_a_runtime_that_does_not_exist_is_not_to_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOICE, "abacus")
    finding = runtime(AROUND)
    assert codes(finding) == (["found.no_runtime"], "advice.runtime_unknown")
    assert finding.advice
    assert finding.advice.fields["known"] == "onnxruntime / openvino"
    assert finding.blocks


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The weights in a folder of their own, to be spoilt."""
    copy = tmp_path / "weights"
    shutil.copytree(weights_folder(), copy, ignore=shutil.ignore_patterns("*.pt"))
    monkeypatch.setattr("tileye.vision.detection.runtime.weights_folder", lambda: copy)
    return copy


@needs_weights
def test_weights_are_as_they_were_shipped() -> None:
    finding = weights(AROUND)
    assert codes(finding) == (["found.weights"], None)
    assert [file["ok"] for file in finding.values["files"]] == [True] * 5
    assert finding.values["mb"] == pytest.approx(sum(file["bytes"] for file in finding.values["files"]) / 1e6, abs=0.1)


@needs_weights
def test_damaged_and_missing_weights_are_named(folder: Path) -> None:
    (damaged, missing) = sorted(folder.glob("*.onnx"))[:2]
    damaged.write_bytes(damaged.read_bytes()[:-1])
    missing.unlink()
    finding = weights(AROUND)
    assert codes(finding) == (["found.weights_spoilt"], "advice.reinstall")
    assert finding.blocks
    assert str(finding.text[0].fields["files"]).split(", ") == [missing.name, damaged.name]
    assert codes(runtime(AROUND)) == (["found.no_runtime"], "advice.runtime_says")


@needs_weights
@pytest.mark.parametrize("text", [None, "{", "{}"])
def test_weights_that_nothing_describes_are_as_good_as_none(folder: Path, text: str | None) -> None:
    if text is None:
        (folder / "weights.json").unlink()
    else:
        (folder / "weights.json").write_text(text)
    finding = weights(AROUND)
    assert codes(finding) == (["found.weights_unknown"], "advice.reinstall")
    assert finding.blocks
