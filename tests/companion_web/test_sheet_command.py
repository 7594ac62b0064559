"""`tileye sheet`, run as a user runs it."""

import io
import json
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.companion_web.played import game_of, laid, played
from tileye.companion_web.cli import main
from tileye.companion_web.sheets import fonts
from tileye.rules.events import Rename
from tileye.rules.game import Game
from tileye.rules.record import read_record, record_lines
from tileye.rules.rulesets import TILES

FORMATS = ("text", "csv", "json", "html", "pdf")


def recorded(folder: Path, game: Game, name: str = "sunday.jsonl") -> Path:
    """Write the record of a game."""
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in record_lines(game)), encoding="utf-8")
    return path


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return recorded(tmp_path, played("tiles", 2))


def looks_like(style: str, data: bytes) -> bool:
    """Tell whether this is the format that was wanted."""
    starts = {
        "text": b"Qwirkle\n",
        "csv": b"number,player",
        "json": b'{"event":"sheet"',
        "html": b"<!DOCTYPE",
        "pdf": b"%PDF",
    }
    return data.startswith(starts[style])


@pytest.mark.parametrize("style", FORMATS)
def test_each_format_goes_to_standard_output(
    style: str, record: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["sheet", str(record), "--format", style, "--language", "de"]) == 0
    written = capsysbinary.readouterr()
    assert looks_like(style, written.out)
    assert not written.err


@pytest.mark.parametrize("style", FORMATS)
def test_each_format_goes_to_a_file(style: str, record: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    out = record.with_name("sheet.out")
    out.write_bytes(b"x" * 1_000_000)
    assert main(["sheet", str(record), "--format", style, "--out", str(out)]) == 0
    assert looks_like(style, out.read_bytes())
    assert b"xxx" not in out.read_bytes()
    assert capsysbinary.readouterr() == (b"", b"")


@pytest.mark.parametrize("style", ["csv", "json", "html", "pdf"])
def test_the_name_of_the_file_tells_the_format(style: str, record: Path) -> None:
    out = record.with_name(f"Sheet.{style.upper()}")
    assert main(["sheet", str(record), "--out", str(out)]) == 0
    assert looks_like(style, out.read_bytes())


def test_text_to_a_file_is_text_with_plain_line_ends(record: Path) -> None:
    out = record.with_name("sheet.unknown")
    assert main(["sheet", str(record), "--out", str(out), "--language", "it"]) == 0
    data = out.read_bytes()
    assert b"Foglio dei punti" in data
    assert b"\r" not in data
    assert b"\x1b" not in data


def test_csv_keeps_its_line_ends_on_standard_output(record: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["sheet", str(record), "--format", "csv"]) == 0
    lines = capsysbinary.readouterr().out.split(b"\r\n")
    assert len(lines) == len(played("tiles", 2).state.rows) + 2
    assert not any(b"\r" in line or b"\n" in line for line in lines)


def test_the_language_of_the_system_is_taken(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_CH.UTF-8")
    assert main(["sheet", str(record)]) == 0
    assert "Feuille de score" in capsys.readouterr().out


def test_a_game_is_found_by_its_name(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "sunday", "--data", str(record.parent), "--language", "en"]) == 0
    assert "Score sheet" in capsys.readouterr().out


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, columns: int = 90) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_a_terminal_gets_colours_and_its_width(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_a_terminal(monkeypatch)
    assert main(["sheet", str(record), "--language", "en"]) == 0
    written = capsys.readouterr().out
    assert "\x1b[1;38;5;" in written
    assert "═" * 44 + "  " + "═" * 44 in written


def test_a_pdf_is_not_written_to_a_terminal(
    record: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_a_terminal(monkeypatch)
    assert main(["sheet", str(record), "--format", "pdf"]) == 2
    written = capsysbinary.readouterr()
    assert not written.out
    assert written.err == b"tileye sheet: a PDF is nothing for a terminal: name a file with --out FILE\n"


def test_a_torn_last_line_is_told_and_the_rest_is_written(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    record.write_text("".join(lines[:5]) + lines[5][:20], encoding="utf-8")
    assert main(["sheet", str(record), "--format", "json"]) == 1
    written = capsys.readouterr()
    assert json.loads(written.out)["turns"] == 3
    assert written.err.count("\n") == 1
    assert "line 6" in written.err
    assert "everything before it" in written.err


BROKEN = {
    "damage in the middle": (b'{"seq":1', "line 2"),
    "an illegal turn": (b'{"seq":1,"at":0,"event":"exchange","player":0,"count":1}\n{"seq":2}', "line 2"),
}


@pytest.mark.parametrize(("middle", "expected"), BROKEN.values(), ids=BROKEN)
def test_a_broken_record_is_refused(
    middle: bytes, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = recorded(tmp_path, game_of(TILES, [laid(0, "1R@0,0")])).read_bytes().splitlines()
    path = tmp_path / "broken.jsonl"
    path.write_bytes(b"\n".join([lines[0], middle, lines[1]]) + b"\n")
    out = tmp_path / "sheet.html"
    assert main(["sheet", str(path), "--out", str(out)]) == 1
    assert expected in capsys.readouterr().err
    assert not out.exists()


def test_a_missing_game_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", "nothing", "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("tileye: no game 'nothing'")


@pytest.mark.parametrize("style", FORMATS)
def test_a_file_that_cannot_be_written_is_told(style: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for out in (record.parent, record.parent / "no such folder" / "sheet", record / "sheet"):
        assert main(["sheet", str(record), "--format", style, "--out", str(out)]) == 1
        error = capsys.readouterr().err
        assert "cannot be written" in error
        assert error.count("\n") == 1


def test_the_record_itself_is_never_overwritten(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = record.read_bytes()
    assert main(["sheet", str(record), "--out", str(record.parent / "." / record.name)]) == 1
    assert "choose another file" in capsys.readouterr().err
    assert record.read_bytes() == before


@pytest.mark.parametrize("wrong", [["--format", "xls"], ["--language", "es"], ["--out"], []], ids=str)
def test_wrong_usage(wrong: list[str], record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["sheet", *([str(record)] if wrong else []), *wrong])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_names_that_no_font_has_are_told_once(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "_SYSTEM_FOLDERS", ())
    game = read_record([line.encode() for line in record_lines(played("tiles", 2))]).game
    game.append(Rename(0, "田中さくら"))
    assert main(["sheet", str(recorded(tmp_path, game)), "--format", "pdf"]) == 0
    written = capsysbinary.readouterr()
    assert written.err.decode().count("\n") == 1
    assert "田" in written.err.decode()
    assert PdfReader(io.BytesIO(written.out)).pages
