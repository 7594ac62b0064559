"""The score sheet of a game as a value: players in columns, rounds in rows; neither words nor drawing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tileye.rules.board import Cell, Placement
from tileye.rules.cards import Table
from tileye.rules.game import Entry
from tileye.rules.state import Row, State
from tileye.rules.tiles import SIDE, Tile

UNIX_TIMES = 1e9
"""Times beyond are dates; smaller ones count from the start of a film."""


@dataclass(frozen=True, slots=True)
class Entered:
    """One row of the game as it is entered on the sheet."""

    row: Row
    total: int
    """What the player has after it, bonus included."""
    at: float
    """When it was recorded."""
    note: int | None = None
    """The number of its footnote, if it was overruled."""
    goes_on: bool = False
    """Whether it is the second part of a turn that began with new cards."""


@dataclass(frozen=True, slots=True)
class Column:
    """A player with everything that stands at the foot of the column."""

    player: int
    name: str
    points: int
    qwirkles: int
    bonus: int
    best: Entered | None
    """The first turn with the most points, None while there are no points."""
    stacks: Table
    winner: bool
    """Among the winners; a tie that the sheet answers with a rematch has none."""


Slot = tuple[Entered, ...]
"""What a player did in one round: one turn, with new cards before it two entries, or nothing."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet; the player who started has the first column, so that turns read from left to right."""

    state: State
    columns: tuple[Column, ...]
    rounds: tuple[tuple[Slot, ...], ...]
    entered: tuple[Entered, ...]
    """All rows in the order of the game."""
    began: float | None
    """The unix time of the start, if the game was recorded with such times."""
    name: str | None = None
    """What people call the game, if they do."""

    @property
    def notes(self) -> tuple[Entered, ...]:
        """The overruled turns, which have footnotes."""
        return tuple(entry for entry in self.entered if entry.note is not None)


@dataclass(frozen=True, slots=True)
class Trail:
    """Tiles in one line: where the first lies, where the others follow, None for a tile that lay there before."""

    start: Cell
    arrow: str
    tiles: tuple[Tile | None, ...]


def lay_out(state: State, log: Sequence[Entry], name: str | None = None) -> Sheet:
    """Lay the sheet of a game out."""
    entered = _entered(state, log)
    seats = _seats(state)
    began = log[0].at if log and log[0].at > UNIX_TIMES else None
    columns = tuple(_column(state, entered, player) for player in seats)
    return Sheet(state, columns, tuple(_rounds(entered, seats)), entered, began, name)


def trails(placed: Placement) -> tuple[Trail, ...]:
    """Describe where tiles were laid: as one line if they make one, else each by itself."""
    if not placed:
        return ()
    (x, y), (far_x, far_y) = (min(axis) for axis in _axes(placed)), (max(axis) for axis in _axes(placed))
    length = max(far_x - x, far_y - y) + 1
    straight = x == far_x or y == far_y
    if not straight or length > 2 * SIDE:
        return tuple(Trail(cell, "", (tile,)) for tile, cell in placed)
    step, arrow = ((0, 1), "↓") if y != far_y else ((1, 0), "→" if x != far_x else "")
    laid = {cell: tile for tile, cell in placed}
    return (Trail((x, y), arrow, tuple(laid.get((x + n * step[0], y + n * step[1])) for n in range(length))),)


def addends(row: Row) -> tuple[int, ...]:
    """What the points of a row are made of: each line, and as a negative number what counts only once."""
    if row.verdict is None:
        return ()
    once = row.verdict.counted_once
    return (*(line.points for line in row.verdict.lines), *([-once] if once else []))


def _axes(placed: Placement) -> tuple[list[int], list[int]]:
    return [x for _, (x, _) in placed], [y for _, (_, y) in placed]


def _entered(state: State, log: Sequence[Entry]) -> tuple[Entered, ...]:
    times = {entry.seq: entry.at for entry in log}
    totals = list(state.points_before)
    entered: list[Entered] = []
    notes = 0
    for row in state.rows:
        totals[row.player] += row.points + row.bonus
        notes += row.overruled
        goes_on = bool(entered) and _same_turn(entered[-1].row, row)
        entered.append(Entered(row, totals[row.player], times[row.id], notes if row.overruled else None, goes_on))
    return tuple(entered)


def _same_turn(before: Row, row: Row) -> bool:
    return (before.kind, before.number, before.player) == ("cannot_play", row.number, row.player)


def _seats(state: State) -> tuple[int, ...]:
    """The players in turn, from the one who started."""
    first = state.rows[0].player if state.rows else state.whose_turn or 0
    count = len(state.players)
    return tuple((first + seat) % count for seat in range(count))


def _rounds(entered: Iterable[Entered], seats: tuple[int, ...]) -> Iterator[tuple[Slot, ...]]:
    """Begin a new round wherever a turn is not to the right of the one before."""
    slots: list[Slot] = []
    last = len(seats)
    for entry in entered:
        seat = seats.index(entry.row.player)
        if seat <= last and not entry.goes_on:
            if slots:
                yield tuple(slots)
            slots = [() for _ in seats]
        slots[seat] += (entry,)
        last = seat
    if slots:
        yield tuple(slots)


def _column(state: State, entered: Iterable[Entered], player: int) -> Column:
    own = [entry for entry in entered if entry.row.player == player]
    best = max(own, key=lambda entry: entry.row.points, default=None)
    return Column(
        player,
        state.players[player].name,
        state.points[player],
        sum(entry.row.qwirkles for entry in own),
        sum(entry.row.bonus for entry in own),
        best if best and best.row.points else None,
        state.stacks[player],
        player in state.winners,
    )
