"""Small screens: nothing has to be scrolled sideways, and what is drawn lies on the screen."""

import pytest

from tests.companion_web.browser.hands import Games
from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import Screen, Screens
from tests.companion_web.browser.stages import EXPECTED, STAGES

PHONES = ((390, 844), (320, 568))
BEYOND = """() => {
  const wide = document.documentElement.clientWidth;
  const scrolls = (element) =>
    element && (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
  const found = [...document.querySelectorAll("body *:not(svg *)")].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    const seen = width > 1 && element.checkVisibility({ visibilityProperty: true }) && !element.matches(".skip");
    return seen && (right > wide + 1 || left < -1) && !scrolls(element.parentElement);
  });
  const roots = [document.scrollingElement, ...document.querySelectorAll("dialog[open], dialog[open] .dialog-body")];
  const sideways = roots.filter((element) => element.scrollWidth > element.clientWidth);
  return [...found, ...sideways].map((element) => element.outerHTML.slice(0, 120));
}"""


@pytest.mark.parametrize("stage", STAGES)
def test_nothing_scrolls_sideways_on_a_phone(program: Program, games: Games, screens: Screens, stage: str) -> None:
    screen = screens.open(program.base, "", size=PHONES[0])
    screen.tolerate(*EXPECTED)
    STAGES[stage](screen, games)
    for width, height in PHONES:
        screen.page.set_viewport_size({"width": width, "height": height})
        assert beyond(screen) == [], width


def test_what_is_too_wide_is_found(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, "/help", size=PHONES[1])
    screen.find("main").evaluate("main => { main.firstElementChild.style.width = '400px'; }")
    assert beyond(screen)


def beyond(screen: Screen) -> list[str]:
    found: list[str] = screen.page.evaluate(BEYOND)
    return found
