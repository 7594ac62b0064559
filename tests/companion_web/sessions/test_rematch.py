"""A rematch: the same players, rules and settings once more, and the next player starts."""

import pytest

from tests.companion_web.sessions.playing import BY_HAND, FIRST, manager_of, no_threads_left
from tileye.companion_web.sessions import Refused
from tileye.companion_web.storage import Store


@pytest.mark.parametrize("rules", ["tiles", "classroom", "cards-de", "cards-en"])
def test_the_same_players_meet_again_and_the_next_one_starts(store: Store, rules: str) -> None:
    manager = manager_of(store)
    players = [
        {"name": name, "born": "2014", "colour": colour} for name, colour in (("Ada", "#112233"), ("Ben", "#445566"))
    ]
    plan = {**BY_HAND, "rules": rules, "players": players, "grace": 7, "evidence": False, "pieces": 100, "starter": 1}
    session = manager.begin(plan)
    turn = {"after": [["1R", "2R", "3R"]]} if rules.startswith("cards") else {"placed": FIRST}
    session.tell({"input": "turn", "player": 1, **turn})
    with pytest.raises(Refused, match="this game goes on"):
        manager.rematch(session.id)
    session.tell({"input": "rename", "player": 0, "name": "Ava"})
    session.tell({"input": "end"})
    again = manager.rematch(session.id)
    assert again.id != session.id
    assert [(one.name, one.born) for one in again.game.setup.players] == [("Ava", "2014"), ("Ben", "2014")]
    assert again.game.setup.rules.name == rules
    assert (again.game.setup.pieces, again.game.state.whose_turn, again.game.state.starter_told) == (100, 0, True)
    assert again.game_settings == session.game_settings
    again.tell({"input": "end"})
    manager.close()
    assert no_threads_left()


def test_the_camera_goes_along(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin({**BY_HAND, "source": "named"})
    session.tell({"input": "end"})
    again = manager.rematch(session.id)
    assert again.info.plan["source"] == "named"
    assert manager.session(session.id) is None, "the camera shows one game at a time"
    manager.close()
