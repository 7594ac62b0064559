"""A scene: everything that is needed to make one picture of a table, drawn from a number.

The renderer and the composer both start from it, so that they cannot drift apart.
"""

import math
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Literal

from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.scene.clutter import Solid, clear_of, draw_clutter
from tileye.datasets.scene.hands import Hand, draw_style, hand_at
from tileye.datasets.scene.kinds import TILE, PieceKind
from tileye.datasets.scene.layouts import Piece, Pose, draw_board, draw_placement_noise, lay
from tileye.datasets.scene.plates import Plate
from tileye.datasets.scene.surfaces import Surface, draw_surface
from tileye.datasets.scene.tile_styles import Rgb, TileStyle, draw_tile_style
from tileye.rules.tiles import set_tiles

Split = Literal["train", "val", "test"]

# Tile styles, tables and lamps of the three splits are drawn from numbers that never meet.
FIRST_NUMBER: dict[Split, int] = {"train": 0, "val": 1_000_000, "test": 2_000_000}
_TILE_STYLES: dict[Split, int] = {"train": 96, "val": 24, "test": 60}
_SURFACES: dict[Split, int] = {"train": 160, "val": 40, "test": 120}


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp or a window: where it is, how wide, how bright beside the others, and how warm."""

    position: tuple[float, float, float]
    width: float
    power: float
    kelvin: float


@dataclass(frozen=True, slots=True)
class Light:
    """All light on a table: lamps, and what comes from everywhere."""

    lamps: tuple[Lamp, ...]
    ambient: float
    ambient_kelvin: float


@dataclass(frozen=True, slots=True)
class Sensor:
    """What lens and camera do to the picture."""

    brightness: float
    """The mean of the picture that its exposure aims at."""
    white_kelvin: float
    """The light that its white balance takes for white."""
    tint: float
    defocus_px: float
    motion_px: float
    motion_angle: float
    noise: float
    sharpening: float
    contrast: float
    saturation: float
    vignette: float
    quality: int
    """Of the JPEG, 1 to 100."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Where the table ends: a straight edge, so far from the middle in a direction in degrees; below is the floor."""

    THICK: ClassVar[float] = 1.3
    """Of the table top."""
    FLOOR_SCALE: ClassVar[float] = 2.5

    towards: float
    away: float
    drop: float
    floor: Surface

    @property
    def floor_turn(self) -> float:
        """How far the floor is turned, in degrees."""
        return self.towards + 37.0

    def beyond(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Tell whether a place is not on the table, or nearer to its edge than a margin."""
        a = math.radians(self.towards)
        return x * math.cos(a) + y * math.sin(a) > self.away - margin


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture before it is taken."""

    split: Split
    number: int
    tile_style: TileStyle
    surface: Surface
    surface_turn: float
    surface_scale: float
    pieces: tuple[Piece, ...]
    solids: tuple[Solid, ...]
    light: Light
    camera: Camera
    sensor: Sensor
    hands: tuple[Hand, ...] = ()
    edge: Edge | None = None
    plates: tuple[Plate, ...] = ()
    """Thin printed things, those that lie below others first."""


def draw_scene(split: Split, number: int, kind: PieceKind = TILE) -> Scene:
    """Draw a scene; the same split and number give the same scene of a kind of pieces."""
    random = Random(f"scene {split} {number}")
    tile_style = tile_style_of(random, split, kind)
    board = draw_board(random, tile_style.letters) if random.random() < 0.96 else {}
    pieces = lay(random, board, draw_placement_noise(random))
    reach = max((math.hypot(piece.pose.x, piece.pose.y) for piece in pieces), default=1.0) + 1.0
    edge = draw_edge(random, split, reach) if random.random() < 0.3 else None
    others = [piece for piece in _others(random, tile_style, reach) if not _off(edge, piece.pose.x, piece.pose.y)]
    camera, light = draw_camera(random, reach), draw_light(random)
    others = [piece for piece in others if piece.role != "rack" or _from_behind(camera, piece)]
    pieces = _apart(pieces, others, tile_style)
    places = [(piece.pose.x, piece.pose.y) for piece in pieces]
    solids = [
        solid
        for thing in draw_clutter(random, reach)
        if clear_of(thing, places, 0.8) and not any(_off(edge, *solid.middle[:2]) for solid in thing)
        for solid in thing
    ]
    return Scene(
        split=split,
        number=number,
        tile_style=tile_style,
        surface=surface_of(random, split),
        surface_turn=random.uniform(0, 360),
        surface_scale=random.uniform(0.6, 1.8),
        pieces=tuple(pieces),
        solids=tuple(solids),
        light=light,
        camera=camera,
        sensor=draw_sensor(random, camera, light),
        hands=tuple(draw_hand(random, reach) for _ in range(random.choice((0, 0, 0, 0, 0, 0, 0, 1, 1, 2)))),
        edge=edge,
    )


def tile_style_of(random: Random, split: Split, kind: PieceKind = TILE) -> TileStyle:
    """Draw one of the tile styles of a split."""
    return draw_tile_style(FIRST_NUMBER[split] + random.randrange(_TILE_STYLES[split]), kind)


def surface_of(random: Random, split: Split) -> Surface:
    """Draw one of the table tops of a split."""
    return draw_surface(FIRST_NUMBER[split] + random.randrange(_SURFACES[split]))


def all_tile_styles(split: Split) -> tuple[TileStyle, ...]:
    """Draw every tile style of a split, in order."""
    return tuple(draw_tile_style(FIRST_NUMBER[split] + number) for number in range(_TILE_STYLES[split]))


def all_surfaces(split: Split) -> tuple[Surface, ...]:
    """Draw every table top of a split, in order."""
    return tuple(draw_surface(FIRST_NUMBER[split] + number) for number in range(_SURFACES[split]))


def draw_edge(random: Random, split: Split, reach: float) -> Edge:
    """Draw where the table ends: outside of what lies so far from its middle."""
    away = reach + random.uniform(1.0, 9.0)
    return Edge(random.uniform(0, 360), away, random.uniform(16, 32), surface_of(random, split))


def _off(edge: Edge | None, x: float, y: float) -> bool:
    return edge is not None and edge.beyond(x, y, 2.0)


def kelvin_rgb(kelvin: float) -> Rgb:
    """The colour of light of a temperature, as linear shares with green 1; a fit between 2000 and 12000 kelvin."""
    warmth = 6500 / kelvin
    return warmth**0.62, 1.0, warmth**-1.25 if warmth > 1 else warmth**-0.55


def _others(random: Random, tile_style: TileStyle, reach: float) -> list[Piece]:
    """Draw pieces that are not on the board: loose ones, a heap, face-down ones, a rack of standing ones."""
    tiles = set_tiles(tile_style.letters)
    pieces: list[Piece] = []
    if random.random() < 0.35:
        for _ in range(random.randint(1, 6)):
            x, y = _around(random, reach, 3.2, 8)
            pieces.append(Piece(random.choice(tiles), Pose(x, y, 0.0, random.uniform(0, 360)), "loose"))
    if random.random() < 0.2:
        x, y = _around(random, reach, 4, 9)
        for level in range(random.randint(3, 14)):
            place = Pose(
                x + random.gauss(0, 1), y + random.gauss(0, 1), level * tile_style.height, random.uniform(0, 360)
            )
            pieces.append(Piece(random.choice(tiles), place, "heap"))
    if random.random() < 0.25:
        x, y = _around(random, reach, 3.5, 8)
        for _ in range(random.randint(1, 8)):
            place = Pose(x + random.gauss(0, 2), y + random.gauss(0, 2), 0.0, random.uniform(0, 360))
            pieces.append(Piece(random.choice(tiles), place, "face_down"))
    if random.random() < 0.25:
        pieces += _rack(random, tiles, reach)
    return pieces


def _rack(random: Random, tiles: tuple[str, ...], reach: float) -> list[Piece]:
    """Draw tiles that stand on their edges in a row before a player, who alone sees their prints."""
    x, y = _around(random, reach, 4, 8)
    turn = math.degrees(math.atan2(y, x)) + 90 + random.gauss(0, 10)
    a = math.radians(turn)
    return [
        Piece(
            random.choice(tiles),
            Pose(x + 1.03 * i * math.cos(a), y + 1.03 * i * math.sin(a), 0.0, turn + random.gauss(0, 3)),
            "rack",
        )
        for i in range(random.randint(2, 6))
    ]


def _around(random: Random, reach: float, least: float, most: float) -> tuple[float, float]:
    angle, away = random.uniform(0, 2 * math.pi), reach + random.uniform(least, most)
    return away * math.cos(angle), away * math.sin(angle)


def _from_behind(camera: Camera, piece: Piece) -> bool:
    """Tell whether the camera sees the back of a standing piece, and its player alone the print."""
    away, a = camera.position(), math.radians(piece.pose.turn)
    # A standing piece shows its print to the side that was below it on the table: minus y before it is turned.
    return bool((away[0] - piece.pose.x) * math.sin(a) < (away[1] - piece.pose.y) * math.cos(a))


def _apart(board: list[Piece], others: list[Piece], tile_style: TileStyle) -> list[Piece]:
    """Add other pieces to those of the board, but none that would stick in another one on the same level."""
    kept = list(board)
    for piece in others:
        near = (
            math.hypot(piece.pose.x - other.pose.x, piece.pose.y - other.pose.y) < 1.42
            for other in kept
            if abs(piece.pose.z - other.pose.z) < tile_style.height and not piece.role == other.role == "rack"
        )
        if not any(near):
            kept.append(piece)
    return kept


def draw_hand(random: Random, reach: float) -> Hand:
    """Draw a hand that reaches in from outside, over the game or beside it."""
    angle, away = random.uniform(0, 360), random.uniform(0.2, 1.3) * reach
    x, y = away * math.cos(math.radians(angle)), away * math.sin(math.radians(angle))
    towards = angle + 180 + random.gauss(0, 25)
    return hand_at(draw_style(random), x, y, random.uniform(0.1, 1.5), towards, random.random())


def draw_camera(random: Random, reach: float) -> Camera:
    """Draw a webcam or a phone that sees the game, from overhead down to 35 degrees above the table."""
    phone = random.random() < 0.4
    if phone:
        width, height = random.choice(((1920, 1440), (1440, 1920), (1920, 1080), (4032, 3024), (3024, 4032)))
        focal, bend = random.uniform(0.7, 1.1), random.gauss(0, 0.004)
    else:
        width, height = random.choice(((640, 480), (1280, 720), (1280, 960), (1920, 1080)))
        focal, bend = random.uniform(0.55, 1.05), random.uniform(-0.06, 0.01)
    elevation = 90 - abs(random.gauss(0, 14)) if random.random() < 0.6 else random.uniform(35, 80)
    elevation = max(35.0, elevation)
    # As far away as the game needs to fit, or farther; tiles of 14 px at least.
    half = math.tan(math.atan(0.5 / focal * min(1.0, height / width)))
    near = (reach + 0.8) / half / math.sin(math.radians(elevation)) ** 0.3
    farthest = focal * width / 14
    distance = min(max(near * random.uniform(0.85, 1.9), focal * width / 200), max(farthest, near * 0.85))
    wander = 0.12 * reach
    target = (random.gauss(0, wander), random.gauss(0, wander))
    azimuth, roll = random.uniform(0, 360), random.gauss(0, 4) if random.random() < 0.7 else random.uniform(0, 360)
    return Camera(width, height, target, distance, elevation, azimuth, roll, focal, bend)


def draw_light(random: Random) -> Light:
    """Draw daylight, warm lamps, a mixture, or one hard lamp."""
    kind = random.choice(("day", "day", "lamp", "lamp", "mixed", "hard", "dim"))
    warm, cold = random.uniform(2500, 4000), random.uniform(4800, 8000)
    if kind == "day":
        return Light((_lamp(random, 8, 20, cold),), random.uniform(0.25, 0.8), random.uniform(5000, 9000))
    if kind == "hard":
        return Light((_lamp(random, 0.3, 1.5, random.choice((warm, cold))),), random.uniform(0.03, 0.2), warm)
    if kind == "mixed":
        return Light((_lamp(random, 6, 16, cold), _lamp(random, 1, 5, warm)), random.uniform(0.15, 0.5), cold)
    lamps = tuple(_lamp(random, 1, 7, warm) for _ in range(random.randint(1, 3)))
    return Light(lamps, random.uniform(0.05, 0.4), random.uniform(2700, 5000))


def _lamp(random: Random, narrow: float, wide: float, kelvin: float) -> Lamp:
    angle, rise = random.uniform(0, 2 * math.pi), math.radians(random.uniform(25, 85))
    away = random.uniform(25, 60)
    place = (
        away * math.cos(rise) * math.cos(angle),
        away * math.cos(rise) * math.sin(angle),
        away * math.sin(rise),
    )
    return Lamp(place, random.uniform(narrow, wide), random.uniform(0.5, 1.5), kelvin)


def draw_sensor(random: Random, camera: Camera, light: Light) -> Sensor:
    """Draw what lens and camera do to the picture."""
    cheap = camera.width < 1440 or random.random() < 0.4
    dim = random.random() < 0.15
    moved = random.random() < 0.08
    lag = random.uniform(0, 0.7) if cheap else random.uniform(0, 0.35)
    return Sensor(
        brightness=random.uniform(0.2, 0.32) if dim else random.uniform(0.36, 0.6),
        # White balance follows the light, more or less; cheap cameras leave lamps yellow.
        white_kelvin=light.lamps[0].kelvin ** (1 - lag) * 5500**lag * math.exp(random.gauss(0, 0.1)),
        tint=random.gauss(0, 0.025),
        defocus_px=abs(random.gauss(0, 1.1 if cheap else 0.5)),
        motion_px=random.uniform(2, 7) if moved else 0.0,
        motion_angle=random.uniform(0, 180),
        noise=(0.02 if dim else 0.008) * random.random() * (1.6 if cheap else 0.7),
        sharpening=random.uniform(0, 1.6) if cheap else random.uniform(0, 0.6),
        contrast=random.uniform(0.9, 1.25),
        saturation=random.uniform(0.8, 1.3),
        vignette=random.uniform(0, 0.4),
        quality=random.randint(45, 95) if cheap else random.randint(80, 97),
    )
