"""Whether a source sees the table well enough, looked at again and again while a game is set up, in plain words."""

import time
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

from tileye.companion_web.languages import Words
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.rules.jsonlines import Json
from tileye.rules.wire import placed_json
from tileye.vision.referee.beginning import is_line

if TYPE_CHECKING:
    from tileye.vision.checkup import Checkup, Pieces
    from tileye.vision.images.pictures import Picture

_SHORTLY = 5.0
"""Seconds after which a picture says nothing any more about how steady the camera is."""


class Checkups:
    """Looks through sources with a reader that no game needs meanwhile; for any thread."""

    def __init__(self, manager: GameManager, now: Callable[[], float] = time.monotonic) -> None:
        self._manager, self._now, self._lock = manager, now, Lock()
        self._before: dict[str, tuple[float, Picture]] = {}
        self._latest: dict[str, tuple[float, Checkup]] = {}

    def look(self, key: str, kind: "Pieces" = "tiles") -> "Checkup | None":
        """Look through a source; None while it has no picture, or where nothing here reads what is played with."""
        if kind == "cards" and not self._manager.settings.reads_cards():
            return None
        picture = self._manager.look(key)
        if picture is None:
            return None
        # One at a time: whoever sets up a game in two windows does not need it twice as often.
        with self._lock:
            before = self._replaced(key, picture)
            found = (self._of_cards if kind == "cards" else self._of_tiles)(picture, before)
            self._latest[key] = self._now(), found
            return found

    def _of_tiles(self, picture: "Picture", before: "Picture | None") -> "Checkup":
        from tileye.vision.checkup import check

        reader = self._manager.readers.take()
        try:
            return check(picture, reader.read_raw(picture), before)
        finally:
            self._manager.readers.give_back(reader)

    def _of_cards(self, picture: "Picture", before: "Picture | None") -> "Checkup":
        from tileye.vision.card_checkup import check_cards

        reader = self._manager.card_readers.take()
        try:
            return check_cards(picture, reader.read(picture), before)
        finally:
            self._manager.card_readers.give_back(reader)

    def latest(self, key: str) -> "Checkup | None":
        """What was found just now, if anybody looked."""
        at, found = self._latest.get(key, (-_SHORTLY, None))
        return found if self._now() - at < _SHORTLY else None

    def _replaced(self, key: str, picture: "Picture") -> "Picture | None":
        """Keep a picture in the place of the one before, and return that one if it is fresh."""
        at, before = self._before.get(key, (-_SHORTLY, picture))
        now = self._now()
        self._before[key] = now, picture
        return before if now - at < _SHORTLY else None


if TYPE_CHECKING:
    from tileye.vision.checkup import Checkup, Mark


def checks_json(checkup: "Checkup", words: Words) -> Json:
    """Write what was looked at for the page of a new game; `tiles` are cards in a game of those."""
    words = words.of(checkup.kind)
    marks = [{"what": mark.what, "good": mark.good, "text": mark_text(mark, words)} for mark in checkup.marks]
    lying = placed_json(checkup.lying)
    return {"marks": marks, "tiles": checkup.tiles, "lying": lying, "line": is_line(checkup.lying)}


def mark_text(mark: "Mark", words: Words) -> str:
    """Say one thing in a sentence, and what to do about it where it is not good."""
    if mark.fault is None:
        return words[f"checks.good.{mark.what}"]
    # A limit that is missed by little is not to look as if it were met.
    below = mark.value < mark.limit
    return words.say(
        f"checks.amber.{mark.fault}", value=int(mark.value) if below else round(mark.value), limit=round(mark.limit)
    )
