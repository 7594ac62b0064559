"""Parts read again, hidden cells, strays."""

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.vision.shown import PITCH, SIZE, burnt_out, dazzled_reader, drawn, reader
from tileye.rules.board import Cell
from tileye.rules.tiles import Tile
from tileye.vision.images.changes import Box, ChangedBlocks
from tileye.vision.images.pictures import Picture
from tileye.vision.reading import NAMES
from tileye.vision.tracking.eye import Eye

BOARD: dict[Cell, Tile] = {(0, 0): "4O", (1, 0): "2O", (2, 0): "6O", (1, 1): "2R", (1, 2): "2B"}
HIGH, WIDE = SIZE
NOWHERE = ChangedBlocks.nowhere(SIZE)


def around(*cells: Cell) -> Box:
    """A box around cells."""
    places = np.array([(WIDE / 2 + PITCH * x, HIGH / 2 + PITCH * y) for x, y in cells])
    (left, top), (right, bottom) = places.min(0) - PITCH, places.max(0) + PITCH
    return int(left), int(top), int(right), int(bottom)


def named(eye: Eye) -> dict[Cell, Tile]:
    """The best names."""
    assert eye.last is not None
    return {cell: next(iter(names)) for cell, names in eye.last.tiles.items()}


def known() -> Eye:
    """An eye that has read a board."""
    return Eye(reader()).read(drawn(BOARD), {})


def known_as(picture: Picture) -> Eye:
    """An eye that has read the board in a picture of it."""
    return Eye(reader()).read(picture, {}).read(picture, BOARD)


def test_the_first_reading_numbers_the_cells_from_the_first_tile_on() -> None:
    assert named(known()) == BOARD


def test_a_part_is_read_again_and_all_else_is_remembered() -> None:
    grown = {**BOARD, (3, 0): "1O", (-1, -1): "3G"}
    eye = known().read(drawn(grown), BOARD, [around((3, 0))])
    assert named(eye) == {**BOARD, (3, 0): "1O"}
    assert named(eye.read(drawn(grown), BOARD)) == {**grown}


def test_a_tile_that_was_lifted_is_gone_where_somebody_looks() -> None:
    left = {cell: tile for cell, tile in BOARD.items() if cell != (1, 2)}
    assert named(known().read(drawn(left), BOARD, [around((2, 0))])) == BOARD
    assert named(known().read(drawn(left), BOARD, [around((1, 2))])) == left


@tried(15)
@given(st.lists(st.sampled_from(sorted(BOARD)), max_size=3))
def test_looking_again_at_the_same_table_changes_nothing(cells: list[Cell]) -> None:
    eye = known()
    again = eye.read(drawn(BOARD), BOARD, [around(cell) for cell in cells])
    assert named(again) == named(eye)
    assert again.last is not None
    assert len(again.last.raw.found.quads) == len(BOARD)


def test_strays_are_no_tiles_of_the_game_until_they_are_trusted() -> None:
    eye = Eye(reader()).read(drawn(BOARD), {}).minding().read(drawn(BOARD), {})
    assert named(eye) == {}
    assert named(eye.trusting().read(drawn(BOARD), {})) == BOARD


def test_strays_stay_strays_through_a_bump_until_somebody_takes_them() -> None:
    about = [(90.0, 80.0, "1G")]
    eye = Eye(reader()).read(drawn({}, about), {}).minding().read(drawn(BOARD, about), {})
    bumped = np.roll(drawn(BOARD, about), (22, 13), (0, 1))
    after = eye.read(bumped, BOARD)
    assert after.last is not None
    assert after.last.registration.verdict == "moved"
    assert abs(after.strays.mean((0, 1)) - (103, 102)).max() < 3
    assert len(after.read(bumped, BOARD).strays) == 1
    assert len(after.read(drawn(BOARD), BOARD).read(drawn(BOARD), BOARD).strays) == 0


