"""What happens in the shipped film, as its truth says, and as the page shows it."""

from tests.companion_web.browser.screens import WORDS, Placed
from tileye.companion_web.commands.demo import FILM
from tileye.rules.jsonlines import Json, parse_object

_TRUTH = FILM / "truth.jsonl"
EVENTS: list[Json] = [parse_object(line) for line in _TRUTH.read_bytes().splitlines()] if _TRUTH.exists() else []


def _those(kind: str) -> list[Json]:
    return [event for event in EVENTS if event["event"] == kind]


TURNS = _those("turn")
NAMES: list[str] = [name for event in _those("game") for name in event["players"]]
SHEET: Json = next(iter(_those("sheet")), {})
DECLARED = [len(turn["placed"]) for turn in sorted(TURNS[:2], key=lambda turn: turn["player"])]
BOARD: set[Placed] = {(tile, x, y) for turn in TURNS for tile, x, y in turn["placed"]}
POINTS: dict[str, int] = {player["name"]: player["points"] for player in SHEET.get("players", [])}


def shown(rows: list[list[str]]) -> list[list[str]]:
    """Rows of turns, with the tiles of each in no order."""
    return [[*row[:4], *sorted(row[4:])] for row in rows]


ROWS = shown(
    [
        [str(turn["number"]), NAMES[turn["player"]], f"+{turn['points']}", str(turn["total"])]
        + [tile for tile, _, _ in turn["placed"]]
        for turn in TURNS
    ]
)
WRONG = [", ".join(WORDS[f"tiles.{tile}"] for tile, _, _ in event["placed"]) for event in _those("violation")]
"""What is laid against the rules, as tiles are named."""
