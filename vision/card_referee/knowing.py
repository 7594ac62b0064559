"""What the referee of cards knows of the table: what was seen, how it is explained, and what people said of it."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from tileye.rules.cards import Table, all_cards
from tileye.rules.game import Game
from tileye.vision.card_referee.decisions import (
    CardDecision,
    TableHypothesis,
    decide_table,
)
from tileye.vision.card_referee.explaining import TableChange
from tileye.vision.card_referee.hands import DeckMemory, HandVisit
from tileye.vision.card_referee.hindsight import TurnEnd
from tileye.vision.card_referee.layout import Layout, layout_of
from tileye.vision.card_referee.observations import CardObservation, Corners
from tileye.vision.card_referee.recorder import CardRecorder
from tileye.vision.card_referee.resuming import recalled
from tileye.vision.card_referee.sets_in_sight import sight_of
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import TableSight, doubtful_cards, guessed_cards
from tileye.vision.card_referee.splitting import TurnNotes
from tileye.vision.card_referee.tracks import CardMemory, remember
from tileye.vision.referee.beginning import Beginning, Begun
from tileye.vision.referee.clock import RefereeClock
from tileye.vision.referee.events import DoubtfulCard
from tileye.vision.referee.inputs import Done, Overrule

UNDECIDED = CardDecision((TableHypothesis("nothing", TableChange((), (), (), (), 0.0), 0.0),))
"""What is decided before anything was seen."""


class Proposal(NamedTuple):
    """A table that was told to be a turn soon."""

    table: TableHypothesis
    stage: TurnEnd


class TableKnowledge:
    """What is known, and what follows from it at once; what to do about it `CardWatcher` says."""

    def __init__(
        self,
        game: Game,
        settings: CardSettings | None = None,
        beginning: Beginning | None = None,
        notes: TurnNotes | None = None,
    ) -> None:
        if game.setup.rules.kind != "cards":
            raise ValueError(f"{game.setup.rules.name} is not played with cards: another referee watches it")
        self.settings = settings or CardSettings()
        self.decision = UNDECIDED
        """How the table was explained last."""
        self.beginning = beginning or Beginning()
        """What is known of how the game begins."""
        self._deck = DeckMemory()
        self._recorder = CardRecorder(game, notes)
        self._memory = self._undisturbed = CardMemory()
        self._sight = TableSight()
        self._layout: Layout = ()
        """Where the cards lie, for pages."""
        # Of a game that goes on nobody knows whose hands were there meanwhile.
        self._clock = RefereeClock(touches=int(game.state.started))
        self._first_at: float | None = None
        """When something was seen first."""
        self._visit: HandVisit | None = None
        """The last hand, which perhaps drew."""
        self._visit_before: HandVisit | None = None
        """The one before it: what moves for a moment is none."""
        self._drawn_at: int | None = None
        """The hand that ended a turn by drawing, before it had left."""
        self._said: tuple[Done | Overrule, float] | None = None
        """A word that waits for the table to be read, and when it was said."""
        self._heard_at: float | None = None
        """When such a word was taken last, and when `done` or a draw ended a turn or had its cards asked."""
        self._ended_at: float | None = None
        self._asked_at_start: tuple[DoubtfulCard, ...] = ()
        """The cards of the start that somebody is to name."""
        self._proposal: Proposal | None = None
        """What was proposed last."""
        self._ended: object = None
        """The table that was proposed last when `done` was said of one that seemed illegal."""
        self._done_at = self._clock.touches if notes and notes.done else None
        """The hand after which `done` was said of a table that seemed illegal, or whose cards are to be named."""
        self._lost_at: int | None = None
        """The hand after which `done` was said though a Qwirkle seemed to be lost from sight."""
        self._laid_at: int | None = None
        """The hand after which `done` was said of cards that seemed to be a hand which somebody shows."""
        self._whole: tuple[int, int] | None = None
        """The hand after which all of the record was seen at rest last, and how many Qwirkles were taken then."""
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
        self._looked_back = False
        """Whether it was asked since then what earlier turns turn out to have been."""
        self._resumes = game.state.started
        """Whether the game had begun when this referee came, and it has not yet found its way."""

    @property
    def game(self) -> Game:
        """The record so far."""
        return self._recorder.ledger.game

    @property
    def cards(self) -> Mapping[int, Corners]:
        """The cards that lie there by their numbers: the eye says of these whether they are hidden."""
        return {track.number: track.corners for track in self._memory.lying}

    @property
    def deck(self) -> Corners | None:
        """Where the deck lies in the picture, if it was seen."""
        return self._deck.place

    @property
    def is_beginning(self) -> bool:
        """Whether nobody knows yet what lies there at the start; nothing is recorded until then."""
        return self.beginning.begun is None and not self.game.state.started

    @property
    def begun(self) -> Begun | None:
        """With what this game has begun, as far as that was seen."""
        return self.beginning.begun

    def _pass(self, at: float) -> None:
        if at - self._now > self.settings.unwatched:
            # Nobody knows whose hands were there meanwhile.
            self._whole = None
        self._clock = self._clock.advanced(at, self.settings)
        if self._said and self._is_stale(self._said[1]):
            self._said = None

    @property
    def _now(self) -> float:
        return self._clock.clock

    def _remember(self, observation: CardObservation) -> None:
        self._memory = remember(self._memory, observation, self.settings)
        self._recorder.places = self._recorder.places.following(self._memory)
        self._deck = self._deck.looked(observation.backs)
        self._obscured, self._seen_anew = bool(observation.hidden), True

    def _diagnose(self) -> None:
        """Explain the table as it is remembered, if there is anything new."""
        if self._seen_anew:
            self._back, self._is_next, self._witnessed, self._looked_back = None, None, False, False
            colours, places = self.game.state.colours, self._recorder.places
            self._sight = sight_of(
                self._memory,
                places,
                self.settings,
                table=self.game.state.table,
                colours=colours,
                obscured=self._obscured,
                hands=self._laid_at != self._clock.touches,
            )
            self.decision = decide_table(self._sight, self._recorder.start, self.settings)
            self._layout = layout_of(self._sight, self.decision.best.outside, self._layout)
            self._seen_anew = False
        self._clock = self._clock.diagnosed(self.decision.best.key, self.settings)

    @property
    def _stage(self) -> TurnEnd:
        """What lies there, as it is remembered of the end of a turn."""
        # What a hand does that is there now came later.
        visits = self._memory.visits - (0 if self._memory.looks else 1)
        return TurnEnd(self._sight, visits, self._recorder.memory.witnessed, self._clock.touches)

    @property
    def _lying(self) -> Table:
        """The sets that lie there, by the likeliest names."""
        return self.decision.best.change.after

    @property
    def _waits_for_people(self) -> bool:
        return self.beginning.mode in ("ask", "clear")

    def _resume(self) -> None:
        """Find again what only the referee before knew."""
        settings = self.settings
        if self._clock.steady >= (settings.missing_after if self._sight.obscured else settings.propose_after):
            known = recalled(self._memory, self._recorder.start, self.game, settings)
            self._memory, self._recorder.places, self._recorder.declined = known
            self._resumes, self._seen_anew = False, True

    @property
    def _was_done(self) -> bool:
        """Whether `done` was said of this table, which was not a turn yet then."""
        return self._done_at == self._clock.touches

    def _is_due(self, best: TableHypothesis) -> bool:
        """Whether a legal table has rested for so long that it is a turn."""
        clear, covered = self.decision.is_clear(self.settings.margin), self._sight.obscured
        due = self.settings.automatic and clear and not covered and best.key != self._recorder.declined
        return due and self._clock.steady >= self._pause(best)

    def _pause(self, best: TableHypothesis) -> float:
        """How long a table has to rest to be a turn: nothing can be added to the one that ends the game."""
        after = self._recorder.start_after(best)
        last = after is not None and after.state.ended
        return self.settings.pause * (self.settings.last_pauses if last else 1.0)

    def _holds(self, best: TableHypothesis) -> bool:
        """Whether somebody is to name cards of this table before it is a turn."""
        wanted = self.settings.names_first and best.kind == "legal"
        return wanted and not self._is_named and any(doubtful_cards(self._sight))

    @property
    def _is_named(self) -> bool:
        """Whether it is known which cards lie there."""
        return self.decision.is_named(self.settings.margin) and not guessed_cards(self._sight)

    def _still_proposed(self) -> Proposal | None:
        """What was proposed, if no hand can have moved a card since."""
        proposal = self._proposal
        known = proposal is not None and proposal.table.key == self._recorder.memory.proposed
        return proposal if proposal and known and self._is_untouched_since(proposal.stage.touch) else None

    def _see_whole(self, best: TableHypothesis) -> None:
        """All cards of the record are where they may be, at rest."""
        self._whole = self._clock.touches, len(best.change.taken)

    def _is_lost_from_sight(self, best: TableHypothesis) -> bool:
        """Whether a Qwirkle seems to be taken though no hand was there since it was seen: light or shadow hides it."""
        if self._whole is None or self.settings.whole_turns:
            return False
        touch, taken = self._whole
        lying = [card for number in best.outside for card in self._sight.groups[number].likeliest]
        hidden = Counter(all_cards(best.change.taken)) - Counter(lying)
        return bool(hidden) and self._is_untouched_since(touch) and len(best.change.taken) > taken

    def _is_untouched_since(self, touch: int) -> bool:
        """Whether no hand can have moved a card since one: at most one was there, and only at the deck."""
        visit, now = self._visit, self._clock.touches
        drew = visit is not None and visit.touch == now and visit.only_drew
        return touch == now or (touch == now - 1 and drew)

    def _has_drawn(self, best: TableHypothesis) -> bool:
        """Whether the last hand has drawn beside this table."""
        touch = self._clock.touches
        visit = next((one for one in (self._visit, self._visit_before) if one and one.touch == touch), None)
        return visit is not None and visit.drew_beside(best.key, self.cards, self.settings)

    def _is_said_again(self) -> bool:
        """Whether `done` comes so soon after one that ended a turn that it is the same one, from another hand."""
        # What lies there without a hand is what it is said of.
        lies_there = self._clock.free_since is not None and not self._recorder.is_recorded(self.decision.best)
        if self._ended_at is None or (lies_there and not self._was_done):
            return False
        # Who draws and says so as well has not left yet.
        drew = self._clock.free_since is None and self._drawn_at == self._clock.touches
        lasts = self.settings.word_lasts if drew else self.settings.said_again
        return self._now - self._ended_at < lasts

    def _heard(self, kind: type[Done] | type[Overrule]) -> Done | Overrule | None:
        """Take a word that waits, if it is of this kind."""
        if self._said is None or not isinstance(self._said[0], kind):
            return None
        word, self._said, self._heard_at = self._said[0], None, self._now
        return word

    def _is_stale(self, said: float) -> bool:
        """Whether a word is too old: as long as a hand is there, nobody can know what it is said of."""
        settings, free = self.settings, self._clock.free_since
        waited = free is not None and self._now > max(said, free) + settings.word_lasts
        return waited or self._now > said + settings.word_waits

    def _said_lately(self, kind: type[Done] | type[Overrule]) -> bool:
        """Whether a word of this kind waits that was said just now, whatever hands came since."""
        word, said = self._said or (None, 0.0)
        return isinstance(word, kind) and self._now <= said + self.settings.word_lasts
