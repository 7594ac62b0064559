"""What a crop of a tile goes through before each training step, so that a namer forgives a detector's rough boxes."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

_TURN, _GROW, _SHIFT, _BEND = 5.0, 0.07, 0.04, 0.03
"""Degrees, and shares of the crop's side: turned, grown or shrunk, shifted, each corner by itself."""


def jitter(crop: Picture, size: int, random: Generator) -> Picture:
    """Cut a crop of `size` out of a larger one, moved a little, and vary its light and sharpness."""
    return degraded(_moved(crop, size, random), random)


def degraded(crop: Picture, random: Generator, *, detail: float = 1.0) -> Picture:
    """Vary light and sharpness of a crop; what tells in it may be so much smaller than the print of a tile."""
    steps: tuple[tuple[float, Callable[[Picture, Generator], Picture]], ...] = (
        (0.4, partial(_small, detail=detail)),
        (0.35, partial(_blurred, detail=detail)),
        (0.9, _relit),
        (0.12, _misexposed),
        (0.5, _noisy),
    )
    for share, step in steps:
        if random.random() < share:
            crop = step(crop, random)
    return crop


def _moved(crop: Picture, size: int, random: Generator) -> Picture:
    """Turn by quarters, mirror, and move each corner of what is cut out."""
    angle = np.radians(random.normal(0, _TURN / 2))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (1 + random.normal(0, _GROW / 2)) @ turn
    corners = corners + random.normal(0, _SHIFT, 2) + random.normal(0, _BEND, (4, 2))
    corners = np.roll(corners, int(random.integers(4)), 0)[:: int(random.choice((-1, 1)))]
    inside = corners * (size / 2) + (np.array(crop.shape[1::-1]) - 1) / 2
    places = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(inside.astype(np.float32), places)
    return _bytes(cv2.warpPerspective(crop, matrix, (size, size), borderMode=cv2.BORDER_REPLICATE))


def _small(crop: Picture, random: Generator, detail: float) -> Picture:
    """As if the piece had been small in the picture."""
    side = int(random.uniform(min(0.7, 0.18 / detail), 0.9) * crop.shape[0])
    small = cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA)
    return _bytes(cv2.resize(small, crop.shape[1::-1], interpolation=cv2.INTER_LINEAR))


def _blurred(crop: Picture, random: Generator, detail: float) -> Picture:
    """Often a little out of focus, rarely far out."""
    strength = float(np.exp(random.normal(np.log(1.1), 0.6))) * detail
    return _bytes(cv2.GaussianBlur(crop, (0, 0), min(strength, 6.0) * crop.shape[0] / 64))


def _relit(crop: Picture, random: Generator) -> Picture:
    """Other brightness, contrast, white balance and saturation; colours keep their hue but for a trace."""
    saturation, contrast = random.uniform(0.85, 1.15, 2)
    light = np.exp(random.normal(0, 0.15) + random.normal(0, 0.08, 3))
    # Away from the grey of each pixel, then away from the mean of all.
    coloured = saturation * np.eye(3) + (1 - saturation) / 3
    level = np.mean(cv2.mean(crop)[:3])
    matrix = light[:, None] * np.column_stack([contrast * coloured, np.full(3, (1 - contrast) * level)])
    return np.asarray(cv2.transform(crop, matrix), np.uint8)


def _misexposed(crop: Picture, random: Generator) -> Picture:
    """As burnt by a lamp or left in the dark."""
    stops = random.uniform(0.3, 1.6) if random.random() < 0.5 else -random.uniform(0.5, 2.5)
    return np.asarray(cv2.convertScaleAbs(crop, alpha=2 ** (stops / 2.2)), np.uint8)


@cache
def _noise() -> NDArray[np.float32]:
    """Much noise, drawn once: drawing it for each crop takes longer than all else."""
    return np.random.default_rng(1).standard_normal(1 << 21, np.float32)


def _noisy(crop: Picture, random: Generator) -> Picture:
    start = int(random.integers(len(_noise()) - crop.size))
    noise = _noise()[start : start + crop.size].reshape(crop.shape) * np.float32(random.uniform(1, 7))
    return np.asarray(cv2.add(crop, noise, dtype=cv2.CV_8U), np.uint8)


def _bytes(values: NDArray[Any]) -> Picture:
    return np.asarray(values.clip(0, 255), np.uint8)
