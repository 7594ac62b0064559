"""Photo by photo: a picture after each turn, and what becomes of it."""

import threading
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from werkzeug.test import TestResponse

from tests.companion_web.web.visitors import PORT, Visitor
from tests.waiting import PATIENCE
from tileye.companion_web.commands.demo import FILM, film_lines
from tileye.companion_web.phone.camera import PhoneCamera
from tileye.companion_web.sessions import Refused
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.companion_web.sessions.photos import PendingPhotos, PhotoInbox
from tileye.companion_web.sessions.pictures import read_photo
from tileye.companion_web.sessions.source_choices import Sources
from tileye.companion_web.storage import open_store
from tileye.companion_web.web.app import create_app
from tileye.companion_web.web.options import Options
from tileye.rules.jsonlines import Json
from tileye.vision.images.pictures import Picture
from tileye.vision.sources.frames import Frame
from tileye.vision.step import LiveStep

TURNS = [event for event in film_lines("truth.jsonl") if event["event"] == "turn"]
PLAN: Json = {
    "rules": "tiles",
    "players": [{"name": "Ada"}, {"name": "Dora"}],
    "source": "photos",
    "declared": None,
    "starter": 1,
}


def photo_at(seconds: float) -> bytes:
    """What the shipped film shows at some second."""
    capture = cv2.VideoCapture(str(FILM / "film.mp4"))
    capture.set(cv2.CAP_PROP_POS_MSEC, 1000 * seconds)
    picture = capture.read()[1]
    capture.release()
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


@pytest.fixture
def ada(tmp_path: Path) -> Iterator[Visitor]:
    store = open_store(tmp_path)
    manager = GameManager(store, Sources(phone=PhoneCamera()))
    yield Visitor(create_app(manager, Options(PORT), lambda: 0.0))
    manager.close()
    store.close()


def shown(ada: Visitor, game: str, photo: bytes) -> Json:
    answer = send(ada, game, photo)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json or {}
    return found


def send(ada: Visitor, game: str, photo: bytes) -> TestResponse:
    return ada.upload(f"/api/games/{game}/photo", photo, "photo.jpg")


def recorded(ada: Visitor, game: str) -> list[tuple[int, int]]:
    return [(turn["player"], turn["points"]) for turn in ada.state(game)["turns"]]


def test_each_photo_is_a_turn_and_an_unchanged_one_is_asked_about(ada: Visitor) -> None:
    game = ada.begin(**PLAN)
    first, second = (photo_at(turn["at"] - 0.4) for turn in TURNS[:2])
    truth = [(turn["player"], turn["points"]) for turn in TURNS[:2]]
    found = shown(ada, game, first)
    assert not found["unchanged"]
    assert str(TURNS[0]["points"]) in found["told"][0]
    assert recorded(ada, game) == truth[:1]
    assert shown(ada, game, first) == {"told": [], "unchanged": True}
    assert recorded(ada, game) == truth[:1], "nobody said that anybody passed"
    assert not shown(ada, game, second)["unchanged"]
    assert recorded(ada, game) == truth
    assert ada.state(game)["game"]["source"] == "photos"


def test_a_photo_of_another_table_records_nothing(ada: Visitor) -> None:
    game = ada.begin(**PLAN)
    shown(ada, game, photo_at(TURNS[0]["at"] - 0.4))
    answer = send(ada, game, cv2.imencode(".jpg", np.full((720, 1280, 3), 90, np.uint8))[1].tobytes())
    assert answer.status_code == 409
    assert answer.json["code"] == "unknown_table"  # type: ignore[index]
    assert len(recorded(ada, game)) == 1


@pytest.mark.parametrize("data", [b"", b"no picture", photo_at(1.0)[:5000]])
def test_what_is_no_photo_is_refused(ada: Visitor, data: bytes) -> None:
    game = ada.begin(**PLAN)
    answer = send(ada, game, data)
    assert answer.status_code in (400, 409)
    assert answer.json["code"] in ("photo", "no_photo")  # type: ignore[index]


