"""The score sheet as a table for programs: one line a turn, the same column names in every language."""

import csv
import io
import re

from tileye.companion_web.sheets.layout import Entered, Sheet, addends

COLUMNS = (
    "number",
    "player",
    "kind",
    "placed",
    "lines",
    "points",
    "bonus",
    "total",
    "qwirkles",
    "overruled",
    "violations",
    "count",
    "winner",
)
# Spreadsheets run what begins so; some take the full-width forms for the same. Where the system writes decimals with a
# comma they cut a line at its semicolons and heed no quotes, so a formula may begin behind one, too.
_FORMULA_START = re.compile(r"(^|[;,|\t])([\s\"]*[=+@\uff1d\uff0b\uff0d\uff20-])")


def render(sheet: Sheet) -> str:
    """Write the table with CRLF line ends (RFC 4180).

    `placed` holds tiles as 4O@3,-1, or the cards from the hand; `lines` the points of each line, which add up to
    `points` (what counts only once stands there as a negative number); in the card game `lines` holds the Qwirkles
    taken, the cards of each joined by plus signs. `count` is how many tiles were exchanged; `winner` is true in every
    line of a player who won.
    """
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(COLUMNS)
    writer.writerows(_line(sheet, entry) for entry in sheet.entered)
    return stream.getvalue()


def harmless(text: str) -> str:
    """Keep a spreadsheet from taking a text for a formula."""
    return _FORMULA_START.sub(r"\1'\2", text)


def _line(sheet: Sheet, entry: Entered) -> list[object]:
    row = entry.row
    return [
        row.number,
        harmless(sheet.state.players[row.player].name),
        row.kind,
        " ".join(row.played or (f"{tile}@{x},{y}" for tile, (x, y) in row.placed)),
        " ".join("+".join(cards) for cards in row.stacked) or " ".join(str(number) for number in addends(row)),
        row.points,
        row.bonus,
        entry.total,
        row.qwirkles,
        str(row.overruled).lower(),
        " ".join(row.verdict.codes if row.verdict else ()),
        "" if row.count is None or row.kind != "exchange" else row.count,
        str(row.player in sheet.state.winners).lower(),
    ]
