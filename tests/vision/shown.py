"""A source of drawn tables: tiles lie, hands come and go, a camera is lost; and a reader that knows such tiles."""

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from tests.vision.eyes import RedNamer, SquareFinder, table
from tileye.rules.board import Cell
from tileye.rules.game import Game, Setup
from tileye.rules.rulesets import TILES
from tileye.rules.state import Player
from tileye.rules.tiles import Tile
from tileye.vision.detection.detector import Detections, Detector
from tileye.vision.images.pictures import Picture
from tileye.vision.live import Live
from tileye.vision.reading import Reader
from tileye.vision.referee.events import Event, event_json
from tileye.vision.referee.inputs import Input, parse_input
from tileye.vision.referee.machine import Referee
from tileye.vision.referee.settings import Settings
from tileye.vision.sources.frames import Frame, Item, Source

FPS = 15
SIDE, PITCH = 40, 44
SIZE = (360, 640)
Board = Mapping[Cell, Tile]


def drawn(board: Board, loose: Iterable[tuple[float, float, Tile]] = (), size: tuple[int, int] = SIZE) -> Picture:
    """A table from above, the cell 0, 0 in its middle; loose tiles lie where they lie, turned a bit."""
    high, wide = size
    squares = [(wide / 2 + PITCH * x, high / 2 + PITCH * y, SIDE, 0.0) for x, y in board]
    others = [(x, y, SIDE, 30.0) for x, y, _ in loose]
    return table(size, [*squares, *others], [*board.values(), *(tile for _, _, tile in loose)])


def with_hand(picture: Picture, reach: float) -> Picture:
    """The same with an arm that reaches in from the right, as far as so much of the width."""
    arm = picture.copy()
    high, wide = picture.shape[:2]
    left = wide - round(reach * wide)
    # Skin has its folds: an arm that moves looks otherwise in every frame.
    stripes = 130 + 30 * np.sin((np.arange(wide - left) + 3 * reach * wide) / 3)
    arm[high // 3 : 2 * high // 3, left:] = stripes[:, None].astype(np.uint8) * np.array([1, 0.8, 0.7])
    return arm


class Shown(Source):
    """Gives what a script says."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._script, self._at, self._closed = list(items), 0.0, False

    @property
    def seconds(self) -> float:
        return self._at

    def close(self) -> None:
        self._closed = True

    def _items(self) -> Iterator[Item]:
        for item in self._script:
            if self._closed:
                return
            self._at = item.at
            yield item


class Script:
    """Writes what a source shows."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.at = 0.0

    def still(self, picture: Picture, seconds: float) -> "Script":
        """Nothing moves."""
        return self._add(picture for _ in range(round(seconds * FPS)))

    def hand(self, picture: Picture, seconds: float = 1.0, reach: float = 0.6) -> "Script":
        """A hand comes and goes again over this table."""
        count = round(seconds * FPS)
        return self._add(with_hand(picture, reach * np.sin(np.pi * (step + 0.5) / count)) for step in range(count))

    def lay(self, board: Board, wait: float = 4.0) -> "Script":
        """A hand makes the table look so, then nothing moves."""
        return self.hand(drawn(board)).still(drawn(board), wait)

    def _add(self, pictures: Iterable[Picture]) -> "Script":
        for picture in pictures:
            self.items.append(Frame(self.at, picture))
            self.at += 1 / FPS
        return self


class Dazzled:
    """A finder that sees no tile where nothing but white is."""

    def __init__(self) -> None:
        self.finder = Detector(SquareFinder(), 640)

    def find(self, picture: Picture, side: float = 0.0) -> Detections:
        found = self.finder.find(picture, side)
        x, y = found.quads.mean(1).astype(int).T
        return found.taken(picture[y, x].min(1) < 255)


def burnt_out(picture: Picture, *cells: Cell) -> Picture:
    """The same with the image of a lamp on some cells."""
    burnt = picture.copy()
    high, wide = SIZE
    for x, y in cells:
        left, top = wide // 2 + PITCH * x - SIDE // 2, high // 2 + PITCH * y - SIDE // 2
        burnt[top : top + SIDE, left : left + SIDE] = 255
    return burnt


def dazzled_reader() -> Reader:
    """The same as `reader`, but for tiles that are burnt out."""
    return Reader(Dazzled(), RedNamer())


def reader() -> Reader:
    """A reader of such tables."""
    return Reader(Detector(SquareFinder(), 640), RedNamer())


def new_referee(settings: Settings | None = None) -> Referee:
    """A referee of a game in which nothing has happened."""
    return Referee(Game(Setup(TILES, (Player("Ada"), Player("Ben")))), settings)


def live_of(
    script: Script, said: Iterable[Input] = (), settings: Settings | None = None, eye: Reader | None = None
) -> Live:
    """A game that is played as the script says."""
    return Live(Shown(script.items), eye or reader(), new_referee(settings), said)


def say(at: float, what: str, /, **told: object) -> Input:
    """Somebody says something."""
    return parse_input({"at": at, "input": what, **told})


def told(live: Live) -> list[Event]:
    """All that is told until the end."""
    return [event for step in live.steps() for event in step.events]


def turns(events: Iterable[Event]) -> list[tuple[int, list[list[str | int]], int]]:
    """Who laid what for how many points."""
    shown = [event_json(event) for event in events]
    return [(one["player"], one["placed"], one["points"]) for one in shown if one["event"] == "turn"]
