"""Labels for the training library."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.compose import compose
from datasets.finish import finish
from datasets.labels import NAMES, label_lines, main, rectified
from datasets.truth import scene_truth
from tests.datasets.staged import piece, plate, stage


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


@pytest.mark.parametrize(("form", "values"), [("detect", 5), ("obb", 9), ("pose", 13)])
def test_each_form_has_its_number_of_values(form: str, values: int) -> None:
    lines = label_lines(truth_of("4O", "1R"), form, "all")  # type: ignore[arg-type]
    assert [len(line.split()) for line in lines] == [values, values]


def test_what_is_hidden_is_not_asked_for() -> None:
    scene = stage(piece(0, 0), piece(3, 0), solids=(plate(-1, 0.3, 1.0),))
    assert len(label_lines(scene_truth(scene), "obb", "tile")) == 1


def test_a_crop_shows_the_tile_straight_and_whole() -> None:
    scene = stage(piece(0.4, 0.2, turn=30, tile="4Y"))
    picture = cv2.imdecode(np.frombuffer(finish(scene, compose(scene, 640)), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    corners = np.array(scene_truth(scene)["pieces"][0]["corners"])
    crop = rectified(picture.astype(np.uint8), corners)
    blue, _, red = crop[28:36, 28:36].mean((0, 1))
    assert red > blue + 40
    assert crop[11, 11].max() < 90


def test_a_set_becomes_a_folder_for_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, out = tmp_path / "set", tmp_path / "labels"
    made.mkdir()
    scene = stage(piece(0, 0, tile="6G"))
    (made / "000000.jpg").write_bytes(finish(scene, compose(scene, 640)))
    (made / "000000.json").write_text(json.dumps(scene_truth(scene)))
    monkeypatch.setattr(
        "sys.argv", ["labels", "--set", str(made), "--form", "obb", "--classes", "all", "--out", str(out)]
    )
    assert main() == 0
    assert (out / "images/train/000000.jpg").exists()
    number = (out / "labels/train/000000.txt").read_text().split()[0]
    assert f"  {number}: '6G'" in (out / "data.yaml").read_text()
    monkeypatch.setattr(
        "sys.argv", ["labels", "--set", str(made), "--form", "cls", "--classes", "all", "--out", str(out)]
    )
    assert main() == 0
    assert len(list((out / "train/6G").glob("*.png"))) == 1


def test_a_folder_without_pictures_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["labels", "--set", str(tmp_path), "--out", str(tmp_path / "out")])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
