"""The script of a film of the card game: when hands come, how long they rest, with the truth about each turn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from tileye.datasets.card_film.card_games import CardFilmGame, CardTurn, Stuck
from tileye.datasets.card_film.card_hands import CardHands
from tileye.datasets.card_film.plays import CardStep
from tileye.datasets.film.interludes import Interlude
from tileye.datasets.film.performing import PAUSE
from tileye.datasets.film.telling import Telling
from tileye.rules.cards import Table
from tileye.rules.events import Arranged, CannotPlay, Stock, Undo
from tileye.rules.flow import next_number, verdict_of
from tileye.rules.state import Row
from tileye.rules.wire import violations_json

PATIENCE = 10.0
"""Seconds of rest after which the referee says what does not fit yet."""
_ALARMED = (12.0, 13.5)
"""How long a table with a fault lies before somebody does something about it."""
_THINKING = (2.2, 6.0)
_THINKING_OVER_A_FAULT = (2.2, 5.0)
_LOST_IN_THOUGHT = ((9.0, 14.0), (21.0, 28.0))
"""Long pauses, each once in a film, in the middle of a turn over a table that might be one."""
_THINKS = 0.5
_PAUSES_WELL = 0.7
"""How often a hand leaves when a table might be a turn, if there is such a moment."""
_SETTLED = (1.6, 3.0)
"""From the last card of a turn to the word or the hand at the deck that ends it."""
_SOON, _HEARD = (1.5, 1.9), (11.5, 12.0)
"""What `_SETTLED` and `_ALARMED` are where nobody thinks."""

Tidying = Literal["square", "shove"]


@dataclass(frozen=True, slots=True)
class Beside:
    """What happens beside the game, by the number of an action."""

    interludes: Mapping[int, Interlude]
    sorting: Mapping[int, tuple[str, ...]]
    """Before which actions somebody sorts a fan in view, and its cards."""
    tidying: Mapping[int, Tidying]
    """After which turns somebody puts a set straight, or shoves one to another place."""


@dataclass(slots=True)
class CardScriptWriter(Telling):
    """Writes the script of a film: when hands come and go, the truth, and what people say."""

    hands: CardHands
    film_game: CardFilmGame
    beside: Beside
    long_pauses: list[tuple[float, float]] = field(default_factory=lambda: list(_LOST_IN_THOUGHT), kw_only=True)
    """Those that are still to come."""
    untidy: list[Tidying] = field(default_factory=list, kw_only=True)
    """What was to be put straight or shoved, and could not be yet."""
    brisk: bool = field(default=False, kw_only=True)
    """Whether nobody thinks in the middle of a turn."""

    @property
    def between(self) -> tuple[float, float]:
        """How long hands are away before and after what happens beside the game: no turn waits to be settled."""
        return 1.6, 2.6 + self.dither

    @property
    def was_lost_in_thought(self) -> bool:
        """Whether somebody made a long pause in the middle of a turn."""
        return len(self.long_pauses) < len(_LOST_IN_THOUGHT)

    @property
    def settled(self) -> tuple[float, float]:
        """How long it takes from the last card to what ends the turn."""
        return _SOON if self.brisk else _SETTLED

    def tell(self) -> None:
        """Tell the whole game."""
        self.begin(self.film_game.opening)
        self._stock()
        for number, action in enumerate(self.film_game.actions):
            self.interlude(self.beside.interludes.get(number))
            if cards := self.beside.sorting.get(number):
                self._sort(cards)
            if isinstance(action, Stuck):
                self._stuck(action)
            else:
                self._turn(action, number)
        self.end()

    def _stock(self) -> None:
        """Say how many cards the deck has, where it is not all that are left of a full set."""
        if self.film_game.deck != self.game.state.bag:
            at = self.free + self.within((0.4, 0.9))
            self.say(at, "stock", bag=self.film_game.deck)
            self.game.append(Stock(self.film_game.deck), at)
            self.free = at

    def _turn(self, turn: CardTurn, number: int) -> None:
        """A player's hands at work, and what becomes of the table."""
        start = self.free + self.within(self.gap)
        self._work(turn.player, start, turn.steps, may_think=turn.fate == "stands" and number > 1)
        self._tidy(turn.player, number)
        self.free, self.gap = self.hands.left, (0.6, 1.2) if self.brisk else (1.2, 3.0)
        taken = tuple(step.cards for step in turn.steps if step.taken)
        match turn.fate:
            case "stands":
                self._commit(turn, taken)
            case "mended":
                self._alarm(turn, taken)
                self._work(turn.player, self.free, turn.mend)
                self.free = self.hands.left
                self._commit(turn, (*taken, *(step.cards for step in turn.mend if step.taken)))
            case "overruled":
                self._alarm(turn, taken)
                self._overrule(turn, taken)
            case "regretted":
                self._commit(turn, taken, drawing=False)
                self._take_back(turn)

    def _work(self, player: int, start: float, steps: Sequence[CardStep], *, may_think: bool = False) -> None:
        """Do some steps, with a visit for each few of them, and rest in between as people do."""
        visits = list(self._visits(steps))
        fits = [place for place in range(len(visits) - 1) if self._may_be_a_turn(visits[: place + 1])]
        thinks = may_think and fits and self.long_pauses and not self.brisk
        lost = self.random.choice(fits) if thinks else None
        for place, visit in enumerate(visits):
            self.hands.work(player, start, visit)
            pause = self.long_pauses.pop() if place == lost else self._pause()
            start = self.hands.left + self.within(pause)

    def _visits(self, steps: Sequence[CardStep]) -> Iterator[Sequence[CardStep]]:
        """Deal steps out to visits: many end with a table that might be a turn."""
        done, left = list[CardStep](), list(steps)
        while left:
            count = self.random.choice((2, 3) if self.brisk else (1, 1, 1, 2, 3))
            fits = [most for most in range(1, len(left)) if self._may_be_a_turn([[*done, *left[:most]]])]
            if fits and not self.brisk and self.random.random() < _PAUSES_WELL:
                count = fits[0]
            yield left[:count]
            done, left = done + left[:count], left[count:]

    def _pause(self) -> tuple[float, float]:
        """How long a hand is away: a table with a fault is not left alone for long."""
        if self.brisk or self.random.random() > _THINKS:
            return PAUSE
        return _THINKING if self.hands.tabletop.sets.legal() else _THINKING_OVER_A_FAULT

    def _may_be_a_turn(self, visits: Sequence[Sequence[CardStep]]) -> bool:
        """Tell whether the table after some visits, of those that are to come, is one that a turn may end with."""
        tried = self.hands.tabletop.sets.copy()
        steps = [step for visit in visits for step in visit]
        for step in steps:
            tried.apply(step)
        taken = tuple(step.cards for step in steps if step.taken)
        player = self.game.state.whose_turn
        assert player is not None
        return not verdict_of(self.game.state, Arranged(player, tried.table(), taken)).violations

    def _arranged(self, player: int, taken: Table, *, overruled: bool = False) -> Arranged:
        return Arranged(player, self.hands.tabletop.sets.table(), taken, overruled)

    def _commit(self, turn: CardTurn, taken: Table, *, drawing: bool = True) -> None:
        """The turn ends: with a hand at the deck where it is in view, else with a word."""
        at = None
        if drawing and self.hands.tabletop.layout.deck is not None:
            at = self.hands.draw(turn.player, self.free + self.within(self.settled), turn.drawn)
        if at is None:
            at = self.free + self.within(self.settled)
            self.say(at, "done")
        self._stand(at, self._arranged(turn.player, taken))
        self.free = max(at, self.hands.left)

    def _stand(self, at: float, event: Arranged) -> None:
        """Record a turn."""
        self.game.append(event, at)
        state = self.game.state
        row = state.rows[-1]
        self.record(at, "turn", **_turn_json(row, state.points[row.player]))

    def _alarm(self, turn: CardTurn, taken: Table) -> None:
        """A table with a fault lies there, until somebody does something about it."""
        event = self._arranged(turn.player, taken)
        verdict = verdict_of(self.game.state, event)
        told = {"player": turn.player, "after": _lists(event.after), "taken": _lists(taken)}
        self.record(self.free + PATIENCE, "violation", **told, violations=violations_json(verdict))
        self.free += self.within(_HEARD if self.brisk else _ALARMED)

    def _overrule(self, turn: CardTurn, taken: Table) -> None:
        """Somebody says that the turn is done, and that the table shall stand."""
        self.say(self.free, "done")
        self.free += self.within((0.8, 1.6))
        self.say(self.free, "overrule", player=turn.player)
        self._stand(self.free, self._arranged(turn.player, taken, overruled=True))
        if self.hands.draw(turn.player, self.free + self.within(self.settled), turn.drawn) is not None:
            self.free = self.hands.left

    def _take_back(self, turn: CardTurn) -> None:
        """Make the table what it was before a turn that is recorded."""
        row = self.game.state.rows[-1]
        self._work(turn.player, self.free + self.within(self.settled), turn.mend)
        self.free = self.hands.left
        self.game.append(Undo(), self.free)
        after = _lists(self.hands.tabletop.sets.table())
        self.record(self.free, "takeback", number=row.number, player=turn.player, after=after, taken=[])
        self.gap = (2.0, 4.0)

    def _stuck(self, action: Stuck) -> None:
        """A player shows a hand that cannot be played, says so, and gets a new one."""
        start = self.free + self.within(self.gap)
        self.hands.show(action.player, start, action.hand, self.within((4.0, 7.0)), to_all=True)
        at = self.hands.left + self.within((0.3, 1.2))
        self.say(at, "cannot_play", player=action.player)
        number = next_number(self.game.state)
        self.game.append(CannotPlay(action.player), at)
        self.record(at, "cannot_play", number=number, player=action.player)
        self.free, self.gap = at, (2.0, 4.0)
        count = self.setup.rules.hand
        if self.hands.draw(action.player, at + self.within(self.settled), count) is not None:
            self.hands.give_back(action.player, self.hands.left + self.within(PAUSE), count)
            self.free, self.gap = self.hands.left, (1.5, 3.0)

    def _sort(self, cards: Sequence[str]) -> None:
        """Somebody sorts a fan in view."""
        player = self.random.randrange(len(self.setup.players))
        start = self.free + self.within(self.between)
        self.hands.show(player, start, cards, self.within((3.0, 6.0)), to_all=False)
        self.free, self.gap = self.hands.left, self.between

    def _tidy(self, player: int, number: int) -> None:
        """Put a set straight, or shove it to another place, where that is to happen or waits for a free place."""
        if (what := self.beside.tidying.get(number)) is not None:
            self.untidy.append(what)
        tabletop = self.hands.tabletop
        whole = [one for one, plates in tabletop.lying.items() if len(plates) > 2]
        movable = [one for one in whole if tabletop.free_places(one)]
        for tidying in dict.fromkeys(self.untidy):
            tidy, sets = (self.hands.square, whole) if tidying == "square" else (self.hands.shove, movable)
            if sets:
                self.untidy.remove(tidying)
                tidy(player, self.hands.left + self.within(PAUSE), self.random.choice(sets))
                return


def _turn_json(row: Row, total: int) -> dict[str, object]:
    """A turn of the card game as `tileye watch --json` prints it."""
    assert row.verdict is not None
    return {
        "number": row.number,
        "player": row.player,
        "after": _lists(row.after),
        "taken": _lists(row.taken),
        "added": list(row.played),
        "points": row.points,
        "total": total,
        "overruled": row.overruled,
        "violations": violations_json(row.verdict),
    }


def _lists(table: Table) -> list[list[str]]:
    return [list(cards) for cards in table]
