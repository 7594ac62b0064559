"""What is new in a game goes into the store: at once, or as soon as the store works again."""

import logging
import time
from collections.abc import Callable

from tileye.companion_web.storage import Conflict, Store, StoreError, summary_of
from tileye.rules.game import Game
from tileye.vision.card_referee.view import CardRefereeView
from tileye.vision.referee.machine import RefereeView

RETRY = 1.0
"""Seconds before a store that failed is tried again."""
_LOG = logging.getLogger(__name__)


class StoreWriter:
    """Knows how much of a game is kept; for the thread of its session only."""

    def __init__(self, store: Store, game_id: str, kept: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._id, self._kept, self._clock = store, game_id, kept, clock
        self._again = 0.0
        self._open_turn: int | None = None
        self._knows_open = False
        """Whether it is known what is kept of the turn that is open."""
        self.trouble: str | None = None
        """The key of the sentence that says why what is new is not kept."""

    @property
    def saved(self) -> bool:
        """Whether all that was to be kept is kept."""
        return self.trouble is None

    @property
    def kept(self) -> int:
        """How many events are in the store."""
        return self._kept

    def keep(self, game: Game, *, now: bool = False) -> None:
        """Keep what is new; after a failure it is tried again later, or `now`."""
        new = game.log[self._kept :]
        if not new or (not self.saved and not now and self._clock() < self._again):
            return
        try:
            self._store.append(self._id, new, summary_of(game))
        except StoreError as error:
            if self.saved:
                _LOG.warning("%s", error)
            self.trouble = "tables.elsewhere" if isinstance(error, Conflict) else "tables.not_saved"
            self._again = self._clock() + RETRY
        else:
            self.trouble, self._kept = None, self._kept + len(new)

    def note_open(self, view: RefereeView | CardRefereeView | None, game: Game) -> None:
        """Keep beside the record which turn of cards only time has ended: it goes on if the program is killed."""
        if not isinstance(view, CardRefereeView) or not self.saved:
            return
        turn = game.state.rows[-1].id if view.is_open else None
        try:
            if not self._knows_open:
                self._open_turn, self._knows_open = open_turn(self._store, self._id), True
            if turn != self._open_turn:
                self._store.set_setting(_open_key(self._id), {"turn": turn})
                self._open_turn = turn
        except StoreError as error:
            _LOG.warning("%s", error)


def open_turn(store: Store, game_id: str) -> int | None:
    """The event of the turn of a watched card game that only time had ended when the game was left, if it had."""
    kept = store.setting(_open_key(game_id))
    turn = kept.get("turn") if kept else None
    return turn if isinstance(turn, int) else None


def _open_key(game_id: str) -> str:
    return f"open turn of {game_id}"
