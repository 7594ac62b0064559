"""The page on a phone, proved in Chromium: `python -m tileye.companion_web.benchmarks.of_phone_page FOLDER...`.

Chromium has a film for its camera and opens the page of the real program over its real listener with TLS; a real game
is played with it, and people say what they say in the film. Each folder is one of those that
`python -m tileye.datasets.films` makes. A row says how many turns have the tiles and the points of the truth, how many
are as the referee tells them who watches the file itself, how much later than that referee a turn was to be seen after
its frame was in the camera, how many pictures a second arrived, how many the camera showed, and what the program cost.
The camera should show 30: on a slow machine the film goes slower, and all times are taken by what it shows.

`--turned 90` holds the phone upright. `--hidden 40 20` has the page in the background at second 40 of the film for 20
seconds; the players wait meanwhile. Needs Chromium and the tools for developers, and as long as the films last.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
import time
from bisect import bisect
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from tileye.companion_web.benchmarks.browsers import hide, need_chromium, page_with_camera, wait_for
from tileye.companion_web.benchmarks.demos import GONE, events_at
from tileye.companion_web.benchmarks.film_cameras import RATE, Standstills, offer_turns, write_camera
from tileye.companion_web.benchmarks.of_films import Score, read_lines, referee
from tileye.companion_web.benchmarks.programs import (
    Program,
    SpokenGame,
    begin_game,
    camera_token,
    compared,
    recorded,
    tell,
    turns_of,
)
from tileye.companion_web.terminal import progress
from tileye.rules.jsonlines import Json
from tileye.vision.reading import open_reader
from tileye.vision.referee.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

_SCREEN = (390, 800)
_STEP_S = 0.2
GRACE = Settings().grace
_AFTER_S = 6.0
"""So long people wait after the film."""
_AWAKE_S = 5.0
"""So long the film stands still after the page was in the background."""
_SHOWN = "document.querySelector('video').srcObject?.getVideoTracks()[0]?.stats.totalFrames ?? 0"


class Hiding(NamedTuple):
    """When the page goes into the background, and for how long."""

    at: float
    seconds: float


@dataclass(slots=True)
class CameraClock:
    """Which second of the film the camera showed when."""

    still: Standstills
    walls: list[float] = field(default_factory=list)
    cameras: list[float] = field(default_factory=list)

    def note(self, frames: int) -> float:
        """So many frames were shown until now; return the second of the film."""
        self.walls.append(time.time())
        self.cameras.append(frames / RATE)
        return self.still.film_second(self.cameras[-1])

    def due(self, film: float, waited: float) -> float:
        """When a turn could be told that the referee of the film records at a second, after waiting for so long.

        People wait in their own time: a film that goes slower makes that no longer.
        """
        camera = self.still.camera_second(film - waited)
        place = min(max(1, bisect(self.cameras, camera)), len(self.cameras) - 1)
        (began, ended), (first, last) = self.walls[place - 1 : place + 1], self.cameras[place - 1 : place + 1]
        return began + (ended - began) * (camera - first) / max(last - first, 1 / RATE) + waited

    @property
    def rate(self) -> float:
        """Frames a second that were shown."""
        return RATE * (self.cameras[-1] - self.cameras[0]) / (self.walls[-1] - self.walls[0])


class Onlooker:
    """Somebody who looks on and notes when each turn was to be seen first."""

    def __init__(self, port: int, game: str) -> None:
        self._port, self._game = port, game
        self._seen: dict[int, float] = {}
        threading.Thread(target=self._look, daemon=True).start()

    def times(self, turns: Sequence[Json]) -> dict[int, float]:
        """When the turns that stand were to be seen, by their numbers."""
        return {turn["number"]: self._seen[turn["id"]] for turn in turns if turn["id"] in self._seen}

    def _look(self) -> None:
        with suppress(*GONE):
            for kind, data in events_at(self._port, self._game):
                for turn in data["turns"] if kind == "state" else ():
                    self._seen.setdefault(turn["id"], time.time())


@dataclass(frozen=True, slots=True)
class Watched:
    """What one film through the page of a phone gave."""

    state: Json
    shown: dict[int, float]
    """When each turn that stands was to be seen."""
    clock: CameraClock
    arrived: float
    """Frames a second that the program took."""
    load: float
    memory: float
    faults: list[str]
    """What the page complained of."""


def watched(folder: Path, turned: int = 0, hiding: Hiding | None = None) -> Watched:
    """Play the game of a film with the page of a phone as its camera."""
    still = Standstills(at=hiding.at, seconds=hiding.seconds + _AWAKE_S) if hiding else Standstills()
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        data = Path(name) / "data"
        data.mkdir()
        progress(f"{folder.name}: writing what the camera sees")
        last = write_camera(folder / "film.mp4", Path(name) / "camera.mjpeg", still, turned)
        program = Program(data)
        try:
            with page_with_camera(Path(name) / "camera.mjpeg", _SCREEN) as page:
                return _played(program, page, folder, CameraClock(still), last, hiding)
        finally:
            program.kill()


def _played(
    program: Program, page: Page, folder: Path, clock: CameraClock, last: float, hiding: Hiding | None
) -> Watched:
    faults: list[str] = []
    arrived: list[Response] = []
    page.on("pageerror", lambda error: faults.append(f"the page: {error}"))
    page.on("response", lambda answer: arrived.append(answer) if "/frame" in answer.url and answer.ok else None)
    way = program.post("/api/phone")
    # The name of this machine is known in the network, not always to itself.
    page.goto(f"https://127.0.0.1:{way['port']}/camera/{camera_token(way)}")
    wait_for(page, _SHOWN)
    game = begin_game(program, folder)
    onlooker = Onlooker(program.port, game.id)
    before, began = program.cost(), time.time()
    arrived.clear()
    _follow(page, program, game, clock, last + _AFTER_S, hiding)
    seconds, after, state = time.time() - began, program.cost(), program.state(game.id)
    return Watched(
        state,
        onlooker.times(turns_of(state)),
        clock,
        len(arrived) / seconds,
        (after[0] - before[0]) / seconds,
        after[1],
        faults,
    )


def _follow(
    page: Page, program: Program, game: SpokenGame, clock: CameraClock, until: float, hiding: Hiding | None
) -> None:
    """Wait while the camera shows the film, and say what is said in it."""
    hidden_at = None
    while (now := clock.note(page.evaluate(_SHOWN))) < until:
        tell(program, game, now)
        if hiding and hidden_at is None and now >= hiding.at:
            hide(page, hidden=True)
            hidden_at = time.time()
        if hiding and hidden_at and time.time() >= hidden_at + hiding.seconds:
            hide(page, hidden=False)
            hiding = None
        progress(f"second {max(0.0, now):.0f} of {until:.0f}")
        page.wait_for_timeout(1000 * _STEP_S)


@dataclass(frozen=True, slots=True)
class PageProof:
    """How a film through the page compares with the truth and with the file itself."""

    right: Score
    like_file: Score
    differences: list[str]
    delays: list[float]


def judged(folder: Path, found: Watched, film: Sequence[Json]) -> PageProof:
    """Compare with the truth, and with what the referee told of the file itself."""
    right, wrong = compared(read_lines(folder / "truth.jsonl"), found.state)
    like_file, other = compared(film, found.state)
    differences = [*wrong, *(f"from the file: {one}" for one in other), *found.faults]
    due = {number: found.clock.due(at, GRACE) for number, at in recorded(film).items()}
    return PageProof(right, like_file, differences, [at - due[one] for one, at in found.shown.items() if one in due])


def _row(name: str, found: Watched, figures: PageProof) -> str:
    delay = f"{statistics.median(figures.delays):.2f}" if figures.delays else "-"
    cells = (
        name,
        f"{figures.right.turns_right} of {figures.right.turns}",
        f"{figures.like_file.turns_right} of {figures.like_file.turns}",
        delay,
        f"{found.arrived:.1f}",
        f"{found.clock.rate:.1f}",
        f"{100 * found.load:.0f}",
        f"{found.memory:.0f}",
    )
    return f"| {' | '.join(cells)} |\n"


def main(words: Sequence[str] | None = None) -> int:
    """Show each film to the page and print a row; 1 where a turn is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tileye.companion_web.benchmarks.of_phone_page",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="a film with its truth")
    offer_turns(parser)
    parser.add_argument("--hidden", type=float, nargs=2, metavar=("AT", "SECONDS"), help="the page in the background")
    wanted = parser.parse_args(words)
    hiding = Hiding(*wanted.hidden) if wanted.hidden else None
    need_chromium()
    heads = (
        "film",
        "turns right",
        "as from the file",
        "delay, median s",
        "frames a second",
        "camera",
        "load %",
        "memory MB",
    )
    sys.stdout.write(f"| {' | '.join(heads)} |\n{'|---' * len(heads)}|\n")
    wrong = False
    for folder in wanted.folders:
        found = watched(folder, wanted.turned, hiding)
        figures = judged(folder, found, referee(open_reader(), folder))
        wrong = wrong or bool(figures.differences)
        progress("")
        sys.stdout.write(_row(folder.name, found, figures))
        sys.stdout.writelines(f"    {difference}\n" for difference in figures.differences)
        sys.stdout.flush()
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
