"""Tables that were seen at the end of a turn, as later looks tell that they were: cards read better, cards found since.

Only what lay there without any doubt is told of the past: the same card, at which no hand was or which was read
otherwise while none was there, and cards found between others that lie as they lay.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, pairwise, product
from statistics import median

from tileye.rules.cards import CardSet
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.overlooked import IN_GAP
from tileye.vision.card_referee.places import along, sides
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import CardNames, GroupSight, TableSight
from tileye.vision.card_referee.tracks import CardTrack

_Card = tuple[CardTrack, CardNames]
_MOST_WAYS = 24
"""So many ways are tried at most in which cards that are found now may have lain there before."""


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The table at the end of a turn."""

    sight: TableSight
    visits: int
    """How many hands had been there."""
    witnessed: CardSet = ()
    touch: int = 0
    """The last of them as the clock counts."""

    @property
    def names(self) -> dict[int, Tile]:
        """As what each card was read, by its number."""
        return {track.number: names[0][0] for track, names in _cards(self.sight)}

    def is_sure(self, track: CardTrack, name: Tile) -> bool:
        """Whether a card that lies there now is the one that was read as `name` in this place."""
        return track.visit <= self.visits or name in track.once

    def shows(self, sight: TableSight) -> bool:
        """Whether the same cards lie there, whatever they are read as."""
        return self.names.keys() == {track.number for track, _ in _cards(sight)}


def reread(stage: TurnEnd, now: TableSight, settings: CardSettings) -> TableSight | None:
    """What lay there at an earlier stage, as is known now; None where nothing is known better."""
    seen, before = {track.number: (track, names) for track, names in _cards(now)}, stage.names
    better: dict[int, CardNames] = {}
    for number, name in before.items():
        if number in seen and stage.is_sure(seen[number][0], name):
            own = _clear(seen[number][1], settings)
            if len(own) == 1 and own[0][0] != name and _is_well_seen(seen[number][0], settings):
                better[number] = own
    groups = [_renamed(group, better) for group in stage.sight.groups]
    found = list(_found_since(stage, now, settings))
    for neighbours, cards in found:
        groups = _joined(groups, neighbours, cards, settings)
    return replace(stage.sight, groups=tuple(groups)) if better or found else None


def widened(sight: TableSight, now: TableSight, settings: CardSettings, *, in_place: bool) -> TableSight:
    """An earlier table in which each card that is nowhere now may be one that nobody saw then, perhaps elsewhere."""
    earlier, later = (Counter(names[0][0] for _, names in _cards(one)) for one in (sight, now))
    gone, come = earlier - later, later - earlier
    here = {track.number: names[0][0] for track, names in _cards(now)}
    more = {}
    for track, names in _cards(sight):
        known = [name for name, _ in names]
        if known[0] not in gone:
            continue
        alike = [here[track.number]] if here.get(track.number) in come else [] if in_place else sorted(come)
        others = [name for name in alike if name not in known and (name[0] == known[0][0] or name[1] == known[0][1])]
        more[track.number] = (*names, *((name, -settings.hindsight) for name in others))
    return replace(sight, groups=tuple(_renamed(group, more) for group in sight.groups))


def fuller(stage: TurnEnd, now: TableSight, settings: CardSettings) -> Iterator[TableSight]:
    """Earlier tables with cards that are found now next to those which lay there: perhaps nobody saw them then."""
    now = _as_known(stage, now)
    ways = [list(_shares(run, beside)) for run, beside in _new_runs(stage, now)]
    if not ways or math.prod(map(len, ways)) > _MOST_WAYS:
        return
    for chosen in product(*ways):
        groups = list(stage.sight.groups)
        for neighbours, cards in chosen:
            seen = [(track, _clear(names, settings)) for track, names in cards]
            groups = _joined(groups, neighbours, seen, settings) if cards else groups
        if any(cards for _, cards in chosen):
            yield replace(stage.sight, groups=tuple(groups))


def _as_known(stage: TurnEnd, now: TableSight) -> TableSight:
    """What lies there now; cards that were moved, or not found for some time, bear the numbers that they had before."""
    known, here = stage.names, {track.number for track, _ in _cards(now)}
    lost = [(track, known[track.number]) for track, _ in _cards(stage.sight) if track.number not in here]
    new = [(track, names[0][0]) for track, names in _cards(now) if track.number not in known]
    pairs = sorted(
        (math.dist(one.middle, other.middle), one.number, other.number)
        for one, name in lost
        for other, other_name in new
        if name == other_name
    )
    number_of: dict[int, int] = {}
    for _, before, after in pairs:
        if after not in number_of and before not in number_of.values():
            number_of[after] = before
    groups = (
        replace(group, tracks=tuple(replace(one, number=number_of.get(one.number, one.number)) for one in group.tracks))
        for group in now.groups
    )
    return replace(now, groups=tuple(groups))


