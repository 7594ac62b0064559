"""For all tests: how laws are tried, what time zone it is, and which tests were skipped and why."""

import os
import signal
import sys
import time
from collections import Counter
from importlib.abc import MetaPathFinder

import pytest

from tests.laws import load_profiles

load_profiles()
_FOLDERS = frozenset({"rules", "vision", "companion_web", "models", "datasets"})


class _OneName(MetaPathFinder):
    """Bars the bare names of our folders, so that no module is loaded under two names."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Refuse a bare name; leave all others to those who come next."""
        if name in _FOLDERS:
            raise ModuleNotFoundError(f"import tileye.{name}: no module is loaded under two names")


sys.meta_path.insert(0, _OneName())
if sys.platform != "win32":
    # Whoever starts the suite with nohup or in the background ignores these; the programs that tests end must not.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
# Dates on sheets are those of the place where somebody plays.
os.environ["TZ"] = "UTC"
if sys.platform != "win32":
    time.tzset()


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests of the page wait for films and browsers most of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end what was skipped, by reasons; tests that differ only in their parameters are counted."""
    skipped: dict[str, Counter[str]] = {}
    for report in terminalreporter.stats.get("skipped", ()):
        reason = str(report.longrepr[-1]).removeprefix("Skipped: ")
        skipped.setdefault(reason, Counter())[report.nodeid.partition("[")[0]] += 1
    if skipped:
        terminalreporter.section("skipped")
    for reason, tests in sorted(skipped.items()):
        terminalreporter.write_line(f"{reason}:")
        for test, times in sorted(tests.items()):
            terminalreporter.write_line(f"  {test}" + (f" ({times} times)" if times > 1 else ""))
