"""Real photographs with their boards as truth: `truth.json` beside them, in a folder that stays where it is."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tileye.models.evaluation.scoring import best_move
from tileye.rules.board import Cell
from tileye.rules.tiles import Tile
from tileye.vision.images.pictures import load_picture
from tileye.vision.reading import Reader, Reading


@dataclass(frozen=True, slots=True)
class PhotoScore:
    """How one photograph was read; tiles that its edge cuts may be missed."""

    tiles: int
    found: int
    right: int
    shape_right: int
    colour_right: int
    extra: int
    unsure: int

    @property
    def exact(self) -> bool:
        """Whether everything is as it should be."""
        return self.right == self.tiles and not self.extra


def read_photos(reader: Reader, folder: Path) -> list[PhotoScore]:
    """Read every photograph of a folder and compare."""
    photos = json.loads((folder / "truth.json").read_text(encoding="utf-8"))["photos"]
    return [score_photo(photo, reader.read(load_picture(folder / photo["image"]))) for photo in photos]


def score_photo(photo: Mapping[str, Any], reading: Reading) -> PhotoScore:
    """Compare by cell, or by pixel where the tiles form no board."""
    return _score_board(photo, reading) if photo["board"] else _score_field(photo["tiles"], reading)


def _score_board(photo: Mapping[str, Any], reading: Reading) -> PhotoScore:
    true = {(x, y): tile for tile, x, y in photo["board"]}
    cut = {(tile["x"], tile["y"]) for tile in photo.get("tiles", ()) if tile["cut"]}
    read = reading.board
    # Every tile may be any of the same name.
    move = best_move((seen, cell) for seen, name in read.items() for cell, tile in true.items() if tile == name)
    board = {move(cell): tile for cell, tile in read.items()}
    wanted = {cell: tile for cell, tile in true.items() if cell not in cut}
    return _summed(wanted, board, len(set(board) - set(true)), reading)


def _score_field(tiles: Sequence[Mapping[str, Any]], reading: Reading) -> PhotoScore:
    """Numbers take the place of cells."""
    middles = [(tile["px"], tile["py"]) for tile in tiles]
    pitch = min(
        (abs(x - u) + abs(y - v) for number, (x, y) in enumerate(middles) for u, v in middles[:number]), default=60.0
    )
    wanted: dict[Cell, Tile] = {}
    read: dict[Cell, Tile] = {}
    left = list(reading.tiles)
    for number, (tile, (x, y)) in enumerate(zip(tiles, middles, strict=True)):
        near = [seen for seen in left if max(abs(seen.px[0] - x), abs(seen.px[1] - y)) < pitch / 2]
        if near:
            left.remove(near[0])
            read[number, 0] = near[0].tile
        if not tile["cut"]:
            wanted[number, 0] = tile["tile"]
    return _summed(wanted, read, len(left), reading)


def _summed(wanted: Mapping[Cell, Tile], read: Mapping[Cell, Tile], extra: int, reading: Reading) -> PhotoScore:
    both = [(tile, read[cell]) for cell, tile in wanted.items() if cell in read]
    return PhotoScore(
        tiles=len(wanted),
        found=len(both),
        right=sum(true == name for true, name in both),
        shape_right=sum(true[0] == name[0] for true, name in both),
        colour_right=sum(true[1] == name[1] for true, name in both),
        extra=extra,
        unsure=len(reading.unsure),
    )
