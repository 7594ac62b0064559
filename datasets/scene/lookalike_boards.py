"""Painters of printed boards and other grids: squares with numbers, letters and symbols in them."""

import math
from random import Random

from tileye.datasets.scene.printing import (
    FONTS,
    PLAIN_FONTS,
    Colour,
    Picture,
    Sheet,
    any_colour,
    brightness,
    dark,
    hsv,
    mixed,
    paper,
    photo,
    readable,
    strong,
)
from tileye.datasets.scene.symbols import FIGURES, SYMBOLS, draw_mark

Grid = tuple[int, int]
Cell = tuple[int, int]


def _sheet(size: tuple[int, int], grid: Grid, margin: float, ground: Colour) -> Sheet:
    return Sheet(size, (grid[0] + 2 * margin, grid[1] + 2 * margin), ground)


def _ring(grid: Grid) -> list[Cell]:
    """The cells along the rim, as a track around a board."""
    columns, rows = grid
    return [(x, y) for y in range(rows) for x in range(columns) if x in (0, columns - 1) or y in (0, rows - 1)]


def _walk(random: Random, grid: Grid) -> list[Cell]:
    """Cells along a winding way."""
    x, y = random.randrange(grid[0]), random.randrange(grid[1])
    cells = [(x, y)]
    for _ in range(4 * (grid[0] + grid[1])):
        dx, dy = random.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        for _ in range(random.randint(1, 3)):
            x, y = min(max(x + dx, 0), grid[0] - 1), min(max(y + dy, 0), grid[1] - 1)
            if (x, y) not in cells:
                cells.append((x, y))
    return cells


def _snake(grid: Grid) -> list[Cell]:
    """All cells, each row the other way round."""
    return [(x if y % 2 else grid[0] - 1 - x, grid[1] - 1 - y) for y in range(grid[1]) for x in range(grid[0])]


def _cells(random: Random, grid: Grid) -> list[Cell]:
    """The cells of a board that bear squares, in the order of their numbers."""
    every = [(x, y) for y in range(grid[1]) for x in range(grid[0])]
    kind = random.choice(("all", "all", "all", "snake", "ring", "walk", "some"))
    if kind == "ring":
        return _ring(grid)
    if kind == "walk":
        return _walk(random, grid)
    if kind == "some":
        return [cell for cell in every if random.random() < 0.5] or every
    return _snake(grid) if kind == "snake" else every


def _numbers(random: Random, count: int) -> list[str]:
    """What is written into squares."""
    kind = random.choice(("count", "count", "small", "large", "letters", "mixed"))
    if kind == "count":
        start = random.choice((0, 1, 1, 1, 10))
        return [str(start + i) for i in range(count)]
    if kind == "small":
        return [str(random.randint(1, random.choice((3, 6, 9, 12)))) for _ in range(count)]
    if kind == "large":
        return [str(random.randint(10, 999)) for _ in range(count)]
    if kind == "letters":
        return [random.choice("ABCDEFGHIJKLMNOPRSTUVWZ") for _ in range(count)]
    return [draw_mark(random) for _ in range(count)]


def _decorate(random: Random, sheet: Sheet, margin: float) -> None:
    """Something behind the squares: a picture, a rim."""
    across, along = sheet.units
    if random.random() < 0.3:
        sheet.paste(photo(random), 0, 0, across, along)
    if margin > 0.15 and random.random() < 0.6:
        inset, width = margin * random.uniform(0.2, 0.6), margin * random.uniform(0.05, 0.3)
        sheet.frame(inset, inset, across - inset, along - inset, any_colour(random), width)
    if margin > 0.5 and random.random() < 0.5:
        word = "".join(random.choice("ABDEGIKLMNORSTU") for _ in range(random.randint(4, 10)))
        sheet.write(word, across / 2, margin / 2, margin * 0.5, strong(random), random.choice(FONTS), widest=across)


