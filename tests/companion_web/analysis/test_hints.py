import pytest

from tests.companion_web.played import CARD_GAME, TILE_GAME, game_of, laid
from tests.rules.positions import lay, sets
from tileye.companion_web.analysis.hints import MOST_HINTS, best_turns_json, hints, parse_hand
from tileye.companion_web.languages import words
from tileye.rules.cards import judge_table
from tileye.rules.events import Arranged, Laid, Opening
from tileye.rules.flow import verdict_of
from tileye.rules.rulesets import CARDS_DE, TILES

ENGLISH = words("en")
HAND = ["1Y", "3R", "4R", "2G", "2B", "6P"]


def test_hints_are_legal_best_first_and_different() -> None:
    state = game_of(TILES, [laid(0, "1R@0,0 2R@1,0")]).state
    answer = hints(state, HAND, ENGLISH)
    found = answer["moves"]
    assert answer["proven"]
    assert len(found) == MOST_HINTS
    assert [hint["points"] for hint in found] == sorted((hint["points"] for hint in found), reverse=True)
    assert len({(hint["points"], *sorted(tile for tile, _, _ in hint["placed"])) for hint in found}) == MOST_HINTS
    for hint in found:
        placed = tuple((tile, (x, y)) for tile, x, y in hint["placed"])
        assert verdict_of(state, Laid(1, placed)).points == hint["points"]
    assert "red row 4" in {line for hint in found for line in hint["lines"]}


def test_the_first_turn_is_as_long_as_declared() -> None:
    state = game_of(TILES, [Opening((2, 1))]).state
    assert {len(hint["placed"]) for hint in hints(state, HAND, ENGLISH)["moves"]} == {2}


def test_a_hand_that_fits_nowhere_has_no_hint() -> None:
    assert hints(game_of(TILES, [laid(0, "1R@0,0")]).state, ["2G"], ENGLISH) == {"moves": [], "proven": True}


def test_cards() -> None:
    state = CARD_GAME.state
    (hint,) = hints(state, ["1R", "1P", "6O", "4O"], ENGLISH)["moves"]
    after, taken = (tuple(map(tuple, hint[name])) for name in ("after", "taken"))
    verdict = judge_table(state.rules, state.table, after, taken, stacks=state.taken)
    assert verdict.legal
    assert (verdict.points, len(hint["lines"])) == (hint["points"], hint["points"])
    assert hints(game_of(CARDS_DE, []).state, ["1R", "2G"], ENGLISH)["moves"] == []


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ([], "tap in"),
        ("1R", "tap in"),
        (["9X"], "no tile"),
        (["1O"] * 7, "7 pieces"),
        (["1P", "1W"], "purple and white"),
        (["1R"] * 3, "1R lies open"),
        (["1O"] * 4, "1O lies open"),
    ],
)
def test_hands_that_nobody_can_hold(hand: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse_hand(TILE_GAME.state, hand)


def test_the_colours_of_the_set_are_minded() -> None:
    state = game_of(TILES, [Laid(0, lay("1W@0,0"))]).state
    assert parse_hand(state, ["2W"]) == ("2W",)
    with pytest.raises(ValueError, match="purple and white"):
        parse_hand(state, ["2P"])


def test_of_each_turn_it_is_told_what_it_gave_and_what_was_possible() -> None:
    game = game_of(TILES, [Opening((2, 1)), laid(0, "1R@0,0 2R@1,0"), laid(1, "3R@2,0"), laid(0, "1G@0,1")])
    first, second, third = best_turns_json(game, {3: ["3R", "4R", "5G"], 4: ["6P"]})
    assert (first["turn"], first["points"], first["best"]["points"], first["known"]) == (1, 2, 2, False)
    assert second == {
        "turn": 2,
        "points": 3,
        "best": {"placed": [["3R", 0, -1], ["4R", 1, -1]], "points": 6},
        "known": True,
    }
    assert (third["best"], third["known"]) == (None, True)


def test_of_cards_the_best_turn_is_told_for_a_known_hand() -> None:
    game = game_of(CARDS_DE, [Arranged(0, sets("1R 2R 3R"))])
    cards = ["1R", "2R", "3R", "4R", "5R", "6R"]
    (known,) = best_turns_json(game, {1: cards})
    assert known["best"] == {"played": cards, "after": [], "taken": [cards], "points": 1}
    assert [turn["best"] for turn in best_turns_json(game)] == [None]
