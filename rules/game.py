"""A game as an append-only log of events; everything else is a fold over it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import UnionType
from typing import NamedTuple

from tileye.rules.errors import ChangeError, GameError
from tileye.rules.events import (
    Action,
    Arranged,
    CannotPlay,
    Correct,
    Event,
    Exchange,
    Give,
    LateStart,
    Pass,
    Redo,
    Told,
    Undo,
)
from tileye.rules.flow import accept, advance, correct, first_state, next_number
from tileye.rules.rebase import rebased
from tileye.rules.rulesets import RuleSet
from tileye.rules.state import Player, State
from tileye.rules.tables_before import tables_before
from tileye.rules.tiles import COPIES, SIDE
from tileye.rules.turns_without_tiles import rest_refusal

MOST_EVENTS = 1_000
"""No real game comes near; a log beyond it is refused before it costs time."""


class Entry(NamedTuple):
    """One line of the log: its number, when it happened in seconds, and the event."""

    seq: int
    at: float
    event: Event


class Step(NamedTuple):
    """An event in the order in which the table saw it, after all corrections."""

    id: int
    event: Action | Told
    source: int
    """The number of the event that brought it in this form: its own, or that of a correction."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a game starts."""

    rules: RuleSet
    players: tuple[Player, ...]
    colours: str | None = None
    pieces: int = SIDE * SIDE * COPIES
    """How many pieces are there; rules with other copies need another number."""
    asks_starter: bool = False
    """Whether the first player is only supposed to start until somebody tells it."""