def _shares(run: list[_Card], beside: list[CardTrack]) -> Iterator[tuple[list[int], list[_Card]]]:
    """How many cards of a run may have lain there, from the side of those that did: none, some, or all."""
    neighbours = [track.number for track in beside]
    if len(beside) > 1:
        yield from ((neighbours, cards) for cards in ([], run))
        return
    (near,) = beside
    inwards = sorted(run, key=lambda card: math.dist(card[0].middle, near.middle))
    yield from ((neighbours, inwards[:count]) for count in range(len(run) + 1))


def _cards(sight: TableSight) -> Iterator[_Card]:
    return (card for group in sight.groups for card in zip(group.tracks, group.names, strict=True))


def _clear(names: CardNames, settings: CardSettings) -> CardNames:
    """The names of a card without those that only what was recorded in its place speaks for."""
    return tuple(one for one in names if one[1] >= -settings.thin_name)


def _is_well_seen(track: CardTrack, settings: CardSettings) -> bool:
    return track.votes.named >= settings.least_looks and track.votes.strength >= settings.clear


def _renamed(group: GroupSight, better: dict[int, CardNames]) -> GroupSight:
    names = (better.get(track.number, own) for track, own in zip(group.tracks, group.names, strict=True))
    return replace(group, names=tuple(names))


def _found_since(stage: TurnEnd, now: TableSight, settings: CardSettings) -> Iterator[tuple[list[int], list[_Card]]]:
    """Cards that must have lain there unseen, each run with the cards on its sides."""
    for run, beside in _new_runs(stage, now):
        if _lay_there(stage, run, beside, settings):
            yield [track.number for track in beside], [(track, _clear(names, settings)) for track, names in run]


def _new_runs(stage: TurnEnd, now: TableSight) -> Iterator[tuple[list[_Card], list[CardTrack]]]:
    """New cards next to each other, with those on their sides, which lay there before."""
    known = stage.names
    for group in now.groups:
        for run, beside in _runs(group, known.keys() | stage.sight.stacked):
            # What nobody can read is only guessed, and tells nothing of the past.
            if beside and all(track.number in known for track in beside) and not any(track.burnt for track, _ in run):
                yield run, beside


def _runs(group: GroupSight, known: Collection[int]) -> Iterator[tuple[list[_Card], list[CardTrack]]]:
    """The new cards of a group that lie next to each other, with the known ones on both sides of them."""
    cards = list(zip(group.tracks, group.names, strict=True))
    for new, run in groupby(enumerate(cards), key=lambda one: one[1][0].number not in known):
        places = [place for place, _ in run]
        sides_of = (places[0] - 1, places[-1] + 1)
        if new:
            yield (
                [cards[place] for place in places],
                [cards[place][0] for place in sides_of if 0 <= place < len(cards)],
            )


def _lay_there(stage: TurnEnd, run: list[_Card], beside: list[CardTrack], settings: CardSettings) -> bool:
    """Whether cards can only have been overlooked: no hand came since, or they lie between two that lie as they lay."""
    if all(track.visit <= stage.visits for track, _ in run):
        return True
    if len(beside) < 2:
        return False
    before = {track.number: track for track, _ in _cards(stage.sight)}
    far, was = (math.dist(*(track.middle for track in pair)) for pair in (beside, [before[t.number] for t in beside]))
    return abs(far - was) <= settings.as_it_lay * sides(beside[0].corners)[0] and _has_room(stage, beside, settings)


def _has_room(stage: TurnEnd, beside: list[CardTrack], settings: CardSettings) -> bool:
    """Whether two cards lay farther apart than others of their set: else what is seen between them is part of one."""
    numbers = {track.number for track in beside}
    group = next((one for one in stage.sight.groups if numbers <= {track.number for track in one.tracks}), None)
    if group is None:
        return True
    steps = {
        frozenset((one.number, other.number)): math.dist(one.middle, other.middle)
        for one, other in pairwise(group.tracks)
    }
    own = steps.pop(frozenset(numbers), None)
    return not steps or own is None or own >= settings.room * median(steps.values())


def _is_found(card: _Card, found: list[_Card]) -> bool:
    """Whether a card that no look had seen is one of those that were found since."""
    track, _ = card
    reach = IN_GAP * sides(track.corners)[0]
    return track.is_unseen and any(math.dist(track.middle, one.middle) <= reach for one, _ in found)


def _joined(
    groups: list[GroupSight], neighbours: list[int], cards: list[_Card], settings: CardSettings
) -> list[GroupSight]:
    """Put cards into the group of their neighbours; what was two groups because they were not seen is one."""
    own = [group for group in groups if not {track.number for track in group.tracks}.isdisjoint(neighbours)]
    if not own or any(group.apart for group in own):
        return groups
    # What a gap spoke for is the card that is found there now.
    lying = [
        card for group in own for card in zip(group.tracks, group.names, strict=True) if not _is_found(card, cards)
    ]
    all_cards = [*lying, *cards]
    order = along([track.middle for track, _ in all_cards])
    whole = replace(
        own[0],
        tracks=tuple(all_cards[place][0] for place in order),
        names=tuple(all_cards[place][1] for place in order),
        home=frozenset().union(*(group.home for group in own)),
        short=False,
        dropped=False,
    )
    return [*(group for group in groups if group not in own), whole]
