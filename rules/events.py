"""The events of a game, each a frozen value with an exact JSON form.

A game is a list of these. `turn`, `overrule`, `exchange`, `pass` and `cannot_play` are what players do; `board` is what
lay on the table when tileye came to a game that had begun; `opening`, `give`, `rename`, `stock` and `end` are what
players tell; `undo`, `redo` and `correct` change what was recorded before and name it by its sequence number.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tileye.rules.board import Placement, parse_board_list, parse_placement
from tileye.rules.cards import Table, parse_table
from tileye.rules.errors import GameError, within
from tileye.rules.jsonlines import Json
from tileye.rules.rulesets import MOST_IN_HAND, MOST_PIECES
from tileye.rules.tiles import shown

NAME_LENGTH = 40
MOST_POINTS = 10_000
"""So many points nobody has ever had."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What each player declared (None where nothing was said), and who starts if ages do not tell."""

    declared: tuple[int | None, ...]
    player: int | None = None


@dataclass(frozen=True, slots=True)
class LateStart:
    """What lay there when a game that had begun is followed from now on; what is None is not known."""

    placed: Placement = ()
    player: int | None = None
    """Whose turn it is."""
    points: tuple[int, ...] | None = None
    """What each player has so far."""
    bag: int | None = None
    hands: tuple[int, ...] | None = None
    table: Table = ()
    """The card game: the sets on the table."""
    stacks: tuple[Table, ...] | None = None
    """The card game: the Qwirkles that each player has taken."""


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
    shift: int = 0
    """By how many players all actions after it move on."""


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
    shift: int = 0
    """By how many players all actions after the recorded one move on."""


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

Told = Opening | LateStart | Rename | Give | Stock | End
"""What players tell besides."""


@dataclass(frozen=True, slots=True)
class Correct:
    """Put an action or a board in the place of a recorded one (`of`), or insert it in front of an action (`before`)."""

    to: Action | LateStart
    of: int | None = None
    before: int | None = None
    shift: int = 0
    """By how many players all actions after it move on."""


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
        raise within(str(name), error) from None


def event_json(event: Event) -> Json:
    """Write an event as JSON; `parse_event` is the inverse."""
    match event:
        case Opening(declared, player):
            return {"event": "opening", "declared": list(declared), **_given(player=player)}
        case LateStart():
            return {"event": "board", **_board_json(event)}
        case Laid(player, placed, overruled):
            return {"event": "overrule" if overruled else "turn", "player": player, "placed": _cells_json(placed)}
        case Arranged(player, after, taken, overruled):
            tables = {"after": _table_json(after), "taken": _table_json(taken)}
            return {"event": "overrule" if overruled else "turn", "player": player, **tables}
        case Exchange(player, count):
            return {"event": "exchange", "player": player, "count": count}
        case Pass(player):
            return {"event": "pass", "player": player}
        case CannotPlay(player):
            return {"event": "cannot_play", "player": player}
        case Undo(of, shift):
            return {"event": "undo", **_given(of=of, shift=shift or None)}
        case Redo(of):
            return {"event": "redo", **_given(of=of)}
        case Correct(to, of, before, shift):
            return {"event": "correct", **_given(of=of, before=before, shift=shift or None), "to": event_json(to)}
        case Rename(player, name):
            return {"event": "rename", "player": player, "name": name}
        case Give(player, of, shift):
            return {"event": "give", **_given(of=of, shift=shift or None), "player": player}
        case Stock(bag, hands):
            return {"event": "stock", "bag": bag, **_given(hands=None if hands is None else list(hands))}
        case End():
            return {"event": "end"}


def parse_number(value: object, what: str, least: int = 0, most: int = 10_000) -> int:
    """Return a whole number within bounds; raise ValueError naming `what` otherwise."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{what}: a whole number from {least} to {most} is needed, not {shown(value)}")
    return value


def parse_numbers(value: Json, what: str, most: int) -> tuple[int, ...] | None:
    """Return a whole number for each player, None where nothing is said; raise ValueError naming `what` otherwise."""
    if value.get(what) is None:
        return None
    return tuple(parse_number(entry, what, 0, most) for entry in _numbers(value[what], what, most))


def parse_name(value: object) -> str:
    """Return a player's name, trimmed; raise ValueError where it is empty, too long or unprintable."""
    name = value.strip() if isinstance(value, str) else ""
    if not name or len(name) > NAME_LENGTH or not name.isprintable():
        raise GameError("no_name", name=shown(value), most=NAME_LENGTH)
    return name


