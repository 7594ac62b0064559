"""A game that a camera or a film shows."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from tileye.companion_web.sessions.game_plans import GameSettings
from tileye.companion_web.sessions.sources import PacedSource
from tileye.rules.game import Game
from tileye.vision.card_live import CardLive, ReadsCards
from tileye.vision.card_referee.machine import CardReferee
from tileye.vision.card_referee.settings import CardSettings, for_card_pictures
from tileye.vision.card_referee.splitting import TurnNotes
from tileye.vision.cards.reading import CardReading
from tileye.vision.images.pictures import Picture
from tileye.vision.live import Live
from tileye.vision.reading import Reader
from tileye.vision.referee.beginning import Beginning
from tileye.vision.referee.inputs import Begin, Input
from tileye.vision.referee.machine import Referee
from tileye.vision.referee.settings import Settings, for_pictures
from tileye.vision.sources.frames import Frame
from tileye.vision.step import LiveStep
from tileye.vision.tracking.eye import Sighting


class SeenCards(NamedTuple):
    """A picture of cards, and what was read in it."""

    picture: Picture
    reading: CardReading


class WatchedSession(ABC):
    """A game that is watched; after an error another one can go on with the same source."""

    def __init__(self, eye: PacedSource, live: Live | CardLive) -> None:
        self.eye = eye
        self._live = live

    @property
    def referee(self) -> Referee | CardReferee:
        """Who writes the record."""
        return self._live.referee

    @property
    def seconds(self) -> float:
        """What time it is in the record."""
        return self.eye.seconds

    @property
    @abstractmethod
    def sighting(self) -> Sighting | CardReading | None:
        """What was read last."""

    @property
    def seen_cards(self) -> SeenCards | None:
        """The last picture of cards that was read, and what was read in it."""
        return None

    def tell(self, told: Input) -> None:
        """Say something; it is heard at once if nobody reads just now."""
        self._live.tell(told)
        self.eye.wake()

    def wake(self) -> None:
        """Let time go on at once."""
        self.eye.wake()

    def close(self) -> None:
        """End it."""
        self.eye.close()

    @abstractmethod
    def follow(self, game_settings: GameSettings) -> None:
        """Judge as people wish from now on."""

    def steps(self) -> Iterator[LiveStep]:
        """Everything that comes, with what follows from it."""
        return self._live.steps()


class WatchedTiles(WatchedSession):
    """A game of tiles that is watched."""

    def __init__(self, eye: PacedSource, reader: Reader, referee: Referee, said: Sequence[Input]) -> None:
        self._tiles, self._own = Live(eye, reader, referee, said, ends=False), referee
        super().__init__(eye, self._tiles)

    @property
    def sighting(self) -> Sighting | None:
        """What was read last."""
        return self._tiles.eye.last

    def follow(self, game_settings: GameSettings) -> None:
        """Judge as people wish from now on."""
        self._own.settings = replace(self._own.settings, automatic=game_settings.automatic, grace=game_settings.grace)


class WatchedCards(WatchedSession):
    """A game of cards that is watched."""

    def __init__(self, eye: PacedSource, reader: ReadsCards, referee: CardReferee, said: Sequence[Input]) -> None:
        super().__init__(eye, CardLive(eye, reader, referee, said, ends=False))
        self._own = referee
        self._seen: SeenCards | None = None

    @property
    def sighting(self) -> CardReading | None:
        """What was read last."""
        return self._seen.reading if self._seen else None

    @property
    def seen_cards(self) -> SeenCards | None:
        """The last picture of cards that was read, and what was read in it."""
        return self._seen

    def follow(self, game_settings: GameSettings) -> None:
        """Judge as people wish from now on."""
        if not self._own.settings.whole_turns:
            self._own.settings = replace(
                self._own.settings, automatic=game_settings.automatic, pause=game_settings.pause
            )

    def steps(self) -> Iterator[LiveStep]:
        """Everything that comes, with what follows from it."""
        for step in super().steps():
            if step.cards and isinstance(step.came, Frame):
                self._seen = SeenCards(step.came.picture, step.cards)
            yield step


def watcher(
    eye: PacedSource,
    reader: Reader | ReadsCards,
    said: Sequence[Input],
    told: Begin | None,
    *,
    whole_turns: bool,
    photos: bool = False,
    notes: Callable[[], TurnNotes] = TurnNotes,
) -> Callable[[Game, GameSettings], WatchedSession]:
    """Say how a game is watched, so that it can be begun again; `told` is what set-up said of the pieces lying there.

    `notes` tells what was kept beside the record of a card game.
    Of `photos`, which people take, the first shows the first turn or a board, and an unchanged one is asked about.
    """
    beginning = Beginning("auto" if photos else "ask")
    beginning = beginning.hears(told) if told else beginning

    def watch(game: Game, game_settings: GameSettings) -> WatchedSession:
        open_words = [one for one in said if one.at > eye.seconds]
        if not isinstance(reader, Reader):
            settings_of_cards = _card_settings(game_settings, whole_turns=whole_turns, asks_unchanged=photos)
            referee = CardReferee(game, settings_of_cards, beginning, notes())
            return WatchedCards(eye, reader, referee, open_words)
        settings = Settings(automatic=game_settings.automatic, grace=game_settings.grace, asks_unchanged=photos)
        settings = for_pictures(settings) if whole_turns else settings
        return WatchedTiles(eye, reader, Referee(game, settings, beginning), open_words)

    return watch


def _card_settings(game_settings: GameSettings, *, whole_turns: bool, asks_unchanged: bool) -> CardSettings:
    settings = CardSettings(
        automatic=game_settings.automatic, pause=game_settings.pause, names_first=True, asks_unchanged=asks_unchanged
    )
    return for_card_pictures(settings) if whole_turns else settings
