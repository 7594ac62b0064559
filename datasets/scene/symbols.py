"""Symbols of other games and of all kinds of prints; none of them is one of the six shapes of tiles.

Outlines are in the measure of the symbol, from -0.5 to 0.5, x to the right and y up; a symbol may have several.
"""

import math
from random import Random

Outline = tuple[tuple[float, float], ...]


def _ring(radii: tuple[float, ...], count: int, start: float = 90.0) -> Outline:
    angles = (math.radians(start + 360 * i / count) for i in range(count))
    return tuple(
        (radii[i % len(radii)] * math.cos(a), radii[i % len(radii)] * math.sin(a)) for i, a in enumerate(angles)
    )


def _arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 14) -> Outline:
    angles = (math.radians(start + (end - start) * i / steps) for i in range(steps + 1))
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)


def _heart() -> Outline:
    steps = (2 * math.pi * i / 40 for i in range(40))
    return tuple(
        (
            0.47 * math.sin(t) ** 3,
            (13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)) / 34 + 0.05,
        )
        for t in steps
    )


def _moon() -> Outline:
    return _arc(0.05, 0.0, 0.46, 55, 305, 24) + _arc(0.24, 0.0, 0.37, 285, 75, 18)


def _arrow() -> Outline:
    return ((0.0, 0.48), (0.4, 0.05), (0.15, 0.05), (0.15, -0.46), (-0.15, -0.46), (-0.15, 0.05), (-0.4, 0.05))


def _plus() -> Outline:
    a, b = 0.09, 0.46
    return (
        (-a, b), (a, b), (a, a), (b, a), (b, -a), (a, -a), (a, -b), (-a, -b), (-a, -a), (-b, -a), (-b, a), (-a, a),
    )  # fmt: skip


def _drop() -> Outline:
    return ((0.0, 0.5), *_arc(0.0, -0.14, 0.34, 30, -210, 24))


def _nut() -> Outline:
    """A hexagon with a hole: a full one is nearly a disc when it is small."""
    outer, inner = _ring((0.47,), 6), _ring((0.2,), 6)
    return (*outer, outer[0], inner[0], *reversed(inner))


def _fish() -> tuple[Outline, ...]:
    upper, lower = _arc(-0.08, -0.3, 0.5, 145, 35), _arc(-0.08, 0.3, 0.5, -35, -145)
    return (upper + lower, ((0.18, 0.0), (0.48, 0.24), (0.42, 0.0), (0.48, -0.24)))


def _cat() -> Outline:
    return ((-0.42, 0.5), (-0.13, 0.26), (0.13, 0.26), (0.42, 0.5), *_arc(0.0, -0.06, 0.42, 25, -205, 24))


def _tree() -> Outline:
    return (
        (0.0, 0.5), (0.24, 0.18), (0.13, 0.18), (0.33, -0.1), (0.18, -0.1), (0.42, -0.36), (0.08, -0.36), (0.08, -0.5),
        (-0.08, -0.5), (-0.08, -0.36), (-0.42, -0.36), (-0.18, -0.1), (-0.33, -0.1), (-0.13, 0.18), (-0.24, 0.18),
    )  # fmt: skip


def _bolt() -> Outline:
    return ((0.08, 0.5), (-0.32, -0.08), (-0.03, -0.08), (-0.12, -0.5), (0.32, 0.12), (0.04, 0.12), (0.22, 0.5))


def _crown() -> Outline:
    return ((-0.42, -0.36), (-0.46, 0.3), (-0.2, 0.02), (0.0, 0.4), (0.2, 0.02), (0.46, 0.3), (0.42, -0.36))


def _house() -> Outline:
    return ((0.0, 0.46), (0.46, 0.04), (0.32, 0.04), (0.32, -0.42), (-0.32, -0.42), (-0.32, 0.04), (-0.46, 0.04))


def _mushroom() -> tuple[Outline, ...]:
    return (_arc(0.0, 0.0, 0.44, 0, 180, 20), ((-0.14, 0.02), (0.14, 0.02), (0.18, -0.46), (-0.18, -0.46)))


def _leaf() -> Outline:
    return _arc(-0.25, 0.0, 0.52, -62, 62, 16) + _arc(0.25, 0.0, 0.52, 118, 242, 16)


