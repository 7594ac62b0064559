"""What people tell the program, as it stands in files of inputs and comes from the page."""

from dataclasses import dataclass
from typing import Literal

from tileye.rules.board import Cell, parse_cell
from tileye.rules.errors import GameError
from tileye.rules.events import (
    MOST_POINTS,
    Arranged,
    CannotPlay,
    Correct,
    End,
    Event,
    Give,
    Laid,
    LateStart,
    Opening,
    Redo,
    Rename,
    Stock,
    Undo,
    event_json,
    parse_event,
    parse_number,
    parse_numbers,
)
from tileye.rules.jsonlines import Json
from tileye.rules.record import LATEST
from tileye.rules.rulesets import MOST_PIECES
from tileye.rules.tiles import Tile, parse_tile, shown

_RECORDED = ("opening", "board", "end", "undo", "redo", "give", "rename", "stock", "correct", "turn", "cannot_play")

_OF_CARDS = ("card", "split", "join")
_MOST_PX, _MOST_TURNS, _MOST_RESTS = 100_000, 10_000, 1_000


@dataclass(frozen=True, slots=True)
class Done:
    """What lies there is a turn."""


@dataclass(frozen=True, slots=True)
class Overrule:
    """The illegal placement that lies there shall stand."""

    player: int | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """In this cell lies this tile."""

    cell: Cell
    tile: Tile


@dataclass(frozen=True, slots=True)
class Nothing:
    """In this cell lies no tile, whatever is recorded or seen there."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class NamedCard:
    """The card in this place of the picture is this one."""

    px: tuple[int, int]
    card: Tile


@dataclass(frozen=True, slots=True)
class Split:
    """A turn of cards, by its number, ended with an earlier rest: what came then is the next player's."""

    turn: int
    rest: int
    """Which of the rests that are offered, from 0 on."""


@dataclass(frozen=True, slots=True)
class Join:
    """A turn of cards and the one after it are one turn of the first player."""

    turn: int


@dataclass(frozen=True, slots=True)
class ExchangeOrPass:
    """A player exchanges tiles or passes; without a player, the one whose turn it is."""

    player: int | None = None
    exchanged: bool = False
    count: int | None = None

    @property
    def kind(self) -> Literal["exchange", "pass"]:
        """What the turn is called on the sheet."""
        return "exchange" if self.exchanged else "pass"


@dataclass(frozen=True, slots=True)
class Begin:
    """What lies there at the start is the first turn, or a board to go on from, or will be cleared away."""

    way: Literal["turn", "board", "clear"]
    player: int | None = None
    """Whose turn it is on that board."""
    points: tuple[int, ...] | None = None
    """What each player has so far."""

    def fault(self, players: int) -> GameError | None:
        """Say what is wrong with it in a game of so many players."""
        if self.player is not None and self.player >= players:
            return GameError("no_player", player=self.player, players=players)
        if self.points is not None and len(self.points) != players:
            return GameError("start_points", players=players)
        return None


Entered = Laid | Arranged | CannotPlay
"""A turn that somebody enters by hand."""


@dataclass(frozen=True, slots=True)
class Nameless:
    """A turn that somebody enters by hand without saying whose it is: of whoever's turn it is."""

    turn: Entered
    """As if it were the first player's."""


Recorded = Opening | LateStart | End | Undo | Redo | Give | Rename | Stock | Correct | Entered
"""What goes into the record as it is told."""
Foreseeable = End | Undo | Redo | Give | Stock | Correct
"""What changes the totals or whose turn it is, and can be tried first."""
OfCards = NamedCard | Split | Join
"""What is said of a table of cards that is watched."""
Word = Done | Overrule | Named | Nothing | OfCards | ExchangeOrPass | Nameless | Begin | Recorded


@dataclass(frozen=True, slots=True)
class Input:
    """Something that somebody says at some time."""

    at: float
    word: Word


def parse_input(value: Json) -> Input:
    """Read an input; raise ValueError saying what is wrong with it."""
    return Input(parse_time(value.get("at")), _word(value))


