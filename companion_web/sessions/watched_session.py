"""A game that a camera or a film shows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tileye.companion_web.sessions.game_plans import GameSettings
from tileye.companion_web.sessions.sources import PacedSource
from tileye.rules.game import Game
from tileye.vision.live import Live
from tileye.vision.reading import Reader
from tileye.vision.referee.beginning import Beginning
from tileye.vision.referee.inputs import Begin, Input
from tileye.vision.referee.machine import Referee
from tileye.vision.referee.settings import Settings, for_pictures
from tileye.vision.step import LiveStep
from tileye.vision.tracking.eye import Sighting


class WatchedSession:
    """A game that is watched; after an error another one can go on with the same source."""

    def __init__(self, eye: PacedSource, reader: Reader, referee: Referee, said: Sequence[Input]) -> None:
        self.referee, self.eye = referee, eye
        self._live = Live(eye, reader, referee, said, ends=False)

    @property
    def seconds(self) -> float:
        """What time it is in the record."""
        return self.eye.seconds

    @property
    def sighting(self) -> Sighting | None:
        """What was read last."""
        return self._live.eye.last

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

    def follow(self, game_settings: GameSettings) -> None:
        """Judge as people wish from now on."""
        self.referee.settings = replace(
            self.referee.settings, automatic=game_settings.automatic, grace=game_settings.grace
        )

    def steps(self) -> Iterator[LiveStep]:
        """Everything that comes, with what follows from it."""
        return self._live.steps()


def watcher(
    eye: PacedSource,
    reader: Reader,
    said: Sequence[Input],
    told: Begin | None,
    *,
    whole_turns: bool,
    photos: bool = False,
) -> Callable[[Game, GameSettings], WatchedSession]:
    """Say how a game is watched, so that it can be begun again; `told` is what set-up said of the tiles lying there.

    Of `photos`, which people take, the first shows the first turn or a board, and an unchanged one is asked about.
    """
    beginning = Beginning("auto" if photos else "ask")
    beginning = beginning.hears(told) if told else beginning

    def watch(game: Game, game_settings: GameSettings) -> WatchedSession:
        settings = Settings(automatic=game_settings.automatic, grace=game_settings.grace, asks_unchanged=photos)
        referee = Referee(game, for_pictures(settings) if whole_turns else settings, beginning)
        return WatchedSession(eye, reader, referee, [one for one in said if one.at > eye.seconds])

    return watch
