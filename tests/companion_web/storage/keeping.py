"""A game to keep, and a clock that stands."""

from tests.rules.records import whole_game
from tileye.companion_web.storage.store import Store, Summary, summary_of
from tileye.rules.game import Entry, Game
from tileye.rules.record import record_lines
from tileye.rules.rulesets import TILES

NOON = 1_763_467_200.0
DAY = 86_400.0
GAME = whole_game(TILES)
HEADER, *EVENTS = record_lines(GAME)
PLAN = {"source": "hand", "language": "de"}


class Clock:
    """A clock that stands until somebody turns it on."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


def summary(count: int) -> Summary:
    """How the game stands after so many events."""
    game = Game(GAME.setup)
    for entry in GAME.log[:count]:
        game.append(entry.event, entry.at)
    return summary_of(game)


def begun(store: Store, name: str = "Sunday", now: float = NOON) -> str:
    """Keep the beginning of a game."""
    return store.create(GAME.setup, name, PLAN, now)


def entries(first: int, last: int) -> list[Entry]:
    """Events of the game, by their numbers."""
    return GAME.log[first - 1 : last]


def kept(store: Store, count: int = len(EVENTS)) -> str:
    """Keep so many events of the game."""
    game = begun(store)
    store.append(game, entries(1, count), summary(count))
    return game
