"""The script of a film, the game in time: when hands come and tiles are laid, with the truth about each turn."""

import math
from dataclasses import dataclass, field

from tileye.datasets.film.disturbances import Disturbances
from tileye.datasets.film.film_games import FilmGame, Lay, UnseenTurn
from tileye.datasets.film.performing import PAUSE, Performance
from tileye.datasets.film.telling import Telling
from tileye.rules.events import Exchange, Laid, Undo
from tileye.rules.flow import verdict_of
from tileye.rules.wire import placed_json, turn_json, violations_json

GRACE = 3.0
"""Seconds after which laid tiles are a turn: the default of the referee, which a test compares."""

_QUICK = (1.1, 2.4)
_ALARMED = (4.6, 6.0)
"""How long an illegal placement lies before somebody does something about it."""
_AFTER_WORDS = (1.6, 3.0)
_DONE = 0.12
"""How often somebody says that a turn is done."""


@dataclass(slots=True)
class ScriptWriter(Telling):
    """Writes the script of a film: when hands come and go, the truth, and what people say."""

    hands: Performance
    film_game: FilmGame
    disturbances: Disturbances
    waiting: tuple[Lay, float] | None = field(default=None, kw_only=True)
    """Tiles that lie but are no turn yet, and when they become one if nobody comes before."""

    def tell(self) -> None:
        """Tell the whole game."""
        self.begin(self.film_game.opening)
        for number, action in enumerate(self.film_game.actions):
            self.interlude(self.disturbances.interludes.get(number))
            if isinstance(action, UnseenTurn):
                self._rest(action)
            else:
                self._lay(action, number)
        self._settle()
        self.end()

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
        self.say(at, "done")
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
        self.record(at, "turn", **told, **({"quick": True} if action.quick else {}))

    def _alarm(self, action: Lay) -> None:
        """An illegal placement lies there, and the hand has left it."""
        verdict = verdict_of(self.game.state, Laid(action.player, action.placed))
        placed = placed_json(action.placed)
        self.record(self.free, "violation", player=action.player, placed=placed, violations=violations_json(verdict))

    def _lift(self, action: Lay) -> None:
        """Lift what was laid."""
        self.hands.lift(action.player, self.free + self.within(_ALARMED), action.placed)
        self.free = self.hands.left

    def _overrule(self, action: Lay) -> None:
        """Somebody says that an illegal placement shall stand."""
        at = self.free + self.within(_ALARMED)
        self.say(at, "overrule", player=action.player)
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
        self.record(self.free, "takeback", number=row.number, player=action.player, removed=removed)

    def _rest(self, action: UnseenTurn) -> None:
        """A player exchanges or passes: only words tell, though a hand may show at the edge."""
        self._settle()
        event = action.event
        if self.random.random() < 0.5:
            self.hover(event.player, [self.hands.rim(event.player)], 1.0, self.within((0.5, 1.2)))
        at = self.free + self.within(self.between)
        told = {"player": event.player, **({"count": event.count} if isinstance(event, Exchange) else {})}
        name = "exchange" if isinstance(event, Exchange) else "pass"
        self.say(at, name, **told)
        self.game.append(event, at)
        self.record(at, name, number=self.game.state.rows[-1].number, **told)
        self.free, self.gap = at, self.between
