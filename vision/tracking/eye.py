"""The eye of the referee: pictures read in the cells of a game, looking only where something changed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from tileye.rules.board import Board, Cell
from tileye.rules.tiles import Tile
from tileye.vision.detection.detector import Quads
from tileye.vision.geometry.homography import Real
from tileye.vision.geometry.lattice import FARTHEST_OFF, MOST_TURN
from tileye.vision.geometry.links import quarter_rest
from tileye.vision.geometry.poses import BoardPose, cells_around, cells_outside, expected_quads
from tileye.vision.images.changes import Box, ChangedBlocks
from tileye.vision.images.pictures import Picture
from tileye.vision.naming.burnt import burnt_cells, burnt_shares
from tileye.vision.naming.palette import Chances, decided_together
from tileye.vision.raw_readings import NO_QUADS, RawReading, is_partial_read_cheaper
from tileye.vision.reading import NAMES, Reader
from tileye.vision.referee.observations import Names
from tileye.vision.tracking.appearance_cache import AppearanceCache, CachedAppearance, cached_appearance, recognized
from tileye.vision.tracking.cell_matching import ALIKE
from tileye.vision.tracking.registration import Registration, register

_LEAST_NAME = 0.01
"""Names that are less likely are not told."""
_LEAST_BEST = 0.25
"""Where not even the best name is so likely, something lies that is perhaps no tile."""
_RECORDED = 0.9
"""How far a recorded name is believed when it tells what its colour looks like."""
_LEAST_UNDER, _SEEN_THROUGH = 2, 0.8
"""What covers so many tiles and lets such a share of them be seen is no hand."""
_MOST_MISSING = 12
"""More recorded tiles than this are not overlooked."""
_KNOWN_AGAIN = 0.97
"""How sure it is that a tile is the recorded one that looks as before."""
_LEAST_TOLD = 3
"""Fewer tiles hardly tell where others lie beside them."""
_BURNT, _MOST_BURNT = 0.5, 0.3
"""A recorded tile is burnt out of which such a share is, unless the table is, too: such a share of empty cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A picture read in the cells of the game."""

    raw: RawReading
    registration: Registration
    tiles: Mapping[Cell, Names]
    odd: frozenset[Cell]
    """Cells that hold something unreadable."""

    @property
    def pose(self) -> BoardPose | None:
        """How the cells lie in the picture."""
        return self.registration.pose

    def shows(self, cell: Cell, board: Board) -> bool:
        """Tell whether a tile was read in a cell, as recorded if one is."""
        return cell in self.tiles and (cell not in board or next(iter(self.tiles[cell])) == board[cell])


@dataclass(frozen=True, slots=True, eq=False)
class Eye:
    """What is remembered from picture to picture."""

    reader: Reader
    last: Sighting | None = None
    pose: BoardPose | None = None
    strays: Quads = field(default_factory=NO_QUADS.copy)
    """The corners in the picture of tiles that nobody laid."""
    cache: AppearanceCache = field(default_factory=dict)
    """What tiles look like in cells, by now."""

    def read(self, picture: Picture, board: Board, boxes: Sequence[Box] | None = None) -> "Eye":
        """Read a picture; with `boxes` only into those, and take all else for what was seen last."""
        before = self.last.raw if self.last and boxes is not None else None
        if before and not is_partial_read_cheaper(before.found, boxes or ()):
            before = None
        seen = self._registered(self.reader.read_raw(picture, before, boxes or (), self.strays), board)
        missing = _missing(seen, board, picture)
        if missing and before is None:
            # A closer look at each place finds what a look at everything missed.
            boxes = [_box_of(quad) for quad in missing.values()]
            seen = self._registered(self.reader.read_raw(picture, seen.raw, boxes, self.strays), board)
        new = _appearances_of(seen, board)
        cache = {cell: kept for cell, kept in self.cache.items() if cell not in new} | new
        again = recognized(cache, picture, _missing(seen, {**cache, **board}, picture))
        seen = replace(seen, tiles={**seen.tiles, **again})
        strays = self._strays_after(seen, board)
        seen = replace(seen, odd=seen.odd | (_cells_of(strays, seen.pose) - set(seen.tiles)))
        seen = replace(seen, odd=seen.odd | _burnt(seen, board, picture))
        return replace(self, last=seen, pose=seen.pose, strays=strays, cache=_latest(cache, board))

    def _strays_after(self, seen: Sighting, board: Board) -> Quads:
        """Strays move in the picture as the board does; one that somebody took away is forgotten."""
        if seen.registration.verdict == "moved" and board and self.pose and seen.pose and len(self.strays):
            return _moved(self.strays, self.pose, seen.pose)
        return seen.raw.ignored if board else self.strays

    def _registered(self, raw: RawReading, board: Board) -> Sighting:
        registration = register(raw.lattice, raw.chances, board, self.pose)
        tiles, odd = dict[Cell, Names](), set[Cell]()
        for cell, row in zip(registration.cells, _told_by_record(raw, registration, board), strict=True):
            if cell is not None and row.max() < _LEAST_BEST:
                odd.add(cell)
            elif cell is not None:
                tiles[cell] = _names(row)
        return Sighting(raw, registration, tiles, frozenset(odd))

    def minding(self, near: frozenset[Cell] = frozenset()) -> "Eye":
        """What was read last was not laid, but for what lies in some cells: from now on it is no tile of the game."""
        if self.last is None:
            return self
        laid = np.array([cell in near for cell in self.last.registration.cells], np.bool_)
        if laid.all():
            return self
        strays = np.concatenate([self.strays, self.last.raw.quads[~laid]])
        return replace(self, strays=strays, last=None, pose=self.pose if laid.any() else None)

    def trusting(self) -> "Eye":
        """Whatever lies there was laid."""
        return replace(self, strays=NO_QUADS, last=None)

    def resized(self, factor: float) -> "Eye":
        """The pictures have another size from now on."""
        return replace(self, last=None, strays=self.strays * factor)

    def hidden(
        self, cells: Iterable[Cell], board: Board, covered: ChangedBlocks, size: tuple[int, int]
    ) -> frozenset[Cell]:
        """Which cells cannot be seen: covered, outside the picture of that width and height, or nobody knows where."""
        cells = frozenset(cells)
        if self.pose is None or self.last is None or self.last.registration.verdict == "lost":
            return cells
        quads = expected_quads(self.pose, cells, 0)
        hands = {cell for cell in self._under(covered, cells) if not self.last.shows(cell, board)}
        outside = cells_outside(quads, size) - set(self.last.tiles)
        return frozenset(cells - set(quads) | hands | outside)

    def sees_through(self, covered: ChangedBlocks, board: Board, cells: Iterable[Cell]) -> bool:
        """Tell whether what seems to cover the table hides no cell: it is light, a bump, a thing beside the board."""
        if self.pose is None or self.last is None:
            return False
        if board and not self._under(covered, frozenset(cells)):
            return True
        under = self._under(covered, frozenset(board))
        shown = sum(self.last.shows(cell, board) for cell in under)
        return len(under) >= _LEAST_UNDER and shown >= _SEEN_THROUGH * len(under)

    def _under(self, covered: ChangedBlocks, cells: frozenset[Cell]) -> list[Cell]:
        """The cells that something covers, perhaps in part."""
        if not covered or self.pose is None:
            return []
        quads = expected_quads(self.pose, cells, 0)
        return [cell for cell, quad in quads.items() if covered.touches(_bounds(quad))]


def _names(row: Chances) -> dict[Tile, float]:
    return {NAMES[name]: float(row[name]) for name in np.argsort(-row, kind="stable") if row[name] >= _LEAST_NAME}


def _told_by_record(raw: RawReading, registration: Registration, board: Board) -> Chances:
    """The names of all tiles, where those that are not recorded are compared with the colours of those that are."""
    named = [
        (number, NAMES.index(board[cell]))
        for number, cell in enumerate(registration.cells)
        if cell is not None and cell in board
    ]
    known = {number: name for number, name in named if raw.chances[number][name] >= ALIKE}
    if not known:
        return raw.chances
    numbers = list(known)
    sure = raw.beliefs.copy()
    sure[numbers] *= 1 - _RECORDED
    sure[numbers, list(known.values())] += _RECORDED
    chances = decided_together(raw.crops, sure, np.isin(np.arange(len(sure)), numbers))
    # Recorded tiles say themselves what they are, in case that somebody swapped them.
    chances[numbers] = raw.chances[numbers]
    return chances


def _appearances_of(seen: Sighting, board: Board) -> dict[Cell, CachedAppearance]:
    """The tiles that were read, but for those that are not as recorded."""
    return {
        cell: cached_appearance(crop, {board[cell]: _KNOWN_AGAIN} if cell in board else seen.tiles[cell])
        for cell, crop in zip(seen.registration.cells, seen.raw.crops, strict=True)
        if cell is not None and seen.shows(cell, board)
    }


def _latest(cache: AppearanceCache, board: Board) -> AppearanceCache:
    """All that is kept of recorded tiles, and a few of others: most of those are recorded soon, or gone."""
    others = [cell for cell in cache if cell not in board][:-_MOST_MISSING]
    return {cell: kept for cell, kept in cache.items() if cell not in others}


def _missing(seen: Sighting, wanted: Collection[Cell], picture: Picture) -> dict[Cell, Real]:
    """Where tiles ought to be seen that were not found, if they are few."""
    if seen.pose is None or seen.registration.verdict == "lost":
        return {}
    high, wide = picture.shape[:2]
    quads = expected_quads(seen.pose, set(wanted) - set(seen.tiles) - seen.odd, 0)
    outside = cells_outside(quads, (wide, high))
    missing = {cell: quad for cell, quad in quads.items() if cell not in outside}
    return missing if len(missing) <= _MOST_MISSING else {}


def _burnt(seen: Sighting, board: Board, picture: Picture) -> frozenset[Cell]:
    """The cells in which something lies that a lamp burns out: recorded tiles, which stay, and perhaps others."""
    pose, cells = seen.pose, frozenset(seen.tiles)
    if pose is None or seen.registration.verdict == "lost" or len(cells) < _LEAST_TOLD:
        return frozenset()
    told = frozenset(burnt_cells(picture, pose, cells, seen.raw.quads, seen.raw.crops, seen.odd))
    missing = burnt_shares(picture, _missing(seen, board, picture))
    burnt = {cell for cell, share in missing.items() if share >= _BURNT}
    if not burnt:
        return told
    empty = cells_around(cells, 1) - cells - set(board) - seen.odd - told
    shares = burnt_shares(picture, expected_quads(pose, empty, 0)).values()
    table = sum(share >= _BURNT for share in shares) > _MOST_BURNT * len(shares)
    return told if table else told | burnt


def _bounds(quad: Real) -> tuple[float, float, float, float]:
    (left, top), (right, bottom) = quad.min(0).tolist(), quad.max(0).tolist()
    return left, top, right, bottom


def _box_of(quad: Real) -> Box:
    left, top, right, bottom = _bounds(quad)
    return round(left), round(top), round(right), round(bottom)


def _cells_of(strays: Quads, pose: BoardPose | None) -> frozenset[Cell]:
    """The cells in which tiles lie that nobody laid, as exactly as if somebody had."""
    if pose is None or not len(strays):
        return frozenset()
    corners = pose.view.to_table(np.asarray(strays @ (1, 1j), np.complex128))
    located = pose.locate(np.asarray(corners.mean(1), np.complex128))
    turned = abs(quarter_rest(np.angle((corners[:, 1] - corners[:, 0]) / located.steps)))
    lies = (located.off < FARTHEST_OFF) & (turned < np.radians(MOST_TURN))
    return frozenset((int(cell.real), int(cell.imag)) for cell in located.cells[lies].tolist())


def _moved(places: Quads, before: BoardPose, now: BoardPose) -> Quads:
    """Quadrilaterals of the picture, moved as the cells of the game were."""
    cells = [(int(cell.real), int(cell.imag)) for cell in now.cells.tolist()]
    start, end = (pose.quads_of(cells).reshape(-1, 1, 2).astype(np.float32) for pose in (before, now))
    matrix = np.asarray(cv2.findHomography(start, end)[0])
    if matrix.shape != (3, 3):
        return places
    return np.asarray(cv2.perspectiveTransform(places.reshape(-1, 1, 2), matrix).reshape(-1, 4, 2), np.float64)
