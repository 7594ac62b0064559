"""Frames of a film."""

import numpy as np
import pytest

from tests.datasets.short_film import CAMERA, FIRST, GONE, LAID, SECOND, SWITCHED, short_film
from tileye.datasets.camera.auto_exposure import FPS, frame_count, sensors
from tileye.datasets.film.filming import COMPOSED, Frame, shoot, take
from tileye.datasets.scene.layouts import Piece


@pytest.fixture(scope="module")
def frames() -> list[Frame]:
    """The short film, made by one process."""
    return list(shoot(short_film(), processes=1))


def _at(frames: list[Frame], at: float) -> Frame:
    return frames[round(at * FPS)]


def _colour(frame: Frame, piece: Piece) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The mean colour at the middle of a piece."""
    x, y = CAMERA.project(np.array([[piece.pose.x, piece.pose.y, 0.3]]))[0].astype(int)
    return np.asarray(frame[y - 4 : y + 5, x - 4 : x + 5].mean(axis=(0, 1)), np.float64)


def test_there_are_fifteen_frames_a_second_of_the_cameras_size(frames: list[Frame]) -> None:
    assert len(frames) == frame_count(short_film()) == 22
    assert {(frame.shape, frame.dtype) for frame in frames} == {((180, 320, 3), np.dtype(np.uint8))}


def test_frames_are_the_same_whoever_makes_them(frames: list[Frame]) -> None:
    assert all(np.array_equal(one, other) for one, other in zip(frames, shoot(short_film(), processes=2), strict=True))


def test_a_laid_tile_shows_its_colour_and_the_first_one_stays(frames: list[Frame]) -> None:
    before, after = _colour(_at(frames, 0), SECOND), _colour(_at(frames, GONE + 0.05), SECOND)
    assert np.abs(after - before).max() > 30
    assert after[0] > 1.5 * after[2] < after[1]
    red = _colour(_at(frames, GONE + 0.05), FIRST)
    assert red[0] > 1.5 * max(red[1], red[2])


def test_a_hand_is_seen_while_it_is_there(frames: list[Frame]) -> None:
    empty = _at(frames, 0).astype(int)
    changed = [np.mean(np.abs(frame.astype(int) - empty).max(axis=2) > 25) for frame in frames]
    assert changed[round(LAID * FPS)] > 0.05
    assert changed[round(0.1 * FPS)] < 0.005
    assert changed[round((GONE + 0.05) * FPS)] < 0.03


def test_a_switched_lamp_is_seen_at_once_and_exposure_follows(frames: list[Frame]) -> None:
    means = [float(frame.mean()) for frame in frames]
    before, dark = means[round(SWITCHED * FPS)], means[round((SWITCHED + 0.2) * FPS)]
    assert dark < 0.85 * before
    assert means[-1] > dark


def test_white_balance_lags_behind_a_warmer_light(frames: list[Frame]) -> None:
    day, warm = _at(frames, 0).mean(axis=(0, 1)), frames[-1].mean(axis=(0, 1))
    assert warm[0] / warm[2] > 1.3 * day[0] / day[2]


def test_noise_differs_in_still_frames(frames: list[Frame]) -> None:
    assert not np.array_equal(frames[0], frames[1])
    assert np.abs(frames[0].astype(int) - frames[1]).mean() < 4


def test_a_frame_without_a_gain_is_exposed_by_itself() -> None:
    film = short_film()
    frame = take(film, COMPOSED, 0, sensors(film)[0], None)
    assert 40 < frame.mean() < 200
