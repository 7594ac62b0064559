"""What happens in a film, as plain data: what rests on the table when, where hands reach, how light and camera change.

The story of a film (`story.py`) makes a timeline, the camera (`filming.py`) turns it into frames. Times are in
seconds from the start of the film, lengths in sides of a tile.
"""

from dataclasses import dataclass
from typing import Any, Literal

from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.scene.clutter import Solid
from tileye.datasets.scene.hands import HandStyle
from tileye.datasets.scene.layouts import Piece
from tileye.datasets.scene.plates import Plate
from tileye.datasets.scene.scenes import Light, Sensor, Split
from tileye.datasets.scene.surfaces import Surface
from tileye.datasets.scene.tile_styles import TileStyle

FilmSplit = Literal["dev", "test"]

SCENE_SPLITS: dict[FilmSplit, Split] = {"dev": "val", "test": "test"}
"""Films are drawn from the tile styles and tables of the splits that train nothing."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What lies on the table from a moment on, until the next rest."""

    at: float
    pieces: tuple[Piece, ...]
    plates: tuple[Plate, ...] = ()
    """Cards, the lowest first."""


@dataclass(frozen=True, slots=True)
class Key:
    """Where a hand is at a moment: its fingertips, the way it points in degrees, how far it is closed (0 to 1)."""

    at: float
    x: float
    y: float
    lift: float
    towards: float
    grip: float


@dataclass(frozen=True, slots=True)
class Carry:
    """A tile between the fingertips from one moment to another; it is turned with the hand."""

    start: float
    end: float
    tile: str
    turn: float
    """Degrees as it lies in the end; the hand turns it there on the way."""


@dataclass(frozen=True, slots=True)
class PlateCarry:
    """Cards that go with a hand from one moment to another, the lowest first.

    They follow it as if they were one with it, and change from how they lay to how they will lie on the way.
    """

    start: float
    end: float
    before: tuple[Plate, ...]
    """As they lie when it takes them; nothing where it brings them along."""
    after: tuple[Plate, ...]
    """As they lie when it lets them go; nothing where it leaves with them."""


@dataclass(frozen=True, slots=True)
class Reach:
    """One way of a hand into the picture and out again, smooth between its keys."""

    player: int
    keys: tuple[Key, ...]
    carries: tuple[Carry, ...] = ()
    plates: tuple[PlateCarry, ...] = ()


@dataclass(frozen=True, slots=True)
class LightKey:
    """The light at a moment; it changes evenly between two keys."""

    at: float
    light: Light


@dataclass(frozen=True, slots=True)
class CameraKey:
    """The camera at a moment; it moves evenly between two keys."""

    at: float
    camera: Camera


@dataclass(frozen=True, slots=True)
class Timeline:
    """A film before it is taken, with the truth about it and what people tell the program."""

    split: FilmSplit
    seed: int
    seconds: float
    tile_style: TileStyle
    surface: Surface
    surface_turn: float
    surface_scale: float
    solids: tuple[Solid, ...]
    styles: tuple[HandStyle, ...]
    """The hands of the players, in their order."""
    rests: tuple[Rest, ...]
    reaches: tuple[Reach, ...]
    lights: tuple[LightKey, ...]
    cameras: tuple[CameraKey, ...]
    sensor: Sensor
    truth: tuple[dict[str, Any], ...]
    inputs: tuple[dict[str, Any], ...]
