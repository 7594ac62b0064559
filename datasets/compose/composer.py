"""A fast 2D composer: the same scenes as the renderer, drawn from a pack of rendered faces and table tops.

Light is reckoned on a coarse grid, shadows are blurred polygons; there are no reflections of one thing in another. What
it gives is linear light, like a render, for `finish` to take the picture of.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.assets.material import table_of
from tileye.datasets.compose.blocks import draw_things, piece_blocks
from tileye.datasets.compose.gloss import ambient_of, colour_of, gloss, matt, matt_ambient_of, veil
from tileye.datasets.compose.hand_shapes import draw_hands, hand_outlines
from tileye.datasets.compose.plates import hover_plates, lay_plates, raised
from tileye.datasets.compose.shadows import Casters, Window, cast, casters_of, lit, openness, penumbra
from tileye.datasets.compose.sprites import LIGHT
from tileye.datasets.compose.views import CameraFrame
from tileye.datasets.scene.hands import Hand
from tileye.datasets.scene.layouts import Piece
from tileye.datasets.scene.plates import Plate
from tileye.datasets.scene.scenes import Edge, Scene
from tileye.datasets.scene.surfaces import SPAN, Surface, paint

Linear = NDArray[Any]

_GRID = (24, 18)
"""Light is reckoned for so many points across and down the picture."""
_FINE_GRID = (96, 72)
"""What tables smoother than this mirror of lamps changes faster than that."""
_SHARP = 0.3
_UP = np.array([0.0, 0.0, 1.0])
_SIDE_LIGHT = 0.45
"""The front of a table top beside its top."""
_FLOOR_OPEN = 0.7
"""The share of the light from everywhere that comes down beside the table."""


def compose(scene: Scene, width: int) -> Linear:
    """Compose a scene: linear red green blue, for a frame of this width and a little wider, as renders are."""
    view = CameraFrame(scene.camera, width)
    standing = raised(scene.plates)
    casters = casters_of(
        [
            *piece_blocks(scene.tile_style, scene.pieces),
            *(solid.mesh()[0] for solid in scene.solids),
            *(plate.body()[0] for plate in standing),
        ]
    )
    picture = _lay_table(scene, view)
    laid = lay_plates(scene, view, picture)
    light, gloss_light = _light_on(scene, view, casters)
    if laid is not None:
        shine, bare = laid
        gloss_light = gloss_light * bare + shine
    picture *= light
    picture += gloss_light
    if scene.edge is not None:
        _add_floor(scene, view, scene.edge, picture)
    draw_things(scene, view, picture, scene.pieces, scene.solids, standing)
    return compose_over(scene, picture, (), scene.hands) if scene.hands else picture


def compose_over(
    scene: Scene, base: Linear, pieces: Sequence[Piece], hands: Sequence[Hand], plates: Sequence[Plate] = ()
) -> Linear:
    """Draw what hovers and hands, with their shadows, over a picture of the scene; the picture itself stays."""
    view = CameraFrame.of(scene.camera, base)
    picture: Linear = base.copy()
    fingers = (points for hand in hands for points in hand_outlines(hand))
    cards = (plate.body()[0] for plate in plates)
    _darken(scene, view, picture, casters_of([*fingers, *piece_blocks(scene.tile_style, pieces), *cards]))
    draw_things(scene, view, picture, pieces, ())
    hover_plates(scene, view, picture, plates)
    draw_hands(picture, view, scene.camera, hands, scene.light)
    return picture


def _lay_table(scene: Scene, view: CameraFrame) -> Linear:
    """The table top under the camera, as white light would show it."""
    return _laid(view, scene.surface, scene.surface_turn, scene.surface_scale, 0.0)


def _texture(surface: Surface) -> NDArray[np.uint8]:
    packed = table_of(surface)
    return packed if packed is not None else _painted(surface)


@lru_cache(maxsize=4)
def _painted(surface: Surface) -> NDArray[np.uint8]:
    return paint(surface)


def _laid(view: CameraFrame, surface: Surface, turn: float, scale: float, height: float) -> Linear:
    """A picture of a surface repeated all over a plane."""
    texture, angle = _texture(surface), np.radians(turn)
    pixels = SPAN * scale / texture.shape[0]
    # From pixels of the texture, whose rows run down, to places on the plane.
    cos, sin = np.cos(angle) * pixels, np.sin(angle) * pixels
    places = np.array([[cos, -sin, 0], [-sin, -cos, 0], [0, 0, 1]])
    shrink = view.side * pixels
    while shrink < 0.6:
        texture, shrink = np.asarray(cv2.pyrDown(texture, borderType=cv2.BORDER_REFLECT), np.uint8), shrink * 2
        places = places @ np.diag([2.0, 2.0, 1.0])
    warped = cv2.warpPerspective(
        texture,
        view.plane(height) @ places,
        (view.width, view.height),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_WRAP,
    )
    return cv2.LUT(warped, LIGHT)


def _light_on(scene: Scene, view: CameraFrame, casters: Sequence[Casters]) -> tuple[Linear, Linear]:
    """The light on the table, and what the table mirrors of it: from everywhere, and of lamps but for their shadows."""
    frame, ground = Window(0, 0, view.width, view.height), view.ground(*_GRID)
    eye, roughness = view.eye, scene.surface.roughness
    shining = ground if roughness > _SHARP else view.ground(*_FINE_GRID)
    opened = openness(view, casters, 0.0, frame)
    matted = [(matt_ambient_of(scene.light), opened)]
    mirrored = [(ambient_of(scene.light), opened * _full(view, veil(ground, _UP, eye, roughness)))]
    for lamp in scene.light.lamps:
        share = 0.03 + 0.97 * lit(view, casters, lamp, 0.0, frame)
        matted.append((colour_of(lamp), share * _full(view, matt(lamp, ground, _UP))))
        mirrored.append((colour_of(lamp), share * _full(view, gloss(lamp, shining, _UP, eye, roughness))))
    return _summed(matted), _summed(mirrored)


def _summed(lights: Sequence[tuple[Linear, Linear]]) -> Linear:
    """Add up coloured lights."""
    channels = []
    for channel in range(3):
        total = np.zeros_like(lights[0][1])
        for colour, strength in lights:
            cv2.scaleAdd(strength, float(colour[channel]), total, dst=total)
        channels.append(total)
    return cv2.merge(channels)


def _full(view: CameraFrame, grid: Linear) -> Linear:
    """Enlarge what was reckoned on the grid, whose outer points lie on the rim of the frame."""
    rows, columns = grid.shape[:2]
    across, down = (columns - 1) / view.width, (rows - 1) / view.height
    matrix = np.array([[across, 0, across / 2], [0, down, down / 2]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(
        grid.astype(np.float32), matrix, (view.width, view.height), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )


def _add_floor(scene: Scene, view: CameraFrame, edge: Edge, picture: Linear) -> None:
    """Show the floor where the table has ended, and the front of the table top where it is seen."""
    gone = _beyond(view, edge, scene.camera.target, 0.0)
    if not gone.any():
        return
    front = np.maximum(gone - _beyond(view, edge, scene.camera.target, -Edge.THICK), 0)[..., None]
    floor = _laid(view, edge.floor, edge.floor_turn, Edge.FLOOR_SCALE, -edge.drop)
    ground = view.ground(*_GRID, -edge.drop)
    lights = [(matt_ambient_of(scene.light), np.full(gone.shape, _FLOOR_OPEN, np.float32))]
    lights += [(colour_of(lamp), _full(view, matt(lamp, ground, _UP))) for lamp in scene.light.lamps]
    floor *= _summed(lights)
    side = picture.mean(axis=(0, 1)) * np.float32(_SIDE_LIGHT)
    floor += (side - floor) * front
    floor -= picture
    floor *= gone[..., None]
    picture += floor


def _beyond(view: CameraFrame, edge: Edge, target: tuple[float, float], height: float) -> Linear:
    """Where a plane at a height lies beyond the edge of the table: 1, and 0 where it is on the target's side."""
    angle = np.radians(edge.towards)
    line = np.array([np.cos(angle), np.sin(angle), -edge.away]) @ np.linalg.inv(view.plane(height))
    # Lines of a plane are lines of the picture; only the sign has to be found out, at the target.
    x, y = np.arange(view.width) + 0.5, np.arange(view.height) + 0.5
    away = (line[0] * x[None, :] + line[1] * y[:, None] + line[2]) / np.hypot(line[0], line[1])
    here = float(line @ (*view.project(np.array([*target, height])), 1.0))
    return np.asarray(np.clip(0.5 - np.sign(here) * away, 0, 1), np.float32)


