"""A browser, the real program with the shipped film, and screens that show it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.companion_web.browser.chromium import launched, need
from tests.companion_web.browser.hands import Games, begun, dealt, filmed, played, unnamed, whole
from tests.companion_web.browser.programs import Program, running
from tests.companion_web.browser.screens import Screens
from tileye.companion_web.commands.demo import FILM
from tileye.models import weights_folder

WITH_FILM = ("--source", str(FILM / "film.mp4"), "--speed", "8")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("first") is None)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture(scope="package")
def film() -> None:
    need((FILM / "film.mp4").exists(), "the film")
    need((weights_folder() / "weights.json").exists(), "what models/weights holds")


@pytest.fixture(scope="package")
def program(film: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with running("play", tmp_path_factory.mktemp("play"), *WITH_FILM) as program:
        yield program


@pytest.fixture(scope="package")
def spare(film: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """Another one, for tests that take the film away from whatever game has it."""
    with running("play", tmp_path_factory.mktemp("spare"), *WITH_FILM) as program:
        yield program


@pytest.fixture(scope="package")
def games(program: Program) -> Games:
    return Games(whole(program), filmed(program), played(program), begun(program), dealt(program), unnamed(program))


@pytest.fixture
def screens(chromium: Browser) -> Iterator[Screens]:
    screens = Screens(chromium)
    yield screens
    screens.close()
