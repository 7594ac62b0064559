import pytest

from tests.companion_web.played import CARD_GAME, TILE_GAME, game_of, laid
from tests.rules.positions import lay
from tileye.companion_web.analysis.hints import MOST_HINTS, hints, parse_hand
from tileye.companion_web.languages import words
from tileye.rules.cards import judge_table
from tileye.rules.events import Laid, Opening
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
