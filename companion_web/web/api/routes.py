"""What a route of the API is, how it is put into an application, and which requests may send it a body."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, NamedTuple

from flask import Flask, Response, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from tileye.companion_web.sheets.documents import BY_END
from tileye.companion_web.web.api.schemas import DONE, SCHEMAS
from tileye.companion_web.web.context import Role, client, services
from tileye.companion_web.web.errors import Refusal, malformed
from tileye.companion_web.web.schema import first_problem
from tileye.companion_web.web.security import check_request, count, require
from tileye.rules.jsonlines import Json, parse_object

Method = Literal["GET", "POST", "PATCH", "DELETE"]
View = Callable[..., Json | Response]


class Parameter(NamedTuple):
    """A part of an address that varies: how it is told apart, and what it may be."""

    converter: str
    schema: Json


PARAMETERS: Mapping[str, Parameter] = {
    "game": Parameter("string", {"type": "string", "description": "the game, such as k3x7ab2q"}),
    "key": Parameter("string", {"type": "string", "description": "a source, as in GET /api/sources"}),
    "row": Parameter("int(max=9223372036854775807)", {"type": "integer", "description": "the id of a turn"}),
    "x": Parameter("int(signed=True, max=1000000)", {"type": "integer", "description": "pixels from the left"}),
    "y": Parameter("int(signed=True, max=1000000)", {"type": "integer", "description": "pixels from above"}),
    "style": Parameter(f"any({','.join(BY_END)})", {"type": "string", "enum": list(BY_END)}),
}


@dataclass(frozen=True, slots=True)
class Route:
    """One thing that the API does."""

    method: Method
    path: str
    view: View
    who: Role
    summary: str
    answer: Json | str = field(default_factory=lambda: DONE)
    """A schema, else the content type of a file."""
    body: Json | str | None = None
    """The schema of what is sent, else the content type of an upload."""
    query: Mapping[str, Json] = field(default_factory=dict)
    heavy: bool = False
    """Whether it takes the machine some work."""
    file: str = "application/x-ndjson"
    """The content type of the file in an upload."""
    here: bool = False
    """Whether it is for whoever sits at this machine alone."""
    refusals: Mapping[int, str] = field(default_factory=dict)
    """By status, the codes of what may be wrong besides what may be wrong with any request."""
    most_bytes: int | None = None
    """How large an upload may be; None for what all requests may have."""

    @property
    def rule(self) -> str:
        """The path as Flask writes it."""
        return re.sub(r"{(\w+)}", lambda name: f"<{PARAMETERS[name[1]].converter}:{name[1]}>", self.path)

    @property
    def name(self) -> str:
        """A name of its own."""
        words = re.sub(r"\W+", "_", self.path.removeprefix("/api/")).strip("_")
        return f"{self.method.lower()}_{words}"


def add_routes(app: Flask, routes: Iterable[Route]) -> None:
    """Put routes into an application, each behind its checks."""
    for route in routes:
        app.add_url_rule(route.rule, f"api.{route.name}", partial(_answer, route), methods=[route.method])


def route_of(app: Flask, endpoint: str | None) -> Route | None:
    """Find the route behind an endpoint of an application; None for pages and static files."""
    view = app.view_functions.get(endpoint or "")
    route = view.args[0] if isinstance(view, partial) and view.func is _answer else None
    return route if isinstance(route, Route) else None


def _answer(route: Route, **values: object) -> ResponseReturnValue:
    require(route.who)
    limits = services().limits
    if route.method != "GET":
        count(limits.writes, client())
    if route.heavy:
        count(limits.heavy, client())
    if isinstance(route.body, dict):
        values["body"] = _body(route.body)
    found = route.view(**values)
    return jsonify(found) if isinstance(found, dict) else found


def _body(schema: Json) -> Json:
    if not request.is_json:
        raise Refusal(415, "not_json")
    with malformed():
        body = parse_object(request.get_data())
    if problem := first_problem(body, schema, SCHEMAS):
        raise Refusal(400, "malformed", reason=problem)
    return body


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


def most_bytes(app: Flask) -> int:
    """How large a body may be that any route of an application takes."""
    known = (route_of(app, endpoint) for endpoint in app.view_functions)
    return max((route.most_bytes or 0 for route in known if route), default=app.config["MAX_CONTENT_LENGTH"])
