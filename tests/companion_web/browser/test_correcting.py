"""A correction says what it makes of later turns before it is saved, and is told once."""

from playwright.sync_api import expect

from tests.companion_web.browser.hands import begun
from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import WORDS, Screens


def test_a_correction_tells_what_would_not_fit_any_more(program: Program, screens: Screens) -> None:
    game = begun(program)
    for number, (x, y) in enumerate(((0, 0), (0, 1), (0, 2))):
        placed = [[f"1{'ROY'[number]}", x, y]] if number else [["1R", 0, 0], ["2R", 1, 0], ["3R", 2, 0]]
        program.tell(game, "turn", player=number % 2, placed=placed)
    screen = screens.open(program.base, f"/game/{game}")
    screen.row(2).click()
    screen.press("play.turn.edit", "dialog")
    screen.tap(0, 1)
    screen.choose("2R")
    later = WORDS.say("told.faulty.one", numbers="3")
    expect(screen.find("#entering .banner.warn")).to_have_text(WORDS.say("play.enter.later", text=later))
    screen.press("play.save", "#entering")
    expect(screen.row(3).locator(".badge.warn")).to_be_visible()
    assert [line for line in screen.log() if "corrected" in line] == [f"Turn 2 is corrected. Ben: 2 points. {later}"]
    expect(screen.find("#last")).to_contain_text(WORDS["play.last.since"])
    assert WORDS["play.last.overruled"] not in screen.find("main").inner_text()
