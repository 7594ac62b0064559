"""Where later looks explain what a game recorded wrongly or not at all: turns that are corrected, turns that follow."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Literal, NamedTuple

from tileye.rules.errors import GameError
from tileye.rules.events import Arranged, Correct
from tileye.rules.flow import accept, advance, opening_by, verdict_of
from tileye.rules.game import Game
from tileye.rules.state import Row
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.decisions import CardDecision, TableHypothesis, TurnStart, decide_table, sorted_sets
from tileye.vision.card_referee.explaining import TableChange
from tileye.vision.card_referee.hindsight import TurnEnd, fuller, reread, widened
from tileye.vision.card_referee.recorder import renamed
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import TableSight
from tileye.vision.referee.hypotheses import player_of

_MOST_RENAMED = 2
Trust = Literal["sure", "in place", "alike"]
"""What may tell which card an earlier one was: only what is sure, that which lies in its place, any that is alike."""


class SeenTurn(NamedTuple):
    """A turn with the table that shows it."""

    table: TableHypothesis
    sight: TableSight


def corrected(game: Game, row: Row, stage: TurnEnd, now: TableSight, settings: CardSettings) -> SeenTurn | None:
    """What a recorded turn was, where later looks tell clearly that it was another one that is legal as well."""
    sight = reread(stage, now, settings)
    if sight is None or row.kind != "turn":
        return None
    start = TurnStart(game.before(row.id), row.player, stage.witnessed, row.taken)
    way = decide_table(sight, start, settings)
    best = way.best
    same = best.key == (sorted_sets(row.after), sorted_sets(row.taken), ())
    stood = row.overruled and best.kind == "illegal" and way.is_clear(settings.margin)
    # Points follow from cards that are gone: what is only read better changes none.
    if same or not (stood or way.is_turn(settings.margin)) or len(best.change.taken) != len(row.taken):
        return None
    return SeenTurn(best, sight) if tried(game, [correction(row, best)]) else None


def correction(row: Row, best: TableHypothesis) -> Correct:
    """What is written to put another turn in the place of a row."""
    return Correct(Arranged(row.player, best.change.after, best.change.taken, best.overruled), of=row.id)


def tried(game: Game, events: Iterable[Correct]) -> Game | None:
    """The game with some corrections, where none of its turns breaks the rules with them that did not before."""
    legal = {row.id for row in game.state.rows if row.verdict and row.verdict.legal}
    game = game.copy()
    try:
        for event in events:
            game.append(event)
    except GameError:
        return None
    kept = all(row.verdict is None or row.verdict.legal for row in game.state.rows if row.id in legal)
    return game if kept else None


class CaughtUp(NamedTuple):
    """How a record goes on: what is corrected, and the turns that follow."""

    corrections: tuple[Correct, ...]
    turns: tuple[SeenTurn, ...]


def caught_up(
    game: Game,
    start: TurnStart,
    stages: tuple[TurnEnd, ...],
    now: TableSight,
    change: TableChange,
    settings: CardSettings,
    open_row: int = 0,
) -> CaughtUp | None:
    """How a record goes on that does not explain what lies there, where there is one way only.

    The turns whose ends were noticed follow as they are seen now; else cards that are gone had another name, that of
    cards which lie there and are alike, and with those the turns follow. The first of them is the `open_row`, if any.
    """
    if turns := missed_turns(start, stages, now, settings, "alike"):
        return CaughtUp((), turns)
    found: list[CaughtUp] = []
    for events in _renamings(game, change):
        other = tried(game, events)
        state = other.before(open_row) if other else start.state
        turns = missed_turns(start._replace(state=state), stages, now, settings, "alike") if other else ()
        found += [CaughtUp(events, turns)] if turns else []
    if found:
        return found[0] if len(found) == 1 else None
    late = _least_overlooked(list(_fuller_turns(start, stages, now, settings)))
    return CaughtUp((), late) if late else None


def _least_overlooked(ways: list[tuple[SeenTurn, ...]]) -> tuple[SeenTurn, ...] | None:
    """The way in which the fewest cards were overlooked, if there is one such way."""
    counts = [sum(len(group.tracks) for turn in way for group in turn.sight.groups) for way in ways]
    least = [way for way, count in zip(ways, counts, strict=True) if count == min(counts)]
    return least[0] if len(least) == 1 else None


def _fuller_turns(
    start: TurnStart, stages: Sequence[TurnEnd], now: TableSight, settings: CardSettings
) -> Iterator[tuple[SeenTurn, ...]]:
    """The turns that follow where earlier tables had cards that are found only now, in every such way."""
    if not stages:
        yield from [()] if _leads_to(start, now, settings, "alike") else []
        return
    stage = stages[0]
    for sight in (reread(stage, now, settings) or stage.sight, *fuller(stage, now, settings)):
        way = decide_table(sight, start, settings)
        after = _after(start, way.best) if _shows_turn(way, settings) else None
        if after:
            turn = SeenTurn(way.best, sight)
            yield from ((turn, *more) for more in _fuller_turns(after, stages[1:], now, settings))


def _renamings(game: Game, change: TableChange) -> Iterator[tuple[Correct, ...]]:
    """Every way in which the cards that are gone may have been recorded by a wrong name."""
    if not 0 < len(change.missing) <= _MOST_RENAMED:
        return
    rows = [_row_of(game, card) for card in change.missing]
    if len({row.id for row in rows if row}) < len(rows):
        return
    for names in sorted(set(permutations(change.added, len(rows)))):
        pairs = [(row, card, name) for row, card, name in zip(rows, change.missing, names, strict=True) if row]
        if all(set(card) & set(name) for _, card, name in pairs):
            yield tuple(_correct_name(game, row, card, name) for row, card, name in pairs)


def _row_of(game: Game, card: Tile) -> Row | None:
    """The last turn that laid a card of this name."""
    return next((row for row in reversed(game.state.rows) if row.kind == "turn" and card in row.played), None)


def _correct_name(game: Game, row: Row, card: Tile, name: Tile) -> Correct:
    turn = renamed(row, card, name)
    return Correct(replace(turn, overruled=not verdict_of(game.before(row.id), turn).legal), of=row.id)


def missed_turns(
    start: TurnStart, stages: tuple[TurnEnd, ...], now: TableSight, settings: CardSettings, trust: Trust
) -> tuple[SeenTurn, ...]:
    """The turns whose ends were noticed but whose tables could not be explained, where they can be now.

    Each must be clearly legal. Unless only what is sure counts, what lies there now must be a legal turn after them, or
    nothing more, and no other way may be as good. What was not mended yet when its end was said may come last.
    """
    found: list[tuple[SeenTurn, TurnStart]] = []
    for stage in stages:
        sight = reread(stage, now, settings) or stage.sight
        if trust != "sure":
            sight = widened(sight, now, settings, in_place=trust == "in place")
        way = decide_table(sight, start, settings)
        clear = _shows_turn(way, settings) and (trust == "sure" or way.is_named(settings.margin))
        after = _after(start, way.best) if clear else None
        if after is None:
            break
        found.append((SeenTurn(way.best, sight), after))
        start = after
    while found and not _leads_to(found[-1][1], now, settings, trust):
        found.pop()
    return tuple(turn for turn, _ in found)


def _leads_to(start: TurnStart, now: TableSight, settings: CardSettings, trust: Trust) -> bool:
    """Whether what lies there now follows from the end of a turn."""
    way = decide_table(now, start, settings)
    if trust == "sure":
        return way.best.kind != "strange"
    return _shows_turn(way, settings) or (way.best.kind == "nothing" and trust == "alike")


def _shows_turn(way: CardDecision, settings: CardSettings) -> bool:
    """Whether a table shows a turn; a Qwirkle of which cards were never seen there is none that is found out later."""
    return way.is_turn(settings.margin) and not way.best.change.unseen


def _after(start: TurnStart, best: TableHypothesis) -> TurnStart | None:
    """What the turn after one is explained from; None where the rules refuse it."""
    state, opening = start.state, opening_by(start.state, None)
    try:
        state = advance(state, 0, opening) if opening else state
        state = accept(state, 0, Arranged(start.player, best.change.after, best.change.taken))
    except GameError:
        return None
    return TurnStart(state, player_of(state))
