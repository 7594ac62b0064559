"""No test depends on speed or chance: none waits for seconds, looks at a clock or draws without a seed."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.busy import busy
from tests.datasets.test_workers import lives
from tests.laws import tried
from tests.waiting import wait_until

HERE = Path(__file__).parent
CLOCKS = {
    "busy.py": "says how long the suite took",
    "conftest.py": "sets the time zone",
    "waiting.py": "gives up in the end",
    "companion_web/browser/test_film.py": "nothing is shown too early, which no busy machine can change",
    "vision/sources/test_live.py": "a camera and a stream that others have to be faster than",
}
"""Who may ask what time it is, or sleep, and why."""
FORBIDDEN = {
    "deadline": "laws have no deadlines: tests/laws.py",
    "derandomize": "how laws are tried stands in tests/laws.py",
    "use_true_random": "draw with a seed",
}


def complaints(tree: ast.Module, *, clock: bool = False) -> Iterator[str]:
    """What in a test makes it depend on speed or chance."""
    imported = set(_imported(tree))
    if "time" in imported and not clock:
        yield "asks for the time: wait for what is to come, or give the code a clock"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _of_call(node, imported)


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            yield node.module


def _of_call(node: ast.Call, imported: set[str]) -> Iterator[str]:
    name = ast.unparse(node.func)
    nothing = not node.args and not node.keywords
    if nothing and name.rpartition(".")[2] in ("Random", "default_rng", "RandomState"):
        yield f"{name}() draws without a seed"
    if "random" in imported and name.startswith("random.") and name != "random.Random":
        yield f"{name} may draw without a seed"
    if name.endswith(".wait_for_timeout") and not isinstance(node.args[0], ast.Name):
        yield "waits for a page by time: say what is to be seen"
    for keyword in node.keywords:
        seeded = isinstance(keyword.value, ast.Constant) and keyword.value.value is False
        if keyword.arg in FORBIDDEN and not (keyword.arg == "use_true_random" and seeded):
            yield FORBIDDEN[keyword.arg]


TESTS = sorted(path for path in HERE.rglob("*.py") if path.name != "laws.py")


@pytest.mark.parametrize("path", TESTS, ids=lambda path: str(path.relative_to(HERE)))
def test_nothing_depends_on_speed_or_chance(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert list(complaints(tree, clock=path.relative_to(HERE).as_posix() in CLOCKS)) == []


@pytest.mark.parametrize(
    "code",
    [
        "import time",
        "from time import sleep",
        "numpy.random.default_rng()",
        "Random()",
        "import random; random.random()",
        "page.wait_for_timeout(500)",
        "settings(deadline=200)",
        "settings(derandomize=True)",
        "st.randoms(use_true_random=True)",
    ],
)
def test_what_depends_on_speed_or_chance_is_found(code: str) -> None:
    assert len(list(complaints(ast.parse(code)))) == 1


def test_only_those_ask_for_the_time_who_have_to() -> None:
    for name in CLOCKS:
        assert list(complaints(ast.parse((HERE / name).read_text(encoding="utf-8")))), name


def run_beside(folder: Path, code: str, *words: str) -> str:
    """Run tests of a folder with this plugin, and return what is said."""
    (folder / "test_it.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-q", "-o", "addopts=", "--rootdir", str(folder)]
    around = {**os.environ, "PYTHONPATH": str(HERE.parent)}
    words = (*command, *words, str(folder))
    return subprocess.run(words, capture_output=True, text=True, cwd=folder, env=around, check=False).stdout


SKIPPING = """
import pytest

@pytest.mark.skipif(True, reason="there are no photographs")
@pytest.mark.parametrize("number", range(3))
def test_photographs(number): pass

@pytest.fixture
def browser(): pytest.skip("Chromium is missing")

def test_page(browser): pass

def test_other(): pass
"""


@pytest.mark.parametrize("words", [("-n", "0"), ("-n", "2")], ids=" ".join)
def test_what_was_skipped_is_said_with_the_reason(tmp_path: Path, words: tuple[str, ...]) -> None:
    said = run_beside(tmp_path, SKIPPING, *words)
    assert "Chromium is missing:\n  test_it.py::test_page\n" in said
    assert "there are no photographs:\n  test_it.py::test_photographs (3 times)\n" in said
    assert "1 passed, 4 skipped" in said


def test_nothing_is_said_where_nothing_was_skipped(tmp_path: Path) -> None:
    assert "skipped" not in run_beside(tmp_path, "def test_it(): pass")


LAW = """
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.laws import tried

tries = []

@tried(50)
@given(st.integers())
def test_law(number):
    tries.append(number)

def test_examples():
    print(len(tries), sorted(tries))
"""


def test_laws_are_tried_alike_each_time_unless_somebody_explores(tmp_path: Path) -> None:
    def numbers(*words: str) -> tuple[int, str]:
        said = run_beside(tmp_path, LAW, "-s", "-p", "no:cacheprovider", *words)
        line = next(line.lstrip(".") for line in said.splitlines() if "[" in line)
        return int(line.split()[0]), line

    one, other = numbers(), numbers()
    explored = numbers("--hypothesis-profile=explore")
    assert one == other
    assert (one[0], explored[0]) == (50, 500)


def test_a_law_has_no_deadline_and_its_own_number_of_examples() -> None:
    assert settings().deadline is None
    assert tried(20).max_examples == 20 * settings().max_examples // 100


def test_what_keeps_the_machine_busy_ends_with_the_suite() -> None:
    with busy(2) as running:
        assert [one.poll() for one in running] == [None] * 2
    assert None not in [one.poll() for one in running]


SUITE = """
from tests.busy import busy
with busy(2) as running:
    print(*(one.pid for one in running), flush=True)
    input()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="asks for processes as POSIX does")
def test_what_keeps_the_machine_busy_ends_with_a_suite_that_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SUITE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=HERE.parent
    ) as suite:
        assert suite.stdout
        loops = [int(pid) for pid in suite.stdout.readline().split()]
        assert len(loops) == 2
        suite.kill()
    wait_until(lambda: not any(lives(pid) for pid in loops))
