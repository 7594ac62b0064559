"""Printed plates for renders: cards, boards, pages, blocks with a printed top. Needs Blender."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tileye.datasets.render.blender import image, link, material, mesh_of, texture
from tileye.datasets.scene.plates import Plate, PlateFace

Array = NDArray[np.float64]
_ROUND = 5
"""Steps of a rounded corner."""
_STRIPS = 12
"""Strips of a bent plate."""
_FINE = 1.4
"""Pixels of a print for each pixel of the picture."""
_LEAST, _MOST = 64, 1600


def add_plate(plate: Plate, density: float) -> None:
    """Add a plate to the scene; a side of a tile is about so many pixels in the picture."""
    places = rim(plate)
    rows = len(places) // 2
    top, foot = plate.points(places), replace(plate, thickness=0.0).points(places)
    under = len(places)
    strips = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(rows - 1)]
    backs = [tuple(under + index for index in reversed(strip)) for strip in strips]
    # Both long sides, and the two ends.
    sides = [(2 * i + 2, under + 2 * i + 2, under + 2 * i, 2 * i) for i in range(rows - 1)]
    sides += [(2 * i + 1, under + 2 * i + 1, under + 2 * i + 3, 2 * i + 3) for i in range(rows - 1)]
    last = 2 * rows - 2
    sides += [(0, under, under + 1, 1), (last + 1, under + last + 1, under + last, last)]
    mesh = mesh_of(plate.name, np.concatenate([top, foot]), [*strips, *backs, *sides])
    mesh.materials.append(_printed(plate, plate.face, density))
    mesh.materials.append(material("edge", plate.edge, plate.roughness)[0])
    mesh.materials.append(_printed(plate, plate.back, density) if plate.back else mesh.materials[1])
    worn = [0] * len(strips) + [2] * len(backs) + [1] * len(sides)
    mesh.polygons.foreach_set("material_index", worn)
    mesh.polygons.foreach_set("use_smooth", [bool(plate.bend) and index != 1 for index in worn])
    _unwrap(mesh, places, len(strips) * 4)
    link(plate.name, mesh)


def rim(plate: Plate) -> Array:
    """Places along both sides of a print, from its lower end to its upper one: left, right, left, right."""
    across, along = plate.size[0] / 2, plate.size[1] / 2
    corner = min(plate.corner, across * 0.98, along * 0.98)
    steps = [math.pi / 2 * i / _ROUND for i in range(_ROUND + 1)] if corner else [0.0]
    ends = [(along - corner * (1 - math.cos(a)), across - corner * (1 - math.sin(a))) for a in steps]
    if not corner:
        ends = [(along, across)]
    straight = along - corner
    inner = np.linspace(-straight, straight, _STRIPS + 1)[1:-1] if plate.bend else []
    rows = [*((-y, x) for y, x in ends), *((y, across) for y in inner), *reversed(ends)]
    return np.array([(side * x / plate.size[0], y / plate.size[1]) for y, x in rows for side in (-1, 1)])


def _unwrap(mesh: Any, places: Array, printed: int) -> None:  # noqa: ANN401
    """Say where on the picture each corner lies; seen from below, left is right."""
    corners = np.empty(len(mesh.loops), np.int32)
    mesh.loops.foreach_get("vertex_index", corners)
    spread = places[corners % len(places)] + 0.5
    spread[printed:, 0] = 1 - spread[printed:, 0]
    mesh.uv_layers.new().uv.foreach_set("vector", spread.astype(np.float32).ravel())


def _printed(plate: Plate, face: PlateFace, density: float) -> Any:  # noqa: ANN401
    made, shader = material("print", (0.5, 0.5, 0.5), plate.roughness)
    scale = min(_MOST / max(plate.size), max(_LEAST / min(plate.size), density * _FINE))
    size = max(8, round(plate.size[0] * scale)), max(8, round(plate.size[1] * scale))
    texture(made, shader, image("print", face.paint(*size)), "Base Color")
    return made
