"""How a game ends: the last round, the last tile, passes of everybody, and players who stop."""

from collections.abc import Sequence

import pytest

from tests.rules.games import THREES, add, arranged, by_name, first_turn, laid, new_game, of_cards, of_tiles, threes
from tileye.rules.events import CannotPlay, End, Event, Exchange, Pass, Stock
from tileye.rules.flow import possible
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, TILES, RuleSet

# The last round


@of_cards
@pytest.mark.parametrize(("players", "drawer"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 3)])
def test_after_the_last_card_everybody_has_one_turn_and_the_drawer_is_last(
    rules: RuleSet, players: int, drawer: int
) -> None:
    game = new_game(rules, players, pieces=9 * players + 3 * (drawer + 1))
    for player in range(drawer + 1):
        state = add(game, threes(player, player + 1))
    assert (state.bag, state.turns_left, state.ended) == (0, players, None)
    for turn in range(1, players + 1):
        assert game.state.ended is None
        state = add(game, threes((drawer + turn) % players, drawer + 1 + turn))
        assert state.turns_left == players - turn
    assert (state.ended, state.rows[-1].player) == ("last_round", drawer)
    assert [row.bonus for row in state.rows] == [0] * len(state.rows)


@of_cards
def test_the_last_round_counts_passes(rules: RuleSet) -> None:
    game = new_game(rules, pieces=21)
    state = add(game, threes(0, 1))
    assert state.turns_left == 2
    assert add(game, Pass(1)).turns_left == 1
    assert add(game, Pass(0)).ended == "last_round", "though everybody passed in a row, too"


@of_cards
def test_who_draws_the_last_card_need_not_fill_the_hand(rules: RuleSet) -> None:
    state = add(new_game(rules, pieces=19), threes(0, 1))
    assert (state.bag, state.hands, state.turns_left) == (0, (7, 9), 2)


@of_cards
def test_without_a_deck_everybody_has_one_turn_from_the_start(rules: RuleSet) -> None:
    game = new_game(rules, 3, pieces=27)
    state = add(game, threes(0, 1), threes(1, 2))
    assert (state.turns_left, state.ended) == (1, None)
    assert add(game, threes(2, 3)).ended == "last_round"


@of_cards
def test_an_empty_hand_ends_no_card_game(rules: RuleSet) -> None:
    game = new_game(rules, pieces=21)
    add(game, threes(0, 1))
    state = add(game, arranged(1, " | ".join([*THREES[:4]])))
    assert (state.hands, state.ended, state.turns_left) == ((9, 0), None, 1)


# Out

OUT: dict[str, tuple[RuleSet, int]] = {"tiles: six points": (TILES, 6), "classroom: no bonus": (CLASSROOM, 0)}


@pytest.mark.parametrize(("rules", "bonus"), OUT.values(), ids=OUT)
def test_the_last_tile_ends_the_game_at_once(rules: RuleSet, bonus: int) -> None:
    game = new_game(rules, 3, pieces=18)
    add(game, laid(0, "1R@0,0 2R@1,0 3R@2,0"), laid(1, "4R@3,0"), laid(2, "5R@4,0"))
    assert game.state.ended is None
    state = add(game, laid(0, "1O@0,1 1Y@0,2 1G@0,3"))
    assert (state.ended, state.hands) == ("out", (0, 5, 5))
    assert [row.bonus for row in state.rows] == [0, 0, 0, bonus]
    assert state.points == (3 + 4 + bonus, 4, 5)
    assert [row.verdict.bonus for row in state.rows if row.verdict] == [0, 0, 0, bonus]
    assert state.winners == (0,)


@of_tiles
def test_an_empty_hand_ends_nothing_while_the_bag_holds_something(rules: RuleSet) -> None:
    state = add(new_game(rules, pieces=13), laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0"))
    assert (state.ended, state.bag, state.hands, state.rows[-1].bonus) == (None, 0, (1, 6), 0)
    assert state.rows[-1].verdict is not None
    assert state.rows[-1].verdict.bonus == 0


def test_the_bonus_comes_even_where_the_last_turn_was_overruled() -> None:
    game = new_game(TILES, pieces=12)
    state = add(game, laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 5R@5,0", overruled=True))
    assert (state.ended, state.rows[-1].bonus, state.points) == ("out", 6, (12, 0))


# Everybody passed

STUCK_CARDS: list[Event] = [CannotPlay(1), Pass(1), CannotPlay(0), Pass(0)]
ALL_PASSED: dict[str, tuple[RuleSet, int, Sequence[Event]]] = {
    "tiles, two": (TILES, 2, [Pass(1), Pass(0)]),
    "tiles, four": (TILES, 4, [Pass(1), Pass(2), Pass(3), Pass(0)]),
    "tiles, a turn between": (TILES, 2, [Pass(1), laid(0, "2R@1,0"), Pass(1), Pass(0)]),
    "classroom, two": (CLASSROOM, 2, [Pass(1), Pass(0)]),
    "classroom, three": (CLASSROOM, 3, [Pass(1), laid(2, "2R@1,0"), Pass(0), Pass(1), Pass(2)]),
    "cards-de, two": (CARDS_DE, 2, [*STUCK_CARDS, Stock(0)]),
    "cards-en, two": (CARDS_EN, 2, [*STUCK_CARDS, Stock(0)]),
}


@pytest.mark.parametrize(("rules", "players", "events"), ALL_PASSED.values(), ids=ALL_PASSED)
def test_when_everybody_has_passed_in_a_row_the_game_ends(
    rules: RuleSet, players: int, events: Sequence[Event]
) -> None:
    game = new_game(rules, players, pieces=108 if rules.kind == "cards" else 6 * players)
    add(game, laid(0, "1R@0,0") if rules.kind == "tiles" else threes(0, 1))
    for event in events:
        assert game.state.ended is None
        add(game, event)
    assert game.state.ended == "all_passed"
    assert all(row.bonus == 0 for row in game.state.rows)


@pytest.mark.parametrize(("rules", "events"), [(CLASSROOM, [Pass(1), Pass(0)]), (CARDS_DE, STUCK_CARDS)])
def test_while_there_is_something_to_draw_passing_ends_nothing(rules: RuleSet, events: Sequence[Event]) -> None:
    game = new_game(rules)
    state = add(game, laid(0, "1R@0,0") if rules.kind == "tiles" else threes(0, 1), *events, *events)
    assert (state.ended, state.whose_turn) == (None, 1)
    assert add(game, End()).ended == "stopped"


def test_an_exchange_breaks_the_row_of_passes() -> None:
    game = new_game(TILES, 3, pieces=18)
    add(game, laid(0, "1R@0,0"), Pass(1), Pass(2), Stock(4), Exchange(0, 4), Stock(0), Pass(1), Pass(2))
    assert (game.state.ended, game.state.passes) == (None, 2)
    assert add(game, Pass(0)).ended == "all_passed"


# End now


@by_name
def test_end_now_ends_without_bonus(rules: RuleSet) -> None:
    state = add(new_game(rules), first_turn(rules), End())
    assert (state.ended, [row.bonus for row in state.rows]) == ("stopped", [0])
    assert state.points == ((3, 0) if rules.kind == "tiles" else (0, 0))


@by_name
def test_a_game_can_end_before_it_began(rules: RuleSet) -> None:
    state = add(new_game(rules), End())
    assert (state.ended, state.points) == ("stopped", (0, 0))


@by_name
def test_after_an_end_only_names_and_stock_change(rules: RuleSet) -> None:
    state = add(new_game(rules), first_turn(rules), End())
    assert possible(state) == {"rename", "stock"}
