"""A game that is being played: watched, kept before it is shown, paused, closed, gone on with."""

import itertools
import tempfile
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.companion_web.played import laid
from tests.companion_web.sessions.playing import (
    BY_HAND,
    FIRST,
    ONE,
    PLAN,
    SECOND,
    WRONG,
    FailingStore,
    Film,
    Pushing,
    camera_manager,
    manager_of,
    no_threads_left,
    script,
    told,
    turns,
)
from tests.vision.shown import Script, drawn
from tests.waiting import wait_for_end, wait_until
from tileye.companion_web.sessions import Refused
from tileye.companion_web.sessions.hub import Message
from tileye.companion_web.sessions.store_writer import RETRY, StoreWriter
from tileye.companion_web.storage import Store, StoreError
from tileye.rules.record import read_record
from tileye.vision.sources.pushed import PushedSource


def test_a_film_is_played_shown_and_kept(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin({**PLAN, "starter": 0})
    wait_until(lambda: turns(session) == [FIRST, SECOND])
    state = session.snapshot("en")
    assert state["game"]["source"] == "film"
    assert [player["points"] for player in state["players"]] == [2, 3]
    assert [one["kind"] for one in told(session)] == ["turn", "turn"]
    assert [entry.event for entry in store.open(session.id).log] == [entry.event for entry in session.game.log]
    began = session.info.created
    assert [entry.at - began for entry in session.game.log[1:]] == pytest.approx([4.9, 9.9], abs=0.8)
    manager.close()
    assert no_threads_left()
    assert session.closed


def test_everything_is_told_in_the_language_of_whoever_looks(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin(PLAN)
    wait_until(lambda: len(told(session)) == 2)
    assert len({told(session, language)[0]["text"] for language in ("en", "de", "fr", "it")}) == 4
    assert session.snapshot("de")["turns"][0]["text"] != session.snapshot("en")["turns"][0]["text"]
    manager.close()


def test_what_is_shown_is_on_disk_already(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin(PLAN)
    behind = []

    def look() -> None:
        for message in session.hub.subscribe("x"):
            if message and message.kind == "state":
                shown = len(session.render(message, "en")["turns"])
                behind.append(shown - len(store.open(session.id).state.rows))

    thread = threading.Thread(target=look)
    thread.start()
    wait_until(lambda: turns(session) == [FIRST, SECOND])
    manager.close()
    wait_for_end(thread)
    assert behind
    assert max(behind) <= 0


def test_a_full_disk_is_told_and_caught_up_with(store: Store) -> None:
    failing = FailingStore(store)
    manager = manager_of(failing)
    failing.full = True
    session = manager.begin(PLAN)
    wait_until(lambda: turns(session) == [FIRST, SECOND])
    state = session.snapshot("en")
    assert state["game"]["saved"] is False
    assert "cannot be saved" in state["status_text"]
    assert store.open(session.id).log == []
    assert [one["kind"] for one in told(session)] == ["turn", "note", "turn"]
    failing.full = False
    wait_until(lambda: session.snapshot("en")["game"]["saved"])
    assert len(store.open(session.id).log) == 2
    assert "saved again" in told(session)[-1]["text"]
    manager.close()


def test_two_programs_with_one_game_do_not_mix_it_up(store: Store) -> None:
    one, other = manager_of(store), manager_of(store)
    session = one.begin(BY_HAND)
    late = other.resume(session.id)
    session.tell({"input": "turn", "player": None, "placed": FIRST})
    late.tell({"input": "turn", "player": None, "placed": SECOND})
    assert "another window" in late.snapshot("en")["status_text"]
    assert late.snapshot("en")["game"]["saved"] is False
    assert len(store.open(session.id).log) == 1
    one.close()
    other.close()


def test_a_full_disk_is_not_asked_with_every_frame(store: Store) -> None:
    manager, failing, clock = manager_of(store), FailingStore(store), itertools.count(100.0, RETRY / 4)
    identity = manager.begin(BY_HAND).id
    manager.close()
    game = store.open(identity)
    game.append(laid(0, "4O@0,0 2O@1,0"))
    writer = StoreWriter(failing, identity, 0, lambda: next(clock))
    failing.full = True
    for _ in range(16):
        writer.keep(game)
    assert not writer.saved
    # A failure asks the clock twice.
    assert failing.tried == 4
    failing.full = False
    writer.keep(game, now=True)
    assert writer.saved
    assert len(store.open(identity).log) == 1


def test_a_game_that_is_not_saved_is_not_closed_and_never_thrown_away(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    failing = FailingStore(store)
    manager = manager_of(failing)
    session = manager.begin(BY_HAND)
    failing.full = True
    session.tell({"input": "turn", "player": 0, "placed": FIRST})
    for close in (manager.leave, manager.delete):
        with pytest.raises(Refused, match="not saved yet"):
            close(session.id)
    assert manager.session(session.id) is session
    manager.close()
    (rescued,) = tmp_path.glob("tileye-*.jsonl")
    with rescued.open("rb") as stream:
        assert len(read_record(stream).game.state.rows) == 1


def test_two_people_who_exchange_at_once_exchange_once(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin(BY_HAND)
    session.tell({"input": "turn", "player": 0, "placed": FIRST})
    session.tell({"input": "exchange", "player": 1, "count": 2})
    with pytest.raises(Refused, match="just now"):
        session.tell({"input": "exchange", "player": 1, "count": 2})
    session.tell({"input": "exchange", "player": 0, "count": 2})
    assert [row.player for row in session.game.state.rows] == [0, 1, 0]
    manager.close()


def test_a_game_that_cannot_begin_lets_go_of_its_film(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    manager, closed = manager_of(store), list[bool]()
    monkeypatch.setattr(Film, "close", lambda film: closed.append(True))

    def fail(*_: object) -> str:
        raise StoreError("full_disk")

    monkeypatch.setattr(manager, "store", FailingStore(store))
    monkeypatch.setattr(manager.store, "create", fail, raising=False)
    with pytest.raises(StoreError):
        manager.begin(PLAN)
    assert closed == [True]
    manager.close()


def test_a_killed_game_goes_on_where_it_stood(store: Store) -> None:
    shown, said = script(), [{"at": 0.3, "input": "opening", "declared": [2, 1]}]
    manager = manager_of(store, Script().still(drawn({}), 0.6).lay(ONE), said)
    session = manager.begin(PLAN)
    wait_until(lambda: turns(session) == [FIRST])
    manager.close()
    # What was shown is all that the next program has.
    manager = manager_of(store, shown, said)
    again = manager.resume(session.id)
    assert turns(again) == [FIRST]
    wait_until(lambda: turns(again) == [FIRST, SECOND])
    assert [type(entry.event).__name__ for entry in store.open(session.id).log] == ["Opening", "Laid", "Laid"]
    manager.close()


def test_what_people_say_in_a_film_is_heard_in_time(store: Store) -> None:
    said = [{"at": 0.3, "input": "opening", "declared": [1, 2]}, {"at": 11.0, "input": "end"}]
    manager = manager_of(store, said=said)
    session = manager.begin(PLAN)
    wait_until(lambda: session.snapshot("en")["ended"])
    began, log = session.info.created, store.open(session.id).log
    assert [round(entry.at - began, 1) for entry in (log[0], log[-1])] == [0.3, 11.0]
    assert [turn["player"] for turn in session.snapshot("en")["turns"]] == [1, 0]
    assert session.snapshot("en")["status"] == "over"
    manager.close()


def test_closing_ends_no_game(store: Store) -> None:
    manager = manager_of(store, said=[{"at": 999.0, "input": "end"}], speed=1.0)
    session = manager.begin(PLAN)
    manager.close()
    assert store.open(session.id).state.ended is None
    with pytest.raises(Refused, match="closed"):
        session.tell({"input": "undo"})


def test_a_correction_reaches_the_referee(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin(PLAN)
    wait_until(lambda: turns(session) == [FIRST, SECOND])
    session.tell({"input": "tile", "x": 1, "y": 2, "tile": "2G"})
    assert turns(session)[1] == [["2R", 1, 1], ["2G", 1, 2]]
    session.tell({"input": "nothing", "x": 1, "y": 2})
    assert turns(session)[1] == [["2R", 1, 1]]
    assert store.open(session.id).state == session.game.state
    with pytest.raises(Refused, match="know no new cards"):
        session.tell({"input": "cannot_play", "player": None})
    with pytest.raises(Refused, match="is no input"):
        session.tell({"input": "shout"})
    manager.close()


def test_an_illegal_placement_is_shown_once_it_is_sure(store: Store) -> None:
    manager = manager_of(store, Script().still(drawn({}), 0.6).lay(ONE).lay(WRONG))
    session = manager.begin(PLAN)
    wait_until(lambda: "violation" in [one["kind"] for one in told(session)])
    wait_until(lambda: session.snapshot("en")["proposal"])
    assert session.snapshot("en")["proposal"]["legal"] is False
    session.tell({"input": "overrule"})
    assert session.snapshot("en")["turns"][-1]["overruled"] is True
    manager.close()


def test_what_is_illegal_can_be_let_stand_while_nobody_looks(store: Store) -> None:
    shown = Script().still(drawn({}), 0.6).lay(ONE).lay(WRONG, wait=200.0)
    manager = manager_of(store, shown, speed=20.0)
    session = manager.begin(PLAN)
    wait_until(lambda: session.snapshot("en")["can"]["overrule"])
    session.pause()
    wait_until(lambda: session.snapshot("en")["status"] == "paused")
    paused = session.snapshot("en")
    assert (paused["can"]["overrule"], paused["proposal"]["legal"]) == (True, False)
    session.tell({"input": "overrule"})
    assert session.snapshot("en")["turns"][-1]["allowed"] is True
    manager.close()


def test_a_film_that_is_over_says_so_and_waits_for_words(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin(PLAN)
    wait_until(lambda: "film is over" in session.snapshot("en")["status_text"])
    assert session.snapshot("en")["game"]["live"] is False
    session.tell({"input": "end"})
    assert session.snapshot("en")["ended"]["reason"] == "stopped"
    manager.close()


def test_a_paused_game_is_not_judged(store: Store) -> None:
    go = threading.Event()
    manager = manager_of(store, go=go)
    session = manager.begin(PLAN)
    session.pause()
    go.set()
    wait_until(lambda: session.snapshot("en")["status"] == "paused")
    pulses = (message for message in session.hub.subscribe() if message and message.kind == "pulse")
    assert all(next(pulses) for _ in range(3))
    assert turns(session) == []
    session.resume()
    wait_until(lambda: turns(session) == [FIRST, SECOND])
    manager.close()


def test_a_lost_camera_comes_back(store: Store) -> None:
    cameras = {"0": PushedSource(patience=0.2)}
    manager = camera_manager(store, cameras)
    session = manager.begin({**PLAN, "source": "camera-0"})
    with Pushing(cameras["0"], drawn({})):
        wait_until(lambda: session.snapshot("en")["status"] == "watching")
    # Where nothing comes any more, a picture is waited for.
    wait_until(lambda: session.snapshot("en")["status"] == "waiting")
    with Pushing(cameras["0"], drawn({})):
        wait_until(lambda: session.snapshot("en")["status"] == "watching")
    manager.close()
    lost = camera_manager(store, {})
    session = lost.resume(session.id)
    wait_until(lambda: session.snapshot("en")["status"] == "lost")
    assert told(session)[0]["kind"] == "lost"
    lost.close()


def test_pictures_are_small_and_drawn_over_when_asked(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin(PLAN)
    wait_until(lambda: not session.snapshot("en")["game"]["live"])
    plain, drawn_over = session.picture(overlay=False), session.picture(overlay=True)
    assert plain
    assert drawn_over
    one, other = (cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) for jpeg in (plain, drawn_over))
    assert one is not None
    assert other is not None
    assert one.shape == other.shape == (360, 640, 3)
    assert (one != other).any()
    assert session.picture(overlay=True) is drawn_over
    manager.close()


def test_evidence_is_the_board_and_only_if_wanted(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin(PLAN)
    wait_until(lambda: all(turn["evidence"] for turn in session.snapshot("en")["turns"]) and len(turns(session)) == 2)
    rows = [turn["id"] for turn in session.snapshot("en")["turns"]]
    jpegs = [session.evidence(row) or b"" for row in rows]
    assert all(0 < len(jpeg) <= 200_000 for jpeg in jpegs)
    picture = cv2.imdecode(np.frombuffer(jpegs[0], np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[1] < 300
    manager.close()
    other = manager_of(store)
    session = other.begin({**PLAN, "evidence": False})
    wait_until(lambda: turns(session) == [FIRST, SECOND])
    other.close()
    assert session.evidence(session.game.state.rows[0].id) is None


def test_a_pulse_tells_how_old_the_picture_is(store: Store) -> None:
    manager = manager_of(store, speed=20.0)
    session = manager.begin(PLAN)
    pulses: list[Message] = []
    for message in session.hub.subscribe():
        if message and message.kind == "pulse":
            pulses.append(message)
            if len(pulses) > 3:
                break
    data = session.render(pulses[-1], "en")
    assert set(data) == {"status", "status_text", "age_ms", "grace", "frames_per_second"}
    manager.close()


def test_an_error_while_looking_is_survived(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tileye.companion_web.sessions.session._BREATH", 0.01)
    manager = manager_of(store, speed=20.0)
    session = manager.begin(PLAN)
    broken = iter([True])
    usual = session._look

    def stumbling(game: object) -> object:
        if next(broken, False):
            raise RuntimeError("broken")
        return usual(game)  # type: ignore[arg-type]

    monkeypatch.setattr(session, "_look", stumbling)
    wait_until(lambda: turns(session) == [FIRST, SECOND])
    assert told(session)[0]["kind"] == "note"
    manager.close()


def test_wishes_change_while_a_game_is_played(store: Store) -> None:
    manager = manager_of(store, speed=20.0)
    session = manager.begin(PLAN)
    manager.change(session.id, {"automatic": False, "colours": ["#ff0000", "#00ff00"]})
    wait_until(lambda: session.snapshot("en")["game"]["automatic"] is False)
    assert session.snapshot("en")["players"][0]["colour"] == "#ff0000"
    manager.rename(session.id, "Sunday")
    wait_until(lambda: session.snapshot("en")["game"]["name"] == "Sunday")
    with pytest.raises(Refused, match="grace"):
        manager.change(session.id, {"grace": -1})
    manager.close()


def test_many_speak_at_once(store: Store) -> None:
    manager = manager_of(store, speed=50.0)
    session = manager.begin(PLAN)
    refused: list[str] = []

    def speak(number: int) -> None:
        for turn in range(5):
            try:
                session.tell({"input": "rename", "player": number % 2, "name": f"N{number}-{turn}"})
                session.snapshot("en")
                session.picture(overlay=True)
            except Refused as error:
                refused.append(str(error))

    threads = [threading.Thread(target=speak, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    wait_for_end(*threads)
    assert not refused
    assert sum(type(entry.event).__name__ == "Rename" for entry in store.open(session.id).log) == 30
    manager.close()
    assert no_threads_left()


def test_two_pages_see_the_same(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin(PLAN)
    heard: list[list[str | None]] = []

    def listen() -> None:
        heard.append([one.id for one in session.hub.subscribe("x") if one and one.kind == "told"])

    threads = [threading.Thread(target=listen) for _ in range(3)]
    for thread in threads:
        thread.start()
    wait_until(lambda: turns(session) == [FIRST, SECOND])
    manager.close()
    wait_for_end(*threads)
    assert heard == [heard[0]] * 3
    assert len(heard[0]) == 2
