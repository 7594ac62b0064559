"""Games that are entered by hand: nobody looks, everything is told."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from queue import Empty, SimpleQueue

from tileye.companion_web.sessions.game_plans import GameSettings
from tileye.rules.board import Cell
from tileye.rules.errors import GameError
from tileye.rules.events import Arranged, CannotPlay, Exchange, Laid, Pass
from tileye.rules.game import Game
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.view import CardRefereeView
from tileye.vision.referee.events import Outcome
from tileye.vision.referee.inputs import (
    Begin,
    Done,
    ExchangeOrPass,
    Input,
    Join,
    Named,
    NamedCard,
    Nameless,
    Nothing,
    Overrule,
    Split,
    Word,
)
from tileye.vision.referee.ledger import Ledger
from tileye.vision.referee.machine import RefereeView
from tileye.vision.step import LiveStep

_IDLE = 1.0
"""How often time goes on where nobody says anything."""


class ManualReferee:
    """A referee without eyes: writes down what is said, as far as the rules allow it."""

    view: RefereeView | CardRefereeView | None = None
    grace: float | None = None

    def __init__(self, game: Game) -> None:
        self._ledger = Ledger(game)

    @property
    def game(self) -> Game:
        """The record so far."""
        return self._ledger.game

    def tell(self, told: Input) -> Outcome:
        """Hear what somebody says."""
        return self._hear(told.word, told.at)

    def _hear(self, word: Word, at: float) -> Outcome:
        match word:
            case Done() | Overrule() | Begin() | NamedCard() | Split() | Join():
                return Outcome([], GameError("unseen"))
            case Named(cell, tile):
                return self._name(cell, tile, at)
            case Nothing(cell):
                return self._name(cell, None, at)
            case ExchangeOrPass():
                named = word.player is not None
                player = self._ledger.player if word.player is None else word.player
                action = Exchange(player, word.count) if word.exchanged else Pass(player)
                return self._ledger.act(action, at, named=named)
            case Laid() | Arranged() | CannotPlay():
                return self._ledger.act(word, at)
            case Nameless(turn):
                return self._ledger.act(replace(turn, player=self._ledger.player), at, named=False)
            case _:
                return self._ledger.write(word, at)

    def _name(self, cell: Cell, tile: Tile | None, at: float) -> Outcome:
        if self._ledger.laid_with(cell):
            return self._ledger.name(cell, tile, at)
        return Outcome([], GameError("empty_cell"))


class ManualSession:
    """A game without a camera, with the same ways in and out as one that is watched."""

    eye: None = None
    sighting: None = None
    seen_cards: None = None

    def __init__(self, game: Game, now: Callable[[], float] = time.time) -> None:
        self.referee = ManualReferee(game)
        self._now = now
        self._told: SimpleQueue[Input | None] = SimpleQueue()
        self._closed = False

    @property
    def seconds(self) -> float:
        """What time it is."""
        return round(self._now(), 3)

    def follow(self, game_settings: GameSettings) -> None:
        """Nothing is judged without being entered, whatever people wish."""

    def tell(self, told: Input) -> None:
        """Say something."""
        self._told.put(told)

    def wake(self) -> None:
        """Let time go on at once."""
        self._told.put(None)

    def close(self) -> None:
        """End it."""
        self._closed = True
        self.wake()

    def steps(self) -> Iterator[LiveStep]:
        """What is said, with what follows; in between time goes on."""
        while not self._closed:
            try:
                told = self._told.get(timeout=_IDLE)
            except Empty:
                told = None
            if told is None:
                yield LiveStep(self.seconds, None)
            else:
                events, refused = self.referee.tell(told)
                yield LiveStep(told.at, told, tuple(events), refused=refused)
