"""Tile styles: the colours of the prints of a set, its body, its gloss and how worn it is.

A set is one draw: all its pieces share it, and its six colours can be told apart. The ranges lie around what was
measured on photographs of two sets, and reach well beyond them.
"""

import colorsys
import math
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from tileye.datasets.scene.all_kinds import KINDS
from tileye.datasets.scene.kinds import TILE, PieceKind

Rgb = tuple[float, float, float]
"""Shares of red, green and blue as screens show them."""

Material = Literal["wood", "plastic"]

# Hue in degrees, saturation and value, from and to.
_RANGES: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "R": ((343, 363), (0.68, 0.95), (0.58, 0.95)),
    "O": ((11, 31), (0.74, 0.97), (0.76, 1.0)),
    "Y": ((46, 65), (0.72, 0.97), (0.74, 1.0)),
    "G": ((100, 166), (0.58, 0.95), (0.34, 0.74)),
    "B": ((199, 224), (0.62, 0.96), (0.55, 1.0)),
    "P": ((256, 294), (0.38, 0.75), (0.46, 0.96)),
    "W": ((0, 360), (0.0, 0.07), (0.84, 1.0)),
}
_APART = 24.0
"""The least distance of two colours of a set, in CIELAB."""


@dataclass(frozen=True, slots=True)
class TileStyle:
    """How the pieces of one set look. Lengths in sides of a tile, roughness from 0 (mirror) to 1 (chalk)."""

    colours: dict[str, Rgb] = field(hash=False)
    material: Material
    height: float
    edge: float
    """Radius of the rounded edges."""
    body: Rgb
    body_roughness: float
    grain: float
    """How much the wood shows."""
    print_scale: float
    print_roughness: float
    print_shift: float
    """Standard deviation of the print from the middle."""
    print_turn: float
    """Standard deviation of the print's angle, in degrees."""
    wear: float
    """How much of prints and edges is rubbed off, 0 to 1."""
    dust: float
    # Left out of its text: the splits and the pack of material are known by the text of the styles of tiles.
    kind: str = field(default=TILE.name, repr=False)

    @property
    def piece(self) -> PieceKind:
        """The kind of its pieces."""
        return KINDS[self.kind]

    @property
    def letters(self) -> str:
        """The six colour letters of the set."""
        return "".join(self.colours)


def draw_tile_style(number: int, kind: PieceKind = TILE) -> TileStyle:
    """Draw a tile style; the same number gives the same style of a kind."""
    random = Random(f"make {number}")
    plastic = random.random() < 0.2
    glossy = random.random() < 0.4
    grey = random.uniform(0.02, 0.16)
    tint = [random.uniform(0.92, 1.08) for _ in range(3)]
    return TileStyle(
        colours=draw_colours(random, "P" if random.random() < 0.6 else "W"),
        material="plastic" if plastic else "wood",
        height=random.uniform(*kind.height),
        edge=random.uniform(0.015, 0.08),
        body=(grey * tint[0], grey * tint[1], grey * tint[2]),
        body_roughness=random.uniform(0.18, 0.45) if glossy else random.uniform(0.45, 0.9),
        grain=0.0 if plastic else random.uniform(0.0, 1.0),
        print_scale=random.uniform(0.9, 1.12),
        print_roughness=random.uniform(0.15, 0.45) if random.random() < 0.5 else random.uniform(0.45, 0.85),
        print_shift=random.uniform(0.0, 0.022),
        print_turn=random.uniform(0.0, 2.0),
        wear=random.random() ** 2,
        dust=random.random() ** 3,
        kind=kind.name,
    )


def lab(colour: Rgb) -> Rgb:
    """Convert to CIELAB, in which distances are as the eye sees them."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def draw_colours(random: Random, sixth: str) -> dict[str, Rgb]:
    """Draw six colours until they can all be told apart; age bleaches them together."""
    while True:
        bleach = random.random() ** 2 * 0.25
        colours = {letter: _bleached(_draw_colour(random, letter), bleach) for letter in f"ROYGB{sixth}"}
        labs = [lab(colour) for colour in colours.values()]
        if all(math.dist(one, other) >= _APART for i, one in enumerate(labs) for other in labs[:i]):
            return colours


def _draw_colour(random: Random, letter: str) -> Rgb:
    hue, saturation, value = (random.uniform(*bounds) for bounds in _RANGES[letter])
    return colorsys.hsv_to_rgb(hue % 360 / 360, saturation, value)


def _bleached(colour: Rgb, share: float) -> Rgb:
    red, green, blue = colour
    return red + (0.8 - red) * share, green + (0.8 - green) * share, blue + (0.78 - blue) * share
