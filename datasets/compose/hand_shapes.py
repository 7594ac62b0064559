"""Hands in composed pictures: rods joined into one smooth shape, shaded as skin and cloth.

A hand is drawn on a coarse grid: how far each of its points is inside the outline, how near, and which way it faces.
All of that is smooth, so that it can be enlarged to the picture, where the outline becomes sharp again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.scene.hands import Bone, Hand
from tileye.datasets.scene.scenes import Light, kelvin_rgb
from tileye.datasets.scene.surfaces import cloudy
from tileye.datasets.scene.tile_styles import Rgb

Array = NDArray[np.float64]
Linear = NDArray[Any]

_FINE = 18.0
"""Points of the grid across the side of a tile."""
_MARGIN = 4
_NEAREST = 1.5
_BLEND = 0.07
"""Rods that are so near to each other, in sides, melt into one."""
_SKIN_WRAP = (0.4, 0.2, 0.14)
"""How far light of each colour goes around an edge: red creeps through skin."""
_CLOTH_WRAP = (0.12, 0.12, 0.12)


class DrawnFrame(Protocol):
    """The frame that is drawn."""

    def project(self, points: Array) -> Array:
        """Pixels of points in space."""


@dataclass(frozen=True, slots=True)
class _Rod:
    """A bone as the grid sees it: places and radii on the grid, heights towards the camera and radii in sides."""

    places: Array
    radii: Array
    heights: Array
    sides: Array


@dataclass(frozen=True, slots=True)
class _Grid:
    """A part of the frame, so many pixels to a point."""

    left: int
    top: int
    width: int
    height: int
    step: float


@dataclass(frozen=True, slots=True)
class _Layer:
    """What several rods look like together."""

    outside: Linear
    """How far outside the outline, in points of the grid; negative inside."""
    height: Linear
    facing: Linear
    """To the right and down."""
    thick: Linear
    """The radius of what is seen."""


def hand_outlines(hand: Hand) -> list[Array]:
    """Points in space for every bone whose convex hull is the bone."""
    return [np.concatenate([_ball(bone.start, bone.radius), _ball(bone.end, bone.end_radius)]) for bone in hand.bones]


def _ball(middle: Sequence[float], radius: float) -> Array:
    return np.array(middle) + _directions() * radius


@lru_cache(maxsize=1)
def _directions() -> Array:
    """Ways out of a ball, evenly spread, a little longer than 1 so that their hull is as large as the ball."""
    number = np.arange(26) + 0.5
    z, turn = 1 - 2 * number / 26, np.pi * (1 + 5**0.5) * number
    flat = np.sqrt(1 - z**2)
    return np.asarray(np.stack([flat * np.cos(turn), flat * np.sin(turn), z], axis=1) * 1.06, np.float64)


def draw_hands(picture: Linear, view: DrawnFrame, camera: Camera, hands: Sequence[Hand], light: Light) -> None:
    """Draw hands over a picture, the farthest first."""

    def depth(hand: Hand) -> float:
        return float(camera.depth(np.array([bone.start for bone in hand.bones])).mean())

    for hand in sorted(hands, key=depth, reverse=True):
        _draw_hand(picture, view, camera, hand, light)


def _draw_hand(picture: Linear, view: DrawnFrame, camera: Camera, hand: Hand, light: Light) -> None:
    bones = [shortened for bone in hand.bones if (shortened := _before(bone, camera)) is not None]
    if not bones:
        return
    middle = np.mean([bone.start for bone in bones], axis=0)
    aside = np.array([middle, middle + camera.axes()[0]])
    step = max(1.0, float(np.ptp(view.project(aside), axis=0).max()) / _FINE)
    rods = {
        kind: [_rod(bone, view, camera, step) for bone in bones if bone.kind == kind]
        for kind in ("skin", "nail", "sleeve")
    }
    sight = _Sight.of(camera, middle, light)
    if (grid := _around(rods["skin"], picture, step)) is not None:
        _lay(picture, grid, *_skin(hand.skin, rods, grid, sight))
    if (grid := _around(rods["sleeve"], picture, step)) is not None:
        _lay(picture, grid, *_sleeve(hand.sleeve, rods["sleeve"], grid, sight))


def _before(bone: Bone, camera: Camera) -> Bone | None:
    """The part of a bone that is before the camera."""
    start, end = np.array(bone.start), np.array(bone.end)
    near, far = camera.depth(start) - _NEAREST - bone.radius, camera.depth(end) - _NEAREST - bone.end_radius
    if near <= 0:
        return None
    if far > 0:
        return bone
    x, y, z = start + (end - start) * float(near / (near - far))
    return Bone(bone.start, (x, y, z), bone.radius, bone.end_radius, bone.kind)


def _rod(bone: Bone, view: DrawnFrame, camera: Camera, step: float) -> _Rod:
    points, sides = np.array([bone.start, bone.end]), np.array([bone.radius, bone.end_radius])
    places = view.project(points) / step
    rims = view.project(points + sides[:, None] * camera.axes()[0]) / step
    return _Rod(places, np.linalg.norm(rims - places, axis=1), -camera.depth(points), sides)


def _around(rods: list[_Rod], picture: Linear, step: float) -> _Grid | None:
    """The part of the picture that rods reach."""
    if not rods:
        return None
    low = np.min([rod.places - rod.radii[:, None] for rod in rods], axis=(0, 1)) - _MARGIN
    high = np.max([rod.places + rod.radii[:, None] for rod in rods], axis=(0, 1)) + _MARGIN
    frame = np.array([picture.shape[1], picture.shape[0]]) / step
    low, high = np.maximum(low, -_MARGIN).astype(int), np.minimum(high, frame + _MARGIN).astype(int)
    width, height = (high - low).tolist()
    if width <= 2 * _MARGIN or height <= 2 * _MARGIN:
        return None
    return _Grid(int(low[0]), int(low[1]), width, height, step)


def _join(rods: list[_Rod], grid: _Grid, *, cut: bool = False) -> _Layer:
    """Melt rods into one shape; cut ones end flat where they start."""
    shape = (grid.height, grid.width)
    nearness, height = np.zeros(shape, np.float32), np.full(shape, -1e6, np.float32)
    parts = []
    for rod in rods:
        part = _window(rod, grid)
        outside, *seen = _part(rod, grid, part, cut)
        nearness[part] += np.exp(outside * np.float32(-1 / (_BLEND * _FINE)))
        np.maximum(height[part], seen[0], out=height[part])
        parts.append((part, seen))
    sums = np.zeros((4, *shape), np.float32)
    for part, (own, right, down, thick) in parts:
        weight = np.exp((own - height[part]) * np.float32(1 / _BLEND))
        for total, value in zip(sums, (weight, weight * right, weight * down, weight * thick), strict=True):
            total[part] += value
    weight = np.maximum(sums[0], 1e-6)
    outside = -np.log(np.maximum(nearness, 1e-6)) * np.float32(_BLEND * _FINE)
    return _Layer(outside, height, np.stack([sums[1] / weight, sums[2] / weight], -1), sums[3] / weight)


def _window(rod: _Rod, grid: _Grid) -> tuple[slice, slice]:
    corner = np.array([grid.left, grid.top])
    low = (rod.places - rod.radii[:, None]).min(0) - corner - _MARGIN
    high = (rod.places + rod.radii[:, None]).max(0) - corner + _MARGIN
    (left, top), (right, bottom) = low.clip(0).astype(int).tolist(), high.clip(0).astype(int).tolist()
    return np.s_[top:bottom, left:right]


def _part(rod: _Rod, grid: _Grid, part: tuple[slice, slice], cut: bool) -> tuple[Linear, ...]:
    """What one rod looks like: how far outside, the height, the way it faces, and the radius."""
    ys, xs = np.ogrid[part[0].start : min(part[0].stop, grid.height), part[1].start : min(part[1].stop, grid.width)]
    x = (xs + grid.left).astype(np.float32) - np.float32(rod.places[0, 0])
    y = (ys + grid.top).astype(np.float32) - np.float32(rod.places[0, 1])
    way = (rod.places[1] - rod.places[0]).astype(np.float32)
    length = max(1e-3, float(np.hypot(*way)))
    along = (x * way[0] + y * way[1]) / np.float32(length**2)
    share = np.clip(along, 0, 1)
    aside, below = x - share * way[0], y - share * way[1]
    away = np.sqrt(aside**2 + below**2)
    radius = _mixed(rod.radii, share)
    outside = away - radius
    rim = np.maximum(away, radius)
    right, down = aside / rim, below / rim
    rise = np.sqrt(np.maximum(0, 1 - right**2 - down**2))
    thick = _mixed(rod.sides, share)
    height = _mixed(rod.heights, share) + thick * rise - np.maximum(outside, 0) * np.float32(8 / _FINE)
    if cut:
        outside = np.maximum(outside, -along * length - np.float32(0.3) * radius * rise)
    return outside, height, right, down, thick


def _mixed(ends: Array, share: Linear) -> Linear:
    return np.asarray(np.float32(ends[0]) + np.float32(ends[1] - ends[0]) * share, np.float32)


@dataclass(frozen=True, slots=True)
class _Sight:
    """Lamps as a hand meets them, in the camera's own axes: right, down, towards the camera."""

    lamps: tuple[tuple[Array, Linear], ...]
    ambient: Linear
    up: Array

    @staticmethod
    def of(camera: Camera, place: Array, light: Light) -> "_Sight":
        """Light at a place."""
        axes = camera.axes() * np.array([[1.0], [1.0], [-1.0]])
        lamps = []
        for lamp in light.lamps:
            towards = np.array(lamp.position) - place
            distance = float(np.linalg.norm(towards))
            strength = lamp.power * 1.2 * float(np.sum(np.square(lamp.position))) / distance**2
            lamps.append((axes @ towards / distance, np.array(kelvin_rgb(lamp.kelvin), np.float32) * strength))
        ambient = np.array(kelvin_rgb(light.ambient_kelvin), np.float32) * np.float32(light.ambient)
        return _Sight(tuple(lamps), ambient, axes[:, 2])

    def shade(self, facing: Linear, closed: Linear, wrap: Rgb, gloss: float) -> tuple[Linear, Linear]:
        """Light on what faces these ways, and what it mirrors; less from everywhere where it is closed in."""
        towards = np.sqrt(np.maximum(0.02, 1 - (facing**2).sum(-1)))
        normal = np.concatenate([facing, towards[..., None]], -1).astype(np.float32)
        rise = normal @ self.up.astype(np.float32)
        light = ((0.62 + 0.38 * rise) * closed)[..., None] * self.ambient
        shine = np.zeros_like(light)
        bent = np.array(wrap, np.float32)
        for direction, colour in self.lamps:
            met = (normal @ direction.astype(np.float32))[..., None]
            light = light + np.clip((met + bent) / (1 + bent), 0, 1) ** 1.3 * colour * (0.35 + 0.65 * closed[..., None])
            half = direction + np.array([0.0, 0.0, 1.0])
            mirrored = np.maximum(0, normal @ (half / np.linalg.norm(half)).astype(np.float32)) ** 14
            shine += (mirrored * closed * np.float32(gloss))[..., None] * colour
        return light, shine


