"""A phone as the camera, measured: `python -m tileye.companion_web.benchmarks.of_phone FOLDER...`.

The real program serves its real listener; what stands in for the phone sends the frames of a film over TLS as the page
on a phone does: one in flight, the newest one, as often as the answers say or as `--rate` says. Each folder is one of
those that `python -m tileye.datasets.films` makes. A row says how many turns were right, how long after the referee of
the film itself each one came, beside the interval between two frames, and what the program cost.

`--cut 30 20` cuts the line at second 30 of the film for 20 seconds, `--restart 40` kills the program there and starts
it again; the players wait meanwhile. `--turned 90` holds the phone upright. All films are shown to one program, a game
each; `--minutes 60` goes on and on.
"""

import argparse
import http.client
import json
import ssl
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tileye.companion_web.benchmarks.film_cameras import frames_of, offer_turns
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
from tileye.companion_web.phone.certificates import CertificateFolder
from tileye.rules.jsonlines import Json
from tileye.vision.reading import open_reader
from tileye.vision.sources.frames import Frame
from tileye.vision.stills import as_jpeg

LEAD_S = 3.0
"""The first frame stands still for so long before the film moves."""
_WIDTH = 1280
_PATIENCE_S = 30.0
_AFTER_S = 8.0
"""So long the last frame stands still."""


@dataclass(frozen=True, slots=True)
class Course:
    """What happens on the way."""

    rate: float | None = None
    """Frames a second; None: as often as the program asks for."""
    cut: tuple[float, float] | None = None
    restart: float | None = None
    turned: int = 0


class PhoneStandIn:
    """What sends frames as the page on a phone does."""

    def __init__(self, folder: Path, way: Json) -> None:
        authority = CertificateFolder(folder).authority_pem().decode()
        self._context = ssl.create_default_context(cadata=authority)
        self._port, self._token = way["port"], camera_token(way)
        self._line: http.client.HTTPSConnection | None = None
        self.round_trips: list[float] = []

    def send(self, jpeg: bytes) -> float:
        """Send a frame; return how many a second are wanted."""
        began = time.monotonic()
        self._line = self._line or http.client.HTTPSConnection(
            "127.0.0.1", self._port, timeout=_PATIENCE_S, context=self._context
        )
        try:
            path = f"/camera/{self._token}/frame?phone=a"
            self._line.request("POST", path, jpeg, {"Content-Type": "image/jpeg"})
            told = json.loads(self._line.getresponse().read())
        except (OSError, http.client.HTTPException):
            self.cut()
            raise
        self.round_trips.append(time.monotonic() - began)
        return float(told["rate"])

    def cut(self) -> None:
        """The line is cut."""
        if self._line:
            self._line.close()
        self._line = None


@dataclass
class FilmTime:
    """The time of a film that stands still now and then."""

    zero: float
    stood: float = 0.0
    passed: set[str] = field(default_factory=set)

    def now(self) -> float:
        """Which second it is."""
        return time.monotonic() - self.zero - self.stood


@dataclass(frozen=True, slots=True)
class PhoneFigures:
    """What one film over a phone gave."""

    right: Score
    differences: list[str]
    delays: list[float]
    """Of each turn, after the referee of the film itself."""
    interval: float
    load: float
    memory: float


def followed(program: Program, folder: Path, course: Course) -> PhoneFigures:
    """Show a film through a phone, and compare what was recorded with its truth."""
    phone = PhoneStandIn(program.folder, program.post("/api/phone"))
    game = begin_game(program, folder)
    before, began = program.cost(), time.time()
    sent = _shown(program, phone, game, frames_of(folder / "film.mp4", course.turned), course)
    seconds, state = time.time() - began, program.state(game.id)
    after = program.cost()
    phone.cut()
    with suppress(AssertionError):
        # It is over already where the film shows it to its end.
        program.post(f"/api/games/{game.id}/tell", {"input": "end"})
    right, differences = compared(read_lines(folder / "truth.jsonl"), state)
    known = {} if course.cut or course.restart else recorded(referee(open_reader(), folder))
    times = [(turn["at"] - began - LEAD_S, turn["number"]) for turn in turns_of(state)]
    delays = [at - known[number] for at, number in times if number in known]
    load = (after[0] - before[0]) / seconds
    return PhoneFigures(right, differences, delays, seconds / max(1, sent), load, after[1])


