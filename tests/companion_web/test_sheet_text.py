"""The score sheet as text."""

import unicodedata

import pytest

from tests.companion_web.played import (
    CARD_GAME,
    ENGLISH,
    TILE_GAME,
    game_of,
    laid,
    out_game,
    plain,
    played,
    renamed,
    sheet_of,
    whole_games,
)
from tileye.companion_web.languages import words
from tileye.companion_web.sheets import text
from tileye.rules.rulesets import CLASSROOM

TILE_TEXT = """\
Qwirkle
Score sheet · Tile game · 18 November 2025

The game was ended early. Ada wins: 18 points.

Ben                                     Ada
══════════════════════════════════════  ══════════════════════════════════════
  1 1R 2R 3R (0,0→)            3 │   3    2 4R · · · 5R 6R (-1,0→)
                                                             12  Qwirkle │  12
  3 exchanges 2 tiles            │   3    4 1G 2G (0,1→)   2 + 2 + 2 = 6 │  18
  5 4Y (5,0)               7  !1 │  10    6 exchanges tiles              │  18
══════════════════════════════════════  ══════════════════════════════════════
Total                               10  Total                             18 ★
Qwirkles                             0  Qwirkles                             1
Bonus                                0  Bonus                                0
Best turn                   7 (turn 5)  Best turn                  12 (turn 2)

!1 Turn 5, Ben, was allowed to stand: A line is neither all of one colour nor
   all of one shape. A line has more than six tiles. 4R 1R 2R 3R 5R 6R 4Y
   (-1,0→)

Tiles: 1 circle, 2 clover, 3 diamond, 4 square, 5 cross, 6 star, R red,
  O orange, Y yellow, G green, B blue, P purple
3,2: the place of the first tile, counted to the right and down from the first
  tile of the game (0,0); the others follow to the right (→) or down (↓).
· a tile that lay there already"""

CARD_TEXT = """\
Qwirkle
Punktezettel · Kartenspiel, deutsche Regeln · 18. November 2025

Das Spiel geht weiter: Zoë ist an der Reihe. Im Nachzugstapel sind
noch 79 Karten.

田中                                Zoë
══════════════════════════════════  ══════════════════════════════════
  1 1R 2R 3R 4R              │   0    2 zeigt die Hand und zieht neue
                                        Karten
                                        1B 1G 1Y 5R 6R
                                        Qwirkle: 1R 2R 3R 4R 5R 6R
                                                                 │   1
  3 1O 5O                 !1 │   0
══════════════════════════════════  ══════════════════════════════════
Summe                            0  Summe                            1
                                    Bester Zug               1 (Zug 2)
                                    Genommene Qwirkle:
                                    1R 2R 3R 4R 5R 6R

!1 Zug 3, 田中, wurde gelten gelassen: Eine Reihe hat weniger als drei
   Karten. (1O 5O)

Karten: 1 Kreis, 2 Kleeblatt, 3 Raute, 4 Quadrat, 5 Kreuz, 6 Stern,
  R rot, O orange, Y gelb, G grün, B blau, P lila"""


def test_the_text_of_a_tile_game() -> None:
    assert plain(text.render(sheet_of(TILE_GAME), ENGLISH, 78)) == TILE_TEXT


def test_the_text_of_a_card_game() -> None:
    assert plain(text.render(sheet_of(CARD_GAME), words("de"), 70)) == CARD_TEXT


def test_points_of_the_classroom_subtract_what_counts_once() -> None:
    game = game_of(CLASSROOM, [laid(0, "1R@0,0 2R@1,0 3R@2,0"), laid(1, "1G@0,1 2G@1,1")])
    written = plain(text.render(sheet_of(game), ENGLISH))
    assert "2 + 2 + 2 - 2 = 4 │   4" in written
    assert "- : a tile laid into two lines counts once." in written


def test_a_bonus_stands_apart() -> None:
    assert "2  +6 bonus │   8" in text.render(sheet_of(out_game()), ENGLISH)


@whole_games
@pytest.mark.parametrize("width", [79, 100, 140])
def test_text_keeps_within_its_width(rules: str, count: int, width: int) -> None:
    names = ["W" * 40, "田中さくら" * 8, "Anne-Sophie de la Tour und so weiter", "🎲🎲 é́́ Ж"]
    written = text.render(sheet_of(renamed(played(rules, count), names[:count])), words("it"), width)
    assert max(text.display_width(line) for line in written.splitlines()) <= width
    assert not any(line.endswith(" ") for line in written.splitlines())


def test_display_width() -> None:
    assert text.display_width("abc") == 3
    assert text.display_width("田中") == 4
    assert text.display_width("🎲") == 2
    assert text.display_width(unicodedata.normalize("NFD", "é")) == 1
