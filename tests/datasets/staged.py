"""Small scenes set up by hand."""

from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.scene.clutter import Solid
from tileye.datasets.scene.layouts import Piece, Pose, Role
from tileye.datasets.scene.scenes import Lamp, Light, Scene, Sensor
from tileye.datasets.scene.surfaces import draw_surface
from tileye.datasets.scene.tile_styles import TileStyle, draw_tile_style

OVERHEAD = Camera(640, 480, (0.0, 0.0), 40.0, 90.0, -90.0, 0.0, 4.0)
"""Looks straight down from afar: right is right, far is up, a tile is about 64 pixels wide."""
PLAIN = Sensor(
    brightness=0.4,
    white_kelvin=6500,
    tint=0.0,
    defocus_px=0.0,
    motion_px=0.0,
    motion_angle=0.0,
    noise=0.0,
    sharpening=0.0,
    contrast=1.0,
    saturation=1.0,
    vignette=0.0,
    quality=97,
)
"""A camera that adds nothing of its own."""


def piece(x: float, y: float, *, z: float = 0.0, turn: float = 0.0, role: Role = "loose", tile: str = "1R") -> Piece:
    return Piece(tile, Pose(x, y, z, turn), role)


def plate(left: float, right: float, z: float) -> Solid:
    """A thin plate between two places from left to right, deep enough to cover a tile."""
    return Solid("plate", "box", ((left + right) / 2, 0.0, z), (right - left, 3.0, 0.02), 0, 0, (0.5, 0.5, 0.5), 0.5)


def stage(
    *pieces: Piece,
    solids: tuple[Solid, ...] = (),
    camera: Camera = OVERHEAD,
    sensor: Sensor = PLAIN,
    tile_style: TileStyle | None = None,
    number: int = 0,
) -> Scene:
    light = Light((Lamp((0.0, 0.0, 30.0), 3.0, 1.0, 6500.0),), 0.3, 6500.0)
    return Scene(
        "train",
        number,
        tile_style or draw_tile_style(1),
        draw_surface(1),
        0.0,
        1.0,
        pieces,
        solids,
        light,
        camera,
        sensor,
    )
