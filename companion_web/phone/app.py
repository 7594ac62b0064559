"""What a phone meets: its page, where its frames go, and the certificate of the authority; nothing else is here."""

import time
from collections.abc import Callable
from dataclasses import asdict
from functools import cached_property

from flask import Flask, Response, abort, jsonify, make_response, render_template, request

from tileye.companion_web.languages import LANGUAGES, words
from tileye.companion_web.phone.camera import MOST_BYTES
from tileye.companion_web.phone.certificates import is_local
from tileye.companion_web.phone.service import PhoneService, admits
from tileye.companion_web.web.assets import Assets
from tileye.companion_web.web.context import wished_language
from tileye.companion_web.web.limits import Limiter, Rate
from tileye.rules.jsonlines import Json

Advice = Callable[[str], Json]
"""What the phone's page shows besides its own state, in a language: `playing`, `waits`, `text`, `marks`."""

_FILES = ("js/phone.js", "css/phone.css")
_FRAMES = Rate(20, 12)
"""Frames of an address: no honest phone sends more."""
_ALL_FRAMES = Rate(40, 24)
"""Frames with a token, from wherever: a phone that floods leaves enough for the one that is the camera."""
_TAKEN = Rate(10, 1)
"""Taps of an address that make a phone the camera."""
_ALL_TAKEN = Rate(20, 2)
"""The same with a token."""
_STRANGERS = Rate(10, 1 / 6)
"""Requests of an address with a token that nobody gave it."""
_PHONE_LENGTH = 40
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


def create_camera_app(service: PhoneService, advise: Advice, now: Callable[[], float] = time.monotonic) -> Flask:
    """Make the application behind the listener of a phone."""
    app = Flask("tileye.companion_web.web", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    routes = _Routes(service, advise, now)
    app.before_request(_check_host)
    app.before_request(routes.check)
    app.after_request(_complete)
    app.add_url_rule("/camera/<token>", view_func=routes.page, methods=["GET"])
    app.add_url_rule("/camera/<token>/frame", view_func=routes.frame, methods=["POST"])
    app.add_url_rule("/camera/<token>/take", view_func=routes.take, methods=["POST"])
    app.add_url_rule("/camera/ca", view_func=routes.authority, methods=["GET"])
    app.add_url_rule("/camera/<token>/<path:name>", view_func=routes.asset, methods=["GET"])
    return app


class _Limits:
    """How often something may be asked for from an address, and with a token; how a phone calls itself is no matter."""

    def __init__(self, each: Rate, together: Rate, now: Callable[[], float]) -> None:
        self._each, self._together = Limiter(each, now), Limiter(together, now)

    def are_used_up(self, token: str) -> bool:
        """Count a request; what an address has asked for too often does not count for the others."""
        return bool(self._each.wait(_caller()) or self._together.wait(token))


class _Routes:
    """The routes of a phone's camera; without the token they answer nothing."""

    def __init__(self, service: PhoneService, advise: Advice, now: Callable[[], float]) -> None:
        self._service, self._advise = service, advise
        self._frames, self._taken = _Limits(_FRAMES, _ALL_FRAMES, now), _Limits(_TAKEN, _ALL_TAKEN, now)
        self._strangers = Limiter(_STRANGERS, now)

    @cached_property
    def _assets(self) -> Assets:
        # All static files are read: not before a phone comes.
        return Assets()

    def page(self, token: str) -> str:
        """The page that shows and sends what the camera sees."""
        chosen = words(_language())
        texts = {key: text for key, text in chosen.texts.items() if key.startswith("phone.")}
        return render_template("phone.html", t=chosen, lang=chosen.language, token=token, texts=texts)

    def frame(self, token: str) -> Response:
        """A frame; the answer steers the next ones."""
        if self._frames.are_used_up(token):
            return make_response(jsonify(refused="busy"), 429)
        if request.mimetype != "image/jpeg":
            return make_response(jsonify(refused="no_picture"), 415)
        if self._service.over:
            return jsonify(refused=None, over=True)
        answer = self._service.camera.put(_phone(), request.get_data(cache=False))
        return jsonify({**asdict(answer), "over": False, **self._advise(_language())})

    def take(self, token: str) -> Response:
        """From now on this phone is the camera."""
        if self._taken.are_used_up(token):
            return make_response(jsonify(refused="busy"), 429)
        self._service.camera.take_over(_phone())
        return jsonify({})

    def authority(self) -> Response:
        """The certificate of the authority, which holds no secret."""
        answer = make_response(self._service.certificates.authority_pem())
        answer.headers["Content-Type"] = "application/x-x509-ca-cert"
        answer.headers["Content-Disposition"] = 'attachment; filename="tileye.crt"'
        return answer

    def asset(self, token: str, name: str) -> Response:
        """The script and the styles of the page."""
        if name not in _FILES:
            abort(404)
        return self._assets.serve(name)

    def check(self) -> None:
        """Answer nothing without the token but the certificate of the authority."""
        if admits(request.path, self._service.token):
            return
        if self._strangers.wait(_caller()):
            abort(429)
        abort(404)


def _caller() -> str:
    return request.remote_addr or "?"


def _phone() -> str:
    """How the page calls its phone, so that two are told apart."""
    return request.args.get("phone", "")[:_PHONE_LENGTH]


def _language() -> str:
    return wished_language() or LANGUAGES[0]


def _check_host() -> None:
    """Answer to numbers and names of homes alone: other names are how strange pages reach into this network."""
    host = request.host.rsplit(":", 1)[0].strip("[]")
    if not is_local(host):
        abort(400)


def _complete(answer: Response) -> Response:
    for name, value in _HEADERS.items():
        answer.headers.setdefault(name, value)
    return answer
