"""The record of the game while the referee writes it, and what each change of it is called."""

from collections.abc import Iterator

from rules.board import Cell, Placement
from rules.events import Action, Correct, Event, Give, Laid, Opening, Undo
from rules.flow import GameError, accept, advance, first_state, verdict_of
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
        self._earlier: dict[tuple[int, int], State] = {}

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

    def knows(self, player: int | None) -> bool:
        """Tell whether there is such a player, and why nothing is written where there is none."""
        known = player is None or player < len(self.state.players)
        if not known:
            self.refused = f"there is no player {player}: players count from 0 to {len(self.state.players) - 1}"
        return known

    def give(self, player: int | None, at: float) -> list[events.Event]:
        """Make it the turn of the player that people name."""
        self._open(at)
        if player is None or player == self.state.whose_turn:
            return []
        return self.write(Give(player), at)

    def act(self, action: Action, at: float) -> list[events.Event]:
        """Write what a player did, whoever's turn it was; where that is refused, the turn stays whose it was."""
        opening, state, player = self._opening(action.player), self.state, action.player
        try:
            state = advance(state, 0, opening) if opening else state
            due = state.whose_turn in (None, player)
            accept(state if due else accept(state, 0, Give(player)), 0, action)
        except GameError as error:
            self.refused = str(error)
            return []
        told = self.write(opening, at) if opening else []
        return told + ([] if due else self.write(Give(player), at)) + self.write(action, at)

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
        key = len(self.game.log), row.id
        if key not in self._earlier:
            # Only the last turns are asked for again and again.
            self._earlier = {known: state for known, state in self._earlier.items() if known[0] == key[0]}
            self._earlier[key] = self._fold_until(row)
        return self._earlier[key]

    def _fold_until(self, row: Row) -> State:
        setup = self.game.setup
        state = first_state(setup.rules, setup.players, setup.pieces, setup.colours)
        for step in self.game.steps:
            if step.id == row.id:
                break
            state = advance(state, step.id, step.event)
        return state

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
    kept = {(row.number, row.id) for row in after}
    for row in reversed(before):
        if (row.number, row.id) not in kept:
            yield events.Takeback(at, row)
    old = {(row.number, row.id): row for row in before}
    for row in after:
        known = old.get((row.number, row.id))
        if known is None:
            yield _new(at, row, state)
        elif _shown(known) != _shown(row):
            yield from _changed(at, known, row, state)


def _shown(row: Row) -> tuple[object, ...]:
    """What a corrected turn differs in."""
    return row.kind, row.player, row.placed, row.after, row.taken, row.count, row.verdict


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
