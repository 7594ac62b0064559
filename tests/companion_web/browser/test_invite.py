"""What can be changed while a game is played, and who is let in to do it."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.companion_web.browser.hands import PLAYERS, begun
from tests.companion_web.browser.programs import Program, running
from tests.companion_web.browser.screens import WORDS, Screens
from tests.waiting import wait_until


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A program that lets the network in."""
    with running("play", tmp_path_factory.mktemp("lan"), "--lan") as program:
        yield program


def test_waiting_time_pictures_and_looks_are_changed_in_the_game(spare: Program, screens: Screens) -> None:
    game = spare.begin(rules="tiles", players=PLAYERS, source="named")
    try:
        screen = screens.open(spare.base, f"/game/{game}")
        screen.press("play.settings.title", "#tools")
        dialog = screen.find("dialog")
        dialog.get_by_label(WORDS["play.settings.grace"]).fill("7")
        wait_until(lambda: spare.state(game)["game"]["grace"] == 7)
        dialog.get_by_label(WORDS["play.settings.pictures"]).uncheck()
        wait_until(lambda: json.loads(spare.get(f"/api/games/{game}"))["plan"]["evidence"] is False)
        dialog.get_by_label(WORDS["play.settings.automatic"]).uncheck()
        wait_until(lambda: spare.state(game)["game"]["automatic"] is False)
        expect(dialog.get_by_label(WORDS["play.settings.grace"])).to_be_hidden()
        dialog.get_by_label(WORDS["play.nav.marked"]).check()
        expect(screen.find("html[data-palette=clear]")).to_have_count(1)
        dialog.get_by_role("link", name="Deutsch").click()
        expect(screen.find("html[lang=de]")).to_have_count(1)
    finally:
        spare.tell(game, "end")


def test_on_this_machine_alone_inviting_says_how(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, f"/game/{begun(program)}")
    screen.press("play.invite.title", "#tools")
    expect(screen.find("dialog code")).to_have_text("tileye play --lan")


def test_both_codes_are_shown_and_a_viewer_becomes_a_referee(lan: Program, screens: Screens) -> None:
    game = begun(lan)
    host = screens.open(lan.base, f"/game/{game}")
    host.press("play.invite.title", "#tools")
    codes = host.find("dialog .invite-qr svg")
    expect(codes).to_have_count(2)
    assert all(box and box["height"] > 100 for box in (codes.nth(n).bounding_box() for n in (0, 1)))
    viewer_code, referee_code = host.find("dialog .invite-code").all_inner_texts()
    away = lan.base.replace("127.0.0.1", json.loads(lan.get("/api/house"))["addresses"][0].split("/")[2].split(":")[0])
    guest = screens.open(away, f"/join?next=/game/{game}#{viewer_code}")
    guest.tolerate("403", "401")
    expect(guest.find("#board svg").first).to_be_visible()
    expect(guest.find("#actions")).to_be_hidden()
    guest.press("play.code.open", "#tools")
    guest.find("#referee-code").fill("WRONG234")
    guest.press("play.code.go", "dialog")
    expect(guest.find("dialog [role=alert]")).to_have_text(WORDS["web.errors.wrong_code"])
    guest.find("#referee-code").fill(viewer_code)
    guest.press("play.code.go", "dialog")
    expect(guest.find("dialog [role=alert]")).to_have_text(WORDS["play.code.viewer"])
    guest.find("#referee-code").fill(referee_code)
    guest.press("play.code.go", "dialog")
    expect(guest.find("#actions")).to_be_visible()
