"""What is printed onto a sheet, and how prints wear."""

from random import Random

import numpy as np
import pytest

from tileye.datasets.scene.printing import (
    FONTS,
    PrintSheet,
    any_colour,
    brightness,
    dark,
    mixed,
    paper,
    photo,
    readable,
    worn,
)

WHITE, BLACK = (255, 255, 255), (0, 0, 0)


def _sheet(width: int = 200, height: int = 100) -> PrintSheet:
    return PrintSheet((width, height), (2.0, 1.0), WHITE)


def test_a_box_fills_its_place() -> None:
    sheet = _sheet()
    sheet.box(1.0, 0.25, 1.5, 0.75, BLACK)
    rows, columns = np.nonzero(sheet.picture[..., 0] < 128)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == pytest.approx((25, 74, 100, 149), abs=1)


def test_symbols_stand_upright_and_turn_clockwise() -> None:
    up, right = _sheet(), _sheet()
    up.symbol("triangle", 1.0, 0.5, 0.8, BLACK)
    right.symbol("triangle", 1.0, 0.5, 0.8, BLACK, 90)
    dark_rows = (up.picture[..., 0] < 128).sum(axis=1)
    assert dark_rows[20] < dark_rows[65]
    dark_columns = (right.picture[..., 0] < 128).sum(axis=0)
    assert dark_columns[130] < dark_columns[85]


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("turn", [0.0, 90.0, 33.0])
def test_text_stands_around_its_place(font: int, turn: float) -> None:
    sheet = _sheet(400, 200)
    sheet.write("8", 1.0, 0.5, 0.5, BLACK, font, turn=turn)
    rows, columns = np.nonzero(sheet.picture[..., 0] < 128)
    assert (rows.min() + rows.max()) / 2 == pytest.approx(100, abs=8)
    assert (columns.min() + columns.max()) / 2 == pytest.approx(200, abs=8)
    assert max(np.ptp(rows), np.ptp(columns)) == pytest.approx(100, rel=0.3)


def test_long_text_is_made_narrower_and_text_over_the_rim_is_cut() -> None:
    sheet = _sheet()
    sheet.write("WWWWWWWW", 1.0, 0.5, 0.4, BLACK, widest=1.0)
    columns = np.nonzero(sheet.picture[..., 0] < 128)[1]
    assert np.ptp(columns) <= 101
    for x, y in ((0.0, 0.0), (2.0, 1.0), (5.0, 5.0), (-5.0, 0.5)):
        sheet.write("8", x, y, 0.5, BLACK)


def test_prints_can_be_read_on_their_grounds() -> None:
    random = Random(2)
    for _ in range(200):
        ground = any_colour(random)
        assert abs(brightness(readable(random, ground)) - brightness(ground)) > 0.2
    assert brightness(dark(random)) < 0.25 < 0.6 < brightness(paper(random))
    assert mixed(BLACK, WHITE, 0.5) == (128, 128, 128)


def test_a_worn_print_is_the_same_each_time_and_still_that_print() -> None:
    picture = photo(Random(3))
    one, again = (worn(Random(4), picture) for _ in range(2))
    assert np.array_equal(one, again)
    assert np.abs(one.astype(float) - picture).mean() < 40
