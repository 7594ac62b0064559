"""The card game by hand, from the first card to the last round."""

import pytest
from playwright.sync_api import expect

from tests.companion_web.browser.hands import PLAYERS
from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import WORDS, Screen, Screens
from tileye.companion_web.languages import LANGUAGES, words

THREE = ["1R", "2R", "3R"]


def dealt(program: Program, rules: str = "cards-de", deck: int | None = None) -> str:
    """A card game in which Ada has laid three cards; with so many left to draw."""
    game = program.begin(rules=rules, players=PLAYERS, source="hand", declared=[3, None], starter=0)
    program.tell(game, "turn", player=0, after=[THREE], taken=[])
    if deck is not None:
        program.tell(game, "stock", bag=deck, hands=[9, 9])
    return game


def test_with_an_empty_deck_cannot_play_leads_to_the_pass(program: Program, screens: Screens) -> None:
    game = dealt(program, deck=0)
    screen = screens.open(program.base, f"/game/{game}")
    screen.press("play.do.cannot_play", "#actions")
    expect(screen.find("dialog")).to_contain_text(WORDS["play.cannot.no_deck"])
    screen.press("play.cannot.pass", "dialog .dialog-actions")
    expect(screen.row(2)).to_contain_text(WORDS["cells.pass"])
    for language in LANGUAGES:
        sheet = program.get(f"/api/games/{game}/sheet.html?lang={language}").decode()
        assert words(language)["cells.cannot_play"] not in sheet


def test_a_small_deck_is_told_as_it_is_drawn(program: Program, screens: Screens) -> None:
    game = dealt(program, deck=4)
    screen = screens.open(program.base, f"/game/{game}")
    screen.press("play.do.cannot_play", "#actions")
    expect(screen.find("dialog")).to_contain_text(WORDS["play.cannot.small_deck"])
    screen.press("play.cannot.confirm", "dialog .dialog-actions")
    expect(screen.find("#bag")).to_contain_text("4")
    # What is said before the page knows of the last thing said is refused.
    expect(screen.find(".turn-row")).to_have_count(2)
    # Whoever still cannot play does it again, or passes.
    screen.press("play.do.cannot_play", "#actions")
    screen.press("play.cannot.confirm", "dialog .dialog-actions")
    expect(screen.find(".turn-row")).to_have_count(3)
    screen.press("play.do.pass", "#actions")
    expect(screen.find("#status-text")).to_contain_text(WORDS.say("told.status.next", player="Ada"))


def test_a_play_for_the_hand_that_somebody_shows_is_offered(program: Program, screens: Screens) -> None:
    game = dealt(program)
    screen = screens.open(program.base, f"/game/{game}")
    screen.press("play.do.cannot_play", "#actions")
    hand_of(screen, "1B", "2Y")
    expect(screen.find("dialog [role=status]")).to_contain_text(WORDS["play.cannot.none"])
    hand_of(screen, "4R")
    expect(screen.find("dialog [role=status]")).to_contain_text(WORDS["play.cannot.found"])
    expect(screen.find("dialog .hint-move").get_by_role("img", name=WORDS["tiles.4R"])).to_be_visible()


def hand_of(screen: Screen, *cards: str) -> None:
    """Add cards to the hand that is shown."""
    screen.press("play.cannot.choose", "dialog")
    picker = screen.find("dialog").last
    for card in cards:
        picker.locator(f"[data-tile='{card}']").first.click()
    picker.get_by_role("button", name=WORDS["play.arrange.picked"]).click()
    # A dialog that closes stays in the page for a moment, with a status of its own.
    expect(screen.find("dialog")).to_have_count(1)


def chosen(screen: Screen, *cards: str) -> None:
    """Take cards from the hand."""
    screen.find("[data-focus=pick]").click()
    for card in cards:
        screen.find(f"dialog [data-tile='{card}']").click()


def test_what_was_chosen_is_marked_and_lies_down_as_one_set(program: Program, screens: Screens) -> None:
    game = dealt(program)
    screen = screens.open(program.base, f"/game/{game}")
    screen.press("play.do.cards", "#actions")
    chosen(screen, "1B", "1G", "1G", "1Y")
    dialog = screen.find("dialog")
    expect(dialog.locator("[aria-pressed=true]")).to_have_count(3)
    expect(dialog.locator("[data-tile='1G'] .picked-count")).to_have_text("2")
    dialog.get_by_role("button", name=WORDS.say("play.hint.remove", tile=WORDS["tiles.1G"])).first.click()
    expect(dialog.locator(".picked-count")).to_have_count(0)
    screen.press("play.arrange.picked", "dialog .dialog-actions")
    screen.press("play.arrange.as_one", "#arranging")
    expect(screen.find("#arranging .verdict")).to_contain_text(WORDS["play.enter.legal"])
    screen.press("play.enter.confirm", "#arranging")
    expect(screen.row(2)).to_be_visible()
    assert program.state(game)["cards"]["sets"][1]["cards"] == ["1B", "1G", "1Y"]


