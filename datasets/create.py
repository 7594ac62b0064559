"""Make the pictures of a set, with the truth to each: `python -m tileye.datasets.create --split train`.

Composed pictures need numpy and OpenCV only; `--render` makes full renders in the rendering environment. What is there
already is kept, so that an interrupted run goes on where it was.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tileye.datasets.assets.material import MaterialError
from tileye.datasets.camera.finish import finish
from tileye.datasets.compose.composer import compose
from tileye.datasets.folders import drawing_key, holds_other_things, mark, picture_file, replace_file, writable_folder
from tileye.datasets.preview import sheet_of_set, write_picture
from tileye.datasets.scene.all_kinds import KINDS
from tileye.datasets.scene.kinds import TILE
from tileye.datasets.scene.scenes import Scene, Split
from tileye.datasets.splits import SplitSet, cache_folder, load_splits
from tileye.datasets.themes import CARDS, THEMES, TILES
from tileye.datasets.workers import worker_pool

_NAME = "python -m tileye.datasets.create"

Shoot = Callable[[Scene, float], bytes]


def set_folder(one: SplitSet, *, render: bool, long_side: int | None = None, kind: str = TILE.name) -> Path:
    """Where a set lies: its name tells how it was made, how large, of which scenes, by which code."""
    long_side = long_side or THEMES[one.theme].long_sides[render]
    way = "render" if render else "compose"
    of_kind = "" if kind == TILE.name else f"{kind}-"
    of_theme = "" if one.theme == TILES.name else f"{one.theme}-"
    recipe = _recipe(one.theme, render=render)
    return cache_folder() / "sets" / f"{one.split}-{of_theme}{of_kind}{way}-{long_side}-{one.scenes[:12]}-{recipe}"


def contents_of(one: SplitSet, *, render: bool, long_side: int, kind: str = TILE.name) -> dict[str, Any]:
    """What a set is made of: whatever has the same contents has the same pictures."""
    recipe = _recipe(one.theme, render=render)
    contents = {"split": one.split, "render": render, "long_side": long_side, "scenes": one.scenes, "recipe": recipe}
    if one.theme != TILES.name:
        contents["theme"] = one.theme
    return contents if kind == TILE.name else {**contents, "kind": kind}


def _recipe(theme: str, *, render: bool) -> str:
    key, version = drawing_key("rendered" if render else "composed"), THEMES[theme].version
    return f"{key}-{theme}{version}" if version else key


def scale_of(scene: Scene, long_side: int) -> float:
    """By how much the camera's picture is reduced."""
    return min(1.0, long_side / max(scene.camera.width, scene.camera.height))


def write_scene(
    folder: Path,
    split: Split,
    long_side: int,
    shoot: Shoot,
    number: int,
    kind: str = TILE.name,
    theme: str = TILES.name,
) -> bool:
    """Write picture and truth of one scene unless they are there; say whether there was something to do."""
    picture, truth = folder / f"{number:06}.jpg", folder / f"{number:06}.json"
    if truth.exists() and picture.exists():
        return False
    told = THEMES[theme].draw(split, number, KINDS[kind])
    scene = THEMES[theme].scene(told)
    scale = scale_of(scene, long_side)
    replace_file(picture, shoot(scene, scale))
    # The truth comes last and at once: where it is, the picture is whole.
    replace_file(truth, json.dumps({**THEMES[theme].truth(told), "scale": scale}).encode())
    return True


def composed(scene: Scene, scale: float) -> bytes:
    """Compose a picture and take it."""
    return finish(scene, compose(scene, round(scene.camera.width * scale)))


def main() -> int:
    """Make a set."""
    wanted = parse()
    try:
        mark(wanted.out, wanted.contents)
        make = partial(write_scene, wanted.out, wanted.split, wanted.long_side, kind=wanted.kind, theme=wanted.theme)
        _make_set(make, wanted.count, render=wanted.render)
        if wanted.preview:
            files = sorted(wanted.out.glob("*.jpg"))[: min(24, wanted.count)]
            write_picture(wanted.preview, sheet_of_set(files, outlines=wanted.outlines))
    except (MaterialError, OSError, ValueError) as error:
        sys.stderr.write(f"{_NAME}: {error}\n")
        return 1
    sys.stdout.write(f"{wanted.out}\n")
    return 0


