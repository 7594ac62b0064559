"""How long things have lain in the bin, by a clock that cannot jump.

A computer whose clock is wrong for a moment must not lose a game by it. So what passes is summed up from one opening of
the store to the next, and counts at most a week each time: a clock that jumps by years takes a week off the 30 days.
"""

from collections.abc import Iterable

from tileye.rules.jsonlines import Json

DAYS = 30
"""After so many days what lies in the bin is gone."""
DAY = 86_400.0
_MOST_AT_ONCE = 7 * DAY


def passed(kept: Json | None, now: float, waiting: Iterable[str]) -> tuple[Json, list[str]]:
    """Sum up what has passed since the last time; return what is to be kept of that, and whose days are over."""
    before = kept or {"seconds": 0.0, "at": now, "since": {}}
    seconds = before["seconds"] + min(max(now - before["at"], 0.0), _MOST_AT_ONCE)
    since = {key: before["since"].get(key, seconds) for key in waiting}
    over = [key for key, began in since.items() if seconds - began > DAYS * DAY]
    left = {key: began for key, began in since.items() if key not in over}
    return {"seconds": seconds, "at": now, "since": left}, over
