"""What the referee tells, as values with the JSON form of `tileye watch --json`."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from tileye.rules.board import Cell, Placement
from tileye.rules.errors import GameError
from tileye.rules.events import LateStart
from tileye.rules.events import event_json as record_json
from tileye.rules.judge import Verdict
from tileye.rules.state import Ending, Row, State, sheet_event
from tileye.rules.tiles import Tile
from tileye.rules.wire import lines_json, placed_json, turn_json, violations_json

Json = dict[str, Any]
Perhaps = Literal["two_turns"]
"""What else a picture of a folder may show: before it pictures are missing, or it has more new tiles than a hand."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """Tiles that will be a turn if nothing changes."""

    at: float
    player: int
    placed: Placement
    verdict: Verdict
    perhaps: Perhaps | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn is recorded."""

    at: float
    row: Row
    total: int
    perhaps: Perhaps | None = None


@dataclass(frozen=True, slots=True)
class Corrected:
    """A recorded turn is now another one, or counts otherwise."""

    at: float
    row: Row
    total: int
    perhaps: Perhaps | None = None


@dataclass(frozen=True, slots=True)
class Takeback:
    """A recorded turn does not stand any more."""

    at: float
    row: Row


@dataclass(frozen=True, slots=True)
class Rested:
    """A player exchanged or passed."""

    at: float
    row: Row


@dataclass(frozen=True, slots=True)
class Violated:
    """An illegal placement lies there."""

    at: float
    player: int
    placed: Placement
    verdict: Verdict
    perhaps: Perhaps | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """What lay there when the game was joined; nothing where that was taken back."""

    at: float
    start: LateStart


@dataclass(frozen=True, slots=True)
class Unsure:
    """Somebody has to say what lies in these cells, or which turns were laid."""

    at: float
    cells: tuple[tuple[Cell, tuple[tuple[Tile, float], ...]], ...]


@dataclass(frozen=True, slots=True)
class Desync:
    """The table cannot be explained in these cells."""

    at: float
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Resync:
    """The table can be explained again."""

    at: float


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    at: float
    reason: Ending


@dataclass(frozen=True, slots=True)
class SheetEvent:
    """The sums at the end."""

    at: float
    state: State


Event = (
    Proposed | Turn | Corrected | Takeback | Rested | Violated | Joined | Unsure | Desync | Resync | Ended | SheetEvent
)


class Outcome(NamedTuple):
    """What follows from something that was said: what is told of it, and why the record could not take it."""

    events: list[Event]
    refused: GameError | None = None

    def after(self, events: list[Event]) -> "Outcome":
        """The same with what was told before."""
        return Outcome([*events, *self.events], self.refused)


def event_json(event: Event) -> Json:
    """Write an event as the interfaces show it."""
    name, told = _told(event)
    perhaps = getattr(event, "perhaps", None)
    return {"event": name, "at": round(event.at, 3), **told, **({"perhaps": perhaps} if perhaps else {})}


def _told(event: Event) -> tuple[str, Json]:
    match event:
        case Proposed(_, player, placed, verdict):
            lines = lines_json(verdict.lines)
            told = {"player": player, "placed": placed_json(placed), "lines": lines, "points": verdict.line_points}
            return "proposed", told
        case Turn(_, row, total):
            return "turn", turn_json(row, total)
        case Corrected(_, row, total):
            return "corrected", turn_json(row, total)
        case Takeback(_, row):
            return "takeback", {"number": row.number, "player": row.player, "removed": placed_json(row.placed)}
        case Rested(_, row):
            count = {"count": row.count} if row.kind == "exchange" else {}
            return row.kind, {"number": row.number, "player": row.player, **count}
        case Violated(_, player, placed, verdict):
            told = {"player": player, "placed": placed_json(placed), "violations": violations_json(verdict)}
            return "violation", told
        case Joined(_, start):
            told = record_json(start) if start.placed or start.table else {"board": []}
            return "board", {key: value for key, value in told.items() if key != "event"}
        case Unsure(_, cells):
            return "unsure", {"cells": [{"x": x, "y": y, "candidates": dict(names)} for (x, y), names in cells]}
        case Desync(_, cells):
            return "desync", {"cells": [list(cell) for cell in cells]}
        case Resync():
            return "resync", {}
        case Ended(_, reason):
            return "ended", {"reason": reason}
        case SheetEvent(_, state):
            return "sheet", {key: value for key, value in sheet_event(state).items() if key != "event"}
