"""The search behind `best_rearrangement`: which copies of a card lie with its shape and which with its colour.

All sets of one shape or of one colour are a line, and how often each card lies in a line decides everything: counts
with the sum M and the maximum m can be divided into sets of three to six different cards exactly if M >= 3 m, and the
most sets of six among them are min(the smallest of all six counts, (M - 3 m) // 3). So a line is a small machine that
reads its counts one by one, and a table is a row of crossings where a shape's machine and a colour's machine read on.
For all that may follow only the states of the machines matter, so the cheapest way to each combination is kept.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import prod
from operator import itemgetter
from typing import NamedTuple

from tileye.rules.tiles import SIDE

SIX = 1 << 24
"""The cost of a Qwirkle less; above everything else."""

UNPLAYED = 1 << 12
"""The cost of a hand card that is kept; above all the cards of a table that might move."""

_NEVER = 1 << 20
_BATCH = 2048


class Effort:
    """How many states may still be looked at: what is found must not depend on how fast a machine is."""

    def __init__(self, states: int) -> None:
        self._left = states

    def spend(self, states: int) -> bool:
        """Count states; tell whether that was within the effort."""
        self._left -= states
        return self._left >= 0


class Choice(NamedTuple):
    """One way to divide the copies of a card between its shape and its colour."""

    in_shape: int
    in_colour: int
    cost: int
    plays: bool
    """Whether a card of the hand is among them."""


class CardChoices(NamedTuple):
    """A card on the table or in the hand with all ways to lay it: the lines of its shape and its colour cross there."""

    shape: str
    colour: str
    choices: tuple[Choice, ...]

    @property
    def marks(self) -> tuple[str, str]:
        """The two lines."""
        return self.shape, self.colour


class Found(NamedTuple):
    """A choice for each crossing, and what they cost: their own costs less `SIX` for each Qwirkle."""

    cost: int
    choices: tuple[tuple[CardChoices, Choice], ...]


_States = list[dict[int, tuple[int, int]]]
"""For each state: count -> the state behind it, and how many Qwirkles are no longer possible then."""


class _Line(NamedTuple):
    """The machine of one line, with as few states as can be: what makes no difference later is one state."""

    steps: list[_States]
    """The states before each of its crossings, and the one behind the last."""
    sixes: int
    """The most Qwirkles that are possible."""
    gaps: dict[tuple[int, int, int], int]
    """What `gap` found out."""

    @property
    def bits(self) -> int:
        """How many bits hold a state."""
        return max(len(states) - 1 for states in self.steps).bit_length()

    def gap(self, step: int, one: int, other: int) -> int:
        """Tell how many Qwirkles one state may lose more than another, whatever follows; `_NEVER` if all."""
        if one == other:
            return 0
        key = step, one, other
        if key not in self.gaps:
            self.gaps[key] = self._gap(step, self.steps[step][one], self.steps[step][other])
        return self.gaps[key]

    def _gap(self, step: int, one: dict[int, tuple[int, int]], other: dict[int, tuple[int, int]]) -> int:
        if other.keys() - one.keys():
            return _NEVER
        worst = -_NEVER
        for count, (state, lost) in other.items():
            here, lost_here = one[count]
            worst = max(worst, lost_here - lost + self.gap(step + 1, here, state))
        return min(worst, _NEVER)


class _Step(NamedTuple):
    """The passing of one crossing: two machines, how far they are, and where the packed states hold their states."""

    crossing: CardChoices
    lines: tuple[_Line, _Line]
    at: tuple[int, int]
    shifts: tuple[int, int]
    masks: tuple[int, int]
    ways: dict[int, list[tuple[int, int]]]
    """States of the two machines -> what to add to the packed state and to its value; filled as they turn up."""


class _Way(NamedTuple):
    """What a choice costs, with the Qwirkles that it gives up, and the states that it leads to."""

    cost: int
    idle: bool
    """Whether no card of the hand is played."""
    shape: int
    colour: int
    choice: int


class SearchPlan(NamedTuple):
    """A search made ready. Values hold the cost above the numbers of the choices, so the cheapest is the smallest."""

    steps: list[_Step]
    plays: int
    """The bit of a packed state that says that a card of the hand was played."""
    digit: int
    """Bits for the number of one choice."""
    sixes: int
    """The Qwirkles that all lines could make if each had its cards alone."""
    size: int
    """How many states there might be, all steps together."""


def most_sixes(total: int, highest: int, lowest: int) -> int:
    """Count the most Qwirkles in a line by sum, maximum and minimum of its six counts; -1 if it cannot be divided."""
    return min(lowest, (total - 3 * highest) // 3) if total >= 3 * highest else -1


def make_plan(crossings: Sequence[CardChoices]) -> SearchPlan | None:
    """Prepare the search in the better one of two orders; None if some line cannot be divided."""
    plans = [_plan(order) for order in (_ordered(crossings, 0), _ordered(crossings, 1))]
    return min((plan for plan in plans if plan), key=lambda plan: plan.size, default=None)


def search(plan: SearchPlan, limit: int, width: int, effort: Effort | None) -> tuple[Found | None, bool]:
    """Find the cheapest choices that play a card and cost less than `limit`; tell whether that is certain.

    No more than `width` states, the cheapest, are followed from a crossing to the next; it gives up when the effort,
    if there is a limit, is spent.
    """
    shift, complete = plan.digit * len(plan.steps), True
    top = (limit + plan.sixes * SIX) << shift
    values = {0: 0}
    for number, step in enumerate(plan.steps):
        following: dict[int, int] = {}
        for batch in _batches(values):
            if effort and not effort.spend(len(batch)):
                return None, False
            _pass(plan, number, step, batch, following, top)
        if len(following) > width:
            complete = False
            following = dict(sorted(following.items(), key=itemgetter(1))[:width])
        values = following
    value = values.get(plan.plays)
    return None if value is None else _found(plan, value), complete


def _batches(values: Mapping[int, int]) -> Iterator[tuple[tuple[int, int], ...]]:
    entries = iter(values.items())
    while batch := tuple(islice(entries, _BATCH)):
        yield batch


def _pass(
    plan: SearchPlan, number: int, step: _Step, batch: tuple[tuple[int, int], ...], following: dict[int, int], top: int
) -> None:
    """Take states across one crossing, keeping the smallest value below `top` for each state behind it."""
    mask, ways, known = step.masks[0] | step.masks[1], step.ways, following.get
    for state, value in batch:
        here = state & mask
        rest = state ^ here
        if here not in ways:
            ways[here] = _ways(plan, number, step, here)
        for states, cost in ways[here]:
            new, total = rest | states, value + cost
            if total < known(new, top):
                following[new] = total


def _ways(plan: SearchPlan, number: int, step: _Step, here: int) -> list[tuple[int, int]]:
    """List what the crossing does to the states of its two machines, without choices that others make needless."""
    across, down = (
        line.steps[at][(here & mask) >> shift]
        for line, at, mask, shift in zip(step.lines, step.at, step.masks, step.shifts, strict=True)
    )
    found: list[_Way] = []
    for index, choice in enumerate(step.crossing.choices):
        if choice.in_shape in across and choice.in_colour in down:
            shape, lost = across[choice.in_shape]
            colour, more_lost = down[choice.in_colour]
            found.append(_Way(choice.cost + (lost + more_lost) * SIX, not choice.plays, shape, colour, index))
    kept: list[_Way] = []
    for way in sorted(found):
        if not any(_makes_needless(step, other, way) for other in kept):
            kept.append(way)
    digit, shift = plan.digit * number, plan.digit * len(plan.steps)
    left, right = step.shifts
    return [
        (shape << left | colour << right | (0 if idle else plan.plays), (cost << shift) + (choice << digit))
        for cost, idle, shape, colour, choice in kept
    ]


def _makes_needless(step: _Step, one: _Way, other: _Way) -> bool:
    """Tell whether the one way is as good as the other whatever follows."""
    if one.idle > other.idle or one.cost > other.cost:
        return False
    across, down = step.lines
    worse = across.gap(step.at[0] + 1, one.shape, other.shape) + down.gap(step.at[1] + 1, one.colour, other.colour)
    return one.cost + worse * SIX <= other.cost


def _found(plan: SearchPlan, value: int) -> Found:
    choices = []
    for number, step in enumerate(plan.steps):
        index = value >> plan.digit * number & (1 << plan.digit) - 1
        choices.append((step.crossing, step.crossing.choices[index]))
    return Found((value >> plan.digit * len(plan.steps)) - plan.sixes * SIX, tuple(choices))


def _ordered(crossings: Sequence[CardChoices], axis: int) -> list[CardChoices]:
    """Put the crossings in order line by line, the lines with most cards first: they close the soonest."""
    cards: Counter[str] = Counter()
    for crossing in crossings:
        most = max(choice.in_shape + choice.in_colour for choice in crossing.choices)
        cards[crossing.marks[axis]] += most
    return sorted(crossings, key=lambda one: (-cards[one.marks[axis]], one.marks[axis], one.marks[1 - axis]))


def _plan(order: Sequence[CardChoices]) -> SearchPlan | None:
    counts: dict[str, list[tuple[int, ...]]] = {}
    for shape, colour, choices in order:
        counts.setdefault(shape, []).append(tuple(sorted({choice.in_shape for choice in choices})))
        counts.setdefault(colour, []).append(tuple(sorted({choice.in_colour for choice in choices})))
    lines: dict[str, _Line] = {}
    for mark, cells in counts.items():
        line = _line(cells)
        if line is None:
            return None
        lines[mark] = line
    digit = max((len(crossing.choices) - 1).bit_length() for crossing in order) if order else 0
    steps, plays, size = _steps(order, lines)
    return SearchPlan(steps, plays, digit, sum(line.sixes for line in lines.values()), size)


def _steps(order: Sequence[CardChoices], lines: Mapping[str, _Line]) -> tuple[list[_Step], int, int]:
    """Give each line its bits of the packed states, and each crossing the places of its two machines."""
    shifts, free = {}, 0
    for mark, line in lines.items():
        shifts[mark] = free
        free += line.bits
    masks = {mark: ((1 << line.bits) - 1) << shifts[mark] for mark, line in lines.items()}
    passed, sizes = dict.fromkeys(lines, 0), dict.fromkeys(lines, 1)
    steps, size = [], 0
    for crossing in order:
        one, two = crossing.marks
        places = (passed[one], passed[two]), (shifts[one], shifts[two]), (masks[one], masks[two])
        steps.append(_Step(crossing, (lines[one], lines[two]), *places, {}))
        for mark in crossing.marks:
            passed[mark] += 1
            sizes[mark] = len(lines[mark].steps[passed[mark]])
        size += prod(sizes.values())
    return steps, 1 << free, size


def _line(cells: Sequence[tuple[int, ...]]) -> _Line | None:
    """Build the machine of a line from the counts that each of its cards may have; None if nothing can be divided."""
    layers = [{(0, 0, _NEVER if len(cells) == SIDE else 0)}]
    for counts in cells:
        layers.append({_read(sums, count) for sums in layers[-1] for count in counts})
    known = {sums: (0, sixes) for sums in layers[-1] if (sixes := most_sixes(*sums)) >= 0}
    steps: list[_States] = [[{}]]
    for counts, layer in zip(reversed(cells), reversed(layers[:-1]), strict=True):
        known, states = _merged(layer, counts, known)
        if not known:
            return None
        steps.append(states)
    ((_, sixes),) = known.values()
    return _Line(steps[::-1], sixes, {})


def _read(sums: tuple[int, int, int], count: int) -> tuple[int, int, int]:
    total, highest, lowest = sums
    return total + count, max(highest, count), min(lowest, count)


def _merged(
    layer: set[tuple[int, int, int]], counts: tuple[int, ...], known: Mapping[tuple[int, int, int], tuple[int, int]]
) -> tuple[dict[tuple[int, int, int], tuple[int, int]], _States]:
    """Number the states before a card, given those behind it, and tell the Qwirkles that each still allows."""
    numbers: dict[tuple[tuple[int, int, int], ...], int] = {}
    found = {}
    for sums in sorted(layer):
        ends = [(count, *known[end]) for count in counts if (end := _read(sums, count)) in known]
        if ends:
            sixes = max(end[2] for end in ends)
            behaviour = tuple((count, state, sixes - left) for count, state, left in ends)
            found[sums] = numbers.setdefault(behaviour, len(numbers)), sixes
    return found, [{count: (state, lost) for count, state, lost in behaviour} for behaviour in numbers]
