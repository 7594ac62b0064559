"""The demo from its first picture to the final sheet, and what one does with the game afterwards."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.companion_web.browser.ends import is_replayed_from_the_export, shows_the_sheet
from tests.companion_web.browser.programs import Program, running
from tests.companion_web.browser.screens import WORDS, Screen, Screens
from tests.companion_web.browser.truth import BOARD, EVENTS, NAMES, POINTS, ROWS, SHEET, TURNS, WRONG, shown
from tests.waiting import wait_until
from tileye.rules.jsonlines import Json

_EARLY = 1.5
"""Seconds by which a turn may be recorded before the truth says so: it waits for the whole grace."""


@dataclass(frozen=True, slots=True)
class Showing:
    """The demo, watched by two from its beginning to its end."""

    program: Program
    game: str
    one: Screen
    other: Screen


@pytest.fixture(scope="module")
def showing(chromium: Browser, film: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Showing]:
    """As fast as this machine sees it; the program goes on afterwards."""
    with running("demo", tmp_path_factory.mktemp("showing"), "--speed", "1000") as program:
        screens = Screens(chromium)
        one, other = (screens.open(program.base, f"/game/{program.front}") for _ in range(2))
        for screen in (one, other):
            expect(screen.find("#finish")).to_be_visible()
        yield Showing(program, program.front, one, other)
        screens.close()


def is_the_right_end(screen: Screen) -> None:
    assert shown(screen.turns()) == ROWS
    assert screen.points() == POINTS
    assert screen.board() == BOARD
    expect(screen.find("#finish h2")).to_have_text(WORDS.say("play.finish.winner", names=SHEET["winners"][0]))
    expect(screen.find("#saved")).to_have_text(WORDS["play.saved"])


@pytest.fixture
def began() -> float:
    return time.monotonic()


@pytest.fixture
def unhurried(began: float, film: None, tmp_path: Path) -> Iterator[Program]:
    with running("demo", tmp_path) as program:
        yield program


@pytest.mark.first
def test_at_its_own_speed_everything_is_seen_when_it_happens(
    unhurried: Program, began: float, screens: Screens
) -> None:
    screen = screens.open(unhurried.base, f"/game/{unhurried.front}")
    for event in EVENTS:
        if event["event"] == "turn":
            expect(screen.row(event["number"])).to_be_visible()
            assert time.monotonic() - began > event["at"] - _EARLY
        elif event["event"] == "violation":
            is_announced_and_taken_back(screen, event)
    expect(screen.find("#finish")).to_be_visible()
    assert time.monotonic() - began > SHEET["at"]
    is_the_right_end(screen)


def is_announced_and_taken_back(screen: Screen, event: Json) -> None:
    (wrong,) = event["placed"]
    screen.until(lambda one: any(WRONG[0] in text for text in one.heard()), True)
    text = next(text for text in screen.heard() if WRONG[0] in text)
    assert NAMES[event["player"]] in text
    assert tuple(wrong) in screen.beside(text)
    expect(screen.find("#alert")).to_be_empty()
    screen.until(lambda one: tuple(wrong) in one.board(), False)


def test_the_whole_film_ends_in_the_right_sheet(showing: Showing) -> None:
    is_the_right_end(showing.one)
    assert [text for text in showing.one.log() if WRONG[0] in text]
    assert len([text for text in showing.one.heard() if WRONG[0] in text]) == 1
    expect(showing.one.find("#alert")).to_be_empty()


def test_two_see_the_same(showing: Showing) -> None:
    one, other = showing.one, showing.other
    parts = ("#players", "#turns", "#finish", "#status", ".board")
    # What one of them is told a moment later is waited for.
    wait_until(lambda: all(one.find(part).inner_html() == other.find(part).inner_html() for part in parts))
    assert [text for text in one.log() if text not in other.log()] == []


def test_a_tile_is_corrected_with_two_taps_then_undone_and_redone(showing: Showing, screens: Screens) -> None:
    screen = screens.open(showing.program.base, f"/game/{showing.game}")
    last = TURNS[-1]
    tile, x, y = last["placed"][-1]
    other = f"4{tile[1]}"
    wrong, right = {(other, x, y)}, {(tile, x, y)}
    screen.tap(x, y)
    screen.choose(other)
    screen.until(Screen.board, BOARD - right | wrong)
    screen.press("play.do.undo", "#actions")
    screen.until(Screen.board, BOARD)
    screen.press("play.do.redo", "#actions")
    screen.until(Screen.board, BOARD - right | wrong)
    screen.page.keyboard.press("u")
    screen.until(Screen.board, BOARD)
    screen.page.keyboard.press("r")
    screen.until(Screen.board, BOARD - right | wrong)
    screen.press("play.do.undo", "#actions")
    screen.until(Screen.board, BOARD)
    is_the_right_end(screen)


def test_the_sheet_is_right(showing: Showing, screens: Screens) -> None:
    shows_the_sheet(screens.open(showing.program.base, f"/game/{showing.game}"), SHEET)


def test_the_export_is_opened_again_by_replay(showing: Showing, screens: Screens, tmp_path: Path) -> None:
    is_replayed_from_the_export(screens.open(showing.program.base, f"/game/{showing.game}/sheet"), SHEET, tmp_path)
