"""Who starts, and what the declaration binds the starter to."""

from typing import NamedTuple

import pytest

from tests.rules.games import add, arranged, laid, new_game
from tileye.rules.errors import GameError
from tileye.rules.events import Give, Opening
from tileye.rules.opening import Start, who_starts
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, RULE_SETS, TILES, RuleSet

CARD_RULES = (CARDS_DE, CARDS_EN)
TILE_RULES = (TILES, CLASSROOM)
NAME = {rules: rules.name for rules in RULE_SETS}


class Row(NamedTuple):
    """Declarations, birth dates, and who starts under which sheet."""

    rules: tuple[RuleSet, ...]
    declared: tuple[int | None, ...]
    born: tuple[str | None, ...]
    start: Start


YOUNGEST, OLDEST = (TILES, CLASSROOM, CARDS_DE), (CARDS_EN,)
ROWS = {
    "most matches": Row(RULE_SETS, (3, 5, 4), (None,) * 3, Start(1, 5)),
    "most matches, whatever the ages": Row(RULE_SETS, (3, 5), ("2018", "2010"), Start(1, 5)),
    "two have none": Row(RULE_SETS, (0, 3, 0), (None,) * 3, Start(1, 3)),
    "the others said nothing": Row(RULE_SETS, (None, 4), (None, None), Start(1, 4)),
    "six matches": Row(RULE_SETS, (6, 5), (None, None), Start(0, 6)),
    "tie: the youngest": Row(YOUNGEST, (4, 4), ("2016-05-30", "2014-01-02"), Start(0, 4)),
    "tie: the oldest": Row(OLDEST, (4, 4), ("2016-05-30", "2014-01-02"), Start(1, 4)),
    "tie of two: the third does not count": Row(YOUNGEST, (4, 4, 3), ("2010", "2012", "2018"), Start(1, 4)),
    "tie of two: the oldest of these": Row(OLDEST, (4, 4, 3), ("2010", "2012", "1950"), Start(0, 4)),
    "tie of all four: the youngest": Row(YOUNGEST, (3,) * 4, ("1980", "2015", "2016", "2014"), Start(2, 3)),
    "tie of all four: the oldest": Row(OLDEST, (3,) * 4, ("1980", "2015", "2016", "2014"), Start(0, 3)),
    "one day apart: the youngest": Row(YOUNGEST, (4, 4), ("2016-05-30", "2016-05-31"), Start(1, 4)),
    "one day apart: the oldest": Row(OLDEST, (4, 4), ("2016-05-30", "2016-05-31"), Start(0, 4)),
    "turn of the century": Row(YOUNGEST, (4, 4), ("1999", "2001-01-01"), Start(1, 4)),
    "year against full date, different years": Row(YOUNGEST, (4, 4), ("2015", "2016-05-30"), Start(1, 4)),
    "year against full date, the oldest": Row(OLDEST, (4, 4), ("2015", "2016-05-30"), Start(0, 4)),
    "year against full date, same year": Row(RULE_SETS, (4, 4), ("2016", "2016-05-30"), Start(None, 4, (0, 1))),
    "month against full date, same month": Row(RULE_SETS, (4, 4), ("2016-05", "2016-05-30"), Start(None, 4, (0, 1))),
    "month against full date, other month": Row(YOUNGEST, (4, 4), ("2016-06", "2016-05-30"), Start(0, 4)),
    "same year": Row(RULE_SETS, (4, 4), ("2016", "2016"), Start(None, 4, (0, 1))),
    "twins": Row(RULE_SETS, (4, 4), ("2016-05-30", "2016-05-30"), Start(None, 4, (0, 1))),
    "twins, and somebody older": Row(YOUNGEST, (4, 4, 4), ("2016", "2010", "2016"), Start(None, 4, (0, 2))),
    "twins, and somebody younger": Row(OLDEST, (4, 4, 4), ("2010", "2016", "2010"), Start(None, 4, (0, 2))),
    "nobody's age known": Row(RULE_SETS, (4, 4, 1), (None, None, "2016"), Start(None, 4, (0, 1))),
    "one age unknown": Row(RULE_SETS, (4, 4), ("2016", None), Start(None, 4, (0, 1))),
    "unknown age of somebody who declared less": Row(YOUNGEST, (4, 4, 3), ("2016", "2015", None), Start(0, 4)),
    "one age unknown: who is surely not the youngest": Row(
        YOUNGEST, (4, 4, 4), ("2010", "2016", None), Start(None, 4, (1, 2))
    ),
    "one age unknown: who is surely not the oldest": Row(
        OLDEST, (4, 4, 4), ("2010", "2016", None), Start(None, 4, (0, 2))
    ),
    "a year alone: who is surely not the youngest": Row(
        YOUNGEST, (4, 4, 4), ("2016", "2016-05-30", "2016-08-01"), Start(None, 4, (0, 2))
    ),
    "a year alone: who is surely not the oldest": Row(
        OLDEST, (4, 4, 4), ("2016", "2016-05-30", "2016-08-01"), Start(None, 4, (0, 1))
    ),
    "two match: enough for tiles": Row(TILE_RULES, (2, 1), (None, None), Start(0, 2)),
    "one matches: enough for tiles": Row(TILE_RULES, (1, 1), ("2012", "2011"), Start(0, 1)),
    "two match: cards are dealt again": Row(CARD_RULES, (2, 2), ("2012", "2011"), Start(None, 2, deal_again=True)),
    "two and one: cards are dealt again": Row(CARD_RULES, (1, 2), (None, None), Start(None, 2, deal_again=True)),
    "three match: enough for cards": Row(CARD_RULES, (2, 3), (None, None), Start(1, 3)),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_who_starts(row: Row) -> None:
    for rules in row.rules:
        assert who_starts(rules, row.declared, row.born) == row.start, rules.name


@pytest.mark.parametrize("rules", RULE_SETS, ids=NAME.get)
def test_the_starter_is_next_and_the_declaration_is_kept(rules: RuleSet) -> None:
    state = add(new_game(rules, 3), Opening((3, 5, 4)))
    assert (state.whose_turn, state.declared, state.tied, state.deal_again) == (1, 5, (), False)


@pytest.mark.parametrize("rules", RULE_SETS, ids=NAME.get)
def test_born_decides_in_a_game(rules: RuleSet) -> None:
    state = add(new_game(rules, born=("1951", "2016-05-30")), Opening((4, 4)))
    assert state.whose_turn == (0 if rules is CARDS_EN else 1)


@pytest.mark.parametrize("rules", RULE_SETS, ids=NAME.get)
def test_where_the_age_is_unknown_somebody_says_who_starts(rules: RuleSet) -> None:
    game = new_game(rules, 3)
    state = add(game, Opening((4, 3, 4)))
    assert (state.whose_turn, state.tied) == (None, (0, 2))
    with pytest.raises(
        GameError, match=f"^Ada and Cem declared the same number: say who .* is the {rules.tie_starter}$"
    ):
        game.append(laid(0, "1R@0,0") if rules.kind == "tiles" else arranged(0, "1R 2R 3R"))
    with pytest.raises(GameError, match=r"^Ben does not start"):
        game.append(Opening((4, 3, 4), 1))
    state = add(game, Opening((4, 3, 4), 2))
    assert (state.whose_turn, state.declared, state.tied) == (2, 4, ())


@pytest.mark.parametrize("rules", RULE_SETS, ids=NAME.get)
def test_the_age_cannot_be_overridden(rules: RuleSet) -> None:
    game = new_game(rules, born=("2016", "2014"))
    other = 1 if rules.tie_starter == "youngest" else 0
    with pytest.raises(GameError, match=r"does not start: the others declared more or the age decides$"):
        game.append(Opening((4, 4), other))


@pytest.mark.parametrize("rules", RULE_SETS, ids=NAME.get)
def test_without_declarations_a_player_can_be_named(rules: RuleSet) -> None:
    game = new_game(rules)
    for nothing in ((None, None), (0, 0)):
        with pytest.raises(
            GameError, match=r"^nobody declared anything: say what was declared, or which player starts$"
        ):
            game.append(Opening(nothing))
    state = add(game, Opening((None, None), 1))
    assert (state.whose_turn, state.declared, state.deal_again) == (1, None, False)


@pytest.mark.parametrize("rules", RULE_SETS, ids=NAME.get)
def test_without_any_opening_whoever_lays_first_has_started(rules: RuleSet) -> None:
    state = add(new_game(rules, 3), laid(2, "1R@0,0") if rules.kind == "tiles" else arranged(2, "1R 2R 3R"))
    assert (state.started, state.whose_turn, state.rows[-1].player) == (True, 0, 2)


@pytest.mark.parametrize("rules", CARD_RULES, ids=NAME.get)
def test_cards_are_dealt_again_and_declared_anew(rules: RuleSet) -> None:
    game = new_game(rules)
    state = add(game, Opening((2, 2)))
    assert (state.deal_again, state.whose_turn, state.declared, state.bag) == (True, None, None, 90)
    with pytest.raises(GameError, match=r"^nobody declared 3: shuffle, deal again and declare anew$"):
        game.append(arranged(0, "1R 2R 3R"))
    assert add(game, Opening((1, 2))).deal_again, "again, as often as it takes"
    state = add(game, Opening((3, 2)))
    assert (state.deal_again, state.whose_turn, state.declared) == (False, 0, 3)


@pytest.mark.parametrize("before", [Opening((4, 3)), Opening((4, 4))], ids=["decided", "tied"])
@pytest.mark.parametrize("rules", CARD_RULES, ids=NAME.get)
def test_declaring_anew_forgets_what_was_declared_before(rules: RuleSet, before: Opening) -> None:
    state = add(new_game(rules), before, Opening((2, 2)))
    assert (state.deal_again, state.whose_turn, state.declared, state.tied) == (True, None, None, ())


@pytest.mark.parametrize("rules", CARD_RULES, ids=NAME.get)
def test_naming_a_player_does_not_save_a_deal_without_three(rules: RuleSet) -> None:
    assert add(new_game(rules), Opening((2, 2), 1)).deal_again


@pytest.mark.parametrize("declared", [(3,), (3, 3, 3), ()], ids=["one", "three", "none"])
def test_every_player_declares(declared: tuple[int, ...]) -> None:
    with pytest.raises(GameError, match=rf"^{len(declared)} declarations for 2 players: one for each is needed$"):
        new_game(TILES).append(Opening(declared))


def test_a_starter_who_does_not_exist_is_refused() -> None:
    with pytest.raises(GameError, match=r"^there is no player 2: the 2 players count from 0$"):
        new_game(TILES).append(Opening((3, 3), 2))


@pytest.mark.parametrize("rules", RULE_SETS, ids=NAME.get)
def test_a_wrong_declaration_is_said_anew_until_somebody_laid(rules: RuleSet) -> None:
    game = new_game(rules)
    state = add(game, Opening((5, 3)), Opening((4, 6)))
    assert (state.whose_turn, state.declared) == (1, 6)
    turn = laid(1, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0") if rules.kind == "tiles" else arranged(1, "", SIX)
    add(game, turn)
    with pytest.raises(GameError, match=r"^the game has begun: who starts is decided$"):
        game.append(Opening((5, 3)))


SIX = "1R 2R 3R 4R 5R 6R"

BINDING: dict[str, tuple[RuleSet, str, str | None]] = {
    "tiles: as declared": (TILES, "1R@0,0 2R@1,0 3R@2,0", None),
    "tiles: one less": (TILES, "1R@0,0 2R@1,0", "opening_too_short"),
    "tiles: one more": (TILES, "1R@0,0 2R@1,0 3R@2,0 4R@3,0", "opening_too_long"),
    "classroom: as declared": (CLASSROOM, "1R@0,0 2R@1,0 3R@2,0", None),
    "classroom: one alone": (CLASSROOM, "1R@0,0", None),
    "classroom: one more": (CLASSROOM, "1R@0,0 2R@1,0 3R@2,0 4R@3,0", None),
    "cards-de: as declared": (CARDS_DE, "1R 2R 3R", None),
    "cards-de: one more": (CARDS_DE, "1R 2R 3R 4R", "opening_too_long"),
    "cards-de: a second set besides": (CARDS_DE, "1R 2R 3R | 1B 1O 1Y", "opening_too_long"),
    "cards-en: as declared": (CARDS_EN, "1R 2R 3R", None),
    "cards-en: another set than the largest": (CARDS_EN, "1R 2R 3R 4R", None),
    "cards-en: two sets": (CARDS_EN, "1R 2R 3R | 1B 1O 1Y", None),
}


@pytest.mark.parametrize(("rules", "first", "refused"), BINDING.values(), ids=BINDING)
def test_whether_the_declaration_binds_the_starter(rules: RuleSet, first: str, refused: str | None) -> None:
    game = new_game(rules)
    add(game, Opening((3, 2)))
    turn = laid(0, first) if rules.kind == "tiles" else arranged(0, first)
    if refused is None:
        assert add(game, turn).rows[-1].overruled is False
    else:
        with pytest.raises(GameError, match=rf"illegal \({refused}\)"):
            game.append(turn)


def test_cards_de_binds_to_the_larger_declaration_from_below() -> None:
    game = new_game(CARDS_DE)
    add(game, Opening((5, 3)))
    with pytest.raises(GameError, match=r"illegal \(opening_too_short\)"):
        game.append(arranged(0, "1R 2R 3R 4R"))
    assert add(game, arranged(0, "1R 2R 3R 4R 5R")).started


def test_only_the_first_turn_is_bound() -> None:
    game = new_game(TILES)
    state = add(game, Opening((3, 2)), laid(0, "1R@0,0 2R@1,0 3R@2,0"), laid(1, "4R@3,0"))
    assert not state.rows[-1].overruled


def test_a_named_starter_is_bound_to_the_own_declaration_only() -> None:
    state = add(new_game(TILES), Opening((None, None), 0), laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0"))
    assert not state.rows[-1].overruled


def test_a_starter_who_gives_the_start_away_binds_nobody_else() -> None:
    game = new_game(TILES)
    add(game, Opening((5, 3)), Give(1))
    assert add(game, laid(1, "1R@0,0 2R@1,0 3R@2,0")).rows[-1].overruled is False


@pytest.mark.parametrize("opening", [Opening((2, 2)), Opening((4, 4))], ids=["deal again", "tied"])
def test_giving_the_turn_does_not_replace_who_starts(opening: Opening) -> None:
    game = new_game(CARDS_DE)
    add(game, opening)
    with pytest.raises(GameError, match=r"^(nobody declared 3|Ada and Ben declared the same)"):
        game.append(Give(1))
    assert game.state.whose_turn is None
