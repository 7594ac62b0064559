"""Where the cells of a game are in the picture: told by the tiles that were seen, those near a cell first.

Lines on a table drift, so no single grid fits them all: each tile that was seen is an anchor that knows its cell, its
place and the step to the next cell there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tileye.rules.board import Cell
from tileye.vision.geometry.homography import Points, Real, TableHomography, middling
from tileye.vision.geometry.lattice import MOST_EMPTY, Lattice
from tileye.vision.geometry.links import Whole

Quads = Mapping[Cell, Real]
"""For cells the corners in the picture where a tile is expected, clockwise from where x and y are smallest."""
Size = tuple[int, int]
"""Width and height of a picture."""

_HEARD, _ASKED = 3, 4
"""So many anchors say in which cell something lies, and so many where a cell is."""
_ROOM = 1.03
"""The pitch of tiles that lie side by side, in sides, where no neighbours tell it."""
_CORNERS = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j]) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """Which cells places are in, how far off their middles in pitches, and the step to the next cell there."""

    cells: Points
    off: Real
    steps: Points


@dataclass(frozen=True, slots=True)
class Motion:
    """How cells moved in the picture: by how many pitches, turned by how many degrees, grown by which factor."""

    shift: float
    turn: float
    zoom: float


@dataclass(frozen=True, slots=True, eq=False)
class BoardPose:
    """How the cells of a game lie in the picture: cells and places on the table of the anchors, the steps there."""

    view: TableHomography
    cells: Points
    places: Points
    steps: Points
    side: float
    support: int
    """How many tiles told the view."""

    def locate(self, places: Points) -> Located:
        """Say in which cells places on the table are."""
        away = np.asarray(abs(places[:, None] - self.places), np.float64)
        near, weights = _nearest(away, _HEARD, 0.1, away)
        seen = self.cells[near] + (places[:, None] - self.places[near]) / self.steps[near]
        exact = (weights * seen).sum(1)
        cells = np.round(exact.real) + 1j * np.round(exact.imag)
        return Located(cells, abs(exact - cells), self.steps[near[:, 0]])

    def places_of(self, cells: Points) -> tuple[Points, Points]:
        """Say where cells are on the table, with the step to the next cell there."""
        apart = np.asarray(cells[:, None] - self.cells, np.complex128)
        away = np.asarray(abs(apart), np.float64)
        near, weights = _nearest(away, _ASKED, 0.05, away**2)
        steps = self.steps[near]
        middles = self.places[near] + steps * np.take_along_axis(apart, near, 1)
        return (weights * middles).sum(1), (weights * steps).sum(1)

    def quads_of(self, cells: Sequence[Cell]) -> Real:
        """Say where in the picture a tile in each cell is expected."""
        middles, steps = self.places_of(np.array([complex(*cell) for cell in cells], np.complex128))
        edges = self.side * steps / abs(steps)
        points = self.view.to_picture(middles[:, None] + edges[:, None] * _CORNERS)
        return np.stack([points.real, points.imag], -1)

    def motion_since(self, before: "BoardPose") -> Motion:
        """Say how cells have moved in the picture since an earlier pose."""
        halves = self.steps / 2
        start, end = (before.view.to_table(self.view.to_picture(self.places + half)) for half in (-halves, halves))
        expected, steps = before.places_of(self.cells)
        change = complex(((end - start) * steps.conj()).sum() / (abs(steps) ** 2).sum())
        shift = middling(abs((start + end) / 2 - expected) / abs(steps))
        return Motion(shift, float(np.degrees(np.angle(change))), abs(change))


def fit_pose(
    view: TableHomography, cells: Points, places: Points, axes: Points, side: float, support: int
) -> BoardPose:
    """Fit the step at each anchor to those around it; `axes` point along x as each tile itself tells."""
    apart, moved = cells - cells[:, None], places - places[:, None]
    squares = abs(apart) ** 2
    beside = squares == 1
    pitch = float(np.median(abs(moved[beside]))) if beside.any() else _ROOM * side
    weights = np.exp(-squares / 2)
    total = weights.sum(1)
    across, along = (weights * apart).sum(1), (weights * moved).sum(1)
    slope = (weights * apart.conj() * moved).sum(1) - across.conj() * along / total
    spread = (weights * squares).sum(1) - abs(across) ** 2 / total
    # The tile's own direction counts like one neighbour: alone it is all there is.
    steps = (slope + pitch * axes / abs(axes)) / (spread + 1)
    return BoardPose(view, cells, places, np.asarray(steps, np.complex128), side, support)


def pose_of(lattice: Lattice) -> BoardPose | None:
    """The pose of the board of one picture, in the picture's own cells; None without tiles."""
    view, frame = lattice.view, lattice.frame
    if view is None or frame is None:
        return None
    return BoardPose(view, frame.cells, frame.places, frame.steps, frame.side, len(frame.cells))


def _nearest(away: Real, count: int, least: float, measure: Real) -> tuple[Whole, Real]:
    """The nearest anchors of each row, the very nearest first, and their shares."""
    near = np.argsort(away, 1, kind="stable")[:, :count]
    weights = 1 / (np.take_along_axis(measure, near, 1) + least) ** 2
    return near, np.asarray(weights / weights.sum(1, keepdims=True), np.float64)


def expected_quads(pose: BoardPose, board: Iterable[Cell], reach: int = MOST_EMPTY) -> Quads:
    """Say where tiles are expected in the cells of a board and those up to `reach` steps away.

    Cells that the picture cannot show, however large it were, are left out.
    """
    cells = sorted(cells_around(board, reach))
    if not cells:
        return {}
    quads = pose.quads_of(cells)
    # Behind the viewer squares turn inside out.
    one, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    areas = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    return {cell: quad for cell, quad, area in zip(cells, quads, areas.tolist(), strict=True) if area > 0}


def cells_around(board: Iterable[Cell], reach: int) -> set[Cell]:
    """All cells of a board and those up to so many steps away."""
    steps = range(-reach, reach + 1)
    near = [(dx, dy) for dx in steps for dy in steps if abs(dx) + abs(dy) <= reach]
    return {(x + dx, y + dy) for x, y in board for dx, dy in near}


def cells_outside(quads: Quads, size: Size) -> frozenset[Cell]:
    """Which cells the picture does not show whole."""
    return frozenset(cell for cell, quad in quads.items() if (quad < 0).any() or (quad > size).any())


def region_of(quads: Quads, size: Size) -> tuple[int, int, int, int]:
    """The part of the picture in which cells lie: left, top, right, bottom."""
    if not quads:
        return 0, 0, 0, 0
    corners = np.concatenate(list(quads.values()))
    low, high = np.floor(corners.min(0)).clip(0, size), np.ceil(corners.max(0)).clip(0, size)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])
