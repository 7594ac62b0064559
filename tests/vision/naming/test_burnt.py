"""Burnt-out tiles told from bare table, whatever shines on either."""

import cv2
import numpy as np
import pytest

from tileye.rules.board import Cell
from tileye.vision.images.pictures import Picture
from tileye.vision.naming.burnt import burnt_shares, burnt_tiles
from tileye.vision.naming.crops import crops_of

SIDE, PITCH = 40, 42
AROUND = [(x, y) for x in range(-1, 4) for y in range(-1, 4)]
LINE = {(0, 0), (2, 0), (0, 1), (0, 2)}
"""Tiles around a corner, with an empty cell in the line."""


def place(cell: Cell) -> tuple[float, float]:
    return 60 + PITCH * cell[0], 60 + PITCH * cell[1]


def quad(cell: Cell) -> np.ndarray:
    x, y = place(cell)
    return np.array([(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)])


def laid(cells: set[Cell], table: int = 130, body: int = 40) -> Picture:
    """Tiles without prints on a table."""
    picture = np.full((240, 240, 3), table, np.uint8)
    for x, y in map(place, sorted(cells)):
        picture[int(y) : int(y) + SIDE, int(x) : int(x) + SIDE] = body
    return picture


def blob(picture: Picture, middle: tuple[float, float], radius: float) -> Picture:
    """The round image of a lamp."""
    return np.asarray(cv2.circle(picture.copy(), (round(middle[0]), round(middle[1])), round(radius), (255,) * 3, -1))


def told(picture: Picture, cells: set[Cell] = LINE) -> list[Cell]:
    crops = crops_of(picture, np.stack([quad(cell) for cell in sorted(cells)]))
    return burnt_tiles(picture, {cell: quad(cell) for cell in AROUND}, cells, crops)


@pytest.mark.parametrize("cell", [(1, 0), (3, 0), (0, -1), (1, 1)])
def test_a_face_that_is_burnt_up_to_its_edges_is_a_tile(cell: Cell) -> None:
    assert told(laid(LINE)) == []
    burnt = laid(LINE)
    x, y = map(int, place(cell))
    burnt[y : y + SIDE, x : x + SIDE] = 250
    assert told(burnt) == [cell]


def test_two_burnt_faces_side_by_side_are_two_tiles() -> None:
    burnt = laid(LINE)
    x, y = map(int, place((1, 1)))
    burnt[y : y + SIDE, x : x + SIDE + PITCH] = 255
    assert told(burnt) == [(1, 1), (2, 1)]


def test_the_image_of_a_lamp_on_the_table_is_none() -> None:
    x, y = place((1, 1))
    for radius in (12, 17, 20, 25, 40):
        shining = blob(laid(LINE), (x + SIDE / 2, y + SIDE / 2), radius)
        # The tiles beside it do not shine with the table.
        for left, top in ((int(a), int(b)) for a, b in map(place, LINE)):
            shining[top : top + SIDE, left : left + SIDE] = 40
        assert told(shining) == []


def test_a_white_table_hides_nothing() -> None:
    assert told(laid(LINE, table=250)) == []


def test_a_shadow_on_the_table_is_no_tile() -> None:
    shaded = laid(LINE, table=200)
    x, y = map(int, place((1, 0)))
    shaded[y : y + SIDE, x : x + SIDE] = 90
    assert told(shaded) == []


def test_what_burns_a_tile_and_the_cell_beside_it_lies_on_top_of_both() -> None:
    x, y = place((1, 0))
    shining = blob(laid(LINE), (x + SIDE / 2, y + SIDE / 2), 30)
    assert told(shining) == [(1, 0)]
    assert (1, 0) not in told(blob(laid(LINE, body=250), (x + SIDE / 2, y + SIDE / 2), 30))


def test_shares_are_told_at_a_glance() -> None:
    picture = laid(set())
    x, y = map(int, place((0, 0)))
    picture[y : y + SIDE, x : x + SIDE // 2] = 255
    shares = burnt_shares(picture, {(0, 0): quad((0, 0)), (1, 0): quad((1, 0))})
    assert 0.35 < shares[0, 0] < 0.65
    assert shares[1, 0] == 0
    assert burnt_shares(picture, {}) == {}
