"""Files of a game: its sheet in every format, its record, and pictures of the table."""

import re
from io import BytesIO

from flask import Response, make_response, send_file

from tileye.companion_web.sheets.documents import BY_END
from tileye.companion_web.sheets.layout import Sheet, lay_out
from tileye.companion_web.sheets.phrases import unnamed
from tileye.companion_web.web.api.routes import Route
from tileye.companion_web.web.api.schemas import YES_NO
from tileye.companion_web.web.api.shown import game_of, info_of, session_of
from tileye.companion_web.web.context import Role, flag, role, services, texts
from tileye.companion_web.web.errors import Refusal
from tileye.companion_web.web.security import SHEET_POLICY
from tileye.rules.jsonlines import dump, parse_object
from tileye.rules.record import record_lines

_RECORD = "application/x-ndjson"
_JPEG = "image/jpeg"


def sheet_of(game: str) -> Sheet:
    """Lay the sheet of a game out, of one that is being played as it stands."""
    played = game_of(game)
    state = unnamed(played.state, texts()) if played.nameless else played.state
    return lay_out(state, played.log, info_of(game).name)


def may_see_pictures() -> bool:
    """Whether whoever asks may see what the camera sees now."""
    return role() is Role.REFEREE or services().options.viewers_see


def picture(jpeg: bytes | None) -> Response:
    """Answer with a picture, or with nothing while there is none."""
    return Response(jpeg, content_type=_JPEG) if jpeg else Response(status=204)


def _sheet(game: str, style: str) -> Response:
    wanted = BY_END[style]
    try:
        made = wanted.render(sheet_of(game), texts())
    except OSError:  # no room for the fonts while they are in use
        raise Refusal(503, "no_pdf") from None
    return _file(game, made.data, style, wanted.mime)


def _record(game: str) -> Response:
    info_of(game)
    session = services().manager.session(game)
    # What could not be saved yet is in the record of the session alone.
    lines = record_lines(session.game) if session else services().manager.store.lines(game)
    if role() is not Role.REFEREE:
        lines = [_without_ages(lines[0]), *lines[1:]]
    return _file(game, "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"), "jsonl", _RECORD)


def _without_ages(header: str) -> str:
    """When people were born is nothing for those who look on."""
    value = parse_object(header.encode())
    return dump({**value, "players": [{**player, "born": None} for player in value["players"]]})


def _file(game: str, data: bytes, end: str, kind: str) -> Response:
    name = re.sub(r"[^\w .,()-]+", "-", services().manager.info(game).name).strip(" .-") or game
    answer = send_file(BytesIO(data), kind, as_attachment=end != "html", download_name=f"{name}.{end}", max_age=0)
    answer.headers["Cache-Control"] = "no-store"
    if end == "html":
        answer.headers["Content-Security-Policy"] = SHEET_POLICY
    return make_response(answer)


def _picture(game: str) -> Response:
    if not may_see_pictures():
        raise Refusal(403, "referees_only")
    return picture(session_of(game).picture(overlay=flag("overlay")))


def _asked(game: str, x: int, y: int) -> Response:
    if not may_see_pictures():
        raise Refusal(403, "referees_only")
    return picture(session_of(game).asked_picture((x, y)))


def _evidence(game: str, row: int) -> Response:
    jpeg = services().manager.store.picture(game, row)
    if jpeg is None:
        services().manager.info(game)
        raise Refusal(404, "no_picture")
    return picture(jpeg)


_ONE = "/api/games/{game}"
ROUTES = (
    Route(
        "GET",
        f"{_ONE}/sheet.{{style}}",
        _sheet,
        Role.VIEWER,
        "The score sheet as a file",
        ", ".join(one.mime.split(";")[0] for one in BY_END.values()),
        heavy=True,
    ),
    Route("GET", f"{_ONE}/record", _record, Role.VIEWER, "The record, to keep it or to import it elsewhere", _RECORD),
    Route(
        "GET",
        f"{_ONE}/picture",
        _picture,
        Role.VIEWER,
        "What the camera sees, with what is read drawn over it if asked for; for viewers only where the host lets them",
        _JPEG,
        query={"overlay": YES_NO},
    ),
    Route(
        "GET",
        f"{_ONE}/asked/{{x}}/{{y}}/picture",
        _asked,
        Role.VIEWER,
        "Where a card lies that is asked (`cards.asked` of the state), by its `px`; nothing where none is asked there; "
        "for viewers only where the host lets them",
        _JPEG,
    ),
    Route("GET", f"{_ONE}/turns/{{row}}/picture", _evidence, Role.REFEREE, "What the camera saw at a turn", _JPEG),
)
