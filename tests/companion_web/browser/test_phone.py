"""A phone is the camera: a browser whose camera shows a table, over the real listener, into a real game."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.companion_web.browser.chromium import with_camera
from tests.companion_web.browser.programs import Program, running
from tests.companion_web.browser.screens import WORDS, Screen, Screens
from tests.companion_web.browser.truth import TURNS
from tests.waiting import wait_until
from tileye.companion_web.commands.demo import FILM

ADDRESSES = "addresses.txt"
AT_HOME = ["192.168.1.5", "10.0.0.5", "kitchen.local"]
WITH_ADDRESSES = f"""
import sys
from pathlib import Path
from tileye.companion_web.cli import main
from tileye.companion_web.web import server
server.network_names = lambda: tuple(Path({ADDRESSES!r}).read_text().split())
sys.exit(main())
"""
"""The program on a computer with the addresses in a file, whatever this one has."""
FRAMES = 30
GONE = re.compile(re.escape(WORDS["phone.away.seconds"]).replace(re.escape("{n}"), r"\d+"))
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


def move(data: Path, addresses: list[str]) -> None:
    """Give the computer other addresses."""
    (data / "new.txt").write_text("\n".join(addresses))
    (data / "new.txt").replace(data / ADDRESSES)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("phone")


@pytest.fixture(scope="module")
def program(film: None, data: Path) -> Iterator[Program]:
    move(data, AT_HOME)
    with running("play", data, start=(sys.executable, "-c", WITH_ADDRESSES)) as program:
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
    return f"https://127.0.0.1:{way['port']}/camera/{way['addresses'][0].rsplit('/', 1)[1]}"


def taken(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    return page


def films(page: Page) -> bool:
    # Asked from outside: waiting inside the page is eval, which the page rightly forbids itself.
    return bool(page.evaluate("document.getElementById('video').srcObject?.active"))


@pytest.fixture
def address(program: Program) -> str:
    return way_in(program)


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


def test_two_tabs_of_a_phone_are_two_cameras(screen: Screen, phone: BrowserContext, address: str) -> None:
    first = taken(phone, address)
    expect(first.locator("#state")).to_have_text(WORDS["phone.connected"])
    with phone.expect_page() as opened:
        # Such a tab begins with all that the first one remembers.
        first.evaluate("window.open(location.href)")
    second = opened.value
    expect(second.locator("#state")).to_have_text(WORDS["phone.other"])
    second.locator("#take").click()
    expect(second.locator("#state")).to_have_text(WORDS["phone.connected"])
    expect(first.locator("#state")).to_have_text(WORDS["phone.other"])


def test_a_page_that_is_loaded_again_is_the_same_camera(screen: Screen, phone: BrowserContext, address: str) -> None:
    page, names = phone.new_page(), set[str]()
    page.on("request", lambda asked: names.add(asked.url.partition("?phone=")[2]) if "/frame" in asked.url else None)
    page.goto(address)
    for _ in range(2):
        expect(page.locator("#state")).to_have_text(WORDS["phone.connected"])
        page.reload()
    expect(page.locator("#state")).to_have_text(WORDS["phone.connected"])
    assert len(names) == 1


SIZES = [(1280, 800), (1366, 768), (390, 844)]
IN_VIEW = """() => {
  const bottom = document.querySelector(".begin").getBoundingClientRect().top;
  const code = document.querySelector("#phone-qr").getBoundingClientRect();
  return code.height > 100 && code.top >= 0 && code.bottom <= bottom;
}"""


@pytest.mark.parametrize("size", SIZES)
def test_the_code_comes_into_view_by_itself(
    program: Program, screen: Screen, screens: Screens, size: tuple[int, int]
) -> None:
    # A phone that is there, such as that of another test, needs no code.
    expect(screen.find("#phone-qr svg")).to_be_visible()
    screen = screens.open(program.base, "/setup", size=size)
    screen.pick(".option input[value=phone]")
    screen.until(lambda one: one.page.evaluate(IN_VIEW), wanted=True)
    before = screen.page.evaluate("scrollY")
    with screen.page.expect_response("**/api/sources/probe") as looked:
        screen.find("#again").evaluate("button => button.click()")
    looked.value.finished()
    screen.page.evaluate("scrollTo(0, 0)")
    with screen.page.expect_response("**/api/phone") as asked:
        pass
    asked.value.finished()
    screen.page.evaluate("new Promise(requestAnimationFrame)")
    assert before > 0
    assert screen.page.evaluate("scrollY") == 0, "only whoever has just chosen the phone is led to the code"


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


def test_other_addresses_are_tried_one_after_the_other(screen: Screen) -> None:
    shown, which = screen.find("#phone-address"), screen.find("#phone-which")
    codes = set[str]()
    for number, host in enumerate([*AT_HOME, AT_HOME[0]]):
        expect(shown).to_contain_text(f"https://{host}:")
        expect(which).to_have_text(WORDS.say("phone.setup.which", n=number % len(AT_HOME) + 1, of=len(AT_HOME)))
        expect(screen.find("#phone-authority")).to_contain_text(f"https://{host}:")
        codes.add(screen.find("#phone-qr").inner_html())
        screen.press("phone.setup.another")
    assert len(codes) == len(AT_HOME)


def test_another_wifi_shows_another_code(screen: Screen, data: Path, address: str) -> None:
    expect(screen.find("#phone-address")).to_contain_text("192.168.1.5")
    try:
        move(data, ["192.168.7.7"])
        expect(screen.find("#phone-address")).to_contain_text("192.168.7.7")
        expect(screen.find("#phone-address")).to_contain_text(address.rsplit("/", 1)[1])
        expect(screen.find("#phone-others")).to_be_hidden()
        move(data, [])
        expect(screen.find("#phone-says")).to_have_text(WORDS["phone.setup.none"])
        expect(screen.find("#phone-steps")).to_be_hidden()
    finally:
        move(data, AT_HOME)


def test_what_phones_warn_of_is_drawn(screen: Screen) -> None:
    expect(screen.find(".warning-drawing .tap")).to_have_text(
        [
            WORDS[f"phone.setup.browsers.{browser}.{step}"]
            for browser in ("iphone", "android", "firefox")
            for step in ("first", "then")
        ]
    )


def test_set_up_says_that_the_phone_has_gone(screen: Screen, phone: BrowserContext, address: str) -> None:
    page = taken(phone, address)
    expect(page.locator("#state")).to_have_text(WORDS["phone.connected"])
    expect(screen.find("#picture")).to_be_visible()
    page.close()
    expect(screen.find("#view-says")).to_have_text(GONE)
    expect(screen.find("#picture")).to_be_hidden()
    expect(screen.find("#phone-says")).to_have_text(WORDS["phone.away.gone"])
    expect(screen.find("#phone-qr svg")).to_be_visible()
    expect(screen.find("#marks li")).to_have_count(0)
    again = taken(phone, address)
    expect(screen.find("#picture")).to_be_visible()
    expect(again.locator("#state")).to_have_text(WORDS["phone.connected"])


def as_from_elsewhere(route: Route) -> None:
    """Let a page take itself for one on another device, to which the code is not given."""
    answer = route.fetch()
    page, changed = re.subn(r'"here": *true', '"here": false', answer.text())
    assert changed == 1
    route.fulfill(response=answer, body=page)


def test_a_game_says_that_the_phone_has_gone_and_shows_the_way_back(
    program: Program, screens: Screens, phone: BrowserContext, address: str
) -> None:
    page = taken(phone, address)
    players = [{"name": "Ada"}, {"name": "Dora"}]
    game = program.begin(rules="tiles", players=players, source="phone", starter=1, begin={"as": "turn"})
    wait_until(lambda: program.state(game)["turns"])
    screen = screens.open(program.base, f"/game/{game}")
    page.close()
    gone = screen.find("#phone-gone")
    expect(gone.locator("b")).to_have_text(GONE)
    expect(gone.locator("#phone-qr svg")).to_be_visible()
    expect(gone.locator("#phone-address")).to_contain_text(address.rsplit("/", 1)[1])
    assert program.get("/api/sources/phone/picture") == b"", "the last picture of a phone that has gone"
    far = screens.open(program.base, "")
    far.page.route(f"**/game/{game}", as_from_elsewhere)
    far.open(f"/game/{game}")
    expect(far.find("#phone-gone b")).to_have_text(GONE)
    expect(far.find("#phone-gone p").last).to_have_text(WORDS["phone.away.elsewhere"])
    expect(far.find("#phone-qr")).to_have_count(0)
    taken(phone, address)
    for one in (gone, far.find("#phone-gone")):
        expect(one).to_be_hidden()
    program.post(f"/api/games/{game}/close")


def test_after_the_game_the_camera_rests_and_a_rematch_wakes_it(
    program: Program, phone: BrowserContext, address: str
) -> None:
    page = taken(phone, address)
    players = [{"name": "Ada"}, {"name": "Dora"}]
    game = program.begin(rules="tiles", players=players, source="phone", starter=1, begin={"as": "turn"})
    expect(page.locator("#state")).not_to_have_text(WORDS["phone.connected"])
    wait_until(lambda: films(page))
    program.post(f"/api/games/{game}/tell", {"input": "end"})
    expect(page.locator("#state")).to_have_text(WORDS["phone.over"])
    expect(page.locator("#start")).to_be_visible()
    assert not films(page)
    again = program.post(f"/api/games/{game}/rematch")["id"]
    expect(page.locator("#state")).not_to_have_text(WORDS["phone.over"])
    expect(page.locator("#start")).to_be_hidden()
    wait_until(lambda: films(page))
    program.post(f"/api/games/{again}/close")


def test_the_phone_says_that_a_game_waits_for_it(program: Program, phone: BrowserContext, address: str) -> None:
    page = taken(phone, address)
    players = [{"name": "Ada"}, {"name": "Dora"}]
    game = program.begin(rules="tiles", players=players, source="phone", starter=1, begin={"as": "turn"})
    expect(page.locator("#state")).to_contain_text("Ada")
    program.post(f"/api/games/{game}/close")
    expect(page.locator("#state")).to_have_text(WORDS["phone.waits"])
    program.post(f"/api/games/{game}/resume")
    expect(page.locator("#state")).to_contain_text("Ada")
    program.post(f"/api/games/{game}/close")


def test_the_phone_says_what_to_do_when_the_computer_is_not_there(
    screen: Screen, phone: BrowserContext, address: str
) -> None:
    page = phone.new_page()
    page.clock.install()
    page.goto(address)
    expect(page.locator("#state")).to_have_text(WORDS["phone.connected"])
    phone.set_offline(True)
    expect(page.locator("#state")).to_have_text(WORDS["phone.lost"])
    expect(page.locator("#help")).to_be_hidden()
    page.clock.fast_forward(25_000)
    expect(page.locator("#help")).to_be_visible()
    expect(page.locator("#help li")).to_have_text(
        [WORDS[f"phone.help.{what}"] for what in ("wifi", "awake", "code", "again")]
    )
    phone.set_offline(False)
    page.clock.fast_forward(5_000)
    expect(page.locator("#state")).to_have_text(WORDS["phone.connected"])
    expect(page.locator("#help")).to_be_hidden()


ASLEEP = """
window.asked = 0;
window.sleeping = false;
Object.defineProperty(document, "hidden", { get: () => window.sleeping });
const request = async () => {
  window.asked++;
  window.lock = { released: false };
  return window.lock;
};
Object.defineProperty(navigator, "wakeLock", { value: { request } });
window.sleep = (sleeping) => {
  window.sleeping = sleeping;
  // A browser takes the lock away from what is hidden.
  if (sleeping && window.lock) window.lock.released = true;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""


def test_a_page_that_was_hidden_goes_on_and_keeps_the_screen_awake_again(
    screen: Screen, phone: BrowserContext, address: str
) -> None:
    phone.add_init_script(ASLEEP)
    page, sent = phone.new_page(), list[str]()
    page.on("request", lambda asked: sent.append(asked.url) if "/frame" in asked.url else None)
    page.goto(address)
    expect(page.locator("#state")).to_have_text(WORDS["phone.connected"])
    assert page.evaluate("window.asked") == 1
    page.evaluate("window.sleep(true)")
    expect(screen.find("#phone-steps")).to_be_visible()
    # Whatever was on its way when the page was hidden has arrived long since.
    before = len(sent)
    expect(screen.find("#view-says")).to_have_text(GONE)
    assert len(sent) == before
    assert page.evaluate("window.asked") == 1
    page.evaluate("window.sleep(false)")
    expect(page.locator("#state")).to_have_text(WORDS["phone.connected"])
    expect(screen.find("#picture")).to_be_visible()
    assert page.evaluate("window.asked") == 2
    assert len(sent) > before


def test_without_the_token_nothing_is_there(phone: BrowserContext, address: str) -> None:
    page = phone.new_page()
    base = address.rsplit("/camera/", 1)[0]
    for path in ("/", "/camera", f"/camera/{'0' * 32}"):
        answer = page.goto(base + path)
        assert answer
        assert answer.status == 404
