"""From cards that several looks saw to the sets that lie there, with the names that their cards may have."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import replace

from tileye.rules.cards import Table, all_cards
from tileye.rules.tiles import Tile, set_tiles
from tileye.vision.card_referee.beside_sets import in_stack, placed, with_hands_marked
from tileye.vision.card_referee.doubles import without, without_doubles, without_squeezed
from tileye.vision.card_referee.overlooked import with_overlooked
from tileye.vision.card_referee.places import along, middle, sides
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import CardNames, GroupSight, Homes, Places, TableSight, fits
from tileye.vision.card_referee.tracks import CardMemory, CardTrack
from tileye.vision.referee.votes import ranked


def sight_of(
    memory: CardMemory,
    places: Places,
    settings: CardSettings,
    *,
    table: Table = (),
    colours: str | None = None,
    obscured: bool = False,
    hands: bool = True,
) -> TableSight:
    """Tell what lies there; the record has this `table`, and `colours` are those of the set, if they are known.

    Unless nobody shows any, what looks like one of the players' `hands` is no part of the table.
    """
    in_place = [in_stack(stack, memory.lying, settings) for stack in places.stacks]
    stacked = frozenset[int]().union(*in_place)
    known = [track for track in memory.lying if track.votes.names or track.burnt]
    lying = [track for track in known if track.number not in stacked]
    sixth = colours[-1] if colours else _sixth(lying, settings)
    homes = [(card, middle(corners), settings.at_home * sides(corners)[1]) for card, corners in places.homes]
    chains = [[lying[place] for place in members] for members in _chains(lying, memory)]
    named = [_group(chain, homes, sixth, settings) for chain in chains]
    guessed = _guessed(named, table, homes, sixth, settings)
    found = [without_doubles(without_squeezed(group, settings), homes, settings) for group in guessed if group.tracks]
    found = with_overlooked(found, table, places.overlooked, settings)
    found = with_hands_marked(found, settings) if hands else found
    moved = [stack for stack, cards in zip(places.stacks, in_place, strict=True) if not cards]
    takers = frozenset(stack.row for stack, cards in zip(places.stacks, in_place, strict=True) if cards)
    groups = tuple(placed(group, found, moved, settings) for group in found)
    return TableSight(groups, obscured, stacked, takers)


def _group(chain: Sequence[CardTrack], homes: Homes, sixth: str, settings: CardSettings) -> GroupSight:
    """Cards that lie together, in their order, with their names."""
    tracks = tuple(chain[place] for place in along([track.middle for track in chain]))
    known = [_home_names(track, homes) for track in tracks]
    names = tuple(_names(track, home, sixth, settings) for track, home in zip(tracks, known, strict=True))
    lies = zip(tracks, names, known, strict=True)
    at_home = frozenset(track.number for track, row, home in lies if not home.isdisjoint(name for name, _ in row))
    return GroupSight(tracks, names, at_home)


def _guessed(
    groups: Sequence[GroupSight], table: Table, homes: Homes, sixth: str, settings: CardSettings
) -> Iterator[GroupSight]:
    """The groups with names for burnt-out cards, which nobody can read."""
    record = Counter(all_cards(table))
    left = record - Counter(card for group in groups for card in group.likeliest)
    several = sum(not own for group in groups for own in group.names) > 1
    for group in groups:
        names, home = list(group.names), set(group.home)
        for place, track in enumerate(group.tracks):
            if names[place]:
                continue
            at_home = {
                name for name in _home_names(track, homes) if len(group.tracks) > 1 or not _is_last(name, table, left)
            }
            before = {name for name, _ in ranked(track.votes, settings)[:1] if name in left or name not in record}
            likely = {*left, *before}
            names[place] = _guesses(group, likely, at_home, sixth, settings, several=several)
            left -= Counter(name for name, _ in names[place][:1])
            if at_home & likely:
                home.add(track.number)
        # What lies by itself may be no card at all: lamps are mirrored by tables, too.
        empty = {place for place, own in enumerate(names) if not own}
        yield without(replace(group, names=tuple(names), home=frozenset(home)), empty)


def _is_last(name: Tile, table: Table, left: Counter[Tile]) -> bool:
    """Whether all others of a card's set are gone: where it lay, nothing but the lamp may be left as well."""
    others = [Counter(cards) - Counter((name,)) for cards in table if name in cards]
    return any(others) and all(not other - left for other in others)


def _guesses(
    group: GroupSight, likely: Set[Tile], at_home: Set[Tile], sixth: str, settings: CardSettings, *, several: bool
) -> CardNames:
    """What a burnt-out card may be: what lay there, what else is missing, or a new one that fits those beside it."""
    if at_home & likely:
        return tuple((name, 0.0) for name in sorted(at_home & likely))
    if len(group.tracks) == 1:
        return ()
    others, names = group.likeliest, dict[Tile, float]()
    # Where cards are missing, several burnt ones are those, each of them one.
    if others and not (several and likely):
        # What lay here and is read elsewhere was moved, or is another one there: somebody is asked.
        new = settings.replaced_guess if at_home and not likely else settings.new_guess
        names = {name: -new for name in set_tiles(f"ROYGB{sixth}") if fits(name, others)}
    names.update({name: 0.0 if fits(name, others) else -settings.odd_guess for name in likely | at_home})
    return tuple(sorted(names.items(), key=lambda one: (-one[1], one[0])))


def _chains(lying: list[CardTrack], memory: CardMemory) -> list[list[int]]:
    """The cards that lie together, by their places in a list: those that most looks saw in one group."""
    place = {track.number: number for number, track in enumerate(lying)}
    head = list(range(len(lying)))

    def find(number: int) -> int:
        while head[number] != number:
            number = head[number]
        return number

    for (one, other), votes in sorted(memory.together.items()):
        if votes > 0 and one in place and other in place:
            low, high = sorted((find(place[one]), find(place[other])))
            head[high] = low
    members: dict[int, list[int]] = {}
    for number in range(len(lying)):
        members.setdefault(find(number), []).append(number)
    return list(members.values())


def _home_names(track: CardTrack, homes: Homes) -> set[Tile]:
    """The names of the cards that lay in this place."""
    at = track.middle
    return {card for card, place, reach in homes if math.dist(at, place) <= reach}


def _sixth(lying: Iterable[CardTrack], settings: CardSettings) -> str:
    """Purple or white, whichever more cards seem to have: a set never has both."""
    counts = dict.fromkeys("PW", 0)
    for track in lying:
        best = ranked(track.votes, settings)[0][0] if track.votes.names else ""
        if best[1:] in counts:
            counts[best[1:]] += 1
    return "W" if counts["W"] > counts["P"] else "P"


def _names(track: CardTrack, home: Collection[Tile], sixth: str, settings: CardSettings) -> CardNames:
    """What a card may be; what lay in its place is no name that only the eye doubts. Nothing if it cannot be read."""
    # A hand was there since a burnt-out card was read: it may be another one.
    unread = track.burnt and not track.told and track.votes.named <= settings.kept_names
    if unread or not track.votes.names:
        return ()
    other = {"P": "W", "W": "P"}[sixth]
    costs: dict[Tile, float] = {}
    for name, cost in ranked(track.votes, settings):
        own = name[0] + sixth if name[1] == other else name
        costs[own] = max(costs.get(own, -math.inf), cost)
    best = max(costs.values())
    found = [
        (name, cost - best)
        for name, cost in costs.items()
        if best - cost <= (settings.known_name if name in home else settings.thin_name)
    ]
    return tuple(sorted(found, key=lambda one: (-one[1], one[0]))[: settings.most_names])
