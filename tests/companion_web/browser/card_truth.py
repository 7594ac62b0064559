"""What happens in the shipped film of cards, as its truth says, and as the page shows it."""

from tests.companion_web.browser.truth import shown
from tileye.companion_web.commands.demo import CARD_FILM
from tileye.rules.jsonlines import Json, parse_object

_TRUTH = CARD_FILM / "truth.jsonl"
_EVENTS: list[Json] = [parse_object(line) for line in _TRUTH.read_bytes().splitlines()] if _TRUTH.exists() else []


def _those(kind: str) -> list[Json]:
    return [event for event in _EVENTS if event["event"] == kind]


TURNS = _those("turn")
ALARMS = _those("violation")
NAMES: list[str] = [name for event in _those("game") for name in event["players"]]
SHEET: Json = next(iter(_those("sheet")), {})
POINTS: dict[str, int] = {player["name"]: player["points"] for player in SHEET.get("players", [])}
_NO_POINTS = "\N{EN DASH}"
ROWS = shown(
    [
        [
            str(turn["number"]),
            NAMES[turn["player"]],
            f"+{turn['points']}" if turn["points"] else _NO_POINTS,
            str(turn["total"]),
            *turn["added"],
        ]
        for turn in TURNS
    ]
)
TABLE = sorted(sorted(cards) for turn in TURNS[-1:] for cards in turn["after"])
STACKS = sorted(sorted(cards) for turn in TURNS for cards in turn["taken"])
