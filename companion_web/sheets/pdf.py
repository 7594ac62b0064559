"""The score sheet as a PDF: one A4 page for a usual game, more with repeated heads for a long one."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from fpdf import FPDF

from tileye.companion_web.languages import Words
from tileye.companion_web.palettes import PLAIN
from tileye.companion_web.shapes import OUTLINES
from tileye.companion_web.sheets import board, phrases
from tileye.companion_web.sheets.documents import Document
from tileye.companion_web.sheets.fonts import PLACEHOLDER, Fonts, add_fonts
from tileye.companion_web.sheets.layout import Column, Entered, Sheet, Slot, Trail, trails
from tileye.companion_web.sheets.pen import (
    FAINT,
    INK,
    PAPER,
    WRONG,
    Badge,
    Band,
    Ink,
    Item,
    ItemGroup,
    ItemLine,
    Pen,
    Span,
    Stone,
    extent,
    flow,
    words_of,
)
from tileye.rules.state import Row
from tileye.rules.tiles import Tile

_PAGE_WIDTH, _PAGE_HEIGHT, _MARGIN, _FOOTER = 210.0, 297.0, 11.0, 5.0
WIDTH, HEIGHT = _PAGE_WIDTH - 2 * _MARGIN, _PAGE_HEIGHT - 2 * _MARGIN - _FOOTER
SCALES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75)
"""How small everything may become for a game to fit one page."""
_BAND = "#f5f2ea"
_RULE = "#ccc7ba"


_LARGEST, _SMALLEST = 6.5, 3.4
"""How wide a drawn tile is, in millimetres, and how small beside the turns."""


@dataclass(frozen=True, slots=True)
class Drawing(ItemLine):
    """A board as high as all its rows."""

    rows: board.Rows = ()
    side: float = 0.0

    @property
    def height(self) -> float:
        """How high it is."""
        return len(self.rows) * self.side

    def draw(self, pen: Pen, x: float, y: float, width: float) -> None:
        """Draw every tile in its place."""
        for down, row in enumerate(self.rows):
            for across, tile in enumerate(row):
                if tile:
                    pen.tile(x + across * self.side, y + down * self.side, self.side * 0.96, tile)


def render(sheet: Sheet, words: Words) -> Document:
    """Draw the sheet."""
    words = words.of(sheet.state.rules.kind)
    pdf = FPDF(unit="mm", format="A4")
    pdf.set_auto_page_break(False)
    pdf.set_title(phrases.title(sheet, words))
    pdf.set_creator("tileye")
    pdf.set_lang(words.language)
    names = "".join(column.name for column in sheet.columns)
    with ExitStack() as stack:
        pen = Pen(pdf, add_fonts(pdf, names, stack))
        pages = _pages(pen, sheet, words)
        for number, bands in enumerate(pages, 1):
            pdf.add_page()
            _draw(pen, bands)
            _number(pen, number, len(pages))
        return Document(bytes(pdf.output()), _warnings(pen.fonts))


def _warnings(fonts: Fonts) -> tuple[str, ...]:
    visible = " ".join(sorted(char for char in fonts.missing if fonts.shown(char)))
    warnings = []
    if visible:
        warnings.append(f"no font here has {visible}: the PDF shows {PLACEHOLDER} there, the html sheet the real names")
    if fonts.unjoined:
        letters = " ".join(sorted(fonts.unjoined))
        warnings.append(f"the PDF writes {letters} letter by letter: the html sheet joins them as their script does")
    return tuple(warnings)


def _draw(pen: Pen, bands: Iterable[Band]) -> None:
    y = _MARGIN
    for band in bands:
        band.draw(pen, _MARGIN, y, WIDTH)
        y += band.height


def _number(pen: Pen, number: int, count: int) -> None:
    if count > 1:
        line = ItemLine(right=(Span(f"{number} / {count}", Ink(8, colour=FAINT)),))
        line.draw(pen, _MARGIN, _PAGE_HEIGHT - _MARGIN - line.height, WIDTH)


def _pages(pen: Pen, sheet: Sheet, words: Words) -> list[list[Band]]:
    """Make everything as large as one page allows; where none does, fill several in full size."""
    turns: list[Band] | None = None
    for scale in SCALES:
        composer = _Composer(pen, sheet, words, scale)
        bands = list(composer.bands())
        room = HEIGHT + _FOOTER - sum(band.height for band in bands)
        if room < 0:
            continue
        drawn = composer.lying(room, _SMALLEST)
        if drawn or not board.rows_of(sheet.state):
            return [[*bands, *([drawn] if drawn else [])]]
        turns = turns or bands
    composer = _Composer(pen, sheet, words, 1.0)
    # Where there is no room for a drawing that can be read, it has a page of its own.
    last = [drawn for drawn in [composer.lying(HEIGHT if turns else HEIGHT / 2, 0)] if drawn]
    return [turns, last] if turns else _paginate([*composer.bands(), *last], composer.head())


def _paginate(bands: Sequence[Band], head: Band) -> list[list[Band]]:
    pages: list[list[Band]] = [[]]
    y = 0.0
    for band in bands:
        for piece in band.pieces(HEIGHT - head.height):
            if y + piece.height > HEIGHT:
                pages.append([head] if piece.under_head else [])
                y = head.height if piece.under_head else 0.0
            pages[-1].append(piece)
            y += piece.height
    return pages


class _Composer:
    """Turns a sheet into bands, everything by a scale smaller."""

    def __init__(self, pen: Pen, sheet: Sheet, words: Words, scale: float) -> None:
        self.pen, self.sheet, self.words, self.scale = pen, sheet, words, scale
        self.inset = 1.8 * scale
        self.column = WIDTH / len(sheet.columns) - 2 * self.inset
        self.gutter = 5.2 * scale
        self.gap = 1.2 * scale

    def ink(self, size: float, *, bold: bool = False, colour: str = INK) -> Ink:
        """Text of a size before scaling."""
        return Ink(size * self.scale, bold, colour)

    def bands(self) -> Iterator[Band]:
        """The whole sheet from top to bottom."""
        yield self.intro()
        yield self.head()
        for number, slots in enumerate(self.sheet.rounds):
            yield self.round(slots, _BAND if number % 2 else PAPER)
        yield self.feet()
        yield from self.below()

    def intro(self) -> Band:
        """The name of the game, what this is, and how the game ended."""
        ornament = tuple(
            Stone(shape + colour, 7.5 * self.scale, 1.0 * self.scale)
            for shape, colour in zip(OUTLINES, self.sheet.state.colours or PLAIN.colours, strict=False)
        )
        subtitle = self.text(phrases.subtitle(self.sheet, self.words), self.ink(9.5, colour=FAINT))
        outcome = self.text(phrases.outcome(self.sheet, self.words), self.ink(11, bold=True))
        names = words_of(
            self.pen, phrases.heading(self.sheet), self.ink(23, bold=True), WIDTH - extent(self.pen, ornament) - 3
        )
        first, *others = flow(self.pen, names, WIDTH - extent(self.pen, ornament) - 3)
        head = replace(first, right=ornament)
        space = ItemLine((Span(" ", self.ink(4)),))
        return Band(((head, *others, *subtitle, space, *outcome, space),))

    def head(self) -> Band:
        """The names of the players."""
        ink = self.ink(11, bold=True)
        names = [words_of(self.pen, column.name, ink, self.column) for column in self.sheet.columns]
        cells = [flow(self.pen, name, self.column) for name in names]
        most = max(len(cell) for cell in cells)
        blank = ItemLine((Span("", ink),))
        upright = tuple((*[blank] * (most - len(cell)), *cell) for cell in cells)
        return Band(upright, self.gap, self.inset, rule_below=0.5)

    def round(self, slots: Sequence[Slot], shade: str) -> Band:
        """One round: a turn of each player, all with the points beside the tiles or all with the points below."""
        turns = [[(entry, self.turn(entry), self.points(entry)) for entry in slot] for slot in slots]
        beside = all(self.fits(lines[-1], points) for turn in turns for _, lines, points in turn)
        cells = tuple(
            tuple(line for _, lines, points in turn for line in self.with_points(lines, points, beside=beside))
            for turn in turns
        )
        band = Band(cells, 0.7 * self.scale, self.inset, divided=True, shade=shade, under_head=True)
        return replace(band, rule_above=0.15, rule_colour=_RULE)

    def turn(self, entry: Entered) -> list[ItemLine]:
        """The number of a turn and what was done, without the points."""
        width = self.column - self.gutter
        *lines, last = flow(self.pen, self.laid(entry.row, width), width, 0.5 * self.scale)
        lines.append(replace(last, spacing=0.0))
        number = Span("" if entry.goes_on else str(entry.row.number), self.ink(6.5, colour=FAINT))
        number = replace(number, gap=self.gutter - number.width(self.pen))
        first = replace(lines[0], left=(number, *lines[0].left))
        return [first, *(replace(line, indent=self.gutter) for line in lines[1:])]

    def fits(self, line: ItemLine, points: Sequence[Item]) -> bool:
        """Whether the points have room beside what stands in a line."""
        used = line.indent + extent(self.pen, line.left) + extent(self.pen, points)
        return not points or used + 2 * self.gap <= self.column

    def with_points(self, lines: Sequence[ItemLine], points: tuple[Item, ...], *, beside: bool) -> list[ItemLine]:
        """Put the points at the right edge of the last line, or of one more."""
        if not points:
            return [*lines]
        if beside:
            return [*lines[:-1], replace(lines[-1], right=points)]
        below = flow(self.pen, points, self.column)
        return [*lines, *(ItemLine(right=line.left) for line in below)]

    def laid(self, row: Row, width: float) -> list[Item]:
        """The tiles or cards of a turn, or what was done instead."""
        if row.kind != "turn":
            return self.told(phrases.action_text(row, self.words), width)
        if row.placed:
            return [item for trail in trails(row.placed) for item in self.trail(trail)]
        played = self.stones(row.played) or self.told(self.words["cells.nothing"], width)
        return [*played, *(self.taken(cards) for cards in row.stacked)]

    def told(self, text: str, width: float) -> list[Item]:
        """What was done, in words."""
        return [*words_of(self.pen, text, self.ink(8, colour=FAINT), width)]

    def trail(self, trail: Trail, side: float = 4.7, *, coded: bool = True) -> list[Item]:
        """Tiles in a line with their place."""
        *stones, last = self.stones(trail.tiles, side, coded=coded)
        place = Span(phrases.place(trail.start, trail.arrow), self.ink(6.5, colour=FAINT))
        return [*stones, ItemGroup((last, place), 2 * self.gap)]

    def taken(self, cards: Sequence[Tile]) -> Item:
        """A Qwirkle taken from the table."""
        code = self.ink(4.4, colour=FAINT)
        stones = tuple(Stone(card, 3.5 * self.scale, 0.3 * self.scale, code) for card in cards)
        return ItemGroup(stones, self.gap, 0.5 * self.scale)

    def stones(self, tiles: Sequence[Tile | None], side: float = 4.7, *, coded: bool = True) -> list[Item]:
        """Drawn tiles, the last with more room behind; a dot for each that lay there before."""
        code = self.ink(5.6 * side / 4.7, colour=FAINT) if coded else None
        near, far = 0.35 * self.scale, self.gap
        return [
            Stone(tile, side * self.scale, near if left else far, code)
            if tile
            else Span("·", self.ink(8, colour=FAINT), near)
            for left, tile in zip(reversed(range(len(tiles))), tiles, strict=True)
        ]

    def points(self, entry: Entered) -> tuple[Item, ...]:
        """The sum, what is remarkable, and the total."""
        row = entry.row
        if row.kind == "cannot_play":
            return ()
        items: list[Item] = []
        if row.kind == "turn" and self.sheet.state.rules.kind == "tiles":
            colour = WRONG if row.overruled else INK
            items.append(Span(phrases.sum_text(row), self.ink(8, colour=colour), self.gap))
        if row.qwirkles:
            text = phrases.qwirkle_text(row, self.words)
            items.append(Badge(text, self.ink(6.5, bold=True, colour=PAPER), INK, self.gap))
        if row.bonus:
            items.append(Badge(phrases.bonus_text(row, self.words), self.ink(6.5, bold=True), _RULE, self.gap))
        if entry.note:
            items.append(Span(phrases.mark(entry.note), self.ink(7.5, bold=True, colour=WRONG), self.gap))
        total = Span(str(entry.total), self.ink(10, bold=True))
        room = max(self.gap, 7 * self.scale - total.width(self.pen))
        return (*items, Span("", self.ink(8), room), total)

    def feet(self) -> Band:
        """The totals of the players."""
        cells = tuple(tuple(self.foot(column)) for column in self.sheet.columns)
        return Band(cells, self.gap, self.inset, 0.5, divided=True, under_head=True)

    def foot(self, column: Column) -> Iterator[ItemLine]:
        """What stands below one player's turns."""
        total = Span(str(column.points), self.ink(14, bold=True))
        label = Span(self.words["sheet.total"], self.ink(11, bold=True))
        won = Badge(self.words["sheet.winner"], self.ink(7, bold=True, colour=PAPER), INK, self.gap)
        yield ItemLine((label,), (won, total) if column.winner else (total,))
        for name, value in phrases.feet(self.sheet, column.player, self.words):
            yield ItemLine((Span(name, self.ink(8, colour=FAINT)),), (Span(value, self.ink(8)),))
        if column.stacks:
            yield ItemLine((Span(self.words["sheet.taken"], self.ink(8, colour=FAINT)),), spacing=0.5 * self.scale)
        for cards in column.stacks:
            yield ItemLine(tuple(self.stones(cards, 3.8)), spacing=0.5 * self.scale)

    def below(self) -> Iterator[Band]:
        """The footnotes, and how to read the sheet; each line for itself, so that it may go to the next page."""
        yield Band(((ItemLine(spacing=3 * self.scale),),))
        for entry in self.sheet.notes:
            yield from (Band(((line,),)) for line in self.note(entry))
        yield Band(((ItemLine(spacing=1.5 * self.scale),),))
        codes = " ".join(f"{code}\u00a0{name}," for code, name in phrases.codes(self.sheet, self.words)).rstrip(",")
        for text in (f"{phrases.codes_head(self.sheet, self.words)} {codes}", *phrases.legend(self.sheet, self.words)):
            yield from (Band(((line,),)) for line in self.text(text, self.ink(7, colour=FAINT)))

    def lying(self, most: float, least: float) -> Band | None:
        """How the pieces lie, in a band of at most this height; None where tiles would be smaller than `least`."""
        rows = board.rows_of(self.sheet.state)
        if not rows:
            return None
        head = self.text(board.heading(self.sheet, self.words), self.ink(9.5, bold=True))
        space = ItemLine((Span(" ", self.ink(5)),))
        room = most - sum(line.height for line in (*head, space)) - 1
        side = min(_LARGEST, WIDTH / max(map(len, rows)), room / len(rows))
        if side < least or side <= 0:
            return None
        return Band(((space, *head, Drawing(rows=rows, side=side)),))

    def note(self, entry: Entered) -> list[ItemLine]:
        """One footnote."""
        mark = Span(phrases.mark(entry.note or 0), self.ink(8, bold=True, colour=WRONG), self.gap)
        items: list[Item] = [mark, *self.spans(phrases.note_head(self.sheet, entry, self.words))]
        for violation in phrases.violation_texts(self.sheet, entry, self.words):
            items += self.spans(violation.text)
            items += self.stones(violation.cards, 3.4, coded=False)
            items += [item for trail in violation.trails for item in self.trail(trail, 3.4, coded=False)]
        return flow(self.pen, items, WIDTH, 0.4 * self.scale)

    def spans(self, text: str) -> list[Span]:
        """The words of a footnote."""
        return words_of(self.pen, text, self.ink(8), WIDTH)

    def text(self, text: str, ink: Ink) -> list[ItemLine]:
        """A text over the whole width."""
        return flow(self.pen, words_of(self.pen, text, ink, WIDTH), WIDTH)
