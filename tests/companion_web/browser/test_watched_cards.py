"""A card game before a camera, from set-up to the sheet; drawn cards lie before nets that know them."""

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.companion_web.browser.screens import WORDS, Screen, Screens
from tests.companion_web.browser.test_axe import AXE, violations
from tests.vision.eyes import PieceSquares, RedCards
from tests.vision.shown import FPS, Script, drawn
from tests.waiting import PATIENCE
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.source_choices import Sources
from tileye.companion_web.storage import open_store
from tileye.companion_web.web.server import Server
from tileye.rules.board import Cell
from tileye.rules.jsonlines import Json
from tileye.rules.tiles import Tile
from tileye.vision.cards.finding import CARD, CardFinder
from tileye.vision.cards.reading import CardReader
from tileye.vision.images.pictures import Picture
from tileye.vision.sources.frames import Frame
from tileye.vision.sources.pushed import PushedSource


def row(y: int, cards: str) -> dict[Cell, Tile]:
    """Cards beside each other."""
    return {(x - 6, y): card for x, card in enumerate(cards.split())}


REDS, GREENS, BLUES = row(-2, "1R 2R 3R"), row(2, "1G 2G 3G"), row(2, "1G 2B 3Y")
PLAN: Json = {
    "rules": "cards-en",
    "players": [{"name": "Ada"}, {"name": "Ben"}],
    "source": "camera-0",
    "declared": [3, None],
    "starter": 0,
    "automatic": False,
}


class CardTable:
    """A table before a camera: a hand comes and changes it."""

    def __init__(self) -> None:
        self.camera = PushedSource()
        self._lying, self._coming = drawn({}), list[Picture]()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True)
        self._thread.start()

    def lay(self, *rows: Mapping[Cell, Tile]) -> None:
        """From now on these cards lie there."""
        cards = {cell: card for one in rows for cell, card in one.items()}
        hand = [item.picture for item in Script().hand(drawn(cards)).items if isinstance(item, Frame)]
        self._coming, self._lying = hand, drawn(cards)

    def close(self) -> None:
        """Take the camera away."""
        self._over.set()
        self._thread.join()

    def _show(self) -> None:
        while not self._over.wait(1 / FPS):
            self.camera.push(self._coming.pop(0) if self._coming else self._lying)


@pytest.fixture
def table() -> Iterator[CardTable]:
    table = CardTable()
    yield table
    table.close()


@pytest.fixture
def manager(table: CardTable, tmp_path: Path) -> Iterator[GameManager]:
    sources = Sources("0", opener=lambda text, start=0.0: table.camera, finder=lambda: [0])
    sources.probe()
    store = open_store(tmp_path)
    settings = ManagerSettings(
        card_reader=lambda: CardReader(CardFinder(PieceSquares(CARD), 640), RedCards("4P")),
        reads_cards=lambda: True,
        hearing=PATIENCE,
    )
    manager = GameManager(store, sources, settings)
    yield manager
    manager.close()
    store.close()


@pytest.fixture
def base(manager: GameManager) -> Iterator[str]:
    server = Server(manager, port=0)
    server.start()
    yield server.options.here.rstrip("/")
    server.stop()


def proposed(screen: Screen, *cards: str) -> None:
    """These cards lie there and are new."""
    expect(screen.find("#cards .playing-card.fresh")).to_have_count(len(cards))
    for card in cards:
        label = WORDS.say("play.cards.new", card=WORDS.of("cards")[f"tiles.{card}"])
        expect(screen.find(f"#cards .playing-card.fresh[aria-label='{label}']")).to_be_visible()
    expect(screen.find("[data-focus='play.do.done']")).to_be_enabled()


def test_set_up_offers_the_camera_for_cards(base: str, table: CardTable, screens: Screens) -> None:
    screen = screens.open(base, "/setup")
    screen.pick(".option input[name=rules][value=cards-en]")
    expect(screen.find("#by-hand-only")).to_be_hidden()
    expect(screen.find("#sources input[value=camera-0]")).to_be_checked()
    expect(screen.find("#pause")).to_be_visible()
    expect(screen.find("#grace")).to_be_hidden()
    expect(screen.find("#picture")).to_be_visible()
    # What could be better is said of cards.
    cards = WORDS.of("cards")
    expect(screen.find("#marks")).to_contain_text(cards["checks.amber.no_tiles"])
    table.lay(REDS)
    expect(screen.find("#tiles")).to_have_text(WORDS.count("setup.see.cards_seen", 3))
    for what in ("size", "whole", "names"):
        expect(screen.find("#marks")).to_contain_text(cards[f"checks.good.{what}"])


