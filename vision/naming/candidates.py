"""Which names of an unsure tile come first: those that fit its lines and of which there are copies left.

What was seen stays what it is; only the order of the candidates follows the rules.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tileye.rules.judge import judge
from tileye.rules.rulesets import TILES

if TYPE_CHECKING:
    from tileye.vision.reading import SeenTile

_AGAINST = {"mismatch", "duplicate", "too_long", "too_many_copies"}


def with_fitting_first(tiles: Sequence["SeenTile"]) -> Iterator["SeenTile"]:
    """Put the candidates of unsure tiles on the board into the order in which they fit its sure tiles."""
    board = {tile.cell: tile.tile for tile in tiles if tile.cell is not None and not tile.unsure}
    for tile in tiles:
        if not tile.unsure or tile.cell is None:
            yield tile
            continue
        cell = tile.cell
        misfits = {
            name: any(fault.code in _AGAINST for fault in judge(TILES, board, ((name, cell),)).violations)
            for name, _ in tile.candidates
        }
        # Sorting keeps the likelier one first among those that fit alike.
        yield replace(tile, candidates=tuple(sorted(tile.candidates, key=lambda one: misfits[one[0]])))
