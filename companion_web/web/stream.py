"""Server-sent events: what happens at a table, as it happens."""

from collections.abc import Iterator
from functools import partial

from flask import Response, request

from tileye.companion_web.sessions.session import GameSession
from tileye.companion_web.web.context import client, language, services
from tileye.companion_web.web.errors import Refusal
from tileye.rules.jsonlines import dump

KEEP_ALIVE = 15.0
"""Seconds of silence after which a comment is sent: it keeps the line open and shows who has gone."""
_RETRY_MS = 1_000


def stream_of(session: GameSession) -> Response:
    """Answer with the events of a table, after the last one that the client has had."""
    seats = services().seats
    last_id = request.headers.get("Last-Event-ID") or request.args.get("since") or None
    chosen = language()
    looking = client()
    if not seats.take(looking):
        raise Refusal(503, "full", seconds=20)
    answer = Response(_events(session, last_id, chosen), content_type="text/event-stream; charset=utf-8")
    # Not at the end of the events: whoever goes before the first one never starts them.
    answer.call_on_close(partial(seats.leave, looking))
    return answer


def _events(session: GameSession, last_id: str | None, chosen: str) -> Iterator[str]:
    # Something to send at once, so that the client knows that the line is open.
    yield f"retry: {_RETRY_MS}\n\n"
    for message in session.hub.subscribe(last_id, KEEP_ALIVE):
        if message is None:
            yield ": still here\n\n"
        else:
            number = f"id: {message.id}\n" if message.id else ""
            yield f"{number}event: {message.kind}\ndata: {dump(session.render(message, chosen))}\n\n"
