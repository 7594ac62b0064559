"""Drawing on PDF pages: words, tiles and badges as items, items in lines, lines in bands across the page."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from fpdf import FPDF

from tileye.companion_web.palettes import PLAIN
from tileye.companion_web.shapes import BODY, BODY_RADIUS, OUTLINES, Circle
from tileye.companion_web.sheets.fonts import FAMILY, Fonts, leftward
from tileye.rules.tiles import Tile

MM_PER_POINT = 25.4 / 72
LEADING = 1.28

INK = "#1d1d22"
FAINT = "#6b6a66"
WRONG = "#b3261e"
PAPER = "#ffffff"


@dataclass(frozen=True, slots=True)
class Ink:
    """How text looks; the size is in points."""

    size: float
    bold: bool = False
    colour: str = INK


class Pen:
    """A document with its fonts, and what can be drawn on its pages; all lengths are in millimetres."""

    def __init__(self, pdf: FPDF, fonts: Fonts) -> None:
        self.pdf, self.fonts = pdf, fonts
        self._widths: dict[tuple[str, bool], float] = {}
        pdf.c_margin = 0

    def width(self, text: str, ink: Ink) -> float:
        """How wide a text is."""
        key = (text, ink.bold)
        if key not in self._widths:
            self._widths[key] = sum(self._run_width(font, run, ink) for font, run in self.fonts.runs(text)) / ink.size
        return self._widths[key] * ink.size

    def text(self, x: float, y: float, text: str, ink: Ink) -> None:
        """Write a text with its top left corner at x, y."""
        self.pdf.set_text_color(*_rgb(ink.colour))
        # One cell for each font: the document's own way of changing fonts within a cell mixes them up.
        for font, run in self.fonts.runs(text):
            width = self._run_width(font, run, ink)
            self.pdf.set_xy(x, y)
            self.pdf.cell(width, ink.size * MM_PER_POINT * LEADING, run)
            x += width

    def _run_width(self, font: str, run: str, ink: Ink) -> float:
        """Take the font of a piece of text, and measure it."""
        self.pdf.set_font(font, "B" if ink.bold and font == FAMILY else "", ink.size)
        return self.pdf.get_string_width(run)

    def tile(self, x: float, y: float, side: float, tile: Tile) -> None:
        """Draw a tile with its top left corner at x, y."""
        self.box(x, y, side, side, BODY_RADIUS * side, BODY)
        self.pdf.set_fill_color(*_rgb(PLAIN.colours[tile[1]]))
        for figure in OUTLINES[tile[0]]:
            if isinstance(figure, Circle):
                r = figure.radius * side
                self.pdf.ellipse(x + figure.x * side - r, y + figure.y * side - r, 2 * r, 2 * r, style="F")
            else:
                self.pdf.polygon([(x + px * side, y + py * side) for px, py in figure.points], style="F")

    def box(self, x: float, y: float, width: float, height: float, radius: float, colour: str) -> None:
        """Fill a box with rounded corners."""
        self.pdf.set_fill_color(*_rgb(colour))
        self.pdf.rect(x, y, width, height, style="F", round_corners=radius > 0, corner_radius=radius)

    def frame(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        """Draw the outline of a box with rounded corners."""
        self.pdf.set_draw_color(*_rgb(FAINT))
        self.pdf.set_line_width(0.15)
        self.pdf.rect(x, y, width, height, style="D", round_corners=True, corner_radius=radius)

    def rule(self, x: float, y: float, to_x: float, to_y: float, weight: float, colour: str) -> None:
        """Draw a straight line."""
        self.pdf.set_draw_color(*_rgb(colour))
        self.pdf.set_line_width(weight)
        self.pdf.line(x, y, to_x, to_y)


class Item(Protocol):
    """Something that stands in a line; `middle` is the height on which it is aligned with its neighbours."""

    @property
    def height(self) -> float:
        """How high it is."""

    @property
    def middle(self) -> float:
        """How far its middle is below its top."""

    @property
    def gap(self) -> float:
        """How much room there is behind it, if something follows."""

    def width(self, pen: Pen) -> float:
        """How wide it is."""

    def draw(self, pen: Pen, x: float, y: float) -> None:
        """Draw it with its top left corner at x, y."""


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text."""

    text: str
    ink: Ink
    gap: float = 0.0

    @property
    def height(self) -> float:
        """The height of a line of it."""
        return self.ink.size * MM_PER_POINT * LEADING

    @property
    def middle(self) -> float:
        """Half its height."""
        return self.height / 2

    def width(self, pen: Pen) -> float:
        """The width of the text."""
        return pen.width(self.text, self.ink)

    def draw(self, pen: Pen, x: float, y: float) -> None:
        """Write it."""
        pen.text(x, y, self.text, self.ink)