class Game:
    """A game: its log, the steps that stand, and the state after each of them."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.log: list[Entry] = []
        self._undone: dict[int, int] = {}
        self._steps: list[Step] = []
        # The same steps as they were recorded, before what they did was done to another table.
        self._recorded: list[Step] = []
        self._states = [first_state(setup.rules, setup.players, setup.pieces, setup.colours)]
        self._unsettled: list[int] = []
        """Changes of what was recorded before that are in the log and not yet in the steps."""

    @property
    def state(self) -> State:
        """What is known now."""
        return self._states[-1]

    @property
    def steps(self) -> Sequence[Step]:
        """The events that stand, in the order of the table."""
        return self._steps

    @property
    def starter_told(self) -> bool:
        """Whether anybody has told who starts: before the first turn, or by giving it to whoever laid it."""
        if self.state.starter_told:
            return True
        # An answer is about all turns that were there, and stands while one of them does.
        oldest = min((step.id for step in self._steps if isinstance(step.event, Action)), default=len(self.log))
        return any(oldest < seq and seq not in self._undone for seq in _answers(self.log))

    @property
    def starter_open(self) -> bool:
        """Whether it is still to be told who starts."""
        return self.setup.asks_starter and not self.starter_told

    @property
    def nameless(self) -> bool:
        """Whether turns are recorded of which nobody has told whose they are."""
        return bool(self.state.rows) and self.starter_open

    def before(self, step_id: int) -> State:
        """What was known before a step that stands; what is known now for any other number."""
        place = next((place for place, step in enumerate(self._steps) if step.id == step_id), -1)
        return self._states[place]

    def shift_of(self, seq: int) -> int:
        """By how many players everybody moved on with an event, and moves back if it is undone."""
        return _shift_of(self.log[seq - 1].event)

    def append(self, event: Event, at: float = 0.0) -> Entry:
        """Add an event; raise GameError, and change nothing, where it cannot be."""
        before = self._steps, self._recorded, self._states
        changes = isinstance(event, Undo | Redo)
        forbidden = dict(self._forbidden()) if changes else {}
        entry = self.take(event, at, kept=False)
        try:
            self.settle()
            for seq, why in self._forbidden() if changes else ():
                if seq not in forbidden:
                    raise ChangeError(entry.seq, why)
        except GameError:
            self._steps, self._recorded, self._states = before
            self._unsettled.clear()
            self.log.pop()
            self._undone = undone_events(self.log)
            raise
        return entry

    def take(self, event: Event, at: float = 0.0, *, kept: bool = True) -> Entry:
        """Add an event of a record; from the first change of earlier events on all is folded by `settle`, once.

        The state is out of date until then. So a record of a thousand changes is read in the time of one of turns.
        """
        seq = len(self.log) + 1
        if seq > MOST_EVENTS:
            raise GameError("too_many_events", most=MOST_EVENTS)
        entry = Entry(seq, max(at, self.log[-1].at) if self.log else at, self._aimed(event))
        match entry.event:
            case Undo(int(of)):
                self._undone[of] = seq
            case Redo(int(of)):
                del self._undone[of]
            case Correct(to, of, before):
                self._check_correction(to, of, before)
            case Give(_, int(of)):
                self._check_stands(of, Action)
            case _ if not self._unsettled:
                self._go_on(entry, kept=kept)
                return entry
        self.log.append(entry)
        self._unsettled.append(seq)
        return entry

    def settle(self) -> None:
        """Lay the steps anew and replay from the first one that differs; raise GameError where that cannot be."""
        if not self._unsettled:
            return
        steps, undisturbed = effective_steps(self.log, len(self.setup.players))
        same = 0
        while same < min(len(steps), len(self._recorded)) and steps[same] == self._recorded[same]:
            same += 1
        states = self._states[: same + 1]
        events = [step.event for step in self._steps[:same]]
        met = tables_before(self.log) if self.setup.rules.kind == "cards" else {}
        for number, step in enumerate(steps[same:], same + 1):
            event = step.event
            if isinstance(event, Arranged):
                # A table is recorded whole: what the turn changed is done to the table that it meets now.
                event = rebased(event, met.get(step.source, ()), states[-1].table)
            events.append(event)
            try:
                if step.id in undisturbed:
                    states.append(accept(states[-1], step.id, event, kept=True))
                elif [step.source] == self._unsettled:
                    assert isinstance(event, Action | LateStart)
                    states.append(correct(states[-1], step.id, event))
                else:
                    # What was changed again before anybody looked only has to be possible.
                    states.append(advance(states[-1], step.id, event))
            except GameError as error:
                if step.id in undisturbed:
                    raise ChangeError(step.id, error) from None
                why = error
                if [step.source] != self._unsettled:
                    why = _impossible(step, number, states[-1], error)
                own = step.source == self._unsettled[-1]
                raise ChangeError(self._unsettled[-1], why, error if own else None) from None
        self._recorded, self._states, self._unsettled = steps, states, []
        self._steps = [step._replace(event=event) for step, event in zip(steps, events, strict=True)]

    def copy(self) -> "Game":
        """Return a game that goes on by itself from here."""
        other = Game(self.setup)
        other.log, other._steps, other._recorded = [*self.log], [*self._steps], [*self._recorded]
        other._states, other._undone = [*self._states], {**self._undone}
        return other

    def allows(self, event: Event) -> bool:
        """Tell whether an event could be appended now."""
        try:
            self.copy().append(event)
        except GameError:
            return False
        return True

    def _forbidden(self) -> Iterator[tuple[int, GameError]]:
        """Exchanges, passes and new cards that stand where the rules know none, with the reason."""
        for step, state in zip(self._steps, self._states, strict=False):
            why = rest_refusal(state, step.event) if isinstance(step.event, Exchange | Pass | CannotPlay) else None
            if why:
                yield step.id, GameError("turn_impossible", event=step.id, n=next_number(state), reason=why)

    def _go_on(self, entry: Entry, *, kept: bool) -> None:
        """Fold an event that changes nothing of what was recorded before."""
        seq, _, event = entry
        assert isinstance(event, Action | Told)
        after = accept(self.state, seq, event, kept=kept)
        self._states.append(after)
        self._steps.append(Step(seq, event, seq))
        self._recorded.append(self._steps[-1])
        self.log.append(entry)

    def _recorded_by(self, seq: int) -> Event | None:
        """What an event put among the steps, if it stands; corrections of others put nothing there."""
        if not 0 < seq <= len(self.log) or seq in self._undone:
            return None
        event = self.log[seq - 1].event
        return event.to if isinstance(event, Correct) and event.before is not None else event

    def _check_stands(self, seq: int, kind: type[Event] | UnionType) -> None:
        if not isinstance(self._recorded_by(seq), kind):
            raise GameError("no_such_turn", event=seq)

    def _check_correction(self, to: Action | LateStart, of: int | None, before: int | None) -> None:
        if of is None and before is None:
            raise GameError("corrects_nothing")
        if before is not None and isinstance(to, LateStart):
            raise GameError("start_late")
        if before is not None:
            self._check_stands(before, Action)
        elif of is not None and isinstance(to, LateStart):
            if not isinstance(self._recorded_by(of), LateStart):
                raise GameError("no_such_start", event=of)
        elif of is not None:
            self._check_stands(of, Action)

    def _aimed(self, event: Event) -> Event:
        """Fill in which event is undone or redone: the one named, else the last that stands or was undone."""
        if isinstance(event, Undo):
            return replace(event, of=self._to_undo(event.of))
        return replace(event, of=self._to_redo(event.of)) if isinstance(event, Redo) else event

    def _to_undo(self, of: int | None) -> int:
        if of is None:
            of = next((seq for seq in self._plain_newest_first() if seq not in self._undone), None)
            if of is None:
                raise GameError("nothing_to_undo")
        elif of in self._undone or not 0 < of <= len(self.log) or isinstance(self.log[of - 1].event, Undo | Redo):
            raise GameError("not_standing", event=of)
        if isinstance(self._recorded_by(of), LateStart) and self._has_actions():
            raise GameError("start_stays")
        return of

    def _to_redo(self, of: int | None) -> int:
        if of is not None:
            if of not in self._undone:
                raise GameError("not_undone", event=of)
            return of
        # Without a number, whatever came after an undo closes the way back.
        newest = next(self._plain_newest_first(), 0)
        last, by = next(reversed(self._undone.items()), (0, 0))
        if by <= newest:
            raise GameError("nothing_to_redo")
        return last

    def _plain_newest_first(self) -> Iterator[int]:
        return (entry.seq for entry in reversed(self.log) if not isinstance(entry.event, Undo | Redo))

    def _has_actions(self) -> bool:
        return any(isinstance(self._recorded_by(entry.seq), Action) for entry in self.log)


def _impossible(step: Step, number: int, met: State, reason: GameError) -> GameError:
    """A step that could not be any more, after a change of something else."""
    if isinstance(step.event, Action):
        return GameError("turn_impossible", event=step.id, n=next_number(met), reason=reason)
    return GameError("step_impossible", event=step.id, n=number, reason=reason)


def _answers(log: Iterable[Entry]) -> Iterator[int]:
    """The numbers of all events that gave what was the first action then to somebody: so it is told who started."""
    actions, undone = list[int](), set[int]()
    for seq, _, event in log:
        match event:
            case Undo(int(of)):
                undone.add(of)
            case Redo(int(of)):
                undone.discard(of)
            case Correct(_, _, int(before)):
                actions.insert(actions.index(before), seq)
            case Give(_, int(of)) if of == next((one for one in actions if one not in undone), None):
                yield seq
            case _ if isinstance(event, Action):
                actions.append(seq)


def undone_events(log: Iterable[Entry]) -> dict[int, int]:
    """Map the events that do not stand to the undo that took them back, the last one at the end."""
    undone: dict[int, int] = {}
    for seq, _, event in log:
        if isinstance(event, Undo) and event.of is not None:
            undone[event.of] = seq
        elif isinstance(event, Redo) and event.of is not None:
            del undone[event.of]
    return undone


def effective_steps(log: Sequence[Entry], players: int) -> tuple[list[Step], frozenset[int]]:
    """Apply undo, redo, corrections, given turns and shifts; what is left happened, in this order.

    The second value holds the ids of the steps that are as they were recorded, as is everything before them: these had
    to obey the rules of their moment.
    """
    undone = undone_events(log)
    # What was undone keeps its place until the end, so that what was inserted before it finds it.
    steps, places, changed = list[Step](), dict[int, int](), dict[int, int]()
    for seq, _, event in log:
        place = len(steps)
        match event:
            case Undo(int(of)) | Redo(int(of)):
                place = places[_step_of(log, of)]
            case Correct(to, _, int(before)):
                place = places[before]
                steps.insert(place, Step(seq, to, seq))
                places |= {step.id: number for number, step in enumerate(steps[place:], place)}
            case Correct(to, int(of)):
                place = places[of]
                steps[place] = Step(of, to, seq) if seq not in undone else steps[place]
            case Give(player, int(of)):
                place = places[of]
                steps[place] = _of_player(steps[place], player) if seq not in undone else steps[place]
            case _:
                assert isinstance(event, Action | Told)
                places[seq] = place
                steps.append(Step(seq, event, seq))
                continue
        changed[steps[place].id] = seq
        shift = 0 if seq in undone or _is_void(event, seq, undone) else _shift_of(event) % players
        # Whoever was recorded after a change that moved everybody moves back when that is undone.
        back, since = _moved_back(log, event) if not _is_void(event, seq, undone) else (0, 0)
        if shift or back:
            later = ((step, shift - back * (step.id > since)) for step in steps[place + 1 :])
            steps[place + 1 :] = [_moved_on(step, steps_on, players) for step, steps_on in later]
    undisturbed = _undisturbed(steps, changed)
    return [step for step in steps if step.id not in undone], undisturbed


def _moved_back(log: Sequence[Entry], event: Event) -> tuple[int, int]:
    """By how many players an undo moves those back who were recorded after what it undoes, and its number."""
    if not isinstance(event, Undo) or event.of is None:
        return 0, 0
    return _shift_of(log[event.of - 1].event), event.of


def _shift_of(event: Event) -> int:
    """By how many players an event moves everybody after it; most move nobody."""
    return getattr(event, "shift", 0)


def _is_void(event: Event, seq: int, undone: Mapping[int, int]) -> bool:
    """Tell whether an undo was itself taken back."""
    return isinstance(event, Undo) and undone.get(event.of or 0) != seq


def _undisturbed(steps: Iterable[Step], changed: Mapping[int, int]) -> frozenset[int]:
    """The steps that were recorded after the last change of anything before them; `changed` says when which was."""
    found, latest = set[int](), 0
    for step in steps:
        latest = max(latest, changed.get(step.id, 0))
        if latest < step.id:
            found.add(step.id)
    return frozenset(found)


def _step_of(log: Sequence[Entry], seq: int) -> int:
    """The id of the step that an event made or changed."""
    event = log[seq - 1].event
    return event.of if isinstance(event, Correct | Give) and event.of is not None else seq


def _of_player(step: Step, player: int) -> Step:
    assert isinstance(step.event, Action | Give)
    return step._replace(event=replace(step.event, player=player))


def _moved_on(step: Step, shift: int, players: int) -> Step:
    """What a player did, or whose turn it was to be, some players further on."""
    if isinstance(step.event, Action | Give):
        return _of_player(step, (step.event.player + shift) % players)
    return step
