"""The best turn of the card game: the examples of the sheets, the judge, and a slow second opinion."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.rules.naive_rearrange import best_by_trying, most_qwirkles
from tests.rules.positions import sets
from tileye.rules.card_search import Effort, most_sixes
from tileye.rules.cards import CardSet, Table, all_cards, is_set, judge_table
from tileye.rules.rearrange import EFFORT, CardMove, Rearrangement, best_rearrangement, explain
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, RuleSet
from tileye.rules.tiles import Tile, set_tiles

DECK = set_tiles("ROYGBP")
SLOW = tried(100)


def best(table: str, hand: str, rules: RuleSet = CARDS_EN, opening: int | None = None) -> Rearrangement:
    return judged(sets(table), hand.split(), rules, opening=opening)


def judged(
    table: Table,
    hand: Sequence[Tile],
    rules: RuleSet = CARDS_EN,
    *,
    stacks: Table = (),
    opening: int | None = None,
    effort: int = 10_000_000,
) -> Rearrangement:
    """The best turn, which the judge finds legal and worth as much."""
    found = best_rearrangement(rules, table, hand, stacks=stacks, opening=opening, effort=effort)
    if found.played:
        verdict = judge_table(rules, table, found.after, found.taken, stacks=stacks, opening=opening)
        assert verdict.violations == ()
        assert (verdict.points, verdict.lines) == (found.points, found.lines)
        assert not Counter(found.played) - Counter(hand)
        added = Counter(all_cards((*found.after, *found.taken)))
        added.subtract(all_cards(table))
        assert found.played == tuple(sorted(added.elements()))
    else:
        assert (found.after, found.taken, found.points) == (table, (), 0)
    return found


# The sheets


def test_chris_plays_3_diamonds_to_start_a_new_set_and_adds_a_blue_star() -> None:
    found = best("4B 1B 5B | 1R 1O 1Y", "3R 3G 3P 6B")
    assert found.played == ("3G", "3P", "3R", "6B")
    assert found.after == sets("4B 1B 5B 6B | 1R 1O 1Y | 3G 3P 3R")
    assert found.proven


def test_sally_adds_to_two_sets() -> None:
    found = best("1R 1Y 1G | 3P 5P 6P", "1O 4P")
    assert found.after == sets("1R 1Y 1G 1O | 3P 5P 6P 4P")


def test_a_blue_square_cannot_be_added_to_a_set_that_has_it() -> None:
    found = best("1B 4B 5B", "4B", CARDS_DE)
    assert found == Rearrangement((), sets("1B 4B 5B"), (), (), proven=True)


def test_george_plays_3_diamonds_and_makes_a_diamond_qwirkle() -> None:
    found = best("3R 3O 3Y | 1G 2G 4G", "3G 3B 3P")
    assert (found.points, found.after) == (1, sets("1G 2G 4G"))
    assert found.taken == sets("3R 3O 3Y 3B 3G 3P")


def test_chris_switches_the_blue_square_to_two_squares() -> None:
    table = sets("1B 3B 4B 6B")
    found = judged(table, ["4R", "4Y"])
    assert found.after == sets("1B 3B 6B | 4B 4R 4Y")
    assert explain(table, found.after).moved == (CardMove("4B", 0, 1),)


def test_george_switches_to_a_yellow_qwirkle() -> None:
    table = sets("1Y 3Y 4Y 6Y | 2Y 2R 2G")
    found = judged(table, ["5Y", "2B"])
    assert (found.points, found.played, found.after) == (1, ("2B", "5Y"), sets("2R 2G 2B"))
    assert explain(table, found.after, found.taken).moved == (CardMove("2Y", 1, 0, taken=True),)


def test_sabine_plays_two_diamonds_and_moves_one_from_the_yellow_set() -> None:
    table = sets("3R 3O 3B | 1Y 2Y 3Y 5Y")
    found = judged(table, ["3G", "3P"], CARDS_DE)
    assert (found.points, found.after) == (1, sets("1Y 2Y 5Y"))
    assert [move.card for move in explain(table, found.after, found.taken).moved] == ["3Y"]


def test_mario_moves_two_squares_for_two_green_cards() -> None:
    table = sets("4G 4R 4O | 1P 2P 3P 4P")
    found = judged(table, ["1G", "6G"], CARDS_DE)
    assert Counter(map(frozenset, found.after)) == Counter(map(frozenset, sets("4P 4R 4O | 1P 2P 3P | 1G 6G 4G")))
    assert {move.card for move in explain(table, found.after).moved} == {"4G", "4P"}


def test_several_qwirkles_in_one_turn() -> None:
    found = best("1R 2R 3R 4R 5R | 1B 2B 3B 4B 5B", "6R 6B 6Y")
    assert (found.points, found.played, found.proven) == (2, ("6B", "6R"), True)


# Small print


def test_a_hand_card_must_be_played() -> None:
    lying = "1R 2R 3R | 4R 5R 6R"
    for hand in ("", "1B", "1B 2Y 3G"):
        assert best(lying, hand) == Rearrangement((), sets(lying), (), (), proven=True)
    assert (best(lying, "1B 1Y").played, best(lying, "1B 1Y").points) == (("1B", "1Y"), 0)
    assert (best(lying, "1R 1B 1Y").played, best(lying, "1R 1B 1Y").points) == (("1B", "1R", "1Y"), 1)


def test_an_empty_table_needs_three_cards() -> None:
    assert best("", "1R 2R 1B").played == ()
    assert best("", "1R 2R 3R 1B").after == sets("1R 2R 3R")


def test_no_fourth_copy_is_played() -> None:
    table, stacks = sets("1R 2R 3R | 1R 1O 1Y"), sets("1R 2R 3R 4R 5R 6R")
    assert judged(table, ["1R"], stacks=stacks).played == ()
    assert judged(table, ["1B", "1R"], stacks=stacks).played == ("1B",)
    assert judged(sets("2R 3R 4R | 1O 1Y 1G"), ["1R"], stacks=stacks * 3).played == ()
    assert judged(sets("2R 3R 4R | 1O 1Y 1G"), ["1R"] * 2, stacks=stacks * 2).played == ("1R",)


def test_an_overruled_table_is_put_in_order() -> None:
    found = best("1R 2R | 3R 5B 6B | 4B 1G", "1B 1Y")
    assert sorted(map(sorted, found.after)) == sorted(map(sorted, sets("1R 2R 3R | 4B 5B 6B | 1G 1B 1Y")))
    assert best("1R 1R 1R 1R 1R", "2R 3R").played == ()


def test_five_copies_may_lie_there() -> None:
    found = best("1R 2R 3R | 1R 2R 3R | 1R 2R 3R | 1R 4R 5R | 1R 1O 1Y", "1G 6R")
    assert found.played == ("1G", "6R")


def test_purple_and_white_together_are_no_table() -> None:
    with pytest.raises(ValueError, match="white"):
        best_rearrangement(CARDS_EN, sets("1P 2P 3P"), ["1W"])
    assert best("1W 2W 3W 4W 5W", "6W").points == 1


def test_the_german_opening_is_one_set_of_what_was_declared() -> None:
    hand = "1R 2R 3R 4R 1B 1Y 5G 6G"
    assert best("", hand, CARDS_DE, opening=4).after == sets("1R 2R 3R 4R")
    assert best("", hand, CARDS_DE, opening=3).played == ("1B", "1R", "1Y")
    assert best("", hand, CARDS_DE, opening=5) == Rearrangement((), (), (), (), proven=True)
    assert best("", hand, CARDS_DE, opening=2).played == ()
    assert len(best("", hand, CARDS_EN, opening=4).played) == 6
    assert best("", "1R 2R 3R 4R 5R 6R 1B 1Y", CARDS_DE, opening=6).points == 1


def test_sets_stay_as_they_are() -> None:
    found = best("3R 2R 1R | 4O 4G 4B 4R | 6P 2P 3P 1P | 1R 2R 5R", "6R 5O")
    assert found.after == sets("3R 2R 1R 6R | 4O 4G 4B 4R | 6P 2P 3P 1P | 1R 2R 5R") or found.after == sets(
        "3R 2R 1R | 4O 4G 4B 4R | 6P 2P 3P 1P | 1R 2R 5R 6R"
    )


@pytest.mark.parametrize("seed", range(40))
def test_hand_cards_that_simply_fit_move_no_other_card(seed: int) -> None:
    rng = random.Random(seed)
    table, hand = legal_table(rng, 9 + seed)
    left = Counter(hand)
    fitting = []
    for cards in table[:3]:
        fits = [card for card in +left if len(cards) < 5 and is_set((*cards, card))]
        if fits:
            fitting.append(rng.choice(fits))
            left[fitting[-1]] -= 1
    found = judged(table, fitting)
    assert len(found.played) == len(fitting)
    assert found.points or not explain(table, found.after).moved


def test_of_equal_turns_the_one_in_which_fewer_cards_move() -> None:
    """The yellow circle could go to the yellow set as well, but need not."""
    found = best("1R 1Y 1B 1P | 4Y 3Y 6Y 5Y | 6R 2R 3R", "4B 4G")
    assert found.after == sets("1R 1Y 1B 1P | 3Y 6Y 5Y | 6R 2R 3R | 4B 4G 4Y")


def test_the_order_of_the_sets_changes_nothing() -> None:
    table, hand = sets("1R 2R 3R | 4O 4G 4B | 2P 3P 5P 6P | 1Y 3Y 6Y"), ["3O", "3G", "1P", "4P", "2B"]
    one, other = judged(table, hand), judged(table[::-1], hand[::-1])
    assert one.played == other.played
    assert sorted(map(sorted, (*one.after, *one.taken))) == sorted(map(sorted, (*other.after, *other.taken)))


# Second opinions

FEW = ["1R", "2R", "3R", "4R", "5R", "6R", "1O", "2O", "3O", "1Y", "2Y", "3Y"]
WIDE = ["1R", "2R", "3R", "4R", "5R", "6R", "1O", "1Y", "1G", "1B", "1P", "2O", "2Y", "2G"]


@st.composite
def small_games(draw: st.DrawFn) -> tuple[Table, tuple[Tile, ...], Table]:
    """A table in any order, a hand and a stack, from few kinds so that much fits; sometimes five of a kind."""
    kinds = draw(st.sampled_from([FEW, WIDE, list(DECK)]))
    pool = draw(st.permutations(kinds * 3)) if draw(st.integers(0, 9)) else [draw(st.sampled_from(kinds))] * 15
    lying = draw(st.integers(0, 11))
    size = draw(st.integers(1, 6))
    table = tuple(tuple(pool[at : min(at + size, lying)]) for at in range(0, lying, size))
    held = draw(st.integers(0, 5))
    stacks = (tuple(pool[lying + held : lying + held + 6]),) if draw(st.booleans()) else ()
    return table, tuple(pool[lying : lying + held]), stacks


@given(small_games())
@SLOW
def test_the_slow_search_finds_the_same(game: tuple[Table, tuple[Tile, ...], Table]) -> None:
    table, hand, stacks = game
    found = judged(table, hand, stacks=stacks)
    wanted = best_by_trying(table, hand, stacks)
    assert found.proven
    assert (found.points, len(found.played)) == (wanted or (0, 0))


@pytest.mark.parametrize("seed", range(150))
def test_the_slow_search_finds_the_same_on_tables_of_sets(seed: int) -> None:
    table, hand = legal_table(random.Random(seed), 3 + seed % 16)
    hand = hand[: 2 + seed % 4]
    found = judged(table, hand)
    assert found.proven
    assert (found.points, len(found.played)) == (best_by_trying(table, tuple(hand)) or (0, 0))


@pytest.mark.parametrize(
    ("table", "hand", "played"),
    [
        ("2G 3P 3Y 1O 3Y 2R 3G 2Y 2P 1Y 1G 1B 1P", "1G 1R 2B 2O 2O", 5),
        ("1R 3R 1Y 1G 2R 1Y 2B 2P 6R 1O 5R 3R 1P 1B 4R 1P", "1B 4O 2B 1B", 2),
        ("2R 1O 2B 1Y 2P 5R 1B 1G 2G 2G 1R 2O 2R 1P 3O 4R 2Y", "3R 1B 2B 2B", 4),
    ],
)
def test_a_possible_qwirkle_may_be_worth_less_than_it_seems(table: str, hand: str, played: int) -> None:
    """Rare: here a choice that still allows a Qwirkle looks better than one that does not, and is not."""
    assert best_by_trying(sets(table), tuple(hand.split())) == (0, played)
    assert (best(table, hand).points, len(best(table, hand).played)) == (0, played)


@pytest.mark.parametrize("seed", range(120))
def test_the_slow_search_finds_the_same_where_lines_compete_for_qwirkles(seed: int) -> None:
    rng = random.Random(seed)
    kinds = [card for card in DECK if card[0] == "1" or card[1] == "R"] + rng.sample(DECK, 3)
    cards = rng.sample(kinds * 2, 12 + seed % 4)
    found = judged((tuple(cards[3:]),), cards[:3])
    assert found.proven
    assert (found.points, len(found.played)) == (best_by_trying((tuple(cards[3:]),), tuple(cards[:3])) or (0, 0))


@given(st.lists(st.integers(0, 3), min_size=6, max_size=6).filter(lambda counts: 0 < sum(counts) <= 12))
@SLOW
def test_a_line_is_divided_as_its_counts_allow(counts: list[int]) -> None:
    cards = [card for card, count in zip(DECK, counts, strict=False) for _ in range(count)]
    assert most_sixes(sum(counts), max(counts), min(counts)) == (
        -1 if (sixes := most_qwirkles(tuple(sorted(cards)))) is None else sixes
    )


# Tables of any size


def legal_table(rng: random.Random, size: int) -> tuple[Table, list[Tile]]:
    """A table of valid sets with at least so many cards, and nine of the other cards."""
    left = Counter(DECK * 3)
    table: list[CardSet] = []
    while sum(len(cards) for cards in table) < size:
        mark = rng.choice("123456ROYGBP")
        kinds = sorted(card for card in left if mark in card and left[card] > 0)
        if len(kinds) >= 3:
            cards = rng.sample(kinds, rng.randint(3, min(5, len(kinds))))
            left.subtract(cards)
            table.append(tuple(cards))
    return tuple(table), rng.sample(sorted((+left).elements()), 9)


DOUBLED = [card for card in DECK if card[0] in "1234" and card[1] in "ROY"]
TRIPLED = [card for card in DECK if card[0] in "1234" and card[1] in "RO"]
HARD = {
    "all different": (list(DECK[:24]), list(DECK[24:33])),
    "all different in a chequered way": ([card for n, card in enumerate(DECK) if n % 3][:24], list(DECK[::3][:9])),
    "twelve twice": (DOUBLED * 2, list(DECK[18:27])),
    "twelve twice, once in the hand": (DOUBLED * 2, DOUBLED[:9]),
    "eight three times": (TRIPLED * 3, list(DECK[12:21])),
    "full lines": (list(DECK[:6]) * 3 + list(DECK[6:12]), list(DECK[12:18]) + list(DECK[6:9])),
    "much work, all played": (
        list(sets("4O 2G 1Y 2P 6G 4B 5Y 5B 1P 3O 2Y 4G 5G 5O 3P 6B 4Y 6R 5P 6O 3G 6R 3Y 3B")[0]),
        list(sets("1B 6Y 2B 1O 2O 2Y 3O 4Y 1G")[0]),
    ),
    "much work, none played": (
        list(sets("5O 5Y 6Y 1P 1Y 4P 2R 6Y 5R 3P 2G 6Y 4G 3G 6P 6G 4R 1O 3O 3R 5B 2Y 4O 2O")[0]),
        list(sets("1B 4B 2O 5G 1G 1R 2P 3B 2B")[0]),
    ),
    "nothing fits": ([card for card in DECK if card[0] in "12" and card[1] in "RO"] * 3, ["3Y", "4G", "5B"] * 3),
}


@pytest.mark.parametrize("name", HARD)
def test_hard_tables_are_certain(name: str) -> None:
    cards, hand = HARD[name]
    assert judged((tuple(cards),), hand).proven
    assert judged(tuple(tuple(cards[at : at + 3]) for at in range(0, len(cards), 3)), hand).proven


@pytest.mark.parametrize("seed", range(40))
def test_tables_of_24_cards_are_certain(seed: int) -> None:
    rng = random.Random(seed)
    cards = rng.sample(DECK * 3, 33) if seed % 2 else rng.sample(DECK, 33)
    assert judged((tuple(cards[:24]),), cards[24:]).proven


@pytest.mark.parametrize("size", [30, 45, 60, 75, 90])
@pytest.mark.parametrize("effort", [0, 50_000])
def test_big_tables_get_a_legal_turn_with_little_effort(size: int, effort: int) -> None:
    table, hand = legal_table(random.Random(size), size)
    found = judged(table, hand, effort=effort)
    assert found.played
    assert not found.proven or effort


def test_no_table_costs_more_than_the_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int] = []
    spend = Effort.spend

    def counted(self: Effort, states: int) -> bool:
        spent.append(states)
        return spend(self, states)

    monkeypatch.setattr(Effort, "spend", counted)
    found = judged((tuple(DECK * 3),), DECK[:9], effort=EFFORT)
    assert not found.proven
    assert sum(spent) < EFFORT + 2 * 2048
    assert found == judged((tuple(DECK * 3),), DECK[:9], effort=EFFORT)


@pytest.mark.parametrize("seed", range(10))
def test_a_card_that_fits_a_set_is_always_found(seed: int) -> None:
    table, _ = legal_table(random.Random(seed), 80)
    left = Counter(DECK * 3)
    left.subtract(all_cards(table))
    fits = [card for card in +left for cards in table if is_set((*cards, card))]
    for card in fits[:5]:
        assert judged(table, [card], effort=0).played == (card,)


def test_more_effort_is_never_worse() -> None:
    table, hand = legal_table(random.Random(3), 75)
    few, many = judged(table, hand, effort=0), judged(table, hand, effort=EFFORT)
    assert (few.points, len(few.played)) <= (many.points, len(many.played))
