"""Games are begun, gone on with and left; sources belong to one game at a time."""

import threading
from typing import Any

import pytest

from tests.companion_web.sessions.playing import (
    BY_HAND,
    FIRST,
    ONE,
    PLAN,
    SECOND,
    Pushing,
    camera_house,
    house_of,
    no_threads_left,
    turns,
)
from tests.vision.shown import Script, drawn, reader
from tests.waiting import PATIENCE, wait_for_end, wait_until
from tileye.companion_web.sessions import InUse, Refused
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.game_plans import parse_plan, wishes_json, wishes_of
from tileye.companion_web.sessions.source_choices import Sources
from tileye.companion_web.storage import NoGame, Store
from tileye.rules.jsonlines import Json
from tileye.vision.sources.frames import Source, SourceError
from tileye.vision.sources.pushed import PushedSource


def cameras(*names: str) -> dict[str, PushedSource]:
    return {name: PushedSource(patience=0.05) for name in names}


def test_what_there_is_can_be_told_to_anybody(store: Store) -> None:
    for named, name in (
        ("/home/ada/secret/film.mp4", "film.mp4"),
        ("rtsp://ada:word@10.0.0.7/live", "stream"),
    ):
        house = GameManager(store, Sources(named, finder=lambda: [0, 2]))
        house.probe()
        assert [(one.key, one.kind, one.name) for one in house.offers()] == [
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
        ({"rules": "cards-de"}, "by hand"),
    ],
)
def test_what_set_up_cannot_mean_is_refused(store: Store, changes: dict[str, Any], reason: str) -> None:
    house = house_of(store)
    with pytest.raises(Refused, match=reason):
        house.begin({**PLAN, **changes})
    assert house.games() == []
    assert house.tables == []


def test_what_set_up_says_is_kept(store: Store) -> None:
    house = house_of(store)
    players = [{"name": "Ada", "born": "2016-05-30", "colour": "#112233"}, {"name": "Ben", "colour": "#445566"}]
    plan = {**BY_HAND, "players": players, "pieces": 107, "grace": 2, "automatic": False, "declared": [2, 2]}
    table = house.begin(plan)
    info = house.info(table.id)
    assert info.name == "Ada und Ben"
    assert info.plan["source"] == "hand"
    assert wishes_of(info.plan) == table.wishes == parse_plan(plan).wishes
    assert wishes_json(table.wishes)["colours"] == ["#112233", "#445566"]
    # Ada is known to be younger than nobody.
    assert table.game.state.tied == (0, 1)
    assert table.game.state.pieces == 107
    house.close()


def test_a_camera_belongs_to_one_game_until_that_is_over(store: Store) -> None:
    house = camera_house(store, cameras("0", "1"))
    table = house.begin({**PLAN, "source": "camera-0"})
    with pytest.raises(Refused, match="shows the game 'Ada und Ben'"):
        house.begin({**PLAN, "source": "camera-0"})
    other = house.begin({**PLAN, "source": "camera-1"})
    assert {one.id for one in house.tables} == {table.id, other.id}
    table.tell({"input": "end"})
    third = house.begin({**PLAN, "source": "camera-0"})
    assert {one.id for one in house.tables} == {other.id, third.id}
    house.close()
    assert no_threads_left()


def test_a_camera_that_is_gone_begins_no_game(store: Store) -> None:
    def opener(text: str, *, start: float = 0.0) -> Source:
        raise SourceError("camera", n=0)

    house = GameManager(store, Sources("0", opener=opener, finder=list), ManagerSettings(reader=reader))
    with pytest.raises(Refused, match="plug it in"):
        house.begin({**PLAN, "source": "camera-0"})
    with pytest.raises(Refused, match="plug it in"):
        house.look("camera-0")
    assert house.games() == []
    house.close()


def test_a_source_is_looked_at_before_a_game_and_handed_over(store: Store) -> None:
    known = cameras("0")
    house = camera_house(store, known)
    with Pushing(known["0"], drawn(ONE)):
        wait_until(lambda: house.look("camera-0") is not None)
        assert (house.preview("camera-0") or b"")[:2] == b"\xff\xd8"
        table = house.begin({**PLAN, "source": "camera-0"})
        wait_until(lambda: table.newest is not None)
        assert house.look("camera-0") is not None
    house.close()


def test_a_film_is_looked_at_without_using_it_up(store: Store) -> None:
    house = house_of(store)
    assert house.preview("named")
    table = house.begin(PLAN)
    wait_until(lambda: turns(table) == [FIRST, SECOND])
    house.close()


