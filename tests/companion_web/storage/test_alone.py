"""One program at a time for a data folder."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion_web.storage import StoreError
from companion_web.storage.alone import alone


def test_a_second_program_is_refused_until_the_first_one_ends(tmp_path: Path) -> None:
    with alone(tmp_path / "games"):
        with pytest.raises(StoreError, match="running already"), alone(tmp_path / "games"):
            pass
        with alone(tmp_path / "others"):
            pass
    with alone(tmp_path / "games"):
        pass


def test_a_program_that_was_killed_has_nothing_any_more(tmp_path: Path) -> None:
    words = (
        f"from pathlib import Path; from companion_web.storage.alone import alone; a = alone(Path({str(tmp_path)!r}))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", f"{words}; a.__enter__(); print('mine', flush=True); input()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    )
    assert child.stdout is not None
    assert child.stdout.readline().strip() == b"mine"
    with pytest.raises(StoreError), alone(tmp_path):
        pass
    child.kill()
    child.communicate()
    with alone(tmp_path):
        pass


def test_a_folder_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot be made"), alone(tmp_path / "file" / "folder"):
        pass
