"""What lens and sensor make of a picture."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.datasets.staged import OVERHEAD, PLAIN, stage
from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.camera.finish import Linear, finish
from tileye.datasets.compose.gloss import incident
from tileye.datasets.scene.scenes import Light, Scene, kelvin_rgb

CAMERA = replace(OVERHEAD, width=160, height=120, focal=0.8)
ROUGH = replace(PLAIN, noise=0.02, defocus_px=1.0, motion_px=4.0, motion_angle=30.0, sharpening=1.0, vignette=0.3)


def _size(camera: Camera, scale: float = 1.0) -> tuple[int, int]:
    """Rows and columns of a render: a little wider than the frame where the lens bends inwards."""
    wide = 1.0 + max(0.0, -camera.bend) * 2.2
    return round(camera.height * wide * scale), round(camera.width * wide * scale)


def _flat(camera: Camera, colour: tuple[float, float, float] = (1.0, 1.0, 1.0), scale: float = 1.0) -> Linear:
    return np.ones((*_size(camera, scale), 3), np.float32) * np.array(colour, np.float32)


def _taken(scene: Scene, picture: Linear) -> Linear:
    """The picture that the bytes show, red green blue from 0 to 1."""
    shown = cv2.imdecode(np.frombuffer(finish(scene, picture), np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    return np.asarray(shown[..., ::-1] / 255, np.float32)


@pytest.mark.parametrize("size", [(160, 120), (120, 160), (161, 91)])
@pytest.mark.parametrize("bend", [-0.06, -0.013, 0.0, 0.01])
def test_the_output_is_a_jpeg_of_the_cameras_size(bend: float, size: tuple[int, int]) -> None:
    camera = replace(CAMERA, width=size[0], height=size[1], bend=bend)
    scene = stage(camera=camera, sensor=ROUGH)
    assert finish(scene, _flat(camera)).startswith(b"\xff\xd8\xff")
    assert _taken(scene, _flat(camera)).shape == (size[1], size[0], 3)
    half = _taken(scene, _flat(camera, scale=0.5)).shape
    assert half[:2] == pytest.approx((size[1] / 2, size[0] / 2), abs=1)


def test_same_scene_gives_the_same_bytes() -> None:
    one, again, other = (stage(camera=CAMERA, sensor=ROUGH, number=number) for number in (1, 1, 2))
    picture = _flat(CAMERA)
    before = picture.copy()
    assert finish(one, picture) == finish(again, picture)
    assert finish(one, picture) != finish(other, picture)
    assert (picture == before).all()


@pytest.mark.parametrize("brightness", [0.15, 0.3, 0.5])
@pytest.mark.parametrize("power", [0.01, 1.0, 300.0])
def test_the_mean_is_what_the_sensor_aims_at(brightness: float, power: float) -> None:
    noisy = np.random.default_rng(1).uniform(0.8, 1.2, (*_size(CAMERA), 3)).astype(np.float32) * power
    scene = stage(camera=CAMERA, sensor=replace(ROUGH, brightness=brightness))
    lamp, ambient = scene.light.lamps[0], scene.light.ambient
    light = Light((replace(lamp, power=lamp.power * power),), ambient * power, 6500.0)
    shown = _taken(replace(scene, light=light), noisy)
    assert float(shown.mean()) == pytest.approx(brightness, abs=0.04)


def test_what_is_white_in_the_light_of_the_scene_does_not_burn_out() -> None:
    scene = stage(camera=CAMERA, sensor=replace(PLAIN, brightness=0.5))
    white = incident(scene.light)
    picture = _flat(CAMERA) * 0.01 * white
    picture[:, :40] = white
    shown = _taken(scene, picture)
    assert 0.8 < float(shown[60, 15].mean()) < 1
    # As soon as white things set the limit, aiming higher changes nothing.
    high, higher = (stage(camera=CAMERA, sensor=replace(PLAIN, brightness=aim)) for aim in (0.8, 0.9))
    assert finish(high, picture) == finish(higher, picture)


def test_the_glare_of_a_lamp_does_not_darken_the_rest() -> None:
    scene = stage(camera=CAMERA, sensor=PLAIN)
    picture = _flat(CAMERA) * 0.2 * incident(scene.light)
    glaring = picture.copy()
    glaring[:12] = 100 * incident(scene.light)
    dull, bright = (float(_taken(scene, one)[60, 80].mean()) for one in (picture, glaring))
    assert bright > 0.75 * dull


@pytest.mark.parametrize("kelvin", [2700.0, 6500.0, 9000.0])
def test_white_balance_makes_its_own_light_white(kelvin: float) -> None:
    sensor = replace(PLAIN, white_kelvin=kelvin)
    middle = _taken(stage(camera=CAMERA, sensor=sensor), _flat(CAMERA, kelvin_rgb(kelvin)))[60, 80]
    assert np.ptp(middle) < 0.03


def test_uncorrected_lamps_look_warm_and_channels_keep_their_order() -> None:
    red, green, blue = _taken(stage(camera=CAMERA), _flat(CAMERA, kelvin_rgb(3000)))[60, 80]
    assert red > green > blue


@pytest.mark.parametrize("bend", [-0.06, -0.02, 0.0, 0.01])
@pytest.mark.parametrize("place", [(0.0, 0.0), (18.0, 11.0), (-20.0, 5.0), (12.0, -14.0), (-22.0, -15.0)])
def test_things_appear_where_the_camera_projects_them(bend: float, place: tuple[float, float]) -> None:
    camera = replace(CAMERA, width=320, height=240, bend=bend)
    point = np.array([(*place, 0.0)])
    rows, columns = _size(camera)
    x, y = camera.straight().project(point)[0] + (np.array([columns, rows]) - (320, 240)) / 2
    at_y, at_x = np.mgrid[0:rows, 0:columns] + 0.5
    spot = np.exp(-((at_x - x) ** 2 + (at_y - y) ** 2) / 18).astype(np.float32)
    shown = _taken(stage(camera=camera), np.repeat(spot[..., None], 3, axis=2) + 0.002).mean(axis=-1)
    weight = np.where(shown > 0.5 * shown.max(), shown, 0)
    at_y, at_x = np.mgrid[0:240, 0:320] + 0.5
    found = np.array([(weight * at_x).sum(), (weight * at_y).sum()]) / weight.sum()
    np.testing.assert_allclose(found, camera.project(point)[0], atol=0.35)


def test_vignetting_darkens_the_corners_and_only_them() -> None:
    shown = _taken(stage(camera=CAMERA, sensor=replace(PLAIN, vignette=0.4)), _flat(CAMERA))
    assert float(shown[60, 80].mean()) > float(shown[2:6, 2:6].mean()) + 0.05
    plain = _taken(stage(camera=CAMERA), _flat(CAMERA))
    assert abs(float(plain[60, 80].mean()) - float(plain[2:6, 2:6].mean())) < 0.01


def test_blur_softens_and_sharpening_sharpens() -> None:
    picture = _flat(CAMERA) * 0.2
    picture[:, 80:] = 1.0

    def steepest(**changes: float) -> float:
        shown = _taken(stage(camera=CAMERA, sensor=replace(PLAIN, **{"defocus_px": 1.0, **changes})), picture)  # type: ignore[arg-type]
        return float(np.diff(shown[60].mean(axis=-1)).max())

    assert steepest(defocus_px=3.0) < 0.7 * steepest()
    assert steepest(motion_px=7.0, motion_angle=0.0) < 0.8 * steepest()
    assert steepest(motion_px=7.0, motion_angle=90.0) == pytest.approx(steepest(), abs=0.03)
    assert steepest(sharpening=1.5) > 1.1 * steepest()
