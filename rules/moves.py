"""All legal moves of a hand in the tile game, with their lines and points, best first.

Tiles that lie apart can be joined in millions of ways, as no game has them: the search stops after so many and says so.

Every move touches the board in some empty cell beside a tile, its anchor. Moves are built outwards from the first
anchor they contain, so each is found once. What fits is a matter of bit masks: a tile may join a line where every tile
of the line shares exactly one feature with it, since tiles that agree so in pairs make a valid line.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tileye.rules.board import Board, Cell
from tileye.rules.judge import Line
from tileye.rules.rulesets import RuleSet
from tileye.rules.tiles import SIDE, TILES, Tile

# Cells as one number, x * STRIDE + y, make neighbours and lookups cheap; y stays far below half of STRIDE.
_STRIDE = 1 << 24
_HALF = _STRIDE >> 1
_ACROSS, _DOWN = _STRIDE, 1

_BIT: dict[Tile, int] = {tile: 1 << number for number, tile in enumerate(TILES)}
_FIT: dict[Tile, int] = {
    tile: sum(_BIT[other] for other in TILES if (tile[0] == other[0]) != (tile[1] == other[1])) for tile in TILES
}
_EVERY = (1 << len(TILES)) - 1

MOST_WAYS = 40_000
"""About so many ways to lay tiles side by side are tried in each direction: more than any game was seen to have."""


class Move(NamedTuple):
    """A legal move: tiles and their cells in order along the line, points, and the lines as `judge` gives them."""

    tiles: tuple[Tile, ...]
    cells: tuple[Cell, ...]
    points: int
    lines: tuple[Line, ...]

    @property
    def placed(self) -> tuple[tuple[Tile, Cell], ...]:
        """The move as `judge` takes it."""
        return tuple(zip(self.tiles, self.cells, strict=True))


class _Run(NamedTuple):
    """Tiles in a row without a gap: which tiles may join them, and which they are."""

    start: int
    end: int
    fit: int
    bits: int


class _Slot(NamedTuple):
    """What lies along one axis on both sides of an empty cell, and which tiles may join it."""

    before: _Run | None
    behind: _Run | None
    fit: int
    bits: int


class Searched(NamedTuple):
    """The moves that were found, best first."""

    moves: list[Move]
    proven: bool
    """Whether these are all."""


_Grown = list[tuple[tuple[Tile, ...], int]]
"""Tiles laid so far, and the tiles that still fit all of them."""


def legal_moves(
    rules: RuleSet, board: Board, hand: tuple[Tile, ...] | list[Tile], opening: int | None = None
) -> list[Move]:
    """The moves that `search_moves` finds."""
    return search_moves(rules, board, hand, opening).moves


def search_moves(
    rules: RuleSet,
    board: Board,
    hand: tuple[Tile, ...] | list[Tile],
    opening: int | None = None,
    most_ways: int = MOST_WAYS,
) -> Searched:
    """Find all legal moves, best first; equal points in a fixed order. `opening` is what the starter declared.

    Where there are too many, those are found that begin beside the longest lines.
    """
    lying = list(board.values())
    usable = sorted({tile for tile in hand if lying.count(tile) < rules.copies})
    if not board:
        wanted = opening if rules.opening_binds else None
        return Searched([move for move in _opening_moves(rules, usable) if wanted in (None, len(move.tiles))], True)
    search = _Search(rules, board, usable)
    anchors = [cell for cell, fit in search.fits.items() if fit]
    groups, proven = search.groups(anchors, most_ways)
    if not proven:
        anchors.sort(key=search.touched, reverse=True)
        groups, _ = search.groups(anchors, most_ways)
    groups.sort(key=lambda group: (-group[0].points, group[0].cells))
    return Searched([move for group in groups for move in group], proven)


def _opening_moves(rules: RuleSet, usable: list[Tile]) -> list[Move]:
    moves: list[Move] = []
    grown: _Grown = [((), _EVERY)]
    for length in range(1, len(usable) + 1):
        grown = [((*tiles, tile), fit & _FIT[tile]) for tiles, fit in grown for tile in usable if fit & _BIT[tile]]
        points = length + (rules.qwirkle_bonus if length == SIDE else 0)
        for step in ((1, 0), (0, 1))[:length]:
            cells = tuple((step[0] * i, step[1] * i) for i in range(length))
            lines = (Line(cells, points, length == SIDE),)
            moves.extend(Move(tiles, cells, points, lines) for tiles, _ in grown)
    moves.sort(key=lambda move: -move.points)
    return moves


def _unpack(cell: int) -> Cell:
    x, y = divmod(cell + _HALF, _STRIDE)
    return x, y - _HALF


def _runs(tiles: dict[int, Tile], step: int) -> tuple[dict[int, _Run], dict[int, _Run]]:
    """Find the runs along one axis, by the empty cell behind them and by the empty cell before them."""
    ending, starting = {}, {}
    for start, first in tiles.items():
        if start - step in tiles:
            continue
        bits, fit, here = _BIT[first], _FIT[first], start + step
        while here in tiles:
            bit = _BIT[tiles[here]]
            fit = fit & _FIT[tiles[here]] if fit & bit else 0
            bits |= bit
            here += step
        ending[here] = starting[start - step] = _Run(start, here - step, fit, bits)
    return ending, starting


def _slots(tiles: dict[int, Tile], step: int) -> dict[int, _Slot]:
    """Describe every empty cell at the end of a run along one axis."""
    ending, starting = _runs(tiles, step)
    slots = {cell: _Slot(None, run, run.fit, run.bits) for cell, run in starting.items()}
    for cell, run in ending.items():
        other = starting.get(cell)
        if other is None:
            slots[cell] = _Slot(run, None, run.fit, run.bits)
        else:
            fit = 0 if run.bits & ~other.fit else run.fit & other.fit
            slots[cell] = _Slot(run, other, fit, run.bits | other.bits)
    return slots


class _Search:
    """One search: the empty cells beside tiles, what fits there, and the lines that would come of it."""

    def __init__(self, rules: RuleSet, board: Board, usable: list[Tile]) -> None:
        self.rules = rules
        self.usable = [(tile, _BIT[tile], _FIT[tile]) for tile in usable]
        self.in_hand = in_hand = sum([bit for _, bit, _ in self.usable])
        self.tiles = {x * _STRIDE + y: tile for (x, y), tile in board.items()}
        self.slots = {step: _slots(self.tiles, step) for step in (_ACROSS, _DOWN)}
        # The anchors with the tiles of the hand that fit both their lines.
        self.fits = {cell: slot.fit & in_hand for cell, slot in self.slots[_ACROSS].items()}
        for cell, slot in self.slots[_DOWN].items():
            self.fits[cell] = self.fits.get(cell, in_hand) & slot.fit
        self.lines: dict[tuple[int, int], Line] = {}
        self.choices: dict[int, list[tuple[Tile, int]]] = {}
        self.ways_left = MOST_WAYS

    def groups(self, anchors: list[int], most_ways: int) -> tuple[list[list[Move]], bool]:
        """Find the moves that fill the same cells together, from anchor to anchor; tell whether these are all."""
        groups, complete = [*self.single_tiles()], True
        for step in (_ACROSS, _DOWN):
            self.ways_left = most_ways
            groups += self.along(step, anchors)
            complete = complete and self.ways_left >= 0
        return groups, complete

    def touched(self, anchor: int) -> int:
        """Count the tiles in the lines that a tile in an anchor would extend."""
        slots = [by_cell[anchor] for by_cell in self.slots.values() if anchor in by_cell]
        return sum(slot.bits.bit_count() for slot in slots)

    def single_tiles(self) -> Iterator[list[Move]]:
        """Yield the moves of one tile, cell by cell."""
        for cell, fit in self.fits.items():
            if fit:
                lines = tuple([self._line(cell, step) for step in (_ACROSS, _DOWN) if cell in self.slots[step]])
                points = sum([line.points for line in lines])
                if self.rules.laid_tiles_count_once:
                    points -= len(lines) - 1
                cells = (_unpack(cell),)
                yield [Move((tile,), cells, points, lines) for tile, _ in self._choose(fit)]

    def along(self, step: int, anchors: list[int]) -> Iterator[list[Move]]:
        """Yield the moves of two tiles and more along one axis, those that fill the same cells together."""
        slots, fits, reach = self.slots[step], self.fits, len(self.usable) - 1
        for anchor in anchors:
            if self.ways_left < 0:
                return
            grown: _Grown = [((tile,), tile_fit) for tile, tile_fit in self._choose(fits[anchor])]
            yield from self._onwards(grown, anchor, anchor, step)
            slot = slots.get(anchor)
            if slot and slot.before:
                continue
            free = self.in_hand & slot.fit if slot else self.in_hand
            # Backwards only through cells that touch nothing: in a cell beside a tile the move has its first anchor.
            for cell in range(anchor - step, anchor - step * (reach + 1), -step):
                if cell in fits:
                    break
                grown = [
                    ((tile, *laid), fits_all & tile_fit)
                    for laid, fits_all in grown
                    for tile, tile_fit in self._choose(fits_all & free)
                ]
                if not grown:
                    break
                self.ways_left -= len(grown)
                yield self._group(grown, cell, anchor, step)
                yield from self._onwards(grown, cell, anchor, step)

    def _onwards(self, grown: _Grown, first: int, anchor: int, step: int) -> Iterator[list[Move]]:
        """Yield what comes of laying further tiles behind the anchor, one more each time."""
        slots, fits, in_hand = self.slots[step], self.fits, self.in_hand
        slot = slots.get(anchor)
        line_fit, line_bits = (slot.fit, slot.bits) if slot else (_EVERY, 0)
        last = slot.behind.end if slot and slot.behind else anchor
        while True:
            cell = last + step
            slot = slots.get(cell)
            fit = line_fit & fits.get(cell, in_hand)
            last = cell
            if slot and slot.behind:
                run = slot.behind
                if line_bits & ~run.fit:
                    return
                line_fit &= run.fit
                line_bits |= run.bits
                last = run.end
                grown = [(laid, fits_all) for laid, fits_all in grown if not run.bits & ~fits_all]
            if not fit:
                return
            grown = [
                ((*laid, tile), fits_all & tile_fit)
                for laid, fits_all in grown
                for tile, tile_fit in self._choose(fits_all & fit)
            ]
            if not grown:
                return
            self.ways_left -= len(grown)
            yield self._group(grown, first, cell, step)

    def _choose(self, mask: int) -> list[tuple[Tile, int]]:
        """List the tiles of the hand in a mask, with what fits each."""
        found = self.choices.get(mask)
        if found is None:
            found = self.choices[mask] = [(tile, fit) for tile, bit, fit in self.usable if mask & bit]
        return found

    def _group(self, grown: _Grown, first: int, last: int, step: int) -> list[Move]:
        """Make the moves that fill the empty cells from first to last."""
        crosses = self.slots[_DOWN if step == _ACROSS else _ACROSS]
        filled = [cell for cell in range(first, last + 1, step) if cell not in self.tiles]
        crossings = [self._line(cell, _ACROSS + _DOWN - step) for cell in filled if cell in crosses]
        main = self._stretch(first, last, step)
        points = main.points + sum([line.points for line in crossings])
        if self.rules.laid_tiles_count_once:
            points -= len(crossings)
        lines = (main, *crossings)
        cells = tuple([_unpack(cell) for cell in filled])
        return [Move(laid, cells, points, lines) for laid, _ in grown]

    def _line(self, cell: int, step: int) -> Line:
        """The line through one filled cell along one axis, made once."""
        line = self.lines.get((cell, step))
        if line is None:
            line = self.lines[cell, step] = self._stretch(cell, cell, step)
        return line

    def _stretch(self, first: int, last: int, step: int) -> Line:
        """The line from the run before the first filled cell to the end of the run behind the last one."""
        slots = self.slots[step]
        before, behind = slots.get(first), slots.get(last)
        start = before.before.start if before and before.before else first
        end = behind.behind.end if behind and behind.behind else last
        x, y = _unpack(start)
        count = (end - start) // step + 1
        cells = [(x + i, y) for i in range(count)] if step == _ACROSS else [(x, y + i) for i in range(count)]
        qwirkle = count == SIDE
        return Line(tuple(cells), count + (self.rules.qwirkle_bonus if qwirkle else 0), qwirkle)