def _closed_in(layer: _Layer) -> Linear:
    """How open a place is: less where what is around it is nearer to the camera."""
    inside = (layer.outside < 0).astype(np.float32)
    around = cv2.blur(np.maximum(layer.height, layer.height.max() - 30) * inside, (15, 15))
    share = cv2.blur(inside, (15, 15))
    deeper = around / np.maximum(share, 0.05) - layer.height
    return np.asarray(1 - 0.75 * np.clip(cv2.blur(deeper, (3, 3)), 0, 0.8) ** 0.8, np.float32)


def _skin(skin: Rgb, rods: dict[str, list[_Rod]], grid: _Grid, sight: _Sight) -> tuple[Linear, Linear]:
    """The colour of a hand on the grid, and how far outside each point is."""
    layer = _join(rods["skin"], grid)
    base = np.array(skin, np.float32) ** np.float32(2.2)
    mottled = _noise(grid, rods["skin"][0].places[0])
    # Thin parts have more blood in their colour.
    blood = np.clip(1.1 - layer.thick * 1.6, 0, 1) * np.float32(0.5) + np.maximum(mottled, -0.3) * np.float32(0.2)
    tint = 1 + blood[..., None] * np.array((0.06, -0.16, -0.14), np.float32)
    closed = _closed_in(layer)
    if rods["sleeve"]:
        closed = closed * np.clip(0.35 + _join(rods["sleeve"], grid, cut=True).outside / np.float32(9), 0.2, 1)
    facing = _smooth(layer.facing, layer.outside) + _slope(mottled) * np.float32(0.05)
    light, shine = sight.shade(facing, closed, _SKIN_WRAP, 0.05)
    colour = base * tint * light * (1 + np.float32(0.035) * mottled[..., None])
    if rods["nail"]:
        nails = _join(rods["nail"], grid)
        seen = np.clip(0.5 - nails.outside, 0, 1) * (nails.height > layer.height - 0.04)
        pale = base * np.array((0.75, 0.72, 0.72), np.float32) + np.array((0.2, 0.15, 0.14), np.float32)
        colour += (pale * light + 2 * shine - colour) * (seen * np.float32(0.6))[..., None]
    return colour + shine, layer.outside


