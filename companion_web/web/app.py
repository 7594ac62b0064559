"""Puts the application together."""

import time
from collections.abc import Callable
from datetime import timedelta

from flask import Flask

from tileye.companion_web.sessions.game_manager import GameManager
from tileye.companion_web.web.api.routes import add_routes
from tileye.companion_web.web.api.table import ROUTES
from tileye.companion_web.web.assets import serve_assets
from tileye.companion_web.web.checkups import Checkups
from tileye.companion_web.web.compression import compress
from tileye.companion_web.web.context import AppServices, RateLimits, attach
from tileye.companion_web.web.errors import handle_errors
from tileye.companion_web.web.finished_games import FinishedGames
from tileye.companion_web.web.options import Options
from tileye.companion_web.web.pages import add_pages
from tileye.companion_web.web.security import guard
from tileye.companion_web.web.viewer_seats import ViewerSeats

_LARGEST_BODY = 256_000
"""Bytes of a request; an upload has its own limit."""
_SESSION = timedelta(hours=24)


def create_app(manager: GameManager, options: Options, now: Callable[[], float] = time.monotonic) -> Flask:
    """Make the application that serves the sessions of a game manager; by the clock it says who asks too often."""
    app = Flask(__name__, static_folder=None)
    app.config.update(
        SECRET_KEY=options.secret,
        # Browsers do not tell cookies of one port from those of another.
        SESSION_COOKIE_NAME=f"tileye-{options.port}",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=_SESSION,
        MAX_CONTENT_LENGTH=_LARGEST_BODY,
        MAX_FORM_PARTS=10,
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]
    seats, finished = ViewerSeats(options.most_streams), FinishedGames(manager.store)
    attach(app, AppServices(manager, options, RateLimits.usual(now), seats, Checkups(manager, now), finished))
    app.after_request(compress)
    guard(app)
    handle_errors(app)
    serve_assets(app)
    add_routes(app, ROUTES)
    add_pages(app)
    return app
