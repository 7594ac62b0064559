"""Sees a table of cards and explains it: what lies there becomes turns of the record, and events tell about it."""

from collections.abc import Mapping
from dataclasses import replace

from tileye.rules.cards import Table
from tileye.rules.events import LateStart
from tileye.rules.game import Game
from tileye.vision.card_referee.decisions import (
    CardDecision,
    TableHypothesis,
    TurnStart,
    decide_table,
    differences,
    is_first_set,
)
from tileye.vision.card_referee.explaining import TableChange
from tileye.vision.card_referee.going_back import is_replaced, turns_taken_back
from tileye.vision.card_referee.hands import HandVisit, deck_among
from tileye.vision.card_referee.layout import Layout, layout_of
from tileye.vision.card_referee.observations import CardObservation, Corners
from tileye.vision.card_referee.recorder import CardRecorder
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import TableSight, doubtful_cards, sight_of
from tileye.vision.card_referee.tracks import CardMemory, bumped, remember, touched
from tileye.vision.referee.beginning import Beginning, Begun
from tileye.vision.referee.clock import RefereeClock
from tileye.vision.referee.events import Event, Outcome, Resync, TableDesync
from tileye.vision.referee.inputs import Done, Overrule

_MOST_STEPS = 8
"""What one look at the table can set off."""
UNDECIDED = CardDecision((TableHypothesis("nothing", TableChange((), (), (), (), 0.0), 0.0),))
"""What is decided before anything was seen."""


