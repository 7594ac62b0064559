"""Games are begun, gone on with and left; sources belong to one game at a time."""

import gc
import threading
import weakref
from typing import Any

import pytest

from tests.companion_web.sessions.playing import (
    BY_HAND,
    FIRST,
    ONE,
    PLAN,
    SECOND,
    Pushing,
    camera_manager,
    manager_of,
    no_threads_left,
    turns,
)
from tests.vision.shown import Script, drawn, reader
from tests.waiting import PATIENCE, wait_for_end, wait_until
from tileye.companion_web.sessions import InUse, Refused
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.game_plans import game_settings_json, game_settings_of, parse_plan
from tileye.companion_web.sessions.source_choices import Sources
from tileye.companion_web.storage import NoGame, Store
from tileye.rules.jsonlines import Json
from tileye.vision.sources.frames import Source, SourceError
from tileye.vision.sources.pushed import PushedSource
from tileye.vision.tracking.eye import Sighting


def cameras(*names: str) -> dict[str, PushedSource]:
    return {name: PushedSource(patience=0.05) for name in names}


def test_what_there_is_can_be_told_to_anybody(store: Store) -> None:
    for named, name in (
        ("/home/ada/secret/film.mp4", "film.mp4"),
        ("rtsp://ada:word@10.0.0.7/live", "stream"),
    ):
        manager = GameManager(store, Sources(named, finder=lambda: [0, 2]))
        manager.probe()
        assert [(one.key, one.kind, one.name) for one in manager.offers()] == [
            ("named", "named", name),
            ("camera-0", "camera", "camera 0"),
            ("camera-2", "camera", "camera 2"),
            ("hand", "hand", ""),
        ]
    assert [one.key for one in GameManager(store, Sources(" 3 ", finder=list)).probe()] == ["camera-3", "hand"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"rules": "chess"}, "no rule set"),
        ({"rules": None}, "rules"),
        ({"players": [{"name": "Ada"}]}, "is for 2 to 4 players"),
        ({"players": [{"name": "Ada"}, {"name": "Ada"}]}, "same name"),
        ({"players": [{"name": "Ada"}, {"name": ""}]}, "is no name"),
        ({"players": "Ada"}, "players"),
        ({"players": [{"name": "Ada"}, 3]}, "players"),
        ({"players": [{"name": "Ada", "born": "soon"}, {"name": "Ben"}]}, "born"),
        ({"pieces": 5}, "are needed for 2 players"),
        ({"language": "la"}, "language"),
        ({"grace": -1}, "grace"),
        ({"grace": True}, "grace"),
        ({"automatic": "yes"}, "automatic"),
        ({"players": [{"name": "Ada", "colour": "red"}, {"name": "Ben", "colour": "blue"}]}, "colours"),
        ({"declared": [1]}, "1 declarations for 2 players"),
        ({"declared": [3, 2], "starter": 1}, "does not start"),
        ({"source": "camera-7"}, "no such camera"),
        ({"source": "/etc/passwd"}, "no such camera"),
        ({"source": ["named"]}, "no such camera"),
    ],
)
def test_what_set_up_cannot_mean_is_refused(store: Store, changes: dict[str, Any], reason: str) -> None:
    manager = manager_of(store)
    with pytest.raises(Refused, match=reason):
        manager.begin({**PLAN, **changes})
    assert manager.games() == []
    assert manager.sessions == []


def test_what_set_up_says_is_kept(store: Store) -> None:
    manager = manager_of(store)
    players = [{"name": "Ada", "born": "2016-05-30", "colour": "#112233"}, {"name": "Ben", "colour": "#445566"}]
    plan = {**BY_HAND, "players": players, "pieces": 107, "grace": 2, "automatic": False, "declared": [2, 2]}
    session = manager.begin(plan)
    info = manager.info(session.id)
    assert info.name == "Ada und Ben"
    assert info.plan["source"] == "hand"
    assert game_settings_of(info.plan) == session.game_settings == parse_plan(plan).game_settings
    assert game_settings_json(session.game_settings)["colours"] == ["#112233", "#445566"]
    # Ada is known to be younger than nobody.
    assert session.game.state.tied == (0, 1)
    assert session.game.state.pieces == 107
    manager.close()


