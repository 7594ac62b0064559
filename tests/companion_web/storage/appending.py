"""A program that goes on with a game, two events at a time, and says what it has kept, until it is killed."""

import sys
from pathlib import Path

from tileye.companion_web.storage.sqlite import SqliteStore
from tileye.companion_web.storage.store import summary_of
from tileye.rules.events import Exchange
from tileye.rules.game import MOST_EVENTS


def main(path: Path, game_id: str) -> None:
    """Append pairs of events, telling the number of the last one only when `append` has returned."""
    store = SqliteStore(path)
    game = store.open(game_id)
    for _ in range((MOST_EVENTS - len(game.log)) // 2):
        pair = [game.append(Exchange(game.state.whose_turn or 0, 1)) for _ in range(2)]
        store.append(game_id, pair, summary_of(game))
        sys.stdout.write(f"{pair[-1].seq}\n")
        sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
