"""What lens and sensor make of a picture: bending, blur, exposure, white balance, noise, sharpening, JPEG."""

import math
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.cameras import Camera
from datasets.scenes import Scene, Sensor, kelvin_rgb

Linear = NDArray[Any]
"""Linear red green blue, in any unit of brightness."""


def finish(scene: Scene, picture: Linear) -> bytes:
    """Take the picture: from linear light, a little wider than the frame, to the bytes of a JPEG."""
    sensor = scene.sensor
    random = Random(f"finish {scene.split} {scene.number}")
    framed = _bent(scene.camera, picture)
    exposed = _exposed(sensor, _vignetted(framed, sensor.vignette))
    shown = _noisy(_toned(_blurred(exposed, sensor), sensor), sensor, random)
    sharp = np.clip(_sharpened(shown, sensor.sharpening), 0, 1)
    done, data = cv2.imencode(
        ".jpg", (sharp[..., ::-1] * 255 + 0.5).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, sensor.quality]
    )
    assert done
    return data.tobytes()


def _bent(camera: Camera, picture: Linear) -> Linear:
    """Bend straight lines as the lens does, and cut the picture to its frame."""
    height, width = picture.shape[:2]
    # The render's own focal length, in its pixels; it shows more than the frame does.
    wide = 1.0 + max(0.0, -camera.bend) * 2.2
    out_width = round(width / wide)
    out_height = round(out_width * camera.height / camera.width)
    focal = camera.focal * out_width
    x, y = np.meshgrid(np.arange(out_width) + 0.5 - out_width / 2, np.arange(out_height) + 0.5 - out_height / 2)
    bent = np.stack([x, y], axis=-1) / focal
    straight = bent.copy()
    for _ in range(6):
        radius = np.sum(straight**2, axis=-1, keepdims=True)
        straight = bent / (1 + camera.bend * radius / (0.5 / camera.focal) ** 2)
    places = (straight * focal + np.array([width, height]) / 2 - 0.5).astype(np.float32)
    return cv2.remap(picture, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _vignetted(picture: Linear, strength: float) -> Linear:
    height, width = picture.shape[:2]
    x, y = np.linspace(-1, 1, width)[None, :], np.linspace(-1, 1, height)[:, None]
    return np.asarray(picture * (1 - strength * ((x**2 + y**2) / 2) ** 1.3)[..., None], np.float32)


def _exposed(sensor: Sensor, picture: Linear) -> Linear:
    """Balance white, and expose so that the middle of the brightnesses comes where the camera wants it."""
    red, green, blue = kelvin_rgb(sensor.white_kelvin)
    gains = np.array([1 / red, (1 + sensor.tint) / green, 1 / blue], np.float32)
    balanced = np.clip(picture, 0, None) * gains
    light = balanced @ np.array([0.25, 0.6, 0.15], np.float32)
    # Cameras look at the mean, but keep most of the picture from burning out.
    gain = sensor.brightness**2.2 / max(1e-6, float(light.mean()))
    burnt = float(np.quantile(balanced.max(axis=-1), 0.97))
    return np.asarray(balanced * min(gain, 1.15 / max(1e-6, burnt)), np.float32)


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
    soft = np.where(picture < 0.8, picture, 0.8 + 0.2 * (1 - np.exp(-(picture - 0.8) / 0.2)))
    shown = np.clip(soft, 0, None) ** (1 / 2.2)
    shown = 0.5 + (shown - 0.5) * sensor.contrast
    grey = shown.mean(axis=-1, keepdims=True)
    return np.asarray(grey + (shown - grey) * sensor.saturation, np.float32)


def _noisy(picture: Linear, sensor: Sensor, random: Random) -> Linear:
    """Noise of light and of reading; small sensors smear it into blotches of colour."""
    rng = np.random.default_rng(random.getrandbits(32))
    fine = rng.standard_normal(picture.shape, dtype=np.float32)
    blotches = cv2.GaussianBlur(rng.standard_normal(picture.shape, dtype=np.float32), (0, 0), 1.6) * 2.5
    strength = sensor.noise * (0.6 + np.sqrt(np.clip(picture, 0, 1)))
    return np.asarray(picture + strength * (0.7 * fine + 0.7 * blotches), np.float32)


def _sharpened(picture: Linear, strength: float) -> Linear:
    if strength < 0.05:
        return picture
    return np.asarray(picture + strength * (picture - cv2.GaussianBlur(picture, (0, 0), 1.3)), np.float32)
