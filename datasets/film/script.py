"""The script of a film, the game in time: when hands come and tiles are laid, with the truth about each turn."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tileye.datasets.film.disturbances import Disturbances
from tileye.datasets.film.film_games import FilmGame, Lay, UnseenTurn
from tileye.datasets.film.interludes import Interlude, Place
from tileye.datasets.film.performing import PAUSE, Performance
from tileye.rules.events import End, Exchange, Laid, Undo, event_json
from tileye.rules.flow import verdict_of
from tileye.rules.game import Game
from tileye.rules.state import sheet_event
from tileye.rules.wire import placed_json, turn_json, violations_json

GRACE = 3.0
"""Seconds after which laid tiles are a turn: the default of the referee, which a test compares."""

_LEAST_BETWEEN = 4.05
_QUICK = (1.1, 2.4)
_ALARMED = (4.6, 6.0)
"""How long an illegal placement lies before somebody does something about it."""
_AFTER_WORDS = (1.6, 3.0)
_DONE = 0.12
"""How often somebody says that a turn is done."""
_AFTERWARDS = 2.5


@dataclass(slots=True)
class ScriptWriter:
    """Writes the script of a film: when hands come and go, the truth, and what people say."""

    random: Random
    film_game: FilmGame
    disturbances: Disturbances
    hands: Performance
    half: tuple[float, float]
    """How far the game reaches from the middle of the table."""
    game: Game = field(init=False)
    bumps: list[float] = field(default_factory=list)
    truth: list[dict[str, Any]] = field(default_factory=list)
    inputs: list[dict[str, Any]] = field(default_factory=list)
    free: float = 0.0
    """When the last hand left, or what it did is settled."""
    waiting: tuple[Lay, float] | None = None
    """Tiles that lie but are no turn yet, and when they become one if nobody comes before."""
    dither: float = 0.75
    """How many seconds more than needed pass between turns, at most."""
    gap: tuple[float, float] = (1.0, 2.5)
    """How long it takes until the next hand comes."""

    @property
    def between(self) -> tuple[float, float]:
        """How long hands are away between two turns."""
        return _LEAST_BETWEEN, _LEAST_BETWEEN + self.dither

    def tell(self) -> None:
        """Tell the whole game."""
        setup = self.film_game.setup
        self.game = Game(setup)
        names = [player.name for player in setup.players]
        self.truth.append({"event": "game", "rules": setup.rules.name, "players": names})
        self._declare(self.within((0.5, 1.2)))
        for number, action in enumerate(self.film_game.actions):
            self._interlude(self.disturbances.interludes.get(number))
            if isinstance(action, UnseenTurn):
                self._rest(action)
            else:
                self._lay(action, number)
        self._finish()

    def _declare(self, at: float) -> None:
        declared = event_json(self.film_game.opening)
        self.game.append(self.film_game.opening, at)
        self._say(at, "opening", **{name: value for name, value in declared.items() if name != "event"})
        self.free = at

    def _lay(self, action: Lay, number: int) -> None:
        """Lay the tiles of an action, and tell what becomes of them."""
        start = self.free + self.within(_QUICK if action.quick else self.gap)
        first = self.hands.lay(action.player, start, action.placed, self.disturbances.slips.get(number))
        self._settle(first)
        self.free, self.gap = self.hands.left, self.between
        match action.fate:
            case "stands":
                self.waiting = (action, self._commit_time(number))
            case "regretted":
                self.waiting = (action, self.free + GRACE)
                self._take_back(action)
            case "lifted":
                self._alarm(action)
                self._lift(action)
                self.gap = PAUSE
            case "overruled":
                self._alarm(action)
                self._overrule(action)
            case "ignored":
                self._alarm(action)
                self.waiting = (action, math.inf)

    def _commit_time(self, number: int) -> float:
        """When a turn is recorded: after the grace, or when somebody says that it is done."""
        coming = self.film_game.actions[number + 1 : number + 2]
        hurried = any(isinstance(action, Lay) and action.quick for action in coming)
        if hurried or self.random.random() > _DONE:
            return self.free + GRACE
        at = self.free + self.within((0.8, 2.2))
        self._say(at, "done")
        return at

    def _settle(self, before: float = math.inf) -> None:
        """Record what lies there, before the next player's first tile does."""
        if self.waiting is None:
            return
        (action, due), self.waiting = self.waiting, None
        at = min(due, before)
        self.game.append(Laid(action.player, action.placed, overruled=action.fate in ("overruled", "ignored")), at)
        state = self.game.state
        row = state.rows[-1]
        told = turn_json(row, state.points[row.player])
        self._record(at, "turn", **told, **({"quick": True} if action.quick else {}))

    def _alarm(self, action: Lay) -> None:
        """An illegal placement lies there, and the hand has left it."""
        verdict = verdict_of(self.game.state, Laid(action.player, action.placed))
        placed = placed_json(action.placed)
        self._record(self.free, "violation", player=action.player, placed=placed, violations=violations_json(verdict))

    def _lift(self, action: Lay) -> None:
        """Lift what was laid."""
        self.hands.lift(action.player, self.free + self.within(_ALARMED), action.placed)
        self.free = self.hands.left

    def _overrule(self, action: Lay) -> None:
        """Somebody says that an illegal placement shall stand."""
        at = self.free + self.within(_ALARMED)
        self._say(at, "overrule", player=action.player)
        self.waiting = (action, at)
        self._settle()
        self.free, self.gap = at, _AFTER_WORDS

    def _take_back(self, action: Lay) -> None:
        """Lift the tiles of a turn that is recorded."""
        self._settle()
        row = self.game.state.rows[-1]
        self._lift(action)
        self.game.append(Undo(), self.free)
        removed = placed_json(row.placed)
        self._record(self.free, "takeback", number=row.number, player=action.player, removed=removed)

    def _rest(self, action: UnseenTurn) -> None:
        """A player exchanges or passes: only words tell, though a hand may show at the edge."""
        self._settle()
        event = action.event
        if self.random.random() < 0.5:
            self.hover(event.player, [self.hands.rim(event.player)], 1.0, self.within((0.5, 1.2)))
        at = self.free + self.within(self.between)
        told = {"player": event.player, **({"count": event.count} if isinstance(event, Exchange) else {})}
        name = "exchange" if isinstance(event, Exchange) else "pass"
        self._say(at, name, **told)
        self.game.append(event, at)
        self._record(at, name, number=self.game.state.rows[-1].number, **told)
        self.free, self.gap = at, self.between

    def _finish(self) -> None:
        """The game has come to its end, or the players end it."""
        self._settle()
        at = max(self.free, self.truth[-1]["at"])
        if not self.game.state.ended:
            at += self.within((1.5, 3.0))
            self._say(at, "end")
            self.game.append(End(), at)
        self._record(at, "ended", reason=self.game.state.ended)
        sheet = sheet_event(self.game.state)
        self._record(at, "sheet", **{name: value for name, value in sheet.items() if name != "event"})
        self.free = at

    @property
    def seconds(self) -> float:
        """How long the film is, with a few quiet seconds after the end."""
        return math.ceil(self.free + _AFTERWARDS)

    def _interlude(self, kind: Interlude | None) -> None:
        """Something happens between two turns, or nothing does."""
        half_x, half_y = (0.8 * half for half in self.half)
        player = self.random.randrange(len(self.film_game.setup.players))
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
        self.free = self.bumps[-1]

    def within(self, bounds: tuple[float, float]) -> float:
        """Draw a number between two others."""
        return self.random.uniform(*bounds)

    def _say(self, at: float, name: str, **told: object) -> None:
        self.inputs.append({"at": round(at, 3), "input": name, **told})

    def _record(self, at: float, name: str, **told: object) -> None:
        self.truth.append({"event": name, "at": round(at, 3), **told})
