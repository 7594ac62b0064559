"""Turns that were recorded as one though they are two, or as two though they are one: what to write to mend it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tileye.rules.cards import CardSet, Table, parse_table
from tileye.rules.events import Arranged, Correct, Event, Redo, Undo
from tileye.rules.game import Entry, undone_events
from tileye.rules.jsonlines import Json
from tileye.rules.state import Row
from tileye.vision.referee.inputs import parse_time


@dataclass(frozen=True, slots=True)
class TableRest:
    """A legal table at rest in the middle of a turn, or at its end."""

    at: float
    after: Table
    taken: Table


@dataclass(frozen=True, slots=True)
class TurnNotes:
    """What the record of a watched game does not say of its turns, and is kept beside it."""

    open_turn: int | None = None
    """The event of the last turn, if only time has ended it."""
    done: bool = False
    """Whether `done` was said of what lies there, which is a turn as soon as its cards are named."""
    rests: Mapping[int, tuple[TableRest, ...]] = field(default_factory=dict)
    """The rests at which turns can be split, by the numbers of their events."""


def notes_json(notes: TurnNotes) -> Json:
    """Write notes; `parse_notes` is the inverse."""
    rests = {str(turn): [_rest_json(rest) for rest in several] for turn, several in notes.rests.items()}
    return {"turn": notes.open_turn, "done": notes.done, "rests": rests}


def parse_notes(value: Json) -> TurnNotes:
    """Read notes; what cannot be read is as if nothing had been noted."""
    turn, rests = value.get("turn"), value.get("rests")
    try:
        known = {int(turn): tuple(map(_parse_rest, several)) for turn, several in (rests or {}).items()}
    except (ValueError, TypeError, AttributeError, KeyError):
        known = {}
    return TurnNotes(turn if isinstance(turn, int) else None, value.get("done") is True, known)


def _rest_json(rest: TableRest) -> Json:
    after, taken = ([list(cards) for cards in sets] for sets in (rest.after, rest.taken))
    return {"at": rest.at, "after": after, "taken": taken}


def _parse_rest(value: Json) -> TableRest:
    at = parse_time(value["at"])
    return TableRest(at, parse_table(value["after"], "after"), parse_table(value["taken"], "taken"))


def split_turn(row: Row, rest: TableRest, players: int) -> list[Event]:
    """Write that a turn ended with an earlier rest, and that the next player did what came then."""
    first = Correct(Arranged(row.player, rest.after, rest.taken), before=row.id, shift=1)
    if not rest.taken:
        return [first]
    left = Arranged((row.player + 1) % players, row.after, sets_without(row.taken, rest.taken))
    return [first, Correct(left, of=row.id)]


def join_turns(first: Row, second: Row) -> list[Event]:
    """Write that two turns after each other were one, of the first player."""
    whole = Arranged(first.player, second.after, (*first.taken, *second.taken))
    return [Undo(second.id, shift=-1), Correct(whole, of=first.id)]


def undoing(log: Sequence[Entry]) -> list[Event]:
    """What to write to undo a split or a join that was done last, as a whole; nothing where something else was."""
    undone = undone_events(log)
    last = next((entry for entry in reversed(log) if _is_standing(entry, undone)), None)
    before = _pair_of(log, last)
    match before and before.event:
        case Undo(int(of)) if last and of in undone:
            return [Undo(last.seq), Redo(of)]
        case Correct() if last and before and before.seq not in undone:
            return [Undo(last.seq), Undo(before.seq)]
    return []


def redoing(log: Sequence[Entry]) -> list[Event]:
    """What to write to bring back a split or a join that was undone last; nothing where something else was."""
    undone = undone_events(log)
    newest = next((entry.seq for entry in reversed(log) if not isinstance(entry.event, Undo | Redo)), 0)
    of, by = next(reversed(undone.items()), (0, 0))
    if by <= newest:
        return []
    # Of a join its correction was undone last, of a split the turn that was inserted: its correction follows it.
    before = _pair_of(log, log[of - 1])
    match before and before.event:
        case Undo(int(second), shift) if second not in undone:
            return [Undo(second, shift), Redo(of)]
    following = log[of] if of < len(log) else None
    if following and following.seq in undone and _pair_of(log, following) == log[of - 1]:
        return [Redo(of), Redo(following.seq)]
    return []


def is_joined_again(log: Sequence[Entry]) -> bool:
    """Whether the turn that was undone last is the second of two that were joined, undone and joined again."""
    of, by = next(reversed(undone_events(log).items()), (0, 0))
    following = log[by] if 0 < by < len(log) else None
    if following is None or not isinstance(following.event, Redo) or following.at != log[by - 1].at:
        return False
    first = _pair_of(log, log[(following.event.of or 0) - 1])
    return first is not None and isinstance(first.event, Undo) and first.event.of == of


def _is_standing(entry: Entry, undone: Mapping[int, int]) -> bool:
    return not isinstance(entry.event, Undo | Redo) and entry.seq not in undone


def _pair_of(log: Sequence[Entry], last: Entry | None) -> Entry | None:
    """The first line that a split or a join wrote, if this is its second; people never say two things at once."""
    if last is None or last.seq < 2 or not isinstance(last.event, Correct) or last.event.of is None:
        return None
    first = log[last.seq - 2]
    if first.at != last.at:
        return None
    match first.event:
        case Correct(_, None, int(before), 1) if before == last.event.of:
            return first
        case Undo(int(), -1):
            return first
    return None


def sets_without(sets: Iterable[CardSet], gone: Iterable[CardSet]) -> Table:
    """The sets but for some, whatever the order of their cards."""
    left = Counter(tuple(sorted(cards)) for cards in gone)
    kept = []
    for cards in sets:
        key = tuple(sorted(cards))
        if left[key]:
            left[key] -= 1
        else:
            kept.append(cards)
    return tuple(kept)
