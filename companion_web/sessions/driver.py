"""What drives a game: a camera that is watched, or people who enter everything."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from tileye.companion_web.sessions.game_plans import GameSettings
from tileye.companion_web.sessions.sources import PacedSource
from tileye.rules.game import Game
from tileye.vision.card_referee.view import CardRefereeView
from tileye.vision.referee.inputs import Input
from tileye.vision.referee.machine import RefereeView
from tileye.vision.step import LiveStep

if TYPE_CHECKING:
    from tileye.companion_web.sessions.watched_session import SeenCards
    from tileye.vision.cards.reading import CardReading
    from tileye.vision.tracking.eye import Sighting


class GameReferee(Protocol):
    """What a session asks of whoever writes its record."""

    @property
    def game(self) -> Game:
        """The record so far."""

    @property
    def view(self) -> RefereeView | CardRefereeView | None:
        """What is on its mind, if it sees anything."""

    @property
    def grace(self) -> float | None:
        """In how many seconds what lies there is a turn."""


class SessionDriver(Protocol):
    """A game that goes on as somebody looks at it, or tells it."""

    @property
    def referee(self) -> GameReferee:
        """Who writes the record."""

    @property
    def seconds(self) -> float:
        """What time it is in the record."""

    @property
    def eye(self) -> PacedSource | None:
        """The source, where somebody looks."""

    @property
    def sighting(self) -> "Sighting | CardReading | None":
        """What was read last."""

    @property
    def seen_cards(self) -> "SeenCards | None":
        """The last picture of cards that was read, and what was read in it."""

    def tell(self, told: Input) -> None:
        """Say something; it comes back as a step."""

    def wake(self) -> None:
        """Let time go on at once."""

    def follow(self, game_settings: GameSettings) -> None:
        """Go on as people wish from now on."""

    def close(self) -> None:
        """End it, from any thread."""

    def steps(self) -> Iterator[LiveStep]:
        """Everything that comes, with what follows from it."""
