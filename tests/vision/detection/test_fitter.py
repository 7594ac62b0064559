"""Tiles as numbers without jumps, and patches cut around boxes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tileye.vision.detection.detector import Detections, Detector
from tileye.vision.detection.fitter import PATCH, ROOM, Fitter, cut_patches, describe, quads_from, without_pattern
from tileye.vision.detection.runtime import Batch

Quads = NDArray[np.float64]

_SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


def _tile(turn: float, squeeze: float, along: float, scale: float, middle: complex) -> Quads:
    """A square, turned, then squeezed along a direction."""
    points = _SQUARE @ (1, 1j) * np.exp(1j * np.radians(turn)) * scale
    direction = np.exp(1j * np.radians(along))
    seen = points * direction.conjugate()
    points = (seen.real * squeeze + 1j * seen.imag) * direction + middle
    return np.stack([points.real, points.imag], -1)[None]


tiles = st.builds(
    _tile,
    st.floats(0, 360),
    st.floats(0.45, 1),
    st.floats(0, 180),
    st.floats(0.6, 1.6),
    st.complex_numbers(max_magnitude=0.5),
)


@given(tiles)
def test_numbers_give_the_corners_back_but_for_a_quarter_turn(quads: Quads) -> None:
    back = quads_from(describe(quads))
    off = min(np.abs(np.roll(back, turn, 1) - quads).max() for turn in range(4))
    assert off < 1e-6


@given(tiles)
def test_a_quarter_turn_changes_no_number(quads: Quads) -> None:
    np.testing.assert_allclose(describe(np.roll(quads, 1, 1)), describe(quads), atol=1e-6)


@given(st.floats(0, 360), st.floats(0.5, 0.95), st.floats(0, 180))
def test_numbers_hardly_change_where_the_tile_hardly_turns(turn: float, squeeze: float, along: float) -> None:
    one, other = (describe(_tile(turn + more, squeeze, along, 1, 0)) for more in (0, 0.05))
    assert np.abs(one - other).max() < 0.02


@given(st.lists(st.floats(-1e6, 1e6), min_size=7, max_size=7))
def test_wild_numbers_give_finite_corners(numbers: list[float]) -> None:
    assert np.isfinite(quads_from(np.array([numbers]))).all()


@pytest.mark.parametrize("side", [4.0, 13.7, 60.0, 333.0])
def test_a_patch_shows_the_tile_in_its_middle(side: float) -> None:
    picture = np.zeros((900, 900, 3), np.uint8)
    x, y, half = 431.3, 388.6, side / 2
    # Drawn as shares of pixels, so that the edges lie between them.
    rows, columns = ((np.arange(1, 901) - middle + half).clip(0, 1) for middle in (y, x))
    far_rows, far_columns = ((middle + half - np.arange(900)).clip(0, 1) for middle in (y, x))
    picture[:] = (255 * np.minimum(rows, far_rows)[:, None] * np.minimum(columns, far_columns))[..., None]
    patch = cut_patches(picture, np.array([(x, y)]), np.array([side]))[0, ..., 0] / 255
    wide, high = patch.max(0), patch.max(1)
    assert patch.sum() == pytest.approx((PATCH / ROOM) ** 2, rel=0.03)
    for values in (wide, high):
        assert (values * np.arange(PATCH)).sum() / values.sum() == pytest.approx((PATCH - 1) / 2, abs=0.12)


def test_patches_go_on_with_the_edge_of_the_picture() -> None:
    picture = np.full((40, 40, 3), 77, np.uint8)
    patches = cut_patches(picture, np.array([(0.0, 0.0), (39.0, 20.0), (200.0, 200.0)]), np.array([8.0, 90.0, 300.0]))
    assert (patches == 77).all()


def test_a_pattern_beside_many_tiles_goes_and_many_tiles_stay() -> None:
    random = np.random.default_rng(2)
    sure, weak = random.uniform(0.6, 0.97, 70), random.uniform(0.1, 0.4, 400)
    found = Detections(random.uniform(0, 900, (470, 4, 2)), random.permutation(np.concatenate([sure, weak])))
    assert sorted(without_pattern(found).scores) == sorted(sure)
    for count, more in ((108, [0.15]), (109, []), (200, [0.1, 0.2])):
        scores = np.concatenate([random.uniform(0.6, 0.97, count), more])
        every = Detections(random.uniform(0, 900, (len(scores), 4, 2)), scores)
        assert (without_pattern(every).scores > 0.5).sum() == count
    crowd = Detections(random.uniform(0, 900, (900, 4, 2)), random.uniform(0.3, 0.7, 900))
    assert len(without_pattern(crowd).scores) <= 216
    alike = Detections(crowd.quads, np.full(900, 0.5))
    assert len(without_pattern(alike).scores) == 900


class Answering:
    """A net that says the same of every patch."""

    name = "answering"

    def __init__(self, *answer: float) -> None:
        self._answer = answer

    def run(self, batch: Batch) -> Batch:
        assert batch.shape[1:] == (3, PATCH, PATCH)
        return np.array([self._answer] * len(batch), np.float32)


def fitted(answer: tuple[float, ...], *middles: tuple[float, float]) -> Detections:
    quads = _SQUARE * 20 + np.array(middles).reshape(-1, 1, 2)
    found = Detections(quads, np.full(len(quads), 0.9))
    detector = Detector(Answering(), 640)
    return Fitter(detector, Answering(*answer)).fit(np.zeros((200, 300, 3), np.uint8), found)


def test_boxes_move_to_the_tiles_in_them() -> None:
    wanted = _tile(30, 0.8, 70, 1.1, 0.1 - 0.05j)
    moved = fitted((3.0, *describe(wanted)[0]), (100, 100), (200, 80))
    assert len(moved.quads) == 2
    off = min(np.abs(np.roll(moved.quads[0] - (100, 100), turn, 0) - wanted[0] * 20).max() for turn in range(4))
    assert off < 1e-4


def test_boxes_without_a_tile_go() -> None:
    assert not len(fitted((-4.0, *describe(_tile(0, 1, 0, 1, 0))[0]), (100, 100)).quads)
    assert not len(fitted((3.0, 0, 0, 0, 0, 0, 1, 0)).quads)


def test_tiles_that_the_edge_of_the_picture_cuts_go() -> None:
    middles = [(100.0, 100.0), (4.0, 60.0), (296.0, 60.0), (150.0, 196.0), (9.0, 150.0)]
    left = fitted((3.0, *describe(_tile(0, 1, 0, 1, 0))[0]), *middles)
    assert sorted(left.quads.mean(1).round().tolist()) == [[9, 150], [100, 100]]
