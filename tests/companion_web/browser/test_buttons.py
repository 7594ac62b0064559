"""Buttons keep their places whatever happens, and a phone shows first what people look at."""

import re

import pytest
from playwright.sync_api import expect

from tests.companion_web.browser.hands import COLUMN, PLAYERS, ROW, Games
from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import WORDS, Screen, Screens
from tests.waiting import wait_until
from tileye.companion_web.languages import LANGUAGES
from tileye.rules.jsonlines import Json

SIZES = {"desktop": (1280, 800), "phone": (390, 844), "phone lying": (844, 390)}


def places(screen: Screen) -> dict[str, float]:
    """Where each button begins."""
    found = screen.find("#actions [data-focus]").evaluate_all(
        "all => all.map((one) => [one.dataset.focus, one.getBoundingClientRect().left])"
    )
    return {str(name): float(x) for name, x in found}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", ["tiles", "classroom", "cards-de", "cards-en"])
def test_no_button_moves_while_a_game_goes_on(program: Program, screens: Screens, rules: str, size: str) -> None:
    game = program.begin(rules=rules, players=PLAYERS, source="hand", declared=[3, 2], starter=0)
    screen = screens.open(program.base, f"/game/{game}", size=SIZES[size])
    expect(screen.find("#actions [data-focus]").first).to_be_visible()
    before = places(screen)
    turns: list[Json] = [
        {"after": [["1R", "2R", "3R"]], "taken": []},
        {"after": [["1R", "2R", "3R", "4R"]], "taken": []},
    ]
    if not rules.startswith("cards"):
        turns = [{"placed": ROW}, {"placed": COLUMN}]
    for player, turn in enumerate(turns):
        program.tell(game, "turn", player=player, **turn)
        expect(screen.row(player + 1)).to_be_visible()
        assert places(screen) == before
    program.tell(game, "undo")
    expect(screen.row(2)).to_have_count(0)
    assert places(screen) == before
    expect(screen.find("[data-focus='play.do.redo']")).to_be_enabled()
    program.tell(game, "redo")
    expect(screen.find("[data-focus='play.do.redo']")).to_be_disabled()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(844, 390), (667, 375)])
def test_words_stay_in_their_buttons_on_a_phone_that_lies(
    program: Program, games: Games, screens: Screens, language: str, size: tuple[int, int]
) -> None:
    for game in (games.dealt, games.played):
        screen = screens.open(program.base, f"/game/{game}", size=size, language=language)
        expect(screen.find("#actions .button").first).to_be_visible()
        wide = screen.find("#actions > .button").evaluate_all(
            "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
        )
        assert wide == []


def test_done_is_always_there_in_a_game_that_is_watched(spare: Program, screens: Screens) -> None:
    game = spare.begin(rules="tiles", players=PLAYERS, source="named", automatic=False)
    try:
        screen = screens.open(spare.base, f"/game/{game}", size=SIZES["phone"])
        expect(screen.find("[data-focus='play.do.done']")).to_be_visible()
        before = places(screen)
        spare.post(f"/api/games/{game}/pause")
        expect(screen.find("[data-focus='play.do.unpause']")).to_be_visible()
        after = places(screen)
        assert after.pop("play.do.unpause") == before.pop("play.do.pause")
        assert after == before
        expect(screen.find("[data-focus='play.do.done']")).to_be_disabled()
    finally:
        spare.tell(game, "end")


def test_a_phone_shows_the_board_before_the_result(program: Program, games: Games, screens: Screens) -> None:
    screen = screens.open(program.base, f"/game/{games.whole}", size=SIZES["phone"])
    expect(screen.find("#finish")).to_be_visible()
    tops = [
        screen.find(part).evaluate("one => one.getBoundingClientRect().top") for part in ("#board", "#finish", "#tabs")
    ]
    assert tops == sorted(tops)


@pytest.mark.parametrize("game", ["whole", "played", "begun"])
def test_a_phone_on_its_side_shows_the_board(program: Program, games: Games, screens: Screens, game: str) -> None:
    screen = screens.open(program.base, f"/game/{getattr(games, game)}", size=SIZES["phone lying"])
    box = screen.find("#board").bounding_box()
    assert box
    assert box["y"] + box["height"] <= SIZES["phone lying"][1]
    assert box["height"] > 180


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_sheet_on_a_phone_shows_all_players(program: Program, screens: Screens, players: int) -> None:
    names = [{"name": name} for name in ("Ada", "Benedikt", "Chloé", "Dorothea")[:players]]
    game = program.begin(rules="tiles", players=names, source="hand", starter=0)
    program.tell(game, "turn", player=0, placed=[[f"{shape}R", shape, 0] for shape in range(1, 6)])
    program.tell(game, "exchange", player=1, count=3)
    screen = screens.open(program.base, f"/game/{game}/sheet", size=SIZES["phone"])
    sheet = screen.find(".score .sheet")
    assert sheet.evaluate("one => one.scrollWidth <= one.clientWidth")
    expect(screen.find(".score th")).to_have_count(players)
    expect(sheet).to_contain_text(WORDS.count("cells.exchange", 3))


def test_arrow_keys_walk_through_the_picker(program: Program, games: Games, screens: Screens) -> None:
    screen = screens.open(program.base, f"/game/{games.played}")
    screen.tap(3, 2)
    screen.find("dialog [data-tile='2O']").focus()
    for key, tile in (("ArrowRight", "2Y"), ("ArrowDown", "3Y"), ("ArrowLeft", "3O"), ("ArrowUp", "2O")):
        screen.page.keyboard.press(key)
        expect(screen.find(f"dialog [data-tile='{tile}']")).to_be_focused()


def test_numbers_are_written_as_in_the_language(spare: Program, screens: Screens) -> None:
    game = spare.begin(rules="tiles", players=PLAYERS, source="named")
    try:
        screen = screens.open(spare.base, f"/game/{game}", language="de")
        # A film that is stopped before its first picture has none that could grow old.
        wait_until(lambda: spare.get(f"/api/games/{game}/picture"))
        spare.post(f"/api/games/{game}/pause")
        expect(screen.find("#age")).to_have_text(re.compile(r"Bild \d+,\d s alt"))
    finally:
        spare.tell(game, "end")
