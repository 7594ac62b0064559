"""Hands for renders: bones wrapped in one smooth skin, nails, and a sleeve of cloth. Needs Blender."""

import math
from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.render.blender import link, material, mesh_of, noise, roughen
from tileye.datasets.scene.hands import Bone, BoneKind, Hand
from tileye.datasets.scene.tile_styles import Rgb

Array = NDArray[np.float64]
Facets = list[tuple[int, ...]]
_AROUND = 14


def add_hand(hand: Hand, *, waxy: bool) -> list[Any]:
    """Add a hand to the scene; gives its objects. Light that creeps through waxy skin takes as long as all the rest."""
    parts: dict[BoneKind, list[Bone]] = {"skin": [], "nail": [], "sleeve": []}
    for bone in hand.bones:
        parts[bone.kind].append(bone)
    made = [_wrapped("skin", parts["skin"], 0.075, _skin(hand.skin, waxy=waxy))]
    made.append(link("nails", _rods("nails", parts["nail"], _nail(hand.skin))))
    if parts["sleeve"]:
        sleeve = _wrapped("sleeve", parts["sleeve"], 0.14, _cloth(hand.sleeve))
        _crumple(sleeve)
        made.append(sleeve)
    return made


def _wrapped(name: str, bones: Sequence[Bone], fine: float, worn: Any) -> Any:  # noqa: ANN401
    """Melt rods into one smooth shape."""
    made = link(name, _rods(name, bones, worn))
    melt = made.modifiers.new("melt", "REMESH")
    melt.mode, melt.voxel_size, melt.use_smooth_shade = "VOXEL", fine, True
    soften = made.modifiers.new("soften", "SMOOTH")
    soften.factor, soften.iterations = 0.5, 12
    return made


def _crumple(sleeve: Any) -> None:  # noqa: ANN401
    """Lay cloth in folds."""
    folds = bpy.data.textures.new("folds", "CLOUDS")
    folds.noise_scale, folds.noise_depth = 0.9, 1
    bend = sleeve.modifiers.new("folds", "DISPLACE")
    bend.texture, bend.strength, bend.mid_level = folds, 0.28, 0.5


def _rods(name: str, bones: Sequence[Bone], worn: Any) -> Any:  # noqa: ANN401
    points: list[Array] = []
    facets: Facets = []
    for bone in bones:
        own, sides = _rod(bone)
        start = sum(map(len, points))
        facets += [tuple(start + index for index in side) for side in sides]
        points.append(own)
    mesh = mesh_of(name, np.concatenate(points), facets, smooth=True)
    mesh.materials.append(worn)
    return mesh


def _rod(bone: Bone) -> tuple[Array, Facets]:
    """A rod as rings from end to end; round at its ends, but sleeves are cut where they start."""
    start, end = np.array(bone.start), np.array(bone.end)
    way = (end - start) / max(1e-9, float(np.linalg.norm(end - start)))
    aside = np.cross(way, (0.0, 0.0, 1.0) if abs(way[2]) < 0.9 else (1.0, 0.0, 0.0))
    aside /= np.linalg.norm(aside)
    up = np.cross(way, aside)
    turns = np.arange(_AROUND) * 2 * math.pi / _AROUND
    circle = np.cos(turns)[:, None] * aside + np.sin(turns)[:, None] * up
    cap = [math.pi / 2 * step / 4 for step in range(5)]
    first = [0.0] if bone.kind == "sleeve" else cap
    rings = [start - way * bone.radius * math.sin(a) + circle * bone.radius * max(0.03, math.cos(a)) for a in first]
    rings.reverse()
    rings += [
        end + way * bone.end_radius * math.sin(a) + circle * bone.end_radius * max(0.03, math.cos(a)) for a in cap
    ]
    facets: Facets = [tuple(reversed(range(_AROUND)))]
    for ring in range(len(rings) - 1):
        low, high = ring * _AROUND, (ring + 1) * _AROUND
        facets += [(low + i, low + (i + 1) % _AROUND, high + (i + 1) % _AROUND, high + i) for i in range(_AROUND)]
    last = (len(rings) - 1) * _AROUND
    return np.concatenate(rings), [*facets, tuple(range(last, last + _AROUND))]


def _skin(colour: Rgb, *, waxy: bool) -> Any:  # noqa: ANN401
    made, shader = material("skin", colour, 0.5)
    shader.inputs["Subsurface Weight"].default_value = 0.3 if waxy else 0.0
    shader.inputs["Subsurface Radius"].default_value = (1.0, 0.35, 0.2)
    shader.inputs["Subsurface Scale"].default_value = 0.1
    _vary(made, shader, 2.2, 0.25)
    roughen(made, shader, noise(made, 22.0, 2.0).outputs[0], 0.25, 0.03)
    return made


def _cloth(colour: Rgb) -> Any:  # noqa: ANN401
    made, shader = material("cloth", colour, 0.9)
    shader.inputs["Specular IOR Level"].default_value = 0.2
    roughen(made, shader, noise(made, 45.0, 1.0).outputs[0], 0.3, 0.03)
    return made


def _nail(skin: Rgb) -> Any:  # noqa: ANN401
    red, green, blue = (0.72 * share + 0.28 * pale for share, pale in zip(skin, (0.98, 0.84, 0.8), strict=True))
    return material("nail", (red, green, blue), 0.3)[0]


def _vary(made: Any, shader: Any, scale: float, strength: float) -> None:  # noqa: ANN401
    """Let the colour be lighter and darker in spots."""
    nodes, links = made.node_tree.nodes, made.node_tree.links
    mix = nodes.new("ShaderNodeMix")
    mix.data_type, mix.blend_type = "RGBA", "OVERLAY"
    mix.inputs["Factor"].default_value = strength
    colour = next(socket for socket in mix.inputs if socket.identifier == "A_Color")
    colour.default_value = shader.inputs["Base Color"].default_value
    links.new(noise(made, scale, 3.0).outputs[0], next(s for s in mix.inputs if s.identifier == "B_Color"))
    links.new(next(s for s in mix.outputs if s.identifier == "Result_Color"), shader.inputs["Base Color"])
