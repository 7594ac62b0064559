"""The listener with TLS: silent, slow and greedy callers keep nobody out."""

import http.client
import socket
import ssl
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import PATIENCE, wait_until
from tileye.companion_web.phone.certificates import CertificateFolder
from tileye.companion_web.phone.listener import ListenerLimits, TlsListener

HERE = "127.0.0.1"
LASTING = ListenerLimits(handshake_s=PATIENCE, header_s=PATIENCE, body_s=PATIENCE, idle_s=PATIENCE)
"""Nobody is left because the machine is slow."""
LIMITS = replace(LASTING, each=60, body_bytes=100_000)


def echo(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Say what came."""
    if environ["PATH_INFO"] == "/broken":
        raise RuntimeError("broken")
    body = environ["wsgi.input"].read()
    start("200 OK", [("Content-Type", "text/plain"), ("X-From", environ["REMOTE_ADDR"])])
    told = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']} {environ['QUERY_STRING']} {len(body)}"
    return [told.encode(), f" {environ['wsgi.url_scheme']}".encode()]


@pytest.fixture
def trusted(tmp_path: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cadata=CertificateFolder(tmp_path).authority_pem().decode())


def listening(folder: Path, limits: ListenerLimits) -> TlsListener:
    context = CertificateFolder(folder).context([])
    listener = TlsListener(echo, lambda here: context, (HERE, 0), limits)
    listener.start()
    return listener


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[TlsListener]:
    listener = listening(tmp_path, LIMITS)
    yield listener
    listener.stop()


def ask(
    listener: TlsListener, trusted: ssl.SSLContext, path: str = "/", body: bytes | None = None
) -> tuple[int, bytes]:
    connection = http.client.HTTPSConnection(HERE, listener.port, timeout=PATIENCE, context=trusted)
    try:
        connection.request("GET" if body is None else "POST", path, body)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_requests_are_answered_over_tls_by_whoever_is_trusted(listener: TlsListener, trusted: ssl.SSLContext) -> None:
    assert ask(listener, trusted, "/a%20b?c=d") == (200, b"GET /a b c=d 0 https")
    assert ask(listener, trusted, "/frame", b"x" * 50_000) == (200, b"POST /frame  50000 https")
    with pytest.raises(ssl.SSLCertVerificationError):
        ask(listener, ssl.create_default_context())


def test_a_connection_serves_many_requests(listener: TlsListener, trusted: ssl.SSLContext) -> None:
    connection = http.client.HTTPSConnection(HERE, listener.port, timeout=PATIENCE, context=trusted)
    for number in range(5):
        connection.request("POST", f"/{number}", b"x" * number)
        assert connection.getresponse().read() == f"POST /{number}  {number} https".encode()
    connection.close()


def test_fifty_silent_connections_keep_nobody_out(listener: TlsListener, trusted: ssl.SSLContext) -> None:
    with ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(socket.create_connection((HERE, listener.port)))
        assert ask(listener, trusted)[0] == 200
        # Some have shaken hands and say nothing more.
        for _ in range(5):
            plain = stack.enter_context(socket.create_connection((HERE, listener.port)))
            stack.enter_context(trusted.wrap_socket(plain, server_hostname=HERE)).sendall(b"POST / HTTP/1.1\r\n")
        assert ask(listener, trusted)[0] == 200


def test_whoever_is_silent_is_left(tmp_path: Path) -> None:
    listener = listening(tmp_path, replace(LASTING, handshake_s=0.2))
    with socket.create_connection((HERE, listener.port), PATIENCE) as silent:
        assert silent.recv(1) == b""
    listener.stop()


def test_whoever_is_slow_is_left(tmp_path: Path, trusted: ssl.SSLContext) -> None:
    listener = listening(tmp_path, replace(LASTING, header_s=0.2, body_s=0.2, idle_s=0.2))
    for begun in (b"", b"GET / HTTP/1.1\r\nHost", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"):
        with trusted.wrap_socket(
            socket.create_connection((HERE, listener.port), PATIENCE), server_hostname=HERE
        ) as slow:
            slow.sendall(begun)
            assert ended(slow)
    listener.stop()


def ended(connection: ssl.SSLSocket) -> bool:
    """Whether the other side has ended, politely or not."""
    try:
        return connection.recv(1) == b""
    except OSError:
        return True


def test_an_address_has_few_connections(tmp_path: Path) -> None:
    listener = listening(tmp_path, replace(LASTING, each=3))
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(socket.create_connection((HERE, listener.port), PATIENCE))
        fourth = stack.enter_context(socket.create_connection((HERE, listener.port), PATIENCE))
        assert fourth.recv(1) == b""
    trusted = ssl.create_default_context(cadata=CertificateFolder(tmp_path).authority_pem().decode())

    def answered() -> bool:
        try:
            return ask(listener, trusted)[0] == 200
        except OSError:
            return False

    wait_until(answered)
    listener.stop()


def test_chunks_are_not_taken(listener: TlsListener, trusted: ssl.SSLContext) -> None:
    plain = socket.create_connection((HERE, listener.port), PATIENCE)
    with trusted.wrap_socket(plain, server_hostname=HERE) as greedy:
        greedy.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        assert b" 411 " in greedy.recv(1000)


def test_no_body_is_read_of_what_is_not_admitted(tmp_path: Path, trusted: ssl.SSLContext) -> None:
    context = CertificateFolder(tmp_path).context([])
    limits = replace(LASTING, body_bytes=2_000_000)
    listener = TlsListener(echo, lambda here: context, (HERE, 0), limits, lambda _, path: path == "/known")
    listener.start()
    plain = socket.create_connection((HERE, listener.port), PATIENCE)
    with trusted.wrap_socket(plain, server_hostname=HERE) as stranger:
        stranger.sendall(b"POST /strange HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
        assert b" 404 " in stranger.recv(1000), "at once"
        assert ended(stranger)
    assert ask(listener, trusted, "/known", b"x")[0] == 200
    listener.stop()


def test_what_asks_has_no_body(listener: TlsListener, trusted: ssl.SSLContext) -> None:
    plain = socket.create_connection((HERE, listener.port), PATIENCE)
    with trusted.wrap_socket(plain, server_hostname=HERE) as stranger:
        stranger.sendall(b"GET /camera/ca HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
        assert b" 400 " in stranger.recv(1000), "at once"
        assert ended(stranger)


@pytest.mark.parametrize("size", [100_001, 5_000_000])
def test_what_is_too_large_is_not_read(listener: TlsListener, trusted: ssl.SSLContext, size: int) -> None:
    try:
        status, _ = ask(listener, trusted, "/frame", b"x" * size)
    except OSError:
        # The connection was ended while the rest was being sent.
        status = 413
    assert status == 413
    assert ask(listener, trusted)[0] == 200


def test_what_is_no_http_and_what_breaks_ends_one_connection_only(
    listener: TlsListener, trusted: ssl.SSLContext
) -> None:
    with trusted.wrap_socket(
        socket.create_connection((HERE, listener.port), PATIENCE), server_hostname=HERE
    ) as strange:
        strange.sendall(b"\x00\x01rubbish\r\n\r\n")
        assert ended(strange)
    with socket.create_connection((HERE, listener.port), PATIENCE) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\n\r\n")
        plain.recv(100)
    with pytest.raises((OSError, http.client.HTTPException)):
        ask(listener, trusted, "/broken")
    assert ask(listener, trusted)[0] == 200


def test_who_comes_is_greeted_by_the_address_that_was_reached(tmp_path: Path) -> None:
    asked = list[str]()
    contexts = [CertificateFolder(tmp_path / name).context([]) for name in ("a", "b")]

    def greet(here: str) -> ssl.SSLContext:
        asked.append(here)
        return contexts[len(asked) - 1]

    listener = TlsListener(echo, greet, (HERE, 0), LIMITS)
    listener.start()
    try:
        before = ssl.get_server_certificate((HERE, listener.port))
        assert ssl.get_server_certificate((HERE, listener.port)) != before
    finally:
        listener.stop()
    assert asked == [HERE, HERE]


def test_stopping_ends_all(listener: TlsListener, trusted: ssl.SSLContext) -> None:
    with trusted.wrap_socket(socket.create_connection((HERE, listener.port), PATIENCE), server_hostname=HERE) as idle:
        listener.stop()
        assert ended(idle)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HERE, listener.port), PATIENCE)
