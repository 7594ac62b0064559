"""A phone as the camera of this program: invited by a code, found again after a start."""

import hmac
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Protocol

from tileye.companion_web.phone.camera import PhoneCamera, new_token
from tileye.companion_web.phone.certificates import CertificateFolder, is_local
from tileye.companion_web.phone.listener import Application, ListenerLimits, TlsListener
from tileye.companion_web.storage.store import Store, StoreError

_KEPT = "phone.listener"
AFTER_S = 60.0
"""So many seconds after its game has ended a phone may come back for another one; then the listener is closed."""
_INVITING_S = 5.0
"""So long after somebody asked for the way a phone is awaited; set-up asks every two seconds."""


@dataclass(frozen=True, slots=True)
class PhoneInvitation:
    """How a phone comes in."""

    addresses: tuple[str, ...]
    """Where its page is, the likeliest first; none where this machine is in no home network."""
    authority: str | None
    """Where the certificate of the authority is."""
    port: int
    connected: bool
    silent_s: float | None
    """For how many seconds no frame has come; None before the first one."""


class PhoneTimer(Protocol):
    """Does something later, as `threading.Timer`."""

    def start(self) -> None:
        """Begin to wait."""

    def cancel(self) -> None:
        """Do not do it."""


def _later(seconds: float, do: Callable[[], None]) -> PhoneTimer:
    timer = threading.Timer(seconds, do)
    timer.daemon = True
    return timer


def watched_game(store: Store) -> str | None:
    """The game that was watched through a phone when the program ended, however it ended."""
    game = (store.setting(_KEPT) or {}).get("game")
    return game if isinstance(game, str) else None


