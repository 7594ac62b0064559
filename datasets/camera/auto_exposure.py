"""What a camera makes of changing light: how its exposure and its white balance run on while a film is taken."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from tileye.datasets.film.moments import lights_at
from tileye.datasets.film.timeline import Timeline
from tileye.datasets.scene.scenes import Light, Sensor

FPS = 15
METER_EVERY = 3
"""The brightness is metered once in so many frames."""

_FOLLOWED = 0.85
"""How much of a change of colour white balance takes back."""


def frame_count(timeline: Timeline) -> int:
    """How many frames a film has."""
    return round(timeline.seconds * FPS)


def sensors(timeline: Timeline) -> list[Sensor]:
    """The sensor at each frame: white balance follows the light over seconds, and hunts a little."""
    random = Random(f"white balance {timeline.split} {timeline.seed}")
    warmth = [_warmth(lights_at(timeline, number / FPS)) for number in range(frame_count(timeline))]
    followed = lagged([_FOLLOWED * (now - warmth[0]) for now in warmth], random.uniform(1.5, 4.0))
    kelvin_hunt, tint_hunt = _hunting(random, 0.012), _hunting(random, 0.006)
    return [
        replace(
            timeline.sensor,
            white_kelvin=timeline.sensor.white_kelvin * math.exp(change + kelvin_hunt(number / FPS)),
            tint=timeline.sensor.tint + tint_hunt(number / FPS),
        )
        for number, change in enumerate(followed)
    ]


def exposures(timeline: Timeline, metered: Sequence[float]) -> list[float]:
    """The gain at each frame, from those that were metered now and then; the exposure lags behind them."""
    random = Random(f"exposure {timeline.split} {timeline.seed}")
    wanted = [math.log(metered[number // METER_EVERY]) for number in range(frame_count(timeline))]
    return [math.exp(gain) for gain in lagged(wanted, random.uniform(0.35, 0.9))]


def lagged(values: Sequence[float], seconds: float) -> list[float]:
    """Follow values, one to a frame, as slowly as a first-order filter of so many seconds does."""
    share, here, followed = 1 - math.exp(-1 / (FPS * seconds)), values[0], []
    for value in values:
        here += share * (value - here)
        followed.append(here)
    return followed


def _warmth(lights: Sequence[tuple[float, Light]]) -> float:
    """The logarithm of the mean temperature of all light, weighted by brightness."""
    parts = [(share * light.ambient, light.ambient_kelvin) for share, light in lights]
    parts += [(share * lamp.power, lamp.kelvin) for share, light in lights for lamp in light.lamps]
    return sum(weight * math.log(kelvin) for weight, kelvin in parts) / sum(weight for weight, _ in parts)


def _hunting(random: Random, most: float) -> Callable[[float], float]:
    """A slow, small wavering that never comes to rest."""
    waves = [(random.uniform(0.2, 0.9), random.uniform(0, math.tau)) for _ in range(3)]
    return lambda at: most / 3 * sum(math.sin(speed * at + phase) for speed, phase in waves)
