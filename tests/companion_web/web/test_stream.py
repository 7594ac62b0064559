"""Server-sent events."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import pytest
from flask import Flask
from werkzeug.wrappers import Response

from tests.companion_web.web.visitors import FIRST, PORT, SECOND, Visitor
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.companion_web.web import stream
from tileye.companion_web.web.app import create_app
from tileye.companion_web.web.options import Options
from tileye.rules.jsonlines import Json


@dataclass
class Event:
    id: str | None
    kind: str
    data: Json


def events(answer: Response) -> Iterator[Event]:
    """Read a stream as a browser does, comments left out."""
    for chunk in answer.iter_encoded():
        fields = dict(line.split(": ", 1) for line in chunk.decode().splitlines() if line[:1] not in ("", ":"))
        if "event" in fields:
            yield Event(fields.get("id"), fields["event"], json.loads(fields["data"]))


def test_a_stream_begins_with_the_newest_state(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    with ada.get(f"/api/games/{game}/events") as answer:
        assert answer.mimetype == "text/event-stream"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Content-Encoding" not in answer.headers
        first = next(events(answer))
    assert first.kind == "state"
    assert first.data == ada.state(game)
    assert first.id == first.data["id"]


def test_news_come_in_the_language_of_the_viewer(ada: Visitor) -> None:
    game = ada.begin()
    with ada.get(f"/api/games/{game}/events?lang=it") as answer:
        coming = events(answer)
        next(coming)
        ada.lay(game, 0, FIRST)
        told = next(event for event in coming if event.kind == "told")
        state = next(event for event in coming if event.kind == "state")
    assert "punti" in told.data["text"]
    assert state.data["turns"][0]["points"] == 3


@pytest.mark.parametrize("way", ["header", "address"])
def test_nothing_that_was_told_is_lost_with_the_connection(ada: Visitor, way: str) -> None:
    game = ada.begin()
    with ada.get(f"/api/games/{game}/events") as answer:
        last = next(events(answer)).id
    assert last
    ada.lay(game, 0, FIRST)
    ada.lay(game, 1, SECOND)
    headers = {"Last-Event-ID": last} if way == "header" else {}
    address = f"/api/games/{game}/events" + ("" if headers else f"?since={last}")
    with ada.get(address, headers) as answer:
        came = list(islice(events(answer), 3))
    assert [event.kind for event in came] == ["told", "told", "state"]
    assert [event.data["player"] for event in came[:2]] == [0, 1]
    assert len(came[2].data["turns"]) == 2


def test_an_id_of_an_earlier_run_gets_everything_of_this_one(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    with ada.get(f"/api/games/{game}/events", {"Last-Event-ID": "gone-99"}) as answer:
        came = list(islice(events(answer), 2))
    assert {event.kind for event in came} == {"told", "state"}


def test_a_silent_line_is_kept_open(ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stream.KEEP_ALIVE == 15
    monkeypatch.setattr(stream, "KEEP_ALIVE", 0.01)
    game = ada.begin()
    with ada.get(f"/api/games/{game}/events") as answer:
        lines = [line.decode() for line in islice(answer.iter_encoded(), 4)]
    assert lines[0].startswith("retry: ")
    assert lines[2:] == [": still here\n\n"] * 2


def test_a_stream_ends_when_the_table_is_closed(ada: Visitor) -> None:
    game = ada.begin()
    with ada.get(f"/api/games/{game}/events") as answer:
        coming = events(answer)
        next(coming)
        ada.post(f"/api/games/{game}/close")
        assert list(coming) == []
    assert ada.get(f"/api/games/{game}/events").status_code == 409


def test_seats_are_limited_and_given_back(manager: GameManager) -> None:
    app: Flask = create_app(manager, Options(PORT, most_streams=2))
    ada = Visitor(app)
    game = ada.begin()
    path = f"/api/games/{game}/events"
    # The second one goes before it has read anything.
    with ada.get(path) as one, ada.get(path):
        next(events(one))
        full = ada.get(path)
        assert full.status_code == 503
        assert int(full.headers["Retry-After"]) > 0
        assert ada.get(f"/api/games/{game}/state").status_code == 200
    for _ in range(3):
        with ada.get(path) as again:
            assert again.status_code == 200
