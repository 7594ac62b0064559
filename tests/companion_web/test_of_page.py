"""The figures of the page: how they are taken. What they are is not a matter of tests."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.companion_web.sessions.playing import BY_HAND, FIRST
from tests.waiting import PATIENCE
from tileye.companion_web.benchmarks import of_page
from tileye.companion_web.benchmarks.measure import figure
from tileye.companion_web.benchmarks.of_page import PageFigures, Painted, Stamp, delays_ms
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.source_choices import Sources
from tileye.companion_web.storage import Store, open_store
from tileye.companion_web.web.server import Server

KEPT = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")


def manager_of(store: Store) -> GameManager:
    return GameManager(store, Sources(finder=list), ManagerSettings(hearing=PATIENCE))


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[GameManager]:
    with closing(open_store(tmp_path)) as store, closing(manager_of(store)) as manager:
        yield manager


def test_a_delay_lasts_until_a_newer_state_is_painted() -> None:
    stamps = [Stamp(10.0, 3), Stamp(12.0, 7)]
    painted = [Painted(3, 10.001), Painted(5, 10.25), Painted(7, 12.0), Painted(8, 12.5), Painted(9, 13.0)]
    assert delays_ms(stamps, painted) == [250.0, 500.0]
    with pytest.raises(StopIteration):
        delays_ms([Stamp(14.0, 9)], painted)


def test_what_the_referee_tells_is_noted(manager: GameManager, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_page, "time", SimpleNamespace(time=lambda: 7.0))
    with of_page._noted() as stamps:
        table = manager.begin(BY_HAND)
        table.tell({"input": "turn", "player": 0, "placed": FIRST})
    assert [stamp.at for stamp in stamps] == [7.0]
    table.tell({"input": "undo"})
    assert len(stamps) == 1


def test_ten_look_on_while_nothing_happens(manager: GameManager, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_page, "_IDLE_S", 0.2)
    server = Server(manager, port=0)
    server.start()
    with of_page._looked_at(manager.begin(BY_HAND), server):
        assert server.seats.taken == of_page.VIEWERS
        assert of_page._idle_load() >= 0
    server.stop()


def test_pictures_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    class Page:
        def evaluate(self, _: str) -> list[list[object]]:
            return [["http://a/game/k3", 5000], ["http://a/api/games/k3/picture", 90_000], ["http://a/b.css", 700]]

    assert of_page._weight_kb(Page()) == 5.7  # type: ignore[arg-type]


def test_everything_is_told_with_its_budget() -> None:
    told = PageFigures(figure("page: one", [1.0], 100), figure("page: two", [2.0], 500), 80.04, 0.276).text()
    assert "80.0 kB, budget 200 kB" in told
    assert "0.28 %, budget 5 %" in told
    assert "| page: one " in told
