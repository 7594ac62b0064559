"""The card game: every violation alone and in company, taken Qwirkles, and what must not matter."""

import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import tried
from tests.rules.positions import normal, sets, told
from tileye.rules.cards import Table, all_cards, cards_added, is_set, judge_table, parse_table
from tileye.rules.judge import Line, Verdict, Violation
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, RuleSet
from tileye.rules.tiles import COLOURS, SHAPES

BOTH = pytest.mark.parametrize("rules", [CARDS_DE, CARDS_EN], ids=lambda rules: rules.name)

RED = "1R 2R 3R"
SIX = "1R 2R 3R 4R 5R 6R"

# Before, after, taken, exactly these violations, and the Qwirkles.
TURNS: dict[str, tuple[str, str, str, list[str], int]] = {
    "a set at the start": ("", RED, "", [], 0),
    "a new set": (RED, f"{RED} | 4O 4G 4B", "", [], 0),
    "a card to a set": (RED, f"{RED} 4R", "", [], 0),
    "cards to several sets": (f"{RED} | 4O 4G 4B", f"{RED} 5R | 4O 4G 4B 4Y", "", [], 0),
    "a new set and cards to others": (RED, f"{RED} 5R | 1O 1G 1B", "", [], 0),
    "a rearranged table": (
        "1R 2R 3R 4R | 1G 2G 3G 4G",
        "1R 2R 3R | 1G 2G 3G | 4R 4G 4B",
        "",
        [],
        0,
    ),
    "all sets broken up": (
        "1R 2R 3R | 1G 2G 3G",
        "1R 1G 1B | 2R 2G 2B | 3R 3G 3B",
        "",
        [],
        0,
    ),
    "two sets of the same cards": (RED, f"{RED} | {RED}", "", [], 0),
    "three sets of the same cards": (f"{RED} | {RED}", f"{RED} | {RED} | {RED}", "", [], 0),
    "a Qwirkle taken": ("1R 2R 3R 4R 5R", "", SIX, [], 1),
    "a Qwirkle from the hand alone": (RED, RED, "1O 1Y 1G 1B 1P 1R", [], 1),
    "two Qwirkles in one turn": (
        "1R 2R 3R 4R 5R | 1O 1Y 1G 1B",
        "",
        f"{SIX} | 1R 1O 1Y 1G 1B 1P",
        [],
        2,
    ),
    "a Qwirkle by rearranging": (
        "1Y 3Y 4Y 5Y | 2Y 2R 2G 2O",
        "2R 2G 2O",
        "1Y 2Y 3Y 4Y 5Y 6Y",
        [],
        1,
    ),
    "nothing played": (RED, RED, "", ["no_card_played"], 0),
    "nothing at all": ("", "", "", ["no_card_played"], 0),
    "only rearranged": (
        "1R 2R 3R 4R | 4G 4B 4O",
        "1R 2R 3R | 4R 4G 4B 4O",
        "",
        ["no_card_played"],
        0,
    ),
    "one card alone": (RED, f"{RED} | 1G", "", ["set_too_small 1G"], 0),
    "two cards alone": (RED, f"{RED} | 1G 1B", "", ["set_too_small 1B 1G"], 0),
    "a set left too small": ("1R 2R 3R", "1R 2R | 3R 3G 3B", "", ["set_too_small 1R 2R"], 0),
    "a place without cards": (RED, f"{RED} 4R | ", "", ["set_too_small"], 0),
    "mismatch": (RED, f"{RED} 4G", "", ["mismatch 1R 2R 3R 4G"], 0),
    "alike only in pairs": ("", "1R 2R 2G", "", ["mismatch 1R 2G 2R"], 0),
    "duplicate": (RED, f"{RED} 1R", "", ["duplicate 1R 1R 2R 3R"], 0),
    "small, mismatched": ("", "1R 2G", "", ["mismatch 1R 2G", "set_too_small 1R 2G"], 0),
    "small, the same card twice": ("", "1R 1R", "", ["duplicate 1R 1R", "set_too_small 1R 1R"], 0),
    "duplicate and mismatch": (RED, f"{RED} 1R 4G", "", ["duplicate 1R 1R 2R 3R 4G", "mismatch 1R 1R 2R 3R 4G"], 0),
    "two wrong sets": ("", "1R 2G 3B | 1R 1R 1G", "", ["duplicate 1G 1R 1R", "mismatch 1R 2G 3B"], 0),
    "a set that was wrong before": ("1R 2G 3B", f"1R 2G 3B | {RED}", "", ["mismatch 1R 2G 3B"], 0),
    "a card gone": ("1R 2R 3R 4R", "1R 2R 3R | 1G 1B 1O", "", ["card_missing 4R"], 0),
    "cards swapped with the hand": (RED, "1R 2R 4R", "", ["card_missing 3R"], 0),
    "cards taken back": ("1R 2R 3R 4R", RED, "", ["card_missing 4R", "no_card_played"], 0),
    "one of two copies gone": (
        f"{RED} | {RED}",
        f"{RED} | 2R 3R 4R",
        "",
        ["card_missing 1R"],
        0,
    ),
    "all gone": (RED, "", "", ["card_missing 1R 2R 3R", "no_card_played"], 0),
    "a Qwirkle left lying": ("1R 2R 3R 4R 5R", SIX, "", [f"qwirkle_left {SIX}"], 0),
    "one of two Qwirkles left lying": (
        "1R 2R 3R 4R 5R | 1O 1Y 1G 1B",
        SIX,
        "1R 1O 1Y 1G 1B 1P",
        [f"qwirkle_left {SIX}"],
        1,
    ),
    "an old Qwirkle still lying": (SIX, f"{SIX} | 1G 1O 1B", "", [f"qwirkle_left {SIX}"], 0),
    "six that are none": (
        "1R 2R 3R 4R 5R",
        "1R 2R 3R 4R 5R 5R",
        "",
        ["duplicate 1R 2R 3R 4R 5R 5R"],
        0,
    ),
    "seven": ("1R 2R 3R 4R 5R", f"{SIX} 1R", "", [f"duplicate 1R {SIX}"], 0),
    "five taken": ("1R 2R 3R 4R", "", "1R 2R 3R 4R 5R", ["not_a_qwirkle 1R 2R 3R 4R 5R"], 0),
    "six with a double taken": (
        "1R 2R 3R 4R 5R",
        "",
        "1R 2R 3R 4R 5R 5R",
        ["not_a_qwirkle 1R 2R 3R 4R 5R 5R"],
        0,
    ),
    "six with a stranger taken": (
        "1R 2R 3R 4R 5R",
        "",
        "1R 2R 3R 4R 5R 6G",
        ["not_a_qwirkle 1R 2R 3R 4R 5R 6G"],
        0,
    ),
    "seven taken": ("1R 2R 3R 4R 5R", "", f"{SIX} 1R", [f"not_a_qwirkle 1R {SIX}"], 0),
    "one right, one wrong taken": (
        "1R 2R 3R 4R 5R | 1O 1Y 1G",
        "",
        f"{SIX} | 1O 1Y 1G",
        ["not_a_qwirkle 1G 1O 1Y"],
        1,
    ),
    "fourth copy": (
        "1R 2R 3R | 1R 2R 4R | 1R 4R 5R | 1O 1G 1B",
        "1R 2R 3R | 1R 2R 4R | 1R 4R 5R | 1O 1G 1B 1R",
        "",
        ["too_many_copies 1R"],
        0,
    ),
    "third and fourth copy": (
        "1R 2R 3R | 1R 2R 4R",
        "1R 2R 3R | 1R 2R 4R | 1R 1G 1B | 1R 1O 1Y",
        "",
        ["too_many_copies 1R 1R"],
        0,
    ),
    "fourth copy in a taken Qwirkle": (
        f"{RED} | {RED} | 1R 4R 5R",
        f"{RED} | {RED} | 1R 4R 5R",
        "1R 1O 1Y 1G 1B 1P",
        ["too_many_copies 1R"],
        1,
    ),
    "ten cards": (
        "",
        "1R 2R 3R 4R 5R | 1G 2G 3G 4G 5G",
        "",
        ["too_many_cards 1G 1R 2G 2R 3G 3R 4G 4R 5G 5R"],
        0,
    ),
    "nine cards": ("", "1R 2R 3R 4R 5R | 1G 2G 3G 4G", "", [], 0),
    "everything at once": (
        f"{RED} | {SIX}",
        f"1R 1R | {SIX} | 1G 2B 5O",
        "1R 1G 1B",
        [
            "card_missing 2R 3R",
            "duplicate 1R 1R",
            "mismatch 1G 2B 5O",
            "not_a_qwirkle 1B 1G 1R",
            f"qwirkle_left {SIX}",
            "set_too_small 1R 1R",
            "too_many_copies 1R 1R",
        ],
        0,
    ),
}


