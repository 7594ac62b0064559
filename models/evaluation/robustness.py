"""How far reading holds: the same scenes composed again and again, with one thing changed step by step.

All steps of a curve count the same tiles: those that are visible and whole in every one of them.
"""

import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from tileye.datasets.camera.finish import develop, exposure_gain
from tileye.datasets.compose.composer import Linear, compose
from tileye.datasets.scene.scenes import Scene, Sensor, draw_scene
from tileye.datasets.scene.truth import scene_truth
from tileye.models.evaluation.scoring import ScoreLimits, TileScore, TruePiece, score_picture, true_pieces
from tileye.models.evaluation.summary import Figures, tally
from tileye.vision.images.pictures import Picture
from tileye.vision.reading import Reader

_LONG_SIDE = 1280
_LEAST_TILES = 6
_LEAST_SIDE = 30.0
"""Of the middling tile of a scene; larger pictures for the largest tiles would take too long otherwise."""
_EVERY = ScoreLimits(least_px=0.0)

_SENSOR = Sensor(
    brightness=0.48,
    white_kelvin=5500,
    tint=0.0,
    defocus_px=0.4,
    motion_px=0.0,
    motion_angle=0.0,
    noise=0.004,
    sharpening=0.3,
    contrast=1.05,
    saturation=1.0,
    vignette=0.1,
    quality=90,
)
"""A good camera in good light; each curve changes one thing of it."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A scene as it is taken: the long side of its picture, and how many stops brighter than metered."""

    scene: Scene
    long_side: int = _LONG_SIDE
    stops: float = 0.0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        camera = self.scene.camera
        scale = self.long_side / max(camera.width, camera.height)
        return round(camera.width * scale), round(camera.height * scale)

    def pieces(self) -> tuple[TruePiece, ...]:
        """What is to be read in the picture."""
        return true_pieces(scene_truth(self.scene), self.size)


@dataclass(frozen=True, slots=True)
class Curve:
    """What is changed, and by which steps."""

    name: str
    unit: str
    steps: tuple[float, ...]
    shot: Callable[[Scene, float], Shot]


def _blur(scene: Scene, value: float) -> Shot:
    return Shot(replace(scene, sensor=replace(scene.sensor, defocus_px=value)))


def _noise(scene: Scene, value: float) -> Shot:
    return Shot(replace(scene, sensor=replace(scene.sensor, noise=value)))


def _exposure(scene: Scene, value: float) -> Shot:
    return Shot(scene, stops=value)


def _quality(scene: Scene, value: float) -> Shot:
    return Shot(replace(scene, sensor=replace(scene.sensor, quality=round(value))))


def _kelvin(scene: Scene, value: float) -> Shot:
    """All light of one temperature; the white balance goes half the way with it, as cheap cameras do."""
    lamps = tuple(replace(lamp, kelvin=value) for lamp in scene.light.lamps)
    light = replace(scene.light, lamps=lamps, ambient_kelvin=value)
    white = (value * _SENSOR.white_kelvin) ** 0.5
    return Shot(replace(scene, light=light, sensor=replace(scene.sensor, white_kelvin=white)))


def _side(scene: Scene, value: float) -> Shot:
    """A picture so large that the middling tile has this side."""
    return Shot(scene, round(_LONG_SIDE * value / middling_side(Shot(scene).pieces())))


def _elevation(scene: Scene, value: float) -> Shot:
    return Shot(replace(scene, camera=replace(scene.camera, elevation=value)))


def _rotation(scene: Scene, value: float) -> Shot:
    """The camera turned about its axis; its picture is made square, so that the same tiles are seen."""
    camera = scene.camera
    side = max(camera.width, camera.height)
    square = replace(camera, width=side, height=side, focal=camera.focal * camera.width / side)
    return Shot(replace(scene, camera=replace(square, roll=value)))


