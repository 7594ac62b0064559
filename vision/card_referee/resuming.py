"""A game that goes on after the program was started anew: what the record does not say is found again on the table."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from tileye.rules.cards import CardSet, Table
from tileye.rules.events import Arranged, Undo
from tileye.rules.game import Entry, Game
from tileye.rules.state import State
from tileye.rules.tiles import Tile, is_qwirkle
from tileye.vision.card_referee.believing import as_recorded
from tileye.vision.card_referee.decisions import CardDecision, TurnStart, decide_table, sorted_sets
from tileye.vision.card_referee.observations import Corners
from tileye.vision.card_referee.sets_in_sight import sight_of
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import AT_START, GroupSight, Places, Stack, TableSight
from tileye.vision.card_referee.tracks import CardMemory


class Recalled(NamedTuple):
    """What is known again."""

    memory: CardMemory
    places: Places
    declined: object
    """The table of a turn that people took back by a word, though it still lies there."""


def recalled(memory: CardMemory, start: TurnStart, game: Game, settings: CardSettings) -> Recalled:
    """Find again where Qwirkles lie that were taken, what people said that cards are, and what they took back.

    `start` is what the turn that lies there is explained from: the last one may still go on.
    """
    state = game.state
    places = _places(memory, state, settings)
    sight, way = _explained(memory, places, start, settings)
    if way.best.kind not in ("nothing", "legal"):
        # What people told is misread as it was before; a table that can be explained as it is read is not touched.
        named = as_recorded(memory, sight, state.table)
        told_sight, told = _explained(named, places, start, settings)
        if told.best.kind in ("nothing", "legal"):
            memory, sight, way = named, told_sight, told
    overlooked = tuple(_overlooked(sight, state.table))
    places = replace(places, homes=tuple(_homes(sight, state.table)), overlooked=overlooked)
    return Recalled(memory, places, way.best.key if way.best.key in _undone(game.log) else None)


def _explained(
    memory: CardMemory, places: Places, start: TurnStart, settings: CardSettings
) -> tuple[TableSight, CardDecision]:
    sight = sight_of(memory, places, settings, table=start.state.table, colours=start.state.colours)
    return sight, decide_table(sight, start, settings)


def _places(memory: CardMemory, state: State, settings: CardSettings) -> Places:
    """Where Qwirkles lie that were taken: what lies as they do and holds their cards, and is no set of the table."""
    sight = sight_of(memory, Places(), settings, table=state.table, colours=state.colours)
    others, gone = _beside_table(sight, state.table)
    left = [(row, Counter(cards)) for row, cards in _taken(state)]
    stacks = list[Stack]()
    for group in others:
        cards = Counter(group.likeliest)
        row, own = next(((row, own) for row, own in left if not cards - own), (AT_START, Counter[Tile]()))
        # Of a game that was joined nobody may know what was taken before: such Qwirkles lie beside a whole table.
        unknown = _is_joined(state) and not gone and group.apart and is_qwirkle(group.likeliest)
        if (group.apart or group.short) and (own or unknown):
            stacks.append(Stack(row, tuple(track.corners for track in group.tracks), tuple(own.elements())))
            own.subtract(cards)
    return Places(stacks=tuple(stacks), bumps=memory.bumps)


def _taken(state: State) -> Iterator[tuple[int, CardSet]]:
    """What left the table, each with the turn that took it."""
    late = state.late_start
    for table in (late.stacks or ()) if late else ():
        yield from ((AT_START, cards) for cards in table)
    for row in state.rows:
        yield from ((row.id, cards) for cards in row.taken)


def _is_joined(state: State) -> bool:
    return state.late_start is not None and state.late_start.stacks is None


def _beside_table(sight: TableSight, table: Table) -> tuple[list[GroupSight], bool]:
    """The groups that are no sets of the record's table, and whether any of its sets is not there as recorded."""
    left, others = Counter(sorted_sets(table)), list[GroupSight]()
    for group in sight.groups:
        (key,) = sorted_sets((group.likeliest,))
        if left[key]:
            left[key] -= 1
        else:
            others.append(group)
    return others, any(left.values())


def _homes(sight: TableSight, table: Table) -> Iterator[tuple[Tile, Corners]]:
    """Where the cards lie that are in the sets of the record."""
    others, _ = _beside_table(sight, table)
    for group in sight.groups:
        if group not in others:
            yield from ((card, track.corners) for card, track in zip(group.likeliest, group.tracks, strict=True))


def _overlooked(sight: TableSight, table: Table) -> Iterator[tuple[Tile, Corners]]:
    """The cards of the record that no look finds, in sets that are as recorded with them."""
    others, _ = _beside_table(sight, table)
    for group in sight.groups:
        if group not in others:
            lying = zip(group.likeliest, group.tracks, strict=True)
            yield from ((card, track.corners) for card, track in lying if track.is_unseen)


def _undone(log: Sequence[Entry]) -> set[object]:
    """The tables of the turns that were taken back last; nothing was done since then."""
    found = set[object]()
    for _, _, event in reversed(log):
        if not isinstance(event, Undo):
            break
        gone = log[event.of - 1].event if event.of else None
        if isinstance(gone, Arranged):
            found.add((sorted_sets(gone.after), sorted_sets(gone.taken), ()))
    return found
