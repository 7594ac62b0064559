"""What a session is given by the game manager: its source in the time of the record, inputs of a film, a reader."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from tileye.companion_web.sessions import Refused
from tileye.companion_web.sessions.session import GameSession
from tileye.companion_web.sessions.source_choices import Sources
from tileye.companion_web.sessions.sources import PacedCamera, PacedFilm, PacedSource
from tileye.companion_web.storage import GameInfo
from tileye.rules.events import Opening
from tileye.rules.game import Game
from tileye.vision.referee.inputs import Input, parse_input
from tileye.vision.sources.frames import Source

if TYPE_CHECKING:
    from tileye.vision.card_live import ReadsCards
    from tileye.vision.reading import Reader

R = TypeVar("R")
_JUST_AFTER = 0.0015
"""Times of a record are in milliseconds."""


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session with what it uses."""

    session: GameSession
    source: str
    lent: "LentReader | None" = None


class Readers(Generic[R]):
    """Readers for one game at a time each, kept for the next one; for any thread."""

    def __init__(self, opening: Callable[[], R]) -> None:
        self._opening = opening
        self._lock = threading.Lock()
        self._free: list[R] = []

    def take(self) -> R:
        """A reader that nobody uses; raise Refused where none can be made ready."""
        from tileye.vision.detection.runtime import WeightsError

        with self._lock:
            if self._free:
                return self._free.pop()
        try:
            return self._opening()
        except WeightsError as error:
            raise Refused.because(error) from None

    def give_back(self, reader: R) -> None:
        """Nobody uses it any more."""
        with self._lock:
            self._free.append(reader)

    def lend(self) -> tuple[R, Callable[[], None]]:
        """A reader, and how to give it back."""
        reader = self.take()
        return reader, partial(self.give_back, reader)


@dataclass(frozen=True, slots=True)
class LentReader:
    """What reads the pictures of one game: its tiles, or its cards."""

    reader: "Reader | ReadsCards"
    give_back: Callable[[], None]


def stands_at(info: GameInfo, game: Game) -> float:
    """At which second of its film a game stands."""
    began = _began(info)
    return max(0.0, game.log[-1].at - began) if game.log else 0.0


def eye_for(
    sources: Sources, info: GameInfo, game: Game, key: str, source: Source | None, speed: float, retry: float
) -> PacedSource:
    """The source of a game, from where the game stands; one that is open already is used first."""
    start = 0.0 if sources.is_live(key) else stands_at(info, game)
    opening = partial(sources.open, key, start)
    if sources.is_live(key):
        return PacedCamera(opening, retry=retry, source=source)
    return PacedFilm(opening, _began(info), speed, retry, source)


def said_in_film(sources: Sources, info: GameInfo, game: Game, key: str) -> list[Input]:
    """What people say in the film after where the game stands, in the time of the record."""
    began, after = _began(info), (game.log[-1].at if game.log else 0.0) + _JUST_AFTER
    said = [parse_input({**one, "at": round(began + one["at"], 3)}) for one in sources.said(key)]
    others = sources.is_of_others(key, [player.name for player in game.setup.players])
    # What the players of the film declare says nothing of others, who may sit in another order.
    return [one for one in said if one.at > after and not (others and isinstance(one.word, Opening))]


def _began(info: GameInfo) -> float:
    began = info.plan.get("began")
    return float(began) if isinstance(began, int | float) else info.created
