"""The referee of the card game: what is seen and said becomes the record of a game, and events tell about it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from tileye.rules.errors import GameError, reason_of
from tileye.rules.events import Arranged, CannotPlay, Correct, End, Exchange, Laid, Pass, Redo, Undo
from tileye.rules.events import Event as GameEvent
from tileye.rules.state import Row
from tileye.vision.card_referee.believing import as_recorded
from tileye.vision.card_referee.decisions import differences, is_first_set, sorted_sets
from tileye.vision.card_referee.pictures import CardPictureWatcher
from tileye.vision.card_referee.sights import doubtful_cards, shown_hand
from tileye.vision.card_referee.splitting import (
    TableRest,
    TurnNotes,
    is_joined_again,
    join_turns,
    redoing,
    sets_without,
    split_turn,
    undoing,
)
from tileye.vision.card_referee.view import CardRefereeView
from tileye.vision.referee.beginning import Beginning
from tileye.vision.referee.events import Event, Outcome
from tileye.vision.referee.inputs import (
    Begin,
    Done,
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
from tileye.vision.referee.machine import Status


class CardReferee(CardPictureWatcher):
    """Watches one card game and writes its record; the same things seen and said give the same events."""

    @property
    def view(self) -> CardRefereeView:
        """What a page shows."""
        best, memory = self.decision.best, self._recorder.memory
        if self.is_beginning:
            lying, clearing = self._lying if self._waits_for_people else (), self.beginning.mode == "clear"
            is_turn = is_first_set([group for group in self._sight.groups if not group.dropped])
            player = self._recorder.ledger.player
            return CardRefereeView(
                self._status(), player, beginning=lying, is_turn=is_turn, clearing=clearing, layout=self._layout
            )
        told = (best.kind == "legal" and best.key == memory.proposed) or self._recorder.is_told(best)
        shown = best.change if told and not self._recorder.is_recorded(best) else None
        unsure = memory.asked is not None and best.key == memory.asked
        at_start = self._doubtful_at_start
        off = differences(self._sight, self.game.state.table) if self._is_desync else None
        return CardRefereeView(
            self._status(),
            self._recorder.start.player,
            after=shown.after if shown else (),
            taken=shown.taken if shown else (),
            verdict=best.verdict if shown else None,
            unsure=unsure or bool(at_start),
            asked=(*(doubtful_cards(self._sight) if unsure else ()), *at_start),
            held=unsure and self._was_done and self._holds(best),
            missing=off.missing if off else (),
            extra=off.added if off else (),
            hand=shown_hand(self._sight),
            layout=self._layout,
            notes=self.notes,
            rests={row.id: rests for row in self.game.state.rows if (rests := self._rests_of(row))},
        )

    @property
    def notes(self) -> TurnNotes:
        """What the record does not say of its turns."""
        row = self._recorder.open_row
        return TurnNotes(row.id if row else None, self._was_done, dict(self._recorder.rests))

    @property
    def grace(self) -> float | None:
        """In how many seconds the table is a turn, if nothing changes; None: not by itself."""
        best, settings = self.decision.best, self.settings
        due = settings.automatic and not settings.whole_turns and self._clock.free_since is not None
        ready = best.kind == "legal" and best.key == self._recorder.memory.proposed
        if not due or not ready or self._recorder.is_recorded(best) or self._sight.obscured:
            return None
        if best.key == self._recorder.declined or not self.decision.is_clear(settings.margin) or self._holds(best):
            return None
        return max(0.0, self._pause(best) - self._clock.steady)

    def _status(self) -> Status:
        if self._is_desync:
            return "desync"
        if self.is_beginning and self._waits_for_people and self._lying:
            return "beginning"
        best = self.decision.best
        if self._clock.free_since is None:
            return "busy"
        if self._recorder.is_recorded(best):
            return "committed" if self._recorder.open_row else "watching"
        return "proposed" if best.kind == "legal" and best.key == self._recorder.memory.proposed else "settling"

    def tell(self, told: Input) -> Outcome:
        """Hear what somebody says."""
        self._pass(told.at)
        rows, start = self.game.state.rows, self.game.state.late_start
        heard = self._hear(told.word)
        if not isinstance(told.word, NamedCard):
            self._follow_start(start, redone=isinstance(told.word, Redo))
        if isinstance(told.word, Arranged | Correct | Nameless | NamedCard) and self.game.state.rows != rows:
            self._memory = as_recorded(self._memory, self._sight, self.game.state.table)
        if self.game.state.rows != rows:
            self._whole = None
        # Whatever was said may have changed what the table is explained from.
        self._seen_anew = True
        return heard

    def rests_in(self, number: int) -> tuple[TableRest, ...]:
        """The legal tables at rest of a turn, by its number on the sheet, at which it can be split."""
        row = self._row(number)
        return self._rests_of(row) if row else ()

    def split(self, number: int, rest: TableRest, at: float) -> Outcome:
        """A turn ended with an earlier rest: what came then belongs to the next player."""
        self._pass(at)
        row = self._row(number)
        if row is None:
            return Outcome([], GameError("no_such_turn", event=number))
        before = tuple(takewhile(lambda one: not _is_same(one, rest), self._own_rests(row)))
        told = self._mended(split_turn(row, rest, len(self.game.state.players)))
        if not told.refused and (first := self._row(number)):
            # The part that was split off is another turn, and can be split once more.
            self._recorder.rests[first.id] = before
        return told

    def join(self, number: int, at: float) -> Outcome:
        """A turn and the one after it are one turn of the first player."""
        self._pass(at)
        first, second = self._row(number), self._row(number + 1)
        if first is None or second is None:
            return Outcome([], GameError("no_such_turn", event=number))
        told = self._mended(join_turns(first, second))
        if not told.refused:
            rests = {*self._recorder.rests_of(first), *self._recorder.rests_of(second)}
            self._recorder.rests[first.id] = tuple(sorted(rests, key=lambda rest: rest.at))
        return told

    def _rests_of(self, row: Row) -> tuple[TableRest, ...]:
        """The rests of a turn that differ from its end, each table once."""
        found = {(sorted_sets(one.after), len(one.taken)): one for one in self._own_rests(row)}
        return tuple(one for one in found.values() if not _is_same(one, row))

    def _own_rests(self, row: Row) -> Sequence[TableRest]:
        """The rests of a turn that came after the end of the one before: it was split off at one of them."""
        rests, rows = self._recorder.rests_of(row), self.game.state.rows
        before = rows[rows.index(row) - 1] if rows.index(row) else None
        ends = [place for place, rest in enumerate(rests) if before and _is_same(rest, before)]
        if not ends:
            return rests
        gone = rests[ends[-1]].taken
        return [replace(rest, taken=sets_without(rest.taken, gone)) for rest in rests[ends[-1] + 1 :]]

    def _split(self, word: Split) -> Outcome:
        rests = self.rests_in(word.turn)
        if word.rest >= len(rests):
            return Outcome([], GameError("no_such_turn", event=word.turn))
        return self.split(word.turn, rests[word.rest], self._now)

    def _name_card(self, word: NamedCard) -> Outcome:
        """Somebody says what a card is that lies there."""
        told = self._name(word)
        if told is None:
            return Outcome([], GameError("no_card_there"))
        if told.refused:
            return told
        return Outcome(told.events + (self._think() if self._clock.free_since is not None else []))

    def _row(self, number: int) -> Row | None:
        rows = self.game.state.rows
        return next((row for row in rows if row.kind == "turn" and row.number == number), None)

    def _mended(self, events: list[GameEvent]) -> Outcome:
        """Write some events that belong together; none where the record cannot take them all."""
        tried = self.game.copy()
        try:
            for event in events:
                tried.append(event, self._now)
        except GameError as error:
            return Outcome([], reason_of(error))
        told: list[Event] = []
        for event in events:
            told += self._write(event).events
        return Outcome(told)

    def finish(self, at: float) -> list[Event]:
        """Nothing more will be seen: the game ends, and its sheet is the last event."""
        self._pass(at)
        return [] if self.game.state.ended else self._hear(End()).events

    def _hear(self, word: Word) -> Outcome:
        if self.is_beginning and self._waits_for_people and self._lying and isinstance(word, Arranged | Nameless):
            return Outcome([], GameError("start_first"))
        if isinstance(word, Done) and self.is_beginning:
            self.beginning = self.beginning.hears(Begin("turn"))
        match word:
            case Done() | Overrule():
                return self._wait_for_table(word)
            case Begin():
                return self._begin_as(word)
            case ExchangeOrPass():
                return self._rest(word)
            case Named() | Nothing():
                # Cells are of the other game; a turn that was read wrongly is corrected as a whole.
                return Outcome([], GameError("empty_cell"))
            case NamedCard():
                return self._name_card(word)
            case Split():
                return self._split(word)
            case Join(turn):
                return self.join(turn, self._now)
            case Undo(None) if events := undoing(self.game.log):
                return self._mended(events)
            case Redo(None) if events := redoing(self.game.log):
                return self._mended(events)
            case Redo(None) if is_joined_again(self.game.log):
                return Outcome([], GameError("nothing_to_redo"))
            case Arranged() | CannotPlay() | Laid():
                told = self._settle() if self._follows(word.player) else []
                return self._recorder.enter(word, self._now).after(told)
            case Nameless(entered):
                player = self._recorder.ledger.player
                return self._recorder.enter(replace(entered, player=player), self._now, named=False)
            case End():
                lying = self._settle()
                return self._recorder.write(word, self._now).after(lying)
            case _:
                return self._write(word)

    def _wait_for_table(self, word: Done | Overrule) -> Outcome:
        """Do what somebody says with the table that lies there, now or as soon as it is read."""
        if isinstance(word, Overrule) and (why := self._cannot_overrule(word)):
            return Outcome([], why)
        if isinstance(word, Done) and self._is_said_again():
            return Outcome([])
        self._said = (word, self._now)
        return Outcome(self._think() if self._clock.free_since is not None else [])

    def _begin_as(self, word: Begin) -> Outcome:
        """Somebody says what lies there."""
        late = None if self.is_beginning else GameError("game_begun")
        why = late or word.fault(len(self.game.state.players))
        if why:
            return Outcome([], why)
        self.beginning = self.beginning.hears(word)
        begun = self._begin() if self._lying else Outcome([])
        return Outcome(begun.events + (self._think() if self._clock.free_since is not None else []), begun.refused)

    def _rest(self, word: ExchangeOrPass) -> Outcome:
        """A player passes; an exchange is refused by the rules."""
        told = self._settle() if self._follows(word.player) else []
        player = self._recorder.ledger.player if word.player is None else word.player
        action = Exchange(player, word.count) if word.exchanged else Pass(player)
        return self._recorder.enter(action, self._now, named=word.player is not None).after(told)

    def _follows(self, player: int | None) -> bool:
        """Whether a player acts after the turn that lies there unrecorded: it is not this one's."""
        return player is not None and player != self._recorder.start.player

    def _settle(self) -> list[Event]:
        """Record the turn that lies there before something else is."""
        best = self.decision.best
        ready = best.kind == "legal" and best.key == self._recorder.memory.proposed
        if self.game.state.ended or self.is_beginning or not ready or self._recorder.is_recorded(best):
            return []
        return self._commit(best, closed=True)

    def _write(self, event: GameEvent) -> Outcome:
        """Record what somebody tells; who takes back what lay there at the start has to say what it is."""
        joined = self.game.state.late_start is not None
        told = self._recorder.write(event, self._now)
        self._seen_anew = True
        if joined and not self.game.state.started:
            asked = self.beginning.told is not None or self._waits_for_people
            self.beginning = Beginning("ask" if asked else self.beginning.mode)
        return told


def _is_same(rest: TableRest, other: TableRest | Row) -> bool:
    """Whether a rest shows the same table as another one, or as the end of a turn."""
    return (sorted_sets(rest.after), len(rest.taken)) == (sorted_sets(other.after), len(other.taken))
