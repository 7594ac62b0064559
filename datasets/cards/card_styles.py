"""Card styles: how the faces and backs of a deck look.

What the cards of the game look like is not known, so a style is drawn from all that is usual: any ground, with or
without frame, symbols large, or small in the corners, or both, with or without letters and numbers. Lengths on a card
are in its widths, the origin is its middle, x to the right and y up; sizes of cards are in sides of a tile.
"""

import colorsys
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from tileye.datasets.scene.tile_styles import Rgb, draw_colours, lab

TILE_MM = 25.0
"""The side of a tile."""
_CONTRAST = 26.0
"""The least distance of a symbol from what is behind it, in CIELAB, without an outline."""

Label = Literal["none", "shape digit", "colour digit", "letter", "both"]
BackPattern = Literal["plain", "stripes", "checks", "dots", "diamonds", "rings", "symbols", "logo"]
Frame = Literal["none", "line", "border", "double", "corners"]


@dataclass(frozen=True, slots=True)
class Symbol:
    """Where a symbol is printed on a card; its size is the side of a square around it."""

    x: float
    y: float
    size: float
    turned: bool
    """Upside down."""
    index: bool
    """Small and near a corner, with a label if the style has any."""


@dataclass(frozen=True, slots=True)
class CardStyle:
    """How the cards of one deck look. Roughness runs from 0 (mirror) to 1 (chalk)."""

    number: int
    width: float
    aspect: float
    """Height beside the width."""
    corner: float
    """The radius of the corners, in widths."""
    colours: dict[str, Rgb] = field(hash=False)
    ground: Rgb | None
    """None where each card has the colour of its symbol."""
    ground_end: Rgb | None
    """What the ground fades into from top to bottom."""
    frame: Frame
    frame_colour: Rgb | None
    """None where each card's frame has the colour of its symbol."""
    frame_width: float
    big: float
    """The size of the symbol in the middle; 0 without one."""
    pair: bool
    """Two symbols above each other in place of the one in the middle."""
    index: float
    """The size of the symbols in the corners; 0 without any."""
    index_corners: Literal[2, 4]
    index_inset: float
    label: Label
    label_font: int
    panel: Rgb | None
    """The colour of a square with round corners behind each symbol, as if it were a tile."""
    outline: Rgb | None
    outline_width: float
    ink: Rgb | None
    """The colour of all symbols, where the ground tells the colour."""
    shading: float
    shape_scale: float
    shape_turn: float
    roughness: float
    sleeve: float
    """How far a sleeve reaches beyond the card, in its widths; 0 without one."""
    wear: float
    bend: float
    """By how much ends rise, in sides of a tile."""
    back: BackPattern
    back_colours: tuple[Rgb, Rgb, Rgb]
    back_border: float

    @property
    def height(self) -> float:
        """Of a card, in sides of a tile."""
        return self.width * self.aspect

    @property
    def letters(self) -> str:
        """The six colour letters of the deck."""
        return "".join(self.colours)

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """Where symbols are printed, those in the corners first."""
        return tuple(self._symbols())

    def _symbols(self) -> Iterator[Symbol]:
        if self.index:
            x, y = 0.5 - self.index_inset, self.aspect / 2 - self.index_inset
            yield Symbol(-x, y, self.index, turned=False, index=True)
            yield Symbol(x, -y, self.index, turned=True, index=True)
            if self.index_corners == 4:
                yield Symbol(x, y, self.index, turned=False, index=True)
                yield Symbol(-x, -y, self.index, turned=True, index=True)
        if self.big and self.pair:
            yield Symbol(0, self.aspect / 4, self.big, turned=False, index=False)
            yield Symbol(0, -self.aspect / 4, self.big, turned=True, index=False)
        elif self.big:
            yield Symbol(0, 0, self.big, turned=False, index=False)


