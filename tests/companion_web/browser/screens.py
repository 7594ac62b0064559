"""Pages that somebody looks at, with everything that goes wrong on them."""

from collections.abc import Callable
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from tests.companion_web.browser.chromium import PATIENCE_MS
from tileye.companion_web.languages import words

Placed = tuple[str, int, int]
WIDE = (1280, 900)
WORDS = words("en")
TILES = {
    text: key.partition(".")[2]
    for known in (WORDS, WORDS.of("cards"))
    for key, text in known.texts.items()
    if key.startswith("tiles.")
}
"""The codes of tiles and cards by their names."""
_LOOK_MS = 50
_LISTENING = """
window.heard = [];
window.toasts = [];
window.beside = {};
new MutationObserver(() => {
  const toast = document.querySelector("#toast")?.textContent.trim();
  if (toast && toast !== window.toasts.at(-1)) window.toasts.push(toast);
  for (const place of document.querySelectorAll("[role=alert]")) {
    const text = place.textContent.trim();
    if (!text) continue;
    if (text !== window.heard.at(-1)) window.heard.push(text);
    for (const { dataset } of document.querySelectorAll(".board .cell[data-tile]")) {
      (window.beside[text] ??= {})[`${dataset.tile} ${dataset.x} ${dataset.y}`] = true;
    }
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Keeps every alert and every toast, however soon it goes, and the tiles that were drawn beside alerts."""


class Screen:
    """One page in a browser of its own."""

    def __init__(self, context: BrowserContext, base: str, language: str = "en") -> None:
        self.base, self.complaints = base, list[str]()
        self.words = words(language)
        self._tolerated: tuple[str, ...] = ()
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(_LISTENING)
        self.page: Page = context.new_page()
        self.page.on("request", self._on_request)
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))

    def open(self, path: str) -> "Screen":
        """Go to a page."""
        self.page.goto(self.base + path)
        return self

    def tolerate(self, *parts: str) -> None:
        """Let complaints with one of these parts be, since the test brings them about."""
        self._tolerated += parts

    @property
    def unexpected(self) -> list[str]:
        """What should not have gone wrong."""
        return [one for one in self.complaints if not any(part in one for part in self._tolerated)]

    def find(self, selector: str) -> Locator:
        """Find parts of the page."""
        return self.page.locator(selector)

    def press(self, key: str, within: str = "body") -> None:
        """Press the button with these words of the catalogue."""
        self.find(within).get_by_role("button", name=self.words[key], exact=True).first.click()

    def pick(self, selector: str) -> None:
        """Choose an option wherever it is: what is loaded meanwhile may move it under the finger."""
        option = self.find(selector)
        option.wait_for(state="attached")
        # Found and clicked in one go: between the two the page may draw its options anew.
        self.page.evaluate("selector => document.querySelector(selector).click()", selector)
        expect(option).to_be_checked()

    def row(self, number: int) -> Locator:
        """The row of a turn in the list."""
        return self.find(".turn-row").filter(has=self.page.locator(f".turn-number:text-is('{number}')"))

    def board(self) -> set[Placed]:
        """Every tile that is drawn on the board, recorded or not."""
        cells = self.find(".board .cell[data-tile]").evaluate_all(
            "cells => cells.map(({dataset}) => [dataset.tile, Number(dataset.x), Number(dataset.y)])"
        )
        return {(tile, x, y) for tile, x, y in cells}

    def turns(self) -> list[list[str]]:
        """The rows of all turns: number, name, gain, total, tiles; the first turn first."""
        rows: list[list[str]] = self.find(".turn-row").evaluate_all(
            """rows => rows.reverse().map((row) => [
              ...[".turn-number", "bdi", ".turn-points", ".turn-total"].map((part) => row.querySelector(part)),
              ...row.querySelectorAll("svg.tile"),
            ].map((part) => part.getAttribute("aria-label") ?? part.textContent))"""
        )
        return [[*row[:4], *(TILES[name] for name in row[4:])] for row in rows]

    def points(self) -> dict[str, int]:
        """What everybody has."""
        cards = self.find("#players .player").evaluate_all(
            "cards => cards.map((card) => [card.querySelector('bdi').textContent,"
            " Number(card.querySelector('.player-points').textContent)])"
        )
        return dict(cards)

    def log(self) -> list[str]:
        """What was told, in its order."""
        return self.find("#log p").all_text_contents()

    def heard(self) -> list[str]:
        """Every alert since the page was opened."""
        found: list[str] = self.page.evaluate("window.heard")
        return found

    def toasts(self) -> list[str]:
        """Every message in passing since the page was opened."""
        found: list[str] = self.page.evaluate("window.toasts")
        return found

    def beside(self, alert: str) -> set[Placed]:
        """Every tile that was drawn on the board while this alert was there."""
        tiles = [key.split() for key in self.page.evaluate("alert => Object.keys(window.beside[alert])", alert)]
        return {(tile, int(x), int(y)) for tile, x, y in tiles}

    def tap(self, x: int, y: int) -> None:
        """Tap a place of the board where it is drawn."""
        self.find(".board").first.wait_for()
        at = self.page.evaluate(
            """([x, y]) => {
              const board = document.querySelector(".board");
              board.scrollIntoView({ block: "center" });
              const spot = new DOMPoint(x + 0.5, y + 0.5).matrixTransform(board.getScreenCTM());
              return [spot.x, spot.y];
            }""",
            [x, y],
        )
        self.page.mouse.click(*at)

    def choose(self, tile: str) -> None:
        """Tap a tile in the open dialog."""
        self.find(f'dialog .tile-choice button[title="{self.words[f"tiles.{tile}"]}"]').click()

    def enter(self, tile: str, x: int, y: int) -> None:
        """Tap a cell, choose what lies there, and wait for the verdict: it may move what is tapped next."""
        self.tap(x, y)
        with self.page.expect_response("**/judge") as judged:
            self.choose(tile)
        judged.value.finished()
        self.page.evaluate("new Promise(requestAnimationFrame)")

    def until(self, what: Callable[["Screen"], Any], wanted: object) -> None:
        """Wait until the page shows something."""
        waited = 0
        while what(self) != wanted:
            assert waited < PATIENCE_MS, f"{what(self)} is shown, not {wanted}"
            # Lets the browser go on; what is to be seen ends the wait.
            self.page.wait_for_timeout(_LOOK_MS)
            waited += _LOOK_MS

    def _on_request(self, request: Request) -> None:
        asked = urlsplit(request.url)
        if asked.scheme not in ("data", "blob") and asked.netloc != urlsplit(self.base).netloc:
            self.complaints.append(f"another host: {request.url}")

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} {message.location['url']}")


class Screens:
    """Opens screens, each with a browser of its own that remembers nothing."""

    def __init__(self, browser: Browser) -> None:
        self._browser, self._opened = browser, list[tuple[BrowserContext, Screen]]()

    def open(
        self,
        base: str,
        path: str = "/",
        *,
        size: tuple[int, int] = WIDE,
        language: str = "en",
        scheme: Literal["light", "dark"] = "light",
    ) -> Screen:
        """Open a page."""
        width, height = size
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            locale=f"{language}-CH",
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        screen = Screen(context, base, language)
        self._opened.append((context, screen))
        return screen.open(path) if path else screen

    def close(self) -> None:
        """Close all; nothing may have gone wrong on any."""
        for context, _ in self._opened:
            context.close()
        complaints = [one for _, screen in self._opened for one in screen.unexpected]
        if complaints:
            pytest.fail("\n".join(complaints))
