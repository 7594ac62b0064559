"""Attacks on the running page: `python -m tileye.companion_web.benchmarks.attack --out docs/attack.md`.

The program is started with few open files and shown to the network, then attacked from the network's side by a device
that knows no code, and by one that knows the viewers' code. Strangers come from another address of the loopback;
nothing leaves the machine: no other program and no other machine can be named. Each attack lasts some seconds, all of
them less than five minutes. Meanwhile somebody on this machine asks for the game, and has to be answered.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tileye.companion_web.benchmarks.attacks import (
    ATTACKS,
    LOOPBACK,
    PATIENCE,
    SLOWEST_S,
    Attack,
    AttackResult,
    Target,
    ask,
    token_of,
)
from tileye.companion_web.terminal import progress
from tileye.rules.jsonlines import Json

SECONDS = 12.0
"""How long each attack lasts."""
MOST_SECONDS = 300.0
_FILES = 256
_MOST_LOG = 100_000
_SHOWN = 3000
_MOST_GROWTH_MB = 150
_START = (
    "import sys\n"
    "try:\n"
    "    import resource\n"
    f"    resource.setrlimit(resource.RLIMIT_NOFILE, ({_FILES}, {_FILES}))\n"
    "except ImportError:\n"
    "    pass\n"
    "from tileye.companion_web.cli import main\n"
    "sys.exit(main(sys.argv[1:]))\n"
)


def main(words: Sequence[str] | None = None) -> int:
    """Start the program, attack it, write what came out; status 1 where something gave way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the result there")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help="how long each attack lasts")
    arguments = parser.parse_args(words)
    seconds = min(arguments.seconds, MOST_SECONDS / (len(ATTACKS) + 8))
    with TemporaryDirectory() as folder:
        text, held = campaign(Path(folder), seconds)
    progress("")
    sys.stdout.write(text)
    if arguments.out:
        arguments.out.write_text(text, encoding="utf-8")
    return 0 if held else 1


def campaign(folder: Path, seconds: float, attacks: Sequence[tuple[str, Attack]] = ATTACKS) -> tuple[str, bool]:
    """Attack a program of our own; tell what came out, and whether all held."""
    errors = folder / "errors.txt"
    with errors.open("w") as log:
        target = _started(folder, log.fileno())
        try:
            before = _memory_mb(target)
            results = [_attacked(target, name, attack, seconds) for name, attack in attacks]
            after, alive = _memory_mb(target), target.process.poll() is None
            turns = _game(target)
        finally:
            target.process.terminate()
            target.process.wait(PATIENCE)
    said = errors.read_text(encoding="utf-8", errors="replace")
    quiet = "Traceback" not in said and len(said) < _MOST_LOG
    if not quiet:
        sys.stderr.write(f"the program wrote {len(said)} characters, at first:\n{said[:_SHOWN]}\n")
    checks = {
        "the program went on": alive,
        "the game was as before": turns == 1,
        f"it wrote no traceback and less than {_MOST_LOG // 1000} kB of messages": quiet,
        f"its memory grew by less than {_MOST_GROWTH_MB} MB": not before or after - before < _MOST_GROWTH_MB,
    }
    return _report(results, checks, (before, after), seconds), all(checks.values()) and all(r.held for r in results)


def _attacked(target: Target, name: str, attack: Attack, seconds: float) -> AttackResult:
    """Attack for some seconds, while somebody here asks for the game."""
    progress(f"attacking: {name}")
    result, over = AttackResult(name), threading.Event()
    asking = threading.Thread(target=_ask_on, args=(target, result, over), daemon=True)
    asking.start()
    attack(target, time.monotonic() + seconds, result)
    over.set()
    asking.join(PATIENCE * 2)
    return result


def _ask_on(target: Target, result: AttackResult, over: threading.Event) -> None:
    while not over.wait(0.1):
        began = time.monotonic()
        status, _ = ask(LOOPBACK, target, f"/api/games/{target.game}/state")
        result.slowest_s = max(result.slowest_s, time.monotonic() - began)
        result.answered += status == 200
        result.failed += status != 200


def _started(folder: Path, errors: int) -> Target:
    """Start the program with few open files, and begin a game."""
    line = [sys.executable, "-c", _START, "play", "--lan", "--no-browser", "--port", "0", "--data", str(folder)]
    around = {**os.environ, "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=errors, text=True, env=around, cwd=Path.cwd())
    port, code = 0, ""
    for told in process.stdout or ():
        if found := re.search(r"tileye is at http://[^:]+:(\d+)", told):
            port = int(found[1])
        if found := re.search(r"code to look on: +(\w+)", told):
            code = found[1]
        if told.startswith("Ctrl+C"):
            break
    target = Target(process, port, code, "")
    return target._replace(game=_begun(target))


def _begun(target: Target) -> str:
    """A game with one turn."""
    base = f"http://{LOOPBACK}:{target.port}"
    _, page = ask(LOOPBACK, target, "/help")
    headers = {"Content-Type": "application/json", "Origin": base, "X-Tileye": token_of(page.decode())}

    def write(path: str, body: Json) -> Json:
        asked = urllib.request.Request(base + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return dict(json.loads(answer.read()))

    plan = {"rules": "tiles", "players": [{"name": "Ada"}, {"name": "Ben"}], "source": "hand", "declared": [2, 1]}
    game = str(write("/api/games", plan)["id"])
    write(f"/api/games/{game}/tell", {"input": "turn", "player": 0, "placed": [["1R", 0, 0], ["2R", 1, 0]]})
    return game


def _game(target: Target) -> int:
    """How many turns the game has."""
    status, body = ask(LOOPBACK, target, f"/api/games/{target.game}/state")
    return len(json.loads(body)["state"]["turns"]) if status == 200 else -1


def _memory_mb(target: Target) -> float:
    """The memory of the program; 0 where the system does not tell."""
    with suppress(OSError):
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{target.process.pid}/status").read_text())
        return int(found[1]) / 1000 if found else 0.0
    return 0.0


def _report(
    results: Sequence[AttackResult], checks: dict[str, bool], memory: tuple[float, float], seconds: float
) -> str:
    lines = [
        "# Attacked",
        "",
        "`make attack` starts the program with 256 open files, shows it to the network, and attacks it for at most",
        "five minutes: as a device that knows no code, as one with the viewers' code, and from this machine. It meets",
        "itself by another address of the loopback, so nothing leaves the machine. Meanwhile somebody on this machine",
        f"asks for the game ten times a second: each time the answer must come, within {SLOWEST_S:g} seconds.",
        "",
        f"Each attack lasted {seconds:g} seconds.",
        "",
        "| attack | tries | answers meanwhile | failed | slowest s | held |",
        "|---|---|---|---|---|---|",
    ]
    for one in results:
        held = "yes" if one.held else "NO"
        lines.append(f"| {one.name} | {one.tries} | {one.answered} | {one.failed} | {one.slowest_s:.2f} | {held} |")
    lines += ["", *(f"- {one.name}: {note}" for one in results for note in one.notes), ""]
    lines += [
        "| afterwards | |",
        "|---|---|",
        *(f"| {name} | {'yes' if kept else 'NO'} |" for name, kept in checks.items()),
    ]
    lines.append(f"| memory before and after | {memory[0]:.0f} and {memory[1]:.0f} MB |")
    machine = f"Python {platform.python_version()}, {platform.system()}, {os.cpu_count()} cores"
    return "\n".join([*lines, f"| machine | {machine} |", ""])


if __name__ == "__main__":
    sys.exit(main())
