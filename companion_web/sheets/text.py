"""The score sheet as text for a terminal."""

import unicodedata
from collections.abc import Iterable, Sequence

from tileye.companion_web.languages import Words
from tileye.companion_web.sheets import phrases
from tileye.companion_web.sheets.layout import Column, Entered, Sheet, Slot, Trail, trails
from tileye.rules.tiles import Tile

GAP = "  "
NARROWEST = 16
"""So wide is a column at least, however narrow the terminal."""
_GUTTER = 4


def render(sheet: Sheet, words: Words, width: int = 100) -> str:
    """Write the sheet in columns that together are at most `width` wide, if the players have room in it."""
    words = words.of(sheet.state.rules.kind)
    count = len(sheet.columns)
    column = max(NARROWEST, (width - len(GAP) * (count - 1)) // count)
    whole = column * count + len(GAP) * (count - 1)
    parts = [
        [*_wrapped(phrases.heading(sheet), whole), *_wrapped(phrases.subtitle(sheet, words), whole)],
        _wrapped(phrases.outcome(sheet, words), whole),
        [*_heads(sheet, words, column), *_body(sheet, words, column), *_feet(sheet, words, column)],
        _notes(sheet, words, whole),
        _legend(sheet, words, whole),
    ]
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts if part)


def display_width(text: str) -> int:
    """How many cells of a terminal a text fills."""
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _padded(text: str, width: int) -> str:
    return text + " " * (width - display_width(text))


def _ends(left: str, right: str, width: int) -> str:
    return left + right.rjust(width - display_width(left) + len(right) - display_width(right))


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Break a text at spaces, and inside words that are wider than a line."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if display_width(longer) <= width - (len(indent) if lines else 0):
            line = longer
            continue
        lines += [line] if line else []
        *full, line = _chopped(word, width - len(indent))
        lines += full
    return [first if number == 0 else indent + first for number, first in enumerate([*lines, line])]


def _chopped(word: str, width: int) -> list[str]:
    pieces = [""]
    for char in word:
        if display_width(pieces[-1] + char) > width:
            pieces.append("")
        pieces[-1] += char
    return pieces


def _side_by_side(blocks: Sequence[Sequence[str]], width: int) -> list[str]:
    height = max(len(block) for block in blocks)
    padded = [[*block, *[""] * (height - len(block))] for block in blocks]
    return [GAP.join(_padded(line, width) for line in lines) for lines in zip(*padded, strict=True)]


def _heads(sheet: Sheet, words: Words, width: int) -> list[str]:
    rule = [["═" * width] for _ in sheet.columns]
    return [
        *_side_by_side([_wrapped(column.name, width) for column in sheet.columns], width),
        *_side_by_side(rule, width),
    ]


def _body(sheet: Sheet, words: Words, width: int) -> list[str]:
    return [line for slots in sheet.rounds for line in _round(sheet, slots, words, width)]


def _round(sheet: Sheet, slots: Sequence[Slot], words: Words, width: int) -> list[str]:
    blocks = [[line for entry in slot for line in _entry(sheet, entry, words, width)] for slot in slots]
    return _side_by_side(blocks, width)


def _entry(sheet: Sheet, entry: Entered, words: Words, width: int) -> list[str]:
    """One turn: its number, what was laid, and at the right edge the points and the total, below if need be."""
    number = "" if entry.goes_on else str(entry.row.number)
    heads = [f"{number:>{_GUTTER - 1}} "]
    laid = _laid(entry, words, width - _GUTTER)
    lines = [head + line for head, line in zip(heads + [" " * _GUTTER] * len(laid), laid, strict=False)]
    if entry.row.kind == "cannot_play":
        return lines
    points, total = _points(sheet, entry, words), f" │{entry.total:>4}"
    beside = GAP.join(points) + total
    if display_width(lines[-1] + GAP + beside) <= width:
        return [*lines[:-1], _ends(lines[-1], beside, width)]
    *more, last = _packed(points, width - len(total))
    return [*lines, *(_ends("", line, width - len(total)) for line in more), _ends("", last + total, width)]


