"""`tileye play` as a process of its own, the game of a film in it, and how its record compares with the truth."""

import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tileye.companion_web.benchmarks.of_films import Score, read_lines, score
from tileye.rules.jsonlines import Json

_PATIENCE_S = 30.0
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Program:
    """`tileye play` in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        """Its data folder."""
        self.start()

    def start(self) -> None:
        """Start it, with the games that are in the folder."""
        words = [sys.executable, "-m", "tileye", "play", "--no-browser", "--port", "0", "--data", str(self.folder)]
        with (self.folder / "errors.txt").open("ab") as errors:
            self._process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors)
        assert self._process.stdout
        found = re.search(rb":(\d+)/", self._process.stdout.readline())
        assert found, "the program did not start"
        self._port, self._token = int(found[1]), ""
        page = self._ask("GET", "/help").decode()
        self._token = re.findall('name="tileye-token" content="([^"]+)"', page)[0]

    @property
    def port(self) -> int:
        """Where its pages are."""
        return self._port

    def kill(self) -> None:
        """End it without a last word."""
        self._process.kill()
        self._process.wait()

    def post(self, path: str, body: Json | None = None) -> Json:
        """Write as the page does."""
        found: Json = json.loads(self._ask("POST", path, body or {}))
        return found

    def state(self, game: str) -> Json:
        """How a game stands."""
        found: Json = json.loads(self._ask("GET", f"/api/games/{game}/state"))["state"]
        return found

    def cost(self) -> tuple[float, float]:
        """Seconds of a core, and megabytes, so far; 0 where the system does not tell."""
        with suppress(OSError):
            times = Path(f"/proc/{self._process.pid}/stat").read_text().rsplit(")", 1)[1].split()
            status = Path(f"/proc/{self._process.pid}/status").read_text()
            memory = re.search(r"VmRSS:\s+(\d+)", status)
            return (int(times[11]) + int(times[12])) / _TICKS, int(memory[1]) / 1000 if memory else 0.0
        return 0.0, 0.0

    def _ask(self, method: str, path: str, body: Json | None = None) -> bytes:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=_PATIENCE_S)
        headers = {"Content-Type": "application/json", "X-Tileye": self._token}
        headers["Origin"] = f"http://127.0.0.1:{self._port}"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        found = answer.read()
        connection.close()
        assert answer.status == http.client.OK, (path, answer.status, found[:300])
        return found


@dataclass(frozen=True, slots=True)
class SpokenGame:
    """A game that is played in a film, while the program watches it through a phone."""

    id: str
    words: list[Json]
    """What people will say, with its second of the film, in order."""


def begin_game(program: Program, folder: Path) -> SpokenGame:
    """Begin the game of a film as its players would: their names, their rules, what they say of their hands."""
    head, file = read_lines(folder / "truth.jsonl")[0], folder / "inputs.jsonl"
    said = read_lines(file) if file.exists() else []
    opening = next((word for word in said if word["input"] == "opening"), None)
    plan = {"rules": head["rules"], "players": [{"name": name} for name in head["players"]], "source": "phone"}
    game = program.post("/api/games", {**plan, "declared": opening["declared"] if opening else None})
    return SpokenGame(game["id"], [word for word in said if word is not opening])


def tell(program: Program, game: SpokenGame, now: float) -> None:
    """Say everything that is said until this second of the film; what is refused is not said again."""
    while game.words and game.words[0]["at"] <= now:
        word = {name: value for name, value in game.words.pop(0).items() if name != "at"}
        with suppress(AssertionError):
            program.post(f"/api/games/{game.id}/tell", word)


def turns_of(state: Json) -> list[Json]:
    """The turns of a game with tiles, as events."""
    return [{**turn, "event": "turn"} for turn in state["turns"] if turn["kind"] == "turn"]


def compared(truth: Sequence[Json], state: Json) -> tuple[Score, list[str]]:
    """How the turns and points of a game compare with the events of its film; alarms are not compared."""
    wanted = [event for event in truth if event["event"] != "violation"]
    return score(wanted, [*turns_of(state), {"event": "sheet", "players": state["players"]}])


def recorded(film: Sequence[Json]) -> dict[int, float]:
    """When the referee of a film records each turn, by its number: the second of the film."""
    return {event["number"]: event["at"] for event in film if event["event"] == "turn"}


def camera_token(way: Json) -> str:
    """The token in the addresses that the code shows, of what `/api/phone` answered."""
    if not way["addresses"]:
        sys.exit("This machine has no address of a home network, so no phone could come in: join a network first.")
    return str(way["addresses"][0]).rsplit("/", 1)[1]
