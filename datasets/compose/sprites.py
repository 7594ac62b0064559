"""The faces of pieces as the composer lays them into pictures: out of the pack of material, else painted."""

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.assets.faces import paint_face
from tileye.datasets.assets.material import CELL, FULL, atlas_of
from tileye.datasets.scene.all_kinds import KINDS
from tileye.datasets.scene.tile_styles import TileStyle
from tileye.rules.tiles import Tile

Linear = NDArray[Any]

LIGHT = np.linspace(0, 1, 256, dtype=np.float32) ** np.float32(2.2)
"""The light that a byte of a picture stands for."""
_SIZES = (12, 17, 24, 34, 48, 68, 96)


def size_for(pixels: float) -> int:
    """The size of a face that is to be so large in the picture."""
    return next((size for size in _SIZES if size >= pixels * 1.15), CELL)


@lru_cache(maxsize=256)
def face(tile_style: TileStyle, tile: Tile | None, size: int) -> Linear:
    """The light that a face sends out where a white place sends out 1, lit from its right."""
    atlas = atlas_of(tile_style)
    shares = LIGHT[atlas.face(tile)] * np.float32(FULL) if atlas else _painted(tile_style, tile)
    return cv2.resize(shares, (size, size), interpolation=cv2.INTER_AREA)


@lru_cache(maxsize=64)
def outline(edge: float, size: int) -> Linear:
    """How much of each place of a face is there: all but the round corners."""
    place = np.abs((np.arange(size, dtype=np.float32) + 0.5) / size - 0.5)
    away = np.maximum(place - (0.5 - edge), 0)
    return np.clip((edge - np.hypot(away[:, None], away[None, :])) * size + 0.5, 0, 1)[..., None]


@lru_cache(maxsize=64)
def printed(kind: str, shape: str, scale: float, size: int) -> Linear:
    """Where the print of a shape is on a kind of pieces."""
    mask = np.zeros((size * 4, size * 4), np.uint8)
    corners = (np.array(KINDS[kind].prints[shape]()) * scale * (1, -1) + 0.5) * size * 4
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 255)
    return (cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA) * np.float32(1 / 255))[..., None]


@lru_cache(maxsize=64)
def _painted(tile_style: TileStyle, tile: Tile | None) -> Linear:
    """A painted face whose round edges catch the light on the right and lose it on the left."""
    shares = LIGHT[paint_face(tile_style, tile, f"sprite {tile}", CELL)[0]]
    place = (np.arange(CELL, dtype=np.float32) + 0.5) / CELL - 0.5
    slope = np.sign(place) * np.clip((np.abs(place) - 0.5 + tile_style.edge) / tile_style.edge, 0, 1) ** 1.5
    shine = 0.02 * (1 - tile_style.body_roughness) * np.clip(slope, 0, 1) ** 2
    return np.asarray(shares * (1 + 0.45 * slope)[None, :, None] + shine[None, :, None], np.float32)