class _SquareStyle:
    """How the squares of a board look."""

    def __init__(self, random: Random, ground: Colour) -> None:
        # What was read as tiles most of all: white squares, framed, with red numerals.
        white = random.random() < 0.4
        self.fills = (
            [paper(random)] if white else [any_colour(random) for _ in range(random.choice((1, 1, 2, 2, 3, 4)))]
        )
        if not white and random.random() < 0.35:
            self.fills = [dark(random) for _ in range(random.randint(1, 2))]
        self.pattern = random.choice(("checker", "random", "random", "rows"))
        self.gap = random.choice((0.0, random.uniform(0.01, 0.16)))
        self.round = random.choice((0.0, 0.0, random.uniform(0.03, 0.25)))
        self.line = random.choice((0.0, random.uniform(0.015, 0.1), random.uniform(0.015, 0.05)))
        if not self.gap and self.fills[0] == ground:
            self.line = max(self.line, 0.02)
        self.line_colour = readable(random, self.fills[0]) if random.random() < 0.5 else dark(random)
        self.inner = random.uniform(0.05, 0.14) if random.random() < 0.35 else 0.0
        red = hsv(random.uniform(-14, 12), random.uniform(0.7, 1), random.uniform(0.6, 1))
        self.inks = [red] if random.random() < 0.4 else [strong(random) for _ in range(random.choice((1, 1, 2, 6)))]
        self.font, self.weight = random.choice(FONTS), random.uniform(0.06, 0.24)
        self.height = random.uniform(0.22, 0.6)
        self.turned = random.random() < 0.15
        self.below = random.random() < 0.2
        self.plain = random.choice((0.0, 0.0, 0.0, random.uniform(0.0, 0.7)))
        """The share of squares without anything in them."""

    def fill(self, random: Random, cell: Cell) -> Colour:
        """The colour of a square."""
        count = len(self.fills)
        if self.pattern == "checker":
            return self.fills[sum(cell) % count]
        return self.fills[cell[1] % count] if self.pattern == "rows" else random.choice(self.fills)

    def ink(self, random: Random, ground: Colour) -> Colour:
        """The colour of what stands in a square."""
        ink = random.choice(self.inks)
        return ink if abs(brightness(ink) - brightness(ground)) > 0.15 else readable(random, ground)


def number_board(random: Random, size: tuple[int, int], grid: Grid, margin: float) -> Picture:
    """Framed squares with numbers, letters or symbols: all over, around, or along a way."""
    ground = random.choice((any_colour(random), paper(random)))
    sheet = _sheet(size, grid, margin, ground)
    _decorate(random, sheet, margin)
    style, cells = _SquareStyle(random, ground), _cells(random, grid)
    for cell, mark in zip(cells, _numbers(random, len(cells)), strict=True):
        left, top = cell[0] + margin + style.gap / 2, cell[1] + margin + style.gap / 2
        right, bottom = left + 1 - style.gap, top + 1 - style.gap
        fill = style.fill(random, cell)
        sheet.box(left, top, right, bottom, fill, style.round)
        if style.line:
            sheet.frame(left, top, right, bottom, style.line_colour, style.line, style.round)
        if style.inner:
            i = style.inner
            sheet.frame(left + i, top + i, right - i, bottom - i, style.line_colour, 0.02, max(0, style.round - i))
        if random.random() >= style.plain:
            turn = random.choice((0, 90, 180, 270)) if style.turned else 0.0
            ink, x, y = style.ink(random, fill), (left + right) / 2, (top + bottom) / 2
            put_mark(sheet, mark, x, y, style.height, ink, style.font, style.weight, turn)
            if style.below:
                sheet.write(mark[:4], x, y + 0.36, 0.12, ink, style.font, 0.1)
    return sheet.picture


def put_mark(
    sheet: Sheet, mark: str, x: float, y: float, size: float, ink: Colour, font: int, weight: float, turn: float = 0.0
) -> None:
    """Put a symbol where a mark is the name of one, and else write it."""
    if mark in SYMBOLS:
        sheet.symbol(mark, x, y, min(0.9, size * 1.5), ink, turn)
    else:
        sheet.write(mark, x, y, size, ink, font, weight, turn, widest=0.9)


