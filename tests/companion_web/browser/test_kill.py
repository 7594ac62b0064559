"""The program is killed in the middle of the film; what was shown as saved is there again, and the game goes on."""

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.companion_web.browser.ends import killed_after
from tests.companion_web.browser.programs import running
from tests.companion_web.browser.screens import WORDS, Screens
from tests.companion_web.browser.truth import POINTS, ROWS, shown
from tests.companion_web.browser.wire import wired

KILLED_AFTER = 3
"""Turns."""


def test_a_game_goes_on_after_the_program_was_killed(screens: Screens, film: None, tmp_path: Path) -> None:
    with killed_after(KILLED_AFTER, screens, tmp_path) as (screen, before):
        assert before == ROWS[: len(before)]
        assert shown(screen.turns()) == ROWS
        assert screen.points() == POINTS


@pytest.mark.parametrize("source", ["hand", "photos"])
def test_the_open_page_offers_to_go_on_after_the_program_was_killed(
    screens: Screens, film: None, tmp_path: Path, source: str
) -> None:
    with ExitStack() as stack:
        with running("play", tmp_path) as program:
            game = program.begin(rules="tiles", players=[{"name": "Ada"}, {"name": "Dora"}], source=source, starter=1)
            wire = stack.enter_context(wired(program.port))
            screen = screens.open(wire.base, f"/game/{game}")
            # What the browser says of the line, and of a game that nobody plays.
            screen.tolerate("ERR_", "409")
            expect(screen.find("#actions")).to_be_visible()
            expect(screen.find("#resting .banner")).to_have_count(0)
            program.kill()
            wire.cut()
            expect(screen.find("#status-text")).to_have_text(WORDS["play.link.lost"])
        with running("play", tmp_path) as program:
            wire.mend(program.port)
            expect(screen.find("#resting")).to_contain_text(WORDS["play.resume.about"])
            expect(screen.find("#actions")).to_be_hidden()
            screen.press("play.resume.go", "#resting")
            expect(screen.find("#actions")).to_be_visible()
            expect(screen.find("#resting .banner")).to_have_count(0)
            # A game that is left, as when another one takes its camera, is no dead end either.
            program.post(f"/api/games/{game}/close")
            expect(screen.find("#resting")).to_contain_text(WORDS["play.resume.about"])
            # Somebody goes on with it on another device.
            program.post(f"/api/games/{game}/resume")
            expect(screen.find("#actions")).to_be_visible()
            expect(screen.find("#resting .banner")).to_have_count(0)
