"""The tiles for pages: one sprite with the symbols of the shapes, and the colours as properties of a style sheet."""

from tileye.companion_web.palettes import PALETTES, PLAIN, Palette
from tileye.companion_web.shapes import BODY, BODY_RADIUS, OUTLINES, svg_figures

_MARKED = "--tile-mark:inline;--tile-face:translate(0.13px, 0.14px) scale(0.84);"
"""Shows the mark of each tile, and makes room for it."""


def sprite() -> str:
    """Write `tiles.svg`: `#body` and a symbol for each shape, `#s1` to `#s6`, in the fill of whoever uses it."""
    body = f'<rect x=".01" y=".01" width=".98" height=".98" rx="{BODY_RADIUS}"/>'
    shapes = "".join(_symbol(f"s{shape}", svg_figures(outline)) for shape, outline in OUTLINES.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{_symbol("body", body)}{shapes}</svg>\n'


def colours() -> str:
    """Write `tiles.css`: `--tile-R` and so on in every palette, and classes that fill with them."""
    first, *others = PALETTES
    plain = f":root{{--tile-body:{BODY};{_properties(first)}}}"
    chosen = "\n".join(f'[data-palette="{one.name}"]{{{_properties(one)}}}' for one in others)
    fills = "".join(f".c{letter}{{fill:var(--tile-{letter})}}" for letter in PLAIN.colours)
    return f"{plain}\n{chosen}\n.cbody{{fill:var(--tile-body)}}{fills}\n"


def _properties(palette: Palette) -> str:
    colours = "".join(f"--tile-{letter}:{colour};" for letter, colour in palette.colours.items())
    return colours + (_MARKED if palette.marked else "")


def _symbol(name: str, figures: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 1 1">{figures}</symbol>'
