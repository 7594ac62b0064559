"""Cards followed from look to look by where they lie: what several noisy looks at one table together say."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import NamedTuple

from tileye.rules.tiles import Tile
from tileye.vision.card_referee.observations import CardObservation, Corners, LyingCard, Point
from tileye.vision.card_referee.places import middle, sides
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.referee.votes import Votes, counted, counted_unnamed

Pair = tuple[int, int]
"""Two cards by their numbers, the smaller one first."""


_TOLERANCES = (1.5, 0.6, 0.3)
"""How near to where it should be a card has to lie that tells how a bump moved all, in short sides, step by step."""
_LEAST_PAIRS = 4
"""Fewer cards tell only how far everything moved, not how it turned."""


class Bump(NamedTuple):
    """How a bump moved everything in the picture: places are complex numbers."""

    turn: complex
    shift: complex

    def after(self, place: complex) -> complex:
        """Where a place is after it."""
        return self.turn * place + self.shift

    def moved(self, corners: Corners) -> Corners:
        """Where a card lies after it."""
        one, two, three, four = (self.after(complex(*point)) for point in corners)
        return (one.real, one.imag), (two.real, two.imag), (three.real, three.imag), (four.real, four.imag)


STILL = Bump(1.0, 0.0)


class _Pairing(NamedTuple):
    """A card before and after a bump, and how short its side is."""

    before: complex
    after: complex
    short: float


@dataclass(frozen=True, slots=True)
class ToldName:
    """What people say that a card is."""

    card: Tile
    read_as: frozenset[Tile]
    """As what it is read: where the eye finds anything else, another card lies there."""


@dataclass(frozen=True, slots=True)
class CardTrack:
    """A card that lies, or lay, in one place."""

    number: int
    corners: Corners
    votes: Votes
    settled: float = 0.0
    """What looks have to say at least for it to lie there: less where it was seen well since a hand was over it."""
    told: ToldName | None = None
    visit: int = 0
    """The last hand that was over it, or after which it was seen first."""
    once: frozenset[Tile] = frozenset()
    """What it was read as before while no hand was there in between: names of this card that were wrong."""
    burnt: bool = False
    """Whether a lamp burns it out: it lies there, and the last look could not say what it is."""

    @property
    def middle(self) -> Point:
        """Where it lies."""
        return middle(self.corners)

    @property
    def is_unseen(self) -> bool:
        """Whether no look finds it, and only a gap, the record or people say that it lies there."""
        return self.number < 0

    @property
    def is_guessed(self) -> bool:
        """Whether only a gap speaks for it."""
        return self.is_unseen and self.told is None

    @property
    def lies(self) -> bool:
        """Whether looks say that it lies there."""
        return self.votes.strength > self.settled


@dataclass(frozen=True, slots=True)
class CardMemory:
    """What was seen of the table; numbers of cards are never used twice."""

    tracks: Mapping[int, CardTrack] = field(default_factory=dict)
    together: Mapping[Pair, float] = field(default_factory=dict)
    """Of cards that one look at least saw in one group: by how much more often together than apart."""
    looks: int = 0
    """Looks since a hand was there that count."""
    following: int = 0
    """The number of the next new card."""
    adrift: bool = False
    """Whether everything lies elsewhere in the picture since the last look."""
    bump: Bump = STILL
    """How the last bump moved everything; for what others remember of places."""
    bumps: int = 0
    """How many there were."""
    visits: int = 0
    """How many hands came since the table was looked at first; what nobody looked at in between is one."""

    @property
    def lying(self) -> list[CardTrack]:
        """The cards that lie on the table, in the order in which they were seen first."""
        return [track for _, track in sorted(self.tracks.items()) if track.lies]


def touched(memory: CardMemory, under: Iterable[int] | None, settings: CardSettings) -> CardMemory:
    """A hand was over some cards, or nobody knows over which: what was seen of those counts little from now on."""
    numbers = set(memory.tracks) if under is None else set(under)
    visit = memory.visits + (memory.looks > 0)
    tracks = {
        number: replace(_doubted(track, settings), visit=visit) if number in numbers else track
        for number, track in memory.tracks.items()
    }
    pairs = {
        pair: math.copysign(min(1.0, abs(votes)), votes) if numbers.intersection(pair) else votes
        for pair, votes in memory.together.items()
    }
    return replace(memory, tracks=tracks, together=pairs, looks=0, visits=visit)


def bumped(memory: CardMemory, settings: CardSettings) -> CardMemory:
    """Everything lies elsewhere in the picture now."""
    return replace(touched(memory, None, settings), adrift=True)


def named_by_people(memory: CardMemory, number: int, card: Tile) -> CardMemory:
    """Somebody says what a card is, whatever the eye reads as long as this one lies there."""
    track = memory.tracks[number]
    # Who corrects himself has hidden what the eye reads.
    read_as = track.told.read_as if track.told else frozenset()
    told = ToldName(card, read_as | {card, *track.votes.names})
    votes = track.votes._replace(named=max(1, track.votes.named), names={card: 0.0})
    return replace(memory, tracks={**memory.tracks, number: replace(track, votes=votes, told=told)})


def remember(memory: CardMemory, observation: CardObservation, settings: CardSettings) -> CardMemory:
    """Count one more look at the table."""
    if memory.adrift:
        memory = _found_again(memory, observation.cards, settings)
    hidden = (observation.hidden or frozenset()) | observation.burnt
    own = _matched(memory, observation.cards, settings)
    tracks, following, looks = dict(memory.tracks), memory.following, memory.looks
    for number, track in memory.tracks.items():
        if number in hidden and number not in own:
            continue
        card = observation.cards[own[number]] if number in own else None
        tracks[number] = new = _counted(track, card, looks, settings)
        if not new.lies and new.votes.strength <= min(-settings.clear, new.settled):
            del tracks[number]
    for place, card in enumerate(observation.cards):
        if place not in own.values():
            before = Votes(min(looks, settings.doubted_looks), settings.unseen)
            votes = counted(before, card.names, settings) if card.names else counted_unnamed(before, settings)
            burnt = not card.names
            tracks[following] = CardTrack(following, card.corners, votes, visit=memory.visits, burnt=burnt)
            own[following], following = place, following + 1
    together = _grouped(memory, {number: observation.cards[place].group for number, place in own.items()}, settings)
    together = {pair: votes for pair, votes in together.items() if pair[0] in tracks and pair[1] in tracks}
    looks = min(looks + 1, settings.memory)
    return replace(memory, tracks=tracks, together=together, following=following, looks=looks)


def _doubted(track: CardTrack, settings: CardSettings) -> CardTrack:
    votes = track.votes
    readings, named = min(votes.readings, settings.kept_presence), min(votes.named, settings.kept_names)
    return replace(track, votes=votes._replace(readings=readings, named=named), settled=0.0)


def _counted(track: CardTrack, card: LyingCard | None, looks: int, settings: CardSettings) -> CardTrack:
    """One more look at the place of a card; another card there is told by its name."""
    if card is None:
        unseen = replace(track, votes=counted(track.votes, None, settings))
        return replace(unseen, burnt=track.burnt and unseen.lies)
    if not card.names:
        votes = counted_unnamed(track.votes, settings)
        return replace(track, votes=votes, settled=_settled(track, votes, looks, settings), burnt=True)
    votes, read, once = track.votes, _best(card.names), track.once
    told = track.told if track.told and read in track.told.read_as else None
    if votes.named <= settings.kept_names and votes.names and _best(votes.names) != read:
        votes, once = votes._replace(named=0, names={}), frozenset()
    before, votes = votes, counted(votes, card.names, settings)
    if before.named >= settings.least_looks and (name := _best(before.names)) != _best(votes.names):
        once |= {name}
    votes = votes._replace(names={told.card: 0.0}) if told else votes
    settled = _settled(track, votes, looks, settings)
    return replace(track, corners=card.corners, votes=votes, settled=settled, told=told, once=once, burnt=False)


def _settled(track: CardTrack, votes: Votes, looks: int, settings: CardSettings) -> float:
    """What looks have to say from now on for a card that one more look found."""
    well = looks + 1 >= settings.least_looks and votes.strength >= settings.clear
    return settings.surely_gone if well else track.settled


def _best(names: Mapping[Tile, float]) -> Tile:
    return max(sorted(names), key=lambda name: names[name])


def _matched(memory: CardMemory, cards: Sequence[LyingCard], settings: CardSettings) -> dict[int, int]:
    """Which card of a look each known card is; the nearest ones first."""
    known = [(track, track.middle, sides(track.corners)[0]) for track in memory.tracks.values()]
    seen = [middle(card.corners) for card in cards]
    pairs = sorted(
        (math.dist(place, at) / max(short, 1e-6), track.number, number)
        for track, at, short in known
        for number, place in enumerate(seen)
        if abs(place[0] - at[0]) <= settings.same_place * short and abs(place[1] - at[1]) <= settings.same_place * short
    )
    own: dict[int, int] = {}
    taken: set[int] = set()
    for far, track_number, number in pairs:
        if far <= settings.same_place and track_number not in own and number not in taken:
            own[track_number] = number
            taken.add(number)
    return own


def _grouped(memory: CardMemory, groups: Mapping[int, int | None], settings: CardSettings) -> dict[Pair, float]:
    """Count which cards one look saw in one group, and of those that were in one which it saw apart."""
    together = dict(memory.together)
    for pair in memory.together:
        if pair[0] in groups and pair[1] in groups and (groups[pair[0]] is None or groups[pair[0]] != groups[pair[1]]):
            together[pair] = max(-float(settings.memory), together[pair] - 1)
    for pair in _mates(groups):
        # So often at least both were seen and were not together.
        before = together.get(pair, -float(max(0, min(memory.looks, _readings(memory, pair)))))
        together[pair] = min(float(settings.memory), before + 1)
    return together


def _readings(memory: CardMemory, pair: Pair) -> int:
    return min((memory.tracks[one].votes.named if one in memory.tracks else 0) for one in pair)


def _mates(groups: Mapping[int, int | None]) -> Iterator[Pair]:
    members: dict[int, list[int]] = {}
    for number, group in sorted(groups.items()):
        if group is not None:
            members.setdefault(group, []).append(number)
    for numbers in members.values():
        for place, one in enumerate(numbers):
            yield from ((one, other) for other in numbers[place + 1 :])


def _found_again(memory: CardMemory, cards: Sequence[LyingCard], settings: CardSettings) -> CardMemory:
    """After a bump: find how everything moved, from cards of one name; else forget where all lay."""
    pairs = [pair for track in memory.lying for pair in _pairs(track, cards, settings)]
    bump = _fitted(pairs, settings)
    if bump is None:
        return replace(memory, tracks={}, together={}, adrift=False, bump=STILL, bumps=memory.bumps + 1)
    tracks = {number: replace(track, corners=bump.moved(track.corners)) for number, track in memory.tracks.items()}
    return replace(memory, tracks=tracks, adrift=False, bump=bump, bumps=memory.bumps + 1)


def _fitted(pairs: Sequence[_Pairing], settings: CardSettings) -> Bump | None:
    """How most cards moved alike: first as far as the middling one, then also turned and nearer or farther."""
    if not pairs:
        return None
    x, y = (median(getattr(pair.after - pair.before, part) for pair in pairs) for part in ("real", "imag"))
    bump, near = Bump(1.0, complex(x, y)), list(pairs)
    for tolerance in _TOLERANCES:
        near = [
            pair for pair in pairs if abs(bump.turn * pair.before + bump.shift - pair.after) < tolerance * pair.short
        ]
        if len(near) < max(1.0, settings.least_shared * len(pairs)):
            return None
        bump = _least_squares(near) if len(near) >= _LEAST_PAIRS else bump
    return bump


def _least_squares(pairs: Sequence[_Pairing]) -> Bump:
    before, after = (sum(one) / len(pairs) for one in zip(*((p.before, p.after) for p in pairs), strict=True))
    spread = sum(abs(pair.before - before) ** 2 for pair in pairs)
    shared = sum((pair.after - after) * (pair.before - before).conjugate() for pair in pairs)
    turn = shared / spread if spread else 1.0 + 0j
    return Bump(turn, after - turn * before)


def _pairs(track: CardTrack, cards: Sequence[LyingCard], settings: CardSettings) -> Iterator[_Pairing]:
    """A card with the nearest one of its name."""
    short, at, name = sides(track.corners)[0], complex(*track.middle), _name_of(track)
    places = [complex(*middle(card.corners)) for card in cards if card.names and _best(card.names) == name]
    if places:
        place = min(places, key=lambda one: abs(one - at))
        if abs(place - at) <= settings.most_moved * short:
            yield _Pairing(at, place, short)


def _name_of(track: CardTrack) -> Tile | None:
    return _best(track.votes.names) if track.votes.names else None
