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
from pathlib import Path

from datasets.compose import compose
from datasets.finish import finish
from datasets.scenes import Scene, Split, draw_scene
from datasets.splits import SplitSet, cache_folder, load_splits
from datasets.truth import scene_truth

Shoot = Callable[[Scene, float], bytes]


def set_folder(one: SplitSet, *, render: bool) -> Path:
    """Where a set lies: its name tells how it was made and of which scenes."""
    return cache_folder() / "sets" / f"{one.split}-{'render' if render else 'compose'}-{one.scenes[:12]}"


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
    parser.add_argument("--long-side", type=int, default=960, metavar="PX", help="of the pictures (default: 960)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="a folder other than the one in the cache")
    wanted = parser.parse_args()
    one = next(one for one in load_splits() if one.split == wanted.split)
    count = one.count if wanted.count is None else wanted.count
    if not 1 <= count <= one.count or not 160 <= wanted.long_side <= 4096:
        parser.error(f"--count takes 1 to {one.count}, --long-side 160 to 4096")
    folder = wanted.out or set_folder(one, render=wanted.render)
    folder.mkdir(parents=True, exist_ok=True)
    make = partial(write_scene, folder, one.split, wanted.long_side)
    if wanted.render:
        _report(map(partial(make, _rendered()), range(count)), count)
    else:
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            _report(pool.map(partial(make, composed), range(count), chunksize=8), count)
    sys.stdout.write(f"{folder}\n")
    return 0


def _rendered() -> Shoot:
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
