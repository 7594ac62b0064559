"""What the API is told and answers, as schemas that refer to each other by name."""

from collections.abc import Mapping
from typing import get_args

from tileye.companion_web.analysis.display import Status
from tileye.companion_web.languages import LANGUAGES
from tileye.companion_web.storage.store import NAME_LENGTH as GAME_NAME_LENGTH
from tileye.companion_web.web.context import Role
from tileye.rules.events import MOST_POINTS, NAME_LENGTH
from tileye.rules.jsonlines import Json
from tileye.rules.rulesets import MOST_IN_HAND, MOST_PIECES, RULE_SETS
from tileye.rules.tiles import TILES

TEXT: Json = {"type": "string"}
NUMBER: Json = {"type": "number"}
WHOLE: Json = {"type": "integer"}
YES_NO: Json = {"type": "boolean"}
DONE: Json = {"$ref": "#/components/schemas/Done"}


def ref(name: str) -> Json:
    """Refer to a shared schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def choice(*names: str) -> Json:
    """One of these texts."""
    return {"type": "string", "enum": list(names)}


def many(items: Json, least: int = 0, most: int = 1_000) -> Json:
    """A list."""
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


def maybe(schema: Json) -> Json:
    """A value or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def has(**needed: Json) -> Json:
    """An object with exactly these fields."""
    return {"type": "object", "properties": needed, "required": list(needed), "additionalProperties": False}


def may_have(**known: Json) -> Json:
    """An object with any of these fields."""
    return {"type": "object", "properties": known, "additionalProperties": False}


def _both(needed: Json, others: Json) -> Json:
    return {**needed, "properties": {**needed["properties"], **others["properties"]}}


_PLAYER: Json = {"type": "integer", "minimum": 0, "maximum": 3}
_SHIFT: Json = {"type": "integer", "minimum": -3, "maximum": 3}
_COORDINATE: Json = {"type": "integer", "minimum": -10_000, "maximum": 10_000}
_GRACE: Json = {"type": "number", "minimum": 0, "maximum": 60}
_PAUSE: Json = {"type": "number", "minimum": 1, "maximum": 120}
_RULES = choice(*(rules.name for rules in RULE_SETS))
_COLOUR: Json = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
_NAME: Json = {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH}
_GAME_NAME: Json = {"type": "string", "minLength": 1, "maxLength": GAME_NAME_LENGTH}
_BORN: Json = {"type": ["string", "integer", "null"]}
_POINTS: Json = {"type": "integer", "minimum": 0, "maximum": MOST_POINTS}
_DECLARED: Json = {"type": ["integer", "null"], "minimum": 0, "maximum": 6}
_POINT: Json = many(NUMBER, 2, 2)
_CELL: Json = {"type": "array", "items": _COORDINATE, "minItems": 2, "maxItems": 2}
_PLACED: Json = {
    "type": "array",
    "prefixItems": [ref("Tile"), _COORDINATE, _COORDINATE],
    "minItems": 3,
    "maxItems": 3,
}
_GUESS: Json = {"type": "array", "prefixItems": [ref("Tile"), NUMBER], "minItems": 2, "maxItems": 2}
_SET = many(ref("Tile"), most=MOST_PIECES)
_GRACE_LEFT = maybe(has(of=NUMBER, left=NUMBER))
_LINES = many(ref("Line"))
_VIOLATIONS = many(ref("Violation"))
_MANY_PLACED = many(_PLACED, most=MOST_PIECES)

# What stands in `tell` besides "input"; the record is stricter and says so in a sentence.
_WORDS = (
    *("begin", "board", "cannot_play", "correct", "done", "end", "exchange", "give", "nothing", "opening"),
    *("overrule", "pass", "redo", "rename", "stock", "tile", "turn", "undo", "card", "split", "join"),
)

