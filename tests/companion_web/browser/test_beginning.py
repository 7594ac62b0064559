"""A game that has begun when it is seen first: a film that starts in the middle of the shipped one."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import expect

from tests.companion_web.browser.programs import Program, running
from tests.companion_web.browser.screens import Screen, Screens
from tests.companion_web.browser.truth import TURNS
from tests.waiting import wait_until
from tileye.companion_web.commands.demo import FILM

BEGIN, END = 70.2, 83.0
"""Seconds of the shipped film between which the clip lies."""
THERE = [turn for turn in TURNS if turn["at"] < BEGIN]
"""What was laid before it."""
TILES = sum(len(turn["placed"]) for turn in THERE)
NEXT = TURNS[len(THERE)]


def cut(out: Path) -> None:
    """Write a piece of the shipped film."""
    film = cv2.VideoCapture(str(FILM / "film.mp4"))
    rate = film.get(cv2.CAP_PROP_FPS)
    size = int(film.get(cv2.CAP_PROP_FRAME_WIDTH)), int(film.get(cv2.CAP_PROP_FRAME_HEIGHT))
    clip = cv2.VideoWriter(str(out), cv2.VideoWriter.fourcc(*"mp4v"), rate, size)
    for number in range(round(END * rate)):
        done, frame = film.read()
        assert done
        if number >= BEGIN * rate:
            clip.write(frame)
    clip.release()


@pytest.fixture(scope="module")
def program(film: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    folder = tmp_path_factory.mktemp("beginning")
    cut(folder / "clip.mp4")
    with running("play", folder, "--source", str(folder / "clip.mp4"), "--speed", "4") as program:
        yield program


@pytest.fixture
def screen(program: Program, screens: Screens) -> Screen:
    screen = screens.open(program.base, "/setup")
    screen.pick(".option input[value=named]")
    for place, name in enumerate(("Ada", "Dora")):
        screen.find("#players input.name").nth(place).fill(name)
    return screen


def begin(screen: Screen) -> str:
    """Begin the game that was set up; its id."""
    screen.find("#begin").click()
    screen.page.wait_for_url("**/game/*")
    return screen.page.url.rpartition("/")[2]


def test_set_up_draws_what_lies_there_and_the_game_goes_on_from_it(program: Program, screen: Screen) -> None:
    expect(screen.find("#lying svg.lying > g")).to_have_count(TILES)
    screen.pick("#lying .option input[value=board]")
    screen.find("#lying input[type=number]").nth(0).fill("24")
    screen.find("#lying input[type=number]").nth(1).fill("31")
    screen.find("#lying select").select_option("1")
    game = begin(screen)
    expect(screen.row(1)).to_be_visible()
    state = program.state(game)
    assert sum(cell["turn"] == 0 for cell in state["board"]) == TILES
    (turn,) = state["turns"]
    assert (turn["player"], turn["points"], turn["total"]) == (1, NEXT["points"], 31 + NEXT["points"])
    assert [player["points"] for player in state["players"]] == [24, 31 + NEXT["points"]]
    program.post(f"/api/games/{game}/close")


def test_whoever_says_nothing_in_set_up_is_asked_in_the_game(program: Program, screen: Screen) -> None:
    expect(screen.find("#lying svg.lying")).to_be_visible()
    game = begin(screen)
    expect(screen.find("[data-focus=begin-board]")).to_be_visible()
    expect(screen.find(".board .cell.not-yet")).to_have_count(TILES)
    assert program.state(game)["turns"] == []
    # The film waits, so that no turn is missed.
    screen.find("[data-focus=begin-board]").click()
    screen.find("dialog .primary").click()
    expect(screen.row(1)).to_be_visible()
    assert program.state(game)["turns"][0]["points"] == NEXT["points"]
    program.post(f"/api/games/{game}/close")


def test_it_may_be_cleared_away(program: Program, screen: Screen) -> None:
    game = begin(screen)
    screen.find("[data-focus=begin-clear]").click()
    wait_until(lambda: program.state(game)["beginning"]["clearing"])
    assert program.state(game)["status"] == "beginning"
    assert program.state(game)["turns"] == []
    program.post(f"/api/games/{game}/close")
