"""Painters of the pieces of other games: one piece of a set each, all of a set in one style."""

from random import Random

from tileye.datasets.scene.lookalike_boards import put_mark
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
from tileye.datasets.scene.symbols import FIGURES, SUITS, draw_mark

Size = tuple[int, int]


def draw_ground(random: Random, kind: str) -> Colour:
    """Draw what the pieces of a game are printed on, which is also the colour of their sides."""
    match kind:
        case "dark square":
            return dark(random)
        case "letter tile" if random.random() < 0.75:
            return hsv(random.uniform(28, 48), random.uniform(0.08, 0.5), random.uniform(0.7, 0.98))
        case "letter tile":
            return any_colour(random)
        case "domino" | "number card":
            return random.choice((paper(random), dark(random)))
        case "die":
            return random.choice((paper(random), strong(random), dark(random)))
        case "note":
            yellow = hsv(random.uniform(40, 62), random.uniform(0.3, 0.7), 0.97)
            return random.choice((paper(random), yellow, any_colour(random)))
        case "rummy tile" | "playing card":
            return paper(random)
        case _:
            return random.choice((paper(random), any_colour(random)))


PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a number are, in thirds of a square."""


def dark_square(random: Random, size: Size, part: Random, ground: Colour) -> Picture:
    """A dark square with a mark in a strong colour: the nearest that there is to a tile."""
    sheet, inks = Sheet(size, (1, 1), ground), [readable(random, ground) for _ in range(6)]
    marks = [random.choice(FIGURES) if random.random() < 0.8 else draw_mark(random) for _ in range(6)]
    letters, big = random.random() < 0.25, random.uniform(0.33, 0.58)
    font, weight = random.choice(PLAIN_FONTS), random.uniform(0.12, 0.26)
    rim = random.choice((0.0, 0.0, random.uniform(0.03, 0.09)))
    rim_ink = inks[0] if random.random() < 0.5 else mixed(ground, (200, 200, 200), 0.4)
    if rim:
        sheet.frame(rim, rim, 1 - rim, 1 - rim, rim_ink, 0.03, 0.06)
    mark, ink = part.choice(marks), part.choice(inks)
    if letters:
        mark = part.choice("ABCDEFGHIJKLMNPQRSTUVWYZ")
    turn = part.choice((0, 90, 180, 270)) if random.random() < 0.4 else 0
    put_mark(sheet, mark, 0.5, 0.5, big, ink, font, weight, turn)
    if random.random() < 0.15:
        small = str(part.randint(2, 9))
        sheet.write(small, 0.14, 0.16, 0.14, ink, font, 0.12)
    return sheet.picture


def plain_square(random: Random, size: Size, part: Random, ground: Colour) -> Picture:
    """A light or coloured square with a mark, of one of two colours."""
    sheet, inks = Sheet(size, (1, 1), ground), [readable(random, ground) for _ in range(4)]
    if random.random() < 0.6:
        i = random.uniform(0.04, 0.14)
        sheet.frame(i, i, 1 - i, 1 - i, random.choice(inks), random.uniform(0.02, 0.07), random.uniform(0, 0.1))
    numerals, font = random.random() < 0.5, random.choice(FONTS)
    mark = str(part.randint(0, 13)) if numerals else draw_mark(part)
    put_mark(sheet, mark, 0.5, 0.5, random.uniform(0.3, 0.55), part.choice(inks), font, random.uniform(0.08, 0.22))
    return sheet.picture


def letter_tile(random: Random, size: Size, part: Random, ground: Colour) -> Picture:
    """A letter and its worth."""
    sheet, ink = Sheet(size, (1, 1), ground), readable(random, ground)
    if brightness(ground) > 0.5 and random.random() < 0.7:
        ink = dark(random)
    font, weight, height = random.choice(PLAIN_FONTS), random.uniform(0.08, 0.2), random.uniform(0.42, 0.62)
    grain = mixed(ground, (90, 60, 30), 0.18)
    for _ in range(random.randint(0, 14)):
        y = part.random()
        sheet.line([(0, y), (1, y + part.gauss(0, 0.05))], grain, 0.008)
    sheet.write(part.choice("AAABCDEEEFGHIKLMNNOPRSTUVWZ"), 0.45, 0.47, height, ink, font, weight)
    sheet.write(str(part.choice((1, 1, 1, 2, 3, 4, 8, 10))), 0.8, 0.82, 0.17, ink, font, 0.12)
    return sheet.picture


def rummy_tile(random: Random, size: Size, part: Random, ground: Colour) -> Picture:
    """A coloured number over a small disc, on ivory."""
    sheet = Sheet(size, (1, 1.32), ground)
    inks = [hsv(hue, 0.85, value) for hue, value in ((0, 0.8), (215, 0.75), (32, 0.95), (0, 0.0))]
    inks[3] = (25, 25, 28)
    font, height = random.choice(PLAIN_FONTS), random.uniform(0.36, 0.55)
    ink = part.choice(inks)
    sheet.write(str(part.randint(1, 13)), 0.5, 0.48, height, ink, font, random.uniform(0.12, 0.22), widest=0.85)
    if random.random() < 0.7:
        sheet.disc(0.5, 1.02, 0.17, mixed(ground, ink, random.choice((0.15, 1.0))), line=0.0)
    else:
        sheet.symbol(random.choice(("heart", "five_star", "moon")), 0.5, 1.02, 0.34, ink)
    return sheet.picture


def domino(random: Random, size: Size, part: Random, ground: Colour) -> Picture:
    """Two squares with pips or symbols."""
    black = brightness(ground) < 0.5
    sheet, coloured = Sheet(size, (1, 2), ground), random.random() < 0.5
    line = mixed(ground, (255, 255, 255) if black else (0, 0, 0), 0.5)
    inks = [readable(random, ground) for _ in range(7)] if coloured else [paper(random) if black else dark(random)] * 7
    radius, pictures = random.uniform(0.07, 0.11), random.random() < 0.25
    symbols = [random.choice(FIGURES) for _ in range(7)]
    for middle in (0.5, 1.5):
        value = part.randint(0, 6)
        if pictures:
            sheet.symbol(symbols[value], 0.5, middle, 0.6, inks[value])
        else:
            _pips(sheet, value, 0.5, middle, 0.25, radius, inks[value])
    sheet.line([(0.12, 1), (0.88, 1)], line, 0.03)
    return sheet.picture


def _pips(sheet: Sheet, value: int, x: float, y: float, step: float, radius: float, ink: Colour) -> None:
    for dx, dy in PIPS[value]:
        sheet.disc(x + dx * step, y + dy * step, radius, ink)


def die(random: Random, size: Size, part: Random, ground: Colour) -> Picture:
    """The upper side of a die."""
    ink = readable(random, ground)
    sheet = Sheet(size, (1, 1), ground)
    if random.random() < 0.25:
        put_mark(sheet, draw_mark(part), 0.5, 0.5, 0.5, ink, random.choice(PLAIN_FONTS), 0.14)
        return sheet.picture
    # A single pip on a dark ground would be the disc of a tile.
    value = part.randint(1 if brightness(ground) > 0.5 else 2, 6)
    _pips(sheet, value, 0.5, 0.5, random.uniform(0.22, 0.27), random.uniform(0.07, 0.1), ink)
    return sheet.picture


def picture_card(random: Random, size: Size, part: Random, ground: Colour) -> Picture:
    """A card for finding pairs: a picture or a symbol in a frame, or the pattern of its back."""
    sheet, width = Sheet(size, (1, 1), ground), random.uniform(0.03, 0.1)
    ground = any_colour(random)
    if part.random() < random.choice((0.0, 0.3, 0.6)):
        sheet.box(width, width, 1 - width, 1 - width, ground, 0.04)
        symbol, ink, count = random.choice(FIGURES), readable(random, ground), random.randint(2, 5)
        for i in range(count * count):
            sheet.symbol(symbol, (i % count + 0.5) / count, (i // count + 0.5) / count, 0.6 / count, ink)
        return sheet.picture
    if random.random() < 0.35:
        sheet.paste(photo(part), width, width, 1 - width, 1 - width)
    else:
        own = random.choice((ground, any_colour(part)))
        sheet.box(width, width, 1 - width, 1 - width, own, 0.04)
        for _ in range(part.choice((1, 1, 1, 2, 3))):
            at = part.gauss(0.5, 0.06), part.gauss(0.5, 0.06)
            sheet.symbol(part.choice(FIGURES), *at, part.uniform(0.35, 0.75), readable(part, own), part.gauss(0, 12))
    return sheet.picture


_FIELDS = {2: (1, 2), 3: (1, 3), 4: (2, 2), 5: (1, 5), 6: (2, 3), 7: (1, 7), 8: (2, 4), 9: (3, 3), 10: (2, 5)}


def playing_card(random: Random, size: Size, part: Random, ground: Colour) -> Picture:
    """A card with a value and a suit in its corners."""
    sheet, font = Sheet(size, (2.6, 3.7), ground), random.choice(PLAIN_FONTS)
    suit = part.choice(SUITS)
    ink = hsv(part.uniform(-5, 8), 0.85, 0.8) if suit in ("heart", "lozenge") else (25, 25, 30)
    value = part.choice(("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"))
    for x, y, turn in ((0.3, 0.4, 0), (2.3, 3.3, 180)):
        sheet.write(value, x, y, 0.38, ink, font, 0.12, turn, widest=0.5)
        sheet.symbol(suit, x, y + (0.45 if not turn else -0.45), 0.3, ink, turn)
    if value in "JQK":
        sheet.box(0.6, 0.5, 2.0, 3.2, any_colour(random))
        sheet.paste(photo(part, 4), 0.65, 0.55, 1.95, 3.15)
    elif value == "A":
        sheet.symbol(suit, 1.3, 1.85, 1.1, ink)
    else:
        across, along = _FIELDS[int(value)]
        for i in range(across * along):
            x, y = 1.3 + (i % across - (across - 1) / 2) * 0.62, 0.75 + (i // across + 0.5) * 2.2 / along
            sheet.symbol(suit, x, y, min(0.5, 2.0 / along), ink, 180 if y > 1.85 else 0)
    return sheet.picture


def number_card(random: Random, size: Size, part: Random, ground: Colour) -> Picture:
    """A coloured card with a large number in a field, as many games have them."""
    colours = [strong(random) for _ in range(4)]
    colour, rim = part.choice(colours), ground
    sheet, font = Sheet(size, (2.6, 3.9), rim), random.choice(FONTS)
    inset, value = random.uniform(0.08, 0.22), part.choice([*map(str, range(13)), "+2", "+4", "?", "!"])
    sheet.box(inset, inset, 2.6 - inset, 3.9 - inset, colour, 0.2)
    field, weight = random.choice(("square", "disc", "none", "heart")), random.uniform(0.1, 0.24)
    below = rim if field != "none" else colour
    if field == "square":
        sheet.box(0.6, 1.2, 2.0, 2.6, rim, 0.15)
    elif field == "disc":
        sheet.disc(1.3, 1.95, 0.85, rim)
    elif field != "none":
        sheet.symbol(field, 1.3, 1.95, 2.0, rim)
    ink = colour if field != "none" and abs(brightness(rim) - brightness(colour)) > 0.2 else readable(random, below)
    sheet.write(value, 1.3, 1.95, 0.9, ink, font, weight, widest=1.5)
    for x, y, turn in ((0.5, 0.55, 0), (2.1, 3.35, 180)):
        sheet.write(value, x, y, 0.36, rim, font, 0.12, turn, widest=0.6)
    return sheet.picture


def sticker(random: Random, size: Size, part: Random, ground: Colour) -> Picture:
    """A label or a sticker: a rim, a ground, a mark or a word."""
    sheet = Sheet(size, (1, 1), ground)
    ground = any_colour(part)
    i = random.uniform(0.03, 0.1)
    sheet.box(i, i, 1 - i, 1 - i, ground, 0.1)
    if part.random() < 0.6:
        symbol, ink = part.choice(FIGURES), readable(part, ground)
        sheet.symbol(symbol, 0.5, 0.45, part.uniform(0.4, 0.7), ink, part.gauss(0, 8))
    else:
        word = "".join(part.choice("ABDEGIKLMNORSTU") for _ in range(part.randint(2, 5)))
        sheet.write(word, 0.5, 0.5, 0.34, readable(part, ground), random.choice(FONTS), 0.14, widest=0.84)
    return sheet.picture


def note(random: Random, size: Size, part: Random, ground: Colour) -> Picture:
    """A small piece of paper with something written on it."""
    sheet, ink = Sheet(size, (1, 1), ground), readable(random, ground)
    if part.random() < 0.6:
        sheet.write(str(part.randint(1, 40)), 0.5, 0.5, part.uniform(0.3, 0.55), ink, FONTS[7], 0.1, part.gauss(0, 8))
    else:
        for line in range(part.randint(2, 5)):
            y = 0.2 + 0.16 * line
            sheet.line([(0.1 + 0.02 * i, y + part.gauss(0, 0.018)) for i in range(part.randint(10, 40))], ink, 0.02)
    return sheet.picture
