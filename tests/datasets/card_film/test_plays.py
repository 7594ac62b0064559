"""What hands do with the sets of a card game."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tileye.datasets.card_film.plays import ROOM, CardStep, Home, Sets, area_of, steps_between
from tileye.rules.cards import Table, is_set
from tileye.rules.tiles import SHAPES

COLOURS = "ROYGBP"


def some_sets(random: Random) -> Table:
    """Sets as they lie in games."""
    sets = []
    for _ in range(random.randint(0, 5)):
        mark, count = random.choice(SHAPES + COLOURS), random.randint(3, 5)
        marks = random.sample(COLOURS if mark in SHAPES else SHAPES, count)
        sets.append(tuple(mark + one if mark in SHAPES else one + mark for one in marks))
    return tuple(sets)


def laid(table: Table) -> Sets:
    sets = Sets()
    for number, cards in enumerate(table):
        sets.apply(CardStep(cards, None, number, area_of(cards)))
    return sets


def sorted_sets(table: Table) -> list[list[str]]:
    return sorted(sorted(cards) for cards in table)


@given(st.integers(0, 10_000))
def test_the_steps_lead_from_any_table_to_any_other(seed: int) -> None:
    random = Random(seed)
    sets, after = laid(some_sets(random)), some_sets(random)
    for step in steps_between(random, sets, after):
        assert step.cards
        sets.apply(step)
    assert sorted_sets(sets.table()) == sorted_sets(after)


@given(st.integers(0, 10_000))
def test_no_two_sets_have_the_same_place(seed: int) -> None:
    random = Random(seed)
    sets, after = laid(some_sets(random)), some_sets(random)
    for step in steps_between(random, sets, after):
        sets.apply(step)
        homes = Counter(sets.homes[number] for number in sets.sets)
        assert max(homes.values(), default=1) == 1
        assert set(homes) <= sets.used


def test_a_qwirkle_is_made_on_the_table_and_taken_at_last() -> None:
    sets = laid((("1R", "2R", "3R", "4R"), ("5R", "5G", "5B", "5Y")))
    taken = (("1R", "2R", "3R", "4R", "5R", "6R"),)
    steps = steps_between(Random(1), sets, (("5G", "5B", "5Y"),), taken)
    assert [step.taken for step in steps] == [False, False, True]
    for step in steps[:-1]:
        sets.apply(step)
    assert sorted(sets.sets[0]) == sorted(taken[0])
    sets.apply(steps[-1])
    assert sorted_sets(sets.table()) == [["5B", "5G", "5Y"]]


def test_many_legal_tables_lie_on_the_way_where_they_can() -> None:
    sets = laid((("1R", "2R", "3R"),))
    after = (("1R", "2R", "3R", "4R", "5R"), ("1G", "1B", "1Y"))
    for seed in range(10):
        moving, tables = sets.copy(), []
        for step in steps_between(Random(seed), sets, after):
            moving.apply(step)
            tables.append(moving.legal())
        assert sum(tables) >= 2 or len(tables) <= 2


def test_there_is_room_for_six_cards_in_a_place() -> None:
    sets = laid((("1R", "2R", "3R", "4R", "5R"),))
    assert sets.fits(CardStep(("6R",), None, 0))
    assert not sets.fits(CardStep(("6R", "6R"), None, 0))
    assert ROOM == 6


def test_sets_of_one_shape_and_of_one_colour_have_areas_of_their_own() -> None:
    sets = laid((("1R", "1G", "1B"), ("1R", "2R", "3R"), ("2R", "2G", "2B")))
    assert sets.homes == {0: Home("shape", 0), 1: Home("colour", 0), 2: Home("shape", 1)}
    assert all(is_set(cards) for cards in sets.table())
