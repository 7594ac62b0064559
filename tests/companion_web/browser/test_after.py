"""After the game: what would have been possible, on the board as it was."""

from playwright.sync_api import expect

from tests.companion_web.browser.hands import Games, dealt, played
from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import WORDS, Screen, Screens
from tests.companion_web.browser.truth import BOARD, TURNS


def test_what_was_possible_is_shown_on_the_board_as_it_was(program: Program, games: Games, screens: Screens) -> None:
    screen = screens.open(program.base, f"/game/{games.whole}")
    screen.press("play.best.ask", "#finish")
    rows = screen.find("#finish button.missed")
    last = rows.last
    expect(last).to_contain_text(WORDS["play.best.any"])
    number = int(last.locator("b").first.inner_text().split(":")[0].split()[-1])
    last.click()
    expect(screen.find("#replaying")).to_contain_text(WORDS.say("play.best.before", number=number))
    before = {tuple(one) for turn in TURNS[: number - 1] for one in turn["placed"]}
    assert before < screen.board()
    screen.press("play.best.back", "#replaying")
    screen.until(Screen.board, BOARD)


def test_no_mark_of_a_later_turn_is_left_on_it(program: Program, screens: Screens) -> None:
    game = played(program)
    program.tell(game, "end")
    screen = screens.open(program.base, f"/game/{game}")
    screen.press("play.best.ask", "#finish")
    rows = screen.find("#finish button.missed")
    expect(rows.first).to_be_visible()
    rows.first.click()
    expect(screen.find("#replaying")).to_be_visible()
    expect(screen.find(".board .stood")).to_have_count(0)


def test_the_card_game_says_that_nobody_can_tell(program: Program, screens: Screens) -> None:
    game = dealt(program)
    program.tell(game, "end")
    screen = screens.open(program.base, f"/game/{game}")
    expect(screen.find("#finish")).to_contain_text(WORDS["play.best.cards"])
    expect(screen.find("#finish").get_by_role("button", name=WORDS["play.best.ask"])).to_have_count(0)
