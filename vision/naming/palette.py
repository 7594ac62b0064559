"""The colours of a picture, decided together: what the tiles of one picture have in common tells the light.

A net names each tile by itself. Red and orange, blue and purple are close, and which is which depends on the lamp; but
in one picture all tiles of a colour look alike. So the tiles are gathered around a middle for each colour, begun from
what the net believes, and each tile's belief is weighed with how far it lies from the middles.
"""

import numpy as np
from numpy.typing import NDArray

from tileye.rules.tiles import COLOURS, SHAPES
from tileye.vision.naming.sharpness import with_blur_minded

Chances = NDArray[np.float64]
Crops = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Real = NDArray[np.float64]

_ROUNDS = 6
_UNKNOWN_WEIGHT = 0.1
"""As how many known tiles one counts whose colour is only believed: several alike mislead each other."""
_TRUST = 0.35
"""How much looks count beside what the net believes."""
_COLOUR_STATISTICS = {
    "R": ((2.04, 0.63, -0.23), (0.61, 0.40, 0.27)),
    "O": ((1.18, -0.88, 0.04), (0.40, 0.48, 0.20)),
    "Y": ((-0.22, -2.23, 0.42), (0.19, 0.65, 0.23)),
    "G": ((-1.87, -0.91, -0.82), (0.62, 0.54, 0.43)),
    "B": ((-1.51, 1.31, -0.15), (0.57, 0.44, 0.33)),
    "P": ((0.68, 1.80, -0.11), (0.43, 0.61, 0.42)),
    "W": ((-0.29, 0.28, 0.85), (0.13, 0.26, 0.22)),
}
"""How colours look beside each other in the light of a picture, and how far tile styles stray from that.

Measured by `models/colour_statistics.py`.
"""
_COLOUR_MEANS, _COLOUR_SPREADS = (np.array([_COLOUR_STATISTICS[letter][part] for letter in COLOURS]) for part in (0, 1))
_LIGHT = np.array([0.7, 0.7, 1.0])
"""How far light moves looks, before any tile was seen."""
_LEAST_SPREAD = np.array([0.10, 0.12, 0.12])
"""Tiles of a colour differ by so much at least, as logarithms: shadows, wear and noise see to that."""
_SHINE = 0.7
"""How much of the light on the body is taken off the print: bodies are not quite black."""
_NOT_ALONE = 0.8
"""Of colours with so many other tiles the spread is known."""
_HARDLY = 1e-6
_GREY, _MANY_SHADES = 1.5, 0.2
"""Pictures without colour: levels that colours differ by on the average, and how far brightness strays."""
_LINEAR = (np.arange(256) / 255.0) ** 2.2
_FLOOR = 0.008
"""Light below which noise and glare decide, in shares of white."""
_MOST_AWAY = 24.0
"""A tile far from all colours, as under a glare, is not torn to the least far one: a squared distance in spreads."""
_SURELY = 0.02
"""No tile speaks louder for a colour than if it were another one so seldom."""
_BLEACHED = _LINEAR[215]
"""Prints of which even the darkest colour is brighter look white, whatever they are..."""
_GLARED = 0.3
"""... where bodies are brighter than the middling one by so much, as a logarithm: else the whole picture is bright."""
_CLEARLY = 3.0
"""So much more, in nats, must speak for purple than for white, or the other way round, to rule the other out."""
DECISIVE = 3.0
"""Purple or white is the sixth colour of the set where so many times more tiles have it than the other."""


def decided_together(crops: Crops, chances: Chances, known: Flags | None = None) -> Chances:
    """Weigh the beliefs about all tiles of a picture against each other: one row for each crop, as before.

    Where some are `known`, they tell the colours and the light, and the others hardly do.
    """
    if len(crops) == 0:
        return chances
    heard = np.where(known, 1.0, _UNKNOWN_WEIGHT) if known is not None and known.any() else np.ones(len(crops))
    split = with_blur_minded(crops, chances.reshape(len(crops), len(SHAPES), len(COLOURS))) * _sixth(chances)
    split /= split.sum(axis=(1, 2), keepdims=True)
    prints, black = _prints(crops), bodies(crops)
    believed, seen = split.sum(axis=1), _looks(prints, black)
    if _without_colour(crops, seen):
        return np.asarray(np.repeat(split.mean(axis=2), len(COLOURS), axis=1))
    weighed = _weighed(seen, believed, heard, _bleached(prints, black))
    split *= (weighed / np.maximum(believed, 1e-12))[:, None, :]
    return np.asarray(split.reshape(chances.shape))


def looks(crops: Crops) -> Real:
    """How each print looks: red and blue beside green, and its brightness, as logarithms."""
    return _looks(_prints(crops), bodies(crops))


