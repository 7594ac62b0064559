"""The top faces of pieces, painted: body, print, wear, scratches and dust.

The renderer wraps these pictures around its blocks and the composer lays them into its scenes, so both show the same
pieces.
"""

import math
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.scene.surfaces import cloudy
from tileye.datasets.scene.tile_styles import Make
from tileye.rules.tiles import Tile

Bytes = NDArray[np.uint8]
_FINE = 4
"""Outlines are drawn so many times larger and then averaged."""


def paint_face(make: Make, tile: Tile | None, seed: str, size: int = 192) -> tuple[Bytes, Bytes]:
    """Paint the face of a piece, red green blue, and its roughness; without a tile, its back."""
    random = Random(f"face {seed}")
    rng = np.random.default_rng(random.getrandbits(32))
    shade = 1 + make.grain * 0.35 * cloudy(rng, size, 2, 90, 1.0) + 0.06 * cloudy(rng, size, 60, 60, 0.5)
    if random.random() < 0.5:
        shade = shade.T
    face: NDArray[Any] = np.array(make.body, np.float32)[None, None, :] * np.clip(shade, 0.3, 2.5)[..., None]
    rough = np.full((size, size), make.body_roughness, np.float32)
    _wear_edges(rng, make, face)
    if tile:
        mask = _print_mask(random, make, tile[0], size) * _rubbed(rng, make, size)
        layer = np.array(make.colours[tile[1]], np.float32) * (1 + 0.03 * cloudy(rng, size, 30, 30))[..., None]
        face = face * (1 - mask[..., None]) + layer * mask[..., None]
        rough = rough * (1 - mask) + make.print_roughness * mask
    _scratch(random, make, face)
    dust = np.clip(cloudy(rng, size, 200, 200, 0.4) - 2.2, 0, 0.6) * make.dust * 0.5
    face = face * (1 - dust[..., None]) + 0.7 * dust[..., None]
    return _bytes(face), _bytes(rough)


def _print_mask(random: Random, make: Make, shape: str, size: int) -> NDArray[Any]:
    """Draw the print's outline, a little off the middle and turned."""
    turn = math.radians(random.gauss(0, make.print_turn))
    dx, dy = random.gauss(0, make.print_shift), random.gauss(0, make.print_shift)
    scale = make.print_scale * random.gauss(1, 0.006)
    outline = np.array(make.piece.prints[shape]()) * scale
    turned = outline @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    pixels = (turned * (1, -1) + (dx + 0.5, dy + 0.5)) * size * _FINE
    fine = np.zeros((size * _FINE, size * _FINE), np.uint8)
    cv2.fillPoly(fine, [np.round(pixels).astype(np.int32)], 255)
    mask: NDArray[Any] = cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return mask


def _rubbed(rng: np.random.Generator, make: Make, size: int) -> NDArray[Any]:
    """Where paint is left: worn sets have lost chips and fine cracks of it."""
    chips = cloudy(rng, size, 18, 90, 0.7) + 0.5 * cloudy(rng, size, 120, 120, 0.4)
    left: NDArray[Any] = np.clip((4.2 - 2.6 * make.wear - chips) * 4, 0, 1).astype(np.float32)
    return left


def _wear_edges(rng: np.random.Generator, make: Make, face: NDArray[Any]) -> None:
    """Rub the body off along the rim: wood shows, plastic turns grey."""
    size = face.shape[0]
    place = np.abs((np.arange(size) + 0.5) / size - 0.5)
    rim = np.maximum(place[:, None], place[None, :])
    near = np.clip((rim - 0.47) / 0.03, 0, 1) * np.clip(cloudy(rng, size, 30, 30, 0.6) * 0.6 + make.wear, 0, 1)
    bare = np.array((0.42, 0.33, 0.25) if make.material == "wood" else (0.35, 0.35, 0.35), np.float32)
    share = (near * make.wear * 0.7)[..., None]
    face[:] = face * (1 - share) + bare * share


def _scratch(random: Random, make: Make, face: NDArray[Any]) -> None:
    size = face.shape[0]
    for _ in range(int(random.random() * 9 * make.wear)):
        ends = [(random.randrange(size), random.randrange(size)) for _ in range(2)]
        grey = random.uniform(0.2, 0.6)
        layer = np.zeros((size, size), np.uint8)
        cv2.line(layer, ends[0], ends[1], 255, 1, cv2.LINE_AA)
        share = (layer.astype(np.float32) / 255 * random.uniform(0.1, 0.5))[..., None]
        face[:] = face * (1 - share) + grey * share


def _bytes(picture: NDArray[Any]) -> Bytes:
    return np.asarray(np.clip(picture, 0, 1) * 255, np.uint8)
