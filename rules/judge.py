"""Judging and scoring one move of the tile game: every fault as a value, every line with its points."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from tileye.rules.board import Board, Cell, Placement, neighbours
from tileye.rules.rulesets import RuleSet
from tileye.rules.tiles import SIDE, Tile, all_alike, is_qwirkle

Code = Literal[
    "empty_move",
    "occupied",
    "no_contact",
    "not_one_line",
    "gap",
    "mixed_move",
    "mismatch",
    "duplicate",
    "too_long",
    "too_many_copies",
    "too_many_tiles",
    "opening_too_short",
    "opening_too_long",
    "no_card_played",
    "set_too_small",
    "too_many_cards",
    "card_missing",
    "qwirkle_left",
    "not_a_qwirkle",
]


# Named tuples, not dataclasses: one judgement builds several of them, and they are built three times as fast.
class Line(NamedTuple):
    """A line that the move formed or extended; of a card game, a Qwirkle that was taken."""

    cells: tuple[Cell, ...]
    points: int
    qwirkle: bool
    cards: tuple[Tile, ...] = ()
    """The six cards of a taken Qwirkle, which has no cells."""


class Violation(NamedTuple):
    """One fault: of a line all its cells, of the move the played cells concerned."""

    code: Code
    cells: tuple[Cell, ...]
    tiles: tuple[Tile, ...]


class Verdict(NamedTuple):
    """What a move is worth and everything that is wrong with it."""

    lines: tuple[Line, ...]
    violations: tuple[Violation, ...]
    counted_once: int | None = None
    """Where laid tiles count once: how many points the lines give too many."""
    bonus: int = 0
    """For laying the last piece; never part of the points."""

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong."""
        return not self.violations

    @property
    def codes(self) -> tuple[Code, ...]:
        """What is wrong, each code once."""
        return tuple(dict.fromkeys(fault.code for fault in self.violations))

    @property
    def faulty_cells(self) -> frozenset[Cell]:
        """The cells in which something is wrong."""
        return frozenset(cell for fault in self.violations for cell in fault.cells)

    @property
    def line_points(self) -> int:
        """What the lines give: the points of a legal move, and of an illegal one that the players let stand."""
        return sum(line.points for line in self.lines) - (self.counted_once or 0)

    @property
    def points(self) -> int:
        """The points of a legal move; 0 for an illegal one."""
        return 0 if self.violations else self.line_points


def judge(
    rules: RuleSet,
    board: Board,
    placed: Placement,
    *,
    opening: int | None = None,
    hand: int | None = None,
    left_in_hand: int | None = None,
    bag_empty: bool = False,
) -> Verdict:
    """Judge and score a move; `opening` is what the starter declared, `hand` the pieces held before the move."""
    cells = tuple(cell for _, cell in placed)
    if not placed:
        return Verdict((), (Violation("empty_move", (), ()),), 0 if rules.laid_tiles_count_once else None)
    if len(set(cells)) < len(cells) or any(cell in board for cell in cells):
        return Verdict((), (_occupied(board, placed),), 0 if rules.laid_tiles_count_once else None)
    after = {**board, **{cell: tile for tile, cell in placed}}
    lines = _lines(rules, after, cells, first=not board)
    violations = [
        *_place_faults(board, after, placed),
        *_line_faults(after, lines),
        *_count_faults(rules, after, placed, rules.hand if hand is None else hand),
    ]
    if opening is not None and rules.opening_binds and not board:
        violations.extend(opening_faults(len(placed), len(placed), opening, cells, tuple(t for t, _ in placed)))
    goes_out = left_in_hand == 0 and bag_empty and not violations
    once = _counted_once(lines, cells) if rules.laid_tiles_count_once else None
    return Verdict(lines, tuple(violations), once, rules.out_bonus if goes_out else 0)


def opening_faults(
    longest: int, laid: int, declared: int, cells: tuple[Cell, ...], tiles: tuple[Tile, ...]
) -> Iterator[Violation]:
    """Compare the opening with the declaration: the longest line or set, and all pieces laid."""
    if longest < declared:
        yield Violation("opening_too_short", cells, tiles)
    if laid > declared:
        yield Violation("opening_too_long", cells, tiles)


