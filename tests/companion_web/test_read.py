"""`tileye read`, with nets for tests that see white squares."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion_web.cli import main
from tests.vision.eyes import GreyNamer, SquareFinder, table
from vision.annotate import save_picture
from vision.detector import Detector
from vision.pictures import load_picture
from vision.reading import Reader
from vision.runtime import WeightsError

SQUARES = [(99.8, 99.8, 50.0, 0.0), (154.8, 99.8, 50.0, 0.0), (299.8, 249.8, 50.0, 35.0)]
TILES = ["4O", "2O", "3W"]


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    look_with(monkeypatch, 0.0)


def look_with(monkeypatch: pytest.MonkeyPatch, doubt: float) -> None:
    monkeypatch.setattr("vision.reading.open_reader", lambda: Reader(Detector(SquareFinder(), 640), GreyNamer(doubt)))


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    save_picture(path, table((400, 500), SQUARES, TILES))
    return path


def answers(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, list[dict[str, Any]]]:
    status = main(["read", "--json", *map(str, words)])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_json_has_exactly_the_fields_of_the_design(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, (answer,) = answers(capsys, picture)
    assert status == 0
    assert list(answer) == ["image", "tiles", "unsure", "set", "ms"]
    assert (answer["image"], answer["unsure"], answer["set"]) == (str(picture), [], "ROYGBW")
    assert list(answer["ms"]) == ["detect", "lattice", "name"]
    first, second, loose = answer["tiles"]
    assert list(first) == ["tile", "x", "y", "confidence", "px", "corners"]
    assert [(tile["tile"], tile["x"], tile["y"]) for tile in answer["tiles"]] == [
        ("4O", 0, 0),
        ("2O", 1, 0),
        ("3W", None, None),
    ]
    assert (second["px"], loose["px"]) == ([155, 100], [300, 250])
    assert second["confidence"] == 1.0
    assert [len(corner) for corner in first["corners"]] == [2, 2, 2, 2]
    assert min(first["corners"], key=sum) == pytest.approx([75, 75], abs=2)


def test_unsure_tiles_come_with_candidates(
    picture: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    look_with(monkeypatch, 0.4)
    _, (answer,) = answers(capsys, picture)
    assert len(answer["tiles"]) == len(answer["unsure"]) == 3
    first = answer["unsure"][0]
    assert (first["x"], first["y"], first["px"], list(first["candidates"])) == (0, 0, [100, 100], ["4O", "4Y"])
    assert sum(first["candidates"].values()) == pytest.approx(1, abs=0.01)
    assert main(["read", str(picture)]) == 0
    shown = capsys.readouterr().out
    assert "not sure at 0, 0: 4O" in shown
    assert "not sure at pixel 300, 250: 3W" in shown


def test_a_picture_without_tiles_is_a_fine_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.png"
    save_picture(path, table((60, 80), []))
    status, (answer,) = answers(capsys, path)
    assert (status, answer["tiles"], answer["unsure"], answer["set"]) == (0, [], [], None)
    assert main(["read", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: no tiles\n"


def test_people_see_the_board(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(picture)]) == 0
    shown = capsys.readouterr()
    assert shown.out == f"{picture}: 3 tiles, a set with white\n\n    0  1\n0  4O 2O\n\nnot on the board: 3W\n\n"
    assert shown.err == ""


def test_bad_pictures_get_a_line_and_the_others_are_read(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, missing = tmp_path / "bad.jpg", tmp_path / "missing.png"
    bad.write_bytes(b"")
    status, found = answers(capsys, bad, picture, missing)
    assert status == 1
    assert [list(answer)[:2] for answer in found] == [["image", "error"], ["image", "tiles"], ["image", "error"]]
    assert found[2] == {"image": str(missing), "error": "there is no such file: check its name"}
    assert main(["read", str(bad), str(picture)]) == 1
    shown = capsys.readouterr()
    assert "3 tiles" in shown.out
    assert shown.err.count("\n") == 1
    assert "bad.jpg': the file is empty" in shown.err


def test_a_folder_stands_for_its_pictures(picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "another.png").write_bytes(picture.read_bytes())
    (tmp_path / "notes.txt").write_text("no picture")
    status, found = answers(capsys, tmp_path)
    assert status == 0
    assert [answer["image"] for answer in found] == [str(tmp_path / "another.png"), str(picture)]
    (tmp_path / "empty").mkdir()
    status, (answer,) = answers(capsys, tmp_path / "empty")
    assert (status, answer["error"].split(":")[0]) == (1, "the folder holds no pictures")


def test_images_are_named_as_given(
    picture: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(picture.parent)
    assert [answer["image"] for answer in answers(capsys, "./table.png", "table.png")[1]] == [
        "./table.png",
        "table.png",
    ]


def test_annotate_draws_one_picture(picture: Path, tmp_path: Path) -> None:
    out = tmp_path / "seen.jpg"
    assert main(["read", str(picture), "--annotate", str(out)]) == 0
    assert load_picture(out).shape == (400, 500, 3)


def test_annotate_draws_several_into_a_folder(picture: Path, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "table.png").write_bytes(picture.read_bytes())
    out = tmp_path / "seen" / "all"
    assert main(["read", str(picture), str(inner), "--annotate", str(out)]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["table-2.png", "table.png"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["table.png", "--annotate", "seen.txt"], "seen.txt ends in none of .png"),
        (["table.png", "table.png", "--annotate", "seen.png"], "for several pictures a folder is needed"),
        (["table.png", "--annotate", "table.png"], "drawn over itself"),
        (["table.png", "./table.png", "--annotate", "."], "drawn over itself"),
        ([], "the following arguments are required: IMAGE"),
    ],
)
def test_wrong_usage(
    words: list[str],
    reason: str,
    picture: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(picture.parent)
    before = picture.read_bytes()
    with pytest.raises(SystemExit) as caught:
        main(["read", *words])
    assert caught.value.code == 2
    assert reason in capsys.readouterr().err
    assert picture.read_bytes() == before


def test_a_place_that_cannot_be_written_is_told(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = picture.parent / "missing" / "seen.png"
    assert main(["read", str(picture), "--annotate", str(out)]) == 1
    assert "seen.png' cannot be written: No such file or directory" in capsys.readouterr().err
    assert main(["read", str(picture), str(picture), "--annotate", str(picture / "inside")]) == 1
    assert "cannot be made" in capsys.readouterr().err


def test_weights_that_cannot_be_used_are_one_line(
    picture: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> Reader:
        raise WeightsError("the weights are missing: install tileye anew")

    monkeypatch.setattr("vision.reading.open_reader", refuse)
    assert main(["read", str(picture)]) == 1
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "tileye: the weights are missing: install tileye anew\n")
