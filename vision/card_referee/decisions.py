"""How a table of cards is explained: what lies there, read in every way that is likely, each with its smallest turn."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from math import prod
from typing import ClassVar, Literal, NamedTuple

from tileye.rules.cards import CardSet, Table, all_cards, divisions
from tileye.rules.errors import GameError
from tileye.rules.events import Arranged
from tileye.rules.flow import verdict_of
from tileye.rules.judge import Verdict, Violation
from tileye.rules.state import State
from tileye.rules.tiles import Tile, all_alike, is_qwirkle
from tileye.vision.card_referee.beside_sets import overlap
from tileye.vision.card_referee.explaining import SeenSet, TableChange, explain_table
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.card_referee.sights import GroupSight, TableSight

TableKind = Literal["nothing", "legal", "illegal", "strange"]
_MOST_GUESSED = 2
"""Of a Qwirkle that somebody lays and takes with one hand so many cards are never seen."""
_MOST_DIVISIONS = 4
_MOST_APART = 3
"""Groups of which it is tried whether they are parts of stacks."""
_OF_SETS = {"set_too_small", "mismatch", "duplicate", "qwirkle_left"}
"""What may be wrong with a set."""
_OF_NAMES = {"mismatch", "duplicate", "too_many_copies"}
"""What a name that was misread makes of a table."""


@dataclass(frozen=True, slots=True)
class TableHypothesis:
    """One way to explain a table."""

    kind: TableKind
    change: TableChange
    cost: float
    """How unlikely it is; 0 at best."""
    verdict: Verdict | None = None
    outside: frozenset[int] = frozenset()
    """The numbers of the groups that are no part of the table."""
    divided: tuple[tuple[int, ...], ...] = ()
    """Where chains of cards are cut of which the rules say that they are several sets."""
    stands: bool = False
    """Whether sets lie there untouched that break the rules, and that people let stand: `verdict` is of the others."""

    @property
    def overruled(self) -> bool:
        """Whether it is recorded as a turn that people let stand."""
        return self.stands or (self.verdict is not None and not self.verdict.legal)

    @property
    def is_guessed(self) -> bool:
        """Whether so many cards of taken Qwirkles were never seen that those may be something else."""
        return self.change.unseen > _MOST_GUESSED * len(self.change.taken)

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from others, whatever the order of sets and cards."""
        return sorted_sets(self.change.after), sorted_sets(self.change.taken), self.change.missing

    @property
    def counts(self) -> tuple[object, ...]:
        """What equal explanations must agree in: Qwirkles, cards from the hand, where chains are cut."""
        return *self.change.counts, self.divided

    def __str__(self) -> str:
        change = self.change
        parts = (("from the hand", change.added), ("missing", change.missing))
        told = [f"{what}: {' '.join(cards)}" for what, cards in parts if cards]
        told += [f"taken: {' '.join(cards)}" for cards in change.taken]
        told += [" ".join(self.verdict.codes)] if self.verdict and not self.verdict.legal else []
        return f"{self.kind} {', '.join(told)}".strip() + f": {self.cost:.1f}"


@dataclass(frozen=True, slots=True)
class CardDecision:
    """All explanations of a table, the likeliest first."""

    hypotheses: tuple[TableHypothesis, ...]

    strays: ClassVar[frozenset[object]] = frozenset()
    """Cards have no cells that could be wrong."""

    @property
    def best(self) -> TableHypothesis:
        """The best explanation."""
        return self.hypotheses[0]

    def is_clear(self, margin: float) -> bool:
        """Whether no other explanation comes near that differs in points, in hand cards or in how chains are cut."""
        return not self.best.is_guessed and all(one.counts == self.best.counts for one in self._near(margin))

    def is_turn(self, margin: float) -> bool:
        """Whether what lies there is clearly a legal turn."""
        return self.best.kind == "legal" and self.is_clear(margin)

    def is_named(self, margin: float) -> bool:
        """Whether no other explanation comes near that differs at all."""
        return all(one.key == self.best.key for one in self._near(margin))

    def _near(self, margin: float) -> Iterator[TableHypothesis]:
        return (one for one in self.hypotheses if one.cost < self.best.cost + margin)

    def lines(self) -> list[str]:
        """The explanations as text."""
        return [str(one) for one in self.hypotheses]


class TurnStart(NamedTuple):
    """What a turn is explained from."""

    state: State
    player: int
    witnessed: CardSet = ()
    """Cards beyond the record that lay there earlier in this turn."""
    taken: Table = ()
    """Qwirkles that are known to have been taken in this turn, wherever they are now."""


