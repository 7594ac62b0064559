"""A game is stopped so that another one gets its camera, and a rematch is one tap."""

from playwright.sync_api import expect

from tests.companion_web.browser.hands import PLAYERS, begun
from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import WORDS, Screens


def test_the_camera_of_another_game_is_taken_over(spare: Program, screens: Screens) -> None:
    spare.begin(rules="tiles", players=PLAYERS, source="named", name="Kitchen")
    screen = screens.open(spare.base, "/setup")
    expect(screen.find("#sources")).to_contain_text(WORDS.say("setup.see.taken", name="Kitchen"))
    screen.find(".taken").get_by_role("button", name=WORDS.say("dialogs.take", name="Kitchen")).click()
    expect(screen.find("[name=source][value=named]")).to_be_checked()
    for place, name in enumerate(("Ada", "Ben")):
        screen.find("#players input.name").nth(place).fill(name)
    screen.press("setup.begin")
    screen.page.wait_for_url("**/game/*")
    expect(screen.find("#views")).to_be_visible()
    spare.tell(screen.page.url.rpartition("/")[2], "end")


def test_a_camera_that_is_taken_meanwhile_is_asked_for(spare: Program, screens: Screens) -> None:
    late = screens.open(spare.base, "/setup")
    late.tolerate("409")
    late.pick(".option input[value=named]")
    for place, name in enumerate(("Cem", "Dea")):
        late.find("#players input.name").nth(place).fill(name)
    first = spare.begin(rules="tiles", players=PLAYERS, source="named", name="Kitchen")
    late.press("setup.begin")
    late.find("dialog").get_by_role("button", name=WORDS.say("dialogs.take", name="Kitchen")).click()
    late.page.wait_for_url("**/game/*")
    second = late.page.url.rpartition("/")[2]
    # The one that was stopped goes on in the same way.
    late.open("/games")
    late.find(f"[data-resume='{first}']").click()
    name = spare.state(second)["game"]["name"]
    late.find("dialog[open]").get_by_role("button", name=WORDS.say("dialogs.take", name=name)).click()
    late.page.wait_for_url(f"**/game/{first}")
    spare.tell(first, "end")


def test_a_rematch_is_one_tap(program: Program, screens: Screens) -> None:
    game = begun(program)
    program.tell(game, "turn", player=0, placed=[["1R", 0, 0], ["2R", 1, 0], ["3R", 2, 0]])
    program.tell(game, "end")
    screen = screens.open(program.base, f"/game/{game}")
    screen.press("play.finish.rematch", "#finish")
    screen.page.wait_for_url(lambda url: game not in url)
    expect(screen.find("#status-text")).to_have_text(WORDS.say("told.status.begins", player="Ben"))
    assert screen.points() == {"Ada": 0, "Ben": 0}
