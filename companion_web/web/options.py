"""How the page is served."""

import secrets
from dataclasses import dataclass, field

from tileye.companion_web.web.addresses import url

_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that look like others."""
_VIEWER_LENGTH, _REFEREE_LENGTH = 6, 8


def new_code(length: int) -> str:
    """Draw a code that is easy to read and to type."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


@dataclass(frozen=True, slots=True)
class Codes:
    """What somebody on the network types to come in."""

    viewer: str = field(default_factory=lambda: new_code(_VIEWER_LENGTH))
    referee: str = field(default_factory=lambda: new_code(_REFEREE_LENGTH))


@dataclass(frozen=True, slots=True)
class Options:
    """Where the page listens, and whom it trusts."""

    port: int
    lan: bool = False
    """Whether others on the network may come in with a code; else only this machine is answered."""
    language: str = "en"
    """For visitors whose browser wants none of ours."""
    viewers_see: bool = False
    """Whether viewers, too, get the living picture of the camera."""
    codes: Codes = field(default_factory=Codes)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    """Signs sessions and tokens; kept by the server, so that they outlive it."""
    addresses: tuple[str, ...] = ()
    """Names and numbers of this machine on the network."""
    most_streams: int = 64
    """So many may look on at once."""

    @property
    def here(self) -> str:
        """The page's address on this machine."""
        return url("127.0.0.1", self.port)

    @property
    def urls(self) -> tuple[str, ...]:
        """The page's addresses on the network, if it answers there; numbers, since phones do not find many a name."""
        numbers = [address for address in self.addresses if address[:1].isdigit()]
        return tuple(url(address, self.port) for address in numbers or self.addresses) if self.lan else ()

    @property
    def join_url(self) -> str:
        """The address that lets viewers in at once; what follows the # stays in their browser."""
        return self.way_in(self.codes.viewer)

    def way_in(self, code: str) -> str:
        """The address that lets somebody in with a code."""
        return f"{(*self.urls, self.here)[0]}join#{code}"
