"""The best turn of the card game: which cards of the hand to add, and how all cards lie afterwards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from tileye.rules.card_moves import CardMove, ContinuedSet, Explanation, explain
from tileye.rules.card_search import UNPLAYED, CardChoices, Choice, Effort, Found, make_plan, most_sixes, search
from tileye.rules.cards import SMALLEST_SET, CardSet, Table, all_cards, cards_added, is_set
from tileye.rules.judge import Line
from tileye.rules.rulesets import RuleSet
from tileye.rules.tiles import SIDE, Tile, colour_set, is_qwirkle

__all__ = ["CardMove", "ContinuedSet", "Explanation", "Rearrangement", "best_rearrangement", "explain"]

# A narrow search first: what it finds cuts the wider ones short. The widest bounds memory, and the time of one step.
_WIDTHS = (300, 3000, 30_000)
_TIDY_WIDTH = 3000
_SIMPLE_WIDTH = 1000
_DIVISIONS = 200
_ANY = 1 << 40

EFFORT = 350_000
"""So many states are looked at, which takes less than a second."""


class Rearrangement(NamedTuple):
    """A turn of the card game; without played cards none was found, and the table is as it was."""

    played: CardSet
    after: Table
    taken: Table
    """The Qwirkles that come out."""
    lines: tuple[Line, ...]
    """The same as `judge_table` gives them."""
    proven: bool
    """Whether it is certain that no turn makes more Qwirkles, or as many with more cards."""

    @property
    def points(self) -> int:
        """The number of Qwirkles."""
        return len(self.taken)


def best_rearrangement(
    rules: RuleSet,
    table: Table,
    hand: Sequence[Tile],
    *,
    stacks: Table = (),
    opening: int | None = None,
    effort: int = EFFORT,
) -> Rearrangement:
    """Find the turn with most Qwirkles, then most cards played; of equal turns rather one in which few cards move.

    It looks at so many states as `effort` says; the best of the simple turns is found in any case.
    The sets of `table` need not be valid. `opening` is what the starter declared. Raises ValueError for purple and
    white cards together.
    """
    playable = _playable(rules, table, hand, stacks)
    colour_set((*all_cards(table), *playable), seven=rules.seven_colours)
    if opening is not None and rules.opening_binds and not table:
        return _opening(playable, opening)
    homes = [_home(cards) for cards in table]
    found, proven = _best_counts(table, homes, playable, Effort(effort))
    if found is None:
        return Rearrangement((), table, (), (), proven)
    return _result(table, _arranged(table, homes, found), proven)


def _playable(rules: RuleSet, table: Table, hand: Iterable[Tile], stacks: Table) -> Counter[Tile]:
    """Count the cards of the hand that may be played: none may become one copy too many."""
    lying = Counter(all_cards((*table, *stacks)))
    return +Counter({card: min(count, rules.copies - lying[card]) for card, count in Counter(hand).items()})


def _opening(playable: Iterable[Tile], declared: int) -> Rearrangement:
    """Make the one set that the starter declared."""
    kinds = sorted(playable)
    for mark in sorted({mark for card in kinds for mark in card}):
        cards = tuple(card for card in kinds if mark in card)[:declared]
        if len(cards) == declared and is_set(cards):
            return _result((), [cards], proven=True)
    return Rearrangement((), (), (), (), proven=True)


def _result(table: Table, sets: Sequence[CardSet], proven: bool) -> Rearrangement:
    taken = tuple(cards for cards in sets if is_qwirkle(cards))
    after = tuple(cards for cards in sets if not is_qwirkle(cards))
    lines = tuple(Line((), 1, True, cards) for cards in taken)
    return Rearrangement(cards_added(table, after, taken), after, taken, lines, proven)


def _home(cards: CardSet) -> str:
    """Name the shape or colour that a set shares; of an invalid set the one that most of its cards share."""
    marks = Counter(mark for card in set(cards) for mark in card)
    return min(marks, key=lambda mark: (-marks[mark], mark), default="")


def _crossings(
    table: Table, homes: Sequence[str], playable: Counter[Tile], *, moving: bool = True
) -> list[CardChoices]:
    """Describe every card with all ways to lay it, or with those in which no copy leaves its shape or its colour."""
    lying = Counter(all_cards(table))
    in_line = Counter((card, home) for cards, home in zip(table, homes, strict=True) for card in cards)
    sets = Counter(homes)
    crossings = []
    for card in sorted(lying.keys() | playable.keys()):
        there = [in_line[card, mark] for mark in card]
        room = [sets[mark] for mark in card]
        choices = _choices(lying[card], playable[card], there, room)
        crossings.append(CardChoices(card[0], card[1], tuple(one for one, leave in choices if moving or not leave)))
    return crossings


def _choices(lying: int, playable: int, there: Sequence[int], room: Sequence[int]) -> Iterator[tuple[Choice, int]]:
    """List the ways to lay a card, each with the copies that leave their line.

    Of the copies on the table so many are `there`, in sets of the shape and of the colour, which have `room` for one
    copy each; copies beyond that want another set and make others move.
    """
    copies = lying + playable
    for shape in range(copies + 1):
        for colour in range(max(0, lying - shape), copies - shape + 1):
            laid = (shape, colour)
            leave = sum(max(0, old - new) for old, new in zip(there, laid, strict=True))
            squeezed = sum(max(0, new - max(old, sets)) for old, new, sets in zip(there, laid, room, strict=True))
            kept = copies - shape - colour
            yield Choice(shape, colour, kept * UNPLAYED + leave + squeezed, kept < playable), leave


def _best_counts(
    table: Table, homes: Sequence[str], playable: Counter[Tile], effort: Effort
) -> tuple[Found | None, bool]:
    """Find out how often each card lies in which line, and whether that is certainly the best."""
    plan = make_plan(_crossings(table, homes, playable))
    if plan is None:
        return None, True
    # Simple turns first: they take no time worth counting, and what they give cuts the searches short.
    simple = make_plan(_crossings(table, homes, playable, moving=False))
    found = search(simple, _ANY, _SIMPLE_WIDTH, None)[0] if simple else None
    proven = False
    for width in _WIDTHS:
        # What is no better in Qwirkles and cards is left to the last search, so that this one is short.
        limit = found.cost // UNPLAYED * UNPLAYED if found else _ANY
        better, proven = search(plan, limit, width, effort)
        found = better or found
        if proven:
            break
    if found:
        tidier, _ = search(plan, found.cost, _TIDY_WIDTH, effort)
        found = tidier or found
    return found, proven


def _arranged(table: Table, homes: Sequence[str], found: Found) -> list[CardSet]:
    """Divide every line into sets: those that go on in their order, then the new ones."""
    lines: dict[str, dict[Tile, int]] = {}
    for crossing, choice in found.choices:
        card = crossing.shape + crossing.colour
        lines.setdefault(crossing.shape, {})[card] = choice.in_shape
        lines.setdefault(crossing.colour, {})[card] = choice.in_colour
    kept: dict[int, CardSet] = {}
    new: list[CardSet] = []
    for mark in sorted(lines):
        at = [number for number, home in enumerate(homes) if home == mark]
        sets = _divided(lines[mark], [table[number] for number in at])
        kept.update((number, cards) for number, cards in zip(at, sets, strict=False) if cards)
        new.extend(sets[len(at) :])
    return [*(kept[number] for number in sorted(kept)), *new]


def _divided(counts: Mapping[Tile, int], lying: Sequence[CardSet]) -> list[CardSet]:
    """Divide the cards of a line into sets: first what becomes of each set that lies there, then new ones."""
    kinds = sorted(counts)
    bits = {card: 1 << number for number, card in enumerate(kinds)}
    parts, rest = _kept(
        tuple(counts[card] for card in kinds), [sum(bits.get(card, 0) for card in set(cards)) for cards in lying]
    )
    sets = []
    for cards, part in zip(lying, parts, strict=True):
        stays = [card for card in dict.fromkeys(cards) if part & bits.get(card, 0)]
        comes = [card for card in kinds if part & bits[card] and card not in stays]
        sets.append((*stays, *comes))
    return sets + _dealt(dict(zip(kinds, rest, strict=True)))


def _kept(counts: tuple[int, ...], lying: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Choose for each set, given as bits, what becomes of it, so that most cards stay; tell the counts left over.

    What promises most is taken further first. A set that is dissolved becomes 0, which is always possible.
    """
    heap: list[tuple[int, int, int, tuple[int, ...], tuple[int, ...], int]] = [(0, 0, 0, (), counts, 0)]
    done: set[tuple[int, tuple[int, ...]]] = set()
    while True:
        _, _, _, chosen, rest, stay = heappop(heap)
        depth = len(chosen)
        if depth == len(lying) or len(done) == _DIVISIONS:
            return (*chosen, *[0] * (len(lying) - depth)), rest
        if (depth, rest) in done:
            continue
        done.add((depth, rest))
        for part, left in _parts(rest):
            staying = stay + (part & lying[depth]).bit_count()
            added = (part & ~lying[depth]).bit_count()
            promise = staying + _hope(left, lying[depth + 1 :])
            heappush(heap, (-promise, -depth, added, (*chosen, part), left, staying))


