"""What is where at a moment of a film."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.datasets.cards.dealt import dealt, laid
from tests.datasets.short_film import CAMERA, DAY, FIRST, GONE, LAID, SECOND, SWITCHED, WARM, short_film
from tileye.datasets.film.moments import camera_at, carried_plates, hand_key, lights_at, mixed_light, moment_at
from tileye.datasets.film.timeline import CameraKey, Key, PlateCarry, Reach, Rest
from tileye.datasets.scene.plates import Plate


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


def _card(x: float, y: float, turn: float = 0.0) -> Plate:
    (plate,) = dealt(laid(x, y, turn=turn)).scene.plates
    return plate


CARRIED = Reach(
    0,
    (Key(0.0, 1.0, 0.0, 0.25, 90.0, 0.5), Key(1.0, 1.5, 0.5, 1.25, 110.0, 0.5), Key(2.0, 3.0, 0.0, 0.25, 90.0, 0.5)),
)


def test_a_card_goes_with_the_hand_from_where_it_lay_to_where_it_lies() -> None:
    carry = PlateCarry(0.0, 2.0, (_card(1.0, 0.5),), (_card(3.0, 0.5, 10.0),))
    (first,), (between,), (last,) = (carried_plates(CARRIED, carry, at) for at in (0.0, 1.0, 2.0))
    assert first == carry.before[0]
    assert last.middle == pytest.approx(carry.after[0].middle)
    assert last.turn == pytest.approx(10.0)
    assert between.middle[2] == pytest.approx(1.0)
    # It is turned with the hand, and half as far as it will be in the end.
    assert between.turn == pytest.approx(20.0 + 5.0)


def test_a_card_comes_and_leaves_with_the_hand() -> None:
    card = _card(3.0, 0.5)
    brought, kept = PlateCarry(0.0, 2.0, (), (card,)), PlateCarry(0.0, 2.0, (_card(1.0, 0.5),), ())
    for at in (0.3, 1.0, 1.8):
        key = hand_key(CARRIED, at)
        for carry in (brought, kept):
            (plate,) = carried_plates(CARRIED, carry, at)
            away = np.hypot(plate.middle[0] - key.x, plate.middle[1] - key.y)
            assert away == pytest.approx(0.5)


def test_a_moment_shows_cards_at_rest_and_in_a_hand() -> None:
    card, carry = _card(-1.0, 0.0), PlateCarry(0.3, LAID, (), (_card(0.0, 0.5),))
    film = short_film()
    film = replace(film, rests=(Rest(0.0, (), (card,)),), reaches=(replace(film.reaches[0], plates=(carry,)),))
    before, during, after = (moment_at(film, at) for at in (0.25, 0.5, LAID))
    assert before.scene.plates == during.scene.plates == (card,)
    assert [len(moment.plates) for moment in (before, during, after)] == [0, 1, 0]


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
