"""The tiles of one picture laid onto the cells of a game, given how the game lay in the picture so far."""

from collections import defaultdict
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tileye.rules.board import Board, neighbours
from tileye.rules.tiles import COLOURS, SHAPES, SIDE
from tileye.vision.geometry.homography import Points, Real, TableHomography
from tileye.vision.geometry.lattice import FARTHEST_OFF, MOST_EMPTY, MOST_TURN, Lattice, TileGroup
from tileye.vision.geometry.links import STEPS, Whole, quarter_rest
from tileye.vision.geometry.poses import BoardPose, Located, fit_pose

Flags = NDArray[np.bool_]

NOWHERE = complex(np.nan, np.nan)
"""The cell of what is off the board."""
ALIKE = 0.3
"""A tile is named like the recorded one if that name is so likely at least."""
STILL = 0.15
"""Where nothing moved, most tiles are seen so near to where they were, in pitches."""
_SLIP, _SWAP = 0.06, 0.1
"""How likely the namer is wrong and sure all the same, in everything or in the colour alone."""
_NAMES = SIDE**2
_AROUND = tuple(complex(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
_CLEARLY = 1.2
"""So many times more tiles tell a view better."""
_TRUST = 10.0
"""How much more the anchors say about cells than their neighbourhood does."""


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """The recorded tiles: their cells, and which name each has."""

    cells: Points
    names: Whole
    numbers: dict[complex, int]


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """The tiles of one picture: their groups and cells within them, and how each fits each recorded tile.

    Both ends of the middle line of each face are in pixels; what belongs to no group has number -1.
    """

    lattice: Lattice
    ends: tuple[Points, Points]
    groups: Whole
    cells: Points
    likely: Real
    fits: Real

    def on(self, view: TableHomography) -> tuple[Points, Points]:
        """Places and directions of the tiles on the table."""
        start, end = (view.to_table(points) for points in self.ends)
        return (start + end) / 2, end - start


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """Tiles on the cells of a game: the cell of each, and which way x runs there on the table of the pose."""

    cells: Points
    steps: Points
    still: bool
    """Whether known cells were seen, and where they were before."""
    askew: bool = False
    """Whether the view of this picture contradicts the old one though nothing moved, so that it must be wrong."""
    clashes: int = 0
    """How many tiles would have shared a cell with another one, and are off the board therefore."""

    @property
    def laid(self) -> Whole:
        """The tiles on the board."""
        return np.nonzero(~np.isnan(self.cells.real))[0]


def record_of(board: Board) -> Record:
    """Make arrays of a recorded board."""
    cells = [complex(*cell) for cell in board]
    # As in the names of readings: by shapes, then by colours.
    names = [(int(tile[0]) - 1) * len(COLOURS) + COLOURS.index(tile[1]) for tile in board.values()]
    numbers = {cell: number for number, cell in enumerate(cells)}
    return Record(np.array(cells, np.complex128), np.array(names, np.intp), numbers)


def sight_of(lattice: Lattice, chances: Real, record: Record) -> Sight:
    """Prepare the tiles of a picture."""
    view, count = lattice.view, len(lattice.cells)
    middles, arms = lattice.squares[:, 0], lattice.squares[:, 1]
    ends = middles, middles
    if view is not None:
        ends = view.to_picture(middles - arms / 2), view.to_picture(middles + arms / 2)
    groups, cells = np.full(count, -1), np.zeros(count, np.complex128)
    for number, group in enumerate(lattice.groups):
        groups[list(group.tiles)] = number
        cells[list(group.tiles)] = [complex(*cell) for cell in group.cells]
    chances = np.asarray(chances, np.float64)
    return Sight(lattice, ends, groups, cells, chances[:, record.names], _fits(chances, record.names))


def parted(sight: Sight) -> Sight:
    """The same tiles in groups that hang together by edges alone: what the lattice put beside those is free again."""
    groups = np.full_like(sight.groups, -1)
    pieces = [piece for group in sight.lattice.groups for piece in _pieces(group)]
    for number, piece in enumerate(pieces):
        groups[piece] = number
    return replace(sight, groups=groups)


def _pieces(group: TileGroup) -> list[list[int]]:
    """The parts of a group that hang together by edges, the largest first."""
    left = dict(zip(group.cells, group.tiles, strict=True))
    pieces = []
    while left:
        waiting, piece = [next(iter(left))], list[int]()
        while waiting:
            cell = waiting.pop()
            if cell in left:
                piece.append(left.pop(cell))
                waiting.extend(neighbours(cell))
        pieces.append(piece)
    return sorted(pieces, key=len, reverse=True)


def _fits(chances: Real, names: Whole) -> Real:
    """How much better each recorded name explains what was read of each tile than any name does, as a logarithm.

    Lamps swap colours sooner than anything swaps shapes.
    """
    likely = chances[:, names]
    shapes = chances.reshape(-1, len(SHAPES), len(COLOURS)).sum(2)[:, names // len(COLOURS)]
    read = (1 - _SLIP - _SWAP) * likely + _SWAP * shapes / SIDE + _SLIP / _NAMES
    return np.asarray(np.log(_NAMES * read), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Clues:
    """What a pose tells of each tile."""

    located: Located
    headings: Points
    axes: Points
    """The direction of x in its group."""
    known: Flags
    """Whether it is in a cell that is recorded or has an anchor."""
    empty: Whole
    """How many empty cells lie between it and the anchors."""
    inside: Flags
    """Whether it is near the middle of a cell."""
    alike: Flags
    """Whether it is near the middle of a cell whose recorded tile has its name."""

    @property
    def close(self) -> Flags:
        """Whether it is exactly in the middle of a cell."""
        return self.inside & (self.located.off < STILL)


def settle(sight: Sight, record: Record, pose: BoardPose, *, steady: bool = True) -> Settled:
    """Lay the tiles of a picture onto the cells of a game, group by group.

    Where nothing moved, known cells count more than groups, unless the pose is too new for its cells to be `steady`.
    """
    clues = _clues(sight, record, pose)
    still = steady and _is_still(record, pose, clues)
    askew = _askew(clues) if still else 0.0
    contradicted = abs(askew) > np.radians(MOST_TURN)
    cells = _laid(sight, clues, still=still, askew=askew, grouped=not contradicted)
    # A recorded tile that somebody nudged is still the recorded tile.
    cells = np.where(np.isnan(cells.real) & clues.alike, clues.located.cells, cells)
    cells = _within_reach(sight, record, cells if still else _mended(sight, record, cells))
    alone = _without_shared(cells, clues.located)
    clashes = int(np.count_nonzero(np.isnan(alone.real) & ~np.isnan(cells.real)))
    return Settled(alone, clues.located.steps, still, contradicted, clashes)


def _clues(sight: Sight, record: Record, pose: BoardPose) -> _Clues:
    places, headings = sight.on(pose.view)
    located = pose.locate(places)
    anchors = set(pose.cells.tolist()) | record.numbers.keys()
    known = np.array([cell in anchors for cell in located.cells.tolist()], np.bool_)
    inside = (located.off < FARTHEST_OFF) & (sight.groups >= 0)
    alike = inside & _alike(sight.likely, record, located.cells)
    empty = _empty_between(located.cells, pose.cells)
    return _Clues(located, headings, _axes(sight, places, headings), known, empty, inside, alike)


def _laid(sight: Sight, clues: _Clues, *, still: bool, askew: float, grouped: bool) -> Points:
    """The cell of each tile, by the groups of the picture where they can be trusted, else by its place alone."""
    steps, near = clues.located.steps, clues.known | (clues.empty <= MOST_EMPTY)
    # Where few tiles tell the view, groups tell directions better than faces do, and places better still.
    upright = _along(steps, clues.headings * np.exp(1j * askew)) | _along(steps, clues.axes)
    good = clues.inside & (upright | (clues.known & clues.close))
    if not grouped:
        return np.where(good & near, clues.located.cells, NOWHERE)
    turned = sight.cells * _turns(sight, clues.axes, steps)
    return _by_groups(sight, clues.located, turned, good * _weights(clues), still & good & near & clues.close)


def _alike(likely: Real, record: Record, cells: Points) -> Flags:
    """Which tiles are named like the recorded one in their cell."""
    pairs = [(tile, record.numbers.get(cell, -1)) for tile, cell in enumerate(cells.tolist())]
    return np.array([number >= 0 and likely[tile, number] >= ALIKE for tile, number in pairs], np.bool_)


def _empty_between(cells: Points, others: Points) -> Whole:
    """How many empty cells lie between each cell and the nearest of others, going along edges."""
    apart = cells[:, None] - others
    return np.asarray((abs(apart.real) + abs(apart.imag)).min(1) - 1, np.intp)


def _weights(clues: _Clues) -> Real:
    """How much each tile says about where its group lies."""
    near = clues.empty <= MOST_EMPTY
    beside = near * (1 - clues.located.off) / (1 + clues.empty.clip(0))
    # Far from all anchors a place alone tells no cell.
    return np.where(clues.known & (near | clues.alike), _TRUST * (0.1 + clues.alike), beside)


def _is_still(record: Record, pose: BoardPose, clues: _Clues) -> bool:
    """Tell whether most anchors, the recorded ones if there are any, are seen exactly where they were."""
    seen = set(pose.cells.tolist())
    asked = seen & record.numbers.keys() if record.numbers else seen
    known = np.array([cell in asked for cell in clues.located.cells.tolist()], np.bool_)
    return bool((known & clues.close).any()) and float(np.median(clues.located.off[known])) < STILL


def _askew(clues: _Clues) -> float:
    """How far the faces of known tiles are turned altogether, up to quarter turns."""
    there = clues.known & clues.close
    twists = clues.located.steps[there] / clues.headings[there]
    return float(np.angle(((twists / abs(twists)) ** 4).sum()) / 4)


def _along(steps: Points, directions: Points) -> Flags:
    """Which directions are those of a lattice, up to quarter turns."""
    return np.asarray(abs(quarter_rest(np.angle(steps / directions))) < np.radians(MOST_TURN), np.bool_)


def _axes(sight: Sight, places: Points, headings: Points) -> Points:
    """For each tile the direction of x in its group, told by where the tiles of the group are."""
    cells = sight.cells - _means(sight, sight.cells)
    fitted = _means(sight, cells.conj() * (places - _means(sight, places)))
    single = np.bincount(sight.groups + 1)[sight.groups + 1] == 1
    return np.where(single | (fitted == 0), headings, fitted)


def _turns(sight: Sight, axes: Points, steps: Points) -> Points:
    """For each tile by which quarter turn the cells of its group become those of the game."""
    quarters = np.round(np.angle(axes / _means(sight, steps / abs(steps))) / (np.pi / 2)).astype(np.intp)
    return np.array(STEPS)[quarters % 4]


def _means(sight: Sight, values: Points) -> Points:
    """For each tile the mean over its group."""
    groups = sight.groups + 1
    sums = np.bincount(groups, values.real) + 1j * np.bincount(groups, values.imag)
    return np.asarray((sums / np.maximum(np.bincount(groups), 1))[groups], np.complex128)


def _by_groups(sight: Sight, located: Located, turned: Points, weights: Real, steady: Flags) -> Points:
    """Move each group as most of its tiles want it; steady tiles stay in the cells where they are seen."""
    shifts = (located.cells - turned).tolist()
    votes: dict[int, dict[complex, float]] = defaultdict(lambda: defaultdict(float))
    for tile, (group, weight) in enumerate(zip(sight.groups.tolist(), weights.tolist(), strict=True)):
        if weight > 0:
            votes[group][shifts[tile]] += weight
    best = {group: max(each, key=lambda shift: (each[shift], shift.real, shift.imag)) for group, each in votes.items()}
    cells = turned + np.array([best.get(group, NOWHERE) for group in sight.groups.tolist()], np.complex128)
    for group, each in votes.items():
        tiles = np.nonzero(sight.groups == group)[0]
        if len(each) > 1 and steady[tiles].any():
            cells[tiles] = _by_nearest(sight.cells[tiles], turned[tiles], located.cells[tiles], steady[tiles])
    return np.where(steady, located.cells, cells)


def _by_nearest(local: Points, turned: Points, seen: Points, steady: Flags) -> Points:
    """Cells of a group whose steady tiles contradict each other: each tile goes with the nearest of them."""
    known = np.nonzero(steady)[0]
    nearest = known[abs(local[:, None] - local[known]).argmin(1)]
    return np.asarray(turned + (seen - turned)[nearest], np.complex128)


def _mended(sight: Sight, record: Record, cells: Points) -> Points:
    """Move groups to the next cells where their names say so; take those off that contradict the record all over."""
    groups, many = sight.groups + 1, int(sight.groups.max()) + 2
    known = np.array([cell in record.numbers for cell in cells.tolist()], np.bool_)
    alike = _alike(sight.likely, record, cells)
    laid, counts, fitting = (
        np.bincount(groups[flags], minlength=many) for flags in (~np.isnan(cells.real), known, alike)
    )
    for group in np.nonzero((laid >= 2) & (2 * fitting < laid))[0].tolist():
        tiles = np.nonzero(groups == group)[0]
        contradicted = counts[group] >= 2 and 2 * fitting[group] < counts[group]
        cells[tiles] += _better(sight, record, tiles, cells[tiles]) or (NOWHERE if contradicted else 0)
    return cells


def _better(sight: Sight, record: Record, tiles: Whole, cells: Points) -> complex | None:
    """The step to next cells where the names of a group are those recorded, None if there is none."""
    best, most = None, 1
    for step in _AROUND:
        moved = cells + step
        alike = int(np.count_nonzero(_alike(sight.likely[tiles], record, moved)))
        known = sum(cell in record.numbers for cell in moved.tolist())
        if alike > most and 2 * alike >= known:
            best, most = step, alike
    return best


def _within_reach(sight: Sight, record: Record, cells: Points) -> Points:
    """Take groups off that lie too far from the recorded tiles and what hangs together with them."""
    laid = ~np.isnan(cells.real)
    kept = np.array([cell in record.numbers for cell in cells.tolist()], np.bool_)
    if not record.numbers:
        kept = laid & (sight.groups == 0)
    kept = laid & np.isin(sight.groups, sight.groups[kept])
    core = np.concatenate([record.cells, cells[kept]])
    if not len(core):
        return np.full_like(cells, NOWHERE)
    apart = cells[:, None] - core
    near = (abs(apart.real) + abs(apart.imag)).min(1) <= MOST_EMPTY + 1
    return np.where(laid & np.isin(sight.groups, sight.groups[near]), cells, NOWHERE)


def _without_shared(cells: Points, located: Located) -> Points:
    """Leave each cell to one tile: the one seen nearest to its middle."""
    order = np.lexsort((located.off, located.cells != cells))
    seen: set[complex] = set()
    kept = cells.copy()
    for tile, cell in zip(order.tolist(), cells[order].tolist(), strict=True):
        if cell in seen:
            kept[tile] = NOWHERE
        seen.add(cell)
    return kept


def laid_alone(sight: Sight, group: int, quarters: int, shift: complex) -> Settled:
    """Lay one group onto cells: turned by so many quarters, then shifted."""
    assert sight.lattice.view is not None
    tiles = sight.groups == group
    cells = np.where(tiles, sight.cells * STEPS[quarters] + shift, NOWHERE)
    places, headings = (values[tiles] for values in sight.on(sight.lattice.view))
    local = sight.cells[tiles] - sight.cells[tiles].mean()
    axis = (local.conj() * (places - places.mean())).sum() if len(places) > 1 else headings[0]
    return Settled(cells, np.full(len(cells), axis / STEPS[quarters]), False)


def pose_after(sight: Sight, settled: Settled, record: Record, before: BoardPose | None) -> BoardPose:
    """Let the tiles that were seen tell the pose; recorded cells that were not seen stay where they were."""
    laid = settled.laid
    view, side, support = _seen_from(sight, settled, before)
    places, headings = (values[laid] for values in sight.on(view))
    steps, cells = settled.steps[laid], settled.cells[laid]
    quarters = np.round(np.angle(steps / headings) / (np.pi / 2)).astype(np.intp)
    axes = headings * np.array(STEPS)[quarters % 4]
    if before is not None:
        old_cells, old_places, old_steps = _unseen(before, view, record, cells, places)
        cells, places = np.concatenate([cells, old_cells]), np.concatenate([places, old_places])
        axes = np.concatenate([axes, old_steps])
    if not len(cells):
        assert before is not None
        return before
    return fit_pose(view, cells, places, axes, side, support)


def _seen_from(sight: Sight, settled: Settled, before: BoardPose | None) -> tuple[TableHomography, float, int]:
    """The view that clearly more tiles told, the side of a tile there, and how many tiles those were."""
    lattice, count = sight.lattice, len(settled.laid)
    if before is not None and (settled.askew or count < _CLEARLY * before.support):
        return before.view, before.side, before.support
    assert lattice.view is not None
    assert lattice.frame is not None
    return lattice.view, lattice.frame.side, count


def _unseen(
    before: BoardPose, view: TableHomography, record: Record, cells: Points, places: Points
) -> tuple[Points, Points, Points]:
    """The anchors that are recorded but not seen now, moved as those that are seen were."""
    seen = set(cells.tolist())
    names = before.cells.tolist()
    hidden = [number for number, cell in enumerate(names) if cell in record.numbers and cell not in seen]
    common = [number for number, cell in enumerate(names) if cell in seen]
    old = view.to_table(before.view.to_picture(before.places))
    shift = 0j
    if common:
        where = dict(zip(cells.tolist(), places.tolist(), strict=True))
        moved = np.array([where[names[number]] for number in common]) - old[common]
        shift = complex(np.median(moved.real), np.median(moved.imag))
    return before.cells[hidden], old[hidden] + shift, before.steps[hidden]