def _slope(height: Linear) -> Linear:
    """How it rises to the right and down."""
    down, right = np.gradient(height)
    return np.stack([right, down], -1)


def _smooth(facing: Linear, outside: Linear) -> Linear:
    """Even out hollows between rods, the more the farther inside the outline."""
    soft = cv2.GaussianBlur(facing, (0, 0), 2.6)
    share = np.clip(-outside / np.float32(9), 0, 0.85)[..., None]
    return np.asarray(facing + (soft - facing) * share, np.float32)


def _sleeve(cloth: Rgb, rods: list[_Rod], grid: _Grid, sight: _Sight) -> tuple[Linear, Linear]:
    """The colour of a sleeve on the grid, and how far outside each point is."""
    layer = _join(rods, grid, cut=True)
    fold, way = _folds(rods[0], grid)
    slope = _slope(fold) @ way.astype(np.float32)
    facing = layer.facing * np.float32(0.93) + slope[..., None] * way.astype(np.float32) * np.float32(1.6)
    facing /= np.maximum(1, np.linalg.norm(facing, axis=-1, keepdims=True) * 1.02)
    light, shine = sight.shade(facing, _closed_in(layer), _CLOTH_WRAP, 0.012)
    # A hem, where the cloth turns in.
    hem = np.clip(1.5 - np.abs(layer.outside + 3) * 0.8, 0, 1) * np.float32(0.12)
    colour = np.array(cloth, np.float32) ** np.float32(2.2) * light * (1 + 0.1 * fold - hem)[..., None] + shine
    return colour, layer.outside + np.float32(0.35) * fold


