"""How the pieces lie: the board of the tile game, the sets of the card game, as rows of a drawing."""

from collections.abc import Iterator
from html import escape

from tileye.companion_web.languages import Words
from tileye.companion_web.sheets.layout import Sheet
from tileye.rules.state import State
from tileye.rules.tiles import Tile

Rows = tuple[tuple[Tile | None, ...], ...]
_CELL = 34
"""Pixels of a tile on a page that has room for it."""


def rows_of(state: State) -> Rows:
    """The rows from top to bottom; None is an empty place."""
    if state.rules.kind == "cards":
        return tuple(state.table)
    if not state.board:
        return ()
    xs, ys = zip(*state.board, strict=True)
    return tuple(
        tuple(state.board.get((x, y)) for x in range(min(xs), max(xs) + 1)) for y in range(min(ys), max(ys) + 1)
    )


def heading(sheet: Sheet, words: Words) -> str:
    """What the drawing shows."""
    kind = sheet.state.rules.kind
    return words[f"sheet.{kind}_at_end" if sheet.state.ended else f"sheet.{kind}_now"]


def figure(sheet: Sheet, words: Words) -> str:
    """Draw it for a page that has the symbols of the tiles; nothing where nothing lies there."""
    rows = rows_of(sheet.state)
    if not rows:
        return ""
    width, height = max(map(len, rows)), len(rows)
    head = escape(heading(sheet, words))
    tiles = "".join(_tiles(rows, words))
    return (
        f'<figure class="lying"><figcaption>{head}</figcaption><svg viewBox="0 0 {width} {height}" '
        f'width="{width * _CELL}" height="{height * _CELL}" role="group" aria-label="{head}">{tiles}</svg></figure>'
    )


def _tiles(rows: Rows, words: Words) -> Iterator[str]:
    for y, row in enumerate(rows):
        for x, tile in enumerate(row):
            if tile:
                name = escape(words[f"tiles.{tile}"])
                yield (
                    f'<svg x="{x}" y="{y}" width="1" height="1" viewBox="0 0 1 1" role="img" aria-label="{name}">'
                    f'<title>{name}</title><use href="#body"/><use href="#s{tile[0]}" class="c{tile[1]}"/></svg>'
                )
