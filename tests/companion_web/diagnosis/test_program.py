"""A browser, versions."""

import sys
import webbrowser
from pathlib import Path

import pytest

from tileye.companion_web.diagnosis import program
from tileye.companion_web.diagnosis.checks import Surroundings
from tileye.companion_web.diagnosis.program import browser, versions

AROUND = Surroundings(Path("nowhere"))


def nobody() -> None:
    raise webbrowser.Error("could not locate runnable browser")


@pytest.mark.parametrize(
    ("screen", "get", "name", "said"),
    [
        (":0", lambda: webbrowser.GenericBrowser("netscape"), "netscape", "found.browser"),
        (":0", nobody, None, "found.no_browser"),
        ("", nobody, None, "found.no_screen"),
    ],
)
def test_a_browser_is_found_where_a_screen_is(
    screen: str, get: object, name: str | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(webbrowser, "get", get)
    monkeypatch.setenv("DISPLAY", screen)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    finding = browser(AROUND)
    assert finding.text[0].code == said
    assert (finding.values["browser"], finding.values["screen"]) == (name, bool(screen))
    assert (finding.advice is None, finding.blocks) == (name is not None, False)


def test_versions_are_told() -> None:
    finding = versions(AROUND)
    assert finding.advice is None
    assert all(finding.values[name] for name in ("tileye", "python", "system", "opencv", "numpy", "flask", "runtimes"))


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "find_spec", lambda name: None if name == "flask" else name)
    finding = versions(AROUND)
    assert finding.blocks
    assert finding.text[-1].fields == {"names": "flask"}
