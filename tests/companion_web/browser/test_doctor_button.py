"""The help says what works on this machine, when somebody asks."""

import pytest
from playwright.sync_api import expect

from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import Screens
from tests.companion_web.browser.test_axe import AXE, violations
from tileye.companion_web.diagnosis.examination import EXAMINERS
from tileye.companion_web.languages import words


@pytest.mark.parametrize(("width", "language"), [(1280, "en"), (390, "de")])
def test_everything_is_told_in_rows(program: Program, screens: Screens, width: int, language: str) -> None:
    screen = screens.open(program.base, "/help", size=(width, 800), language=language)
    screen.press("doctor.page.look", "#doctor")
    rows = screen.find("#examined li")
    expect(rows).to_have_count(len(EXAMINERS))
    names = [words(language)[f"doctor.names.{examiner.name}"] for examiner in EXAMINERS]
    expect(rows.locator("h3")).to_have_text(names)
    expect(screen.find("#examine")).to_have_text(words(language)["doctor.page.again"])
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    screen.page.evaluate(AXE)
    assert violations(screen) == []
