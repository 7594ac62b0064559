"""What the referee writes: the record of the game, and what is remembered of tiles that are not recorded yet."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tileye.rules.board import Cell, Placement
from tileye.rules.events import Action, Correct, Exchange, Laid, LateStart, Pass, Undo
from tileye.rules.events import Event as GameEvent
from tileye.rules.flow import verdict_of
from tileye.rules.game import Game
from tileye.rules.state import Row, State
from tileye.rules.tiles import Tile
from tileye.vision.referee.cell_overrides import CellOverrides
from tileye.vision.referee.differences import Candidates
from tileye.vision.referee.events import Event, Outcome, Proposed, Unsure, Violated
from tileye.vision.referee.hypotheses import Part
from tileye.vision.referee.ledger import Ledger


@dataclass(frozen=True, slots=True)
class Unrecorded:
    """What is remembered of the tiles that are not recorded yet."""

    proposed: Placement = ()
    laid: frozenset[Cell] = frozenset()
    """Where proposed tiles lay since a hand was there."""
    alarms: tuple[Placement, ...] = ()
    """Illegal placements that were announced."""
    asked: frozenset[Cell] = frozenset()
    """Cells that somebody was asked about."""
    parts: tuple[Part, ...] = ()
    """What lay alone for a while."""

    @property
    def alarm(self) -> Placement:
        """The illegal placement that was announced last."""
        return self.alarms[-1] if self.alarms else ()


class Recorder:
    """Where the record is written, and events are told at most once."""

    def __init__(self, game: Game) -> None:
        self.ledger = Ledger(game)
        self.unrecorded = Unrecorded()
        self.overrides = CellOverrides()
        self.doubtful: frozenset[Cell] = frozenset()
        """Recorded cells whose names were in doubt."""
        self.declined = _undone_last(game)
        """A turn that people took back by a word, though its tiles still lie there."""
        self.recorded_at = -1
        """The hand after which the last turn was recorded."""
        self.lifted = 0
        """How many turns were taken back since one was recorded."""

    @property
    def state(self) -> State:
        """What is recorded."""
        return self.ledger.state

    def propose(self, placed: Placement, at: float) -> list[Event]:
        """Tell that these tiles will be a turn."""
        if placed == self.unrecorded.proposed:
            return []
        laid = self.unrecorded.laid.union(cell for _, cell in placed)
        self.unrecorded = replace(self.unrecorded, proposed=placed, laid=laid)
        player = self.ledger.player
        return [Proposed(at, player, placed, verdict_of(self.state, Laid(player, placed)))]

    def alarm(self, placed: Placement, at: float) -> list[Event]:
        """Tell that these tiles lie there against the rules."""
        if placed in self.unrecorded.alarms:
            return []
        self.unrecorded = replace(self.unrecorded, alarms=(*self.unrecorded.alarms, placed), proposed=())
        player = self.ledger.player
        return [Violated(at, player, placed, verdict_of(self.state, Laid(player, placed)))]

    def ask(self, cells: Iterable[tuple[Cell, Candidates]], at: float) -> list[Event]:
        """Ask what lies in some cells."""
        asked = tuple(cells)
        new = frozenset(cell for cell, _ in asked)
        if new <= self.unrecorded.asked:
            return []
        self.unrecorded = replace(self.unrecorded, asked=self.unrecorded.asked | new)
        return [Unsure(at, asked)]

    def lay(self, placed: Placement, doubtful: Iterable[Cell], touches: int, at: float) -> list[Event]:
        """Record a turn of the player whose turn it is."""
        told = self.ledger.lay(placed, at).events
        if told:
            laid = {cell for _, cell in placed}
            self.doubtful = self.doubtful - laid | (laid & set(doubtful))
            self.lifted, self.recorded_at = 0, touches
            left = (Part(part.cells - laid, part.seconds) for part in self.unrecorded.parts)
            self.unrecorded = Unrecorded(parts=tuple(part for part in left if part.cells))
        return told

    def join(self, start: LateStart, doubtful: Iterable[Cell], touches: int, at: float) -> Outcome:
        """Record what lies there already: the game goes on from here."""
        told = self.ledger.write(start, at)
        if told.events:
            self.doubtful, self.recorded_at = frozenset(doubtful), touches
            self._clear()
        return told

    def clear_start(self, at: float) -> list[Event]:
        """What lay there at the start was cleared away: nothing is recorded any more."""
        self._clear()
        return self.ledger.start_as((), at).events

    def correct(self, cell: Cell, placed: Placement, at: float) -> list[Event]:
        """Put other tiles in the place of those of the turn that laid the tile in a cell, or that lay there before."""
        row = self.ledger.row_of(cell)
        told = (self.ledger.correct(row, placed, at) if row else self.ledger.start_as(placed, at)).events
        if told:
            self.doubtful -= {other for _, other in placed}
            self._clear()
        return told

    def take_back(self, count: int, at: float) -> list[Event]:
        """Take the last turns back."""
        told = self.ledger.take_back(count, at)
        if told:
            self.lifted += count
            # The hand that lifted tiles may have laid others.
            self.recorded_at = -1
            self._clear()
        return told

    def rest(self, event: Exchange | Pass, at: float, *, named: bool = True) -> Outcome:
        """Record a turn without tiles."""
        return self.ledger.act(event, at, named=named)

    def enter(self, action: Action, at: float, *, named: bool = True) -> Outcome:
        """Record a turn that people enter by hand, and say of whom where it is `named`."""
        told = self._minded(self.state.rows, self.ledger.act(action, at, named=named))
        if isinstance(action, Laid) and not told.refused:
            self.overrides.put_all(action.placed)
        return told

    def write(self, event: GameEvent, at: float) -> Outcome:
        """Record what people tell."""
        before = self.state
        told = self._minded(before.rows, self.ledger.write(event, at))
        if isinstance(event, Correct):
            self.overrides.correct(before.board, self.state.board)
        elif not told.refused:
            self.overrides.follow(self.state.board)
        return told

    def name(self, cell: Cell, tile: Tile | None, at: float) -> Outcome:
        """Record what people say of one cell, where a tile of a turn lies."""
        placed = self.ledger.laid_with(cell)
        told = self._minded(self.state.rows, self.ledger.name(cell, tile, at)) if placed else Outcome([])
        if told.events:
            self.doubtful -= {other for _, other in placed}
        if not told.refused:
            self.overrides.put(cell, tile)
        return told

    def _minded(self, rows: tuple[Row, ...], told: Outcome) -> Outcome:
        """What people say may change everything that waits to be recorded; `rows` were recorded before."""
        if self.state.rows != rows:
            gone = [row for row in rows if row not in self.state.rows]
            self.declined = gone[-1].placed if len(self.state.rows) < len(rows) else ()
            self.recorded_at = -1
            self._clear()
        return told

    def calm_down(self) -> None:
        """Nothing waits to be recorded."""
        self.declined = ()
        self._clear()

    def _clear(self) -> None:
        self.unrecorded = Unrecorded()


def _undone_last(game: Game) -> Placement:
    """What was laid in a turn that was undone last: its tiles may still lie there when the game goes on."""
    last = game.log[-1].event if game.log else None
    undone = game.log[last.of - 1].event if isinstance(last, Undo) and last.of else None
    return undone.placed if isinstance(undone, Laid) else ()
