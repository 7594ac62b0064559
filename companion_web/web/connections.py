"""How many connections there are, from where, and for how long they may take: nobody keeps others out.

Every address has its share, all together leave some to this machine, and where a share is used up the connection that
has waited longest gives way to the new one. Headers and bodies have their time. A body that would be refused is not
waited for: the application answers what it knows from the headers.
"""

import errno
import logging
import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask
from waitress.utilities import RequestEntityTooLarge

from tileye.companion_web.web.addresses import is_this_machine
from tileye.companion_web.web.limits import Limiter, Rate
from tileye.companion_web.web.work_queue import Queues

Environ = Mapping[str, Any]
Address = tuple[Any, ...]

_OTHER_FILES = 96
"""So many files may be open besides connections: the store, a film, a camera, fonts."""
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\nRetry-After: 5\r\n\r\n"
_STREAM = "/events"
HERE = "here"
"""The share of this machine."""
_NO_FILES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_MOST_DRAINED = 262_144
_MOST_CHUNKED = 2_100_000
_RATE = Rate(120, 20)
_SWEEP = 1
"""Seconds between two looks at what takes too long."""
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shares:
    """So many connections, and so many seconds."""

    most: int = 1000
    """All together; idle ones cost nothing but an open file."""
    for_here: int = 64
    """So many of them are for this machine alone."""
    each: int = 24
    """One address of the network; a browser opens six."""
    rate: Rate = _RATE
    """So many new connections of one address of the network; browsers go on with those that they have."""
    header_s: float = 10.0
    body_s: float = 60.0
    """From the first byte of a request on: two megabytes from a phone at the end of the garden."""
    idle_s: float = 60.0
    """Between two requests."""
    unread_s: float = 30.0
    """While a client takes nothing of what waits for it."""
    at_work: int = 4
    """So many requests of one address of the network are answered at once, event streams apart."""
    drain_s: float = 2.0
    """What still comes after a refusal is thrown away for so long, so that the client can read the answer."""

    def fitting(self) -> "Shares":
        """The same, as far as the system lets this process open files."""
        allowed = os.sysconf("SC_OPEN_MAX") if hasattr(os, "sysconf") else -1
        most = self.most if allowed < 0 else min(self.most, max(allowed - _OTHER_FILES, 16))
        return replace(self, most=most, for_here=min(self.for_here, most // 4), each=min(self.each, most // 4))


def share_of(address: Address) -> str:
    """Whose share a connection from an address takes."""
    return HERE if is_this_machine(address[0]) else str(address[0])


class Admitting(Protocol):
    """What knows whether a body may come."""

    draining: bool

    def admits(self, request: "ServerRequest") -> bool:
        """Whether the application would take the body of a request."""


class ServerRequest(HTTPRequestParser):  # type: ignore[misc]
    """A request whose body is waited for only where it may come."""

    completed: bool
    path = ""
    """What those have, too, that are no requests."""

    def __init__(self, adj: Adjustments, channel: "Admitting") -> None:
        super().__init__(adj)
        self._channel, self._known = channel, False

    def received(self, data: bytes) -> int:
        """Take what came; return how much of it belongs to this request."""
        taken: int = super().received(data)
        if self.chunked and self.body_bytes_received > _MOST_CHUNKED:
            # Nobody knows beforehand how much comes, and pages send none.
            self.error, self.completed = RequestEntityTooLarge("too many chunks"), True
        elif isinstance(self.error, RequestEntityTooLarge) and not self._known:
            # The application says it, which knows for which route and in which language.
            self.error, self.completed = None, False
        if self.headers_finished and not self.completed and not self._known:
            self._known = True
            if not self._channel.admits(self):
                # The application answers from the headers, and the rest is thrown away.
                self.completed, self.expect_continue = True, False
                self.headers["CONNECTION"] = "close"
                self._channel.draining = True
        return taken


class _Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that knows since when it waits for what."""

    draining = False
    drained_from = 0.0
    drained = 0
    queue = HERE

    def __init__(
        self, server: "Bounded", sock: socket.socket, address: Address, adj: Adjustments, map: dict[int, object]
    ) -> None:
        self.since = time.monotonic()
        self.share = share_of(address)
        super().__init__(server, sock, address, adj, map)

    def parser_class(self, adj: Adjustments) -> ServerRequest:
        """Begin a request."""
        self.since = time.monotonic()
        return ServerRequest(adj, self)

    def admits(self, request: ServerRequest) -> bool:
        """Whether the application would take the body of a request."""
        admit: Callable[[Environ], bool] = self.server.admit
        try:
            return admit(WSGITask(self, request).get_environment())
        except Exception:  # noqa: BLE001 - whatever is wrong with it, the application is to answer
            _LOG.exception("a request could not be looked at")
            return True

    def service(self) -> None:
        """Answer one request; from then on the next one is waited for."""
        queue = self.queue
        try:
            super().service()
        finally:
            self.since = time.monotonic()
            self.server.served(queue)

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send to whoever is still there."""
        if self.socket is None:
            raise OSError(errno.ENOTCONN, "the connection was ended meanwhile")
        return int(super().send(data, do_close=do_close))

    def readable(self) -> bool:
        """Whether more is to be read."""
        return bool(self.draining and self.close_when_flushed) or bool(super().readable())

    def handle_read(self) -> None:
        """Read; what comes after a refusal leads nowhere."""
        if not (self.draining and self.close_when_flushed):
            super().handle_read()
        else:
            thrown = len(self.recv(self.adj.recv_bytes))
            self.drained += thrown
            self.will_close = not thrown or self.drained > _MOST_DRAINED

    def handle_write(self) -> None:
        """Send; after a refusal the client is given time to read it."""
        if self.draining and self.close_when_flushed and not self.will_close:
            self._flush_exception(self._flush_some)
            if self.connected and not self.total_outbufs_len and not self.drained_from:
                self.drained_from = time.monotonic()
                with suppress(OSError):
                    self.socket.shutdown(socket.SHUT_WR)
            return
        super().handle_write()

    def writable(self) -> bool:
        """Whether something is to be sent."""
        if self.drained_from and not self.will_close:
            return False
        return bool(super().writable())

    def overdue(self, now: float, shares: Shares) -> bool:
        """Whether it has taken longer than it may."""
        if self.drained_from:
            return now - self.drained_from > shares.drain_s
        if self.total_outbufs_len:
            return bool(time.time() - self.last_activity > shares.unread_s)
        if self.requests:
            return False
        return now - self.since > self._patience(shares)

    def _patience(self, shares: Shares) -> float:
        if self.request is None:
            return shares.idle_s
        return shares.body_s if self.request.headers_finished else shares.header_s


class Bounded(TcpWSGIServer):  # type: ignore[misc]
    """A server that gives every address its share."""

    channel_class = _Channel

    def __init__(
        self, app: object, listening: socket.socket, admit: Callable[[Environ], bool], shares: Shares, **named: object
    ) -> None:
        self.admit, self.shares = admit, shares
        self._paused_until = 0.0
        self._queues: Queues[_Channel] = Queues()
        self._limiter = Limiter(shares.rate)
        # Ours is the limit that counts: theirs would keep this machine out, too.
        adj = Adjustments(
            sockets=[listening], connection_limit=1 << 30, cleanup_interval=_SWEEP, log_socket_errors=False, **named
        )
        about = (listening.family, listening.type, listening.proto, listening.getsockname())
        super().__init__(app, {}, True, listening, adj=adj, sockinfo=about, bind_socket=False)

    def readable(self) -> bool:
        """Whether somebody may come in."""
        return bool(super().readable()) and time.monotonic() >= self._paused_until

    def add_task(self, task: _Channel) -> None:
        """Have a request answered, at once or when another one of the same address has been."""
        # Streams are work for as long as somebody looks on.
        task.queue = f"{task.share} streams" if task.requests[0].path.endswith(_STREAM) else task.share
        most = self.shares.most if task.share == HERE or task.queue != task.share else self.shares.at_work
        if self._queues.enter(task.queue, most, task):
            super().add_task(task)

    def served(self, queue: str) -> None:
        """A request was answered: the next one of its queue may work."""
        if (following := self._queues.leave(queue)) is not None:
            super().add_task(following)

    def handle_accept(self) -> None:
        """Let somebody in who has a share left, or for whom a connection that waits can give way."""
        try:
            accepted = self.accept()
        except OSError as error:
            if error.errno in _NO_FILES and not self._give_way(self._channels()):
                self._paused_until = time.monotonic() + _SWEEP
            return
        if accepted is None:
            return
        connection, address = accepted
        if self._has_room(address):
            # Somebody who has gone already.
            with suppress(OSError):
                self.set_socket_options(connection)
                self.channel_class(self, connection, address, self.adj, self._map)
                return
        else:
            with suppress(OSError):
                connection.setblocking(False)
                connection.send(_FULL)
        connection.close()

    def maintenance(self, now: float) -> None:
        """See to it that what takes too long is ended."""
        moment = time.monotonic()
        late = [channel for channel in self._channels() if channel.overdue(moment, self.shares)]
        if late:
            # Not here, where files are being asked for: the number of one that is closed may be another's by then.
            self.trigger.pull_trigger(partial(self._end, late))

    def _end(self, channels: Iterable[_Channel]) -> None:
        """End those that take too long still."""
        for channel in channels:
            if channel.connected and channel.overdue(time.monotonic(), self.shares):
                channel.handle_close()

    def _channels(self) -> list[_Channel]:
        return list(self.active_channels.values())

    def _has_room(self, address: Address) -> bool:
        """Whether one more may come from there; one that waits gives way where it may not."""
        share, channels, shares = share_of(address), self._channels(), self.shares
        own = [channel for channel in channels if channel.share == share]
        if share != HERE and self._limiter.wait(share):
            return False
        if share != HERE and len(own) >= shares.each:
            return self._give_way(own)
        if len(channels) < shares.most - (0 if share == HERE else shares.for_here):
            return True
        counts = Counter(channel.share for channel in channels)
        largest = max(counts, key=lambda share: (counts[share], share))
        return self._give_way(channel for channel in channels if channel.share == largest)

    def _give_way(self, channels: Iterable[_Channel]) -> bool:
        """End the connection that has waited longest, if one waits."""
        waiting = [channel for channel in channels if not channel.requests and not channel.total_outbufs_len]
        if not waiting:
            return False
        min(waiting, key=lambda channel: channel.since).handle_close()
        return True
