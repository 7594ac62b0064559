"""What is shown of a game: as it is played, or as it stands while nobody plays it."""

from functools import partial

from tileye.companion_web.analysis.display import DisplayContext, state
from tileye.companion_web.sessions.game_plans import game_settings_of
from tileye.companion_web.sessions.hub import Message
from tileye.companion_web.sessions.session import GameSession
from tileye.companion_web.sessions.source_choices import source_shown
from tileye.companion_web.storage import GameInfo, NoGame
from tileye.companion_web.web.context import Role, client, language, role, services, texts
from tileye.companion_web.web.errors import Refusal
from tileye.companion_web.web.security import count
from tileye.rules.game import Game
from tileye.rules.jsonlines import Json

_BEFORE = "0-0"
"""Stands before every message."""


def session_of(game: str) -> GameSession:
    """Find the session of a game; refuse where nobody plays it now."""
    session = services().manager.session(game)
    if session is None:
        info_of(game)
        raise Refusal(409, "not_open")
    return session


def info_of(game: str) -> GameInfo:
    """Find a game in the list; what is in the bin is for referees."""
    info = services().manager.info(game)
    if info.deleted is not None and role() is not Role.REFEREE:
        raise NoGame("no_game", game=repr(game[:20]))
    return info


def game_of(game: str) -> Game:
    """Find a game, played or not."""
    session = services().manager.session(game)
    return session.game if session else _standing(info_of(game))


def _standing(info: GameInfo) -> Game:
    """Return a game that nobody plays now; to replay it counts as work."""
    return services().finished.game(info, partial(count, services().limits.heavy, client()))


def state_json(game: str) -> Json:
    """Say all that a page draws."""
    session = services().manager.session(game)
    return session.snapshot(language()) if session else _still(info_of(game))


def told_json(game: str) -> list[Json]:
    """Say what was told in a session since it was opened."""
    session = services().manager.session(game)
    return _told(session, session.hub.newer(_BEFORE)) if session else []


def news_json(game: str, since: str | None) -> Json:
    """Say what is new: the state only where it has changed."""
    session = services().manager.session(game)
    if session is None:
        shown = state_json(game)
        return {"id": shown["id"], "open": False, "state": None if since == shown["id"] else shown, "told": []}
    messages = session.hub.newer(since)
    changed = since is None or any(message.kind == "state" for message in messages)
    numbered = [message.id for message in messages if message.id]
    return {
        "id": numbered[-1] if numbered else since or session.hub.last_id,
        "open": True,
        "state": session.snapshot(language()) if changed else None,
        "told": _told(session, messages),
    }


def _told(session: GameSession, messages: list[Message]) -> list[Json]:
    return [session.render(message, language()) for message in messages if message.kind == "told"]


def _still(info: GameInfo) -> Json:
    """A game that nobody plays now can be looked at, and nothing else."""
    game, game_settings = _standing(info), game_settings_of(info.plan)
    moment = DisplayContext(
        id=info.id,
        name=info.name,
        began=info.created,
        source=source_shown(info.plan.get("source")),
        live=False,
        saved=True,
        automatic=game_settings.automatic,
        grace=game_settings.grace,
        colours=game_settings.colours,
        status="over" if info.ended else "paused",
        message=f"{info.id}-{len(game.log)}",
        nameless=game.starter_open,
    )
    shown = state(game, moment, texts())
    return {**shown, "can": dict.fromkeys(shown["can"], False)}
