"""A camera, or a table, that never rests: hands, tiles and bumps are told all the same."""

from collections.abc import Callable
from itertools import takewhile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.vision.detection.test_runtime import needs_weights
from tests.vision.shown import new_referee, turns
from tests.vision.tracking.test_motion_gate import FPS, SIZE, kinds, noisy, table, with_hand, with_tile
from tileye.vision.benchmarks.camera_shake import WAYS, Shaken, shaken
from tileye.vision.geometry.shifts import Anchor, half_copy
from tileye.vision.images.changes import small_copy
from tileye.vision.images.pictures import Picture
from tileye.vision.live import Live
from tileye.vision.reading import open_reader
from tileye.vision.referee.inputs import parse_input
from tileye.vision.sources.files import FilmSource
from tileye.vision.tracking.motion_gate import Gate, MotionVerdict

DEMO = Path(__file__).parents[3] / "companion_web" / "film"
HALF = 160 / SIZE[0]
"""How large a pixel of the table is in a half copy."""
Shake = Callable[[Picture, float], Picture]


def shake_of(pixels: float, way: str) -> Shake:
    def shake(picture: Picture, at: float) -> Picture:
        right, down, turned = WAYS[way](at, round(at * FPS))
        return shaken(picture, (pixels * right, pixels * down), 0.04 * pixels * turned)

    return shake


def seen(
    gate: Gate, shake: Shake, lying: Callable[[float], Picture], seconds: float, start: float
) -> list[MotionVerdict]:
    """The verdicts while the table looks as it is said and the camera shakes."""
    times = [start + number / FPS for number in range(round(seconds * FPS))]
    return [gate.step(noisy(shake(lying(at - start), at), round(1000 * at)), at) for at in times]


def known(shake: Shake) -> Gate:
    """A gate that knows the table, though the camera shakes."""
    gate = Gate()
    assert seen(gate, shake, lambda _: table(), 0.5, 0.0)[-1].kind == "still"
    gate.remember()
    return gate


SHAKES = [(pixels, way) for pixels in (1.0, 2.0, 3.0) for way in WAYS]


@pytest.mark.parametrize(("pixels", "way"), SHAKES)
def test_a_camera_that_shakes_sees_a_table_at_rest(pixels: float, way: str) -> None:
    shake = shake_of(pixels, way)
    verdicts = seen(known(shake), shake, lambda _: table(), 2, 1.0)
    assert kinds(verdicts) == ["still"]
    assert verdicts[-1].still_for > 1.5
    assert not any(verdict.covered for verdict in verdicts)
    # What comes into the picture at its edge is new.
    assert all(verdict.changed.blocks.sum() <= 1 for verdict in verdicts)


@pytest.mark.parametrize(("pixels", "way"), SHAKES)
def test_a_hand_is_a_hand_for_a_camera_that_shakes(pixels: float, way: str) -> None:
    def visited(at: float) -> Picture:
        return with_hand(table(), 0.5 * max(0.0, 1 - abs(at - 1)))

    shake = shake_of(pixels, way)
    verdicts = seen(known(shake), shake, visited, 3, 1.0)
    assert sum(not verdict.at_rest for verdict in verdicts) / FPS == pytest.approx(2, abs=0.4)
    assert all(verdict.kind == "busy" for verdict in verdicts[6:24])
    assert not verdicts[-1].changed


@pytest.mark.parametrize(("pixels", "way"), SHAKES)
def test_a_tile_that_is_laid_is_found_by_a_camera_that_shakes(pixels: float, way: str) -> None:
    shake = shake_of(pixels, way)
    tiled = with_tile(table(), 700, 380, 30, (190, 40, 35))

    def laid(at: float) -> Picture:
        return with_hand(table() if at < 1 else tiled, 0.8 * max(0.0, 1 - abs(at - 1)))

    verdicts = seen(known(shake), shake, laid, 3, 1.0)
    assert verdicts[-1].kind == "still"
    assert verdicts[-1].changed.touches((700, 380, 730, 410))
    assert verdicts[-1].changed.share < 0.02