def test_what_nobody_looks_at_any_more_is_closed(store: Store) -> None:
    known = cameras("0")
    house = camera_house(store, known)
    house._previews._idle = 0.05
    with Pushing(known["0"], drawn(ONE)):
        wait_until(lambda: house.look("camera-0") is not None)
    wait_until(lambda: not known["0"].push(drawn(ONE)))


def test_another_film_begins_at_its_beginning(store: Store) -> None:
    house = house_of(store, Script().still(drawn({}), 0.6).lay(ONE))
    table = house.begin(PLAN)
    wait_until(lambda: turns(table) == [FIRST])
    house.close()
    second = Script().still(drawn(ONE), 1.0).lay({**ONE, (1, 1): "2R", (1, 2): "2B"})
    house = house_of(store, second, name="second.mp4")
    again = house.resume(table.id)
    wait_until(lambda: turns(again) == [FIRST, SECOND])
    assert house.info(table.id).plan["film"] == "second.mp4"
    house.close()


def test_a_game_goes_on_by_hand_where_its_film_is_gone(store: Store) -> None:
    house = house_of(store)
    table = house.begin(PLAN)
    wait_until(lambda: turns(table) == [FIRST, SECOND])
    house.close()
    house = GameManager(store, Sources(finder=list), ManagerSettings(hearing=PATIENCE))
    again = house.resume(table.id)
    assert house.resume(table.id) is again
    assert again.snapshot("en")["status"] == "hand"
    again.tell({"input": "turn", "player": None, "placed": [["2G", 1, 3]]})
    assert len(turns(again)) == 3
    house.leave(table.id)
    with pytest.raises(Refused, match="no such camera"):
        house.resume(table.id, "camera-5")
    house.close()


def test_a_game_that_is_over_takes_no_camera(store: Store) -> None:
    house = camera_house(store, cameras("0"))
    table = house.begin({**PLAN, "source": "camera-0"})
    table.tell({"input": "end"})
    house.leave(table.id)
    assert house.table(table.id) is None
    again = house.resume(table.id)
    assert again.snapshot("en")["status"] == "over"
    house.begin({**PLAN, "source": "camera-0"})
    house.close()


def test_games_come_and_go(store: Store) -> None:
    house = house_of(store)
    table = house.begin(BY_HAND)
    house.rename(table.id, "Sunday")
    lines = [line.encode() for line in store.lines(table.id)]
    house.delete(table.id)
    assert table.closed
    assert house.games() == []
    with pytest.raises(Refused, match="in the bin"):
        house.resume(table.id)
    store.restore(table.id)
    assert house.info(table.id).name == "Sunday"
    copied = house.import_(lines, "copy")
    assert house.resume(copied).snapshot("en")["players"][0]["name"] == "Ada"
    with pytest.raises(NoGame):
        house.resume("abcdefgh")
    house.close()


def test_many_begin_and_leave_at_once(store: Store) -> None:
    house = house_of(store)
    errors: list[Exception] = []

    def live(number: int) -> None:
        try:
            for _ in range(3):
                table = house.begin({**BY_HAND, "name": f"game {number}"})
                table.tell({"input": "turn", "player": 0, "placed": FIRST})
                assert turns(table) == [FIRST]
                house.leave(table.id)
        except Exception as error:  # noqa: BLE001 - told below
            errors.append(error)

    threads = [threading.Thread(target=live, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    wait_for_end(*threads)
    assert not errors
    assert len(house.games()) == 15
    house.close()
    assert no_threads_left()


@pytest.mark.parametrize("begin", [{"as": "bo`rd"}, {"as": "board", "player": 9}, {"as": "board", "points": [5]}])
def test_a_damaged_plan_keeps_nobody_from_going_on(store: Store, begin: Json) -> None:
    house = house_of(store)
    table = house.begin(PLAN)
    house.leave(table.id)
    store.set_plan(table.id, {**store.info(table.id).plan, "begin": begin})
    assert house.resume(table.id).id == table.id
    house.close()


def test_a_source_in_use_names_the_game_that_has_it(store: Store) -> None:
    house = house_of(store)
    table = house.begin(PLAN)
    with pytest.raises(InUse) as refused:
        house.begin(PLAN)
    assert (refused.value.game, refused.value.name) == (table.id, table.info.name)
    house.close()