def test_what_a_hand_covers_is_hidden_but_for_what_can_be_read() -> None:
    blocks = np.zeros((23, 40), np.bool_)
    blocks[:, 20:] = True
    cells, eye = {*BOARD, (3, 0)}, known()
    assert eye.hidden(cells, BOARD, ChangedBlocks(blocks, SIZE), (WIDE, HIGH)) == {(3, 0)}
    assert eye.sees_through(ChangedBlocks(blocks, SIZE), BOARD, BOARD)
    blind = eye.read(drawn({}), BOARD)
    assert blind.hidden(cells, BOARD, ChangedBlocks(blocks, SIZE), (WIDE, HIGH)) == {*cells}
    assert not blind.sees_through(ChangedBlocks(blocks, SIZE), BOARD, BOARD)


def test_cells_outside_the_picture_are_hidden() -> None:
    assert known().hidden({(0, 0), (9, 0)}, BOARD, NOWHERE, (WIDE, HIGH)) == {(9, 0)}


def overlooked(picture: Picture, cell: Cell) -> Picture:
    """The net of these tests sees white squares only: in a darker light it does not see this one any more."""
    x, y = round(WIDE / 2 + PITCH * cell[0]), round(HIGH / 2 + PITCH * cell[1])
    part = np.s_[y - PITCH // 2 : y + PITCH // 2, x - PITCH // 2 : x + PITCH // 2]
    shaded = picture.copy()
    shaded[part] = (picture[part] * 0.5).astype(np.uint8)
    return shaded


def printed(board: dict[Cell, Tile]) -> Picture:
    """Tiles with something on them that can be known again."""
    picture = drawn(board).copy()
    for number, (column, row) in enumerate(sorted(board)):
        x, y = round(WIDE / 2 + PITCH * column), round(HIGH / 2 + PITCH * row)
        cv2.circle(picture, (x - 6 + 3 * (number % 5), y + 7), 3, (30, 30, 30), -1)
    return picture


def test_a_recorded_tile_that_the_net_overlooks_is_known_again() -> None:
    eye = known_as(printed(BOARD))
    shaded = overlooked(printed(BOARD), (1, 1))
    assert (1, 1) not in named(Eye(reader()).read(shaded, {}))
    assert named(eye.read(shaded, BOARD)) == BOARD


def test_a_tile_that_was_lifted_is_not_known_again() -> None:
    left = {cell: tile for cell, tile in BOARD.items() if cell != (1, 2)}
    assert named(known_as(printed(BOARD)).read(printed(left), BOARD)) == left


def test_before_anything_was_read_all_is_hidden() -> None:
    assert Eye(reader()).hidden({(0, 0)}, {}, NOWHERE, (WIDE, HIGH)) == {(0, 0)}


def test_names_are_chances_best_first() -> None:
    eye = known()
    assert eye.last is not None
    for names in eye.last.tiles.values():
        assert set(names) <= set(NAMES)
        assert list(names.values()) == sorted(names.values(), reverse=True)
        assert sum(names.values()) <= 1 + 1e-9


def dazzled() -> Eye:
    """An eye that has read the board, and sees nothing in what is burnt out."""
    return Eye(dazzled_reader()).read(drawn(BOARD), {}).read(drawn(BOARD), BOARD)


def test_a_recorded_tile_that_is_burnt_out_is_no_empty_cell() -> None:
    after = dazzled().read(burnt_out(drawn(BOARD), (1, 2)), BOARD)
    assert after.last is not None
    assert (1, 2) not in after.last.tiles
    assert after.last.odd == {(1, 2)}
    lifted = {cell: tile for cell, tile in BOARD.items() if cell != (1, 2)}
    gone = dazzled().read(drawn(lifted), BOARD)
    assert gone.last is not None
    assert not gone.last.odd


def test_a_burnt_out_tile_that_is_not_recorded_is_no_empty_cell_either() -> None:
    after = dazzled().read(burnt_out(drawn(BOARD), (3, 0)), BOARD)
    assert after.last is not None
    assert named(after) == BOARD
    assert after.last.odd == {(3, 0)}
