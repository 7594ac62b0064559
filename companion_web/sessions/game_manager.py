"""All games that this program plays, and where they are kept."""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tileye.companion_web.sessions import InUse, Refused
from tileye.companion_web.sessions.game_plans import (
    GamePlan,
    begin_of,
    changed,
    game_settings_json,
    game_settings_of,
    parse_plan,
    rematch_of,
)
from tileye.companion_web.sessions.manual_session import ManualSession
from tileye.companion_web.sessions.open_sessions import LentReader, OpenSession, Readers, eye_for, said_in_film
from tileye.companion_web.sessions.pictures import WIDEST
from tileye.companion_web.sessions.previews import Previews
from tileye.companion_web.sessions.rescue import rescue
from tileye.companion_web.sessions.session import HEARING, GameSession, Play
from tileye.companion_web.sessions.source_choices import DEMO, HAND, NAMED, PHONE, PHOTOS, Offer, Sources
from tileye.companion_web.sessions.sources import RETRY
from tileye.companion_web.sessions.store_writer import turn_notes
from tileye.companion_web.storage import GameInfo, Store, summary_of
from tileye.rules.game import Game
from tileye.rules.jsonlines import Json
from tileye.vision.sources.frames import Source, SourceError

if TYPE_CHECKING:
    from tileye.vision.card_live import ReadsCards
    from tileye.vision.images.pictures import Picture
    from tileye.vision.reading import Reader


# What sees is loaded when a camera or a film is chosen: a game by hand needs none of it.


def _open_reader() -> "Reader":
    from tileye.vision.reading import open_reader

    return open_reader()


def _open_card_reader() -> "ReadsCards":
    from tileye.vision.cards.reading import open_card_reader

    return open_card_reader()


def _reads_cards() -> bool:
    from tileye.vision.cards.reading import reads_cards

    return reads_cards()


@dataclass(frozen=True, slots=True)
class ManagerSettings:
    """How games are played here."""

    speed: float = 1.0
    """How fast films are shown."""
    language: str = "en"
    """Of games whose set-up names none."""
    prefill: Json | None = None
    """What set-up is filled in with: `rules`, `players`."""
    reader: "Callable[[], Reader]" = _open_reader
    card_reader: "Callable[[], ReadsCards]" = _open_card_reader
    reads_cards: Callable[[], bool] = _reads_cards
    """Whether cards can be read here at all."""
    now: Callable[[], float] = time.time
    retry: float = RETRY
    """Seconds before a camera that cannot be opened is tried again."""
    hearing: float = HEARING
    """Seconds after which somebody who said something hears that nobody has heard it."""
    folder: Path | None = None
    """Where the games are kept, for whoever asks whether there is room; None where nobody said."""


@dataclass(frozen=True, slots=True)
class _Needs:
    """What a session needs to see, and the source if it is open already."""

    key: str
    lent: LentReader | None = None
    source: Source | None = None


