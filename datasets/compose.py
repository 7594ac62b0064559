"""A fast 2D composer: the same scenes as the renderer, drawn facet by facet with painted faces and table tops.

Light is reckoned on a coarse grid, shadows are blurred polygons; there are no reflections of one thing in another. What
it gives is linear light, like a render, for `finish` to take the picture of.
"""

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.cameras import Camera
from datasets.faces import paint_face
from datasets.kinds import TILE
from datasets.layouts import Piece
from datasets.makes import Make, Rgb
from datasets.poses import standing_points
from datasets.scenes import Lamp, Scene, kelvin_rgb
from datasets.solids import Array, Solid, box_mesh
from datasets.surfaces import SPAN, Surface, paint

Linear = NDArray[Any]

_GRID = (24, 18)
"""Light is reckoned for so many points across and down the picture."""
_LIGHT = np.linspace(0, 1, 256, dtype=np.float32) ** np.float32(2.2)


def compose(scene: Scene, width: int) -> Linear:
    """Compose a scene: linear red green blue, for a frame of this width and a little wider, as renders are."""
    view = _View(scene.camera, width)
    picture = _table(scene, view)
    lamps = [(lamp, _lamp_light(scene.camera, view, lamp, scene.surface.roughness)) for lamp in scene.light.lamps]
    ambient = np.array(kelvin_rgb(scene.light.ambient_kelvin), np.float32) * np.float32(scene.light.ambient)
    light = np.zeros_like(picture) + ambient * _closeness(scene, view)[..., None]
    for lamp, (matt, _) in lamps:
        light += matt * _unshadowed(scene, view, lamp)[..., None]
    picture *= light
    for _, (_, gloss) in lamps:
        picture += gloss
    _draw_things(scene, view, picture, ambient)
    return picture


class _View:
    """The frame that is drawn: a straight camera, a little wider than the picture."""

    def __init__(self, camera: Camera, width: int) -> None:
        self.wide = 1.0 + max(0.0, -camera.bend) * 2.2
        self.width = round(width * self.wide)
        self.height = round(width * camera.height / camera.width * self.wide)
        self.straight = camera.straight()
        self.scale = width / camera.width
        self.middle = np.array([self.width, self.height]) / 2 - np.array([camera.width, camera.height]) * self.scale / 2

    def project(self, points: Array) -> Array:
        """Pixels of points in space."""
        return self.straight.project(points) * self.scale + self.middle


@lru_cache(maxsize=64)
def _painted(surface: Surface) -> NDArray[np.uint8]:
    return paint(surface, 512)


@lru_cache(maxsize=4096)
def _face(make: Make, tile: str | None, variant: int) -> NDArray[np.float32]:
    """A painted face in linear light; few variants of each, so that they can be kept."""
    colours, _ = paint_face(make, tile, f"variant {variant}", 96)
    return np.asarray(_LIGHT[colours], np.float32)


