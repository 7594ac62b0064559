"""Make films of games with their truth: `python -m tileye.datasets.films --split dev --seed 1 --out DIR`.

Writes `film.mp4`, `truth.jsonl` and `inputs.jsonl` into the folder. `--game cards` makes films of the card game.
`--all` makes all films of a split, each in a folder of its own; a film that is there already is kept. `--preview` draws
moments of a film without making it. `--demo` renders the film that is shipped, with `--composed` it composes it, which
wants no Blender.
"""

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_args

import cv2
import numpy as np

from tileye.datasets.assets.material import MaterialError
from tileye.datasets.camera.auto_exposure import FPS, frame_count, sensors
from tileye.datasets.card_film.card_demo import tell_card_demo
from tileye.datasets.card_film.card_story import tell_cards
from tileye.datasets.film.demo import FINELY_RENDERED, RENDERED, can_render, tell_demo, write_h264
from tileye.datasets.film.filming import COMPOSED, FilmRenderer, Frame, shoot, take
from tileye.datasets.film.story import tell
from tileye.datasets.film.timeline import Timeline
from tileye.datasets.folders import canonical_text, drawing_key, made_of, mark, picture_file, writable_folder
from tileye.datasets.preview import contact_sheet, write_picture
from tileye.datasets.splits import FILM_SEEDS, FilmedGame, cache_folder
from tileye.rules.jsonlines import dump

Writer = Callable[[Iterable[Frame], Path, tuple[int, int]], None]
"""Writes frames as a film of a size."""

_NAME = "python -m tileye.datasets.films"
_MOMENTS = 24
_THUMB = (480, 270)


def main() -> int:
    """Make the films that are asked for."""
    wanted = parse()
    try:
        _make(wanted)
    except (MaterialError, OSError) as error:
        sys.stderr.write(f"{_NAME}: {error}\n")
        return 1
    return 0


def make_film(
    timeline: Timeline, folder: Path, *, source: FilmRenderer = COMPOSED, write: Writer | None = None
) -> bool:
    """Make a film with truth and inputs in a folder unless it is there; say whether there was something to do."""
    film, texts = folder / "film.mp4", {"truth.jsonl": _lines(timeline.truth), "inputs.jsonl": _lines(timeline.inputs)}
    contents = _contents(timeline, source)
    known = made_of(folder) == contents
    if known and film.exists() and all(_holds(folder / name, text) for name, text in texts.items()):
        return False
    film.unlink(missing_ok=True)
    mark(folder, contents)
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


def moments_of(timeline: Timeline) -> list[Frame]:
    """Moments of a film, evenly over its time."""
    balanced = sensors(timeline)
    numbers = [(2 * i + 1) * len(balanced) // (2 * _MOMENTS) for i in range(_MOMENTS)]
    return [take(timeline, COMPOSED, number, balanced[number], None) for number in numbers]


def parse(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Read what is asked for; stop with one sentence where it cannot be done."""
    parser = _parser()
    wanted = parser.parse_args(words)
    if wanted.demo == (wanted.split is not None):
        parser.error("--demo goes without --split, --seed and --all go with --split dev or --split test")
    if wanted.seed is not None and wanted.seed < 0:
        parser.error(f"--seed takes 0 or more, not {wanted.seed}")
    if wanted.all and not wanted.out:
        wanted.out = cache_folder() / "films"
    if (wanted.out is None) == (wanted.preview is None):
        parser.error("name either a folder with --out, or with --preview the picture of one film")
    if wanted.composed and not wanted.demo:
        parser.error("--composed goes with --demo; all other films are composed anyway")
    if wanted.demo and wanted.out and not _can_make_demo(wanted.composed):
        target = "demo-film" if wanted.game == "tiles" else "demo-film-cards"
        with_blender = f"the demo film is made in the rendering environment: make {target}"
        parser.error("H.264 is written by imageio-ffmpeg: pip install it" if wanted.composed else with_blender)
    return wanted


def _can_make_demo(composed: bool) -> bool:
    """Tell whether what the demo film is made with is installed."""
    return bool(find_spec("imageio_ffmpeg")) and (composed or can_render())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=_NAME, description=__doc__)
    parser.add_argument("--game", choices=get_args(FilmedGame), default="tiles", help="what is played (default: tiles)")
    parser.add_argument("--split", choices=("dev", "test"), help="which tile styles, tables and lamps are used")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--seed", type=int, metavar="N", help="the film of this number, 0 or more")
    which.add_argument("--all", action="store_true", help="all films of the split")
    which.add_argument("--demo", action="store_true", help="the film of the game that tileye demo shows")
    parser.add_argument(
        "--composed", action="store_true", help="with --demo: compose the tables in minutes, do not render them"
    )
    parser.add_argument(
        "--out", type=writable_folder, metavar="DIR", help="the folder to write into (with --all: films in the cache)"
    )
    parser.add_argument(
        "--preview", type=picture_file, metavar="FILE", help="write a picture of 24 moments instead of the film"
    )
    return parser


def _make(wanted: argparse.Namespace) -> None:
    if wanted.demo and wanted.out:
        _make_demo(wanted.game, wanted.out, COMPOSED if wanted.composed else _renderer_of(wanted.game))
        return
    for name, telling in _films(wanted):
        if wanted.preview:
            write_picture(wanted.preview, contact_sheet(moments_of(telling()), _THUMB)[..., ::-1])
        else:
            folder = wanted.out / name if wanted.all else wanted.out
            made = make_film(telling(), folder)
            sys.stdout.write(f"{folder}{'' if made else ' was there already'}\n")


def _demo_of(game: FilmedGame) -> Callable[[], Timeline]:
    """How the demo film of a game is told."""
    return tell_demo if game == "tiles" else tell_card_demo


def _renderer_of(game: FilmedGame) -> FilmRenderer:
    """How the demo film of a game is rendered."""
    return RENDERED if game == "tiles" else FINELY_RENDERED


def _make_demo(game: FilmedGame, folder: Path, source: FilmRenderer) -> None:
    """Make a demo film in the codec that browsers play, which OpenCV cannot write."""
    made = make_film(_demo_of(game)(), folder, source=source, write=write_h264)
    sys.stdout.write(f"{folder}{'' if made else ' was there already'}\n")


def _films(wanted: argparse.Namespace) -> Sequence[tuple[str, Callable[[], Timeline]]]:
    """The films that are asked for: their names and how to tell them."""
    if wanted.demo:
        return [("demo", _demo_of(wanted.game))]
    seeds = FILM_SEEDS[wanted.game][wanted.split] if wanted.all else (wanted.seed,)
    teller, name = (tell_cards, f"cards-{wanted.split}") if wanted.game == "cards" else (tell, wanted.split)
    return [(f"{name}-{seed}", partial(teller, wanted.split, seed)) for seed in seeds]


def _contents(timeline: Timeline, source: FilmRenderer) -> dict[str, str]:
    """What a film is made of."""
    recipe = drawing_key("composed film" if source is COMPOSED else "rendered film")
    return {"timeline": hashlib.sha256(canonical_text(timeline).encode()).hexdigest(), "recipe": recipe}


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
