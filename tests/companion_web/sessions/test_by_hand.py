"""Games that are entered by hand."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.companion_web.sessions.playing import (
    BY_HAND,
    FIRST,
    manager_of,
    told,
    turns,
)
from tileye.companion_web.sessions import Refused
from tileye.companion_web.storage import Store
from tileye.rules.jsonlines import parse_object


def test_a_game_by_hand_is_told(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin({**BY_HAND, "declared": [2, 3], "starter": None})
    session.tell({"input": "turn", "player": 1, "placed": [*FIRST, ["1O", 2, 0]]})
    session.tell({"input": "exchange", "player": 0, "count": 2})
    assert [turn["kind"] for turn in session.snapshot("en")["turns"]] == ["turn", "exchange"]
    assert session.snapshot("en")["status"] == "hand"
    for word, reason in (
        ({"input": "done"}, "no camera"),
        ({"input": "overrule"}, "no camera"),
        ({"input": "nothing", "x": 9, "y": 9}, "no recorded tile"),
        ({"input": "turn", "player": 1, "placed": [["1R", 9, 9]]}, "illegal"),
        ({"input": "turn", "player": 0, "placed": [["1R", 9, 9]]}, "it is the turn of Ben"),
    ):
        with pytest.raises(Refused, match=reason):
            session.tell(word)
    with pytest.raises(Refused, match="no camera"):
        session.pause()
    session.tell({"input": "nothing", "x": 2, "y": 0})
    assert turns(session)[0] == FIRST
    session.tell({"input": "undo"})
    assert len(turns(session)[0]) == 3
    assert session.picture(overlay=True) is None
    manager.close()
    lines = [parse_object(line.encode()) for line in store.lines(session.id)]
    assert [line.get("event") for line in lines] == [None, "opening", "turn", "exchange", "correct", "undo"]


def test_cards_are_entered_by_hand(store: Store) -> None:
    manager = manager_of(store)
    session = manager.begin({**BY_HAND, "rules": "cards-en", "declared": [3, 4]})
    session.tell({"input": "turn", "player": 1, "after": [["1R", "2R", "3R", "4R"]]})
    session.tell({"input": "cannot_play", "player": 0})
    session.tell({"input": "pass", "player": 0})
    state = session.snapshot("fr")
    assert [turn["kind"] for turn in state["turns"]] == ["turn", "cannot_play", "pass"]
    assert [one["kind"] for one in told(session)] == ["turn", "cannot_play", "pass"]
    manager.close()


PLAYED = """
import sys
from pathlib import Path
from tests.companion_web.web.visitors import FIRST, PORT, Visitor
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.companion_web.storage import open_store
from tileye.companion_web.web.app import create_app
from tileye.companion_web.web.options import Options

manager = GameManager(open_store(Path(sys.argv[1])))
ada = Visitor(create_app(manager, Options(PORT)))
game = ada.begin()
ada.lay(game, 0, FIRST)
assert all(ada.get(path).status_code == 200 for path in ("/", f"/game/{game}", f"/game/{game}/sheet"))
manager.close()
assert not {"cv2", "numpy", "onnxruntime", "openvino"} & {*sys.modules}, "it loads what sees"
"""


def test_a_game_by_hand_loads_nothing_that_sees(tmp_path: Path) -> None:
    # In a program of its own: this one has loaded all of it.
    subprocess.run([sys.executable, "-c", PLAYED, str(tmp_path)], check=True, cwd=Path(__file__).parents[3])
