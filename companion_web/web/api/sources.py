"""What a game can be watched with, looked through before it begins."""

from flask import Response, request

from tileye.companion_web.sessions.source_choices import HAND, Offer
from tileye.companion_web.web.addresses import qr_svg
from tileye.companion_web.web.api.files import picture
from tileye.companion_web.web.api.routes import Route
from tileye.companion_web.web.api.schemas import NUMBER, TEXT, WHOLE, YES_NO, choice, has, many, maybe, ref
from tileye.companion_web.web.checkups import checks_json
from tileye.companion_web.web.context import Role, services, texts
from tileye.companion_web.web.errors import Refusal
from tileye.companion_web.web.roles import is_here
from tileye.rules.jsonlines import Json

_SOURCES = has(sources=many(ref("Offer")))


def offers_json() -> Json:
    """Say what can watch a game, and never where it lies."""
    return {"sources": [_offer_json(offer) for offer in services().manager.offers() if offer.key != HAND]}


def _offer_json(offer: Offer) -> Json:
    kind = offer.kind if offer.kind in ("camera", "phone", "photos") else _kind_of_named(offer.key)
    return {"key": offer.key, "kind": kind, "name": offer.name, "taken": _taken().get(offer.key)}


def _kind_of_named(key: str) -> str:
    sources = services().manager.sources
    if sources.is_live(key):
        return "stream"
    return "folder" if sources.is_folder(key) else "film"


def _taken() -> dict[object, Json]:
    """Which game uses which source."""
    going = (session for session in services().manager.sessions if not session.game.state.ended)
    return {session.info.plan.get("source"): {"id": session.id, "name": session.info.name} for session in going}


def _probe() -> Json:
    services().manager.probe()
    return offers_json()


def _picture(key: str) -> Response:
    return picture(services().manager.preview(key))


def _check(key: str) -> Json:
    checkup = services().checkups.look(key, "cards" if request.args.get("kind") == "cards" else "tiles")
    return checks_json(checkup, texts()) if checkup else {"marks": [], "tiles": None, "lying": [], "line": False}


def _phone() -> Json:
    """Open the way for a phone, and say how it comes in."""
    # The token is not for the network: whoever has it is the camera.
    if not is_here():
        raise Refusal(403, "here_only")
    service = services().phone
    if service is None:
        raise Refusal(409, "no_phone")
    way = service.invite()
    return {
        "addresses": list(way.addresses),
        "codes": [qr_svg(address) for address in way.addresses],
        "authority": way.authority,
        "port": way.port,
        "connected": way.connected,
        "silent_s": way.silent_s,
    }


_WAY = has(
    addresses=many(TEXT),
    codes=many(TEXT),
    authority=maybe(TEXT),
    port=WHOLE,
    connected=YES_NO,
    silent_s=maybe(NUMBER),
)
ROUTES = (
    Route(
        "POST",
        "/api/phone",
        _phone,
        Role.REFEREE,
        "Let a phone be the camera, and say how it comes in",
        _WAY,
        here=True,
        refusals={409: "no_phone"},
    ),
    Route("GET", "/api/sources", offers_json, Role.REFEREE, "What a game can be watched with", _SOURCES),
    Route("POST", "/api/sources/probe", _probe, Role.REFEREE, "Look for cameras again", _SOURCES, heavy=True),
    Route(
        "GET", "/api/sources/{key}/picture", _picture, Role.REFEREE, "What a source shows before a game", "image/jpeg"
    ),
    Route(
        "GET",
        "/api/sources/{key}/check",
        _check,
        Role.REFEREE,
        "Whether a source sees the table well enough, with tiles or with cards",
        ref("Check"),
        query={"kind": choice("tiles", "cards")},
    ),
)
