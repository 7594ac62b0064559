"""What the page costs: `python -m tileye.companion_web.benchmarks.of_page`.

The demo is served by this process, and looked at by ten viewers in another one and by Chromium. That has to be on the
system; playwright, which drives it, comes with the tools for developers. Takes a little longer than the film.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

from tileye.companion_web.benchmarks.browsers import chromium
from tileye.companion_web.benchmarks.measure import Figure, figure, table
from tileye.companion_web.commands.demo import demo_session, film_source
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.session import GameSession
from tileye.companion_web.storage import open_store
from tileye.companion_web.terminal import progress
from tileye.companion_web.web.server import Server
from tileye.vision.referee.events import Proposed, Turn, Violated
from tileye.vision.step import LiveStep

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

VIEWERS = 10
_DELAY_MS, _PAINT_MS = 100.0, 500.0
_WEIGHT_KB, _LOAD_PERCENT = 200.0, 5.0
_PAINTS = 11
_IDLE_S = 20.0
_PATIENCE_S = 600.0
_PROBE = """(() => {
  const painted = (window.painted = []);
  let state = 0;
  window.EventSource = class extends EventSource {
    constructor(...given) {
      super(...given);
      this.addEventListener("state", (event) => (state = Number(event.lastEventId.split("-")[1])));
    }
  };
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = (event) => painted.push([event.data, Date.now() / 1000]);
  // What is posted while a frame is made arrives when it is painted.
  const next = (seen) => requestAnimationFrame(() => port2.postMessage(seen));
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(() => next(state)).observe(document, all);
})();"""
_FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
_FILES = """[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map((one) => [one.name, one.transferSize])"""


class Stamp(NamedTuple):
    """What the referee told: when, and how many messages there were before."""

    at: float
    before: int


class Painted(NamedTuple):
    """A change on the page: the number of the state that it had, and when it was to be seen."""

    state: int
    at: float


class PageFigures(NamedTuple):
    """Everything about the page."""

    delays: Figure
    paints: Figure
    weight_kb: float
    load: float

    def text(self) -> str:
        """All of it in words."""
        return (
            f"{table([self.delays, self.paints])}\n\n"
            f"weight of the game's page without pictures: {self.weight_kb:.1f} kB, budget {_WEIGHT_KB:g} kB\n"
            f"load of one core by {VIEWERS} idle viewers: {self.load:.2f} %, budget {_LOAD_PERCENT:g} %\n"
        )


def delays_ms(stamps: Sequence[Stamp], painted: Sequence[Painted]) -> list[float]:
    """How long each thing that the referee told took to be seen; what was never seen raises StopIteration."""
    return [1000 * (next(one.at for one in painted if one.state > told.before) - told.at) for told in stamps]


def page_figures(speed: float) -> PageFigures:
    """Measure all of it."""
    with TemporaryDirectory() as folder, closing(open_store(Path(folder))) as store:
        settings = ManagerSettings(speed=speed)
        with (
            closing(GameManager(store, film_source(), settings)) as manager,
            _served(manager) as server,
            _looked_at(demo_session(manager), server) as game,
        ):
            with chromium() as browser:
                delays = _delays(_page(browser), game, server)
                address = f"{server.options.here}game/{game.id}"
                paints = [_opened(browser, address).evaluate(_FIRST_PAINT) for _ in range(_PAINTS)]
                weight = _weight_kb(_opened(browser, address))
            # Nobody judges any more, but everybody gets a pulse a second.
            game.pause()
            return PageFigures(
                figure(f"page: from the referee to the pixel, {VIEWERS} viewers", delays, _DELAY_MS),
                figure("page: first paint of a game", paints, _PAINT_MS),
                weight,
                _idle_load(),
            )


@contextmanager
def _served(manager: GameManager) -> Iterator[Server]:
    server = Server(manager, port=0)
    server.start()
    try:
        yield server
    finally:
        manager.close()
        server.stop()


@contextmanager
def _looked_at(game: GameSession, server: Server) -> Iterator[GameSession]:
    """Let viewers look on."""
    command = [sys.executable, "-m", "tileye.companion_web.benchmarks.viewers", str(server.options.port), game.id]
    with subprocess.Popen([*command, str(VIEWERS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as viewers:
        assert viewers.stdout
        viewers.stdout.readline()
        yield game
        viewers.kill()


@contextmanager
def _noted() -> Iterator[list[Stamp]]:
    """Note when the referee tells what a page shows."""
    stamps: list[Stamp] = []
    take = GameSession._take

    def noting(table: GameSession, step: LiveStep) -> None:
        if any(isinstance(event, Proposed | Turn | Violated) for event in step.events):
            stamps.append(Stamp(time.time(), int(table.hub.last_id.rpartition("-")[2])))
        take(table, step)

    with patch.object(GameSession, "_take", noting):
        yield stamps


def _delays(page: Page, game: GameSession, server: Server) -> list[float]:
    """Look at the game until its end."""
    page.add_init_script(_PROBE)
    with _noted() as stamps:
        page.goto(f"{server.options.here}game/{game.id}")
        page.wait_for_selector("#finish:not([hidden])", timeout=1000 * _PATIENCE_S)
        page.wait_for_timeout(500)
    painted = [Painted(*one) for one in page.evaluate("window.painted")]
    page.close()
    progress(f"seen: {len(stamps)} events")
    return delays_ms(stamps, painted)


def _page(browser: Browser) -> Page:
    return browser.new_context(viewport={"width": 1280, "height": 800}).new_page()


def _opened(browser: Browser, address: str) -> Page:
    """Open a page for the first time, with nothing kept of an earlier one."""
    page = _page(browser)
    page.goto(address)
    page.wait_for_selector("#finish:not([hidden])")
    page.wait_for_timeout(300)
    return page


def _weight_kb(page: Page) -> float:
    """What came over the line, heads of answers and all, pictures apart."""
    files = [size for name, size in page.evaluate(_FILES) if not name.endswith("/picture")]
    progress(f"loaded: {len(files)} files")
    return float(sum(files)) / 1000


def _idle_load() -> float:
    """How much of a core this process takes."""
    began, worked = time.perf_counter(), time.process_time()
    time.sleep(_IDLE_S)
    return 100 * (time.process_time() - worked) / (time.perf_counter() - began)


def main(words: Sequence[str] | None = None) -> int:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(prog="python -m tileye.companion_web.benchmarks.of_page", description=__doc__)
    parser.add_argument("--speed", type=float, default=1.0, metavar="N", help="show the film N times as fast")
    measured = page_figures(parser.parse_args(words).speed)
    progress("")
    sys.stdout.write(measured.text())
    return 0


if __name__ == "__main__":
    sys.exit(main())
