"""The record of a card game while the referee writes it, and what is remembered beside it; events are told once."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, product

from tileye.rules.cards import CardSet, Table, all_cards, cards_added
from tileye.rules.errors import GameError
from tileye.rules.events import Action, Arranged, Correct, LateStart
from tileye.rules.events import Event as GameEvent
from tileye.rules.flow import next_number, opening_by, verdict_of
from tileye.rules.game import Game
from tileye.rules.state import Row, State
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.decisions import TableHypothesis, TurnStart, sorted_sets
from tileye.vision.card_referee.hindsight import TurnEnd
from tileye.vision.card_referee.observations import Point
from tileye.vision.card_referee.places import middle, sides
from tileye.vision.card_referee.sights import AT_START, GroupSight, Places, Stack, TableSight
from tileye.vision.card_referee.splitting import TableRest, TurnNotes
from tileye.vision.card_referee.tracks import CardTrack
from tileye.vision.referee.events import (
    CardsUnsure,
    DoubtfulCard,
    Event,
    Outcome,
    TableProposed,
    TableViolated,
)
from tileye.vision.referee.hypotheses import player_of
from tileye.vision.referee.ledger import Ledger

_MOST_WAYS = 1000
"""So many ways to name the cards of a group are tried at most."""


@dataclass(frozen=True, slots=True)
class DoubtedName:
    """A recorded card whose name was in doubt."""

    row: int
    card: Tile
    others: frozenset[Tile]


@dataclass(frozen=True, slots=True)
class TurnMemory:
    """What is remembered of the turn that is being played."""

    proposed: object = None
    """The table that was told to be a turn soon."""
    alarms: tuple[object, ...] = ()
    """Tables of which it was told that they are against the rules."""
    asked: object = None
    """The table of which somebody was asked what it is."""
    witnessed: CardSet = ()
    """Cards beyond the record that lay there at some rest, sorted."""


class CardRecorder:
    """Where the record is written; of a game that goes on some `notes` were kept."""

    def __init__(self, game: Game, notes: TurnNotes | None = None) -> None:
        notes = notes or TurnNotes()
        self.ledger = Ledger(game)
        self.memory = TurnMemory()
        self.places = Places()
        self.doubted: tuple[DoubtedName, ...] = ()
        self.declined: object = None
        """A table that people took back by a word, though it still lies there."""
        self.stages: dict[int, TurnEnd] = {}
        """The tables at the ends of recorded turns, by the numbers of their events."""
        self.missed: tuple[TurnEnd, ...] = ()
        """The tables of which it was heard or seen that a turn ends with them, though they could not be explained."""
        self._open = notes.open_turn
        self._rests: list[TableRest] = []
        """Legal tables at rest in the turn that is being played."""
        self.rests = dict(notes.rests)
        """The same of recorded turns, also of those that were taken back, by the numbers of their events."""

    @property
    def state(self) -> State:
        """What is recorded."""
        return self.ledger.state

    @property
    def open_row(self) -> Row | None:
        """The last turn if only time committed it: what changes still belongs to its player."""
        last = self.state.rows[-1] if self.state.rows else None
        return last if last and last.id == self._open else None

    @property
    def start(self) -> TurnStart:
        """What the table is explained from."""
        row = self.open_row
        if row is None:
            return TurnStart(self.state, self.ledger.player, self.memory.witnessed)
        return TurnStart(self.ledger.game.before(row.id), row.player, self.memory.witnessed, row.taken)

    def start_after(self, best: TableHypothesis) -> TurnStart | None:
        """What the turn after this one would be explained from; None where the rules refuse it."""
        turn = Arranged(self.start.player, best.change.after, best.change.taken)
        try:
            state = self.ledger.state_after(turn, opening_by(self.state, None))
        except GameError:
            return None
        return TurnStart(state, player_of(state))

    def rests_of(self, row: Row) -> tuple[TableRest, ...]:
        """The legal tables at rest in a recorded turn."""
        return self.rests.get(row.id, ())

    def is_recorded(self, best: TableHypothesis) -> bool:
        """Whether the table is the one of the record."""
        row = self.open_row
        if row is None:
            return best.kind == "nothing"
        same = sorted_sets(best.change.after) == sorted_sets(row.after)
        return same and sorted_sets(best.change.taken) == sorted_sets(row.taken)

    def close(self) -> None:
        """The turn of the last player is over."""
        self._open = None
        self.forget_turn()

    def reopen(self) -> None:
        """The last turn goes on, if it is one that the table shows."""
        last = self.state.rows[-1] if self.state.rows else None
        self._open = last.id if last and last.id in self.stages else None

    def forget_turn(self) -> None:
        """Nothing waits to be recorded."""
        self.memory, self._rests = TurnMemory(), []

    def witness(self, sight: TableSight) -> None:
        """Remember which cards beyond the record lie there."""
        lying = Counter(card for group in sight.groups for card in group.likeliest if not group.dropped)
        new = lying - Counter(all_cards(self.start.state.table))
        witnessed = Counter(self.memory.witnessed) | new
        self.memory = replace(self.memory, witnessed=tuple(sorted(witnessed.elements())))

    def settle_in(self, sight: TableSight, best: TableHypothesis) -> None:
        """Remember where all lies that is recorded now."""
        row = self.state.rows[-1] if self.state.rows else None
        table = [group for number, group in enumerate(sight.groups) if number not in best.outside]
        homes = tuple(
            (card, track.corners)
            for group in table
            for card, track in zip(_as_recorded(group, best.change.after), group.tracks, strict=True)
        )
        overlooked = tuple(
            (card, track.corners)
            for group in table
            for card, track in zip(_as_recorded(group, best.change.after), group.tracks, strict=True)
            if track.is_unseen
        )
        taken = Counter(all_cards(best.change.taken))
        off = [group for number, group in enumerate(sight.groups) if number in best.outside]
        # A card far from all others is the top of what was taken now, or somebody dropped it.
        apart = [group for group in off if not group.dropped or Counter(group.likeliest) <= taken]
        corners = tuple(track.corners for group in apart for track in group.tracks)
        new = [Stack(row.id if row else AT_START, corners, tuple(taken.elements()))] if apart else []
        rows = {AT_START, *(row.id for row in self.state.rows)}
        kept = tuple(stack for stack in self.places.stacks if stack.row in rows)
        self.places = replace(self.places, homes=homes, stacks=(*kept, *new), overlooked=overlooked)

    def tell_overlooked(self, track: CardTrack, card: Tile) -> None:
        """People say what lies in a place in which no look finds a card."""
        others = tuple(one for one in self.places.overlooked if math.dist(middle(one[1]), track.middle) > 1.0)
        self.places = replace(self.places, overlooked=(*others, (card, track.corners)))

    def propose(self, best: TableHypothesis, at: float) -> list[Event]:
        """Tell that this table will be a turn."""
        if best.key == self.memory.proposed:
            return []
        self.memory = replace(self.memory, proposed=best.key)
        start, verdict = self.start, best.verdict
        assert verdict is not None
        self._rests.append(TableRest(at, best.change.after, best.change.taken))
        change, open_row = best.change, self.open_row
        number = open_row.number if open_row else next_number(start.state)
        row = Row(0, number, "turn", start.player, after=change.after, taken=change.taken, verdict=verdict)
        row = replace(row, played=cards_added(start.state.table, change.after, change.taken))
        return [TableProposed(at, row, start.state.points[start.player] + row.points)]

    def alarm(self, best: TableHypothesis, at: float) -> list[Event]:
        """Tell that this table is against the rules."""
        if self.is_told(best) or best.verdict is None:
            return []
        self.memory = replace(self.memory, alarms=(*self.memory.alarms, best.key), proposed=None)
        return [TableViolated(at, self.start.player, best.change.after, best.change.taken, best.verdict)]

    def is_told(self, best: TableHypothesis) -> bool:
        """Whether it was told that this table is against the rules."""
        return best.key in self.memory.alarms

    def ask(self, best: TableHypothesis, cards: Iterable[DoubtfulCard], at: float) -> list[Event]:
        """Ask what the table is."""
        if best.key == self.memory.asked:
            return []
        self.memory = replace(self.memory, asked=best.key)
        return [CardsUnsure(at, tuple(cards))]

    def commit(self, best: TableHypothesis, stage: TurnEnd, at: float, *, closed: bool) -> list[Event]:
        """Record this table as a turn, or as what the open turn has become."""
        sight = stage.sight
        start, row = self.start, self.open_row
        verdict, change = best.verdict, best.change
        assert verdict is not None
        turn = Arranged(start.player, change.after, change.taken, overruled=best.overruled)
        told = self._write(turn, row, at)
        if told:
            last = self.state.rows[-1]
            self._open, self.declined = (None if closed else last.id), None
            self.memory = TurnMemory(witnessed=() if closed else self.memory.witnessed)
            self.rests[last.id] = (*self.rests_of(last), *self._rests)
            self._rests = []
            self.doubted = (*self._still_doubted(), *_doubted_names(sight, best, last.id, last.played))
            self.settle_in(sight, best)
            self.stages[last.id], self.missed = stage, ()
        return told

    def amend(self, event: Correct, at: float) -> list[Event]:
        """Put what a turn turns out to have been in its place; what is being played now goes on."""
        self.memory = replace(self.memory, proposed=None)
        return self.ledger.write(event, at).events

    def miss(self, stage: TurnEnd) -> None:
        """A turn has ended with a table that nobody can explain yet."""
        if not (self.missed and self.missed[-1].shows(stage.sight)):
            self.missed = (*self.missed, stage)

    def _write(self, turn: Arranged, row: Row | None, at: float) -> list[Event]:
        if row:
            return self.ledger.write(Correct(turn, of=row.id), at).events
        return self.ledger.act(turn, at, named=False).events

    def _still_doubted(self) -> Iterator[DoubtedName]:
        rows = {AT_START, *(row.id for row in self.state.rows)}
        return (one for one in self.doubted if one.row in rows)

    def rename(self, sight: TableSight, best: TableHypothesis, at: float) -> list[Event]:
        """Correct a recorded card whose name was in doubt, where the table shows that it is another one."""
        for one in self.doubted:
            names = one.others.intersection(best.change.added)
            if one.card not in best.change.missing or len(names) != 1:
                continue
            # What lay there at the start lies there still.
            if one.row == AT_START and not self._lies_in_place(sight, one.card, next(iter(names))):
                continue
            if told := self._renamed(one, next(iter(names)), at):
                self.doubted = tuple(other for other in self.doubted if other != one)
                self.memory = replace(self.memory, proposed=None)
                return told
        return []

    def _lies_in_place(self, sight: TableSight, card: Tile, name: Tile) -> bool:
        """Whether a card of a name lies where another one was recorded."""
        lying = [track for group in sight.groups for track, own in group.named if own == name]
        homes = [corners for own, corners in self.places.homes if own == card]
        return any(math.dist(track.middle, middle(at)) < sides(at)[0] / 2 for track in lying for at in homes)

    def _renamed(self, one: DoubtedName, name: Tile, at: float) -> list[Event]:
        start = self.state.late_start
        if one.row == AT_START and start:
            told = self.start_as(renamed_in(start.table, one.card, name), at).events
            if told:
                self.rename_home(one.card, name)
            return told
        row = next((row for row in self.state.rows if row.id == one.row), None)
        if row is None:
            return []
        turn = renamed(row, one.card, name)
        faulty = not verdict_of(self.ledger.game.before(row.id), turn).legal
        return self.ledger.write(Correct(replace(turn, overruled=faulty), of=row.id), at).events

    def take_back(self, count: int, at: float) -> list[Event]:
        """Take the last turns back."""
        told = self.ledger.take_back(count, at)
        if told:
            self._open, self.missed = None, ()
            self.forget_turn()
        return told

    def join(self, start: LateStart, at: float) -> Outcome:
        """Record what lies there already: the game goes on from here."""
        return self.ledger.write(start, at)

    def start_as(self, table: Table, at: float) -> Outcome:
        """Record that other cards lay there."""
        return self.ledger.start_with(table, at)

    def doubt_start(self, sight: TableSight, best: TableHypothesis) -> None:
        """Remember which cards may be others that lay there already."""
        self.doubted = tuple(_doubted_names(sight, best, AT_START, all_cards(best.change.after)))

    def settle_name(self, card: Tile) -> None:
        """Somebody has said what a card of the start is: it is in doubt no more."""
        self.doubted = tuple(one for one in self.doubted if (one.row, one.card) != (AT_START, card))

    def rename_home(self, card: Tile, name: Tile, at: Point | None = None) -> Point | None:
        """A card of the record lies where another one was thought to lie, the one nearest to a place; tell where."""
        homes = [number for number, (own, _) in enumerate(self.places.homes) if own == card]
        if not homes:
            return None
        near = min(homes, key=lambda one: math.dist(middle(self.places.homes[one][1]), at) if at else 0.0)
        corners = self.places.homes[near][1]
        homes_now = (*self.places.homes[:near], (name, corners), *self.places.homes[near + 1 :])
        self.places = replace(self.places, homes=homes_now)
        return middle(corners)

    def enter(self, action: Action, at: float, *, named: bool = True) -> Outcome:
        """Record a turn that people tell, and say of whom where it is `named`."""
        rows = self.state.rows
        return self._minded(self.ledger.act(action, at, named=named), rows)

    def write(self, event: GameEvent, at: float) -> Outcome:
        """Record what people tell."""
        rows = self.state.rows
        return self._minded(self.ledger.write(event, at), rows)

    def not_due(self, player: int | None, turns: int = 0) -> GameError | None:
        """Say why a player cannot act, where it is not this one's turn after so many turns."""
        return self.ledger.not_due(player, turns)

    def _minded(self, told: Outcome, rows: tuple[Row, ...]) -> Outcome:
        """What people say may change everything that waits to be recorded; `rows` were recorded before."""
        if self.state.rows != rows:
            gone = [row for row in rows if row not in self.state.rows]
            undone = gone[-1] if gone and len(self.state.rows) < len(rows) else None
            self.declined = (sorted_sets(undone.after), sorted_sets(undone.taken), ()) if undone else None
            # Of what people told, eyes have nothing to say.
            self._open, self.missed = None, ()
            self.stages.clear()
            self.forget_turn()
            known, table = {AT_START, *(row.id for row in self.state.rows)}, all_cards(self.state.table)
            stacks = tuple(one for one in self.places.stacks if one.row in known)
            overlooked = tuple(one for one in self.places.overlooked if one[0] in table)
            self.places = replace(self.places, stacks=stacks, overlooked=overlooked)
        return told


