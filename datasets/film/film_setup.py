"""Where a film is taken: the table, the cameras before and after each bump, the light, and what lies about."""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.film.timeline import LightKey
from tileye.datasets.scene.clutter import Solid, clear_of, draw_clutter
from tileye.datasets.scene.layouts import Piece, Pose, Role
from tileye.datasets.scene.scenes import Lamp, Light, Sensor, Split, draw_light, surface_of
from tileye.datasets.scene.surfaces import Surface
from tileye.datasets.scene.tile_styles import TileStyle
from tileye.rules.board import Cell
from tileye.rules.tiles import Tile

LEAST_AWAY = 4.5
"""Sides of a tile from a cell of the game to what lies about: three cells are free between them."""
NARROWEST = 28.0
"""Pixels of a tile in a picture that is 1280 wide."""
WIDEST = 60.0

_MARGIN = 1.6
"""Sides of a tile around the outermost cells that stay in the picture: one cell and half a tile."""


@dataclass(frozen=True, slots=True)
class Look:
    """What kind of picture a film has."""

    width: int
    height: int
    bumps: int
    quarter: bool
    """Whether the first bump is a quarter turn of the camera."""


class Ground(Protocol):
    """Where a game takes place, around the middle of the table."""

    @property
    def half(self) -> tuple[float, float]:
        """How far it reaches from the middle."""

    def away(self, x: float, y: float) -> float:
        """How far a place on the table is from it."""

    def corners(self) -> NDArray[np.float64]:
        """The corners of what has to stay in the picture."""


@dataclass(frozen=True, slots=True)
class Field:
    """The cells of a game on the table."""

    cells: frozenset[Cell]
    pitch: float

    @property
    def middle(self) -> tuple[float, float]:
        """The cell, also between two, in the middle of all."""
        xs, ys = [x for x, _ in self.cells], [y for _, y in self.cells]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    @property
    def half(self) -> tuple[float, float]:
        """How far the middles of the outermost tiles are from the middle of the table."""
        (x, y), pitch = self.middle, self.pitch
        return pitch * (max(cell[0] for cell in self.cells) - x), pitch * (max(cell[1] for cell in self.cells) - y)

    def away(self, x: float, y: float) -> float:
        """How far a place on the table is from the nearest cell of the game."""
        across, down = self.middle
        return min(
            math.hypot(x - self.pitch * (cell[0] - across), y - self.pitch * (down - cell[1])) for cell in self.cells
        )

    def corners(self) -> NDArray[np.float64]:
        """The corners of what has to stay in the picture."""
        half_x, half_y = (half + _MARGIN for half in self.half)
        return np.array([(x, y, 0.0) for x in (-half_x, half_x) for y in (-half_y, half_y)])


@dataclass(frozen=True, slots=True)
class Stage:
    """All that is set up before the first tile is laid."""

    surface: Surface
    surface_turn: float
    surface_scale: float
    cameras: tuple[Camera, ...]
    """The camera at first and after each bump."""
    light: Light
    sensor: Sensor
    solids: tuple[Solid, ...]
    others: tuple[Piece, ...]


def draw_stage(
    random: Random,
    split: Split,
    field: Ground,
    look: Look,
    sides: Sequence[float],
    lie_about: Callable[[Camera], tuple[Piece, ...]] = lambda camera: (),
    narrowest: float = NARROWEST,
) -> Stage | None:
    """Set the stage around a game; None where it is too wide for the picture."""
    cameras = _draw_cameras(random, field, look)
    if tile_width(cameras[0]) < narrowest * look.width / 1280:
        return None
    light = draw_light(random)
    others = lie_about(cameras[0])
    return Stage(
        surface=surface_of(random, split),
        surface_turn=random.uniform(0, 360),
        surface_scale=random.uniform(0.6, 1.8),
        cameras=cameras,
        light=light,
        sensor=_draw_sensor(random, light),
        solids=_draw_solids(random, field, sides, others),
        others=others,
    )


def tile_width(camera: Camera) -> float:
    """Pixels of a tile in the middle of the picture."""
    return camera.focal_px / camera.distance


