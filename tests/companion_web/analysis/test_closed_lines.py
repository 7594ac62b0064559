"""Lines of five that give nobody a Qwirkle any more: "Wenn z.B. alle 3 roten Kreise ausliegen ..."."""

from tests.companion_web.played import game_of, laid
from tests.rules.positions import sets
from tileye.companion_web.analysis.closed_lines import closed_fives
from tileye.companion_web.analysis.hints import hints
from tileye.companion_web.languages import words
from tileye.rules.events import Arranged, Laid
from tileye.rules.rulesets import CARDS_DE, TILES

ENGLISH, GERMAN = words("en"), words("de")
FIVE = laid(0, "2R@0,0 3R@1,0 4R@2,0 5R@3,0 6R@4,0")
CIRCLES = [
    Laid(1, (("1R", (20, 20)),), overruled=True),
    Laid(0, (("1R", (30, 20)),), overruled=True),
    Laid(1, (("1R", (40, 20)),), overruled=True),
]


def test_a_line_of_five_is_closed_once_all_copies_of_the_sixth_are_out() -> None:
    for count in range(4):
        found = closed_fives(game_of(TILES, [FIVE, *CIRCLES[:count]]).state, ENGLISH)
        assert len(found) == (count == 3)
    assert found[0]["text"] == "red row: no Qwirkle is possible any more (red circle: none left)"
    assert found[0]["cells"] == [[x, 0] for x in range(5)]
    german = closed_fives(game_of(TILES, [FIVE, *CIRCLES]).state, GERMAN)
    assert german[0]["text"] == "rote Reihe: kein Qwirkle mehr möglich (roter Kreis: keiner mehr übrig)"


def test_hints_say_where_a_five_gives_nothing_away() -> None:
    four = laid(0, "2R@0,0 3R@1,0 4R@2,0 5R@3,0")
    (best, *_) = hints(game_of(TILES, [four, *CIRCLES]).state, ["6R"], ENGLISH)["moves"]
    assert best["closed"] == ["red row: no Qwirkle is possible any more (red circle: none left)"]
    (best, *_) = hints(game_of(TILES, [four]).state, ["6R"], ENGLISH)["moves"]
    assert best["closed"] == []


def test_a_card_that_lies_in_another_set_may_still_come() -> None:
    taken = [Arranged(player, (), sets("1R 1O 1Y 1G 1B 1P")) for player in (0, 1)]
    lying = Arranged(0, sets("2R 3R 4R 5R 6R | 1R 1O 1Y"))
    gone = Arranged(0, sets("2R 3R 4R 5R 6R"), sets("1R 1O 1Y 1G 1B 1P"), overruled=True)
    assert closed_fives(game_of(CARDS_DE, [*taken, lying]).state, ENGLISH) == []
    (line,) = closed_fives(game_of(CARDS_DE, [*taken, gone]).state, ENGLISH)
    assert line["tiles"] == ["2R", "3R", "4R", "5R", "6R"]
