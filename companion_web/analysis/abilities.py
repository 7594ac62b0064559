"""What people can tell the program at this moment."""

from typing import TYPE_CHECKING

from tileye.rules.errors import GameError
from tileye.rules.events import Laid, Redo, Undo
from tileye.rules.flow import accept, possible
from tileye.rules.game import Game
from tileye.rules.jsonlines import Json
from tileye.rules.state import State

if TYPE_CHECKING:
    from tileye.companion_web.analysis.display import DisplayContext

_BLIND = ("paused", "waiting", "lost", "over")
_READING = ("busy", "settling", "unsure")


def abilities(game: Game, moment: "DisplayContext") -> Json:
    """Say which buttons do something now, by trying what they do."""
    known = game.state
    names = possible(_settled(known, moment))
    return {
        "undo": game.allows(Undo()),
        "redo": game.allows(Redo()),
        "exchange": "exchange" in names,
        "pass": "pass" in names,
        "cannot_play": "cannot_play" in names,
        "done": _may_be_done(known, moment),
        "overrule": _heard(known, moment) and _lies_there(moment, legal=False),
        "pause": moment.source != "hand" and not known.ended,
    }


def _settled(known: State, moment: "DisplayContext") -> State:
    """What is known once the legal placement is recorded that lies there: so it is before anything else is."""
    view = moment.view
    if view is None or not _lies_there(moment, legal=True):
        return known
    try:
        return accept(known, 0, Laid(view.player, view.placed))
    except GameError:
        return known


def _may_be_done(known: State, moment: "DisplayContext") -> bool:
    """Whether a placement lies there, or one may be found: as soon as it is read, or there from the beginning."""
    if not _watched(known, moment) or _lies_there(moment, legal=False) or moment.status == "beginning":
        return False
    return _lies_there(moment, legal=True) or moment.status in _READING or not known.board


def _heard(known: State, moment: "DisplayContext") -> bool:
    """Whether what was seen can be let stand: also while nobody looks, or until the next photo is taken."""
    resting = moment.status == "paused" or (moment.source == "photos" and moment.status == "waiting")
    return _watched(known, moment) or (moment.view is not None and not known.ended and resting)


def _watched(known: State, moment: "DisplayContext") -> bool:
    return moment.view is not None and not known.ended and moment.status not in _BLIND


def _lies_there(moment: "DisplayContext", *, legal: bool) -> bool:
    verdict = moment.view.verdict if moment.view else None
    return verdict is not None and verdict.legal == legal