CURVES = (
    Curve("blur", "px", (0.4, 0.8, 1.2, 1.6, 2, 2.5, 3, 4, 5), _blur),
    Curve("noise", "of full range", (0, 0.01, 0.02, 0.03, 0.045, 0.06, 0.08, 0.1), _noise),
    Curve("exposure", "stops", (-4, -3, -2, -1, 0, 1, 2), _exposure),
    Curve("colour temperature", "K", (2500, 3000, 3500, 4000, 5000, 6000, 7000, 8000), _kelvin),
    Curve("JPEG quality", "", (5, 10, 20, 30, 40, 60, 80, 95), _quality),
    Curve("tile size", "px", (10, 12, 14, 16, 20, 24, 32, 40, 50, 60), _side),
    Curve("camera angle", "degrees above the table", (90, 80, 70, 60, 50, 45, 40, 35, 30, 25), _elevation),
    Curve("rotation", "degrees", tuple(range(0, 91, 5)), _rotation),
)


def sample(count: int) -> Iterator[Scene]:
    """The first scenes of the test set that are large in the picture, without hands, seen by a good camera."""
    number = 0
    while count:
        scene = draw_scene("test", number)
        number += 1
        scene = replace(scene, sensor=replace(_SENSOR, white_kelvin=scene.light.lamps[0].kelvin))
        pieces = [piece for piece in Shot(scene).pieces() if _counts(piece)]
        if not scene.hands and len(pieces) >= _LEAST_TILES and middling_side(pieces) >= _LEAST_SIDE:
            count -= 1
            yield scene


def measure_curves(reader: Reader, count: int, say: Callable[[str], object]) -> list[Figures]:
    """Read a sample of scenes at every step of every curve."""
    answers = {curve.name: [list[TileScore]() for _ in curve.steps] for curve in CURVES}
    for number, scene in enumerate(sample(count), 1):
        for curve in CURVES:
            for step, new in zip(answers[curve.name], _measure(reader, scene, curve), strict=True):
                step.extend(new)
        say(f"curves: {number} of {count} scenes")
    return [_figures(curve, answers[curve.name]) for curve in CURVES]


def _figures(curve: Curve, answers: Sequence[Sequence[TileScore]]) -> Figures:
    tallies = [tally(some) for some in answers]
    return {
        "name": curve.name,
        "unit": curve.unit,
        "steps": list(curve.steps),
        "tiles": tallies[0]["tiles"],
        "found": [one["found"] for one in tallies],
        "right": [one["right"] for one in tallies],
    }


def _measure(reader: Reader, scene: Scene, curve: Curve) -> list[list[TileScore]]:
    """What was read of the tiles that count, at each step."""
    shots = [curve.shot(scene, step) for step in curve.steps]
    pieces = [shot.pieces() for shot in shots]
    always = set.intersection(*({piece.number for piece in some if _counts(piece)} for some in pieces))
    return [
        [
            answer
            for answer in score_picture(some, reader.read(take(shot)), _EVERY).answers
            if answer.piece.number in always
        ]
        for shot, some in zip(shots, pieces, strict=True)
    ]


def _counts(piece: TruePiece) -> bool:
    return piece.role != "heap" and _EVERY.counts(piece)


def middling_side(pieces: Iterable[TruePiece]) -> float:
    """The side of the middling tile of those that count."""
    return statistics.median([piece.side for piece in pieces if _counts(piece)] or [0.0])


def take(shot: Shot) -> Picture:
    """Take a picture."""
    scene = shot.scene
    light = _composed(replace(scene, sensor=_SENSOR), shot.size[0])
    gain = exposure_gain(scene.sensor, scene.light, light) * 2**shot.stops
    frame = develop(scene.camera, scene.sensor, light, np.random.default_rng(scene.number), gain)
    done, data = cv2.imencode(".jpg", frame[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, scene.sensor.quality])
    assert done
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR_RGB), np.uint8)


@lru_cache(maxsize=2)
def _composed(scene: Scene, width: int) -> Linear:
    """The scene before the camera's sensor, of which many pictures are taken."""
    return compose(scene, width)
