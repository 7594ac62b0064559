"""The attacks of `attack.py`: what a device does that knows no code, or the viewers' code, or is this machine."""

import http.client
import json
import random
import re
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from tileye.rules.jsonlines import Json

PATIENCE = 30.0
SLOWEST_S = 2.0
"""What somebody here may wait for an answer while others attack."""
LOOPBACK = "127.0.0.1"
STRANGER = "127.0.0.2"
"""Another address of the loopback, which never leaves this machine; to the program it is a stranger's."""
_METHODS = ("GET", "POST", "PATCH", "DELETE", "TRACE", "\x00", "GET" * 2000)
_PATHS = ("/", "/../../x", "/%00", "/api/games/" + "9" * 5000, "/static/..%2f..%2f", "//", "*", "/game/\u00ff")
_LINES = (
    "Content-Length: -1",
    "Content-Length: 1e9",
    "Transfer-Encoding: chunked",
    "Range: bytes=0-,0-",
    "Host: evil.example",
)


class Target(NamedTuple):
    """The program that this one has started, and nothing else."""

    process: subprocess.Popen[str]
    port: int
    viewer_code: str
    game: str


@dataclass(slots=True)
class AttackResult:
    """How one attack went."""

    name: str
    tries: int = 0
    answered: int = 0
    """How often somebody here was answered meanwhile."""
    failed: int = 0
    slowest_s: float = 0.0
    notes: list[str] = field(default_factory=list)

    @property
    def held(self) -> bool:
        """Whether nobody here was kept out or waited long."""
        return self.answered > 0 and not self.failed and self.slowest_s <= SLOWEST_S


Attack = Callable[[Target, float, AttackResult], None]


# The attacks: each goes on until its time is over, and counts its tries.


def half_open(target: Target, until: float, result: AttackResult) -> None:
    """Connect and send half a request, again and again, letting go of nothing."""
    _hold(target, until, result, b"GET /help HTTP/1.1\r\nHost: ")


def silent(target: Target, until: float, result: AttackResult) -> None:
    """Connect and say nothing."""
    _hold(target, until, result, b"")


def slow_headers(target: Target, until: float, result: AttackResult) -> None:
    """Send one letter of a header at a time."""
    _hold(target, until, result, b"GET /help HTTP/1.1\r\n", drip=b"X-Slow: a\r\n")


def slow_bodies(target: Target, until: float, result: AttackResult) -> None:
    """Claim a body and send one letter of it at a time."""
    head = _head(STRANGER, target, "POST", "/api/join", "Content-Type: application/json", "Content-Length: 200000")
    _hold(target, until, result, head, drip=b" ")


def uploads(target: Target, until: float, result: AttackResult) -> None:
    """Send uploads of two megabytes without a code."""
    kind = "Content-Type: multipart/form-data; boundary=x"
    head = _head(STRANGER, target, "POST", "/api/games/import", kind, "Content-Length: 2000000")
    while time.monotonic() < until:
        with suppress(OSError), closing(_connect(STRANGER, target)) as connection:
            connection.sendall(head)
            for _ in range(30):
                connection.sendall(bytes(65_536))
        result.tries += 1


def codes(target: Target, until: float, result: AttackResult) -> None:
    """Guess codes."""
    found: dict[int, int] = {}
    headers = _visitor(target)
    while time.monotonic() < until:
        status, _ = ask(STRANGER, target, "/api/join", {"code": f"{random.randrange(10**6):06}"}, headers=headers)
        found[status] = found.get(status, 0) + 1
        result.tries += 1
    result.notes.append(f"answers by status: {found}")


def nonsense(target: Target, until: float, result: AttackResult) -> None:
    """Send what is no request, or a strange one."""
    draw = random.Random(result.name)
    while time.monotonic() < until:
        sent = draw.randbytes(draw.randrange(1, 4000))
        if draw.random() < 0.7:
            some = draw.sample(_LINES, draw.randrange(len(_LINES)))
            text = "\r\n".join([f"{draw.choice(_METHODS)} {draw.choice(_PATHS)} HTTP/1.1", *some, "", ""])
            sent = text.encode() + sent[:200]
        with suppress(OSError), closing(_connect(STRANGER, target)) as connection:
            connection.sendall(sent)
            connection.settimeout(0.05)
            connection.recv(1000)
        result.tries += 1


def streams(target: Target, until: float, result: AttackResult) -> None:
    """Take as many event streams as there are, with the viewers' code."""
    cookie = _joined(target)
    head = _head(STRANGER, target, "GET", f"/api/games/{target.game}/events", f"Cookie: {cookie}")
    _hold(target, until, result, head)
    status, _ = ask(LOOPBACK, target, f"/api/games/{target.game}/events", stream=True)
    result.notes.append(f"a stream for this machine meanwhile: {status}")


