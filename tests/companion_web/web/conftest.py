"""A game manager with a store on disk, and people who visit it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import BytecodeCache, FileSystemBytecodeCache

from tests.companion_web.web.visitors import NETWORK, PHONE, PORT, Visitor
from tests.waiting import PATIENCE
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.source_choices import Sources
from tileye.companion_web.storage import open_store
from tileye.companion_web.web.app import create_app
from tileye.companion_web.web.options import Codes, Options

CODES = Codes("WATCH2", "REFEREE2")


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[GameManager]:
    store = open_store(tmp_path)
    manager = GameManager(store, Sources(finder=list), ManagerSettings(hearing=PATIENCE))
    yield manager
    manager.close()
    store.close()


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> BytecodeCache:
    """Templates compiled once for all tests."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture
def app(manager: GameManager, compiled: BytecodeCache) -> Flask:
    return made(manager, Options(PORT), compiled)


@pytest.fixture
def lan(manager: GameManager, compiled: BytecodeCache) -> Flask:
    return made(manager, Options(PORT, lan=True, codes=CODES, addresses=("192.168.1.5", "kitchen")), compiled)


def made(manager: GameManager, options: Options, compiled: BytecodeCache) -> Flask:
    # Nobody may ask again because the machine is slow: the clock stands still.
    app = create_app(manager, options, lambda: 0.0)
    app.jinja_options = {**app.jinja_options, "bytecode_cache": compiled}
    return app


@pytest.fixture
def ada(app: Flask) -> Visitor:
    """Somebody on this machine, which nobody else reaches."""
    return Visitor(app)


@pytest.fixture
def host(lan: Flask) -> Visitor:
    """Somebody on this machine, which others reach."""
    return Visitor(lan)


@pytest.fixture
def guest(lan: Flask) -> Visitor:
    """Somebody with a phone who knows no code yet."""
    return Visitor(lan, PHONE, NETWORK)


@pytest.fixture
def viewer(guest: Visitor) -> Visitor:
    assert guest.join(CODES.viewer).status_code == 200
    return guest
