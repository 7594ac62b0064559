"""A game that is being played: its state, what people say, what they try, what they could do."""

from functools import lru_cache

from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from tileye.companion_web.analysis.corrections import consequences, faulty_text
from tileye.companion_web.analysis.hints import best_turns_json, hints, parse_hand
from tileye.companion_web.analysis.lines import verdict_in_words, with_placed
from tileye.companion_web.analysis.speech import announcement
from tileye.companion_web.languages import Words
from tileye.companion_web.sessions import Refused
from tileye.companion_web.sessions.pictures import MOST_PHOTO_BYTES, read_photo
from tileye.companion_web.web.api.routes import Route
from tileye.companion_web.web.api.schemas import TEXT, WHOLE, YES_NO, has, many, maybe, ref
from tileye.companion_web.web.api.shown import game_of, news_json, session_of
from tileye.companion_web.web.context import Role, services, texts
from tileye.companion_web.web.errors import Refusal, malformed
from tileye.companion_web.web.refusals import in_words
from tileye.companion_web.web.stream import stream_of
from tileye.rules.errors import GameError
from tileye.rules.events import Arranged, Correct, Laid, parse_event
from tileye.rules.flow import accept, opening_by, refusal, verdict_of
from tileye.rules.game import Game
from tileye.rules.jsonlines import Json
from tileye.rules.state import State
from tileye.vision.referee.hypotheses import player_of

_KEPT_ANALYSES = 8
MOST_PHOTO = MOST_PHOTO_BYTES + 1_000_000
"""Bytes of a photo with what is around it."""


def judged_json(known: State, event: Laid | Arranged, words: Words) -> Json:
    """Judge a turn that somebody thinks of."""
    words = words.of(known.rules.kind)
    verdict = verdict_of(known, event)
    board = with_placed(known.board, event.placed if isinstance(event, Laid) else ())
    return {
        **verdict_in_words(verdict, board, known, words),
        "player": event.player,
        "legal": verdict.legal,
        "points": verdict.points,
        "bonus": verdict.bonus,
    }


def _state(game: str) -> Json:
    return news_json(game, request.args.get("since") or None)


def _tell(game: str, body: Json) -> Json:
    session_of(game).tell(body)
    return {}


def _judge(game: str, body: Json) -> Json:
    session = session_of(game)
    played = session.game
    of, before, shift = body.pop("of", None), body.pop("before", None), body.pop("shift", 0)
    row = of or before
    known = played.state if row is None else played.before(row)
    player = body.get("player")
    with malformed():
        tried = parse_event({**body, "event": "turn", "player": player_of(known) if player is None else player})
    assert isinstance(tried, Laid | Arranged)
    if isinstance(tried, Laid) != (known.rules.kind == "tiles"):
        raise Refusal(400, "other_game")
    if tried.player >= len(known.players):
        raise Refusal(400, "no_player")
    if player is not None and played.nameless and not played.state.ended:
        raise Refused("who_started")
    judged = judged_json(known if row else _met_by(known, tried, player), tried, texts())
    if row:
        judged["later"] = _later(played, Correct(tried, of, before, shift))
    return {**judged, "player": player} if played.starter_open else judged


def _later(played: Game, event: Correct) -> str:
    """What a correction would make of the turns that follow, or why it cannot be; nothing where all is well."""
    try:
        return faulty_text(consequences(played, event), texts())
    except GameError as error:
        return in_words(error, texts())


def _met_by(known: State, tried: Laid | Arranged, named: int | None) -> State:
    """What a new turn meets; refuse, as the record does, where it cannot come now."""
    opening = opening_by(known, named)
    try:
        known = accept(known, 0, opening) if opening else known
    except GameError as error:
        raise Refused.because(error) from None
    why = refusal(known, tried)
    if why:
        raise Refused.because(why)
    return known


def _foresee(game: str, body: Json) -> Json:
    before, after, faulty = session_of(game).foresee(body)
    return {"before": before, "after": after, "later": faulty_text(faulty, texts())}


def _hint(game: str, body: Json) -> Json:
    known = session_of(game).game.state
    with malformed():
        hand = parse_hand(known, body["hand"])
    return hints(known, hand, texts())


