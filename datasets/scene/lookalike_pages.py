"""Painters of pages and of things with keys and screens: magazines, comics, keyboards, phones."""

import itertools
import math
from random import Random

from tileye.datasets.scene.lookalike_boards import Grid, put_mark
from tileye.datasets.scene.printing import (
    FONTS,
    PLAIN_FONTS,
    Colour,
    Picture,
    Sheet,
    any_colour,
    dark,
    mixed,
    paper,
    photo,
    readable,
    strong,
)
from tileye.datasets.scene.symbols import FIGURES, draw_mark

Size = tuple[int, int]
Box = tuple[float, float, float, float]
_LETTERS = "ABCDEGHIKLMNOPRSTU"


def _word(random: Random, least: int = 2, most: int = 9) -> str:
    return "".join(random.choice(_LETTERS) for _ in range(random.randint(least, most)))


def _text(random: Random, sheet: Sheet, box: Box, ink: Colour, height: float) -> None:
    """Fill a box with lines that are too small to be read."""
    left, top, right, bottom = box
    y = top + height
    while y < bottom:
        end, x = (right if random.random() < 0.85 else left + (right - left) * random.uniform(0.2, 0.9)), left
        while x < end - height:
            wide = min(height * random.uniform(1, 5), end - x)
            sheet.line([(x, y), (x + wide, y)], ink, height * 0.45)
            x += wide + height * 0.7
        y += height * 1.8


def magazine(random: Random, size: Size, grid: Grid, margin: float) -> Picture:
    """A page or two of a magazine, a leaflet or a newspaper: pictures, columns, headlines, boxes with numbers."""
    ground = paper(random) if random.random() < 0.8 else any_colour(random)
    sheet, ink = Sheet(size, (float(grid[0]), float(grid[1])), ground), dark(random)
    columns, rows = random.randint(2, 5), random.randint(3, 7)
    wide, high = (grid[0] - 0.6) / columns, (grid[1] - 0.6) / rows
    font, height = random.choice(FONTS), random.uniform(0.09, 0.16)
    kinds = random.choice(
        (("text", "photo", "head", "box"), ("photo", "box"), ("text", "text", "head"), ("squares", "text", "box"))
    )
    for row in range(rows):
        column = 0
        while column < columns:
            span = min(random.choice((1, 1, 1, 2, 3)), columns - column)
            left, top = 0.3 + column * wide, 0.3 + row * high
            box = (left + 0.1, top + 0.1, left + span * wide - 0.1, top + high - 0.1)
            _item(random, sheet, random.choice(kinds), box, ink, font, height)
            column += span
    if random.random() < 0.5:
        sheet.write(
            _word(random, 3, 8),
            grid[0] / 2,
            0.9,
            random.uniform(0.6, 1.1),
            strong(random),
            font,
            0.18,
            widest=grid[0] - 1,
        )
    if random.random() < 0.4:
        sheet.line([(grid[0] / 2, 0), (grid[0] / 2, grid[1])], mixed(ground, (0, 0, 0), 0.35), 0.05)
    return sheet.picture


def _item(random: Random, sheet: Sheet, kind: str, box: Box, ink: Colour, font: int, height: float) -> None:
    """Print one thing on a page."""
    left, top, right, bottom = box
    middle = (left + right) / 2, (top + bottom) / 2
    if kind == "text":
        _text(random, sheet, box, ink, height)
    elif kind == "photo":
        sheet.paste(photo(random, random.randint(2, 6)), *box)
    elif kind == "head":
        tall = random.uniform(0.25, 0.6)
        sheet.write(_word(random, 4, 12), middle[0], top + tall, tall, random.choice((ink, strong(random))), font, 0.16,
                    widest=right - left)  # fmt: skip
        _text(random, sheet, (left, top + 2 * tall, right, bottom), ink, height)
    elif kind == "squares":
        side = random.uniform(0.6, 1.3)
        for i in range(int((right - left) / (side * 1.15))):
            at, fill = left + i * side * 1.15, random.choice((dark(random), strong(random), paper(random)))
            sheet.box(at, top, at + side, top + side, fill, random.choice((0.0, 0.1)))
            put_mark(
                sheet, draw_mark(random), at + side / 2, top + side / 2, side * 0.45, readable(random, fill), font, 0.14
            )
        _text(random, sheet, (left, top + side + 0.2, right, bottom), ink, height)
    else:
        fill = any_colour(random)
        sheet.box(*box, fill, random.choice((0.0, 0.15)))
        if random.random() < 0.5:
            tall = min(1.2, (bottom - top) * 0.5)
            price = random.choice(
                (f"{random.randint(1, 99)}", f"{random.randint(1, 9)}.{random.randint(10, 99)}", draw_mark(random))
            )
            put_mark(sheet, price, *middle, tall, readable(random, fill), font, 0.18)
        else:
            inner = (left + 0.2, top + 0.2, right - 0.2, bottom - 0.2)
            _text(random, sheet, inner, readable(random, fill), height)