@pytest.mark.parametrize("way", WAYS)
def test_a_table_that_shakes_on_a_floor_that_does_not_is_at_rest(way: str) -> None:
    shake = shake_of(2.0, way)

    def on_the_floor(picture: Picture, at: float) -> Picture:
        moved = shake(picture, at).copy()
        moved[:, :90] = picture[:, :90]
        return moved

    verdicts = seen(known(on_the_floor), on_the_floor, lambda _: table(), 2, 1.0)
    assert kinds(verdicts) == ["still"]
    assert all(verdict.changed.blocks.sum() <= 1 for verdict in verdicts)


def test_a_bump_of_a_camera_that_shakes_is_a_bump() -> None:
    shake = shake_of(2.0, "random")
    verdicts = seen(
        known(shake), shake, lambda at: shaken(table(), (100 * min(1.0, max(0.0, at - 0.5) / 0.3), 0), 0), 3, 1.0
    )
    assert "moved" in kinds(verdicts)
    assert verdicts[-1].kind == "still"
    assert verdicts[-1].changed.share == 1


def test_an_arm_that_slides_over_a_plain_table_is_no_shaking() -> None:
    cloth = np.full((SIZE[1], SIZE[0], 3), (40, 90, 60), np.uint8)
    gate, plain = Gate(), with_tile(cloth, 700, 380, 30, (190, 40, 35))
    for number in range(8):
        gate.step(noisy(plain, number), number / FPS)
    gate.remember()
    verdicts = [gate.step(noisy(with_hand(plain, number / 200), 50 + number), 1 + number / FPS) for number in range(90)]
    assert {verdict.kind for verdict in verdicts[15:]} == {"busy"}


@tried(25)
@given(st.floats(-0.7, 0.7), st.floats(-0.7, 0.7), st.floats(-0.15, 0.15), st.booleans())
def test_a_shift_is_measured_whatever_a_hand_covers(right: float, down: float, turned: float, hand: bool) -> None:
    before, now = table(), with_hand(table(), 0.4) if hand else table()
    moved = shaken(now, (right / HALF, down / HALF), turned)
    shift = Anchor(half_copy(small_copy(before))).shift(half_copy(small_copy(moved)))
    assert shift is not None
    assert shift[:2] == pytest.approx([right, down], abs=0.06)
    # Pictures turn to the left, and what is at the edge is moved by so much.
    assert shift[3] == pytest.approx(-np.radians(turned) * 80, abs=0.06)


def test_what_is_another_table_or_shows_nothing_has_no_shift() -> None:
    anchor = Anchor(half_copy(small_copy(table())))
    assert anchor.shift(half_copy(small_copy(np.ascontiguousarray(table()[::-1])))) is None
    assert anchor.shift(half_copy(small_copy(shaken(table(), (20, 0), 0)))) is None
    assert anchor.shift(half_copy(small_copy(np.zeros((300, 300, 3), np.uint8)))) is None
    assert not Anchor(half_copy(small_copy(np.full_like(table(), 90)))).tells


@needs_weights
@pytest.mark.parametrize(("pixels", "way"), [(2.0, "smooth"), (3.0, "random")])
def test_a_piece_of_the_demo_film_is_followed_by_a_camera_that_shakes(pixels: float, way: str) -> None:
    said = [parse_input({"at": 0.546, "input": "opening", "declared": [2, 3]})]
    live = Live(Shaken(FilmSource(DEMO / "film.mp4"), pixels, way), open_reader(), new_referee(), said)
    events = [event for step in takewhile(lambda step: step.at < 10.5, live.steps()) for event in step.events]
    assert turns(events) == [(1, [["1B", 0, 0], ["2B", 1, 0], ["3B", 2, 0]], 3)]