@BOTH
@pytest.mark.parametrize(("before", "after", "taken", "expected", "points"), TURNS.values(), ids=TURNS)
def test_every_violation_and_no_other(
    rules: RuleSet, before: str, after: str, taken: str, expected: list[str], points: int
) -> None:
    verdict = judge_table(rules, sets(before), sets(after), sets(taken))
    assert told(verdict) == expected
    assert verdict.legal is not bool(expected)
    assert verdict.line_points == points
    assert verdict.points == (0 if expected else points)


@BOTH
def test_a_taken_qwirkle_is_a_line_of_cards(rules: RuleSet) -> None:
    verdict = judge_table(rules, sets("1R 2R 3R 4R 5R"), (), sets(SIX))
    assert verdict.lines == (Line((), 1, True, tuple(SIX.split())),)
    assert (verdict.counted_once, verdict.bonus) == (None, 0)


@BOTH
def test_stacks_of_earlier_turns_count_for_copies(rules: RuleSet) -> None:
    stacks = sets(f"{SIX} | {SIX} | 1R 1O 1Y 1G 1B 1P")
    after = sets("1R 1G 1B")
    assert told(judge_table(rules, (), after, stacks=stacks)) == ["too_many_copies 1R"]
    assert told(judge_table(rules, (), after, stacks=stacks[:2])) == []


