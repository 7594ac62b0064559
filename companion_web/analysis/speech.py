"""What is told of a game: one short sentence for the log and for the voice."""

from typing import TYPE_CHECKING

from tileye.companion_web.analysis.corrections import Correction, correction_of, correction_text
from tileye.companion_web.analysis.lines import action, player_action, sum_text, tiles_text
from tileye.companion_web.analysis.status import doubt_text, off_text
from tileye.companion_web.languages import Words
from tileye.companion_web.sheets.layout import lay_out
from tileye.companion_web.sheets.phrases import outcome, unnamed
from tileye.rules.events import LateStart
from tileye.rules.game import Game
from tileye.rules.jsonlines import Json
from tileye.rules.state import Row, State
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

if TYPE_CHECKING:
    from tileye.vision.sources.frames import Notice
    from tileye.vision.step import LiveStep

_SPOKEN_NOTICES = ("lost", "back")
_NOTED = ("resized", "unreadable", "cut")


def news_of(step: "LiveStep", before: Game, after: Game) -> list[Event | Correction]:
    """What is to be told of a step: each event, but a correction of the past as one thing."""
    correction = correction_of(step, before, after)
    if correction is None:
        return list(step.events)
    rest = [event for event in step.events if not isinstance(event, Turn | Corrected | Takeback | Rested)]
    return [correction, *rest]


def announcement(
    event: "Event | Correction | Notice", game: Game, words: Words, *, nameless: bool = False
) -> Json | None:
    """Say an event, or what happened to the camera; None for what only the state shows.

    Of a `nameless` game nobody has said who started: it is not said who laid what.
    """
    words = words.of(game.state.rules.kind)
    match event:
        case Correction():
            text, player = correction_text(event, words)
            return _entry("corrected", event.at, text, player)
        case Proposed() | SheetEvent() | TableProposed():
            return None
        case Turn() | Corrected() | Takeback() | Rested() if nameless:
            return _about_nameless(event, game.state, words)
        case Turn() | Corrected() | Takeback() | Rested():
            return _about_row(event, game, words)
        case Violated():
            return _violation(event, game.state, words, nameless=nameless)
        case TableViolated() | CardsUnsure() | TableDesync():
            return _of_cards(event, game.state, words, nameless=nameless)
        case Unsure(at, cells):
            return _entry("unsure", at, doubt_text((names for _, names in cells), words))
        case Desync(at, cells):
            return _entry("desync", at, words.count("told.desync", len(cells)))
        case Resync(at):
            return _entry("resync", at, words["told.resync"])
        case Joined(at, start):
            return _entry("board", at, _joined_text(start, words))
        case Ended(at):
            state = unnamed(game.state, words) if nameless else game.state
            return _entry("ended", at, outcome(lay_out(state, game.log), words))
        case _:
            return _notice(event, words)


def _joined_text(start: LateStart, words: Words) -> str:
    if start.table:
        return words.count("told.joined_sets", len(start.table))
    return words.count("told.joined", len(start.placed)) if start.placed else words["told.cleared"]


def _of_cards(event: TableViolated | CardsUnsure | TableDesync, known: State, words: Words, *, nameless: bool) -> Json:
    """What is wrong or not sure on a table of cards."""
    match event:
        case CardsUnsure(at, cards):
            return _entry("unsure", at, doubt_text((card.candidates for card in cards), words, "cards"))
        case TableDesync(at, missing, extra):
            return _entry("desync", at, words.say("told.cards_desync", cards=off_text(missing, extra, words)))
        case TableViolated(at, player, _, _, verdict):
            reasons = words.reasons(verdict.codes, known.rules.kind)
            named = words.say("told.not_yet", player=known.players[player].name, reasons=reasons)
            said = words.say("told.nameless.not_yet", reasons=reasons) if nameless else named
            return _entry("violation", at, f"{said} {words['told.put_right']}", None if nameless else player, said)


def _about_row(event: Turn | Corrected | Takeback | Rested, game: Game, words: Words) -> Json:
    row, at = event.row, event.at
    player = game.state.players[row.player].name
    match event:
        case Turn(_, _, total):
            text = _turn_text(row, total, game.state, words, spoken=False)
            return _entry("turn", at, text, row.player, _turn_text(row, total, game.state, words, spoken=True))
        case Corrected(_, _, total):
            fields = {"number": row.number, "player": player, "total": total}
            text = words.say("told.corrected", points=_points(row, game.state, words), **fields)
            return _entry("corrected", at, text, row.player)
        case Takeback():
            text = words.say("told.takeback", player=player, number=row.number)
            return _entry("takeback", at, text, row.player)
        case Rested():
            return _entry(row.kind, at, player_action(row, player, words), row.player)