def parse(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Read what is asked for, with folder, count and size filled in; stop where it cannot be done."""
    parser = _parser()
    wanted = parser.parse_args(words)
    one = next(one for one in load_splits(theme=wanted.theme) if one.split == wanted.split)
    wanted.count = one.count if wanted.count is None else wanted.count
    wanted.long_side = THEMES[wanted.theme].long_sides[wanted.render] if wanted.long_side is None else wanted.long_side
    if not 1 <= wanted.count <= one.count or not 160 <= wanted.long_side <= 4096:
        parser.error(f"--count takes 1 to {one.count}, --long-side 160 to 4096")
    if wanted.outlines and not wanted.preview:
        parser.error("--outlines are drawn onto the contact sheet: name one with --preview")
    if wanted.render and not find_spec("bpy"):
        parser.error("--render needs Blender: make render-env sets it up, in .venv-render")
    made = {"render": wanted.render, "long_side": wanted.long_side, "kind": wanted.kind}
    wanted.out = wanted.out or set_folder(one, **made)
    wanted.contents = contents_of(one, **made)
    if holds_other_things(wanted.out, wanted.contents):
        parser.error(f"{wanted.out} holds something else: delete it, or name another folder with --out")
    return wanted


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=_NAME, description=__doc__)
    parser.add_argument("--split", choices=("train", "val", "test"), required=True)
    parser.add_argument("--kind", choices=tuple(KINDS), default=TILE.name, help="of the pieces (default: %(default)s)")
    parser.add_argument(
        "--theme", choices=tuple(THEMES), default=TILES.name, help="of the scenes (default: %(default)s)"
    )
    parser.add_argument("--count", type=int, metavar="N", help="only the first N scenes of the set")
    parser.add_argument("--render", action="store_true", help="full renders instead of composed pictures")
    parser.add_argument(
        "--long-side",
        type=int,
        metavar="PX",
        help="of the pictures (default: {}, rendered {}; of cards {}, {})".format(*TILES.long_sides, *CARDS.long_sides),
    )
    parser.add_argument("--out", type=writable_folder, metavar="DIR", help="a folder other than the one in the cache")
    parser.add_argument(
        "--preview", type=picture_file, metavar="FILE", help="write a contact sheet of the first 24 pictures"
    )
    parser.add_argument("--outlines", action="store_true", help="draw the truth onto the contact sheet")
    return parser


def _make_set(make: Callable[[Shoot, int], bool], count: int, *, render: bool) -> None:
    """Make what is missing of a set."""
    if render:
        _report(map(partial(make, renders()), range(count)), count)
    else:
        with worker_pool() as pool:
            _report(pool.map(partial(make, composed), range(count), chunksize=8), count)


def renders() -> Shoot:
    """Set the studio up, once for all pictures."""
    from tileye.datasets.render.renderer import Studio

    # Several processes may render at once.
    studio, path = Studio(), cache_folder() / f"render-{os.getpid()}.exr"
    path.parent.mkdir(parents=True, exist_ok=True)

    def shoot(scene: Scene, scale: float) -> bytes:
        picture = studio.render(scene, str(path), scale)
        path.unlink(missing_ok=True)
        return finish(scene, picture)

    return shoot


def _report(made: Iterable[bool], count: int) -> None:
    """Say now and then how far it is."""
    started, new = time.monotonic(), 0
    for number, was_new in enumerate(made, 1):
        new += was_new
        if number % 20 == 0 or number == count:
            speed = new / max(0.001, time.monotonic() - started)
            sys.stderr.write(f"{number} of {count}, {new} new, {speed:.1f} a second\n")


if __name__ == "__main__":
    sys.exit(main())
