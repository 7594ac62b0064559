"""What is asked of Blender again and again: objects, materials, pictures. Runs in the rendering environment."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray


def clear() -> None:
    """Throw everything away."""
    for collection in (
        bpy.data.objects,
        bpy.data.meshes,
        bpy.data.materials,
        bpy.data.textures,
        bpy.data.images,
        bpy.data.lights,
        bpy.data.cameras,
        bpy.data.worlds,
    ):
        for block in list(collection):
            collection.remove(block)


def link(name: str, data: Any) -> Any:  # noqa: ANN401
    """Put data into the scene as an object."""
    made = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(made)
    return made


def mesh_of(name: str, points: NDArray[Any], facets: Any, *, smooth: bool = False) -> Any:  # noqa: ANN401
    """Make a mesh of points and facets."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.tolist(), [], facets)
    if smooth:
        mesh.shade_smooth()
    return mesh


def material(name: str, colour: tuple[float, float, float], roughness: float) -> tuple[Any, Any]:
    """Make a material of one colour; the second is its shader."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*(linear(c) for c in colour), 1)
    shader.inputs["Roughness"].default_value = roughness
    return made, shader


def linear(share: float) -> float:
    """The light that a screen shows for a share."""
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def image(name: str, picture: NDArray[Any], *, colour: bool = True) -> Any:  # noqa: ANN401
    """Bring a picture to Blender: bytes as screens show them, or floats as light."""
    height, width = picture.shape[:2]
    light = picture.dtype != np.uint8
    made = bpy.data.images.new(name, width, height, float_buffer=light)
    if not colour:
        made.colorspace_settings.name = "Non-Color"
    full = np.ones((height, width, 4), np.float32)
    full[..., :3] = (picture if picture.ndim == 3 else picture[..., None])[::-1] / np.float32(1 if light else 255)
    made.pixels.foreach_set(full.ravel())
    made.pack()
    return made


def texture(made: Any, shader: Any, picture: Any, socket: str) -> Any:  # noqa: ANN401
    """Let a picture say what a socket of a shader gets; gives the node of the picture."""
    node = made.node_tree.nodes.new("ShaderNodeTexImage")
    node.image = picture
    made.node_tree.links.new(node.outputs["Color"], shader.inputs[socket])
    return node


def roughen(made: Any, shader: Any, height: Any, strength: float, distance: float) -> None:  # noqa: ANN401
    """Let an output of a node be how high a surface is."""
    bump = made.node_tree.nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = strength, distance
    made.node_tree.links.new(height, bump.inputs["Height"])
    made.node_tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])


def noise(made: Any, scale: float, detail: float) -> Any:  # noqa: ANN401
    """Make a node of noise in the measure of the object."""
    nodes, links = made.node_tree.nodes, made.node_tree.links
    node, place = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeTexCoord")
    node.inputs["Scale"].default_value, node.inputs["Detail"].default_value = scale, detail
    links.new(place.outputs["Object"], node.inputs["Vector"])
    return node


@contextmanager
def silence() -> Iterator[None]:
    """Keep what Blender says about each render off the standard output; it writes there behind Python's back."""
    sys.stdout.flush()
    out, nothing = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    try:
        yield
    finally:
        os.dup2(out, 1)
        os.close(out)
        os.close(nothing)
