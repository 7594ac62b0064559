"""A game that nobody plays is replayed once, however often it is looked at; replaying counts as work."""

import pytest

from tests.companion_web.web.visitors import FIRST, Visitor
from tileye.companion_web.storage.sqlite import SqliteStore
from tileye.rules.game import Game


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were replayed, one after the other."""
    found: list[str] = []
    replay = SqliteStore.open

    def counted(store: SqliteStore, game: str) -> Game:
        found.append(game)
        return replay(store, game)

    monkeypatch.setattr(SqliteStore, "open", counted)
    return found


def closed(ada: Visitor) -> str:
    game = ada.begin()
    ada.post(f"/api/games/{game}/tell", {"input": "turn", "player": 0, "placed": FIRST})
    ada.post(f"/api/games/{game}/close")
    return game


def test_looking_again_replays_nothing(ada: Visitor, replayed: list[str]) -> None:
    game = closed(ada)
    for path in ("state", "state", "sheet.csv", "state", "sheet.json"):
        assert ada.get(f"/api/games/{game}/{path}").status_code == 200
    assert ada.get(f"/game/{game}").status_code == 200
    assert replayed == [game]


def test_what_was_changed_is_replayed_anew(ada: Visitor, replayed: list[str]) -> None:
    game = closed(ada)
    before = ada.get(f"/api/games/{game}/state").json
    ada.post(f"/api/games/{game}/resume")
    ada.post(f"/api/games/{game}/tell", {"input": "undo"})
    ada.post(f"/api/games/{game}/close")
    after = ada.get(f"/api/games/{game}/state").json
    assert before
    assert after
    assert (len(before["state"]["turns"]), len(after["state"]["turns"])) == (1, 0)


def test_replaying_counts_as_work(ada: Visitor, replayed: list[str]) -> None:
    games = [closed(ada) for _ in range(20)]
    found = [ada.get(f"/api/games/{game}/state").status_code for game in games]
    assert set(found) == {200, 429}
    assert len(replayed) == found.count(200) < len(games)
