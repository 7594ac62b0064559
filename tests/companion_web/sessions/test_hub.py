"""Messages to viewers: nobody misses what was told, nobody holds others up."""

import threading
from itertools import islice

import pytest

from tests.waiting import wait_for_end, wait_until
from tileye.companion_web.sessions.hub import MOST, Hub, Message


def kinds(messages: list[Message]) -> list[tuple[str, object]]:
    return [(message.kind, message.data.get("n")) for message in messages]


def filled() -> Hub:
    hub = Hub("ab")
    for number, kind in enumerate(("state", "told", "state", "pulse", "told"), 1):
        hub.publish(kind, {"n": number})  # type: ignore[arg-type]
    return hub


def test_whoever_comes_first_gets_the_newest_state() -> None:
    assert kinds(filled().newer(None)) == [("state", 3), ("pulse", 4)]


def test_whoever_comes_back_gets_what_was_told_and_the_newest_state() -> None:
    assert kinds(filled().newer("ab-1")) == [("told", 2), ("state", 3), ("pulse", 4), ("told", 5)]
    assert kinds(filled().newer("ab-3")) == [("pulse", 4), ("told", 5)]
    assert filled().newer("ab-5") == []


@pytest.mark.parametrize("last_id", ["cd-3", "", "3", "ab-", "ab--1", "ab-x", "ab-" + "9" * 400])
def test_an_id_of_another_run_or_none_at_all_gets_everything(last_id: str) -> None:
    assert kinds(filled().newer(last_id)) == [("told", 2), ("state", 3), ("pulse", 4), ("told", 5)]


def test_an_id_of_the_future_gets_what_comes_next() -> None:
    hub = filled()
    assert hub.newer("ab-99") == []


def test_a_pulse_has_no_id() -> None:
    assert [message.id for message in filled().newer("ab-0")] == ["ab-2", "ab-3", None, "ab-5"]
    assert filled().last_id == "ab-5"


def test_a_slow_subscriber_misses_states_but_nothing_that_was_told() -> None:
    hub = Hub()
    slow = hub.subscribe()
    hub.publish("state", {"n": 0})
    assert next(slow) is not None
    for number in range(MOST):
        hub.publish("told", {"n": number})
        hub.publish("state", {"n": number})
    read = [message for message in islice(slow, MOST + 1) if message]
    assert [message.data["n"] for message in read if message.kind == "told"] == list(range(MOST))
    assert [message.data["n"] for message in read if message.kind == "state"] == [MOST - 1]


def test_only_so_many_are_kept() -> None:
    hub = Hub("ab")
    for number in range(3 * MOST):
        hub.publish("told", {"n": number})
    assert len(hub.newer("ab-0")) == MOST


def test_silence_is_told_and_closing_wakes_everybody() -> None:
    hub = Hub()
    waiting = hub.subscribe(idle=0.01)
    assert next(waiting) is None
    hub.publish("state", {"n": 0})
    heard, ended = list[Message | None](), list[bool]()

    def listen() -> None:
        heard.extend(hub.subscribe())
        ended.append(True)

    threads = [threading.Thread(target=listen) for _ in range(5)]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(heard) == 5)
    hub.publish("told", {"n": 1})
    wait_until(lambda: len(heard) == 10)
    assert not ended
    hub.close()
    wait_for_end(*threads)
    assert kinds([one for one in heard if one]) == [("state", 0)] * 5 + [("told", 1)] * 5


def test_many_threads_lose_nothing() -> None:
    hub, heard = Hub(), []

    def listen() -> None:
        heard.append([message.data["n"] for message in hub.subscribe("x") if message])

    def speak(first: int) -> None:
        for number in range(first, first + 50):
            hub.publish("told", {"n": number})

    listeners = [threading.Thread(target=listen) for _ in range(10)]
    speakers = [threading.Thread(target=speak, args=(50 * number,)) for number in range(4)]
    for thread in (*listeners, *speakers):
        thread.start()
    for thread in speakers:
        thread.join()
    hub.close()
    wait_for_end(*listeners)
    assert all(sorted(one) == list(range(200)) and one == heard[0] for one in heard)
    assert len(heard) == 10