def _shown(program: Program, phone: PhoneStandIn, game: SpokenGame, frames: Iterator[Frame], course: Course) -> int:
    """Send a film in its time; return how many frames it took."""
    clock, sent, rate = FilmTime(time.monotonic() + LEAD_S), 0, course.rate or 2.0
    newest, coming = next(frames), next(frames, None)
    last = newest.at + _AFTER_S
    while clock.now() < last:
        began = time.monotonic()
        while coming and coming.at <= clock.now():
            newest, coming = coming, next(frames, None)
            last = newest.at + _AFTER_S
        _disturb(program, phone, game.id, clock, course)
        with suppress(OSError, http.client.HTTPException):
            asked = phone.send(as_jpeg(newest.picture, _WIDTH))
            rate, sent = course.rate or asked, sent + 1
        tell(program, game, clock.now())
        time.sleep(max(0.0, began + 1 / rate - time.monotonic()))
    return sent


def _disturb(program: Program, phone: PhoneStandIn, game: str, clock: FilmTime, course: Course) -> None:
    """Cut the line or the program, once each; the players wait for it."""
    began = time.monotonic()
    if course.cut and "cut" not in clock.passed and clock.now() >= course.cut[0]:
        clock.passed.add("cut")
        phone.cut()
        time.sleep(course.cut[1])
    if course.restart is not None and "restart" not in clock.passed and clock.now() >= course.restart:
        clock.passed.add("restart")
        program.kill()
        phone.cut()
        program.start()
        program.post(f"/api/games/{game}/resume")
    clock.stood += time.monotonic() - began


def main(words: Sequence[str] | None = None) -> int:
    """Show each film through a phone and print a row; 1 where a turn is wrong."""
    about = __doc__ or ""
    parser = argparse.ArgumentParser(
        prog="python -m tileye.companion_web.benchmarks.of_phone",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="a film with its truth")
    parser.add_argument("--rate", type=float, metavar="N", help="frames a second, whatever is asked for")
    parser.add_argument("--cut", type=float, nargs=2, metavar=("AT", "SECONDS"), help="when the line is cut, how long")
    parser.add_argument("--restart", type=float, metavar="AT", help="when the program is killed and started again")
    offer_turns(parser)
    parser.add_argument("--minutes", type=float, default=0.0, metavar="N", help="begin again for so long")
    wanted = parser.parse_args(words)
    course = Course(wanted.rate, tuple(wanted.cut) if wanted.cut else None, wanted.restart, wanted.turned)
    heads = ("film", "turns right", "delay, median s", "interval s", "load %", "memory MB")
    sys.stdout.write(f"| {' | '.join(heads)} |\n{'|---' * len(heads)}|\n")
    with TemporaryDirectory(ignore_cleanup_errors=True) as name:
        program = Program(Path(name))
        try:
            return int(_show_all(program, wanted.folders, course, wanted.minutes))
        finally:
            program.kill()


def _show_all(program: Program, folders: Sequence[Path], course: Course, minutes: float) -> bool:
    """Show the films to one program, again and again for so long; tell whether a turn was wrong."""
    until, wrong, first = time.monotonic() + 60 * minutes, False, True
    while first or time.monotonic() < until:
        first = False
        for folder in folders:
            found = followed(program, folder, course)
            wrong = wrong or bool(found.differences)
            sys.stdout.write(_row(folder.name, found))
            sys.stdout.writelines(f"    {difference}\n" for difference in found.differences)
            sys.stdout.flush()
    return wrong


def _row(name: str, found: PhoneFigures) -> str:
    delay = f"{statistics.median(found.delays):.2f}" if found.delays else "-"
    right = f"{found.right.turns_right} of {found.right.turns}"
    return f"| {name} | {right} | {delay} | {found.interval:.2f} | {100 * found.load:.0f} | {found.memory:.0f} |\n"


if __name__ == "__main__":
    sys.exit(main())
