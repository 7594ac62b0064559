"""Nobody keeps others out: shares of connections, time limits, bodies that are not waited for, seats."""

import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from waitress.adjustments import Adjustments
from waitress.utilities import RequestEntityTooLarge

from tests.companion_web.browser.programs import running
from tests.companion_web.web.visitors import PLAN
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.companion_web.web.addresses import network_names
from tileye.companion_web.web.connections import ServerRequest, Shares
from tileye.companion_web.web.server import Server
from tileye.companion_web.web.viewer_seats import EACH, FOR_HERE, ViewerSeats

HERE = "127.0.0.1"
SMALL = Shares(most=24, for_here=6, each=8)
UPLOAD = "Content-Type: multipart/form-data; boundary=x"
HALF = b"GET /help HTTP/1.1\r\nHost: "
Serving = Callable[[Shares], Server]


@pytest.fixture
def serving(manager: GameManager) -> Iterator[Serving]:
    with ExitStack() as stack:

        def start(shares: Shares) -> Server:
            server = Server(manager, port=0, lan=True, shares=shares)
            server.start()
            stack.callback(server.stop)
            return server

        yield start
        manager.close()


@pytest.fixture
def network() -> str:
    """An address of this machine by which it meets itself as a stranger: nothing leaves the machine."""
    numbers = [name for name in network_names() if name[:1].isdigit()]
    if not numbers:
        pytest.skip("this machine has no address on a network")
    return numbers[0]


@pytest.fixture
def crowd() -> Iterator[list[socket.socket]]:
    sockets: list[socket.socket] = []
    yield sockets
    for one in sockets:
        one.close()


def connect(host: str, server: Server, sent: bytes = b"") -> socket.socket:
    connection = socket.create_connection((host, server.options.port), timeout=30)
    with suppress(OSError):
        connection.sendall(sent)
    return connection


def headers(host: str, server: Server, method: str, path: str, *more: str) -> bytes:
    here = f"{host}:{server.options.port}"
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {here}", f"Origin: http://{here}", *more, "", ""]).encode()


def status(connection: socket.socket) -> int:
    """The status of the answer; 0 where there is none."""
    with suppress(OSError):
        line = connection.makefile("rb").readline()
        return int(line.split()[1]) if line else 0
    return 0


def asked(host: str, server: Server) -> int:
    with closing(connect(host, server, headers(host, server, "GET", "/help"))) as connection:
        return status(connection)


def token(server: Server) -> str:
    """What writes from here have to carry."""
    with closing(connect(HERE, server, headers(HERE, server, "GET", "/help", "Connection: close"))) as connection:
        page = connection.makefile("rb").read().decode()
    return page.split('name="tileye-token" content="')[1].split('"')[0]


@pytest.mark.parametrize("sent", [HALF, b""], ids=["half a request", "nothing"])
def test_one_address_keeps_nobody_out(serving: Serving, network: str, crowd: list[socket.socket], sent: bytes) -> None:
    server = serving(SMALL)
    crowd += [connect(network, server, sent) for _ in range(4 * SMALL.most)]
    assert asked(HERE, server) == 200
    # Not even itself: what has waited longest gives way.
    assert asked(network, server) in (200, 303, 302, 401)


def test_not_even_from_here(serving: Serving, crowd: list[socket.socket]) -> None:
    server = serving(SMALL)
    crowd += [connect(HERE, server, HALF) for _ in range(4 * SMALL.most)]
    assert asked(HERE, server) == 200


@pytest.mark.parametrize(
    ("shares", "sent"),
    [
        (Shares(header_s=0.1), HALF),
        (Shares(idle_s=0.1), b""),
        (Shares(body_s=0.1), b"BODY"),
    ],
    ids=["headers", "nothing", "a body"],
)
def test_what_takes_too_long_is_ended(serving: Serving, shares: Shares, sent: bytes) -> None:
    server = serving(shares)
    if sent == b"BODY":
        sent = headers(HERE, server, "POST", "/api/games", "Content-Length: 9", f"X-Tileye: {token(server)}") + b"{"
    with closing(connect(HERE, server, sent)) as connection:
        while connection.recv(1000):
            pass
    assert asked(HERE, server) == 200


