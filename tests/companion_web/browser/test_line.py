"""The line between page and program breaks and comes back, or is none that events can use."""

import pytest
from playwright.sync_api import Route, expect

from tests.companion_web.browser.hands import COLUMN, ROW, begun
from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import WORDS, Screen, Screens
from tests.companion_web.browser.wire import wired

COUNTING = """(place) => {
  window.changes = 0;
  new MutationObserver(() => window.changes++).observe(place, { childList: true });
}"""


def shows_both_turns(screen: Screen) -> None:
    expect(screen.row(2)).to_be_visible()
    assert [row[3:] for row in screen.turns()] == [["3", "1R", "2R", "3R"], ["3", "1O", "1Y"]]
    said = [[text for text in screen.log() if text.startswith(name)] for name in ("Ada", "Ben")]
    assert [len(texts) for texts in said] == [1, 1], "each turn is told once"


def test_what_happened_while_the_line_was_cut_is_shown_afterwards(program: Program, screens: Screens) -> None:
    game = begun(program)
    with wired(program.port) as wire:
        screen = screens.open(wire.base, f"/game/{game}")
        screen.tolerate("ERR_")
        expect(screen.find("#status")).to_have_attribute("data-status", "hand")
        wire.cut()
        expect(screen.find("#status-text")).to_have_text(WORDS["play.link.lost"])
        expect(screen.find("#link")).to_have_text(WORDS["play.link.lost"])
        program.tell(game, "turn", player=0, placed=ROW)
        program.tell(game, "turn", player=1, placed=COLUMN)
        wire.mend()
        shows_both_turns(screen)
        expect(screen.find("#link")).to_be_empty()
        expect(screen.find("#status")).to_have_attribute("data-status", "hand")


def test_what_is_said_while_the_line_is_cut_is_refused_in_words(program: Program, screens: Screens) -> None:
    game = begun(program)
    program.tell(game, "turn", player=0, placed=ROW)
    with wired(program.port) as wire:
        screen = screens.open(wire.base, f"/game/{game}")
        screen.tolerate("ERR_")
        wire.cut()
        screen.press("play.do.undo", "#actions")
        screen.until(Screen.toasts, [WORDS["play.link.unreachable"]])
        wire.mend()
        expect(screen.find("#link")).to_be_empty()
        assert len(screen.turns()) == 1


@pytest.mark.parametrize("blocked", ["missing", "refused"])
def test_without_a_stream_of_events_the_page_asks_again_and_again(
    program: Program, screens: Screens, blocked: str
) -> None:
    game = begun(program)
    screen = screens.open(program.base, "")
    if blocked == "missing":
        screen.page.add_init_script("delete window.EventSource")
    else:
        screen.tolerate("503")
        screen.page.route("**/events?*", lambda route: route.fulfill(status=503))
    screen.open(f"/game/{game}")
    program.tell(game, "turn", player=0, placed=ROW)
    expect(screen.row(1)).to_be_visible()
    program.tell(game, "turn", player=1, placed=COLUMN)
    shows_both_turns(screen)
    expect(screen.find("#link")).to_be_empty()


def test_a_stream_that_never_opens_is_no_news_once_the_page_asks_in_its_place(
    program: Program, screens: Screens
) -> None:
    game, tried = begun(program), list[str]()

    def refuse(route: Route) -> None:
        tried.append(route.request.url)
        route.abort()

    screen = screens.open(program.base, "")
    screen.tolerate("ERR_FAILED")
    screen.page.route("**/events?*", refuse)
    screen.open(f"/game/{game}")
    program.tell(game, "turn", player=0, placed=ROW)
    expect(screen.row(1)).to_be_visible()
    expect(screen.find("#link")).to_be_empty()
    screen.find("#link").evaluate(COUNTING)
    before = len(tried)
    screen.until(lambda _: len(tried) > before, True)
    program.tell(game, "turn", player=1, placed=COLUMN)
    shows_both_turns(screen)
    assert screen.page.evaluate("window.changes") == 0