class CardWatcher:
    """The part of the referee that watches; what people say is heard by `CardReferee`."""

    def __init__(self, game: Game, settings: CardSettings | None = None, beginning: Beginning | None = None) -> None:
        if game.setup.rules.kind != "cards":
            raise ValueError(f"{game.setup.rules.name} is not played with cards: another referee watches it")
        self.settings = settings or CardSettings()
        self.decision = UNDECIDED
        """How the table was explained last."""
        self.beginning = beginning or Beginning()
        """What is known of how the game begins."""
        self.deck: Corners | None = None
        """Where the deck lies in the picture, if it was seen."""
        self._recorder = CardRecorder(game)
        self._memory = self._undisturbed = CardMemory()
        self._sight = TableSight()
        self._layout: Layout = ()
        """Where the cards lie, for pages."""
        self._clock = RefereeClock()
        self._first_at: float | None = None
        """When something was seen first."""
        self._visit: HandVisit | None = None
        """The last hand, which perhaps drew."""
        self._visit_before: HandVisit | None = None
        """The one before it: what moves for a moment is none."""
        self._said: tuple[Done | Overrule, float] | None = None
        """A word that waits for the table to be read, and until when."""
        self._proposal: tuple[TableHypothesis, int] | None = None
        """What was proposed last, and after which hand."""
        self._done_at: int | None = None
        """The hand after which `done` was said of a table that seemed illegal, or whose cards are to be named."""
        self._let_lie: TableHypothesis | None = None
        """In a folder: the illegal table of the picture before."""
        self._is_desync = False
        self._obscured = False
        """Whether something covered a part of the table when it was looked at last."""
        self._seen_anew = False
        """Whether the table was looked at since it was explained."""
        self._back: int | None = None
        """How many turns are taken back, as far as that was asked since then; the next two are likewise."""
        self._is_next: bool | None = None
        self._witnessed = False

    @property
    def game(self) -> Game:
        """The record so far."""
        return self._recorder.ledger.game

    @property
    def cards(self) -> Mapping[int, Corners]:
        """The cards that lie there by their numbers: the eye says of these whether they are hidden."""
        return {track.number: track.corners for track in self._memory.lying}

    @property
    def is_beginning(self) -> bool:
        """Whether nobody knows yet what lies there at the start; nothing is recorded until then."""
        return self.beginning.begun is None and not self.game.state.started

    @property
    def begun(self) -> Begun | None:
        """With what this game has begun, as far as that was seen."""
        return self.beginning.begun

    def see(self, observation: CardObservation) -> list[Event]:
        """Look at the table."""
        self._pass(observation.at)
        self._first_at = self._now if self._first_at is None else self._first_at
        if observation.moved:
            self._memory = bumped(self._memory, self.settings)
        return self._disturb(observation) if observation.busy else self._look(observation)

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

    def _disturb(self, observation: CardObservation) -> list[Event]:
        """A hand is there, or still there."""
        told: list[Event] = []
        if self._clock.free_since is not None:
            told = self._begin_in_time() or self._take_held()
            # Where the table was not read since the hand before, nobody knows what this one finds.
            known = self._memory.looks >= self.settings.least_looks
            lying = frozenset(track.number for track in self._memory.lying)
            self._undisturbed = self._memory
            table, touch = self.decision.best.key if known else None, self._clock.touches + 1
            self._visit_before, self._visit = self._visit, HandVisit(table, lying, touch, observation.at)
        self._clock = self._clock.disturbed(self.settings)
        self._memory = touched(self._memory, observation.hidden, self.settings)
        if self._visit:
            self._visit = self._visit.seen(observation, self.settings)
            drawing = self._visit.draws_now(self.settings) and self._visit.table == self.decision.best.key
            if drawing and not self.is_beginning:
                told += self._drawn()
        return told

    def _look(self, observation: CardObservation) -> list[Event]:
        """The table is free and was read."""
        touches = self._clock.touches
        self._clock = self._clock.freed(self.settings)
        if self._clock.touches < touches and self._memory.bumps == self._undisturbed.bumps and not self._memory.adrift:
            # What moved was no hand: nothing can have changed.
            self._memory = self._undisturbed
        self._remember(observation)
        return self._think() if self._memory.looks >= self.settings.least_looks else []

    def _remember(self, observation: CardObservation) -> None:
        self._memory = remember(self._memory, observation, self.settings)
        self._recorder.places = self._recorder.places.following(self._memory)
        self.deck = deck_among(observation.backs, self.deck)
        self._obscured, self._seen_anew = bool(observation.hidden), True

    # How it is explained.

    def _think(self) -> list[Event]:
        """Explain the table and do what follows, until nothing more does."""
        told: list[Event] = []
        if self._memory.looks < self.settings.least_looks:
            return told
        for _ in range(_MOST_STEPS):
            length = len(self.game.log)
            if self.game.state.ended:
                break
            self._diagnose()
            if self.is_beginning and self._clock.free >= self.settings.begin_after:
                told += self._begin().events
            if self.is_beginning:
                break
            if len(self.game.log) == length:
                told += self._act(self.decision.best)
            if len(self.game.log) == length:
                break
            self._seen_anew = True
        return told

    def _diagnose(self) -> None:
        """Explain the table as it is remembered, if there is anything new."""
        if self._seen_anew:
            self._back, self._is_next, self._witnessed = None, None, False
            colours, places = self.game.state.colours, self._recorder.places
            self._sight = sight_of(self._memory, places, self.settings, colours=colours, obscured=self._obscured)
            self.decision = decide_table(self._sight, self._recorder.start, self.settings)
            self._layout = layout_of(self._sight, self.decision.best.outside, self._layout)
            self._seen_anew = False
        self._clock = self._clock.diagnosed(self.decision.best.key, self.settings)

    @property
    def _lying(self) -> Table:
        """The sets that lie there, by the likeliest names."""
        return self.decision.best.change.after

    # How the game begins.

    @property
    def _waits_for_people(self) -> bool:
        return self.beginning.mode in ("ask", "clear")

    def _begin_in_time(self) -> list[Event]:
        """The first hand comes: a set that it found on the table is not what it lays."""
        if not self.is_beginning and not (self.begun == "turn" and not self.game.state.rows):
            return []
        told = self._begin().events if self.is_beginning and self._memory.looks else []
        best, settings = self.decision.best, self.settings
        if (self._clock.free_since or 0.0) - (self._first_at or 0.0) > settings.clean_start:
            # Somebody was there from the beginning, and perhaps goes on with the same turn.
            return told
        if self.begun == "turn" and best.kind == "legal" and settings.automatic:
            told += self._commit(best, closed=True)
        return told

    def _begin(self) -> Outcome:
        """The table was seen for the first time: record what lies there if it is no turn."""
        self._diagnose()
        lying = [group for group in self._sight.groups if not group.dropped]
        mode = self.beginning.mode
        begun: Begun | None = mode if mode in ("turn", "board") else None
        if not lying:
            begun = "nothing"
        elif mode == "auto":
            begun = "turn" if is_first_set(lying) else "board"
        self.beginning = replace(self.beginning, begun=begun)
        if begun != "board":
            return Outcome([])
        said = self.beginning.told
        start = LateStart(table=self._lying, player=said.player if said else None, points=said.points if said else None)
        told = self._recorder.join(start, self._now)
        if not told.refused:
            self._recorder.settle_in(self._sight, self.decision.best)
            self._seen_anew = True
        return told

    # What follows.

    def _act(self, best: TableHypothesis) -> list[Event]:
        """Do what follows from the diagnosis, if it is clear and has held long enough."""
        if self._clock.steady >= self.settings.propose_after and not self._witnessed:
            self._recorder.witness(self._sight)
            self._witnessed = True
        drew = self._has_drawn(best)
        self._back = self._taken_back(best) if self._back is None else self._back
        if self._back:
            return self._go_back(self._back)
        if told := self._mind_desync(best):
            return told
        if self._recorder.is_recorded(best):
            return self._rests(drew=drew)
        if self._is_next_player(best):
            self._close()
            self._diagnose()
            best = self.decision.best
        match best.kind:
            case "legal":
                return self._legal(best, drew=drew)
            case "illegal":
                return self._illegal(best)
            case _:
                return []

    def _rests(self, *, drew: bool) -> list[Event]:
        """The table is as recorded."""
        if self._clock.steady < self.settings.follow_after:
            return []
        if drew or self._heard(Done):
            self._close()
        if self._recorder.open_row is None:
            self._recorder.forget_turn()
        return []

    def _legal(self, best: TableHypothesis, *, drew: bool) -> list[Event]:
        """A legal table lies there: propose it, and record it when its time has come."""
        settings, steady = self.settings, self._clock.steady
        clear = self.decision.is_clear(settings.margin)
        told = [] if self.decision.is_named(settings.margin) else self._ask(best)
        if steady < settings.propose_after:
            return told
        if clear or best.key == self._recorder.memory.asked:
            told += self._recorder.propose(best, self._now)
            self._proposal = best, self._clock.touches
        # What was said of a table that was misread is said of this one, as long as no hand has come.
        done = self._was_done
        heard = steady >= settings.follow_after and self._heard(Done) is not None
        if heard or (steady >= settings.follow_after and (drew or done)):
            holds = self._holds(best) and not drew and not (done and heard)
            # Who ends a turn that is not clear is asked at once, and can correct it.
            told += self._question(best) if holds or not clear else []
            self._done_at = self._clock.touches if holds else None
            return told + ([] if holds else self._commit(best, closed=True))
        return told + (self._commit(best, closed=False) if self._is_due(best) and not self._holds(best) else [])

    @property
    def _was_done(self) -> bool:
        """Whether `done` was said of this table, which was not a turn yet then."""
        return self._done_at == self._clock.touches

    def _is_due(self, best: TableHypothesis) -> bool:
        """Whether a legal table has rested for so long that it is a turn."""
        clear, covered = self.decision.is_clear(self.settings.margin), self._sight.obscured
        due = self.settings.automatic and clear and not covered and best.key != self._recorder.declined
        return due and self._clock.steady >= self.settings.pause

    def _holds(self, best: TableHypothesis) -> bool:
        """Whether somebody is to name cards of this table before it is a turn."""
        wanted = self.settings.names_first and best.kind == "legal"
        return wanted and not self.decision.is_named(self.settings.margin) and any(doubtful_cards(self._sight))

    def _take_held(self) -> list[Event]:
        """A hand comes before anybody has named the cards of a turn that is over: it counts by the likeliest names."""
        best, closed = self.decision.best, self._was_done
        ready = self._holds(best) and best.key == self._recorder.memory.proposed and not self.is_beginning
        over = ready and not self._recorder.is_recorded(best) and (closed or self._is_due(best))
        return self._commit(best, closed=closed) if over else []

    def _illegal(self, best: TableHypothesis) -> list[Event]:
        """A table against the rules: say so in time, and record it if somebody lets it stand."""
        settings, steady = self.settings, self._clock.steady
        told = [] if self.decision.is_named(settings.margin) else self._ask(best)
        if steady < settings.follow_after:
            return told
        renamed = self._recorder.rename(best, self._now) if steady >= settings.renamed_after else []
        if renamed:
            return told + renamed
        unseen = self._sight.obscured and bool(best.change.missing)
        # Who only moved cards is thinking before any is laid.
        codes = best.verdict.codes if best.verdict else ()
        waited = steady >= settings.alarm_after and not unseen and set(codes) != {"no_card_played"}
        if best.change.missing and (proposed := self._still_proposed()) and self._heard(Done):
            return told + self._commit(proposed, closed=True)
        hasty = bool(best.change.missing) and steady < settings.missing_after
        named = settings.names_first and self._was_done and not self._recorder.is_told(best)
        done = not hasty and (self._heard(Done) is not None or named)
        if done:
            self._done_at = self._clock.touches
        if waited or done:
            told += (done and self._replaced(best)) or self._recorder.alarm(best, self._now)
        if self._recorder.is_told(best) and (said := self._heard(Overrule)):
            why = self._recorder.not_due(said.player) if isinstance(said, Overrule) else None
            told += [] if why else self._commit(best, closed=True)
        return told

    def _still_proposed(self) -> TableHypothesis | None:
        """What was proposed, if no hand was there since: then no card can be gone."""
        proposal = self._proposal
        known = proposal is not None and proposal[0].key == self._recorder.memory.proposed
        return proposal[0] if proposal and known and proposal[1] == self._clock.touches else None

    def _commit(self, best: TableHypothesis, *, closed: bool) -> list[Event]:
        told = self._recorder.commit(best, self._sight, self._now, closed=closed)
        self._seen_anew, self._done_at = True, None
        return told

    def _close(self) -> None:
        """The turn that time committed is over: the table is explained from its end on."""
        self._seen_anew = self._seen_anew or self._recorder.open_row is not None
        self._recorder.close()

    def _drawn(self) -> list[Event]:
        """A hand draws from the deck: the turn before it is over."""
        best = self.decision.best
        if self._recorder.is_recorded(best):
            self._close()
            return []
        proposed = best.kind == "legal" and best.key == self._recorder.memory.proposed
        return self._commit(best, closed=True) if proposed else []

    def _has_drawn(self, best: TableHypothesis) -> bool:
        """Whether the last hand has drawn beside this table."""
        touch = self._clock.touches
        visit = next((one for one in (self._visit, self._visit_before) if one and one.touch == touch), None)
        return visit is not None and visit.drew_beside(best.key, self.cards, self.settings)

    def _heard(self, kind: type[Done] | type[Overrule]) -> Done | Overrule | None:
        """Take a word that waits, if it is of this kind and not too old."""
        if self._said is None or not isinstance(self._said[0], kind) or self._now > self._said[1]:
            return None
        word, self._said = self._said[0], None
        return word

    def _taken_back(self, best: TableHypothesis) -> int:
        """How many turns are taken back if the table is as it was before them; 0 where it is not."""
        if best.kind == "nothing" or not self._clock.touches:
            return 0
        return turns_taken_back(self.game, self._sight, best, self.settings)

    def _go_back(self, count: int) -> list[Event]:
        if self._clock.steady < self.settings.takeback_after:
            return []
        self._seen_anew = True
        return self._recorder.take_back(count, self._now)

    def _replaced(self, best: TableHypothesis) -> list[Event]:
        """All cards of the last turn are gone, and another turn lies there in its place."""
        rows = self.game.state.rows
        last = rows[-1] if rows else None
        if last is None or last.kind != "turn" or self._recorder.open_row or self._recorder.is_told(best):
            return []
        if not is_replaced(self.game, last, self._sight, best, self.settings):
            return []
        self._seen_anew = True
        return self._recorder.take_back(1, self._now)

    def _is_next_player(self, best: TableHypothesis) -> bool:
        """Whether what changed since time committed a turn can only be the next player's."""
        row = self._recorder.open_row
        if row is None or best.kind == "legal" or self._clock.steady < self.settings.follow_after:
            return False
        if self._is_next is None:
            start = TurnStart(self.game.state, self._recorder.ledger.player)
            way = decide_table(self._sight, start, self.settings)
            self._is_next = way.best.kind == "legal" and way.is_clear(self.settings.margin)
        return self._is_next

    # What cannot be explained or decided.

    def _ask(self, best: TableHypothesis) -> list[Event]:
        return self._question(best) if self._clock.steady >= self.settings.unsure_after else []

    def _question(self, best: TableHypothesis) -> list[Event]:
        return self._recorder.ask(best, doubtful_cards(self._sight), self._now)

    def _mind_desync(self, best: TableHypothesis) -> list[Event]:
        """Tell when the table cannot be explained, and when it can be again."""
        if best.kind != "strange":
            known, self._is_desync = self._is_desync, False
            return [Resync(self._now)] if known else []
        late = self._clock.steady >= self.settings.desync_after and not self._sight.obscured
        if self._is_desync or not late:
            return []
        self._is_desync = True
        change = differences(self._sight, self.game.state.table)
        return [TableDesync(self._now, change.missing, change.added)]
