"""A game that is being played: its record, its referee, its camera, and everybody who looks on."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tileye.companion_web.analysis.abilities import is_open
from tileye.companion_web.analysis.corrections import newly_faulty
from tileye.companion_web.analysis.display import DisplayContext, Status
from tileye.companion_web.analysis.speech import announcement, news_of
from tileye.companion_web.languages import LANGUAGES, words
from tileye.companion_web.sessions import Refused
from tileye.companion_web.sessions.driver import SessionDriver
from tileye.companion_web.sessions.game_plans import GameSettings, game_settings_of
from tileye.companion_web.sessions.hub import Hub, Message
from tileye.companion_web.sessions.input_completion import completed, first_action, starting
from tileye.companion_web.sessions.pending_answers import PendingAnswers, SaidTwice, kind_of
from tileye.companion_web.sessions.photos import PendingPhotos, PhotoInbox, SeenPhoto
from tileye.companion_web.sessions.pictures import LivePicture, close_up, evidence
from tileye.companion_web.sessions.snapshots import SessionMemory, Shown
from tileye.companion_web.sessions.source_choices import HAND, PHOTOS, source_shown
from tileye.companion_web.sessions.sources import PacedSource
from tileye.companion_web.sessions.store_writer import StoreWriter
from tileye.companion_web.storage import GameInfo, Store, StoreError
from tileye.rules.errors import CodedError, GameError, reason_of
from tileye.rules.events import Action, Arranged, CannotPlay, Correct, Give, Laid
from tileye.rules.game import Game
from tileye.rules.jsonlines import Json
from tileye.rules.state import Row
from tileye.vision.card_referee.view import CardRefereeView
from tileye.vision.referee.events import Turn
from tileye.vision.referee.inputs import Done, ExchangeOrPass, Foreseeable, Input, Overrule, Word, parse_input
from tileye.vision.sources.frames import Frame, Notice
from tileye.vision.step import LiveStep

if TYPE_CHECKING:
    from tileye.vision.images.pictures import Picture

_PULSE = 1.0
"""Seconds between two pulses while nothing happens."""
LOOKING = 30.0
"""So many seconds at most somebody waits until a photo was looked at."""
HEARING = 5.0
"""So many seconds at most somebody waits to be heard."""
_BREATH = 1.0
"""Seconds after an error before anybody looks again."""
_JOINING = 10.0
_LOG = logging.getLogger(__name__)

Play = Callable[[Game, GameSettings], SessionDriver]
"""Lets a game go on as people wish."""


class ChangePreview(NamedTuple):
    """Who has what before and after a change, and which turns would be against the rules then."""

    before: Json
    after: Json
    faulty: list[Row]


class GameSession:
    """One game; its thread alone runs the referee, everybody else reads what it has put in place.

    `over` hears when the game ends, and when an undo brings it back.
    """

    def __init__(
        self,
        store: Store,
        info: GameInfo,
        game: Game,
        play: Play,
        hearing: float = HEARING,
        over: Callable[[], None] = lambda: None,
    ) -> None:
        self.id, self.info, self.hub = info.id, info, Hub()
        self.game_settings = game_settings_of(info.plan)
        self._store, self._play, self._player = store, play, play(game, self.game_settings)
        self._hearing, self._over = hearing, over
        self._keeper = StoreWriter(store, info.id, len(game.log))
        self._answers, self._living, self._said = PendingAnswers(), LivePicture(), SaidTwice()
        self._outlook, self._one_by_one = SessionMemory(), threading.Lock()
        self._evidence = frozenset(row.id for row in game.state.rows if store.picture(info.id, row.id))
        self._photos = PendingPhotos()
        self._closing = threading.Event()
        self._pulsed = 0.0
        self._held = False
        """Whether a film stands still until somebody says what lies there at the start."""
        self._shown = self._look(game.copy())
        self._state = self.hub.publish("state", {"shown": self._shown})
        self._rendered: dict[tuple[int, str], Json] = {}
        self._thread = threading.Thread(target=self._run, name=f"session {self.id}", daemon=True)

    # For any thread.

    def start(self) -> None:
        """Let the game go on."""
        self._thread.start()

    @property
    def closed(self) -> bool:
        """Whether nobody plays here any more."""
        return self._closing.is_set()

    @property
    def game(self) -> Game:
        """The game as it is shown; nobody changes it any more."""
        return self._shown.game

    @property
    def kept(self) -> int:
        """How many events are in the store."""
        return self._keeper.kept

    @property
    def saved(self) -> bool:
        """Whether all that happened is in the store."""
        return self._keeper.saved

    def tell(self, word: Json) -> None:
        """Hear what somebody says, with the fields of an input; raise Refused with the reason where it cannot be."""
        told = self._let_stand(self._understood(word))
        if "last" not in word:
            return self._say(told)
        with self._one_by_one:
            self._check_last(word["last"], told.word)
            return self._say(told)

    def _say(self, told: Input) -> None:
        answer = self._answers.expect(told)
        self._player.tell(told)
        try:
            answer.wait(self._hearing)
        except Refused as refused:
            raise self._said.explained(told, refused) from None

    def _check_last(self, known: object, word: Word) -> None:
        """Refuse what was said before whoever said it knew of the last turn."""
        last = next(reversed(self.game.state.rows), None)
        if known == (last.id if last else None) or (isinstance(word, Done) and is_open(self._shown.moment)):
            return
        raise Refused("said_just_now" if last and last.kind == kind_of(word) else "meanwhile")

    def _check_names(self, said: Json, word: Word) -> None:
        """Refuse what speaks of a player by name before it is said who laid the first turn: names are a guess then."""
        match word:
            case _ if not self.game.nameless:
                return
            case Give(_, of):
                ahead = of != first_action(self.game)
            case Correct(to):
                ahead = isinstance(to, Action) and said["to"].get("player") is not None
            case ExchangeOrPass() | Overrule() | Laid() | Arranged() | CannotPlay():
                ahead = word.player is not None and not self.game.state.ended
            case _:
                return
        if ahead:
            raise Refused("who_started")

    def foresee(self, word: Json) -> ChangePreview:
        """Say what would be after a change, which is not made; raise Refused where it cannot be."""
        game = self.game.copy()
        before = self._totals(game)
        told = self._understood(word).word
        if not isinstance(told, Foreseeable):
            raise Refused("not_foreseeable")
        try:
            game.append(told)
        except GameError as error:
            raise Refused.because(reason_of(error)) from None
        return ChangePreview(before, self._totals(game), newly_faulty(self.game.state, game.state))

    def _understood(self, word: Json) -> Input:
        try:
            told = parse_input({**completed(word, self.game), "at": self._player.seconds})
        except ValueError as error:
            raise Refused.because(error) from None
        self._check_names(word, told.word)
        answered = self.game.starter_open and "shift" not in word
        return replace(told, word=starting(told.word, self.game)) if answered else told

    def _totals(self, game: Game) -> Json:
        nameless = game.starter_open
        return {
            "points": None if nameless else list(game.state.points),
            "whose_turn": None if nameless else game.state.whose_turn,
        }

    def _let_stand(self, told: Input) -> Input:
        """While nobody looks, what shall stand is the placement that was shown last; else the referee knows it."""
        view = self._shown.moment.view
        if not isinstance(told.word, Overrule) or not (self._eye and self._eye.paused):
            return told
        if view is None or view.verdict is None or view.verdict.legal:
            return told
        if isinstance(view, CardRefereeView):
            return replace(told, word=Arranged(view.player, view.after, view.taken, overruled=True))
        return replace(told, word=Laid(view.player, view.placed, overruled=True))

    def snapshot(self, language: str) -> Json:
        """All that a page draws."""
        return self.render(self._state, language)

    def render(self, message: Message, language: str) -> Json:
        """The data of a message in a language; not to be changed, since others get the same.

        What was told has its age in seconds: the time of a film says nothing of when it was heard.
        """
        if message.kind == "told":
            told: Json = message.data[language]
            return {**told, "age": round(time.monotonic() - message.data["since"], 1)}
        shown: Shown = message.data["shown"]
        if message.kind == "pulse":
            return {**shown.pulse(language), **message.data["pulse"]}
        key = message.number, language
        found = self._rendered.get(key)
        if found is None:
            found = shown.state(message.id or "", language)
            kept = {known: one for known, one in list(self._rendered.items()) if known[0] >= message.number}
            self._rendered = {**kept, key: found}
        return found

    @property
    def newest(self) -> "Picture | None":
        """The newest frame."""
        frame = self._eye.newest if self._eye else None
        return frame.picture if frame else None

    def picture(self, *, overlay: bool) -> bytes | None:
        """The newest frame as JPEG, with what is read drawn over it; None while there is none."""
        eye = self._eye
        frame = eye.newest if eye else None
        if eye is None or frame is None:
            return None
        blind = eye.paused or self._outlook.away is not None
        sighting = self._player.sighting if overlay and not blind else None
        return self._living.jpeg(frame, sighting)

    def asked_picture(self, px: tuple[int, int]) -> bytes | None:
        """Where a card lies that somebody has to name; None where none is asked there."""
        view, seen = self._shown.moment.view, self._player.seen_cards
        asked = [card.px for card in view.asked] if isinstance(view, CardRefereeView) else []
        return close_up(seen, px, asked) if seen else None

    def evidence(self, row_id: int) -> bytes | None:
        """What the camera saw at a turn."""
        return self._store.picture(self.id, row_id)

    def photo(self, picture: "Picture", inbox: PhotoInbox) -> SeenPhoto:
        """Show a photo of the table after a turn; raise Refused where it cannot be used."""
        if self.info.plan.get("source") != PHOTOS:
            raise Refused("no_photos")
        answer = self._photos.expect(inbox.next_name())
        # Whoever pauses or ends the game from here on refuses what waits.
        if why := self._blind():
            self._photos.refuse(why, (answer.name,))
        elif (dropped := inbox.put(picture, answer.name)) is None:
            self._photos.refuse(Refused("stumbled"), (answer.name,))
        else:
            self._photos.refuse(Refused("superseded"), dropped)
        return self._photos.wait(answer, LOOKING)

    def _blind(self) -> CodedError | None:
        """Why nobody looks at photos now."""
        if self.game.state.ended:
            return GameError("over")
        if self._eye is None:
            return Refused("no_camera")
        return Refused("paused") if self._eye.paused else None

    def pause(self) -> None:
        """Judge nothing until `resume`; a camera goes on to show its picture."""
        self._seeing().pause()
        self._photos.refuse(Refused("paused"))

    def resume(self) -> None:
        """Judge again."""
        self._seeing().go_on()

    def change(self, game_settings: GameSettings, info: GameInfo) -> None:
        """Play on as people wish now."""
        self.game_settings, self.info = game_settings, info
        self._player.follow(game_settings)
        self._player.wake()

    def close(self) -> None:
        """Stop playing; the game goes on another time."""
        self._closing.set()
        self._answers.close()
        self._photos.close()
        self._player.close()
        if self._thread.is_alive():
            self._thread.join(_JOINING)
        if not self._thread.is_alive():
            self._keeper.keep(self._player.referee.game, now=True)
        self.hub.close()

    @property
    def _eye(self) -> PacedSource | None:
        return self._player.eye

    def _seeing(self) -> PacedSource:
        eye = self._eye
        if eye is None:
            raise Refused("no_camera")
        return eye

    # In the thread of the session.

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                for step in self._player.steps():
                    self._take(step)
                self._closing.wait(_BREATH)
            except Exception:  # noqa: BLE001 - a game goes on
                _LOG.exception("the session of the game %s stumbled", self.id)
                self._note("tables.stumbled")
                self._answers.refuse(Refused("stumbled"))
                self._photos.refuse(Refused("stumbled"))
                self._closing.wait(_BREATH)
                self._player = self._play(self._player.referee.game, self.game_settings)

    def _take(self, step: LiveStep) -> None:
        """What came is kept first, then shown."""
        saved, game = self._keeper.saved, self._player.referee.game
        self._keeper.keep(game)
        self._outlook = self._outlook.after(step)
        self._hold()
        before = self._shown
        shown = self._look(before.game if len(game.log) == len(before.game.log) else game.copy())
        self._keeper.note_turns(shown.moment.view)
        self._tell(step, before.game, shown)
        if saved != self._keeper.saved:
            self._note(self._keeper.trouble or "tables.saved_again")
        self._show(shown)
        self._said.recorded(step)
        self._answers.heard(step)
        self._keep_pictures(step)
        self._photos.seen(step, recorded=len(game.log) != len(before.game.log))
        if shown.game.state.ended:
            self._photos.refuse(GameError("over"))
        if (shown.game.state.ended is None) != (before.game.state.ended is None):
            self._over()

    def _hold(self) -> None:
        """A film waits while it is asked what lies there: else nobody would see the turns that follow."""
        eye, view = self._eye, self._player.referee.view
        asked = bool(view and view.beginning and not view.clearing)
        if eye is None or eye.live or asked == self._held:
            return
        self._held = asked
        if asked:
            eye.pause()
        else:
            eye.go_on()

    def _look(self, game: Game) -> Shown:
        """Put together what is known now."""
        mind, eye = self._player.referee, self._eye
        moment = DisplayContext(
            id=self.id,
            name=self.info.name,
            began=self.info.created,
            source=source_shown(self.info.plan.get("source")) if eye else HAND,
            live=eye is not None and not eye.over and not game.state.ended,
            saved=self._keeper.saved,
            automatic=self.game_settings.automatic,
            grace=self.game_settings.waits(game.setup.rules.kind),
            colours=self.game_settings.colours,
            view=self._outlook.sees(mind.view),
            status=self._status(game),
            grace_left=mind.grace,
            evidence=self._evidence,
            doubts=self._outlook.doubts,
            nameless=game.starter_open,
        )
        return Shown(game, moment, self._trouble(game))

    def _status(self, game: Game) -> Status:
        eye, mind = self._eye, self._player.referee
        if game.state.ended:
            return "over"
        if eye and eye.paused and not self._held:
            return "paused"
        if eye and eye.over:
            return "waiting"
        return self._outlook.status(self._outlook.sees(mind.view), mind.grace)

    def _trouble(self, game: Game) -> str | None:
        if self._keeper.trouble:
            return self._keeper.trouble
        over = self._eye is not None and self._eye.over and not game.state.ended
        return "tables.film_over" if over else None

    def _tell(self, step: LiveStep, before: Game, shown: Shown) -> None:
        events = step.events if shown.moment.nameless else news_of(step, before, shown.game)
        news = [*events, *([step.came] if isinstance(step.came, Notice) else [])]
        for one in news:
            nameless = shown.moment.nameless
            told = {
                language: announcement(one, shown.game, words(language), nameless=nameless) for language in LANGUAGES
            }
            if all(told.values()):
                self.hub.publish("told", {**told, "since": time.monotonic()})

    def _note(self, key: str) -> None:
        at = self._player.seconds
        told = {
            language: {"kind": "note", "text": words(language)[key], "say": None, "player": None, "at": at}
            for language in LANGUAGES
        }
        self.hub.publish("told", {**told, "since": time.monotonic()})

    def _show(self, shown: Shown) -> None:
        before, self._shown = self._shown, shown
        if shown.differs(before):
            self._state = self.hub.publish("state", {"shown": shown})
        eye, now = self._eye, time.monotonic()
        if eye and (shown.moment.status != before.moment.status or now - self._pulsed >= _PULSE):
            self._pulsed = now
            age = None if eye.age is None else round(1000 * eye.age)
            self.hub.publish("pulse", {"shown": shown, "pulse": {"age_ms": age, "frames_per_second": eye.rate}})

    def _keep_pictures(self, step: LiveStep) -> None:
        """Keep what the camera saw at a turn; the game does not depend on it."""
        rows = [event.row for event in step.events if isinstance(event, Turn)]
        frame = step.came if isinstance(step.came, Frame) else self._eye.newest if self._eye else None
        if not rows or not frame or not self.game_settings.evidence:
            return
        sighting = self._player.sighting
        jpeg = evidence(frame.picture, sighting, self._player.referee.game.state.board) if sighting else None
        for row in rows if jpeg else ():
            self._keep_picture(row, jpeg or b"")

    def _keep_picture(self, row: Row, jpeg: bytes) -> None:
        if row.id in self._evidence:
            return
        try:
            self._store.keep_picture(self.id, row.id, jpeg)
        except StoreError as error:
            _LOG.warning("%s", error)
        else:
            self._evidence |= {row.id}