@dataclass(frozen=True, slots=True)
class Stone:
    """A drawn tile, with its code below where a size for that is given."""

    tile: Tile
    side: float
    gap: float
    code: Ink | None = None

    @property
    def height(self) -> float:
        """The height with the code."""
        return self.side + (self.code.size * MM_PER_POINT * 1.15 if self.code else 0)

    @property
    def middle(self) -> float:
        """The middle of the tile alone."""
        return self.side / 2

    def width(self, pen: Pen) -> float:
        """The width of the tile."""
        return self.side

    def draw(self, pen: Pen, x: float, y: float) -> None:
        """Draw the tile and write its code."""
        pen.tile(x, y, self.side, self.tile)
        if self.code:
            pen.text(x + (self.side - pen.width(self.tile, self.code)) / 2, y + self.side, self.tile, self.code)


@dataclass(frozen=True, slots=True)
class Badge:
    """Text on a filled pill."""

    text: str
    ink: Ink
    fill: str
    gap: float

    @property
    def height(self) -> float:
        """The height of the pill."""
        return self.ink.size * MM_PER_POINT * LEADING

    @property
    def middle(self) -> float:
        """Half its height."""
        return self.height / 2

    def width(self, pen: Pen) -> float:
        """The width of the pill."""
        return pen.width(self.text, self.ink) + 0.8 * self.height

    def draw(self, pen: Pen, x: float, y: float) -> None:
        """Fill the pill and write on it."""
        pen.box(x, y, self.width(pen), self.height, 0.45 * self.height, self.fill)
        pen.text(x + 0.4 * self.height, y, self.text, self.ink)


@dataclass(frozen=True, slots=True)
class ItemGroup:
    """Items that stay together in a line, with a thin frame around them where there is a margin for it."""

    items: tuple[Item, ...]
    gap: float
    margin: float = 0.0

    @property
    def height(self) -> float:
        """The height of the highest item, with the frame."""
        below = max(item.height - item.middle for item in self.items)
        return self.middle + below + self.margin

    @property
    def middle(self) -> float:
        """The height on which the items are aligned."""
        return max(item.middle for item in self.items) + self.margin

    def width(self, pen: Pen) -> float:
        """The width of all items, with the frame."""
        return extent(pen, self.items) + 2 * self.margin

    def draw(self, pen: Pen, x: float, y: float) -> None:
        """Draw the frame and the items."""
        if self.margin:
            pen.frame(x, y, self.width(pen), self.height, 2 * self.margin)
        draw_items(pen, self.items, x + self.margin, y + self.middle)


