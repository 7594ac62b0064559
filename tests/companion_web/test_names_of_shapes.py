"""Pieces are called as on the sheets: those of the tiles in three languages, those of the cards in two."""

import pytest

from tests.companion_web.played import game_of, sheet_of
from tests.rules.positions import sets
from tileye.companion_web.analysis.hints import hints
from tileye.companion_web.languages import words
from tileye.companion_web.sheets import html, text
from tileye.rules.events import Arranged
from tileye.rules.rulesets import CARDS_EN

ON_SHEETS = [
    ("de", "tiles", {"1": "Kreis", "3": "Raute", "4": "Quadrat", "6": "Stern"}, {"P": "lila"}),
    ("de", "cards", {"1": "Kreis", "3": "Raute", "4": "Quadrat", "6": "Stern"}, {"P": "lila"}),
    ("fr", "tiles", {"1": "cercle", "3": "losange", "4": "carré", "5": "étoile à quatre branches"}, {"P": "violet"}),
    ("it", "tiles", {"1": "cerchio", "3": "rombo", "4": "quadrato", "5": "stella a quattro punte"}, {"P": "viola"}),
    (
        "en",
        "cards",
        dict(zip("123456", ("circle", "clover", "diamond", "square", "X", "star"), strict=True)),
        {"P": "purple"},
    ),
]


@pytest.mark.parametrize(("language", "kind", "shapes", "colours"), ON_SHEETS)
def test_every_name_is_that_of_the_sheet(
    language: str, kind: str, shapes: dict[str, str], colours: dict[str, str]
) -> None:
    known = words(language).of(kind)
    assert {shape: known[f"shapes.{shape}"] for shape in shapes} == shapes
    assert {colour: known[f"colours.{colour}"] for colour in colours} == colours


def test_a_yellow_x_is_one_wherever_cards_are_named() -> None:
    game = game_of(CARDS_EN, [Arranged(0, sets("5Y 1Y 2Y"))])
    english = words("en")
    assert words("en").of("tiles")["tiles.5Y"] == "yellow cross"
    for written in (text.render(sheet_of(game), english), html.render(sheet_of(game), english)):
        assert "X" in written
        assert "cross" not in written
    assert "yellow X" in html.render(sheet_of(game), english)
    (hint,) = hints(game_of(CARDS_EN, [Arranged(0, sets("5Y 5R 5O 5G 5B"))]).state, ["5P"], english)["moves"]
    assert hint["lines"] == ["Qwirkle of Xs"]
