"""What is not like the other tiles is doubted on the board and left out off it."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from tests.vision.eyes import RedNamer, SquareFinder, table
from tileye.vision.detection.detector import Detector
from tileye.vision.reading import Reader, Reading

Square = tuple[float, float, float, float]
BOARD: list[Square] = [(200.0 + 44 * x, 100.0 + 44 * y, 40.0, 0.0) for x, y in product(range(6), range(4))]


def read(squares: Sequence[Square], *, shade: tuple[float, float] = (1.0, 1.0), doubt: float = 0.0) -> Reading:
    """What is read of a table whose light falls from left to right."""
    picture = table((360, 640), squares, ["1R"] * len(squares))
    light = np.linspace(*shade, 640)[None, :, None]
    return Reader(Detector(SquareFinder(), 640), RedNamer(doubt)).read(np.asarray(picture * light, np.uint8))


@pytest.mark.parametrize("side", [24.0, 70.0])
def test_what_is_no_tile_by_its_size_is_left_out_off_the_board(side: float) -> None:
    assert len(read([*BOARD, (120, 200, 40, 20)]).tiles) == len(BOARD) + 1
    assert len(read([*BOARD, (120, 200, side, 20)]).tiles) == len(BOARD)


def test_a_size_that_is_only_a_little_odd_counts_where_the_name_is_not_sure_either() -> None:
    little = [*BOARD, (120.0, 200.0, 53.0, 20.0)]
    assert len(read(little).tiles) == len(BOARD) + 1
    assert len(read(little, doubt=0.4).tiles) == len(BOARD)


def test_what_is_smaller_than_the_tiles_around_it_is_doubted_on_the_board() -> None:
    assert not read(BOARD).unsure
    small = read([*BOARD, (200.0 + 44 * 6, 100.0, 31.0, 0.0)])
    assert [tile.cell for tile in small.unsure] == [(6, 0)]
    assert len(small.board) == len(BOARD) + 1


def test_few_tiles_tell_nothing() -> None:
    assert len(read([*BOARD[:4], (100, 180, 70, 20)]).tiles) == 5


def test_light_that_falls_off_explains_a_darker_body() -> None:
    assert not [tile for tile in read(BOARD, shade=(1.0, 0.92)).unsure if tile.cell is None]
