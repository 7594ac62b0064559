"""Scenes with things that look like tiles and are none: half of them with tiles, on or beside these things."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.compose.hand_shapes import hand_outlines
from tileye.datasets.compose.shadows import cast
from tileye.datasets.scene.clutter import Array, Solid
from tileye.datasets.scene.kinds import TILE, PieceKind
from tileye.datasets.scene.layouts import Piece
from tileye.datasets.scene.lookalikes import Lookalike, draw_lookalike
from tileye.datasets.scene.plates import Plate
from tileye.datasets.scene.scenes import FIRST_NUMBER, Edge, Scene, Split, draw_scene

_AFTER = 50_000
"""The tables are those of tile scenes of which no set has so many."""
_APART = 0.85
"""From the middle of a tile to what lies beside it."""
_LEAST_PX = 14
"""Sides of tiles and squares are at least so long in the picture of the camera."""
_TRIES = 14
_BEFORE = 1.0
"""How far before the camera, at least, all is of a thing and its shadows: behind it, they cannot be drawn."""


@dataclass(frozen=True, slots=True)
class _Area:
    """A turned rectangle on the table, and how high things lie that lie on it, if they can."""

    x: float
    y: float
    turn: float
    size: tuple[float, float]
    ground: float | None = None

    def within(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Tell whether a place is in it, or nearer to it than a margin."""
        a = math.radians(self.turn)
        dx, dy = x - self.x, y - self.y
        across, along = dx * math.cos(a) + dy * math.sin(a), dy * math.cos(a) - dx * math.sin(a)
        return abs(across) < self.size[0] / 2 + margin and abs(along) < self.size[1] / 2 + margin

    def corners(self) -> list[tuple[float, float]]:
        """Its four corners."""
        a = math.radians(self.turn)
        halves = [(sx * self.size[0] / 2, sy * self.size[1] / 2) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return [
            (self.x + u * math.cos(a) - v * math.sin(a), self.y + u * math.sin(a) + v * math.cos(a)) for u, v in halves
        ]

    def meets(self, other: "_Area") -> bool:
        """Tell whether two rectangles overlap: no side of one keeps them apart."""
        return not any(
            _keeps_apart(turn, self, other) for turn in (self.turn, self.turn + 90, other.turn, other.turn + 90)
        )


def _keeps_apart(turn: float, one: _Area, other: _Area) -> bool:
    a = math.radians(turn)
    own, its = ([x * math.cos(a) + y * math.sin(a) for x, y in area.corners()] for area in (one, other))
    return max(own) <= min(its) or max(its) <= min(own)


def draw_lookalike_scene(split: Split, number: int, kind: PieceKind = TILE) -> Scene:
    """Draw a scene; the same split and number give the same scene. Every second one has no tile at all."""
    base = replace(draw_scene(split, _AFTER + number, kind), number=number)
    random = Random(f"lookalikes {split} {number}")
    return _around(random, base) if number % 2 == 0 else _instead(random, replace(base, pieces=()))


def lookalike_names(scene: Scene) -> list[str]:
    """What lies there that is no tile, each kind once."""
    return list(dict.fromkeys(plate.name.split("/")[0] for plate in scene.plates))


def _around(random: Random, base: Scene) -> Scene:
    """Put things below and beside the tiles of a scene."""
    first, wanted = FIRST_NUMBER[base.split], random.choice((1, 1, 2, 2, 3, 4))
    lying: list[tuple[_Area, Lookalike]] = []
    scene = base
    if base.pieces and random.random() < 0.55:
        below = _below(random, base, first)
        if below is not None:
            lying.append(below)
            scene = _raised(base, *below)
    # A full table may need some tries for its first one.
    for attempt in range(12):
        if len(lying) < wanted and (attempt < wanted or not lying):
            _add_beside(random, scene, first, lying)
    camera = scene.camera
    # A little farther away, so that more of what lies beside is seen.
    farthest = max(camera.distance, camera.focal_px / _LEAST_PX)
    camera = replace(camera, distance=min(farthest, camera.distance * random.uniform(1.0, 1.35)))
    return _with(replace(scene, camera=camera), lying)


def _below(random: Random, scene: Scene, first: int) -> tuple[_Area, Lookalike] | None:
    """Draw what the tiles lie on: a board or a page under most of them."""
    places = [(piece.pose.x, piece.pose.y) for piece in scene.pieces if piece.role == "board"] or [(0.0, 0.0)]
    reach = max(math.hypot(x, y) for x, y in places)
    thing = draw_lookalike(random, first, flat=True, least=min(14.0, random.uniform(0.9, 2.0) * (reach + 1)))
    board = next((piece.pose.turn for piece in scene.pieces if piece.role == "board"), 0.0)
    turn = board + random.gauss(0, 4) + random.choice((0, 90)) if random.random() < 0.6 else random.uniform(0, 360)
    x, y = (random.gauss(0, 0.12) * side for side in thing.size)
    area = _Area(x, y, turn, thing.size, thing.ground)
    return None if _off(scene.edge, area) else (area, thing)


def _raised(scene: Scene, area: _Area, thing: Lookalike) -> Scene:
    """Lift what lies on a board by the board."""
    up = thing.ground or 0.0

    def lifted(piece: Piece) -> Piece:
        on = area.within(piece.pose.x, piece.pose.y, 0.5)
        return replace(piece, pose=replace(piece.pose, z=piece.pose.z + up)) if on else piece

    def carried(solid: Solid) -> Solid:
        x, y, z = solid.middle
        return replace(solid, middle=(x, y, z + up)) if area.within(x, y, max(solid.size[:2]) / 2) else solid

    return replace(scene, pieces=tuple(map(lifted, scene.pieces)), solids=tuple(map(carried, scene.solids)))


def _instead(random: Random, base: Scene) -> Scene:
    """Lay things where the game would be, and none of its tiles; the camera looks at the first of them."""
    first, wanted = FIRST_NUMBER[base.split], random.choice((1, 2, 2, 3, 4))
    main = draw_lookalike(random, first)
    area = _Area(random.gauss(0, 0.5), random.gauss(0, 0.5), random.uniform(0, 360), main.size, main.ground)
    reach = math.hypot(*main.size) / 2
    edge = base.edge and replace(base.edge, away=max(base.edge.away, reach + 2.0))
    solids = _clear(base.solids, area)
    scene = replace(base, edge=edge, solids=solids, camera=_aimed(random, base.camera, reach))
    lying = [(area, main)]
    for _ in range(wanted - 1):
        _add_beside(random, scene, first, lying)
    return _with(scene, lying)


def _clear(solids: Iterable[Solid], area: _Area) -> tuple[Solid, ...]:
    """Solids that do not lie on an area."""
    return tuple(solid for solid in solids if not area.within(*solid.middle[:2], max(solid.size[:2]) / 2 + 0.1))


def _aimed(random: Random, camera: Camera, reach: float) -> Camera:
    """The same camera, as near as it needs to be to see a thing: some of it, or much around it."""
    narrow = camera.focal_px / min(camera.width, camera.height)
    near = 2 * (reach + 0.5) * narrow * random.uniform(0.55, 1.25)
    distance = min(max(near, camera.focal_px / 200), max(camera.focal_px / _LEAST_PX, 8.0))
    wander = 0.15 * reach
    target = random.gauss(0, wander), random.gauss(0, wander)
    aimed = replace(camera, distance=distance, target=target)
    rim = np.array([(reach * math.cos(a), reach * math.sin(a), 0.8) for a in np.linspace(0, 2 * math.pi, 12)])
    while aimed.depth(rim).min() < 2 * _BEFORE:
        aimed = replace(aimed, distance=aimed.distance * 1.1)
    return aimed


def _add_beside(random: Random, scene: Scene, first: int, lying: list[tuple[_Area, Lookalike]]) -> None:
    """Put one more thing as near to the middle as there is room for it, or on something flat that lies there."""
    thing = draw_lookalike(random, first)
    for _ in range(_TRIES):
        angle, turn = random.uniform(0, 2 * math.pi), random.uniform(0, 360)
        away = random.uniform(0, 3)
        while away < 22:
            area = _Area(away * math.cos(angle), away * math.sin(angle), turn, thing.size, thing.ground)
            z = _room(scene, area, [one for one, _ in lying])
            if z is not None:
                lying.append((replace(area, ground=None if z else area.ground), thing.put(0, 0, 0, z)))
                return
            away += 0.6


def _room(scene: Scene, area: _Area, lying: list[_Area]) -> float | None:
    """How high a thing would lie on an area, None where something is in its way."""
    if _off(scene.edge, area):
        return None
    if any(area.within(piece.pose.x, piece.pose.y, _APART) for piece in scene.pieces):
        return None
    if len(_clear(scene.solids, area)) < len(scene.solids):
        return None
    z = 0.0
    for other in lying:
        if other.meets(area):
            if other.ground is None or not all(other.within(x, y) for x, y in area.corners()):
                return None
            z = max(z, other.ground)
    return z


def _off(edge: Edge | None, area: _Area) -> bool:
    return edge is not None and any(edge.beyond(x, y, 0.3) for x, y in area.corners())


def _with(scene: Scene, lying: list[tuple[_Area, Lookalike]]) -> Scene:
    """A scene with things laid where there is room for them."""
    plates: list[Plate] = []
    solids: list[Solid] = list(scene.solids)
    for number, (area, thing) in enumerate(lying):
        put = thing.put(area.x, area.y, area.turn)
        # Two games of a kind are still two games.
        plates += [replace(one, name=f"{one.name}/{number}") for one in put.plates]
        solids += put.solids
    return replace(
        scene,
        plates=tuple(one for one in plates if _is_before(scene, one.body()[0])),
        solids=tuple(one for one in solids if _is_before(scene, one.mesh()[0])),
        hands=tuple(one for one in scene.hands if all(_is_before(scene, part) for part in hand_outlines(one))),
    )


def _is_before(scene: Scene, points: Array) -> bool:
    """Tell whether something is before the camera with all its shadows."""
    reached = (points, *(cast(points, lamp, 0.0) for lamp in scene.light.lamps))
    return all(scene.camera.depth(some).min() > _BEFORE for some in reached)
