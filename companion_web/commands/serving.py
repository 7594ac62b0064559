"""What `tileye play` and `tileye demo` share: their options, a free port, and the page itself."""

from __future__ import annotations

import argparse
import math
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tileye.companion_web.errors import InputError
from tileye.companion_web.games import data_folder

# The page loads large libraries, so it is imported where it is used: other commands start at once.
if TYPE_CHECKING:
    from tileye.companion_web.sessions.game_manager import GameManager

PORT = 8710
_MOST_TRIES = 20
_MOST_SPEED = 1000.0
_MOST_ARENAS = -8
"""`M_ARENA_MAX` of glibc's malloc.h."""
_CHOICE = "MALLOC_ARENA_MAX"
"""The environment variable with which glibc lets people choose as many."""


def add_page_options(parser: argparse.ArgumentParser) -> None:
    """Add what both commands understand."""
    parser.add_argument(
        "--port", type=_port, metavar="PORT", help=f"where the page is: {PORT} or the next free one; 0: any free one"
    )
    parser.add_argument("--lan", action="store_true", help="let others on the same network look on, with a join code")
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep the games in this folder")
    parser.add_argument("--speed", type=_speed, default=1.0, metavar="N", help="show a film N times as fast")
    parser.add_argument("--no-browser", action="store_true", help="open no browser")


def share_freed_memory() -> None:
    """Let every thread use again what another one freed; to be called before there are threads.

    On Linux glibc gives threads heaps of their own, up to eight for each core, and keeps what is freed in them. Each
    game has a new thread, which met another heap and left it as large as all that it had ever held at once. One heap
    is as fast: what runs beside Python, such as the nets, seldom asks for memory. Other systems are left alone.
    """
    if sys.platform != "linux" or _CHOICE in os.environ:
        return
    # A Python may lack ctypes, and a libc the function.
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).mallopt(_MOST_ARENAS, 1)


def folder_of(arguments: argparse.Namespace) -> Path:
    """Where the games are kept."""
    return arguments.data or data_folder()


def serve_page(manager: GameManager, arguments: argparse.Namespace, folder: Path) -> None:
    """Show the page until somebody stops it; the data folder tells others where it is."""
    from tileye.companion_web.storage.folder import note_address
    from tileye.companion_web.web.server import serve

    port = free_port(arguments.port, lan=arguments.lan)
    note_address(folder, f"http://127.0.0.1:{port}/")
    opens = not arguments.no_browser
    serve(manager, port=port, lan=arguments.lan, open_browser=opens, language=manager.settings.language)


def free_port(wanted: int | None, *, lan: bool) -> int:
    """The port that is asked for, or one that is free; raise InputError where it is taken."""
    tried = range(PORT, PORT + _MOST_TRIES) if wanted is None else (wanted,)
    for port in tried:
        found = _bound(port, "0.0.0.0" if lan else "127.0.0.1")
        if found:
            return found
    taken = f"port {wanted} is" if wanted else f"the ports {PORT} to {tried[-1]} are"
    raise InputError(f"{taken} taken or may not be used: name another with --port, or let --port 0 find one")


def _bound(port: int, host: str) -> int | None:
    """The number of a port that can be listened on, None where it cannot."""
    with socket.socket() as probe:
        if os.name == "posix":
            # What listened there a moment ago leaves traces that harm nobody.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return None
        number: int = probe.getsockname()[1]
        return number


def _port(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a number from 0 to 65535 is needed, not {text[:20]!r}")
    return int(text)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = math.nan
    if not 0 < speed <= _MOST_SPEED:
        raise argparse.ArgumentTypeError(f"a number above 0, at most {_MOST_SPEED:g}, is needed, not {text[:20]!r}")
    return speed
