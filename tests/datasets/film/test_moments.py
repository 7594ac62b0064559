"""What is where at a moment of a film."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.datasets.short_film import CAMERA, DAY, FIRST, GONE, LAID, SECOND, SWITCHED, WARM, short_film
from tileye.datasets.film.moments import camera_at, hand_key, lights_at, mixed_light, moment_at
from tileye.datasets.film.timeline import CameraKey, Key, Reach


def test_a_tile_is_carried_until_it_rests() -> None:
    film = short_film()
    before, after = moment_at(film, LAID - 0.01), moment_at(film, LAID)
    (carried,) = before.pieces
    assert before.scene.pieces == (FIRST,)
    assert after.pieces == ()
    assert after.scene.pieces == (FIRST, SECOND)
    assert carried.tile == SECOND.tile
    assert (carried.pose.x, carried.pose.y, carried.pose.turn) == pytest.approx((0, 0, 10), abs=0.1)
    assert 0 <= carried.pose.z < 0.1


def test_a_carried_tile_hangs_below_the_fingertips() -> None:
    film = short_film()
    (carried,) = moment_at(film, 0.4).pieces
    key = hand_key(film.reaches[0], 0.4)
    assert (carried.pose.x, carried.pose.y) == (key.x, key.y)
    assert carried.pose.z == pytest.approx(key.lift - film.tile_style.height / 2)


@pytest.mark.parametrize(("at", "hands"), [(0.1, 0), (0.3, 1), (LAID, 1), (GONE - 0.05, 1), (GONE + 0.05, 0)])
def test_hands_come_and_go(at: float, hands: int) -> None:
    assert len(moment_at(short_film(), at).hands) == hands


@given(st.floats(0.0, 1.0))
def test_a_hand_stays_between_its_keys_and_turns_the_shorter_way(share: float) -> None:
    reach = Reach(0, (Key(0.0, 0.0, 5.0, 1.0, 350.0, 0.0), Key(1.0, 4.0, 3.0, 0.0, 30.0, 1.0)))
    key = hand_key(reach, share)
    assert 0 <= key.x <= 4
    assert 3 <= key.y <= 5
    assert (key.towards - 350) % 360 <= 40
    assert key.grip == pytest.approx(key.x / 4)


def test_a_hand_eases_in_and_out() -> None:
    reach = Reach(0, (Key(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), Key(1.0, 1.0, 0.0, 0.0, 0.0, 0.0)))
    steps = np.diff([hand_key(reach, at).x for at in np.linspace(0, 1, 11)])
    assert steps[0] < 0.5 * steps[5] > steps[-1]


def test_light_changes_evenly_between_two_keys() -> None:
    film = short_film()
    assert lights_at(film, 0.5) == ((1.0, DAY),)
    (one, day), (other, warm) = lights_at(film, SWITCHED + 0.05)
    assert (day, warm) == (DAY, WARM)
    assert (one, other) == pytest.approx((0.75, 0.25))
    assert lights_at(film, 1.4) == ((1.0, WARM),)


def test_lights_add_up() -> None:
    light = mixed_light(((0.75, DAY), (0.25, WARM)))
    assert [lamp.power for lamp in light.lamps] == pytest.approx([0.75, 0.1])
    assert light.ambient == pytest.approx(0.25)
    assert 2800 < light.ambient_kelvin < 6500


def test_a_camera_moves_evenly_and_turns_the_shorter_way() -> None:
    end = replace(CAMERA, target=(2.0, 0.0), roll=-10.0, azimuth=CAMERA.azimuth + 350)
    film = short_film(cameras=(CameraKey(0.0, CAMERA), CameraKey(0.5, CAMERA), CameraKey(0.7, end)))
    assert camera_at(film, 0.4) == CAMERA
    between = camera_at(film, 0.6)
    assert between.target == pytest.approx((1.0, 0.0))
    assert (between.roll, between.azimuth) == pytest.approx((-5.0, CAMERA.azimuth - 5))
    assert camera_at(film, 1.0) == end
