"""`tileye read`, with nets for tests that see white squares."""

import io
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.companion_web.test_terminal import Terminal
from tests.vision.eyes import PieceSquares, RedCards, RedNamer, SquareFinder, table
from tests.vision.shown import burnt_out, dazzled_reader, drawn
from tileye.companion_web.cli import main
from tileye.companion_web.commands.read import describe
from tileye.vision.annotate import annotated, save_picture
from tileye.vision.cards.finding import CARD, TILE, CardFinder
from tileye.vision.cards.reading import CardReader, CardReading, SeenCard
from tileye.vision.detection.detector import Detector
from tileye.vision.detection.runtime import WeightsError
from tileye.vision.images.pictures import load_picture
from tileye.vision.reading import Reader

SQUARES = [(99.8, 99.8, 50.0, 0.0), (154.8, 99.8, 50.0, 0.0), (299.8, 249.8, 50.0, 35.0)]
TILES = ["4O", "2O", "3W"]


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    look_with(monkeypatch, 0.0)


def look_with(monkeypatch: pytest.MonkeyPatch, doubt: float, piece: int = TILE) -> None:
    def tiles(folder: object, runtime: object) -> Reader:
        return Reader(Detector(SquareFinder(least=6.0 if piece == TILE else 1000.0), 640), RedNamer(doubt))

    def cards(folder: object, runtime: object, *, alone: bool) -> CardReader:
        return CardReader(CardFinder(PieceSquares(piece), 640), RedCards(), alone=alone)

    monkeypatch.setattr("tileye.vision.pieces.open_reader", tiles)
    monkeypatch.setattr("tileye.vision.pieces.open_card_reader", cards)
    monkeypatch.setattr("tileye.vision.pieces.reads_cards", lambda folder: True)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    save_picture(path, table((400, 500), SQUARES, TILES))
    return path


def answers(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, list[dict[str, Any]]]:
    status = main(["read", "--json", *map(str, words)])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(("told", "words"), [(CARD, ()), (TILE, ("--kind", "cards"))])
