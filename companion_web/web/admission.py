"""Which requests may send a body, told by their headers alone."""

from typing import Any

from flask import Flask, request
from werkzeug.exceptions import HTTPException

from tileye.companion_web.web.api.routes import route_of
from tileye.companion_web.web.errors import Refusal
from tileye.companion_web.web.security import check_request, require


def admits(app: Flask, environ: dict[str, Any]) -> bool:
    """Whether an application would take the body of a request; what it would refuse need not be sent."""
    with app.request_context(environ):
        route = route_of(app, request.endpoint)
        if request.routing_exception or route is None:
            return False
        try:
            check_request()
            require(route.who)
        except (Refusal, HTTPException):
            return False
        length = request.content_length
        return length is None or length <= (route.most_bytes or app.config["MAX_CONTENT_LENGTH"])