def _about_nameless(event: Turn | Corrected | Takeback | Rested, known: State, words: Words) -> Json:
    """Turn 3: 6 points."""
    row, at = event.row, event.at
    match event:
        case Turn():
            text, spoken = (_nameless_turn(row, known, words, spoken=spoken) for spoken in (False, True))
            return _entry("turn", at, text, say=spoken)
        case Corrected():
            points = _points(row, known, words)
            return _entry("corrected", at, words.say("told.nameless.corrected", number=row.number, points=points))
        case Takeback():
            return _entry("takeback", at, words.say("told.nameless.takeback", number=row.number))
        case Rested():
            return _entry(row.kind, at, _nameless_action(row, words))


def _nameless_turn(row: Row, known: State, words: Words, *, spoken: bool) -> str:
    if known.rules.kind == "cards" and not row.points:
        return _nameless_action(row, words)
    lines = sum_text(row.verdict, known.board, words) if row.verdict and not spoken else ""
    fields = {"number": row.number, "points": _points(row, known, words)}
    key = "turn_with_lines" if lines else "turn"
    parts = [words.say(f"told.nameless.{key}", lines=lines, **fields)]
    if row.qwirkles and known.rules.kind == "tiles":
        parts.insert(0, words.count("told.qwirkle", row.qwirkles))
    parts += [words["told.let_stand"]] if row.overruled else []
    # All others follow from the first one.
    parts += [words["told.nameless.who"]] if row.id == known.rows[0].id else []
    return " ".join(parts)


def _nameless_action(row: Row, words: Words) -> str:
    return words.say("told.nameless.does", number=row.number, action=action(row, words))


def _turn_text(row: Row, total: int, known: State, words: Words, *, spoken: bool) -> str:
    """Ada: 6 points. 12 altogether."""
    player = known.players[row.player].name
    if known.rules.kind == "cards" and not row.points:
        parts = [player_action(row, player, words)]
    else:
        points = _points(row, known, words)
        lines = sum_text(row.verdict, known.board, words) if row.verdict else ""
        brief = spoken or not lines
        said = words.say("told.turn", player=player, points=points)
        parts = [said if brief else words.say("told.turn_with_lines", player=player, points=points, lines=lines)]
        if row.qwirkles and known.rules.kind == "tiles":
            parts.insert(0, words.count("told.qwirkle", row.qwirkles))
        parts += [words.say("told.bonus", n=row.bonus)] if row.bonus else []
        parts.append(words.say("told.altogether", n=total))
    return " ".join([*parts, words["told.let_stand"]] if row.overruled and row.allowed else parts)


def _violation(event: Violated, known: State, words: Words, *, nameless: bool) -> Json:
    """Say which tiles are wrong, why, and how to go on."""
    wrong = event.verdict.faulty_cells
    tiles = tiles_text((tile for tile, cell in event.placed if cell in wrong or not wrong), words)
    reasons, player = words.reasons(event.verdict.codes, known.rules.kind), known.players[event.player].name
    named = words.say("told.violation", player=player, tiles=tiles, reasons=reasons)
    said = words.say("told.nameless.violation", tiles=tiles, reasons=reasons) if nameless else named
    return _entry("violation", event.at, f"{said} {words['told.take_back']}", None if nameless else event.player, said)


def _notice(notice: "Notice", words: Words) -> Json | None:
    if notice.kind in _SPOKEN_NOTICES:
        return _entry(notice.kind, notice.at, words[f"told.notices.{notice.kind}"])
    if notice.kind not in _NOTED:
        return None
    return {**_entry("note", notice.at, words[f"told.notices.{notice.kind}"]), "say": None}


def _points(row: Row, known: State, words: Words) -> str:
    return words.points(row.points, known.rules.kind)


def _entry(kind: str, at: float, text: str, player: int | None = None, say: str | None = None) -> Json:
    """One line of the log; what is said is the same where nothing else is given."""
    return {"kind": kind, "text": text, "say": say or text, "player": player, "at": at}