def test_a_camera_belongs_to_one_game_until_that_is_over(store: Store) -> None:
    manager = camera_manager(store, cameras("0", "1"))
    session = manager.begin({**PLAN, "source": "camera-0"})
    with pytest.raises(Refused, match="shows the game 'Ada und Ben'"):
        manager.begin({**PLAN, "source": "camera-0"})
    other = manager.begin({**PLAN, "source": "camera-1"})
    assert {one.id for one in manager.sessions} == {session.id, other.id}
    session.tell({"input": "end"})
    third = manager.begin({**PLAN, "source": "camera-0"})
    assert {one.id for one in manager.sessions} == {other.id, third.id}
    manager.close()
    assert no_threads_left()


def test_a_camera_that_is_gone_begins_no_game(store: Store) -> None:
    def opener(text: str, *, start: float = 0.0) -> Source:
        raise SourceError("camera", n=0)

    manager = GameManager(store, Sources("0", opener=opener, finder=list), ManagerSettings(reader=reader))
    with pytest.raises(Refused, match="plug it in"):
        manager.begin({**PLAN, "source": "camera-0"})
    with pytest.raises(Refused, match="plug it in"):
        manager.look("camera-0")
    assert manager.games() == []
    manager.close()


def test_a_source_is_looked_at_before_a_game_and_handed_over(store: Store) -> None:
    known = cameras("0")
    manager = camera_manager(store, known)
    with Pushing(known["0"], drawn(ONE)):
        # Where the machine is busy, a camera may be waited for between two of its pictures.
        wait_until(lambda: (manager.preview("camera-0") or b"")[:2] == b"\xff\xd8")
        session = manager.begin({**PLAN, "source": "camera-0"})
        wait_until(lambda: session.newest is not None)
        wait_until(lambda: manager.look("camera-0") is not None)
    manager.close()


def test_a_film_is_looked_at_without_using_it_up(store: Store) -> None:
    manager = manager_of(store)
    assert manager.preview("named")
    session = manager.begin(PLAN)
    wait_until(lambda: turns(session) == [FIRST, SECOND])
    manager.close()


def test_what_nobody_looks_at_any_more_is_closed(store: Store) -> None:
    known = cameras("0")
    manager = camera_manager(store, known)
    with Pushing(known["0"], drawn(ONE)):
        wait_until(lambda: manager.look("camera-0") is not None)
    # Only the last look is that short: where the machine is busy, looks are farther apart.
    manager._previews._idle = 0.05
    manager.look("camera-0")
    wait_until(lambda: not known["0"].push(drawn(ONE)))


def test_another_film_begins_at_its_beginning(store: Store) -> None:
    manager = manager_of(store, Script().still(drawn({}), 0.6).lay(ONE))
    session = manager.begin(PLAN)
    wait_until(lambda: turns(session) == [FIRST])
    manager.close()
    second = Script().still(drawn(ONE), 1.0).lay({**ONE, (1, 1): "2R", (1, 2): "2B"})
    manager = manager_of(store, second, name="second.mp4")
    again = manager.resume(session.id)
    wait_until(lambda: turns(again) == [FIRST, SECOND])
    assert manager.info(session.id).plan["film"] == "second.mp4"
    manager.close()


