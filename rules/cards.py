"""The card game: judging a rearranged table, and telling what was added to it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tileye.rules.board import MOST_TILES
from tileye.rules.judge import Line, Verdict, Violation, opening_faults
from tileye.rules.rulesets import RuleSet
from tileye.rules.tiles import Tile, all_alike, is_qwirkle, parse_tile, shown

CardSet = tuple[Tile, ...]
Table = tuple[CardSet, ...]
"""The sets that lie on the table, in any order."""

SMALLEST_SET = 3


def parse_table(value: object, what: str) -> Table:
    """Read a list of sets of cards; raise ValueError naming `what` and the set that is wrong."""
    if not isinstance(value, list):
        raise ValueError(f"{what}: a list of sets is needed, not {shown(value)}")
    if len(value) + sum(len(entry) for entry in value if isinstance(entry, list)) > MOST_TILES:
        raise ValueError(f"{what}: more than {MOST_TILES} cards and sets")
    sets = []
    for number, entry in enumerate(value, 1):
        if not isinstance(entry, list):
            raise ValueError(f"{what}, set {number}: a list of cards is needed, not {shown(entry)}")
        try:
            sets.append(tuple(parse_tile(card) for card in entry))
        except ValueError as error:
            raise ValueError(f"{what}, set {number}: {error}") from None
    return tuple(sets)


def all_cards(sets: Iterable[CardSet]) -> list[Tile]:
    """List the cards of all sets."""
    return [card for one in sets for card in one]


def cards_added(before: Table, after: Table, taken: Table = ()) -> CardSet:
    """List the cards that the turn brought to the table, those in taken Qwirkles included."""
    new = Counter(all_cards((*after, *taken)))
    new.subtract(all_cards(before))
    return tuple(sorted((+new).elements()))


def is_set(cards: Sequence[Tile]) -> bool:
    """Tell whether these cards may lie together: three or more, all different, of one colour or one shape."""
    return len(cards) >= SMALLEST_SET and len(set(cards)) == len(cards) and all_alike(cards)


def divisions(cards: Sequence[Tile], start: int = 0) -> Iterator[tuple[int, ...]]:
    """List every way to cut a row of cards from `start` on so that each part is a set, by the places of the cuts."""
    for end in range(start + SMALLEST_SET, len(cards) + 1):
        if not is_set(cards[start:end]):
            continue
        if end == len(cards):
            yield ()
        else:
            yield from ((end, *rest) for rest in divisions(cards, end))


def judge_table(
    rules: RuleSet,
    before: Table,
    after: Table,
    taken: Table = (),
    *,
    stacks: Table = (),
    opening: int | None = None,
    hand: int | None = None,
) -> Verdict:
    """Judge a turn of the card game; `stacks` are the Qwirkles taken earlier, `hand` the cards held before."""
    added = cards_added(before, after, taken)
    missing = cards_added((*after, *taken), before)
    faults: list[Violation] = []
    if not added:
        faults.append(Violation("no_card_played", (), ()))
    if missing:
        faults.append(Violation("card_missing", (), missing))
    for cards in after:
        faults.extend(_set_faults(cards))
    faults.extend(Violation("not_a_qwirkle", (), cards) for cards in taken if not is_qwirkle(cards))
    faults.extend(_copy_faults(rules, added, Counter(all_cards((*after, *taken, *stacks)))))
    if len(added) > (rules.hand if hand is None else hand):
        faults.append(Violation("too_many_cards", (), added))
    if opening is not None and rules.opening_binds and not all_cards(before):
        longest = max((len(cards) for cards in (*after, *taken)), default=0)
        faults.extend(opening_faults(longest, len(added), opening, (), added))
    lines = tuple(Line((), 1, True, cards) for cards in taken if is_qwirkle(cards))
    return Verdict(lines, tuple(faults))


def _set_faults(cards: CardSet) -> Iterator[Violation]:
    if len(cards) < SMALLEST_SET:
        yield Violation("set_too_small", (), cards)
    if not all_alike(cards):
        yield Violation("mismatch", (), cards)
    if len(set(cards)) < len(cards):
        yield Violation("duplicate", (), cards)
    if is_qwirkle(cards):
        yield Violation("qwirkle_left", (), cards)


def _copy_faults(rules: RuleSet, added: CardSet, lying: Counter[Tile]) -> Iterator[Violation]:
    for card in sorted(set(added)):
        if lying[card] > rules.copies:
            yield Violation("too_many_copies", (), (card,) * added.count(card))
