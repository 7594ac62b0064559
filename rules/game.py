"""A game as an append-only log of events; everything else is a fold over it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.cards import Table
from rules.events import Action, Arranged, Correct, Event, Give, Redo, Told, Undo
from rules.flow import GameError, accept, advance, correct, first_state
from rules.rebase import rebased
from rules.rulesets import RuleSet
from rules.state import Player, State

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
    pieces: int = 108


class Game:
    """A game: its log, the steps that stand, and the state after each of them."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.log: list[Entry] = []
        self._steps: list[Step] = []
        # The same steps as they were recorded, before what they did was done to another table.
        self._recorded: list[Step] = []
        self._states = [first_state(setup.rules, setup.players, setup.pieces, setup.colours)]
        self._found: dict[int, Table] = {}

    @property
    def state(self) -> State:
        """What is known now."""
        return self._states[-1]

    @property
    def steps(self) -> Sequence[Step]:
        """The events that stand, in the order of the table."""
        return self._steps

    def append(self, event: Event, at: float = 0.0) -> Entry:
        """Add an event; raise GameError, and change nothing, where it cannot be."""
        seq = len(self.log) + 1
        if seq > MOST_EVENTS:
            raise GameError(f"a game has {MOST_EVENTS} events at most: start a new one")
        if self.log and at < self.log[-1].at:
            at = self.log[-1].at
        if isinstance(event, Undo | Redo):
            event = replace(event, of=self._undo_target(event))
        entry = Entry(seq, at, event)
        match event:
            case Undo() | Redo():
                self._edit(entry)
            case Correct(_, of, before):
                place = self._place(of or before)
                self._found[seq] = self._states[place].table
                self._edit(entry)
            case Give() if event.of is not None:
                self._place(event.of)
                self._edit(entry)
            case _:
                after = accept(self.state, seq, event)
                self._found[seq] = self.state.table
                self._states.append(after)
                self._steps.append(Step(seq, event, seq))
                self._recorded.append(self._steps[-1])
        self.log.append(entry)
        return entry

    def copy(self) -> "Game":
        """Return a game that goes on by itself from here."""
        other = Game(self.setup)
        other.log, other._steps, other._recorded = [*self.log], [*self._steps], [*self._recorded]
        other._states, other._found = [*self._states], {**self._found}
        return other

    def allows(self, event: Event) -> bool:
        """Tell whether an event could be appended now."""
        try:
            self.copy().append(event)
        except GameError:
            return False
        return True

    def _place(self, wanted: int | None) -> int:
        for place, step in enumerate(self._steps):
            if step.id == wanted and isinstance(step.event, Action):
                return place
        raise GameError(f"event {wanted} is no turn that stands: only such a turn can be changed")

    def _edit(self, entry: Entry) -> None:
        """Lay the steps anew and replay from the first one that differs."""
        steps = effective_steps([*self.log, entry])
        same = 0
        while same < min(len(steps), len(self._recorded)) and steps[same] == self._recorded[same]:
            same += 1
        states = self._states[: same + 1]
        events = [step.event for step in self._steps[:same]]
        for number, step in enumerate(steps[same:], same + 1):
            event = step.event
            if isinstance(event, Arranged):
                # A table is recorded whole: what the turn changed is done to the table that it meets now.
                event = rebased(event, self._found[step.source], states[-1].table)
            events.append(event)
            try:
                if step.source == entry.seq and isinstance(event, Action):
                    states.append(correct(states[-1], step.id, event))
                else:
                    states.append(advance(states[-1], step.id, event))
            except GameError as error:
                raise GameError(f"event {step.id} could then not be, as step {number}: {error}") from None
        self._recorded, self._states = steps, states
        self._steps = [step._replace(event=event) for step, event in zip(steps, events, strict=True)]

    def _undo_target(self, event: Undo | Redo) -> int:
        """Find the event to undo or redo: the one named, else the last that stands or was undone."""
        undone = undone_events(self.log)
        plain = [entry.seq for entry in self.log if not isinstance(entry.event, Undo | Redo)]
        if isinstance(event, Undo):
            choice, last = [seq for seq in plain if seq not in undone], "no event {} stands"
        else:
            # Without a number, whatever came after an undo closes the way back.
            newest = plain[-1] if plain else 0
            choice, last = [seq for seq, by in undone.items() if by > newest or event.of], "event {} is not undone"
        if event.of is not None and event.of not in choice:
            raise GameError(last.format(event.of))
        if not choice:
            raise GameError(f"there is nothing to {'undo' if isinstance(event, Undo) else 'redo'}")
        return event.of or choice[-1]


def undone_events(log: Iterable[Entry]) -> dict[int, int]:
    """Map the events that do not stand to the undo that took them back, the last one at the end."""
    undone: dict[int, int] = {}
    for seq, _, event in log:
        if isinstance(event, Undo) and event.of is not None:
            undone[event.of] = seq
        elif isinstance(event, Redo) and event.of is not None:
            del undone[event.of]
    return undone


def effective_steps(log: Sequence[Entry]) -> list[Step]:
    """Apply undo, redo, corrections and given turns; what is left happened, in this order."""
    undone = undone_events(log)
    # What was undone keeps its place until the end, so that what was inserted before it finds it.
    steps: list[Step] = []
    for seq, _, event in log:
        match event:
            case Undo() | Redo():
                continue
            case Correct(to, _, int(before)):
                steps.insert(_place(steps, before), Step(seq, to, seq))
            case Correct(to, int(of)):
                if seq not in undone:
                    steps[_place(steps, of)] = Step(of, to, seq)
            case Give(player, int(of)):
                place = _place(steps, of)
                given = steps[place].event
                if seq not in undone and isinstance(given, Action):
                    steps[place] = steps[place]._replace(event=replace(given, player=player))
            case Correct():
                raise GameError("a correction names no event")
            case _:
                steps.append(Step(seq, event, seq))
    return [step for step in steps if step.id not in undone]


def _place(steps: list[Step], wanted: int) -> int:
    return next(place for place, step in enumerate(steps) if step.id == wanted)
