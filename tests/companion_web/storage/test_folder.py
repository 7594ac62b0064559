"""One program at a time for a data folder."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from tileye.companion_web.storage import StoreError
from tileye.companion_web.storage.folder import ADDRESS, LOCK, _refusal, alone, note_address


def test_a_second_program_is_refused_until_the_first_one_ends(tmp_path: Path) -> None:
    with alone(tmp_path / "games"):
        with pytest.raises(StoreError, match="running already"), alone(tmp_path / "games"):
            pass
        with alone(tmp_path / "others"):
            pass
    with alone(tmp_path / "games"):
        pass


def test_a_program_that_was_killed_has_nothing_any_more(tmp_path: Path) -> None:
    module = "tileye.companion_web.storage.folder"
    words = f"from pathlib import Path; from {module} import alone; a = alone(Path({str(tmp_path)!r}))"
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


def test_the_second_one_is_told_where_the_page_is(tmp_path: Path) -> None:
    with alone(tmp_path):
        note_address(tmp_path, "http://127.0.0.1:8712/")
        with pytest.raises(StoreError, match=r"its page is http://127.0.0.1:8712/,"), alone(tmp_path):
            pass
        (tmp_path / ADDRESS).write_text("\x1b[2J", encoding="utf-8")
        with pytest.raises(StoreError, match="use its page"), alone(tmp_path):
            pass
    with alone(tmp_path), pytest.raises(StoreError, match="use its page"), alone(tmp_path):
        pass


def test_what_is_no_second_program_is_not_called_one(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_bytes(b"no database at all, but something else of some length" * 20)
    with pytest.raises(StoreError, match="damaged"), alone(tmp_path):
        pass


@pytest.mark.parametrize(
    ("number", "said"),
    [(errno.ENOSPC, "the disk is full"), (errno.EROFS, "may not be written"), (errno.EACCES, "may not be written")],
)
def test_a_full_disk_and_a_read_only_folder_are_named(tmp_path: Path, number: int, said: str) -> None:
    assert said in str(_refusal(tmp_path, OSError(number, "some words of the system")))
