"""Pieces and solids in composed pictures: sides as shaded facets, tops as rendered or painted faces.

What is reckoned for one of them is reckoned for all at once, since there are many and each is small.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.camera.camera_model import Array
from tileye.datasets.compose.gloss import ambient_of, colour_of, gloss, matt, matt_ambient_of, veil
from tileye.datasets.compose.plates import lay_raised
from tileye.datasets.compose.shadows import Window
from tileye.datasets.compose.sprites import face, outline, printed, size_for
from tileye.datasets.compose.views import CameraFrame, nearness
from tileye.datasets.scene.clutter import Solid
from tileye.datasets.scene.layouts import Piece
from tileye.datasets.scene.plates import Plate
from tileye.datasets.scene.poses import all_standing
from tileye.datasets.scene.scenes import Scene
from tileye.datasets.scene.tile_styles import Rgb, TileStyle

Linear = NDArray[Any]
Facets = Sequence[tuple[int, ...]]

_NEAREST = 0.5
"""What is nearer to the camera is not drawn."""
_FROM_BELOW = 0.25
"""The share of the light from everywhere that comes from the table to what faces it."""


class _Top(NamedTuple):
    """The face of a piece: its corners in the picture, what white, body and print there send out."""

    corners: Array
    light: Linear
    body_shine: Linear
    print_shine: Linear


class _Shape(NamedTuple):
    """Something with flat facets, before it is lit."""

    points: Array
    facets: Facets
    body: Rgb
    roughness: float
    piece: Piece | None
    top: _Top | None
    plate: Plate | None = None


class _Thing(NamedTuple):
    """Something ready to be drawn: its facets in the picture with their shades."""

    nearness: float
    pixels: Array
    facets: list[tuple[int, ...]]
    shades: list[list[float]]
    piece: Piece | None
    top: _Top | None
    plate: Plate | None


@lru_cache(maxsize=64)
def block_mesh(size: tuple[float, float], height: float, edge: float) -> tuple[Array, tuple[tuple[int, ...], ...]]:
    """A block with cut corners that stands on the origin; its last facet is the top."""
    (across, along), cut = (side / 2 for side in size), edge * 0.9
    rim = [(across, cut - along), (across, along - cut), (across - cut, along), (cut - across, along)]
    rim += [(-x, -y) for x, y in rim]
    points = np.array([(x, y, z) for z in (0.0, height) for x, y in rim])
    sides = tuple((i, (i + 1) % 8, (i + 1) % 8 + 8, i + 8) for i in range(8))
    return points, (tuple(range(7, -1, -1)), *sides, tuple(range(8, 16)))


def piece_blocks(tile_style: TileStyle, pieces: Sequence[Piece]) -> Array:
    """The corners of pieces in space."""
    return all_standing(pieces, block_mesh(tile_style.piece.size, tile_style.height, tile_style.edge)[0])


def draw_things(
    scene: Scene,
    view: CameraFrame,
    picture: Linear,
    pieces: Sequence[Piece],
    solids: Sequence[Solid],
    plates: Sequence[Plate] = (),
) -> None:
    """Draw pieces, solids and plates, the farthest first."""
    shapes = [*_piece_shapes(scene, view, pieces), *_solid_shapes(solids), *_plate_shapes(plates)]
    things = _together(_lit(scene, view, shapes))
    for thing in sorted(things, key=lambda thing: thing.nearness):
        _draw(scene, view, picture, thing)


def _piece_shapes(scene: Scene, view: CameraFrame, pieces: Sequence[Piece]) -> Iterator[_Shape]:
    tile_style = scene.tile_style
    facets = block_mesh(tile_style.piece.size, tile_style.height, tile_style.edge)[1][:-1]
    tops = _tops(scene, view, pieces)
    for piece, points, top in zip(pieces, piece_blocks(tile_style, pieces), tops, strict=True):
        yield _Shape(points, facets, tile_style.body, tile_style.body_roughness, piece, top)


def _solid_shapes(solids: Sequence[Solid]) -> Iterator[_Shape]:
    for solid in solids:
        yield _Shape(*solid.mesh(), solid.colour, solid.roughness, None, None)


def _plate_shapes(plates: Sequence[Plate]) -> Iterator[_Shape]:
    for plate in plates:
        yield _Shape(*plate.body(), plate.edge, plate.roughness, None, None, plate)


def _together(things: Sequence[_Thing]) -> list[_Thing]:
    """Plates of one name, such as the cards of a hand, stay in their order: they are drawn one after the other."""
    nearest: dict[str, float] = {}
    for thing in things:
        if thing.plate is not None:
            nearest[thing.plate.name] = max(thing.nearness, nearest.get(thing.plate.name, -math.inf))
    return [thing._replace(nearness=nearest[thing.plate.name]) if thing.plate else thing for thing in things]


def _tops(scene: Scene, view: CameraFrame, pieces: Sequence[Piece]) -> Iterator[_Top]:
    """The faces of pieces, and how they are lit."""
    tile_style, height = scene.tile_style, scene.tile_style.height
    x, y = (side / 2 for side in tile_style.piece.size)
    ends = np.array([(-x, y, height), (x, y, height), (x, -y, height), (-x, -y, height)])
    places = all_standing(pieces, ends)
    ups = np.cross(places[:, 2] - places[:, 3], places[:, 0] - places[:, 3])
    middles = places.mean(axis=1)
    light, body = _light_on(scene, view, middles, ups, np.full(len(pieces), tile_style.body_roughness))
    _, ink = _light_on(scene, view, middles, ups, np.full(len(pieces), tile_style.print_roughness))
    return map(_Top, view.project(places), light, body, ink)


def _light_on(scene: Scene, view: CameraFrame, middles: Array, ups: Array, rough: Array) -> tuple[Linear, Linear]:
    """What white places send out, and what varnished ones mirror on top of that."""
    eye = view.eye
    rise = (0.5 + 0.5 * ups[:, 2:]).astype(np.float32)
    light = (rise + _FROM_BELOW * (1 - rise)) * matt_ambient_of(scene.light)
    shine = rise * veil(middles, ups, eye, rough)[:, None] * ambient_of(scene.light)
    for lamp in scene.light.lamps:
        light = light + matt(lamp, middles, ups)[:, None] * colour_of(lamp)
        shine = shine + gloss(lamp, middles, ups, eye, rough)[:, None] * colour_of(lamp)
    return light, shine


def _lit(scene: Scene, view: CameraFrame, shapes: Sequence[_Shape]) -> list[_Thing]:
    """Shapes that are in the picture, with the shades of the facets that turn to the camera."""
    seen = [(shape, pixels, _towards(pixels, shape.facets)) for shape, pixels in _in_frame(view, shapes)]
    if not seen:
        return []
    corners = np.concatenate([shape.points[_thirds(tuple(facets))] for shape, _, facets in seen])
    counts = [len(facets) for _, _, facets in seen]
    body = np.repeat([shape.body for shape, _, _ in seen], counts, axis=0).astype(np.float32) ** np.float32(2.2)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 1])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12
    rough = np.repeat([shape.roughness for shape, _, _ in seen], counts)
    light, shine = _light_on(scene, view, corners.mean(axis=1), normals, rough)
    shades = np.split(light * body + shine, np.cumsum(counts)[:-1])
    return [
        _Thing(nearness(view.eye, shape.points), pixels, facets, shade.tolist(), shape.piece, shape.top, shape.plate)
        for (shape, pixels, facets), shade in zip(seen, shades, strict=True)
    ]


def _in_frame(view: CameraFrame, shapes: Sequence[_Shape]) -> Iterator[tuple[_Shape, Array]]:
    """Shapes that are before the camera and not outside the picture, with the pixels of their points."""
    for shape in shapes:
        if view.depth(shape.points).min() < _NEAREST:
            continue
        pixels = view.project(shape.points)
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        if high.min() > 0 and low[0] < view.width and low[1] < view.height:
            yield shape, pixels


@lru_cache(maxsize=256)
def _thirds(facets: tuple[tuple[int, ...], ...]) -> NDArray[np.int64]:
    """Three corners of each facet."""
    return np.array([(f[0], f[len(f) // 3], f[2 * len(f) // 3]) for f in facets], np.int64).reshape(-1, 3)


def _towards(pixels: Array, facets: Facets) -> list[tuple[int, ...]]:
    """The facets that turn towards the camera: their corners run counterclockwise, as one sees them."""
    a, b, c = pixels[_thirds(tuple(facets))].transpose(1, 2, 0)
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return [facets[number] for number in np.flatnonzero(area < 0).tolist()]


def _draw(scene: Scene, view: CameraFrame, picture: Linear, thing: _Thing) -> None:
    """Draw a thing into a patch and lay that over the picture, smooth along its outline."""
    window = _window(view, thing.pixels)
    corner = np.array([window.left, window.top])
    pixels = np.round((thing.pixels - corner) * 16 - 8).astype(np.int32)
    part = picture[window.part]
    cover = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(cover, cv2.convexHull(pixels), 255, cv2.LINE_AA, 4)
    patch = part.copy()
    for facet, shade in zip(thing.facets, thing.shades, strict=True):
        cv2.fillConvexPoly(patch, pixels[list(facet)], shade, cv2.LINE_8, 4)
    if thing.piece is not None and thing.top is not None:
        _lay_face(scene, patch, thing.piece, thing.top, corner)
    if thing.plate is not None:
        lay_raised(scene, view, patch, thing.plate, corner)
    patch -= part
    patch *= (cover * np.float32(1 / 255))[..., None]
    part += patch


def _window(view: CameraFrame, pixels: Array) -> Window:
    left, top = np.maximum(np.floor(pixels.min(axis=0)) - 1, 0).astype(int).tolist()
    right, bottom = np.minimum(np.ceil(pixels.max(axis=0)) + 2, (view.width, view.height)).astype(int).tolist()
    return Window(left, top, right, bottom)


def _lay_face(scene: Scene, patch: Linear, piece: Piece, top: _Top, corner: Array) -> None:
    """Lay the lit face of a piece into its place."""
    pixels = (top.corners - corner - 0.5).astype(np.float32)
    area = cv2.contourArea(pixels, oriented=True)
    if area <= 0:
        return
    sprite = _lit_face(scene, piece, top, size_for(math.sqrt(area)))
    size = sprite.shape[0]
    frame = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(frame, pixels)
    laid = cv2.warpPerspective(sprite, matrix, patch.shape[1::-1], flags=cv2.INTER_LINEAR)
    patch *= 1 - laid[..., 3:]
    patch += laid[..., :3]


def _lit_face(scene: Scene, piece: Piece, top: _Top, size: int) -> Linear:
    """A face under the light of the scene, with how much of it covers what is below."""
    tile_style, tile = scene.tile_style, None if piece.role == "face_down" else piece.tile
    there = outline(1.5 * tile_style.edge, size)
    sprite = np.empty((size, size, 4), np.float32)
    colours = sprite[..., :3]
    np.multiply(np.rot90(face(tile_style, tile, size), _quarter_turns(scene, piece)), top.light, out=colours)
    colours += top.body_shine
    if tile:
        colours += printed(tile_style.kind, tile[0], tile_style.print_scale, size) * (top.print_shine - top.body_shine)
    colours *= there
    sprite[..., 3:] = there
    return sprite


def _quarter_turns(scene: Scene, piece: Piece) -> int:
    """By how many quarter turns a face is turned so that its lit side comes to lie towards the strongest lamp."""
    if not scene.light.lamps:
        return 0
    if piece.role == "rack":
        return 1
    lamp = max(scene.light.lamps, key=lambda lamp: lamp.power)
    towards = math.degrees(math.atan2(lamp.position[1], lamp.position[0]))
    return round((towards - piece.pose.turn) / 90) % 4
