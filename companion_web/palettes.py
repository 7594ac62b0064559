"""The colours of tiles wherever we draw them: pages, paper, pictures and terminals."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """One way to colour the tiles."""

    name: str
    colours: Mapping[str, str]
    """The colour of each colour letter."""
    marked: bool = False
    """Whether pages write on each tile which colour it has."""


PLAIN = Palette(
    "plain",
    {
        "R": "#e63946",
        "O": "#f58220",
        "Y": "#ffd60a",
        "G": "#34b24a",
        "B": "#2f8df0",
        "P": "#a05be8",
        "W": "#f4f4f0",
    },
)

# The colours of Okabe and Ito, which stay apart for eyes that mix up red and green, or blue and purple.
CLEAR = Palette(
    "clear",
    {
        "R": "#d55e00",
        "O": "#e69f00",
        "Y": "#f0e442",
        "G": "#009e73",
        "B": "#56b4e9",
        "P": "#cc79a7",
        "W": "#f4f4f0",
    },
    marked=True,
)

PALETTES: tuple[Palette, ...] = (PLAIN, CLEAR)
"""All palettes; sheets and pictures are in the first one, pages too until another one is chosen."""

TERMINAL: Mapping[str, int] = {"R": 160, "O": 208, "Y": 178, "G": 34, "B": 33, "P": 135, "W": 245}
"""Codes of terminals with 256 colours, close to the tiles and readable on dark and light grounds."""
