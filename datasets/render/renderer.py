"""Full renders of scenes with Blender's Cycles, in the rendering environment.

A studio holds one scene at a time. What moves in a film, hands and carried tiles, comes and goes without building the
rest again, and only the part of the picture that it changes is rendered.
"""

import math
import os
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from tileye.datasets.assets.faces import paint_face
from tileye.datasets.compose.hand_shapes import hand_outlines
from tileye.datasets.render.blender import clear, image, link, material, mesh_of, roughen, silence, texture
from tileye.datasets.render.hand_meshes import add_hand
from tileye.datasets.render.plate_meshes import add_plate
from tileye.datasets.render.rooms import paint_room
from tileye.datasets.scene.clutter import Solid
from tileye.datasets.scene.hands import Hand
from tileye.datasets.scene.layouts import Piece
from tileye.datasets.scene.plates import Plate, pressed_flat
from tileye.datasets.scene.poses import standing_points
from tileye.datasets.scene.scenes import Edge, Light, Scene, kelvin_rgb
from tileye.datasets.scene.surfaces import SPAN, Surface, cloudy, paint
from tileye.datasets.scene.tile_styles import TileStyle
from tileye.datasets.splits import cache_folder

Linear = NDArray[Any]

_CELL = 192
"""Pixels of a face in the atlas."""
_WIDE = 120.0
_FEATHER = 24
"""Pixels in which a part that was rendered anew fades into the picture."""


class Studio:
    """Renders scenes one after the other; Blender is set up once."""

    def __init__(self, samples: int = 4, threads: int = 2) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        scene = bpy.context.scene
        scene.render.engine = "CYCLES"
        cycles = scene.cycles
        cycles.device, cycles.use_adaptive_sampling = "CPU", False
        cycles.use_denoising, cycles.denoising_prefilter, cycles.denoising_quality = True, "NONE", "FAST"
        cycles.use_light_tree, cycles.max_bounces = False, 2
        cycles.sample_clamp_indirect = 4.0
        scene.render.threads_mode, scene.render.threads = "FIXED", threads
        scene.render.image_settings.file_format = "OPEN_EXR"
        scene.render.image_settings.color_depth = "16"
        scene.view_settings.view_transform = "Standard"
        self._samples = samples
        self._scene: Scene | None = None
        self._scale = 0.0

    def render(self, scene: Scene, path: str, scale: float = 1.0) -> Linear:
        """Render a scene without what the lens and the sensor do: linear red green blue, rows from the top."""
        self._build(scene, scale)
        bpy.context.scene.cycles.samples = self._samples
        return self._shoot(path)

    def render_over(
        self,
        scene: Scene,
        base: Linear,
        pieces: Sequence[Piece],
        hands: Sequence[Hand],
        path: str,
        plates: Sequence[Plate] = (),
    ) -> Linear:
        """Render hovering pieces, cards and hands over a render of the scene, only where they or their shadows are."""
        scale = base.shape[1] / (scene.camera.width * scene.camera.wide)
        if (scene, scale) != (self._scene, self._scale):
            self._build(scene, scale)
        box = _changed(scene, scale, base, pieces, hands, plates)
        if box is None:
            return base
        before = set(bpy.data.objects)
        # What moves is blurred by moving, so that fewer samples show as little.
        bpy.context.scene.cycles.samples = self._samples // 2
        if pieces:
            _add_pieces(scene, pieces, scene.pieces)
        for plate in plates:
            add_plate(plate, _density(scene, scale))
        for hand in hands:
            add_hand(hand, waxy=False)
        part = self._shoot(path, box)
        for made in set(bpy.data.objects) - before:
            _remove(made)
        return _pasted(base, part, box)

    def _build(self, scene: Scene, scale: float) -> None:
        clear()
        self._scene, self._scale = scene, scale
        density = _density(scene, scale)
        _add_table(scene, 2048 if density * scene.surface_scale > 45 else 1024)
        if scene.pieces:
            _add_pieces(scene, scene.pieces)
        for solid in scene.solids:
            _add_solid(solid)
        for plate in pressed_flat(scene.plates):
            add_plate(plate, density)
        for hand in scene.hands:
            add_hand(hand, waxy=True)
        _add_light(scene.light)
        _aim(scene, scale)

    def _shoot(self, path: str, box: tuple[int, int, int, int] | None = None) -> Linear:
        """Render the frame, or the part of it between columns and rows."""
        settings = bpy.context.scene.render
        width, height = settings.resolution_x, settings.resolution_y
        settings.use_border = settings.use_crop_to_border = box is not None
        if box is not None:
            left, top, right, bottom = box
            settings.border_min_x, settings.border_max_x = left / width, right / width
            settings.border_min_y, settings.border_max_y = 1 - bottom / height, 1 - top / height
        settings.filepath = path
        with silence():
            bpy.ops.render.render(write_still=True)
        taken = bpy.data.images.load(path)
        width, height = taken.size
        pixels = np.empty(width * height * 4, np.float32)
        taken.pixels.foreach_get(pixels)
        bpy.data.images.remove(taken)
        return pixels.reshape(height, width, 4)[::-1, :, :3].copy()


