"""The palette for eyes that mix colours up, and light and dark."""

from playwright.sync_api import expect

from tests.companion_web.browser.hands import Games
from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import WORDS, Screen, Screens
from tests.companion_web.browser.truth import BOARD
from tileye.companion_web.palettes import CLEAR, PLAIN

_FACES = """cells => cells.map((cell) => {
  const [face, mark] = [cell.querySelector(".tile-face"), cell.querySelector(".tile-mark")];
  return [cell.dataset.tile[1], getComputedStyle(face).fill, mark.textContent, mark.checkVisibility()];
})"""


def test_each_tile_has_a_mark_in_the_colour_blind_palette(program: Program, games: Games, screens: Screens) -> None:
    screen = screens.open(program.base, f"/game/{games.whole}")
    colours = {tile[1] for tile, _, _ in BOARD}
    plain = {(letter, rgb(PLAIN.colours[letter]), WORDS[f"play.marks.{letter}"], False) for letter in colours}
    screen.until(faces, plain)
    choose_look(screen, "clear")
    clear = {(letter, rgb(CLEAR.colours[letter]), WORDS[f"play.marks.{letter}"], True) for letter in colours}
    screen.until(faces, clear)
    screen.page.reload()
    screen.until(faces, clear)
    choose_look(screen, "clear")
    expect(screen.find("html")).to_have_attribute("data-palette", "plain")


def test_dark_is_chosen_and_stays(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base)
    light = screen.find("html").evaluate("html => getComputedStyle(html).backgroundColor")
    choose_look(screen, "dark")
    screen.open("/help")
    expect(screen.find("html")).to_have_attribute("data-theme", "dark")
    assert screen.find("html").evaluate("html => getComputedStyle(html).backgroundColor") != light


def choose_look(screen: Screen, name: str) -> None:
    screen.find("nav .menu summary").click()
    button = screen.find(f"[data-on={name}]")
    before = button.get_attribute("aria-pressed")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false" if before == "true" else "true")


def faces(screen: Screen) -> set[tuple[str, str, str, bool]]:
    """Of each colour on the board: its letter, how it is filled, its mark, and whether the mark is shown."""
    return {tuple(face) for face in screen.find(".board .cell[data-tile]").evaluate_all(_FACES)}


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"
