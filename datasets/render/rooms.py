"""The room around a table as glossy things mirror it: walls, a ceiling, windows, painted as a panorama."""

from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.scene.scenes import Light

Panorama = NDArray[Any]
"""Rows from straight up to straight down, columns all around; red green blue, light and not bytes."""

_SIZE = (64, 128)


def paint_room(light: Light) -> Panorama:
    """Paint the room of a light, as bright on the table as the same light from everywhere would be."""
    random = Random(f"room {light}")
    height, width = _SIZE
    rise = (0.5 - (np.arange(height) + 0.5) / height) * np.pi
    room: Panorama = np.ones((height, width, 3), np.float32) * np.float32(random.uniform(0.5, 0.9))
    room[rise > random.uniform(0.5, 1.0)] = random.uniform(0.8, 1.3)
    room[rise < -0.1] = random.uniform(0.15, 0.4)
    for _ in range(random.randint(3, 7)):
        _hang(room, random, random.uniform(0.1, 0.8), (0.1, 0.5), (8, 30))
    for _ in range(random.randint(1, 3)):
        _hang(room, random, random.uniform(2.0, 7.0), (0.2, 0.55), (5, 16))
    room = cv2.GaussianBlur(np.tile(room, (1, 3, 1)), (0, 0), 1.0)[:, width : 2 * width]
    reaching = (np.sin(rise) * np.cos(rise)).clip(0)[:, None]
    return np.asarray(room / (room * reaching[..., None]).sum((0, 1)) * (reaching.sum() * width), np.float32)


def _hang(room: Panorama, random: Random, bright: float, rise: tuple[float, float], wide: tuple[int, int]) -> None:
    """Put a picture, a cupboard or a window on the wall."""
    height, width = _SIZE
    low = random.uniform(0, rise[0])
    top, bottom = (round((0.5 - share) * height) for share in (random.uniform(low + 0.08, rise[1]) * 0.8, low * 0.8))
    columns = (random.randrange(width) + np.arange(random.randint(*wide))) % width
    tint = np.array([random.uniform(0.85, 1.1), 1.0, random.uniform(0.85, 1.15)], np.float32)
    room[top:bottom, columns] = np.float32(bright) * tint