@BOTH
def test_four_copies_that_lay_there_before_are_no_news(rules: RuleSet) -> None:
    before = sets(f"{RED} | {RED} | {RED} | {RED}")
    assert told(judge_table(rules, before, (*before, ("1G", "1B", "1O")))) == []


@BOTH
@pytest.mark.parametrize(("hand", "legal"), [(0, False), (2, False), (3, True), (9, True), (None, True)])
def test_no_more_cards_than_the_hand_holds(rules: RuleSet, hand: int | None, legal: bool) -> None:
    expected = [] if legal else [f"too_many_cards {RED}"]
    assert told(judge_table(rules, (), sets(RED), hand=hand)) == expected


# After, taken, declared, and what is wrong with that where the starter is bound.
OPENINGS: dict[str, tuple[str, str, int, list[str]]] = {
    "as declared": ("1R 2R 3R 4R", "", 4, []),
    "another set of that size": ("1G 2G 3G 4G", "", 4, []),
    "too short": (RED, "", 4, ["opening_too_short 1R 2R 3R"]),
    "too long": ("1R 2R 3R 4R", "", 3, ["opening_too_long 1R 2R 3R 4R"]),
    "two sets, one as declared": (f"{RED} | 1G 2G 3G", "", 3, ["opening_too_long 1G 1R 2G 2R 3G 3R"]),
    "two sets that make up what was declared": (f"{RED} | 1G 2G 3G", "", 6, ["opening_too_short 1G 1R 2G 2R 3G 3R"]),
    "two sets, too short and too long": (
        f"{RED} | 1G 2G 3G",
        "",
        4,
        ["opening_too_long 1G 1R 2G 2R 3G 3R", "opening_too_short 1G 1R 2G 2R 3G 3R"],
    ),
    "a Qwirkle as declared": ("", SIX, 6, []),
    "a Qwirkle and more": ("1G 2G 3G", SIX, 6, ["opening_too_long 1G 1R 2G 2R 3G 3R 4R 5R 6R"]),
    "nothing": ("", "", 3, ["no_card_played", "opening_too_short"]),
}


@pytest.mark.parametrize(("after", "taken", "declared", "expected"), OPENINGS.values(), ids=OPENINGS)
def test_openings(after: str, taken: str, declared: int, expected: list[str]) -> None:
    assert told(judge_table(CARDS_DE, (), sets(after), sets(taken), opening=declared)) == expected
    unbound = [fault for fault in expected if not fault.startswith("opening")]
    assert told(judge_table(CARDS_EN, (), sets(after), sets(taken), opening=declared)) == unbound


def test_no_opening_any_more() -> None:
    assert judge_table(CARDS_DE, sets(RED), sets(f"{RED} 4R"), opening=5).legal


def test_places_without_cards_are_no_table() -> None:
    assert told(judge_table(CARDS_DE, ((),), sets(RED), opening=4)) == [f"opening_too_short {RED}"]


