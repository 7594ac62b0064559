"""What folders are made of, and names of them on the command line."""

import argparse
import json
from pathlib import Path

import pytest

from tileye.datasets import folders
from tileye.datasets.folders import (
    MADE_OF,
    VERSIONS,
    drawing_key,
    holds_other_things,
    made_of,
    mark,
    picture_file,
    read_truth,
    truth_files,
    writable_folder,
)


def test_a_raised_version_is_another_product(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {drawing: drawing_key(drawing) for drawing in VERSIONS}
    monkeypatch.setattr(folders, "VERSIONS", {drawing: version + 1 for drawing, version in VERSIONS.items()})
    assert all(drawing_key(drawing) != key for drawing, key in before.items())


def test_a_composed_film_is_never_taken_for_a_rendered_one() -> None:
    assert drawing_key("composed film") != drawing_key("rendered film")


def test_another_pack_is_another_product_of_what_is_composed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {drawing: drawing_key(drawing) for drawing in VERSIONS}
    monkeypatch.setattr(folders, "_PACK", tmp_path)
    assert {drawing for drawing, key in before.items() if drawing_key(drawing) != key} == {
        "composed",
        "composed film",
        "rendered film",
    }


def test_a_folder_knows_what_it_is_made_of(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "set"
    assert not holds_other_things(folder, {"split": "val"})
    mark(folder, {"split": "val"})
    assert made_of(folder) == {"split": "val"}
    assert [file.name for file in folder.iterdir()] == [MADE_OF]
    assert not holds_other_things(folder, {"split": "val"})
    assert holds_other_things(folder, {"split": "train"})


@pytest.mark.parametrize("text", ["", "{", "[]"])
def test_a_broken_mark_says_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / MADE_OF).write_text(text)
    assert made_of(tmp_path) is None
    assert holds_other_things(tmp_path, {})


@pytest.mark.parametrize("place", ["file", "file/deeper/still"])
def test_a_file_is_no_folder(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(argparse.ArgumentTypeError, match="is a file; name a folder"):
        writable_folder(str(tmp_path / place))
    assert writable_folder(str(tmp_path / "new" / "one")) == tmp_path / "new" / "one"
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("name", ["x.txt", "x", "nowhere/x.png", "folder.png"])
def test_a_picture_that_cannot_be_written_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(argparse.ArgumentTypeError, match=r"has to end in|cannot be written"):
        picture_file(str(tmp_path / name))
    assert picture_file(str(tmp_path / "x.JPG")) == tmp_path / "x.JPG"


def test_truth_is_read_where_it_and_its_picture_are_whole(tmp_path: Path) -> None:
    truth = {"size": [4, 3], "pieces": []}
    mark(tmp_path, {})
    (tmp_path / "000003.json").write_text(json.dumps(truth))
    (tmp_path / "000003.jpg").write_bytes(b"\xff\xd8 \xff\xd9")
    assert truth_files(tmp_path) == [tmp_path / "000003.json"]
    assert read_truth(tmp_path / "000003.json") == truth


@pytest.mark.parametrize(
    ("truth", "picture", "broken"),
    [
        (b"{", b"\xff\xd8 \xff\xd9", ".json"),
        (b"\xff", b"\xff\xd8 \xff\xd9", ".json"),
        (b"[]", b"\xff\xd8 \xff\xd9", ".json"),
        (b"{}", b"\xff\xd8 \xff\xd9", ".json"),
        (b'{"size": [4, 3], "pieces": []}', b"\xff\xd8", ".jpg"),
        (b'{"size": [4, 3], "pieces": []}', None, ".jpg"),
    ],
)
def test_what_is_broken_or_missing_is_named(tmp_path: Path, truth: bytes, picture: bytes | None, broken: str) -> None:
    (tmp_path / "1.json").write_bytes(truth)
    if picture is not None:
        (tmp_path / "1.jpg").write_bytes(picture)
    with pytest.raises(ValueError, match=f"1\\{broken} is .*delete it and run tileye.datasets.create again"):
        read_truth(tmp_path / "1.json")
