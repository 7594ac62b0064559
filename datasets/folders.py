"""Folders of pictures and films, and what they are made of: old products are never taken for new ones."""

import argparse
import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from zipfile import BadZipFile, ZipFile

MADE_OF = "made-of.json"
"""Lies in each folder and says what was made there."""

Drawing = Literal["composed", "rendered", "composed film", "rendered film", "makes", "surfaces", "labels", "patches"]
VERSIONS: Mapping[Drawing, int] = {
    "composed": 1,
    "rendered": 1,
    "composed film": 1,
    "rendered film": 2,
    "makes": 1,
    "surfaces": 1,
    "labels": 1,
    "patches": 1,
}
"""How each kind is made: raise the number with every change of how a picture looks or of what its truth says.

"makes" are the faces of tile styles, "composed" the pictures that most nets learn from.
"""
_OF_THE_PACK: frozenset[Drawing] = frozenset({"composed", "composed film", "rendered film"})
"""What is composed of the material pack."""
_PACK = Path(__file__).with_name("assets") / "material"


def drawing_key(drawing: Drawing) -> str:
    """What a product is known by in the cache: the version of the drawing, and the pack it uses."""
    version = f"v{VERSIONS[drawing]}"
    if drawing not in _OF_THE_PACK:
        return version
    pictures = repr([_pictures_in(path) for path in sorted(_PACK.glob("*.zip"))])
    return f"{version}-{hashlib.sha256(pictures.encode()).hexdigest()[:8]}"


def canonical_text(drawn: object) -> str:
    """What is drawn as text, for hashes: tile styles are written as kept products know them, as makes."""
    text = repr(drawn).replace("tile_style=", "make=").replace("TileStyle(", "Make(")
    # Scenes without printed things are known from the time when there were none.
    return text.replace(", plates=()", "")


def _pictures_in(path: Path) -> list[tuple[str, int]]:
    """The pictures of a part of the pack; a broken one is reported by whoever reads it."""
    try:
        with ZipFile(path) as archive:
            return [(entry.filename, entry.CRC) for entry in archive.infolist()]
    except (BadZipFile, OSError):
        return []


def made_of(folder: Path) -> dict[str, Any] | None:
    """What was made in a folder, if it says so."""
    try:
        found = json.loads((folder / MADE_OF).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def holds_other_things(folder: Path, contents: dict[str, Any]) -> bool:
    """Tell whether a folder is in use for something else."""
    return folder.is_dir() and any(folder.iterdir()) and made_of(folder) != contents


def mark(folder: Path, contents: dict[str, Any]) -> None:
    """Make a folder that says what is made in it."""
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(folder / MADE_OF, (json.dumps(contents, indent=2) + "\n").encode())


def replace_file(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    part = path.with_suffix(f"{path.suffix}.part")
    part.write_bytes(data)
    part.replace(path)


def writable_folder(text: str) -> Path:
    """Read a folder from the command line that is there or can be made, and written into."""
    path = Path(text)
    there = next(folder for folder in (path.absolute(), *path.absolute().parents) if folder.exists())
    if not there.is_dir():
        raise argparse.ArgumentTypeError(f"{there} is a file; name a folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise argparse.ArgumentTypeError(f"{path} cannot be written: {there} does not allow it")
    return path


def picture_file(text: str) -> Path:
    """Read the name of a picture to write from the command line; its folder is there."""
    path = Path(text)
    if path.suffix.lower() not in (".jpg", ".png"):
        raise argparse.ArgumentTypeError(f"{path} is no name of a picture: it has to end in .jpg or .png")
    if not path.absolute().parent.is_dir():
        raise argparse.ArgumentTypeError(f"{path} cannot be written: there is no folder {path.parent}")
    if path.is_dir() or not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{path} cannot be written: name another place")
    return path


def truth_files(folder: Path) -> list[Path]:
    """The truth of each picture in a set, in order."""
    return sorted(folder.glob("[0-9]*.json"))


def read_truth(file: Path) -> dict[str, Any]:
    """Read the truth of a picture, and make sure that the picture is there and whole."""
    picture = file.with_suffix(".jpg")
    try:
        truth = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        truth = None
    if not isinstance(truth, dict) or not {"size", "pieces"} <= set(truth):
        raise ValueError(f"{file} is no truth of a picture: delete it and run tileye.datasets.create again")
    data = picture.read_bytes() if picture.is_file() else b""
    if not (data.startswith(b"\xff\xd8") and data.endswith(b"\xff\xd9")):
        raise ValueError(f"{picture} is missing or broken: delete it and run tileye.datasets.create again")
    return truth
