"""Sets of pictures: where they lie, what is made again, what is refused."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from tileye.datasets import create
from tileye.datasets.create import contents_of, main, parse, set_folder, write_scene
from tileye.datasets.folders import MADE_OF, made_of
from tileye.datasets.scene.scenes import Scene
from tileye.datasets.splits import load_splits
from tileye.datasets.themes import TILES

VAL = next(one for one in load_splits() if one.split == "val")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    monkeypatch.setenv("TILEYE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["create", *words])
    return main()


def test_other_sizes_scenes_and_ways_get_other_folders(cache: Path) -> None:
    folders = {
        set_folder(VAL, render=False),
        set_folder(VAL, render=True),
        set_folder(VAL, render=False, long_side=320),
        set_folder(replace(VAL, scenes="f" * 64), render=False),
        set_folder(replace(VAL, theme="lookalikes"), render=False),
    }
    assert len(folders) == 5
    assert sum("val-lookalikes-compose" in folder.name for folder in folders) == 1
    assert {folder.parent for folder in folders} == {cache / "sets"}
    assert set_folder(VAL, render=False) == set_folder(VAL, render=False, long_side=TILES.long_sides[0])


def test_what_is_drawn_otherwise_gets_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    before = set_folder(VAL, render=False), contents_of(VAL, render=False, long_side=960)
    monkeypatch.setattr(create, "drawing_key", lambda *_: "other")
    after = set_folder(VAL, render=False), contents_of(VAL, render=False, long_side=960)
    assert before[0] != after[0]
    assert before[1] != after[1]


@pytest.mark.parametrize("lost", [".jpg", ".json"])
def test_a_scene_is_made_unless_picture_and_truth_are_there(tmp_path: Path, lost: str) -> None:
    def shoot(scene: Scene, scale: float) -> bytes:
        return b"picture"

    assert write_scene(tmp_path, "val", 320, shoot, 3)
    assert not write_scene(tmp_path, "val", 320, shoot, 3)
    (tmp_path / f"000003{lost}").unlink()
    assert write_scene(tmp_path, "val", 320, shoot, 3)
    assert {file.name for file in tmp_path.iterdir()} == {"000003.jpg", "000003.json"}


def test_a_set_is_made_marked_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, sheet = tmp_path / "set", tmp_path / "sheet.png"
    words = ("--split", "val", "--count", "2", "--long-side", "160", "--out", str(out))
    assert _run(monkeypatch, *words, "--preview", str(sheet), "--outlines") == 0
    assert made_of(out) == contents_of(VAL, render=False, long_side=160)
    assert {file.name for file in out.iterdir()} == {
        MADE_OF,
        *(f"00000{number}.{kind}" for number in (0, 1) for kind in ("jpg", "json")),
    }
    picture = cv2.imread(str(sheet))
    assert picture is not None
    assert picture.shape == (600, 400, 3)
    assert _run(monkeypatch, *words) == 0
    assert "2 of 2, 0 new" in capsys.readouterr().err


def test_scenes_of_a_theme_are_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--split", "val", "--theme", "lookalikes", "--count", "2", "--long-side", "160", "--out", str(tmp_path))
    assert _run(monkeypatch, *words) == 0
    one = next(one for one in load_splits(theme="lookalikes") if one.split == "val")
    assert made_of(tmp_path) == {**contents_of(one, render=False, long_side=160), "theme": "lookalikes"}
    assert json.loads((tmp_path / "000001.json").read_text())["pieces"] == []


@pytest.mark.parametrize("mark", [None, {"split": "val", "recipe": "older"}])
def test_a_folder_of_something_else_is_refused(
    tmp_path: Path, mark: dict[str, str] | None, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "000000.json").touch()
    if mark:
        (tmp_path / MADE_OF).write_text(json.dumps(mark))
    with pytest.raises(SystemExit) as stop:
        parse(["--split", "val", "--out", str(tmp_path)])
    assert stop.value.code == 2
    assert "holds something else" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--count", "0"), "--count takes 1 to 200"),
        (("--long-side", "159"), "--long-side 160 to 4096"),
        (("--preview", "sheet.txt"), "has to end in .jpg or .png"),
        (("--preview", "/nonexistent/a.jpg"), "there is no folder /nonexistent"),
        (("--outlines",), "name one with --preview"),
        (("--out", __file__), "is a file; name a folder"),
        (("--render",), "make render-env"),
    ],
)
def test_wrong_use_gets_one_sentence(
    words: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(create, "find_spec", lambda _: None)
    with pytest.raises(SystemExit) as stop:
        parse(["--split", "val", *words])
    assert stop.value.code == 2
    assert message in capsys.readouterr().err.splitlines()[-1]