def _darken(scene: Scene, view: CameraFrame, picture: Linear, casters: Sequence[Casters]) -> None:
    """Throw shadows on a finished picture, as if all it shows lay half as high as a piece."""
    height = scene.tile_style.height / 2
    window = _reach(scene, view, casters, height)
    if window is None:
        return
    shaded = [(matt_ambient_of(scene.light), openness(view, casters, height, window))]
    for lamp in scene.light.lamps:
        strength = float(matt(lamp, np.array([*scene.camera.target, height]), _UP))
        shaded.append((colour_of(lamp) * strength, 0.03 + 0.97 * lit(view, casters, lamp, height, window)))
    whole = sum((colour for colour, _ in shaded), np.zeros(3, np.float32))
    picture[window.part] *= _summed([(colour / whole, share) for colour, share in shaded])


def _reach(scene: Scene, view: CameraFrame, casters: Sequence[Casters], height: float) -> Window | None:
    """The part of the frame that shadows may reach."""
    if not casters:
        return None
    points = np.concatenate([group.points for group in casters])
    shadows = [cast(points, lamp, height) for lamp in scene.light.lamps]
    blur = max([0.3, *(penumbra(lamp, float(points[:, 2].mean())) for lamp in scene.light.lamps)])
    pixels = view.project(np.concatenate([points, *shadows]))
    margin = 3 * blur * view.side + 2
    size = (view.width, view.height)
    left, top = np.maximum(pixels.min(0) - margin, 0).astype(int).tolist()
    right, bottom = np.minimum(np.maximum(pixels.max(0) + margin, 0), size).astype(int).tolist()
    return Window(left, top, right, bottom) if right > left and bottom > top else None
