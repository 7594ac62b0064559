"""Looking through a source before a game: a folder of pictures, named on the command line."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.companion_web.web.visitors import PORT, Visitor
from tests.vision.eyes import PieceSquares, RedCards
from tests.vision.shown import drawn
from tests.waiting import PATIENCE
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.source_choices import Sources
from tileye.companion_web.storage import open_store
from tileye.companion_web.web.api.table import ROUTES
from tileye.companion_web.web.app import create_app
from tileye.companion_web.web.openapi import document
from tileye.companion_web.web.options import Options
from tileye.companion_web.web.schema import problems
from tileye.vision.cards.finding import CARD, CardFinder
from tileye.vision.cards.reading import CardReader


@pytest.fixture
def ada(tmp_path: Path) -> Iterator[Visitor]:
    pictures = tmp_path / "secret" / "table"
    pictures.mkdir(parents=True)
    cv2.imwrite(str(pictures / "01.png"), np.full((480, 640, 3), 90, np.uint8))
    store = open_store(tmp_path / "data")
    manager = GameManager(store, Sources(str(pictures), finder=lambda: [0]), ManagerSettings(hearing=PATIENCE))
    # The second picture is always taken shortly after the first: the clock stands still.
    yield Visitor(create_app(manager, Options(PORT), lambda: 0.0))
    manager.close()
    store.close()


def test_sources_are_offered_by_keys_that_say_not_where_they_lie(ada: Visitor) -> None:
    offered = ada.post("/api/sources/probe")
    assert offered.json == {
        "sources": [
            {"key": "named", "kind": "folder", "name": "table", "taken": None},
            {"key": "camera-0", "kind": "camera", "name": "camera 0", "taken": None},
        ]
    }
    assert "secret" not in ada.get("/api/house").text + ada.get("/setup").text


def test_the_picture_is_made_anew(ada: Visitor) -> None:
    answer = ada.get("/api/sources/named/picture")
    assert answer.mimetype == "image/jpeg"
    shown = cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape == (480, 640, 3)


def test_what_could_be_better_is_said_in_words(ada: Visitor) -> None:
    answer = ada.get("/api/sources/named/check?lang=de")
    assert answer.status_code == 200, answer.text
    shared = document(ROUTES)["components"]["schemas"]
    assert list(problems(answer.json, shared["Check"], shared)) == []
    first, again = answer.json, ada.get("/api/sources/named/check?lang=de").json
    assert first["tiles"] == 0  # type: ignore[index]
    assert [mark["what"] for mark in first["marks"]] == ["light", "size"]  # type: ignore[index]
    assert [mark["what"] for mark in again["marks"]] == ["light", "size", "steady"]  # type: ignore[index]


def test_a_table_of_cards_is_looked_at_as_one(tmp_path: Path) -> None:
    pictures = tmp_path / "table"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "01.png"), drawn({(-1, 0): "1R", (0, 0): "2R"})[..., ::-1])
    store, reads = open_store(tmp_path / "data"), [True]
    settings = ManagerSettings(
        card_reader=lambda: CardReader(CardFinder(PieceSquares(CARD), 640), RedCards()), reads_cards=lambda: reads[0]
    )
    manager = GameManager(store, Sources(str(pictures), finder=list), settings)
    ada = Visitor(create_app(manager, Options(PORT), lambda: 0.0))
    found = ada.get("/api/sources/named/check?kind=cards").json or {}
    assert found["tiles"] == 2
    assert [mark["what"] for mark in found["marks"]] == ["light", "size", "whole", "names"]
    assert found["marks"][1]["text"] == "The cards are large enough."
    # Where nothing reads cards nobody looks for them.
    reads[0] = False
    assert (ada.get("/api/sources/named/check?kind=cards").json or {})["marks"] == []
    manager.close()
    store.close()