def draw_card_style(number: int) -> CardStyle:
    """Draw a card style; the same number gives the same style."""
    random = Random(f"card style {number}")
    aspect = 1.0 if random.random() < 0.12 else random.uniform(1.15, 1.6)
    own_ground = random.random() < 0.05
    ground = None if own_ground else _draw_ground(random)
    white = not own_ground and _is_dull(ground) and random.random() < 0.22
    colours = draw_colours(random, "W" if white else "P")
    panel = _draw_panel(random) if not own_ground and random.random() < 0.24 else None
    big, pair, index, corners = _draw_arrangement(random, aspect)
    behind = panel or ground
    outline = _draw_outline(random, behind, colours)
    glossy, sleeved = random.random() < 0.45, random.random() < 0.2
    return CardStyle(
        number=number,
        width=random.uniform(44, 70) / TILE_MM,
        aspect=aspect,
        corner=random.uniform(0.015, 0.13),
        colours=colours,
        ground=ground,
        ground_end=_draw_end(random, ground) if ground and random.random() < 0.2 else None,
        frame=random.choice(("none", "none", "line", "border", "border", "double", "corners")),
        frame_colour=None if not own_ground and random.random() < 0.3 else _draw_ground(random),
        frame_width=random.uniform(0.012, 0.085),
        big=big,
        pair=pair,
        index=index,
        index_corners=corners,
        index_inset=index * random.uniform(0.56, 0.75) + random.uniform(0.03, 0.08),
        label=random.choice(("none", "none", "none", "shape digit", "colour digit", "letter", "both")),
        label_font=random.choice((0, 2, 3, 4, 7)),
        panel=panel,
        outline=outline,
        outline_width=random.uniform(0.012, 0.05),
        ink=random.choice(((0.97, 0.97, 0.96), (0.05, 0.05, 0.06))) if own_ground else None,
        shading=random.uniform(0, 0.5) if random.random() < 0.35 else 0.0,
        shape_scale=random.uniform(0.88, 1.12),
        shape_turn=random.gauss(0, 1.0),
        roughness=random.uniform(0.12, 0.35) if glossy else random.uniform(0.35, 0.85),
        sleeve=random.uniform(0.015, 0.04) if sleeved else 0.0,
        wear=random.random() ** 2,
        bend=abs(random.gauss(0, 0.06)) if random.random() < 0.6 else 0.0,
        back=random.choice(("plain", "stripes", "checks", "dots", "diamonds", "rings", "symbols", "symbols", "logo")),
        back_colours=(_draw_colour(random), _draw_colour(random), _draw_colour(random)),
        back_border=random.choice((0.0, random.uniform(0.03, 0.1))),
    )


def _draw_arrangement(random: Random, aspect: float) -> tuple[float, bool, float, Literal[2, 4]]:
    """Draw how large the symbol in the middle is, whether there are two, how large those in the corners, how many."""
    kind = random.random()
    corners: Literal[2, 4] = 2 if random.random() < 0.6 else 4
    index = random.uniform(0.15, 0.3)
    if kind < 0.3:
        return random.uniform(0.55, 0.92), False, 0.0, corners
    if kind < 0.45:
        return 0.0, False, random.uniform(0.2, 0.36), corners
    if kind < 0.55 and aspect > 1.25:
        return random.uniform(0.32, 0.4) * aspect, True, 0.0, corners
    # The symbols must not touch each other.
    return min(random.uniform(0.35, 0.75), 2 * math.hypot(0.45, aspect / 2 - 0.05) - 3.2 * index), False, index, corners


def _draw_ground(random: Random) -> Rgb:
    kind = random.random()
    if kind < 0.36:
        white = random.uniform(0.88, 0.99)
        return white, white * random.uniform(0.96, 1.0), white * random.uniform(0.88, 1.0)
    if kind < 0.64:
        black = random.uniform(0.02, 0.14)
        return black, black, black * random.uniform(0.9, 1.3)
    if kind < 0.76:
        return (random.uniform(0.25, 0.75),) * 3
    return _draw_colour(random)


def _draw_colour(random: Random) -> Rgb:
    saturation = random.uniform(0.1, 0.45) if random.random() < 0.5 else random.uniform(0.3, 0.9)
    return colorsys.hsv_to_rgb(
        random.random(), saturation, random.choice((random.uniform(0.12, 0.45), random.random()))
    )


def _draw_panel(random: Random) -> Rgb:
    return (random.uniform(0.02, 0.12),) * 3 if random.random() < 0.6 else (random.uniform(0.9, 0.99),) * 3


def _draw_end(random: Random, ground: Rgb) -> Rgb:
    share = random.uniform(0.5, 1.4)
    red, green, blue = (min(1.0, value * share + random.uniform(0, 0.05)) for value in ground)
    return red, green, blue


def _is_dull(ground: Rgb | None) -> bool:
    """Whether white symbols on a ground are nothing but white ones."""
    return ground is not None and max(ground) - min(ground) < 0.15 and max(ground) < 0.75


def _draw_outline(random: Random, behind: Rgb | None, colours: dict[str, Rgb]) -> Rgb | None:
    """Symbols have an outline where they would not be seen well without, and sometimes besides."""
    if behind is None:
        return None
    light = sum(behind) > 1.4
    distances = [math.dist(lab(behind), lab(colour)) for colour in colours.values()]
    if min(distances) < _CONTRAST or random.random() < 0.25:
        return (random.uniform(0.0, 0.12),) * 3 if light else (random.uniform(0.88, 1.0),) * 3
    return None
