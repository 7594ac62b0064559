"""What the referee tells, as values with the JSON form of `tileye watch --json`."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from tileye.rules.board import Cell, Placement
from tileye.rules.cards import CardSet, Table
from tileye.rules.errors import GameError
from tileye.rules.events import LateStart
from tileye.rules.events import event_json as record_json
from tileye.rules.judge import Verdict
from tileye.rules.state import Ending, Row, State, sheet_event
from tileye.rules.tiles import Tile
from tileye.rules.wire import card_turn_json, lines_json, placed_json, sets_json, turn_json, violations_json

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
    restored: Table | None = None
    """The card game: the table as it is again."""


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
class TableProposed:
    """A table of cards that will be a turn if nothing changes, as the row that it would be."""

    at: float
    row: Row
    total: int
    perhaps: Perhaps | None = None


@dataclass(frozen=True, slots=True)
class TableViolated:
    """A table of cards that is against the rules."""

    at: float
    player: int
    after: Table
    taken: Table
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
class DoubtfulCard:
    """A card that may be several ones: where it is in the picture, which group it lies in, its names."""

    px: tuple[int, int]
    group: int | None
    candidates: tuple[tuple[Tile, float], ...]


@dataclass(frozen=True, slots=True)
class CardsUnsure:
    """Somebody has to say what these cards are; without any, what happened to the table."""

    at: float
    cards: tuple[DoubtfulCard, ...]


@dataclass(frozen=True, slots=True)
class TableDesync:
    """The table of cards cannot be explained."""

    at: float
    missing: CardSet
    """Cards of the record that do not lie there."""
    extra: CardSet


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
    Proposed
    | Turn
    | Corrected
    | Takeback
    | Rested
    | Violated
    | TableProposed
    | TableViolated
    | Joined
    | Unsure
    | CardsUnsure
    | Desync
    | TableDesync
    | Resync
    | Ended
    | SheetEvent
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
        case Proposed() | TableProposed():
            return "proposed", _proposed(event)
        case Turn(_, row, total):
            return "turn", _turn(row, total)
        case Corrected(_, row, total):
            return "corrected", _turn(row, total)
        case Takeback():
            return "takeback", _taken_back(event)
        case Rested(_, row):
            count = {"count": row.count} if row.kind == "exchange" else {}
            return row.kind, {"number": row.number, "player": row.player, **count}
        case Violated() | TableViolated():
            return "violation", _violated(event)
        case Joined(_, start):
            told = record_json(start) if start.placed or start.table else {"board": []}
            return "board", {key: value for key, value in told.items() if key != "event"}
        case Resync():
            return "resync", {}
        case Ended(_, reason):
            return "ended", {"reason": reason}
        case SheetEvent(_, state):
            return "sheet", {key: value for key, value in sheet_event(state).items() if key != "event"}
        case _:
            return _doubted(event)


def _doubted(event: Unsure | CardsUnsure | Desync | TableDesync) -> tuple[str, Json]:
    match event:
        case Unsure(_, cells):
            return "unsure", {"cells": [{"x": x, "y": y, "candidates": dict(names)} for (x, y), names in cells]}
        case CardsUnsure(_, cards):
            asked = [{"px": list(one.px), "group": one.group, "candidates": dict(one.candidates)} for one in cards]
            return "unsure", {"cards": asked}
        case Desync(_, cells):
            return "desync", {"cells": [list(cell) for cell in cells]}
        case TableDesync(_, missing, extra):
            return "desync", {"missing": list(missing), "extra": list(extra)}


def _turn(row: Row, total: int) -> Json:
    """A turn of either game: one of tiles has laid at least one."""
    return turn_json(row, total) if row.placed else card_turn_json(row, total)


def _proposed(event: Proposed | TableProposed) -> Json:
    if isinstance(event, TableProposed):
        return card_turn_json(event.row, event.total)
    verdict = event.verdict
    told = {"player": event.player, "placed": placed_json(event.placed), "lines": lines_json(verdict.lines)}
    return {**told, "points": verdict.line_points}


def _taken_back(event: Takeback) -> Json:
    row = event.row
    if event.restored is None:
        return {"number": row.number, "player": row.player, "removed": placed_json(row.placed)}
    return {"number": row.number, "player": row.player, "after": sets_json(event.restored), "taken": []}


def _violated(event: Violated | TableViolated) -> Json:
    told: Json
    if isinstance(event, TableViolated):
        told = {"after": sets_json(event.after), "taken": sets_json(event.taken)}
    else:
        told = {"placed": placed_json(event.placed)}
    return {"player": event.player, **told, "violations": violations_json(event.verdict)}
