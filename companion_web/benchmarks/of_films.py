"""How well films are refereed: `python -m tileye.companion_web.benchmarks.of_films FOLDER...` beside their truth.

Each folder is one of those that `python -m tileye.datasets.films` makes: `film.mp4`, `truth.jsonl`, and `inputs.jsonl`
with what people say; films of tiles or of cards. Prints a row for each film and the sums; `--wrong` also what differs.
`--shaken 2` has a camera that is never at rest: each frame is up to two pixels from its place.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tileye.rules.game import Game, Setup
from tileye.rules.jsonlines import Json
from tileye.rules.rulesets import find_rules
from tileye.rules.state import Player
from tileye.vision.benchmarks.camera_shake import WAYS, Shaken
from tileye.vision.card_live import followed_cards
from tileye.vision.cards.reading import open_card_reader
from tileye.vision.following import Follower
from tileye.vision.live import Live
from tileye.vision.reading import Reader, open_reader
from tileye.vision.referee.events import event_json
from tileye.vision.referee.inputs import parse_input
from tileye.vision.referee.machine import Referee
from tileye.vision.sources.files import FilmSource

_EARLY, _LATE = 1.0, 8.0
"""An alarm is the right one from so many seconds before to so many after the truth says that tiles lie there."""
_LONG = 3.0
"""A table that cannot be explained for longer is a fault."""

Cell = tuple[int, int]
Laid = tuple[str, int, int]
Move = Callable[[Cell], Cell]


@dataclass(frozen=True, slots=True)
class Score:
    """What was right in one film, or in all."""

    films: int = 0
    turns: int = 0
    turns_right: int = 0
    turns_too_many: int = 0
    sheets_right: int = 0
    alarms: int = 0
    alarms_missed: int = 0
    false_alarms: int = 0
    takebacks: int = 0
    takebacks_seen: int = 0
    unsure: int = 0
    long_desyncs: int = 0

    def __add__(self, other: "Score") -> "Score":
        mine, others = asdict(self), asdict(other)
        return Score(**{name: mine[name] + others[name] for name in mine})


def referee(reader: Reader, folder: Path, shaken: float = 0.0, way: str = "random") -> list[Json]:
    """Watch a film as `tileye watch` does, perhaps with a camera that shakes; all that is told."""
    game = read_lines(folder / "truth.jsonl")[0]
    players = tuple(Player(name) for name in game["players"])
    spoken = folder / "inputs.jsonl"
    said = [parse_input(line) for line in read_lines(spoken)] if spoken.exists() else []
    rules = find_rules(game["rules"])
    record = Game(Setup(rules, players, pieces=rules.pieces))
    source = Shaken(FilmSource(folder / "film.mp4"), shaken, way)
    live: Follower = (
        followed_cards(record, source, open_card_reader(), said)
        if rules.kind == "cards"
        else Live(source, reader, Referee(record), said)
    )
    return [event_json(event) for step in live.steps() for event in step.events]


def score(truth: Sequence[Json], told: Sequence[Json]) -> tuple[Score, list[str]]:
    """Compare what was told with the truth; the second answer are the differences in words."""
    want, got = standing(truth), standing(told)
    move = best_move(
        [cell for turn in got for cell in turn.get("placed", ())],
        [cell for turn in want for cell in turn.get("placed", ())],
    )
    wanted, found = Counter(_key(turn, lambda cell: cell) for turn in want), Counter(_key(turn, move) for turn in got)
    missed, false = _alarms(truth), []
    for at, codes in _alarms(told):
        right = next((one for one in missed if one[1] == codes and -_EARLY <= at - one[0] <= _LATE), None)
        if right:
            missed.remove(right)
        else:
            false.append((at, codes))
    sheets = [next((one for one in reversed(events) if one["event"] == "sheet"), {}) for events in (truth, told)]
    totals = [[(one["name"], one["points"]) for one in sheet.get("players", ())] for sheet in sheets]
    desyncs = _long_desyncs(told)
    counted = [Counter(event["event"] for event in events) for events in (truth, told)]
    differences = [
        *(f"missing: {turn}" for turn in (wanted - found).elements()),
        *(f"wrong: {turn}" for turn in (found - wanted).elements()),
        *(f"no alarm at {at:g} s: {' '.join(sorted(codes))}" for at, codes in missed),
        *(f"false alarm at {at:g} s: {' '.join(sorted(codes))}" for at, codes in false),
        *(f"not explained from {at:g} s on" for at in desyncs),
    ]
    return Score(
        films=1,
        turns=len(want),
        turns_right=sum((wanted & found).values()),
        turns_too_many=max(0, len(got) - len(want)),
        sheets_right=int(totals[0] == totals[1]),
        alarms=len(_alarms(truth)),
        alarms_missed=len(missed),
        false_alarms=len(false),
        takebacks=counted[0]["takeback"],
        takebacks_seen=counted[1]["takeback"],
        unsure=counted[1]["unsure"],
        long_desyncs=len(desyncs),
    ), differences


def standing(events: Iterable[Json]) -> list[Json]:
    """The turns that stand at the end, in their order."""
    turns: dict[int, Json] = {}
    for event in events:
        if event["event"] in ("turn", "corrected"):
            turns[event["number"]] = event
        elif event["event"] == "takeback":
            turns.pop(event["number"], None)
    return [turns[number] for number in sorted(turns)]


def best_move(seen: Sequence[Laid], true: Sequence[Laid]) -> Move:
    """The quarter turns and the shift that make as many tiles as possible agree."""
    truth = {(tile, x, y) for tile, x, y in true}
    best, most = (0, 0, 0), -1
    for quarters in range(4):
        spun = [(tile, *_turned((x, y), quarters)) for tile, x, y in seen]
        shifts = Counter((tx - x, ty - y) for name, x, y in spun for tile, tx, ty in truth if tile == name)
        for (dx, dy), count in shifts.most_common(1):
            if count > most:
                best, most = (quarters, dx, dy), count

    def move(cell: Cell) -> Cell:
        x, y = _turned(cell, best[0])
        return x + best[1], y + best[2]

    return move


def _turned(cell: Cell, quarters: int) -> Cell:
    x, y = cell
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _key(turn: Json, move: Move) -> tuple[object, ...]:
    """What has to be right of a turn: the tiles laid; of cards the table after it, and what was taken."""
    if "after" in turn:
        done = (tuple(sorted(tuple(sorted(cards)) for cards in turn[sets])) for sets in ("after", "taken"))
        return turn["player"], *done, turn["points"]
    return turn["player"], tuple(sorted((tile, move((x, y))) for tile, x, y in turn["placed"])), turn["points"]


def _alarms(events: Iterable[Json]) -> list[tuple[float, frozenset[str]]]:
    alarms = (event for event in events if event["event"] == "violation")
    return [(event["at"], frozenset(fault["code"] for fault in event["violations"])) for event in alarms]


def _long_desyncs(events: Iterable[Json]) -> list[float]:
    """When the table could not be explained any more, for longer than a moment."""
    found, since = [], None
    for event in events:
        if event["event"] == "desync" and since is None:
            since = event["at"]
        elif event["event"] in ("resync", "sheet") and since is not None:
            found += [since] if event["at"] - since > _LONG else []
            since = None
    return found


def read_lines(file: Path) -> list[Json]:
    """Read a file of JSON lines."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def main(words: Sequence[str] | None = None) -> int:
    """Referee each film and print how well; 1 where anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tileye.companion_web.benchmarks.of_films", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="a film with its truth")
    parser.add_argument("--wrong", action="store_true", help="also print what differs")
    parser.add_argument(
        "--shaken", type=float, default=0.0, metavar="PIXELS", help="how far frames are from their place"
    )
    parser.add_argument("--way", choices=sorted(WAYS), default="random", help="how they shake (default: random)")
    wanted = parser.parse_args(words)
    reader, total, wrong = open_reader(), Score(), False
    heads = list(asdict(total))
    sys.stdout.write(f"| film | {' | '.join(head.replace('_', ' ') for head in heads[1:])} |\n")
    sys.stdout.write("|---" * len(heads) + "|\n")
    for folder in wanted.folders:
        told = referee(reader, folder, wanted.shaken, wanted.way)
        found, differences = score(read_lines(folder / "truth.jsonl"), told)
        _print_row(folder.name, found)
        if wanted.wrong:
            sys.stdout.writelines(f"    {difference}\n" for difference in differences)
        total, wrong = total + found, wrong or bool(differences)
    _print_row(f"all {total.films}", total)
    return int(wrong)


def _print_row(name: str, found: Score) -> None:
    sys.stdout.write(f"| {name} | {' | '.join(str(number) for number in list(asdict(found).values())[1:])} |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
