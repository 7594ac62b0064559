"""What a correction changed, in one sentence: whatever else it moved or counted anew is not told turn by turn."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tileye.companion_web.analysis.lines import player_action
from tileye.companion_web.languages import Words
from tileye.rules.events import Correct, Event, Give, LateStart, Redo, Undo
from tileye.rules.game import Game
from tileye.rules.state import Row, State
from tileye.vision.referee.events import Corrected, Rested, Takeback, Turn
from tileye.vision.referee.inputs import Input, Named, Nothing

if TYPE_CHECKING:
    from tileye.vision.step import LiveStep

_ROWS = (Turn, Corrected, Takeback, Rested)


@dataclass(frozen=True, slots=True)
class Correction:
    """Something of the past was changed."""

    at: float
    word: object
    before: State
    after: State


def correction_of(step: "LiveStep", before: Game, after: Game) -> Correction | None:
    """Find out whether a step changed what was recorded before; the last turn taken back or brought again does not."""
    told = [event for event in step.events if isinstance(event, _ROWS)]
    if not told or not isinstance(step.came, Input):
        return None
    word = step.came.word
    past = isinstance(word, Correct) or (isinstance(word, Give) and word.of is not None)
    several = len(told) > 1 and isinstance(word, Undo | Redo | Named | Nothing)
    inside = isinstance(word, Undo | Redo) and _last(before.state) == _last(after.state)
    return Correction(step.at, word, before.state, after.state) if past or several or inside else None


def _last(known: State) -> int | None:
    return known.rows[-1].id if known.rows else None


def newly_faulty(before: State, after: State) -> list[Row]:
    """The turns that are against the rules now and were not, and that nobody let stand."""
    fitted = {row.id for row in before.rows if not row.overruled}
    return [row for row in after.rows if row.overruled and not row.allowed and row.id in fitted]


def faulty_text(rows: list[Row], words: Words) -> str:
    """Say which turns are against the rules now; nothing where none is."""
    if not rows:
        return ""
    return words.count("told.faulty", len(rows), numbers=words.listed([str(row.number) for row in rows]))


def correction_text(told: Correction, words: Words) -> tuple[str, int | None]:
    """Say what was corrected, and whose turn it is about."""
    main, player = _main(told, words)
    steps = getattr(told.word, "shift", 0)
    shift = words["told.shifted_back" if steps < 0 else "told.shifted"] if steps else ""
    return " ".join(filter(None, (main, shift, faulty_text(newly_faulty(told.before, told.after), words)))), player


def _main(told: Correction, words: Words) -> tuple[str, int | None]:
    old, new = ({row.id: row for row in state.rows} for state in (told.before, told.after))
    added = [row for row in told.after.rows if row.id not in old]
    gone = [row for row in told.before.rows if row.id not in new]
    match told.word:
        case Correct(LateStart()):
            return words["told.start_corrected"], None
        case Correct(_, int(of)) | Give(_, int(of)) if of in new:
            key = "told.given" if isinstance(told.word, Give) else "told.corrected_turn"
            return _say(key, new[of], told.after, words), new[of].player
    if len(added) == 1:
        return _say("told.inserted", added[0], told.after, words), added[0].player
    if len(gone) == 1:
        player = told.before.players[gone[0].player].name
        return words.say("told.deleted", number=gone[0].number, player=player), gone[0].player
    if isinstance(told.word, Undo | Redo):
        return words["told.undone" if isinstance(told.word, Undo) else "told.redone"], None
    changed = next(row for row in told.after.rows if row.id not in old or row != old[row.id])
    return _say("told.corrected_turn", changed, told.after, words), changed.player


def _say(key: str, row: Row, known: State, words: Words) -> str:
    name = known.players[row.player].name
    if row.kind == "turn":
        what = words.say("told.turn", player=name, points=words.points(row.points, known.rules.kind))
    else:
        what = player_action(row, name, words)
    return words.say(key, number=row.number, player=name, what=what)


def consequences(played: Game, event: Event) -> list[Row]:
    """The later turns that a correction would make illegal; raise GameError where it cannot be."""
    tried = played.copy()
    tried.append(event)
    return newly_faulty(played.state, tried.state)
