"""The rule sets as data, and how they are found."""

import dataclasses

import pytest

from tileye.rules.rulesets import BY_NAME, CARDS_DE, CARDS_EN, CLASSROOM, RULE_SETS, TILES, find_rules


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_a_rule_set_is_found_by_its_name_and_every_alias(rules: object) -> None:
    found = [name for name, other in BY_NAME.items() if other is rules]
    assert len(found) >= 3
    assert all(find_rules(f"  {name.upper()} ") is rules for name in found)


def test_names_and_aliases_are_each_used_once() -> None:
    names = [name for rules in RULE_SETS for name in (rules.name, *rules.aliases)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", ["", "chess", "tiles!", "x" * 10_000])
def test_another_name_is_told_what_there_is(name: str) -> None:
    with pytest.raises(ValueError, match="there are tiles, classroom, cards-de, cards-en") as refused:
        find_rules(name)
    assert len(str(refused.value)) < 200


def test_rule_sets_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        TILES.hand = 7  # type: ignore[misc]


def test_the_table_of_the_four_sheets() -> None:
    told = {r.name: (r.hand, r.pieces, r.players_min, r.players_max, r.tie_starter, r.end) for r in RULE_SETS}
    assert told == {
        "tiles": (6, 108, 2, 4, "youngest", "out"),
        "classroom": (6, 108, 2, 4, "youngest", "out"),
        "cards-de": (9, 108, 2, 4, "youngest", "last round"),
        "cards-en": (9, 108, 2, 4, "oldest", "last round"),
    }
    assert [r.opening_binds for r in (TILES, CLASSROOM, CARDS_DE, CARDS_EN)] == [True, False, True, False]
    assert [r.out_bonus for r in (TILES, CLASSROOM, CARDS_DE, CARDS_EN)] == [6, 0, 0, 0]
