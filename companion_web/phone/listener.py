"""A listener with TLS for the routes of a phone's camera: nobody who is silent or slow keeps others out.

The server of the pages has no TLS. This one is small: handshakes, headers and bodies are waited for without a thread,
each for a few seconds only, and an address has few connections. What is read whole is answered by a WSGI application
in a pool of threads.
"""

import asyncio
import io
import logging
import socket
import ssl
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import h11

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Admission = Callable[[str, str], bool]
"""Whether a method and a path are answered at all; else no body is read."""
Greeting = Callable[[str], ssl.SSLContext]
"""With what those are greeted who came to an address of this machine; may take a moment."""
_CHUNK = 65_536
_THREADS = 4
_CLOSING = 3.0
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ListenerLimits:
    """So many connections, bytes and seconds."""

    each: int = 8
    """Connections of one address."""
    most: int = 200
    handshake_s: float = 3.0
    header_s: float = 5.0
    body_s: float = 15.0
    idle_s: float = 30.0
    """Between two requests."""
    header_bytes: int = 16_384
    body_bytes: int = 3_000_000


class TlsListener:
    """Answers requests over TLS until it is stopped; begins to listen at once."""

    def __init__(
        self,
        application: Application,
        greeting: Greeting,
        address: tuple[str, int],
        limits: ListenerLimits | None = None,
        admits: Admission = lambda method, path: True,
    ) -> None:
        self._application, self._greeting, self._limits = application, greeting, limits or ListenerLimits()
        self.admits = admits
        self._socket = socket.create_server(address)
        self._socket.setblocking(False)
        self.port: int = self._socket.getsockname()[1]
        self._open: Counter[str] = Counter()
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="phone")
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, name="phone listener", daemon=True)

    def start(self) -> None:
        """Answer, in a thread."""
        self._thread.start()

    def stop(self) -> None:
        """Close all connections and answer no more."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(_CLOSING)
        self._socket.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _run(self) -> None:
        accepting = self._loop.create_task(self._accept())
        try:
            self._loop.run_forever()
        finally:
            for task in (accepting, *self._tasks):
                task.cancel()
            self._loop.run_until_complete(asyncio.gather(accepting, *self._tasks, return_exceptions=True))
            self._loop.close()

    async def _accept(self) -> None:
        while True:
            try:
                connection, address = await self._loop.sock_accept(self._socket)
            except OSError:  # too many files are open: some will be closed soon
                await asyncio.sleep(0.1)
                continue
            caller = str(address[0])
            if self._open[caller] >= self._limits.each or self._open.total() >= self._limits.most:
                connection.close()
                continue
            self._open[caller] += 1
            task = self._loop.create_task(self._serve(connection, caller))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: socket.socket, caller: str) -> None:
        writer: asyncio.StreamWriter | None = None
        try:
            reader, writer = await self._greeted(connection)
            await _Conversation(self, reader, writer, caller).go_on()
        except (OSError, TimeoutError, ssl.SSLError, h11.ProtocolError, asyncio.IncompleteReadError):
            pass  # whoever is silent, slow or speaks something else has gone
        except Exception:  # noqa: BLE001 - the others go on
            _LOG.exception("a connection of a phone failed")
        finally:
            self._open[caller] -= 1
            if not self._open[caller]:
                del self._open[caller]
            if writer:
                writer.transport.abort()
            connection.close()

    async def _greeted(self, connection: socket.socket) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Shake hands over TLS."""
        here = str(connection.getsockname()[0])
        context = await self._loop.run_in_executor(self._pool, self._greeting, here)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        reader = asyncio.StreamReader(limit=_CHUNK, loop=self._loop)
        protocol = asyncio.StreamReaderProtocol(reader, loop=self._loop)
        transport, _ = await self._loop.connect_accepted_socket(
            lambda: protocol,
            connection,
            ssl=context,
            ssl_handshake_timeout=self._limits.handshake_s,
            ssl_shutdown_timeout=1.0,
        )
        return reader, asyncio.StreamWriter(transport, protocol, reader, self._loop)

    async def answer(self, environ: dict[str, Any]) -> tuple[int, list[tuple[str, str]], bytes]:
        """Let the application answer in one of the threads."""
        return await self._loop.run_in_executor(self._pool, _answered, self._application, environ)

    @property
    def limits(self) -> ListenerLimits:
        """How much is allowed."""
        return self._limits


