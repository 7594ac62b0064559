"""The film of tiles that `tileye demo` shows, on an oak table by a window, and how such films are rendered in full."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from random import Random

import numpy as np

from tileye.datasets.camera.auto_exposure import FPS
from tileye.datasets.camera.finish import Linear
from tileye.datasets.compose.composer import compose, compose_over
from tileye.datasets.film.film_games import Wishes
from tileye.datasets.film.film_setup import Look, draw_lights
from tileye.datasets.film.filming import FilmRenderer, Frame
from tileye.datasets.film.story import Brief, tell_brief
from tileye.datasets.film.timeline import Timeline
from tileye.datasets.scene.hands import Hand, HandStyle
from tileye.datasets.scene.layouts import Piece
from tileye.datasets.scene.plates import Plate
from tileye.datasets.scene.scenes import Lamp, Light, Scene, Sensor
from tileye.datasets.scene.surfaces import Surface

_SEED = 193
"""Of all that were tried, the one with the best-looking game in so short a time."""
_OAK = Surface("plank", 1_000_056, 0.45)
_WINDOW = Light((Lamp((-26.0, 20.0, 34.0), 14.0, 1.0, 5600.0),), 0.55, 6200.0)
_WEBCAM = Sensor(
    brightness=0.56,
    white_kelvin=5700,
    tint=0.0,
    defocus_px=0.35,
    motion_px=0.0,
    motion_angle=0.0,
    noise=0.0035,
    sharpening=0.4,
    contrast=1.08,
    saturation=1.05,
    vignette=0.12,
    quality=95,
)
_HANDS = (
    HandStyle((0.84, 0.64, 0.52), (0.16, 0.24, 0.38), 0.95, left=False, bare=0.0),
    HandStyle((0.55, 0.36, 0.25), (0.62, 0.58, 0.5), 0.82, left=False, bare=0.0),
)
_SAMPLES, _MANY_SAMPLES = 4, 16
"""Of a table at rest, what moves has half of them: rims of cards, white on black, get ragged with few."""
_SMALL = 400
"""Pictures that only meter the light are composed."""


def tell_demo() -> Timeline:
    """Tell the film that shows what the program does: a short game with one blunder and one Qwirkle."""
    random = Random(f"demo film {_SEED}")
    wishes = Wishes(("mismatch",), overruled=0, turns=12, rest=False, regret=False, qwirkles=1)
    told = tell_brief(random, Brief("dev", 0, 2, False, wishes, Look(1280, 720, 0, quarter=False), demo=True))
    return in_the_demo_room(random, told)


def in_the_demo_room(random: Random, told: Timeline) -> Timeline:
    """The same film on the oak table by the window, with new tiles."""
    return replace(
        told,
        tile_style=replace(
            told.tile_style, wear=0.2, dust=0.1, body=(0.055, 0.052, 0.05), body_roughness=0.5, print_roughness=0.5
        ),
        surface=_OAK,
        solids=(),
        styles=_HANDS,
        surface_turn=4.0,
        surface_scale=0.9,
        sensor=_WEBCAM,
        lights=draw_lights(random, _WINDOW, told.seconds, clouds_only=True),
    )


def can_render() -> bool:
    """Tell whether this is the rendering environment."""
    return find_spec("bpy") is not None


def rendered_table(scene: Scene, width: int, samples: int = _SAMPLES) -> Linear:
    """Render the table at rest, or compose it where it is small."""
    if width < _SMALL:
        return compose(scene, width)
    from tileye.datasets.render.renderer import render_table

    return render_table(scene, width, samples)


def rendered_over(
    scene: Scene,
    base: Linear,
    pieces: Sequence[Piece],
    hands: Sequence[Hand],
    plates: Sequence[Plate] = (),
    samples: int = _SAMPLES,
) -> Linear:
    """Render hands, carried tiles and cards over a table, or compose them where it is small."""
    if base.shape[1] < 2 * _SMALL:
        return compose_over(scene, base, pieces, hands, plates)
    from tileye.datasets.render.renderer import render_moving

    return render_moving(scene, base, pieces, hands, plates, samples)


def finely_rendered_table(scene: Scene, width: int) -> Linear:
    """The same with more samples."""
    return rendered_table(scene, width, _MANY_SAMPLES)


def finely_rendered_over(
    scene: Scene, base: Linear, pieces: Sequence[Piece], hands: Sequence[Hand], plates: Sequence[Plate] = ()
) -> Linear:
    """The same with more samples."""
    return rendered_over(scene, base, pieces, hands, plates, _MANY_SAMPLES)


RENDERED = FilmRenderer(rendered_table, rendered_over)
# Plain functions: kept tables are found by them again, in every process.
FINELY_RENDERED = FilmRenderer(finely_rendered_table, finely_rendered_over)


def write_h264(frames: Iterable[Frame], path: Path, size: tuple[int, int]) -> None:
    """Write a film that is small and that browsers play, too; OpenCV reads this codec but cannot write it."""
    from imageio_ffmpeg import write_frames

    writer = write_frames(
        str(path), size, fps=FPS, codec="libx264", macro_block_size=8, output_params=["-crf", "23", "-preset", "slow"]
    )
    writer.send(None)
    for frame in frames:
        writer.send(np.ascontiguousarray(frame))
    writer.close()
