"""What moves while a frame is exposed."""

from dataclasses import replace

import numpy as np
import pytest

from tests.datasets.short_film import CAMERA, LAID, short_film
from tileye.datasets.camera.finish import Linear
from tileye.datasets.camera.motion_blur import camera_streak, streak_hands
from tileye.datasets.film.filming import COMPOSED, SHUTTER
from tileye.datasets.film.moments import Moment, moment_at


def _moved(start: float, end: float) -> tuple[Linear, Linear, Linear]:
    """The table, a sharp hand over it, and the hand streaked between two moments."""
    film = short_film()
    one, later = moment_at(film, start), moment_at(film, end)
    table = COMPOSED.base(one.scene, CAMERA.width)
    sharp = COMPOSED.over(one.scene, table, one.pieces, one.hands, one.plates)
    return table, sharp, streak_hands(one, later, table, sharp)


def _steepest(picture: Linear) -> float:
    """The steepest step from row to row at the middle finger."""
    return float(np.abs(np.diff(picture[:, 165:178, 1].mean(axis=1))).max())


def test_a_quick_hand_is_streaked() -> None:
    _, sharp, streaked = _moved(0.48, 0.48 + SHUTTER)
    assert _steepest(streaked) < 0.6 * _steepest(sharp)


def test_far_from_a_quick_hand_nothing_changes() -> None:
    table, sharp, streaked = _moved(0.48, 0.48 + SHUTTER)
    assert np.array_equal(streaked[:60], sharp[:60])
    assert np.array_equal(sharp[:30], table[:30])


def test_a_still_hand_is_sharp() -> None:
    _, sharp, streaked = _moved(LAID - 0.002, LAID - 0.001)
    assert streaked is sharp


def test_a_hand_that_leaves_while_the_frame_is_exposed_stays_as_it_is() -> None:
    _, sharp, streaked = _moved(0.895, 0.92)
    assert streaked is sharp


def test_streaks_keep_the_table_where_there_is_no_hand() -> None:
    film = short_film()
    moment = moment_at(film, 0.0)
    table = COMPOSED.base(moment.scene, CAMERA.width)
    assert streak_hands(Moment(moment.scene, moment.lights, (), ()), moment, table, table) is table


def test_a_shaken_camera_blurs_along_its_way() -> None:
    assert camera_streak(CAMERA, CAMERA) == (0.0, 0.0)
    length, angle = camera_streak(CAMERA, replace(CAMERA, target=(0.5, 0.0)))
    assert length == pytest.approx(16, abs=0.1)
    assert angle % 180 == pytest.approx(0, abs=0.1)
