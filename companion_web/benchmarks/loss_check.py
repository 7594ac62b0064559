"""Whether all that was shown of a game as saved is in its record."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tileye.companion_web.analysis.display import DisplayContext, state
from tileye.companion_web.analysis.speech import announcement
from tileye.companion_web.languages import words
from tileye.companion_web.sessions.game_plans import GameSettings
from tileye.companion_web.sheets.layout import lay_out
from tileye.rules.game import Game
from tileye.rules.jsonlines import Json, dump
from tileye.rules.record import RecordError, read_record
from tileye.rules.state import Row
from tileye.vision.referee.events import Corrected, Ended, Rested, Turn

_RECORDED = ("turn", "exchange", "pass", "cannot_play", "corrected", "ended")
"""Messages about the record; others tell what is seen at the moment."""
_TURN = ("id", "number", "player", "kind", "placed", "lines", "points", "bonus", "total", "overruled", "at")
_CARD_TURN = ("played", "after", "taken")
"""What only turns of cards have."""
_WORDS = words("en")


@dataclass(slots=True)
class LossCheck:
    """Somebody who saw all that was shown of a game, through all its restarts."""

    standings: list[str] = field(default_factory=list)
    """How the game stood whenever it was shown as saved, in order."""
    told: list[str] = field(default_factory=list)
    pictures: set[int] = field(default_factory=set)
    """The turns of which a picture was shown."""

    @property
    def seen(self) -> int:
        """How much there is to compare."""
        return len(self.standings) + len(self.told) + len(self.pictures)

    def see(self, kind: str, data: Json) -> None:
        """Remember what a page was told."""
        if kind == "told" and data["kind"] in _RECORDED:
            self.told.append(data["text"])
        elif kind == "state" and data["game"]["saved"]:
            self.pictures |= {turn["id"] for turn in data["turns"] if turn["evidence"]}
            if (standing := _standing(data)) not in self.standings[-1:]:
                self.standings.append(standing)

    def lost(self, record: Sequence[bytes]) -> list[str]:
        """Say what is not in the record, pictures apart."""
        try:
            reading = read_record(record)
        except RecordError as error:
            return [f"the record does not open: {error}"]
        games = list(_history(reading.game))
        known = {text for game in games for text in _texts(game)}
        torn = [f"the record is torn: {reading.torn}"] if reading.torn else []
        return [*torn, *self._missing(games), *(f"told, but gone: {text}" for text in self.told if text not in known)]

    def _missing(self, games: Sequence[Game]) -> Iterator[str]:
        """What was shown follows the record from event to event, and never goes back."""
        record = [_standing(state(game, _plain(), _WORDS)) for game in games]
        place = 0
        for standing in self.standings:
            try:
                place = record.index(standing, place)
            except ValueError:
                yield f"shown, but gone: {standing}"


def _history(whole: Game) -> Iterator[Game]:
    """A game after each of its events."""
    game = Game(whole.setup)
    yield game.copy()
    for entry in whole.log:
        game.append(entry.event, entry.at)
        yield game.copy()


def _standing(shown: Json) -> str:
    """What of a state comes from the record."""
    turns = [{name: turn[name] for name in (*_TURN, *_CARD_TURN) if name in turn} for turn in shown["turns"]]
    return dump({"turns": turns, "points": [one["points"] for one in shown["players"]], "ended": shown["ended"]})


def _plain() -> DisplayContext:
    usual = GameSettings()
    return DisplayContext(
        id="",
        name="",
        began=0.0,
        source="hand",
        live=False,
        saved=True,
        automatic=usual.automatic,
        grace=usual.grace,
    )


def _texts(game: Game) -> Iterator[str]:
    """Everything that can be told of a record where it ends here."""
    for entered in lay_out(game.state, game.log).entered:
        for event in _events(entered.row, entered.total):
            yield (announcement(event, game, _WORDS) or {})["text"]
    if game.state.ended:
        yield (announcement(Ended(0.0, game.state.ended), game, _WORDS) or {})["text"]


def _events(row: Row, total: int) -> tuple[Turn | Corrected | Rested, ...]:
    laid = Turn(0.0, row, total) if row.kind == "turn" else Rested(0.0, row)
    return laid, Corrected(0.0, row, total)