@pytest.mark.parametrize(
    ("path", "length", "wanted"),
    [
        ("/api/games/import", 1_500_000, {401, 403}),
        ("/api/games", 200_000, {401, 403}),
        ("/nowhere", 1_500_000, {403, 404}),
    ],
)
def test_a_body_that_would_be_refused_is_not_waited_for(
    serving: Serving, network: str, path: str, length: int, wanted: set[int]
) -> None:
    server = serving(Shares())
    sent = headers(network, server, "POST", path, f"Content-Length: {length}", UPLOAD)
    with closing(connect(network, server, sent)) as connection:
        assert status(connection) in wanted


def test_an_upload_that_is_too_large_is_refused_from_its_headers(serving: Serving) -> None:
    server = serving(Shares())
    for length in (2_050_000, 300_000_000):
        known = (f"Content-Length: {length}", UPLOAD, f"X-Tileye: {token(server)}")
        sent = headers(HERE, server, "POST", "/api/games/import", *known)
        with closing(connect(HERE, server, sent)) as connection:
            assert status(connection) == 413


@pytest.mark.parametrize(("length", "code"), [(5_000_000, b"not_open"), (90_000_000, b"too_large_photo")])
def test_photos_may_be_large_and_are_refused_in_words(
    serving: Serving, manager: GameManager, length: int, code: bytes
) -> None:
    server = serving(Shares())
    game = manager.begin(PLAN).id
    manager.leave(game)
    known = (f"Content-Length: {length}", UPLOAD, f"X-Tileye: {token(server)}")
    sent = headers(HERE, server, "POST", f"/api/games/{game}/photo", *known)
    body = b"--x\r\nContent-Disposition: form-data; name=file; filename=a.jpg\r\n\r\n"
    body += b"x" * (5_000_000 - len(body) - 9) + b"\r\n--x--\r\n"
    with closing(connect(HERE, server, sent)) as connection:
        if length == len(body):
            connection.sendall(body)
        answer = b""
        while code not in answer and (part := connection.recv(8192)):
            answer += part
        assert code in answer


def test_chunks_end_where_no_page_sends_so_much() -> None:
    request = ServerRequest(Adjustments(max_request_body_size=16_000_000), SimpleNamespace(admits=lambda _: True))
    request.received(b"POST /api/join HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    chunk = b"%x\r\n%s\r\n" % (100_000, b"x" * 100_000)
    sent = 0
    while not request.completed and sent < 5_000_000:
        sent += request.received(chunk)
    assert isinstance(request.error, RequestEntityTooLarge)
    assert sent < 2_300_000


def test_the_answer_is_read_even_if_the_body_is_sent_all_the_same(serving: Serving, network: str) -> None:
    server = serving(Shares())
    sent = headers(network, server, "POST", "/api/games/import", "Content-Length: 1500000", UPLOAD)
    with closing(connect(network, server, sent + b"x" * 400_000)) as connection:
        assert status(connection) in (401, 403)


def test_with_few_open_files_they_are_not_used_up(tmp_path: Path, crowd: list[socket.socket]) -> None:
    pytest.importorskip("resource")
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200));"
        "from tileye.companion_web.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    with running("play", tmp_path, start=(sys.executable, "-c", code)) as program:
        for _ in range(350):
            crowd.append(socket.create_connection((HERE, program.port), timeout=30))
            crowd[-1].sendall(HALF)
        assert program.get("/help")


def test_no_viewer_takes_all_seats() -> None:
    seats = ViewerSeats(20)
    phones = [f"192.168.1.{number}" for number in range(3)]
    assert sum(seats.take(phones[0]) for _ in range(20)) == EACH
    assert sum(seats.take(phone) for phone in phones[1:] for _ in range(20)) == 20 - FOR_HERE - EACH
    assert sum(seats.take(HERE) for _ in range(20)) == FOR_HERE
    assert seats.taken == 20
    seats.leave(phones[0])
    assert not seats.take(phones[0])
    for _ in range(FOR_HERE):
        seats.leave(HERE)
    assert seats.take(phones[0])
    assert not seats.take(phones[0])