class _Conversation:
    """The requests of one connection, one after the other."""

    def __init__(
        self, listener: TlsListener, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, caller: str
    ) -> None:
        self._listener, self._reader, self._writer, self._caller = listener, reader, writer, caller
        self._limits = listener.limits
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=self._limits.header_bytes)

    async def go_on(self) -> None:
        """Answer requests until one side has had enough."""
        patience = self._limits.header_s
        while True:
            event = await asyncio.wait_for(self._event(), patience)
            if not isinstance(event, h11.Request):
                return
            refused = self._refused(event)
            if refused:
                # What follows is not read, and the connection ends.
                await self._send(refused, [("Connection", "close")], b"")
                return
            async with asyncio.timeout(self._limits.body_s):
                body = await self._body()
            status, headers, answer = await self._listener.answer(self._environ(event, body))
            await self._send(status, headers, b"" if event.method == b"HEAD" else answer)
            if status >= 400:
                # Whoever is refused keeps no connection that others may need.
                return
            if self._http.our_state is not h11.DONE or self._http.their_state is not h11.DONE:
                return
            self._http.start_next_cycle()
            patience = self._limits.idle_s

    async def _event(self) -> object:
        """What comes next, as soon as enough of it was read."""
        while True:
            event = self._http.next_event()
            if event is not h11.NEED_DATA:
                return event
            if self._http.they_are_waiting_for_100_continue:
                self._writer.write(self._http.send(h11.InformationalResponse(status_code=100, headers=[])) or b"")
            self._http.receive_data(await self._reader.read(_CHUNK))

    def _refused(self, request: h11.Request) -> int | None:
        """With which status a request is refused before its body is read."""
        headers = dict(request.headers)
        length = headers.get(b"content-length", b"0")
        if b"transfer-encoding" in headers or not length.isdigit():
            # Thousands of tiny chunks would keep others waiting; the page sends none.
            return 411
        if int(length) > self._limits.body_bytes:
            return 413
        method, path = request.method.decode("latin-1"), _path_of(request)
        if int(length) and method in ("GET", "HEAD"):
            # Nobody needs a body there, and whoever has no token may ask.
            return 400
        return None if self._listener.admits(method, path) else 404

    async def _body(self) -> bytes:
        """The whole body, as long as its header says."""
        parts = list[bytes]()
        while True:
            event = await self._event()
            if isinstance(event, h11.EndOfMessage):
                return b"".join(parts)
            if not isinstance(event, h11.Data):
                raise h11.RemoteProtocolError("the connection ended in the middle of a request")
            parts.append(bytes(event.data))

    async def _send(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        told = [(name, value) for name, value in headers if name.lower() != "content-length"]
        answer = h11.Response(status_code=status, headers=[*told, ("Content-Length", str(len(body)))])
        data = self._http.send(answer) or b""
        if body:
            data += self._http.send(h11.Data(data=body)) or b""
        self._writer.write(data + (self._http.send(h11.EndOfMessage()) or b""))
        async with asyncio.timeout(self._limits.body_s):
            await self._writer.drain()

    def _environ(self, request: h11.Request, body: bytes) -> dict[str, Any]:
        query = request.target.decode("latin-1").partition("?")[2]
        named = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in request.headers]
        headers = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in named}
        return {
            **headers,
            "REQUEST_METHOD": request.method.decode("latin-1"),
            "SCRIPT_NAME": "",
            "PATH_INFO": _path_of(request),
            "QUERY_STRING": query,
            "CONTENT_TYPE": headers.get("HTTP_CONTENT_TYPE", ""),
            "CONTENT_LENGTH": str(len(body)),
            "REMOTE_ADDR": self._caller,
            "SERVER_NAME": "tileye",
            "SERVER_PORT": str(self._listener.port),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "https",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }


def _path_of(request: h11.Request) -> str:
    return unquote(request.target.decode("latin-1").partition("?")[0], "latin-1")


def _answered(application: Application, environ: dict[str, Any]) -> tuple[int, list[tuple[str, str]], bytes]:
    told: list[tuple[int, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
        told.append((int(status.split(" ", 1)[0]), headers))

    parts = application(environ, start)
    try:
        body = b"".join(parts)
    finally:
        with suppress(AttributeError):
            parts.close()  # type: ignore[attr-defined]
    return *told[-1], body
