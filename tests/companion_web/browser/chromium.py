"""The browser of this machine; without it tests are skipped, but with `CI` set they fail."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.waiting import PATIENCE

CHOICE = "TILEYE_CHROMIUM"
PATIENCE_MS = 1000 * PATIENCE
"""How long anybody waits for what is to be seen."""
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def need(found: object, what: str) -> None:
    """Skip the test where something is missing, or let it fail where everything has to be there."""
    if not found:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{what} is missing")


def find_chromium() -> str | None:
    """Find the program: as named in the environment, else on the path."""
    named = os.environ.get(CHOICE)
    return shutil.which(named) if named else next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def launched() -> Iterator[Browser]:
    """Run the browser."""
    program = find_chromium()
    need(program, f"Chromium (on the path, or named by {CHOICE})")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=_SWITCHES)
        yield browser
        browser.close()


@contextmanager
def at_home(chromium: Browser, home: Path) -> Iterator[Browser]:
    """Run another browser, for somebody with a home of their own; what that one trusts is in its `.pki`."""
    browser = chromium.browser_type.launch(
        executable_path=find_chromium(), args=_SWITCHES, env={**os.environ, "HOME": str(home)}
    )
    yield browser
    browser.close()


@contextmanager
def with_camera(chromium: Browser, film: str) -> Iterator[Browser]:
    """Run another browser, whose camera shows a film over and over."""
    fake = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    switches = [*_SWITCHES, *fake, f"--use-file-for-fake-video-capture={film}"]
    browser = chromium.browser_type.launch(executable_path=find_chromium(), args=switches)
    yield browser
    browser.close()
