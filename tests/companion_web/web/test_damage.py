"""A damaged game keeps no page from being shown, and no answer says where files lie."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.companion_web.web.visitors import Visitor


def harm(path: Path, change: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute(change, values)


def test_pages_go_on_with_a_damaged_game(ada: Visitor, tmp_path: Path) -> None:
    good, bad, broken = ada.begin(), ada.begin(), ada.begin()
    for game in (bad, broken):
        ada.post(f"/api/games/{game}/close")
    file = tmp_path / "games.sqlite3"
    harm(file, "UPDATE games SET players = '[', plan = 'x' WHERE id = ?", bad)
    harm(file, "UPDATE lines SET line = '{' WHERE game = ? AND seq = 0", broken)
    for path in ("/", "/games", "/setup", f"/game/{good}", "/api/games"):
        assert ada.get(path).status_code == 200, path
    listed = {info["id"]: info["damaged"] for info in (ada.get("/api/games").json or {})["games"]}
    assert listed == {good: False, bad: True, broken: False}
    for path in (
        "state",
        "record",
        "sheet.csv",
        "best",
        "turns/1/picture",
        f"turns/{10**30}/picture",
        "turns/0/picture",
    ):
        answer = ada.get(f"/api/games/{broken}/{path}")
        assert answer.status_code in (200, 404, 409), path
        assert str(tmp_path) not in answer.text
    assert ada.get(f"/api/games/{good}/turns/{10**30}/picture").status_code == 404
    assert ada.get(f"/api/games/{good}/turns/{2**63}/picture").status_code == 404
    assert ada.write("DELETE", f"/api/games/{bad}").status_code == 200
