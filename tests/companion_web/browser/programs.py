"""The real program with its real server, and people who talk to it without a browser."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from tests.waiting import PATIENCE
from tileye.rules.jsonlines import Json

ROOT = Path(__file__).parents[3]
_STOPPING = 20.0


class Program:
    """`tileye play` or `tileye demo` in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], first: str) -> None:
        self.process, self.first = process, first
        self.base = "/".join(first.split("/")[:3])
        self.port = int(self.base.rpartition(":")[2])
        self._token = ""

    @property
    def front(self) -> str:
        """The game that the program shows first."""
        return self.first.rpartition("/game/")[2]

    def get(self, path: str) -> bytes:
        """Ask for something."""
        return self._ask("GET", path)

    def post(self, path: str, body: Json | None = None) -> Json:
        """Write as the scripts of the page do."""
        return cast(Json, json.loads(self._ask("POST", path, body or {})))

    def begin(self, **plan: object) -> str:
        """Begin a game and return its id."""
        return str(self.post("/api/games", plan)["id"])

    def tell(self, game: str, word: str, **fields: object) -> None:
        """Say something in a game."""
        self.post(f"/api/games/{game}/tell", {"input": word, **fields})

    def state(self, game: str) -> dict[str, Any]:
        """All that a page draws."""
        return dict(json.loads(self.get(f"/api/games/{game}/state"))["state"])

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.process.kill()
        self.process.wait()

    def _ask(self, method: str, path: str, body: Json | None = None) -> bytes:
        headers = {"Content-Type": "application/json", "Origin": self.base}
        if method != "GET":
            self._token = self._token or self._read_token()
            headers["X-Tileye"] = self._token
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.base + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{method} {path}: {error.code} {error.read().decode()}") from None

    def _read_token(self) -> str:
        found = re.search('name="tileye-token" content="([^"]+)"', self.get("/help").decode())
        assert found
        return found[1]


PLAIN = (sys.executable, "-m", "tileye")
"""How the program is started."""


def _signal(process: subprocess.Popen[str], which: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, which)


@contextmanager
def running(
    command: str, data: Path, *words: str, port: int = 0, start: Sequence[str] = PLAIN, errors: int | None = None
) -> Iterator[Program]:
    """Start the program, and end it afterwards if nobody did."""
    line = [*start, command, "--no-browser", "--port", str(port), "--data", str(data)]
    around = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*line, *words], stdout=subprocess.PIPE, stderr=errors, text=True, env=around, cwd=data, start_new_session=True
    ) as process:
        assert process.stdout
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found, "the program did not start"
        try:
            yield Program(process, found[0].rstrip("/"))
        finally:
            # Whoever watches the program is started with it, and does not hand on what ends it.
            _signal(process, signal.SIGTERM)
            try:
                process.wait(_STOPPING)
            except subprocess.TimeoutExpired:
                _signal(process, signal.SIGKILL)