class GameManager:
    """Begins games, goes on with them, and leaves them; for any thread."""

    def __init__(self, store: Store, sources: Sources | None = None, settings: ManagerSettings | None = None) -> None:
        self.store, self.sources = store, sources or Sources()
        self.settings = settings or ManagerSettings()
        self.front: str | None = None
        """The game that the page shows first."""
        self.on_change: Callable[[], None] = lambda: None
        """Called when a game was opened or closed, has ended or was brought back; not when the whole program ends."""
        self._changing = threading.Lock()
        self._open: dict[str, OpenSession] = {}
        self.readers, self.card_readers = Readers(self.settings.reader), Readers(self.settings.card_reader)
        self._previews = Previews(self.sources.open)

    # Sources.

    def offers(self) -> list[Offer]:
        """What a game can be watched with."""
        return self.sources.offers()

    def probe(self) -> list[Offer]:
        """Look for cameras again."""
        self._previews.close()
        return self.sources.probe([opened.source for opened in list(self._open.values())])

    def look(self, key: str) -> "Picture | None":
        """The newest picture of a source, before a game or in it; raise Refused where there is none to be had."""
        opened = next((opened for opened in list(self._open.values()) if opened.source == key != HAND), None)
        if opened:
            phone = self.sources.phone if key == PHONE else None
            # A game keeps the last picture; of a phone that has gone it says nothing any more.
            return None if phone and not phone.connected else opened.session.newest
        try:
            return self._previews.look(self.sources.checked(key))
        except SourceError as error:
            raise Refused.because(error) from None

    def preview(self, key: str) -> bytes | None:
        """The same as JPEG."""
        from tileye.vision.stills import as_jpeg

        picture = self.look(key)
        return None if picture is None else as_jpeg(picture, WIDEST)

    def free_cameras(self) -> tuple[int, ...]:
        """Let go of cameras that no game has; return the numbers of the others."""
        self._previews.close()
        numbers = (opened.source.removeprefix("camera-") for opened in list(self._open.values()))
        return tuple(sorted(int(number) for number in numbers if number.isdecimal()))

    # Games that are played.

    @property
    def sessions(self) -> list[GameSession]:
        """The games that are open."""
        return [opened.session for opened in list(self._open.values())]

    def session(self, game: str) -> GameSession | None:
        """The session of a game, if it is open."""
        opened = self._open.get(game)
        return opened.session if opened else None

    def watched_through(self, key: str) -> dict[str, bool]:
        """The open games that a source shows, and whether each is over."""
        shown = (opened.session for opened in list(self._open.values()) if opened.source == key)
        return {session.id: session.game.state.ended is not None for session in shown}

    def begin(self, value: Json) -> GameSession:
        """Begin a game as set-up asks; raise Refused where that cannot be."""
        watched = value.get("source") not in (None, HAND)
        plan = parse_plan(value, self.settings.language, reads_cards=watched and self.settings.reads_cards())
        with self._changing:
            self._free(plan.source)
            needs = self._equipped(plan.source, plan.setup.rules.kind)
            try:
                return self._begun(plan, needs)
            except BaseException:
                # A camera that is not let go of cannot be opened again.
                self._unequip(needs)
                raise

    def rematch(self, game: str) -> GameSession:
        """Begin another game of the same players with the same rules and camera; the next player starts."""
        info, session = self.store.info(game), self.session(game)
        played = session.game if session else self.store.open(game)
        if not played.state.ended:
            raise Refused("goes_on")
        key = str(info.plan.get("source", HAND))
        unread = played.setup.rules.kind == "cards" and key != HAND and not self.settings.reads_cards()
        source = key if self.sources.has(key) and not unread else HAND
        return self.begin(rematch_of(played, game_settings_of(info.plan), source))

    def _begun(self, plan: GamePlan, needs: _Needs) -> GameSession:
        now = round(self.settings.now(), 3)
        told = {"source": plan.source, "begin": plan.begin}
        kept = {**game_settings_json(plan.game_settings), **self._film(plan.source, now), **told}
        game, identity = Game(plan.setup), self.store.create(plan.setup, plan.name, kept, now)
        if plan.opening:
            game.append(plan.opening, now)
            self.store.append(identity, game.log, summary_of(game))
        return self._opened(self.store.info(identity), game, needs)

    def resume(self, game: str, source: str | None = None) -> GameSession:
        """Go on with a game from where its record stands, if need be with another source."""
        with self._changing:
            if opened := self._open.get(game):
                if source not in (None, opened.source):
                    raise Refused("opened")
                return opened.session
            info, played = self.store.info(game), self.store.open(game)
            if info.deleted is not None:
                raise Refused("in_bin")
            key = self._source_for(info, played, source)
            self._free(key)
            needs = _Needs(key, None if key == HAND else self._lent(played.setup.rules.kind))
            try:
                if source or key != HAND:
                    info = self._with_source(info, played, key)
                return self._opened(info, played, needs)
            except BaseException:
                self._unequip(needs)
                raise

    def leave(self, game: str) -> None:
        """Close the session of a game; the game goes on another time."""
        with self._changing:
            self._leave(game)

    def close(self) -> None:
        """Close everything but the store."""
        with self._changing:
            for game in list(self._open):
                self._leave(game, anyway=True)
        self._previews.close()

    # Games that are kept.

    def games(self, *, deleted: bool = False) -> list[GameInfo]:
        """All games, those played last first."""
        return self.store.games(deleted=deleted)

    def info(self, game: str) -> GameInfo:
        """One line of that list."""
        return self.store.info(game)

    def import_(self, lines: Iterable[bytes | None], name: str) -> str:
        """Keep a record from elsewhere; its id."""
        game = self.store.take(lines, name, self.settings.now())
        info = self.store.info(game)
        known = self._colours()
        if all(player in known for player in info.players):
            # A record has no colours: players keep those that they have here.
            self.store.set_plan(game, {**info.plan, "colours": [known[player] for player in info.players]})
        return game

    def _colours(self) -> dict[str, str]:
        """Which colour each player had last."""
        found: dict[str, str] = {}
        for info in self.games():
            for player, colour in zip(info.players, game_settings_of(info.plan).colours, strict=False):
                found.setdefault(player, colour)
        return found

    def rename(self, game: str, name: str) -> None:
        """Give a game another name."""
        self.store.rename(game, name)
        self._refresh(game)

    def change(self, game: str, value: Json) -> None:
        """Change how a game is played."""
        with self._changing:
            plan = self.store.info(game).plan
            self.store.set_plan(game, {**plan, **game_settings_json(changed(game_settings_of(plan), value))})
        self._refresh(game)

    def delete(self, game: str) -> None:
        """Put a game into the bin."""
        self.leave(game)
        self.store.delete(game)

    def _refresh(self, game: str) -> None:
        if session := self.session(game):
            info = self.store.info(game)
            session.change(game_settings_of(info.plan), info)

    # Opening and closing; whoever calls these holds the lock.

    def _free(self, key: str) -> None:
        """A source shows one game at a time; one that is over gives it up."""
        opened = next((opened for opened in self._open.values() if opened.source == key != HAND), None)
        if opened is None:
            return
        if not opened.session.game.state.ended:
            raise InUse(opened.session.id, opened.session.info.name)
        self._leave(opened.session.id)

    def _leave(self, game: str, *, anyway: bool = False) -> None:
        opened = self._open.get(game)
        if opened is None:
            return
        if not (opened.session.saved or anyway):
            raise Refused("unsaved")
        del self._open[game]
        opened.session.close()
        if not opened.session.saved:
            rescue(game, opened.session.game, opened.session.kept)
        if opened.lent:
            opened.lent.give_back()
        if not anyway:
            self.on_change()

    def _unequip(self, needs: _Needs) -> None:
        if needs.source:
            needs.source.close()
        if needs.lent:
            needs.lent.give_back()

    def _lent(self, kind: str) -> LentReader:
        return LentReader(*(self.readers.lend() if kind == "tiles" else self.card_readers.lend()))

    def _equipped(self, key: str, kind: str) -> _Needs:
        """A camera has to be there when a game begins; afterwards it may come and go."""
        if key == HAND:
            return _Needs(HAND)
        self.sources.checked(key)
        lent = self._lent(kind)
        try:
            return _Needs(key, lent, self._previews.take(key) or self.sources.open(key))
        except SourceError as error:
            lent.give_back()
            raise Refused.because(error) from None

    def _source_for(self, info: GameInfo, game: Game, wanted: str | None) -> str:
        """A game that is over needs no camera, cards may not be read here, and a film may not be there any more."""
        key = str(info.plan.get("source", HAND)) if wanted is None else wanted
        unread = key != HAND and game.setup.rules.kind == "cards" and not self.settings.reads_cards()
        if game.state.ended or unread:
            return HAND
        if wanted is not None:
            return self.sources.checked(key)
        return key if self.sources.has(key) or key.startswith("camera-") else HAND

    def _film(self, key: str, began: float) -> Json:
        """What tells where in a film a game stands."""
        if key == DEMO:
            return {"began": began}
        return {"film": self.sources.name, "began": began} if key == NAMED else {}

    def _with_source(self, info: GameInfo, game: Game, key: str) -> GameInfo:
        """Note the source if it is another one; another film begins at its beginning, after all that was recorded."""
        plan = info.plan
        if plan.get("source") == key and (key != NAMED or plan.get("film") == self.sources.name):
            return info
        began = max([self.settings.now(), *(entry.at for entry in game.log[-1:])])
        self.store.set_plan(info.id, {**plan, **self._film(key, round(began, 3)), "source": key})
        return self.store.info(info.id)

    def _opened(self, info: GameInfo, game: Game, needs: _Needs) -> GameSession:
        play = self._play(info, game, needs)
        session = GameSession(self.store, info, game, play, self.settings.hearing, self._tell_change)
        self._open[info.id] = OpenSession(session, needs.key, needs.lent)
        session.start()
        self.on_change()
        return session

    def _tell_change(self) -> None:
        self.on_change()

    def _play(self, info: GameInfo, game: Game, needs: _Needs) -> Play:
        """How a game goes on."""
        asked, key = self.settings, needs.key
        if needs.lent is None:
            return lambda played, _: ManualSession(played, asked.now)
        from tileye.companion_web.sessions.watched_session import watcher

        eye = eye_for(self.sources, info, game, key, needs.source, asked.speed, asked.retry)
        said = said_in_film(self.sources, info, game, key)
        return watcher(
            eye,
            needs.lent.reader,
            said,
            begin_of(info.plan, len(game.state.players)),
            whole_turns=self.sources.is_folder(key),
            photos=key == PHOTOS,
            notes=lambda: turn_notes(self.store, info.id),
        )
