"""The card game by hand, from the first card to the last round."""

from playwright.sync_api import expect

from companion_web.languages import LANGUAGES, words
from tests.companion_web.browser.hands import PLAYERS
from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import WORDS, Screens

THREE = ["1R", "2R", "3R"]


def dealt(program: Program, rules: str = "cards-de", deck: int | None = None) -> str:
    """A card game in which Ada has laid three cards; with so many left to draw."""
    game = program.begin(rules=rules, players=PLAYERS, source="hand", declared=[3, None], starter=0)
    program.tell(game, "turn", player=0, after=[THREE], taken=[])
    if deck is not None:
        program.tell(game, "stock", bag=deck, hands=[9, 9])
    return game


def test_with_an_empty_deck_cannot_play_leads_to_the_pass(program: Program, screens: Screens) -> None:
    game = dealt(program, deck=0)
    screen = screens.open(program.base, f"/game/{game}")
    screen.press("play.do.cannot_play", "#actions")
    expect(screen.find("dialog")).to_contain_text(WORDS["play.cannot.no_deck"])
    screen.press("play.cannot.pass", "dialog .dialog-actions")
    expect(screen.row(2)).to_contain_text(WORDS["cells.pass"])
    for language in LANGUAGES:
        sheet = program.get(f"/api/games/{game}/sheet.html?lang={language}").decode()
        assert words(language)["cells.cannot_play"] not in sheet


def test_a_small_deck_is_told_as_it_is_drawn(program: Program, screens: Screens) -> None:
    game = dealt(program, deck=4)
    screen = screens.open(program.base, f"/game/{game}")
    screen.press("play.do.cannot_play", "#actions")
    expect(screen.find("dialog")).to_contain_text(WORDS["play.cannot.small_deck"])
    screen.press("play.cannot.confirm", "dialog .dialog-actions")
    expect(screen.find("#bag")).to_contain_text("4")
    # Whoever still cannot play does it again, or passes.
    screen.press("play.do.cannot_play", "#actions")
    screen.press("play.cannot.confirm", "dialog .dialog-actions")
    screen.press("play.do.pass", "#actions")
    expect(screen.find("#status-text")).to_contain_text(WORDS.say("told.status.next", player="Ada"))