def symbol_board(random: Random, size: tuple[int, int], grid: Grid, margin: float) -> Picture:
    """Dark squares with symbols in strong colours, as near to tiles as a print gets."""
    ground = random.choice((any_colour(random), paper(random), dark(random)))
    sheet = _sheet(size, grid, margin, ground)
    _decorate(random, sheet, margin)
    fill, gap, round_ = dark(random), random.uniform(0.0, 0.12), random.choice((0.0, random.uniform(0.03, 0.15)))
    inks = [readable(random, fill) for _ in range(6)]
    marks = [random.choice(FIGURES) if random.random() < 0.8 else draw_mark(random) for _ in range(6)]
    big, font, weight = random.uniform(0.35, 0.56), random.choice(PLAIN_FONTS), random.uniform(0.12, 0.24)
    frame = random.random() < 0.4
    for x, y in _cells(random, grid):
        left, top = x + margin + gap / 2, y + margin + gap / 2
        sheet.box(left, top, left + 1 - gap, top + 1 - gap, fill, round_)
        if frame:
            sheet.frame(left, top, left + 1 - gap, top + 1 - gap, mixed(fill, inks[0], 0.6), 0.03, round_)
        if random.random() < 0.85:
            middle = left + 0.5 - gap / 2, top + 0.5 - gap / 2
            put_mark(sheet, random.choice(marks), *middle, big, random.choice(inks), font, weight)
    return sheet.picture


def letter_board(random: Random, size: tuple[int, int], grid: Grid, margin: float) -> Picture:
    """A board for letter tiles: pale squares, some of them coloured with words in them."""
    line, fill = paper(random), any_colour(random)
    sheet = _sheet(size, grid, margin, any_colour(random))
    sheet.box(margin, margin, margin + grid[0], margin + grid[1], line)
    bonus = [(strong(random), random.choice(("2x", "3x", "DL", "TW", "x2", "+5"))) for _ in range(4)]
    gap, font, share = random.uniform(0.03, 0.12), random.choice(PLAIN_FONTS), random.uniform(0.15, 0.4)
    symbols, seed = random.random() < 0.4, random.getrandbits(32)
    for y in range(grid[1]):
        for x in range(grid[0]):
            left, top = x + margin + gap / 2, y + margin + gap / 2
            # The same in all four quarters.
            near = min(x, grid[0] - 1 - x), min(y, grid[1] - 1 - y)
            drawn = Random(f"{seed} {min(near)} {max(near)}")
            special = drawn.choice(bonus) if drawn.random() < share else None
            sheet.box(left, top, left + 1 - gap, top + 1 - gap, special[0] if special else fill)
            if special:
                ink = (250, 250, 245) if brightness(special[0]) < 0.6 else (25, 25, 30)
                mark = drawn.choice(("five_star", "plus", "heart", "arrow")) if symbols else special[1]
                put_mark(sheet, mark, left + 0.5, top + 0.5, 0.34, ink, font, 0.12)
    return sheet.picture


def chess_board(random: Random, size: tuple[int, int], grid: Grid, margin: float) -> Picture:
    """Light and dark squares, with letters and numbers along the rim."""
    wood = hsv(random.uniform(15, 40), random.uniform(0.3, 0.7), random.uniform(0.2, 0.5))
    black, white = random.choice(
        ((wood, paper(random)), (dark(random), paper(random)), (any_colour(random), paper(random)))
    )
    sheet = _sheet(size, grid, margin, random.choice((black, wood, any_colour(random))))
    for y in range(grid[1]):
        for x in range(grid[0]):
            shade = mixed(black if (x + y) % 2 else white, (128, 110, 90), random.uniform(0, 0.08))
            sheet.box(x + margin, y + margin, x + margin + 1, y + margin + 1, shade)
    if margin > 0.3:
        font = random.choice(PLAIN_FONTS)
        for i in range(max(grid)):
            for at in (margin / 2, margin * 1.5 + grid[1]):
                sheet.write("ABCDEFGHIJKLMNOPQRST"[i], i + margin + 0.5, at, margin * 0.4, white, font)
            for at in (margin / 2, margin * 1.5 + grid[0]):
                sheet.write(str(grid[1] - i), at, i + margin + 0.5, margin * 0.4, white, font)
    return sheet.picture


