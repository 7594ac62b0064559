"""What is new in a game goes into the store: at once, or as soon as the store works again."""

import logging
import time
from collections.abc import Callable

from tileye.companion_web.storage import Conflict, Store, StoreError, summary_of, turn_notes_key
from tileye.rules.game import Game
from tileye.vision.card_referee.splitting import TurnNotes, notes_json, parse_notes
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
        self._notes: TurnNotes | None = None
        """What is kept beside the record; None as long as nobody has looked."""
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

    def note_turns(self, view: RefereeView | CardRefereeView | None) -> None:
        """Keep beside the record what it does not say of turns of cards: it goes on if the program is killed."""
        if not isinstance(view, CardRefereeView) or not self.saved:
            return
        try:
            if self._notes is None:
                self._notes = turn_notes(self._store, self._id)
            if view.notes != self._notes:
                self._store.set_setting(turn_notes_key(self._id), notes_json(view.notes))
                self._notes = view.notes
        except StoreError as error:
            _LOG.warning("%s", error)


def turn_notes(store: Store, game_id: str) -> TurnNotes:
    """What was noted of the turns of a watched card game when it was left; without it the game goes on as well."""
    try:
        kept = store.setting(turn_notes_key(game_id))
    except StoreError as error:
        _LOG.warning("%s", error)
        kept = None
    return parse_notes(kept or {})
