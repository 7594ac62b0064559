"""Killed at any moment, a program has lost nothing that it had kept, and kept nothing by halves."""

import random
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.companion_web.played import game_of, laid
from tileye.companion_web.storage.sqlite import SqliteStore
from tileye.rules.record import record_lines
from tileye.rules.rulesets import TILES

ROOT = Path(__file__).parents[3]
ROUNDS = 5
MOST_TOLD = 40


def _killed(path: Path, game: str, after: int) -> int:
    """Let the program tell so many numbers, kill it while it goes on, and return the last number that it told."""
    command = [sys.executable, "-m", "tests.companion_web.storage.appending", str(path), game]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as child:
        assert child.stdout
        told = b"".join(child.stdout.readline() for _ in range(after))
        child.kill()
        told += child.stdout.read()
    return int(told.splitlines()[-1])


def test_what_was_told_is_kept(tmp_path: Path) -> None:
    path, moments = tmp_path / "games.sqlite3", random.Random(6)
    first = [line.encode() for line in record_lines(game_of(TILES, [laid(0, "1R@0,0")]))]
    for _ in range(ROUNDS):
        with closing(SqliteStore(path)) as store:
            game = store.take(first, "Killed", 0.0)
        last = _killed(path, game, moments.randint(1, MOST_TOLD))
        with closing(SqliteStore(path)) as store:
            found, info = store.open(game), store.info(game)
            assert store.lines(game) == record_lines(found)
        # Perhaps it was killed before it could tell.
        assert len(found.log) in (last, last + 2)
        assert (info.turns, info.points) == (len(found.log), found.state.points)
