"""The one table of everything that the API does."""

from tileye.companion_web.web.api import doctor, files, games, overview, play, sources
from tileye.companion_web.web.api.routes import Route
from tileye.companion_web.web.context import Role
from tileye.companion_web.web.openapi import document
from tileye.rules.jsonlines import Json


def _described() -> Json:
    return document(ROUTES)


ROUTES: tuple[Route, ...] = (
    *overview.ROUTES,
    *sources.ROUTES,
    *games.ROUTES,
    *play.ROUTES,
    *files.ROUTES,
    *doctor.ROUTES,
    Route("GET", "/api/openapi.json", _described, Role.VISITOR, "The description of all this", {"type": "object"}),
)
