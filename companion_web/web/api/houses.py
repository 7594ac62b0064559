"""What is open, who may come in, and how."""

from companion_web.web.api.routes import Route
from companion_web.web.api.schemas import choice, has, ref
from companion_web.web.api.sources import offers_json
from companion_web.web.context import Role, client, here, language, role
from companion_web.web.errors import Refusal
from companion_web.web.roles import let_in, role_of_code
from companion_web.web.security import count
from rules.jsonlines import Json


def house_json() -> Json:
    """Say what is open, and how others reach it."""
    house, options = here().house, here().options
    told = options.lan and role() is Role.REFEREE
    return {
        "open": [{"id": table.id, "name": table.info.name} for table in house.tables],
        "front": house.front,
        "sources": offers_json()["sources"],
        "language": language(),
        "role": role().name.lower(),
        "lan": options.lan,
        "addresses": list(options.urls),
        "codes": {"viewer": options.codes.viewer, "referee": options.codes.referee} if told else None,
        "viewers_see": options.viewers_see,
    }


def _join(body: Json) -> Json:
    count(here().limits.joins, client())
    found = role_of_code(body["code"], here().options.codes)
    if found is Role.VISITOR:
        raise Refusal(403, "wrong_code")
    if role() < found:
        let_in(found)
    return {"role": max(role(), found).name.lower()}


ROUTES = (
    Route(
        "GET", "/api/house", house_json, Role.VIEWER, "What is open, and what a game can be watched with", ref("House")
    ),
    Route(
        "POST",
        "/api/join",
        _join,
        Role.VISITOR,
        "Come in with a code",
        has(role=choice("viewer", "referee")),
        body=ref("Code"),
    ),
)
