"""The tiles for pages: one sprite with the symbols of the shapes, and the colours as properties of a style sheet."""

from collections.abc import Mapping

from tileye.companion_web.shapes import BODY, BODY_RADIUS, COLOURS, OUTLINES, svg_figures

CLEAR_COLOURS: Mapping[str, str] = {
    "R": "#d55e00",
    "O": "#e69f00",
    "Y": "#f0e442",
    "G": "#009e73",
    "B": "#56b4e9",
    "P": "#cc79a7",
    "W": "#f4f4f0",
}
"""The colours of Okabe and Ito, which stay apart for eyes that mix up red and green, or blue and purple."""


def sprite() -> str:
    """Write `tiles.svg`: `#body` and a symbol for each shape, `#s1` to `#s6`, in the fill of whoever uses it."""
    body = f'<rect x=".01" y=".01" width=".98" height=".98" rx="{BODY_RADIUS}"/>'
    shapes = "".join(_symbol(f"s{shape}", svg_figures(outline)) for shape, outline in OUTLINES.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{_symbol("body", body)}{shapes}</svg>\n'


def colours() -> str:
    """Write `tiles.css`: `--tile-R` and so on in both palettes, and classes that fill with them."""
    plain = f":root{{--tile-body:{BODY};{_properties(COLOURS)}}}"
    clear = f'[data-palette="clear"]{{{_properties(CLEAR_COLOURS)}}}'
    fills = "".join(f".c{letter}{{fill:var(--tile-{letter})}}" for letter in COLOURS)
    return f"{plain}\n{clear}\n.cbody{{fill:var(--tile-body)}}{fills}\n"


def _properties(palette: Mapping[str, str]) -> str:
    return "".join(f"--tile-{letter}:{colour};" for letter, colour in palette.items())


def _symbol(name: str, figures: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 1 1">{figures}</symbol>'
