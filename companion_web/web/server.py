"""The server: a thread for everybody who looks on, and enough more that pages never wait for one."""

import logging
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TextIO

from flask import Flask
from waitress import wasyncore

from tileye.companion_web.diagnosis.program import has_screen
from tileye.companion_web.errors import InputError
from tileye.companion_web.phone.advice import PhoneAdvice
from tileye.companion_web.phone.app import create_camera_app
from tileye.companion_web.phone.service import PhoneService, watched_game
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.companion_web.sessions.source_choices import PHONE
from tileye.companion_web.storage.store import Store
from tileye.companion_web.web.addresses import network_names, qr_text
from tileye.companion_web.web.api.routes import admits, most_bytes
from tileye.companion_web.web.app import create_app
from tileye.companion_web.web.connections import Bounded, Shares
from tileye.companion_web.web.context import attach, services_of
from tileye.companion_web.web.options import Options

_SECRET = "web.secret"
_WORKERS = 16
"""Threads for everything but streams."""
_UNSENT = 512_000
"""Bytes that wait for a slow client before its thread waits, too."""
_LAST_ANSWERS = 3.0
"""Seconds for answers that are under way when the server is stopped."""
_GONE_MS = 30_000
"""After so long without an answer a client is taken to have gone, such as a phone that fell asleep."""


class Server:
    """Serves the games of a manager until it is stopped; begins to listen at once."""

    def __init__(
        self,
        manager: GameManager,
        *,
        port: int,
        lan: bool = False,
        language: str = "en",
        shares: Shares | None = None,
    ) -> None:
        self._socket = _listen("0.0.0.0" if lan else "127.0.0.1", port)
        self.options = Options(
            port=self._socket.getsockname()[1],
            lan=lan,
            language=language,
            secret=_kept_secret(manager.store),
            addresses=network_names() if lan else (),
        )
        app = create_app(manager, self.options)
        self.seats = services_of(app).seats
        self.phone = _phone_service(app, manager)
        # It would warn of every request that waits for a moment.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._server = Bounded(
            app,
            self._socket,
            partial(admits, app),
            (shares or Shares()).fitting(),
            threads=self.options.most_streams + _WORKERS,
            # Reads on while it answers, and so hears at once when a client goes.
            channel_request_lookahead=1,
            # One byte more than what is taken: each route says itself what is too much for it.
            max_request_body_size=most_bytes(app) + 1,
            outbuf_high_watermark=_UNSENT,
            asyncore_use_poll=hasattr(wasyncore.select, "poll"),
            ident="tileye",
        )
        self._server.adj.socket_options = _socket_options()
        self._thread = threading.Thread(target=self._server.run, name="server", daemon=True)

    @property
    def address(self) -> str:
        """The number at which it listens."""
        return str(self._socket.getsockname()[0])

    def start(self) -> None:
        """Answer, in a thread."""
        self._thread.start()

    def wait(self) -> None:
        """Wait until the server is stopped."""
        while self._thread.is_alive():
            # Without a limit nobody could interrupt it on Windows.
            self._thread.join(1.0)

    def stop(self) -> None:
        """Close all connections and answer no more; streams end by themselves when their tables are closed."""
        if self.phone:
            self.phone.close()
        # First those who answer, since they wake the thread that listens.
        self._server.task_dispatcher.shutdown(timeout=_LAST_ANSWERS)
        self._server.trigger.pull_trigger(lambda: wasyncore.close_all(self._server._map))
        self._thread.join(_LAST_ANSWERS)


def serve(
    manager: GameManager,
    *,
    port: int,
    lan: bool,
    open_browser: bool,
    language: str = "en",
    out: TextIO | None = None,
) -> None:
    """Serve the games of a manager until somebody presses Ctrl+C; all are closed then."""
    server = Server(manager, port=port, lan=lan, language=language)
    first = f"{server.options.here}game/{manager.front}" if manager.front else server.options.here
    server.start()
    (out or sys.stdout).write(announcement(first, server.options))
    (out or sys.stdout).flush()
    if open_browser and has_screen():
        webbrowser.open(first)
    try:
        with _stopped_by_signals():
            server.wait()
    except KeyboardInterrupt:
        pass
    finally:
        manager.close()
        server.stop()


def _phone_service(app: Flask, manager: GameManager) -> PhoneService | None:
    """A phone can be the camera where its certificates have a folder."""
    camera, folder, shared = manager.sources.phone, manager.settings.folder, services_of(app)
    if camera is None or folder is None:
        return None
    advice = PhoneAdvice(manager, shared.checkups, camera)
    watched = watched_game(manager.store)
    ours = (info for info in manager.games() if info.id == watched)
    going = any(info.plan.get("source") == PHONE and info.ended is None for info in ours)
    service = PhoneService(
        manager.store, folder, camera, lambda one: create_camera_app(one, advice), network_names, expected=going
    )
    manager.on_change = lambda: service.look(manager.watched_through(PHONE))
    manager.on_change()
    attach(app, replace(shared, phone=service))
    return service


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let what ends the program, and the closing of its terminal, end it as Ctrl+C does: with everything put away."""

    def stop(*_: object) -> None:
        # Putting away is not to be interrupted by a second one.
        for one in signals:
            signal.signal(one, signal.SIG_IGN)
        raise KeyboardInterrupt

    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]
    if threading.current_thread() is threading.main_thread():
        for one in signals:
            # A program that nohup started is to go on.
            if signal.getsignal(one) is not signal.SIG_IGN:
                signal.signal(one, stop)
    yield


def announcement(first: str, options: Options) -> str:
    """Say where the page is, and how others come in."""
    lines = [f"tileye is at {first}"]
    if options.lan:
        lines += ["", "On phones and tablets in the same network:", *(f"  {address}" for address in options.urls)]
        lines += ["", qr_text(options.join_url)]
        lines += [f"  code to look on:   {options.codes.viewer}", f"  code for referees: {options.codes.referee}", ""]
    else:
        lines.append("Phones and tablets can look on, too: start with --lan.")
    return "\n".join([*lines, "Ctrl+C stops it; the games are kept.", ""])


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port))
    except OverflowError:
        raise InputError(f"there is no port {port}: choose one from 1024 to 65535") from None
    except OSError as error:
        reason = error.strerror or error
        raise InputError(
            f"the page cannot be served on port {port} ({reason}): tileye may be running already, else choose another"
            " with --port"
        ) from None


def _kept_secret(store: Store) -> bytes:
    """Find the secret of this store, so that whoever came in stays in when the program is started anew."""
    kept = store.setting(_SECRET)
    if kept is None:
        kept = {"hex": secrets.token_hex(32)}
        store.set_setting(_SECRET, kept)
    return bytes.fromhex(kept["hex"])


def _socket_options() -> list[tuple[int, int, int]]:
    options = [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1), (socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        options.append((socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GONE_MS))
    return options