def _given(**fields: object) -> Json:
    return {name: value for name, value in fields.items() if value is not None}


def _cells_json(placed: Placement) -> list[list[object]]:
    return [[tile, x, y] for tile, (x, y) in placed]


def _table_json(table: Table) -> list[list[str]]:
    return [list(cards) for cards in table]


def _board_json(event: LateStart) -> Json:
    """Write what lay there; only the card game has a table instead of cells, and stacks."""
    points, hands = (None if numbers is None else list(numbers) for numbers in (event.points, event.hands))
    head = {"player": event.player, "points": points, "bag": event.bag, "hands": hands}
    if event.placed:
        return {"board": _cells_json(event.placed), **head}
    stacks = None if event.stacks is None else [_table_json(table) for table in event.stacks]
    return {"table": _table_json(event.table), "stacks": stacks, **head}


def _shift(value: Json) -> int:
    """How many players on; anything but a whole circle less one either way is a mistake."""
    return 0 if value.get("shift") is None else parse_number(value["shift"], "shift", -3, 3)


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


def _read_board(value: Json) -> LateStart:
    if (value.get("board") is None) == (value.get("table") is None):
        raise ValueError('"board" with the tiles that lie there is needed, in the card game "table" with the sets')
    placed = tuple((tile, cell) for cell, tile in parse_board_list(value.get("board") or []).items())
    if value.get("table") is None and not placed:
        raise ValueError("board: no tile lies there, so the game begins with the first turn")
    return LateStart(
        placed,
        _optional(value, "player", 0, 3),
        parse_numbers(value, "points", MOST_POINTS),
        _optional(value, "bag", 0, MOST_PIECES),
        parse_numbers(value, "hands", MOST_IN_HAND),
        parse_table(value.get("table") or [], "table"),
        _read_stacks(value.get("stacks")),
    )


def _read_stacks(value: object) -> tuple[Table, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) > 4:
        raise ValueError(f"stacks: a list of sets for each player is needed, not {shown(value)}")
    return tuple(parse_table(entry, "stacks") for entry in value)


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
    action = parse_event(to) if isinstance(to, dict) and to.get("event") in _CORRECTING else None
    if not isinstance(action, Action | LateStart):
        raise ValueError(f'"to" with one of {", ".join(_CORRECTING)} is needed, not {shown(to)}')
    return Correct(action, of, before, _shift(value))


def _read_give(value: Json) -> Give:
    of, shift = _optional(value, "of", 1), _shift(value)
    if shift and of is None:
        raise ValueError('shift: "of" with the number of the turn is needed, from which on players move on')
    return Give(_player(value), of, shift)


def _read_stock(value: Json) -> Stock:
    return Stock(parse_number(value.get("bag"), "bag", 0, MOST_PIECES), parse_numbers(value, "hands", MOST_IN_HAND))


_CORRECTING = ("turn", "overrule", "exchange", "pass", "cannot_play", "board")
_READERS: dict[str, Callable[[Json], Event]] = {
    "opening": _read_opening,
    "board": _read_board,
    "turn": _read_turn,
    "exchange": lambda value: Exchange(_player(value), _optional(value, "count", 1, MOST_PIECES)),
    "pass": lambda value: Pass(_player(value)),
    "cannot_play": lambda value: CannotPlay(_player(value)),
    "overrule": _read_turn,
    "undo": lambda value: Undo(_optional(value, "of", 1), _shift(value)),
    "redo": lambda value: Redo(_optional(value, "of", 1)),
    "correct": _read_correct,
    "rename": lambda value: Rename(_player(value), parse_name(value.get("name"))),
    "give": _read_give,
    "stock": _read_stock,
    "end": lambda value: End(),
}
