"""Labels for the training library."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.datasets.staged import piece, plate, stage
from tileye.datasets.camera.finish import finish
from tileye.datasets.compose.composer import compose
from tileye.datasets.folders import mark
from tileye.datasets.labels import NAMES, label_lines, main
from tileye.datasets.scene.truth import scene_truth


def truth_of(*names: str) -> dict[str, object]:
    scene = stage(*(piece(3.0 * number - 3, 0, tile=name) for number, name in enumerate(names)))
    return scene_truth(scene)


def test_a_line_holds_class_and_box_in_shares_of_the_picture() -> None:
    number, x, y, width, height = map(float, label_lines(truth_of("4O"), "detect", "shape")[0].split())
    assert NAMES["shape"][int(number)] == "4"
    assert 0.1 < x < 0.3
    assert y == pytest.approx(0.5, abs=0.02)
    assert width == pytest.approx(64 / 640, rel=0.1)
    assert height == pytest.approx(64 / 480, rel=0.1)


@pytest.mark.parametrize(("form", "values"), [("detect", 5), ("obb", 9), ("pose", 17)])
def test_each_form_has_its_number_of_values(form: str, values: int) -> None:
    lines = label_lines(truth_of("4O", "1R"), form, "all")  # type: ignore[arg-type]
    assert [len(line.split()) for line in lines] == [values, values]


def _keypoints(corners: list[list[float]], size: tuple[int, int] = (200, 100)) -> list[list[float]]:
    piece = {"tile": "1R", "visible": 1.0, "corners": corners}
    values = [float(word) for word in label_lines({"size": size, "pieces": [piece]}, "pose", "tile")[0].split()[5:]]
    return [values[start : start + 3] for start in range(0, 12, 3)]


@example(quarters=1, x=100.0, y=50.0, angle=45.0)
@example(quarters=3, x=77.3, y=41.7, angle=45.0)
@given(quarters=st.integers(0, 3), x=st.floats(40, 160), y=st.floats(40, 60), angle=st.floats(0, 89))
def test_key_points_are_the_same_however_the_tile_lies(quarters: int, x: float, y: float, angle: float) -> None:
    turns = np.radians(angle + np.array([225, 315, 45, 135]))
    corners = np.column_stack([x + 20 * np.cos(turns), y + 20 * np.sin(turns)])
    first = _keypoints(corners.tolist())
    assert _keypoints(np.roll(corners, quarters, 0).tolist()) == first
    pixels = np.array(first)[:, :2] * (200, 100)
    assert pixels[0].sum() <= pixels.sum(1).min() + 1e-3
    assert cv2.contourArea(pixels.astype(np.float32), oriented=True) > 0


@example(x=100.0, y=50.0, angle=0.0)
@example(x=77.3, y=41.7, angle=45.001)
@given(x=st.floats(40, 160), y=st.floats(40, 60), angle=st.floats(0, 89))
def test_key_points_of_a_mirrored_picture_change_places_as_the_library_is_told(
    x: float, y: float, angle: float
) -> None:
    # Of a tile that stands on a corner two are equally far to the upper left, and two others in the mirror.
    assume(abs(angle - 45) > 1e-6)
    turns = np.radians(angle + np.array([225, 315, 45, 135]))
    corners = np.column_stack([x + 20 * np.cos(turns), y + 20 * np.sin(turns)])
    mirrored = (corners * (-1, 1) + (200, 0))[::-1]
    plain, other = np.array(_keypoints(corners.tolist())), np.array(_keypoints(mirrored.tolist()))
    plain[:, 0] = 1 - plain[:, 0]
    assert np.allclose(plain[[1, 0, 3, 2]], other, atol=1e-5)


def test_key_points_outside_of_the_picture_are_told_apart() -> None:
    points = _keypoints([[-10.0, 20.0], [30.0, 20.0], [30.0, 60.0], [-10.0, 60.0]])
    assert points == [[0, 0.2, 0], [0.15, 0.2, 2], [0.15, 0.6, 2], [0, 0.6, 0]]


def test_what_is_hidden_is_not_asked_for() -> None:
    scene = stage(piece(0, 0), piece(3, 0), solids=(plate(-1, 0.3, 1.0),))
    assert len(label_lines(scene_truth(scene), "obb", "tile")) == 1


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A set of one picture."""
    folder, scene = tmp_path / "set", stage(piece(0, 0, tile="6G"))
    mark(folder, {"split": "train"})
    (folder / "000000.jpg").write_bytes(finish(scene, compose(scene, 640)))
    (folder / "000000.json").write_text(json.dumps(scene_truth(scene)))
    return folder


def _run(monkeypatch: pytest.MonkeyPatch, made: Path, out: Path, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["labels", "--set", str(made), "--out", str(out), *words])
    return main()


def test_a_set_becomes_a_folder_for_the_library(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "labels"
    assert _run(monkeypatch, made, out, "--form", "obb", "--classes", "all") == 0
    assert (out / "images/train/set-000000.jpg").exists()
    number = (out / "labels/train/set-000000.txt").read_text().split()[0]
    assert f"  {number}: '6G'" in (out / "data.yaml").read_text()


def test_key_points_are_described_to_the_library(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _run(monkeypatch, made, tmp_path / "labels", "--form", "pose") == 0
    text = (tmp_path / "labels/data.yaml").read_text()
    assert "kpt_shape: [4, 3]\nflip_idx: [1, 0, 3, 2]\n" in text


def test_pictures_are_copied_where_there_are_no_links(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(_one: Path, _other: Path) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr("os.link", link)
    assert _run(monkeypatch, made, tmp_path / "labels") == 0
    assert (tmp_path / "labels/images/val/set-000000.jpg").read_bytes() == (made / "000000.jpg").read_bytes()


@pytest.mark.parametrize("broken", ["000000.jpg", "000000.json"])
def test_what_is_broken_gets_one_sentence(
    made: Path, tmp_path: Path, broken: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (made / broken).write_bytes((made / broken).read_bytes()[:-10])
    assert _run(monkeypatch, made, tmp_path / "labels") == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{broken} is " in line


def test_the_same_labels_go_on_in_a_folder_and_others_are_refused(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "labels"
    assert _run(monkeypatch, made, out) == _run(monkeypatch, made, out) == 0
    with pytest.raises(SystemExit) as stop:
        _run(monkeypatch, made, out, "--classes", "all")
    assert stop.value.code == 2
    assert "holds something else" in capsys.readouterr().err
    mark(made, {"split": "train", "recipe": "other"})
    with pytest.raises(SystemExit):
        _run(monkeypatch, made, out)


def test_a_file_is_no_folder_for_labels(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit) as stop:
        _run(monkeypatch, made, made / "000000.jpg")
    assert stop.value.code == 2


def test_a_folder_without_pictures_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["labels", "--set", str(tmp_path), "--out", str(tmp_path / "out")])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