def _table(scene: Scene, view: _View) -> Linear:
    """Lay the table top under the camera."""
    a = np.radians(scene.surface_turn)
    texture = _painted(scene.surface)
    size = SPAN * scene.surface_scale
    corners = np.array([(-10.0, -10.0, 0), (10.0, -10.0, 0), (10.0, 10.0, 0), (-10.0, 10.0, 0)])
    turned = corners[:, :2] @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    places = (turned / size * (1, -1)) * texture.shape[0]
    pixels = view.project(corners + np.array((*scene.camera.target, 0)))
    matrix = cv2.getPerspectiveTransform(places.astype(np.float32), pixels.astype(np.float32))
    warped = cv2.warpPerspective(
        texture, matrix, (view.width, view.height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP
    )
    return np.asarray(_LIGHT[warped], np.float32)


def _ground(camera: Camera, view: _View) -> Array:
    """Points of the table under the coarse grid of the frame."""
    x, y = np.meshgrid(np.linspace(0, view.width, _GRID[0]), np.linspace(0, view.height, _GRID[1]))
    flat = (np.stack([x, y], axis=-1) - np.array([view.width, view.height]) / 2) / (camera.focal_px * view.scale)
    rays = np.concatenate([flat, np.ones((*flat.shape[:2], 1))], axis=-1) @ camera.axes()
    rays[..., 2] = np.minimum(rays[..., 2], -0.02)
    position = camera.position()
    return np.asarray(position + rays * (-position[2] / rays[..., 2])[..., None], np.float64)


def _lamp_light(camera: Camera, view: _View, lamp: Lamp, roughness: float) -> tuple[Linear, Linear]:
    """The light of a lamp on the table, and what a shining table mirrors of it."""
    ground, place = _ground(camera, view), np.array(lamp.position)
    towards = place - ground
    distance = np.linalg.norm(towards, axis=-1)
    colour = np.array(kelvin_rgb(lamp.kelvin), np.float32)
    strength = lamp.power * 1.2 * np.sum(place**2) * towards[..., 2] / distance**3
    away = ground - camera.position()
    mirrored = away * (1, 1, -1) / np.linalg.norm(away, axis=-1)[..., None]
    angle = np.arccos(np.clip(np.sum(mirrored * towards, axis=-1) / distance, -1, 1))
    spread = 0.06 + 0.7 * roughness**2 + lamp.width / 2 / np.linalg.norm(place)
    gloss = 0.05 * strength * np.exp(-((angle / spread) ** 2)) / (spread * 4)
    return _full(view, strength[..., None] * colour), _full(view, gloss[..., None] * colour)


def _full(view: _View, grid: Linear) -> Linear:
    return cv2.resize(grid.astype(np.float32), (view.width, view.height), interpolation=cv2.INTER_LINEAR)


def _hulls(scene: Scene) -> list[tuple[Array, float]]:
    """The points of every thing, and how high it is."""
    points, _ = box_mesh((*TILE.size, scene.make.height))
    points = points + np.array([0, 0, scene.make.height / 2])
    hulls = [(standing_points(piece, points), scene.make.height + piece.pose.z) for piece in scene.pieces]
    for solid in scene.solids:
        mesh, _ = solid.mesh()
        hulls.append((mesh, float(mesh[:, 2].max())))
    return hulls


def _shade(view: _View, outlines: list[Array], blur: float) -> Linear:
    """Where outlines on the table cover it: 1 outside, 0 inside, blurred."""
    mask = np.full((view.height, view.width), 255, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, cv2.convexHull(np.round(outline * 8).astype(np.int32)), 0, cv2.LINE_AA, 3)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, blur))
    return np.asarray(soft, np.float32) / 255


def _unshadowed(scene: Scene, view: _View, lamp: Lamp) -> Linear:
    place = np.array(lamp.position)
    outlines = []
    for points, _ in _hulls(scene):
        share = points[:, 2:] / (place[2] - points[:, 2:]).clip(0.5)
        cast = points + share * (points - place)
        cast[:, 2] = 0
        outlines.append(view.project(cast))
    width_px = scene.camera.focal_px * view.scale / scene.camera.distance
    penumbra = scene.make.height * lamp.width / float(np.linalg.norm(place))
    return 0.06 + 0.94 * _shade(view, outlines, penumbra * width_px * 0.5)


def _closeness(scene: Scene, view: _View) -> Linear:
    """Light from everywhere reaches less of the table close to things."""
    outlines = [
        view.project(points * (1.15, 1.15, 0) - points.mean(0) * (0.15, 0.15, 0)) for points, _ in _hulls(scene)
    ]
    width_px = scene.camera.focal_px * view.scale / scene.camera.distance
    return 0.35 + 0.65 * _shade(view, outlines, 0.22 * width_px)


def _draw_things(scene: Scene, view: _View, picture: Linear, ambient: Linear) -> None:
    """Draw pieces and solids, the farthest first."""
    points, facets = box_mesh((*TILE.size, scene.make.height))
    points = points + np.array([0, 0, scene.make.height / 2])
    things: list[tuple[float, Array, list[tuple[int, ...]], Piece | Solid, int]] = []
    for number, piece in enumerate(scene.pieces):
        placed = standing_points(piece, points)
        things.append((float(scene.camera.depth(placed).mean()), placed, facets, piece, number))
    for solid in scene.solids:
        mesh, sides = solid.mesh()
        things.append((float(scene.camera.depth(mesh).mean()), mesh, sides, solid, -1))
    for _, mesh, sides, thing, number in sorted(things, key=lambda entry: -entry[0]):
        _draw_thing(scene, view, picture, ambient, mesh, sides, thing, number)


