"""Frames of a film of the card game, small ones."""

from dataclasses import replace

import numpy as np
import pytest

from tests.datasets.card_film.test_card_story import film
from tileye.datasets.camera.auto_exposure import FPS, sensors
from tileye.datasets.film.filming import COMPOSED, Frame, take
from tileye.datasets.film.moments import camera_at
from tileye.datasets.film.timeline import PlateCarry, Timeline
from tileye.datasets.scene.plates import Plate


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    """A film whose camera has few pixels."""
    told = film("test", 4)
    small = [replace(key, camera=replace(key.camera, width=480, height=270)) for key in told.cameras]
    return replace(told, cameras=tuple(small))


def _frame(timeline: Timeline, at: float) -> Frame:
    number = round(at * FPS)
    return take(timeline, COMPOSED, number, sensors(timeline)[number], 0.8)


def _shown(timeline: Timeline, frame: Frame, plate: Plate) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The mean colour at the middle of a card."""
    x, y = camera_at(timeline, 0.0).project(plate.points(np.zeros((1, 2))))[0].astype(int)
    return np.asarray(frame[y - 3 : y + 4, x - 3 : x + 4].mean(axis=(0, 1)), np.float64)


def _first_laid(timeline: Timeline) -> PlateCarry:
    return next(carry for reach in timeline.reaches for carry in reach.plates if not carry.before)


def test_a_card_is_seen_where_it_is_laid_and_stays(timeline: Timeline) -> None:
    carry = _first_laid(timeline)
    left = timeline.reaches[0].keys[-1].at
    empty, laid, later = (_frame(timeline, at) for at in (0.2, left + 0.2, left + 0.6))
    assert all(np.abs(_shown(timeline, laid, card) - _shown(timeline, empty, card)).max() > 15 for card in carry.after)
    assert np.abs(laid.astype(int) - later.astype(int)).mean() < 6


def test_a_card_in_a_hand_is_seen_on_its_way(timeline: Timeline) -> None:
    carry = _first_laid(timeline)
    at = round((carry.end - 0.15) * FPS) / FPS
    with_cards = _frame(timeline, at)
    reaches = tuple(replace(reach, plates=()) for reach in timeline.reaches)
    without = _frame(replace(timeline, reaches=reaches), at)
    assert (np.abs(with_cards.astype(int) - without.astype(int)).max(axis=2) > 25).sum() > 60
