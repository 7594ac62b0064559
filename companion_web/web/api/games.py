"""The list of games: begin, go on, rename, throw away and bring back, import."""

from io import BytesIO
from pathlib import PurePath

from flask import request

from tileye.companion_web.storage.store import GameInfo
from tileye.companion_web.web.api.routes import Route
from tileye.companion_web.web.api.schemas import YES_NO, has, many, ref
from tileye.companion_web.web.api.shown import info_of
from tileye.companion_web.web.context import Role, flag, role, services
from tileye.companion_web.web.errors import Refusal
from tileye.rules.jsonlines import Json, bounded_lines

MOST_UPLOAD = 2_000_000
"""Bytes of a record that somebody sends."""
_AROUND = 4_000
"""Bytes that a form puts around a file."""
_NEW = has(id={"type": "string"})


def games_json(*, deleted: bool = False) -> Json:
    """List the games, or what is in the bin."""
    return {"games": [info_json(info) for info in services().manager.games(deleted=deleted)]}


def info_json(info: GameInfo) -> Json:
    """Write one line of the list of games; only referees see what was set up."""
    return {
        "id": info.id,
        "name": info.name,
        "created": info.created,
        "changed": info.changed,
        "rules": info.rules,
        "players": list(info.players),
        "points": list(info.points),
        "winners": list(info.winners),
        "tied": list(info.tied),
        "turns": info.turns,
        "ended": info.ended,
        "deleted": info.deleted,
        "damaged": info.damaged,
        "plan": info.plan if role() is Role.REFEREE else {"colours": info.plan.get("colours", [])},
        "open": services().manager.session(info.id) is not None,
    }


def _list() -> Json:
    deleted = flag("deleted")
    if deleted and role() is not Role.REFEREE:
        raise Refusal(403, "referees_only")
    return games_json(deleted=deleted)


def _begin(body: Json) -> Json:
    return {"id": services().manager.begin(body).id}


def _import() -> Json:
    request.max_content_length = MOST_UPLOAD + _AROUND
    file = request.files.get("file")
    if file is None:
        raise Refusal(400, "no_file")
    name = request.form.get("name") or PurePath(file.filename or "").stem
    return {"id": services().manager.import_(bounded_lines(BytesIO(file.read())), name)}


def _info(game: str) -> Json:
    return info_json(info_of(game))


def _change(game: str, body: Json) -> Json:
    name = body.pop("name", None)
    if body:
        services().manager.change(game, body)
    if name is not None:
        services().manager.rename(game, name)
    return _info(game)


def _delete(game: str) -> Json:
    services().manager.delete(game)
    return {}


def _restore(game: str) -> Json:
    services().manager.store.restore(game)
    return {}


def _purge(game: str) -> Json:
    services().manager.store.purge(game)
    return {}


def _resume(game: str, body: Json) -> Json:
    return {"id": services().manager.resume(game, body.get("source")).id}


def _rematch(game: str) -> Json:
    info_of(game)
    return {"id": services().manager.rematch(game).id}


def _close(game: str) -> Json:
    services().manager.leave(game)
    return {}


_ONE = "/api/games/{game}"
_REFEREE = Role.REFEREE
ROUTES = (
    Route(
        "GET",
        "/api/games",
        _list,
        Role.VIEWER,
        "List the games, or what is in the bin",
        has(games=many(ref("GameInfo"))),
        query={"deleted": YES_NO},
    ),
    Route("POST", "/api/games", _begin, _REFEREE, "Begin a game", _NEW, body=ref("Begin")),
    Route(
        "POST",
        "/api/games/import",
        _import,
        _REFEREE,
        "Keep a record from elsewhere",
        _NEW,
        body="multipart/form-data",
        most_bytes=MOST_UPLOAD + _AROUND,
        heavy=True,
    ),
    Route("GET", _ONE, _info, Role.VIEWER, "One line of the list of games", ref("GameInfo")),
    Route("PATCH", _ONE, _change, _REFEREE, "Rename a game, change its settings", ref("GameInfo"), body=ref("Change")),
    Route("DELETE", _ONE, _delete, _REFEREE, "Put a game into the bin"),
    Route("POST", f"{_ONE}/restore", _restore, _REFEREE, "Take a game out of the bin"),
    Route("POST", f"{_ONE}/purge", _purge, _REFEREE, "Remove a game in the bin for good"),
    Route("POST", f"{_ONE}/resume", _resume, _REFEREE, "Go on with a game", _NEW, body=ref("Resume")),
    Route("POST", f"{_ONE}/rematch", _rematch, _REFEREE, "Begin another game of the same players, next starter", _NEW),
    Route("POST", f"{_ONE}/close", _close, _REFEREE, "Stop a game for now"),
)
