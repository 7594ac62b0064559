"""A phone is the camera: a browser whose camera shows a table, over the real listener, into a real game."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.companion_web.browser.chromium import with_camera
from tests.companion_web.browser.programs import Program, running
from tests.companion_web.browser.screens import WORDS, Screen, Screens
from tests.companion_web.browser.truth import TURNS
from tests.waiting import wait_until
from tileye.companion_web.commands.demo import FILM

WAYLESS = "no home network"
FRAMES = 30
AFTER_FIRST = 9.0
"""Seconds of the shipped film after which its first turn lies there and no hand is near."""


@pytest.fixture(scope="module")
def view(film: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the camera sees: the table after the first turn, over and over."""
    capture = cv2.VideoCapture(str(FILM / "film.mp4"))
    capture.set(cv2.CAP_PROP_POS_MSEC, 1000 * AFTER_FIRST)
    picture = capture.read()[1]
    capture.release()
    path = tmp_path_factory.mktemp("view") / "view.mjpeg"
    path.write_bytes(FRAMES * cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
    return path


@pytest.fixture(scope="module")
def program(film: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with running("play", tmp_path_factory.mktemp("phone")) as program:
        yield program


@pytest.fixture(scope="module")
def phones(chromium: Browser, view: Path) -> Iterator[Browser]:
    with with_camera(chromium, str(view)) as browser:
        yield browser


@pytest.fixture
def phone(phones: Browser) -> Iterator[BrowserContext]:
    context = phones.new_context(ignore_https_errors=True, viewport={"width": 390, "height": 800})
    yield context
    context.close()


@pytest.fixture
def screen(program: Program, screens: Screens) -> Screen:
    screen = screens.open(program.base, "/setup")
    screen.pick(".option input[value=phone]")
    return screen


def way_in(program: Program) -> str:
    """The address in the code, at a number that is always there."""
    way = program.post("/api/phone")
    token = (way["addresses"] or [f"/{WAYLESS}"])[0].rsplit("/", 1)[1]
    return f"https://127.0.0.1:{way['port']}/camera/{token}"


def taken(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    return page


@pytest.fixture
def address(program: Program) -> str:
    found = way_in(program)
    if found.endswith(WAYLESS):
        pytest.skip("this machine has no address of a home network")
    return found


def test_set_up_shows_what_the_phone_sees(screen: Screen, phone: BrowserContext, address: str) -> None:
    expect(screen.find("#phone-qr svg")).to_be_visible()
    expect(screen.find("#phone-address")).to_contain_text(address.rsplit("/", 1)[1])
    page = taken(phone, address)
    expect(screen.find("#picture")).to_be_visible()
    expect(screen.find("#phone-says")).to_have_text(WORDS["phone.setup.here"])
    expect(screen.find("#phone-steps")).to_be_hidden()
    expect(page.locator("#state")).to_have_text(WORDS["phone.connected"])
    expect(page.locator("#marks li").first).to_be_visible()
    expect(page.locator("#marks li").first).to_have_text(WORDS["checks.good.light"])


def test_another_phone_may_take_over(screen: Screen, phones: Browser, phone: BrowserContext, address: str) -> None:
    first = taken(phone, address)
    expect(first.locator("#state")).to_have_text(WORDS["phone.connected"])
    other = phones.new_context(ignore_https_errors=True)
    second = taken(other, address)
    expect(second.locator("#state")).to_have_text(WORDS["phone.other"])
    second.locator("#take").click()
    expect(second.locator("#state")).to_have_text(WORDS["phone.connected"])
    expect(first.locator("#state")).to_have_text(WORDS["phone.other"])
    other.close()


def test_a_game_is_watched_through_the_phone(program: Program, phone: BrowserContext, address: str) -> None:
    page = taken(phone, address)
    game = program.begin(
        rules="tiles", players=[{"name": "Ada"}, {"name": "Dora"}], source="phone", starter=1, begin={"as": "turn"}
    )
    wait_until(lambda: program.state(game)["turns"])
    (turn,) = program.state(game)["turns"]
    assert (turn["player"], turn["points"]) == (1, TURNS[0]["points"])
    assert sorted(tile for tile, *_ in turn["placed"]) == sorted(tile for tile, *_ in TURNS[0]["placed"])
    expect(page.locator("#state")).to_contain_text("Ada")
    program.post(f"/api/games/{game}/close")


def test_without_the_token_nothing_is_there(phone: BrowserContext, address: str) -> None:
    page = phone.new_page()
    base = address.rsplit("/camera/", 1)[0]
    for path in ("/", "/camera", f"/camera/{'0' * 32}"):
        answer = page.goto(base + path)
        assert answer
        assert answer.status == 404


def test_a_photo_is_a_turn_and_an_unchanged_one_is_asked_about(
    program: Program, screens: Screens, view: Path, tmp_path: Path
) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(view.read_bytes()[: view.stat().st_size // FRAMES])
    players = [{"name": "Ada"}, {"name": "Dora"}]
    game = program.begin(rules="tiles", players=players, source="photos", starter=1)
    screen = screens.open(program.base, f"/game/{game}")
    take = screen.find("#actions").get_by_role("button", name=WORDS["play.do.photo"])
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
