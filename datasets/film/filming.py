"""The camera of a film: frame after frame of a timeline, in chunks that several processes make at once.

Tables at rest are composed once and kept; light adds up, so that changing light is a mixture of pictures. Each frame is
a function of the timeline and its number alone, whoever makes it.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.camera.auto_exposure import FPS, METER_EVERY, exposures, frame_count, sensors
from tileye.datasets.camera.finish import Linear, develop, exposure_gain
from tileye.datasets.camera.motion_blur import camera_streak, streak_hands
from tileye.datasets.compose.composer import compose, compose_over
from tileye.datasets.film.moments import Moment, mixed_light, moment_at
from tileye.datasets.film.timeline import Timeline
from tileye.datasets.scene.hands import Hand
from tileye.datasets.scene.layouts import Piece
from tileye.datasets.scene.plates import Plate
from tileye.datasets.scene.scenes import Scene, Sensor
from tileye.datasets.workers import worker_pool

Frame = NDArray[np.uint8]
"""Rows, columns, red green blue."""

SHUTTER = 1 / 40
"""Seconds for which a frame is exposed."""

_CHUNK = 24
_METER_WIDTH = 160


@dataclass(frozen=True, slots=True)
class FilmRenderer:
    """Where pictures come from: the table at rest in a width, and hands and what they carry over such a picture."""

    base: Callable[[Scene, int], Linear]
    over: Callable[[Scene, Linear, Sequence[Piece], Sequence[Hand], Sequence[Plate]], Linear]


COMPOSED = FilmRenderer(compose, compose_over)


def shoot(timeline: Timeline, *, source: FilmRenderer = COMPOSED, processes: int | None = None) -> Iterator[Frame]:
    """Take all frames of a film, in order, in as many processes as there are cores."""
    balanced, count = sensors(timeline), frame_count(timeline)
    pool = worker_pool(processes)
    try:
        glances = _chunks(range(0, count, METER_EVERY))
        meters = ([balanced[number] for number in numbers] for numbers in glances)
        gains = exposures(timeline, [*itertools.chain(*pool.map(partial(_meter, timeline, source), glances, meters))])
        parts = _chunks(range(count))
        settings = ([(balanced[number], gains[number]) for number in numbers] for numbers in parts)
        for frames in pool.map(partial(_take_all, timeline, source), parts, settings):
            yield from frames
    finally:
        pool.shutdown(cancel_futures=True)


def take(timeline: Timeline, source: FilmRenderer, number: int, sensor: Sensor, gain: float | None) -> Frame:
    """Take one frame; without a gain it is exposed by itself."""
    moment, later = (moment_at(timeline, number / FPS + wait) for wait in (0, SHUTTER))
    table, picture = _seen(source, moment, moment.scene.camera.width)
    if picture is not table:
        picture = streak_hands(moment, later, table, picture)
    motion_px, motion_angle = camera_streak(moment.scene.camera, later.scene.camera)
    sensor = replace(sensor, motion_px=motion_px, motion_angle=motion_angle)
    if gain is None:
        gain = exposure_gain(sensor, mixed_light(moment.lights), picture)
    seed = Random(f"frame {timeline.split} {timeline.seed} {number}").getrandbits(64)
    return develop(moment.scene.camera, sensor, picture, np.random.default_rng(seed), gain)


def _take_all(
    timeline: Timeline, source: FilmRenderer, numbers: range, settings: Sequence[tuple[Sensor, float]]
) -> list[Frame]:
    return [take(timeline, source, number, *setting) for number, setting in zip(numbers, settings, strict=True)]


def _meter(timeline: Timeline, source: FilmRenderer, numbers: range, balanced: Sequence[Sensor]) -> list[float]:
    """The gains that some frames would like to have, from small pictures of them."""
    moments = (moment_at(timeline, number / FPS) for number in numbers)
    return [
        exposure_gain(sensor, mixed_light(moment.lights), _seen(source, moment, _METER_WIDTH)[1])
        for sensor, moment in zip(balanced, moments, strict=True)
    ]


def _seen(source: FilmRenderer, moment: Moment, width: int) -> tuple[Linear, Linear]:
    """The table at rest, and what hands and all they carry make of it: the same picture where there are none."""
    table = _at_rest(source, moment, width)
    if moment.hands or moment.pieces or moment.plates:
        return table, source.over(moment.scene, table, moment.pieces, moment.hands, moment.plates)
    return table, table


def _at_rest(source: FilmRenderer, moment: Moment, width: int) -> Linear:
    """The table in the light of the moment: light adds up, so that two pictures make all between two lights."""
    tables = [(share, _table(source, replace(moment.scene, light=light), width)) for share, light in moment.lights]
    if len(tables) == 1:
        return tables[0][1]
    (share, one), (other_share, other) = tables
    return cv2.addWeighted(one, share, other, other_share, 0)


@lru_cache(maxsize=4)
def _table(source: FilmRenderer, scene: Scene, width: int) -> Linear:
    return source.base(scene, width)


def _chunks(numbers: range) -> list[range]:
    return [numbers[start : start + _CHUNK] for start in range(0, len(numbers), _CHUNK)]
