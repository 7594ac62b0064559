"""Games that are begun on the page: with the film, by hand, and with cards."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.companion_web.browser.conftest import WITH_FILM
from tests.companion_web.browser.hands import QWIRKLE, SHAPES
from tests.companion_web.browser.programs import Program, running
from tests.companion_web.browser.screens import WORDS, Screen, Screens
from tests.companion_web.browser.truth import DECLARED, NAMES, TURNS


@pytest.fixture(scope="module")
def program(film: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """One whose film nobody else takes."""
    with running("play", tmp_path_factory.mktemp("setup"), *WITH_FILM) as program:
        yield program


@pytest.fixture
def screen(program: Program, screens: Screens) -> Screen:
    return screens.open(program.base, "/setup")


def agree(screen: Screen, rules: str, source: str, names: list[str], declared: list[int]) -> None:
    """Fill set-up in and begin."""
    screen.pick(f".option input[name=rules][value={rules}]")
    screen.pick(f".option input[value={source}]")
    for place, (name, number) in enumerate(zip(names, declared, strict=True)):
        screen.find("#players input.name").nth(place).fill(name)
        screen.find("#counts select").nth(place).select_option(str(number))
    screen.find("#begin").click()
    screen.page.wait_for_url("**/game/*")


def test_a_game_is_begun_with_the_film(program: Program, screen: Screen) -> None:
    agree(screen, "tiles", "named", NAMES, DECLARED)
    expect(screen.row(2)).to_be_visible()
    assert [row[1] for row in screen.turns()[:2]] == [NAMES[turn["player"]] for turn in TURNS[:2]]
    screen.find(".views .choice").nth(1).click()
    expect(screen.find("#camera img")).to_be_visible()
    game = screen.page.url.rpartition("/")[2]
    screen.open("/")
    # Others begin games with the film, too.
    program.post(f"/api/games/{game}/close")


def test_the_picture_is_seen_before_a_game(screen: Screen) -> None:
    screen.pick(".option input[name=rules][value=tiles]")
    screen.pick(".option input[value=named]")
    expect(screen.find("#picture")).to_be_visible()
    expect(screen.find("#marks li").first).to_be_visible()
    expect(screen.find("#verdict")).not_to_be_empty()


def test_nothing_moves_away_under_the_finger_while_the_picture_comes(screen: Screen) -> None:
    cards = "[...document.querySelectorAll('#rules-card, #sources, #players-card')]"
    places = f"{cards}.map((card) => card.getBoundingClientRect().y)"
    expect(screen.find("#sources .option").first).to_be_visible()
    before = screen.page.evaluate(places)
    expect(screen.find("#picture")).to_be_visible()
    expect(screen.find("#marks li").first).to_be_visible()
    assert screen.page.evaluate(places) == before


def test_a_game_is_played_by_hand(screen: Screen) -> None:
    agree(screen, "tiles", "hand", ["Zoe", "Yves"], [2, 3])
    for x, tile in enumerate(("1R", "2R", "3R")):
        screen.enter(tile, x, 0)
    expect(screen.find("#entering .verdict")).to_contain_text(WORDS["play.enter.legal"])
    screen.press("play.enter.confirm", "#entering")
    expect(screen.row(1)).to_be_visible()
    assert screen.turns() == [["1", "Yves", "+3", "3", "1R", "2R", "3R"]]
    screen.enter("2G", 1, 1)
    screen.enter("4B", 2, 1)
    expect(screen.find("#entering div[role=alert]")).to_be_visible()
    screen.tap(2, 1)
    screen.press("play.enter.remove", "dialog")
    expect(screen.find("#entering .verdict")).to_be_visible()
    screen.press("play.enter.confirm", "#entering")
    expect(screen.row(2)).to_be_visible()
    assert screen.points() == {"Zoe": 2, "Yves": 3}
    assert screen.board() == {("1R", 0, 0), ("2R", 1, 0), ("3R", 2, 0), ("2G", 1, 1)}
    screen.press("play.do.undo", "#actions")
    screen.until(Screen.points, {"Zoe": 0, "Yves": 3})
    screen.press("play.do.redo", "#actions")
    screen.until(Screen.points, {"Zoe": 2, "Yves": 3})


def test_the_board_is_played_by_keys_alone(screen: Screen) -> None:
    agree(screen, "tiles", "hand", ["Zoe", "Yves"], [2, 1])
    keys = screen.page.keyboard
    screen.find(".board .cell[tabindex='0']").focus()
    for tile in ("5G", "5Y"):
        keys.press("Enter")
        chosen = screen.find(f'dialog .tile-choice button[title="{WORDS[f"tiles.{tile}"]}"]')
        chosen.focus()
        keys.press("Enter")
        expect(screen.find("dialog")).to_have_count(0)
        expect(screen.find(f".board .cell[data-tile='{tile}']")).to_be_focused()
        keys.press("ArrowRight")
    confirm = screen.find("#entering").get_by_role("button", name=WORDS["play.enter.confirm"])
    expect(confirm).to_be_enabled()
    confirm.focus()
    keys.press("Enter")
    screen.until(Screen.points, {"Zoe": 2, "Yves": 0})


def test_what_is_missing_is_said(screen: Screen) -> None:
    screen.pick(".option input[name=rules][value=tiles]")
    screen.find("#players input.name").first.fill("Zoe")
    screen.find("#begin").click()
    expect(screen.find("#problem")).to_be_visible()
    expect(screen.find("#players input.name").nth(1)).to_be_focused()


def test_a_game_with_cards_is_played_by_hand(screen: Screen) -> None:
    agree(screen, "cards-en", "hand", ["Zoe", "Yves"], [5, 3])
    screen.press("play.do.cards", "#actions")
    take_from_hand(screen, QWIRKLE[:5])
    expect(screen.find("#arranging .verdict")).to_be_visible()
    screen.press("play.enter.confirm", "#arranging")
    expect(screen.find("#cards .set .playing-card")).to_have_count(5)
    screen.press("play.do.cards", "#actions")
    take_from_hand(screen, QWIRKLE[5:], to_set=True)
    screen.press("play.arrange.take", "#arranging")
    take_from_hand(screen, SHAPES)
    screen.press("play.enter.confirm", "#arranging")
    expect(screen.find(".stack-pile")).to_have_count(1)
    assert screen.points() == {"Zoe": 0, "Yves": 1}
    screen.find(".stack-pile").click()
    names = screen.find("dialog .lines li").all_inner_texts()
    assert [name.strip() for name in names] == [WORDS[f"tiles.{card}"] for card in QWIRKLE]


def take_from_hand(screen: Screen, cards: list[str], *, to_set: bool = False) -> None:
    """Bring cards from the hand into a set of their own, or into the one that lies there."""
    screen.press("play.arrange.from_hand", "#arranging")
    for card in cards:
        screen.choose(card)
    screen.press("play.arrange.picked", "dialog")
    screen.press("play.arrange.here" if to_set else "play.arrange.new_set", "#arranging")
    for _ in cards[1:]:
        screen.find("#arranging .tray .card-button").first.click()
        screen.press("play.arrange.here", "#arranging")