def draw_lights(
    random: Random, light: Light, seconds: float, *, clouds_only: bool = False, with_lamp: bool = False
) -> tuple[LightKey, ...]:
    """Let lamps be switched and clouds pass, once or twice in a film; `with_lamp` at least one lamp is switched."""
    moments = sorted(random.uniform(0.15, 0.85) * seconds for _ in range(1 if clouds_only else random.randint(1, 2)))
    keys = [LightKey(0.0, light)]
    for at in moments:
        begin = max(at, keys[-1].at + 2.0)
        now = keys[-1].light
        wanted = with_lamp and at == moments[-1] and now == light
        if clouds_only or (random.random() < 0.5 and not wanted):
            keys += _cloud(random, now, begin)
        else:
            keys += [LightKey(begin, now), LightKey(begin + 0.2, _switched(random, now))]
    return tuple(keys)


def _cloud(random: Random, light: Light, at: float) -> list[LightKey]:
    """The first lamp is the window: it darkens over seconds with the room, and after a while is as bright as before."""
    share = random.uniform(0.4, 0.7)
    window = replace(light.lamps[0], power=light.lamps[0].power * share)
    dark = Light((window, *light.lamps[1:]), light.ambient * (0.4 + 0.6 * share), light.ambient_kelvin)
    fall, stay, rise = random.uniform(2, 4), random.uniform(4, 12), random.uniform(2, 4)
    ends = (at, at + fall, at + fall + stay, at + fall + stay + rise)
    return [LightKey(end, one) for end, one in zip(ends, (light, dark, dark, light), strict=True)]


def _switched(random: Random, light: Light) -> Light:
    """Switch one of several lamps off, else another one on."""
    if len(light.lamps) > 1 and random.random() < 0.5:
        return replace(light, lamps=light.lamps[:-1])
    angle, rise = random.uniform(0, 2 * math.pi), math.radians(random.uniform(40, 80))
    away, flat = random.uniform(30, 50), math.cos(rise)
    place = (away * flat * math.cos(angle), away * flat * math.sin(angle), away * math.sin(rise))
    lamp = Lamp(place, random.uniform(1.5, 6), random.uniform(0.5, 1.2), random.uniform(2600, 4200))
    return replace(light, lamps=(*light.lamps, lamp))


def _draw_cameras(random: Random, field: Ground, look: Look) -> tuple[Camera, ...]:
    """Draw a webcam at one side of the table, as far away as the game needs to stay in all its pictures."""
    elevation = min(90.0, max(50.0, 90 - abs(random.gauss(0, 14))))
    azimuth = -90 + max(-25.0, min(25.0, random.gauss(0, 9)))
    target = (random.gauss(0, 0.3), random.gauss(0, 0.3))
    focal, bend = random.uniform(0.7, 1.0), random.uniform(-0.04, 0.01)
    roll = max(-10.0, min(10.0, random.gauss(0, 3)))
    nearest = focal * 1280 / random.uniform(0.8 * WIDEST, WIDEST)
    first = Camera(look.width, look.height, target, nearest, elevation, azimuth, roll, focal, bend)
    cameras = [first]
    for number in range(look.bumps):
        cameras.append(_bumped(random, cameras[-1], quarter=look.quarter and number == 0))
    while not all(_sees(camera, field) for camera in cameras):
        cameras = [replace(camera, distance=camera.distance * 1.02) for camera in cameras]
    return tuple(cameras)


def _bumped(random: Random, camera: Camera, *, quarter: bool) -> Camera:
    """Push the camera, turn the table a little, or turn the camera by a quarter."""
    if quarter:
        return replace(camera, roll=camera.roll + random.choice((-90, 90)) + random.gauss(0, 3))
    if random.random() < 0.35:
        turn = random.choice((-1, 1)) * random.uniform(2, 6)
        a, (x, y) = math.radians(turn), camera.target
        target = (x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a))
        return replace(camera, target=target, azimuth=camera.azimuth + turn)
    angle, far = random.uniform(0, 2 * math.pi), random.uniform(0.3, 2.0)
    target = (camera.target[0] + far * math.cos(angle), camera.target[1] + far * math.sin(angle))
    return replace(camera, target=target, roll=camera.roll + random.choice((-1, 1)) * random.uniform(0, 6))


def _sees(camera: Camera, field: Ground) -> bool:
    """Tell whether the whole game stays in the picture."""
    pixels = camera.project(field.corners())
    return bool(np.all((pixels >= 0) & (pixels <= (camera.width, camera.height))))


