"""Whose turns they are: a starter that nobody has told, told wrongly, and turns that were forgotten or never were."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.companion_web.browser.conftest import WITH_FILM
from tests.companion_web.browser.programs import Program, running
from tests.companion_web.browser.screens import Screen, Screens
from tests.companion_web.browser.truth import NAMES, TURNS

THREE = [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cem"}]
ROW = [("1R", 0, 0), ("2R", 1, 0)]
LAID = [ROW, [("3R", 2, 0)], [("4R", 3, 0)], [("5R", 4, 0)], [("2B", 1, 1), ("2G", 1, 2)]]
STARTER = "#notice .starter"
INSERT = "dialog .turn-tools .row:first-child .button:nth-of-type(2)"
DELETE = "dialog .turn-tools .row:first-child .button:nth-of-type(3)"


@pytest.fixture(scope="module")
def program(film: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """One whose film nobody else takes."""
    with running("play", tmp_path_factory.mktemp("whose"), *WITH_FILM) as program:
        yield program


def entered(program: Program, count: int, **plan: object) -> str:
    """A game by hand of three with some turns, each of whoever is next."""
    game = program.begin(rules="tiles", players=THREE, source="hand", **plan)
    for placed in LAID[:count]:
        program.tell(game, "turn", player=None, placed=placed)
    return game


def who(screen: Screen) -> list[str]:
    """Whose turns they are, from the first on."""
    return [row[1] for row in screen.turns()]


def shown_totals(screen: Screen) -> list[list[str]]:
    """What everybody would have, for each of the choices."""
    expect(screen.find(".shift-choice .total")).to_have_count(6)
    return [choice.locator(".total").all_text_contents() for choice in screen.find(".shift-choice").all()]


def test_set_up_takes_the_starter_with_one_tap(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, "/setup")
    screen.pick(".option input[name=rules][value=tiles]")
    screen.pick(".option input[value=hand]")
    for place, name in enumerate(("Ada", "Ben")):
        screen.find("#players input.name").nth(place).fill(name)
    expect(screen.find("#outcome")).to_have_text(screen.words["setup.start.open"])
    screen.find("#starters .choice").nth(1).click()
    expect(screen.find("#outcome")).to_have_text(screen.words.say("setup.start.starts", name="Ben"))
    screen.find("#begin").click()
    screen.page.wait_for_url("**/game/*")
    expect(screen.find("#status-text")).to_contain_text("Ben")
    assert program.state(screen.page.url.rpartition("/")[2])["whose_turn"] == 1


def test_what_is_counted_decides_before_a_tap(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, "/setup")
    for place, name in enumerate(("Ada", "Ben")):
        screen.find("#players input.name").nth(place).fill(name)
    screen.find("#starters .choice").first.click()
    screen.find("#counts select").nth(1).select_option("3")
    screen.find("#counts select").nth(0).select_option("2")
    expect(screen.find("#starters input").nth(1)).to_be_checked()
    expect(screen.find("#starters input").nth(0)).to_be_disabled()
    screen.find("#counts select").nth(0).select_option("3")
    expect(screen.find("#starters")).to_be_hidden()
    expect(screen.find("#tie")).to_be_visible()


def test_who_has_not_counted_yet_is_said_in_set_up(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, "/setup")
    screen.pick(".option input[name=rules][value=cards-de]")
    for place, name in enumerate(("Ada", "Ben")):
        screen.find("#players input.name").nth(place).fill(name)
    screen.find("#counts select").nth(0).select_option("2")
    expect(screen.find("#outcome")).to_have_text(screen.words.say("setup.start.missing", names="Ben"))


def test_the_film_with_its_starter_left_open_asks_and_gives_every_turn_to_the_right_player(
    program: Program, screens: Screens
) -> None:
    game = program.begin(rules="tiles", players=[{"name": name} for name in NAMES], source="named")
    screen = screens.open(program.base, f"/game/{game}")
    expect(screen.find(STARTER)).to_be_visible()
    assert set(who(screen)) == {""}
    assert not any(name in text for text in screen.log() for name in NAMES)
    first = TURNS[0]["player"]
    screen.find(STARTER).get_by_role("button", name=NAMES[first], exact=True).click()
    expect(screen.find(STARTER)).to_have_count(0)
    expect(screen.row(3)).to_be_visible()
    assert who(screen)[:3] == [NAMES[turn["player"]] for turn in TURNS[:3]]
    program.post(f"/api/games/{game}/close")


def test_tiles_are_entered_before_anybody_says_who_laid_them(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, f"/game/{entered(program, 0)}")
    screen.press("play.do.lay", "#actions")
    for tile, x, y in ROW:
        screen.tap(x, y)
        screen.choose(tile)
    expect(screen.find("#entering .verdict")).to_be_visible()
    screen.press("play.enter.confirm", "#entering")
    expect(screen.find(STARTER)).to_contain_text(screen.words["play.starter.title"])
    screen.find(STARTER).get_by_role("button", name="Cem", exact=True).click()
    screen.until(who, ["Cem"])
    expect(screen.find("#status-text")).to_contain_text("Ada")


def test_the_question_is_answered_after_five_turns_and_taken_back_in_one_step(
    program: Program, screens: Screens
) -> None:
    screen = screens.open(program.base, f"/game/{entered(program, 5)}")
    expect(screen.find(STARTER)).to_contain_text(screen.words["play.starter.first"])
    assert who(screen) == [""] * 5
    expect(screen.find(".player-points").first).not_to_have_text(re.compile("[0-9]"))
    screen.find(STARTER).get_by_role("button", name="Ben", exact=True).click()
    screen.until(who, ["Ben", "Cem", "Ada", "Ben", "Cem"])
    assert screen.points() == {"Ada": 4, "Ben": 7, "Cem": 6}
    screen.press("play.do.undo", "#actions")
    screen.until(who, [""] * 5)
    screen.press("play.do.redo", "#actions")
    screen.until(who, ["Ben", "Cem", "Ada", "Ben", "Cem"])


@pytest.mark.parametrize("count", [1, 5])
def test_a_wrong_starter_is_found_later(program: Program, screens: Screens, count: int) -> None:
    screen = screens.open(program.base, f"/game/{entered(program, count, starter=0)}")
    before = ["Ada", "Ben", "Cem", "Ada", "Ben"][:count]
    screen.until(who, before)
    screen.row(1).click()
    screen.find("dialog .turn-tools").get_by_role("button", name="Cem", exact=True).click()
    if count > 1:
        moved, alone = shown_totals(screen)
        assert (moved, alone) == (
            ["Ada7→6", "Ben6→4", "Cem4→7"],
            ["Ada7→5", "Ben6", "Cem4→6"],
        )
        expect(screen.find(".shift-choice input").first).to_be_checked()
        screen.press("play.save", "dialog")
    screen.until(who, ["Cem", "Ada", "Ben", "Cem", "Ada"][:count])
    screen.press("play.do.undo", "#actions")
    screen.until(who, before)


def test_a_forgotten_exchange_is_found_three_turns_later(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, f"/game/{entered(program, 5, starter=0)}")
    screen.row(3).click()
    screen.find(INSERT).click()
    screen.press("play.insert.exchange", "dialog")
    moved, alone = shown_totals(screen)
    assert (moved, alone) == (["Ada7→6", "Ben6→8", "Cem4→3"], ["Ada7", "Ben6", "Cem4"])
    screen.press("play.save", "dialog")
    screen.until(who, ["Ada", "Ben", "Cem", "Ada", "Ben", "Cem"])
    assert screen.points() == {"Ada": 6, "Ben": 8, "Cem": 3}
    expect(screen.find("#status-text")).to_contain_text("Ada")
    screen.press("play.do.undo", "#actions")
    screen.until(who, ["Ada", "Ben", "Cem", "Ada", "Ben"])


def test_forgotten_tiles_are_entered_and_move_the_others_on(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, f"/game/{entered(program, 2, starter=0)}")
    screen.row(2).click()
    screen.find(INSERT).click()
    screen.press("play.insert.lay", "dialog")
    screen.tap(0, 1)
    screen.choose("1B")
    screen.press("play.save", "#entering")
    shown_totals(screen)
    screen.press("play.save", "dialog")
    screen.until(who, ["Ada", "Ben", "Cem"])
    expect(screen.find("#entering")).to_be_hidden()


def test_a_turn_that_never_was_goes_and_moves_the_others_back(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, f"/game/{entered(program, 5, starter=0)}")
    screen.row(5).click()
    screen.find(DELETE).click()
    expect(screen.find("dialog .total")).to_have_count(3)
    screen.press("dialogs.cancel", "dialog")
    screen.row(4).click()
    screen.find(DELETE).click()
    moved, alone = shown_totals(screen)
    assert (moved, alone) == (["Ada7→5", "Ben6→3", "Cem4"], ["Ada7→2", "Ben6", "Cem4"])
    screen.press("play.turn.delete", "dialog")
    screen.until(who, ["Ada", "Ben", "Cem", "Ada"])
    screen.press("play.do.undo", "#actions")
    screen.until(who, ["Ada", "Ben", "Cem", "Ada", "Ben"])


def test_only_this_turn_is_a_choice_too(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, f"/game/{entered(program, 3, starter=0)}")
    screen.row(1).click()
    screen.find("dialog .turn-tools").get_by_role("button", name="Cem", exact=True).click()
    shown_totals(screen)
    screen.find(".shift-choice").nth(1).click()
    screen.press("play.save", "dialog")
    screen.until(who, ["Cem", "Ben", "Cem"])


def test_who_starts_after_a_tie_keeps_the_numbers(program: Program, screens: Screens) -> None:
    game = program.begin(rules="cards-de", players=THREE, source="hand")
    program.tell(game, "opening", declared=[4, 4, None])
    screen = screens.open(program.base, f"/game/{game}")
    screen.find("[data-focus=opening]").click()
    assert screen.find("dialog select.declared").evaluate_all("all => all.map(one => one.value)") == ["4", "4", ""]
    screen.find("dialog").get_by_role("button", name="Ben", exact=True).click()
    expect(screen.find("dialog")).to_have_count(0)
    state = program.state(game)
    assert (state["whose_turn"], state["starter"]["declared"]) == (1, [4, 4, None])


def test_after_a_tie_one_tap_on_the_game_page_tells_who_starts(program: Program, screens: Screens) -> None:
    game = program.begin(rules="tiles", players=THREE, source="hand")
    program.tell(game, "opening", declared=[2, 3, 3])
    screen = screens.open(program.base, f"/game/{game}")
    expect(screen.find("#notice button")).to_have_count(3)
    screen.find("#notice").get_by_role("button", name="Cem", exact=True).click()
    expect(screen.find("#notice button")).to_have_count(0)
    assert program.state(game)["starter"]["declared"] == [2, 3, 3]
    screen.press("play.do.lay", "#actions")
    for tile, x, y in ROW:
        screen.tap(x, y)
        screen.choose(tile)
    expect(screen.find("#entering div[role=alert]")).to_contain_text(screen.words["violations.opening_too_short"])


def test_who_has_not_declared_yet_is_named(program: Program, screens: Screens) -> None:
    game = program.begin(rules="cards-de", players=THREE, source="hand")
    program.tell(game, "opening", declared=[2, None, None])
    screen = screens.open(program.base, f"/game/{game}")
    names = screen.words.listed(["Ben", "Cem"])
    expect(screen.find("#notice")).to_contain_text(screen.words.say("play.opening.undeclared", names=names))
    expect(screen.find("#status-text")).to_contain_text("Ben")


def test_the_sheet_at_the_end_still_asks(program: Program, screens: Screens) -> None:
    game = entered(program, 2)
    program.tell(game, "end")
    screen = screens.open(program.base, f"/game/{game}/sheet")
    expect(screen.find(".banner.ask")).to_contain_text(screen.words["pages.sheet.who"])
    assert "Ada" not in (screen.find(".results").text_content() or "")
    screen.find(".banner.ask a").click()
    screen.find(STARTER).get_by_role("button", name="Ben", exact=True).click()
    expect(screen.find(STARTER)).to_have_count(0)
    screen.open(f"/game/{game}/sheet")
    expect(screen.find(".results")).to_contain_text("Ben")
