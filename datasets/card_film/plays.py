"""What hands do with the sets of a card game, one step after the other, from one table to the next."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from tileye.rules.card_moves import explain
from tileye.rules.cards import CardSet, Table, is_set
from tileye.rules.tiles import all_alike, is_qwirkle

Area = Literal["shape", "colour"]
"""Where a set lies: the sheets suggest one row for sets of one shape and one for those of one colour."""

AREAS: tuple[Area, ...] = ("shape", "colour")
ROOM = 6
"""Cards for which there is room in the place of a set."""
_MOST_AT_ONCE = 3
"""Cards that a hand takes at once."""


@dataclass(frozen=True, slots=True)
class Home:
    """The place of a set: so many places lie in each area."""

    area: Area
    number: int


@dataclass(frozen=True, slots=True)
class CardStep:
    """Cards that go to a set from another one or from the hand, or away from the table."""

    cards: CardSet
    source: int | None
    """The number of a set; None for the hand."""
    target: int | None
    """None for the hand, or for the player's Qwirkles."""
    area: Area = "shape"
    """Where a new set lies."""
    taken: bool = False
    """Whether the cards are a Qwirkle that the player takes."""


@dataclass(slots=True)
class Sets:
    """The sets on a table, by numbers that stay theirs, with their places."""

    sets: dict[int, CardSet] = field(default_factory=dict)
    homes: dict[int, Home] = field(default_factory=dict)
    """Of each set that ever was."""
    used: set[Home] = field(default_factory=set)
    """Every place that was ever taken."""

    def copy(self) -> "Sets":
        """The same for trying something."""
        return Sets(dict(self.sets), dict(self.homes), set(self.used))

    def table(self) -> Table:
        """The sets as the rules know them."""
        return tuple(self.sets.values())

    @property
    def unused(self) -> int:
        """A number for the next new set."""
        return len(self.homes)

    def legal(self) -> bool:
        """Tell whether all sets may lie there."""
        return all(is_set(cards) and not is_qwirkle(cards) for cards in self.sets.values())

    def fits(self, step: CardStep) -> bool:
        """Tell whether there is room for what a step does."""
        there = self.sets.get(step.target, ()) if step.target is not None else ()
        return len(there) + len(step.cards) <= ROOM

    def apply(self, step: CardStep) -> None:
        """Do what a hand does."""
        if step.source is not None:
            left = list(self.sets[step.source])
            for card in step.cards:
                left.remove(card)
            self.sets[step.source] = tuple(left)
            if not left:
                del self.sets[step.source]
        if step.target is not None:
            if step.target not in self.homes:
                self.homes[step.target] = self._free(step.area)
                self.used.add(self.homes[step.target])
            self.sets[step.target] = (*self.sets.get(step.target, ()), *step.cards)

    def _free(self, area: Area) -> Home:
        """The first place of an area in which no set lies."""
        taken = {self.homes[number].number for number in self.sets if self.homes[number].area == area}
        return Home(area, next(number for number in range(len(taken) + 1) if number not in taken))


def area_of(cards: Sequence[str]) -> Area:
    """Where a set belongs."""
    return "shape" if all_alike(cards) and len({card[0] for card in cards}) == 1 else "colour"


def steps_between(random: Random, sets: Sets, after: Table, taken: Table = ()) -> list[CardStep]:
    """List what hands do to make one table of another: as many legal tables on the way as chance finds."""
    steps, last = _unordered(random, sets, after, taken)
    moving, ordered = sets.copy(), list[CardStep]()
    hand_first = random.random() < 0.6
    while steps:
        steps.sort(key=lambda step: (step.source is None) != hand_first)
        step = next(_good(moving, steps), steps[0])
        steps.remove(step)
        moving.apply(step)
        ordered.append(step)
    return ordered + last


def _good(sets: Sets, steps: Sequence[CardStep]) -> Iterator[CardStep]:
    """The steps that can be done now, those first after which the table is legal."""
    fitting = [step for step in steps if sets.fits(step)]
    for step in fitting:
        tried = sets.copy()
        tried.apply(step)
        if tried.legal():
            yield step
    yield from fitting


def _unordered(random: Random, sets: Sets, after: Table, taken: Table) -> tuple[list[CardStep], list[CardStep]]:
    """List the steps to a table in any order, and how Qwirkles are taken at last."""
    explained = explain(sets.table(), after, taken)
    numbers = list(sets.sets)
    targets = {(one.target, one.taken): numbers[one.source] for one in explained.continued}
    unused = sets.unused
    cards: dict[tuple[int | None, int | None], list[str]] = {}
    areas: dict[int, Area] = {}
    for move in (*explained.moves, *explained.gone):
        source = None if move.source is None else numbers[move.source]
        target: int | None = None
        if move.target is not None:
            if (move.target, move.taken) not in targets:
                targets[move.target, move.taken] = unused
                unused += 1
            target = targets[move.target, move.taken]
            areas[target] = area_of((taken if move.taken else after)[move.target])
        cards.setdefault((source, target), []).append(move.card)
    steps = [
        CardStep(part, source, target, areas[target] if target is not None else "shape")
        for (source, target), moved in cards.items()
        for part in _parts(random, moved)
    ]
    last = [CardStep(one, targets[number, True], None, taken=True) for number, one in enumerate(taken)]
    return steps, last


def _parts(random: Random, cards: Sequence[str]) -> Iterable[CardSet]:
    """Deal cards out to what a hand takes at once."""
    left = list(cards)
    while left:
        count = random.choice((1, 2, _MOST_AT_ONCE, _MOST_AT_ONCE))
        yield tuple(left[:count])
        left = left[count:]