class PhoneService:
    """The listener for a phone's camera, opened when somebody wants it, closed after the game; for any thread."""

    def __init__(
        self,
        store: Store,
        folder: Path,
        camera: PhoneCamera,
        application: Callable[["PhoneService"], Application],
        addresses: Callable[[], Sequence[str]],
        host: str = "0.0.0.0",
        *,
        expected: bool = False,
        now: Callable[[], float] = time.monotonic,
        later: Callable[[float, Callable[[], None]], PhoneTimer] = _later,
    ) -> None:
        self.camera = camera
        self.certificates = CertificateFolder(folder)
        self._store, self._addresses, self._host = store, addresses, host
        self._lock = threading.Lock()
        self._listener: TlsListener | None = None
        self._now, self._later = now, later
        self._invited_at = -_INVITING_S
        self._closing: PhoneTimer | None = None
        self._game: str | None = None
        """The game that is watched through the phone."""
        kept = store.setting(_KEPT) or {}
        # A phone that is the camera of a game that goes on finds the same address; all others are forgotten.
        self.token = str((expected and kept.get("token")) or new_token())
        self._port = int(kept.get("port") or 0)
        # Until it is opened again nobody needs to have it open when the program ends once more.
        self._noted = watched_game(store) if expected else None
        self._application = application(self)
        self._context: ssl.SSLContext | None = None
        self._named = frozenset({"127.0.0.1"})
        """The addresses that the certificate names."""
        if expected:
            # Whatever is wrong with it is said when somebody asks for the way: a game goes on without its camera, too.
            with suppress(OSError, ValueError, StoreError):
                self._listen()

    def invite(self) -> PhoneInvitation:
        """Open the listener where it is closed, and say how a phone comes in."""
        with self._lock:
            self._invited_at = self._now()
            if self._closing:
                # The phone of the game before was sent away: another may come as well.
                self.camera.forget()
            self._stay()
            found = self._found()
            listener = self._listener or self._listen()
            # Nobody arrives at a name: numbers are noticed in `_greet`.
            if not self._named.issuperset(one for one in found if not _is_number(one)):
                self._name(found)
        places = [f"https://{_in_address(one)}:{listener.port}/camera" for one in found]
        return PhoneInvitation(
            tuple(f"{place}/{self.token}" for place in places),
            f"{places[0]}/ca" if places else None,
            listener.port,
            self.camera.connected,
            self.camera.silent_s,
        )

    def look(self, games: Mapping[str, bool]) -> None:
        """Hear which open games are watched through the phone, and whether each is over."""
        going = next((game for game, over in games.items() if not over), None)
        with self._lock:
            before, self._game = self._game, going
            if going is not None:
                self._stay()
                # Whatever is wrong with it is said when somebody asks for the way.
                with suppress(OSError, ValueError, StoreError):
                    self._listener = self._listener or self._listen()
            elif before is not None and games.get(before, False):
                self._send_away()
            if going != before:
                self._noted = going
                with suppress(StoreError):
                    self._note()

    @property
    def listening(self) -> bool:
        """Whether a phone can come in."""
        return self._listener is not None

    @property
    def over(self) -> bool:
        """Whether the game of the phone has ended, and nobody wants it for another one."""
        return self._closing is not None and self._now() - self._invited_at >= _INVITING_S

    def close(self) -> None:
        """Listen no more; a phone may come back after the next start."""
        with self._lock:
            self._stay()
            self._stop()

    def _stay(self) -> None:
        """The phone is wanted still, or again."""
        if self._closing:
            self._closing.cancel()
        self._closing = None

    def _send_away(self) -> None:
        """The game is over: a while later nobody comes in any more."""
        self._stay()

        def close() -> None:
            with self._lock:
                if self._closing is timer:
                    self._closing = None
                    self._forget()

        timer = self._closing = self._later(AFTER_S, close)
        timer.start()

    def _forget(self) -> None:
        """Close, and let nobody in any more who knew the way."""
        self._stop()
        self.camera.forget()
        self.token = new_token()
        with suppress(StoreError):
            self._note()

    def _stop(self) -> None:
        if self._listener:
            self._listener.stop()
            self._listener = None

    def _note(self) -> None:
        """Keep what is needed to be found again after the next start."""
        self._store.set_setting(_KEPT, {"token": self.token, "port": self._port, "game": self._noted})

    def _listen(self) -> TlsListener:
        self._name(self._found())
        try:
            listener = self._listening(self._port)
        except OSError:
            # Another program has the port of the last time; it stays the one that is wished.
            listener = self._listening(0)
        listener.start()
        self._listener, self._port = listener, self._port or listener.port
        self._note()
        return listener

    def _listening(self, port: int) -> TlsListener:
        def admitted(method: str, path: str) -> bool:
            # What has no body is answered by the application: there is nothing.
            return method in ("GET", "HEAD") or has_token(path, self.token)

        return TlsListener(self._application, self._greet, (self._host, port), ListenerLimits(), admitted)

    def _greet(self, here: str) -> ssl.SSLContext:
        """Find the certificate for whoever came to an address of this machine.

        Phones accept a certificate, not a computer: it is made anew no sooner than somebody comes to an address that it
        does not name, as after a change of the Wi-Fi. So nothing has to watch the addresses either.
        """
        if here not in self._named and is_local(here):
            with self._lock, suppress(StoreError):
                if here not in self._named:
                    self._name((*self._found(), here))
        assert self._context
        return self._context

    def _name(self, addresses: Sequence[str]) -> None:
        """Have a certificate that names these addresses; those of before stay in it."""
        wanted = self._named.union(addresses)
        self._context = self.certificates.context(sorted(wanted))
        self._named = wanted

    def _found(self) -> tuple[str, ...]:
        """The addresses at which a phone finds this machine; names lead nowhere where it is in no network."""
        found = tuple(one for one in self._addresses() if is_local(one) and not _is_here(one))
        return found if any(map(_is_number, found)) else ()


def _is_here(host: str) -> bool:
    """Whether an address is of the loopback, where nobody else comes."""
    return ip_address(host).is_loopback if _is_number(host) else host == "localhost"


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def admits(path: str, token: str) -> bool:
    """Whether a path is that of the authority's certificate, or has the token."""
    return path == "/camera/ca" or has_token(path, token)


def has_token(path: str, token: str) -> bool:
    """Whether a path has the token."""
    parts = path.split("/", 3)
    return len(parts) > 2 and parts[1] == "camera" and hmac.compare_digest(parts[2].encode(), token.encode())