@dataclass(frozen=True, slots=True)
class ItemLine:
    """Items from the left, and others that end at the right edge."""

    left: tuple[Item, ...] = ()
    right: tuple[Item, ...] = ()
    indent: float = 0.0
    spacing: float = 0.0
    """Room below."""

    @property
    def middle(self) -> float:
        """The height on which all items are aligned."""
        return max((item.middle for item in (*self.left, *self.right)), default=0.0)

    @property
    def height(self) -> float:
        """How high it is, with the room below."""
        below = max((item.height - item.middle for item in (*self.left, *self.right)), default=0.0)
        return self.middle + below + self.spacing

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Draw all items."""
        draw_items(pen, self.left, x + self.indent, y + self.middle)
        draw_items(pen, self.right, x + width - extent(pen, self.right), y + self.middle)


def draw_items(pen: Pen, items: Iterable[Item], x: float, middle: float) -> None:
    """Draw items side by side, aligned at a height."""
    for item in items:
        item.draw(pen, x, middle - item.middle)
        x += item.width(pen) + item.gap


def extent(pen: Pen, items: Sequence[Item]) -> float:
    """How wide items are side by side."""
    return sum(item.width(pen) + item.gap for item in items) - (items[-1].gap if items else 0.0)


def words_of(pen: Pen, text: str, ink: Ink, width: float) -> list[Span]:
    """Cut a text into words, and words wider than a line into pieces."""
    space = pen.width(" ", ink)
    spans = []
    for word in _units(pen, text, ink, width):
        *pieces, last = _chopped(pen, word, ink, width)
        spans += [*(Span(piece, ink) for piece in pieces), Span(last, ink, space)]
    return spans


def _units(pen: Pen, text: str, ink: Ink, width: float) -> list[str]:
    """The words of a text; those written from right to left stay together in a line, else their order would turn."""
    units: list[str] = []
    for word in text.split(" "):
        joined = f"{units[-1]} {word}" if units else word
        if units and leftward(units[-1]) and leftward(word) and pen.width(joined, ink) <= width:
            units[-1] = joined
        else:
            units.append(word)
    return units


def flow(pen: Pen, items: Iterable[Item], width: float, spacing: float = 0.0) -> list[ItemLine]:
    """Set items in lines of a width; one that is wider by itself has a line of its own."""
    lines: list[list[Item]] = []
    for item in items:
        if lines and extent(pen, [*lines[-1], item]) <= width:
            lines[-1].append(item)
        else:
            lines.append([item])
    return [ItemLine(tuple(line), spacing=spacing) for line in lines]


def _chopped(pen: Pen, word: str, ink: Ink, width: float) -> list[str]:
    if pen.width(word, ink) <= width:
        return [word]
    pieces = [""]
    for char in word:
        if pieces[-1] and pen.width(pieces[-1] + char, ink) > width:
            pieces.append("")
        pieces[-1] += char
    return pieces


@dataclass(frozen=True, slots=True)
class Band:
    """Lines in columns across the page, with the rules and the shade behind them."""

    cells: tuple[tuple[ItemLine, ...], ...]
    padding: float = 0.0
    inset: float = 0.0
    """Room at both sides of the text of a column."""
    rule_above: float = 0.0
    rule_below: float = 0.0
    rule_colour: str = INK
    divided: bool = False
    """Whether there are rules between the columns."""
    shade: str = PAPER
    under_head: bool = False
    """Whether it belongs below the names of the players."""

    @property
    def height(self) -> float:
        """How high the highest column is."""
        return max(sum(line.height for line in cell) for cell in self.cells) + 2 * self.padding

    def pieces(self, most: float) -> Iterator["Band"]:
        """Cut the band, should it be higher than a page, into bands that are not."""
        if self.height <= most or max(len(cell) for cell in self.cells) == 1:
            yield self
            return
        cuts = [_fitting(cell, most - 2 * self.padding) for cell in self.cells]
        yield replace(self, cells=tuple(cell[:cut] for cell, cut in zip(self.cells, cuts, strict=True)))
        rest = tuple(cell[cut:] for cell, cut in zip(self.cells, cuts, strict=True))
        yield from replace(self, cells=rest).pieces(most)

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Draw everything."""
        column = width / len(self.cells)
        if self.shade != PAPER:
            pen.box(x, y, width, self.height, 0, self.shade)
        if self.rule_above:
            pen.rule(x, y, x + width, y, self.rule_above, self.rule_colour)
        if self.rule_below:
            # Inside the band, so that the shade of the next one leaves it whole.
            end = y + self.height - self.rule_below / 2
            pen.rule(x, end, x + width, end, self.rule_below, self.rule_colour)
        for number, cell in enumerate(self.cells):
            left = x + number * column
            if self.divided and number:
                pen.rule(left, y, left, y + self.height, 0.15, "#ccc7ba")
            self._draw_cell(pen, cell, left + self.inset, y + self.padding, column - 2 * self.inset)

    def _draw_cell(self, pen: Pen, cell: Iterable[ItemLine], x: float, y: float, width: float) -> None:
        for line in cell:
            line.draw(pen, x, y, width)
            y += line.height


def _fitting(cell: Sequence[ItemLine], most: float) -> int:
    """How many lines fit, but at least one."""
    height, count = 0.0, 0
    for line in cell:
        height += line.height
        if count and height > most:
            break
        count += 1
    return count


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return red, green, blue
