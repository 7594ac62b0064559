"""What is open, who may come in, and how."""

from tileye.companion_web.web.addresses import qr_svg
from tileye.companion_web.web.api.routes import Route
from tileye.companion_web.web.api.schemas import TEXT, choice, has, maybe, ref
from tileye.companion_web.web.api.sources import offers_json
from tileye.companion_web.web.context import Role, client, language, role, services
from tileye.companion_web.web.errors import Refusal
from tileye.companion_web.web.roles import let_in, role_of_code
from tileye.companion_web.web.security import count
from tileye.rules.jsonlines import Json


def overview_json() -> Json:
    """Say what is open, and how others reach it."""
    manager, options = services().manager, services().options
    told = options.lan and role() is Role.REFEREE
    return {
        "open": [{"id": session.id, "name": session.info.name} for session in manager.sessions],
        "front": manager.front,
        "sources": offers_json()["sources"],
        "language": language(),
        "role": role().name.lower(),
        "lan": options.lan,
        "addresses": list(options.urls),
        "codes": {"viewer": options.codes.viewer, "referee": options.codes.referee} if told else None,
        "viewers_see": options.viewers_see,
    }


def _invite() -> Json:
    """How others come in, if the network may: a code, and an address with it as a QR code."""
    options = services().options
    codes = {"viewer": options.codes.viewer, "referee": options.codes.referee}
    if not options.urls:
        return dict.fromkeys(codes)
    return {
        who: {"code": code, "address": options.urls[0], "qr": qr_svg(options.way_in(code))}
        for who, code in codes.items()
    }


def _join(body: Json) -> Json:
    count(services().limits.joins, client())
    found = role_of_code(body["code"], services().options.codes)
    if found is Role.VISITOR:
        raise Refusal(403, "wrong_code")
    if role() < found:
        let_in(found)
    return {"role": max(role(), found).name.lower()}


_WAY = has(code=TEXT, address=TEXT, qr={"type": "string", "description": "an SVG"})
ROUTES = (
    Route(
        "GET",
        "/api/house",
        overview_json,
        Role.VIEWER,
        "What is open, and what a game can be watched with",
        ref("Overview"),
    ),
    Route(
        "GET",
        "/api/invite",
        _invite,
        Role.REFEREE,
        "How others on the network come in, to look on and to correct; null where they cannot",
        has(viewer=maybe(_WAY), referee=maybe(_WAY)),
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
