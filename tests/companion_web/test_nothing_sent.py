"""Nothing leaves this machine: what the commands do with the network, as Python and as the system see it."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.companion_web.browser.programs import PLAIN, ROOT, running
from tests.vision.detection.test_runtime import needs_weights
from tests.waiting import wait_until
from tileye.companion_web.commands.demo import FILM
from tileye.vision.benchmarks.reading_costs import PICTURE
from tileye.vision.detection.runtime import CHOICE, installed_runtimes

Watched = tuple[Sequence[str], Callable[[], list[str]]]
"""How to start the program, and what it did since then."""

_HERE = re.compile(r"127\.0\.0\.1|::1")
_INTERNET = re.compile(r"sa_family=AF_INET6?, .*")
_ASKED_WAY = re.compile(r"connect.*\b(9\)|htons\(9\))")
"""Which way an address is, is asked without sending to it; no name is looked up."""
_SENDS = re.compile(r"\b(connect|sendto|sendmsg|sendmmsg)\(")


@pytest.fixture(params=["in Python", "in the system"])
def watched(request: pytest.FixtureRequest, tmp_path: Path, home: Path) -> Watched:
    log = tmp_path / "calls.txt"
    log.touch()
    if request.param == "in Python":
        return (sys.executable, "-m", "tests.companion_web.socket_watch", str(log)), log.read_text().splitlines
    tracer = shutil.which("strace")
    if tracer is None or subprocess.run([tracer, "true"], capture_output=True, check=False).returncode:
        pytest.skip("strace is not installed, or not allowed to look here")
    line = (tracer, "-f", "-qq", "-e", "trace=network", "-o", str(log), *PLAIN)
    return line, lambda: [one for one in log.read_text().splitlines() if _SENDS.search(one) and _INTERNET.search(one)]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of its own, and none of the signs by which libraries know a test and keep silent."""
    folder = tmp_path / "home"
    folder.mkdir()
    for name in ("HOME", "USERPROFILE", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(folder))
    for name in ("CI", "GITHUB_ACTIONS", "XDG_CACHE_HOME", "ORT_DISABLE_TELEMETRY", "PYTEST_CURRENT_TEST"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    yield folder
    left = [path.name for path in folder.rglob("*") if path.is_file()]
    assert not [name for name in left if re.search(r"deviceid|cid|stats|onnxruntime", name)], "an identity was made"


@pytest.fixture(params=["onnxruntime", "openvino"])
def runtime(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param not in installed_runtimes():
        pytest.skip(f"{request.param} is not installed: `make test-openvino` has it")
    monkeypatch.setenv(CHOICE, request.param)
    return str(request.param)


def sent(watched: Watched) -> list[str]:
    return [call for call in watched[1]() if not _HERE.search(call)]


@needs_weights
def test_reading_and_watching_send_nothing(watched: Watched, runtime: str, tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    shutil.copy(PICTURE, pictures / "01.jpg")
    for words in (("read", "--json", str(PICTURE)), ("watch", "--json", str(pictures))):
        done = subprocess.run([*watched[0], *words], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
    assert sent(watched) == []


@needs_weights
def test_playing_sends_nothing(watched: Watched, runtime: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    film = ("--source", str(FILM / "film.mp4"), "--speed", "1000")
    with running("play", data, *film, start=watched[0]) as program:
        game = program.begin(rules="tiles", players=[{"name": "Ada"}, {"name": "Ben"}], source="named")
        wait_until(lambda: program.state(game)["turns"])
    assert sent(watched) == []


def test_serving_the_network_sends_nothing(watched: Watched, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with running("play", data, "--lan", start=watched[0]) as program:
        assert program.get("/help")
    assert [call for call in sent(watched) if not _ASKED_WAY.search(call)] == []


@needs_weights
def test_looking_at_the_machine_sends_nothing(watched: Watched, runtime: str, tmp_path: Path) -> None:
    words = ("doctor", "--json", "--data", str(tmp_path / "data"))
    done = subprocess.run([*watched[0], *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert [call for call in sent(watched) if not _ASKED_WAY.search(call)] == []


def test_the_watch_hears_a_name_looked_up(tmp_path: Path) -> None:
    code = (
        "import sys, socket; from tests.companion_web.socket_watch import watch; watch(sys.argv[1]);"
        "socket.getaddrinfo('tileye.invalid', 80)"
    )
    log = tmp_path / "calls.txt"
    subprocess.run([sys.executable, "-c", code, str(log)], capture_output=True, cwd=ROOT, check=False)
    assert "tileye.invalid" in log.read_text()