def _folds(rod: _Rod, grid: _Grid) -> tuple[Linear, Array]:
    """Folds that run around an arm, in its own measure, and the way of the arm."""
    way = rod.places[1] - rod.places[0]
    way = way / max(1e-6, float(np.hypot(*way)))
    scale = 512 / (rod.radii[0] / rod.sides[0]) / 12
    turn = np.array([[way[0], way[1]], [-way[1], way[0]]]) * scale
    corner = turn @ (np.array([grid.left, grid.top]) - rod.places[0])
    matrix = np.concatenate([turn, corner[:, None]], 1)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    fold = cv2.warpAffine(_wrinkles(), matrix, (grid.width, grid.height), flags=flags, borderMode=cv2.BORDER_WRAP)
    return np.asarray(fold, np.float32), way


@lru_cache(maxsize=1)
def _wrinkles() -> Linear:
    """Folds of cloth: closer along the arm than across it."""
    rng = np.random.default_rng(7)
    return np.asarray(cloudy(rng, 512, 16, 5, 2.2) + 0.4 * cloudy(rng, 512, 24, 12, 1.6), np.float32)


@lru_cache(maxsize=1)
def _mottling() -> Linear:
    return cloudy(np.random.default_rng(8), 512, 60, 60, 1.0)


def _noise(grid: _Grid, anchor: Array) -> Linear:
    """Spots on skin that go with the hand."""
    rows = (np.arange(grid.height) + grid.top - round(float(anchor[1]))) % 512
    columns = (np.arange(grid.width) + grid.left - round(float(anchor[0]))) % 512
    return np.asarray(_mottling()[np.ix_(rows, columns)], np.float32)


def _lay(picture: Linear, grid: _Grid, colour: Linear, outside: Linear) -> None:
    """Enlarge what is on the grid and lay it over the picture."""
    low = np.maximum(np.ceil(np.array([grid.left, grid.top]) * grid.step), 0).astype(int)
    high = np.array([grid.left + grid.width - 1, grid.top + grid.height - 1]) * grid.step
    width, height = (np.minimum(high, (picture.shape[1], picture.shape[0])).astype(int) - low).tolist()
    if width <= 0 or height <= 0:
        return
    shift = low / grid.step - np.array([grid.left, grid.top])
    matrix = np.array([[1 / grid.step, 0, shift[0]], [0, 1 / grid.step, shift[1]]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    large = cv2.warpAffine(colour.astype(np.float32), matrix, (width, height), flags=flags)
    away = cv2.warpAffine(outside.astype(np.float32), matrix, (width, height), flags=flags, borderValue=9.0)
    cover = np.clip(np.float32(0.5) - away * np.float32(grid.step), 0, 1)[..., None]
    part = picture[low[1] : low[1] + height, low[0] : low[0] + width]
    part += (large - part) * cover
