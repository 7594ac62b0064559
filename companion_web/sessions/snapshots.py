"""What is shown of a game at one moment, as a value that any thread may read."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tileye.companion_web.analysis.display import DisplayContext, Status, grace_json, state
from tileye.companion_web.analysis.status import status_text
from tileye.companion_web.languages import words
from tileye.rules.board import Cell, Placement
from tileye.rules.game import Game
from tileye.rules.jsonlines import Json
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.view import CardRefereeView
from tileye.vision.referee.events import Unsure, Violated
from tileye.vision.referee.machine import RefereeView
from tileye.vision.sources.frames import Frame, Notice
from tileye.vision.step import LiveStep


@dataclass(frozen=True, slots=True)
class SessionMemory:
    """What is remembered of what came: it tells more than the referee's mind does."""

    doubts: Mapping[Cell, tuple[tuple[Tile, float], ...]] = field(default_factory=dict)
    alarm: Placement = ()
    """The illegal placement that was told last."""
    away: Status | None = None
    """Whether the camera is `lost`, or a picture is waited for."""

    def after(self, step: LiveStep) -> "SessionMemory":
        """What is remembered when one thing more has come."""
        now = self
        for event in step.events:
            if isinstance(event, Unsure):
                now = replace(now, doubts={**now.doubts, **dict(event.cells)})
            elif isinstance(event, Violated):
                now = replace(now, alarm=event.placed)
        if isinstance(step.came, Frame):
            return now if now.away is None else replace(now, away=None)
        return replace(now, away=_away(step.came, now.away)) if isinstance(step.came, Notice) else now

    def sees(self, view: RefereeView | CardRefereeView | None) -> RefereeView | CardRefereeView | None:
        """The referee's mind without what may only be half of a turn: not all that seems wrong is told."""
        if isinstance(view, CardRefereeView):
            return view
        if view is None or view.verdict is None or view.verdict.legal or view.placed == self.alarm:
            return view
        return replace(view, placed=(), verdict=None)

    def status(self, view: RefereeView | CardRefereeView | None, grace: float | None) -> Status:
        """What goes on while a game is watched."""
        if view is None:
            return "hand"
        if self.away:
            return self.away
        if view.status == "busy" or view.status == "desync":
            return view.status
        if view.verdict and not view.verdict.legal:
            return "illegal"
        asked = view.unsure if isinstance(view, CardRefereeView) else bool(view.asked)
        return "unsure" if asked and grace is None else view.status


@dataclass(frozen=True, slots=True)
class Shown:
    """A game as it is shown, until something changes."""

    game: Game
    moment: DisplayContext
    trouble: str | None = None
    """The key of a sentence that matters more than the status."""

    def state(self, message: str, language: str) -> Json:
        """All that a page draws, published under this id."""
        return state(self.game, replace(self._worded(language), message=message), words(language))

    def pulse(self, language: str) -> Json:
        """What changes all the time."""
        worded = self._worded(language)
        told = status_text(self.game, worded, words(language).of(self.game.state.rules.kind))
        return {"status": worded.status, "status_text": told, "grace": grace_json(worded)}

    def differs(self, other: "Shown") -> bool:
        """Tell whether more has changed than time."""
        same = self.game is other.game and self.trouble == other.trouble
        return not same or replace(self.moment, grace_left=None) != replace(other.moment, grace_left=None)

    def _worded(self, language: str) -> DisplayContext:
        return replace(self.moment, error=words(language)[self.trouble]) if self.trouble else self.moment


def _away(notice: Notice, before: Status | None) -> Status | None:
    if notice.kind == "lost":
        return "lost"
    if notice.kind == "back":
        return "waiting"
    return before or "waiting" if notice.kind == "waiting" else before
