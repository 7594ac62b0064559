"""Sees a table of cards and explains it: what lies there becomes turns of the record, and events tell about it."""

from dataclasses import replace

from tileye.rules.errors import GameError
from tileye.vision.card_referee.catching_up import SeenTurn, caught_up, corrected, correction, missed_turns
from tileye.vision.card_referee.decisions import (
    TableHypothesis,
    TurnStart,
    decide_table,
    differences,
)
from tileye.vision.card_referee.going_back import is_replaced, turns_taken_back
from tileye.vision.card_referee.hands import HandVisit, lie_near_deck
from tileye.vision.card_referee.hindsight import TurnEnd
from tileye.vision.card_referee.knowing import Proposal
from tileye.vision.card_referee.observations import CardObservation
from tileye.vision.card_referee.sights import doubtful_cards, new_cards, shown_hand
from tileye.vision.card_referee.starting import StartKnowledge
from tileye.vision.card_referee.tracks import bumped, touched
from tileye.vision.referee.events import Event, Resync, TableDesync
from tileye.vision.referee.inputs import Done, Overrule

_MOST_STEPS = 8
"""What one look at the table can set off."""


class CardWatcher(StartKnowledge):
    """The part of the referee that watches; what people say is heard by `CardReferee`."""

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
            if self._visit and self._visit.only_drew and not known:
                # It is still at the deck: between two cards it hardly moved.
                self._visit = replace(self._visit, touch=touch, last=observation.at, paused=True)
            else:
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
        elif self._clock.touches == touches and not self._memory.looks and self._visit and self._visit.only_drew:
            # Cards that are found now were overlooked before.
            self._memory = replace(self._memory, visits=self._undisturbed.visits)
        self._remember(observation)
        return self._think() if self._memory.looks >= self.settings.least_looks else []

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
            if self.is_beginning and self._clock.free >= self._begins_after:
                told += self._begin().events
            if self.is_beginning:
                break
            if len(self.game.log) == length:
                told += self._act(self.decision.best)
            if len(self.game.log) == length:
                break
            self._seen_anew = True
        return told

    # How the game begins.

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

    # What follows.

    def _act(self, best: TableHypothesis) -> list[Event]:
        """Do what follows from the diagnosis, if it is clear and has held long enough."""
        if self._resumes:
            self._resume()
            return []
        if self._clock.steady >= self.settings.propose_after and not self._witnessed:
            self._recorder.witness(self._sight)
            self._witnessed = True
        if self._only_reached_over_deck(best):
            self._reopen()
            return []
        drew = self._has_drawn(best)
        if self._back is None:
            gone = turns_taken_back(self.game, self._sight, best, self.settings)
            self._back = gone if self._clock.touches else 0
        if self._back:
            return self._go_back(self._back)
        if told := self._look_back(best, drew=drew):
            return told
        if told := self._mind_desync(best):
            return told
        if self._recorder.is_recorded(best):
            return self._rests(drew=drew)
        if self._is_next_player(best):
            self._close()
            self._diagnose()
            best = self.decision.best
        if proposal := self._ended_unseen(best):
            return self._commit(proposal.table, closed=True, stage=proposal.stage)
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
        is_played = shown_hand(self._sight) and not self._recorder.open_row
        if drew or (not is_played and self._heard(Done)):
            self._close()
            self._count_draw()
        elif is_played and self._said_lately(Done):
            # Who has finished a turn with such cards has laid them.
            self._laid_at, self._seen_anew = self._clock.touches, True
        if self._recorder.open_row is None:
            self._recorder.forget_turn()
        self._see_whole(self.decision.best)
        return []

    def _legal(self, best: TableHypothesis, *, drew: bool) -> list[Event]:
        """A legal table lies there: propose it, and record it when its time has come."""
        settings, steady = self.settings, self._clock.steady
        clear = self.decision.is_clear(settings.margin)
        told = [] if self._is_named else self._ask(best)
        if steady < settings.propose_after:
            return told
        if self._is_lost_from_sight(best):
            return told + (self._end_lost(best, drew=drew) if steady >= settings.follow_after else [])
        self._see_whole(best)
        if clear or best.key == self._recorder.memory.asked:
            told += self._recorder.propose(best, self._now)
            self._proposal = Proposal(best, self._stage)
        # What was said of a table that was misread is said of this one, as long as no hand has come.
        done = self._was_done
        heard = steady >= settings.follow_after and self._heard(Done) is not None
        if heard or (steady >= settings.follow_after and (drew or done)):
            holds = self._holds(best) and not drew and not (done and heard)
            # Who ends a turn that is not clear is asked at once, and can correct it.
            told += self._question(best) if holds or not clear else []
            self._done_at = self._clock.touches if holds else None
            self._ended_at = self._now if holds and heard else self._ended_at
            return told + ([] if holds else self._commit(best, closed=True))
        # Or somebody has made good what did not fit; what changes from here on still belongs to the same player.
        again = best.key == self._ended and steady >= settings.follow_after
        return told + (
            self._commit(best, closed=False) if (again or self._is_due(best)) and not self._holds(best) else []
        )

    def _end_lost(self, best: TableHypothesis, *, drew: bool) -> list[Event]:
        """A turn ends while a Qwirkle seems to be lost from sight: it is what was proposed before, if anything was."""
        done, proposal = self._heard(Done) is not None, self._still_proposed()
        if proposal and (drew or done):
            return self._commit(proposal.table, closed=True, stage=proposal.stage)
        if not done:
            return []
        # Perhaps nobody noticed the hand that took it: who says so twice is believed.
        again, self._lost_at = self._lost_at == self._clock.touches, self._clock.touches
        return self._commit(best, closed=True) if again else self._question(best)

    def _take_held(self) -> list[Event]:
        """A hand comes before anybody has named the cards of a turn that is over: it counts by the likeliest names."""
        best, closed = self.decision.best, self._was_done
        ready = self._holds(best) and best.key == self._recorder.memory.proposed and not self.is_beginning
        over = ready and not self._recorder.is_recorded(best) and (closed or self._is_due(best))
        return self._commit(best, closed=closed) if over else []

    def _illegal(self, best: TableHypothesis) -> list[Event]:
        """A table against the rules: say so in time, and record it if somebody lets it stand."""
        settings, steady = self.settings, self._clock.steady
        told = [] if self._is_named else self._ask(best)
        if steady < settings.follow_after:
            return told
        renamed = self._recorder.rename(self._sight, best, self._now) if steady >= settings.renamed_after else []
        if renamed:
            return told + renamed
        unseen = self._sight.obscured and bool(best.change.missing)
        # Who only moved cards is thinking before any is laid.
        codes = best.verdict.codes if best.verdict else ()
        waited = steady >= settings.alarm_after and not unseen and set(codes) != {"no_card_played"}
        proposed = self._still_proposed()
        # That a Qwirkle was taken of which cards were never seen was a guess: what is seen now says otherwise.
        change = proposed.table.change if proposed else None
        seen = change is not None and not change.unseen and best.change.is_part_of(change)
        if proposed and seen and self._heard(Done):
            return told + self._commit(proposed.table, closed=True, stage=proposed.stage)
        hasty = bool(best.change.missing) and steady < settings.missing_after
        named = settings.names_first and self._was_done and not self._recorder.is_told(best)
        done = not hasty and (self._heard(Done) is not None or named)
        if done:
            self._miss()
            self._ended = self._proposal.table.key if self._proposal else None
        if waited or done:
            told += (done and self._replaced(best)) or self._recorder.alarm(best, self._now)
        if self._recorder.is_told(best) and (said := self._heard(Overrule)):
            why = self._cannot_overrule(said) if isinstance(said, Overrule) else None
            told += [] if why else self._commit(best, closed=True)
        return told

    def _cannot_overrule(self, word: Overrule) -> GameError | None:
        """Say why this player cannot let a table stand; the last one may as long as only time has ended the turn."""
        row = self._recorder.open_row
        return None if row and word.player == row.player else self._recorder.not_due(word.player)

    def _commit(self, best: TableHypothesis, *, closed: bool, stage: TurnEnd | None = None) -> list[Event]:
        told = self._recorder.commit(best, stage or self._stage, self._now, closed=closed)
        self._seen_anew, self._done_at, self._proposal, self._ended = True, None, None, None
        if self._heard_at == self._now:
            self._ended_at = self._now
        if closed:
            self._count_draw()
        return told

    def _count_draw(self) -> None:
        """A turn is over: whoever has drawn until now has drawn for that one."""
        self._visit, self._visit_before = (
            one and replace(one, counted=True) for one in (self._visit, self._visit_before)
        )

    def _close(self) -> None:
        """The turn that time committed is over: the table is explained from its end on."""
        if self._recorder.open_row is not None:
            self._seen_anew = True
            self._ended_at = self._now if self._heard_at == self._now else self._ended_at
        self._recorder.close()

    def _drawn(self) -> list[Event]:
        """A hand draws from the deck: the turn before it is over."""
        best = self.decision.best
        if self._recorder.is_recorded(best):
            self._drawn_at = self._clock.touches if self._recorder.open_row else self._drawn_at
            self._close()
            self._count_draw()
            return []
        if best.kind != "legal" or best.key != self._recorder.memory.proposed:
            return []
        self._drawn_at, self._ended_at = self._clock.touches, self._now
        return self._commit(best, closed=True)

    def _only_reached_over_deck(self, best: TableHypothesis) -> bool:
        """Whether the hand that seemed to draw, and ended the turn, has laid a card not far beyond the deck."""
        ended_turn = self._drawn_at == self._clock.touches and self._recorder.open_row is None
        if not ended_turn or not self.deck or best.kind not in ("legal", "illegal") or best.change.missing:
            return False
        return lie_near_deck(self.deck, new_cards(self._sight), self.settings)

    def _reopen(self) -> None:
        """The last turn is not over yet."""
        self._drawn_at, self._seen_anew = None, True
        self._recorder.reopen()

    def _go_back(self, count: int) -> list[Event]:
        if self._clock.steady < self.settings.takeback_after:
            return []
        self._seen_anew = True
        return self._recorder.take_back(count, self._now)

    def _replaced(self, best: TableHypothesis) -> list[Event]:
        """All cards of the last turn are gone, and another turn lies there in its place."""
        last = self.game.state.rows[-1] if self.game.state.rows else None
        over = last is not None and not self._recorder.open_row and not self._recorder.is_told(best)
        if not (over and last and is_replaced(self.game, last, self._sight, best, self.settings)):
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
            self._is_next = decide_table(self._sight, start, self.settings).is_turn(self.settings.margin)
        return self._is_next

    def _ended_unseen(self, best: TableHypothesis) -> Proposal | None:
        """What was proposed, where what lies there now can only be the next player's turn: its end was not noticed."""
        proposal, unexplained = self._proposal, best.kind in ("strange", "illegal")
        touched_since = proposal is not None and proposal.stage.touch < self._clock.touches
        if not (proposal and unexplained and self._recorder.open_row is None and touched_since):
            return None
        if self._clock.steady < self.settings.unsure_after or self._sight.obscured:
            return None
        if self._is_next is None:
            start = self._recorder.start_after(proposal.table)
            way = decide_table(self._sight, start, self.settings) if start else None
            self._is_next = way is not None and way.is_turn(self.settings.margin)
        return proposal if self._is_next else None

    # What earlier turns turn out to have been.

    def _look_back(self, best: TableHypothesis, *, drew: bool) -> list[Event]:
        """Mend what was recorded, or could not be, where later looks tell what lay there."""
        recorder, steady, settings = self._recorder, self._clock.steady, self.settings
        if settings.whole_turns or steady < settings.follow_after:
            return []
        if best.kind in ("strange", "illegal") and not self._sight.obscured:
            said = self._heard(Done) if best.kind == "strange" else None
            if said or drew:
                self._miss()
        if self._looked_back or steady < settings.look_back_after or self._sight.obscured:
            return []
        self._looked_back = True
        told = self._mend()
        if recorder.is_recorded(best):
            recorder.missed = ()
        return told or self._catch_up(best)

    def _miss(self) -> None:
        """A turn ends that cannot be explained."""
        self._done_at = self._clock.touches
        self._recorder.miss(self._stage)

    def _mend(self) -> list[Event]:
        """Correct the first turn of which later looks tell that it was another one."""
        recorder = self._recorder
        for row in self.game.state.rows:
            stage = recorder.stages.get(row.id)
            if stage is None or row == recorder.open_row:
                continue
            if turn := corrected(self.game, row, stage, self._sight, self.settings):
                recorder.stages[row.id] = replace(stage, sight=turn.sight)
                self._seen_anew = True
                return recorder.amend(correction(row, turn.table), self._now)
        return []

    def _catch_up(self, best: TableHypothesis) -> list[Event]:
        """Record the turns whose ends could not be explained when they came, and with them now all can be."""
        every, sight, settings = self._recorder.missed, self._sight, self.settings
        missed = tuple(one for one in every if one.touch != self._clock.touches)
        if not missed:
            return []
        start, row, told = self._recorder.start, self._recorder.open_row, list[Event]()
        turns = missed_turns(start, missed, sight, settings, "sure")
        if not turns and best.kind == "legal":
            same = self.decision.is_clear(settings.margin) and len(missed) == 1 and missed[0].shows(sight)
            turns = (SeenTurn(best, sight),) if same else missed_turns(start, missed, sight, settings, "in place")
        elif not turns:
            way = caught_up(self.game, start, missed, sight, best.change, settings, row.id if row else 0)
            turns = way.turns if way else ()
            for event in way.corrections if way else ():
                told += self._recorder.amend(event, self._now)
        for turn, stage in zip(turns, missed, strict=False):
            told += self._commit(turn.table, closed=True, stage=replace(stage, sight=turn.sight))
        self._recorder.missed = every[len(turns) :]
        if len(missed) < len(every):
            # What was said of the table that lies there now holds still.
            self._done_at = self._clock.touches
        return told

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
