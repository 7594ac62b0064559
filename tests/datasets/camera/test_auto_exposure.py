"""How exposure and white balance run on."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.datasets.short_film import DAY, WARM, short_film
from tileye.datasets.camera.auto_exposure import FPS, METER_EVERY, exposures, frame_count, lagged, sensors
from tileye.datasets.film.timeline import LightKey


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=30), st.floats(0.1, 5))
def test_what_follows_stays_within_what_it_follows(values: list[float], seconds: float) -> None:
    followed = lagged(values, seconds)
    assert len(followed) == len(values)
    assert min(values) - 1e-9 <= min(followed) <= max(followed) <= max(values) + 1e-9


def test_a_lag_leaves_a_third_after_its_time() -> None:
    followed = lagged([0.0] + [1.0] * FPS, 1.0)
    assert followed[FPS] == pytest.approx(1 - math.exp(-1))


def test_gains_follow_what_was_metered() -> None:
    film = short_film(seconds=10.0)
    half = frame_count(film) // METER_EVERY // 2
    gains = exposures(film, [1.0] * half + [3.0] * half)
    assert gains[0] == pytest.approx(1.0)
    assert 1.0 < gains[half * METER_EVERY + 3] < 2.5
    assert gains[-1] == pytest.approx(3.0, rel=0.02)


def test_white_balance_follows_the_light_slowly_and_not_all_the_way() -> None:
    film = short_film(seconds=30.0, lights=(LightKey(0.0, DAY), LightKey(5.0, DAY), LightKey(5.2, WARM)))
    kelvins = [sensor.white_kelvin for sensor in sensors(film)]
    assert kelvins[4 * FPS] == pytest.approx(6500, rel=0.02)
    assert kelvins[6 * FPS] > 4200
    assert 2800 * 1.05 < kelvins[-1] < 3800


def test_white_balance_never_rests_but_hunts_little() -> None:
    kelvins = [sensor.white_kelvin for sensor in sensors(short_film(seconds=20.0, lights=(LightKey(0.0, DAY),)))]
    assert len(set(kelvins)) > 200
    assert max(kelvins) / min(kelvins) < 1.03