def sorted_sets(table: Table) -> tuple[CardSet, ...]:
    """A table in an order of its own, to compare it with others."""
    return tuple(sorted(tuple(sorted(cards)) for cards in table if cards))


def decide_table(sight: TableSight, start: TurnStart, settings: CardSettings) -> CardDecision:
    """Weigh every explanation of what lies there."""
    found: dict[tuple[object, ...], TableHypothesis] = {}
    for way in _readings(sight, start, settings):
        for one in (*_explained(way, (), start, settings), *_explained(way, start.taken, start, settings)):
            known = found.get(one.key)
            if known is None or one.cost < known.cost:
                found[one.key] = one
    ordered = sorted(found.values(), key=lambda one: (one.cost, one.key))
    # What is far behind tells nothing any more.
    near = [one for one in ordered if one.cost <= ordered[0].cost + 2 * settings.thin_name]
    return (
        CardDecision(tuple(near))
        if near
        else CardDecision((TableHypothesis("strange", differences(sight, start.state.table), 0.0),))
    )


class _Reading(NamedTuple):
    """One way to read what lies there."""

    sets: tuple[SeenSet, ...]
    cost: float
    outside: frozenset[int]
    divided: tuple[tuple[int, ...], ...]


def differences(sight: TableSight, known: Table) -> TableChange:
    """Which cards there are too many, as from the hand, and which too few, whatever happened."""
    after = tuple(group.likeliest for group in sight.groups if not group.dropped)
    lying, before = Counter(all_cards(after)), Counter(all_cards(known))
    extra, missing = (tuple(sorted(cards.elements())) for cards in (lying - before, before - lying))
    return TableChange(after, (), extra, missing, 0.0)


def _readings(sight: TableSight, start: TurnStart, settings: CardSettings) -> Iterator[_Reading]:
    """Every likely way: names, cuts of chains, and what is a part of a stack."""
    lying = Counter(card for group in sight.groups if not group.apart for card in group.likeliest)
    missing = Counter(all_cards(start.state.table)) - lying
    many = missing.total() > settings.doubtful_with
    most = settings.fewest_combinations if many else settings.most_combinations
    for groups, cost in _namings(sight, most, missing):
        cuts = [_cuts(cards) for cards in groups]
        for chosen in product(*cuts):
            for outside in _outsides(sight.groups, groups, missing):
                under = _under(sight.groups, outside, settings)
                sets = _sets(groups, chosen, outside, under)
                divided = tuple(cut for cut in chosen if cut)
                off = outside | under
                squeezed = sum(group.apart and number not in off for number, group in enumerate(sight.groups))
                yield _Reading(sets, cost + settings.squeezed_set * squeezed, off, divided)


def _namings(sight: TableSight, most: int, missing: Collection[Tile]) -> Iterator[tuple[list[CardSet], float]]:
    """Every likely way to name all cards, with what it costs; names of cards that are `missing` are given up last."""
    lists = [list(names) for _, _, names in sight.doubtful]
    while prod(map(len, lists)) > most:
        _drop_least_likely(lists, missing)
    rows = iter(lists)
    choices = [
        list(product(*(next(rows) if len(names) > 1 else names for names in group.names))) for group in sight.groups
    ]
    for chosen in product(*choices):
        yield (
            [tuple(name for name, _ in group) for group in chosen],
            -sum(cost for group in chosen for _, cost in group),
        )


def _drop_least_likely(lists: list[list[tuple[Tile, float]]], missing: Collection[Tile]) -> None:
    names = (
        (name in missing, cost, row, place) for row, one in enumerate(lists) for place, (name, cost) in enumerate(one)
    )
    _, _, row, place = min(name for name in names if len(lists[name[2]]) > 1 and name[3])
    del lists[row][place]


def _cuts(cards: CardSet) -> list[tuple[int, ...]]:
    """Where a chain may be cut: nowhere if it can be one set, else where all parts are sets."""
    if len(set(cards)) == len(cards) and all_alike(cards):
        return [()]
    return [cuts for cuts, _ in zip(divisions(cards), range(_MOST_DIVISIONS), strict=False)] or [()]


def _outsides(
    groups: Sequence[GroupSight], named: Sequence[CardSet], missing: Counter[Tile]
) -> Iterator[frozenset[int]]:
    """Which groups may be no part of the table: taken Qwirkles, parts of them, cards that somebody dropped."""
    sure, maybe = set[int](), list[int]()
    for number, (group, cards) in enumerate(zip(groups, named, strict=True)):
        if group.old_stack:
            continue
        dropped = group.dropped and not Counter(cards) & missing
        if dropped or (group.apart and is_qwirkle(cards)):
            sure.add(number)
        elif missing and (group.apart or group.short) and all_alike(cards):
            maybe.append(number)
    for chosen in product((False, True), repeat=len(maybe[:_MOST_APART])):
        yield frozenset(sure | {number for number, out in zip(maybe, chosen, strict=False) if out})