def parse_begin(value: Json) -> Begin:
    """Read what somebody says of the tiles that lie there at the start; raise ValueError saying what is wrong."""
    way = value.get("as")
    if way not in ("turn", "board", "clear"):
        raise ValueError(f'"as" with turn, board or clear is needed, not {shown(way)}')
    return Begin(way, _player(value), parse_numbers(value, "points", MOST_POINTS))


def begin_json(told: Begin) -> Json:
    """Write down what somebody says of the tiles that lie there at the start; `parse_begin` is the inverse."""
    return {"as": told.way, "player": told.player, "points": None if told.points is None else list(told.points)}


def parse_time(at: object) -> float:
    """Return a time in seconds; raise ValueError where it is none."""
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 <= at <= LATEST:
        raise ValueError(f"at: seconds, 0 or more, are needed, not {shown(at)}")
    return float(at)


def input_json(told: Input) -> Json:
    """Write an input; `parse_input` is the inverse."""
    return {"at": told.at, **_word_json(told.word)}


def _word_json(word: Word) -> Json:
    match word:
        case Done():
            return {"input": "done"}
        case Overrule(player):
            return {"input": "overrule", "player": player}
        case Named((x, y), tile):
            return {"input": "tile", "x": x, "y": y, "tile": tile}
        case Nothing((x, y)):
            return {"input": "nothing", "x": x, "y": y}
        case NamedCard(px, tile):
            return {"input": "card", "px": list(px), "tile": tile}
        case Split(turn, rest):
            return {"input": "split", "turn": turn, "rest": rest}
        case Join(turn):
            return {"input": "join", "turn": turn}
        case Begin():
            return {"input": "begin", **begin_json(word)}
        case ExchangeOrPass(player, True, count):
            return {"input": "exchange", "player": player, "count": count}
        case ExchangeOrPass(player):
            return {"input": "pass", "player": player}
        case Nameless(entered):
            return {**_word_json(entered), "player": None}
        case _:
            told = event_json(word)
            return {"input": told.pop("event"), **told}


def _word(value: Json) -> Word:
    name = value.get("input")
    match name:
        case "done":
            return Done()
        case "overrule" if "placed" not in value and "after" not in value:
            return Overrule(_player(value))
        case "exchange":
            count = None if value.get("count") is None else parse_number(value["count"], "count", 1, MOST_PIECES)
            return ExchangeOrPass(_player(value), True, count)
        case "pass":
            return ExchangeOrPass(_player(value))
        case "begin":
            return parse_begin(value)
        case "tile":
            return Named(parse_cell(value.get("x"), value.get("y")), parse_tile(value.get("tile")))
        case "nothing":
            return Nothing(parse_cell(value.get("x"), value.get("y")))
        case "card" | "split" | "join":
            return _of_cards(value)
        case "turn" | "overrule" | "cannot_play" if value.get("player", 0) is None:
            return _nameless(parse_event({**value, "event": name, "player": 0}))
        case str() if name in (*_RECORDED, "overrule"):
            return _recorded(parse_event({**value, "event": name}))
    known = ", ".join(("done", "overrule", "exchange", "pass", "tile", "nothing", *_OF_CARDS, "begin", *_RECORDED))
    raise ValueError(f"{shown(name)} is no input: there are {known}")


def _of_cards(value: Json) -> OfCards:
    if value["input"] == "card":
        px = value.get("px")
        if not isinstance(px, list) or len(px) != 2:
            raise ValueError(f"px: two numbers are needed, not {shown(px)}")
        x, y = (parse_number(one, "px", -_MOST_PX, _MOST_PX) for one in px)
        return NamedCard((x, y), parse_tile(value.get("tile")))
    turn = parse_number(value.get("turn"), "turn", 1, _MOST_TURNS)
    if value["input"] == "join":
        return Join(turn)
    return Split(turn, parse_number(value.get("rest"), "rest", 0, _MOST_RESTS))


def _recorded(event: Event) -> Recorded:
    assert isinstance(event, Recorded)
    return event


def _nameless(event: Event) -> Nameless:
    assert isinstance(event, Entered)
    return Nameless(event)


def _player(value: Json) -> int | None:
    return None if value.get("player") is None else parse_number(value["player"], "player", 0, 3)
