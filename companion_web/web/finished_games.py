"""Games that nobody plays now, kept as they stand: whoever looks at one again does not have it replayed."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from tileye.companion_web.storage import GameInfo, Store
from tileye.rules.game import Game

_MOST = 32


class FinishedGames:
    """A cache of the games that were looked at last."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, Lock()
        self._kept: OrderedDict[tuple[str, float], Game] = OrderedDict()

    def game(self, info: GameInfo, before: Callable[[], None]) -> Game:
        """Return a game as it stands; `before` is called where it has to be replayed, and may refuse."""
        key = info.id, info.changed
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        before()
        game = self._store.open(info.id)
        with self._lock:
            self._kept[key] = game
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)
        return game
