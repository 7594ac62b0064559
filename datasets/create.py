"""Make the pictures of a set, with the truth to each: `python -m datasets.create --split train`.

Composed pictures need numpy and OpenCV only; `--render` makes full renders in the rendering environment. What is there
already is kept, so that an interrupted run goes on where it was.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import cv2

from datasets.compose import compose
from datasets.finish import finish
from datasets.material import MaterialError
from datasets.preview import sheet_of_set
from datasets.scenes import Scene, Split, draw_scene
from datasets.splits import SplitSet, cache_folder, load_splits
from datasets.truth import scene_truth

LONG_SIDES = (960, 1280)
"""Of composed and of rendered pictures, in pixels; cameras may be finer."""

Shoot = Callable[[Scene, float], bytes]


def set_folder(one: SplitSet, *, render: bool, long_side: int | None = None) -> Path:
    """Where a set lies: its name tells how it was made, how large, and of which scenes."""
    long_side = long_side or LONG_SIDES[render]
    return cache_folder() / "sets" / f"{one.split}-{'render' if render else 'compose'}-{long_side}-{one.scenes[:12]}"


def scale_of(scene: Scene, long_side: int) -> float:
    """By how much the camera's picture is reduced."""
    return min(1.0, long_side / max(scene.camera.width, scene.camera.height))


def write_scene(folder: Path, split: Split, long_side: int, shoot: Shoot, number: int) -> bool:
    """Write picture and truth of one scene unless they are there; say whether there was something to do."""
    picture, truth = folder / f"{number:06}.jpg", folder / f"{number:06}.json"
    if truth.exists():
        return False
    scene = draw_scene(split, number)
    scale = scale_of(scene, long_side)
    _replace(picture, shoot(scene, scale))
    # The truth comes last and at once: where it is, the picture is whole.
    _replace(truth, json.dumps({**scene_truth(scene), "scale": scale}).encode())
    return True


def composed(scene: Scene, scale: float) -> bytes:
    """Compose a picture and take it."""
    return finish(scene, compose(scene, round(scene.camera.width * scale)))


def main() -> int:
    """Make a set."""
    parser = argparse.ArgumentParser(prog="python -m datasets.create", description=__doc__)
    parser.add_argument("--split", choices=("train", "val", "test"), required=True)
    parser.add_argument("--count", type=int, metavar="N", help="only the first N scenes of the set")
    parser.add_argument("--render", action="store_true", help="full renders instead of composed pictures")
    parser.add_argument(
        "--long-side", type=int, metavar="PX", help="of the pictures (default: {}, rendered {})".format(*LONG_SIDES)
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="a folder other than the one in the cache")
    parser.add_argument("--preview", type=Path, metavar="FILE", help="write a contact sheet of the first 24 pictures")
    parser.add_argument("--outlines", action="store_true", help="draw the truth onto the contact sheet")
    wanted = parser.parse_args()
    one = next(one for one in load_splits() if one.split == wanted.split)
    count = one.count if wanted.count is None else wanted.count
    long_side = LONG_SIDES[wanted.render] if wanted.long_side is None else wanted.long_side
    if not 1 <= count <= one.count or not 160 <= long_side <= 4096:
        parser.error(f"--count takes 1 to {one.count}, --long-side 160 to 4096")
    if wanted.preview and wanted.preview.suffix not in (".jpg", ".png"):
        parser.error("--preview takes a name that ends in .jpg or .png")
    if wanted.render and not find_spec("bpy"):
        parser.error("--render needs Blender: make render-env sets it up, in .venv-render")
    folder = wanted.out or set_folder(one, render=wanted.render, long_side=long_side)
    try:
        _make_set(folder, partial(write_scene, folder, one.split, long_side), count, render=wanted.render)
        if wanted.preview:
            _write_sheet(wanted.preview, sorted(folder.glob("*.jpg"))[: min(24, count)], outlines=wanted.outlines)
    except (MaterialError, OSError, ValueError) as error:
        sys.stderr.write(f"{parser.prog}: {error}\n")
        return 1
    sys.stdout.write(f"{folder}\n")
    return 0


def _make_set(folder: Path, make: Callable[[Shoot, int], bool], count: int, *, render: bool) -> None:
    """Make what is missing of a set."""
    folder.mkdir(parents=True, exist_ok=True)
    if render:
        _report(map(partial(make, renders()), range(count)), count)
    else:
        # One thread in each process: there are as many processes as cores.
        with ProcessPoolExecutor(os.cpu_count(), initializer=cv2.setNumThreads, initargs=(1,)) as pool:
            _report(pool.map(partial(make, composed), range(count), chunksize=8), count)


def _write_sheet(path: Path, files: list[Path], *, outlines: bool) -> None:
    done, data = cv2.imencode(path.suffix, sheet_of_set(files, outlines=outlines))
    assert done
    path.write_bytes(data.tobytes())


def renders() -> Shoot:
    """Set the studio up, once for all pictures."""
    from datasets.render import Studio

    studio, path = Studio(), cache_folder() / "render.exr"
    path.parent.mkdir(parents=True, exist_ok=True)
    return lambda scene, scale: finish(scene, studio.render(scene, str(path), scale))


def _report(made: Iterable[bool], count: int) -> None:
    """Say now and then how far it is."""
    started, new = time.monotonic(), 0
    for number, was_new in enumerate(made, 1):
        new += was_new
        if number % 20 == 0 or number == count:
            speed = new / max(0.001, time.monotonic() - started)
            sys.stderr.write(f"{number} of {count}, {new} new, {speed:.1f} a second\n")


def _replace(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    part = path.with_suffix(f"{path.suffix}.part")
    part.write_bytes(data)
    part.replace(path)


if __name__ == "__main__":
    sys.exit(main())
