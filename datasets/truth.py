"""The truth about a scene: where every piece is in the picture, how much of it is seen, and what it is called."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.kinds import TILE
from datasets.layouts import Piece
from datasets.poses import standing_points
from datasets.scenes import Scene
from datasets.solids import Array, box_mesh
from rules.board import board_text

_COARSE = 640
"""What hides what is worked out on a picture of this width at least, and of more where tiles are small in it."""

_TILE_PX = 20
_INNER = 0.92
"""Only so much of a face is counted, so that rounded outlines of neighbours take nothing away from it."""


class Facet(NamedTuple):
    """A polygon in the picture: how far away, of which thing, and whether it is the printed face of a piece."""

    depth: float
    owner: int
    face: bool
    corners: Array


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
        "set": "".join(scene.make.letters),
        "pieces": pieces,
        "others": [solid.name for solid in scene.solids],
        "surface": scene.surface.kind,
        "camera": {"elevation": camera.elevation, "distance": camera.distance, "focal": camera.focal},
        "light": {"kelvin": [lamp.kelvin for lamp in light.lamps], "ambient": light.ambient},
        "board": board_text({piece.cell: piece.tile for piece in scene.pieces if piece.cell}),
    }


def face_corners(scene: Scene, piece: Piece) -> Array:
    """The four corners of the top face in pixels: left far, right far, right near, left near as the piece lies."""
    half = TILE.size[0] / 2
    corners = [(-half, half), (half, half), (half, -half), (-half, -half)]
    points = np.array([(x, y, scene.make.height) for x, y in corners])
    return scene.camera.project(standing_points(piece, points))


def visible_shares(scene: Scene) -> list[float]:
    """Which share of each face the picture shows, the rest being hidden or outside."""
    camera = scene.camera
    width = round(max(_COARSE, min(2560, _TILE_PX * camera.distance / camera.focal)))
    scale, margin = width / camera.width, width // 4
    height = round(camera.height * scale)
    owners = np.full((height + 2 * margin, width + 2 * margin), -1, np.int32)
    whole: dict[int, float] = {}
    for facet in sorted(_facets(scene), key=lambda facet: -facet.depth):
        corners = facet.corners * scale + margin
        cv2.fillConvexPoly(owners, np.round(corners * 16).astype(np.int32), -1, cv2.LINE_8, 4)
        if facet.face:
            middle = corners.mean(0)
            inner = np.round((middle + (corners - middle) * _INNER) * 16).astype(np.int32)
            cv2.fillConvexPoly(owners, inner, facet.owner, cv2.LINE_8, 4)
            low = inner.min(0) // 16 - 2
            alone = np.zeros(tuple((inner.max(0) // 16 - low + 4)[::-1]), np.uint8)
            whole[facet.owner] = float(cv2.fillConvexPoly(alone, inner - low * 16, 1, cv2.LINE_8, 4).sum())
    inside = owners[margin : margin + height, margin : margin + width]
    seen = np.bincount(inside[inside >= 0], minlength=len(scene.pieces))
    return [
        min(1.0, float(seen[number]) / whole[number]) if whole.get(number) else 0.0
        for number in range(len(scene.pieces))
    ]


def _facets(scene: Scene) -> Iterator[Facet]:
    """Every polygon that the camera may see, of pieces and of solids."""
    points, facets = box_mesh((*TILE.size, scene.make.height))
    points = points + np.array([0, 0, scene.make.height / 2])
    for number, piece in enumerate(scene.pieces):
        yield from _seen(scene, number, standing_points(piece, points), facets, faces=piece.role != "face_down")
    for solid in scene.solids:
        yield from _seen(scene, -1, *solid.mesh(), faces=False)


def _seen(scene: Scene, owner: int, points: Array, facets: list[tuple[int, ...]], *, faces: bool) -> Iterator[Facet]:
    """Facets that turn towards the camera."""
    pixels, depths = scene.camera.project(points), scene.camera.depth(points)
    for number, facet in enumerate(facets):
        corners = pixels[list(facet)]
        if depths[list(facet)].min() > 0.5 and _area(corners) < 0:
            depth = float(np.mean(depths[list(facet)]))
            yield Facet(depth, owner, faces and number == len(facets) - 1, corners)


def _area(corners: NDArray[Any]) -> float:
    """Twice the signed area; below 0 where the corners run counterclockwise as one sees them."""
    x, y = corners[:, 0], corners[:, 1]
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
