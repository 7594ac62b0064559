"""`tileye read`: pictures in, boards out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion_web.errors import InputError
from companion_web.shapes import COLOURS
from companion_web.terminal import progress, show
from rules.board import board_text
from rules.jsonlines import Json, dump
from rules.tiles import shown

# Seeing loads large libraries, so it is imported where it is used: other commands start at once.
if TYPE_CHECKING:
    from vision.reading import Reader, Reading, SeenTile

NAME = "read"
HELP = "read the board in each picture"
DESCRIPTION = (
    "Read each picture by itself: which tile lies in which cell, how sure that is, and where in the picture. "
    "A folder stands for the pictures in it, in the order of their names."
)
EXAMPLE = "  tileye read table.jpg --annotate seen.png"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="a picture, or a folder of pictures")
    parser.add_argument("--json", action="store_true", help="print one JSON object a picture, a line each")
    parser.add_argument(
        "--annotate",
        type=Path,
        metavar="OUT",
        help="draw what was read: onto OUT.png or OUT.jpg for one picture, into the folder OUT for several",
    )
    parser.set_defaults(refuse=parser.error)


def run(arguments: argparse.Namespace) -> int:
    """Read every picture; return 1 where one could not be read."""
    from vision.pictures import find_pictures
    from vision.reading import open_reader
    from vision.runtime import WeightsError

    pictures = [
        (given if path == Path(given) else str(path), path)
        for given in arguments.images
        for path in find_pictures([Path(given)])
    ]
    outputs = _outputs(arguments, [path for _, path in pictures])
    try:
        reader = open_reader()
    except WeightsError as error:
        raise InputError(str(error)) from None
    status = 0
    for number, ((name, path), out) in enumerate(zip(pictures, outputs, strict=True), 1):
        if len(pictures) > 1:
            progress(f"reading {number} of {len(pictures)}: {shown(name, 60)}")
        status |= _answer(reader, name, path, out, as_json=arguments.json)
    progress("")
    return status


def _answer(reader: Reader, name: str, path: Path, out: Path | None, *, as_json: bool) -> int:
    """Read one picture and print what it shows, or why it cannot be read."""
    from vision.annotate import annotated, save_picture
    from vision.pictures import PictureError, load_picture

    try:
        picture = load_picture(path)
    except PictureError as error:
        _refuse(name, str(error), as_json=as_json)
        return 1
    reading = reader.read(picture)
    progress("")
    if as_json:
        sys.stdout.write(dump({"image": name, **reading_json(reading)}) + "\n")
        sys.stdout.flush()
    else:
        show(describe(name, reading))
    if out is None:
        return 0
    try:
        save_picture(out, annotated(picture, reading, COLOURS))
    except OSError as error:
        sys.stderr.write(f"tileye: {shown(str(out), 200)} cannot be written: {error.strerror or error}\n")
        return 1
    return 0


def _refuse(name: str, reason: str, *, as_json: bool) -> None:
    progress("")
    if as_json:
        sys.stdout.write(dump({"image": name, "error": reason}) + "\n")
    else:
        sys.stderr.write(f"tileye: {shown(name, 200)}: {reason}\n")


def reading_json(reading: Reading) -> Json:
    """A reading as it is printed for programs."""
    return {
        "tiles": [_tile_json(tile) for tile in reading.tiles],
        "unsure": [
            {**_place_json(tile), "candidates": {name: round(chance, 3) for name, chance in tile.candidates}}
            for tile in reading.unsure
        ],
        "set": reading.colours,
        "ms": {stage: round(took, 1) for stage, took in reading.ms.items()},
    }


def _tile_json(tile: SeenTile) -> Json:
    place = _place_json(tile)
    corners = [[round(x, 1), round(y, 1)] for x, y in tile.corners]
    return {
        "tile": tile.tile,
        "x": place["x"],
        "y": place["y"],
        "confidence": round(tile.confidence, 3),
        "px": place["px"],
        "corners": corners,
    }


def _place_json(tile: SeenTile) -> Json:
    x, y = tile.cell or (None, None)
    return {"x": x, "y": y, "px": [round(value) for value in tile.px]}


def describe(name: str, reading: Reading) -> str:
    """Say for people what a picture shows."""
    count = len(reading.tiles)
    if not count:
        return f"{name}: no tiles"
    family = {"P": ", a set with purple", "W": ", a set with white"}[reading.colours[-1]] if reading.colours else ""
    head = f"{name}: {count} tile{'s' * (count > 1)}{family}"
    return "\n".join([head, "", board_text(reading.board), "", *_remarks(reading)]).rstrip() + "\n"


def _remarks(reading: Reading) -> Iterator[str]:
    if loose := [tile.tile for tile in reading.tiles if tile.cell is None]:
        yield f"not on the board: {' '.join(loose)}"
    for tile in reading.unsure:
        where = f"at {tile.cell[0]}, {tile.cell[1]}" if tile.cell else f"at pixel {tile.px[0]:.0f}, {tile.px[1]:.0f}"
        yield f"not sure {where}: {', '.join(f'{code} {chance:.0%}' for code, chance in tile.candidates)}"


def _outputs(arguments: argparse.Namespace, pictures: list[Path]) -> list[Path | None]:
    """Where each picture is drawn; usage errors end here, before anything is read."""
    out: Path | None = arguments.annotate
    if out is None:
        return [None] * len(pictures)
    from vision.annotate import FORMATS

    one = len(arguments.images) == 1 and not Path(arguments.images[0]).is_dir()
    if one and out.suffix.lower() not in FORMATS:
        arguments.refuse(f"--annotate: {out} ends in none of {' '.join(FORMATS)}")
    if not one and out.suffix.lower() in FORMATS:
        arguments.refuse(f"--annotate: for several pictures a folder is needed, not {out}")
    if not one:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"the folder {out} cannot be made: {error.strerror}") from None
    outputs: list[Path | None] = [out] if one else list(_distinct(out, pictures))
    if {path.resolve() for path in outputs if path} & {path.resolve() for path in pictures}:
        arguments.refuse("--annotate: a picture would be drawn over itself, choose another OUT")
    return outputs


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
