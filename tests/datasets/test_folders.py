"""What folders are made of, and names of them on the command line."""

import argparse
import ast
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import datasets
from datasets import folders
from datasets.folders import (
    MADE_OF,
    holds_other_things,
    made_of,
    mark,
    picture_file,
    read_truth,
    recipe_hash,
    truth_files,
    writable_folder,
)

CODE = Path(datasets.__file__).parent


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the code, to change things in."""
    copy = tmp_path / "datasets"
    shutil.copytree(CODE, copy, ignore=lambda _, names: [n for n in names if n.endswith((".zip", ".pyc"))])
    monkeypatch.setattr(folders, "_HERE", copy)
    recipe_hash.cache_clear()
    yield copy
    recipe_hash.cache_clear()


def _changed(file: Path, *modules: str) -> bool:
    before, text = recipe_hash(*modules), file.read_text(encoding="utf-8")
    file.write_text(f"{text}#", encoding="utf-8")
    recipe_hash.cache_clear()
    return recipe_hash(*modules) != before


@pytest.mark.parametrize("module", ["compose", "finish", "truth", "blocks", "kinds", "surfaces", "scenes"])
def test_what_draws_composed_pictures_is_in_their_recipe(code: Path, module: str) -> None:
    assert _changed(code / f"{module}.py", "compose", "finish", "truth")


@pytest.mark.parametrize("module", ["render", "blender", "hand_meshes", "rooms", "faces"])
def test_what_renders_is_in_the_recipe_of_renders(code: Path, module: str) -> None:
    assert _changed(code / f"{module}.py", "render", "finish", "truth")


@pytest.mark.parametrize("module", ["render", "films", "splits", "story"])
def test_what_does_not_draw_is_in_no_recipe_of_composed_pictures(code: Path, module: str) -> None:
    assert not _changed(code / f"{module}.py", "compose", "finish", "truth")


def test_all_imports_of_our_own_are_seen() -> None:
    for file in CODE.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not any(name.name.startswith("datasets") for name in node.names), file
            if isinstance(node, ast.ImportFrom):
                assert (node.level, node.module == "datasets") == (0, False), (
                    f"{file}: from datasets.module import name"
                )


def test_another_pack_is_another_recipe_for_composed_pictures_only(code: Path) -> None:
    composed, rendered = recipe_hash("compose"), recipe_hash("render")
    shutil.copy(CODE / "material" / "makes.zip", code / "material")
    recipe_hash.cache_clear()
    assert recipe_hash("compose") != composed
    assert recipe_hash("render") == rendered


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
    with pytest.raises(ValueError, match=f"1\\{broken} is .*delete it and run datasets.create again"):
        read_truth(tmp_path / "1.json")
