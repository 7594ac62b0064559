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
from tileye.datasets.scene.tile_styles import TileStyle
from tileye.rules.tiles import Tile

Bytes = NDArray[np.uint8]
_FINE = 4
"""Outlines are drawn so many times larger and then averaged."""


def paint_face(tile_style: TileStyle, tile: Tile | None, seed: str, size: int = 192) -> tuple[Bytes, Bytes]:
    """Paint the face of a piece, red green blue, and its roughness; without a tile, its back."""
    random = Random(f"face {seed}")
    rng = np.random.default_rng(random.getrandbits(32))
    shade = 1 + tile_style.grain * 0.35 * cloudy(rng, size, 2, 90, 1.0) + 0.06 * cloudy(rng, size, 60, 60, 0.5)
    if random.random() < 0.5:
        shade = shade.T
    face: NDArray[Any] = np.array(tile_style.body, np.float32)[None, None, :] * np.clip(shade, 0.3, 2.5)[..., None]
    rough = np.full((size, size), tile_style.body_roughness, np.float32)
    _wear_edges(rng, tile_style, face)
    if tile:
        mask = _print_mask(random, tile_style, tile[0], size) * _rubbed(rng, tile_style, size)
        layer = np.array(tile_style.colours[tile[1]], np.float32) * (1 + 0.03 * cloudy(rng, size, 30, 30))[..., None]
        face = face * (1 - mask[..., None]) + layer * mask[..., None]
        rough = rough * (1 - mask) + tile_style.print_roughness * mask
    _scratch(random, tile_style, face)
    dust = np.clip(cloudy(rng, size, 200, 200, 0.4) - 2.2, 0, 0.6) * tile_style.dust * 0.5
    face = face * (1 - dust[..., None]) + 0.7 * dust[..., None]
    return _bytes(face), _bytes(rough)


def _print_mask(random: Random, tile_style: TileStyle, shape: str, size: int) -> NDArray[Any]:
    """Draw the print's outline, a little off the middle and turned."""
    turn = math.radians(random.gauss(0, tile_style.print_turn))
    dx, dy = random.gauss(0, tile_style.print_shift), random.gauss(0, tile_style.print_shift)
    scale = tile_style.print_scale * random.gauss(1, 0.006)
    outline = np.array(tile_style.piece.prints[shape]()) * scale
    turned = outline @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    pixels = (turned * (1, -1) + (dx + 0.5, dy + 0.5)) * size * _FINE
    fine = np.zeros((size * _FINE, size * _FINE), np.uint8)
    cv2.fillPoly(fine, [np.round(pixels).astype(np.int32)], 255)
    mask: NDArray[Any] = cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return mask


def _rubbed(rng: np.random.Generator, tile_style: TileStyle, size: int) -> NDArray[Any]:
    """Where paint is left: worn sets have lost chips and fine cracks of it."""
    chips = cloudy(rng, size, 18, 90, 0.7) + 0.5 * cloudy(rng, size, 120, 120, 0.4)
    left: NDArray[Any] = np.clip((4.2 - 2.6 * tile_style.wear - chips) * 4, 0, 1).astype(np.float32)
    return left


def _wear_edges(rng: np.random.Generator, tile_style: TileStyle, face: NDArray[Any]) -> None:
    """Rub the body off along the rim: wood shows, plastic turns grey."""
    size = face.shape[0]
    place = np.abs((np.arange(size) + 0.5) / size - 0.5)
    rim = np.maximum(place[:, None], place[None, :])
    near = np.clip((rim - 0.47) / 0.03, 0, 1) * np.clip(cloudy(rng, size, 30, 30, 0.6) * 0.6 + tile_style.wear, 0, 1)
    bare = np.array((0.42, 0.33, 0.25) if tile_style.material == "wood" else (0.35, 0.35, 0.35), np.float32)
    share = (near * tile_style.wear * 0.7)[..., None]
    face[:] = face * (1 - share) + bare * share


def _scratch(random: Random, tile_style: TileStyle, face: NDArray[Any]) -> None:
    size = face.shape[0]
    for _ in range(int(random.random() * 9 * tile_style.wear)):
        ends = [(random.randrange(size), random.randrange(size)) for _ in range(2)]
        grey = random.uniform(0.2, 0.6)
        layer = np.zeros((size, size), np.uint8)
        cv2.line(layer, ends[0], ends[1], 255, 1, cv2.LINE_AA)
        share = (layer.astype(np.float32) / 255 * random.uniform(0.1, 0.5))[..., None]
        face[:] = face * (1 - share) + grey * share


def _bytes(picture: NDArray[Any]) -> Bytes:
    return np.asarray(np.clip(picture, 0, 1) * 255, np.uint8)
