"""Things that look like tiles and are none, as data: what they are made of before they are put on a table.

Lengths are in sides of a tile. A lookalike is built around the origin, and fills a rectangle there.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from tileye.datasets.scene.clutter import Solid
from tileye.datasets.scene.lookalike_faces import LookalikeFace
from tileye.datasets.scene.plates import THIN, Plate
from tileye.datasets.scene.printing import dark, paper
from tileye.datasets.scene.tile_styles import Rgb

Spot = tuple[float, float, float]
"""Where a piece lies, x and y, and how far it is turned, in degrees."""
_NUMBERS = 900_000
"""Draws of each kind of print in a split, whose numbers begin a million apart."""


@dataclass(frozen=True, slots=True)
class Lookalike:
    """One thing, or the pieces of one game: what it is made of, and the rectangle that it fills."""

    name: str
    size: tuple[float, float]
    plates: tuple[Plate, ...]
    solids: tuple[Solid, ...] = ()

    @property
    def ground(self) -> float | None:
        """How high things lie that lie on it, if it is one flat thing that can bear them."""
        flat = len(self.plates) == 1 and not self.solids and self.plates[0].lies and not self.plates[0].bend
        return self.plates[0].thickness if flat else None

    def put(self, x: float, y: float, turn: float, z: float = 0.0) -> "Lookalike":
        """The same, turned around the origin and moved."""
        a = math.radians(turn)

        def moved(place: tuple[float, float, float]) -> tuple[float, float, float]:
            u, v, up = place
            return x + u * math.cos(a) - v * math.sin(a), y + u * math.sin(a) + v * math.cos(a), z + up

        return replace(
            self,
            plates=tuple(replace(one, middle=moved(one.middle), turn=one.turn + turn) for one in self.plates),
            solids=tuple(replace(one, middle=moved(one.middle), turn=one.turn + turn) for one in self.solids),
        )


def draw_lookalike(random: Random, first: int, *, flat: bool = False, least: float = 0.0) -> Lookalike:
    """Draw one, its prints from the numbers of a split; a flat one bears tiles, and is at least so wide and long."""
    makers = _FLAT if flat else {**_FLAT, **_OTHERS}
    kinds, weights = zip(*((kind, weight) for kind, (weight, _) in makers.items()), strict=True)
    kind = random.choices(kinds, weights)[0]
    return makers[kind][1](random, kind, first + random.randrange(_NUMBERS), least)


Maker = Callable[[Random, str, int, float], Lookalike]


def _share(colour: tuple[int, int, int]) -> Rgb:
    red, green, blue = (c / 255 for c in colour)
    return red, green, blue


def _thickness(random: Random) -> float:
    """Of what tiles may lie on: paper, card, board."""
    return random.choice((0.012, random.uniform(0.012, 0.04), random.uniform(0.04, THIN)))


def _sheet(
    random: Random,
    face: LookalikeFace,
    cell: float,
    *,
    thickness: float,
    roughness: tuple[float, float] = (0.2, 0.75),
    corner: float = 0.0,
    edge: Rgb | None = None,
) -> Lookalike:
    """A single plate whose squares are so wide."""
    size = (face.grid[0] + 2 * face.margin) * cell, (face.grid[1] + 2 * face.margin) * cell
    body = edge or _share(random.choice((paper(random), dark(random))))
    plate = Plate(face.kind, size, (0, 0, 0), 0.0, face, corner=corner, thickness=thickness,
                  roughness=random.uniform(*roughness), edge=body)  # fmt: skip
    return Lookalike(face.kind, size, (plate,))


def _cell(random: Random) -> float:
    """The side of a square: mostly about that of a tile."""
    return random.uniform(0.7, 1.6) if random.random() < 0.8 else random.choice((0.55, 2.0)) * random.uniform(0.9, 1.2)


def _count(random: Random, least: float, cell: float, low: int = 4, high: int = 15) -> int:
    """How many squares there are along a side."""
    few = min(high, max(low, math.ceil(least / cell)))
    return random.randint(few, min(high, max(few, round(18 / cell))))


def _board(random: Random, kind: str, number: int, least: float) -> Lookalike:
    cell, square = _cell(random), random.random() < 0.5
    across = _count(random, least, cell)
    grid = across, across if square else _count(random, least, cell)
    face = LookalikeFace(kind, number, 0, grid, random.choice((0.05, random.uniform(0.05, 1.2))))
    return _sheet(random, face, cell, thickness=_thickness(random), corner=random.choice((0.0, 0.15)))


def _puzzle(random: Random, kind: str, number: int, least: float) -> Lookalike:
    """Puzzles and calendars, from newspapers up to the size of boards."""
    count = {"sudoku": (9, 9), "calendar": (7, 6)}.get(kind, (random.randint(7, 15), random.randint(7, 15)))
    cell = max(random.uniform(0.35, 1.3), least / min(count))
    face = LookalikeFace(kind, number, 0, count, random.uniform(0.2, 1.5))
    return _sheet(random, face, cell, thickness=0.012)


def _mat(random: Random, kind: str, number: int, least: float) -> Lookalike:
    """Cloth and floor: as large as a table mat or larger."""
    cell, side = random.uniform(0.7, 1.8), max(least, 9.0)
    grid = math.ceil(random.uniform(side, side + 9) / cell), math.ceil(random.uniform(side, side + 9) / cell)
    return _sheet(random, LookalikeFace(kind, number, 0, grid, 0.0), cell, thickness=0.02, roughness=(0.5, 1.0))


def _page(random: Random, kind: str, number: int, least: float) -> Lookalike:
    """Pages and spreads."""
    grid = random.choice(((10, 13), (10, 13), (7, 10), (20, 13), (13, 18)))
    scale = max(random.uniform(0.7, 1.1), least / min(grid))
    return _sheet(random, LookalikeFace(kind, number, 0, grid), scale, thickness=0.02, roughness=(0.12, 0.7))


def _chess(random: Random, kind: str, number: int, least: float) -> Lookalike:
    """A chess board, often with pieces on it."""
    count, cell = random.choice((8, 8, 8, 10)), max(random.uniform(0.8, 2.2), least / 8)
    face = LookalikeFace("chess board", number, 0, (count, count), random.choice((0.1, random.uniform(0.2, 0.8))))
    board = _sheet(random, face, cell, thickness=_thickness(random))
    if kind == "chess board":
        return board
    middle, top = (count - 1) / 2, board.plates[0].thickness
    sides, tall = (_share(paper(random)), _share(dark(random))), random.random() < 0.7
    men: list[Solid] = []
    for _ in range(random.randint(6, 24)):
        x, y = random.randrange(count), random.randrange(count)
        at = (x - middle) * cell + random.gauss(0, 0.08), (y - middle) * cell + random.gauss(0, 0.08)
        if all(math.hypot(at[0] - one.middle[0], at[1] - one.middle[1]) > 0.9 * cell for one in men):
            wide, high = cell * random.uniform(0.4, 0.62), cell * (random.uniform(0.9, 1.8) if tall else 0.2)
            # From above, a pale one on a dark square would be the disc of a tile.
            pale = (x + y) % 2 and random.random() < 0.6
            men += _man(at, top, wide, high, sides[0 if pale else 1], tall=tall)
    return replace(board, name=kind, solids=tuple(men))


def _man(at: tuple[float, float], top: float, wide: float, high: float, colour: Rgb, *, tall: bool) -> list[Solid]:
    """A chess piece, or a flat disc."""
    base = high * 0.25 if tall else high
    parts = [Solid("chess piece", "cylinder", (*at, top + base / 2), (wide, wide, base), 0, 0, colour, 0.3)]
    if tall:
        body, head = wide * 0.55, wide * 0.6
        middle = (*at, top + base + (high - base - head) / 2)
        parts.append(Solid("chess piece", "cylinder", middle, (body, body, high - base - head), 0, 0, colour, 0.3))
        parts.append(Solid("chess piece", "ball", (*at, top + high - head / 2), (head, head, head), 0, 0, colour, 0.3))
    return parts


def _bar(random: Random, kind: str, number: int, least: float) -> Lookalike:
    """A bar of chocolate."""
    face = LookalikeFace(kind, number, 0, (random.randint(2, 5), random.randint(3, 8)), 0.03)
    edge = random.uniform(0.1, 0.25)
    return _sheet(
        random, face, random.uniform(0.7, 1.3), thickness=random.uniform(0.2, 0.4), edge=(edge, edge / 2, edge / 4)
    )


def _ruler(random: Random, kind: str, number: int, least: float) -> Lookalike:
    """A ruler with numbers."""
    face = LookalikeFace(kind, number, 0, (random.randint(7, 15), 1))
    return _sheet(random, face, random.uniform(0.9, 1.4), thickness=random.uniform(0.03, 0.15))


def _keys(random: Random, kind: str, number: int, least: float) -> Lookalike:
    """A keyboard, or something with a few keys; its face has a rim of a fifth of a key."""
    grid = random.choice(((14, 5), (14, 6), (18, 6), (12, 4), (4, 5), (4, 6), (3, 4)))
    cell, grey = random.uniform(0.6, 1.0), random.uniform(0.03, 0.3)
    face = LookalikeFace(kind, number, 0, grid, 0.2)
    return _sheet(random, face, cell, thickness=random.uniform(0.15, 0.7), edge=(grey, grey, grey), corner=0.2)


def _phone(random: Random, kind: str, number: int, least: float) -> Lookalike:
    """A phone or a tablet."""
    grid, cell = random.choice((((4, 7), 0.8), ((4, 6), 0.8), ((5, 6), 1.3), ((6, 4), 1.4)))
    cell *= random.uniform(0.85, 1.15)
    size = (grid[0] + 0.5) * cell, (grid[1] + 1.3) * cell
    plate = Plate(
        kind,
        size,
        (0, 0, 0),
        0.0,
        LookalikeFace(kind, number, 0, grid),
        corner=0.35 * cell,
        thickness=random.uniform(0.3, 0.42),
        roughness=random.uniform(0.06, 0.2),
        edge=(0.05, 0.05, 0.06),
    )
    return Lookalike(kind, size, (plate,))


@dataclass(frozen=True, slots=True)
class _PieceForm:
    """What the pieces of a game are like: size, thickness, how many, how they may lie."""

    size: tuple[float, float]
    scale: tuple[float, float]
    thickness: tuple[float, float]
    most: int
    ways: tuple[str, ...]
    roughness: tuple[float, float] = (0.2, 0.8)
    corner: float = 0.05


_FORMS = {
    "dark square": _PieceForm((1, 1), (0.7, 1.4), (0.03, 0.6), 40, ("lines", "lines", "rows", "scatter")),
    "plain square": _PieceForm((1, 1), (0.7, 1.5), (0.03, 0.5), 40, ("lines", "rows", "scatter")),
    "letter tile": _PieceForm((1, 1), (0.75, 1.1), (0.15, 0.3), 40, ("lines", "lines", "rows", "scatter")),
    "rummy tile": _PieceForm((1, 1.32), (0.85, 1.3), (0.2, 0.4), 40, ("rows", "rows", "scatter")),
    "domino": _PieceForm((1, 2), (0.8, 1.3), (0.25, 0.5), 20, ("rows", "scatter", "scatter")),
    "die": _PieceForm((1, 1), (0.5, 0.9), (0.0, 0.0), 9, ("scatter",), corner=0.12),
    "picture card": _PieceForm((1, 1), (1.0, 2.6), (0.012, 0.09), 30, ("rows", "rows", "scatter")),
    "playing card": _PieceForm((2.6, 3.7), (0.8, 1.1), (0.012, 0.016), 18, ("rows", "scatter"), (0.2, 0.6), 0.2),
    "number card": _PieceForm((2.6, 3.9), (0.8, 1.1), (0.012, 0.016), 18, ("rows", "scatter"), (0.15, 0.6), 0.25),
    "sticker": _PieceForm((1, 1), (0.6, 1.5), (0.004, 0.006), 24, ("rows", "scatter"), (0.15, 0.6), 0.12),
    "note": _PieceForm((1, 1), (0.7, 3.4), (0.01, 0.02), 12, ("rows", "scatter"), (0.7, 1.0), 0.0),
}


def _pieces(random: Random, kind: str, number: int, least: float) -> Lookalike:
    """The pieces of a game."""
    form = _FORMS[kind]
    scale = random.uniform(*form.scale)
    size = form.size[0] * scale, form.size[1] * scale
    thick = scale if kind == "die" else random.uniform(*form.thickness)
    # Card or block: between them is what few games have.
    if kind in ("dark square", "plain square") and random.random() < 0.4:
        thick = random.uniform(0.02, 0.09)
    spots = _spots(random, random.choice(form.ways), random.randint(1, form.most), size)
    rough, bend = random.uniform(*form.roughness), random.choice((0.0, 0.06)) if "ing card" in kind else 0.0
    body = _share(LookalikeFace(kind, number).ground)
    plates = tuple(
        # Each has a name of its own: what has one name is drawn at once.
        Plate(f"{kind}/{part}", size, (x, y, 0.0), turn, LookalikeFace(kind, number, part), bend=bend,
              corner=form.corner * scale, thickness=thick, roughness=rough, edge=body)
        for part, (x, y, turn) in enumerate(spots)
    )  # fmt: skip
    far = math.hypot(*size) / 2
    return Lookalike(
        kind,
        (2 * max(abs(x) for x, _, _ in spots) + 2 * far, 2 * max(abs(y) for _, y, _ in spots) + 2 * far),
        plates,
    )


def _spots(random: Random, way: str, count: int, size: tuple[float, float]) -> list[Spot]:
    """Where pieces of a size lie around the origin."""
    across, along = size
    if way == "scatter":
        return _scattered(random, count, math.hypot(across, along))
    loose, turn = random.choice((0.0, 0.01, 0.04)), random.choice((0.4, 3.0))
    step = 1.0 + random.choice((0.01, 0.06, random.uniform(0.05, 0.6))) + 2 * loose
    if way == "lines":
        cells: Sequence[tuple[int, int]] = _crossing(random, count)
    else:
        columns = random.randint(1, max(1, min(count, 10)))
        cells = [(i % columns, i // columns) for i in range(count)]
    if random.random() < 0.4:
        cells = [cell for cell in cells if random.random() < 0.8] or cells
    middle = [sum(cell[axis] for cell in cells) / len(cells) for axis in (0, 1)]
    return [
        (
            (x - middle[0]) * across * step + random.gauss(0, loose * across),
            (y - middle[1]) * along * step + random.gauss(0, loose * along),
            random.gauss(0, turn),
        )
        for x, y in cells
    ]


def _scattered(random: Random, count: int, apart: float) -> list[Spot]:
    spots: list[Spot] = [(0.0, 0.0, random.uniform(0, 360))]
    radius = apart * 0.6 * math.sqrt(count) + 0.5
    for _ in range(count * 4):
        x, y = random.gauss(0, radius / 1.6), random.gauss(0, radius / 1.6)
        if len(spots) < count and all(math.hypot(x - u, y - v) > apart for u, v, _ in spots):
            spots.append((x, y, random.uniform(0, 360)))
    return spots


def _crossing(random: Random, count: int) -> list[tuple[int, int]]:
    """Cells of lines that cross each other, as words or rows of tiles do."""
    cells = [(0, 0)]
    while len(cells) < count:
        x, y = random.choice(cells)
        dx, dy = random.choice(((1, 0), (0, 1)))
        start = random.randint(-3, 0)
        for i in range(start, start + random.randint(2, 6)):
            if (x + i * dx, y + i * dy) not in cells:
                cells.append((x + i * dx, y + i * dy))
    return cells


_FLAT: dict[str, tuple[float, Maker]] = {
    "number board": (13, _board),
    "symbol board": (5, _board),
    "letter board": (3, _board),
    "wheel": (1, _board),
    "chess board": (1.5, _chess),
    "sudoku": (1.5, _puzzle),
    "crossword": (1.5, _puzzle),
    "calendar": (1.5, _puzzle),
    "floor": (1.5, _mat),
    "cloth": (1, _mat),
    "magazine": (3, _page),
    "comic": (1, _page),
}
_OTHERS: dict[str, tuple[float, Maker]] = {
    "chess": (1.5, _chess),
    "chocolate": (1, _bar),
    "ruler": (0.7, _ruler),
    "keyboard": (2, _keys),
    "phone": (2, _phone),
    "dark square": (12, _pieces),
    "plain square": (3, _pieces),
    "letter tile": (3, _pieces),
    "rummy tile": (2.5, _pieces),
    "domino": (2, _pieces),
    "die": (1.5, _pieces),
    "picture card": (3, _pieces),
    "playing card": (1.5, _pieces),
    "number card": (1.5, _pieces),
    "sticker": (1.5, _pieces),
    "note": (1, _pieces),
}
