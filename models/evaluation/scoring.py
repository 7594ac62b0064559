"""How readings agree with the truth: tile by tile and board by board.

A tile counts where it has 24 px a side and more once the long side of the picture has 1920, shows 60 % of its face or
more, and lies whole in the picture. Tiles of heaps count by themselves. A tile is found where a tile was read with its
middle less than half a side away.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tileye.rules.board import Cell, neighbours
from tileye.rules.tiles import Tile
from tileye.vision.geometry.lattice import MOST_EMPTY
from tileye.vision.reading import Reading, SeenTile

LONG_SIDE = 1920
LEAST_PX = 24.0
LEAST_VISIBLE = 0.6
_LEAST_SEEN = 0.05
"""Of faces of which less is seen nobody can say whether they were read."""

Move = Callable[[Cell], Cell]


@dataclass(frozen=True, slots=True)
class TruePiece:
    """A piece that shows its face, with its middle and side in pixels of the picture that was read."""

    number: int
    tile: Tile
    role: str
    cell: Cell | None
    middle: tuple[float, float]
    side: float
    scaled_side: float
    """What the side would be if the long side of the picture had 1920 pixels."""
    visible: float
    whole: bool


class ScoreLimits(NamedTuple):
    """Which tiles count."""

    least_px: float = LEAST_PX
    least_visible: float = LEAST_VISIBLE

    def counts(self, piece: TruePiece) -> bool:
        """Tell whether a tile is large, visible and whole enough."""
        return piece.whole and piece.visible >= self.least_visible and piece.scaled_side >= self.least_px


@dataclass(frozen=True, slots=True)
class TileScore:
    """A tile that counts, and what was read in its place; None where nothing was."""

    piece: TruePiece
    read: Tile | None
    unsure: bool = False

    @property
    def right(self) -> bool:
        """Whether it was found and named right."""
        return self.read == self.piece.tile


@dataclass(frozen=True, slots=True)
class PictureScore:
    """How one picture was read; `board_exact` is None where nobody could say which tiles are the board."""

    answers: tuple[TileScore, ...]
    heap: tuple[TileScore, ...]
    false_tiles: int
    board_exact: bool | None


def true_pieces(truth: Mapping[str, Any], size: tuple[int, int]) -> tuple[TruePiece, ...]:
    """The pieces of a truth that show their faces, for a picture of this width and height."""
    width, height = truth["size"]
    stretch = np.array(size) / (width, height)
    pieces = []
    for number, piece in enumerate(truth["pieces"]):
        corners = np.array(piece["corners"]) * stretch
        if piece["tile"] is None or piece["visible"] < _LEAST_SEEN:
            continue
        side = float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
        pieces.append(
            TruePiece(
                number=number,
                tile=piece["tile"],
                role=piece["role"],
                cell=tuple(piece["cell"]) if piece["cell"] else None,
                middle=(float(corners[:, 0].mean()), float(corners[:, 1].mean())),
                side=side,
                scaled_side=side * LONG_SIDE / max(size),
                visible=piece["visible"],
                whole=bool((corners >= 0).all() and (corners <= size).all()),
            )
        )
    return tuple(pieces)


def score_picture(pieces: Sequence[TruePiece], reading: Reading, limits: ScoreLimits | None = None) -> PictureScore:
    """Compare a reading with the truth."""
    limits = limits or ScoreLimits()
    counted = [limits.counts(piece) for piece in pieces]
    pairs = match(pieces, reading.tiles, counted)
    answers = [_answer(piece, pairs, reading) for piece, counts in zip(pieces, counted, strict=True) if counts]
    return PictureScore(
        answers=tuple(answer for answer in answers if answer.piece.role != "heap"),
        heap=tuple(answer for answer in answers if answer.piece.role == "heap"),
        false_tiles=len(reading.tiles) - len(pairs),
        board_exact=_board_exact(pieces, counted, pairs, reading.tiles),
    )


def match(pieces: Sequence[TruePiece], seen: Sequence[SeenTile], counted: Sequence[bool]) -> dict[int, int]:
    """For each piece that was found, by its number, the read tile: pieces that count first, the nearest first."""
    if not pieces or not seen:
        return {}
    away = np.linalg.norm(_points(p.middle for p in pieces)[:, None] - _points(t.px for t in seen)[None], axis=2)
    shares = away / np.array([piece.side for piece in pieces])[:, None]
    near = sorted((not counted[i], shares[i, j], i, j) for i, j in np.argwhere(shares < 0.5).tolist())
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, _, i, j in near:
        if pieces[i].number not in pairs and j not in taken:
            pairs[pieces[i].number] = j
            taken.add(j)
    return pairs


def _points(points: Iterable[tuple[float, float]]) -> NDArray[np.float64]:
    return np.array(list(points), np.float64)


def _answer(piece: TruePiece, pairs: Mapping[int, int], reading: Reading) -> TileScore:
    if piece.number not in pairs:
        return TileScore(piece, None)
    seen = reading.tiles[pairs[piece.number]]
    return TileScore(piece, seen.tile, seen.unsure)


def _board_exact(
    pieces: Sequence[TruePiece], counted: Sequence[bool], pairs: Mapping[int, int], seen: Sequence[SeenTile]
) -> bool | None:
    """Whether the board was read right: all its tiles that count in their cells by name, and nothing else.

    Tiles of the board that do not count may be read or not, and named anyhow, but in their cells.
    """
    cells = {piece.cell: piece.tile for piece in pieces if piece.cell}
    clear = {piece.cell: piece.tile for piece, counts in zip(pieces, counted, strict=True) if piece.cell and counts}
    loose = any(piece.cell is None for piece in pieces)
    whole, sure = board_of(cells), board_of(clear)
    if whole is None or sure is None or (loose and len(sure) < 2):
        return None
    read = {tile.cell: tile.tile for tile in seen if tile.cell}
    found = {piece.number: seen[pairs[piece.number]].cell for piece in pieces if piece.number in pairs}
    move = best_move(
        (read_cell, piece.cell) for piece in pieces if piece.cell and (read_cell := found.get(piece.number))
    )
    return same_board(read, {cell: clear[cell] for cell in sure & whole}, whole | sure, move)


def board_of(cells: Collection[Cell]) -> set[Cell] | None:
    """The largest group that hangs together by edges, with groups near it; None if there is none or it is not clear."""
    groups = _groups(cells)
    largest = max(map(len, groups), default=0)
    boards = [_with_near(group, groups) for group in groups if len(group) == largest]
    return boards[0] if boards and all(board == boards[0] for board in boards) else None


def _groups(cells: Collection[Cell]) -> list[set[Cell]]:
    left, groups = set(cells), []
    while left:
        group = {left.pop()}
        waiting = list(group)
        while waiting:
            new = set(neighbours(waiting.pop())) & left
            left -= new
            group |= new
            waiting += new
        groups.append(group)
    return groups


def _with_near(group: set[Cell], groups: Sequence[set[Cell]]) -> set[Cell]:
    board, others = set(group), [other for other in groups if other is not group]
    while near := [other for other in others if _empty_between(board, other) <= MOST_EMPTY]:
        others = [other for other in others if other not in near]
        board.update(*near)
    return board


def _empty_between(one: set[Cell], other: set[Cell]) -> int:
    return min(abs(x - u) + abs(y - v) for x, y in one for u, v in other) - 1


def same_board(read: Mapping[Cell, Tile], wanted: Mapping[Cell, Tile], allowed: Collection[Cell], move: Move) -> bool:
    """Whether a board, moved, has every wanted tile by name, and no tile but in allowed cells."""
    moved = {move(cell): tile for cell, tile in read.items()}
    return all(moved.get(cell) == tile for cell, tile in wanted.items()) and set(moved) <= set(allowed)


def best_move(pairs: Iterable[tuple[Cell, Cell]]) -> Move:
    """The quarter turns and the shift that bring most cells that were read to the true ones paired with them."""
    votes: Counter[tuple[int, int, int]] = Counter()
    for cell, (x, y) in pairs:
        for quarters in range(4):
            u, v = _turned(cell, quarters)
            votes[quarters, x - u, y - v] += 1
    quarters, dx, dy = max(votes, key=lambda vote: (votes[vote], vote), default=(0, 0, 0))

    def move(cell: Cell) -> Cell:
        u, v = _turned(cell, quarters)
        return u + dx, v + dy

    return move


def _turned(cell: Cell, quarters: int) -> Cell:
    x, y = cell
    for _ in range(quarters):
        x, y = -y, x
    return x, y
