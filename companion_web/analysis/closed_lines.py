"""Lines of five that can never become a Qwirkle, since every copy of what they lack is gone: the tip of the sheet."""

from collections.abc import Iterator, Mapping, Sequence

from tileye.companion_web.analysis.lines import name
from tileye.companion_web.languages import Words
from tileye.rules.board import Board, Cell
from tileye.rules.jsonlines import Json
from tileye.rules.state import State, qwirkle_possible, unseen
from tileye.rules.tiles import SIDE, Tile, all_alike

FIVE = SIDE - 1


def closed_fives(known: State, words: Words) -> list[Json]:
    """Name every line of five on the board, or set of five on the table, that nobody can complete any more."""
    left = unseen(known)
    if known.rules.kind == "tiles":
        lines = [(cells, tuple(known.board[cell] for cell in cells)) for cells in _lines(known.board)]
    else:
        lines = [((), cards) for cards in known.table if len(cards) == FIVE]
        # A card that lies in another set may still be moved.
        left = {tile: count + sum(tile in cards for cards in known.table) for tile, count in left.items()}
    return [closed_json(cells, tiles, left, words) for cells, tiles in lines if is_closed(tiles, left)]


def is_closed(tiles: Sequence[Tile], left: Mapping[Tile, int]) -> bool:
    """Whether five pieces fit together, and none of what would complete them is left."""
    fits = len(set(tiles)) == len(tiles) == FIVE and all_alike(tuple(tiles))
    return fits and not qwirkle_possible(tuple(tiles), left)


def closed_json(cells: Sequence[Cell], tiles: Sequence[Tile], left: Mapping[Tile, int], words: Words) -> Json:
    """Say it of one line."""
    lacking = words[f"tiles.{_lacking(tiles, left)}"]
    return {
        "cells": [list(cell) for cell in cells],
        "tiles": list(tiles),
        "text": words.say("lines.closed", name=name(tiles, words), tile=lacking),
    }


def _lacking(tiles: Sequence[Tile], left: Mapping[Tile, int]) -> Tile:
    """The one piece that would make six of them."""
    axis = 0 if len({tile[0] for tile in tiles}) == 1 else 1
    return next(tile for tile in left if tile[axis] == tiles[0][axis] and tile not in tiles)


def _lines(board: Board) -> Iterator[tuple[Cell, ...]]:
    """All lines of exactly five tiles."""
    for x, y in board:
        for across, down in ((1, 0), (0, 1)):
            if (x - across, y - down) in board:
                continue
            cells = [(x, y)]
            while (cell := (cells[-1][0] + across, cells[-1][1] + down)) in board:
                cells.append(cell)
            if len(cells) == FIVE:
                yield tuple(cells)
