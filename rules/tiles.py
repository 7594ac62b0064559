"""Tile codes: a shape digit and a colour letter, such as `4O` for the orange square."""

from collections.abc import Iterable

from tileye.rules.errors import GameError

Tile = str
"""A code that `parse_tile` accepted."""

SHAPES = "123456"
"""Circle, clover, diamond, square, cross, star."""

COLOURS = "ROYGBPW"
"""Red, orange, yellow, green, blue, purple, white; a set has purple or white, never both."""

COPIES = 3
"""How often each of the 36 tiles is in a set, unless its rules say otherwise."""

SIDE = 6
"""Shapes in a set, colours in a set, and tiles in a Qwirkle."""

TILES: tuple[Tile, ...] = tuple(shape + colour for colour in COLOURS for shape in SHAPES)
KNOWN_TILES: frozenset[Tile] = frozenset(TILES)


def parse_tile(value: object) -> Tile:
    """Return the code if it is one; raise ValueError otherwise."""
    if isinstance(value, str) and value in KNOWN_TILES:
        return value
    raise ValueError(f"{shown(value)} is no tile: a shape 1-6 and a colour R O Y G B P W, such as 4O")


def shown(value: object, most: int = 40) -> str:
    """Show a foreign value in an error message, cut to a length that fits there."""
    text = repr(value) if isinstance(value, str | int | float | bool | type(None)) else f"a {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 3]}..."


def colour_set(tiles: Iterable[Tile], *, seven: bool = False) -> str | None:
    """Say which six colours the set has, None while neither purple nor white was seen; raise if both were.

    A set of `seven` has both.
    """
    if seven:
        return COLOURS
    colours = {tile[1] for tile in tiles}
    if "P" in colours and "W" in colours:
        raise GameError("both_colours")
    sixth = "P" if "P" in colours else "W" if "W" in colours else None
    return f"ROYGB{sixth}" if sixth else None


def set_tiles(colours: str | None) -> tuple[Tile, ...]:
    """List the different tiles of a set; a set of unknown family is taken as one with purple."""
    return tuple(shape + colour for colour in colours or "ROYGBP" for shape in SHAPES)


def all_alike(tiles: Iterable[Tile]) -> bool:
    """Tell whether all tiles share their colour or all share their shape."""
    listed = list(tiles)
    return len({tile[1] for tile in listed}) <= 1 or len({tile[0] for tile in listed}) <= 1


def is_qwirkle(tiles: Iterable[Tile]) -> bool:
    """Tell whether these are six different tiles of one colour or of one shape."""
    listed = list(tiles)
    return len(listed) == SIDE == len(set(listed)) and all_alike(listed)


def best_match(hand: Iterable[Tile]) -> int:
    """Count what a player declares at the start: the most different pieces of one colour or one shape."""
    kinds = set(hand)
    groups = [sum(tile[axis] == mark for tile in kinds) for axis in (0, 1) for mark in {tile[axis] for tile in kinds}]
    return max(groups, default=0)