def _best(game: str) -> Json:
    played = game_of(game)
    if not played.state.ended:
        raise Refusal(409, "not_ended")
    return {"turns": _analysis(_Log(game, played))}


def _photo(game: str) -> Json:
    """Look at a photo; say what it shows, and whether nothing has changed."""
    request.max_content_length = MOST_PHOTO
    try:
        file = request.files.get("file")
    except RequestEntityTooLarge:
        raise Refusal(413, "too_large_photo", n=MOST_PHOTO_BYTES // 1_000_000) from None
    if file is None:
        raise Refusal(400, "no_photo")
    session = session_of(game)
    picture = read_photo(file.read())
    step, recorded = session.photo(picture, services().manager.sources.photos)
    played, chosen = session.game, texts()
    told = (announcement(event, played, chosen, nameless=played.nameless) for event in step.events)
    said = [one["text"] for one in told if one]
    unchanged = not step.events and not recorded
    return {"told": said, "unchanged": unchanged and not (step.decision and step.decision.strays)}


def _pause(game: str) -> Json:
    session_of(game).pause()
    return {}


def _unpause(game: str) -> Json:
    session_of(game).resume()
    return {}


class _Log:
    """A game as a key: equal where nothing has been recorded since."""

    def __init__(self, name: str, game: Game) -> None:
        self.game, self._key = game, (name, len(game.log))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Log) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(_KEPT_ANALYSES)
def _analysis(log: _Log) -> list[Json]:
    return best_turns_json(log.game)


_ONE = "/api/games/{game}"
_MOVES = {"type": "object", "description": "`placed`, or for cards `after` and `taken`; `points`, `lines` in words"}
ROUTES = (
    Route(
        "GET",
        f"{_ONE}/state",
        _state,
        Role.VIEWER,
        "What is new since the message with this id; without one the whole state",
        ref("News"),
        query={"since": TEXT},
    ),
    Route(
        "GET",
        f"{_ONE}/events",
        lambda game: stream_of(session_of(game)),
        Role.VIEWER,
        "Server-sent events `state`, `told` and `pulse`; go on after `Last-Event-ID`",
        "text/event-stream",
    ),
    Route("POST", f"{_ONE}/tell", _tell, Role.REFEREE, "Say something", body=ref("Word")),
    Route(
        "POST",
        f"{_ONE}/judge",
        _judge,
        Role.REFEREE,
        "Judge a turn that somebody thinks of; nothing is recorded",
        ref("Verdict"),
        body=ref("Tried"),
    ),
    Route(
        "POST",
        f"{_ONE}/foresee",
        _foresee,
        Role.REFEREE,
        "Say who would have what after a change of the record; nothing is recorded",
        has(before=ref("Totals"), after=ref("Totals"), later=TEXT),
        body=ref("Word"),
    ),
    Route(
        "POST",
        f"{_ONE}/photo",
        _photo,
        Role.REFEREE,
        "Show a photo of the table after a turn; the answer says what it shows, or that nothing has changed",
        has(told=many(TEXT), unchanged=YES_NO),
        body="multipart/form-data",
        file="image/jpeg",
        refusals={400: "no_photo", 413: "too_large_photo"},
        most_bytes=MOST_PHOTO,
        heavy=True,
    ),
    Route("POST", f"{_ONE}/pause", _pause, Role.REFEREE, "Look away from the table"),
    Route("POST", f"{_ONE}/unpause", _unpause, Role.REFEREE, "Look at the table again"),
    Route(
        "POST",
        f"{_ONE}/hint",
        _hint,
        Role.VIEWER,
        "The best moves for a hand, best first",
        has(moves=many(_MOVES), proven=YES_NO),
        body=ref("Hand"),
        heavy=True,
    ),
    Route(
        "GET",
        f"{_ONE}/best",
        _best,
        Role.VIEWER,
        "After the game: the best move that was there in each turn",
        has(turns=many(has(turn=WHOLE, points=WHOLE, best=maybe(_MOVES), known=YES_NO))),
        heavy=True,
    ),
)
