"""Full renders of scenes with Blender's Cycles. Only this module needs Blender; run it in the rendering environment."""

import math
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from datasets.faces import paint_face
from datasets.makes import Make
from datasets.poses import standing_points
from datasets.scenes import Light, Scene, kelvin_rgb
from datasets.solids import Solid
from datasets.surfaces import SPAN, Surface, paint

_CELL = 192
"""Pixels of a face in the atlas."""


class Studio:
    """Renders scenes one after the other; Blender is set up once."""

    def __init__(self, samples: int = 12, threads: int = 2) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        scene = bpy.context.scene
        scene.render.engine = "CYCLES"
        cycles = scene.cycles
        cycles.device, cycles.samples, cycles.use_adaptive_sampling = "CPU", samples, False
        cycles.use_denoising, cycles.denoising_prefilter, cycles.denoising_quality = True, "NONE", "FAST"
        cycles.use_light_tree, cycles.max_bounces = False, 2
        scene.render.threads_mode, scene.render.threads = "FIXED", threads
        scene.render.image_settings.file_format = "OPEN_EXR"
        scene.render.image_settings.color_depth = "16"
        scene.view_settings.view_transform = "Standard"

    def render(self, scene: Scene, path: str, scale: float = 1.0) -> NDArray[np.float32]:
        """Render a scene without what the lens and the sensor do: linear red green blue, rows from the top."""
        _clear()
        _add_table(scene.surface, scene.surface_turn, scene.surface_scale)
        if scene.pieces:
            _add_pieces(scene)
        for solid in scene.solids:
            _add_solid(solid)
        _add_light(scene.light)
        width, height = _aim(scene, scale)
        bpy.context.scene.render.filepath = path
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(path)
        pixels = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(pixels)
        return pixels.reshape(height, width, 4)[::-1, :, :3].copy()


def _clear() -> None:
    for collection in (
        bpy.data.objects,
        bpy.data.meshes,
        bpy.data.materials,
        bpy.data.images,
        bpy.data.lights,
        bpy.data.cameras,
        bpy.data.worlds,
    ):
        for block in list(collection):
            collection.remove(block)


def _link(name: str, data: Any) -> Any:  # noqa: ANN401
    made = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(made)
    return made


def _material(name: str, colour: tuple[float, float, float], roughness: float) -> tuple[Any, Any]:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*(_linear(c) for c in colour), 1)
    shader.inputs["Roughness"].default_value = roughness
    return material, shader


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _image(name: str, picture: NDArray[np.uint8], *, colour: bool = True) -> Any:  # noqa: ANN401
    height, width = picture.shape[:2]
    image = bpy.data.images.new(name, width, height)
    if not colour:
        image.colorspace_settings.name = "Non-Color"
    full = np.ones((height, width, 4), np.float32)
    full[..., :3] = (picture if picture.ndim == 3 else picture[..., None])[::-1] / np.float32(255)
    image.pixels.foreach_set(full.ravel())
    image.pack()
    return image


def _texture(material: Any, shader: Any, image: Any, socket: str) -> None:  # noqa: ANN401
    node = material.node_tree.nodes.new("ShaderNodeTexImage")
    node.image = image
    material.node_tree.links.new(node.outputs["Color"], shader.inputs[socket])


def _add_table(surface: Surface, turn: float, scale: float) -> None:
    half = 120.0
    mesh = bpy.data.meshes.new("table")
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    mesh.from_pydata([(x, y, 0) for x, y in corners], [], [(0, 1, 2, 3)])
    a, size = math.radians(turn), SPAN * scale
    layer = mesh.uv_layers.new()
    for entry, (x, y) in zip(layer.data, corners, strict=True):
        entry.uv = ((x * math.cos(a) - y * math.sin(a)) / size, (x * math.sin(a) + y * math.cos(a)) / size)
    material, shader = _material("table", (0.5, 0.5, 0.5), surface.roughness)
    _texture(material, shader, _image("table", paint(surface)), "Base Color")
    mesh.materials.append(material)
    _link("table", mesh)


def _block(make: Make) -> tuple[NDArray[np.float64], list[list[int]], list[bool]]:
    """A block with round edges that stands on the table: points, facets, and which facets are smooth."""
    import bmesh

    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1)
    bmesh.ops.scale(shape, vec=(1, 1, make.height), verts=shape.verts)
    bmesh.ops.translate(shape, vec=(0, 0, make.height / 2), verts=shape.verts)
    bmesh.ops.bevel(shape, geom=shape.edges[:], offset=make.edge, segments=3, affect="EDGES", profile=0.5)
    points = np.array([vertex.co for vertex in shape.verts], np.float64)
    facets = [[vertex.index for vertex in face.verts] for face in shape.faces]
    smooth = [max(abs(c) for c in face.normal) < 0.999 for face in shape.faces]
    shape.free()
    return points, facets, smooth


