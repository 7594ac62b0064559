"""The description of the API, made from its table of routes."""

import re
from collections.abc import Iterable
from importlib import metadata

from tileye.companion_web.web.api.routes import PARAMETERS, Route
from tileye.companion_web.web.api.schemas import SCHEMAS, ref
from tileye.companion_web.web.context import Role
from tileye.companion_web.web.security import TOKEN_HEADER
from tileye.rules.jsonlines import Json

_WHO = {
    Role.VISITOR: "Anyone.",
    Role.VIEWER: "Viewers and referees.",
    Role.REFEREE: "Referees only.",
}
_HERE = "Only whoever sits at the machine on which it runs."
_ABOUT = (
    "Everything that the page of tileye does. On the machine on which it runs everybody is a referee; others send a"
    f" code to /api/join and get a cookie. What writes needs `Origin` and the header `{TOKEN_HEADER}` with the token"
    " that stands in every page."
)


def document(routes: Iterable[Route]) -> Json:
    """Describe routes as OpenAPI 3.1."""
    paths: Json = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "tileye", "version": metadata.version("tileye"), "description": _ABOUT},
        "paths": paths,
        "components": {"schemas": dict(SCHEMAS)},
    }


def _operation(route: Route) -> Json:
    operation: Json = {
        "operationId": route.name,
        "summary": route.summary,
        "description": _HERE if route.here else _WHO[route.who],
        "parameters": _parameters(route),
        "responses": {"200": _answer(route.answer), **_refusals(route)},
    }
    if route.body:
        operation["requestBody"] = {"required": True, "content": _content(route.body, route.file)}
    return operation


def _parameters(route: Route) -> list[Json]:
    names = re.findall(r"{(\w+)}", route.path)
    inside = [{"name": name, "in": "path", "required": True, "schema": PARAMETERS[name].schema} for name in names]
    asked = [{"name": name, "in": "query", "schema": schema} for name, schema in route.query.items()]
    token = {"name": TOKEN_HEADER, "in": "header", "required": True, "schema": {"type": "string"}}
    return [*inside, *asked, *([token] if route.method != "GET" else [])]


def _answer(answer: Json | str, about: str = "As asked.") -> Json:
    return {"description": about, "content": _content(answer)}


def _refusals(route: Route) -> Json:
    codes = {**({403: "here_only"} if route.here else {}), **route.refusals}
    told = {str(status): _answer(ref("Error"), f"`{code}`") for status, code in codes.items()}
    return {**told, "default": _answer(ref("Error"), "What is wrong.")}


def _content(of: Json | str, upload: str = "") -> Json:
    if isinstance(of, dict):
        return {"application/json": {"schema": of}}
    if of == "multipart/form-data":
        file = {"type": "string", "contentMediaType": upload}
        return {of: {"schema": {"type": "object", "properties": {"file": file}, "required": ["file"]}}}
    return {kind: {} for kind in of.split(", ")}
