"""Which tiles lie side by side, and the groups that hang together by that; contradictions are voted on."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Real = NDArray[np.float64]
Points = NDArray[np.complex128]
Whole = NDArray[np.intp]

NEAREST, FARTHEST = 0.75, 1.28
"""How far apart the middles of neighbours are along their line, in sides."""
MOST_ASIDE = 0.28
"""How far a tile may lie aside of its neighbour's line, in sides."""
_MOST_TURN = np.radians(18)
"""How far neighbours may seem turned against each other; stricter words are spoken where more is known."""
_AROUND = 1.6
"""Tiles nearer than so many sides are heard about the turn of a lattice."""
_MOST_LARGER = 1.4
STEPS = (1 + 0j, 1j, -1 + 0j, -1j)
"""To the next cell in x, in y, and back; also what turns by so many quarters."""

_Move = tuple[int, complex]
"""Quarter turns around 0, then a shift."""


@dataclass(frozen=True, slots=True)
class Links:
    """Pairs of neighbours: on which side of the first the second is, and by how many quarters its axes are off."""

    first: Whole
    second: Whole
    side: Whole
    quarters: Whole
    weight: Real

    def only(self, keep: NDArray[np.bool_] | Whole) -> "Links":
        """Some of the links."""
        return Links(self.first[keep], self.second[keep], self.side[keep], self.quarters[keep], self.weight[keep])

    def held(self, cells: Points, axes: Whole, groups: Whole) -> NDArray[np.bool_]:
        """Which links hold, given for each tile its cell, the axis of its group, and the group."""
        first, second = self.first, self.second
        steps = np.array(STEPS)[(self.side - axes[first]) % 4]
        same = (groups[first] == groups[second]) & ((axes[first] + self.quarters - axes[second]) % 4 == 0)
        return np.asarray(same & (cells[second] == cells[first] + steps), np.bool_)

    def sums(self, values: Points) -> Points:
        """For each tile the sum over its neighbours."""
        ends = np.concatenate([self.first, self.second])
        others = values[np.concatenate([self.second, self.first])]
        parts = (np.bincount(ends, part, len(values)) for part in (others.real, others.imag))
        real, imaginary = parts
        return np.asarray(real + 1j * imaginary, np.complex128)


@dataclass(frozen=True, slots=True)
class Grown:
    """For each tile its group, its cell within that, and how many quarters the group's axes are ahead of its own."""

    group: list[int]
    cell: list[complex]
    axis: list[int]

    def agrees(self, link: tuple[int, int, int, int]) -> bool:
        """Tell whether tiles lie as a link says."""
        first, second, side, quarters = link
        return (
            self.group[first] == self.group[second]
            and self.axis[second] == (self.axis[first] + quarters) % 4
            and self.cell[second] == self.cell[first] + STEPS[(side - self.axis[first]) % 4]
        )


def find_links(places: Points, turns: Real, sizes: Real) -> Links:
    """Find the pairs of tiles that lie side by side on the table."""
    first, second = np.nonzero(np.triu(abs(places[:, None] - places[None]) < _AROUND, 1))
    steady = _steady(turns, first, second)
    close = abs(places[second] - places[first]) < FARTHEST + MOST_ASIDE / 8
    first, second = first[close], second[close]
    twist = quarter_rest(steady[second] - steady[first])
    middle = steady[first] + twist / 2
    seen = (places[second] - places[first]) * np.exp(-1j * middle)
    side = np.round(np.angle(seen) / (np.pi / 2)).astype(np.intp) % 4
    seen = seen * np.array(STEPS).conj()[side]
    larger = sizes[first] / sizes[second]
    keep = (
        (seen.real > NEAREST)
        & (seen.real < FARTHEST)
        & (abs(seen.imag) < MOST_ASIDE)
        & (abs(twist) < _MOST_TURN)
        & (larger < _MOST_LARGER)
        & (larger > 1 / _MOST_LARGER)
    )
    quarters = np.round((steady[first] + twist - steady[second]) / (np.pi / 2)).astype(np.intp) % 4
    strain = (seen.imag / 0.12) ** 2 + ((seen.real - 1.02) / 0.12) ** 2 + (twist / np.radians(7)) ** 2
    weight = np.exp(-strain / 4)
    first, second, side, quarters, weight = (a[keep] for a in (first, second, side, quarters, weight))
    weight = weight + _squares(len(places), first, second, side, quarters, weight)
    order = np.argsort(-weight, kind="stable")
    return Links(first, second, side, quarters, weight).only(order)


def _steady(turns: Real, first: Whole, second: Whole) -> Real:
    """Turns agreed with those of all tiles near by, since each by itself is read roughly."""
    headings = np.exp(4j * turns)
    ends, others = np.concatenate([first, second]), headings[np.concatenate([second, first])]
    real, imaginary = (np.bincount(ends, part, len(turns)) for part in (others.real, others.imag))
    agreed = np.angle(headings + real + 1j * imaginary) / 4
    return np.asarray(turns + quarter_rest(agreed - turns), np.float64)


def quarter_rest(angles: Real | np.float64) -> Real:
    """Angles without their quarter turns, from an eighth of a turn below 0 to as much above."""
    return np.asarray((angles + np.pi / 4) % (np.pi / 2) - np.pi / 4, np.float64)


