"""What the scripts of all films share: the time, the truth, what people say, and what happens beside the game."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tileye.datasets.film.interludes import Interlude, Place
from tileye.datasets.film.performing import Hands
from tileye.rules.events import End, Opening, event_json
from tileye.rules.game import Game, Setup
from tileye.rules.state import sheet_event

LEAST_BETWEEN = 4.05
_AFTERWARDS = 2.5


@dataclass(slots=True)
class Telling:
    """The script of a film, until now."""

    random: Random
    setup: Setup
    hands: Hands
    half: tuple[float, float]
    """How far the game reaches from the middle of the table."""
    game: Game = field(init=False)
    bumps: list[float] = field(default_factory=list, kw_only=True)
    truth: list[dict[str, Any]] = field(default_factory=list, kw_only=True)
    inputs: list[dict[str, Any]] = field(default_factory=list, kw_only=True)
    free: float = field(default=0.0, kw_only=True)
    """When the last hand left, or what it did is settled."""
    dither: float = field(default=0.75, kw_only=True)
    """How many seconds more than needed pass between turns, at most."""
    gap: tuple[float, float] = field(default=(1.0, 2.5), kw_only=True)
    """How long it takes until the next hand comes."""

    @property
    def between(self) -> tuple[float, float]:
        """How long hands are away between two turns."""
        return LEAST_BETWEEN, LEAST_BETWEEN + self.dither

    @property
    def seconds(self) -> float:
        """How long the film is, with a few quiet seconds after the end."""
        return math.ceil(self.free + _AFTERWARDS)

    def begin(self, opening: Opening) -> None:
        """Name the game, and let the players declare."""
        self.game = Game(self.setup)
        names = [player.name for player in self.setup.players]
        self.truth.append({"event": "game", "rules": self.setup.rules.name, "players": names})
        at = self.within((0.5, 1.2))
        self.game.append(opening, at)
        self.say(at, "opening", **{name: value for name, value in event_json(opening).items() if name != "event"})
        self.free = at

    def end(self) -> None:
        """The game has come to its end, or the players end it."""
        at = max(self.free, self.truth[-1]["at"])
        if not self.game.state.ended:
            at += self.within((1.5, 3.0))
            self.say(at, "end")
            self.game.append(End(), at)
        self.record(at, "ended", reason=self.game.state.ended)
        sheet = sheet_event(self.game.state)
        self.record(at, "sheet", **{name: value for name, value in sheet.items() if name != "event"})
        self.free = at

    def interlude(self, kind: Interlude | None) -> None:
        """Something happens between two turns, or nothing does."""
        half_x, half_y = (0.8 * half for half in self.half)
        player = self.random.randrange(len(self.setup.players))
        places = [(self.within((-half_x, half_x)), self.within((-half_y, half_y))) for _ in range(3)]
        if kind is not None:
            kind.play(self, player, places)

    def hover(self, player: int, places: Sequence[Place], lift: float, each: float) -> None:
        """A hand comes, stays over some places for so many seconds each, and leaves."""
        self.hands.hover(player, self.free + self.within(self.between), places, lift, each)
        self.free = self.hands.left

    def bump(self, after: float) -> None:
        """The camera gets a bump."""
        self.bumps.append(self.free + after)
        self.free += after

    def within(self, bounds: tuple[float, float]) -> float:
        """Draw a number between two others."""
        return self.random.uniform(*bounds)

    def say(self, at: float, name: str, **told: object) -> None:
        """Somebody tells the program something."""
        self.inputs.append({"at": round(at, 3), "input": name, **told})

    def record(self, at: float, name: str, **told: object) -> None:
        """Something happens that the referee is to tell."""
        self.truth.append({"event": name, "at": round(at, 3), **told})
