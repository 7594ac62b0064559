"""How light falls on flat places and what they mirror of it: matt light, and the gloss of rough dielectrics.

The same units as in the renderer: a white matt place under light of strength 1 sends out 1.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tileye.datasets.scene.scenes import Lamp, Light, Scene, kelvin_rgb

Linear = NDArray[Any]
Rough = float | NDArray[np.float64]

LAMP_UNIT = 1.216
"""What a white place sends out under a lamp of power 1 that stands upright above it, wherever: 12 / pi / pi."""
_MIRRORED = 0.04
"""The share of light that varnish and plastic mirror when one looks straight at them."""
_ENTERING = 0.95
"""What comes out again as matt light, the rest being mirrored before it gets to the colour."""


def ambient_of(light: Light) -> Linear:
    """The light from everywhere, red green blue."""
    return np.array(kelvin_rgb(light.ambient_kelvin), np.float32) * np.float32(light.ambient)


def matt_ambient_of(light: Light) -> Linear:
    """What white places that see the whole room send out of the light from everywhere."""
    return ambient_of(light) * np.float32(_ENTERING)


def incident(light: Light) -> float:
    """What a white place in the middle of the table sends out: how bright the light is, whatever lies there."""
    middle, up = np.zeros(3), np.array([0.0, 0.0, 1.0])
    return _ENTERING * light.ambient + sum(float(matt(lamp, middle, up)) for lamp in light.lamps)


def colour_of(lamp: Lamp) -> Linear:
    """The colour of a lamp, red green blue."""
    return np.array(kelvin_rgb(lamp.kelvin), np.float32)


def matt(lamp: Lamp, points: Linear, normals: Linear) -> Linear:
    """What white places that face along their normals send out under a lamp."""
    towards = np.array(lamp.position) - points
    distance = np.linalg.norm(towards, axis=-1)
    reach = float(np.sum(np.square(lamp.position)))
    facing = np.maximum(0, np.sum(towards * normals, axis=-1))
    return np.asarray(_ENTERING * LAMP_UNIT * lamp.power * reach * facing / distance**3, np.float32)


def gloss(lamp: Lamp, points: Linear, normals: Linear, eye: Linear, roughness: Rough) -> Linear:
    """How much of a lamp rough places mirror into the eye: a lobe as wide as the lamp and the roughness make it."""
    towards, seen = _unit(np.array(lamp.position) - points), _unit(eye - points)
    half = _unit(towards + seen)
    facing = np.clip(np.sum(half * normals, axis=-1), 0, 1)
    spread = roughness**4 + (0.144 * lamp.width / float(np.linalg.norm(lamp.position))) ** 2 + 1e-4
    lobe = spread / (np.pi * (facing**2 * (spread - 1) + 1) ** 2)
    mirrored = _mirrored(np.sum(half * seen, axis=-1))
    to_lamp, to_eye = (np.clip(np.sum(way * normals, axis=-1), 0.0, 1) for way in (towards, seen))
    hidden = _smith(to_lamp, spread) * _smith(to_eye, spread)
    strength = np.pi * LAMP_UNIT * lamp.power * lobe * mirrored * hidden / np.maximum(4 * to_eye, 0.2)
    return np.asarray(np.where(to_lamp > 0, strength, 0), np.float32)


def veil(points: Linear, normals: Linear, eye: Linear, roughness: Rough) -> Linear:
    """Which share of the light from everywhere places mirror into the eye; rough ones less of what comes flat."""
    facing = np.sum(_unit(eye - points) * normals, axis=-1)
    return np.asarray(_mirrored(facing) * (1 - 0.68 * roughness**2.5), np.float32)


def white_light(scene: Scene, x: float, y: float) -> tuple[Linear, Linear]:
    """What a white matt top would send out at a place of a scene, and what the body of its tiles mirrors besides."""
    top, up = np.array([x, y, scene.tile_style.height]), np.array([0.0, 0.0, 1.0])
    eye, roughness = scene.camera.position(), scene.tile_style.body_roughness
    light, mirrored = matt_ambient_of(scene.light), ambient_of(scene.light) * veil(top, up, eye, roughness)
    for lamp in scene.light.lamps:
        light = light + colour_of(lamp) * matt(lamp, top, up)
        mirrored = mirrored + colour_of(lamp) * gloss(lamp, top, up, eye, roughness)
    return light, mirrored


def _unit(vectors: Linear) -> Linear:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9), np.float64)


def _mirrored(cosine: Linear) -> Linear:
    return np.asarray(_MIRRORED + (1 - _MIRRORED) * (1 - np.clip(cosine, 0, 1)) ** 4, np.float64)


def _smith(cosine: Linear, spread: Rough) -> Linear:
    """How much of a rough place its own bumps leave to be seen."""
    return np.asarray(2 * cosine / (cosine + np.sqrt(spread + (1 - spread) * cosine**2) + 1e-9), np.float64)