def _squares(count: int, first: Whole, second: Whole, side: Whole, quarters: Whole, weight: Real) -> Real:
    """How many squares of four tiles each link closes, 0 to 2."""
    beside = np.full((count + 1, 4), count)
    order = np.argsort(weight, kind="stable")
    beside[first[order], side[order]] = second[order]
    beside[second[order], (side[order] + 2 + quarters[order]) % 4] = first[order]
    closed = np.zeros(len(first))
    for turn in (1, 3):
        across = beside[beside[first, (side + turn) % 4], side]
        closed += (across < count) & (across == beside[second, (side + turn + quarters) % 4])
    return closed


def assemble(count: int, links: Links) -> Grown:
    """Grow groups along the links, best first; where links contradict each other the heavier side of a cut wins."""
    grown = Grown(list(range(count)), [0j] * count, [0] * count)
    members = [[tile] for tile in range(count)]
    rows = list(
        zip(links.first.tolist(), links.second.tolist(), links.side.tolist(), links.quarters.tolist(), strict=True)
    )
    tree: dict[int, list[int]] = defaultdict(list)
    odd = []
    for link in rows:
        first, second, _, _ = link
        if grown.group[first] != grown.group[second]:
            if _joined(grown, members, link):
                tree[first].append(second)
                tree[second].append(first)
        elif not grown.agrees(link):
            odd.append(link)
    weights = dict(zip(rows, links.weight.tolist(), strict=True))
    for link in odd:
        if not grown.agrees(link):
            _vote(grown, tree, weights, link)
    return grown


def _joined(grown: Grown, members: list[list[int]], link: tuple[int, int, int, int]) -> bool:
    """Move the smaller of two groups to where a link wants it, unless two tiles would share a cell."""
    first, second, side, quarters = link
    if len(members[grown.group[first]]) < len(members[grown.group[second]]):
        first, second, side, quarters = second, first, (side + 2 + quarters) % 4, -quarters % 4
    stay, go = grown.group[first], grown.group[second]
    turn, shift = _move(grown, first, second, side, quarters)
    taken = {grown.cell[tile] for tile in members[stay]}
    moved = [grown.cell[tile] * STEPS[turn] + shift for tile in members[go]]
    if not taken.isdisjoint(moved):
        return False
    _apply(grown, members[go], (turn, shift))
    for tile in members[go]:
        grown.group[tile] = stay
    members[stay] += members[go]
    members[go] = []
    return True


def _move(grown: Grown, first: int, second: int, side: int, quarters: int) -> _Move:
    """How the second tile and all that hangs on it must move for the link to hold."""
    turn = (grown.axis[second] - grown.axis[first] - quarters) % 4
    target = grown.cell[first] + STEPS[(side - grown.axis[first]) % 4]
    return turn, target - grown.cell[second] * STEPS[turn]


def _apply(grown: Grown, tiles: Iterable[int], move: _Move) -> None:
    turn, shift = move
    for tile in tiles:
        grown.cell[tile] = grown.cell[tile] * STEPS[turn] + shift
        grown.axis[tile] = (grown.axis[tile] - turn) % 4


def _vote(
    grown: Grown,
    tree: dict[int, list[int]],
    weights: dict[tuple[int, int, int, int], float],
    odd: tuple[int, int, int, int],
) -> None:
    """Cut the loop that a contradicted link closes wherever its links across the cut vote for another place."""
    path = _path(tree, odd[0], odd[1])
    best_gain, best = 0.0, None
    for one, other in pairwise(path):
        part = _reach(tree, other, one)
        votes: dict[_Move, float] = defaultdict(float)
        for link, weight in weights.items():
            first, second, side, quarters = link
            if grown.group[first] != grown.group[second] or (first in part) == (second in part):
                continue
            if first in part:
                first, second, side, quarters = second, first, (side + 2 + quarters) % 4, -quarters % 4
            votes[_move(grown, first, second, side, quarters)] += weight
        move = max(votes, key=lambda move: (votes[move], -move[0], move[1].real, move[1].imag))
        gain = votes[move] - votes[0, 0j]
        if gain > best_gain + 1e-9 and _free(grown, part, move, one):
            best_gain, best = gain, (one, other, part, move)
    if best is not None:
        one, other, part, move = best
        _apply(grown, part, move)
        tree[one].remove(other)
        tree[other].remove(one)
        _regrow(grown, tree, weights, one, part)


def _regrow(
    grown: Grown, tree: dict[int, list[int]], weights: dict[tuple[int, int, int, int], float], one: int, part: set[int]
) -> None:
    """Tie a part that moved to the rest by the first link across that now holds."""
    for link in weights:
        first, second, _, _ = link
        if (first in part) != (second in part) and grown.agrees(link):
            tree[first].append(second)
            tree[second].append(first)
            return


def _free(grown: Grown, part: set[int], move: _Move, one: int) -> bool:
    """Tell whether a part that moves comes to lie on cells that the rest of its group leaves free."""
    rest = {cell for tile, cell in enumerate(grown.cell) if grown.group[tile] == grown.group[one] and tile not in part}
    return rest.isdisjoint(grown.cell[tile] * STEPS[move[0]] + move[1] for tile in part)


def _path(tree: dict[int, list[int]], start: int, end: int) -> list[int]:
    """The only way from tile to tile along the links that were followed."""
    came: dict[int, int] = {start: start}
    waiting = [start]
    for here in waiting:
        for there in tree[here]:
            if there not in came:
                came[there] = here
                waiting.append(there)
    path = [end]
    while path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]


def _reach(tree: dict[int, list[int]], start: int, without: int) -> set[int]:
    """All tiles that hang on one, looking away from another."""
    found = {start, without}
    waiting = [start]
    for here in waiting:
        for there in tree[here]:
            if there not in found:
                found.add(there)
                waiting.append(there)
    return found - {without}