def _parts(counts: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """List what can be taken from a line as one set, or nothing, so that no Qwirkle is lost with the rest."""
    sixes = _sixes(counts)
    for part in range(1 << len(counts)):
        size = part.bit_count()
        if size == 0 or size >= SMALLEST_SET:
            left = tuple(count - (part >> bit & 1) for bit, count in enumerate(counts))
            if min(left) >= 0 and _sixes(left) == sixes - (size == SIDE) >= 0:
                yield part, left


def _hope(counts: tuple[int, ...], lying: Sequence[int]) -> int:
    """Count the cards that could stay at most."""
    return sum(min(count, sum(cards >> bit & 1 for cards in lying)) for bit, count in enumerate(counts))


def _sixes(counts: tuple[int, ...]) -> int:
    return most_sixes(sum(counts), max(counts), min(counts) if len(counts) == SIDE else 0)


def _dealt(counts: Mapping[Tile, int]) -> list[CardSet]:
    """Divide the cards of a line into Qwirkles, as many as possible, and as few other sets as possible."""
    sixes = _sixes(tuple(counts.values()))
    left = {card: count - sixes for card, count in counts.items()}
    sets: list[list[Tile]] = [[] for _ in range(max(left.values()))]
    # Dealt round and round, no set gets a card twice, and all get the same number but for one.
    for number, card in enumerate(Counter(left).elements()):
        sets[number % len(sets)].append(card)
    return [tuple(counts)] * sixes + [tuple(cards) for cards in sets]
