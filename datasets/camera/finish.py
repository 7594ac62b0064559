"""What lens and sensor make of a picture: bending, blur, exposure, white balance, noise, sharpening, JPEG."""

import itertools
import math
from functools import lru_cache
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.compose.gloss import incident
from tileye.datasets.scene.scenes import Light, Scene, Sensor, kelvin_rgb

Linear = NDArray[Any]
"""Linear red green blue, in any unit of brightness."""

_MOST = 1.2
"""As bright as white things in full light become, in shares of what the sensor can hold."""
_NOISE_SIDE = 1024
_NOISE_UNIT = 24
"""Prepared noise is kept in bytes, a deviation of 1 being this much."""


def finish(scene: Scene, picture: Linear) -> bytes:
    """Take the picture: from linear light, a little wider than the frame, to the bytes of a JPEG."""
    random = Random(f"finish {scene.split} {scene.number}")
    gain = exposure_gain(scene.sensor, scene.light, picture)
    frame = develop(scene.camera, scene.sensor, picture, np.random.default_rng(random.getrandbits(32)), gain)
    done, data = cv2.imencode(".jpg", frame[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, scene.sensor.quality])
    assert done
    return data.tobytes()


def develop(
    camera: Camera, sensor: Sensor, picture: Linear, rng: np.random.Generator, gain: float
) -> NDArray[np.uint8]:
    """Turn linear light into the frame that the camera gives, red green blue."""
    light = _bent(camera, picture)
    cv2.multiply(light, _falloff(sensor.vignette, *light.shape[:2]), dst=light)
    light = cv2.transform(light, np.diag(_balance(sensor) * np.float32(gain)))
    shown = _toned(_blurred(light, sensor), sensor)
    _add_noise(shown, sensor.noise, rng)
    sharp = _sharpened(shown, sensor.sharpening)
    # Rounds, and keeps within what a byte holds.
    return np.asarray(cv2.convertScaleAbs(np.maximum(sharp, 0, out=sharp), alpha=255), np.uint8)


def exposure_gain(sensor: Sensor, light: Light, picture: Linear) -> float:
    """By how much the camera multiplies light, so that the mean comes where it wants it and no print burns out."""
    balanced = np.maximum(picture[::4, ::4], 0) * _balance(sensor)
    grey = balanced @ np.array([0.25, 0.6, 0.15], np.float32)
    # The glare of a lamp counts as white, not as the mirrored lamp; it may burn out.
    white = incident(light)
    mean = float(np.minimum(grey, white).mean())
    return float(min(sensor.brightness**2.2 / max(1e-6, mean), _MOST / white))


def _balance(sensor: Sensor) -> Linear:
    """What each colour is multiplied by so that the light that the camera believes in becomes white."""
    red, green, blue = kelvin_rgb(sensor.white_kelvin)
    return np.array([1 / red, (1 + sensor.tint) / green, 1 / blue], np.float32)