@lru_cache(maxsize=1)
def _film_studio(samples: int) -> tuple[Studio, str]:
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return Studio(samples, threads=1), str(folder / f"film-{os.getpid()}.exr")


def render_table(scene: Scene, width: int, samples: int) -> Linear:
    """Render a table at rest for a film."""
    studio, path = _film_studio(samples)
    return studio.render(scene, path, width / scene.camera.width)


def render_moving(
    scene: Scene,
    base: Linear,
    pieces: Sequence[Piece],
    hands: Sequence[Hand],
    plates: Sequence[Plate],
    samples: int,
) -> Linear:
    """Render what moves in a film over its table at rest."""
    studio, path = _film_studio(samples)
    return studio.render_over(scene, base, pieces, hands, path, plates)


def _density(scene: Scene, scale: float) -> float:
    """Pixels of a side of a tile in the middle of a picture."""
    return scene.camera.focal_px * scale / scene.camera.distance


def _remove(made: Any) -> None:  # noqa: ANN401
    """Take an object away with all that is its own."""
    mesh = made.data
    # A plate without a back wears the material of its edge twice.
    worn = list(dict.fromkeys(mesh.materials))
    folds = [one.texture for one in made.modifiers if one.type == "DISPLACE"]
    bpy.data.objects.remove(made)
    bpy.data.meshes.remove(mesh)
    for one in folds:
        bpy.data.textures.remove(one)
    for one in worn:
        for node in one.node_tree.nodes:
            if getattr(node, "image", None) is not None:
                bpy.data.images.remove(node.image)
        bpy.data.materials.remove(one)


