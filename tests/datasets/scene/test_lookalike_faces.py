"""Faces of things that look like tiles: each is painted, the same each time, large and small."""

import cv2
import numpy as np
import pytest

from tileye.datasets.scene.lookalike_faces import GRIDS, PIECES, LookalikeFace

KINDS = (*GRIDS, *PIECES)


def _face(kind: str, number: int = 5, part: int = 0) -> LookalikeFace:
    grid = (7, 6) if kind in GRIDS else (1, 1)
    return LookalikeFace(kind, number, part, grid, 0.3 if kind in GRIDS else 0.0)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_face_is_painted_the_same(kind: str) -> None:
    one, again = (_face(kind).paint(140, 120) for _ in range(2))
    assert one.shape == (120, 140, 3)
    assert one.dtype == np.uint8
    assert np.array_equal(one, again)


@pytest.mark.parametrize("kind", KINDS)
def test_other_numbers_look_otherwise(kind: str) -> None:
    assert len({_face(kind, number).paint(70, 60).tobytes() for number in range(5)}) == 5


@pytest.mark.parametrize("kind", KINDS)
def test_a_small_face_shows_what_a_large_one_shows(kind: str) -> None:
    small, large = _face(kind).paint(70, 60), _face(kind).paint(560, 480)
    shrunk = cv2.resize(large, (70, 60), interpolation=cv2.INTER_AREA)
    assert np.abs(small.astype(float) - shrunk).mean() < 18


@pytest.mark.parametrize("kind", PIECES)
def test_pieces_of_a_set_share_a_ground_and_differ_in_marks(kind: str) -> None:
    faces = [_face(kind, 9, part) for part in range(12)]
    assert len({face.ground for face in faces}) == 1
    assert len({face.paint(64, 64).tobytes() for face in faces}) > 4


@pytest.mark.parametrize("number", range(40))
def test_no_die_and_no_domino_shows_a_single_pip_that_is_the_disc_of_a_tile(number: int) -> None:
    face = LookalikeFace("die", number)
    if max(face.ground) > 90:
        return
    for part in range(12):
        picture = LookalikeFace("die", number, part).paint(96, 96)
        mark = (np.abs(picture.astype(int) - face.ground).max(axis=2) > 70).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(mark)
        large = [area for area in stats[1:count, cv2.CC_STAT_AREA] if area > 60]
        # Symbols may be one part; a disc as large as that of a tile would fill a quarter of the face and more.
        assert len(large) != 1 or large[0] < 96 * 96 * 0.4


def test_dark_squares_are_as_dark_as_tiles() -> None:
    assert all(max(LookalikeFace("dark square", number).ground) <= 62 for number in range(200))
