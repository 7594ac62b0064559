"""The events of a game, each a frozen value with an exact JSON form.

A game is a list of these. `turn`, `overrule`, `exchange`, `pass` and `cannot_play` are what players do; `opening`,
`give`, `rename`, `stock` and `end` are what they tell; `undo`, `redo` and `correct` change what was recorded before and
name it by its sequence number.
"""

from collections.abc import Callable
from dataclasses import dataclass

from rules.board import Placement, parse_placement
from rules.cards import Table, parse_table
from rules.jsonlines import Json
from rules.tiles import shown

NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Opening:
    """What each player declared (None where nothing was said), and who starts if ages do not tell."""

    declared: tuple[int | None, ...]
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """Tiles laid on the board; `overruled` where the players let an illegal placement stand."""

    player: int
    placed: Placement
    overruled: bool = False


@dataclass(frozen=True, slots=True)
class Arranged:
    """A turn of the card game: the table afterwards and the Qwirkles taken."""

    player: int
    after: Table
    taken: Table = ()
    overruled: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """Tiles given back for new ones; how many may be unknown."""

    player: int
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn without tiles."""

    player: int


@dataclass(frozen=True, slots=True)
class CannotPlay:
    """A card player shows the hand, nobody finds a play, and new cards are drawn."""

    player: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take an event back: the one with this number, else the last that stands."""

    of: int | None = None


@dataclass(frozen=True, slots=True)
class Redo:
    """Bring an undone event back: the one with this number, else the last undone."""

    of: int | None = None


@dataclass(frozen=True, slots=True)
class Rename:
    """Give a player another name."""

    player: int
    name: str


@dataclass(frozen=True, slots=True)
class Give:
    """Give a recorded turn, else the coming one, to another player."""

    player: int
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Stock:
    """Say how many pieces are in the bag now, and in the hands if that is known."""

    bag: int
    hands: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class End:
    """End the game now."""


Action = Laid | Arranged | Exchange | Pass | CannotPlay
"""What a player does when it is their turn."""

Told = Opening | Rename | Give | Stock | End
"""What players tell besides."""


@dataclass(frozen=True, slots=True)
class Correct:
    """Put an action in the place of a recorded one (`of`), or insert it in front of one (`before`)."""

    to: Action
    of: int | None = None
    before: int | None = None


Event = Action | Told | Undo | Redo | Correct


def parse_event(value: Json) -> Event:
    """Read an event from JSON; raise ValueError saying what is wrong with it."""
    name = value.get("event")
    reader = _READERS.get(name) if isinstance(name, str) else None
    if reader is None:
        raise ValueError(f"{shown(name)} is no event: there are {', '.join(_READERS)}")
    try:
        return reader(value)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def event_json(event: Event) -> Json:
    """Write an event as JSON; `parse_event` is the inverse."""
    match event:
        case Opening(declared, player):
            return {"event": "opening", "declared": list(declared), **_given(player=player)}
        case Laid(player, placed, overruled):
            cells = [[tile, x, y] for tile, (x, y) in placed]
            return {"event": "overrule" if overruled else "turn", "player": player, "placed": cells}
        case Arranged(player, after, taken, overruled):
            tables = {"after": [list(cards) for cards in after], "taken": [list(cards) for cards in taken]}
            return {"event": "overrule" if overruled else "turn", "player": player, **tables}
        case Exchange(player, count):
            return {"event": "exchange", "player": player, "count": count}
        case Pass(player):
            return {"event": "pass", "player": player}
        case CannotPlay(player):
            return {"event": "cannot_play", "player": player}
        case Undo(of):
            return {"event": "undo", **_given(of=of)}
        case Redo(of):
            return {"event": "redo", **_given(of=of)}
        case Correct(to, of, before):
            return {"event": "correct", **_given(of=of, before=before), "to": event_json(to)}
        case Rename(player, name):
            return {"event": "rename", "player": player, "name": name}
        case Give(player, of):
            return {"event": "give", **_given(of=of), "player": player}
        case Stock(bag, hands):
            return {"event": "stock", "bag": bag, **_given(hands=None if hands is None else list(hands))}
        case End():
            return {"event": "end"}


