"""A full disk, and the program is ended: what could not be saved is in a file of its own, or told line by line."""

import json
import os
import signal
import stat
import subprocess
from pathlib import Path

import pytest

from tests.companion_web.browser.programs import Program, running
from tests.waiting import wait_until
from tileye.companion_web.storage import open_store
from tileye.rules.record import read_record

resource = pytest.importorskip("resource")
SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name)]
TURNS = [["1R", 0, 0], ["2R", 1, 0]], [["1O", 0, 1], ["1Y", 0, 2]]


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing but folders of ours to put files into."""
    for name in ("data", "temporary", "home"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    return tmp_path


def fill(program: Program, most: int) -> None:
    """From now on no file of the program may be larger than that."""
    if not hasattr(resource, "prlimit"):
        pytest.skip("this system cannot limit the files of another process")
    resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (most, most))


def played(program: Program, room: int) -> str:
    """A game of which the first turn is saved and the second one is not."""
    players = [{"name": "Ada"}, {"name": "Ben"}]
    game = program.begin(rules="tiles", players=players, source="hand", declared=[2, 2])
    program.tell(game, "turn", player=0, placed=TURNS[0])
    fill(program, room)
    program.tell(game, "turn", player=1, placed=TURNS[1])
    wait_until(lambda: not program.state(game)["game"]["saved"])
    return game


@pytest.mark.parametrize("ended_by", SIGNALS)
def test_what_is_not_saved_is_in_a_file_of_its_own(places: Path, ended_by: signal.Signals) -> None:
    errors = places / "errors.txt"
    with errors.open("w") as log, running("play", places / "data", errors=log.fileno()) as program:
        game = played(program, room=4000)
        program.process.send_signal(ended_by)
        assert program.process.wait(60) == 0
    (file,) = (places / "temporary").glob(f"tileye-{game}-*.jsonl")
    assert str(file) in errors.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with file.open("rb") as stream:
        assert [row.player for row in read_record(stream).game.state.rows] == [0, 1]


@pytest.mark.parametrize("ended_by", SIGNALS)
def test_where_there_is_room_nowhere_it_says_what_is_lost(places: Path, ended_by: signal.Signals) -> None:
    errors = places / "errors.txt"
    with running("play", places / "data", errors=subprocess.PIPE) as program:
        game = played(program, room=0)
        program.process.send_signal(ended_by)
        _, told = program.process.communicate(timeout=60)
    lost = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    assert [line["placed"] for line in lost] == [TURNS[1]]
    assert not [name for _, _, names in os.walk(places) for name in names if name.startswith("tileye-")]
    assert not errors.exists()
    store = open_store(places / "data")
    assert len(store.open(game).state.rows) == 1
    store.close()
