"""A correction says what it makes of later turns before it is saved, and is told once."""

from playwright.sync_api import expect

from tests.companion_web.browser.hands import ROW, begun
from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import WORDS, Screen, Screens


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


def hanging(program: Program) -> str:
    """Three turns, of which the last one hangs on the one before it."""
    game = begun(program)
    for number, placed in enumerate((ROW, [["1O", 0, 1]], [["1Y", 0, 2]])):
        program.tell(game, "turn", player=number % 2, placed=placed)
    return game


def test_a_deletion_tells_what_would_not_fit_any_more(program: Program, screens: Screens) -> None:
    game = hanging(program)
    screen = screens.open(program.base, f"/game/{game}")
    screen.row(2).click()
    screen.press("play.turn.delete", "dialog")
    later = WORDS.say("told.faulty.one", numbers="2")
    expect(screen.find("dialog .banner.warn").first).to_have_text(WORDS.say("play.enter.later", text=later))
    screen.press("dialogs.cancel", "dialog .dialog-actions")
    screen.row(3).click()
    screen.press("play.turn.delete", "dialog")
    expect(screen.find("dialog .total").first).to_be_visible()
    expect(screen.find("dialog .banner.warn")).to_have_count(0)


def test_another_tile_that_spoils_a_turn_is_asked_for(program: Program, screens: Screens) -> None:
    game = hanging(program)
    before = program.state(game)["turns"]
    screen = screens.open(program.base, f"/game/{game}")
    screen.tap(0, 1)
    screen.choose("2R")
    later = WORDS.say("told.faulty.one", numbers="3")
    expect(screen.find("dialog .dialog-body")).to_contain_text(later)
    assert program.state(game)["turns"] == before
    screen.press("play.save", "dialog .dialog-actions")
    expect(screen.row(3).locator(".badge.warn")).to_be_visible()
    # What spoils nothing is saved at once.
    screen.tap(0, 2)
    screen.choose("3R")
    screen.until(lambda one: ("3R", 0, 2) in one.board(), wanted=True)


def test_a_turn_is_inserted_on_the_board_as_it_was(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, f"/game/{hanging(program)}")
    screen.row(2).click()
    screen.press("play.turn.insert", "dialog")
    screen.press("play.insert.lay", "dialog")
    screen.until(Screen.board, {(tile, x, y) for tile, x, y in ROW})
    screen.tap(0, 0)
    screen.until(lambda one: WORDS["play.enter.taken"] in one.toasts(), wanted=True)
    expect(screen.find("dialog")).to_have_count(0)
    screen.enter("2O", 1, 1)
    expect(screen.find("#entering .verdict")).to_be_visible()
    screen.press("dialogs.cancel", "#entering")
    screen.until(lambda one: len(one.board()), 5)
