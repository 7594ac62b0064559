"""Hands at the table: whether one has drawn from the deck."""

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from tileye.vision.card_referee.observations import CardObservation, Corners
from tileye.vision.card_referee.places import middle
from tileye.vision.card_referee.settings import CardSettings


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
    """For how many of them it reached no farther than the deck."""
    at_sets: bool = False
    """Whether it was over some card that lies open, or nobody knows."""

    def seen(self, observation: CardObservation, settings: CardSettings) -> "HandVisit":
        """The hand is still there."""
        step = min(max(0.0, observation.at - self.last), settings.longest_step) if observation.deck else 0.0
        over = observation.hidden is None or not observation.hidden.isdisjoint(self.cards)
        return replace(
            self,
            last=max(self.last, observation.at),
            at_deck=self.at_deck + step,
            no_farther=self.no_farther + (step if observation.no_farther else 0.0),
            at_sets=self.at_sets or over,
        )

    @property
    def only_drew(self) -> bool:
        """Whether it was nowhere but at the deck."""
        return not self.at_sets and 0.0 < self.at_deck <= self.no_farther + 1e-6

    def draws_now(self, settings: CardSettings) -> bool:
        """Whether it is drawing, though it has not left yet: it was nowhere else."""
        return not self.at_sets and self.no_farther >= settings.draws_at_once

    def drew_beside(self, table: object, cards: Collection[int], settings: CardSettings) -> bool:
        """Whether it drew, now that it has left such a table and these cards."""
        # Who was at no set and laid nothing has changed nothing, however the table was read before.
        idle = not self.at_sets and self.cards.issuperset(cards)
        sure = self.no_farther >= settings.draws_at_once
        return self.at_deck >= settings.draws_after and (idle or sure or table == self.table)


def deck_among(backs: Iterable[Corners], known: Corners | None) -> Corners | None:
    """Which of the cards that lie face down are the deck: those nearest to where it was, else the first ones seen."""
    lying = list(backs)
    if known is None:
        return lying[0] if lying else None
    # Where none is seen something covers it.
    return min(lying, key=lambda one: math.dist(middle(one), middle(known)), default=known)