def test_a_game_goes_on_by_hand_where_its_film_is_gone(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin(PLAN)
    wait_until(lambda: turns(session) == [FIRST, SECOND])
    manager.close()
    manager = GameManager(store, Sources(finder=list), ManagerSettings(hearing=PATIENCE))
    again = manager.resume(session.id)
    assert manager.resume(session.id) is again
    assert again.snapshot("en")["status"] == "hand"
    again.tell({"input": "turn", "player": None, "placed": [["2G", 1, 3]]})
    assert len(turns(again)) == 3
    manager.leave(session.id)
    with pytest.raises(Refused, match="no such camera"):
        manager.resume(session.id, "camera-5")
    manager.close()


def test_a_game_that_is_over_takes_no_camera(store: Store) -> None:
    manager = camera_manager(store, cameras("0"))
    session = manager.begin({**PLAN, "source": "camera-0"})
    session.tell({"input": "end"})
    manager.leave(session.id)
    assert manager.session(session.id) is None
    again = manager.resume(session.id)
    assert again.snapshot("en")["status"] == "over"
    manager.begin({**PLAN, "source": "camera-0"})
    manager.close()


def test_games_come_and_go(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin(BY_HAND)
    manager.rename(session.id, "Sunday")
    lines = [line.encode() for line in store.lines(session.id)]
    manager.delete(session.id)
    assert session.closed
    assert manager.games() == []
    with pytest.raises(Refused, match="in the bin"):
        manager.resume(session.id)
    store.restore(session.id)
    assert manager.info(session.id).name == "Sunday"
    copied = manager.import_(lines, "copy")
    assert manager.resume(copied).snapshot("en")["players"][0]["name"] == "Ada"
    with pytest.raises(NoGame):
        manager.resume("abcdefgh")
    manager.close()


def test_many_begin_and_leave_at_once(store: Store) -> None:
    manager = manager_of(store)
    errors: list[Exception] = []

    def live(number: int) -> None:
        try:
            for _ in range(3):
                session = manager.begin({**BY_HAND, "name": f"game {number}"})
                session.tell({"input": "turn", "player": 0, "placed": FIRST})
                assert turns(session) == [FIRST]
                manager.leave(session.id)
        except Exception as error:  # noqa: BLE001 - told below
            errors.append(error)

    threads = [threading.Thread(target=live, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    wait_for_end(*threads)
    assert not errors
    assert len(manager.games()) == 15
    manager.close()
    assert no_threads_left()


@pytest.mark.parametrize("begin", [{"as": "bo`rd"}, {"as": "board", "player": 9}, {"as": "board", "points": [5]}])
def test_a_damaged_plan_keeps_nobody_from_going_on(store: Store, begin: Json) -> None:
    manager = manager_of(store)
    session = manager.begin(PLAN)
    manager.leave(session.id)
    store.set_plan(session.id, {**store.info(session.id).plan, "begin": begin})
    assert manager.resume(session.id).id == session.id
    manager.close()


def played_and_left(manager: GameManager, source: str, camera: PushedSource) -> list[weakref.ref[object]]:
    """Begin a game, look at it, and leave it: what it was made of."""
    session = manager.begin({**PLAN, "source": source})
    with Pushing(camera, drawn(ONE)):
        wait_until(lambda: session._player.sighting)
    assert session.picture(overlay=True)
    newest, sighting = session.newest, session._player.sighting
    assert newest is not None
    assert isinstance(sighting, Sighting)
    made_of = [session, session.hub, session._player, session._player.eye, sighting.raw.crops]
    manager.leave(session.id)
    # The pictures of a drawn film are the test's own.
    return [weakref.ref(one) for one in (made_of if source == "named" else [*made_of, newest])]


@pytest.mark.parametrize("source", ["camera-0", "named"])
def test_nothing_holds_a_game_that_was_left_nor_its_pictures(store: Store, source: str) -> None:
    camera = PushedSource(patience=0.05)
    manager = manager_of(store) if source == "named" else camera_manager(store, {"0": camera})
    left = played_and_left(manager, source, camera)
    gc.collect()
    assert [one() for one in left] == [None] * len(left)
    manager.close()


def test_a_source_in_use_names_the_game_that_has_it(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin(PLAN)
    with pytest.raises(InUse) as refused:
        manager.begin(PLAN)
    assert (refused.value.game, refused.value.name) == (session.id, session.info.name)
    manager.close()
