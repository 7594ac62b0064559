"""Hands in composed pictures."""

from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.compose.hand_shapes import draw_hands, hand_outlines
from tileye.datasets.scene.hands import Hand, HandStyle, draw_style, hand_at
from tileye.datasets.scene.scenes import Lamp, Light

CAMERA = Camera(320, 240, (0.0, 0.0), 20.0, 70.0, -90.0, 0.0, 0.9)
LIGHT = Light((Lamp((20.0, -10.0, 30.0), 6.0, 1.0, 5500.0),), 0.3, 6000.0)
STYLE = HandStyle((0.8, 0.58, 0.45), (0.1, 0.15, 0.7), 1.0, left=False, bare=1.0)


def _drawn(camera: Camera, *hands: Hand, grey: float = 0.0) -> NDArray[Any]:
    picture = np.full((camera.height, camera.width, 3), grey, np.float32)
    draw_hands(picture, camera, camera, hands, LIGHT)
    return picture


def _covered(camera: Camera, hand: Hand) -> NDArray[np.bool_]:
    """Where the outlines of the bones are in the picture."""
    mask = np.zeros((camera.height, camera.width), np.uint8)
    for points in hand_outlines(hand):
        hull = cv2.convexHull(np.round(camera.project(points)).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 1)
    return mask > 0


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("grip", [0.0, 0.5, 1.0])
def test_hands_are_drawn_where_their_outlines_are(seed: int, grip: float) -> None:
    hand = hand_at(draw_style(Random(seed)), 0.0, 0.0, 0.4, 60.0 * seed, grip)
    there, drawn = _covered(CAMERA, hand), _drawn(CAMERA, hand, grey=5.0)[..., 1] < 4.5
    assert there.sum() > 2000
    assert (there & drawn).sum() / (there | drawn).sum() > 0.9


def test_a_picture_without_hands_stays() -> None:
    far = hand_at(STYLE, 200.0, 0.0, 0.4, 180.0, 0.0)
    assert (_drawn(CAMERA, grey=0.5) == 0.5).all()
    assert (_drawn(CAMERA, far, grey=0.5) == 0.5).all()


def test_skin_and_sleeve_have_their_colours() -> None:
    hand = hand_at(STYLE, 3.0, 0.0, 0.4, 0.0, 0.0)
    picture = _drawn(CAMERA, hand)
    (palm_x, palm_y), (arm_x, arm_y) = CAMERA.project(np.array([(-1.5, 0.0, 0.8), (-8.0, 0.0, 1.8)])).astype(int)
    red, _, blue = picture[palm_y, palm_x]
    assert red > 1.5 * blue
    red, _, blue = picture[arm_y, arm_x]
    assert blue > 1.5 * red


def test_hands_are_lighter_towards_the_lamp_and_smooth() -> None:
    picture = _drawn(CAMERA, hand_at(HandStyle(STYLE.skin, STYLE.sleeve, 1.0, False, 25.0), 0.0, 6.0, 0.4, 90.0, 0.0))
    row = picture[200, :, 1]
    inside = np.flatnonzero(row > 0.02)
    quarter = len(inside) // 4
    assert row[inside[-quarter:-3]].mean() > 1.3 * row[inside[3:quarter]].mean()
    assert np.abs(np.diff(row[inside[3:-3]])).max() < 0.12 * row.max()


def test_larger_pictures_show_the_same_hand() -> None:
    large = Camera(1280, 960, (0.0, 0.0), 20.0, 70.0, -90.0, 0.0, 0.9)
    hand = hand_at(STYLE, 0.0, 0.0, 0.4, 30.0, 0.6)
    small = cv2.resize(_drawn(large, hand), (320, 240), interpolation=cv2.INTER_AREA)
    assert np.abs(small - _drawn(CAMERA, hand)).mean() < 0.05 * small.max()


def test_hands_that_reach_behind_the_camera_can_be_drawn() -> None:
    low = Camera(320, 240, (0.0, 0.0), 6.0, 35.0, -90.0, 0.0, 0.9)
    picture = _drawn(low, hand_at(STYLE, 0.0, 0.0, 0.4, 90.0, 1.0))
    assert np.isfinite(picture).all()
    assert picture.max() > 0


def test_the_nearer_hand_hides_the_other() -> None:
    under = hand_at(HandStyle((0.2, 0.12, 0.1), STYLE.sleeve, 1.0, False, 25.0), 0.0, 0.0, 0.4, 0.0, 0.0)
    over = hand_at(HandStyle((0.95, 0.8, 0.7), STYLE.sleeve, 1.0, False, 25.0), 0.0, 0.0, 4.0, 90.0, 0.0)
    assert (_drawn(CAMERA, under, over) == _drawn(CAMERA, over, under)).all()
    x, y = CAMERA.project(np.array([0.0, -2.5, 5.0])).astype(int)
    assert _drawn(CAMERA, under, over)[y, x] == pytest.approx(_drawn(CAMERA, over)[y, x], rel=0.2)
