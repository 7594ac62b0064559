"""Tables that break the rules in a wanted way."""

from random import Random

import pytest

from tests.datasets.card_film.test_plays import laid, sorted_sets
from tileye.datasets.card_film.blunders import CODES, slips
from tileye.rules.cards import judge_table
from tileye.rules.judge import Code
from tileye.rules.rulesets import CARDS_DE

BEFORE = (("1R", "2R", "3R", "4R"), ("5R", "5G", "5B"), ("2R", "2G", "2B", "2P"))
AFTER = (("1R", "2R", "3R", "4R", "6R"), ("5R", "5G", "5B"), ("2R", "2G", "2B", "2P"))
HAND = ("1R", "2Y", "6P", "5G", "3R", "4G")


@pytest.mark.parametrize("code", [code for code in CODES if code != "qwirkle_left"])
def test_a_slip_breaks_the_rules_and_its_mending_leaves_the_table_as_it_was(code: Code) -> None:
    found = slips(Random(1), laid(AFTER), HAND, code)
    assert found
    just = 0
    for slip, mend in found:
        sets = laid(AFTER)
        sets.apply(slip)
        codes = {fault.code for fault in judge_table(CARDS_DE, BEFORE, sets.table()).violations}
        just += codes == {code}
        sets.apply(mend)
        assert sorted_sets(sets.table()) == sorted_sets(AFTER)
    assert just


def test_no_fault_might_as_well_be_two_good_sets() -> None:
    table = (("2P", "3P", "5P", "4P", "6P"),)
    assert not slips(Random(1), laid(table), ("5P",), "duplicate")
    assert slips(Random(1), laid(table), ("6P",), "duplicate")