def test_a_card_game_is_played_before_a_camera(
    base: str, manager: GameManager, table: CardTable, screens: Screens
) -> None:
    session = manager.begin(PLAN)
    screen = screens.open(base, f"/game/{session.id}")
    table.lay(REDS)
    proposed(screen, "1R", "2R", "3R")
    expect(screen.find("#last .story")).to_have_text("3 from the hand")
    screen.page.keyboard.press("d")
    expect(screen.row(1)).to_be_visible()

    # What is against the rules is told when somebody says that it is done, and put right.
    table.lay(REDS, BLUES)
    expect(screen.find("#status")).to_have_attribute("data-status", "settling")
    screen.press("play.do.done", "#actions")
    expect(screen.find("#alert")).to_contain_text(WORDS.say("play.illegal.cards", name="Ben"))
    expect(screen.find("#alert").get_by_role("button", name=WORDS["play.let_stand"])).to_be_visible()
    screen.page.evaluate(AXE)
    assert violations(screen) == []
    table.lay(REDS, GREENS)
    proposed(screen, "1G", "2G", "3G")
    expect(screen.find("#alert")).to_be_empty()
    screen.press("play.do.done", "#actions")
    expect(screen.row(2)).to_be_visible()

    five = row(-2, "1R 2R 3R 4R 5R")
    table.lay(five, GREENS)
    proposed(screen, "4R", "5R")
    screen.press("play.do.done", "#actions")
    expect(screen.row(3)).to_be_visible()

    # The sixth card is laid and the Qwirkle taken; the proposed turn is looked at before it counts.
    table.lay(GREENS)
    expect(screen.find("#cards .set.joy .playing-card")).to_have_count(6)
    assert violations(screen) == []
    screen.find("#last [data-focus=change]").click()
    expect(screen.find("#arranging .set-row").last).to_contain_text(WORDS["play.arrange.taken"])
    screen.press("dialogs.cancel", "#arranging")
    screen.press("play.do.done", "#actions")
    expect(screen.find("#cheer .gathering .playing-card")).to_have_count(6)
    expect(screen.find(".stack-pile")).to_have_count(1)
    screen.row(4).click()
    expect(screen.find("dialog .story")).to_contain_text(WORDS.of("cards")["lines.qwirkles.R"])
    screen.page.keyboard.press("Escape")

    session.tell({"input": "end"})
    expect(screen.find("#finish")).to_be_visible()
    screen.open(f"/game/{session.id}/sheet")
    expect(screen.find("main")).to_contain_text("Ben")


def test_a_card_in_doubt_is_shown_and_named_and_then_the_turn_counts(
    base: str, manager: GameManager, table: CardTable, screens: Screens
) -> None:
    session = manager.begin(PLAN)
    screen = screens.open(base, f"/game/{session.id}")
    table.lay(row(-2, "1P 2P 3P 4P"))
    expect(screen.find("[data-focus='play.do.done']")).to_be_enabled()
    expect(screen.find("#cards .playing-card.fresh")).to_have_count(4)
    screen.press("play.do.done", "#actions")
    expect(screen.find("#notice")).to_contain_text(WORDS["play.cards.held"])
    close_up = screen.find("#notice .close-up")
    expect(close_up).to_be_visible()
    assert close_up.evaluate("async picture => { await picture.decode(); return picture.naturalWidth; }") > 80
    screen.page.evaluate(AXE)
    assert violations(screen) == []
    assert not session.game.state.rows
    screen.find("#notice [data-focus='5P']").click()
    expect(screen.row(1)).to_be_visible()
    expect(screen.find("#notice .close-up")).to_have_count(0)
    assert session.game.state.rows[0].after == (("1P", "2P", "3P", "5P"),)


def test_the_table_is_shown_as_it_lies_if_somebody_wants_it(
    base: str, manager: GameManager, table: CardTable, screens: Screens
) -> None:
    session = manager.begin(PLAN)
    screen = screens.open(base, f"/game/{session.id}")
    table.lay(REDS)
    proposed(screen, "1R", "2R", "3R")
    screen.press("play.cards.as_lying", "#cards")
    expect(screen.find("#cards [data-focus=as-lying]")).to_have_attribute("aria-pressed", "true")
    expect(screen.find("#cards .lying-card.fresh")).to_have_count(3)
    screen.press("play.do.done", "#actions")
    expect(screen.row(1)).to_be_visible()
    table.lay(REDS, GREENS)
    expect(screen.find("#cards .lying-card.fresh")).to_have_count(3)
    expect(screen.find("#cards .lying-card:not(.fresh)")).to_have_count(3)
    boxes = [screen.find(f"#cards [data-card='{card}']").bounding_box() for card in ("1R", "2R", "1G")]
    red, next_red, green = (box for box in boxes if box)
    assert abs(red["y"] - next_red["y"]) < 2 < green["y"] - red["y"]
    # New cards have a frame around them.
    assert abs(red["x"] - green["x"]) < 10 < next_red["x"] - red["x"]
    screen.page.evaluate(AXE)
    assert violations(screen) == []
    # The choice is kept, and a game by hand knows no such view.
    screen.page.reload()
    expect(screen.find("#cards .lying-card")).to_have_count(6)
    screen.press("play.cards.as_lying", "#cards")
    expect(screen.find("#cards .set")).to_have_count(2)
    by_hand = manager.begin({**PLAN, "source": "hand"})
    screen.open(f"/game/{by_hand.id}")
    expect(screen.find("#cards .set-row").first).to_be_visible()
    expect(screen.find("#cards [data-focus=as-lying]")).to_have_count(0)


def test_a_turn_of_two_is_split_and_joined_with_one_tap(
    base: str, manager: GameManager, table: CardTable, screens: Screens
) -> None:
    session = manager.begin(PLAN)
    screen = screens.open(base, f"/game/{session.id}")
    table.lay(REDS)
    proposed(screen, "1R", "2R", "3R")
    screen.press("play.do.done", "#actions")
    expect(screen.row(1)).to_be_visible()
    table.lay(row(-2, "1R 2R 3R 4R"))
    proposed(screen, "4R")
    table.lay(row(-2, "1R 2R 3R 4R"), GREENS)
    proposed(screen, "4R", "1G", "2G", "3G")
    screen.press("play.do.done", "#actions")
    screen.row(2).click()
    screen.find("dialog").get_by_role("button", name=WORDS.say("play.turn.split", story="1 from the hand")).click()
    expect(screen.row(3)).to_be_visible()
    screen.row(2).click()
    screen.press("play.turn.join", "dialog")
    expect(screen.find(".turn-row")).to_have_count(2)
