"""How long things have lain in the bin, by a clock that cannot jump.

A computer whose clock is wrong for a moment must not lose a game by it. So what passes is summed up from one opening of
the store to the next, and counts at most a week each time: a clock that jumps by years takes a week off the 30 days.
"""

import math
from collections.abc import Iterable

from tileye.rules.jsonlines import Json

DAYS = 30
"""After so many days what lies in the bin is gone."""
DAY = 86_400.0
_MOST_AT_ONCE = 7 * DAY


def expire(kept: Json | None, now: float, waiting: Iterable[str]) -> tuple[Json, list[str]]:
    """Sum up what has passed since the last time; return what is to be kept of that, and whose days are over."""
    # What is damaged begins anew: then everything stays longer.
    before, at, known = (kept or {}).get("seconds"), (kept or {}).get("at"), (kept or {}).get("since")
    began = known if isinstance(known, dict) else {}
    seconds = _number(before, 0.0) + min(max(now - _number(at, now), 0.0), _MOST_AT_ONCE)
    since = {key: min(_number(began.get(key), seconds), seconds) for key in waiting}
    over = [key for key, first in since.items() if seconds - first > DAYS * DAY]
    left = {key: first for key, first in since.items() if key not in over}
    return {"seconds": seconds, "at": now, "since": left}, over


def _number(value: object, instead: float) -> float:
    """A number that was kept; another one instead of what is none."""
    sound = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if sound and isinstance(value, int | float) else instead
