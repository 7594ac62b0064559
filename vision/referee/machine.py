"""The referee: what is seen and said becomes the record of a game, and events tell about it."""

from dataclasses import dataclass, replace
from typing import Literal

from tileye.rules.board import Cell, Placement
from tileye.rules.errors import GameError
from tileye.rules.events import Arranged, CannotPlay, End, Laid
from tileye.rules.events import Event as GameEvent
from tileye.rules.flow import verdict_of
from tileye.rules.judge import Verdict
from tileye.vision.referee.beginning import Beginning, is_line
from tileye.vision.referee.events import Event, Outcome
from tileye.vision.referee.inputs import (
    Begin,
    Done,
    Entered,
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
from tileye.vision.referee.watching import Watcher

Status = Literal["beginning", "watching", "busy", "settling", "proposed", "committed", "desync"]


@dataclass(frozen=True, slots=True)
class RefereeView:
    """What a page shows of the referee's mind."""

    status: Status
    player: int
    placed: Placement = ()
    """What lies there and is not recorded yet."""
    verdict: Verdict | None = None
    asked: tuple[Cell, ...] = ()
    desync: tuple[Cell, ...] = ()
    beginning: Placement = ()
    """What lies there before the game begins, while somebody has to say what it is, or to clear it away."""
    clearing: bool = False
    """Whether somebody said that it will be cleared away."""


class Referee(Watcher):
    """Watches one game of tiles and writes its record; the same things seen and said give the same events."""

    @property
    def view(self) -> RefereeView:
        """What a page shows."""
        best, player = self.decision.best, self._recorder.ledger.player
        if self.is_beginning:
            lying, clearing = self._lying if self._waits_for_people else (), self.beginning.mode == "clear"
            return RefereeView(self._status(), player, beginning=lying, clearing=clearing)
        placed = best.placed if best.kind in ("move", "illegal") else ()
        verdict = verdict_of(self.game.state, Laid(player, placed)) if placed else None
        asked, desync = sorted(self._recorder.unrecorded.asked), sorted(self._desync)
        return RefereeView(self._status(), player, placed, verdict, tuple(asked), tuple(desync))

    @property
    def grace(self) -> float | None:
        """In how many seconds what lies there is a turn, if nothing changes; None: not by itself."""
        best, clear = self.decision.best, self.decision.margin >= self.settings.margin
        due = (
            best.kind == "move"
            and best.placed == self._recorder.unrecorded.proposed
            and self._clock.free_since is not None
        )
        return self._left(best, clear=clear) if due and self._settled(clear=clear) else None

    def tell(self, told: Input) -> Outcome:
        """Hear what somebody says."""
        self._pass(told.at)
        return self._hear(told.word)

    def finish(self, at: float) -> list[Event]:
        """Nothing more will be seen: the game ends, and its sheet is the last event."""
        self._pass(at)
        return [] if self.game.state.ended else self._hear(End()).events

    # What is said.

    def _hear(self, word: Word) -> Outcome:
        why = self._not_due(word) if isinstance(word, Overrule | ExchangeOrPass | Laid) else None
        if not why and self.is_beginning and self._is_premature(word):
            why = GameError("start_first")
        if why:
            return Outcome([], why)
        if isinstance(word, Done) and self.is_beginning:
            self.beginning = self.beginning.hears(Begin("turn"))
        match word:
            case Done() | Overrule():
                return Outcome(self._wait_for_tiles(word))
            case Begin():
                return self._begin_as(word)
            case ExchangeOrPass():
                lying = self._settle(word.player)
                return self._rest(word).after(lying)
            case Named(cell, tile):
                return self._recorder.name(cell, tile, self._now)
            case Nothing(cell):
                return self._recorder.name(cell, None, self._now)
            case NamedCard() | Split() | Join():
                return Outcome([], GameError("other_kind", rules=self.game.setup.rules.name, kind="tiles"))
            case Laid() | Arranged() | CannotPlay():
                return self._enter(word)
            case Nameless(turn):
                return self._recorder.enter(replace(turn, player=self._recorder.ledger.player), self._now, named=False)
            case End():
                lying = self._settle()
                return self._recorder.write(word, self._now).after(lying)
            case _:
                return self._write(word)

    def _is_premature(self, word: Word) -> bool:
        """Tell whether somebody plays although it is still asked what lies there."""
        if not self._waits_for_people or not self._lying:
            return False
        return isinstance(word, Laid | Nameless) or (isinstance(word, Done) and not is_line(self._lying))

    def _begin_as(self, word: Begin) -> Outcome:
        """Somebody says what lies there."""
        late = None if self.is_beginning else GameError("game_begun")
        many = self._too_many() if word.way == "turn" else None
        why = late or word.fault(len(self.game.state.players)) or many
        if why:
            return Outcome([], why)
        self.beginning = self.beginning.hears(word)
        # The answer is about what was seen, also if a hand is there by now.
        begun = self._begin() if self._lying else Outcome([])
        best, told = self.decision.best, begun.events
        if self.begun == "turn" and best.kind == "move":
            told = told + self._lay(best.placed)
        return Outcome(told + (self._think() if self._clock.free_since is not None else []), begun.refused)

    def _too_many(self) -> GameError | None:
        """Say that so many tiles are no turn, legal or not."""
        count = len(self._lying)
        return None if count <= self.settings.most_fresh else GameError("too_many_first", n=count)

    def _write(self, event: GameEvent) -> Outcome:
        """Record what somebody tells; who takes back what lay there at the start has to say what it is."""
        joined = self.game.state.late_start is not None
        told = self._recorder.write(event, self._now)
        if joined and not self.game.state.started:
            asked = self.beginning.told is not None or self._waits_for_people
            self.beginning = Beginning("ask" if asked else self.beginning.mode)
            self._diagnose()
        return told

    def _wait_for_tiles(self, word: Done | Overrule) -> list[Event]:
        """Do what somebody says with the tiles that lie there, now or as soon as they are read."""
        free = self._clock.free_since is not None
        if free and self.decision.best.kind == "nothing" and self._clock.free >= self.settings.least_spell:
            return []
        self._said = (word, self._now + self.settings.word_lasts)
        return self._think() if free else []

    def _not_due(self, word: Overrule | ExchangeOrPass | Laid) -> GameError | None:
        """Say why a player may not act once the turns are recorded that lie there."""
        player, lying = word.player, self._turns_lying(word.player)
        if isinstance(word, Overrule):
            lying = lying - 1 if self.decision.best.kind in ("pair", "let_stand") else 0
        elif isinstance(word, Laid) and not self._follows(word):
            lying = 0
        return self._recorder.ledger.not_due(player, lying)

    def _turns_lying(self, follower: int | None) -> int:
        """How many turns lie there unrecorded; an illegal placement is one only if another player goes on."""
        best = self.decision.best
        if self.game.state.ended or self.is_beginning:
            return 0
        if best.kind == "illegal":
            return int(bool(best.placed) and follower not in (None, self._recorder.ledger.player))
        return {"move": 1, "pair": 2, "let_stand": 2}.get(best.kind, 0)

    def _settle(self, follower: int | None = None) -> list[Event]:
        """Record what lies there before something else is."""
        best = self.decision.best
        match self._turns_lying(follower):
            case 1:
                return self._lay(best.placed)
            case 2:
                return self._lay(best.before, self._clock.touches - 1) + self._lay(best.placed)
            case _:
                return []

    def _follows(self, word: Entered) -> bool:
        """Tell whether an entered turn comes after what lies there: another player laid it elsewhere."""
        lying = {cell for _, cell in self.decision.best.placed}
        same = isinstance(word, Laid) and not lying.isdisjoint(cell for _, cell in word.placed)
        return not same and word.player != self._recorder.ledger.player

    def _enter(self, word: Entered) -> Outcome:
        """Somebody enters a turn."""
        told = self._settle(word.player) if self._follows(word) else []
        return self._recorder.enter(word, self._now).after(told)

    def _status(self) -> Status:
        if self._desync:
            return "desync"
        if self.is_beginning and self._waits_for_people and self._seen.fresh:
            return "beginning"
        if self._clock.free_since is None:
            return "busy"
        if self._recorder.unrecorded.proposed:
            return "proposed"
        if self.decision.best.kind != "nothing":
            return "settling"
        return "committed" if self._clock.touches == self._recorder.recorded_at else "watching"