def costly(target: Target, until: float, result: AttackResult) -> None:
    """Ask for what costs most, from many connections, with the viewers' code."""
    headers = {"Cookie": _joined(target)}
    found: dict[int, int] = {}
    paths = ["sheet.pdf", "sheet.html", "record", "state", "best", "sheet.csv"]

    def one() -> None:
        line = KeptConnection(target)
        while time.monotonic() < until:
            status = line.ask("GET", f"/api/games/{target.game}/{random.choice(paths)}", headers)
            found[status] = found.get(status, 0) + 1
            result.tries += 1

    asking = [threading.Thread(target=one, daemon=True) for _ in range(8)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join(PATIENCE)
    result.notes.append(f"answers by status: {found}")


def unread(target: Target, until: float, result: AttackResult) -> None:
    """Ask for pages and never read the answers."""
    head = _head(STRANGER, target, "GET", "/join")
    _hold(target, until, result, head * 50)


def half_open_here(target: Target, until: float, result: AttackResult) -> None:
    """The first attack from this machine itself, whose share it is then."""
    _hold(target, until, result, b"GET /help HTTP/1.1\r\nHost: ", host=LOOPBACK)


ATTACKS: tuple[tuple[str, Attack], ...] = (
    ("half a request, again and again", half_open),
    ("connections that say nothing", silent),
    ("headers letter by letter", slow_headers),
    ("bodies letter by letter", slow_bodies),
    ("uploads without a code", uploads),
    ("nonsense", nonsense),
    ("all event streams, by a viewer", streams),
    ("what costs most, by a viewer", costly),
    ("answers that are never read", unread),
    ("codes guessed", codes),
    ("half a request, from this machine", half_open_here),
)


def _hold(
    target: Target, until: float, result: AttackResult, sent: bytes, *, drip: bytes = b"", host: str | None = None
) -> None:
    """Open as many connections as there can be and hold them; `drip` is sent on each of them now and then."""
    held: list[socket.socket] = []
    try:
        while time.monotonic() < until:
            with suppress(OSError):
                connection = _connect(host or STRANGER, target)
                held.append(connection)
                result.tries += 1
                connection.sendall(sent)
            for one in held[-50:] if drip else ():
                with suppress(OSError):
                    one.sendall(drip)
            # Some at a time: this process may hold only so many, too.
            while len(held) > 600:
                held.pop(0).close()
            time.sleep(0.002)
    finally:
        for one in held:
            one.close()


class KeptConnection:
    """A stranger's connection that stays open from request to request, as a browser's does."""

    def __init__(self, target: Target) -> None:
        self._base = f"http://{STRANGER}:{target.port}"
        self._line = _line(STRANGER, target)

    def ask(self, method: str, path: str, headers: dict[str, str], body: Json | None = None) -> int:
        """Ask once; the status, 0 where no answer came."""
        own = {"Content-Type": "application/json", "Origin": self._base, **headers}
        try:
            self._line.request(method, path, None if body is None else json.dumps(body), own)
            answer = self._line.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            self._line.close()
            return 0
        return answer.status


def _connect(host: str, target: Target) -> socket.socket:
    connection = socket.create_connection((host, target.port), timeout=3, source_address=(host, 0))
    connection.settimeout(3)
    return connection


def _head(host: str, target: Target, method: str, path: str, *more: str) -> bytes:
    here = f"{host}:{target.port}"
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {here}", f"Origin: http://{here}", *more, "", ""]).encode()


def ask(
    host: str,
    target: Target,
    path: str,
    body: Json | None = None,
    *,
    headers: dict[str, str] | None = None,
    stream: bool = False,
) -> tuple[int, bytes]:
    """Ask once; the status, 0 where no answer came, and the body."""
    own = {"Content-Type": "application/json", "Origin": f"http://{host}:{target.port}", **(headers or {})}
    try:
        with closing(_line(host, target)) as line:
            line.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), own)
            answer = line.getresponse()
            # A new session comes with the answer to a code that is right.
            if headers is not None and (cookie := answer.getheader("Set-Cookie")):
                headers["Cookie"] = cookie.split(";")[0]
            return answer.status, b"" if stream else answer.read()
    except (OSError, http.client.HTTPException):
        return 0, b""


def _line(host: str, target: Target) -> http.client.HTTPConnection:
    """A line from an address of this machine to itself: to the program the caller is who calls from there."""
    return http.client.HTTPConnection(host, target.port, timeout=PATIENCE, source_address=(host, 0))


def _joined(target: Target) -> str:
    """Come in as a viewer; the cookies."""
    headers = _visitor(target)
    ask(STRANGER, target, "/api/join", {"code": target.viewer_code}, headers=headers)
    return headers["Cookie"]


def _visitor(target: Target) -> dict[str, str]:
    """Open the page on which codes are typed; what writes have to carry from then on."""
    while True:
        with suppress(OSError, http.client.HTTPException), closing(_line(STRANGER, target)) as line:
            line.request("GET", "/join")
            answer = line.getresponse()
            page = answer.read().decode()
            if answer.status == 200:
                cookies = [value.split(";")[0] for value in answer.headers.get_all("Set-Cookie") or ()]
                return {"Cookie": "; ".join(cookies), "X-Tileye": token_of(page)}
        # It has asked too often until now.
        time.sleep(1)


def token_of(page: str) -> str:
    """What writes have to carry, as a page tells it to its scripts."""
    found = re.search('name="tileye-token" content="([^"]+)"', page)
    return found[1] if found else ""
