"""What lies on a table of cards, as several looks together say: groups with the names that their cards may have."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tileye.rules.cards import CardSet
from tileye.rules.tiles import Tile, all_alike
from tileye.vision.card_referee.observations import Corners, Point
from tileye.vision.card_referee.tracks import CardMemory, CardTrack
from tileye.vision.referee.events import DoubtfulCard
from tileye.vision.referee.votes import as_chances

AT_START = 0
"""In place of a turn: of a stack that lay there already when the game was joined."""
CardNames = tuple[tuple[Tile, float], ...]
"""What a card may be, best first, with how much worse than the best each name is (0 or less)."""
OverlookedCards = Sequence[tuple[Tile, Corners]]
"""Cards that no look finds, and that lie there as the record or people say."""
Homes = Sequence[tuple[Tile, Point, float]]
"""Cards of the record: where they lay, and how far from there one of the same name still lies there."""


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
    overlooked: tuple[tuple[Tile, Corners], ...] = ()
    """Cards that no look finds, and that lie there as the record or people say."""
    bumps: int = 0
    """How many bumps are minded here."""

    def following(self, memory: CardMemory) -> "Places":
        """The same after a bump that moved everything in the picture."""
        if memory.bumps == self.bumps:
            return self
        homes, overlooked = (
            tuple((card, memory.bump.moved(corners)) for card, corners in cards)
            for cards in (self.homes, self.overlooked)
        )
        stacks = tuple(replace(one, corners=tuple(map(memory.bump.moved, one.corners))) for one in self.stacks)
        return Places(homes, stacks, overlooked, memory.bumps)


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
    shown: bool = False
    """Whether it is a hand that somebody shows, or a row of one."""
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

    @property
    def named(self) -> Iterator[tuple[CardTrack, Tile]]:
        """Its cards with their likeliest names."""
        return zip(self.tracks, self.likeliest, strict=True)


@dataclass(frozen=True, slots=True)
class TableSight:
    """What lies on the table."""

    groups: tuple[GroupSight, ...] = ()
    obscured: bool = False
    """Whether something covers a part of it."""
    stacked: frozenset[int] = field(default_factory=frozenset)
    """The numbers of the cards that lie in Qwirkles taken earlier..."""
    takers: frozenset[int] = field(default_factory=frozenset)
    """... and the turns that took those."""

    @property
    def doubtful(self) -> tuple[tuple[int, CardTrack, CardNames], ...]:
        """The cards that may have several names, with the number of their group."""
        return tuple(
            (number, track, names)
            for number, group in enumerate(self.groups)
            for track, names in zip(group.tracks, group.names, strict=True)
            if len(names) > 1
        )


def guessed_cards(sight: TableSight) -> list[CardTrack]:
    """The cards that nobody has seen or told, and that only a gap speaks for."""
    return [track for group in sight.groups for track in group.tracks if track.is_guessed]


def doubtful_cards(sight: TableSight) -> Iterator[DoubtfulCard]:
    """The cards that somebody has to name, with their chances."""
    for number, group in enumerate(sight.groups):
        for track, names in zip(group.tracks, group.names, strict=True):
            # What was recorded before and is as it was is asked of nobody.
            if track.is_guessed or (len(names) > 1 and track.number not in group.home):
                x, y = track.middle
                own = number if len(group.tracks) > 1 else None
                yield DoubtfulCard((round(x), round(y)), own, tuple(as_chances(dict(names)).items()))


def shown_hand(sight: TableSight) -> CardSet:
    """The cards that somebody shows beside the sets, as who cannot play does."""
    return tuple(card for group in sight.groups if group.shown for card in group.likeliest)


def fits(name: Tile, others: CardSet) -> bool:
    """Whether a card can be in one set with others."""
    return name not in others and all_alike((*others, name))


def new_cards(sight: TableSight) -> list[Point]:
    """Where cards of sets lie that did not lie there when the record was written last."""
    groups = [group for group in sight.groups if not group.dropped]
    return [track.middle for group in groups for track in group.tracks if track.number not in group.home]
