"""The Chromium of this machine, driven by playwright; both belong to the tools for developers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHOICE = "TILEYE_CHROMIUM"
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ALWAYS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
_CAMERA = (
    "--headless=new",
    "--remote-debugging-port=0",
    "--ignore-certificate-errors",
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
)
_PATIENCE_S = 60.0


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the browser."""
    program = need_chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_ALWAYS))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def page_with_camera(camera: Path, size: tuple[int, int]) -> Iterator[Page]:
    """Run the browser with a file for its camera, as people have it: a minimized window is hidden.

    Playwright keeps the pages of a browser that it starts itself in the foreground for ever.
    """
    program = need_chromium()
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory(ignore_cleanup_errors=True) as profile, sync_playwright() as playwright:
        given = [f"--user-data-dir={profile}", f"--window-size={size[0]},{size[1]}", *_CAMERA, *_ALWAYS]
        line = [program, *given, f"--use-file-for-fake-video-capture={camera}", "about:blank"]
        with subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                browser = playwright.chromium.connect_over_cdp(_address(Path(profile)), no_defaults=True)
                yield browser.contexts[0].pages[0]
            finally:
                process.kill()


def hide(page: Page, hidden: bool) -> None:
    """Put the window of a page into the background, or back into the foreground."""
    session = page.context.new_cdp_session(page)
    window = session.send("Browser.getWindowForTarget")["windowId"]
    state = "minimized" if hidden else "normal"
    session.send("Browser.setWindowBounds", {"windowId": window, "bounds": {"windowState": state}})
    session.detach()
    wait_for(page, f"document.hidden === {'true' if hidden else 'false'}")


def wait_for(page: Page, script: str) -> None:
    """Wait until something is true on a page; playwright's own way is forbidden where pages forbid `eval`."""
    until = time.monotonic() + _PATIENCE_S
    while not page.evaluate(script):
        if time.monotonic() > until:
            sys.exit(f"The page did not come so far in {_PATIENCE_S:g} seconds: {script}")
        page.wait_for_timeout(100)


def _address(profile: Path) -> str:
    """Where the browser listens, which it writes down as soon as it does."""
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until:
        with suppress(OSError, ValueError):
            port, path = (profile / "DevToolsActivePort").read_text().split()
            return f"ws://127.0.0.1:{port}{path}"
        time.sleep(0.1)
    sys.exit("Chromium did not start: see what it says when it is started by hand.")


def need_chromium() -> str:
    """Find the browser, as named in the environment, else on the path; leave with a sentence where it is missing."""
    if not find_spec("playwright"):
        sys.exit("playwright is missing: install the tools for developers with `make .venv/.dev`.")
    named = os.environ.get(CHOICE)
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, _NAMES)), None)
    return found or sys.exit(f"Chromium is missing: install it, or name its program in {CHOICE}.")
