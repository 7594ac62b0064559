"""A browser, versions."""

import re
import subprocess
import sys
import webbrowser
from importlib import metadata
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


@pytest.mark.parametrize("name", ["flask", "h11", "segno", "cryptography"])
def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    finding = versions(AROUND)
    assert finding.blocks
    assert finding.text[1].code == "found.missing"
    assert finding.text[1].fields == {"names": name}


def test_what_is_broken_is_named_with_its_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "segno.py").write_text("raise OSError('libqr.so: cannot be opened')")
    monkeypatch.delitem(sys.modules, "segno")
    monkeypatch.syspath_prepend(tmp_path)
    finding = versions(AROUND)
    assert finding.blocks
    assert [one.code for one in finding.text[1:]] == ["found.broken"]
    assert finding.text[1].fields == {"name": "segno", "why": "libqr.so: cannot be opened"}


def test_all_that_the_page_and_the_reading_load_is_looked_at() -> None:
    loaded = (
        "import sys, tileye.companion_web.web.server, tileye.vision.sources.probing, tileye.vision.reading;"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    known = metadata.packages_distributions()
    asked = {re.split(r"[^\w-]", one)[0].lower() for one in metadata.requires("tileye") or () if "extra" not in one}
    ours = {name for name in done.stdout.split() if asked & {one.lower() for one in known.get(name, ())}}
    assert ours <= {module.partition(".")[0] for module in program.NEEDED}
    assert "h11" in ours
