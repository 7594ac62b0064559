"""What is the same after every film: its sheet, its export, and how it goes on after the program was killed."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import expect

from tests.companion_web.browser.programs import ROOT, running
from tests.companion_web.browser.screens import WORDS, Screen, Screens
from tests.companion_web.browser.truth import shown
from tests.companion_web.browser.wire import wired
from tileye.rules.jsonlines import Json


def shows_the_sheet(screen: Screen, sheet: Json) -> None:
    """From the end of a game its sheet is opened, and has the points and winners."""
    screen.find("#finish").get_by_role("link", name=WORDS["play.finish.sheet"]).click()
    results = screen.find(".result")
    expect(results).to_have_count(len(sheet["players"]))
    for player in sheet["players"]:
        result = results.filter(has_text=player["name"])
        expect(result.locator(".figure [aria-hidden]")).to_have_text(str(player["points"]))
        expect(result.locator(".badge")).to_have_count(sheet["winners"].count(player["name"]))


def is_replayed_from_the_export(screen: Screen, sheet: Json, folder: Path) -> None:
    """The record that a sheet offers to keep is opened by `replay`, and says the same."""
    with screen.page.expect_download() as download:
        screen.find(".files").get_by_role("link", name=WORDS["pages.sheet.record"]).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    line = [sys.executable, "-m", "tileye", "replay", str(path), "--json"]
    replayed = json.loads(subprocess.run(line, capture_output=True, text=True, cwd=ROOT, check=True).stdout)
    assert _without_time(replayed) == _without_time(sheet)


def _without_time(sheet: Json) -> Json:
    return {key: value for key, value in sheet.items() if key != "at"}


@contextmanager
def killed_after(turns: int, screens: Screens, folder: Path, *words: str) -> Iterator[tuple[Screen, list[list[str]]]]:
    """The demo, killed after some turns, started again and watched to its end; and the turns that were there before."""
    with ExitStack() as stack:
        with running("demo", folder, *words, "--speed", "20") as program:
            game = program.front
            wire = stack.enter_context(wired(program.port))
            screen = screens.open(wire.base, f"/game/{game}")
            screen.tolerate("ERR_")
            expect(screen.row(turns)).to_be_visible()
            expect(screen.find("#saved")).to_have_text(WORDS["play.saved"])
            before = shown(screen.turns())
            program.kill()
            wire.cut()
            expect(screen.find("#status-text")).to_have_text(WORDS["play.link.lost"])
        with running("demo", folder, *words, "--speed", "1000") as program:
            assert program.front == game
            wire.mend(program.port)
            # The page that was open finds the program again by itself.
            expect(screen.find("#finish")).to_be_visible()
            yield screen, before