SCHEMAS: Mapping[str, Json] = {
    "Done": has(),
    "Error": _both(
        has(
            error={"type": "string", "description": "one sentence for people"},
            code={"type": "string", "description": "what it is, for programs"},
        ),
        may_have(taken={**has(id=TEXT, name=TEXT), "description": "the game that uses the camera"}),
    ),
    "Tile": {"type": "string", "enum": list(TILES), "description": "a shape digit and a colour letter"},
    "Line": {
        **has(text=TEXT, points=WHOLE, qwirkle=YES_NO, cells=many(_CELL)),
        "additionalProperties": True,
    },
    "Violation": has(code=TEXT, text=TEXT, cells=many(_CELL), tiles=many(ref("Tile"))),
    "Offer": has(
        key=TEXT,
        kind=choice("camera", "phone", "photos", "film", "folder", "stream"),
        name=TEXT,
        taken=maybe(has(id=TEXT, name=TEXT)),
    ),
    "Mark": has(what=choice("light", "blur", "glare", "size", "angle", "steady"), good=YES_NO, text=TEXT),
    "Check": has(marks=many(ref("Mark")), tiles=maybe(WHOLE), lying=_MANY_PLACED, line=YES_NO),
    "Diagnosis": has(ok=YES_NO, checks=many(ref("Examined"))),
    "Examined": {
        **has(name=TEXT, ok=YES_NO, blocks=YES_NO, text=TEXT, advice=maybe(TEXT)),
        "additionalProperties": True,
        "description": "one check: `advice` says what to do where it is not ok, `blocks` whether nothing can be played "
        "like this; each name has other fields besides, with what was measured",
    },
    "Overview": has(
        open=many(has(id=TEXT, name=TEXT)),
        front=maybe(TEXT),
        sources=many(ref("Offer")),
        language=choice(*LANGUAGES),
        role=choice(*(role.name.lower() for role in Role)),
        lan=YES_NO,
        addresses=many(TEXT),
        codes=maybe(has(viewer=TEXT, referee=TEXT)),
        viewers_see=YES_NO,
    ),
    "GameInfo": has(
        id=TEXT,
        name=TEXT,
        created=NUMBER,
        changed=NUMBER,
        rules=_RULES,
        players=many(TEXT),
        points=many(WHOLE),
        winners=many(WHOLE),
        tied=many(WHOLE),
        turns=WHOLE,
        ended=maybe(TEXT),
        deleted=maybe(NUMBER),
        damaged=YES_NO,
        plan={"type": "object"},
        open=YES_NO,
    ),
    "Begin": _both(
        has(rules=_RULES, players=many(ref("NewPlayer"), 2, 4)),
        may_have(
            name=maybe(_GAME_NAME),
            pieces={"type": "integer", "minimum": 1, "maximum": MOST_PIECES},
            source=TEXT,
            language=choice(*LANGUAGES),
            automatic=YES_NO,
            grace=_GRACE,
            pause=_PAUSE,
            evidence=YES_NO,
            declared=maybe(many(_DECLARED, most=4)),
            starter=maybe(_PLAYER),
            begin=maybe(ref("Beginning")),
        ),
    ),
    "Beginning": {
        "type": "object",
        "properties": {
            "as": choice("turn", "board", "clear"),
            "player": maybe(_PLAYER),
            "points": maybe(many(_POINTS, most=4)),
        },
        "required": ["as"],
        "additionalProperties": False,
        "description": "what the tiles are that lie there already",
    },
    "NewPlayer": _both(has(name=_NAME), may_have(born=_BORN, colour=maybe(_COLOUR))),
    "Change": may_have(
        name=_GAME_NAME,
        colours=many(_COLOUR, most=4),
        automatic=YES_NO,
        grace=_GRACE,
        pause=_PAUSE,
        language=choice(*LANGUAGES),
        evidence=YES_NO,
    ),
    "Word": {
        "type": "object",
        "properties": {"input": choice(*_WORDS), "shift": maybe(_SHIFT), "last": maybe({"type": "integer"})},
        "required": ["input"],
        "description": "something that people say; the other fields are those of the events of a record. `correct`, "
        "`give` with `of` and `undo` take `shift`: by how many players everybody after that moves on. A turn with "
        "`player` null is of whoever is next. With `last`, the id of the last turn that was known (null: none), it is "
        "refused once another one is recorded. Of cards that are watched: `card` (`px`, `tile`) names one that is "
        "asked, `split` (`turn`, `rest`) and `join` (`turn`) make two turns of one and one of two, by their numbers",
    },
    "Resume": may_have(source=TEXT),
    "Tried": may_have(
        player=maybe(_PLAYER),
        placed=_MANY_PLACED,
        after=many(_SET, most=MOST_PIECES),
        taken=many(_SET, most=18),
        of={"type": "integer", "description": "the id of the turn in whose place it is tried"},
        before={"type": "integer", "description": "the id of the turn before which it is tried"},
        shift={
            "type": "integer",
            "minimum": -3,
            "maximum": 3,
            "description": "by how many players those after it move on",
        },
    ),
    "Verdict": _both(
        has(
            player=maybe(_PLAYER),
            legal=YES_NO,
            points=WHOLE,
            bonus=WHOLE,
            lines=_LINES,
            sum=TEXT,
            violations=_VIOLATIONS,
        ),
        may_have(later={"type": "string", "description": "what would then be wrong with the turns after it"}),
    ),
    "Totals": has(points=maybe(many(WHOLE)), whose_turn=maybe(_PLAYER)),
    "Hand": has(hand=many(ref("Tile"), 1, MOST_IN_HAND)),
    "Code": has(code={"type": "string", "maxLength": 40}),
    "Player": has(
        name=TEXT,
        colour=_COLOUR,
        points=maybe(WHOLE),
        qwirkles=maybe(WHOLE),
        bonus=maybe(WHOLE),
        hand=WHOLE,
        turn=YES_NO,
        winner=YES_NO,
    ),
    "Laid": has(x=WHOLE, y=WHOLE, tile=ref("Tile"), turn=WHOLE, last=YES_NO, violation=YES_NO),
    "Turn": {
        **has(
            id=WHOLE,
            number=WHOLE,
            player=maybe(_PLAYER),
            kind=choice("turn", "exchange", "pass", "cannot_play"),
            placed=_MANY_PLACED,
            text=TEXT,
            lines=_LINES,
            sum=TEXT,
            points=WHOLE,
            bonus=WHOLE,
            total=WHOLE,
            overruled=YES_NO,
            allowed=YES_NO,
            violations=_VIOLATIONS,
            count=maybe(WHOLE),
            at=NUMBER,
            evidence=YES_NO,
            shift=_SHIFT,
        ),
        "additionalProperties": True,
    },
    "Proposal": has(
        player=maybe(_PLAYER),
        placed=_MANY_PLACED,
        lines=_LINES,
        sum=TEXT,
        points=WHOLE,
        legal=YES_NO,
        violations=_VIOLATIONS,
        grace=_GRACE_LEFT,
        cards=maybe(has(sets=many(ref("CardSet")), taken=many(_SET), played=_SET, story=TEXT)),
    ),
    "CardSet": has(
        cards=_SET, by=choice("shape", "colour", "none"), cells={"type": "null"}, new=many({"type": "integer"})
    ),
    "Cards": has(
        begun=many(_SET),
        sets=many(ref("CardSet")),
        stacks=many(has(player=maybe(_PLAYER), cards=_SET)),
        last_round=YES_NO,
        turns_left=maybe(WHOLE),
        new_cards=YES_NO,
        asked=many(has(px=many({"type": "integer"}, 2, 2), candidates=many(_GUESS))),
        unsure=YES_NO,
        held={"type": "boolean", "description": "`done` was said: it is a turn as soon as the asked cards are named"},
        missing=_SET,
        extra=_SET,
        shown={**_SET, "description": "the cards of a hand that somebody shows beside the sets"},
        open=maybe(_PLAYER),
        lying=maybe(many(ref("LyingSet"))),
    ),
    "LyingSet": {
        **has(cards=_SET, corners=many(many(_POINT, 4, 4)), new=many(WHOLE), asked=many(WHOLE)),
        "description": "cards that lie together, and their corners as the camera sees them, in widths of a card from "
        "the upper left of all: upper left, upper right, lower right, lower left; places of the cards that are new, "
        "and of those that are not certain",
    },
    "GameHead": has(
        id=TEXT,
        name=TEXT,
        rules=_RULES,
        kind=choice("tiles", "cards"),
        set=maybe(TEXT),
        pieces=WHOLE,
        complete=WHOLE,
        hand=WHOLE,
        began=NUMBER,
        source=TEXT,
        live=YES_NO,
        saved=YES_NO,
        automatic=YES_NO,
        grace=NUMBER,
    ),
    "State": has(
        id=TEXT,
        game=ref("GameHead"),
        players=many(ref("Player")),
        whose_turn=maybe(_PLAYER),
        acting={**maybe(_PLAYER), "description": "who acts next once the legal placement is recorded that lies there"},
        bag=WHOLE,
        started=YES_NO,
        board=many(ref("Laid")),
        turns=many(ref("Turn")),
        beginning=maybe(has(tiles=_MANY_PLACED, sets=many(_SET), line=YES_NO, clearing=YES_NO)),
        proposal=maybe(ref("Proposal")),
        status=choice(*get_args(Status)),
        status_text=TEXT,
        asked=many(has(x=WHOLE, y=WHOLE, candidates=many(_GUESS))),
        desync=many(_CELL),
        left=many(has(tile=ref("Tile"), count=WHOLE)),
        closed=many(has(cells=many(_CELL), tiles=_SET, text=TEXT)),
        curve=many(many(WHOLE)),
        opening=has(needed=YES_NO, tied=many(_PLAYER)),
        starter=has(asked=maybe(WHOLE), declared=many(_DECLARED), undeclared=many(_PLAYER)),
        ended=maybe(has(reason=TEXT, text=TEXT, winners=many(_PLAYER), rematch=many(_PLAYER))),
        cards=maybe(ref("Cards")),
        can=has(
            **dict.fromkeys(("undo", "redo", "exchange", "pass", "cannot_play", "done", "overrule", "pause"), YES_NO)
        ),
    ),
    "Told": has(kind=TEXT, text=TEXT, say=maybe(TEXT), player=maybe(_PLAYER), at=NUMBER, age=NUMBER),
    "News": has(id=TEXT, open=YES_NO, state=maybe(ref("State")), told=many(ref("Told"))),
}
"""Every schema that others refer to."""
