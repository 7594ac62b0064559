"""What people leave out when they say something, as far as the record knows it."""

from contextlib import suppress
from dataclasses import replace

from rules.events import Give, Redo, Undo
from rules.flow import GameError
from rules.game import Game
from rules.jsonlines import Json
from rules.state import Row
from vision.referee.inputs import Word


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
    """Undo what was said last; the last turns that were taken back, one after the other, are not meant."""
    last = game.log[-1].event if game.log else None
    if not isinstance(last, Undo) or last.of is None:
        return word
    before = game.copy()
    with suppress(GameError):
        before.append(Redo(last.of))
    rows = [row.id for row in before.state.rows]
    return {"input": "redo", "of": last.of} if last.of in rows[:-1] else word


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
