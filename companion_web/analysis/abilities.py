"""What people can tell the program at this moment."""

from typing import TYPE_CHECKING

from tileye.rules.errors import GameError
from tileye.rules.events import Arranged, Laid, Redo, Undo
from tileye.rules.flow import accept, possible
from tileye.rules.game import Game
from tileye.rules.jsonlines import Json
from tileye.rules.state import State
from tileye.vision.card_referee.splitting import is_joined_again
from tileye.vision.card_referee.view import CardRefereeView

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
        "redo": game.allows(Redo()) and not is_joined_again(game.log),
        "exchange": "exchange" in names,
        "pass": "pass" in names,
        "cannot_play": "cannot_play" in names,
        "done": _may_be_done(known, moment),
        "overrule": _heard(known, moment) and _lies_there(moment, legal=False),
        "pause": moment.source != "hand" and not known.ended,
    }


def next_to_act(known: State, moment: "DisplayContext") -> int | None:
    """Whose act the next one is once what lies there is recorded, as it is before anything else is."""
    met = _settled(known, moment)
    return None if met.ended else met.whose_turn


def _settled(known: State, moment: "DisplayContext") -> State:
    """What is known once the legal placement is recorded that lies there: so it is before anything else is."""
    view = moment.view
    if view is None or not _lies_there(moment, legal=True):
        return known
    if isinstance(view, CardRefereeView) and view.is_open:
        # It is already recorded, and only goes on.
        return known
    try:
        if isinstance(view, CardRefereeView):
            return accept(known, 0, Arranged(view.player, view.after, view.taken))
        return accept(known, 0, Laid(view.player, view.placed))
    except GameError:
        return known


def _may_be_done(known: State, moment: "DisplayContext") -> bool:
    """Whether a placement lies there, or one may be found: as soon as it is read, or there from the beginning."""
    if not _watched(known, moment) or _lies_there(moment, legal=False) or moment.status == "beginning":
        return False
    if known.rules.kind == "cards" and (not known.table or is_open(moment) or _shows_hand(moment)):
        return True
    empty = known.rules.kind == "tiles" and not known.board
    return _lies_there(moment, legal=True) or moment.status in _READING or empty


def is_open(moment: "DisplayContext") -> bool:
    """Whether only time has ended the last turn of cards: `done` ends it for good."""
    return isinstance(moment.view, CardRefereeView) and moment.view.is_open


def _shows_hand(moment: "DisplayContext") -> bool:
    """Whether cards lie there that seem to be a hand which somebody shows: `done` says that they were laid."""
    return isinstance(moment.view, CardRefereeView) and bool(moment.view.hand)


def _heard(known: State, moment: "DisplayContext") -> bool:
    """Whether what was seen can be let stand: also while nobody looks, or until the next photo is taken."""
    resting = moment.status == "paused" or (moment.source == "photos" and moment.status == "waiting")
    return _watched(known, moment) or (moment.view is not None and not known.ended and resting)


def _watched(known: State, moment: "DisplayContext") -> bool:
    return moment.view is not None and not known.ended and moment.status not in _BLIND


def _lies_there(moment: "DisplayContext", *, legal: bool) -> bool:
    verdict = moment.view.verdict if moment.view else None
    return verdict is not None and verdict.legal == legal