def sudoku(random: Random, size: tuple[int, int], grid: Grid, margin: float) -> Picture:
    """A number puzzle: some squares printed, some written into."""
    sheet, ink, pen = _sheet(size, grid, margin, paper(random)), dark(random), strong(random)
    font, given, solved = random.choice(PLAIN_FONTS), random.uniform(0.25, 0.5), random.uniform(0, 0.8)
    shaded = random.random() < 0.4
    block = 3 if grid[0] % 3 == 0 else 2
    tint, height = mixed(paper(random), any_colour(random), 0.3), random.uniform(0.35, 0.6)
    for y in range(grid[1]):
        for x in range(grid[0]):
            left, top = x + margin, y + margin
            if shaded and (x // block + y // block) % 2:
                sheet.box(left, top, left + 1, top + 1, tint)
            if random.random() < given:
                sheet.write(str(random.randint(1, 9)), left + 0.5, top + 0.5, height, ink, font, 0.12)
            elif random.random() < solved:
                where = left + random.uniform(0.4, 0.6), top + random.uniform(0.4, 0.6)
                sheet.write(str(random.randint(1, 9)), *where, height, pen, FONTS[7], 0.08, random.gauss(0, 9))
    _rule(sheet, grid, margin, ink, random.uniform(0.015, 0.04), block)
    return sheet.picture


def _rule(sheet: Sheet, grid: Grid, margin: float, ink: Colour, width: float, block: int) -> None:
    """Draw the lines between squares, those between blocks thicker."""
    right, bottom = grid[0] + margin, grid[1] + margin
    for x in range(grid[0] + 1):
        sheet.line([(x + margin, margin), (x + margin, bottom)], ink, width if x % block else 3 * width)
    for y in range(grid[1] + 1):
        sheet.line([(margin, y + margin), (right, y + margin)], ink, width if y % block else 3 * width)


def crossword(random: Random, size: tuple[int, int], grid: Grid, margin: float) -> Picture:
    """A word puzzle: black squares, letters, small numbers."""
    sheet, ink = _sheet(size, grid, margin, paper(random)), dark(random)
    font, filled, black = random.choice(PLAIN_FONTS), random.uniform(0, 0.9), random.uniform(0.15, 0.35)
    blocked = random.choice((ink, strong(random)))
    for y in range(grid[1]):
        for x in range(grid[0]):
            left, top = x + margin, y + margin
            if random.random() < black:
                sheet.box(left, top, left + 1, top + 1, blocked)
                if random.random() < 0.3:
                    sheet.symbol("arrow", left + 0.5, top + 0.5, 0.5, paper(random), random.choice((90, 180)))
            elif random.random() < filled:
                sheet.write(random.choice("ABCDEFGHIKLMNORSTUVZ"), left + 0.5, top + 0.55, 0.5, ink, font, 0.1)
            elif random.random() < 0.3:
                sheet.write(str(random.randint(1, 40)), left + 0.22, top + 0.2, 0.2, ink, font, 0.1)
    _rule(sheet, grid, margin, ink, 0.025, 99)
    return sheet.picture


def calendar(random: Random, size: tuple[int, int], grid: Grid, margin: float) -> Picture:
    """A month: a head, seven days across, a number in each square, Sundays in red."""
    ground = paper(random)
    sheet, ink = _sheet(size, grid, margin, ground), random.choice((dark(random), strong(random)))
    red = hsv(random.uniform(-10, 12), 0.85, random.uniform(0.65, 0.95))
    head, font = random.choice((strong(random), dark(random), ground)), random.choice(PLAIN_FONTS)
    boxed, height, start = random.random() < 0.6, random.uniform(0.25, 0.55), -random.randrange(7)
    sheet.box(margin, margin, margin + grid[0], margin + 1, head)
    for x in range(grid[0]):
        sheet.write("MTWTFSS"[x % 7], x + margin + 0.5, margin + 0.5, 0.4, readable(random, head), font, 0.12)
    for i in range(grid[0] * (grid[1] - 1)):
        left, top, day = i % grid[0] + margin, 1 + i // grid[0] + margin, start + i + 1
        if boxed:
            sheet.frame(left + 0.04, top + 0.04, left + 0.96, top + 0.96, mixed(ground, ink, 0.6), 0.02)
        if 1 <= day <= 31:
            sheet.write(str(day), left + 0.5, top + 0.5, height, red if i % 7 == 6 else ink, font, 0.12)
    return sheet.picture


def floor(random: Random, size: tuple[int, int], grid: Grid, margin: float) -> Picture:
    """Stone or ceramic squares with joints, some of them with an ornament."""
    joint, colours = any_colour(random), [any_colour(random) for _ in range(random.choice((1, 2, 2, 3)))]
    if random.random() < 0.3:
        colours = [dark(random)]
    sheet, gap = _sheet(size, grid, margin, joint), random.uniform(0.02, 0.09)
    mark, share = random.choice(FIGURES), random.choice((0.0, 0.0, random.uniform(0.1, 1.0)))
    inks = [readable(random, colour) for colour in colours]
    mottle = random.uniform(0, 0.2)
    for y in range(grid[1]):
        for x in range(grid[0]):
            which = (x + y) % len(colours)
            shade = mixed(colours[which], joint, random.uniform(0, mottle))
            left, top = x + margin + gap / 2, y + margin + gap / 2
            sheet.box(left, top, left + 1 - gap, top + 1 - gap, shade)
            if random.random() < share:
                sheet.symbol(
                    mark, x + margin + 0.5, y + margin + 0.5, 0.62, inks[which], random.choice((0, 90, 180, 270))
                )
    return sheet.picture


def cloth(random: Random, size: tuple[int, int], grid: Grid, margin: float) -> Picture:
    """Checked cloth: bands that cross, darkest where two of them meet."""
    ground = paper(random) if random.random() < 0.6 else any_colour(random)
    sheet = _sheet(size, grid, margin, ground)
    band = random.choice((strong(random), dark(random), any_colour(random)))
    width, thin = random.uniform(0.35, 0.7), random.random() < 0.4
    both = mixed(ground, band, random.uniform(0.35, 0.6))
    for x in range(grid[0]):
        sheet.box(x + margin, 0, x + margin + width, sheet.units[1], both)
    for y in range(grid[1]):
        sheet.box(0, y + margin, sheet.units[0], y + margin + width, both)
    for x in range(grid[0]):
        for y in range(grid[1]):
            sheet.box(x + margin, y + margin, x + margin + width, y + margin + width, band)
            if thin:
                at = x + margin + width / 2, y + margin + width / 2
                sheet.line([(at[0] - 0.5, at[1]), (at[0] + 0.5, at[1])], ground, 0.05)
                sheet.line([(at[0], at[1] - 0.5), (at[0], at[1] + 0.5)], ground, 0.05)
    return sheet.picture


def chocolate(random: Random, size: tuple[int, int], grid: Grid, margin: float) -> Picture:
    """Dark squares with slanted sides, a letter or a leaf pressed into each."""
    brown = hsv(random.uniform(10, 28), random.uniform(0.4, 0.75), random.uniform(0.12, 0.4))
    sheet, slant = _sheet(size, grid, margin, mixed(brown, (0, 0, 0), 0.35)), random.uniform(0.06, 0.16)
    light, shade = mixed(brown, (255, 225, 200), 0.18), mixed(brown, (0, 0, 0), 0.3)
    mark, font = draw_mark(random), random.choice(FONTS)
    for y in range(grid[1]):
        for x in range(grid[0]):
            left, top, s = x + margin + 0.03, y + margin + 0.03, slant
            right, bottom = left + 0.94, top + 0.94
            sheet.box(left, top, right, bottom, shade)
            sheet.shape(
                [(left, bottom), (left, top), (right, top), (right - s, top + s), (left + s, bottom - s)], light
            )
            sheet.box(left + s, top + s, right - s, bottom - s, brown)
            put_mark(sheet, mark, left + 0.47, top + 0.47, 0.36, mixed(brown, light, 0.8), font, 0.14)
    return sheet.picture


def target(random: Random, size: tuple[int, int], grid: Grid, margin: float) -> Picture:
    """A board with a wheel of numbered fields in its middle, and squares in its corners."""
    sheet = _sheet(size, grid, margin, any_colour(random))
    across, along = sheet.units
    x, y, radius, count = across / 2, along / 2, 0.46 * min(across, along), random.choice((8, 12, 16, 20))
    colours, font = [any_colour(random) for _ in range(random.randint(2, 4))], random.choice(FONTS)
    for i in range(count):
        angles = [2 * math.pi * (i + step / 4) / count for step in range(5)]
        rim = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
        fill = colours[i % len(colours)]
        sheet.shape([(x, y), *rim], fill)
        a = angles[2]
        at = x + 0.8 * radius * math.cos(a), y + 0.8 * radius * math.sin(a)
        sheet.write(str(i + 1), *at, 0.5, readable(random, fill), font, 0.14, math.degrees(a) + 90)
    for cx, cy in ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)):
        fill, left, top = random.choice((dark(random), paper(random))), cx * across - 0.5, cy * along - 0.5
        sheet.box(left, top, left + 1, top + 1, fill)
        put_mark(sheet, draw_mark(random), left + 0.5, top + 0.5, 0.4, readable(random, fill), font, 0.14)
    return sheet.picture
