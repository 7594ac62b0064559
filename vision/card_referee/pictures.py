"""A folder of pictures: each is the table after one turn."""

from collections import Counter

from tileye.rules.cards import all_cards
from tileye.rules.events import Arranged, Pass
from tileye.rules.flow import advance
from tileye.vision.card_referee.decisions import TableHypothesis, TurnStart, decide_table
from tileye.vision.card_referee.going_back import turns_taken_back
from tileye.vision.card_referee.observations import CardObservation
from tileye.vision.card_referee.possible_two_turns import marked
from tileye.vision.card_referee.tracks import touched
from tileye.vision.card_referee.watching import CardWatcher
from tileye.vision.referee.events import Event


class CardPictureWatcher(CardWatcher):
    """Watches a table, or looks through pictures of it."""

    def see(self, observation: CardObservation) -> list[Event]:
        """Look at the table."""
        if not self.settings.whole_turns:
            return super().see(observation)
        self._pass(observation.at)
        return [] if observation.busy else self._see_picture(observation)

    def _see_picture(self, observation: CardObservation) -> list[Event]:
        """A picture of the table after a whole turn."""
        told = self._take_held()
        self._clock = self._clock.disturbed(self.settings).freed(self.settings)
        self._memory = touched(self._memory, None, self.settings)
        self._remember(observation)
        if self.is_beginning:
            told += self._begin().events
            if self.begun == "board":
                return told
        if self._resumes:
            self._diagnose()
            self._resume()
        if not self.game.state.ended:
            told += self._let_stand() + self._turn_of_picture()
        return marked(told, self.game.state.rules.hand, skipped=observation.skipped)

    def _let_stand(self) -> list[Event]:
        """The illegal table of the picture before still lies there: it was let stand."""
        self._diagnose()
        lain, self._let_lie = self._let_lie, None
        if lain is None:
            return []
        lying = Counter(all_cards((*self._lying, *self.decision.best.change.taken)))
        gone = Counter(all_cards((*lain.change.after, *lain.change.taken))) - lying
        return [] if gone or self._is_mended(lain) else self._commit(lain, closed=True)

    def _is_mended(self, lain: TableHypothesis) -> bool:
        """Whether the table is a legal turn if nobody let the illegal one stand, and none if somebody did."""
        start = self._recorder.start
        if self.decision.best.kind != "legal":
            return False
        stood = Arranged(start.player, lain.change.after, lain.change.taken, overruled=True)
        after = advance(start.state, 0, stood)
        way = decide_table(self._sight, TurnStart(after, after.whose_turn or 0), self.settings)
        return way.best.kind not in ("legal", "nothing")

    def _turn_of_picture(self) -> list[Event]:
        """What this picture shows beyond the one before."""
        self._diagnose()
        best = self.decision.best
        if back := turns_taken_back(self.game, self._sight, best, self.settings):
            return self._go_back(back)
        told = self._mind_desync(best) or self._recorder.rename(self._sight, best, self._now)
        if told:
            return told
        if best.kind != "nothing" and not self.decision.is_named(self.settings.margin):
            told = self._question(best)
        match best.kind:
            case "legal":
                told += self._recorder.propose(best, self._now)
                self._done_at = self._clock.touches if self._holds(best) else None
                return told + ([] if self._was_done else self._commit(best, closed=True))
            case "illegal":
                self._let_lie = best
                return told + self._recorder.alarm(best, self._now)
            case "nothing" if self.game.state.started and not self.settings.asks_unchanged:
                # Where the rules allow no pass, it is the same table once more.
                return self._recorder.enter(Pass(self._recorder.ledger.player), self._now).events
            case _:
                return told
