"""The view of a table, told by the tiles alone."""

import math

import numpy as np
import pytest

from tests.vision.tables import OBLIQUE, Lying, seen_from
from tileye.datasets.camera.camera_model import Camera
from tileye.vision.geometry.homography import TableHomography, boxes_of, read_turns
from tileye.vision.geometry.viewpoint import find_view

BLOCK: list[Lying] = [(x, y, 0.0) for x in range(-3, 4) for y in range(-2, 3) if (x + 2 * y) % 5]


def _camera(elevation: float, azimuth: float = -90.0) -> Camera:
    return Camera(1280, 960, (0.0, 0.0), 30.0, elevation, azimuth, 0.0, 0.9)


def _view(camera: Camera, lying: list[Lying], noise: float = 0.0) -> TableHomography:
    return find_view(boxes_of(seen_from(camera, lying, noise).quads))


def test_boxes_of_boxes_are_the_same_wherever_their_corners_start() -> None:
    seen = seen_from(OBLIQUE, BLOCK)
    one, other = boxes_of(seen.quads), boxes_of(np.roll(seen.quads, 1, 1))
    assert np.allclose(one.middles, seen.quads.mean(1) @ [1, 1j])
    assert np.allclose([one.long, one.short], [other.long, other.short])
    assert np.allclose((one.towards / other.towards) ** 2, 1, atol=1e-4) or np.allclose(one.long, one.short, rtol=1e-3)


def test_a_box_without_width_divides_nothing_by_zero() -> None:
    with np.errstate(all="raise"):
        boxes = boxes_of(np.array([np.zeros((4, 2)), [[0, 0], [9, 0], [9, 0], [0, 0]]], np.float64))
    assert (boxes.short > 0).all()


@pytest.mark.parametrize("azimuth", [-90.0, -70.0, -45.0, 10.0])
@pytest.mark.parametrize("elevation", [90.0, 70.0, 50.0, 36.0])
def test_the_squeeze_is_that_of_the_elevation(elevation: float, azimuth: float) -> None:
    sine = math.sin(math.radians(elevation))
    squeeze = _view(_camera(elevation, azimuth), BLOCK, noise=0.01).squeeze
    assert abs(squeeze) == pytest.approx((1 - sine) / (1 + sine), abs=0.03)


@pytest.mark.parametrize("elevation", [90.0, 60.0, 36.0])
def test_on_the_table_neighbours_are_one_apart(elevation: float) -> None:
    camera = _camera(elevation, -65.0)
    places = _view(camera, BLOCK).to_table(boxes_of(seen_from(camera, BLOCK).quads).middles)
    away = abs(places[:, None] - places)
    true = np.array([complex(x, -y) for x, y, _ in BLOCK])
    assert away[abs(true[:, None] - true) == 1] == pytest.approx(1, abs=0.06)


def test_places_go_to_the_picture_and_back() -> None:
    view = _view(OBLIQUE, BLOCK)
    points = np.array([100 + 50j, 640 + 480j, 900 + 800j])
    assert np.allclose(view.to_picture(view.to_table(points)), points)


def test_small_arrows_go_to_the_picture_as_points_do() -> None:
    view = _view(OBLIQUE, BLOCK)
    points, step = np.array([300 + 250j, 640 + 480j]), 1e-6 * (1 + 2j)
    moved = view.to_picture(view.to_table(points) + step) - points
    assert np.allclose(view.arrows(view.flat(points), np.full(2, step)) / moved, 1, atol=1e-3)


@pytest.mark.parametrize("elevation", [90.0, 60.0, 40.0])
def test_turns_are_read_against_each_other(elevation: float) -> None:
    lying = [*BLOCK, *[(8.0, 3.0 * i - 4, 11.0 * i) for i in range(4)]]
    boxes = boxes_of(seen_from(_camera(elevation, -75.0), lying).quads)
    turns, sizes, _ = read_turns(boxes, find_view(boxes))
    # Seen from above they turn the other way, since y runs down in pictures.
    off = np.exp(4j * (turns + np.radians([turn for _, _, turn in lying])))
    assert abs(np.angle(off / off[: len(BLOCK)].mean()) / 4).max() < np.radians(4)
    assert sizes == pytest.approx(sizes.mean(), rel=0.12)
