"""Sees a table and explains it: what lies there becomes turns of the record, and events tell about it."""

from dataclasses import replace

from tileye.rules.board import Cell, Placement, neighbours
from tileye.rules.events import Exchange, Pass
from tileye.rules.game import Game
from tileye.vision.referee.beginning import Beginning, Begun, as_seen
from tileye.vision.referee.desk import Desk
from tileye.vision.referee.differences import NONE, Differences, compare
from tileye.vision.referee.events import Desync, Event, Outcome, Resync
from tileye.vision.referee.hypotheses import NOTHING, Decision, Evidence, Hypothesis, Part, decide
from tileye.vision.referee.inputs import Done, ExchangeOrPass, Overrule
from tileye.vision.referee.mending import mended_name, mended_set
from tileye.vision.referee.observations import Observation
from tileye.vision.referee.perhaps import Doubles
from tileye.vision.referee.settings import Settings
from tileye.vision.referee.votes import Memory, chances, forget, remember
from tileye.vision.referee.watch import RefereeClock

_MOST_STEPS = 8
"""What one look at the table can set off: two turns lifted, two turns laid, and what follows from them."""


class Watcher:
    """The part of the referee that watches; what people say is heard by `tileye.vision.referee.machine.Referee`."""

    def __init__(self, game: Game, settings: Settings | None = None, beginning: Beginning | None = None) -> None:
        if game.setup.rules.kind != "tiles":
            raise ValueError(f"{game.setup.rules.name} cannot be watched: choose rules that are played with tiles")
        self.settings = settings or Settings()
        self.decision: Decision = NOTHING
        """How the table was explained last."""
        self.beginning = beginning or Beginning()
        """What is known of how the game begins."""
        self._desk = Desk(game)
        self._memory = self._minded = Memory()
        self._watch = RefereeClock()
        self._first_at: float | None = None
        """When something was seen first."""
        self._seen: Differences = NONE
        self._said: tuple[Done | Overrule, float] | None = None
        """A word that waits for tiles to be read, and until when."""
        self._desync: frozenset[Cell] = frozenset()
        """What was announced as not to be explained."""
        self._doubles = Doubles()

    @property
    def game(self) -> Game:
        """The record so far."""
        return self._desk.ledger.game

    @property
    def cells(self) -> frozenset[Cell]:
        """Every cell that matters now: the eye says of these whether they are hidden."""
        return frozenset(self._memory.cells) | frozenset(self.game.state.board)

    @property
    def is_beginning(self) -> bool:
        """Whether nobody knows yet what lies there at the start; nothing is recorded until then."""
        return self.beginning.begun is None and not self.game.state.started

    @property
    def begun(self) -> Begun | None:
        """With what this game has begun, as far as that was seen."""
        return self.beginning.begun

    @property
    def near(self) -> frozenset[Cell]:
        """The cells in which tiles of this game lie or may lie."""
        return frozenset(self._seen.fresh) | self._seen.vague | frozenset(self.game.state.board)

    def see(self, observation: Observation) -> list[Event]:
        """Look at the table."""
        self._pass(observation.at)
        self._first_at = self._now if self._first_at is None else self._first_at
        if self.settings.whole_turns:
            known, hand = self._desk.waiting.alarm, self.game.state.rules.hand
            told = [] if observation.busy else self._see_picture(observation)
            return self._doubles.marked(told, known, hand, skipped=observation.skipped)
        if observation.moved and not self.game.state.started:
            self.beginning = replace(self.beginning, begun=None)
            self._memory = Memory()
        return self._disturb() if observation.busy else self._look(observation)

    def tick(self, at: float) -> list[Event]:
        """Time goes on, and nothing was looked at."""
        self._pass(at)
        return [] if self._watch.free_since is None or self.settings.whole_turns else self._think()

    def _pass(self, at: float) -> None:
        self._watch = self._watch.passed(at, self.settings)

    @property
    def _now(self) -> float:
        return self._watch.clock

    # What is seen.

    def _disturb(self) -> list[Event]:
        """A hand is there: what lay alone until now is kept in mind."""
        if self._watch.free_since is None:
            return []
        told = [] if self.game.state.started or self._watch.touches else self._begin_in_time()
        best, waiting = self.decision.best, self._desk.waiting
        if best.kind in ("move", "illegal") and not self.is_beginning:
            part = Part(frozenset(cell for _, cell in best.placed), self._watch.free)
            waiting = replace(waiting, parts=(*waiting.parts, part))
        self._desk.waiting = replace(waiting, laid=frozenset())
        self._memory = forget(self._memory, self.settings)
        self._watch = self._watch.disturbed(self.settings)
        return told

    def _look(self, observation: Observation) -> list[Event]:
        """The table is free and was read."""
        self._watch = self._watch.freed(self.settings)
        self._memory = remember(self._memory, observation, self.game.state.board, self.settings)
        return self._lay_first(observation.first) + self._think()

    def _lay_first(self, cells: frozenset[Cell]) -> list[Event]:
        """What lay there before the first turn that was seen was a turn, too."""
        if not cells or self.game.state.started:
            return []
        self._diagnose()
        placed = tuple(one for one in self._lying if one[1] in cells)
        # The hand that laid the others was there after it.
        return self._lay(placed, self._watch.touches - 1) if len(placed) == len(cells) else []

    def _see_picture(self, observation: Observation) -> list[Event]:
        """A picture of the table after a whole turn; an unchanged one is a turn without tiles."""
        told = self._disturb()
        alarm, length = self._desk.waiting.alarm, len(self.game.log)
        told += self._look(observation)
        best = self.decision.best
        if len(self.game.log) > length or self.decision.strays or self.game.state.ended:
            return told
        if best.kind == "illegal" and best.placed == alarm:
            return told + self._lay(alarm) + self._rest(ExchangeOrPass()).events
        if best.kind == "nothing" and self.game.state.started:
            return told + self._rest(ExchangeOrPass()).events
        return told

    def _rest(self, word: ExchangeOrPass) -> Outcome:
        """A player exchanges or passes; of a picture that shows no change the rules tell which."""
        state = self.game.state
        player = self._desk.ledger.player if word.player is None else word.player
        exchanged = word.exchanged or (self.settings.whole_turns and state.rules.may_exchange and state.bag > 0)
        action = Exchange(player, word.count) if exchanged else Pass(player)
        return self._desk.rest(action, self._now, named=word.player is not None)

    # How it is explained.

    def _think(self) -> list[Event]:
        """Explain the table and do what follows, until nothing more does."""
        told: list[Event] = []
        for _ in range(_MOST_STEPS):
            length = len(self.game.log)
            if self.game.state.ended:
                break
            self._diagnose()
            if self.is_beginning and self._watch.free >= self.settings.begin_after:
                told += self._begin().events
            if self.is_beginning:
                break
            if len(self.game.log) > length:
                continue
            told += self._mend_names() or self._mind_strays() + self._act(self.decision.best)
            if len(self.game.log) == length:
                break
        return told

    def _diagnose(self) -> None:
        """Explain the table as it is remembered."""
        state = self.game.state
        self._minded = self._desk.pins.applied(self._memory, state.board, self.settings)
        self._seen = compare(self._minded, state.board, state.colours, self._desk.doubtful, self.settings)
        self.decision = self._decide()
        waiting, lying = self._desk.waiting, self._seen.vague.union(self._seen.fresh)
        parts = tuple(part for part in waiting.parts if part.cells <= lying)
        self._desk.waiting = replace(waiting, parts=parts)
        self._watch = self._watch.diagnosed(_key(self.decision.best), self.settings)

    def _decide(self) -> Decision:
        if not (self._seen.fresh or self._seen.affected):
            return NOTHING
        state, desk = self.game.state, self._desk
        scene = Evidence(
            state=state,
            differences=self._seen,
            earlier=tuple(desk.ledger.game.before(row.id) for row in reversed(state.rows[-2:])),
            parts=desk.waiting.parts,
            alarm=desk.waiting.alarm,
            touched=self._watch.touches > desk.recorded_at,
            blind=self._watch.blind,
            liftable=self.settings.most_lifted - desk.lifted,
        )
        return decide(scene, self.settings)

    # How the game begins.

    @property
    def _waits_for_people(self) -> bool:
        return self.beginning.mode in ("ask", "clear")

    @property
    def _lying(self) -> Placement:
        return as_seen(self._seen.fresh)

    def _begin_in_time(self) -> list[Event]:
        """The first hand comes: what it found on the table is not what it lays."""
        told = self._begin().events if self.is_beginning and self._memory.readings else []
        best, settings = self.decision.best, self.settings
        if (self._watch.free_since or 0.0) - (self._first_at or 0.0) > settings.clean_start:
            # Somebody was there from the beginning, and perhaps goes on with the same turn.
            return told
        if self.begun == "turn" and best.kind == "move" and settings.automatic and not settings.whole_turns:
            told += self._lay(best.placed)
        return told

    def _begin(self) -> Outcome:
        """The table was seen for the first time: record what lies there if it is no turn."""
        self.beginning = self.beginning.sees(self._lying)
        if self.beginning.begun != "board":
            return Outcome([])
        asked = [(cell, tuple(chances(self._memory.cells[cell]).items())) for cell in self._doubtful_cells()]
        start = self.beginning.start(self._lying)
        # A hand that is there now lays what comes next.
        touches = self._watch.touches - (self._watch.free_since is None)
        told = self._desk.join(start, (cell for cell, _ in asked), touches, self._now)
        questions = self._desk.ask(asked, self._now) if told.events and asked else []
        return Outcome([*told.events, *questions], told.refused)

    # What follows.

    def _act(self, best: Hypothesis) -> list[Event]:
        """Do what follows from the diagnosis, if it is clear and has held long enough."""
        settings, desk, steady, at = self.settings, self._desk, self._watch.steady, self._now
        clear = self.decision.margin >= settings.margin
        told = [] if clear else self._ask(best)
        match best.kind:
            case "nothing" if steady >= settings.follow_after:
                self._watch = replace(self._watch, blind=False)
                desk.calm_down()
            case "move":
                told += self._move(best, clear=clear)
            case "illegal" if steady >= settings.follow_after and (clear or self.decision.agrees(settings.margin)):
                told += self._illegal(best)
            case "pair" | "let_stand" if steady >= settings.follow_after:
                told += self._follow(best, clear=clear)
            case "takeback" if clear and steady >= (
                settings.replaced_after if best.placed else settings.takeback_after
            ):
                told += desk.take_back(best.rows, at)
            case "cleared" if clear and steady >= settings.cleared_after:
                told += desk.clear_start(at)
            case "extended" if clear and steady >= settings.late_after:
                told += desk.correct(best.placed[0][1], best.placed, at)
            case "corrected" if clear and steady >= settings.corrected_after:
                told += self._correct_last(best.placed)
        return told

    def _move(self, best: Hypothesis, *, clear: bool) -> list[Event]:
        """A legal turn lies there: propose it, and record it when its time has come."""
        illegal = self._contradicted(best)
        if illegal and self._watch.steady >= self.settings.follow_after:
            return self._illegal(illegal)
        if not self._settled(clear=clear):
            return []
        told = self._desk.propose(best.placed, self._now)
        ready = self._watch.steady >= self.settings.follow_after
        if (ready and self._heard(Done)) or self._due(best, clear=clear):
            told += self._lay(best.placed)
        return told

    def _follow(self, best: Hypothesis, *, clear: bool) -> list[Event]:
        """The next player's tiles lie there: record what lay there before."""
        if not (self._settled(clear=clear) or self.decision.agrees(self.settings.margin)):
            return []
        # The hand that laid the next player's tiles was there after this turn.
        return self._lay(best.before, self._watch.touches - 1)

    def _settled(self, *, clear: bool) -> bool:
        """Tell whether nothing else comes near, or only names are in doubt, and were asked for."""
        return clear or (self.decision.lead >= self.settings.margin and bool(self._desk.waiting.asked))

    def _due(self, best: Hypothesis, *, clear: bool) -> bool:
        """Tell whether the grace is over."""
        return self._left(best, clear=clear) == 0

    def _left(self, best: Hypothesis, *, clear: bool) -> float | None:
        """How much of the grace is left; None where there is none."""
        settings, watch = self.settings, self._watch
        if not settings.automatic or best.placed == self._desk.declined:
            return None
        cells = {cell for _, cell in best.placed}
        vague = any(near in self._seen.vague for cell in cells for near in neighbours(cell))
        # What was seen and is not seen any more, though no hand was there, still lies there.
        hurry = clear and not vague and self._desk.waiting.laid <= cells
        grace = settings.grace + (0.0 if hurry else settings.patience)
        return max(0.0, grace - watch.held, settings.least_spell - watch.free)

    def _lay(self, placed: Placement, touches: int | None = None) -> list[Event]:
        self._watch = replace(self._watch, blind=False)
        touches = self._watch.touches if touches is None else touches
        return self._desk.lay(placed, self._doubtful_cells(), touches, self._now)

    def _contradicted(self, best: Hypothesis) -> Hypothesis | None:
        """Where somebody says that what lies there is illegal: how it would be, if its names are in doubt."""
        others = (one for one in self.decision.hypotheses if one.kind == "illegal" and one.shape == best.shape)
        said = self._said is not None and isinstance(self._said[0], Overrule) and self._now <= self._said[1]
        return next(others, None) if said else None

    def _heard(self, kind: type[Done] | type[Overrule]) -> Done | Overrule | None:
        """Take a word that waits, if it is of this kind and not too old."""
        if self._said is None or not isinstance(self._said[0], kind) or self._now > self._said[1]:
            return None
        word, self._said = self._said[0], None
        return word

    def _illegal(self, best: Hypothesis) -> list[Event]:
        """An illegal placement lies there: tell so, and record it if somebody says that it shall stand."""
        said = self._heard(Overrule)
        if said is None and self._watch.steady < self.settings.alarm_after:
            return []
        told = self._desk.alarm(best.placed, self._now)
        if isinstance(said, Overrule) and not self._desk.ledger.not_due(said.player):
            told += self._lay(best.placed)
        return told

    def _correct_last(self, placed: Placement) -> list[Event]:
        return self._desk.correct(self.game.state.rows[-1].placed[0][1], placed, self._now)

    def _mend_names(self) -> list[Event]:
        """Correct recorded tiles whose names have become clear."""
        if self._watch.free < self.settings.rename_after:
            return []
        return mended_set(self._desk, self._minded, self.settings, self._now) or mended_name(
            self._desk, self._seen.swapped, self._now
        )

    def _ask(self, best: Hypothesis) -> list[Event]:
        """Ask about what cannot be decided."""
        if self._watch.steady < self.settings.unsure_after or best.kind == "nothing":
            return []
        cells = self._doubtful_cells() or sorted({*self._seen.fresh, *self._seen.affected})
        votes = self._memory.cells
        return self._desk.ask(((cell, tuple(chances(votes[cell]).items())) for cell in cells), self._now)

    def _doubtful_cells(self) -> list[Cell]:
        return [cell for cell, names in sorted(self._seen.fresh.items()) if len(names) > 1]

    def _mind_strays(self) -> list[Event]:
        """Tell when the table cannot be explained, and when it can be again."""
        strays, best = self.decision.strays, self.decision.best
        if best.kind not in ("takeback", "corrected", "cleared"):
            strays = strays | self._seen.affected
        if best.kind == "strange":
            strays = strays.union(self._seen.fresh)
        if not strays:
            self._watch = replace(self._watch, strayed=0.0)
            resynced, self._desync = bool(self._desync), frozenset()
            return [Resync(self._now)] if resynced else []
        if self._desync or self._watch.strayed < self.settings.desync_after:
            return []
        self._desync = strays
        return [Desync(self._now, tuple(sorted(strays)))]


def _key(best: Hypothesis) -> tuple[object, ...]:
    """What makes a diagnosis the same as before."""
    return best.kind, best.rows, best.before, () if best.kind == "takeback" else best.placed