def comic(random: Random, size: Size, grid: Grid, margin: float) -> Picture:
    """Framed pictures with figures and balloons."""
    sheet = Sheet(size, (float(grid[0]), float(grid[1])), paper(random))
    rows, line = random.randint(3, 6), random.uniform(0.03, 0.08)
    high = (grid[1] - 0.5) / rows
    for row in range(rows):
        cuts = sorted(random.uniform(0.2, 0.8) for _ in range(random.randint(0, 3)))
        edges = [0.0, *(cut for i, cut in enumerate(cuts) if not i or cut - cuts[i - 1] > 0.15), 1.0]
        for start, end in itertools.pairwise(edges):
            left, right = (0.3 + share * (grid[0] - 0.6) for share in (start, end))
            top, bottom = 0.3 + row * high, 0.15 + (row + 1) * high
            fill = any_colour(random)
            sheet.box(left + 0.07, top, right - 0.07, bottom, fill)
            for _ in range(random.randint(1, 4)):
                x, y = random.uniform(left + 0.4, right - 0.4), random.uniform(top + 0.5, bottom - 0.3)
                tint, figure, tall = readable(random, fill), random.choice(FIGURES), high * random.uniform(0.3, 0.7)
                sheet.symbol(figure, x, y, tall, (15, 15, 15))
                sheet.symbol(figure, x, y, tall * 0.85, tint)
            if random.random() < 0.7:
                wide = (right - left) * 0.6
                sheet.box(left + 0.2, top + 0.12, left + 0.2 + wide, top + 0.6, (252, 252, 248), 0.2)
                _text(random, sheet, (left + 0.35, top + 0.15, left + 0.05 + wide, top + 0.55), (20, 20, 20), 0.1)
            sheet.frame(left + 0.07, top, right - 0.07, bottom, (15, 15, 18), line)
    return sheet.picture


_ROWS = ("1234567890-=", "QWERTZUIOP[]", "ASDFGHJKL;'#", "YXCVBNM,./<>")


def keyboard(random: Random, size: Size, grid: Grid, margin: float) -> Picture:
    """Keys in rows, mostly dark ones with light letters."""
    night = random.random() < 0.7
    body = dark(random) if random.random() < 0.7 else paper(random)
    sheet, gap, round_ = (
        Sheet(size, (grid[0] + 0.4, grid[1] + 0.4), body),
        random.uniform(0.08, 0.2),
        random.uniform(0.05, 0.18),
    )
    key = dark(random) if night else paper(random)
    ink, lit = (paper(random) if night else dark(random)), random.choice((key, any_colour(random)))
    if random.random() < 0.2:
        ink = readable(random, key)
    corner, font, height = random.random() < 0.5, random.choice(PLAIN_FONTS), random.uniform(0.2, 0.4)
    shade = mixed(key, (255, 255, 255) if night else (0, 0, 0), 0.12)
    for row in range(grid[1]):
        x, letters = 0.2 + random.choice((0.0, 0.25, 0.5)) * (row > 0) * (grid[0] > 6), _ROWS[row % 4]
        if grid[1] > 4 and row == grid[1] - 1:
            letters = "   "
        while x < grid[0] - 0.3:
            wide = 1.0
            if x > grid[0] - 1.8 or letters == "   ":
                wide = min(random.choice((1.25, 1.5, 5.0)) if letters == "   " else 1.8, grid[0] + 0.2 - x)
            left, top = x + gap / 2, row + 0.2 + gap / 2
            special = wide > 1.2 or random.random() < 0.04
            sheet.box(left, top, x + wide - gap / 2, row + 1.2 - gap / 2, shade, round_)
            face = lit if special else key
            sheet.box(left + 0.06, top + 0.03, x + wide - gap / 2 - 0.06, row + 1.12 - gap / 2, face, round_)
            mark = letters[int(x) % len(letters)]
            if mark.strip():
                at = (x + 0.32, row + 0.5) if corner else (x + wide / 2, row + 0.66)
                sheet.write(mark, *at, height, ink, font, 0.12)
            x += wide
    return sheet.picture


def phone(random: Random, size: Size, grid: Grid, margin: float) -> Picture:
    """A screen with icons in rows."""
    sheet = Sheet(size, (grid[0] + 0.5, grid[1] + 1.3), (12, 12, 14))
    across, along = sheet.units
    if random.random() < 0.5:
        sheet.paste(photo(random, 3), 0.12, 0.25, across - 0.12, along - 0.25)
    else:
        sheet.box(
            0.12,
            0.25,
            across - 0.12,
            along - 0.25,
            random.choice((dark(random), paper(random), any_colour(random))),
            0.1,
        )
    side, round_, label = random.uniform(0.55, 0.8), random.uniform(0.08, 0.25), random.random() < 0.6
    sheet.write("10:24", across / 2, 0.45, 0.16, (250, 250, 250))
    night, full = random.random() < 0.3, random.uniform(0.7, 1.0)
    for i in range(grid[0] * grid[1]):
        if random.random() > full:
            continue
        left, top = 0.25 + i % grid[0] + (1 - side) / 2, 0.75 + i // grid[0] + (1 - side) / 2
        fill = dark(random) if night else random.choice((strong(random), strong(random), paper(random), dark(random)))
        sheet.box(left, top, left + side, top + side, fill, round_ * side)
        mark = random.choice(FIGURES) if random.random() < 0.7 else draw_mark(random)
        put_mark(
            sheet, mark, left + side / 2, top + side / 2, side * 0.42, readable(random, fill), PLAIN_FONTS[0], 0.16
        )
        if label:
            sheet.line(
                [(left, top + side + 0.1), (left + side * random.uniform(0.5, 1), top + side + 0.1)],
                (225, 225, 225),
                0.05,
            )
    return sheet.picture


def ruler(random: Random, size: Size, grid: Grid, margin: float) -> Picture:
    """A measure: lines along its edge, a number at each tenth."""
    ground = random.choice((paper(random), any_colour(random)))
    sheet, ink = Sheet(size, (float(grid[0]), float(grid[1])), ground), readable(random, ground)
    steps = math.floor(grid[0] / 0.45)
    for i in range(1, steps):
        sheet.line([(i * 0.45, 0), (i * 0.45, 0.3 if i % 5 else 0.45)], ink, 0.02)
        sheet.write(str(i), i * 0.45, 0.65, 0.2, ink)
    return sheet.picture
