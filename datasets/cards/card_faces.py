"""The faces and backs of cards, painted."""

import math
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.cards.card_styles import CardStyle, Symbol
from tileye.datasets.scene.kinds import TILE
from tileye.datasets.scene.surfaces import cloudy
from tileye.datasets.scene.tile_styles import Rgb
from tileye.rules.tiles import COLOURS, SHAPES, Tile

Bytes = NDArray[np.uint8]
Floats = NDArray[Any]

_FINE = 2
"""Faces are drawn so many times larger and then averaged."""
_SHIFT = 4


@dataclass(frozen=True, slots=True)
class CardFace:
    """The face of a card; its back where there is no card."""

    style: CardStyle
    card: Tile | None

    def paint(self, width: int, height: int) -> Bytes:
        """Paint it, red green blue."""
        return _paint(self.style, self.card, width, height)


@lru_cache(maxsize=128)
def _paint(style: CardStyle, card: Tile | None, width: int, height: int) -> Bytes:
    canvas = _Canvas(style, width * _FINE, height * _FINE)
    if card is None:
        _paint_back(canvas, style)
    else:
        _paint_face(canvas, style, card)
    if style.sleeve:
        canvas.haze(style)
    small = cv2.resize(canvas.picture, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(_worn(style, card, small), 0, 1) * 255, np.uint8)


class _Canvas:
    """A card that is being drawn; places in widths of a card from its middle, y up."""

    def __init__(self, style: CardStyle, width: int, height: int) -> None:
        # A sleeve reaches beyond the card on all sides.
        self.scale = width / (1 + 2 * style.sleeve)
        self.middle = (width / 2, height / 2)
        self.picture: Floats = np.zeros((height, width, 3), np.float32)

    def fill(self, colour: Rgb, end: Rgb | None = None) -> None:
        """Fill it, fading into another colour downwards."""
        rows = np.linspace(0, 1, self.picture.shape[0], dtype=np.float32)[:, None, None]
        start, stop = np.array(colour, np.float32), np.array(end or colour, np.float32)
        self.picture[:] = start + (stop - start) * rows

    def polygon(self, points: Floats, colour: Rgb) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self.picture, [self._pixels(points)], colour, cv2.LINE_8, _SHIFT)

    def line(self, points: Floats, colour: Rgb, width: float) -> None:
        """Draw a closed line."""
        thick = max(1, round(width * self.scale))
        cv2.polylines(self.picture, [self._pixels(points)], True, colour, thick, cv2.LINE_8, _SHIFT)

    def text(self, words: str, x: float, y: float, size: float, font: int, colour: Rgb, *, turned: bool) -> None:
        """Write around a place, upside down if it is turned."""
        pixels, thick = size * self.scale, max(1, round(size * self.scale * 0.12))
        scale = pixels / 22
        (wide, high), _ = cv2.getTextSize(words, font, scale, thick)
        if min(wide, high) < 3:
            return
        mask = np.zeros((high + 2 * thick + 2, wide + 2 * thick + 2), np.uint8)
        cv2.putText(mask, words, (thick, high + thick), font, scale, 255, thick)
        if turned:
            mask = np.asarray(mask[::-1, ::-1])
        left = round(self.middle[0] + x * self.scale - mask.shape[1] / 2)
        top = round(self.middle[1] - y * self.scale - mask.shape[0] / 2)
        part = self.picture[max(0, top) : top + mask.shape[0], max(0, left) : left + mask.shape[1]]
        seen = mask[max(0, -top) :, max(0, -left) :][: part.shape[0], : part.shape[1]]
        part[seen > 0] = colour

    def haze(self, style: CardStyle) -> None:
        """What a sleeve does: the rim is clear foil, everything a little paler."""
        rim = round(style.sleeve * self.scale)
        high, wide = self.picture.shape[:2]
        inner = self.picture[rim : high - rim, rim : wide - rim]
        inner[:] = inner * 0.94 + 0.05
        for side in (np.s_[:rim], np.s_[high - rim :], np.s_[:, :rim], np.s_[:, wide - rim :]):
            self.picture[side] = self.picture[side] * 0.4 + 0.35

    def _pixels(self, points: Floats) -> NDArray[np.int32]:
        placed = np.asarray(points, np.float64) * (1, -1) * self.scale + self.middle
        return np.asarray(np.round(placed * 2**_SHIFT), np.int32)


