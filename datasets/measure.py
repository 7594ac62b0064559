"""How long pictures and films take on this machine: `python -m tileye.datasets.measure`.

In the rendering environment it times full renders as well. The results are kept in docs/benchmarks.md.
"""

import argparse
import importlib.util
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tileye.datasets.camera.finish import finish
from tileye.datasets.compose.composer import compose
from tileye.datasets.create import composed, renders, scale_of, write_scene
from tileye.datasets.film.story import tell
from tileye.datasets.films import make_film
from tileye.datasets.scene.scenes import draw_scene
from tileye.datasets.scene.truth import scene_truth
from tileye.datasets.workers import worker_pool

_LONG_SIDE = 640


def main() -> int:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tileye.datasets.measure", description=__doc__)
    parser.add_argument("--count", type=int, default=200, metavar="N", help="composed pictures (default: 200)")
    parser.add_argument("--renders", type=int, default=10, metavar="N", help="full renders (default: 10)")
    parser.add_argument("--film", type=int, metavar="SEED", help="make this test film as well")
    wanted = parser.parse_args()
    if wanted.count < 1 or wanted.renders < 1:
        parser.error("--count and --renders take 1 or more")
    if wanted.film is not None and wanted.film < 0:
        parser.error(f"--film takes 0 or more, not {wanted.film}")
    rows = _stages(min(40, wanted.count))
    with tempfile.TemporaryDirectory() as folder:
        rows.append(_quantity(Path(folder), wanted.count))
        if importlib.util.find_spec("bpy"):
            rows.append(_renders(wanted.renders))
        if wanted.film is not None:
            rows.append(_film(Path(folder) / "film", wanted.film))
    sys.stdout.write("| what | result |\n|---|---|\n" + "".join(f"| {what} | {result} |\n" for what, result in rows))
    return 0


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _stages(count: int) -> list[tuple[str, str]]:
    """Time each stage of a composed picture, in one process."""
    spent: dict[str, list[float]] = {
        "draw the scene": [],
        "compose": [],
        "take the picture": [],
        "work out the truth": [],
    }
    for number in range(count):
        scene = draw_scene("train", number)
        width = round(scene.camera.width * scale_of(scene, _LONG_SIDE))
        picture = compose(scene, width)
        spent["draw the scene"].append(_timed(partial(draw_scene, "train", number)))
        spent["compose"].append(_timed(partial(compose, scene, width)))
        spent["take the picture"].append(_timed(partial(finish, scene, picture)))
        spent["work out the truth"].append(_timed(partial(scene_truth, scene)))
    return [
        (f"{stage}, {_LONG_SIDE} px, one process", f"{statistics.median(times) * 1000:.0f} ms in the median")
        for stage, times in spent.items()
    ]


def _quantity(folder: Path, count: int) -> tuple[str, str]:
    """Time composed pictures as `tileye.datasets.create` makes them, processes and files included."""
    make = partial(write_scene, folder, "train", _LONG_SIDE, composed)
    with worker_pool() as pool:
        list(pool.map(make, range(4)))
        seconds = _timed(lambda: list(pool.map(make, range(4, 4 + count), chunksize=4)))
    return f"composed pictures with truth, {_LONG_SIDE} px, all processes", f"{count / seconds:.1f} a second"


def _renders(count: int) -> tuple[str, str]:
    shoot = renders()
    scenes = [draw_scene("test", number) for number in range(count)]
    times = [_timed(partial(shoot, scene, scale_of(scene, 1280))) for scene in scenes]
    return "full renders, 1280 px", f"{statistics.mean(times):.1f} s each"


def _film(folder: Path, seed: int) -> tuple[str, str]:
    timeline = tell("test", seed)
    seconds = _timed(partial(make_film, timeline, folder))
    size = sum(file.stat().st_size for file in folder.iterdir()) / 1e6
    length = f"{timeline.seconds / 60:.1f} minutes"
    return f"test film {seed} of {length}", f"{seconds / 60:.1f} minutes to make, {size:.0f} MB"


if __name__ == "__main__":
    sys.exit(main())
