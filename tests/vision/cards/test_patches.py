"""Cards cut out of a picture, and corners as they see them."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tileye.vision.cards.patches import (
    NARROW,
    PATCH,
    ROOM,
    Quads,
    cut_card_patches,
    frames,
    straight_frames,
    upright,
    upright_frames,
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
    shares = seen / 1000
    for boxes in (upright_frames(around), straight_frames(upright(around))):
        np.testing.assert_allclose(boxes.corners(boxes.seen(seen)), seen, atol=1e-6)
        np.testing.assert_allclose(boxes.seen(boxes.corners(shares)), shares, atol=1e-6)


@given(boxes)
def test_a_box_sees_its_own_corners_upright(box: Quads) -> None:
    stands = upright(box)
    left, top = upright_frames(stands).seen(stands)[0, 0]
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
    (patch,) = cut_card_patches(_drawn(quads), upright_frames(quads))
    assert patch.shape == (PATCH, PATCH, 3)
    long, short = PATCH / ROOM / 2, PATCH / ROOM / 3
    y, x = np.mgrid[:PATCH, :PATCH] + 0.5 - PATCH / 2
    upper = (abs(x) < short - 2) & (y < -2) & (y > 2 - long)
    lower = (abs(x) < short - 2) & (y > 2) & (y < long - 2)
    around = (abs(x) > short + 2) | (abs(y) > long + 2)
    assert np.abs(patch[upper].astype(int) - (220, 20, 20)).max() < 30
    assert patch[lower].min() > 210
    assert patch[around].max() < 80


@given(boxes, st.floats(-0.8, 0.8), st.floats(0.3, 1.0))
def test_a_card_seen_from_the_side_is_straight(box: Quads, sheared: float, squeezed: float) -> None:
    slanted = upright(box) @ np.array([(1, 0), (sheared, squeezed)])
    seen = straight_frames(slanted).seen(slanted)[0]
    wide, high = NARROW / 2, 0.5
    np.testing.assert_allclose(seen, [(-wide, -high), (wide, -high), (wide, high), (-wide, high)], atol=1e-6)


@pytest.mark.parametrize("turn", range(0, 360, 45))
def test_a_straight_patch_shows_the_whole_face_whatever_the_look(turn: float) -> None:
    quads = (_box(0, 0, 90, 130, turn) @ np.array([(1, 0.1), (0.4, 0.6)])) + (460, 340)
    (patch,) = cut_card_patches(_drawn(quads), straight_frames(quads))
    y, x = np.mgrid[:PATCH, :PATCH] + 0.5 - PATCH / 2
    across, along = abs(x) * ROOM / PATCH / NARROW, y * ROOM / PATCH
    assert np.abs(patch[(across < 0.46) & (along < -0.04) & (along > -0.46)].astype(int) - (220, 20, 20)).max() < 60
    assert patch[(across < 0.46) & (along > 0.04) & (along < 0.46)].min() > 180
    assert patch[(across > 0.54) | (abs(along) > 0.54)].max() < 100


def test_what_lies_on_one_line_is_looked_at_as_it_is() -> None:
    flat = np.array([[(10, 10), (20, 10), (21, 10), (11, 10)]], np.float64)
    own, others = straight_frames(flat), upright_frames(flat)
    assert (own.rights == others.rights).all()
    assert (own.downs == others.downs).all()


def test_large_cards_are_shrunk_without_aliasing() -> None:
    """Of stripes finer than a pixel of the patch the mean is left."""
    picture = np.zeros((1600, 1600, 3), np.uint8)
    picture[::2] = 200
    for turn in (0.0, 17.0):
        quads = _box(800, 800, 700, 1000, turn)
        (patch,) = cut_card_patches(picture, upright_frames(quads))
        assert np.abs(patch.astype(int) - 100).max() < 12


@pytest.mark.parametrize("high", [30.0, 100.0, 250.0, 900.0])
def test_the_middle_of_a_patch_is_the_middle_of_the_box_at_every_size(high: float) -> None:
    """Half pixels of smaller pictures are reckoned with."""
    y, x = np.mgrid[:1200, :1200]
    picture = np.stack([x / 6, y / 6, x * 0], -1).astype(np.uint8)
    (patch,) = cut_card_patches(picture, upright_frames(_box(600, 500, high / 1.4, high, 0)))
    middle = patch[PATCH // 2 - 1 : PATCH // 2 + 1, PATCH // 2 - 1 : PATCH // 2 + 1].mean((0, 1))
    assert middle[:2] == pytest.approx((599.5 / 6 - 0.5, 499.5 / 6 - 0.5), abs=0.8)


def test_cards_beyond_the_picture_have_patches_too() -> None:
    picture = np.full((100, 120, 3), 77, np.uint8)
    beyond = np.concatenate([_box(-20, 50, 40, 60, 0), _box(5000, 50, 40, 60, 10)])
    patches = cut_card_patches(picture, upright_frames(beyond))
    assert np.abs(patches.astype(int) - 77).max() <= 1
    assert cut_card_patches(picture, upright_frames(np.zeros((0, 4, 2)))).shape == (0, PATCH, PATCH, 3)