def _under(groups: Sequence[GroupSight], outside: frozenset[int], settings: CardSettings) -> frozenset[int]:
    """Which groups are old stacks, or what shows of the lower cards of a stack: edges that seem to be any cards."""
    old = {number for number, group in enumerate(groups) if group.old_stack}
    tops = [track for number in outside | old for track in groups[number].tracks]
    return frozenset(old) | frozenset(
        number
        for number, group in enumerate(groups)
        if number not in outside and group.short and overlap(group.tracks, tops, settings)
    )


def _sets(
    groups: Sequence[CardSet], cuts: Sequence[tuple[int, ...]], outside: frozenset[int], under: frozenset[int]
) -> tuple[SeenSet, ...]:
    found = []
    for number, (cards, places) in enumerate(zip(groups, cuts, strict=True)):
        if number in under:
            continue
        ends = (0, *places, len(cards))
        found += [SeenSet(cards[one:two], number in outside) for one, two in pairwise(ends)]
    return tuple(found)


def _explained(way: _Reading, taken: Table, start: TurnStart, settings: CardSettings) -> Iterator[TableHypothesis]:
    """All explanations of one way to read the table, where these Qwirkles were taken before."""
    state = start.state
    hand = state.rules.pieces if settings.whole_turns else state.hands[start.player]
    changes = explain_table(
        state.table,
        (*way.sets, *(SeenSet(cards, outside=True) for cards in taken)),
        hand=hand,
        copies=state.rules.copies,
        gone=state.taken,
        colours=state.colours,
        witnessed=start.witnessed,
        most_unseen=settings.most_unseen,
    )
    known = set(sorted_sets(state.table))
    for told in changes:
        change = replace(told, after=_ordered(told.after, state.table))
        new = sum(cards not in known for cards in sorted_sets(change.after))
        small = settings.new_set * new + settings.new_card * len(change.added)
        yield _judged(change, start, way, way.cost + change.cost + small, settings)


def _judged(
    change: TableChange, start: TurnStart, way: _Reading, cost: float, settings: CardSettings
) -> TableHypothesis:
    if len(change.missing) > settings.most_missing or change.unseen > settings.most_unseen:
        return TableHypothesis("strange", change, cost, None, way.outside, way.divided)
    if change.is_nothing and sorted_sets(change.after) == sorted_sets(start.state.table):
        return TableHypothesis("nothing", change, cost, None, way.outside, way.divided)
    try:
        verdict = verdict_of(start.state, Arranged(start.player, change.after, change.taken))
    except GameError:
        return TableHypothesis("strange", change, cost, None, way.outside, way.divided)
    # Of a folder nobody knows whether the faults of one picture are let stand in the next.
    known = () if settings.whole_turns else start.state.table
    old = [fault for fault in verdict.violations if _is_old(fault, known)]
    if old and len(old) == len(verdict.violations):
        verdict = verdict._replace(violations=())
    cost += settings.faulty * sum(fault.code in _OF_NAMES for fault in verdict.violations)
    kind: TableKind = "legal" if verdict.legal else "illegal"
    return TableHypothesis(kind, change, cost, verdict, way.outside, way.divided, bool(old))


def _is_old(fault: Violation, known: Table) -> bool:
    """Whether a fault is of a set that was recorded so, because people let it stand."""
    return fault.code in _OF_SETS and tuple(sorted(fault.tiles)) in sorted_sets(known)


def _ordered(after: Table, known: Table) -> Table:
    """The sets in the order of the record as far as they go on; what is as recorded keeps the order of its cards."""
    left: list[CardSet] = list(after)
    kept: list[CardSet] = []
    for cards in known:
        there = Counter(cards)
        best = max(left, key=lambda one: (there & Counter(one)).total(), default=())
        if there & Counter(best):
            left.remove(best)
            kept.append(cards if sorted(best) == sorted(cards) else best)
    return (*kept, *left)


def is_first_set(groups: Sequence[GroupSight]) -> bool:
    """Whether what lies there at the start may be the first turn: one set of 3 to 9 cards, and no Qwirkle."""
    return len(groups) == 1 and 3 <= len(groups[0].tracks) <= 9 and not is_qwirkle(groups[0].likeliest)
