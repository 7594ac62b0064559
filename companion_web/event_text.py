"""The events of a watched game in words, for people at a terminal."""

from collections.abc import Iterable, Sequence

from tileye.companion_web.languages import Words, words
from tileye.rules.board import Placement
from tileye.rules.judge import Verdict
from tileye.rules.state import Row, sheet_event
from tileye.vision.referee.events import (
    CardsUnsure,
    Corrected,
    Desync,
    Ended,
    Event,
    Joined,
    Proposed,
    Rested,
    Resync,
    SheetEvent,
    TableDesync,
    TableProposed,
    TableViolated,
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
        case TableProposed(_, row):
            return f"{names[row.player]} is playing {_cards(row)}: {_qwirkles(row.points)}"
        case Turn(_, row, total):
            return f"turn {row.number}: {_laid(row, names)}, {total} altogether"
        case Corrected(_, row, total):
            return f"turn {row.number} corrected: {_laid(row, names)}, {total} altogether"
        case Takeback(_, row):
            pieces = _tiles(row.placed) or " ".join(row.played)
            return f"turn {row.number} is taken back: {names[row.player]} has {pieces} again"
        case Rested(_, row):
            return f"turn {row.number}: {names[row.player]} {_rest(row)}"
        case Violated(_, player, placed, verdict):
            return f"{names[player]} may not lay {_tiles(placed)}: {_reasons(verdict)}"
        case TableViolated(_, player, _, _, verdict):
            return f"{names[player]}: something does not fit yet: {_english().reasons(verdict.codes, 'cards')}"
        case _:
            return _remark(event)


def _remark(event: Event) -> str:
    match event:
        case Joined(_, start):
            pieces = f"{len(start.placed)} tiles" if start.placed else f"{len(start.table)} sets of cards"
            known = start.placed or start.table
            return f"the game goes on from {pieces} that lie there" if known else "the table was cleared"
        case Unsure(_, cells):
            asked = (f"{_cell(cell)}: {' or '.join(name for name, _ in found)}" for cell, found in cells)
            return f"not sure what lies there, please say: {'; '.join(asked)}"
        case Desync(_, cells):
            return f"the table is not as recorded at {' '.join(map(_cell, cells))}: put the tiles back, or correct it"
        case CardsUnsure(_, cards):
            found = (" or ".join(name for name, _ in card.candidates) for card in cards)
            return f"not sure what was played, please look: {'; '.join(found)}".removesuffix(": ")
        case TableDesync(_, missing, extra):
            parts = (f"{what} {' '.join(cards)}" for what, cards in (("missing", missing), ("extra", extra)) if cards)
            return f"the table is not as recorded ({', '.join(parts)}): put the cards back, or correct it"
        case Resync():
            return "the table is as recorded again"
        case Ended(_, reason):
            english = _english()
            return "the game is over: " + english.say(f"endings.{reason}", player="somebody")
        case SheetEvent(_, state):
            sums = sheet_event(state)["players"]
            assert isinstance(sums, list)
            if state.rules.kind == "cards":
                lines = [f"{one['name']}: {_qwirkles(one['points'])}" for one in sums]
            else:
                lines = [f"{one['name']}: {_points(one['points'])}, {one['qwirkles']} Qwirkles" for one in sums]
            return "\n  ".join(["the sheet", *lines])
        case _:
            raise AssertionError(event)


def _laid(row: Row, names: Sequence[str]) -> str:
    reasons = _english().reasons(row.verdict.codes, "tiles" if row.placed else "cards") if row.verdict else ""
    against = f" against the rules ({reasons})" if row.overruled else ""
    if row.placed:
        return f"{names[row.player]} laid {_tiles(row.placed)}{against}: {_points(row.points)}"
    return f"{names[row.player]} played {_cards(row)}{against}: {_qwirkles(row.points)}"


def _cards(row: Row) -> str:
    """The cards of the hand, and the Qwirkles that were taken."""
    return " ".join(row.played) + "".join(f", taking {' '.join(cards)}" for cards in row.taken)


def _qwirkles(points: int) -> str:
    return _english().points(points, "cards")


def _rest(row: Row) -> str:
    if row.kind == "cannot_play":
        return "cannot play and gets new cards"
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
