"""Close-ups: pieces are as large in them as a finer look shows them, and labels lie on them."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tileye.datasets.preview import read_picture
from tileye.models.training.close_ups import _cut, _view, _write

SIZE = 320
PINK = (180, 40, 220)


def _picture(folder: Path, short: float, cards: int = 4) -> Path:
    """Cards of one size in a row, on a table of another colour."""
    folder.mkdir()
    picture = np.full((720, 960, 3), 60, np.uint8)
    told = []
    for number in range(cards):
        corner = np.array((300 + number * 1.2 * short, 200 + 3 * number))
        quad = corner + np.array([(0, 0), (short, 0), (short, 1.4 * short), (0, 1.4 * short)])
        cv2.fillPoly(picture, [np.round(quad * 16 - 8).astype(np.int32)], PINK, cv2.LINE_AA, 4)
        told.append({"card": "1R", "visible": 1.0, "symbols": [], "corners": quad.tolist(), "group": 0})
    cv2.imwrite(str(folder / "000000.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 98])
    truth = {"size": [960, 720], "scale": 1.0, "pieces": [], "cards": told}
    (folder / "000000.json").write_text(json.dumps(truth))
    return folder / "000000.json"


@pytest.mark.parametrize("short", [20.0, 30.0, 60.0])
def test_labels_lie_on_the_pieces_of_a_close_up(tmp_path: Path, short: float) -> None:
    file, out = _picture(tmp_path / "set", short), tmp_path / "out"
    for kind in ("images", "labels"):
        (out / kind / "train").mkdir(parents=True)
    _write(file, out, "train", SIZE, 5)
    names = sorted(path.stem for path in (out / "images" / "train").iterdir())
    assert len(names) == 5
    shorts = []
    for name in names:
        close = read_picture(out / "images" / "train" / f"{name}.jpg")
        assert close.shape == (SIZE, SIZE, 3)
        lit = (np.abs(close.astype(int) - PINK).max(2) < 60).astype(np.uint8)
        mask = np.zeros_like(lit)
        lines = (out / "labels" / "train" / f"{name}.txt").read_text().splitlines()
        assert lines
        for line in lines:
            number, *values = line.split()
            assert number == "1"
            quad = np.array(values, float).reshape(4, 2) * SIZE
            shorts.append(float(np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1).min()))
            cv2.fillPoly(mask, [np.round(quad * 16 - 8).astype(np.int32)], 1, cv2.LINE_AA, 4)
        covered = cv2.erode(mask, np.ones((3, 3)))
        assert (lit[covered > 0]).mean() > 0.97
    assert max(shorts) < 90


def test_a_picture_without_pieces_has_no_close_ups(tmp_path: Path) -> None:
    file, out = _picture(tmp_path / "set", 40, cards=0), tmp_path / "out"
    (out / "images" / "train").mkdir(parents=True)
    _write(file, out, "train", SIZE, 3)
    assert not list((out / "images" / "train").iterdir())


def test_a_close_up_that_is_larger_than_its_picture_is_grey_around_it() -> None:
    close = _cut(np.full((100, 200, 3), 7, np.uint8), 1.0, np.array([0.0, 0.0]), 200)
    assert (close[:100] == 7).all()
    assert (close[100:] == 114).all()


def test_no_close_up_shows_less_than_the_whole_picture_would() -> None:
    from random import Random

    huge = np.array([[(100, 100), (500, 100), (500, 600), (100, 600)]], np.float64)
    scale, corner = _view(huge, 960, 720, SIZE, Random(1))
    assert scale == SIZE / 960
    assert (corner == 0).all()
