"""A game that another program keeps: its record, how it stands, its score sheet."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from tileye.answers import Answer
from tileye.rules.events import parse_event, parse_name
from tileye.rules.game import Game as Record
from tileye.rules.game import Setup
from tileye.rules.jsonlines import bounded_lines
from tileye.rules.record import header_json, parse_at, parse_header, read_record, record_lines
from tileye.rules.rulesets import RuleSet, find_rules
from tileye.rules.state import Player, State, sheet_event
from tileye.rules.tiles import shown
from tileye.rules.wire import placed_json, violations_json


class Game:
    """A game as a log of events: `new` or `load` one, `tell` what happens, ask for `state` and `sheet`."""

    def __init__(self, record: Record) -> None:
        self.record = record
        """The log with all that follows from it, as `tileye.rules.game` has it."""

    @classmethod
    def new(
        cls,
        rules: str | RuleSet,
        players: Iterable[str | Player],
        *,
        colours: str | None = None,
        pieces: int | None = None,
    ) -> Self:
        """Begin a game: a rule set by name or object, and the players in their order."""
        found = rules_of(rules)
        if isinstance(players, str) or not isinstance(players, Iterable):
            raise ValueError(f"players: a list of names is needed, not {shown(players)}")
        agreed = tuple(one if isinstance(one, Player) else Player(parse_name(one)) for one in players)
        # What a record could not say is refused here.
        wanted = Setup(found, agreed, colours, found.pieces if pieces is None else pieces)
        checked = parse_header(header_json(wanted), found)
        return cls(Record(checked))

    @classmethod
    def load(cls, source: str | os.PathLike[str] | Iterable[str | bytes], rules: RuleSet | None = None) -> Self:
        """Read a record: a file, or its lines; `rules` where it names some that tileye does not know."""
        if not isinstance(source, str | os.PathLike):
            return cls(read_record(_encoded(source), rules).game)
        try:
            with Path(source).open("rb") as stream:
                return cls(read_record(bounded_lines(stream), rules).game)
        except OSError as error:
            raise ValueError(f"{shown(str(source), 200)} cannot be read: {error.strerror or error}") from None

    def tell(self, event: str | Mapping[str, Any], at: float = 0.0, **fields: object) -> Answer:
        """Add an event, as a record has it: `game.tell("turn", player=0, placed=[["4O", 0, 0]])`.

        What the rules forbid raises ValueError with the reason, and nothing is changed. Answers with the state.
        """
        if not isinstance(event, str | Mapping):
            raise ValueError(f"event: its name or its fields are needed, not {shown(event)}")
        told = {"event": event, **fields} if isinstance(event, str) else {**event, **fields}
        self.record.append(parse_event(told), parse_at(at))
        return self.state

    @property
    def state(self) -> Answer:
        """How the game stands."""
        return Answer(_state_json(self.record.state))

    @property
    def lines(self) -> list[str]:
        """The record as lines of JSON, without line ends."""
        return record_lines(self.record)

    def sheet(self) -> Answer:
        """The sums, as the event `sheet` of `tileye replay --json` has them."""
        return Answer(sheet_event(self.record.state))

    def document(self, style: str, language: str = "en", title: str | None = None) -> bytes:
        """The score sheet as a document: text, csv, json, html or pdf."""
        from tileye.companion_web.languages import LANGUAGES, words
        from tileye.companion_web.sheets.documents import FORMATS
        from tileye.companion_web.sheets.layout import lay_out

        for value, known in ((style, FORMATS), (language, LANGUAGES)):
            if value not in known:
                raise ValueError(f"{shown(value)} is unknown: there are {', '.join(known)}")
        sheet = lay_out(self.record.state, self.record.log, title)
        return FORMATS[style].render(sheet, words(language)).data


def rules_of(rules: str | RuleSet) -> RuleSet:
    """A rule set by its name, or as it is."""
    if isinstance(rules, RuleSet):
        return rules
    if not isinstance(rules, str):
        raise ValueError(f"rules: the name of a rule set is needed, not {shown(rules)}")
    return find_rules(rules)


def _encoded(lines: object) -> Iterator[bytes]:
    """Lines as bytes; what is none is refused."""
    if not isinstance(lines, Iterable):
        raise ValueError(f"record: a file or its lines are needed, not {shown(lines)}")
    for line in lines:
        if not isinstance(line, str | bytes):
            raise ValueError(f"record: a line is text, not {shown(line)}")
        yield line.encode() if isinstance(line, str) else line


def _state_json(state: State) -> dict[str, Any]:
    if state.rules.kind == "cards":
        lying: dict[str, Any] = {"table": _lists(state.table), "stacks": [_lists(own) for own in state.stacks]}
    else:
        lying = {"board": placed_json((tile, cell) for cell, tile in sorted(state.board.items()))}
    return {
        "rules": state.rules.name,
        "players": [player.name for player in state.players],
        **lying,
        "points": list(state.points),
        "whose_turn": None if state.ended else state.whose_turn,
        "turns": [
            {
                "id": row.id,
                "number": row.number,
                "kind": row.kind,
                "player": row.player,
                "placed": placed_json(row.placed),
                "points": row.points,
                "legal": row.verdict is None or row.verdict.legal,
                **({"violations": violations_json(row.verdict)} if row.verdict else {}),
            }
            for row in state.rows
        ],
        "hands": list(state.hands),
        "bag": state.bag,
        "ended": state.ended,
        "winners": [state.players[player].name for player in state.winners],
    }


def _lists(sets: Iterable[Iterable[str]]) -> list[list[str]]:
    return [list(cards) for cards in sets]