def _laid(entry: Entered, words: Words, width: int) -> list[str]:
    row = entry.row
    if row.kind != "turn":
        return _wrapped(phrases.action_text(row, words), width)
    if row.placed:
        return _wrapped(" ".join(_trail(trail) for trail in trails(row.placed)), width)
    texts = [" ".join(row.played) or words["cells.nothing"]]
    texts += [f"{phrases.GAME}: {' '.join(cards)}" for cards in row.stacked]
    return [line for text in texts for line in _wrapped(text, width, GAP)]


def _trail(trail: Trail) -> str:
    return f"{_tiles(trail.tiles)} ({phrases.place(trail.start, trail.arrow)})"


def _tiles(tiles: Iterable[Tile | None]) -> str:
    return " ".join(tile or "·" for tile in tiles)


def _points(sheet: Sheet, entry: Entered, words: Words) -> list[str]:
    row = entry.row
    if row.kind != "turn":
        return []
    parts = [
        phrases.sum_text(row) if sheet.state.rules.kind == "tiles" else "",
        phrases.qwirkle_text(row, words) if row.placed else "",
        phrases.bonus_text(row, words),
        phrases.mark(entry.note) if entry.note else "",
    ]
    return [part for part in parts if part]


def _packed(parts: Iterable[str], width: int) -> list[str]:
    """Join parts to lines without breaking one, unless it is wider than a line."""
    lines = [""]
    for part in parts:
        longer = lines[-1] + GAP + part if lines[-1] else part
        lines[-1:] = [longer] if display_width(longer) <= width else [*lines[-1:], *_wrapped(part, width)]
    return lines


def _feet(sheet: Sheet, words: Words, width: int) -> list[str]:
    rule = [["═" * width] for _ in sheet.columns]
    return [
        *_side_by_side(rule, width),
        *_side_by_side([_foot(sheet, column, words, width) for column in sheet.columns], width),
    ]


def _foot(sheet: Sheet, column: Column, words: Words, width: int) -> list[str]:
    total = f"{column.points} ★" if column.winner else str(column.points)
    lines = [(words["sheet.total"], total), *phrases.feet(sheet, column.player, words)]
    stacks = [" ".join(cards) for cards in column.stacks]
    return [
        *(line for label, value in lines for line in _labelled(label, value, width)),
        *([f"{words['sheet.taken']}:"] if stacks else []),
        *(line for text in stacks for line in _wrapped(text, width, GAP)),
    ]


def _labelled(label: str, value: str, width: int) -> list[str]:
    if display_width(label) + 1 + display_width(value) <= width:
        return [_ends(label, value, width)]
    return [label, _ends("", value, width)]


def _notes(sheet: Sheet, words: Words, width: int) -> list[str]:
    lines = []
    for entry in sheet.notes:
        violations = [
            f"{violation.text} {_concerned(violation)}".rstrip()
            for violation in phrases.violation_texts(sheet, entry, words)
        ]
        text = f"{phrases.mark(entry.note or 0)} {phrases.note_head(sheet, entry, words)} {' '.join(violations)}"
        lines += _wrapped(text, width, "   ")
    return lines


def _concerned(violation: phrases.ViolationText) -> str:
    cards = f"({_tiles(violation.cards)})" if violation.cards else ""
    return " ".join(_trail(trail) for trail in violation.trails) or cards


def _legend(sheet: Sheet, words: Words, width: int) -> list[str]:
    named = ", ".join(f"{code}\u00a0{name}" for code, name in phrases.codes(sheet, words))
    lines = [f"{phrases.codes_head(sheet, words)} {named}", *phrases.legend(sheet, words)]
    return [line for text in lines for line in _wrapped(text, width, GAP)]
