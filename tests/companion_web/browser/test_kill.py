"""The program is killed in the middle of the film; what was shown as saved is there again, and the game goes on."""

from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import expect

from tests.companion_web.browser.programs import running
from tests.companion_web.browser.screens import WORDS, Screens
from tests.companion_web.browser.truth import POINTS, ROWS, shown
from tests.companion_web.browser.wire import wired

KILLED_AFTER = 3
"""Turns."""


def test_a_game_goes_on_after_the_program_was_killed(screens: Screens, film: None, tmp_path: Path) -> None:
    with ExitStack() as stack:
        with running("demo", tmp_path, "--speed", "20") as program:
            game = program.front
            wire = stack.enter_context(wired(program.port))
            screen = screens.open(wire.base, f"/game/{game}")
            screen.tolerate("ERR_")
            expect(screen.row(KILLED_AFTER)).to_be_visible()
            expect(screen.find("#saved")).to_have_text(WORDS["play.saved"])
            before = shown(screen.turns())
            program.kill()
            wire.cut()
            expect(screen.find("#status-text")).to_have_text(WORDS["play.link.lost"])
        with running("demo", tmp_path, "--speed", "1000") as program:
            assert program.front == game
            wire.mend(program.port)
            # The page that was open finds the program again by itself.
            expect(screen.find("#finish")).to_be_visible()
            assert shown(screen.turns())[: len(before)] == before == ROWS[: len(before)]
            assert shown(screen.turns()) == ROWS
            assert screen.points() == POINTS
