"""People who look on: `python -m tileye.companion_web.benchmarks.viewers PORT GAME 10`.

A process of its own, so that what it costs to look on is not taken for what it costs to be looked at. It says `ready`
when everybody has seen the game, and goes when nobody writes to it any more.
"""

import sys
import threading
from collections.abc import Sequence

from tileye.companion_web.benchmarks.demos import GONE, events_at


def main(words: Sequence[str] | None = None) -> int:
    """Look on until the other side closes."""
    port, game, count = words or sys.argv[1:]
    seen = [threading.Event() for _ in range(int(count))]
    for one in seen:
        threading.Thread(target=_look, args=(int(port), game, one), daemon=True).start()
    for one in seen:
        one.wait()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.read()
    return 0


def _look(port: int, game: str, seen: threading.Event) -> None:
    try:
        for _ in events_at(port, game):
            seen.set()
    except GONE as error:
        sys.stderr.write(f"a viewer has gone: {error}\n")


if __name__ == "__main__":
    sys.exit(main())
