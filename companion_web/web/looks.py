"""The looks of pages that can be switched on in the menu: themes and palettes, each with its sign and its word."""

from dataclasses import dataclass
from typing import Literal

from tileye.companion_web.palettes import PALETTES

LIGHT = "light"
"""The theme of `base.css`, which is there while no other one is on."""


@dataclass(frozen=True, slots=True)
class PageLook:
    """One switch of the menu."""

    kind: Literal["theme", "palette"]
    """A theme has the file `css/theme-NAME.css`; a palette stands in `palettes.py`."""
    name: str
    icon: str
    """Of `templates/icons.svg`."""
    word: str
    """The key of what it is called."""

    @property
    def off(self) -> str:
        """What is on instead once this is switched off."""
        return LIGHT if self.kind == "theme" else PALETTES[0].name


LOOKS: tuple[PageLook, ...] = (
    PageLook("theme", "dark", "moon", "play.nav.dark"),
    PageLook("palette", "clear", "eye", "play.nav.marked"),
)
"""All switches, in the order of the menu."""
THEMES: tuple[str, ...] = tuple(look.name for look in LOOKS if look.kind == "theme")
