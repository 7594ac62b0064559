"""A store that keeps everything in lists and forgets it: what the real one has to agree with."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from tileye.companion_web.storage.bin import expire
from tileye.companion_web.storage.store import (
    Conflict,
    GameInfo,
    NoGame,
    StoreError,
    Summary,
    UnreadableRecord,
    summary_of,
    turn_notes_key,
)
from tileye.rules.game import Entry, Game, Setup
from tileye.rules.jsonlines import Json, dump
from tileye.rules.record import RecordError, entry_json, read_record, record_lines


@dataclass
class Kept:
    """All that is kept of one game."""

    info: GameInfo
    lines: list[str]
    pictures: dict[int, bytes] = field(default_factory=dict)


class MemoryStore:
    """A `Store` in memory; who creates a game says which id it gets."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.bin, _ = expire(None, clock(), ())
        self.next_id = ""
        self.kept: dict[str, Kept] = {}
        self.settings: dict[str, Json] = {}

    def create(self, setup: Setup, name: str, plan: Json, now: float) -> str:
        return self._begin(Game(setup), name, plan, now)

    def take(self, lines: Iterable[bytes | None], name: str, now: float) -> str:
        try:
            reading = read_record(lines)
        except RecordError as error:
            raise UnreadableRecord("record", reason=error, line=error.line) from None
        plan = {"source": "hand", "torn": reading.torn} if reading.torn else {"source": "hand"}
        return self._begin(reading.game, name, plan, now)

    def append(self, game: str, entries: Sequence[Entry], summary: Summary) -> None:
        kept = self._kept(game)
        if kept.info.deleted is not None:
            raise StoreError("in_bin", game=game)
        if [entry.seq for entry in entries] != [len(kept.lines) + n for n in range(len(entries))]:
            raise Conflict("out_of_order", game=game, expected=0, event=0)
        kept.lines += [dump(entry_json(entry)) for entry in entries]
        self._change(
            game,
            changed=self.clock(),
            players=summary.players,
            points=summary.points,
            turns=summary.turns,
            ended=summary.ended,
        )

    def lines(self, game: str) -> list[str]:
        return self._kept(game).lines

    def open(self, game: str) -> Game:
        return read_record(line.encode() for line in self.lines(game)).game

    def info(self, game: str) -> GameInfo:
        return self._kept(game).info

    def games(self, *, deleted: bool = False) -> list[GameInfo]:
        if deleted:
            gone = [kept.info for kept in self.kept.values() if kept.info.deleted is not None]
            return sorted(gone, key=lambda info: (-(info.deleted or 0), info.id))
        here = [kept.info for kept in self.kept.values() if kept.info.deleted is None]
        return sorted(here, key=lambda info: (-info.changed, info.id))

    def rename(self, game: str, name: str) -> None:
        if not name:
            raise StoreError("no_game_name")
        self._change(game, name=name)

    def set_plan(self, game: str, plan: Json) -> None:
        self._change(game, plan=plan)

    def delete(self, game: str) -> None:
        if self._kept(game).info.deleted is None:
            self._change(game, deleted=self.clock())

    def restore(self, game: str) -> None:
        self._change(game, deleted=None)

    def purge(self, game: str) -> None:
        if self._kept(game).info.deleted is None:
            raise StoreError("not_in_bin", game=game)
        self._remove(game)

    def keep_picture(self, game: str, row_id: int, jpeg: bytes) -> None:
        self._kept(game).pictures[row_id] = jpeg

    def picture(self, game: str, row_id: int) -> bytes | None:
        return self._kept(game).pictures.get(row_id)

    def setting(self, key: str) -> Json | None:
        return self.settings.get(key)

    def set_setting(self, key: str, value: Json) -> None:
        self.settings[key] = value

    def close(self) -> None:
        """What happens when a store is closed and opened again."""
        waiting = {f"{game} {kept.info.deleted}": game for game, kept in self.kept.items() if kept.info.deleted}
        self.bin, over = expire(self.bin, self.clock(), waiting)
        for key in over:
            self._remove(waiting[key])

    def _remove(self, game: str) -> None:
        del self.kept[game]
        self.settings.pop(turn_notes_key(game), None)

    def _kept(self, game: str) -> Kept:
        if game not in self.kept:
            raise NoGame("no_game", game=game)
        return self.kept[game]

    def _change(self, game: str, **fields: object) -> None:
        kept = self._kept(game)
        kept.info = replace(kept.info, **fields)  # type: ignore[arg-type]

    def _begin(self, game: Game, name: str, plan: Json, now: float) -> str:
        stands = summary_of(game)
        info = GameInfo(
            id=self.next_id,
            name=name or ", ".join(stands.players),
            created=now,
            changed=now,
            rules=game.setup.rules.name,
            players=stands.players,
            points=stands.points,
            turns=stands.turns,
            ended=stands.ended,
            deleted=None,
            plan=plan,
        )
        self.kept[self.next_id] = Kept(info, record_lines(game))
        return self.next_id
