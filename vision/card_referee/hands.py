"""Hands at the table: whether one has drawn from the deck."""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from tileye.vision.card_referee.observations import CardObservation, Corners, Point
from tileye.vision.card_referee.places import middle, sides
from tileye.vision.card_referee.settings import CardSettings

_LEAST_SEEN, _MOST_LOOKS, _FORGOTTEN = 3, 40, 8
"""So many looks have to see the deck, so many count, and by so many times fewer it is forgotten."""


@dataclass(frozen=True, slots=True)
class HandVisit:
    """A hand that came to the table, and what it did there until now."""

    table: object
    """What lay there when it came; None where nobody knows."""
    cards: frozenset[int]
    """The numbers of the cards that lay there."""
    touch: int
    """Which hand it is, as they are counted; what was none is not counted."""
    last: float
    """When it was seen last."""
    at_deck: float = 0.0
    """For how many seconds it was at the deck, or its arm over it."""
    no_farther: float = 0.0
    """For how many of them at most it reached no farther than the deck, and was over no card meanwhile."""
    lately: float = 0.0
    """The same since it was over a card last: an arm that lays passes over the deck on its way there and back."""
    at_sets: bool = False
    """Whether it was over some card that lies open, or nobody knows."""
    paused: bool = False
    """Whether nothing moved for a moment since it drew: what is at the sets after that is another hand."""
    counted: bool = False
    """Whether its draw has ended a turn; it ends no other one."""

    def seen(self, observation: CardObservation, settings: CardSettings) -> "HandVisit":
        """The hand is still there."""
        step = min(max(0.0, observation.at - self.last), settings.longest_step) if observation.deck else 0.0
        over = observation.hidden is None or not observation.hidden.isdisjoint(self.cards)
        before = HandVisit(None, self.cards, self.touch, self.last) if over and self.paused else self
        lately = 0.0 if over else before.lately + (step if observation.no_farther else 0.0)
        return replace(
            before,
            last=max(before.last, observation.at),
            at_deck=before.at_deck + step,
            no_farther=max(before.no_farther, lately),
            lately=lately,
            at_sets=before.at_sets or over,
        )

    @property
    def only_drew(self) -> bool:
        """Whether it was nowhere but at the deck."""
        return not self.at_sets and 0.0 < self.at_deck <= self.no_farther + 1e-6

    def draws_now(self, settings: CardSettings) -> bool:
        """Whether it is drawing, though it has not left yet: it was nowhere else."""
        return not self.counted and not self.at_sets and self.no_farther >= settings.draws_at_once

    def drew_beside(self, table: object, cards: Collection[int], settings: CardSettings) -> bool:
        """Whether it drew, now that it has left such a table and these cards."""
        # Who was at no set and laid nothing has changed nothing, however the table was read before.
        idle = not self.at_sets and self.cards.issuperset(cards)
        sure = self.no_farther >= settings.draws_at_once
        drew = not self.counted and self.at_deck >= settings.draws_after
        return drew and (idle or sure or table == self.table)


def lie_near_deck(deck: Corners, places: Collection[Point], settings: CardSettings) -> bool:
    """Whether cards in these places, if there are any, can be laid by an arm that lies over the deck."""
    reach = settings.reached_over * sides(deck)[1]
    return bool(places) and all(math.dist(middle(deck), place) < reach for place in places)


@dataclass(frozen=True, slots=True)
class _Back:
    """Cards that seem to lie face down in one place."""

    corners: Corners
    seen: int = 1
    missed: int = 0
    """How many looks did not find them since they were found first; both counts are halved now and then."""

    def looked(self, backs: Iterable[Corners]) -> "_Back":
        """Count one more look."""
        at, reach = middle(self.corners), sides(self.corners)[0]
        near = min(backs, key=lambda one: math.dist(middle(one), at), default=None)
        found = near is not None and math.dist(middle(near), at) < reach
        seen, missed = self.seen + found, self.missed + (not found)
        if seen + missed > _MOST_LOOKS:
            seen, missed = seen // 2, missed // 2
        return _Back(near if near is not None and found else self.corners, seen, missed)


@dataclass(frozen=True, slots=True)
class DeckMemory:
    """Where the deck lies, as several looks together say: a lamp that is mirrored passes for a back now and then."""

    backs: tuple[_Back, ...] = ()

    def looked(self, backs: Sequence[Corners]) -> "DeckMemory":
        """Count one more look."""
        known = [one.looked(backs) for one in self.backs]
        new = [_Back(corners) for corners in backs if not any(one.corners == corners for one in known)]
        return DeckMemory(tuple(one for one in (*known, *new) if one.missed < _FORGOTTEN * one.seen))

    @property
    def place(self) -> Corners | None:
        """Its corners, if most looks saw it there; where none is seen for some time something covers it."""
        sure = [one for one in self.backs if one.seen >= _LEAST_SEEN and one.seen >= one.missed]
        return max(sure, key=lambda one: one.seen).corners if sure else None
