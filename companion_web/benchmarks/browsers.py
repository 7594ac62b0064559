"""The Chromium of this machine, driven by playwright; both belong to the tools for developers."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHOICE = "TILEYE_CHROMIUM"
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ALWAYS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
_CAMERA = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")


@contextmanager
def chromium(camera: Path | None = None) -> Iterator[Browser]:
    """Run the browser, perhaps with a file that it takes for what its camera sees."""
    program = need_chromium()
    from playwright.sync_api import sync_playwright

    switches = [*_ALWAYS, *_CAMERA, f"--use-file-for-fake-video-capture={camera}"] if camera else list(_ALWAYS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=switches)
        try:
            yield browser
        finally:
            browser.close()


def need_chromium() -> str:
    """Find the browser, as named in the environment, else on the path; leave with a sentence where it is missing."""
    if not find_spec("playwright"):
        sys.exit("playwright is missing: install the tools for developers with `make .venv/.dev`.")
    named = os.environ.get(CHOICE)
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, _NAMES)), None)
    return found or sys.exit(f"Chromium is missing: install it, or name its program in {CHOICE}.")
