"""Thin printed things in composed pictures.

What lies on the table is a part of it: its colours are laid onto the table's before light and shadows come. What stands
out is drawn among the other things (`blocks.py`) and lit by itself.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.compose.gloss import ambient_of, colour_of, gloss, matt, matt_ambient_of, veil
from tileye.datasets.compose.shadows import Window
from tileye.datasets.compose.sprites import LIGHT
from tileye.datasets.compose.views import CameraFrame
from tileye.datasets.scene.plates import Array, Plate, PlateFace
from tileye.datasets.scene.scenes import Light, Scene

Linear = NDArray[Any]

_SIZES = (16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
_PAINTED = 256
"""Faces are painted at least so large, so that small ones show what large ones show."""
_GRID = 5
"""Gloss is reckoned for so many points across and along a plate."""
_CONTACT = 0.035
"""How far the shadow reaches in which a thin thing lies, in sides of a tile."""
_DARK = 0.45
_NEAREST = 0.5
_ROUNDS = 3
_UP = np.array([0.0, 0.0, 1.0])


class Sprite(NamedTuple):
    """A plate as a part of the picture shows it: its colours as light, its gloss, and how much of it covers."""

    colours: Linear
    shine: Linear
    cover: Linear


def lay_plates(scene: Scene, view: CameraFrame, picture: Linear) -> tuple[Linear, Linear] | None:
    """Lay all that lies on the table onto its picture; what it mirrors, and where the table itself is seen."""
    lying = [plate for plate in scene.plates if plate.lies]
    if not lying:
        return None
    shine, bare = np.zeros_like(picture), np.ones((*picture.shape[:2], 1), np.float32)
    for plate in lying:
        corners = plate.corners()
        window = _window(view, corners)
        if window is None:
            continue
        sprite = _sprite(scene.light, view, plate, corners, window)
        part = picture[window.part]
        part *= 1 - _contact(view, sprite.cover)
        part += (sprite.colours - part) * sprite.cover
        shine[window.part] += (sprite.shine - shine[window.part]) * sprite.cover
        bare[window.part] *= 1 - sprite.cover
    return shine, bare


def lay_raised(scene: Scene, view: CameraFrame, patch: Linear, plate: Plate, left_top: Array) -> None:
    """Lay the print of a plate that stands out of the table, lit, into a part of the picture."""
    left, top = (int(value) for value in left_top)
    window = Window(left, top, left + patch.shape[1], top + patch.shape[0])
    corners = plate.corners()
    sprite = _sprite(scene.light, view, plate, corners, window)
    light = _white(scene.light, corners)
    patch += (sprite.colours * light + sprite.shine - patch) * sprite.cover


def hover_plates(scene: Scene, view: CameraFrame, picture: Linear, plates: Sequence[Plate]) -> None:
    """Draw thin plates over all else, such as cards between fingers, the lowest first."""
    for plate in plates:
        window = _window(view, plate.corners())
        if window is not None:
            lay_raised(scene, view, picture[window.part], plate, np.array((window.left, window.top)))


def _white(light: Light, corners: Array) -> Linear:
    """What a white plate would send out."""
    middle, up = corners.mean(axis=0), _normal(corners)
    total = matt_ambient_of(light) * np.float32(0.5 + 0.5 * max(0.0, up[2]))
    for lamp in light.lamps:
        total = total + colour_of(lamp) * matt(lamp, middle, up)
    return np.asarray(total, np.float32)


def _normal(corners: Array) -> Array:
    normal = np.cross(corners[2] - corners[3], corners[0] - corners[3])
    return np.asarray(normal / np.linalg.norm(normal), np.float64)


def _window(view: CameraFrame, corners: Array) -> Window | None:
    """The part of the picture that a plate and its shadow reach."""
    if view.depth(corners).min() < _NEAREST:
        return None
    pixels, margin = view.project(corners), 3 + 3 * _CONTACT * view.side
    left, top = np.maximum(np.floor(pixels.min(axis=0) - margin), 0).astype(int).tolist()
    right, bottom = np.minimum(np.ceil(pixels.max(axis=0) + margin), (view.width, view.height)).astype(int).tolist()
    return Window(left, top, right, bottom) if right > left and bottom > top else None


def _sprite(light: Light, view: CameraFrame, plate: Plate, corners: Array, window: Window) -> Sprite:
    """A plate in its part of the picture."""
    pixels = view.project(corners) - (window.left, window.top) - 0.5
    face, mirrored = plate.face, cv2.contourArea(pixels.astype(np.float32), oriented=True) < 0
    if mirrored:
        face, pixels = plate.back or plate.face, pixels[[1, 0, 3, 2]]
        corners = corners[[1, 0, 3, 2]]
    wide, high = (_size(side) for side in _lengths(pixels))
    painted = _painted(face, *_painted_size(plate, wide, high), wide, high)
    layers = np.empty((high, wide, 7), np.float32)
    layers[..., :3] = painted
    layers[..., 3:6] = cv2.resize(_shine(light, view.eye, plate, corners), (wide, high), interpolation=cv2.INTER_LINEAR)
    layers[..., 6] = _outline(plate.size, plate.corner, wide, high)
    size = (window.right - window.left, window.bottom - window.top)
    if plate.bend and not mirrored:
        layers[..., :3] *= _bend_shades(light, plate, high)[:, None, None]
        places = _bent_places(view, plate, window, (wide, high))
        laid = np.dstack([cv2.remap(part, *places, cv2.INTER_LINEAR) for part in _parts(layers)])
    else:
        frame = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - np.float32(0.5)
        matrix = cv2.getPerspectiveTransform(frame, pixels.astype(np.float32))
        laid = np.dstack([cv2.warpPerspective(part, matrix, size, flags=cv2.INTER_LINEAR) for part in _parts(layers)])
    cover = laid[..., 6:]
    # Where the outline fades, colours have faded with it once already.
    solid = np.maximum(cover, 1e-3)
    return Sprite(laid[..., :3] / solid, laid[..., 3:6] / solid, cover)


def _parts(layers: Linear) -> tuple[Linear, Linear]:
    """The layers in portions that can be warped, weighed with how much of the plate is there."""
    layers[..., :6] *= layers[..., 6:]
    return np.ascontiguousarray(layers[..., :4]), np.ascontiguousarray(layers[..., 4:])


def _lengths(pixels: Array) -> tuple[float, float]:
    sides = np.linalg.norm(pixels - np.roll(pixels, -1, 0), axis=1)
    return float(max(sides[0], sides[2])), float(max(sides[1], sides[3]))


def _size(pixels: float) -> int:
    return next((size for size in _SIZES if size >= pixels), _SIZES[-1])


def _painted_size(plate: Plate, wide: int, high: int) -> tuple[int, int]:
    """How large a face is painted: in the proportions of the plate, and not smaller than it will be shown."""
    scale = max(_PAINTED, wide, high) / max(plate.size)
    return round(plate.size[0] * scale), round(plate.size[1] * scale)


@lru_cache(maxsize=192)
def _full(face: PlateFace, width: int, height: int) -> NDArray[np.uint8]:
    return face.paint(width, height)


@lru_cache(maxsize=192)
def _painted(face: PlateFace, width: int, height: int, wide: int, high: int) -> Linear:
    """The light that a face sends out where a white place sends out 1, so many pixels wide and high."""
    light = LIGHT[_full(face, width, height)]
    shrink = width >= wide and height >= high
    return cv2.resize(light, (wide, high), interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR)


@lru_cache(maxsize=256)
def _outline(size: tuple[float, float], corner: float, wide: int, high: int) -> Linear:
    """How much of each place of a plate is there: all but its round corners."""
    if corner <= 0:
        return np.ones((high, wide), np.float32)
    x, y = ((np.abs((np.arange(n) + 0.5) / n - 0.5) * side) for n, side in ((wide, size[0]), (high, size[1])))
    out_x, out_y = np.maximum(x - (size[0] / 2 - corner), 0), np.maximum(y - (size[1] / 2 - corner), 0)
    fine = max(wide / size[0], high / size[1])
    return np.clip((corner - np.hypot(out_y[:, None], out_x[None, :])) * fine + 0.5, 0, 1).astype(np.float32)


def _shine(light: Light, eye: Array, plate: Plate, corners: Array) -> Linear:
    """What a plate mirrors of lamps and room, on a grid."""
    steps = np.linspace(0, 1, _GRID)[None, :, None]
    left = corners[0] + (corners[3] - corners[0]) * steps[0]
    right = corners[1] + (corners[2] - corners[1]) * steps[0]
    points = left[:, None, :] + (right - left)[:, None, :] * steps
    up = _normal(corners)
    ups = np.broadcast_to(up, points.shape)
    if plate.bend:
        # The upper end of a bent card faces its middle, and the lower end, too.
        along = (corners[0] - corners[3]) / np.linalg.norm(corners[0] - corners[3])
        slope = 8 * plate.bend / plate.size[1] * (0.5 - np.linspace(0, 1, _GRID))[:, None, None]
        ups = ups - along * slope
        ups = ups / np.linalg.norm(ups, axis=-1, keepdims=True)
    shine = veil(points, ups, eye, plate.roughness)[..., None] * ambient_of(light)
    for lamp in light.lamps:
        shine = shine + gloss(lamp, points, ups, eye, plate.roughness)[..., None] * colour_of(lamp)
    return np.asarray(shine, np.float32)


def _bend_shades(light: Light, plate: Plate, high: int) -> Linear:
    """How much lighter or darker the rows of a bent plate are than a flat one."""
    middle = np.array(plate.middle)
    along = plate.points(np.array([(0.0, 0.5)]))[0] - plate.points(np.array([(0.0, -0.5)]))[0]
    along = along / np.linalg.norm(along)
    slope = 8 * plate.bend / plate.size[1] * (0.5 - (np.arange(high) + 0.5) / high)[:, None]
    ups = _UP - along * slope
    ups /= np.linalg.norm(ups, axis=1, keepdims=True)
    flat, bent = light.ambient, np.full(high, light.ambient)
    for lamp in light.lamps:
        flat += float(matt(lamp, middle, _UP))
        bent = bent + matt(lamp, np.broadcast_to(middle, ups.shape), ups)
    return np.asarray(bent / max(1e-6, flat), np.float32)


def _bent_places(
    view: CameraFrame, plate: Plate, window: Window, size: tuple[int, int]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where on the face of a bent plate each pixel of the window looks."""
    x, y = np.meshgrid(np.arange(window.left, window.right) + 0.5, np.arange(window.top, window.bottom) + 0.5)
    rays = view.rays(np.stack([x, y], axis=-1))
    origin, a = np.array(plate.middle), np.radians(plate.turn)
    height: Any = plate.thickness
    across = along = np.zeros(0)
    for _ in range(_ROUNDS):
        places = view.eye + rays * ((height + origin[2] - view.eye[2]) / rays[..., 2])[..., None] - origin
        across = (places[..., 0] * np.cos(a) + places[..., 1] * np.sin(a)) / plate.size[0]
        along = (places[..., 1] * np.cos(a) - places[..., 0] * np.sin(a)) / plate.size[1]
        height = plate.thickness + plate.bend * np.minimum(2 * np.abs(along), 1.3) ** 2
    columns, rows = (across + 0.5) * size[0] - 0.5, (0.5 - along) * size[1] - 0.5
    return columns.astype(np.float32), rows.astype(np.float32)


def _contact(view: CameraFrame, cover: Linear) -> Linear:
    """How dark the table is around something thin that lies on it."""
    blur = max(0.6, _CONTACT * view.side)
    return cv2.GaussianBlur(cover, (0, 0), blur)[..., None] * np.float32(_DARK)


def raised(plates: Sequence[Plate]) -> list[Plate]:
    """Those that stand out of the table."""
    return [plate for plate in plates if not plate.lies]
