"""The pack of rendered material: atlases of faces and pictures of table tops, for composing without Blender.

`python -m tileye.datasets.pack` makes it. Only tile styles and table tops for training and validation are in it; those
of the test pictures are painted anew.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal
from zipfile import BadZipFile, ZipFile

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.folders import canonical_text
from tileye.datasets.scene.scenes import Split, all_surfaces, all_tile_styles
from tileye.datasets.scene.surfaces import Surface
from tileye.datasets.scene.tile_styles import TileStyle
from tileye.rules.tiles import Tile, set_tiles

Bytes = NDArray[np.uint8]
Part = Literal["makes", "surfaces"]

FOLDER = Path(__file__).with_name("material")
CELL = 96
"""Pixels of a face in an atlas."""
ACROSS = 7
SIDE = 768
"""Pixels of a table top."""
FULL = 1.25
"""The share of light that the brightest byte of an atlas stands for; gloss on a rim sends out more than paper."""
LAYOUT: dict[Part, tuple[float, ...]] = {"makes": (CELL, ACROSS, FULL), "surfaces": (SIDE,)}
_PACKED: tuple[Split, ...] = ("train", "val")
_INDEX = "index.json"


class MaterialError(Exception):
    """The pack is missing, broken or of other things; says what to do."""


@dataclass(frozen=True, slots=True)
class Atlas:
    """The faces of a set as they look under a lamp to their right, red green blue, and one back at the end."""

    picture: Bytes
    letters: str

    def face(self, tile: Tile | None) -> Bytes:
        """The face of a tile, or the back."""
        size = self.picture.shape[1] // ACROSS
        row, column = divmod(faces_of(self.letters).index(tile), ACROSS)
        return self.picture[row * size : (row + 1) * size, column * size : (column + 1) * size]


@lru_cache(maxsize=8)
def faces_of(letters: str) -> tuple[Tile | None, ...]:
    """What an atlas of a set holds, in order."""
    return (*sorted(set(set_tiles(letters))), None)


def described(part: Part) -> Sequence[TileStyle | Surface]:
    """Everything that belongs into a part of the pack, in order."""
    draw = all_tile_styles if part == "makes" else all_surfaces
    return tuple(one for split in _PACKED for one in draw(split))


def description_hash(part: Part) -> str:
    """Hash what belongs into a part of the pack and how its pictures are laid out."""
    return hashlib.sha256(canonical_text((LAYOUT[part], described(part))).encode()).hexdigest()


def atlas_of(tile_style: TileStyle) -> Atlas | None:
    """The rendered faces of a tile style; none for styles that do not belong into the pack."""
    number = _numbers("makes").get(tile_style)
    return None if number is None else Atlas(_picture("makes", number), tile_style.letters)


def table_of(surface: Surface) -> Bytes | None:
    """The picture of a table top; none for those that do not belong into the pack."""
    number = _numbers("surfaces").get(surface)
    return None if number is None else _picture("surfaces", number)


def write_part(part: Part, pictures: Sequence[bytes], folder: Path | None = None) -> Path:
    """Write a part of the pack from encoded pictures, one for everything described."""
    path = (folder or FOLDER) / f"{part}.zip"
    path.parent.mkdir(exist_ok=True)
    unfinished = path.with_suffix(".part")
    with ZipFile(unfinished, "w") as archive:
        archive.writestr(_INDEX, json.dumps({"described": description_hash(part), "count": len(pictures)}))
        for number, data in enumerate(pictures):
            archive.writestr(_name(number), data)
    return unfinished.replace(path)


def _name(number: int) -> str:
    return f"{number:03}.webp"


@lru_cache(maxsize=2)
def _numbers(part: Part) -> dict[TileStyle | Surface, int]:
    return {one: number for number, one in enumerate(described(part))}


@lru_cache(maxsize=16)
def _picture(part: Part, number: int) -> Bytes:
    """Decode a picture of the pack, red green blue."""
    picture = cv2.imdecode(np.frombuffer(_read(part, number), np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise _wrong(part, f"{_name(number)} in it is no picture")
    shown = cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
    shown.flags.writeable = False
    return np.asarray(shown, np.uint8)


def _read(part: Part, number: int) -> bytes:
    try:
        return _contents(FOLDER / f"{part}.zip", part)[_name(number)]
    except FileNotFoundError as error:
        raise _wrong(part, "it is missing") from error
    except (BadZipFile, KeyError, ValueError, OSError) as error:
        raise _wrong(part, f"it cannot be read ({error})") from error


@lru_cache(maxsize=2)
def _contents(path: Path, part: Part) -> dict[str, bytes]:
    """The encoded pictures of a part, once it is certain that they show what is described."""
    with ZipFile(path) as archive:
        found = json.loads(archive.read(_INDEX))
        if found["described"] != description_hash(part):
            raise _wrong(part, "it was made of other descriptions")
        return {name: archive.read(name) for name in archive.namelist() if name != _INDEX}


def _wrong(part: Part, what: str) -> MaterialError:
    path = FOLDER / f"{part}.zip"
    return MaterialError(
        f"{path}: {what}; run `python -m tileye.datasets.pack --part {part}` in the rendering environment "
        "to make it anew"
    )
