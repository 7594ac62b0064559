"""A phone as the camera of this program: invited by a code, found again after a start."""

import hmac
import ssl
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tileye.companion_web.phone.camera import PhoneCamera, new_token
from tileye.companion_web.phone.certificates import CertificateFolder, is_local
from tileye.companion_web.phone.listener import Application, ListenerLimits, TlsListener
from tileye.companion_web.storage.store import Store, StoreError

_KEPT = "phone.listener"


@dataclass(frozen=True, slots=True)
class PhoneInvitation:
    """How a phone comes in."""

    addresses: tuple[str, ...]
    """Where its page is, the likeliest first; none where this machine is in no home network."""
    authority: str | None
    """Where the certificate of the authority is."""
    port: int
    connected: bool


class PhoneService:
    """The listener for a phone's camera, opened when somebody wants it; for any thread."""

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
    ) -> None:
        self.camera = camera
        self.certificates = CertificateFolder(folder)
        self._store, self._addresses, self._host = store, addresses, host
        self._lock = threading.Lock()
        self._listener: TlsListener | None = None
        kept = store.setting(_KEPT) or {}
        # A phone that is the camera of a game that goes on finds the same address; all others are forgotten.
        self.token = str((expected and kept.get("token")) or new_token())
        self._port = int(kept.get("port") or 0)
        self._application = application(self)
        self._known: tuple[str, ...] = ()
        if expected:
            # Whatever is wrong with it is said when somebody asks for the way: a game goes on without its camera, too.
            with suppress(OSError, ValueError, StoreError):
                self._listen()

    def invite(self) -> PhoneInvitation:
        """Open the listener where it is closed, and say how a phone comes in."""
        with self._lock:
            listener = self._listener or self._listen()
            self._follow_addresses(listener)
        places = [f"https://{_in_address(one)}:{listener.port}/camera" for one in self._known]
        return PhoneInvitation(
            tuple(f"{place}/{self.token}" for place in places),
            f"{places[0]}/ca" if places else None,
            listener.port,
            self.camera.connected,
        )

    def close(self) -> None:
        """Listen no more; a phone may come back after the next start."""
        with self._lock:
            if self._listener:
                self._listener.stop()
                self._listener = None

    def _listen(self) -> TlsListener:
        self._known = self._found()
        context = self.certificates.context(self._known)
        try:
            listener = self._listening(context, self._port)
        except OSError:
            # Another program has the port of the last time; it stays the one that is wished.
            listener = self._listening(context, 0)
        listener.start()
        self._listener, self._port = listener, self._port or listener.port
        self._store.set_setting(_KEPT, {"token": self.token, "port": self._port})
        return listener

    def _listening(self, context: ssl.SSLContext, port: int) -> TlsListener:
        def admitted(method: str, path: str) -> bool:
            # What has no body is answered by the application: there is nothing.
            return method in ("GET", "HEAD") or admits(path, self.token)

        return TlsListener(self._application, context, (self._host, port), ListenerLimits(), admitted)

    def _follow_addresses(self, listener: TlsListener) -> None:
        """The certificate has to name the addresses that this machine has now."""
        found = self._found()
        if found != self._known:
            self._known = found
            listener.renew(self.certificates.context(found))

    def _found(self) -> tuple[str, ...]:
        return tuple(one for one in self._addresses() if is_local(one))


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def admits(path: str, token: str) -> bool:
    """Whether a path is that of the authority's certificate, or has the token."""
    if path == "/camera/ca":
        return True
    parts = path.split("/", 3)
    return len(parts) > 2 and parts[1] == "camera" and hmac.compare_digest(parts[2].encode(), token.encode())
