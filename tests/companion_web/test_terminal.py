"""Colours and progress only where they help."""

import io
import sys

import pytest

from tileye.companion_web.terminal import coloured, printable, progress, show, wants_colour
from tileye.rules.board import board_text, parse_board

BOARD = {(0, 0): "4O", (1, 0): "2W", (-2, 5): "6P"}


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_coloured_board_reads_back_the_same() -> None:
    text = coloured(board_text(BOARD))
    assert text.count("\x1b[0m") == len(BOARD)
    assert parse_board(text) == BOARD


@pytest.mark.parametrize("text", ["14O", "4Ok", "7R", "1X", "R1", "10"])
def test_only_tile_codes_are_coloured(text: str) -> None:
    assert coloured(text) == text


def test_colour_needs_a_terminal_that_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert wants_colour(Terminal())
    assert not wants_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(Terminal())


def test_progress_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for stream, shown in ((Terminal(), "\r\x1b[Khalf\r\x1b[K"), (io.StringIO(), "")):
        monkeypatch.setattr(sys, "stderr", stream)
        progress("half")
        progress("")
        assert stream.getvalue() == shown


def test_show_writes_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    show("4O")
    show("4O", of="1R\n.jpg")
    assert capsys.readouterr().out == "4O\n1R\\n.jpg: 4O\n"


@pytest.mark.parametrize(
    ("text", "shown"), [("x" * 100, "x" * 79), ("\u5b57" * 100, "\u5b57" * 39), ("x" * 79, "x" * 79)]
)
def test_progress_is_cut_to_the_width(text: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    stderr = Terminal()
    monkeypatch.setattr(sys, "stderr", stderr)
    progress(text)
    assert stderr.getvalue() == f"\r\x1b[K{shown}"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("J\u00f6rg \u5b57.jpg", "J\u00f6rg \u5b57.jpg"),
        ("a\tb\u202e", r"a\tb\u202e"),
        ("\udcff", r"\udcff"),
        ("\x9b1m", r"\x9b1m"),
    ],
)
def test_names_do_nothing_but_be_printed(name: str, shown: str) -> None:
    assert printable(name) == shown
