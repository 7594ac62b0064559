"""Killed again and again: `python -m tileye.companion_web.benchmarks.kills --times 200 --out docs/kill-campaign.md`.

The demo of a game, of tiles unless `--game cards` is said, is started, looked at as a page does, and killed at a random
moment, in its start or in its game; the next start goes on with the game. Everything that was shown as saved has to be
there then, the record has to open, and at the end of each game the sheet has to be that of the film.
"""

import argparse
import os
import platform
import random
import re
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tileye.companion_web.benchmarks.demos import GONE, Demo
from tileye.companion_web.benchmarks.loss_check import LossCheck
from tileye.companion_web.commands.demo import CARD_FILM, FILM, film_lines
from tileye.companion_web.terminal import progress
from tileye.rules.jsonlines import Json, parse_object
from tileye.rules.record import read_record
from tileye.rules.state import Row, sheet_event
from tileye.rules.wire import arranged_json, placed_json

Laid = Sequence[object]
"""What is laid in a turn, written so that two of them can be compared."""
_FILMS = {"tiles": FILM, "cards": CARD_FILM}
_SPEED = 100.0
_IN_START = 0.125
"""How many of the kills strike before the page is there."""
_LONGEST_START, _LONGEST_GAME, _LONGEST_MORE = 1.0, 2.0, 0.2
"""In seconds: within them moments are drawn."""


@dataclass(slots=True)
class KillResult:
    """What came out."""

    seed: int
    game: str = "tiles"
    kills: int = 0
    met: int = 0
    """So many of them after the page was there."""
    games: int = 0
    """So many came to their end."""
    compared: int = 0
    """So much that was shown was looked for afterwards, again and again after each kill."""
    comparisons: int = 0
    losses: dict[str, None] = field(default_factory=dict)
    seconds: float = 0.0

    def lines(self) -> list[tuple[str, str]]:
        """What there is to tell."""
        machine = f"Python {platform.python_version()}, {platform.system()}, {os.cpu_count()} cores"
        return [
            ("kills", str(self.kills)),
            ("of them before the page was there", str(self.kills - self.met)),
            ("games that came to their end, each with the right sheet", str(self.games)),
            ("standings, messages and pictures that were shown as saved", str(self.compared)),
            ("times that one of them was looked for after a restart", str(self.comparisons)),
            ("lost", str(len(self.losses))),
            ("minutes", f"{self.seconds / 60:.1f}"),
            ("seed of the moments", str(self.seed)),
            ("machine", machine),
        ]


class Campaign:
    """One folder of games, and a demo that dies many deaths in it."""

    def __init__(
        self, folder: Path, seed: int, speed: float = _SPEED, news: int | None = None, game: str = "tiles"
    ) -> None:
        """Kill within two seconds in a game or, where `news` says so, soon after so much at most was new in it.

        How many seconds a game needs to show something depends on the machine.
        """
        self.result = KillResult(seed, game)
        self._news = news
        self._folder, self._speed, self._moments = folder, speed, random.Random(seed)
        self._checks: dict[str, LossCheck] = {}
        self._laid, self._sheet = _film(_FILMS[game])

    def run(self, times: int, *, to_the_end: bool = True) -> KillResult:
        """Kill so many times, then start once more and let the last game come to its end."""
        began = time.monotonic()
        while self.result.kills < times:
            self._killed()
            self.result.kills += 1
            progress(f"killed: {self.result.kills} of {times}")
        self._last(to_the_end=to_the_end)
        progress("")
        self._lose(self._said())
        self.result.seconds = time.monotonic() - began
        return self.result

    def _killed(self) -> None:
        """One life: compare what former ones showed, and look on until death."""
        in_start = self._moments.random() < _IN_START
        after = self._moments.uniform(0, _LONGEST_START if in_start else _LONGEST_GAME)
        with closing(Demo(self._folder, self._speed, self.result.game)) as demo, suppress(*GONE):
            if in_start:
                demo.kill_in(after)
            game = demo.game()
            self.result.met += 1
            if self._news and not in_start:
                self._compare(demo)
                self._look(demo, game, news=self._moments.randint(1, self._news))
                demo.kill_in(self._moments.uniform(0, _LONGEST_MORE))
            elif not in_start:
                demo.kill_in(after)
            self._compare(demo)
            self._look(demo, game)

    def _last(self, *, to_the_end: bool) -> None:
        """The life that nobody ends."""
        with closing(Demo(self._folder, self._speed, self.result.game)) as demo:
            try:
                game = demo.game()
                self._compare(demo)
                if to_the_end:
                    self._look(demo, game, until_ended=True)
                    self._compare(demo)
            except GONE as error:
                self._lose([f"it died by itself: {error}"])

    def _look(self, demo: Demo, game: str, *, until_ended: bool = False, news: int | None = None) -> None:
        """See what a page is told, until the end of the program, or of the game, or until so much was new."""
        check = self._checks.setdefault(game, LossCheck())
        known = check.seen
        for kind, data in demo.events(game):
            check.see(kind, data)
            ended = kind == "state" and bool(data["ended"])
            if ((until_ended or news) and ended) or (news and check.seen >= known + news):
                return

    def _compare(self, demo: Demo) -> None:
        """Look for everything that was shown; a game that has ended is looked at for the last time."""
        for game, check in list(self._checks.items()):
            record = (demo.get(f"/api/games/{game}/record") or b"").splitlines()
            gone = [row for row in check.pictures if not demo.get(f"/api/games/{game}/turns/{row}/picture")]
            self._lose(check.lost(record))
            self._lose(f"the picture of turn {row} of the game {game} is gone" for row in gone)
            self.result.comparisons += check.seen
            if _ended(record):
                self._finish(game, record)

    def _finish(self, game: str, record: Sequence[bytes]) -> None:
        """Compare the sheet with what happens in the film."""
        state = read_record(record).game.state
        laid = [_laid_in(row) for row in state.rows]
        if (laid, sheet_event(state)) != (self._laid, self._sheet):
            self._lose([f"the sheet of the game {game} is wrong"])
        self.result.games += 1
        self.result.compared += self._checks.pop(game).seen

    def _lose(self, losses: Iterable[str]) -> None:
        self.result.losses |= dict.fromkeys(losses)

    def _said(self) -> list[str]:
        """What the demo complained of."""
        return (self._folder / "errors.txt").read_text(encoding="utf-8", errors="replace").splitlines()


