"""The truth about a scene: where every piece is in the picture, how much of it is seen, and what it is called."""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.compose.hand_shapes import hand_outlines
from tileye.datasets.compose.views import nearness
from tileye.datasets.scene.clutter import Array, box_mesh
from tileye.datasets.scene.layouts import Piece
from tileye.datasets.scene.poses import all_standing, standing_points
from tileye.datasets.scene.scenes import Scene
from tileye.rules.board import board_text

_COARSE = 640
"""What hides what is worked out on a picture of this width at least, and of more where tiles are small in it."""

_TILE_PX = 20
NEAREST = 0.5
"""What is nearer to the camera is not drawn."""
_INNER = 0.92
"""Only so much of a face is counted, so that rounded outlines of neighbours take nothing away from it."""


class Thing(NamedTuple):
    """What hides things behind it: its hull in the picture, and the printed face that it shows, if any."""

    nearness: float
    hull: Array
    owner: int = -1
    face: Array | None = None


def scene_truth(scene: Scene) -> dict[str, Any]:
    """Describe a scene: pieces with tile, cell, corners of the face in pixels and visible share, and all else."""
    shares = visible_shares(scene)
    pieces = [
        {
            "tile": None if piece.role in ("face_down", "rack") else piece.tile,
            "role": piece.role,
            "cell": list(piece.cell) if piece.cell else None,
            "corners": np.round(face_corners(scene, piece), 2).tolist(),
            "visible": round(share, 3),
        }
        for piece, share in zip(scene.pieces, shares, strict=True)
    ]
    camera, light = scene.camera, scene.light
    return {
        "split": scene.split,
        "number": scene.number,
        "size": [camera.width, camera.height],
        "set": "".join(scene.tile_style.letters),
        "pieces": pieces,
        "others": [solid.name for solid in scene.solids] + ["hand"] * len(scene.hands),
        "surface": scene.surface.kind,
        "camera": {"elevation": camera.elevation, "distance": camera.distance, "focal": camera.focal},
        "light": {"kelvin": [lamp.kelvin for lamp in light.lamps], "ambient": light.ambient},
        "board": board_text({piece.cell: piece.tile for piece in scene.pieces if piece.cell}),
    }


def face_corners(scene: Scene, piece: Piece) -> Array:
    """The four corners of the top face in pixels: left far, right far, right near, left near as the piece lies."""
    return scene.camera.project(standing_points(piece, _top(scene)))


def _top(scene: Scene) -> Array:
    """The corners of the top of a piece that stands on the origin."""
    x, y = (side / 2 for side in scene.tile_style.piece.size)
    corners = [(-x, y), (x, y), (x, -y), (-x, -y)]
    return np.array([(*corner, scene.tile_style.height) for corner in corners])


def visible_shares(scene: Scene) -> list[float]:
    """Which share of each face the picture shows, the rest being hidden or outside."""
    camera = scene.camera
    width = round(max(_COARSE, min(2560, _TILE_PX * camera.distance / camera.focal)))
    scale, margin = width / camera.width, width // 4
    height = round(camera.height * scale)
    owners = np.full((height + 2 * margin, width + 2 * margin), -1, np.int32)
    whole: dict[int, float] = {}
    for thing in sorted(_things(scene), key=lambda thing: thing.nearness):
        cv2.fillConvexPoly(owners, cv2.convexHull(_fixed(thing.hull * scale + margin)), -1, cv2.LINE_8, 4)
        if thing.face is not None:
            corners = thing.face * scale + margin
            middle = corners.mean(axis=0)
            inner = _fixed(middle + (corners - middle) * _INNER)
            cv2.fillConvexPoly(owners, inner, thing.owner, cv2.LINE_8, 4)
            low = inner.min(axis=0) // 16 - 2
            alone = np.zeros(tuple((inner.max(axis=0) // 16 - low + 4)[::-1]), np.uint8)
            whole[thing.owner] = float(cv2.fillConvexPoly(alone, inner - low * 16, 1, cv2.LINE_8, 4).sum())
    inside = owners[margin : margin + height, margin : margin + width]
    seen = np.bincount(inside[inside >= 0], minlength=len(scene.pieces))
    return [
        min(1.0, float(seen[number]) / whole[number]) if whole.get(number) else 0.0
        for number in range(len(scene.pieces))
    ]


def _fixed(pixels: Array) -> NDArray[np.int32]:
    return np.round(pixels * 16).astype(np.int32)


def _things(scene: Scene) -> Iterator[Thing]:
    """Everything that may hide something and lies before the camera."""
    camera, eye = scene.camera, scene.camera.position()
    blocks, _ = box_mesh((*scene.tile_style.piece.size, scene.tile_style.height))
    boxes = all_standing(scene.pieces, blocks + np.array([0, 0, scene.tile_style.height / 2]))
    hulls, faces = camera.project(boxes), camera.project(all_standing(scene.pieces, _top(scene)))
    for number, piece in enumerate(scene.pieces):
        if camera.depth(boxes[number]).min() > NEAREST:
            shown = piece.role != "face_down" and _area(faces[number]) > 0
            yield Thing(nearness(eye, boxes[number]), hulls[number], number, faces[number] if shown else None)
    for points in (plate.body()[0] for plate in scene.plates if not plate.lies):
        if camera.depth(points).min() > NEAREST:
            yield Thing(nearness(eye, points), camera.project(points))
    yield from solids_and_hands(scene)


def solids_and_hands(scene: Scene) -> Iterator[Thing]:
    """What stands or reaches over whatever lies on the table, before the camera."""
    camera, eye = scene.camera, scene.camera.position()
    for points in (solid.mesh()[0] for solid in scene.solids):
        if camera.depth(points).min() > NEAREST:
            yield Thing(nearness(eye, points), camera.project(points))
    for points in (points for hand in scene.hands for points in hand_outlines(hand)):
        if camera.depth(points).min() > NEAREST:
            yield Thing(math.inf, camera.project(points))


def _area(corners: Array) -> float:
    """The signed area; above 0 where the corners run clockwise as one sees them."""
    return cv2.contourArea(corners.astype(np.float32), oriented=True)
