"""The record of the game while the referee writes it, and what each change of it is called."""

from collections.abc import Iterator
from dataclasses import replace

from tileye.rules.board import Cell, Placement
from tileye.rules.cards import Table
from tileye.rules.errors import GameError, reason_of
from tileye.rules.events import Action, Correct, Event, Give, Laid, LateStart, Opening, Undo
from tileye.rules.flow import accept, advance, opening_by, verdict_of
from tileye.rules.game import Game
from tileye.rules.state import Row, State, sheet_event
from tileye.rules.tiles import Tile
from tileye.vision.referee import events
from tileye.vision.referee.hypotheses import legal, player_of


class Ledger:
    """Writes events into a game and tells what they changed."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def state(self) -> State:
        """What is recorded."""
        return self.game.state

    @property
    def player(self) -> int:
        """Whose turn it is; while that is open, the first who may start."""
        return player_of(self.state)

    def write(self, event: Event, at: float) -> events.Outcome:
        """Write an event; what is refused changes nothing."""
        before = self.state
        try:
            self.game.append(event, max(0.0, at))
        except GameError as error:
            return events.Outcome([], reason_of(error))
        state = self.state
        told = [*_joined(before.late_start, state.late_start, at), *_changes(before.rows, state, at)]
        if state.ended and not before.ended:
            told.append(events.Ended(at, state.ended))
        # What is corrected after the end changes the sheet, which is always told last.
        told_anew = bool(told) or sheet_event(state) != sheet_event(before)
        return events.Outcome([*told, events.SheetEvent(at, state)] if state.ended and told_anew else told)

    def lay(self, placed: Placement, at: float) -> events.Outcome:
        """Write what the player whose turn it is laid, legal or not."""
        self._open(at)
        return self.write(Laid(self.player, placed, overruled=not legal(self.state, placed)), at)

    def not_due(self, player: int | None, turns: int = 0) -> GameError | None:
        """Say why a player cannot act, where it is not this one's turn now or after so many turns."""
        players, due = self.state.players, (self.player + turns) % len(self.state.players)
        if player is not None and player >= len(players):
            return GameError("no_player", player=player, players=len(players))
        if player not in (None, due) and (turns or self.state.whose_turn is not None):
            return GameError("not_your_turn", name=players[due].name)
        return None

    def state_after(self, action: Action, opening: Opening | Give | None) -> State:
        """What would be known after somebody has opened and acted; raise GameError where the rules refuse it."""
        return accept(advance(self.state, 0, opening) if opening else self.state, 0, action)

    def act(self, action: Action, at: float, *, named: bool = True) -> events.Outcome:
        """Write what a player did; where it is open who starts, whoever is `named` does."""
        opening = opening_by(self.state, action.player if named else None)
        try:
            self.state_after(action, opening)
        except GameError as error:
            return events.Outcome([], error)
        told = self.write(opening, at).events if opening else []
        return self.write(action, at).after(told)

    def take_back(self, count: int, at: float) -> list[events.Event]:
        """Take the last turns back."""
        told: list[events.Event] = []
        for row in reversed(self.state.rows[-count:]):
            told += self.write(Undo(row.id), at).events
        return told

    def correct(self, row: Row, placed: Placement, at: float) -> events.Outcome:
        """Put other tiles in the place of those of a turn."""
        return self.write(Correct(Laid(row.player, placed, self.faulty(row, placed)), of=row.id), at)

    def start_as(self, placed: Placement, at: float) -> events.Outcome:
        """Put other tiles in the place of those that lay there when the game was joined; without any nothing did."""
        start, of = self.state.late_start, self._start_id
        if start is None or of is None:
            return events.Outcome([])
        return self.write(Correct(replace(start, placed=placed), of=of) if placed else Undo(of), at)

    def start_with(self, table: Table, at: float) -> events.Outcome:
        """Put other sets of cards in the place of those that lay there when the game was joined."""
        start, of = self.state.late_start, self._start_id
        if start is None or of is None or start.table == table:
            return events.Outcome([])
        return self.write(Correct(replace(start, table=table), of=of), at)

    def name(self, cell: Cell, tile: Tile | None, at: float) -> events.Outcome:
        """Write that another tile was laid in a recorded cell, or none; a turn without tiles never was."""
        row, before = self.row_of(cell), self.laid_with(cell)
        placed = named(before, cell, tile)
        if placed == before:
            return events.Outcome([])
        if row is None:
            return self.start_as(placed, at)
        return self.correct(row, placed, at) if placed else self.write(Undo(row.id), at)

    def faulty(self, row: Row, placed: Placement) -> bool:
        """Tell whether a placement would be illegal in the place of a turn."""
        return not verdict_of(self.game.before(row.id), Laid(row.player, placed)).legal

    def row_of(self, cell: Cell) -> Row | None:
        """The turn that laid the tile in a cell."""
        return next((row for row in self.state.rows if any(cell == other for _, other in row.placed)), None)

    def laid_with(self, cell: Cell) -> Placement:
        """All tiles of the turn that laid the tile in a cell, or that lay there with it at the start."""
        row, start = self.row_of(cell), self.state.late_start
        if row:
            return row.placed
        return start.placed if start and any(cell == other for _, other in start.placed) else ()

    @property
    def _start_id(self) -> int | None:
        """The number of the event that told what lay there when the game was joined."""
        return next((step.id for step in self.game.steps if isinstance(step.event, LateStart)), None)

    def _open(self, at: float) -> None:
        """Where several players may start and nobody said who, the first of them does."""
        opening = opening_by(self.state, None)
        if opening:
            self.write(opening, at)


def named(placed: Placement, cell: Cell, tile: Tile | None) -> Placement:
    """The same with another tile in a cell, or none."""
    kept = (one for one in placed if tile or one[1] != cell)
    return tuple((tile if other == cell and tile else old, other) for old, other in kept)


def _joined(before: LateStart | None, start: LateStart | None, at: float) -> Iterator[events.Event]:
    """Tell what lay there at the start, if that is news."""
    if before != start:
        yield events.Joined(at, start or LateStart())


def _changes(before: tuple[Row, ...], state: State, at: float) -> Iterator[events.Event]:
    """Name what became of the rows: taken back from the last one on, then corrected or new ones in their order."""
    after = state.rows
    kept = {row.id for row in after}
    restored = state.table if state.rules.kind == "cards" else None
    for row in reversed(before):
        if row.id not in kept:
            yield events.Takeback(at, row, restored)
    old = {row.id: row for row in before}
    for row in after:
        known = old.get(row.id)
        if known is None:
            yield _new(at, row, state)
        elif _shown(known) != _shown(row):
            yield from _changed(at, known, row, state, restored)


def _shown(row: Row) -> tuple[object, ...]:
    """What a corrected turn differs in."""
    return row.number, row.kind, row.player, row.placed, row.after, row.taken, row.count, row.verdict


def _changed(at: float, known: Row, row: Row, state: State, restored: Table | None) -> Iterator[events.Event]:
    """Tell that a turn is another one; one without tiles takes the place of the one that had its number."""
    if row.kind == "turn":
        yield events.Corrected(at, row, state.points[row.player])
        return
    if known.kind == "turn":
        yield events.Takeback(at, known, restored)
    yield events.Rested(at, row)


def _new(at: float, row: Row, state: State) -> events.Event:
    return events.Turn(at, row, state.points[row.player]) if row.kind == "turn" else events.Rested(at, row)