def _key() -> tuple[Outline, ...]:
    return (
        _arc(-0.26, 0.0, 0.2, 20, 340, 18) + _arc(-0.26, 0.0, 0.09, 340, 20, 12),
        ((-0.08, 0.05), (0.46, 0.05), (0.46, -0.2), (0.37, -0.2), (0.37, -0.05), (0.3, -0.05), (0.3, -0.16),
         (0.22, -0.16), (0.22, -0.05), (-0.08, -0.05)),
    )  # fmt: skip


def _chevron() -> Outline:
    return ((-0.42, 0.0), (0.0, 0.42), (0.42, 0.0), (0.42, -0.26), (0.0, 0.16), (-0.42, -0.26))


def _bird() -> tuple[Outline, ...]:
    body = _arc(0.0, -0.1, 0.3, 20, -200, 20)
    return (body, _arc(0.24, 0.18, 0.17, 0, 360, 16), ((0.38, 0.24), (0.5, 0.15), (0.38, 0.12)),
            ((-0.26, -0.02), (-0.5, 0.2), (-0.42, -0.2)))  # fmt: skip


def _hourglass() -> Outline:
    return ((-0.36, 0.44), (0.36, 0.44), (0.05, 0.0), (0.36, -0.44), (-0.36, -0.44), (-0.05, 0.0))


def _butterfly() -> tuple[Outline, ...]:
    wings = (
        ((0.02, 0.02), (0.2, 0.4), (0.46, 0.36), (0.4, 0.04)),
        ((0.02, -0.02), (0.36, -0.02), (0.38, -0.3), (0.16, -0.36)),
    )
    left = tuple(tuple((-x, y) for x, y in wing) for wing in wings)
    return (*wings, *left, ((-0.03, 0.3), (0.03, 0.3), (0.03, -0.34), (-0.03, -0.34)))


def _half() -> Outline:
    return _arc(0.0, -0.2, 0.45, 0, 180, 22)


def _spade() -> tuple[Outline, ...]:
    upside = tuple((x * 0.9, 0.08 - y * 0.9) for x, y in _heart())
    return (upside, ((-0.03, -0.1), (0.03, -0.1), (0.16, -0.47), (-0.16, -0.47)))


def _club() -> tuple[Outline, ...]:
    leaves = tuple(_arc(x, y, 0.2, 0, 360, 16) for x, y in ((0.0, 0.24), (-0.22, -0.06), (0.22, -0.06)))
    return (*leaves, ((-0.04, 0.1), (0.04, 0.1), (0.16, -0.47), (-0.16, -0.47)))


def _lozenge() -> Outline:
    return ((0.0, 0.48), (0.31, 0.0), (0.0, -0.48), (-0.31, 0.0))


SYMBOLS: dict[str, tuple[Outline, ...]] = {
    "heart": (_heart(),),
    "moon": (_moon(),),
    "arrow": (_arrow(),),
    "plus": (_plus(),),
    "triangle": (_ring((0.48,), 3),),
    "pentagon": (_ring((0.45,), 5),),
    "hexagon": (_nut(),),
    "five_star": (_ring((0.48, 0.2), 10),),
    "drop": (_drop(),),
    "fish": _fish(),
    "cat": (_cat(),),
    "tree": (_tree(),),
    "bolt": (_bolt(),),
    "crown": (_crown(),),
    "house": (_house(),),
    "mushroom": _mushroom(),
    "leaf": (_leaf(),),
    "key": _key(),
    "chevron": (_chevron(),),
    "bird": _bird(),
    "hourglass": (_hourglass(),),
    "butterfly": _butterfly(),
    "half": (_half(),),
    "bar": (((-0.14, 0.46), (0.14, 0.46), (0.14, -0.46), (-0.14, -0.46)),),
    "spade": _spade(),
    "club": _club(),
    "lozenge": (_lozenge(),),
}
SUITS = ("heart", "spade", "club", "lozenge")
_NEAR_PRINTS = ("spade", "club", "lozenge", "pentagon", "leaf", "drop")
FIGURES = tuple(name for name in SYMBOLS if name not in _NEAR_PRINTS)
"""Those that may stand alone on a dark square: small or from the side, others might be taken for prints of tiles."""


def draw_mark(random: Random) -> str:
    """Draw what a square shows: the name of a symbol, a letter, or a number; no O and no X, which are nearly prints."""
    chance = random.random()
    if chance < 0.55:
        return random.choice(FIGURES)
    if chance < 0.78:
        return random.choice("ABCDEFGHJKLMNPQRSTUVWYZ?!&%#@")
    return str(random.choice((random.randint(2, 9), random.randint(10, 99))))