def test_cards_are_told_or_said(
    told: int,
    words: tuple[str, ...],
    picture: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look_with(monkeypatch, 0.0, told)
    status, (answer,) = answers(capsys, picture, *words)
    assert (status, answer["kind"]) == (0, "cards")
    assert list(answer) == ["image", "kind", "cards", "groups", "backs", "unsure", "set", "ms"]
    assert sorted(card["card"] for card in answer["cards"]) == sorted(TILES) or told == TILE


def test_json_has_exactly_the_fields_of_the_design(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, (answer,) = answers(capsys, picture)
    assert status == 0
    assert list(answer) == ["image", "kind", "tiles", "unsure", "set", "ms"]
    assert answer["kind"] == "tiles"
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
    save_picture(picture, table((400, 500), SQUARES, ["4O", "2O", "3O"]))
    _, (answer,) = answers(capsys, picture)
    assert len(answer["tiles"]) == len(answer["unsure"]) == 3
    first = answer["unsure"][0]
    assert (first["x"], first["y"], first["px"], list(first["candidates"])) == (0, 0, [100, 100], ["4O", "4Y"])
    assert sum(first["candidates"].values()) == pytest.approx(1, abs=0.01)
    assert main(["read", str(picture)]) == 0
    shown = capsys.readouterr().out
    assert "not sure at 0, 0: 4O" in shown
    assert "not sure at pixel 300, 250: 3O" in shown


def test_burnt_out_tiles_are_told_without_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tileye.vision.pieces.open_reader", lambda folder, runtime: dazzled_reader())
    path, drawing = tmp_path / "lamp.png", tmp_path / "seen.png"
    save_picture(path, burnt_out(drawn({(0, 0): "4O", (1, 0): "2O", (2, 0): "6O", (3, 0): "1O"}), (-1, 0), (2, 0)))
    _, (answer,) = answers(capsys, path)
    assert [(tile["tile"], tile["x"]) for tile in answer["tiles"]] == [("4O", 1), ("2O", 2), ("1O", 4)]
    first, second = answer["unsure"]
    assert list(first) == ["x", "y", "px", "hidden", "candidates"]
    assert [(one["x"], one["y"], one["hidden"], one["candidates"]) for one in (first, second)] == [
        (0, 0, True, {}),
        (3, 0, True, {}),
    ]
    assert (first["px"], second["px"]) == (pytest.approx([276, 180], abs=3), pytest.approx([408, 180], abs=3))
    assert main(["read", str(path), "--annotate", str(drawing)]) == 0
    assert "burnt out at 0, 0; 3, 0" in capsys.readouterr().out
    assert (load_picture(drawing)[150:210, 250:300] != load_picture(path)[150:210, 250:300]).any()


def test_burnt_out_cards_are_told_and_drawn_without_a_name() -> None:
    card, hidden = (
        SeenCard(name, 0, 0.9, (x, 90.0), ((x - 20, 60.0), (x + 20, 60.0), (x + 20, 120.0), (x - 20, 120.0)), False, ())
        for name, x in (("1R", 50.0), ("2R", 100.0))
    )
    reading = CardReading((card,), (("1R",),), (), None, {}, (hidden,))
    assert describe(reading) == "1 card\n\n1R\n\nburnt out at pixel 100, 90\n"
    white = np.full((150, 150, 3), 255, np.uint8)
    framed, bare = (annotated(white, one, {"R": "#ff0000"}) for one in (reading, replace(reading, hidden=())))
    assert (framed != bare).any()


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
    assert [list(answer)[:2] for answer in found] == [["image", "error"], ["image", "kind"], ["image", "error"]]
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
        (["table.png", "--annotate", "seen.txt"], "'seen.txt' ends in none of .png"),
        (["table.png", "table.png", "--annotate", "seen.png"], "for several pictures a folder is needed"),
        (["table.png", "--annotate", "table.png"], "drawn over itself"),
        (["table.png", "./table.png", "--annotate", "."], "drawn over itself"),
        (["table.png", ".", "--annotate", "."], "'.' has the pictures that are read"),
        ([".", "--annotate", ".."], "'..' has the pictures that are read"),
        (["table.png", "--annotate", ""], "argument --annotate: a name is needed, this one is empty"),
        (["table.png", ""], "argument IMAGE: a name is needed, this one is empty"),
        (["table.png", "--annotate", "see\n.txt"], "'see\\n.txt' ends in none of"),
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
    shown = capsys.readouterr()
    assert "seen.png' cannot be written: there is no folder" in shown.err
    assert shown.out == "", "nothing was read before"
    (picture.parent / "folder.png").mkdir()
    assert main(["read", str(picture), "--annotate", str(picture.parent / "folder.png")]) == 1
    assert "folder.png' cannot be written: Is a directory" in capsys.readouterr().err
    assert main(["read", str(picture), str(picture), "--annotate", str(picture / "inside")]) == 1
    assert "cannot be made" in capsys.readouterr().err


def test_weights_that_cannot_be_used_are_one_line(
    picture: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Reader:
        raise WeightsError("the weights are missing: install tileye anew")

    monkeypatch.setattr("tileye.vision.pieces.open_reader", refuse)
    assert main(["read", str(picture)]) == 1
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "tileye: the weights are missing: install tileye anew\n")


def test_a_path_that_the_system_refuses_ends_no_run(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    long = "x" * 300 + ".jpg"
    status, found = answers(capsys, long, "null\0.jpg", picture)
    assert status == 1
    assert "the file cannot be read" in found[0]["error"]
    assert [list(answer)[1] for answer in found] == ["error", "error", "kind"]
    assert main(["read", long, "--annotate", str(picture.with_name("seen.png"))]) == 1
    assert "the output" not in capsys.readouterr().err


def test_folders_that_may_not_be_looked_into_are_told(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> Any:  # noqa: ANN401 - never returns
        raise PermissionError(13, "Permission denied", path)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "is_file", refuse)  # as where names may be listed and nothing more
        status, (answer,) = answers(capsys, tmp_path)
    assert (status, answer["image"]) == (1, str(picture))
    assert answer["error"] == "the file cannot be read: Permission denied"
    monkeypatch.setattr(Path, "iterdir", refuse)
    status, found = answers(capsys, tmp_path, picture)
    assert status == 1
    assert found[0] == {"image": str(tmp_path), "error": "the folder cannot be read: Permission denied"}
    assert "tiles" in found[1]


@pytest.mark.parametrize("options", [["--json"], []])
def test_each_answer_is_out_before_the_next_picture(
    options: list[str], picture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "utf-8"))
    so_far: list[int] = []

    def look(path: Path) -> Any:  # noqa: ANN401 - a picture
        so_far.append(raw.getvalue().count(b"table.png") + raw.getvalue().count(b"error"))
        return load_picture(path)

    monkeypatch.setattr("tileye.vision.images.pictures.load_picture", look)
    main(["read", *options, str(tmp_path / "missing.jpg"), str(picture), str(picture)])
    assert so_far == ([0, 1, 2] if options else [0, 0, 1])


def test_names_are_printed_as_names(picture: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.chdir(picture.parent)
    name = "1R\n\x1b]0;x\x07 4O.png"
    picture.rename(name)
    stdout = Terminal()
    monkeypatch.setattr(sys, "stdout", stdout)
    assert main(["read", name]) == 0
    head, *board = stdout.getvalue().splitlines()
    assert head == r"1R\n\x1b]0;x\x07 4O.png: 3 tiles, a set with white"
    assert "\x1b[1;38;5;208m4O\x1b[0m" in "".join(board)


def test_names_that_are_not_utf_8_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    name = b"bad\xff\xfe.png".decode("utf-8", "surrogateescape")
    _, (answer,) = answers(capsys, name)
    assert answer["image"].encode("utf-8", "surrogateescape") == b"bad\xff\xfe.png"


def test_damaged_pictures_are_one_line(picture: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    whole = tmp_path / "whole.jpg"
    save_picture(whole, load_picture(picture))
    damaged = tmp_path / "damaged.jpg"
    damaged.write_bytes(whole.read_bytes()[: whole.stat().st_size * 2 // 3] + b"\xff\xd9")
    assert main(["read", str(damaged), str(whole)]) == 1
    shown = capfd.readouterr()
    assert shown.err == f"tileye: '{damaged}': the picture is damaged, a part of it is lost: copy or save it anew\n"
    assert f"{whole}: 3 tiles" in shown.out


def test_heic_in_a_folder_gets_its_hint(picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "IMG_1.HEIC").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    status, found = answers(capsys, tmp_path)
    assert status == 1
    assert found[0]["error"] == "HEIC and AVIF are not read: save the picture as JPEG"
    assert found[1]["image"] == str(picture)


def test_too_little_memory_for_one_picture(
    picture: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Reader.read
    fails = [True, False]

    def sometimes(reader: Reader, seen: Any) -> Any:  # noqa: ANN401 - a picture, a reading
        if fails.pop(0):
            raise MemoryError
        return read(reader, seen)

    monkeypatch.setattr(Reader, "read", sometimes)
    status, found = answers(capsys, picture, picture)
    assert status == 1
    assert found[0]["error"] == "there is too little memory for this picture: save it smaller"
    assert "tiles" in found[1]


def test_annotate_never_overwrites_an_input(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link = picture.with_name("link.png")
    os.link(picture, link)
    before = picture.read_bytes()
    with pytest.raises(SystemExit):
        main(["read", str(picture), "--annotate", str(link)])
    assert "drawn over itself" in capsys.readouterr().err
    assert link.read_bytes() == before


def test_annotate_writes_wholly_or_not_at_all(
    picture: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = picture.with_name("seen.png")
    out.write_bytes(b"before")

    def tear(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", tear)
    assert main(["read", str(picture), "--annotate", str(out)]) == 1
    assert "seen.png' cannot be written: No space left on device" in capsys.readouterr().err
    assert out.read_bytes() == b"before"
    assert sorted(path.name for path in picture.parent.iterdir()) == ["seen.png", "table.png"]


def test_annotate_follows_links(picture: Path) -> None:
    target, link = picture.with_name("target.png"), picture.with_name("link.png")
    target.write_bytes(b"before")
    link.symlink_to(target)
    assert main(["read", str(picture), "--annotate", str(link)]) == 0
    assert link.is_symlink()
    assert load_picture(target).shape == (400, 500, 3)


def test_no_folder_is_made_for_nothing(picture: Path, tmp_path: Path) -> None:
    out = tmp_path / "seen"
    assert main(["read", str(tmp_path / "a.jpg"), str(tmp_path / "b.jpg"), "--annotate", str(out)]) == 1
    assert not out.exists()
    assert main(["read", str(tmp_path / "a.jpg"), str(picture), "--annotate", str(out)]) == 1
    assert [path.name for path in out.iterdir()] == ["table.png"]


def test_progress_stays_on_its_line(picture: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tileye.companion_web.terminal._columns", lambda stream: 30)
    for term, most in (("xterm", 29), ("dumb", 0)):
        stderr = Terminal()
        monkeypatch.setenv("TERM", term)
        monkeypatch.setattr(sys, "stderr", stderr)
        assert main(["read", str(picture), str(picture)]) == 0
        assert max(map(len, stderr.getvalue().split("\r\x1b[K"))) == most
