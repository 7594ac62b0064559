"""The real server, over real sockets."""

import errno
import http.client
import io
import json
import socket
import threading
from collections.abc import Iterator

import pytest

from tests.companion_web.web.conftest import CODES
from tests.companion_web.web.visitors import FIRST, PLAN
from tests.waiting import PATIENCE, wait_until
from tileye.companion_web.errors import InputError
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.companion_web.web.addresses import network_names, qr_svg, qr_text, url
from tileye.companion_web.web.options import Options
from tileye.companion_web.web.server import Server, announcement, serve

STREAMS = 30


@pytest.fixture
def server(manager: GameManager) -> Iterator[Server]:
    server = Server(manager, port=0)
    server.start()
    yield server
    manager.close()
    server.stop()


class Stream:
    """A browser that looks on, with nothing but a socket."""

    def __init__(self, port: int, game: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.connection.request("GET", f"/api/games/{game}/events")
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200

    def next(self, kind: str) -> dict[str, object]:
        """Wait for the next event of a kind."""
        told = ""
        while True:
            line = self.answer.readline().decode()
            assert line, "the stream has ended"
            if line.startswith("event: "):
                told = line.split(": ", 1)[1].strip()
            elif line.startswith("data: ") and told == kind:
                return dict(json.loads(line[6:]))

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


def ask(server: Server, path: str) -> int:
    """Ask once; return the status when all of the answer has come."""
    connection = http.client.HTTPConnection("127.0.0.1", server.options.port, timeout=PATIENCE)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def test_pages_answer_while_thirty_look_on(manager: GameManager, server: Server) -> None:
    session = manager.begin(PLAN)
    streams = [Stream(server.options.port, session.id) for _ in range(STREAMS)]
    for stream in streams:
        stream.next("state")
    answers = [
        ask(server, path) for path in ("/", f"/game/{session.id}", "/help", f"/api/games/{session.id}/state") * 3
    ]
    assert answers == [200] * len(answers)
    session.tell({"input": "turn", "player": 0, "placed": [list(one) for one in FIRST]})
    for stream in streams:
        state = stream.next("state")
        assert state["whose_turn"] == 1
    for stream in streams:
        stream.close()


def test_who_has_gone_gives_the_seat_back(
    manager: GameManager, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tileye.companion_web.web.stream.KEEP_ALIVE", 0.05)
    session = manager.begin(PLAN)
    for _ in range(2):
        streams = [Stream(server.options.port, session.id) for _ in range(STREAMS)]
        assert server.seats.taken == STREAMS
        for stream in streams:
            stream.close()
        wait_until(lambda: server.seats.taken == 0)


def test_streams_end_when_the_house_is_closed(manager: GameManager, server: Server) -> None:
    stream = Stream(server.options.port, manager.begin(PLAN).id)
    stream.next("state")
    manager.close()
    assert b"state" not in stream.answer.read()


def test_it_listens_on_this_machine_alone_unless_asked(manager: GameManager) -> None:
    server = Server(manager, port=0)
    assert server.address == "127.0.0.1"
    server.start()
    server.stop()


def test_it_stops_and_lets_the_port_go(manager: GameManager) -> None:
    server = Server(manager, port=0)
    server.start()
    assert ask(server, "/help") == 200
    server.stop()

    def refused() -> bool:
        with socket.socket() as asking:
            return asking.connect_ex(("127.0.0.1", server.options.port)) == errno.ECONNREFUSED

    wait_until(refused)
    wait_until(lambda: not [thread for thread in threading.enumerate() if thread.name.startswith("waitress")])


def test_a_port_in_use_is_said_with_what_to_do(manager: GameManager) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(InputError, match="--port"):
        Server(manager, port=taken.getsockname()[1])
    with pytest.raises(InputError, match="there is no port 70000"):
        Server(manager, port=70_000)


def test_who_came_in_stays_in_when_the_program_is_started_anew(manager: GameManager) -> None:
    first, second = (Server(manager, port=0, lan=True) for _ in range(2))
    assert first.options.secret == second.options.secret
    assert len(first.options.secret) == 32
    assert first.options.codes != second.options.codes
    for server in (first, second):
        server.start()
        server.stop()


def test_serving_says_where_and_opens_the_browser(manager: GameManager, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setenv("DISPLAY", ":0")

    def interrupted(_: Server) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Server, "wait", interrupted)
    manager.front = manager.begin(PLAN).id
    out = io.StringIO()
    serve(manager, port=0, lan=False, open_browser=True, out=out)
    assert opened[0].startswith("http://127.0.0.1:")
    assert opened[0].endswith(f"/game/{manager.front}")
    assert opened[0] in out.getvalue()
    assert manager.sessions == []


def test_without_the_network_one_line_says_how() -> None:
    said = announcement("http://127.0.0.1:8080/", Options(8080, codes=CODES))
    assert "http://127.0.0.1:8080/" in said
    assert "--lan" in said
    assert CODES.viewer not in said
    assert len(said.splitlines()) == 3


def test_with_the_network_addresses_codes_and_a_picture_are_printed() -> None:
    options = Options(8080, lan=True, codes=CODES, addresses=("192.168.1.5", "kitchen.local"))
    said = announcement("http://127.0.0.1:8080/", options)
    assert "http://192.168.1.5:8080/" in said
    assert "kitchen.local" not in said
    assert CODES.viewer in said
    assert CODES.referee in said
    assert qr_text(options.join_url) in said
    assert options.join_url == "http://192.168.1.5:8080/join#WATCH2"
    assert Options(80, lan=True, addresses=("kitchen",)).urls == ("http://kitchen/",)


def test_addresses() -> None:
    assert url("127.0.0.1", 80) == "http://127.0.0.1/"
    assert url("127.0.0.1", 8080) == "http://127.0.0.1:8080/"
    assert all(name and not name.startswith("127.") for name in network_names())
    assert len(qr_text("http://192.168.1.5:8080/").splitlines()) > 10
    assert qr_svg("http://192.168.1.5:8080/").startswith("<svg")
    assert "style=" not in qr_svg("x")