def _prints(crops: Crops) -> Real:
    """The light of the middle of each print."""
    size = crops.shape[1]
    middle = np.s_[:, size // 2 - size // 14 : size // 2 + size // 14, size // 2 - size // 14 : size // 2 + size // 14]
    return np.asarray(np.median(_light(crops[middle]).reshape(len(crops), -1, 3), axis=1))


def _bleached(prints: Real, black: Real) -> Flags:
    """Which prints a lamp has bleached, that shines on their bodies as well."""
    light = np.log(black.sum(axis=1) + _FLOOR)
    return np.asarray((prints.min(axis=1) >= _BLEACHED) & (light - np.median(light) > _GLARED))


def _looks(prints: Real, black: Real) -> Real:
    # What shines on the black body shines on the print as well.
    ink = prints - _SHINE * np.minimum(black, prints / 2) + _FLOOR
    return np.asarray(np.log(np.stack([ink[:, 0] / ink[:, 1], ink[:, 2] / ink[:, 1], ink.sum(axis=1)], axis=1)))


def bodies(crops: Crops) -> Real:
    """The black of each tile: the darkest of its four corners."""
    size = crops.shape[1]
    near, wide = round(0.14 * size), max(2, round(0.06 * size))
    places = (near, size - near - wide)
    corners = [_light(crops[:, y : y + wide, x : x + wide]).mean(axis=(1, 2)) for y in places for x in places]
    stacked = np.stack(corners, axis=1)
    darkest = stacked.sum(axis=2).argmin(axis=1)
    return np.asarray(stacked[np.arange(len(crops)), darkest])


def _without_colour(crops: Crops, seen: Real) -> bool:
    """Tell grey pictures, whose prints are of many shades all the same."""
    grey = abs(np.diff(crops[:, ::4, ::4].astype(np.int16), axis=3)).mean() < _GREY
    return bool(grey and seen[:, 2].std() > _MANY_SHADES)


def _light(pixels: NDArray[np.uint8]) -> Real:
    return np.asarray(_LINEAR[pixels])


def _sixth(chances: Chances) -> Real:
    """Hardly believe in purple or white where the other one is the sixth colour of the set."""
    believed = chances.reshape(len(chances), len(SHAPES), len(COLOURS)).sum(axis=1)
    against = -np.log(np.maximum(1 - believed, _SURELY)).sum(axis=0)
    keep = np.ones(len(COLOURS))
    for letter, other in ("PW", "WP"):
        if against[COLOURS.index(letter)] > against[COLOURS.index(other)] + _CLEARLY:
            keep[COLOURS.index(other)] = _HARDLY
    return keep


def _weighed(seen: Real, believed: Chances, heard: Real, bleached: Flags) -> Chances:
    """Gather the tiles around a middle for each colour, and weigh beliefs with how well the tiles fit there.

    What is bleached neither tells how colours look nor is told by that.
    """
    shares, heard, trust = believed, np.where(bleached, 0.0, heard), np.where(bleached, 0.0, _TRUST)[:, None]
    for _ in range(_ROUNDS):
        logarithm = np.log(np.maximum(believed, 1e-9)) - 0.5 * trust * _distances(seen, shares * heard[:, None])
        shares = np.exp(logarithm - logarithm.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
    return np.asarray(shares)


def _distances(seen: Real, shares: Chances) -> Real:
    """How badly each tile fits each colour, told by the other tiles: by those of that colour, and by the light."""
    # A tile is no witness to its own colour: what others lend to a middle is all that counts.
    weights = np.maximum(shares.sum(axis=0) - shares, 1e-9)[..., None]
    middles = ((shares.T @ seen)[None] - shares[..., None] * seen[:, None, :]) / weights
    away = seen[:, None, :] - middles
    counted = np.where(weights > _NOT_ALONE, shares[..., None], 0.0)
    spread = np.sqrt((counted * away**2).sum(axis=(0, 1)) / max(1.0, float(counted.sum())))
    within = np.maximum(spread, _LEAST_SPREAD) ** 2
    # What the others tell about the light: each colour's middle lies off its ink by the light and by its tile style.
    told = 1 / (_COLOUR_SPREADS**2 + within / weights)
    firm = told.sum(axis=1) + 1 / _LIGHT**2
    light = ((middles - _COLOUR_MEANS) * told).sum(axis=1) / firm
    usual, stray = _COLOUR_MEANS + light[:, None, :], _COLOUR_SPREADS**2 + 1 / firm[:, None, :]
    # Middle and variance that follow from both, as normal distributions have it.
    sure = weights / within + 1 / stray
    wanted = (middles * weights / within + usual / stray) / sure
    variance = within + 1 / sure
    distance = ((seen[:, None, :] - wanted) ** 2 / variance + np.log(variance)).sum(axis=2)
    return np.asarray(np.minimum(distance, distance.min(axis=1, keepdims=True) + _MOST_AWAY))