def parse_number(value: object, what: str, least: int = 0, most: int = 10_000) -> int:
    """Return a whole number within bounds; raise ValueError naming `what` otherwise."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{what}: a whole number from {least} to {most} is needed, not {shown(value)}")
    return value


def parse_name(value: object) -> str:
    """Return a player's name, trimmed; raise ValueError where it is empty, too long or unprintable."""
    name = value.strip() if isinstance(value, str) else ""
    if not name or len(name) > NAME_LENGTH or not name.isprintable():
        raise ValueError(f"{shown(value)} is no name: 1 to {NAME_LENGTH} printable characters are needed")
    return name


def _given(**fields: object) -> Json:
    return {name: value for name, value in fields.items() if value is not None}


def _player(value: Json) -> int:
    return parse_number(value.get("player"), "player", 0, 3)


def _optional(value: Json, what: str, least: int = 0, most: int = 1_000_000) -> int | None:
    return None if value.get(what) is None else parse_number(value[what], what, least, most)


def _numbers(value: object, what: str, most: int) -> tuple[int | None, ...]:
    if not isinstance(value, list) or len(value) > 4:
        raise ValueError(f"{what}: a list with a number for each player is needed, not {shown(value)}")
    return tuple(None if entry is None else parse_number(entry, what, 0, most) for entry in value)


def _read_opening(value: Json) -> Opening:
    return Opening(_numbers(value.get("declared"), "declared", 6), _optional(value, "player", 0, 3))


def _read_turn(value: Json) -> Laid | Arranged:
    overruled = value["event"] == "overrule"
    if "placed" in value:
        return Laid(_player(value), parse_placement(value["placed"], "placed"), overruled)
    if "after" in value:
        taken = parse_table(value.get("taken", []), "taken")
        return Arranged(_player(value), parse_table(value["after"], "after"), taken, overruled)
    raise ValueError('"placed" with the tiles laid is needed, in the card game "after" with the sets on the table')


def _read_correct(value: Json) -> Correct:
    of, before, to = _optional(value, "of", 1), _optional(value, "before", 1), value.get("to")
    if (of is None) == (before is None):
        raise ValueError('either "of" with the number of an event or "before" is needed')
    action = parse_event(to) if isinstance(to, dict) and to.get("event") in _ACTIONS else None
    if not isinstance(action, Action):
        raise ValueError(f'"to" with one of {", ".join(_ACTIONS)} is needed, not {shown(to)}')
    return Correct(action, of, before)


def _read_stock(value: Json) -> Stock:
    hands = None
    if value.get("hands") is not None:
        hands = tuple(parse_number(entry, "hands", 0, 9) for entry in _numbers(value["hands"], "hands", 9))
    return Stock(parse_number(value.get("bag"), "bag", 0, 108), hands)


_ACTIONS = ("turn", "overrule", "exchange", "pass", "cannot_play")
_READERS: dict[str, Callable[[Json], Event]] = {
    "opening": _read_opening,
    "turn": _read_turn,
    "exchange": lambda value: Exchange(_player(value), _optional(value, "count", 1, 108)),
    "pass": lambda value: Pass(_player(value)),
    "cannot_play": lambda value: CannotPlay(_player(value)),
    "overrule": _read_turn,
    "undo": lambda value: Undo(_optional(value, "of", 1)),
    "redo": lambda value: Redo(_optional(value, "of", 1)),
    "correct": _read_correct,
    "rename": lambda value: Rename(_player(value), parse_name(value.get("name"))),
    "give": lambda value: Give(_player(value), _optional(value, "of", 1)),
    "stock": _read_stock,
    "end": lambda value: End(),
}
