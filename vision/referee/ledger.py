"""The record of the game while the referee writes it, and what each change of it is called."""

from collections.abc import Iterator

from rules.board import Cell, Placement
from rules.events import Action, Correct, Event, Laid, Opening, Undo
from rules.flow import GameError, accept, advance, verdict_of
from rules.game import Game
from rules.state import Row, State, sheet_event
from rules.tiles import Tile
from vision.referee import events
from vision.referee.hypotheses import legal, player_of


class Ledger:
    """Writes events into a game and tells what they changed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.refused: str | None = None
        """Why the last event could not be written, if it could not."""

    @property
    def state(self) -> State:
        """What is recorded."""
        return self.game.state

    @property
    def player(self) -> int:
        """Whose turn it is; while that is open, the first who may start."""
        return player_of(self.state)

    def write(self, event: Event, at: float) -> list[events.Event]:
        """Write an event; what is refused changes nothing."""
        before = self.state
        try:
            self.game.append(event, max(0.0, at))
        except GameError as error:
            self.refused = str(error)
            return []
        self.refused = None
        state = self.state
        told = list(_changes(before.rows, state, at))
        if state.ended and not before.ended:
            told.append(events.Ended(at, state.ended))
        # What is corrected after the end changes the sheet, which is always told last.
        told_anew = bool(told) or sheet_event(state) != sheet_event(before)
        return [*told, events.Sheet(at, state)] if state.ended and told_anew else told

    def lay(self, placed: Placement, at: float) -> list[events.Event]:
        """Write what the player whose turn it is laid, legal or not."""
        self._open(at)
        return self.write(Laid(self.player, placed, overruled=not legal(self.state, placed)), at)

    def is_due(self, player: int | None, turns: int = 0) -> bool:
        """Tell whether it is a player's turn, or will be after so many turns; if not, note why nothing is written."""
        players, due = self.state.players, (self.player + turns) % len(self.state.players)
        if player is not None and player >= len(players):
            self.refused = f"there is no player {player}: players count from 0 to {len(players) - 1}"
        elif player not in (None, due) and (turns or self.state.whose_turn is not None):
            self.refused = f"it is the turn of {players[due].name}"
        else:
            return True
        return False

    def act(self, action: Action, at: float) -> list[events.Event]:
        """Write what a player did; where several may start, whoever acts does."""
        opening, state = self._opening(action.player), self.state
        try:
            accept(advance(state, 0, opening) if opening else state, 0, action)
        except GameError as error:
            self.refused = str(error)
            return []
        told = self.write(opening, at) if opening else []
        return told + self.write(action, at)

    def take_back(self, count: int, at: float) -> list[events.Event]:
        """Take the last turns back."""
        told: list[events.Event] = []
        for row in reversed(self.state.rows[-count:]):
            told += self.write(Undo(row.id), at)
        return told

    def correct(self, row: Row, placed: Placement, at: float) -> list[events.Event]:
        """Put other tiles in the place of those of a turn."""
        return self.write(Correct(Laid(row.player, placed, self.faulty(row, placed)), of=row.id), at)

    def name(self, row: Row, cell: Cell, tile: Tile | None, at: float) -> list[events.Event]:
        """Write that a turn laid another tile in one of its cells, or none; without tiles it never was."""
        kept = (one for one in row.placed if tile or one[1] != cell)
        placed = tuple((tile if other == cell and tile else old, other) for old, other in kept)
        if placed == row.placed:
            self.refused = None
            return []
        return self.correct(row, placed, at) if placed else self.write(Undo(row.id), at)

    def faulty(self, row: Row, placed: Placement) -> bool:
        """Tell whether a placement would be illegal in the place of a turn."""
        return not verdict_of(self.state_before(row), Laid(row.player, placed)).legal

    def state_before(self, row: Row) -> State:
        """What was known before a turn."""
        return self.game.before(row.id)

    def row_of(self, cell: Cell) -> Row | None:
        """The turn that laid the tile in a cell."""
        return next((row for row in self.state.rows if any(cell == other for _, other in row.placed)), None)

    def _open(self, at: float) -> None:
        """Where several players may start and nobody said who, the first of them does."""
        opening = self._opening()
        if opening:
            self.write(opening, at)

    def _opening(self, player: int | None = None) -> Opening | None:
        """Who starts, where several may: this player, else the first of them."""
        tied = self.state.tied
        if not tied or self.state.whose_turn is not None:
            return None
        said = next(step.event for step in reversed(self.game.steps) if isinstance(step.event, Opening))
        return Opening(said.declared, player if player in tied else tied[0])


def _changes(before: tuple[Row, ...], state: State, at: float) -> Iterator[events.Event]:
    """Name what became of the rows: taken back from the last one on, then corrected or new ones in their order."""
    after = state.rows
    kept = {row.id for row in after}
    for row in reversed(before):
        if row.id not in kept:
            yield events.Takeback(at, row)
    old = {row.id: row for row in before}
    for row in after:
        known = old.get(row.id)
        if known is None:
            yield _new(at, row, state)
        elif _shown(known) != _shown(row):
            yield from _changed(at, known, row, state)


def _shown(row: Row) -> tuple[object, ...]:
    """What a corrected turn differs in."""
    return row.number, row.kind, row.player, row.placed, row.after, row.taken, row.count, row.verdict


def _changed(at: float, known: Row, row: Row, state: State) -> Iterator[events.Event]:
    """Tell that a turn is another one; one without tiles takes the place of the one that had its number."""
    if row.kind == "turn":
        yield events.Corrected(at, row, state.points[row.player])
        return
    if known.kind == "turn":
        yield events.Takeback(at, known)
    yield events.Rested(at, row)


def _new(at: float, row: Row, state: State) -> events.Event:
    return events.Turn(at, row, state.points[row.player]) if row.kind == "turn" else events.Rested(at, row)