@pytest.mark.parametrize(
    ("cards", "valid"),
    [
        ("", False),
        ("1R 2R", False),
        (RED, True),
        ("1R 1G 1W", True),
        (SIX, True),
        ("1R 2R 2R", False),
        ("1R 2R 2G", False),
        (f"{SIX} 1R", False),
    ],
)
def test_what_is_a_set(cards: str, valid: bool) -> None:
    assert is_set(cards.split()) is valid


@pytest.mark.parametrize(
    ("before", "after", "taken", "added"),
    [
        ("", RED, "", RED),
        (RED, "4R 3R 2R 1R", "", "4R"),
        ("1R 2R 3R 4R 5R", "", SIX, "6R"),
        (f"{RED} | {RED}", f"{RED} | {RED} | {RED}", "", RED),
        (RED, "", "", ""),
        (RED, "1G 1O 1B", "", "1B 1G 1O"),
    ],
)
def test_what_was_added(before: str, after: str, taken: str, added: str) -> None:
    assert cards_added(sets(before), sets(after), sets(taken)) == tuple(added.split())


def test_reading_tables() -> None:
    assert parse_table([], "before") == ()
    assert parse_table([["4O", "2O"], []], "before") == (("4O", "2O"), ())


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "after: a list of sets is needed, not None"),
        ({}, "after: a list of sets is needed, not a dict"),
        ([["4O"], "4O"], "after, set 2: a list of cards is needed, not '4O'"),
        ([["4O", "O4"]], "after, set 1: 'O4' is no tile"),
    ],
)
def test_wrong_tables_name_their_set(value: object, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        parse_table(value, "after")


# Laws

_CARDS = st.sampled_from([shape + colour for shape in "1234" for colour in "ROYG"])
_SETS = st.lists(_CARDS, max_size=4).map(tuple) | st.sampled_from(sets(f"{SIX} | 1R 2R 3R 4R 5R | 1R 1O 1Y 1G 1B 1P"))
TABLES = st.lists(_SETS, max_size=4).map(tuple)


def renamed(tables: Table, names: dict[int, int]) -> Table:
    return tuple(tuple(card.translate(names) for card in cards) for cards in tables)


@tried(150)
@given(TABLES, TABLES, TABLES, TABLES, st.permutations(SHAPES), st.permutations(COLOURS), st.none() | st.integers(3, 6))
def test_renaming_shapes_and_colours(
    before: Table, after: Table, taken: Table, stacks: Table, shapes: list[str], colours: list[str], opening: int | None
) -> None:
    names = str.maketrans(SHAPES + COLOURS, "".join((*shapes, *colours)))
    was = judge_table(CARDS_DE, before, after, taken, stacks=stacks, opening=opening)
    now = judge_table(
        CARDS_DE,
        *(renamed(tables, names) for tables in (before, after, taken)),
        stacks=renamed(stacks, names),
        opening=opening,
    )
    lines = tuple(Line((), 1, True, cards) for cards in renamed(tuple(line.cards for line in was.lines), names))
    faults = tuple(Violation(code, (), *renamed((cards,), names)) for code, _, cards in was.violations)
    assert normal(now) == normal(Verdict(lines, faults))


@tried(150)
@given(TABLES, TABLES, TABLES, st.integers(0, 99))
def test_order_of_sets_and_cards_does_not_matter(before: Table, after: Table, taken: Table, seed: int) -> None:
    rng = random.Random(seed)

    def shuffled(tables: Table) -> Table:
        return tuple(tuple(rng.sample(cards, len(cards))) for cards in rng.sample(tables, len(tables)))

    mixed = judge_table(CARDS_DE, shuffled(before), shuffled(after), shuffled(taken))
    assert normal(mixed) == normal(judge_table(CARDS_DE, before, after, taken))


@tried(150)
@given(TABLES, TABLES, TABLES)
def test_cards_are_neither_made_nor_lost(before: Table, after: Table, taken: Table) -> None:
    added = cards_added(before, after, taken)
    missing = cards_added((*after, *taken), before)
    assert Counter(all_cards(before)) + Counter(added) - Counter(missing) == Counter(all_cards((*after, *taken)))
    assert not Counter(added) & Counter(missing)


@tried(150)
@given(TABLES)
def test_a_table_has_no_fault_of_its_own_if_all_are_sets_and_none_is_a_qwirkle(after: Table) -> None:
    own = {"set_too_small", "mismatch", "duplicate", "qwirkle_left"}
    found = {fault.code for fault in judge_table(CARDS_EN, (), after).violations} & own
    assert bool(found) is any(not is_set(cards) or len(cards) == 6 for cards in after)