def _changed(
    scene: Scene,
    scale: float,
    base: Linear,
    pieces: Sequence[Piece],
    hands: Sequence[Hand],
    plates: Sequence[Plate],
) -> tuple[int, int, int, int] | None:
    """The part of the picture that things and their shadows reach: left, top, right, bottom."""
    block = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0, scene.tile_style.height)])
    outlines = [standing_points(piece, block) for piece in pieces]
    outlines += [points for hand in hands for points in hand_outlines(hand)]
    outlines += [plate.body()[0] for plate in plates]
    if not outlines:
        return None
    points = np.concatenate(outlines)
    reached = [points, *(_cast(points, np.array(lamp.position)) for lamp in scene.light.lamps)]
    seen = np.concatenate(reached)
    seen = seen[scene.camera.depth(seen) > 1.0]
    frame = np.array([base.shape[1], base.shape[0]])
    middle = np.array([scene.camera.width, scene.camera.height]) / 2
    pixels = (scene.camera.straight().project(seen) - middle) * scale + frame / 2
    low = np.maximum(pixels.min(0) - 2 * _FEATHER, 0).astype(int)
    high = np.minimum(pixels.max(0) + 2 * _FEATHER, frame).astype(int)
    if (high - low).min() < 8:
        return None
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _cast(points: NDArray[np.float64], lamp: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where shadows of points fall on the table, those that a lamp throws far away left out."""
    share = points[:, 2] / (lamp[2] - points[:, 2]).clip(0.5)
    cast = points + share[:, None] * (points - lamp)
    cast[:, 2] = 0
    return np.asarray(cast[np.linalg.norm(cast - points, axis=1) < 8.0], np.float64)


def _pasted(base: Linear, part: Linear, box: tuple[int, int, int, int]) -> Linear:
    """Put a part into a picture; it fades in, but not along the edges of the picture."""
    left, top, right, bottom = box
    height, width = base.shape[:2]
    part = part[: bottom - top, : right - left]

    def fade(size: int, at_start: bool, at_end: bool) -> Linear:
        place = np.arange(size, dtype=np.float32) + 0.5
        start = place / _FEATHER if at_start else np.ones_like(place)
        end = place[::-1] / _FEATHER if at_end else np.ones_like(place)
        return np.minimum(np.minimum(start, end), 1)

    across = fade(part.shape[1], left > 0, right < width)
    share = np.minimum(fade(part.shape[0], top > 0, bottom < height)[:, None], across[None, :])[..., None]
    picture: Linear = base.copy()
    under = picture[top : top + part.shape[0], left : left + part.shape[1]]
    under += (part - under) * share
    return picture


def _add_table(scene: Scene, size: int) -> None:
    """Lay the table top; where it has an edge, the floor shows below."""
    edge = scene.edge
    away = edge.away if edge else _WIDE
    a = math.radians(edge.towards) if edge else 0.0
    turn = np.array([[math.cos(a), math.sin(a), 0], [-math.sin(a), math.cos(a), 0], [0, 0, 1]])
    corners = [(-_WIDE, -_WIDE, 0), (away, -_WIDE, 0), (away, _WIDE, 0), (-_WIDE, _WIDE, 0)]
    rim = [(away, -_WIDE, -Edge.THICK), (away, _WIDE, -Edge.THICK)]
    points = np.array([*corners, *rim], np.float64) @ turn
    _add_top(
        "table", points, [(0, 1, 2, 3), (1, 4, 5, 2)], scene.surface, scene.surface_turn, scene.surface_scale, size
    )
    if edge:
        _add_floor(edge)


def _add_floor(edge: Edge) -> None:
    corners = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]) * _WIDE * 2.0 - (0, 0, edge.drop)
    _add_top("floor", corners, [(0, 1, 2, 3)], edge.floor, edge.floor_turn, Edge.FLOOR_SCALE, 1024)


def _add_top(
    name: str,
    points: NDArray[np.float64],
    facets: list[tuple[int, ...]],
    surface: Surface,
    turn: float,
    scale: float,
    size: int,
) -> None:
    mesh = mesh_of(name, points, facets)
    a, span = math.radians(turn), SPAN * scale
    layer = mesh.uv_layers.new()
    for loop, entry in zip(mesh.loops, layer.data, strict=True):
        x, y, z = points[loop.vertex_index]
        entry.uv = ((x * math.cos(a) - y * math.sin(a)) / span, (x * math.sin(a) + y * math.cos(a) + z) / span)
    mesh.materials.append(_table_material(surface, size))
    link(name, mesh)


def _table_material(surface: Surface, size: int) -> Any:  # noqa: ANN401
    """A painted top whose repeats are hidden by slow changes of brightness and gloss."""
    made, shader = material("table", (0.5, 0.5, 0.5), surface.roughness)
    picture = texture(made, shader, image("table", paint(surface, size)), "Base Color")
    nodes, links = made.node_tree.nodes, made.node_tree.links
    slow = nodes.new("ShaderNodeTexImage")
    slow.image = image("slow", _slow(surface), colour=False)
    place, stretch = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    stretch.inputs["Scale"].default_value, stretch.inputs["Rotation"].default_value = (0.23, 0.23, 1), (0, 0, 0.7)
    links.new(place.outputs["UV"], stretch.inputs["Vector"])
    links.new(stretch.outputs["Vector"], slow.inputs["Vector"])
    tint = nodes.new("ShaderNodeVectorMath")
    tint.operation = "MULTIPLY"
    links.new(picture.outputs["Color"], tint.inputs[0])
    links.new(slow.outputs["Color"], tint.inputs[1])
    links.new(tint.outputs["Vector"], shader.inputs["Base Color"])
    if surface.roughness > 0.1:
        roughen(made, shader, picture.outputs["Color"], 0.35, 0.04)
    return made


def _slow(surface: Surface) -> NDArray[np.float32]:
    """Slow changes of brightness around 1."""
    rng = np.random.default_rng(surface.number)
    return np.clip(1 + 0.035 * cloudy(rng, 256, 8, 8, 1.0), 0.8, 1.2).astype(np.float32)


def _block(tile_style: TileStyle) -> tuple[NDArray[np.float64], list[list[int]], list[bool]]:
    """A block with round edges that stands on the table: points, facets, and which facets are smooth."""
    import bmesh

    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1)
    bmesh.ops.scale(shape, vec=(1, 1, tile_style.height), verts=shape.verts)
    bmesh.ops.translate(shape, vec=(0, 0, tile_style.height / 2), verts=shape.verts)
    upright = [edge for edge in shape.edges if abs(edge.verts[0].co.z - edge.verts[1].co.z) > 1e-6]
    # Corners are rounder from above than the edges are from the side.
    bmesh.ops.bevel(shape, geom=upright, offset=tile_style.edge * 1.5, segments=4, affect="EDGES", profile=0.5)
    rims = [edge for edge in shape.edges if abs(edge.verts[0].co.z - edge.verts[1].co.z) < 1e-6]
    bmesh.ops.bevel(shape, geom=rims, offset=tile_style.edge, segments=3, affect="EDGES", profile=0.5)
    points = np.array([vertex.co for vertex in shape.verts], np.float64)
    facets = [[vertex.index for vertex in face.verts] for face in shape.faces]
    smooth = [max(abs(c) for c in face.normal) < 0.999 for face in shape.faces]
    shape.free()
    return points, facets, smooth


def _add_pieces(scene: Scene, pieces: Sequence[Piece], lying: Sequence[Piece] = ()) -> None:
    """Build pieces, besides those that lie there already, as one mesh that wears one atlas of painted faces."""
    # A tile keeps its face while it is carried and when it lies.
    copies = Counter(piece.tile for piece in lying)
    points, facets, smooth = _block(scene.tile_style)
    under = [all(points[index, 2] < 1e-6 for index in facet) for facet in facets]
    across = math.ceil(math.sqrt(len(pieces)))
    colours = np.zeros((across * _CELL, across * _CELL, 3), np.uint8)
    rough = np.zeros((across * _CELL, across * _CELL), np.uint8)
    all_points, all_facets, places = [], [], []
    for number, piece in enumerate(pieces):
        row, column = divmod(number, across)
        part = np.s_[row * _CELL : (row + 1) * _CELL, column * _CELL : (column + 1) * _CELL]
        tile = None if piece.role == "face_down" else piece.tile
        seed = f"{scene.split} {scene.number} {piece.tile} {copies[piece.tile]}"
        copies[piece.tile] += 1
        colours[part], rough[part] = _face(scene.tile_style, tile, seed)
        all_facets += [[index + number * len(points) for index in facet] for facet in facets]
        all_points.append(standing_points(piece, points))
        inside = 0.5 + points[:, :2] * 0.996
        places.append((inside + np.array((column, across - 1 - row))) / across)
    mesh = mesh_of("pieces", np.concatenate(all_points), all_facets)
    mesh.polygons.foreach_set("use_smooth", smooth * len(pieces))
    corners = np.empty(len(mesh.loops), np.int32)
    mesh.loops.foreach_get("vertex_index", corners)
    worn = np.concatenate(places)[corners]
    # The foot shows the body alone: the rim of the face at its first corner.
    feet = np.repeat(under * len(pieces), [len(facet) for facet in all_facets])
    worn[feet] = np.repeat([place[0] for place in places], sum(map(len, facets)), axis=0)[feet]
    mesh.uv_layers.new().uv.foreach_set("vector", worn.astype(np.float32).ravel())
    made, shader = material("pieces", scene.tile_style.body, scene.tile_style.body_roughness)
    texture(made, shader, image("faces", colours), "Base Color")
    gloss = texture(made, shader, image("gloss", rough, colour=False), "Roughness")
    # Prints lie on the body like a thin skin.
    roughen(made, shader, gloss.outputs["Color"], 0.2, 0.01)
    mesh.materials.append(made)
    link("pieces", mesh)


@lru_cache(maxsize=256)
def _face(tile_style: TileStyle, tile: str | None, seed: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    return paint_face(tile_style, tile, seed, _CELL)


def _add_solid(solid: Solid) -> None:
    points, facets = solid.mesh()
    mesh = mesh_of(solid.name, points, facets)
    if solid.form != "box":
        mesh.polygons.foreach_set("use_smooth", [len(facet) == 4 for facet in facets])
    mesh.materials.append(material(solid.name, solid.colour, solid.roughness)[0])
    link(solid.name, mesh)


def _add_light(light: Light) -> None:
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 64
    nodes, links = world.node_tree.nodes, world.node_tree.links
    panorama = nodes.new("ShaderNodeTexEnvironment")
    panorama.image = image("room", paint_room(light) * np.array(kelvin_rgb(light.ambient_kelvin), np.float32))
    links.new(panorama.outputs["Color"], nodes["Background"].inputs[0])
    nodes["Background"].inputs[1].default_value = light.ambient
    for lamp in light.lamps:
        data = bpy.data.lights.new("lamp", "AREA")
        data.size = lamp.width
        data.color = kelvin_rgb(lamp.kelvin)
        # As bright on the table from anywhere: power grows with the square of the distance.
        data.energy = lamp.power * 12 * sum(c * c for c in lamp.position)
        made = link("lamp", data)
        made.matrix_world = _looking(np.array(lamp.position), -np.array(lamp.position))


def _looking(place: NDArray[np.float64], along: NDArray[np.float64]) -> Matrix:
    back = -along / np.linalg.norm(along)
    aside = np.cross((0, 0, 1), back) if abs(back[2]) < 0.999 else np.array([1.0, 0, 0])
    aside = aside / np.linalg.norm(aside)
    return _matrix(place, aside, np.cross(back, aside), back)


def _matrix(place: Any, x: Any, y: Any, z: Any) -> Matrix:  # noqa: ANN401
    return Matrix([[x[i], y[i], z[i], place[i]] for i in range(3)] + [[0, 0, 0, 1]])


def _aim(scene: Scene, scale: float) -> None:
    """Set the camera up, a little wider than the picture so that the bent lens finds something at the corners."""
    camera = scene.camera
    wide = camera.wide
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width, data.lens = "HORIZONTAL", 36.0, 36.0 * camera.focal / wide
    data.clip_end = 1000
    made = link("camera", data)
    right, down, forward = camera.axes()
    made.matrix_world = _matrix(camera.position(), right, -down, -forward)
    settings = bpy.context.scene
    settings.camera = made
    settings.render.resolution_x = round(camera.width * wide * scale)
    settings.render.resolution_y = round(camera.height * wide * scale)
    settings.render.resolution_percentage = 100