def _occupied(board: Board, placed: Placement) -> Violation:
    cells = [cell for _, cell in placed]
    wrong = [(tile, cell) for tile, cell in placed if cell in board or cells.count(cell) > 1]
    return Violation("occupied", tuple(cell for _, cell in wrong), tuple(tile for tile, _ in wrong))


def _lines(rules: RuleSet, after: Board, cells: tuple[Cell, ...], *, first: bool) -> tuple[Line, ...]:
    """Find every line through a played cell, the one with the most played tiles first."""
    if first and len(cells) == 1:
        return (Line(cells, 1, False),)
    # The played tiles share a row more often than not; then each has a column of its own, and the other way round.
    upright = len(cells) > 1 and cells[0][0] == cells[1][0]
    axes = ((0, 1), (1, 0)) if upright else ((1, 0), (0, 1))
    return tuple(_scored(rules, after, run) for step in axes for run in _runs(after, cells, step))


def _runs(after: Board, cells: tuple[Cell, ...], step: Cell) -> Iterator[tuple[Cell, ...]]:
    dx, dy = step
    done: set[Cell] = set()
    for cell in sorted(cells):
        if cell in done:
            continue
        x, y = cell
        while (x - dx, y - dy) in after:
            x, y = x - dx, y - dy
        run = []
        while (x, y) in after:
            run.append((x, y))
            x, y = x + dx, y + dy
        if len(run) > 1:
            done.update(run)
            yield tuple(run)


def _scored(rules: RuleSet, after: Board, run: tuple[Cell, ...]) -> Line:
    qwirkle = len(run) == SIDE and is_qwirkle([after[cell] for cell in run])
    return Line(run, len(run) + (rules.qwirkle_bonus if qwirkle else 0), qwirkle)


def _counted_once(lines: Iterable[Line], cells: tuple[Cell, ...]) -> int:
    through = [cell for line in lines for cell in line.cells]
    return sum(max(0, through.count(cell) - 1) for cell in cells)


def _place_faults(board: Board, after: Board, placed: Placement) -> Iterator[Violation]:
    cells = tuple(cell for _, cell in placed)
    tiles = tuple(tile for tile, _ in placed)
    if board:
        loose = _not_linked(board, cells)
        if loose:
            yield Violation("no_contact", tuple(loose), tuple(after[cell] for cell in loose))
    if len(cells) > 1:
        same_row = len({y for _, y in cells}) == 1
        if not same_row and len({x for x, _ in cells}) > 1:
            yield Violation("not_one_line", cells, tiles)
        elif _has_gap(after, cells, (1, 0) if same_row else (0, 1)):
            yield Violation("gap", cells, tiles)
        if not all_alike(tiles):
            yield Violation("mixed_move", cells, tiles)


def _not_linked(board: Board, cells: tuple[Cell, ...]) -> list[Cell]:
    """List the played cells that hang on the board neither by an edge nor through other played tiles."""
    loose = list(cells)
    linked = [cell for cell in cells if any(near in board for near in neighbours(cell))]
    while linked:
        found = linked.pop()
        if found in loose:
            loose.remove(found)
            linked.extend(near for near in neighbours(found) if near in loose)
    return loose


def _has_gap(after: Board, cells: tuple[Cell, ...], step: Cell) -> bool:
    (x, y), last = min(cells), max(cells)
    while (x, y) in after:
        if (x, y) == last:
            return False
        x, y = x + step[0], y + step[1]
    return True


def _line_faults(after: Board, lines: tuple[Line, ...]) -> Iterator[Violation]:
    for line in lines:
        cells = line.cells
        tiles = tuple([after[cell] for cell in cells])
        if not all_alike(tiles):
            yield Violation("mismatch", cells, tiles)
        if len(set(tiles)) < len(tiles):
            yield Violation("duplicate", cells, tiles)
        if len(tiles) > SIDE:
            yield Violation("too_long", cells, tiles)


def _count_faults(rules: RuleSet, after: Board, placed: Placement, hand: int) -> Iterator[Violation]:
    lying = list(after.values())
    for tile in dict.fromkeys(tile for tile, _ in placed):
        if lying.count(tile) > rules.copies:
            cells = tuple(cell for other, cell in placed if other == tile)
            yield Violation("too_many_copies", cells, (tile,) * len(cells))
    if len(placed) > hand:
        yield Violation("too_many_tiles", tuple(cell for _, cell in placed), tuple(tile for tile, _ in placed))