def _draw_thing(
    scene: Scene,
    view: _View,
    picture: Linear,
    ambient: Linear,
    mesh: Array,
    facets: list[tuple[int, ...]],
    thing: Piece | Solid,
    number: int,
) -> None:
    pixels = view.project(mesh)
    if scene.camera.depth(mesh).min() < 0.5 or not _inside(view, pixels):
        return
    body: Rgb = scene.make.body if isinstance(thing, Piece) else thing.colour
    colour = np.array(body, np.float32) ** 2.2
    for place, facet in enumerate(facets):
        corners = pixels[list(facet)]
        if _turned_away(corners):
            continue
        light = _light_on(scene, mesh[list(facet)], ambient)
        if isinstance(thing, Piece) and place == len(facets) - 1:
            _lay_face(scene, picture, corners, light, thing, number)
        else:
            shade = tuple(float(c) for c in colour * light)
            cv2.fillConvexPoly(picture, np.round(corners * 16).astype(np.int32), shade, cv2.LINE_AA, 4)


def _inside(view: _View, pixels: Array) -> bool:
    low, high = pixels.min(0), pixels.max(0)
    return bool((high > 0).all() and low[0] < view.width and low[1] < view.height)


def _turned_away(corners: Array) -> bool:
    x, y = corners[:, 0], corners[:, 1]
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) >= 0


def _light_on(scene: Scene, facet: Array, ambient: Linear) -> Linear:
    """The light that reaches a facet, and a little gloss of the same colour."""
    normal = np.cross(facet[1] - facet[0], facet[2] - facet[1])
    normal = normal / (np.linalg.norm(normal) + 1e-9)
    middle = facet.mean(0)
    light = ambient * (0.6 + 0.4 * max(0.0, float(normal[2])))
    for lamp in scene.light.lamps:
        towards = np.array(lamp.position) - middle
        distance = float(np.linalg.norm(towards))
        facing = max(0.0, float(normal @ towards) / distance)
        strength = lamp.power * 1.2 * float(np.sum(np.square(lamp.position))) / distance**2
        light = light + np.array(kelvin_rgb(lamp.kelvin), np.float32) * np.float32(strength * facing)
    return np.asarray(light, np.float32)


def _gloss(scene: Scene, middle: Array) -> Linear:
    """What the top of a piece mirrors of the lamps."""
    away = middle - scene.camera.position()
    mirrored = away * (1, 1, -1) / np.linalg.norm(away)
    gloss = np.zeros(3, np.float32)
    for lamp in scene.light.lamps:
        towards = np.array(lamp.position) - middle
        angle = np.arccos(np.clip(mirrored @ towards / np.linalg.norm(towards), -1, 1))
        spread = 0.06 + 0.7 * scene.make.body_roughness**2 + lamp.width / 2 / np.linalg.norm(lamp.position)
        strength = 0.06 * lamp.power * np.exp(-((angle / spread) ** 2)) / (spread * 2)
        gloss += np.array(kelvin_rgb(lamp.kelvin), np.float32) * np.float32(strength)
    return gloss


def _lay_face(scene: Scene, picture: Linear, corners: Array, light: Linear, piece: Piece, number: int) -> None:
    """Lay a painted face into its place; corners run from the left near one counterclockwise."""
    tile = None if piece.role == "face_down" else piece.tile
    face: Linear = _face(scene.make, tile, number % 3)
    low = np.floor(corners.min(0)).astype(int) - 2
    high = np.ceil(corners.max(0)).astype(int) + 3
    low, high = low.clip(0), np.minimum(high, (picture.shape[1], picture.shape[0]))
    width, height = int(high[0] - low[0]), int(high[1] - low[1])
    if width < 3 or height < 3:
        return
    size = face.shape[0]
    wanted = int(np.sqrt(max(1.0, cv2.contourArea(corners.astype(np.float32)))) * 1.3)
    if wanted < size * 0.7:
        face = cv2.resize(face, (max(8, wanted), max(8, wanted)), interpolation=cv2.INTER_AREA)
        size = face.shape[0]
    places = np.array([(0, size), (size, size), (size, 0), (0, 0)], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(places, (corners - low).astype(np.float32))
    drawn = cv2.warpPerspective(face, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(cover, np.round((corners - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    share = (cover.astype(np.float32) / 255)[..., None]
    part = picture[low[1] : high[1], low[0] : high[0]]
    gloss = _gloss(scene, np.array([piece.pose.x, piece.pose.y, scene.make.height]))
    part += (drawn * light + gloss - part) * share
