"""axe-core finds nothing on any page, in light and dark."""

from importlib import resources

import pytest

from tests.companion_web.browser.hands import Games
from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import Screen, Screens
from tests.companion_web.browser.stages import EXPECTED, NOWHERE, STAGES

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RUN = """() => axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.html.slice(0, 160)}`)))"""


@pytest.mark.parametrize("stage", STAGES)
def test_nothing_keeps_anybody_out(program: Program, games: Games, screens: Screens, stage: str) -> None:
    screen = screens.open(program.base, "")
    screen.tolerate(*EXPECTED)
    STAGES[stage](screen, games)
    screen.page.evaluate(AXE)
    for scheme in ("light", "dark"):
        screen.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        screen.find(f"html[data-theme={scheme}]").wait_for()
        assert violations(screen) == [], scheme


def test_what_is_wrong_is_found(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, NOWHERE)
    screen.tolerate(*EXPECTED)
    screen.page.evaluate(AXE)
    screen.find("main").evaluate("main => main.append(document.createElement('button'))")
    assert [one.partition(":")[0] for one in violations(screen)] == ["button-name"]


def violations(screen: Screen) -> list[str]:
    found: list[str] = screen.page.evaluate(RUN)
    return found
