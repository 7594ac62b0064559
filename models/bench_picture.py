"""Make the pictures that `tileye bench` reads, of tiles and of cards: `python -m tileye.models.bench_picture`.

A composed scene rather than a simple drawing, so that the nets find in it what they find on tables: with other tiles
found, other parts of the picture are looked at, and reading takes another time.
"""

import sys
from dataclasses import replace
from random import Random

from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.camera.finish import finish
from tileye.datasets.cards.card_scenes import draw_card_scene
from tileye.datasets.compose.composer import compose
from tileye.datasets.scene.layouts import Piece, draw_board, draw_placement_noise, lay
from tileye.datasets.scene.scenes import Lamp, Light, Scene, Sensor, draw_scene
from tileye.datasets.scene.truth import face_corners
from tileye.vision.benchmarks.reading_costs import CARDS_PICTURE, PICTURE, SIDE, TILES

_SIZE = (1920, 1080)
_FOCAL = 0.8
_MANY_CARDS = 783
"""The scene for training with the most cards: 67 can be read."""
_WINDOW = Light((Lamp((-26.0, 20.0, 34.0), 14.0, 1.0, 5600.0),), 0.55, 6200.0)
_SENSOR = Sensor(
    brightness=0.48,
    white_kelvin=5600,
    tint=0.0,
    defocus_px=0.5,
    motion_px=0.0,
    motion_angle=0.0,
    noise=0.003,
    sharpening=0.3,
    contrast=1.05,
    saturation=1.0,
    vignette=0.1,
    quality=85,
)


def bench_scene() -> Scene:
    """The first scene with so many tiles that are all in view."""
    base = draw_scene("train", 3)
    number = 0
    while True:
        random = Random(f"benchmark {number}")
        scene = _scene(random, base)
        if len(scene.pieces) == TILES and all(_in_view(scene, piece) for piece in scene.pieces):
            return scene
        number += 1


def _scene(random: Random, base: Scene) -> Scene:
    pieces = lay(random, draw_board(random, base.tile_style.letters, TILES), draw_placement_noise(random))
    # Tops are nearer to the camera than the table is.
    distance = _FOCAL * _SIZE[0] / SIDE + base.tile_style.height
    return replace(
        base,
        pieces=tuple(pieces),
        solids=(),
        hands=(),
        edge=None,
        light=_WINDOW,
        camera=Camera(*_SIZE, (0.0, 0.0), distance, 84.0, -90.0, 7.0, _FOCAL),
        sensor=_SENSOR,
    )


def _in_view(scene: Scene, piece: Piece) -> bool:
    corners = face_corners(scene, piece)
    return bool((corners >= SIDE).all() and (corners <= (_SIZE[0] - SIDE, _SIZE[1] - SIDE)).all())


def main() -> int:
    """Write the pictures."""
    for picture, scene in ((PICTURE, bench_scene()), (CARDS_PICTURE, draw_card_scene("train", _MANY_CARDS).scene)):
        picture.write_bytes(finish(scene, compose(scene, _SIZE[0])))
        sys.stdout.write(f"{picture}: {picture.stat().st_size / 1000:.0f} kB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
