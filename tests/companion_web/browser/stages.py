"""Every page and every dialog, as somebody comes to see them; in any language."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.companion_web.browser.hands import Games
from tests.companion_web.browser.screens import Screen

NOWHERE = "/nowhere"
EXPECTED = ("404", "503")
"""What is complained of on the way: the page that is not there, and more streams at once than there are seats."""


def _page(path: str) -> Callable[[Screen, Games], None]:
    def stage(screen: Screen, games: Games) -> None:
        screen.open(path)

    return stage


def _game(game: str, *taps: str, end: str = "#board svg, #cards svg") -> Callable[[Screen, Games], None]:
    """A game, and what is tapped in it, until something is seen."""

    def stage(screen: Screen, games: Games) -> None:
        screen.open(f"/game/{getattr(games, game)}")
        expect(screen.find(".player").first).to_be_visible()
        for tap in taps:
            screen.find(tap).first.click()
        expect(screen.find(end).locator("visible=true").first).to_be_visible()

    return stage


def _sheet(game: str) -> Callable[[Screen, Games], None]:
    def stage(screen: Screen, games: Games) -> None:
        screen.open(f"/game/{getattr(games, game)}/sheet")

    return stage


def _setup(screen: Screen, games: Games) -> None:
    screen.open("/setup")
    screen.pick(".option input[name=rules][value=tiles]")
    screen.pick(".option input[value=named]")
    expect(screen.find("#marks li").first).to_be_visible()


def _phone(screen: Screen, games: Games) -> None:
    screen.open("/setup")
    # Set-up offers the rules of the last game, which may be one that no camera follows.
    screen.pick(".option input[name=rules][value=tiles]")
    screen.pick(".option input[value=phone]")
    # Where this machine has no name and no number of a home, set-up says so in the place of the code.
    expect(screen.find("#phone-steps:not([hidden]), #phone-says:not(:empty)").first).to_be_visible()
    screen.page.evaluate("document.querySelector('#phone-steps details').open = true")


def _wrong(screen: Screen, games: Games) -> None:
    screen.open(f"/game/{games.played}")
    for tile, x, y in (("6B", 1, 1), ("6B", 2, 1)):
        screen.enter(tile, x, y)
    expect(screen.find("#entering div[role=alert]")).to_be_visible()


def _cell(screen: Screen, games: Games) -> None:
    screen.open(f"/game/{games.played}")
    screen.tap(0, 0)
    expect(screen.find("dialog")).to_be_visible()


def _keys(screen: Screen, games: Games) -> None:
    screen.open(f"/game/{games.played}")
    expect(screen.find(".player").first).to_be_visible()
    screen.page.keyboard.press("?")
    expect(screen.find(_DIALOG)).to_be_visible()


_DIALOG = "dialog[open] .dialog-body"
_MENU = "#actions .menu summary"
STAGES: dict[str, Callable[[Screen, Games], None]] = {
    "home": _page("/"),
    "setup": _setup,
    "phone": _phone,
    "games": _page("/games"),
    "help": _page("/help"),
    "join": _page("/join"),
    "error": _page(NOWHERE),
    "whole": _game("whole", end="#finish"),
    "picture": _game("filmed", ".views .choice:nth-of-type(2)", end="#camera img"),
    "missed": _game("whole", "#finish .stack > button", end="#finish .missed, #finish h3"),
    "curve": _game("whole", "#tab-curve", end="#curve svg"),
    "played": _game("played", end=".board"),
    "begun": _game("begun", end=".board"),
    "dealt": _game("dealt", end=".stack-pile"),
    "left": _game("played", "#tab-left", end="#left svg"),
    "hint": _game("played", "#tab-hint", end="#hint button"),
    "menu": _game("played", _MENU, end="#actions .menu[open]"),
    "look": _game("played", "nav .menu summary", end="nav .menu[open]"),
    "wrong": _wrong,
    "cell": _cell,
    "turn": _game("played", ".turn-row", end=_DIALOG),
    "insert": _game("played", ".turn-row", "dialog .turn-tools .button:nth-of-type(2)", end=f"{_DIALOG} select"),
    "unnamed": _game("unnamed", end="#notice .starter"),
    "unnamed turn": _game("unnamed", ".turn-row", end=_DIALOG),
    "unnamed sheet": _sheet("unnamed"),
    "moved on": _game(
        "played", ".turn-row >> nth=1", "dialog .turn-tools .row >> nth=1 >> .button", end=".shift-choice .total"
    ),
    "player": _game("played", "#players button", end=_DIALOG),
    "exchange": _game("played", "[data-focus='play.do.exchange']", end=_DIALOG),
    "stock": _game("played", _MENU, "#actions .menu .button.quiet", end=_DIALOG),
    "end": _game("played", _MENU, "#actions .menu .button.quiet:last-of-type", end=_DIALOG),
    "keys": _keys,
    "settings": _game("played", "#tools .button:nth-child(2)", end=_DIALOG),
    "invite": _game("played", "#tools .button:nth-child(1)", end=_DIALOG),
    "opening": _game("begun", _MENU, "#actions .menu .button.quiet", end=_DIALOG),
    "stack": _game("dealt", ".stack-pile", end=_DIALOG),
    "arrange": _game("dealt", "[data-focus='play.do.cards']", end="#arranging [data-focus=pick]"),
    "cards": _game("dealt", "[data-focus='play.do.cards']", "[data-focus=pick]", end=_DIALOG),
    "cannot": _game("dealt", "[data-focus='play.do.cannot_play']", end=_DIALOG),
    "sheet": _sheet("whole"),
    "sheet of cards": _sheet("dealt"),
}