def _doubted_names(
    sight: TableSight, best: TableHypothesis, row: int, played: Collection[Tile]
) -> Iterator[DoubtedName]:
    """The cards that were `played` in a turn and may have other names."""
    for number, _, names in sight.doubtful:
        known = [name for name, _ in names]
        card = next((name for name in known if name in played), None)
        if card and number not in best.outside:
            yield DoubtedName(row, card, frozenset(known) - {card})


def renamed(row: Row, card: Tile, name: Tile) -> Arranged:
    """The turn of a row with another card in place of one."""
    left = [card]

    def named(sets: Table) -> Table:
        return tuple(tuple(_other(one, left, name) for one in cards) for cards in sets)

    # The newest sets come last: there it was laid, if it lies in several.
    after = named(row.after[::-1])[::-1]
    return Arranged(row.player, after, named(row.taken))


def renamed_in(table: Table, card: Tile, name: Tile, beside: tuple[Tile, ...] = ()) -> Table:
    """A table with another name for a card, in that of its sets which is most like the cards that lie `beside` it."""
    sets = [number for number, cards in enumerate(table) if card in cards]
    if not sets:
        return table
    own = max(sets, key=lambda number: (Counter(table[number]) & Counter(beside)).total())
    place = table[own].index(card)
    cards = (*table[own][:place], name, *table[own][place + 1 :])
    return (*table[:own], cards, *table[own + 1 :])


def _other(card: Tile, left: list[Tile], name: Tile) -> Tile:
    if card not in left:
        return card
    left.remove(card)
    return name


def _as_recorded(group: GroupSight, table: Table) -> CardSet:
    """The names of cards that lie together in a table that is recorded: not all are the likeliest ones."""
    known = sorted_sets(table)
    ways = islice(product(*([name for name, _ in names] for names in group.names)), _MOST_WAYS)
    return next((way for way in ways if tuple(sorted(way)) in known), group.likeliest)
