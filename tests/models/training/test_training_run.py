"""Files of a training are whole or not there."""

from pathlib import Path

import pytest

from tileye.models.training.training_run import write_whole


def test_a_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "state.pt"
    file.write_bytes(b"old")
    write_whole(file, lambda path: path.write_bytes(b"new"))
    assert file.read_bytes() == b"new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["state.pt"]


def test_the_old_file_stays_when_writing_breaks_off(tmp_path: Path) -> None:
    file = tmp_path / "state.pt"
    file.write_bytes(b"old")

    def break_off(path: Path) -> None:
        path.write_bytes(b"ne")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(file, break_off)
    assert file.read_bytes() == b"old"
