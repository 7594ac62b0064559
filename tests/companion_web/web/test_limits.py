"""How often somebody may ask."""

import pytest

from tileye.companion_web.web import limits
from tileye.companion_web.web.limits import Limiter, Rate


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_let_through_and_then_one_at_a_time() -> None:
    clock = Clock()
    limiter = Limiter(Rate(3, 0.5), clock)
    assert [limiter.wait("a") for _ in range(4)] == [0, 0, 0, 2]
    clock.now = 1.9
    assert limiter.wait("a") > 0
    clock.now = 2.0
    assert limiter.wait("a") == 0
    assert limiter.wait("a") == 2


def test_asking_in_vain_makes_nobody_wait_longer() -> None:
    clock = Clock()
    limiter = Limiter(Rate(1, 1), clock)
    limiter.wait("a")
    for clock.now in (0.25, 0.5, 0.75):
        assert limiter.wait("a") == 1 - clock.now
    clock.now = 1.0
    assert limiter.wait("a") == 0


def test_clients_are_counted_apart_and_a_crowd_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MOST_CLIENTS", 3)
    limiter = Limiter(Rate(1, 0.1), Clock())
    assert limiter.wait("a") == 0
    assert limiter.wait("b") == 0
    assert limiter.wait("a") > 0
    for client in ("c", "d", "e"):
        assert limiter.wait(client) == 0
    assert limiter.wait("e") > 0
    assert limiter.wait("a") == 0
