"""Themes and palettes: what is listed is there, and every page offers it."""

import re

import pytest

from tests.companion_web.web.visitors import Visitor
from tileye.companion_web.languages import LANGUAGES, words
from tileye.companion_web.palettes import PALETTES, TERMINAL
from tileye.companion_web.web.assets import STATIC
from tileye.companion_web.web.looks import LIGHT, LOOKS, THEMES, PageLook
from tileye.companion_web.web.tiles import colours
from tileye.rules.tiles import COLOURS

by_look = pytest.mark.parametrize("look", LOOKS, ids=[look.name for look in LOOKS])


def styles(name: str) -> str:
    return (STATIC / "css" / name).read_text(encoding="utf-8")


def tokens(style: str) -> set[str]:
    """The colours that a style sheet sets anew, and whether it is light or dark."""
    return set(re.findall(r"^  (color-scheme|--[a-z-]+): ", style, re.MULTILINE))


@by_look
def test_each_look_has_a_word_in_every_language_and_a_sign(look: PageLook) -> None:
    assert all(words(language)[look.word] for language in LANGUAGES)
    assert f'id="i-{look.icon}"' in (STATIC.parent / "templates" / "icons.svg").read_text(encoding="utf-8")


@by_look
def test_each_page_offers_it(look: PageLook, ada: Visitor) -> None:
    page = ada.get("/help").text
    assert f'data-look="{look.kind}" data-on="{look.name}" data-off="{look.off}"' in page


def test_looks_are_each_listed_once() -> None:
    assert len({(look.kind, look.name) for look in LOOKS}) == len(LOOKS)
    assert {look.name for look in LOOKS if look.kind == "palette"} == {palette.name for palette in PALETTES[1:]}
    assert LIGHT not in THEMES


@pytest.mark.parametrize("theme", THEMES)
def test_each_theme_says_of_every_colour_what_it_is(theme: str, ada: Visitor) -> None:
    style = styles(f"theme-{theme}.css")
    assert f':root[data-theme="{theme}"] {{' in style
    assert tokens(styles("theme-dark.css")) - {"--swatch-light"} <= tokens(style)
    assert f"/css/theme-{theme}.css" in ada.get("/help").text


def test_each_palette_has_every_colour() -> None:
    assert len({palette.name for palette in PALETTES}) == len(PALETTES)
    assert all(set(palette.colours) == set(COLOURS) for palette in PALETTES)
    assert set(TERMINAL) == set(COLOURS)
    for palette in PALETTES[1:]:
        written = next(line for line in colours().splitlines() if f'"{palette.name}"' in line)
        assert all(f"--tile-{letter}:{colour};" in written for letter, colour in palette.colours.items())
        assert ("--tile-mark:inline" in written) == palette.marked
