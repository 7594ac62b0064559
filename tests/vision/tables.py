"""Tables as a detector sees them: boxes around tiles, roughly right, with the truth beside them."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.scene.scenes import Scene
from tileye.datasets.scene.truth import face_corners
from tileye.rules.board import Cell, neighbours
from tileye.vision.geometry.lattice import Lattice

Real = NDArray[np.float64]
Lying = tuple[float, float, float]
"""Where a tile lies on the table: x, y away from the viewer, and its turn in degrees."""

OVERHEAD = Camera(1280, 960, (0.0, 0.0), 30.0, 90.0, -90.0, 0.0, 0.9)
OBLIQUE = Camera(1280, 960, (0.0, 0.0), 26.0, 36.0, -90.0, 0.0, 0.9)


@dataclass(frozen=True)
class Seen:
    """What a detector finds, and the true corners and cell of each, None off the board."""

    quads: Real
    scores: Real
    faces: Real
    cells: tuple[Cell | None, ...]


def face(camera: Camera, lying: Lying) -> Real:
    """The corners of a tile's face in the picture."""
    x, y, turn = lying
    a = math.radians(turn)
    corners = [(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)]
    places = [(x + u * math.cos(a) - v * math.sin(a), y + u * math.sin(a) + v * math.cos(a), 0.4) for u, v in corners]
    return camera.project(np.array(places))


def seen_from(camera: Camera, lying: Iterable[Lying], noise: float = 0.0, seed: int = 0) -> Seen:
    """Tiles that lie anywhere, as boxes, without cells."""
    return _boxed([(face(camera, one), None) for one in lying], noise, np.random.default_rng(seed))


def seen_in(scene: Scene, noise: float, lost: float) -> Seen:
    """The tiles of a scene that show their faces, but for some that are lost."""
    random = np.random.default_rng(scene.number)
    pieces = [piece for piece in scene.pieces if piece.role not in ("rack", "face_down") and random.random() >= lost]
    return _boxed([(face_corners(scene, piece), piece.cell) for piece in pieces], noise, random)


def _boxed(tiles: Sequence[tuple[Real, Cell | None]], noise: float, random: np.random.Generator) -> Seen:
    quads = []
    for corners, _ in tiles:
        shaken = corners + random.normal(0, noise * side_of(corners), (4, 2))
        box = cv2.boxPoints(cv2.minAreaRect(shaken.astype(np.float32)))
        quads.append(np.roll(box, random.integers(4), 0))
    faces = np.array([corners for corners, _ in tiles]).reshape(-1, 4, 2)
    scores = random.uniform(0.5, 1, len(tiles))
    return Seen(np.array(quads, np.float64).reshape(-1, 4, 2), scores, faces, tuple(cell for _, cell in tiles))


def side_of(corners: Real) -> float:
    """The side of a square as large as a tile's face in the picture."""
    return math.sqrt(cv2.contourArea(corners.astype(np.float32)))


def off_corners(quads: Real, faces: Real) -> Real:
    """How far the corners of each tile are off in sides, whichever is named first."""
    turned = [np.sqrt(((np.roll(quads, k, 1) - faces) ** 2).sum(2).mean(1)) for k in range(4)]
    return np.asarray(np.min(turned, 0) / np.array([side_of(corners) for corners in faces]), np.float64)


def turned(cell: Cell, quarters: int) -> Cell:
    """A cell after quarter turns, as x goes to y."""
    x, y = cell
    for _ in range(quarters % 4):
        x, y = -y, x
    return x, y


def settled(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Cells with the smallest x and y at 0."""
    every = list(cells)
    left, top = min(x for x, _ in every), min(y for _, y in every)
    return tuple((x - left, y - top) for x, y in every)


def like_truth(lattice: Lattice, seen: Seen) -> dict[int, Cell]:
    """The cells that were found, in the numbering of the truth."""
    found = {number: cell for number, cell in enumerate(lattice.cells) if cell is not None}
    votes: Counter[tuple[int, int, int]] = Counter()
    for number, cell in found.items():
        true = seen.cells[number]
        if true is not None:
            for quarters in range(4):
                x, y = turned(cell, quarters)
                votes[quarters, true[0] - x, true[1] - y] += 1
    if not votes:
        return found
    (quarters, dx, dy), _ = votes.most_common(1)[0]
    spun = {number: turned(cell, quarters) for number, cell in found.items()}
    return {number: (x + dx, y + dy) for number, (x, y) in spun.items()}


def largest(cells: Iterable[Cell | None]) -> set[Cell]:
    """The most cells that hang together by edges."""
    left = {cell for cell in cells if cell is not None}
    best: set[Cell] = set()
    while left:
        part = {left.pop()}
        waiting = list(part)
        while waiting:
            new = set(neighbours(waiting.pop())) & left
            left -= new
            part |= new
            waiting += new
        best = max(best, part, key=len)
    return best