def test_what_is_too_large_is_told(ada: Visitor) -> None:
    game = ada.begin(**PLAN)
    for size in (15_100_000, 17_000_000):
        answer = send(ada, game, photo_at(1.0) + b"\0" * size)
        assert answer.status_code in (409, 413)
        assert "15 MB" in answer.json["error"]  # type: ignore[index]


def test_a_game_that_does_not_look_says_so_at_once(ada: Visitor) -> None:
    game, photo = ada.begin(**PLAN), photo_at(1.0)
    ada.post(f"/api/games/{game}/pause")
    assert send(ada, game, photo).json["code"] == "paused"  # type: ignore[index]
    ada.post(f"/api/games/{game}/unpause")
    ada.tell(game, "end")
    assert send(ada, game, photo).json["code"] == "over"  # type: ignore[index]
    assert send(ada, game, photo).json["code"] == "over"  # type: ignore[index]


def test_the_second_of_two_equal_photos_at_once_is_unchanged(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    game, photo = ada.begin(**PLAN), photo_at(TURNS[0]["at"] - 0.4)
    inbox, recorded_first, came, found = PhotoInbox.put, threading.Event(), threading.Event(), list[Json]()

    def put(self: PhotoInbox, picture: Picture, name: str) -> list[str] | None:
        if threading.current_thread() is second:
            came.set()
            recorded_first.wait(PATIENCE)
        return inbox(self, picture, name)

    monkeypatch.setattr(PhotoInbox, "put", put)
    second = threading.Thread(target=lambda: found.append(shown(ada, game, photo)), daemon=True)
    second.start()
    assert came.wait(PATIENCE)
    assert not shown(ada, game, photo)["unchanged"]
    recorded_first.set()
    second.join(PATIENCE)
    assert found == [{"told": [], "unchanged": True}]


PIXELS = np.full((40, 80, 3), 120, np.uint8)


def test_a_photo_that_another_takes_the_place_of_is_named() -> None:
    inbox = PhotoInbox()
    assert inbox.put(PIXELS, "a") is None, "nobody looks"
    items = iter(inbox.open())
    assert inbox.put(PIXELS, "a") == []
    assert inbox.put(PIXELS, "b") == ["a"]
    assert next(items).name == "b"
    assert inbox.put(PIXELS, "c") == []


def test_whoever_waits_in_vain_is_told_why() -> None:
    pending = PendingPhotos()
    first, second, third = (pending.expect(name) for name in "abc")
    pending.refuse(Refused("superseded"), ["a"])
    with pytest.raises(Refused, match="newer photo"):
        pending.wait(first, PATIENCE)
    step = LiveStep(0.0, Frame(0.0, PIXELS, "b"))
    pending.seen(step, recorded=True)
    pending.refuse(Refused("paused"))
    assert pending.wait(second, PATIENCE) == (step, True)
    with pytest.raises(Refused, match="paused"):
        pending.wait(third, PATIENCE)
    fourth = pending.expect("d")
    pending.close()
    with pytest.raises(Refused, match="closed"):
        pending.wait(fourth, PATIENCE)
    with pytest.raises(Refused, match="closed"):
        pending.expect("e")


def test_other_games_take_no_photos(ada: Visitor) -> None:
    game = ada.begin(**{**PLAN, "source": "hand"})
    assert send(ada, game, photo_at(1.0)).json["code"] == "no_photos"  # type: ignore[index]


def test_photos_are_turned_upright() -> None:
    lying = cv2.imencode(".jpg", np.full((40, 80, 3), 120, np.uint8))[1].tobytes()
    exif = b"Exif\0\0" + bytes.fromhex("4d4d002a00000008000101120003000000010006000000000000")
    turned = lying[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + lying[2:]
    assert read_photo(lying).shape == (40, 80, 3)
    assert read_photo(turned).shape == (80, 40, 3)
    with pytest.raises(Refused):
        read_photo(b"\xff\xd8")
