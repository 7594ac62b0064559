"""What is not like the tiles around it: all tiles of a set have one size and one body.

A printed square, another game's piece or a sticker is called a tile now and then, but it rarely is as large as the
tiles beside it, and its body seldom is as dark. Each is compared with the nearest tiles of the board, since light and
perspective change over a table.
"""

import numpy as np
from numpy.typing import NDArray

from tileye.vision.geometry.homography import Real
from tileye.vision.naming.palette import bodies
from tileye.vision.raw_readings import RawReading

Flags = NDArray[np.bool_]

_LEAST, _NEAR = 6, 6
"""Fewer tiles tell nothing; so many of them, the nearest, are asked."""
_SIZE = np.log(1.25)
"""Sizes differ by less on one table, as a logarithm."""
_MUCH = np.log(1.5)
"""By so much no tile differs off the board either, however steeply the table is seen."""
_BODY = 1.0
"""Bodies are no brighter or darker beside each other, as a logarithm..."""
_SPREAD = 3.0
"""... nor by so many times more than nine in ten of the board's are from the middling one."""
_DARK = 0.02
"""Light below which bodies are as good as black."""
_WEAK = 0.8
"""Off the board what is believed less than so much of the board's tiles is no tile if its size is not theirs."""


def odd_ones(raw: RawReading, unsure: Flags) -> tuple[Flags, Flags]:
    """Which of the tiles that were read are to be doubted, on the board, and which are none, off it."""
    board = np.array([cell is not None for cell in raw.lattice.cells], np.bool_)
    sizes = _sizes(raw)
    doubted, none = np.zeros((2, len(board)), np.bool_)
    if sizes is None or np.count_nonzero(board) <= _LEAST:
        return doubted, none
    near = _nearest(raw, board)
    larger = abs(sizes - np.median(sizes[near], 1))
    light = np.log(bodies(raw.crops).sum(1) + _DARK)
    usual = abs(light - np.median(light[board]))
    brighter = np.minimum(usual, abs(light - np.median(light[near], 1)))
    other = (brighter > _BODY) & (brighter > _SPREAD * np.quantile(usual[board], 0.9))
    weak = raw.found.scores < _WEAK * np.median(raw.found.scores[board])
    doubted = board & ((larger > _SIZE) | other)
    none = ~board & (larger > _SIZE) & (unsure | weak | (larger > _MUCH))
    return doubted, none


def _sizes(raw: RawReading) -> Real | None:
    """How large each tile is on the table by its own corners, as a logarithm."""
    view = raw.lattice.view
    if view is None:
        return None
    corners = view.to_table(np.asarray(raw.found.quads @ (1, 1j), np.complex128))
    one, other = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    return np.asarray(np.log(np.maximum(abs((one.conj() * other).imag), 1e-9)) / 2, np.float64)


def _nearest(raw: RawReading, board: Flags) -> NDArray[np.intp]:
    """For each tile the nearest others of the board."""
    middles = raw.quads.mean(1) @ (1, 1j)
    away = np.where(board, abs(middles[:, None] - middles), np.inf)
    np.fill_diagonal(away, np.inf)
    return np.argsort(away, 1, kind="stable")[:, :_NEAR]
