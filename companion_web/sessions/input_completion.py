"""What people leave out when they say something, as far as the record knows it."""

from collections.abc import Sequence
from dataclasses import replace

from tileye.rules.events import Action, Give, Redo, Undo
from tileye.rules.game import Entry, Game
from tileye.rules.jsonlines import Json
from tileye.rules.state import Row
from tileye.vision.referee.inputs import Word


def completed(word: Json, game: Game) -> Json:
    """Put the recorded player into a correction that names none; what undoes a deletion is a redo."""
    if word.get("input") == "undo" and word.get("of") is None:
        return _undoing(word, game)
    to = word.get("to")
    if word.get("input") != "correct" or not isinstance(to, dict) or to.get("player", 0) is not None:
        return word
    row = _row(game, word.get("of") or word.get("before"))
    return {**word, "to": {**to, "player": row.player}} if row else word


def _undoing(word: Json, game: Game) -> Json:
    """Undo what was done last; the last turns that were taken back, one after the other, are not meant."""
    deleted = _last_deleted(game.log)
    return word if deleted is None else {"input": "redo", "of": deleted}


def _last_deleted(log: Sequence[Entry]) -> int | None:
    """The event that was taken back out of the middle of a game, if nothing was done after that which still stands."""
    done: list[tuple[int, bool]] = []
    """What was done and is not undone: the number of an event, and whether it was taken back."""
    for seq, _, event in log:
        match event:
            case Undo(int(of)):
                stands = (one for one, _ in reversed(done) if (one, True) not in done)
                last_turn = next((one for one in stands if isinstance(log[one - 1].event, Action)), None)
                if of in (done[-1][0], last_turn):
                    done.remove((of, False))
                else:
                    done.append((of, True))
            case Redo(int(of)):
                done.remove((of, True)) if (of, True) in done else done.append((of, False))
            case _:
                done.append((seq, False))
    return done[-1][0] if done and done[-1][1] else None


def starting(word: Word, game: Game) -> Word:
    """Where it is answered who laid the first turn, let everybody after it move on as well."""
    if not isinstance(word, Give) or word.of is None or word.of != first_action(game):
        return word
    return replace(word, shift=(word.player - game.state.rows[0].player) % len(game.state.players))


def first_action(game: Game) -> int | None:
    """The number of the first action that stands."""
    return next((row.id for row in game.state.rows), None)


def _row(game: Game, number: object) -> Row | None:
    return next((row for row in game.state.rows if row.id == number), None)