def _film(film: Path) -> tuple[list[Laid], Json]:
    """What is laid in the film turn by turn, and the sheet at its end."""
    truth = film_lines("truth.jsonl", film)
    laid = [_laid(turn) for turn in truth if turn["event"] == "turn"]
    return laid, {name: value for name, value in truth[-1].items() if name != "at"}


def _laid(turn: Json) -> Laid:
    """The tiles of a turn with their cells; of cards the sets that lie after it, and the Qwirkles taken."""
    if "placed" in turn:
        return sorted(tuple(one) for one in turn["placed"])
    return [sorted(tuple(sorted(cards)) for cards in turn[sets]) for sets in ("after", "taken")]


def _laid_in(row: Row) -> Laid:
    return _laid({"placed": placed_json(row.placed)} if row.placed else arranged_json(row))


def _ended(record: Sequence[bytes]) -> bool:
    return bool(record) and parse_object(record[-1]).get("event") == "end"


def report(sections: Mapping[str, str]) -> str:
    """Write down in Markdown what came out of the demo of each game."""
    return _HEAD + "".join(f"\n## The demo of {game}\n{sections[game]}" for game in _FILMS if game in sections)


def section(result: KillResult) -> str:
    """What came out, as a table."""
    rows = "\n".join(f"| {name} | {value} |" for name, value in result.lines())
    losses = "".join(f"\n- {loss}" for loss in result.losses)
    return f"\n| what | result |\n|---|---|\n{rows}\n{losses}"


def sections_of(text: str) -> dict[str, str]:
    """What a report says of each game."""
    return dict(re.findall(r"^## The demo of (\w+)\n(.*?)(?=\n## |\Z)", text, re.M | re.S))


_HEAD = """# Killed again and again

`make kill-campaign` starts the demo (the real server, the real film at a hundred times its speed, the real store),
looks on as a page does, and kills the process (SIGKILL) at a random moment: one in eight while it starts, the others
within two seconds after the page is there. The next start goes on with the game. `make kill-campaign GAME=cards` does
so with the demo of cards. After each start all that had ever been shown of the game is looked for:

- every standing that was shown as saved: its turns with tiles or cards, lines, points and times, the points of the
  players, the end. The record must lead through all of them, in the order in which they were shown;
- every message about the record, such as "Ada: 6 points": the record must give the same words;
- every picture of a turn that was offered;
- the record itself, which must open undamaged, and for a game that is over the tiles of each turn, or the sets that lie
  after it, and the sheet, which must be those of the film.

What a killed process has given to the system is not lost with it. That nothing is lost when the power goes is for the
store (`synchronous=FULL`) and for the disk to keep, and is not tried here.
"""


def main(words: Sequence[str] | None = None) -> int:
    """Kill, compare, and tell; the exit status is 1 where anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m tileye.companion_web.benchmarks.kills", description=__doc__)
    parser.add_argument("--times", type=int, default=200, metavar="N", help="how often to kill")
    parser.add_argument("--seed", type=int, default=6, metavar="N", help="of the moments")
    parser.add_argument("--game", choices=_FILMS, default="tiles", help="the demo of which game (default: tiles)")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write it into this file, too; what it says of another game stays"
    )
    wanted = parser.parse_args(words)
    with TemporaryDirectory(prefix="tileye-kills-") as folder:
        result = Campaign(Path(folder), wanted.seed, game=wanted.game).run(wanted.times)
    known = wanted.out.read_text(encoding="utf-8") if wanted.out and wanted.out.is_file() else ""
    told = report(sections_of(known) | {wanted.game: section(result)})
    sys.stdout.write(told)
    if wanted.out:
        wanted.out.write_text(told, encoding="utf-8")
    return 1 if result.losses else 0


if __name__ == "__main__":
    sys.exit(main())
