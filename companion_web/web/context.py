"""What a request knows: the game manager, how it is served, the language, and who asks."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, cast

from flask import Flask, current_app, g, request

from tileye.companion_web.languages import LANGUAGES, Words, words
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.companion_web.web.checkups import Checkups
from tileye.companion_web.web.finished_games import FinishedGames
from tileye.companion_web.web.limits import Limiter, Rate
from tileye.companion_web.web.options import Options
from tileye.companion_web.web.viewer_seats import ViewerSeats

if TYPE_CHECKING:
    from tileye.companion_web.phone.service import PhoneService

LANGUAGE_COOKIE = "lang"
_KEY = "tileye"


class Role(IntEnum):
    """Who asks; each may do what those before may."""

    VISITOR = 0
    VIEWER = 1
    REFEREE = 2


@dataclass(frozen=True, slots=True)
class RateLimits:
    """How often each client may ask for what costs."""

    joins: Limiter
    writes: Limiter
    heavy: Limiter

    @classmethod
    def usual(cls, now: Callable[[], float] = time.monotonic) -> "RateLimits":
        """Enough for people, too little for guessing codes or for wearing the machine out."""
        return cls(Limiter(Rate(5, 1 / 12), now), Limiter(Rate(60, 10), now), Limiter(Rate(12, 2), now))


@dataclass(frozen=True, slots=True)
class AppServices:
    """What all requests of an application share."""

    manager: GameManager
    options: Options
    limits: RateLimits
    seats: ViewerSeats
    checkups: Checkups
    finished: FinishedGames
    phone: "PhoneService | None" = None
    """How a phone becomes the camera, where there is a data folder for its certificates."""


def services() -> AppServices:
    """Return the services of the current application."""
    return services_of(current_app)


def services_of(app: Flask) -> AppServices:
    """Return the services of an application."""
    return cast(AppServices, app.extensions[_KEY])


def attach(app: Flask, services: AppServices) -> None:
    """Give an application its services."""
    app.extensions[_KEY] = services


def role() -> Role:
    """Return who asks."""
    return cast(Role, g.role)


def flag(name: str) -> bool:
    """Whether something is asked for at the end of the address."""
    return request.args.get(name, "") not in ("", "0", "false")


def client() -> str:
    """Return the address of whoever asks, for counting."""
    return request.remote_addr or "?"


def language() -> str:
    """Return the language of whoever asks: as chosen, else as the browser wishes."""
    if "language" not in g:
        g.language = _chosen() or wished_language() or services().options.language
    return cast(str, g.language)


def texts() -> Words:
    """Return the words for whoever asks."""
    return words(language())


def _chosen() -> str | None:
    wanted = (request.args.get("lang"), request.cookies.get(LANGUAGE_COOKIE))
    return next((name for name in wanted if name in LANGUAGES), None)


def wished_language() -> str | None:
    """Return the language that a browser wishes, if it is one of ours."""
    # Werkzeug's own choice takes English before Swiss German where only plain German is spoken.
    wished = (tag.partition("-")[0].lower() for tag, quality in request.accept_languages if quality)
    return next((name for name in wished if name in LANGUAGES), None)