def rounded(x: float, y: float, wide: float, high: float, corner: float) -> Floats:
    """A rectangle with round corners around a place."""
    inner_x, inner_y = wide / 2 - corner, high / 2 - corner
    quarters = ((inner_x, inner_y, 0), (-inner_x, inner_y, 1), (-inner_x, -inner_y, 2), (inner_x, -inner_y, 3))
    return np.array(
        [
            (
                x + cx + corner * math.cos(math.pi / 2 * (q + t / 4)),
                y + cy + corner * math.sin(math.pi / 2 * (q + t / 4)),
            )
            for cx, cy, q in quarters
            for t in range(5)
        ]
    )


def _paint_face(canvas: _Canvas, style: CardStyle, card: Tile) -> None:
    own = style.colours[card[1]]
    canvas.fill(style.ground or own, style.ground_end)
    _paint_frame(canvas, style, style.frame_colour or own)
    for symbol in style.symbols:
        _paint_symbol(canvas, style, card, symbol)


def _paint_frame(canvas: _Canvas, style: CardStyle, colour: Rgb) -> None:
    wide, high, thick = 1.0, style.aspect, style.frame_width
    match style.frame:
        case "line" | "double":
            for inset in (0.03,) if style.frame == "line" else (0.025, 0.055):
                canvas.line(rounded(0, 0, wide - 2 * inset, high - 2 * inset, 0.06), colour, 0.3 * thick + 0.006)
        case "border":
            inner = canvas.picture.copy()
            canvas.fill(colour)
            mask = np.zeros(inner.shape[:2], np.uint8)
            outline = canvas._pixels(rounded(0, 0, wide - 2 * thick, high - 2 * thick, 0.06))
            cv2.fillPoly(mask, [outline], 1, cv2.LINE_8, _SHIFT)
            canvas.picture[mask > 0] = inner[mask > 0]
        case "corners":
            for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1)):
                place = rounded(x * wide / 2, y * high / 2, 4 * thick, 4 * thick, 2 * thick)
                canvas.polygon(place, colour)
        case _:
            pass


def _paint_symbol(canvas: _Canvas, style: CardStyle, card: Tile, symbol: Symbol) -> None:
    x, y, size, colour = symbol.x, symbol.y, symbol.size, style.ink or style.colours[card[1]]
    if style.panel:
        canvas.polygon(rounded(x, y, 1.08 * size, 1.08 * size, 0.12 * size), style.panel)
        size *= 0.9
    outline = _outline(style, card[0], turned=symbol.turned)
    if style.outline:
        canvas.polygon(_grown(outline, style.outline_width + 0.03) * size + (x, y), style.outline)
    canvas.polygon(outline * size + (x, y), colour)
    if style.shading:
        _shade(canvas, outline * size + (x, y), style.shading)
    if symbol.index and style.label != "none":
        _paint_label(canvas, style, card, symbol)


def _paint_label(canvas: _Canvas, style: CardStyle, card: Tile, symbol: Symbol) -> None:
    digit, place = SHAPES.index(card[0]) + 1, COLOURS.index(card[1]) + 1
    words = {
        "shape digit": str(digit),
        "colour digit": str(place),
        "letter": card[1],
        "both": f"{card[1]}{digit}",
    }[style.label]
    towards = -1 if symbol.y > 0 else 1
    colour = style.ink or style.colours[card[1]]
    if style.ground and style.number % 3 == 0:
        colour = (0.06, 0.06, 0.06) if sum(style.ground) > 1.4 else (0.95, 0.95, 0.95)
    away = symbol.y + towards * 0.95 * symbol.size
    canvas.text(words, symbol.x, away, 0.7 * symbol.size, style.label_font, colour, turned=symbol.turned)


@lru_cache(maxsize=256)
def _shape(shape: str) -> Floats:
    return np.array(TILE.prints[shape]())


def _outline(style: CardStyle, shape: str, *, turned: bool) -> Floats:
    """A symbol of size 1 around the origin."""
    a = math.radians(style.shape_turn + 180 * turned)
    turn = np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]])
    return np.asarray(_shape(shape) @ turn.T * (1.08 * style.shape_scale), np.float64)


