"""Cards cut out of a picture, and corners as they see them."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tileye.vision.cards.patches import (
    PATCH,
    ROOM,
    Quads,
    corners_from_frames,
    corners_in_frames,
    cut_card_patches,
    frames,
    upright,
)

Picture = NDArray[np.uint8]


def _box(x: float, y: float, wide: float, high: float, turn: float) -> Quads:
    points = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) @ (0.5, 0.5j)
    points = points * np.exp(1j * np.radians(turn)) + complex(x, y)
    return np.stack([points.real, points.imag], -1)[None]


boxes = st.builds(
    _box, st.floats(-500, 2500), st.floats(-500, 2500), st.floats(5, 300), st.floats(5, 500), st.floats(-360, 360)
)
corners = st.lists(st.floats(-2000, 4000), min_size=8, max_size=8).map(lambda values: np.array(values).reshape(1, 4, 2))


@given(corners, boxes)
def test_corners_in_a_frame_and_from_it_are_inverse(seen: Quads, around: Quads) -> None:
    np.testing.assert_allclose(corners_from_frames(corners_in_frames(seen, around), around), seen, atol=1e-6)
    shares = seen / 1000
    np.testing.assert_allclose(corners_in_frames(corners_from_frames(shares, around), around), shares, atol=1e-6)


@given(boxes)
def test_a_box_sees_its_own_corners_upright(box: Quads) -> None:
    stands = upright(box)
    left, top = corners_in_frames(stands, stands)[0, 0]
    assert (left, top) == pytest.approx((-0.5 * _short(stands) / _long(stands), -0.5), abs=1e-6)


@given(boxes)
def test_upright_boxes_begin_with_a_short_side_and_run_on_as_before(box: Quads) -> None:
    stands = upright(box)
    assert _short(stands) <= _long(stands) + 1e-9
    assert any(np.array_equal(np.roll(box, turn, 1), stands) for turn in range(4))
    np.testing.assert_array_equal(upright(stands), stands)
    middle, long, down = frames(stands)
    assert abs(down[0]) == pytest.approx(1)
    assert long[0] == pytest.approx(_long(stands))
    assert middle[0] == pytest.approx(complex(*box[0].mean(0)))


def _short(quads: Quads) -> float:
    return float(np.linalg.norm(quads[0, 1] - quads[0, 0]))


def _long(quads: Quads) -> float:
    return float(np.linalg.norm(quads[0, 2] - quads[0, 1]))


def _drawn(quads: Quads, size: tuple[int, int] = (700, 900)) -> Picture:
    """A white card with a red upper half on a dark table."""
    picture = np.full((*size, 3), 40, np.uint8)
    upper = np.array([quads[0, 0], quads[0, 1], quads[0, 1:3].mean(0), quads[0, [0, 3]].mean(0)])
    for outline, colour in ((quads[0], (240, 240, 240)), (upper, (220, 20, 20))):
        cv2.fillPoly(picture, [np.round((outline - 0.5) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    return picture


@pytest.mark.parametrize("turn", range(0, 360, 30))
@pytest.mark.parametrize("high", [60.0, 330.0])
def test_a_patch_is_upright_whatever_the_turn_of_the_card(turn: float, high: float) -> None:
    quads = _box(460, 340, high / 1.5, high, turn)
    (patch,) = cut_card_patches(_drawn(quads), quads)
    assert patch.shape == (PATCH, PATCH, 3)
    long, short = PATCH / ROOM / 2, PATCH / ROOM / 3
    y, x = np.mgrid[:PATCH, :PATCH] + 0.5 - PATCH / 2
    upper = (abs(x) < short - 2) & (y < -2) & (y > 2 - long)
    lower = (abs(x) < short - 2) & (y > 2) & (y < long - 2)
    around = (abs(x) > short + 2) | (abs(y) > long + 2)
    assert np.abs(patch[upper].astype(int) - (220, 20, 20)).max() < 30
    assert patch[lower].min() > 210
    assert patch[around].max() < 80


def test_large_cards_are_shrunk_without_aliasing() -> None:
    """Of stripes finer than a pixel of the patch the mean is left."""
    picture = np.zeros((1600, 1600, 3), np.uint8)
    picture[::2] = 200
    for turn in (0.0, 17.0):
        quads = _box(800, 800, 700, 1000, turn)
        (patch,) = cut_card_patches(picture, quads)
        assert np.abs(patch.astype(int) - 100).max() < 12


@pytest.mark.parametrize("high", [30.0, 100.0, 250.0, 900.0])
def test_the_middle_of_a_patch_is_the_middle_of_the_box_at_every_size(high: float) -> None:
    """Half pixels of smaller pictures are reckoned with."""
    y, x = np.mgrid[:1200, :1200]
    picture = np.stack([x / 6, y / 6, x * 0], -1).astype(np.uint8)
    (patch,) = cut_card_patches(picture, _box(600, 500, high / 1.4, high, 0))
    middle = patch[PATCH // 2 - 1 : PATCH // 2 + 1, PATCH // 2 - 1 : PATCH // 2 + 1].mean((0, 1))
    assert middle[:2] == pytest.approx((599.5 / 6 - 0.5, 499.5 / 6 - 0.5), abs=0.8)


def test_cards_beyond_the_picture_have_patches_too() -> None:
    picture = np.full((100, 120, 3), 77, np.uint8)
    patches = cut_card_patches(picture, np.concatenate([_box(-20, 50, 40, 60, 0), _box(5000, 50, 40, 60, 10)]))
    assert np.abs(patches.astype(int) - 77).max() <= 1
    assert cut_card_patches(picture, np.zeros((0, 4, 2))).shape == (0, PATCH, PATCH, 3)
