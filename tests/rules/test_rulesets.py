"""The rule sets as data, and how they are found."""

import dataclasses
from dataclasses import replace

import pytest

from tileye.rules.cards import judge_table
from tileye.rules.game import Setup
from tileye.rules.judge import judge
from tileye.rules.moves import legal_moves
from tileye.rules.naive import naive_judge
from tileye.rules.rulesets import (
    BY_NAME,
    CARDS_DE,
    CARDS_EN,
    CLASSROOM,
    MOST_IN_HAND,
    MOST_PIECES,
    RULE_SETS,
    TILES,
    RuleSet,
    find_rules,
)
from tileye.rules.selfplay import play
from tileye.rules.state import Player, unseen


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


SMALL = replace(TILES, name="small", hand=8, copies=2)
CARDS_ONCE = replace(CARDS_EN, name="once", hand=5, copies=1)


def test_a_complete_set_follows_from_its_copies() -> None:
    assert (TILES.pieces, SMALL.pieces, CARDS_ONCE.pieces) == (108, 72, 36)
    assert all(rules.pieces <= MOST_PIECES and rules.hand <= MOST_IN_HAND for rules in RULE_SETS)


@pytest.mark.parametrize("rules", [SMALL, CARDS_ONCE], ids=lambda rules: rules.name)
@pytest.mark.parametrize("seed", range(4))
def test_games_with_other_hands_and_copies_are_played_as_their_rules_say(rules: RuleSet, seed: int) -> None:
    game = play(Setup(rules, (Player("Ada"), Player("Ben")), "ROYGBP", rules.pieces), seed)
    assert game.state.ended
    assert max(game.state.hands) <= rules.hand
    assert max(game.state.seen.values()) <= rules.copies
    assert sum(unseen(game.state).values()) + sum(game.state.seen.values()) == rules.pieces
    laid = [len(row.placed) + len(row.played or ()) for row in game.state.rows]
    assert max(laid) <= rules.hand


def test_one_copy_more_than_the_rules_have_is_told() -> None:
    board, placed = {(0, 0): "1R", (5, 5): "1O", (0, 1): "2R"}, (("1O", (1, 0)),)
    for rules, told in ((TILES, []), (SMALL, []), (replace(SMALL, copies=1), ["too_many_copies"])):
        for verdict in (judge(rules, board, placed), naive_judge(rules, board, placed)):
            assert [fault.code for fault in verdict.violations] == told
    found = legal_moves(replace(SMALL, copies=1), board, ["1O", "1Y"])
    assert {tile for move in found for tile, _ in move.placed} == {"1Y"}
    once = judge_table(CARDS_ONCE, (("1R", "1O", "1Y"),), (("1R", "1O", "1Y"), ("1R", "2R", "3R")))
    assert [fault.code for fault in once.violations] == ["too_many_copies"]


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
