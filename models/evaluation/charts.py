"""Pictures for the model card: the confusion matrix with small tiles at its sides, and curves as small multiples."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.datasets.scene.kinds import TILE
from tileye.rules.tiles import COLOURS, SHAPES, Tile
from tileye.vision.images.pictures import Picture

_RGB = {
    "R": (220, 40, 50),
    "O": (245, 130, 32),
    "Y": (255, 214, 10),
    "G": (45, 170, 70),
    "B": (40, 130, 230),
    "P": (135, 80, 190),
    "W": (245, 245, 245),
}
_ORDER: tuple[Tile, ...] = tuple(shape + colour for colour in COLOURS for shape in SHAPES)
_CELL, _MARGIN, _TOP = 24, 30, 52
_FINE = 4
_GREEN, _RED = (46, 140, 80), (205, 30, 40)
_INK, _LINE, _SIX = (40, 40, 40), (228, 228, 228), (150, 150, 150)
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def confusion_picture(counts: Iterable[tuple[Tile, Tile, int]]) -> Picture:
    """Draw what each tile (rows) was read as (columns): right ones green, wrong ones red, by shares of the row."""
    matrix = np.zeros((len(_ORDER), len(_ORDER)), int)
    for true, read, count in counts:
        matrix[_ORDER.index(true), _ORDER.index(read)] = count
    length = len(_ORDER) * _CELL
    picture = np.full((_TOP + length + 8, _MARGIN + length + 8, 3), 255, np.uint8)
    text = "true tile: rows; read as: columns; tiles that were found"
    cv2.putText(picture, text, (_MARGIN, 16), _FONT, 0.45, _INK, 1, cv2.LINE_AA)
    for number, tile in enumerate(_ORDER):
        _paste(picture, _icon(tile), 4, _TOP + number * _CELL)
        _paste(picture, _icon(tile), _MARGIN + number * _CELL, _TOP - _CELL - 2)
    for row, column in np.argwhere(matrix).tolist():
        _draw_cell(picture, row, column, int(matrix[row, column]), matrix[row, column] / matrix[row].sum())
    _draw_grid(picture, length)
    return picture


def _draw_cell(picture: Picture, row: int, column: int, count: int, share: float) -> None:
    left, top = _MARGIN + column * _CELL, _TOP + row * _CELL
    # Single mistakes among thousands are to be seen, too.
    depth = share if row == column else 0.35 + 0.65 * share**0.5
    colour = np.array(_GREEN if row == column else _RED) * depth + 255 * (1 - depth)
    picture[top : top + _CELL, left : left + _CELL] = colour.astype(np.uint8)
    text = str(count) if count < 1000 else f"{count / 1000:.0f}k"
    (wide, high), _ = cv2.getTextSize(text, _FONT, 0.3, 1)
    place = (left + (_CELL - wide) // 2, top + (_CELL + high) // 2)
    ink = (255, 255, 255) if depth > 0.5 else _INK
    cv2.putText(picture, text, place, _FONT, 0.3, ink, 1, cv2.LINE_AA)


def _draw_grid(picture: Picture, length: int) -> None:
    for number in range(len(_ORDER) + 1):
        colour = _LINE if number % len(SHAPES) else _SIX
        at = number * _CELL
        cv2.line(picture, (_MARGIN + at, _TOP), (_MARGIN + at, _TOP + length), colour)
        cv2.line(picture, (_MARGIN, _TOP + at), (_MARGIN + length, _TOP + at), colour)


def _icon(tile: Tile) -> Picture:
    """A small tile."""
    size = (_CELL - 2) * _FINE
    icon = np.full((size, size, 3), 22, np.uint8)
    outline = np.array(TILE.prints[tile[0]]()) * (1, -1) * size * 0.98 + size / 2
    cv2.fillPoly(icon, [np.round(outline).astype(np.int32)], _RGB[tile[1]])
    return np.asarray(cv2.resize(icon, None, fx=1 / _FINE, fy=1 / _FINE, interpolation=cv2.INTER_AREA), np.uint8)


def _paste(picture: Picture, part: NDArray[np.uint8], left: int, top: int) -> None:
    picture[top : top + part.shape[0], left : left + part.shape[1]] = part


_WIDE, _HIGH = 242, 150
_PLOT = (38, 26, 222, 118)
"""Where a panel's curve lies: left, top, right, bottom."""
_COLUMNS = 4


def curves_svg(curves: Sequence[Mapping[str, Any]]) -> str:
    """Draw the shares of tiles found (grey) and named right (blue) at each step, one small panel a curve."""
    rows = -(-len(curves) // _COLUMNS)
    wide, high = _COLUMNS * _WIDE, rows * _HIGH
    panels = "\n".join(
        f'<g transform="translate({number % _COLUMNS * _WIDE} {number // _COLUMNS * _HIGH})">\n{_panel(curve)}\n</g>'
        for number, curve in enumerate(curves)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'font-family="sans-serif" font-size="10" fill="#333">\n<rect width="{wide}" height="{high}" fill="#fff"/>\n'
        f"{panels}\n</svg>\n"
    )


def _panel(curve: Mapping[str, Any]) -> str:
    left, top, right, bottom = _PLOT
    steps, tiles = [float(step) for step in curve["steps"]], max(1, curve["tiles"])
    low, high = min(steps), max(steps)

    def across(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    def line(counts: Sequence[int]) -> list[tuple[float, float]]:
        heights = (bottom - (bottom - top) * count / tiles for count in counts)
        return list(zip(map(across, steps), heights, strict=True))

    found, right_ones = line(curve["found"]), line(curve["right"])
    middle = steps[len(steps) // 2]
    return "\n".join(
        [
            f'<text x="{left}" y="16" font-size="12">{escape(curve["name"])}</text>',
            *_scale(),
            *(
                f'<text x="{across(step):.1f}" y="{bottom + 13}" text-anchor="middle">{step:g}</text>'
                for step in (low, middle, high)
            ),
            f'<text x="{(left + right) / 2}" y="{bottom + 25}" text-anchor="middle" fill="#777">'
            f"{escape(curve['unit'])}</text>",
            _drawn(found, "#b0bec5", 1.2),
            _drawn(right_ones, "#1565c0", 1.6),
            *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="#1565c0"/>' for x, y in right_ones),
        ]
    )


def _drawn(places: Iterable[tuple[float, float]], colour: str, width: float) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def _scale() -> Iterator[str]:
    """Lines at 0, 50 and 100 percent."""
    left, top, right, bottom = _PLOT
    for share in (0, 50, 100):
        y = bottom - (bottom - top) * share / 100
        yield f'<line x1="{left}" y1="{y}" x2="{right}" y2="{y}" stroke="#ddd"/>'
        yield f'<text x="{left - 4}" y="{y + 3}" text-anchor="end">{share} %</text>'
