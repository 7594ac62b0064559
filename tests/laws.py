"""How laws are tried: with the same examples each time, or, where somebody explores, with many new ones.

`make explore` chooses the second profile. What it finds is written above the law with `@example`, so that the suite
tries it from then on.
"""

import os

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

_USUAL = 100
_TIMES = "TILEYE_EXPLORE_TIMES"
"""The environment says how many times more examples are tried by exploring."""


def load_profiles() -> None:
    """Make both known and choose the steady one; `--hypothesis-profile explore` chooses the other."""
    base = settings(settings.get_profile("default"), deadline=None, suppress_health_check=[HealthCheck.too_slow])
    more = _USUAL * int(os.environ.get(_TIMES, "10"))
    settings.register_profile("steady", base, max_examples=_USUAL, derandomize=True, database=None)
    settings.register_profile("explore", base, max_examples=more, derandomize=False, print_blob=True)
    settings.load_profile("steady")
    if _TIMES not in os.environ and hasattr(providers, "_get_local_constants"):
        # Else examples have numbers and texts of whatever modules this worker happens to have loaded.
        providers._get_local_constants = Constants


def tried(times: int) -> settings:
    """Try a law so many times instead of a hundred, and as many times more where laws are explored."""
    return settings(max_examples=times * settings().max_examples // _USUAL)
