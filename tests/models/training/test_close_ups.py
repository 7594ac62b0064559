"""Close-ups and small looks: pieces have the size that looks show them in, and labels lie on them."""

import json
from itertools import product
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tileye.datasets.preview import read_picture
from tileye.models.training.close_ups import Pieces, _write, close_up, small_looks

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


def _written(file: Path, out: Path, **counts: int) -> list[tuple[NDArray[np.uint8], list[list[float]]]]:
    """All parts that were made of a picture, each with the numbers of its labels."""
    for kind in ("images", "labels"):
        (out / kind / "train").mkdir(parents=True)
    _write(file, out, "train", "pieces", SIZE, counts)
    made = []
    for image in sorted((out / "images" / "train").iterdir()):
        lines = (out / "labels" / "train" / f"{image.stem}.txt").read_text().splitlines()
        made.append((read_picture(image), [[float(word) for word in line.split()] for line in lines]))
    return made


@pytest.mark.parametrize("counts", [{"close_ups": 5}, {"small_looks": 5}])
@pytest.mark.parametrize("short", [20.0, 30.0, 60.0])
def test_labels_lie_on_the_pieces_of_each_part(tmp_path: Path, short: float, counts: dict[str, int]) -> None:
    made = _written(_picture(tmp_path / "set", short), tmp_path / "out", **counts)
    assert len(made) == 5
    shorts = []
    for picture, labels in made:
        assert picture.shape == (SIZE, SIZE, 3)
        lit = (np.abs(picture.astype(int) - PINK).max(2) < 60).astype(np.uint8)
        mask = np.zeros_like(lit)
        assert labels
        for number, *values in labels:
            assert number == 1
            quad = np.array(values).reshape(4, 2) * SIZE
            shorts.append(float(np.linalg.norm(quad - np.roll(quad, 1, 0), axis=1).min()))
            cv2.fillPoly(mask, [np.round(quad * 16 - 8).astype(np.int32)], 1, cv2.LINE_AA, 4)
        covered = cv2.erode(mask, np.ones((3, 3)))
        assert lit[covered > 0].mean() > 0.97
    assert max(shorts) < 90
    if "small_looks" in counts:
        assert 15 < np.median(shorts) < 45


def test_a_picture_without_pieces_has_small_looks_without_labels_and_no_close_ups(tmp_path: Path) -> None:
    made = _written(_picture(tmp_path / "set", 40, cards=0), tmp_path / "out", close_ups=3, small_looks=2)
    assert [labels for _, labels in made] == [[], []]
    assert all((picture == 60).mean() > 0.1 for picture, _ in made)


def test_small_looks_stand_in_places_of_their_own_with_grey_around() -> None:
    pieces = Pieces([0], np.array([[(400.0, 300.0), (428.0, 300.0), (428.0, 328.0), (400.0, 328.0)]]))
    sheet, lines = small_looks(np.full((720, 960, 3), 60, np.uint8), pieces, SIZE, Random(2))
    grid = round(len(lines) ** 0.5)
    assert grid in (2, 3)
    place = SIZE // grid
    for column, row in product(range(grid), repeat=2):
        part = sheet[row * place : (row + 1) * place, column * place : (column + 1) * place]
        shown = (part == 60).all(2)
        high, wide = shown.any(1).sum(), shown.any(0).sum()
        assert shown[:high, :wide].all()
        assert (part[high:] == 114).all()
        assert (part[:, wide:] == 114).all()
        assert min(high, wide) >= 0.4 * place


def test_a_close_up_that_is_larger_than_its_picture_is_grey_around_it() -> None:
    pieces = Pieces([0], np.array([[(10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0)]]))
    made = close_up(np.full((100, 200, 3), 7, np.uint8), pieces, 200, Random(1))
    assert made is not None
    rows = (made[0] == 7).all((1, 2))
    assert 0 < rows.sum() < 200
    assert (made[0][~rows] == 114).all()


def test_no_close_up_shows_less_than_the_whole_picture_would() -> None:
    huge = Pieces([0], np.array([[(100, 100), (500, 100), (500, 600), (100, 600)]], np.float64))
    made = close_up(np.full((720, 960, 3), 60, np.uint8), huge, SIZE, Random(1))
    assert made is not None
    assert ((made[0] == 60).all(2)).sum() == SIZE * round(720 * SIZE / 960)
