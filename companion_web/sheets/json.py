"""The score sheet as one JSON object: the `sheet` event with every row in full."""

from tileye.companion_web.sheets.layout import Entered, Sheet
from tileye.rules.jsonlines import Json, dump
from tileye.rules.state import sheet_event
from tileye.rules.wire import arranged_json, placed_json, verdict_json


def render(sheet: Sheet) -> str:
    """Write the sheet as one line of JSON; `player` in the rows counts the players from 0."""
    state = sheet.state
    rows = [_row(entry) for entry in sheet.entered]
    return dump({**sheet_event(state), "rules": state.rules.name, "ended": state.ended, "rows": rows}) + "\n"


def _row(entry: Entered) -> Json:
    row = entry.row
    what = {"exchange": {"count": row.count}, "turn": _turn(entry)}.get(row.kind, {})
    head = {"number": row.number, "at": entry.at, "player": row.player, "kind": row.kind}
    return {**head, **what, "points": row.points, "bonus": row.bonus, "total": entry.total}


def _turn(entry: Entered) -> Json:
    row = entry.row
    verdict = verdict_json(row.verdict) if row.verdict else {}
    kept: Json = {key: verdict[key] for key in ("lines", "counted_once", "violations") if key in verdict}
    laid = {"placed": placed_json(row.placed)} if row.placed else arranged_json(row)
    return {**laid, **kept, "qwirkles": row.qwirkles, "overruled": row.overruled}