def _add_pieces(scene: Scene) -> None:
    """Build all pieces as one mesh that wears one atlas of painted faces."""
    points, facets, smooth = _block(scene.make)
    across = math.ceil(math.sqrt(len(scene.pieces)))
    colours = np.zeros((across * _CELL, across * _CELL, 3), np.uint8)
    rough = np.zeros((across * _CELL, across * _CELL), np.uint8)
    all_points, all_facets, places = [], [], []
    for number, piece in enumerate(scene.pieces):
        row, column = divmod(number, across)
        part = np.s_[row * _CELL : (row + 1) * _CELL, column * _CELL : (column + 1) * _CELL]
        tile = None if piece.role == "face_down" else piece.tile
        colours[part], rough[part] = paint_face(scene.make, tile, f"{scene.split} {scene.number} {number}", _CELL)
        all_facets += [[index + number * len(points) for index in facet] for facet in facets]
        all_points.append(standing_points(piece, points))
        inside = 0.5 + points[:, :2] * 0.996
        places.append((inside + np.array((column, across - 1 - row))) / across)
    mesh = bpy.data.meshes.new("pieces")
    mesh.from_pydata(np.concatenate(all_points).tolist(), [], all_facets)
    mesh.polygons.foreach_set("use_smooth", smooth * len(scene.pieces))
    corners = np.empty(len(mesh.loops), np.int32)
    mesh.loops.foreach_get("vertex_index", corners)
    mesh.uv_layers.new().uv.foreach_set("vector", np.concatenate(places)[corners].astype(np.float32).ravel())
    material, shader = _material("pieces", scene.make.body, scene.make.body_roughness)
    _texture(material, shader, _image("faces", colours), "Base Color")
    _texture(material, shader, _image("gloss", rough, colour=False), "Roughness")
    mesh.materials.append(material)
    _link("pieces", mesh)


def _add_solid(solid: Solid) -> None:
    points, facets = solid.mesh()
    mesh = bpy.data.meshes.new(solid.name)
    mesh.from_pydata(points.tolist(), [], facets)
    if solid.form != "box":
        mesh.polygons.foreach_set("use_smooth", [len(facet) == 4 for facet in facets])
    mesh.materials.append(_material(solid.name, solid.colour, solid.roughness)[0])
    _link(solid.name, mesh)


def _add_light(light: Light) -> None:
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    back = world.node_tree.nodes["Background"]
    back.inputs[0].default_value = (*kelvin_rgb(light.ambient_kelvin), 1)
    back.inputs[1].default_value = light.ambient
    for lamp in light.lamps:
        data = bpy.data.lights.new("lamp", "AREA")
        data.size = lamp.width
        data.color = kelvin_rgb(lamp.kelvin)
        # As bright on the table from anywhere: power grows with the square of the distance.
        data.energy = lamp.power * 12 * sum(c * c for c in lamp.position)
        made = _link("lamp", data)
        made.matrix_world = _looking(np.array(lamp.position), -np.array(lamp.position))


def _looking(place: NDArray[np.float64], along: NDArray[np.float64]) -> Matrix:
    back = -along / np.linalg.norm(along)
    aside = np.cross((0, 0, 1), back) if abs(back[2]) < 0.999 else np.array([1.0, 0, 0])
    aside = aside / np.linalg.norm(aside)
    return _matrix(place, aside, np.cross(back, aside), back)


def _matrix(place: Any, x: Any, y: Any, z: Any) -> Matrix:  # noqa: ANN401
    return Matrix([[x[i], y[i], z[i], place[i]] for i in range(3)] + [[0, 0, 0, 1]])


def _aim(scene: Scene, scale: float) -> tuple[int, int]:
    """Set the camera up, a little wider than the picture so that the bent lens finds something at the corners."""
    camera = scene.camera
    wide = 1.0 + max(0.0, -camera.bend) * 2.2
    width, height = round(camera.width * wide * scale), round(camera.height * wide * scale)
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width, data.lens = "HORIZONTAL", 36.0, 36.0 * camera.focal / wide
    data.clip_end = 1000
    made = _link("camera", data)
    right, down, forward = camera.axes()
    made.matrix_world = _matrix(camera.position(), right, -down, -forward)
    settings = bpy.context.scene
    settings.camera = made
    settings.render.resolution_x, settings.render.resolution_y = width, height
    settings.render.resolution_percentage = 100
    return width, height
