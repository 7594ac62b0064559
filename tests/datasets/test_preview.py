"""Contact sheets."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tileye.datasets.preview import Picture, contact_sheet, read_picture, sheet_of_set, write_picture

CORNERS = [[20.0, 20.0], [60.0, 20.0], [60.0, 60.0], [20.0, 60.0]]


def _plain(value: int, size: tuple[int, int] = (80, 120)) -> Picture:
    return np.full((*size, 3), value, np.uint8)


@pytest.mark.parametrize(("count", "across", "down"), [(1, 1, 1), (3, 1, 3), (5, 2, 3), (24, 4, 6)])
def test_pictures_lie_in_rows_in_order(count: int, across: int, down: int) -> None:
    sheet = contact_sheet([_plain(10 * number) for number in range(count)], (60, 40))
    assert sheet.shape == (40 * down, 60 * across, 3)
    for number in range(count):
        assert (sheet[number // across * 40 + 20, number % across * 60 + 30] == 10 * number).all()


def test_pictures_of_other_shapes_are_seen_whole() -> None:
    sheet = contact_sheet([_plain(0, (120, 80))], (60, 60))
    assert (sheet[:, :40] == 0).all()
    assert (sheet[:, 40:] == 255).all()


@pytest.mark.parametrize(("visible", "channel"), [(1.0, 1), (0.2, 2)])
def test_outlines_are_green_or_red_where_little_is_seen(tmp_path: Path, visible: float, channel: int) -> None:
    picture = tmp_path / "0.jpg"
    cv2.imwrite(str(picture), _plain(0, (300, 400)))
    pieces = [{"corners": CORNERS, "visible": visible}]
    picture.with_suffix(".json").write_text(json.dumps({"size": [400, 300], "pieces": pieces}))
    assert sheet_of_set([picture], outlines=False).max() < 20
    assert np.argmax(sheet_of_set([picture], outlines=True)[20, 40]) == channel


@pytest.mark.parametrize("name", ["a.png", "a.JPG"])
def test_what_is_written_can_be_read(tmp_path: Path, name: str) -> None:
    write_picture(tmp_path / name, _plain(77)[..., ::-1])
    assert abs(read_picture(tmp_path / name).mean() - 77) < 2


def test_what_is_no_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_text("no picture")
    with pytest.raises(ValueError, match=r"a\.jpg is no picture"):
        read_picture(tmp_path / "a.jpg")
