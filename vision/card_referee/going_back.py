"""Whether what lies there is the table before the last turns, or another turn in the place of the last one."""

from collections import Counter

from tileye.rules.cards import all_cards
from tileye.rules.game import Game
from tileye.rules.state import Row
from tileye.vision.card_referee.decisions import TableHypothesis, TurnStart, decide_table
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import TableSight

_MOST_TAKEN_BACK = 2


def turns_taken_back(game: Game, sight: TableSight, best: TableHypothesis, settings: CardSettings) -> int:
    """How many turns are taken back if the table is as it was before them; 0 where it is not."""
    if best.kind == "nothing":
        return 0
    lying = sum(len(group.tracks) for group in sight.groups if not group.dropped)
    for count, row in enumerate(reversed(game.state.rows[-_MOST_TAKEN_BACK:]), 1):
        before = game.before(row.id)
        if row.kind != "turn" or len(all_cards(before.table)) != lying:
            continue
        # Where nothing is left to be seen the light may be out.
        # Nobody has just those cards in the hand that were taken.
        gone = () if row.id in sight.takers else all_cards(row.taken)
        same = (Counter(best.change.added) & Counter(gone)).total()
        likelier = best.kind == "legal" and best.cost + settings.same_card * same < count * settings.takeback
        if likelier or (count > 1 and not lying):
            continue
        way = decide_table(sight, TurnStart(before, row.player), settings)
        if way.best.kind == "nothing":
            return count
    return 0


def is_replaced(game: Game, row: Row, sight: TableSight, best: TableHypothesis, settings: CardSettings) -> bool:
    """Whether all cards of a turn are gone, and another turn lies there in its place."""
    if row.kind != "turn" or not row.played or Counter(row.played) - Counter(best.change.missing):
        return False
    way = decide_table(sight, TurnStart(game.before(row.id), row.player), settings)
    return way.is_turn(settings.margin)