def test_a_wrong_card_leaves_a_turn_again(program: Program, screens: Screens) -> None:
    game = dealt(program)
    program.tell(game, "turn", player=1, after=[[*THREE, "4R"], ["1B", "1G", "1Y"]], taken=[])
    screen = screens.open(program.base, f"/game/{game}")
    screen.row(2).click()
    screen.press("play.turn.edit", "dialog")
    back = screen.find("#arranging").get_by_role("button", name=WORDS["play.arrange.back"])
    screen.find(f"#arranging .card-button[aria-label='{WORDS['tiles.1R']}']").click()
    expect(back).to_have_count(0)
    screen.find(f"#arranging .card-button[aria-label='{WORDS['tiles.4R']}']").click()
    back.click()
    expect(screen.find("#arranging .card-button")).to_have_count(6)
    chosen(screen, "5R")
    screen.press("play.arrange.picked", "dialog .dialog-actions")
    row = screen.find(f"#arranging .set:has([aria-label='{WORDS['tiles.1R']}'])")
    row.get_by_role("button", name=WORDS["play.arrange.here"]).click()
    screen.press("play.save", "#arranging")
    screen.until(lambda one: program.state(game)["cards"]["sets"][0]["cards"], [*THREE, "5R"])


def test_a_finished_six_is_a_joy_and_is_taken(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, f"/game/{dealt(program)}")
    screen.press("play.do.cards", "#actions")
    chosen(screen, "4R", "5R", "6R")
    screen.press("play.arrange.picked", "dialog .dialog-actions")
    for _ in range(3):
        screen.find("#arranging .tray .card-button").first.click()
        if not screen.find("#arranging .set.target").count():
            screen.find("#arranging .tray .card-button").first.click()
        screen.find("#arranging .set .drop-here").first.click()
    whole = screen.find("#arranging .set.joy")
    expect(whole).to_contain_text(WORDS["play.cheer"])
    expect(screen.find("#arranging .wrong, #arranging .banner.bad:not([hidden])")).to_have_count(0)
    expect(screen.find("#arranging .verdict")).to_contain_text(WORDS.count("units.qwirkles", 1))
    screen.press("play.enter.confirm", "#arranging")
    expect(screen.find(".stack-pile")).to_have_count(1)
    expect(screen.row(2)).to_contain_text("+1")


@pytest.mark.parametrize("rules", ["tiles", "classroom", "cards-de", "cards-en"])
def test_a_forgotten_turn_is_inserted(program: Program, screens: Screens, rules: str) -> None:
    cards = rules.startswith("cards")
    game = dealt(program, rules) if cards else program.begin(rules=rules, players=PLAYERS, source="hand", starter=0)
    if cards:
        program.tell(game, "turn", player=1, after=[[*THREE, "4R"]], taken=[])
    else:
        program.tell(game, "turn", player=0, placed=[["1R", 0, 0], ["2R", 1, 0]])
        program.tell(game, "turn", player=1, placed=[["3R", 2, 0]])
    screen = screens.open(program.base, f"/game/{game}")
    screen.row(2).click()
    screen.press("play.turn.insert", "dialog")
    screen.press("play.insert.cards" if cards else "play.insert.lay", "dialog")
    if cards:
        expect(screen.find("#arranging h2")).to_have_text(WORDS.say("play.enter.insert", number=2))
        expect(screen.find("#arranging .card-button")).to_have_count(3)
        chosen(screen, "1B", "2B", "3B")
        screen.press("play.arrange.picked", "dialog .dialog-actions")
        screen.press("play.arrange.as_one", "#arranging")
        expect(screen.find("#arranging .verdict")).to_be_visible()
        screen.press("play.save", "#arranging")
    else:
        screen.tap(0, 1)
        screen.choose("1B")
        expect(screen.find("#entering .verdict")).to_be_visible()
        screen.press("play.save", "#entering")
    screen.press("play.save", "dialog .dialog-actions")
    expect(screen.row(3)).to_be_visible()
    state = program.state(game)
    assert [turn["overruled"] for turn in state["turns"]] == [False] * 3
    if cards:
        assert [set_["cards"] for set_ in state["cards"]["sets"]] == [[*THREE, "4R"], ["1B", "2B", "3B"]]


def test_a_refused_insertion_says_the_true_reason(program: Program, screens: Screens) -> None:
    game = dealt(program)
    program.tell(game, "turn", player=1, after=[[*THREE, "4R"]], taken=[])
    screen = screens.open(program.base, f"/game/{game}", language="de")
    screen.tolerate("409")
    screen.row(2).click()
    screen.press("play.turn.insert", "dialog")
    screen.press("play.insert.pass", "dialog")
    expect(screen.find("dialog [role=alert]").first).to_have_text(words("de")["web.refused.new_cards_first"])
    screen.press("dialogs.cancel", "dialog .dialog-actions")
    screen.row(2).click()
    screen.press("play.turn.insert", "dialog")
    screen.press("play.insert.new_cards", "dialog")
    expect(screen.find(".turn-row")).to_have_count(3)
