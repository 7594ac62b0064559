"""Make the pack of rendered material: `python -m tileye.datasets.pack`, in the rendering environment.

Pictures that are made already are kept in the cache, so that an interrupted run goes on where it was.
"""

import argparse
import hashlib
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.assets.material import (
    ACROSS,
    CELL,
    FULL,
    LAYOUT,
    SIDE,
    Bytes,
    Part,
    described,
    faces_of,
    write_part,
)
from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.compose.gloss import white_light
from tileye.datasets.folders import canonical_text, drawing_key
from tileye.datasets.scene.layouts import Piece, Pose
from tileye.datasets.scene.scenes import Lamp, Light, Scene, Sensor
from tileye.datasets.scene.surfaces import Surface, paint
from tileye.datasets.scene.tile_styles import TileStyle
from tileye.datasets.splits import cache_folder

_PITCH = 1.25
"""Sides of a tile from one face to the next."""
_LIGHT = Light((Lamp((28.0, 0.0, 26.0), 12.0, 1.0, 6500.0),), 0.35, 6500.0)
"""One wide lamp to the right and some light from everywhere."""
_AWAY = 400.0
_SENSOR = Sensor(0.4, 6500, 0, 0, 0, 0, 0, 0, 1, 1, 0, 95)
_CLOTH = Surface("laminate", 27, 0.9)
_QUALITY: dict[Part, int] = {"makes": 90, "surfaces": 80}


def atlas_scene(tile_style: TileStyle) -> Scene:
    """All faces of a tile style side by side, seen from high above."""
    faces = faces_of(tile_style.letters)
    rows = -(-len(faces) // ACROSS)
    pieces = []
    for number, tile in enumerate(faces):
        row, column = divmod(number, ACROSS)
        pose = Pose((column - (ACROSS - 1) / 2) * _PITCH, ((rows - 1) / 2 - row) * _PITCH, 0.0, 0.0)
        pieces.append(Piece(tile or "1R", pose, "loose" if tile else "face_down"))
    width, height = round(ACROSS * _PITCH * CELL), round(rows * _PITCH * CELL)
    focal = (_AWAY - tile_style.height) * CELL / width
    camera = Camera(width, height, (0.0, 0.0), _AWAY, 90.0, -90.0, 0.0, focal)
    return Scene("train", 0, tile_style, _CLOTH, 0.0, 1.0, tuple(pieces), (), _LIGHT, camera, _SENSOR)


def atlas_from(picture: NDArray[Any], tile_style: TileStyle) -> Bytes:
    """Cut the faces out of a render of their scene and divide by the light on them, red green blue."""
    scene = atlas_scene(tile_style)
    atlas = np.zeros((-(-len(scene.pieces) // ACROSS) * CELL, ACROSS * CELL, 3), np.uint8)
    for number, piece in enumerate(scene.pieces):
        x, y = scene.camera.project(np.array([piece.pose.x, piece.pose.y, tile_style.height])) - 0.5
        face = cv2.getRectSubPix(picture, (CELL, CELL), (float(x), float(y)))
        light, mirrored = white_light(scene, piece.pose.x, piece.pose.y)
        row, column = divmod(number, ACROSS)
        shown = np.clip((face - mirrored) / light / FULL, 0, 1) ** (1 / 2.2)
        atlas[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL] = np.round(shown * 255)
    return atlas


def _drawing(part: Part) -> Callable[[Any], Bytes]:
    """What draws the pictures of a part; the studio is set up once for all tile styles."""
    if part == "surfaces":
        return _table
    from tileye.datasets.render.renderer import Studio

    studio, path = Studio(samples=8), cache_folder() / f"pack-{os.getpid()}.exr"
    path.parent.mkdir(parents=True, exist_ok=True)
    return lambda tile_style: atlas_from(studio.render(atlas_scene(tile_style), str(path)), tile_style)


def _table(surface: Surface) -> Bytes:
    """A table top as renders show it, reduced."""
    return np.asarray(cv2.resize(paint(surface), (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def make_part(part: Part) -> Path:
    """Make what is missing of a part, and write it."""
    one_by_one = described(part)
    kept = cache_folder() / "material"
    kept.mkdir(parents=True, exist_ok=True)
    draw: Callable[[Any], Bytes] | None = None
    pictures = []
    started = time.monotonic()
    for number, one in enumerate(one_by_one, 1):
        path = kept / f"{_recipe(part, one)}.webp"
        if not path.exists():
            draw = draw or _drawing(part)
            unfinished = path.with_suffix(".part")
            unfinished.write_bytes(_encoded(draw(one), _QUALITY[part]))
            unfinished.replace(path)
        pictures.append(path.read_bytes())
        sys.stderr.write(f"{part}: {number} of {len(one_by_one)}, {time.monotonic() - started:.0f} s\n")
    return write_part(part, pictures)


def _recipe(part: Part, one: TileStyle | Surface) -> str:
    """Hash what a picture is made of, and how it is drawn."""
    return hashlib.sha256(canonical_text((LAYOUT[part], one, drawing_key(part))).encode()).hexdigest()[:24]


def _encoded(picture: Bytes, quality: int) -> bytes:
    done, data = cv2.imencode(".webp", picture[..., ::-1], [cv2.IMWRITE_WEBP_QUALITY, quality])
    assert done
    return data.tobytes()


def main() -> int:
    """Make the pack."""
    parser = argparse.ArgumentParser(prog="python -m tileye.datasets.pack", description=__doc__)
    parser.add_argument("--part", choices=("makes", "surfaces"), help="only this part (default: both)")
    wanted = parser.parse_args()
    parts: tuple[Part, ...] = (wanted.part,) if wanted.part else ("surfaces", "makes")
    for part in parts:
        try:
            path = make_part(part)
        except ModuleNotFoundError as error:
            parser.error(f"faces are rendered, which needs {error.name}: use the rendering environment")
        sys.stdout.write(f"{path}: {path.stat().st_size / 1e6:.1f} MB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
