"""A table played by a script: hands come, tiles lie, words are said, and a referee watches."""

from collections.abc import Mapping
from typing import Any

from tileye.rules.board import Cell
from tileye.rules.game import Game, Setup
from tileye.rules.rulesets import TILES, RuleSet
from tileye.rules.state import Player
from tileye.rules.tiles import Tile
from tileye.vision.referee.beginning import BeginMode, Beginning
from tileye.vision.referee.events import event_json
from tileye.vision.referee.inputs import parse_input
from tileye.vision.referee.machine import Referee
from tileye.vision.referee.observations import Observation
from tileye.vision.referee.settings import Settings, for_pictures

Laid = tuple[Tile, int, int]
_STEP = 1 / 15


def new_game(rules: RuleSet = TILES, players: int = 2, colours: str | None = None) -> Game:
    """A game in which nothing has happened."""
    return Game(Setup(rules, tuple(Player(name) for name in ("Ada", "Ben", "Cleo", "Dora")[:players]), colours))


class Table:
    """Tiles on a table and the referee that watches them; every method gives the events that it set off."""

    def __init__(
        self, rules: RuleSet = TILES, settings: Settings | None = None, players: int = 2, begin: BeginMode = "auto"
    ) -> None:
        self.referee = Referee(new_game(rules, players), settings, Beginning(begin))
        self.at = 0.0
        self.lying: dict[Cell, Mapping[Tile, float]] = {}
        self.hidden: set[Cell] = set()
        self.odd: set[Cell] = set()

    def still(self, seconds: float) -> list[dict[str, Any]]:
        """Nothing moves."""
        seen = []
        for _ in range(round(seconds / _STEP)):
            self.at += _STEP
            seen += self.referee.see(self.observation())
        return [event_json(event) for event in seen]

    def observation(self) -> Observation:
        """What the eye sees now."""
        tiles = {cell: names for cell, names in self.lying.items() if cell not in self.hidden | self.odd}
        return Observation(self.at, tiles=tiles, hidden=frozenset(self.hidden), odd=frozenset(self.odd))

    def hand(self, seconds: float = 1.5) -> list[dict[str, Any]]:
        """A hand is there."""
        seen = []
        for _ in range(round(seconds / _STEP)):
            self.at += _STEP
            seen += self.referee.see(Observation(self.at, busy=True))
        return [event_json(event) for event in seen]

    def lay(self, *placed: Laid, wait: float = 4.0, hand: float = 1.5) -> list[dict[str, Any]]:
        """A hand lays tiles, and then nothing moves."""
        told = self.hand(hand)
        self.put(*placed)
        return told + self.still(wait)

    def put(self, *placed: Laid) -> None:
        """Tiles lie there from now on."""
        for tile, x, y in placed:
            self.lying[x, y] = {tile: 0.98}

    def lift(self, *cells: Cell, wait: float = 4.0, hand: float = 1.5) -> list[dict[str, Any]]:
        """A hand lifts tiles, and then nothing moves."""
        told = self.hand(hand)
        for cell in cells:
            del self.lying[cell]
        return told + self.still(wait)

    def say(self, name: str, **told: object) -> list[dict[str, Any]]:
        """Somebody says something."""
        events, refused = self.referee.tell(parse_input({"at": self.at, "input": name, **told}))
        self.refused = str(refused) if refused else None
        return [event_json(event) for event in events]

    def finish(self) -> list[dict[str, Any]]:
        """The film is over."""
        return [event_json(event) for event in self.referee.finish(self.at)]

    def turns(self) -> list[list[list[str | int]]]:
        """The tiles of the turns that stand."""
        rows = self.referee.game.state.rows
        return [[[tile, x, y] for tile, (x, y) in row.placed] for row in rows if row.kind == "turn"]


class Pictures:
    """A folder of pictures; each gives its events."""

    def __init__(self, rules: RuleSet = TILES, players: int = 2) -> None:
        self.referee = Referee(new_game(rules, players), for_pictures())
        self.number = 0

    def show(self, board: Mapping[Cell, Tile | Mapping[Tile, float]], *, skipped: bool = False) -> list[dict[str, Any]]:
        """One more picture, perhaps with others missing before it."""
        self.number += 1
        tiles = {cell: {one: 0.98} if isinstance(one, str) else one for cell, one in board.items()}
        return [event_json(event) for event in self.referee.see(Observation(self.number, tiles=tiles, skipped=skipped))]

    def finish(self) -> list[dict[str, Any]]:
        """There are no more pictures."""
        return [event_json(event) for event in self.referee.finish(self.number)]


def names(events: list[dict[str, Any]]) -> list[str]:
    """What the events are called, but for the proposals."""
    return [event["event"] for event in events if event["event"] != "proposed"]
