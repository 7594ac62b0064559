"""How cameras project."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from tileye.datasets.camera.camera_model import Array, Camera

CAMERA = Camera(640, 480, (1.0, -2.0), 20.0, 50.0, 200.0, 0.0, 0.8)
POSES = list(product((90.0, 89.9, 60.0, 35.0), (0.0, 77.0, 180.0, 301.0), (0.0, 30.0, 180.0, -100.0)))
POINTS = np.array([(1, -2, 0), (3, 1, 0.4), (-2, 0, 0), (0, -5, 1.5), (4, -4, 0.2)], dtype=np.float64)


def _posed(elevation: float, azimuth: float, roll: float) -> Camera:
    return replace(CAMERA, elevation=elevation, azimuth=azimuth, roll=roll)


def _pinhole(camera: Camera, point: Array) -> Array:
    """Look from the camera's place to its target with the zenith up, then turn the picture."""
    e, a, r = (math.radians(angle) for angle in (camera.elevation, camera.azimuth, camera.roll))
    target = np.array([*camera.target, 0.0])
    place = target + camera.distance * np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
    forward = (target - place) / np.linalg.norm(target - place)
    right = np.cross(forward, (0.0, 0.0, 1.0))
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    ray = point - place
    x, y = ray @ right / (ray @ forward), -(ray @ up) / (ray @ forward)
    turned = np.array([x * math.cos(r) + y * math.sin(r), y * math.cos(r) - x * math.sin(r)])
    middle = np.array([camera.width / 2, camera.height / 2])
    return np.asarray(turned * camera.focal * camera.width + middle, np.float64)


def _signed_area(corners: Array) -> float:
    (ax, ay), (bx, by) = corners[1] - corners[0], corners[2] - corners[0]
    return float(ax * by - ay * bx)


@pytest.mark.parametrize("pose", [pose for pose in POSES if pose[0] < 90])
def test_projects_as_a_pinhole_does(pose: tuple[float, float, float]) -> None:
    camera = _posed(*pose)
    expected = [_pinhole(camera, point) for point in POINTS]
    np.testing.assert_allclose(camera.project(POINTS), expected, atol=1e-6)


@pytest.mark.parametrize("pose", POSES)
def test_pictures_are_never_mirrored(pose: tuple[float, float, float]) -> None:
    corner = np.array([(1, -2, 0), (3, -2, 0), (1, -1, 0)], dtype=np.float64)
    # Counterclockwise seen from above; rows run down, so the sign turns.
    assert _signed_area(_posed(*pose).project(corner)) < 0


@pytest.mark.parametrize("pose", POSES)
def test_axes_are_a_right_handed_frame(pose: tuple[float, float, float]) -> None:
    axes = _posed(*pose).axes()
    np.testing.assert_allclose(axes @ axes.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(axes) == pytest.approx(1)


@pytest.mark.parametrize("bend", [0.0, -0.06, 0.01])
@pytest.mark.parametrize("pose", POSES)
def test_the_target_is_in_the_middle(pose: tuple[float, float, float], bend: float) -> None:
    camera = replace(_posed(*pose), bend=bend)
    target = np.array([(*camera.target, 0.0)])
    np.testing.assert_allclose(camera.project(target), [(320, 240)], atol=1e-9)
    assert camera.depth(target)[0] == pytest.approx(camera.distance)


def test_straight_down_tiles_are_squares_of_the_right_size() -> None:
    corners = np.array([(-1, 1, 0), (0, 1, 0), (0, 0, 0), (-1, 0, 0)], dtype=np.float64)
    pixels = replace(CAMERA, elevation=90.0, azimuth=-90.0).project(corners)
    side = 0.8 * 640 / 20
    np.testing.assert_allclose(pixels - pixels[0], [(0, 0), (side, 0), (side, side), (0, side)], atol=1e-9)


@pytest.mark.parametrize("azimuth", [0.0, 77.0, 180.0, 301.0])
def test_what_is_nearer_is_lower_and_what_stands_points_up(azimuth: float) -> None:
    camera = _posed(50.0, azimuth, 0.0)
    a = math.radians(azimuth)
    points = np.array([(1, -2, 0), (1 + math.cos(a), -2 + math.sin(a), 0), (1, -2, 1)])
    middle, nearer, top = camera.project(points)
    assert nearer == pytest.approx((320, nearer[1]))
    assert top == pytest.approx((320, top[1]))
    assert top[1] < middle[1] < nearer[1]
    assert camera.depth(points)[1] < camera.depth(points)[0]


@pytest.mark.parametrize("bend", [-0.06, 0.03])
def test_bend_is_the_share_at_the_middle_of_the_right_edge(bend: float) -> None:
    straight = replace(CAMERA, elevation=90.0, azimuth=-90.0)
    edge = np.array([(1 + 0.5 / 0.8 * 20, -2, 0)])
    assert straight.project(edge)[0] == pytest.approx((640, 240))
    assert replace(straight, bend=bend).project(edge)[0] == pytest.approx((320 + 320 * (1 + bend), 240))


def test_what_is_far_beside_the_frame_stays_there() -> None:
    # A sleeve that reaches far beyond the frame must not hide what the frame shows.
    down = replace(CAMERA, elevation=90.0, azimuth=-90.0, bend=-0.06)
    away = np.arange(10.0, 4000.0, 10.0)
    points = np.stack([away, np.full_like(away, -2.0), np.zeros_like(away)], 1)
    seen = down.project(points)[:, 0]
    assert (np.diff(seen) > 0).all()
    assert seen[-1] > 20 * down.width


def test_straight_takes_only_the_bend_away() -> None:
    bent = replace(CAMERA, roll=12.0, bend=-0.05)
    assert bent.straight() == replace(bent, bend=0.0)
