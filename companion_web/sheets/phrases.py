"""What stands on a sheet in words and figures, the same on paper, on a page and in a terminal."""

from dataclasses import dataclass, replace
from datetime import datetime

from tileye.companion_web.languages import Words
from tileye.companion_web.sheets.layout import Entered, Sheet, Trail, addends, trails
from tileye.rules.board import Cell
from tileye.rules.state import Player, Row, State
from tileye.rules.tiles import SHAPES, Tile

MINUS = "\N{MINUS SIGN}"
GAME = "Qwirkle"


@dataclass(frozen=True, slots=True)
class ViolationText:
    """What was wrong with a turn: sentences, and the tiles or cards concerned."""

    text: str
    trails: tuple[Trail, ...]
    cards: tuple[Tile, ...]


def subtitle(sheet: Sheet, words: Words) -> str:
    """The line under the name of the game: what this is, by which rules, and of which day."""
    name = sheet.state.rules.name
    # Rules that another program brings have no words of ours.
    parts = [words["sheet.title"], words.texts.get(f"rules.{name}", name), day(sheet.began, words)]
    return " · ".join(part for part in parts if part)


def heading(sheet: Sheet) -> str:
    """What stands largest at the top: the name of this game, else of the game."""
    return sheet.name or GAME


def title(sheet: Sheet, words: Words) -> str:
    """The title of the document."""
    return f"{heading(sheet)} · {subtitle(sheet, words)}"


def day(at: float | None, words: Words) -> str | None:
    """The date of a unix time, None where it is none."""
    if at is None:
        return None
    try:
        date = datetime.fromtimestamp(at)
    except (OverflowError, ValueError, OSError):
        return None
    key = "dates.first_day" if date.day == 1 else "dates.day"
    return words.say(key, day=date.day, month=words[f"dates.months.{date.month}"], year=date.year)


def outcome(sheet: Sheet, words: Words) -> str:
    """How the game ended and who won, or that it goes on."""
    state = sheet.state
    if not state.ended:
        key = f"units.{state.rules.kind}_in_bag"
        return f"{_going_on(sheet, words)} {words.count(key, state.bag)}"
    last = state.players[state.rows[-1].player].name if state.rows else ""
    return f"{words.say(f'endings.{state.ended}', player=last)} {_winners(sheet, words)}".rstrip()


def _going_on(sheet: Sheet, words: Words) -> str:
    state = sheet.state
    if state.whose_turn is None:
        return words["sheet.not_begun"]
    return words.say("sheet.goes_on", player=state.players[state.whose_turn].name)


def _winners(sheet: Sheet, words: Words) -> str:
    state = sheet.state
    if not state.leaders:
        return ""
    names = words.listed([state.players[player].name for player in state.leaders])
    points = words.points(max(state.points), state.rules.kind)
    if not state.winners:
        return words.say("sheet.rematch", names=names, points=points)
    return words.count("sheet.wins", len(state.winners), names=names, points=points)


def place(start: Cell, arrow: str) -> str:
    """Where tiles lie: the first cell and the direction of the others."""
    return ",".join(signed(number) for number in start) + arrow


def signed(number: int) -> str:
    """A number with a minus sign that is as wide as a plus."""
    return str(number).replace("-", MINUS)


def sum_text(row: Row) -> str:
    """The points of a turn in the tile game, line by line: 4 + 2 = 6."""
    first, *others = addends(row) or (0,)
    more = [f" {'+' if number >= 0 else MINUS} {abs(number)}" for number in others]
    return f"{first}{''.join(more)} = {row.points}" if more else str(first)


def qwirkle_text(row: Row, words: Words) -> str:
    """How many Qwirkles a turn brought; one needs no number."""
    if not row.qwirkles:
        return ""
    return GAME if row.qwirkles == 1 else words.count("units.qwirkles", row.qwirkles)


