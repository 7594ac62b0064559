"""A wire between browser and server that can be cut."""

import contextlib
import socket
import threading
from collections.abc import Iterator

_CHUNK = 65536


class Wire:
    """Carries bytes to a server on this machine; the server sees its own port as the one that is asked for."""

    def __init__(self, port: int) -> None:
        self._port = port
        # Keeps the number while nobody listens, so that no other program gets it meanwhile.
        self._held = _at(0)
        self.port: int = self._held.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self._ends: list[socket.socket] = []
        self._listen()

    def cut(self) -> None:
        """Break all connections and take no others."""
        _break(self._listener)
        while self._ends:
            _break(self._ends.pop())

    def mend(self, port: int | None = None) -> None:
        """Take connections again, perhaps to another server."""
        self._port = port or self._port
        self._listen()

    def close(self) -> None:
        """Break everything for good."""
        self.cut()
        self._held.close()

    def _listen(self) -> None:
        self._listener = _at(self.port)
        self._listener.listen()
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(("127.0.0.1", self._port))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(_CHUNK):
                # Addresses are as long as each other, so that no length changes.
                other.sendall(data.replace(f"127.0.0.1:{self.port}".encode(), f"127.0.0.1:{self._port}".encode()))
        _break(one)
        _break(other)


def _at(port: int) -> socket.socket:
    """A socket of this machine that may have the number of another one of this program."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_REUSEPORT", socket.SO_REUSEADDR), 1)
    made.bind(("127.0.0.1", port))
    return made


def _break(end: socket.socket) -> None:
    # Whoever waits at this end hears of it only where it is shut down first.
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextlib.contextmanager
def wired(port: int) -> Iterator[Wire]:
    """Lead a wire to a server."""
    wire = Wire(port)
    try:
        yield wire
    finally:
        wire.close()
