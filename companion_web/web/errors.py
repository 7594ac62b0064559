"""Every error as one sentence: JSON for programs, a page for people, and never what went on inside."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from tileye.companion_web.errors import InputError
from tileye.companion_web.languages import Words
from tileye.companion_web.sessions import InUse, Refused
from tileye.companion_web.storage.store import NoGame, StoreError
from tileye.companion_web.web.context import texts
from tileye.companion_web.web.refusals import code_of, in_words, worded
from tileye.rules.errors import CodedError

_LOG = logging.getLogger(__name__)
_BY_STATUS = {
    401: "join_first",
    403: "referees_only",
    404: "not_found",
    405: "wrong_method",
    413: "too_large",
    415: "not_json",
}
_BY_KIND: Mapping[type[InputError], int] = {NoGame: 404, StoreError: 409, Refused: 409, InputError: 400}
"""The first one that fits."""


class Refusal(Exception):  # noqa: N818 - it is an answer
    """A request that is not answered as asked; `key` names its sentence under `web.errors`."""

    def __init__(self, status: int, key: str, **fields: object) -> None:
        super().__init__(key)
        self.status, self.key, self.fields = status, key, fields

    def sentence(self, chosen: Words) -> str:
        """Say it in a language."""
        reason = self.fields.get("reason")
        known = worded(reason, chosen) if isinstance(reason, Exception) else None
        return known or chosen.say(f"web.errors.{self.key}", **self.fields)


@contextmanager
def malformed() -> Iterator[None]:
    """Say what is wrong with what was sent, where reading it raises ValueError."""
    try:
        yield
    except ValueError as error:
        raise Refusal(400, "malformed", reason=error) from None


def handle_errors(app: Flask) -> None:
    """Answer the errors of an application."""
    app.register_error_handler(Refusal, _on_refusal)
    app.register_error_handler(InputError, _on_input)
    app.register_error_handler(HTTPException, _on_http)
    app.register_error_handler(Exception, _on_bug)


def answer(status: int, code: str, sentence: str, headers: Mapping[str, str] | None = None, **more: object) -> Response:
    """Answer with an error; the code and `more` are what programs get besides."""
    if request.path.startswith(("/api/", "/static/")):
        found = jsonify(error=sentence, code=code, **more)
    else:
        found = make_response(render_template("error.html", page="error", status=status, sentence=sentence))
    found.status_code = status
    found.headers.update(headers or {})
    return found


def _on_refusal(refusal: Refusal) -> Response:
    seconds = refusal.fields.get("seconds")
    after = {"Retry-After": str(seconds)} if seconds else None
    reason = refusal.fields.get("reason")
    code = code_of(reason) if isinstance(reason, CodedError) else refusal.key
    return answer(refusal.status, code, refusal.sentence(texts()), after)


def _on_input(error: InputError) -> Response:
    status = next(status for kind, status in _BY_KIND.items() if isinstance(error, kind))
    taken = {"taken": {"id": error.game, "name": error.name}} if isinstance(error, InUse) else {}
    code = code_of(error) if isinstance(error, CodedError) else "wrong_request"
    return answer(status, code, in_words(error, texts()), **taken)


def _on_http(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:
        return make_response(error.get_response())
    key = _BY_STATUS.get(status, "wrong_request" if status < 500 else "internal")
    allowed = error.get_response().headers.get("Allow")
    return answer(status, key, texts()[f"web.errors.{key}"], {"Allow": allowed} if allowed else None)


def _on_bug(error: Exception) -> Response:
    _LOG.error("%s %s failed", request.method, request.path, exc_info=error)
    return answer(500, "internal", texts()["web.errors.internal"])
