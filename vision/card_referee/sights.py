"""What lies on a table of cards, as several looks together say: groups with the names that their cards may have."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median

from tileye.rules.cards import CardSet, divisions, is_set
from tileye.rules.rulesets import MOST_IN_HAND
from tileye.rules.tiles import SIDE, Tile, all_alike, set_tiles
from tileye.vision.card_referee.observations import Corners, Point
from tileye.vision.card_referee.places import along, beyond, direction, middle, sides, turned
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.tracks import CardMemory, CardTrack
from tileye.vision.referee.events import DoubtfulCard
from tileye.vision.referee.votes import as_chances, ranked

_LEAST_STEPS = 3
"""Fewer distances do not tell which of them is too small."""
AT_START = 0
"""In place of a turn: of a stack that lay there already when the game was joined."""
CardNames = tuple[tuple[Tile, float], ...]
"""What a card may be, best first, with how much worse than the best each name is (0 or less)."""


@dataclass(frozen=True, slots=True)
class Stack:
    """A Qwirkle that somebody has taken, where it lies in view."""

    row: int
    """The turn that took it; without that turn it is no stack."""
    corners: tuple[Corners, ...]
    cards: CardSet = ()
    """What is known of its cards."""


@dataclass(frozen=True, slots=True)
class Places:
    """What is remembered of where things lie on the table."""

    homes: tuple[tuple[Tile, Corners], ...] = ()
    """Where the cards of the record lay when it was written last."""
    stacks: tuple[Stack, ...] = ()
    bumps: int = 0
    """How many bumps are minded here."""

    def following(self, memory: CardMemory) -> "Places":
        """The same after a bump that moved everything in the picture."""
        if memory.bumps == self.bumps:
            return self
        homes = tuple((card, memory.bump.moved(corners)) for card, corners in self.homes)
        stacks = tuple(replace(one, corners=tuple(map(memory.bump.moved, one.corners))) for one in self.stacks)
        return Places(homes, stacks, memory.bumps)


@dataclass(frozen=True, slots=True)
class GroupSight:
    """Cards that lie together, in the order in which they lie, or one by itself."""

    tracks: tuple[CardTrack, ...]
    names: tuple[CardNames, ...]
    home: frozenset[int] = frozenset()
    """The numbers of the cards that lie where cards of these names lay when the record was written last."""
    apart: bool = False
    """Whether it lies as what a player has taken does: squeezed together, or outside all others."""
    short: bool = False
    """Whether it is no longer than a stack, so that it may be the cards of one that can be seen."""
    old_stack: bool = False
    """Whether it is a Qwirkle that was taken earlier, and that somebody moved."""
    dropped: bool = False
    """Whether it belongs to nothing: a card by itself, a hand that is shown, a stack that somebody moved."""

    @property
    def at_home(self) -> bool:
        """Whether half of it at least lies where it lay when the record was written last."""
        return 2 * len(self.home) >= len(self.tracks)

    @property
    def middle(self) -> Point:
        """Where it lies."""
        points = [track.middle for track in self.tracks]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    @property
    def length(self) -> float:
        """How far its first card is from the farthest one."""
        return max(math.dist(self.tracks[0].middle, track.middle) for track in self.tracks)

    @property
    def likeliest(self) -> CardSet:
        """Its cards by their likeliest names."""
        return tuple(names[0][0] for names in self.names if names)


@dataclass(frozen=True, slots=True)
class TableSight:
    """What lies on the table."""

    groups: tuple[GroupSight, ...] = ()
    obscured: bool = False
    """Whether something covers a part of it."""
    stacked: frozenset[int] = field(default_factory=frozenset)
    """The numbers of the cards that lie in Qwirkles taken earlier."""

    @property
    def doubtful(self) -> tuple[tuple[int, CardTrack, CardNames], ...]:
        """The cards that may have several names, with the number of their group."""
        return tuple(
            (number, track, names)
            for number, group in enumerate(self.groups)
            for track, names in zip(group.tracks, group.names, strict=True)
            if len(names) > 1
        )


def doubtful_cards(sight: TableSight) -> Iterator[DoubtfulCard]:
    """The cards that somebody has to name, with their chances."""
    for number, track, names in sight.doubtful:
        x, y = track.middle
        group = number if len(sight.groups[number].tracks) > 1 else None
        # What was recorded before and is as it was is asked of nobody.
        if track.number not in sight.groups[number].home:
            yield DoubtfulCard((round(x), round(y)), group, tuple(as_chances(dict(names)).items()))


def shown_hand(sight: TableSight) -> CardSet:
    """The cards that somebody shows beside the sets, as who cannot play does."""
    return next((group.likeliest for group in sight.groups if group.dropped and _is_hand(group)), ())


def sight_of(
    memory: CardMemory,
    places: Places,
    settings: CardSettings,
    *,
    colours: str | None = None,
    obscured: bool = False,
) -> TableSight:
    """Tell what lies there; `colours` are those of the set, as far as they are known."""
    in_place = [_in_stack(stack, memory.lying, settings) for stack in places.stacks]
    stacked = frozenset[int]().union(*in_place)
    known = [track for track in memory.lying if track.votes.names or track.burnt]
    lying = [track for track in known if track.number not in stacked]
    sixth = colours[-1] if colours else _sixth(lying, settings)
    homes = [(card, middle(corners), settings.at_home * sides(corners)[1]) for card, corners in places.homes]
    chains = [[lying[place] for place in members] for members in _chains(lying, memory)]
    named = [_group(chain, homes, sixth, settings) for chain in chains]
    missing = Counter(card for card, _, _ in homes) - Counter(card for group in named for card in group.likeliest)
    guessed = [_guessed(group, homes, missing, sixth, settings) for group in named]
    found = [_without_doubles(_without_squeezed(group, settings), homes, settings) for group in guessed if group.tracks]
    moved = [stack for stack, cards in zip(places.stacks, in_place, strict=True) if not cards]
    groups = tuple(_placed(group, found, moved, settings) for group in found)
    return TableSight(groups, obscured, stacked)


_Homes = Sequence[tuple[Tile, Point, float]]
"""Cards of the record: where they lay, and how far from there one of the same name still lies there."""


def _group(chain: Sequence[CardTrack], homes: _Homes, sixth: str, settings: CardSettings) -> GroupSight:
    """Cards that lie together, in their order, with their names."""
    tracks = tuple(chain[place] for place in along([track.middle for track in chain]))
    known = [_home_names(track, homes) for track in tracks]
    names = tuple(_names(track, home, sixth, settings) for track, home in zip(tracks, known, strict=True))
    lies = zip(tracks, names, known, strict=True)
    at_home = frozenset(track.number for track, row, home in lies if not home.isdisjoint(name for name, _ in row))
    return GroupSight(tracks, names, at_home)


def _guessed(
    group: GroupSight, homes: _Homes, missing: Counter[Tile], sixth: str, settings: CardSettings
) -> GroupSight:
    """The group with names for its burnt-out cards: what lay there, else what is missing, else what fits the others."""
    if all(group.names):
        return group
    others, names, home = group.likeliest, list(group.names), set(group.home)
    for place, track in enumerate(group.tracks):
        if names[place]:
            continue
        known = sorted(_home_names(track, homes) & missing.keys())
        if known:
            names[place] = tuple((name, 0.0) for name in known)
            home.add(track.number)
        elif others:
            names[place] = _guesses(others, missing, sixth, settings)
    # What lies by itself may be no card at all: lamps are mirrored by tables, too.
    empty = {place for place, own in enumerate(names) if not own}
    return _without(replace(group, names=tuple(names), home=frozenset(home)), empty)


def _guesses(others: CardSet, missing: Counter[Tile], sixth: str, settings: CardSettings) -> CardNames:
    """What a card may be of which nobody sees more than that it lies beside others."""
    fitting = {name for name in set_tiles(f"ROYGB{sixth}") if name not in others and all_alike((*others, name))}
    likely = {name: 0.0 if name in fitting else -settings.odd_guess for name in missing}
    names = {**dict.fromkeys(fitting, -settings.new_guess), **likely}
    return tuple(sorted(names.items(), key=lambda one: (-one[1], one[0])))


def _without_doubles(group: GroupSight, homes: _Homes, settings: CardSettings) -> GroupSight:
    """The group without what is seen between two cards of the record that have no room for another one between them."""
    own = _places_at_home(group, homes)
    steps = {
        pair: math.dist(group.tracks[pair[0]].middle, group.tracks[pair[1]].middle) for pair in pairwise(sorted(own))
    }
    tight = [
        pair
        for pair, step in steps.items()
        if len(steps) > 1 and step < settings.room * median(other for at, other in steps.items() if at != pair)
    ]
    doubles = {place for one, other in tight for place in range(one + 1, other)}
    return _without(group, doubles)


def _without_squeezed(group: GroupSight, settings: CardSettings) -> GroupSight:
    """The group without a card that lies too near to its neighbour, and is seen twice or alone makes no set of it."""
    steps = [math.dist(one.middle, other.middle) for one, other in pairwise(group.tracks)]
    if len(steps) < _LEAST_STEPS or _may_be_set(group.names):
        return group
    found = []
    for place in range(len(group.tracks)):
        beside, others = steps[max(0, place - 1) : place + 1], steps[: max(0, place - 1)] + steps[place + 1 :]
        near = min(beside) / max(median(others), 1e-6) if others else math.inf
        rest = group.names[:place] + group.names[place + 1 :]
        twice = group.names[place][0][0] in {names[0][0] for names in rest[max(0, place - 1) : place + 1]}
        if near < settings.too_near and (twice or _may_be_set(rest)):
            found.append((near, place))
    return _without(group, {min(found)[1]}) if found else group


def _may_be_set(names: Sequence[CardNames]) -> bool:
    """Whether some cards are a set by any of their names."""
    known = [{name for name, _ in one} for one in names]
    shared = {mark for name in known[0] for mark in name if all(any(mark in other for other in one) for one in known)}
    return any(_are_unlike([{name for name in one if mark in name} for one in known]) for mark in shared)


def _are_unlike(names: Sequence[set[Tile]], used: frozenset[Tile] = frozenset()) -> bool:
    """Whether each of some cards can have a name of its own."""
    return not names or any(_are_unlike(names[1:], used | {name}) for name in names[0] - used)


def _without(group: GroupSight, places: Collection[int]) -> GroupSight:
    """The group without the cards in some places of it."""
    kept = [place for place in range(len(group.tracks)) if place not in places]
    return replace(
        group,
        tracks=tuple(group.tracks[place] for place in kept),
        names=tuple(group.names[place] for place in kept),
        home=frozenset(group.tracks[place].number for place in kept) & group.home,
    )


def _places_at_home(group: GroupSight, homes: _Homes) -> set[int]:
    """The places in a group of the cards that are those of the record: of two for one of them the nearer one."""
    found: dict[tuple[Tile, Point], tuple[float, int]] = {}
    for number, (track, names) in enumerate(zip(group.tracks, group.names, strict=True)):
        for card, at, reach in homes:
            far = math.dist(track.middle, at)
            if far <= reach and card == names[0][0]:
                found[card, at] = min(found.get((card, at), (far, number)), (far, number))
    return {number for _, number in found.values()}


def _in_stack(stack: Stack, lying: Sequence[CardTrack], settings: CardSettings) -> set[int]:
    """The numbers of the cards that lie in a stack, or beside what lies there where somebody has spread it."""
    found = [track for track in lying if any(_is_near(track, corners, settings) for corners in stack.corners)]
    names = {track.number: ranked(track.votes, settings)[0][0] for track in lying if track.votes.names}
    left = Counter(stack.cards) - Counter(names.get(track.number, "") for track in found)
    for _ in range(SIDE if found else 0):
        beside = (track for track in lying if track not in found and left[names.get(track.number, "")] > 0)
        spread = next((track for track in beside if _lies_beside(track, found)), None)
        if spread is None:
            break
        found.append(spread)
        left[names[spread.number]] -= 1
    return {track.number for track in found}


def _lies_beside(track: CardTrack, others: Iterable[CardTrack]) -> bool:
    return any(math.dist(track.middle, other.middle) <= sides(other.corners)[1] for other in others)


def _is_near(track: CardTrack, corners: Corners, settings: CardSettings) -> bool:
    return math.dist(track.middle, middle(corners)) <= settings.at_home * sides(corners)[1]


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


def _home_names(track: CardTrack, homes: _Homes) -> set[Tile]:
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
    if not track.votes.names:
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


def _placed(
    group: GroupSight, groups: Iterable[GroupSight], moved: Iterable[Stack], settings: CardSettings
) -> GroupSight:
    """Say whether a group lies apart from all others, or belongs to nothing; `moved` stacks left their places."""
    others = [track for other in groups if not _is_of(other, group, settings) for track in other.tracks]
    short, long = sides(group.tracks[0].corners)
    far = beyond(group.middle, [point for track in others for point in track.corners]) if others else 0.0
    steps = len(group.tracks) - 1
    squeezed = steps > 0 and group.length <= settings.squeezed * steps * short
    outside = len(group.tracks) == SIDE and far >= settings.outside * long
    aside = far >= settings.outside * long and not group.at_home
    dropped = len(group.tracks) == 1 and bool(others) and not group.at_home and _is_dropped(group, others, settings)
    as_stack = _is_short(group, settings)
    old = not group.at_home and any(_is_moved(group, stack, may_be_top=as_stack and aside) for stack in moved)
    dropped = dropped or old or (aside and _is_hand(group))
    apart = not group.at_home and (squeezed or outside)
    return replace(group, apart=apart, short=as_stack, dropped=dropped, old_stack=old)


def _is_moved(group: GroupSight, stack: Stack, *, may_be_top: bool) -> bool:
    """Whether a group is a stack that left its place: all of its cards, or some where only the top may be seen."""
    cards = Counter(group.likeliest)
    return cards == Counter(stack.cards) or (may_be_top and cards <= Counter(stack.cards))


def _is_short(group: GroupSight, settings: CardSettings) -> bool:
    """Whether it may be what shows of a stack."""
    return not group.at_home and group.length <= settings.stack_length * sides(group.tracks[0].corners)[0]


def _is_of(other: GroupSight, group: GroupSight, settings: CardSettings) -> bool:
    """Whether another group may be of one stack with this one: it is no longer than that, and they overlap."""
    return other is group or (_is_short(other, settings) and overlap(other.tracks, group.tracks, settings))


def overlap(some: Iterable[CardTrack], others: Sequence[CardTrack], settings: CardSettings) -> bool:
    """Whether any of some cards lies on any of others, or under it."""
    return any(
        math.dist(one.middle, other.middle) < settings.overlapping * sides(other.corners)[1]
        for one in some
        for other in others
    )


def _is_hand(group: GroupSight) -> bool:
    """Tell whether so many cards, which fit nowhere, are a hand that somebody shows to all."""
    cards = group.likeliest
    return SIDE <= len(cards) <= MOST_IN_HAND and not is_set(cards) and not any(True for _ in divisions(cards))


def _is_dropped(group: GroupSight, others: Iterable[CardTrack], settings: CardSettings) -> bool:
    """Tell whether a card by itself lies crooked, or far from all others."""
    (card,) = group.tracks
    others = list(others)
    _, long = sides(card.corners)
    nearest = min(math.dist(card.middle, other.middle) for other in others)
    crooked = min(turned(direction(card.corners), direction(other.corners)) for other in others)
    return nearest > settings.lies_about * long or crooked > settings.crooked
