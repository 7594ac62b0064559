"""A short film set up by hand: somebody lays a tile, then a lamp is switched."""

from dataclasses import replace

from tests.datasets.staged import PLAIN, piece
from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.film.timeline import CameraKey, Carry, Key, LightKey, Reach, Rest, Timeline
from tileye.datasets.scene.hands import HandStyle
from tileye.datasets.scene.scenes import Lamp, Light
from tileye.datasets.scene.surfaces import Surface
from tileye.datasets.scene.tile_styles import draw_tile_style

CAMERA = Camera(320, 180, (0.0, 0.0), 40.0, 90.0, -90.0, 0.0, 4.0)
"""Looks straight down: a tile is about 32 pixels wide, the middle of the table is in the middle."""
DAY = Light((Lamp((0.0, 10.0, 30.0), 3.0, 1.0, 6500.0),), 0.3, 6500.0)
WARM = Light((Lamp((0.0, 10.0, 30.0), 3.0, 0.4, 2800.0),), 0.1, 2800.0)
FIRST, SECOND = piece(-1.5, 0.0, tile="4R"), piece(0.0, 0.0, tile="4Y", turn=10.0)
LAID, GONE, SWITCHED = 0.6, 0.9, 1.0


def short_film(
    *,
    seconds: float = 1.5,
    lights: tuple[LightKey, ...] = (LightKey(0.0, DAY), LightKey(SWITCHED, DAY), LightKey(SWITCHED + 0.2, WARM)),
    cameras: tuple[CameraKey, ...] = (CameraKey(0.0, CAMERA),),
) -> Timeline:
    """1.5 seconds: a hand brings the second tile and leaves, then it gets dark and warm."""
    keys = (
        Key(0.2, 0.0, -12.0, 2.0, 90.0, 1.0),
        Key(LAID, 0.0, 0.0, 0.25, 90.0, 1.0),
        Key(GONE, 0.0, -14.0, 2.0, 90.0, 0.6),
    )
    return Timeline(
        split="dev",
        seed=1,
        seconds=seconds,
        tile_style=draw_tile_style(9_000_001),
        surface=Surface("laminate", 3, 0.9),
        surface_turn=0.0,
        surface_scale=1.0,
        solids=(),
        styles=(HandStyle((0.8, 0.6, 0.5), (0.1, 0.2, 0.6), 1.0, False, 1.0),),
        rests=(Rest(0.0, (FIRST,)), Rest(LAID, (FIRST, SECOND))),
        reaches=(Reach(0, keys, (Carry(0.2, LAID, "4Y", 10.0),)),),
        lights=lights,
        cameras=cameras,
        sensor=replace(PLAIN, noise=0.004),
        truth=({"event": "game", "rules": "tiles", "players": ["Ada"]}, {"event": "turn", "at": GONE, "number": 1}),
        inputs=({"at": 0.1, "input": "opening", "declared": ["4R"]},),
    )
