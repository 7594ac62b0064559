"""Sees a table and explains it: what lies there becomes turns of the record, and events tell about it."""

from dataclasses import replace

from tileye.rules.board import Cell, Placement, neighbours
from tileye.rules.events import Exchange, Pass
from tileye.rules.game import Game
from tileye.vision.referee.beginning import Beginning, Begun, as_seen
from tileye.vision.referee.clock import RefereeClock
from tileye.vision.referee.differences import NONE, Differences, compare
from tileye.vision.referee.events import Desync, Event, Outcome, Resync
from tileye.vision.referee.hypotheses import NOTHING, Decision, Evidence, Hypothesis, Part, decide
from tileye.vision.referee.inputs import Done, ExchangeOrPass, Overrule
from tileye.vision.referee.name_corrections import correct_colour_set, correct_name
from tileye.vision.referee.observations import Observation
from tileye.vision.referee.recorder import Recorder
from tileye.vision.referee.settings import Settings
from tileye.vision.referee.two_turns import PossibleTwoTurns
from tileye.vision.referee.votes import Memory, chances, forget, remember

_MOST_STEPS = 8
"""What one look at the table can set off: two turns lifted, two turns laid, and what follows from them."""


class Watcher:
    """The part of the referee that watches; what people say is heard by `tileye.vision.referee.machine.Referee`."""

    def __init__(self, game: Game, settings: Settings | None = None, beginning: Beginning | None = None) -> None:
        if game.setup.rules.kind != "tiles" or not game.setup.rules.watchable:
            raise ValueError(f"{game.setup.rules.name} cannot be watched: choose rules that are played with tiles")
        self.settings = settings or Settings()
        self.decision: Decision = NOTHING
        """How the table was explained last."""
        self.beginning = beginning or Beginning()
        """What is known of how the game begins."""
        self._recorder = Recorder(game)
        self._memory = self._minded = Memory()
        self._clock = RefereeClock()
        self._first_at: float | None = None
        """When something was seen first."""
        self._seen: Differences = NONE
        self._said: tuple[Done | Overrule, float] | None = None
        """A word that waits for tiles to be read, and until when."""
        self._desync: frozenset[Cell] = frozenset()
        """What was announced as not to be explained."""
        self._possible_two_turns = PossibleTwoTurns()

    @property
    def game(self) -> Game:
        """The record so far."""
        return self._recorder.ledger.game

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
            known, hand = self._recorder.unrecorded.alarm, self.game.state.rules.hand
            told = [] if observation.busy else self._see_picture(observation)
            return self._possible_two_turns.marked(told, known, hand, skipped=observation.skipped)
        if observation.moved and not self.game.state.started:
            self.beginning = replace(self.beginning, begun=None)
            self._memory = Memory()
        return self._disturb() if observation.busy else self._look(observation)

    def tick(self, at: float) -> list[Event]:
        """Time goes on, and nothing was looked at."""
        self._pass(at)
        return [] if self._clock.free_since is None or self.settings.whole_turns else self._think()

    def _pass(self, at: float) -> None:
        self._clock = self._clock.advanced(at, self.settings)

    @property
    def _now(self) -> float:
        return self._clock.clock

    # What is seen.

    def _disturb(self) -> list[Event]:
        """A hand is there: what lay alone until now is kept in mind."""
        if self._clock.free_since is None:
            return []
        told = [] if self.game.state.started or self._clock.touches else self._begin_in_time()
        best, unrecorded = self.decision.best, self._recorder.unrecorded
        if best.kind in ("move", "illegal") and not self.is_beginning:
            part = Part(frozenset(cell for _, cell in best.placed), self._clock.free)
            unrecorded = replace(unrecorded, parts=(*unrecorded.parts, part))
        self._recorder.unrecorded = replace(unrecorded, laid=frozenset())
        self._memory = forget(self._memory, self.settings)
        self._clock = self._clock.disturbed(self.settings)
        return told

    def _look(self, observation: Observation) -> list[Event]:
        """The table is free and was read."""
        self._clock = self._clock.freed(self.settings)
        self._memory = remember(self._memory, observation, self.game.state.board, self.settings)
        return self._lay_first(observation.first) + self._think()

    def _lay_first(self, cells: frozenset[Cell]) -> list[Event]:
        """What lay there before the first turn that was seen was a turn, too."""
        if not cells or self.game.state.started:
            return []
        self._diagnose()
        placed = tuple(one for one in self._lying if one[1] in cells)
        # The hand that laid the others was there after it.
        return self._lay(placed, self._clock.touches - 1) if len(placed) == len(cells) else []

    def _see_picture(self, observation: Observation) -> list[Event]:
        """A picture of the table after a whole turn; an unchanged one is a turn without tiles."""
        told = self._disturb()
        alarm, length = self._recorder.unrecorded.alarm, len(self.game.log)
        told += self._look(observation)
        best = self.decision.best
        if len(self.game.log) > length or self.decision.strays or self.game.state.ended or self.settings.asks_unchanged:
            return told
        if best.kind == "illegal" and best.placed == alarm:
            return told + self._lay(alarm) + self._rest(ExchangeOrPass()).events
        if best.kind == "nothing" and self.game.state.started:
            return told + self._rest(ExchangeOrPass()).events
        return told

    def _rest(self, word: ExchangeOrPass) -> Outcome:
        """A player exchanges or passes; of a picture that shows no change the rules tell which."""
        state = self.game.state
        player = self._recorder.ledger.player if word.player is None else word.player
        exchanged = word.exchanged or (self.settings.whole_turns and state.rules.may_exchange and state.bag > 0)
        action = Exchange(player, word.count) if exchanged else Pass(player)
        return self._recorder.rest(action, self._now, named=word.player is not None)

    # How it is explained.

    def _think(self) -> list[Event]:
        """Explain the table and do what follows, until nothing more does."""
        told: list[Event] = []
        for _ in range(_MOST_STEPS):
            length = len(self.game.log)
            if self.game.state.ended:
                break
            self._diagnose()
            if self.is_beginning and self._clock.free >= self.settings.begin_after:
                told += self._begin().events
            if self.is_beginning:
                break
            if len(self.game.log) > length:
                continue
            told += self._correct_names() or self._mind_strays() + self._act(self.decision.best)
            if len(self.game.log) == length:
                break
        return told

    def _diagnose(self) -> None:
        """Explain the table as it is remembered."""
        state = self.game.state
        self._minded = self._recorder.overrides.applied(self._memory, state.board, self.settings)
        self._seen = compare(self._minded, state.board, state.colours, self._recorder.doubtful, self.settings)
        self.decision = self._decide()
        unrecorded, lying = self._recorder.unrecorded, self._seen.vague.union(self._seen.fresh)
        parts = tuple(part for part in unrecorded.parts if part.cells <= lying)
        self._recorder.unrecorded = replace(unrecorded, parts=parts)
        self._clock = self._clock.diagnosed(_key(self.decision.best), self.settings)

    def _decide(self) -> Decision:
        if not (self._seen.fresh or self._seen.affected):
            return NOTHING
        state, recorder = self.game.state, self._recorder
        scene = Evidence(
            state=state,
            differences=self._seen,
            earlier=tuple(recorder.ledger.game.before(row.id) for row in reversed(state.rows[-2:])),
            parts=recorder.unrecorded.parts,
            alarm=recorder.unrecorded.alarm,
            touched=self._clock.touches > recorder.recorded_at,
            blind=self._clock.blind,
            liftable=self.settings.most_lifted - recorder.lifted,
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
        if (self._clock.free_since or 0.0) - (self._first_at or 0.0) > settings.clean_start:
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
        touches = self._clock.touches - (self._clock.free_since is None)
        told = self._recorder.join(start, (cell for cell, _ in asked), touches, self._now)
        questions = self._recorder.ask(asked, self._now) if told.events and asked else []
        return Outcome([*told.events, *questions], told.refused)

    # What follows.

    def _act(self, best: Hypothesis) -> list[Event]:
        """Do what follows from the diagnosis, if it is clear and has held long enough."""
        settings, recorder, steady, at = self.settings, self._recorder, self._clock.steady, self._now
        clear = self.decision.margin >= settings.margin
        told = [] if clear else self._ask(best)
        match best.kind:
            case "nothing" if steady >= settings.follow_after:
                self._clock = replace(self._clock, blind=False)
                recorder.calm_down()
            case "move":
                told += self._move(best, clear=clear)
            case "illegal" if steady >= settings.follow_after and (clear or self.decision.agrees(settings.margin)):
                told += self._illegal(best)
            case "pair" | "let_stand" if steady >= settings.follow_after:
                told += self._follow(best, clear=clear)
            case "takeback" if clear and steady >= (
                settings.replaced_after if best.placed else settings.takeback_after
            ):
                told += recorder.take_back(best.rows, at)
            case "cleared" if clear and steady >= settings.cleared_after:
                told += recorder.clear_start(at)
            case "extended" if clear and steady >= settings.late_after:
                told += recorder.correct(best.placed[0][1], best.placed, at)
            case "corrected" if clear and steady >= settings.corrected_after:
                told += self._correct_last(best.placed)
        return told

    def _move(self, best: Hypothesis, *, clear: bool) -> list[Event]:
        """A legal turn lies there: propose it, and record it when its time has come."""
        illegal = self._contradicted(best)
        if illegal and self._clock.steady >= self.settings.follow_after:
            return self._illegal(illegal)
        if not self._settled(clear=clear):
            return []
        told = self._recorder.propose(best.placed, self._now)
        ready = self._clock.steady >= self.settings.follow_after
        if (ready and self._heard(Done)) or self._due(best, clear=clear):
            told += self._lay(best.placed)
        return told

    def _follow(self, best: Hypothesis, *, clear: bool) -> list[Event]:
        """The next player's tiles lie there: record what lay there before."""
        if not (self._settled(clear=clear) or self.decision.agrees(self.settings.margin)):
            return []
        # The hand that laid the next player's tiles was there after this turn.
        return self._lay(best.before, self._clock.touches - 1)

    def _settled(self, *, clear: bool) -> bool:
        """Tell whether nothing else comes near, or only names are in doubt, and were asked for."""
        return clear or (self.decision.lead >= self.settings.margin and bool(self._recorder.unrecorded.asked))

    def _due(self, best: Hypothesis, *, clear: bool) -> bool:
        """Tell whether the grace is over."""
        return self._left(best, clear=clear) == 0

    def _left(self, best: Hypothesis, *, clear: bool) -> float | None:
        """How much of the grace is left; None where there is none."""
        settings, clock = self.settings, self._clock
        if not settings.automatic or best.placed == self._recorder.declined:
            return None
        cells = {cell for _, cell in best.placed}
        vague = any(near in self._seen.vague for cell in cells for near in neighbours(cell))
        # What was seen and is not seen any more, though no hand was there, still lies there.
        hurry = clear and not vague and self._recorder.unrecorded.laid <= cells
        grace = settings.grace + (0.0 if hurry else settings.patience)
        return max(0.0, grace - clock.held, settings.least_spell - clock.free)

    def _lay(self, placed: Placement, touches: int | None = None) -> list[Event]:
        self._clock = replace(self._clock, blind=False)
        touches = self._clock.touches if touches is None else touches
        return self._recorder.lay(placed, self._doubtful_cells(), touches, self._now)

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
        if said is None and self._clock.steady < self.settings.alarm_after:
            return []
        told = self._recorder.alarm(best.placed, self._now)
        if isinstance(said, Overrule) and not self._recorder.ledger.not_due(said.player):
            told += self._lay(best.placed)
        return told

    def _correct_last(self, placed: Placement) -> list[Event]:
        return self._recorder.correct(self.game.state.rows[-1].placed[0][1], placed, self._now)

    def _correct_names(self) -> list[Event]:
        """Correct recorded tiles whose names have become clear."""
        if self._clock.free < self.settings.rename_after:
            return []
        return correct_colour_set(self._recorder, self._minded, self.settings, self._now) or correct_name(
            self._recorder, self._seen.swapped, self._now
        )

    def _ask(self, best: Hypothesis) -> list[Event]:
        """Ask about what cannot be decided."""
        if self._clock.steady < self.settings.unsure_after or best.kind == "nothing":
            return []
        cells = self._doubtful_cells() or sorted({*self._seen.fresh, *self._seen.affected})
        votes = self._memory.cells
        return self._recorder.ask(((cell, tuple(chances(votes[cell]).items())) for cell in cells), self._now)

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
            self._clock = replace(self._clock, strayed=0.0)
            resynced, self._desync = bool(self._desync), frozenset()
            return [Resync(self._now)] if resynced else []
        if self._desync or self._clock.strayed < self.settings.desync_after:
            return []
        self._desync = strays
        return [Desync(self._now, tuple(sorted(strays)))]


def _key(best: Hypothesis) -> tuple[object, ...]:
    """What makes a diagnosis the same as before."""
    return best.kind, best.rows, best.before, () if best.kind == "takeback" else best.placed