def _bent(camera: Camera, picture: Linear) -> Linear:
    """Bend straight lines as the lens does, and cut the picture to its frame; always a new picture."""
    height, width = picture.shape[:2]
    # The render shows more than the frame does.
    out_width = round(width / camera.wide)
    out_height = round(out_width * camera.height / camera.width)
    places = _bending(camera.bend, (width, height), (out_width, out_height))
    return cv2.remap(picture, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


@lru_cache(maxsize=2)
def _bending(bend: float, size: tuple[int, int], out: tuple[int, int]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Where in a picture of a size each place of the frame is found; the same for all frames of a film."""
    x = np.arange(out[0], dtype=np.float32)[None, :] + np.float32(0.5 - out[0] / 2)
    y = np.arange(out[1], dtype=np.float32)[:, None] + np.float32(0.5 - out[1] / 2)
    # The render's own focal length, in its pixels.
    strength = (x * x + y * y) * np.float32(bend / (0.5 * out[0]) ** 2)
    straight: NDArray[Any] = np.ones_like(strength)
    for _ in range(6):
        straight = 1 / (1 + strength * straight * straight)
    places_x = x * straight + np.float32(size[0] / 2 - 0.5)
    places_y = y * straight + np.float32(size[1] / 2 - 0.5)
    return cv2.convertMaps(places_x, places_y, cv2.CV_16SC2)


@lru_cache(maxsize=2)
def _falloff(strength: float, height: int, width: int) -> Linear:
    """How much light of each colour reaches each place: less towards the corners."""
    x, y = np.linspace(-1, 1, width, dtype=np.float32)[None, :], np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    one = np.asarray(1 - np.float32(strength) * ((x * x + y * y) / 2) ** np.float32(1.3), np.float32)
    return cv2.merge([one, one, one])


def _blurred(picture: Linear, sensor: Sensor) -> Linear:
    if sensor.defocus_px > 0.2:
        picture = cv2.GaussianBlur(picture, (0, 0), sensor.defocus_px)
    if sensor.motion_px > 1:
        size = math.ceil(sensor.motion_px) | 1
        kernel: NDArray[Any] = np.zeros((size, size), np.float32)
        kernel[size // 2] = 1
        turn = cv2.getRotationMatrix2D((size / 2 - 0.5, size / 2 - 0.5), sensor.motion_angle, 1)
        kernel = cv2.warpAffine(kernel, turn, (size, size))
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    return picture


def _toned(picture: Linear, sensor: Sensor) -> Linear:
    """From light to what screens show, with the soft shoulder, contrast and colour of the camera."""
    over = np.maximum(picture, np.float32(0.8))
    over -= np.float32(0.8)
    over *= np.float32(-5)
    cv2.exp(over, dst=over)
    shown = np.clip(picture, 0, 0.8)
    shown += np.float32(0.2)
    cv2.scaleAdd(over, -0.2, shown, dst=shown)
    cv2.pow(shown, 1 / 2.2, dst=shown)
    # Contrast about the middle and saturation about the grey of the three, in one go.
    mix = np.eye(3) * sensor.saturation + (1 - sensor.saturation) / 3
    shift = np.full((3, 1), 0.5 - 0.5 * sensor.contrast)
    return np.asarray(cv2.transform(shown, np.hstack([mix * sensor.contrast, shift])), np.float32)


@lru_cache(maxsize=1)
def _noise() -> NDArray[np.int8]:
    """Noise of light and of reading, and the blotches of colour that small sensors smear it into."""
    rng = np.random.default_rng(1)
    fine = rng.standard_normal((_NOISE_SIDE, _NOISE_SIDE, 3), dtype=np.float32)
    blotches = cv2.GaussianBlur(
        rng.standard_normal(fine.shape, dtype=np.float32), (0, 0), 1.6, borderType=cv2.BORDER_REFLECT
    )
    both = 0.7 * fine + 0.7 * 2.5 * blotches
    return np.asarray(np.clip(np.round(both * _NOISE_UNIT), -127, 127), np.int8)


def _add_noise(picture: Linear, strength: float, rng: np.random.Generator) -> None:
    """Add a part of the prepared noise that nobody has seen at this place before; more where it is bright."""
    if strength <= 0:
        return
    top, left = rng.integers(0, _NOISE_SIDE, 2)
    down, right = rng.choice((-1, 1), 2)
    noise = np.roll(_noise()[::down, ::right], (-top, -left), axis=(0, 1))
    level = np.clip(picture, 0, 1)
    cv2.sqrt(level, dst=level)
    level += np.float32(0.6)
    for y, x in itertools.product(*(range(0, length, _NOISE_SIDE) for length in level.shape[:2])):
        block = level[y : y + _NOISE_SIDE, x : x + _NOISE_SIDE]
        block *= noise[: block.shape[0], : block.shape[1]]
    cv2.scaleAdd(level, strength / _NOISE_UNIT, picture, dst=picture)


def _sharpened(picture: Linear, strength: float) -> Linear:
    if strength < 0.05:
        return picture
    soft = cv2.GaussianBlur(picture, (0, 0), 1.3)
    return np.asarray(cv2.addWeighted(picture, 1 + strength, soft, -strength, 0), np.float32)
