"""What every store of games does, whatever it keeps them in."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from tileye.companion_web.errors import InputError
from tileye.rules.game import Entry, Game, Setup
from tileye.rules.jsonlines import Json
from tileye.rules.rulesets import find_rules
from tileye.rules.state import first_in, sheet_event, winners_among
from tileye.rules.tiles import shown

NAME_LENGTH = 80
"""Characters in the name of a game; longer ones are cut."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_ID_LENGTH = 8


class StoreError(InputError):
    """The store cannot do it; the text is one sentence that says what to do."""

    def __init__(self, reason: str, place: str | None = None) -> None:
        super().__init__(f"{place}: {reason}" if place else reason)
        self.reason = reason
        """The same without saying where the file lies, which concerns nobody on the network."""


class NoGame(StoreError):  # noqa: N818
    """No game has this id."""


class Conflict(StoreError):  # noqa: N818
    """The events do not follow those that are kept: somebody else has written to this game."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """One line of the list of games."""

    id: str
    """Eight characters a-z and 2-7; never changes."""
    name: str
    """For people: may be changed, need not be unique."""
    created: float
    changed: float
    """When the last event was kept."""
    rules: str
    players: tuple[str, ...]
    points: tuple[int, ...]
    turns: int
    ended: str | None
    deleted: float | None
    """In the bin since then."""
    plan: Json
    """What was agreed besides the record; `torn` says why the last line of one from elsewhere was left out."""
    damaged: bool = False
    """Whether what is kept of it cannot be read as it should be; what could not be is empty then."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won, as the sheet of these rules says it."""
        return winners_among(find_rules(self.rules), self.points) if self._decided else ()

    @property
    def tied(self) -> tuple[int, ...]:
        """Who agree on a rematch, since the sheet names no winner of a tie."""
        return first_in(self.points) if self._decided and not self.winners else ()

    @property
    def _decided(self) -> bool:
        return bool(self.ended and self.turns and self.points)


@dataclass(frozen=True, slots=True)
class Summary:
    """How a game stands, as far as the list of games shows it."""

    players: tuple[str, ...]
    points: tuple[int, ...]
    turns: int
    ended: str | None


def summary_of(game: Game) -> Summary:
    """Sum a game up for the list of games; while turns have no names, nobody has points."""
    state = game.state
    turns = sheet_event(state)["turns"]
    assert isinstance(turns, int)
    points = () if game.nameless else state.points
    return Summary(tuple(player.name for player in state.players), points, turns, state.ended)


def tidy_name(name: str) -> str:
    """Leave of the name of a game what can be printed, in one line of bearable length."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:NAME_LENGTH].strip()


def some_id() -> str:
    """Draw an id for a game, which another one may have already."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def no_game(game: str) -> NoGame:
    """What is raised for an id that no game has."""
    return NoGame(f"no game has the id {shown(game)}: the list of games shows those that exist")


class Store(Protocol):
    """Games with their records, pictures of turns, and settings; any thread may call it.

    What a method has changed is on disk when it returns. An id that no game has raises NoGame.
    """

    def create(self, setup: Setup, name: str, plan: Json, now: float) -> str:
        """Begin a game without events and return its id; without a name it is called after its players."""

    def append(self, game: str, entries: Sequence[Entry], summary: Summary) -> None:
        """Add events, all or none; raise Conflict unless they follow what is kept, StoreError for a game in the bin."""

    def take(self, lines: Iterable[bytes | None], name: str, now: float) -> str:
        """Keep a record from elsewhere, lines as `bounded_lines` gives them; raise InputError where it is broken."""

    def lines(self, game: str) -> list[str]:
        """Return the lines of the record, its header first, without line ends."""

    def open(self, game: str) -> Game:
        """Replay a game."""

    def info(self, game: str) -> GameInfo:
        """Return the line of one game, whether it is in the bin or not."""

    def games(self, *, deleted: bool = False) -> list[GameInfo]:
        """List the games, those played last first; or what is in the bin, thrown away last first."""

    def rename(self, game: str, name: str) -> None:
        """Give a game another name."""

    def set_plan(self, game: str, plan: Json) -> None:
        """Replace what was agreed besides the record."""

    def delete(self, game: str) -> None:
        """Put a game into the bin, from which it is gone after 30 days."""

    def restore(self, game: str) -> None:
        """Take a game out of the bin."""

    def purge(self, game: str) -> None:
        """Remove a game in the bin for good, its pictures too."""

    def keep_picture(self, game: str, row_id: int, jpeg: bytes) -> None:
        """Keep what the camera saw at a turn, in place of an earlier picture of it."""

    def picture(self, game: str, row_id: int) -> bytes | None:
        """Return what the camera saw at a turn, if it was kept."""

    def drop_pictures(self, game: str) -> None:
        """Remove all pictures of a game."""

    def setting(self, key: str) -> Json | None:
        """Return a setting that was kept."""

    def set_setting(self, key: str, value: Json) -> None:
        """Keep a setting."""

    def close(self) -> None:
        """Let go of the store; nothing else may be called afterwards."""
