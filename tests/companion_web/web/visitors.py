"""Browsers without a screen, and games that they play by hand."""

import re
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

PORT = 8080
HERE = f"127.0.0.1:{PORT}"
NETWORK = f"192.168.1.5:{PORT}"
PHONE = "192.168.1.77"

Placed = list[tuple[str, int, int]]
PLAN = {
    "rules": "tiles",
    "players": [{"name": "Ada", "born": "2014", "colour": "#2f6fde"}, {"name": "Ben", "colour": "#c2410c"}],
    "source": "hand",
    "language": "de",
    "declared": [3, 2],
}
FIRST: Placed = [("1R", 0, 0), ("2R", 1, 0), ("3R", 2, 0)]
SECOND: Placed = [("1O", 0, 1), ("1Y", 0, 2)]


class Visitor:
    """Somebody with a browser, on this machine unless said otherwise."""

    def __init__(self, app: Flask, address: str = "127.0.0.1", host: str = HERE) -> None:
        self.client: FlaskClient = app.test_client()
        self.address, self.host = address, host
        self._token = ""

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> TestResponse:
        """Ask for a page or for JSON."""
        return self._open("GET", path, headers=headers)

    def write(
        self, method: str, path: str, body: object = None, *, headers: Mapping[str, str] | None = None
    ) -> TestResponse:
        """Write as the scripts of the page do; `headers` replace what they send."""
        sent = {"Origin": f"http://{self.host}", "X-Tileye": self.token, **(headers or {})}
        return self._open(method, path, headers=sent, json={} if body is None else body)

    def post(self, path: str, body: object = None) -> TestResponse:
        """Write with POST."""
        return self.write("POST", path, body)

    def upload(self, path: str, data: bytes, name: str = "game.jsonl") -> TestResponse:
        """Send a file."""
        sent = {"Origin": f"http://{self.host}", "X-Tileye": self.token}
        return self._open("POST", path, headers=sent, data={"file": (BytesIO(data), name)})

    def begin(self, **changed: object) -> str:
        """Begin a game by hand and return its id."""
        answer = self.post("/api/games", {**PLAN, **changed})
        assert answer.status_code == 200, answer.text
        return str(answer.json["id"])  # type: ignore[index]

    def tell(self, game: str, word: str, **fields: object) -> TestResponse:
        """Say something in a game."""
        return self.post(f"/api/games/{game}/tell", {"input": word, **fields})

    def lay(self, game: str, player: int, placed: Placed) -> None:
        """Enter a turn."""
        answer = self.tell(game, "turn", player=player, placed=placed)
        assert answer.status_code == 200, answer.text

    def state(self, game: str) -> dict[str, Any]:
        """Ask how a game stands."""
        answer = self.get(f"/api/games/{game}/state")
        assert answer.status_code == 200, answer.text
        return dict(answer.json["state"])  # type: ignore[index]

    @property
    def token(self) -> str:
        """The token of the page that is open."""
        if not self._token:
            self.reload()
        return self._token

    def reload(self) -> None:
        """Open a page and keep its token."""
        found = re.search('name="tileye-token" content="([^"]+)"', self.get("/help").text)
        assert found
        self._token = found[1]

    def join(self, code: str) -> TestResponse:
        """Enter a code; the page that follows has a token of its own."""
        answer = self.post("/api/join", {"code": code})
        self._token = ""
        return answer

    def _open(self, method: str, path: str, **sent: object) -> TestResponse:
        around = {"REMOTE_ADDR": self.address}
        return self.client.open(
            path,
            method=method,
            base_url=f"http://{self.host}",
            environ_overrides=around,
            **sent,  # type: ignore[arg-type]
        )
