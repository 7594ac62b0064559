"""Photo by photo: pictures that people take or choose after each turn, and how a phone gets there."""

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Route, expect

from tests.companion_web.browser.programs import Program, running
from tests.companion_web.browser.screens import WORDS, Screen, Screens
from tests.companion_web.browser.truth import TURNS
from tileye.companion_web.commands.demo import FILM


@pytest.fixture(scope="module")
def program(film: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with running("play", tmp_path_factory.mktemp("photos")) as program:
        yield program


def photo_after(turn: int, folder: Path) -> Path:
    """What the shipped film shows just before a turn is told, when it lies there."""
    capture = cv2.VideoCapture(str(FILM / "film.mp4"))
    capture.set(cv2.CAP_PROP_POS_MSEC, 1000 * (TURNS[turn - 1]["at"] - 0.4))
    picture = capture.read()[1]
    capture.release()
    path = folder / f"{turn}.jpg"
    cv2.imwrite(str(path), picture)
    return path


def test_a_photo_is_a_turn_and_an_unchanged_one_is_asked_about(
    program: Program, screens: Screens, tmp_path: Path
) -> None:
    photo = photo_after(1, tmp_path)
    players = [{"name": "Ada"}, {"name": "Dora"}]
    game = program.begin(rules="tiles", players=players, source="photos", starter=1)
    screen = screens.open(program.base, f"/game/{game}")
    take = screen.find("#actions").get_by_role("button", name=WORDS["play.do.picture"])
    with screen.page.expect_file_chooser() as chooser:
        take.click()
    chooser.value.set_files(photo)
    expect(screen.row(1)).to_be_visible()
    with screen.page.expect_file_chooser() as chooser:
        take.click()
    chooser.value.set_files(photo)
    screen.press("play.photo.nothing", "dialog")
    assert len(program.state(game)["turns"]) == 1
    program.post(f"/api/games/{game}/close")


def show(screen: Screen, photo: Path) -> None:
    """Choose a photo, and wait until it was looked at."""
    with screen.page.expect_file_chooser() as chooser, screen.page.expect_response("**/photo") as answer:
        screen.press("play.do.picture", "#actions")
        chooser.value.set_files(photo)
    answer.value.finished()


def with_a_photo_missing(program: Program, screens: Screens, folder: Path) -> tuple[str, Screen]:
    """A game of which the photo after the second turn was never taken."""
    players = [{"name": "Ada"}, {"name": "Dora"}]
    game = program.begin(rules="tiles", players=players, source="photos", starter=1)
    screen = screens.open(program.base, f"/game/{game}")
    show(screen, photo_after(1, folder))
    expect(screen.row(1)).to_be_visible()
    show(screen, photo_after(3, folder))
    expect(screen.find("#alert")).to_contain_text(WORDS["play.illegal.missing"])
    return game, screen


def test_a_photo_that_does_not_fit_may_stand_until_the_next_one(
    program: Program, screens: Screens, tmp_path: Path
) -> None:
    game, screen = with_a_photo_missing(program, screens, tmp_path)
    expect(screen.find("#status")).to_have_attribute("data-status", "waiting")
    screen.press("play.let_stand", "#alert")
    expect(screen.row(2)).to_be_visible()
    expect(screen.find("#alert .banner")).to_have_count(0)
    program.post(f"/api/games/{game}/close")


def test_where_a_photo_is_missing_the_notice_says_so_and_what_to_do(
    program: Program, screens: Screens, tmp_path: Path
) -> None:
    game, screen = with_a_photo_missing(program, screens, tmp_path)
    # The latest tiles are taken off, and laid again.
    show(screen, photo_after(2, tmp_path))
    expect(screen.row(2)).to_be_visible()
    expect(screen.find("#alert .banner")).to_have_count(0)
    show(screen, photo_after(3, tmp_path))
    expect(screen.row(3)).to_be_visible()
    told = [turn["points"] for turn in program.state(game)["turns"]]
    assert told == [turn["points"] for turn in TURNS[:3]]
    program.post(f"/api/games/{game}/close")


def test_set_up_says_how_a_phone_takes_photos_and_asks_nothing_that_they_do_not_need(
    program: Program, screens: Screens
) -> None:
    screen = screens.open(program.base, "/setup")
    screen.pick(".option input[value=hand]")
    expect(screen.find("#with-camera")).to_be_hidden()
    screen.pick(".option input[value=phone]")
    expect(screen.find("#with-waiting")).to_be_visible()
    screen.pick(".option input[name=automatic][value=no]")
    screen.pick(".option input[value=photos]")
    expect(screen.find("#photos")).to_contain_text(WORDS["setup.photos.alone"])
    expect(screen.find("#photos")).to_contain_text("tileye play --lan")
    expect(screen.find("#photos")).to_be_in_viewport()
    expect(screen.find("#with-waiting")).to_be_hidden()
    expect(screen.find("#evidence")).to_be_visible()
    for place, name in enumerate(("Ada", "Dora")):
        screen.find("#players input.name").nth(place).fill(name)
    with screen.page.expect_request(lambda asked: asked.method == "POST" and asked.url.endswith("/api/games")) as asked:
        screen.find("#begin").click()
    screen.page.wait_for_url("**/game/*")
    sent = asked.value.post_data_json
    assert sent
    # No button of such a game would make a turn by hand.
    assert sent["automatic"] is True
    expect(screen.find("#photo-way")).to_contain_text(WORDS["play.photo.alone"])
    expect(screen.find("#photo-way")).to_contain_text("tileye play --lan")
    screen.press("play.settings.title", "#tools")
    expect(screen.find("dialog")).to_contain_text(WORDS["play.settings.pictures"])
    expect(screen.find("dialog")).not_to_contain_text(WORDS["play.settings.automatic"])
    program.post(f"/api/games/{screen.page.url.rpartition('/')[2]}/close")


def with_others(route: Route) -> None:
    """Let a page take others for let in."""
    answer = route.fetch()
    page, changed = re.subn(r'"lan": *false', '"lan": true', answer.text())
    assert changed == 1
    route.fulfill(response=answer, body=page)


def test_with_others_let_in_the_game_says_how_a_phone_takes_photos(program: Program, screens: Screens) -> None:
    game = program.begin(rules="tiles", players=[{"name": "Ada"}, {"name": "Dora"}], source="photos", starter=1)
    screen = screens.open(program.base, "")
    screen.page.route(f"**/game/{game}", with_others)
    screen.open(f"/game/{game}")
    expect(screen.find("#photo-way")).to_have_text(WORDS["play.photo.way"])
    program.post(f"/api/games/{game}/close")


def test_a_device_in_the_hand_takes_the_photo_itself(program: Program, chromium: Browser) -> None:
    game = program.begin(rules="tiles", players=[{"name": "Ada"}, {"name": "Dora"}], source="photos", starter=1)
    hand = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-GB")
    page = hand.new_page()
    page.goto(f"{program.base}/game/{game}")
    expect(page.locator("#actions").get_by_role("button", name=WORDS["play.do.photo"])).to_be_visible()
    hand.close()
    program.post(f"/api/games/{game}/close")
