"""The record of a game: a first line with what was agreed, then one event a line, only ever appended to."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tileye.rules.errors import ChangeError
from tileye.rules.events import Event, event_json, parse_event, parse_name, parse_number
from tileye.rules.game import Entry, Game, Setup
from tileye.rules.jsonlines import Json, dump, parse_object
from tileye.rules.rulesets import RuleSet, find_rules
from tileye.rules.state import Player
from tileye.rules.tiles import COLOURS, shown

VERSION = 1

LATEST = 10**18
"""Seconds; far beyond any clock."""


class RecordError(ValueError):
    """A record that cannot be read, with the number of the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


@dataclass(frozen=True, slots=True)
class RecordReading:
    """A record as read: the game, and what is wrong with its last line if that was torn off."""

    game: Game
    torn: str | None = None


def read_record(lines: Iterable[bytes | None], known: RuleSet | None = None) -> RecordReading:
    """Replay a record; raise RecordError where it is broken, but for a torn last line, which is left out and told.

    `known` are rules that are not listed.
    """
    game: Game | None = None
    torn: RecordError | None = None
    blank: RecordError | None = None
    for number, line in enumerate(lines, 1):
        if line is not None and not line.strip() and game is not None:
            blank = blank or RecordError(number, "the line is empty")
            continue
        damage = torn or blank
        if damage:
            raise damage
        try:
            value = parse_object(line)
        except ValueError as error:
            # Only what follows tells whether this was the last line, torn by a power cut, or damage in the middle.
            torn = RecordError(number, str(error))
            continue
        try:
            if game is None:
                game = Game(parse_header(value, known))
            else:
                game.take(*_parse_line(game, value))
        except ValueError as error:
            raise _record_error(number, error) from None
    if game is None:
        raise torn or RecordError(1, "the record is empty")
    try:
        game.settle()
    except ChangeError as error:
        raise _record_error(0, error) from None
    return RecordReading(game, str(torn) if torn else None)


def append_line(game: Game, value: Json) -> Entry:
    """Append one parsed line of a record to the game; raise ValueError where it does not follow."""
    return game.append(*_parse_line(game, value))


def _parse_line(game: Game, value: Json) -> tuple[Event, float]:
    seq = parse_number(value.get("seq"), "seq", 1)
    if seq != len(game.log) + 1:
        raise ValueError(f"seq: {len(game.log) + 1} is next, not {seq}")
    return parse_event(value), parse_at(value.get("at"))


def _record_error(number: int, error: ValueError) -> RecordError:
    """Name the line that is wrong; a change that cannot be shows only when what follows is read."""
    return RecordError(error.seq + 1 if isinstance(error, ChangeError) else number, str(error))


def parse_header(value: Json, known: RuleSet | None = None) -> Setup:
    """Read the first line; raise ValueError saying what is wrong with it. `known` are rules that are not listed."""
    version = value.get("tileye")
    if version != VERSION or type(version) is not int:
        raise ValueError(
            f'no record of tileye: "tileye":{VERSION} is missing'
            if version is None
            else f"version {shown(version)} of the record is unknown: a newer tileye wrote it"
        )
    rules, colours, players = value.get("rules"), value.get("set"), value.get("players")
    if not isinstance(rules, str):
        raise ValueError('"rules" with the name of a rule set is missing')
    if not isinstance(players, list):
        raise ValueError('"players" with a list of players is missing')
    found = known if known and known.name == rules else find_rules(rules)
    families = (COLOURS,) if found.seven_colours else ("ROYGBP", "ROYGBW")
    if colours is not None and colours not in families:
        raise ValueError(f"set: {', '.join(families)} or null is needed, not {shown(colours)}")
    pieces = parse_number(value.get("pieces", found.pieces), "pieces", 1, found.pieces)
    asks = value.get("asks_starter", False)
    if not isinstance(asks, bool):
        raise ValueError(f"asks_starter: true or false is needed, not {shown(asks)}")
    return Setup(found, tuple(_parse_player(player) for player in players[:9]), colours, pieces, asks)


def header_json(setup: Setup) -> Json:
    """Write the first line; `parse_header` is the inverse."""
    players = [{"name": player.name, "born": player.born} for player in setup.players]
    return {
        "tileye": VERSION,
        "rules": setup.rules.name,
        "players": players,
        "set": setup.colours,
        "pieces": setup.pieces,
        **({"asks_starter": True} if setup.asks_starter else {}),
    }


def entry_json(entry: Entry) -> Json:
    """Write one event of the log; `append_line` is the inverse."""
    return {"seq": entry.seq, "at": entry.at, **event_json(entry.event)}


def record_lines(game: Game) -> list[str]:
    """Write the whole record, without line ends."""
    return [dump(header_json(game.setup)), *(dump(entry_json(entry)) for entry in game.log)]


def _parse_player(value: object) -> Player:
    if not isinstance(value, dict):
        raise ValueError(f'players: {{"name", "born"}} is needed, not {shown(value)}')
    born = value.get("born")
    if type(born) is int:
        born = str(born)
    if born is not None and not (isinstance(born, str) and re.fullmatch(r"\d{4}(-\d{2}(-\d{2})?)?", born, re.ASCII)):
        raise ValueError(f"born: a date such as 2016-05-30, a year or null is needed, not {shown(value.get('born'))}")
    return Player(parse_name(value.get("name")), born)


def parse_at(value: object) -> float:
    """Return the time of an event in seconds; raise ValueError where it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LATEST:
        raise ValueError(f"at: seconds, 0 or more, are needed, not {shown(value)}")
    return value
