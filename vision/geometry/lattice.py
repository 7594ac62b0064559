"""Cells from tiles, without any board: grown from neighbour to neighbour, so that lines may be crooked.

The lattice hangs on links between tiles that lie side by side. The view evens out perspective alone; where a cell is
follows from the tiles around it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tileye.rules.board import Cell
from tileye.vision.geometry.homography import Boxes, Points, Real, TableHomography, boxes_of, middling, read_turns
from tileye.vision.geometry.links import FARTHEST, STEPS, Links, assemble, find_links, quarter_rest
from tileye.vision.geometry.viewpoint import find_view

FARTHEST_OFF = 0.35
"""How far from the middle of its cell a tile may lie, in pitches."""
MOST_TURN = 12.0
"""How far a tile may be turned against the lattice of its neighbours, in degrees."""
MOST_EMPTY = 2
"""How many empty cells may lie between the board and a tile on its lattice."""
_SHARP, _BLUR, _MOST_BLUR = 0.0125, 800.0, 10.0
"""Boxes that fit worse than so much tell turns less exactly, by so many degrees for each share of a side."""
_SAME = 0.25
"""Detections whose middles are closer than so many sides are of one tile."""
_OVERLAP = 0.65
"""No two tiles can lie with their middles closer than this, in sides."""
_CORNERS = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j]) / 2

Whole = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Tiles that hang together, each with its cell; the smallest x and y are 0."""

    tiles: tuple[int, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Lattice:
    """The cell of each tile, None off the board, all groups with the board first, and where cells are expected."""

    cells: tuple[Cell | None, ...]
    groups: tuple[TileGroup, ...]
    view: TableHomography | None
    frame: "LatticeFrame | None"
    squares: Points
    """The middle and the half diagonal of each tile's face on the table."""

    @property
    def scattered(self) -> bool:
        """Whether there are tiles, and no two of them side by side."""
        return bool(self.groups) and all(len(group.tiles) == 1 for group in self.groups)


@dataclass(frozen=True, slots=True)
class LatticeFrame:
    """The board on the table: cells and places of its tiles, the step to the next cell there, the side of a tile."""

    cells: Points
    places: Points
    steps: Points
    side: float

    def cell_near(self, place: complex) -> tuple[complex, float, complex]:
        """The cell at a place on the table, how far off its middle that is in pitches, and the step there."""
        away = abs(self.places - place)
        near = np.argsort(away, kind="stable")[:3]
        weights = 1 / (away[near] + 0.1) ** 2
        seen = self.cells[near] + (place - self.places[near]) / self.steps[near]
        exact = complex((weights * seen).sum() / weights.sum())
        cell = complex(round(exact.real), round(exact.imag))
        return cell, abs(exact - cell), complex(self.steps[near[0]])

    def empty_between(self, cell: complex) -> int:
        """How many empty cells lie between a cell and the nearest tile, going along edges."""
        away = self.cells - cell
        return int((abs(away.real) + abs(away.imag)).min()) - 1


@dataclass(frozen=True, slots=True)
class _Tiles:
    """Tiles on the table: places, turns up to quarters, sizes, scores."""

    places: Points
    turns: Real
    sizes: Real
    scores: Real
    most_turn: float


@dataclass(frozen=True, slots=True)
class _Grown:
    """A group at work: its tiles, their cells, and how many quarters the x axis is ahead of each tile's own."""

    tiles: Whole
    cells: Points
    ahead: Whole

    def moved(self, quarters: int, shift: complex) -> "_Grown":
        """The same group with its x axis so many quarters further, then shifted."""
        return _Grown(self.tiles, self.cells * STEPS[-quarters % 4] + shift, (self.ahead + quarters) % 4)

    def with_all(self, other: "_Grown") -> "_Grown":
        """Both groups as one."""
        return _Grown(
            np.concatenate([self.tiles, other.tiles]),
            np.concatenate([self.cells, other.cells]),
            np.concatenate([self.ahead, other.ahead]),
        )

    def settled(self) -> "_Grown":
        """The same group with its smallest x and y at 0."""
        return self.moved(0, -complex(self.cells.real.min(), self.cells.imag.min()))


def grow(quads: Real, scores: Real) -> Lattice:
    """Find the cells of tiles, given the corners of their top faces in the picture, roughly, and their scores."""
    if not len(quads):
        return Lattice((), (), None, None, np.zeros((0, 2), np.complex128))
    every = boxes_of(np.asarray(quads, np.float64))
    order = np.lexsort((every.middles.imag, every.middles.real, -np.asarray(scores)))
    names = order[_without_doubles(every.taken(order))]
    boxes = every.taken(names)
    view = find_view(boxes)
    turns, sizes, misfits = read_turns(every, view)
    most_turn = np.radians(MOST_TURN + min(_BLUR * max(0.0, middling(misfits) - _SHARP), _MOST_BLUR))
    places = view.to_table(boxes.middles)
    tiles = _Tiles(places, turns[names], sizes[names], np.asarray(scores, np.float64)[names], most_turn)
    links = _without_askew(tiles, _without_overlaps(tiles, find_links(tiles.places, tiles.turns, tiles.sizes)))
    headings = _headings(tiles, boxes, view)
    grown, links = _grown(len(names), links)
    groups = [_upright(group, headings) for group in grown]
    groups.sort(
        key=lambda group: (-len(group.tiles), -round(float(tiles.scores[group.tiles].sum()), 9), group.tiles[0])
    )
    frame = _frame(groups[0], tiles, links)
    board, others = _with_near(groups, tiles, frame)
    if board is not groups[0]:
        frame = _frame(board, tiles, links)
    cells: list[Cell | None] = [None] * len(quads)
    for name, cell in zip(names[board.tiles].tolist(), board.cells, strict=True):
        cells[name] = (int(cell.real), int(cell.imag))
    squares = np.stack([view.to_table(every.middles), frame.side * np.exp(1j * turns)], 1)
    squares[names[board.tiles], 1] = _agreed(board, tiles, frame)
    return Lattice(tuple(cells), tuple(_named(group, names) for group in (board, *others)), view, frame, squares)


def rectified_quads(lattice: Lattice) -> Real:
    """Better corners for each tile, seen as a square on the table; on the board they agree with their neighbours.

    They run clockwise, on the board from the corner where x and y are smallest.
    """
    if lattice.view is None:
        return np.zeros((0, 4, 2))
    middle, arm = lattice.squares[:, :1], lattice.squares[:, 1:]
    return _pixels(lattice.view.to_picture(middle + arm * _CORNERS))


def _pixels(points: Points) -> Real:
    return np.stack([points.real, points.imag], -1)


def _without_doubles(boxes: Boxes) -> Whole:
    """The boxes, best first, without those that lie on a better one."""
    sides = 2 * np.sqrt(boxes.long * boxes.short)
    close = abs(boxes.middles[:, None] - boxes.middles[None]) < _SAME * np.minimum(sides[:, None], sides[None])
    kept = np.ones(len(sides), np.bool_)
    for better, worse in zip(*np.nonzero(np.triu(close, 1)), strict=True):
        kept[worse] &= not kept[better]
    return np.nonzero(kept)[0]


def _around(values: Points, links: Links) -> Points:
    """For each tile the sum over its neighbours, with half of what lies around them in turn."""
    nearest = links.sums(values)
    return np.asarray(nearest + (links.sums(nearest) - links.sums(np.ones_like(values)) * values) / 2, np.complex128)


def _without_overlaps(tiles: _Tiles, links: Links) -> Links:
    """Drop the links of what lies half on another tile and has the worse links."""
    close = np.triu(abs(tiles.places[:, None] - tiles.places[None]) < _OVERLAP, 1)
    if not close.any():
        return links
    ends = np.concatenate([links.first, links.second])
    support = np.bincount(ends, np.tile(links.weight, 2), len(tiles.turns))
    first, second = np.nonzero(close)
    worse = np.where(support[second] > support[first], first, second)
    return links.only(~np.isin(links.first, worse) & ~np.isin(links.second, worse))


def _without_askew(tiles: _Tiles, links: Links) -> Links:
    """Drop the links of tiles that lie askew among their neighbours, the worst first."""
    heading = np.exp(4j * tiles.turns)
    while len(links.first):
        lattice = _around(heading, links)
        twist = np.where(abs(lattice) > 1e-9, abs(quarter_rest(tiles.turns - np.angle(lattice) / 4)), 0)
        worst = int(twist.argmax())
        if twist[worst] < tiles.most_turn:
            break
        links = links.only((links.first != worst) & (links.second != worst))
    return links


def _grown(count: int, links: Links) -> tuple[list[_Grown], Links]:
    """All groups, single tiles too, and the links that hold."""
    grown = assemble(count, links)
    cells, ahead, group = np.array(grown.cell), np.array(grown.axis), np.array(grown.group)
    parts = [np.nonzero(group == number)[0] for number in sorted(set(grown.group))]
    held = links.only(links.held(cells, ahead, group))
    return [_Grown(part, cells[part], ahead[part]) for part in parts], held


def _upright(group: _Grown, headings: Points) -> _Grown:
    """Choose for the x axis of a group the lattice axis that is nearest to right in the picture."""
    quarters = (group.ahead + np.arange(4)[:, None]) % 4
    means = headings[quarters, group.tiles].sum(1)
    return group.moved(int(np.argmax(np.round(means.real / abs(means), 6))), 0j).settled()


def _headings(tiles: _Tiles, boxes: Boxes, view: TableHomography) -> Points:
    """Where the four axes of each tile point in the picture."""
    axes = np.exp(1j * tiles.turns)
    seen = view.arrows(view.flat(boxes.middles), np.stack([axes, 1j * axes]))
    seen = seen / abs(seen)
    return np.concatenate([seen, -seen])


def _frame(group: _Grown, tiles: _Tiles, links: Links) -> LatticeFrame:
    """What a group tells about the places of cells: at each tile a fit to those around it."""
    cells, axes = np.zeros((2, len(tiles.turns)), np.complex128)
    cells[group.tiles] = group.cells
    axes[group.tiles] = np.exp(1j * (tiles.turns[group.tiles] + group.ahead * np.pi / 2))
    places, ours = tiles.places, axes != 0

    def mean(values: Points) -> Points:
        return (_around(values, links) + values)[group.tiles] / total

    total = np.ones(len(group.tiles))
    total = mean(ours.astype(np.complex128)).real
    middle, centre, axis = mean(places), mean(cells), mean(axes)
    slope = total * (mean(cells.conj() * places) - centre.conj() * middle) + axis / abs(axis)
    steps = slope / (total * (mean(cells.conj() * cells) - abs(centre) ** 2) + 1)
    return LatticeFrame(group.cells, places[group.tiles], steps, middling(tiles.sizes[group.tiles]))


def _with_near(groups: list[_Grown], tiles: _Tiles, frame: LatticeFrame) -> tuple[_Grown, list[_Grown]]:
    """The board, with the groups that lie on its lattice near enough, and the groups that do not."""
    board, others = groups[0], []
    taken = set(board.cells.tolist())
    for group in groups[1:]:
        moved = _fitted(group, tiles, frame)
        if moved is None or not taken.isdisjoint(moved.cells.tolist()):
            others.append(group)
            continue
        taken.update(moved.cells.tolist())
        board = board.with_all(moved)
    return (board if board is groups[0] else board.settled()), others


def _fitted(group: _Grown, tiles: _Tiles, frame: LatticeFrame) -> _Grown | None:
    """Move a group onto the lattice of the board as most of its tiles near the board want it; None if none can."""
    votes: dict[tuple[int, complex], float] = {}
    for number, tile in enumerate(group.tiles.tolist()):
        place = complex(tiles.places[tile])
        nearest = abs(frame.places - place).min()
        if nearest < _OVERLAP:
            return None
        if nearest > (MOST_EMPTY + 2) * FARTHEST:
            continue
        cell, off, step = frame.cell_near(place)
        ahead = np.angle(step) - tiles.turns[tile]
        empty = frame.empty_between(cell)
        if off > FARTHEST_OFF or abs(quarter_rest(ahead)) > tiles.most_turn or not 0 <= empty <= MOST_EMPTY:
            continue
        quarters = (round(float(ahead) / (np.pi / 2)) - int(group.ahead[number])) % 4
        wanted = quarters, cell - complex(group.cells[number]) * STEPS[-quarters % 4]
        votes[wanted] = votes.get(wanted, 0.0) + (1 - off) / (1 + empty)
    if not votes:
        return None
    return group.moved(*max(votes, key=lambda move: (votes[move], move[0], move[1].real, move[1].imag)))


def _agreed(board: _Grown, tiles: _Tiles, frame: LatticeFrame) -> Points:
    """The top edge of each tile's face on the table, turned as the tile and its neighbours say."""
    own = np.exp(1j * (tiles.turns[board.tiles] + board.ahead * np.pi / 2))
    both = own + frame.steps / abs(frame.steps)
    return np.asarray(frame.side * both / abs(both), np.complex128)


def _named(group: _Grown, names: Whole) -> TileGroup:
    """A group for others, by the numbers that they gave the tiles."""
    pairs = sorted(
        (int(names[tile]), (int(cell.real), int(cell.imag)))
        for tile, cell in zip(group.tiles, group.cells, strict=True)
    )
    return TileGroup(tuple(name for name, _ in pairs), tuple(cell for _, cell in pairs))