def _grown(outline: Floats, by: float) -> Floats:
    """An outline pushed outwards along its normals."""
    along = np.roll(outline, -1, 0) - np.roll(outline, 1, 0)
    normals = np.stack([along[:, 1], -along[:, 0]], axis=1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-9
    return np.asarray(outline + normals * by, np.float64)


def _shade(canvas: _Canvas, outline: Floats, strength: float) -> None:
    """Let a symbol become darker towards one corner, as drawn ones do."""
    pixels = canvas._pixels(outline)
    low = np.maximum(pixels.min(0) // 2**_SHIFT, 0)
    high = np.minimum(pixels.max(0) // 2**_SHIFT + 1, canvas.picture.shape[1::-1])
    if (high - low).min() < 2:
        return
    mask = np.zeros(tuple((high - low)[::-1]), np.uint8)
    cv2.fillPoly(mask, [pixels - low.astype(np.int32) * 2**_SHIFT], 1, cv2.LINE_8, _SHIFT)
    ramp = np.linspace(0, 1, mask.shape[0])[:, None] + np.linspace(0, 1, mask.shape[1])[None, :]
    part = canvas.picture[low[1] : high[1], low[0] : high[0]]
    part *= (1 - 0.5 * strength * ramp * mask)[..., None].astype(np.float32)


def _paint_back(canvas: _Canvas, style: CardStyle) -> None:
    first, second, third = style.back_colours
    random = Random(f"back {style.number}")
    canvas.fill(first)
    high = style.aspect
    step = random.uniform(0.06, 0.25)
    places = [(x * step, y * step) for y in range(-int(high / step), int(high / step) + 1) for x in range(-9, 10)]
    match style.back:
        case "stripes":
            for number in range(-30, 31, 2):
                x, lean = number * step / 2, random.choice((0, 1)) * high
                canvas.polygon(_band(x, step / 2, high, lean), second)
        case "checks":
            for x, y in places:
                if round(x / step + y / step) % 2:
                    canvas.polygon(rounded(x, y, step, step, 0.001), second)
        case "dots" | "diamonds":
            turned = style.back == "diamonds"
            for x, y in places:
                shape = _shape("3") if turned else _shape("1")
                canvas.polygon(shape * step * 0.8 + (x, y), second if round(x / step) % 2 else third)
        case "rings":
            for number in range(9, 0, -1):
                canvas.polygon(_shape("1") * number * step * 1.5, (first, second, third)[number % 3])
        case "symbols" | "logo":
            _paint_sprinkled(canvas, style, random)
        case _:
            pass
    if style.back == "logo" or random.random() < 0.25:
        canvas.polygon(rounded(0, 0, 0.8, 0.3, 0.1), second)
        canvas.text(random.choice(("SIX", "COLOR", "GAME", "FUN 6")), 0, 0, 0.3, 4, third, turned=False)
    if style.back_border:
        inner, kept = canvas.picture.copy(), style.back_border
        canvas.fill((0.95, 0.95, 0.93))
        rim = round(kept * canvas.scale)
        high_px, wide_px = inner.shape[:2]
        place = np.s_[rim : high_px - rim, rim : wide_px - rim]
        canvas.picture[place] = inner[place]


def _band(x: float, wide: float, high: float, lean: float) -> Floats:
    return np.array(
        [(x - wide / 2, -high), (x + wide / 2, -high), (x + wide / 2 + lean, high), (x - wide / 2 + lean, high)]
    )


def _paint_sprinkled(canvas: _Canvas, style: CardStyle, random: Random) -> None:
    """Backs often show the symbols of the game, many and in all colours."""
    colours = list(style.colours.values())
    count = random.randint(4, 18)
    for number in range(count):
        turn = 2 * math.pi * number / count
        if style.back == "symbols" and random.random() < 0.5:
            x, y = random.uniform(-0.45, 0.45), random.uniform(-0.5, 0.5) * style.aspect
        else:
            x, y = 0.33 * math.cos(turn), 0.33 * style.aspect * math.sin(turn)
        shape = _shape(SHAPES[number % len(SHAPES)])
        canvas.polygon(shape * random.uniform(0.12, 0.22) + (x, y), colours[random.randrange(len(colours))])


def _worn(style: CardStyle, card: Tile | None, picture: Floats) -> Floats:
    """Rub the rim white, and print a little unevenly."""
    rng = np.random.default_rng(abs(style.number) * 64 + (0 if card is None else 1 + COLOURS.index(card[1])))
    high, wide = picture.shape[:2]
    shade = 1 + 0.012 * cv2.resize(cloudy(rng, 64, 20, 20), (wide, high))[..., None]
    if style.wear < 0.15:
        return np.asarray(picture * shade, np.float32)
    y = 0.5 - np.abs((np.arange(high) + 0.5) / high - 0.5)
    x = 0.5 - np.abs((np.arange(wide) + 0.5) / wide - 0.5)
    rim = np.minimum(y[:, None] * style.aspect, x[None, :])
    spots = cv2.resize(cloudy(rng, 64, 12, 12, 0.6), (wide, high))
    share = np.clip(1 - rim / (0.012 + 0.02 * style.wear), 0, 1) * np.clip(0.5 + 0.6 * spots, 0, 1) * style.wear
    return np.asarray(picture * shade * (1 - share[..., None]) + 0.8 * share[..., None], np.float32)
