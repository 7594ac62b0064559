"""What happened between two tables: the explanation is true, the smallest, and the same in any order."""

import random
from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.rules.naive_rearrange import fewest_moves
from tests.rules.positions import sets
from tileye.rules.card_moves import CardMove, ContinuedSet, Explanation, best_pairs, explain
from tileye.rules.cards import CardSet, Table, all_cards
from tileye.rules.tiles import Tile

SLOW = tried(150)


@st.composite
def turns(draw: st.DrawFn) -> tuple[Table, Table, Table]:
    """Two tables that have to do with each other, with any sets."""
    kinds = ["1R", "2R", "3R", "1O", "2O", "3O", "1Y"]
    some = st.lists(st.lists(st.sampled_from(kinds), max_size=4).map(tuple), max_size=4).map(tuple)
    before = draw(some)
    cards = draw(st.permutations(all_cards(before))) if draw(st.booleans()) else all_cards(before)
    cards = cards[draw(st.integers(0, 2)) :] + draw(st.lists(st.sampled_from(kinds), max_size=3))
    cuts = sorted(draw(st.lists(st.integers(0, len(cards)), max_size=4)))
    parts = tuple(tuple(cards[a:b]) for a, b in zip([0, *cuts], [*cuts, len(cards)], strict=True))
    taken = draw(st.integers(0, 1))
    return before, parts[taken:], parts[:taken]


def applied(
    before: Table, told: Explanation, sizes: tuple[int, int]
) -> tuple[list[Counter[Tile]], list[Counter[Tile]]]:
    """Both tables as they must be if the explanation is true."""
    left = [Counter(cards) for cards in before]
    for move in (*told.moves, *told.gone):
        if move.source is not None:
            assert left[move.source][move.card] > 0
            left[move.source][move.card] -= 1
    after = [[Counter[Tile]() for _ in range(size)] for size in sizes]
    for one in told.continued:
        after[one.taken][one.target] += left[one.source]
        left[one.source].clear()
    assert not any(+cards for cards in left)
    for move in told.moves:
        assert move.target is not None
        after[move.taken][move.target][move.card] += 1
    return after[0], after[1]


@given(turns())
@SLOW
def test_applying_the_explanation_gives_the_second_table(turn: tuple[Table, Table, Table]) -> None:
    before, after, taken = turn
    told = explain(before, after, taken)
    assert applied(before, told, (len(after), len(taken))) == ([*map(Counter, after)], [*map(Counter, taken)])
    assert told.added == tuple(sorted(move.card for move in told.moves if move.source is None))
    assert told.missing == tuple(sorted(move.card for move in told.gone))


@given(turns())
@SLOW
def test_as_few_cards_as_possible_move(turn: tuple[Table, Table, Table]) -> None:
    assert len(explain(*turn).moved) == fewest_moves(*turn)


def contents(told: Explanation, before: Table, after: Table, taken: Table) -> Counter[tuple[Tile, CardSet, CardSet]]:
    """The moves with the sets themselves in place of their numbers."""
    ends = (after, taken)
    return Counter(
        (
            move.card,
            () if move.source is None else tuple(sorted(before[move.source])),
            tuple(sorted(ends[move.taken][move.target])),
        )
        for move in told.moves
        if move.target is not None
    )


@given(turns(), st.randoms(use_true_random=False))
@SLOW
def test_the_order_of_sets_and_cards_changes_no_move(turn: tuple[Table, Table, Table], rng: random.Random) -> None:
    def shuffled(table: Table) -> Table:
        return tuple(tuple(rng.sample(cards, len(cards))) for cards in rng.sample(table, len(table)))

    other = tuple(map(shuffled, turn))
    assert contents(explain(*turn), *turn) == contents(explain(other[0], other[1], other[2]), *other)


def test_sets_that_lie_elsewhere_have_not_moved() -> None:
    table = sets("1R 2R 3R | 4O 4G 4B | 6P 2P 3P")
    told = explain(table, (table[2], table[0][::-1], table[1]))
    assert (told.moves, told.gone, told.added, told.missing) == ((), (), (), ())
    assert [(one.source, one.target) for one in told.continued] == [(0, 1), (1, 2), (2, 0)]


def test_of_equal_explanations_the_one_with_more_whole_sets_is_taken() -> None:
    """Three cards move in any case, but the red cross and the red square may stay together."""
    told = explain(sets("4R 6R 1O 5R | 3R 4R"), sets("3R 4R 6R 5R | 4R 1O 2B | 2O"))
    assert told.continued == (ContinuedSet(0, 1), ContinuedSet(1, 0))
    assert sorted(move.card for move in told.moved) == ["5R", "6R"]


def test_missing_cards_are_named_with_their_sets() -> None:
    told = explain(sets("1R 2R 3R 4R | 4O 4G 4B"), sets("4O 4G 4B 4P | 1R 2R 3R"))
    assert (told.added, told.missing) == (("4P",), ("4R",))
    assert told.gone == (CardMove("4R", 0, None),)
    assert told.moves == (CardMove("4P", None, 0),)


@given(
    st.integers(0, 4).flatmap(
        lambda width: st.lists(st.lists(st.integers(0, 9), min_size=width, max_size=width), max_size=4)
    )
)
@SLOW
def test_pairs_are_the_best(worth: list[list[int]]) -> None:
    columns = len(worth[0]) if worth else 0
    slots = range(max(len(worth), columns))
    totals = (
        sum(row[at] for row, at in zip(worth, order, strict=True) if at < columns)
        for order in permutations(slots, len(worth))
    )
    found = best_pairs(worth)
    used = [at for at in found if at is not None]
    assert len(set(used)) == len(used)
    assert sum(row[at] for row, at in zip(worth, found, strict=True) if at is not None) == max(totals)
