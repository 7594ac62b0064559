"""`tileye read`: pictures in, boards out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tileye.companion_web.commands.shared import given_name, given_path
from tileye.companion_web.errors import InputError
from tileye.companion_web.palettes import PLAIN
from tileye.companion_web.terminal import progress, show
from tileye.rules.board import board_text
from tileye.rules.jsonlines import Json, dump
from tileye.rules.tiles import shown

# Seeing loads large libraries, so it is imported where it is used: other commands start at once.
if TYPE_CHECKING:
    from tileye.vision.cards.reading import CardReading
    from tileye.vision.images.pictures import Picture
    from tileye.vision.pieces import PieceReader
    from tileye.vision.reading import Reading

NAME = "read"
HELP = "read the tiles or cards in each picture"
DESCRIPTION = (
    "Read each picture by itself: which tile lies in which cell, or which cards lie together, how sure that is, and "
    "where in the picture. "
    "A folder stands for the pictures in it, in the order of their names."
)
EXAMPLE = "  tileye read table.jpg --annotate seen.png"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "images", nargs="+", type=given_name, metavar="IMAGE", help="a picture, or a folder of pictures"
    )
    parser.add_argument(
        "--kind", choices=("auto", "tiles", "cards"), default="auto", help="what lies there (default: it is told)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a picture, a line each")
    parser.add_argument(
        "--annotate",
        type=given_path,
        metavar="OUT",
        help="draw what was read: onto OUT.png or OUT.jpg for one picture, into the folder OUT for several",
    )
    parser.set_defaults(refuse=parser.error)


def run(arguments: argparse.Namespace) -> int:
    """Read every picture; return 1 where one could not be read."""
    from tileye.vision.detection.runtime import WeightsError
    from tileye.vision.images.pictures import find_pictures
    from tileye.vision.pieces import PieceReader

    pictures = [
        (given if path == Path(given) else str(path), path)
        for given in arguments.images
        for path in find_pictures([Path(given)])
    ]
    outputs = _outputs(arguments, [path for _, path in pictures])
    try:
        reader = PieceReader()
        reader.make_ready(arguments.kind)
    except WeightsError as error:
        raise InputError(str(error)) from None
    status = 0
    for number, ((name, path), out) in enumerate(zip(pictures, outputs, strict=True), 1):
        if len(pictures) > 1:
            progress(f"reading {number} of {len(pictures)}: {shown(name, 60)}")
        status |= _answer(reader, name, path, out, arguments)
    progress("")
    return status


def _answer(reader: PieceReader, name: str, path: Path, out: Path | None, wanted: argparse.Namespace) -> int:
    """Read one picture and print what it shows, or why it cannot be read."""
    from tileye.vision.images.pictures import PictureError, enough_memory, load_picture

    try:
        with enough_memory():
            picture = load_picture(path)
            reading = reader.read(picture, wanted.kind)
    except PictureError as error:
        _refuse(name, str(error), as_json=wanted.json)
        return 1
    progress("")
    if wanted.json:
        from tileye.vision.pieces import piece_reading_json

        _print({"image": name, **piece_reading_json(reading)})
    else:
        show(describe(reading), of=name)
    return 0 if out is None else _draw(out, picture, reading)


def _draw(out: Path, picture: Picture, reading: Reading | CardReading) -> int:
    """Draw what was read, or say why that cannot be."""
    from tileye.vision.annotate import annotated, save_picture
    from tileye.vision.images.pictures import PictureError, enough_memory

    try:
        with enough_memory():
            out.parent.mkdir(parents=True, exist_ok=True)
            save_picture(out, annotated(picture, reading, PLAIN.colours))
    except (OSError, PictureError) as error:
        reason = getattr(error, "strerror", None) or error
        sys.stderr.write(f"tileye: {_quoted(out)} cannot be written: {reason}\n")
        return 1
    return 0


def _refuse(name: str, reason: str, *, as_json: bool) -> None:
    progress("")
    if as_json:
        _print({"image": name, "error": reason})
    else:
        sys.stderr.write(f"tileye: {shown(name, 200)}: {reason}\n")


def _print(answer: Json) -> None:
    sys.stdout.write(dump(answer) + "\n")
    sys.stdout.flush()


def _quoted(path: Path) -> str:
    return shown(str(path), 200)


def describe(reading: Reading | CardReading) -> str:
    """Say for people what a picture shows."""
    from tileye.vision.cards.reading import CardReading

    return _describe_cards(reading) if isinstance(reading, CardReading) else _describe_tiles(reading)


def _family(colours: str | None) -> str:
    return {"P": ", a set with purple", "W": ", a set with white"}[colours[-1]] if colours else ""


def _describe_cards(reading: CardReading) -> str:
    count, backs = len(reading.cards), len(reading.backs)
    if not count:
        return f"no cards{f', {backs} face down' * bool(backs)}"
    head = f"{count} card{'s' * (count > 1)}{_family(reading.colours)}{f', {backs} face down' * bool(backs)}"
    return "\n".join([head, "", *map(" ".join, reading.groups), "", *_card_remarks(reading)]).rstrip() + "\n"


def _card_remarks(reading: CardReading) -> Iterator[str]:
    if alone := [card.card for card in reading.cards if card.group is None]:
        yield f"by themselves: {' '.join(alone)}"
    if reading.hidden:
        yield f"burnt out at pixel {'; '.join(f'{card.px[0]:.0f}, {card.px[1]:.0f}' for card in reading.hidden)}"
    for card in reading.unsure:
        named = ", ".join(f"{code} {chance:.0%}" for code, chance in card.candidates)
        yield f"not sure at pixel {card.px[0]:.0f}, {card.px[1]:.0f}: {named}"


def _describe_tiles(reading: Reading) -> str:
    count = len(reading.tiles)
    if not count:
        return "no tiles"
    family = _family(reading.colours)
    head = f"{count} tile{'s' * (count > 1)}{family}"
    return "\n".join([head, "", board_text(reading.board), "", *_remarks(reading)]).rstrip() + "\n"


def _remarks(reading: Reading) -> Iterator[str]:
    if loose := [tile.tile for tile in reading.tiles if tile.cell is None]:
        yield f"not on the board: {' '.join(loose)}"
    if reading.hidden:
        yield f"burnt out at {'; '.join(f'{tile.cell[0]}, {tile.cell[1]}' for tile in reading.hidden)}"
    for tile in reading.unsure:
        where = f"at {tile.cell[0]}, {tile.cell[1]}" if tile.cell else f"at pixel {tile.px[0]:.0f}, {tile.px[1]:.0f}"
        yield f"not sure {where}: {', '.join(f'{code} {chance:.0%}' for code, chance in tile.candidates)}"


def _outputs(arguments: argparse.Namespace, pictures: list[Path]) -> list[Path | None]:
    """Where each picture is drawn; usage errors end here, before anything is read."""
    out: Path | None = arguments.annotate
    if out is None:
        return [None] * len(pictures)
    from tileye.vision.annotate import FORMATS
    from tileye.vision.images.pictures import is_folder

    folders = [path for path in map(Path, arguments.images) if is_folder(path)]
    one = len(arguments.images) == 1 and not folders
    if one and out.suffix.lower() not in FORMATS:
        arguments.refuse(f"--annotate: {_quoted(out)} ends in none of {' '.join(FORMATS)}")
    if not one and out.suffix.lower() in FORMATS:
        arguments.refuse(f"--annotate: for several pictures a folder is needed, not {_quoted(out)}")
    if not one and any(_lies_in(folder, out) for folder in folders):
        arguments.refuse(f"--annotate: {_quoted(out)} has the pictures that are read, choose another OUT")
    outputs: list[Path | None] = [out] if one else list(_distinct(out, pictures))
    if _identities(pictures) & _identities(path for path in outputs if path):
        arguments.refuse("--annotate: a picture would be drawn over itself, choose another OUT")
    _check_place(out, one=one)
    return outputs


def _lies_in(folder: Path, other: Path) -> bool:
    """Tell whether a folder is the other one or lies anywhere in it."""
    whole = folder.resolve()
    return bool(_identities([other]) & _identities([whole, *whole.parents]))


def _identities(paths: Iterable[Path]) -> set[tuple[int, int]]:
    """Tell files apart, whatever links lead to them; those that do not exist have no identity."""
    found = set()
    for path in paths:
        with suppress(OSError, ValueError):
            status = path.stat()
            found.add((status.st_dev, status.st_ino))
    return found


def _check_place(out: Path, *, one: bool) -> None:
    """Raise InputError where nothing can be drawn; the folder for several is made when there is something to draw."""
    from tileye.vision.images.pictures import is_folder

    if one and not is_folder(out.parent):
        raise InputError(f"{_quoted(out)} cannot be written: there is no folder {_quoted(out.parent)}")
    if one:
        return
    try:
        nearest = next((place for place in (out, *out.parents) if place.exists()), out)
    except OSError as error:
        raise InputError(f"the folder {_quoted(out)} cannot be made: {error.strerror or error}") from None
    if not is_folder(nearest):
        raise InputError(f"the folder {_quoted(out)} cannot be made: {_quoted(nearest)} is no folder")


def _distinct(folder: Path, pictures: list[Path]) -> Iterator[Path]:
    """A file of its own in the folder for each picture."""
    taken: set[str] = set()
    for picture in pictures:
        name, number = picture.stem, 1
        while name.casefold() in taken:
            number += 1
            name = f"{picture.stem}-{number}"
        taken.add(name.casefold())
        yield folder / f"{name}.png"
