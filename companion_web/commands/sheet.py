"""`tileye sheet`: the score sheet of a recorded game."""

import argparse
import shutil
import sys
from pathlib import Path

from tileye.companion_web.commands.shared import given_name
from tileye.companion_web.errors import InputError
from tileye.companion_web.games import find_game, name_of, open_game
from tileye.companion_web.languages import LANGUAGES, Words, system_language, words
from tileye.companion_web.sheets import text
from tileye.companion_web.sheets.documents import BY_END, FORMATS, WIDTH
from tileye.companion_web.sheets.layout import Sheet, lay_out
from tileye.companion_web.sheets.phrases import unnamed
from tileye.companion_web.terminal import show
from tileye.rules.tiles import shown

NAME = "sheet"
HELP = "write the score sheet of a recorded game"
DESCRIPTION = (
    "Write the score sheet of a recorded game: players in columns, turns in rows, points line by line. "
    "GAME is a file, else the name or the id of a game in the data folder."
)
EXAMPLE = "  tileye sheet sunday.jsonl --format pdf --out sunday.pdf"

_WIDEST = 140


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "game", type=given_name, metavar="GAME", help="a file with a record, or a name or id in the data folder"
    )
    parser.add_argument(
        "--format", choices=list(FORMATS), help="what to write; unless told what FILE ends in, else text"
    )
    parser.add_argument("--language", choices=LANGUAGES, help="unless told the language of this system, else English")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the sheet to this file")
    parser.add_argument("--data", type=Path, metavar="DIR", help="look for games in this folder")


def run(arguments: argparse.Namespace) -> int:
    """Write one sheet; return 1 where the last line of the record was torn off."""
    style = arguments.format or _format_of(arguments.out)
    if style == "pdf" and not arguments.out and sys.stdout.isatty():
        sys.stderr.write("tileye sheet: a PDF is nothing for a terminal: name a file with --out FILE\n")
        return 2
    place = find_game(arguments.game, arguments.data)
    reading = open_game(place)
    chosen, state = words(arguments.language or system_language()), reading.game.state
    shown = unnamed(state, chosen) if reading.game.nameless else state
    _write(lay_out(shown, reading.game.log, name_of(place)), chosen, style, arguments.out, place.file)
    if reading.torn:
        sys.stderr.write(f"tileye: {place}, {reading.torn}: the sheet is of everything before it\n")
    return 1 if reading.torn else 0


def _format_of(out: Path | None) -> str:
    """The format that the name of a file asks for, else text."""
    wanted = BY_END.get(out.suffix.lower().lstrip(".")) if out else None
    return wanted.name if wanted else "text"


def _write(sheet: Sheet, chosen: Words, style: str, out: Path | None, game: Path) -> None:
    if style == "text" and not out:
        show(text.render(sheet, chosen, _width()))
        return
    data = _rendered(sheet, chosen, style)
    if out:
        _save(data, out, game)
    else:
        # As bytes, since a text stream changes line ends on some systems.
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def _width() -> int:
    return min(shutil.get_terminal_size().columns, _WIDEST) if sys.stdout.isatty() else WIDTH


def _rendered(sheet: Sheet, chosen: Words, style: str) -> bytes:
    try:
        made = FORMATS[style].render(sheet, chosen)
    except OSError as error:  # no room for the fonts while they are in use
        raise InputError(f"the PDF cannot be made: {error.strerror or error}") from None
    for warning in made.warnings:
        sys.stderr.write(f"tileye: {warning}\n")
    return made.data


def _save(data: bytes, out: Path, game: Path) -> None:
    try:
        if out.exists() and out.samefile(game):
            raise InputError(
                f"{shown(str(out), 200)} is the record of the game itself: choose another file for the sheet"
            )
        out.write_bytes(data)
    except OSError as error:
        raise InputError(f"{shown(str(out), 200)} cannot be written: {error.strerror or error}") from None
    except ValueError as error:  # a name that no file system takes
        raise InputError(f"{shown(str(out), 200)} cannot be written: {error}") from None
