"""What a game recorded wrongly or not at all, where later looks explain it: turns that are corrected, turns that follow."""

from typing import NamedTuple

from tileye.rules.errors import GameError
from tileye.rules.events import Arranged, Correct
from tileye.rules.flow import accept, advance, opening_by
from tileye.rules.game import Game
from tileye.rules.state import Row, State
from tileye.vision.card_referee.decisions import TableHypothesis, TurnStart, decide_table, sorted_sets
from tileye.vision.card_referee.hindsight import Stage, reread, widened
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import TableSight
from tileye.vision.referee.hypotheses import player_of


class SeenTurn(NamedTuple):
    """A turn with the table that shows it."""

    table: TableHypothesis
    sight: TableSight


def corrected(game: Game, row: Row, stage: Stage, now: TableSight, settings: CardSettings) -> SeenTurn | None:
    """What a recorded turn was, where later looks tell clearly that it was another one that is legal as well."""
    sight = reread(stage, now, settings)
    if sight is None or row.kind != "turn":
        return None
    start = TurnStart(game.before(row.id), row.player, stage.witnessed, row.taken)
    way = decide_table(sight, start, settings)
    best = way.best
    same = best.key == (sorted_sets(row.after), sorted_sets(row.taken), ())
    # Points follow from cards that are gone: what is only read better changes none.
    if same or not way.is_turn(settings.margin) or len(best.change.taken) != len(row.taken):
        return None
    return SeenTurn(best, sight) if keeps_legal(game, row.id, correction(row, best)) else None


def correction(row: Row, best: TableHypothesis) -> Arranged:
    """The turn that is written in the place of a row."""
    return Arranged(row.player, best.change.after, best.change.taken)


def keeps_legal(game: Game, of: int, turn: Arranged) -> bool:
    """Whether no turn breaks the rules, with another one in the place of a row, that did not before."""
    tried = game.copy()
    try:
        tried.append(Correct(turn, of=of))
    except GameError:
        return False
    legal = {row.id for row in game.state.rows if row.verdict and row.verdict.legal}
    return all(row.verdict is None or row.verdict.legal for row in tried.state.rows if row.id in legal)


def missed_turns(
    state: State, stages: tuple[Stage, ...], now: TableSight, settings: CardSettings, *, sure: bool
) -> tuple[SeenTurn, ...]:
    """The turns whose ends were noticed but whose tables could not be explained, where with them all can be.

    Each must be clearly legal, and what lies there now a legal turn after them, or nothing more. Unless only what is
    `sure` counts, cards may also be taken for those that lie there now in their stead; then no other way may be as good.
    """
    found: list[SeenTurn] = []
    for stage in stages:
        sight = reread(stage, now, settings) or stage.sight
        sight = sight if sure else widened(sight, now, settings)
        way = decide_table(sight, _start(state), settings)
        clear = way.is_turn(settings.margin) and (sure or way.is_named(settings.margin))
        after = _after(state, way.best) if clear else None
        if after is None:
            return ()
        found.append(SeenTurn(way.best, sight))
        state = after
    left = decide_table(now, _start(state), settings)
    return tuple(found) if left.best.kind == "nothing" or left.is_turn(settings.margin) else ()


def _start(state: State) -> TurnStart:
    return TurnStart(state, player_of(state))


def _after(state: State, best: TableHypothesis) -> State | None:
    """What is known after a turn; None where the rules refuse it."""
    opening = opening_by(state, None)
    try:
        state = advance(state, 0, opening) if opening else state
        return accept(state, 0, Arranged(player_of(state), best.change.after, best.change.taken))
    except GameError:
        return None
