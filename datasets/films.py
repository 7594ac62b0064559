"""Make films of games with their truth: `python -m datasets.films --split dev --seed 1 --out DIR`.

Writes `film.mp4`, `truth.jsonl` and `inputs.jsonl` into the folder. `--all` makes the twelve films of a split, each in
a folder of its own; a film that is there already is kept. `--preview` draws moments of a film without making it.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.demo import RENDERED, can_render, tell_demo, write_h264
from datasets.filming import COMPOSED, Frame, Source, shoot, take
from datasets.material import MaterialError
from datasets.metering import FPS, frame_count, sensors
from datasets.story import DEV_SEEDS, TEST_SEEDS, tell
from datasets.timeline import Timeline
from rules.jsonlines import dump

Writer = Callable[[Iterable[Frame], Path, tuple[int, int]], None]
"""Writes frames as a film of a size."""

_SEEDS = {"dev": DEV_SEEDS, "test": TEST_SEEDS}
_ACROSS, _DOWN = 4, 6
_THUMB = (480, 270)


def main() -> int:
    """Make the films that are asked for."""
    parser = _parser()
    wanted = parser.parse_args()
    _check(parser, wanted)
    try:
        _make(wanted)
    except (MaterialError, OSError) as error:
        sys.stderr.write(f"{parser.prog}: {error}\n")
        return 1
    return 0


def make_film(timeline: Timeline, folder: Path, *, source: Source = COMPOSED, write: Writer | None = None) -> bool:
    """Make a film with truth and inputs in a folder unless it is there; say whether there was something to do."""
    film, texts = folder / "film.mp4", {"truth.jsonl": _lines(timeline.truth), "inputs.jsonl": _lines(timeline.inputs)}
    if film.exists() and all(_holds(folder / name, text) for name, text in texts.items()):
        return False
    folder.mkdir(parents=True, exist_ok=True)
    film.unlink(missing_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    # The film comes last and at once: where it is, all is whole.
    part = folder / "film.part.mp4"
    frames = _reported(shoot(timeline, source=source), frame_count(timeline), folder.name)
    camera = timeline.cameras[0].camera
    (write or _write_mp4v)(frames, part, (camera.width, camera.height))
    _check_film(part, timeline)
    part.replace(film)
    return True


def contact_sheet(timeline: Timeline) -> Frame:
    """Moments of a film, evenly over its time, side by side."""
    balanced, shown = sensors(timeline), _ACROSS * _DOWN
    numbers = [(2 * i + 1) * len(balanced) // (2 * shown) for i in range(shown)]
    frames = [take(timeline, COMPOSED, number, balanced[number], None) for number in numbers]
    thumbs = [cv2.resize(frame, _THUMB, interpolation=cv2.INTER_AREA) for frame in frames]
    rows = [np.hstack(thumbs[start : start + _ACROSS]) for start in range(0, shown, _ACROSS)]
    return np.asarray(np.vstack(rows), np.uint8)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m datasets.films", description=__doc__)
    parser.add_argument("--split", choices=("dev", "test"), help="which makes, tables and lamps are used")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--seed", type=int, metavar="N", help="the film of this number, 0 or more")
    which.add_argument("--all", action="store_true", help="the twelve films of the split")
    which.add_argument("--demo", action="store_true", help="the film that tileye demo shows")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the folder to write into")
    parser.add_argument(
        "--preview", type=Path, metavar="FILE", help="write a picture of 24 moments instead of the film"
    )
    return parser


def _check(parser: argparse.ArgumentParser, wanted: argparse.Namespace) -> None:
    """Stop with one sentence where the parameters do not fit together."""
    if wanted.demo == (wanted.split is not None):
        parser.error("--demo goes without --split, --seed and --all go with --split dev or --split test")
    if wanted.seed is not None and wanted.seed < 0:
        parser.error(f"--seed takes 0 or more, not {wanted.seed}")
    if (wanted.out is None) == (wanted.preview is None) or (wanted.all and wanted.preview):
        parser.error("name either a folder with --out, or with --preview the picture of one film")
    if wanted.out and wanted.out.exists() and not wanted.out.is_dir():
        parser.error(f"--out {wanted.out} is a file; name a folder")
    if wanted.out:
        try:
            wanted.out.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=wanted.out).close()
        except OSError as error:
            parser.error(f"--out {wanted.out} cannot be written: {error.strerror}")


def _make(wanted: argparse.Namespace) -> None:
    if wanted.demo and wanted.out:
        _make_demo(wanted.out)
        return
    for name, telling in _films(wanted):
        if wanted.preview:
            _write_sheet(wanted.preview, contact_sheet(telling()))
        else:
            folder = wanted.out / name if wanted.all else wanted.out
            made = make_film(telling(), folder)
            sys.stdout.write(f"{folder}{'' if made else ' was there already'}\n")


def _make_demo(folder: Path) -> None:
    """Make the demo film from rendered tables, in the codec that only the rendering environment has."""
    if not can_render():
        raise OSError("the demo film is made in the rendering environment: make demo-film")
    made = make_film(tell_demo(), folder, source=RENDERED, write=write_h264)
    sys.stdout.write(f"{folder}{'' if made else ' was there already'}\n")


def _write_sheet(path: Path, sheet: Frame) -> None:
    if not cv2.imwrite(str(path), np.ascontiguousarray(sheet[..., ::-1])):
        raise OSError(f"{path} cannot be written: name a picture file in a folder that is there")


def _films(wanted: argparse.Namespace) -> Sequence[tuple[str, Callable[[], Timeline]]]:
    """The films that are asked for: their names and how to tell them."""
    if wanted.demo:
        return [("demo", tell_demo)]
    seeds = _SEEDS[wanted.split] if wanted.all else (wanted.seed,)
    return [(f"{wanted.split}-{seed}", partial(tell, wanted.split, seed)) for seed in seeds]


def _lines(events: Iterable[dict[str, Any]]) -> str:
    return "".join(dump(event) + "\n" for event in events)


def _holds(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


def _reported(frames: Iterable[Frame], count: int, name: str) -> Iterable[Frame]:
    """Say now and then how far it is."""
    started = time.monotonic()
    for number, frame in enumerate(frames, 1):
        yield frame
        if number % 150 == 0 or number == count:
            speed = number / max(0.001, time.monotonic() - started)
            sys.stderr.write(f"{name}: {number} of {count} frames, {speed:.1f} a second\n")


def _write_mp4v(frames: Iterable[Frame], path: Path, size: tuple[int, int]) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, size)
    for frame in frames:
        writer.write(np.ascontiguousarray(frame[..., ::-1]))
    writer.release()


def _check_film(path: Path, timeline: Timeline) -> None:
    """Make sure that a film can be read back whole."""
    camera, film = timeline.cameras[0].camera, cv2.VideoCapture(str(path))
    found = tuple(
        round(film.get(what))
        for what in (cv2.CAP_PROP_FRAME_COUNT, cv2.CAP_PROP_FPS, cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
    )
    film.release()
    if found != (frame_count(timeline), FPS, camera.width, camera.height):
        raise OSError(f"{path} could not be written whole: is there room on the disk?")


if __name__ == "__main__":
    sys.exit(main())
