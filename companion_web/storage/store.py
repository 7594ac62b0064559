"""What every store of games does, whatever it keeps them in."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from tileye.companion_web.errors import InputError
from tileye.rules.errors import CodedError
from tileye.rules.game import Entry, Game, Setup
from tileye.rules.jsonlines import Json
from tileye.rules.rulesets import find_rules
from tileye.rules.state import first_in, sheet_event, winners_among
from tileye.rules.tiles import shown

NAME_LENGTH = 80
"""Characters in the name of a game; longer ones are cut."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_ID_LENGTH = 8


def turn_notes_key(game: str) -> str:
    """The setting that keeps what the record of a game does not say of its turns; it goes with the game."""
    return f"turn notes of {game}"


class StoreError(CodedError, InputError):
    """The store cannot do it; the text is one sentence that says what to do.

    `sentence` is the same without saying where the file lies, which concerns nobody on the network.
    """

    sentences: ClassVar[Mapping[str, str]] = {
        "full_disk": "the disk is full: make room and try again",
        "other_program": "another program is writing to it: close that program and try again",
        "read_only": "it may not be changed: allow it, or choose another folder with --data DIR",
        "cannot_open": "it cannot be opened: check the folder, or choose another with --data DIR",
        "damaged": "it is damaged: move it away and put a copy of it in its place",
        "rubbish": "it is damaged: move it away and put a copy of it in its place",
        "bad_disk": "the disk does not read or write: check it, or choose another folder with --data DIR",
        "unreachable": "the games cannot be reached: {why}",
        "does_not_fit": "a value does not fit into it: {why}",
        "foreign": "it is a database of another program: choose another folder with --data DIR",
        "newer": "a newer tileye wrote it: update this one, or choose another folder with --data DIR",
        "not_local": "{setting} is not possible there: choose a local folder with --data DIR",
        "cannot_copy": "it cannot be copied before it is brought up to date: {why}",
        "damaged_record": "the record of the game {game} is damaged, {why}: put a copy in its place",
        "no_room": "the disk is full: make room for {folder}, or choose another folder with --data DIR",
        "locked_folder": "the folder {folder} may not be written: allow it, or choose another with --data DIR",
        "no_folder": "the folder {folder} cannot be made ({why}): choose another with --data DIR",
        "running": "tileye is running already with the games in {folder}: {page}, or name another folder with --data",
        "no_game": "no game has the id {game}: the list of games shows those that exist",
        "in_bin": "the game {game} is in the bin: restore it to go on",
        "not_in_bin": "the game {game} is not in the bin: only what is there can be removed for good",
        "no_game_name": "a game needs a name: at least one character that can be printed",
        "out_of_order": "the game {game} goes on with event {expected}, not {event}: open it again",
    }

    def __init__(self, code: str, place: str | None = None, **fields: object) -> None:
        super().__init__(code, **fields)
        self._place = place

    def __str__(self) -> str:
        return f"{self._place}: {self.sentence}" if self._place else self.sentence


class UnreadableRecord(CodedError, InputError):  # noqa: N818
    """What came from elsewhere is no record."""

    sentences: ClassVar[Mapping[str, str]] = {"record": "this is no record of a game that can be read: {reason}"}


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
    return NoGame("no_game", game=shown(game))


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
        """Remove a game in the bin for good, its pictures and the notes of its turns too."""

    def keep_picture(self, game: str, row_id: int, jpeg: bytes) -> None:
        """Keep what the camera saw at a turn, in place of an earlier picture of it."""

    def picture(self, game: str, row_id: int) -> bytes | None:
        """Return what the camera saw at a turn, if it was kept."""

    def setting(self, key: str) -> Json | None:
        """Return a setting that was kept."""

    def set_setting(self, key: str, value: Json) -> None:
        """Keep a setting."""

    def close(self) -> None:
        """Let go of the store; nothing else may be called afterwards."""
