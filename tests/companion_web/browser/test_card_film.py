"""The demo of cards from its first picture to the final sheet, and killed on the way."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.companion_web.browser.card_truth import ALARMS, NAMES, POINTS, ROWS, SHEET, STACKS, TABLE
from tests.companion_web.browser.chromium import need
from tests.companion_web.browser.ends import is_replayed_from_the_export, killed_after, shows_the_sheet
from tests.companion_web.browser.programs import Program, running
from tests.companion_web.browser.screens import TILES, WORDS, Screen, Screens
from tests.companion_web.browser.truth import shown
from tileye.companion_web.commands.demo import CARD_FILM
from tileye.vision.cards.reading import reads_cards

CARDS = WORDS.of("cards")
KILLED_AFTER = 2
"""Turns."""


@dataclass(frozen=True, slots=True)
class Showing:
    """The demo of cards, watched from its beginning to its end."""

    program: Program
    game: str
    screen: Screen


@pytest.fixture(scope="module")
def card_film() -> None:
    need((CARD_FILM / "film.mp4").exists(), "the film of cards")
    need(reads_cards(), "nets that read cards")


@pytest.fixture(scope="module")
def showing(chromium: Browser, card_film: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Showing]:
    """As fast as this machine sees it; the program goes on afterwards."""
    with running("demo", tmp_path_factory.mktemp("showing"), "--game", "cards", "--speed", "1000") as program:
        screens = Screens(chromium)
        screen = screens.open(program.base, f"/game/{program.front}")
        expect(screen.find("#finish")).to_be_visible()
        yield Showing(program, program.front, screen)
        screens.close()


def lying(screen: Screen, sets: str) -> list[list[str]]:
    """The cards of each set that is drawn."""
    found: list[list[str]] = screen.find(sets).evaluate_all(
        """sets => sets.map((set) => [...set.querySelectorAll(".playing-card")]
          .map((card) => card.dataset.card ?? card.getAttribute("aria-label")))"""
    )
    return sorted(sorted(code(name) for name in cards) for cards in found)


def code(name: str) -> str:
    """The code of a card by what it is called, new or not."""
    before, _, after = CARDS["play.cards.new"].partition("{card}")
    return TILES[name] if name in TILES else TILES[name.removeprefix(before).removesuffix(after)]


def is_the_right_end(screen: Screen) -> None:
    assert shown(screen.turns()) == ROWS
    assert screen.points() == POINTS
    assert lying(screen, "#cards .set") == TABLE
    expect(screen.find("#finish h2")).to_have_text(CARDS.say("play.finish.winner", names=SHEET["winners"][0]))
    expect(screen.find("#saved")).to_have_text(WORDS["play.saved"])


def test_the_whole_film_ends_in_the_right_sheet(showing: Showing) -> None:
    is_the_right_end(showing.screen)
    expect(showing.screen.find("#alert")).to_be_empty()
    (alarm,) = ALARMS
    reasons = CARDS.reasons([one["code"] for one in alarm["violations"]], "cards")
    told = CARDS.say("told.not_yet", player=NAMES[alarm["player"]], reasons=reasons)
    assert len([text for text in showing.screen.log() if told in text]) == 1
    assert showing.program.state(showing.game)["cards"]["unsure"] is False


def test_the_qwirkle_lies_before_its_owner(showing: Showing, screens: Screens) -> None:
    screen = screens.open(showing.program.base, f"/game/{showing.game}")
    owner = screen.find(".stack-owner").filter(has_text=SHEET["winners"][0])
    expect(owner.locator(".stack-pile")).to_have_count(len(STACKS))
    owner.locator(".stack-pile").first.click()
    assert lying(screen, "dialog .set") == STACKS


def test_the_sheet_is_right(showing: Showing, screens: Screens) -> None:
    shows_the_sheet(screens.open(showing.program.base, f"/game/{showing.game}"), SHEET)


def test_the_export_is_opened_again_by_replay(showing: Showing, screens: Screens, tmp_path: Path) -> None:
    is_replayed_from_the_export(screens.open(showing.program.base, f"/game/{showing.game}/sheet"), SHEET, tmp_path)


@pytest.mark.first
def test_the_film_goes_on_after_the_program_was_killed(screens: Screens, card_film: None, tmp_path: Path) -> None:
    with killed_after(KILLED_AFTER, screens, tmp_path, "--game", "cards") as (screen, before):
        assert before == ROWS[: len(before)]
        is_the_right_end(screen)
