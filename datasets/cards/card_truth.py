"""The truth about a scene of cards: where every card is in the picture, how much of it and of its symbols is seen."""

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.cards.card_scenes import CardScene
from tileye.datasets.cards.card_styles import CardStyle
from tileye.datasets.compose.views import nearness
from tileye.datasets.scene.plates import Plate
from tileye.datasets.scene.scenes import Scene
from tileye.datasets.scene.truth import NEAREST, Thing, solids_and_hands

Array = NDArray[Any]

_COARSE = 640
_CARD_PX = 56
"""What hides what is worked out on a picture in which cards have so many pixels across at least."""
_STEPS = (np.arange(7) + 0.5) / 7 - 0.5
_OUTSIDE = -1


def card_truth(told: CardScene) -> dict[str, Any]:
    """Describe a scene of cards: each with its name, group, corners, and how much of it is seen."""
    scene = told.scene
    owners, scale, margin = _owners(scene)
    cards = []
    for number, (card, plate) in enumerate(zip(told.cards, scene.plates, strict=True)):
        seen = _faces_camera(scene, plate)
        symbols = _symbols_seen(told.style, scene, plate, number, owners, scale, margin) if card.card and seen else []
        cards.append(
            {
                "card": card.card if seen else None,
                "role": card.role,
                "group": card.group,
                "corners": np.round(scene.camera.project(plate.corners()), 2).tolist(),
                "visible": round(_share(plate, scene, number, owners, scale, margin), 3),
                "symbols": symbols,
            }
        )
    camera, light = scene.camera, scene.light
    return {
        "split": scene.split,
        "number": scene.number,
        "kind": "cards",
        "size": [camera.width, camera.height],
        "set": told.style.letters,
        "style": told.style.number,
        "pieces": [],
        "cards": cards,
        "others": [solid.name for solid in scene.solids] + ["hand"] * len(scene.hands),
        "surface": scene.surface.kind,
        "camera": {"elevation": camera.elevation, "distance": camera.distance, "focal": camera.focal},
        "light": {"kelvin": [lamp.kelvin for lamp in light.lamps], "ambient": light.ambient},
    }


def _faces_camera(scene: Scene, plate: Plate) -> bool:
    corners = scene.camera.project(plate.corners()).astype(np.float32)
    return cv2.contourArea(corners, oriented=True) > 0


def _owners(scene: Scene) -> tuple[NDArray[np.int32], float, int]:
    """Which plate each place of the picture shows, drawn in the order of the composer."""
    camera, eye = scene.camera, scene.camera.position()
    side = scene.plates[0].size[0] if scene.plates else 1.0
    width = round(max(_COARSE, min(2560, _CARD_PX * camera.distance / camera.focal / side)))
    scale, margin = width / camera.width, width // 4
    height = round(camera.height * scale)
    owners = np.full((height + 2 * margin, width + 2 * margin), _OUTSIDE, np.int32)
    for number, plate in enumerate(scene.plates):
        if plate.lies and camera.depth(plate.corners()).min() > NEAREST:
            _fill(owners, camera.project(plate.corners()) * scale + margin, number)
    for thing in sorted(_standing(scene, eye), key=lambda thing: thing.nearness):
        _fill(owners, thing.hull * scale + margin, _OUTSIDE)
        if thing.face is not None:
            _fill(owners, thing.face * scale + margin, thing.owner)
    shown = np.full_like(owners, _OUTSIDE)
    inside = np.s_[margin : margin + height, margin : margin + width]
    shown[inside] = owners[inside]
    return shown, scale, margin


def _fill(owners: NDArray[np.int32], pixels: Array, owner: int) -> None:
    hull = cv2.convexHull(np.round(pixels * 16).astype(np.int32))
    cv2.fillConvexPoly(owners, hull, owner, cv2.LINE_8, 4)


def _standing(scene: Scene, eye: Array) -> list[Thing]:
    camera = scene.camera
    things: list[Thing] = []
    nearest: dict[str, float] = {}
    for number, plate in enumerate(scene.plates):
        points = plate.body()[0]
        if not plate.lies and camera.depth(points).min() > NEAREST:
            near = nearest[plate.name] = max(nearness(eye, points), nearest.get(plate.name, -math.inf))
            things.append(Thing(near, camera.project(points), number, camera.project(plate.corners())))
    # Plates of one name are drawn one after the other, as the composer does.
    things = [thing._replace(nearness=nearest[scene.plates[thing.owner].name]) for thing in things]
    return [*things, *solids_and_hands(scene)]


def _share(plate: Plate, scene: Scene, number: int, owners: NDArray[np.int32], scale: float, margin: int) -> float:
    """Which share of a plate is seen, told at a grid of its places."""
    steps = (np.arange(24) + 0.5) / 24 * 0.96 - 0.48
    return _seen_at(plate, scene, number, np.stack(np.meshgrid(steps, steps), axis=-1), owners, scale, margin)


def _seen_at(
    plate: Plate, scene: Scene, number: int, places: Array, owners: NDArray[np.int32], scale: float, margin: int
) -> float:
    points = plate.points(places.reshape(-1, 2))
    if scene.camera.depth(points).min() <= NEAREST:
        return 0.0
    pixels = np.floor(scene.camera.project(points) * scale + margin).astype(int)
    pixels = pixels.clip(0, (owners.shape[1] - 1, owners.shape[0] - 1))
    return float((owners[pixels[:, 1], pixels[:, 0]] == number).mean())


def _symbols_seen(
    style: CardStyle,
    scene: Scene,
    plate: Plate,
    number: int,
    owners: NDArray[np.int32],
    scale: float,
    margin: int,
) -> list[dict[str, Any]]:
    """For each symbol which share of it is seen and how large it is, in pixels of the camera, at its shorter side."""
    told = []
    sleeve = np.array([1 + 2 * style.sleeve, style.aspect + 2 * style.sleeve])
    for symbol in style.symbols:
        size = 0.86 * symbol.size
        grid = np.stack(np.meshgrid(_STEPS, _STEPS), axis=-1) * size + (symbol.x, symbol.y)
        share = _seen_at(plate, scene, number, grid / sleeve, owners, scale, margin)
        ends = np.array([(-0.5, 0), (0.5, 0), (0, -0.5), (0, 0.5)]) * size + (symbol.x, symbol.y)
        pixels = scene.camera.project(plate.points(ends / sleeve))
        px = min(np.linalg.norm(pixels[1] - pixels[0]), np.linalg.norm(pixels[3] - pixels[2]))
        told.append({"px": round(float(px), 1), "seen": round(share, 2), "index": symbol.index})
    return told
