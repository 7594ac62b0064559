"""The card game: what a turn did, done to another table, after a correction of what lay there before."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from tileye.rules.card_moves import explain
from tileye.rules.cards import CardSet, Table, all_cards, cards_added
from tileye.rules.events import Arranged
from tileye.rules.tiles import Tile


def rebased(turn: Arranged, found: Table, lying: Table) -> Arranged:
    """Do to the table that lies there what the turn did to the one it found; no card is lost, none is added.

    A set that the turn left alone is as it lies now. What the turn made of a set that is different now keeps the
    difference, so that the turn may no longer be legal; then it stands as overruled.
    """
    if _same(found, lying) or _shows_already(turn, found, lying):
        return turn
    told = explain(found, lying)
    sets = [*map(list, turn.after), *map(list, turn.taken)]
    kept = {one.source: one.target for one in told.continued}
    for number, before in enumerate(found):
        now = lying[kept[number]] if number in kept else ()
        _change(sets, before, cards_added((now,), (before,)), cards_added((before,), (now,)))
    sets.extend(list(cards) for number, cards in enumerate(lying) if number not in kept.values())
    after = [tuple(cards) for number, cards in enumerate(sets) if cards and not _taken(number, turn)]
    taken = [tuple(cards) for number, cards in enumerate(sets) if cards and _taken(number, turn)]
    return replace(turn, after=tuple(after), taken=tuple(taken))


def _taken(number: int, turn: Arranged) -> bool:
    return len(turn.after) <= number < len(turn.after) + len(turn.taken)


def _shows_already(turn: Arranged, found: Table, lying: Table) -> bool:
    """Tell whether the recorded table shows the correction: cards of a forgotten turn, seen with those of this one."""
    shown = Counter(all_cards((*turn.after, *turn.taken)))
    gone = Counter(cards_added(lying, found)) & shown
    come, played = Counter(cards_added(found, lying)), Counter(cards_added(found, turn.after, turn.taken))
    return not gone and come < played


def _same(one: Table, other: Table) -> bool:
    return sorted(map(sorted, one)) == sorted(map(sorted, other))


def _change(sets: list[list[Tile]], before: CardSet, gone: Iterable[Tile], come: Iterable[Tile]) -> None:
    """Take cards from where most of a set went, else from where they are, and put the new ones there."""
    shared = [(sum((Counter(cards) & Counter(before)).values()), -number) for number, cards in enumerate(sets)]
    home = -max(shared, default=(0, 0))[1]
    for card in gone:
        places = sorted((number for number, cards in enumerate(sets) if card in cards), key=lambda n: n != home)
        if places:
            sets[places[0]].remove(card)
    if sets:
        sets[home].extend(come)
    else:
        sets.append(list(come))
