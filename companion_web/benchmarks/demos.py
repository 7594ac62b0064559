"""`tileye demo` as a process of its own, and looking on as a page does."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple

from tileye.rules.jsonlines import Json, parse_object

GONE = (OSError, HTTPException)
"""What somebody meets who looks on while the process is killed."""
_PATIENCE = 300.0
"""Seconds after which nothing will come any more, on the busiest machine."""


class StreamEvent(NamedTuple):
    """One event of the stream: `state`, `told` or `pulse`."""

    kind: str
    data: Json


class Demo:
    """A running demo that can be killed at any moment, also from another thread."""

    def __init__(self, folder: Path, speed: float, game: str = "tiles") -> None:
        command = [sys.executable, "-m", "tileye", "demo", "--game", game, "--no-browser", "--port", "0"]
        # Closed here at once: the process has its own.
        with (folder / "errors.txt").open("ab") as errors:
            self._process = subprocess.Popen(
                [*command, "--data", str(folder), "--speed", f"{speed:g}"], stdout=subprocess.PIPE, stderr=errors
            )
        self._port = 0

    def kill(self) -> None:
        """End it at once, without a last word."""
        self._process.kill()

    def kill_in(self, seconds: float) -> None:
        """Kill it so much later."""
        timer = threading.Timer(seconds, self.kill)
        timer.daemon = True
        timer.start()

    def close(self) -> None:
        """Wait until it is dead."""
        self.kill()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    def game(self) -> str:
        """Wait until it tells where the page is; return the id of the game there."""
        said = self._process.stdout.readline().decode() if self._process.stdout else ""
        found = re.search(r":(\d+)/game/(\w+)\s", said)
        if not found:
            raise ConnectionError("it died before it said where the page is")
        self._port = int(found[1])
        return found[2]

    def get(self, path: str) -> bytes | None:
        """What it answers, None where it has no such thing."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=_PATIENCE)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            body = answer.read()
            return body if answer.status == http.client.OK else None
        finally:
            connection.close()

    def events(self, game: str) -> Iterator[StreamEvent]:
        """Everything that a page is told, until there is no more; what was cut off in the middle was not told."""
        yield from events_at(self._port, game)


def events_at(port: int, game: str) -> Iterator[StreamEvent]:
    """Look on at a port of this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    try:
        connection.request("GET", f"/api/games/{game}/events?lang=en")
        answer = connection.getresponse()
        fields: dict[bytes, bytes] = {}
        while line := answer.readline():
            name, _, value = line.strip().partition(b": ")
            if name:
                fields[name] = value
                continue
            if b"data" in fields:
                yield StreamEvent(fields[b"event"].decode(), parse_object(fields[b"data"]))
            fields = {}
    finally:
        connection.close()