def _draw_sensor(random: Random, light: Light) -> Sensor:
    """Draw what a webcam makes of the picture."""
    lag = random.uniform(0, 0.7)
    return Sensor(
        brightness=random.uniform(0.32, 0.52),
        white_kelvin=light.lamps[0].kelvin ** (1 - lag) * 5500**lag * math.exp(random.gauss(0, 0.08)),
        tint=random.gauss(0, 0.02),
        defocus_px=abs(random.gauss(0, 0.6)),
        motion_px=0.0,
        motion_angle=0.0,
        noise=random.uniform(0.002, 0.012),
        sharpening=random.uniform(0, 1.4),
        contrast=random.uniform(0.9, 1.2),
        saturation=random.uniform(0.85, 1.25),
        vignette=random.uniform(0, 0.35),
        quality=random.randint(70, 95),
    )


def _draw_solids(random: Random, field: Ground, sides: Sequence[float], others: Sequence[Piece]) -> tuple[Solid, ...]:
    """Draw what stands around, but not where the arms of the players pass."""
    places = [(piece.pose.x, piece.pose.y) for piece in others]
    things = draw_clutter(random, math.hypot(*field.half) + 1.0)
    free = (
        thing
        for thing in things
        if clear_of(thing, places, 0.8) and not any(_in_the_way(solid, field, sides) for solid in thing)
    )
    return tuple(itertools.chain(*free))


def _in_the_way(solid: Solid, field: Ground, sides: Sequence[float]) -> bool:
    x, y, _ = solid.middle
    towards = math.degrees(math.atan2(y, x))
    near = any(abs((towards - side + 180) % 360 - 180) < 28 for side in sides)
    return near or field.away(x, y) < LEAST_AWAY + max(solid.size[:2]) / 2


def draw_others(
    random: Random, tile_style: TileStyle, field: Field, spare: Sequence[Tile], camera: Camera
) -> tuple[Piece, ...]:
    """Draw tiles of the same set that lie about, face up and face down, and where they fit a rack of standing ones."""
    tiles = random.sample(list(spare), min(len(spare), random.choice((0, 1, 2, 3, 5))))
    pieces: list[Piece] = []
    for tile in tiles:
        place = _free_place(random, field, camera, pieces)
        if place is not None:
            role: Role = "face_down" if random.random() < 0.3 else "loose"
            pieces.append(Piece(tile, Pose(*place, 0.0, random.uniform(0, 360)), role))
    return tuple(pieces) if random.random() < 0.6 else (*pieces, *_draw_rack(random, tile_style, field, camera, pieces))


def _draw_rack(
    random: Random, tile_style: TileStyle, field: Field, camera: Camera, pieces: Sequence[Piece]
) -> Iterable[Piece]:
    """Draw a row of tiles on their edges, of which only the backs are seen."""
    place = _free_place(random, field, camera, pieces)
    if place is None:
        return
    x, y = place
    turn = math.degrees(math.atan2(y, x)) + 90
    a = math.radians(turn)
    for number in range(random.randint(2, 5)):
        at = (x + 1.03 * number * math.cos(a), y + 1.03 * number * math.sin(a))
        clear = all(math.dist(at, (piece.pose.x, piece.pose.y)) > 1.5 for piece in pieces)
        if field.away(*at) >= LEAST_AWAY and clear:
            yield Piece(f"1{tile_style.letters[number]}", Pose(*at, 0.0, turn + random.gauss(0, 2)), "rack")


def _free_place(random: Random, field: Field, camera: Camera, pieces: Sequence[Piece]) -> tuple[float, float] | None:
    """Find a place in the picture, far from every cell of the game and from other pieces."""
    half_x, half_y = (half + 9 for half in field.half)
    for _ in range(60):
        x, y = random.uniform(-half_x, half_x), random.uniform(-half_y, half_y)
        (across, down) = camera.project(np.array((x, y, 0.0)))
        seen = 0 < across < camera.width and 0 < down < camera.height
        clear = all(math.dist((x, y), (piece.pose.x, piece.pose.y)) > 1.6 for piece in pieces)
        if seen and clear and field.away(x, y) >= LEAST_AWAY:
            return x, y
    return None
