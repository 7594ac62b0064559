"""Labels for a variant, from sets that are there already."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tileye.datasets.labels import NAMES
from tileye.models import create_dataset as module
from tileye.models.create_dataset import create_dataset, smoke
from tileye.models.recipe import Variant, load_variants
from tileye.models.training.tile_crops import load_tile_crops

CORNERS = [[20.0, 20.0], [60.0, 20.0], [60.0, 60.0], [20.0, 60.0]]


@pytest.fixture
def sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two sets of one picture with one red square, in place of composed ones."""
    for split in ("train", "val"):
        folder = tmp_path / "sets" / split
        folder.mkdir(parents=True)
        picture = np.full((96, 128, 3), 90, np.uint8)
        picture[20:60, 20:60] = (20, 20, 220)
        cv2.imwrite(str(folder / "000000.jpg"), picture)
        truth = {"size": [128, 96], "pieces": [{"tile": "4R", "corners": CORNERS, "visible": 1.0}]}
        (folder / "000000.json").write_text(json.dumps(truth))
    monkeypatch.setenv("TILEYE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "_make_set", lambda theme, split, count: tmp_path / "sets" / split)
    return tmp_path / "sets"


def variant(name: str) -> Variant:
    return replace(load_variants()[name], pictures={"tiles": {"train": 1, "val": 1}})


def test_a_detector_gets_pictures_with_lines(sets: Path) -> None:
    out = create_dataset(variant("obb-shape-640"))
    assert (out / "images/train/train-000000.jpg").exists()
    assert len((out / "labels/val/val-000000.txt").read_text().split()) == 9
    assert "'4'" in (out / "data.yaml").read_text()


def test_a_namer_gets_crops_with_room_to_move(sets: Path) -> None:
    out = create_dataset(variant("namer-48"))
    for part in ("train", "val"):
        crops = load_tile_crops(out, part)
        assert crops.crops.shape == (1, 58, 58, 3)
        assert crops.crops[0, 29, 29, 0] > 180
        assert [NAMES["all"][name] for name in crops.names] == ["4R"]
        assert crops.pictures.tolist() == [0]


def test_labels_are_made_once_and_anew_for_other_pictures(sets: Path) -> None:
    first = create_dataset(variant("obb-tile-640"))
    mark = first / "mark"
    mark.touch()
    assert create_dataset(variant("obb-tile-640")) == first
    assert mark.exists()
    (sets / "train" / "000001.json").write_text((sets / "train" / "000000.json").read_text())
    (sets / "train" / "000001.jpg").write_bytes((sets / "train" / "000000.jpg").read_bytes())
    assert create_dataset(variant("obb-tile-640")) != first


def test_half_made_labels_are_made_again(sets: Path) -> None:
    first = create_dataset(variant("obb-tile-640"))
    (first / "done.json").unlink()
    (first / "labels/train/train-000000.txt").write_text("")
    assert create_dataset(variant("obb-tile-640")) == first
    assert (first / "labels/train/train-000000.txt").read_text()


@pytest.fixture
def themes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, int]]:
    """Sets of cards and of tiles in folders of their own; which of them were asked for."""
    asked: list[tuple[str, str, int]] = []

    def make(theme: str, split: str, count: int) -> Path:
        asked.append((theme, split, count))
        folder = tmp_path / "sets" / f"{split}-{theme}"
        folder.mkdir(parents=True, exist_ok=True)
        piece = {"corners": CORNERS, "visible": 1.0, "symbols": []}
        tiles, cards = ([{**piece, "tile": "4R"}], []) if theme == "tiles" else ([], [{**piece, "card": "2G"}])
        cv2.imwrite(str(folder / "000000.jpg"), np.full((96, 128, 3), 90, np.uint8))
        (folder / "000000.json").write_text(json.dumps({"size": [128, 96], "pieces": tiles, "cards": cards}))
        return folder

    monkeypatch.setenv("TILEYE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "_make_set", make)
    return asked


PICTURES = {"cards": {"train": 7, "val": 2}, "tiles": {"train": 3, "val": 0}}


def test_pictures_of_several_themes_are_learnt_from_together(themes: list[tuple[str, str, int]]) -> None:
    out = create_dataset(replace(load_variants()["obb-pieces-640"], pictures=PICTURES))
    assert themes == [("cards", "train", 7), ("tiles", "train", 3), ("cards", "val", 2)]
    lines = {file.stem: file.read_text().split() for file in (out / "labels/train").iterdir()}
    assert {name: words[0] for name, words in lines.items()} == {"train-cards-000000": "1", "train-tiles-000000": "0"}
    assert [file.name for file in (out / "images/val").iterdir()] == ["val-cards-000000.jpg"]


def test_the_net_for_cards_gets_patches_and_numbers(themes: list[tuple[str, str, int]]) -> None:
    out = create_dataset(replace(load_variants()["card-96"], pictures=PICTURES))
    for part in ("train", "val"):
        patches, truth = (np.load(out / f"{part}-{name}.npy") for name in ("patches", "truth"))
        assert len(patches) == len(truth)
        assert truth[truth[:, 0] == 0][:, 1:3].tolist() == [[1, 3]]
    assert create_dataset(replace(load_variants()["card-96"], pictures=PICTURES)) == out


def test_a_trial_takes_few_pictures_of_each_theme() -> None:
    few = smoke(load_variants()["obb-pieces-640"], 50)
    assert {theme: (counts["train"], counts["val"]) for theme, counts in few.pictures.items()} == dict.fromkeys(
        ("cards", "tiles", "lookalikes"), (50, 5)
    )
