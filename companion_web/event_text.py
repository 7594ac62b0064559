"""The events of a watched game in words, for people at a terminal."""

from collections.abc import Iterable, Sequence

from tileye.companion_web.languages import Words, words
from tileye.rules.board import Placement
from tileye.rules.judge import Verdict
from tileye.rules.state import Row, sheet_event
from tileye.vision.referee.events import (
    Corrected,
    Desync,
    Ended,
    Event,
    Joined,
    Proposed,
    Rested,
    Resync,
    SheetEvent,
    Takeback,
    Turn,
    Unsure,
    Violated,
)

_TWO_TURNS = "perhaps these are two turns: see whether a picture is missing"


def sentence(event: Event, names: Sequence[str]) -> str:
    """Say an event in words; `names` are those of the players."""
    doubted = getattr(event, "perhaps", None) == "two_turns"
    return _said(event, names) + (f" ({_TWO_TURNS})" if doubted else "")


def _said(event: Event, names: Sequence[str]) -> str:
    match event:
        case Proposed(_, player, placed, verdict):
            return f"{names[player]} is laying {_tiles(placed)}: {_points(verdict.line_points)}"
        case Turn(_, row, total):
            return f"turn {row.number}: {_laid(row, names)}, {total} altogether"
        case Corrected(_, row, total):
            return f"turn {row.number} corrected: {_laid(row, names)}, {total} altogether"
        case Takeback(_, row):
            return f"turn {row.number} is taken back: {names[row.player]} has {_tiles(row.placed)} again"
        case Rested(_, row):
            return f"turn {row.number}: {names[row.player]} {_rest(row)}"
        case Violated(_, player, placed, verdict):
            return f"{names[player]} may not lay {_tiles(placed)}: {_reasons(verdict)}"
        case _:
            return _remark(event)


def _remark(event: Event) -> str:
    match event:
        case Joined(_, start):
            count = len(start.placed)
            return f"the game goes on from {count} tiles that lie there" if count else "the table was cleared"
        case Unsure(_, cells):
            asked = (f"{_cell(cell)}: {' or '.join(name for name, _ in found)}" for cell, found in cells)
            return f"not sure what lies there, please say: {'; '.join(asked)}"
        case Desync(_, cells):
            return f"the table is not as recorded at {' '.join(map(_cell, cells))}: put the tiles back, or correct it"
        case Resync():
            return "the table is as recorded again"
        case Ended(_, reason):
            english = _english()
            return "the game is over: " + english.say(f"endings.{reason}", player="somebody")
        case SheetEvent(_, state):
            sums = sheet_event(state)["players"]
            assert isinstance(sums, list)
            lines = (f"{one['name']}: {_points(one['points'])}, {one['qwirkles']} Qwirkles" for one in sums)
            return "\n  ".join(["the sheet", *lines])
        case _:
            raise AssertionError(event)


def _laid(row: Row, names: Sequence[str]) -> str:
    against = f" against the rules ({_reasons(row.verdict)})" if row.overruled and row.verdict else ""
    return f"{names[row.player]} laid {_tiles(row.placed)}{against}: {_points(row.points)}"


def _rest(row: Row) -> str:
    if row.kind == "pass":
        return "passed"
    return f"exchanged {row.count} tile{'s' * (row.count != 1)}" if row.count else "exchanged tiles"


def _tiles(placed: Placement) -> str:
    return " ".join(f"{tile} at {_cell(cell)}" for tile, cell in placed)


def _cell(cell: Iterable[int]) -> str:
    return ",".join(map(str, cell))


def _points(points: int) -> str:
    return _english().points(points, "tiles")


def _reasons(verdict: Verdict) -> str:
    return _english().reasons(verdict.codes, "tiles")


def _english() -> Words:
    return words("en")
