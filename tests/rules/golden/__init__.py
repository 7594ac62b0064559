"""Golden play-throughs: whole games as text files, each line of the record followed by what comes of it.

`rewrite` keeps the notes and the record of such a file and works out everything else anew.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from tileye.rules.board import board_text
from tileye.rules.events import Correct, Give, Redo, Undo
from tileye.rules.game import Entry, Game
from tileye.rules.jsonlines import dump, parse_object
from tileye.rules.record import append_line, parse_header
from tileye.rules.state import Row, State, sheet_event

FOLDER = Path(__file__).parent
RECORD, FACT = "> ", "  "
PICTURE_EVERY = 10
"""After so many events the table is drawn."""

BY_HAND = re.compile(r"# By hand, (\d+) (?:points?|Qwirkles?)(?: and (\d+) bonus)?: .")
"""A turn that somebody worked out with the rule sheet alone; its note stands right before its line of the record."""


def golden_files() -> list[Path]:
    """The play-throughs."""
    return sorted(FOLDER.glob("*.txt"))


def rewrite(text: str) -> str:
    """Keep notes, empty lines and the record, and write what comes of each line anew."""
    table = Playthrough()
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith(FACT):
            lines.append(line)
        if line.startswith(RECORD):
            lines.extend(FACT + fact for fact in table.read(line.removeprefix(RECORD)))
    return "\n".join(lines) + "\n"


def hand_checked(text: str) -> Iterator[tuple[str, int, int, Row]]:
    """Each note of a turn that was worked out by hand: the note, its points and bonus, and the row that came of it."""
    table, note = Playthrough(), None
    for line in text.splitlines():
        note = BY_HAND.match(line) or note
        if line.startswith(RECORD):
            table.read(line.removeprefix(RECORD))
            if note and table.game:
                row = next(row for row in table.game.state.rows if row.id == table.game.log[-1].seq)
                yield note.string, int(note[1]), int(note[2] or 0), row
            note = None


class Playthrough:
    """A game that is replayed line by line."""

    def __init__(self) -> None:
        self.game: Game | None = None

    def read(self, line: str) -> list[str]:
        """Take a line of the record, and say what comes of it."""
        try:
            value = parse_object(line.encode())
            if self.game is None:
                self.game = Game(parse_header(value))
                return [_standing(self.game.state)]
            before = self.game.state
            entry = append_line(self.game, value)
        except ValueError as error:
            return [f"refused: {error}"]
        return list(_facts(before, entry, self.game.state))


def _facts(before: State, entry: Entry, after: State) -> Iterator[str]:
    old, new = ({row.id: row for row in state.rows} for state in (before, after))
    yield from (f"gone: {_row(before, row)}" for row in before.rows if row.id not in new)
    yield from (_row(after, row) for row in after.rows if old.get(row.id) != row)
    yield _standing(after)
    edited = isinstance(entry.event, Undo | Redo | Correct) or (isinstance(entry.event, Give) and entry.event.of)
    if edited or after.ended or entry.seq % PICTURE_EVERY == 0:
        yield from _picture(after)
    if after.ended:
        yield dump(sheet_event(after))


def _standing(state: State) -> str:
    """Whose turn it is, and all that is counted."""
    names = [player.name for player in state.players]
    facts = [
        "next " + ("is open" if state.whose_turn is None else names[state.whose_turn]),
        f"bag {state.bag}",
        f"hands {' '.join(map(str, state.hands))}",
        f"points {' '.join(map(str, state.points))}",
    ]
    if not state.started:
        facts += [f"players {', '.join(names)}"]
        facts += [f"declared {state.declared}"] if state.declared else []
        facts += ["deal again"] if state.deal_again else []
        facts += ["tied " + " and ".join(names[player] for player in state.tied)] if state.tied else []
    facts += [f"turns left {state.turns_left}"] if state.turns_left is not None else []
    facts += [f"ended {state.ended}"] if state.ended else []
    return " | ".join(facts)


def _row(state: State, row: Row) -> str:
    """One row of the sheet."""
    head = f"{row.kind} {row.number} of {state.players[row.player].name}"
    if row.kind == "exchange":
        return f"{head}: {row.count or 'nobody saw how many'}"
    if row.verdict is None:
        return head
    if state.rules.kind == "cards":
        worth = f"{row.points} Qwirkle{'' if row.points == 1 else 's'}, played {' '.join(row.played) or 'nothing'}"
    else:
        once = f" - {row.verdict.counted_once}" if row.verdict.counted_once else ""
        worth = f"{row.points} = {' + '.join(str(line.points) for line in row.verdict.lines) or 0}{once}"
    faults = ", ".join(f"{fault.code} {' '.join(fault.tiles)}" for fault in row.verdict.violations)
    return f"{head}: {worth}{f', bonus {row.bonus}' if row.bonus else ''}{f' | overruled: {faults}' if faults else ''}"


def _picture(state: State) -> list[str]:
    if state.rules.kind == "tiles":
        return board_text(state.board).splitlines()
    stacks = [f"Qwirkles of {p.name}: {_sets(s)}" for p, s in zip(state.players, state.stacks, strict=True) if s]
    return [f"table: {_sets(state.table) or 'empty'}", *stacks]


def _sets(sets: tuple[tuple[str, ...], ...]) -> str:
    return " | ".join(" ".join(cards) for cards in sets)