def bonus_text(row: Row, words: Words) -> str:
    """The bonus of a turn."""
    return words.say("cells.bonus", n=row.bonus) if row.bonus else ""


def action_text(row: Row, words: Words) -> str:
    """What a player did instead of laying something."""
    if row.kind == "cannot_play" and row.count == 0:
        return words["cells.cannot_draw"]
    if row.kind != "exchange":
        return words[f"cells.{row.kind}"]
    return words.count("cells.exchange", row.count) if row.count else words["cells.exchange_unknown"]


def mark(note: int) -> str:
    """The sign of a footnote."""
    return f"!{note}"


def note_head(sheet: Sheet, entry: Entered, words: Words) -> str:
    """The beginning of a footnote: whose turn was let stand."""
    key = "sheet.note" if entry.row.allowed else "sheet.note_since"
    return words.say(key, number=entry.row.number, player=sheet.state.players[entry.row.player].name)


def violation_texts(sheet: Sheet, entry: Entered, words: Words) -> list[ViolationText]:
    """Everything that was wrong with an overruled turn; faults of the same tiles come together."""
    kind = sheet.state.rules.kind
    texts: dict[tuple[tuple[Tile, ...], tuple[Cell, ...]], list[str]] = {}
    for code, cells, tiles in entry.row.verdict.violations if entry.row.verdict else ():
        texts.setdefault((tiles, cells), []).append(words.violation(code, kind))
    return [_violation_text(" ".join(found), tiles, cells) for (tiles, cells), found in texts.items()]


def _violation_text(text: str, tiles: tuple[Tile, ...], cells: tuple[Cell, ...]) -> ViolationText:
    if not cells:
        return ViolationText(text, (), tiles)
    return ViolationText(text, trails(tuple(zip(tiles, cells, strict=True))), ())


def feet(sheet: Sheet, player: int, words: Words) -> list[tuple[str, str]]:
    """What stands at the foot of a player's column below the total: labels and values."""
    rules, column = sheet.state.rules, next(column for column in sheet.columns if column.player == player)
    before = sheet.state.points_before
    lines = [(words["sheet.before"], str(before[player]))] if any(before) else []
    lines += [(words["sheet.qwirkles"], str(column.qwirkles))] if rules.kind == "tiles" else []
    if rules.out_bonus:
        lines.append((words["sheet.bonus"], str(column.bonus)))
    if column.best:
        points, number = column.best.row.points, column.best.row.number
        lines.append((words["sheet.best"], words.say("sheet.best_value", points=points, number=number)))
    return lines


def codes_head(sheet: Sheet, words: Words) -> str:
    """What introduces the tile codes."""
    return words[f"legend.{sheet.state.rules.kind}"]


def codes(sheet: Sheet, words: Words) -> list[tuple[str, str]]:
    """The digits and letters of the tile codes with their names; white or purple as the set has it."""
    letters = sheet.state.colours or "ROYGBP"
    return [
        *((shape, words[f"shapes.{shape}"]) for shape in SHAPES),
        *((letter, words[f"colours.{letter}"]) for letter in letters),
    ]


def legend(sheet: Sheet, words: Words) -> list[str]:
    """How to read what stands in the cells; only what occurs."""
    placed = [trail for entry in sheet.entered for trail in trails(entry.row.placed)]
    lines = [words["legend.place"]] if placed else []
    if any(tile is None for trail in placed for tile in trail.tiles):
        lines.append(words["legend.jumped"])
    if any(number < 0 for entry in sheet.entered for number in addends(entry.row)):
        lines.append(words["legend.once"])
    return lines


def unnamed(state: State, words: Words) -> State:
    """Call the players after their first turns, once somebody has laid: their names would be a guess."""
    if not state.rows:
        return state
    first, count = state.rows[0].player, len(state.players)
    seats = ((player - first) % count + 1 for player in range(count))
    return replace(state, players=tuple(Player(words.say("sheet.seat", n=seat)) for seat in seats))
