"""What is spoken: also long after a film was paused, by any device, and never silently not at all."""

from playwright.sync_api import expect

from tests.companion_web.browser.hands import COLUMN, ROW, begun
from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.screens import WORDS, Screen, Screens

_RECORDING = """
window.spoken = [];
const voices = [{ lang: "en-GB", localService: true, name: "Anna", default: true, voiceURI: "anna" }];
Object.defineProperty(SpeechSynthesisUtterance.prototype, "voice", { set() {}, get: () => null });
speechSynthesis.getVoices = () => voices;
speechSynthesis.speak = (one) => { window.spoken.push(one.text); one.dispatchEvent(new Event("start")); };
"""
"""A voice that writes down what it says: the browser of the tests has none."""


def spoken(screen: Screen) -> list[str]:
    """Everything that was said aloud."""
    return list(screen.page.evaluate("window.spoken"))


def listening(screens: Screens, program: Program, game: str, *, began: bool = False) -> Screen:
    """A device with a voice, which began the game or not."""
    screen = screens.open(program.base, "")
    screen.page.add_init_script(_RECORDING)
    if began:
        screen.page.add_init_script(f"localStorage.setItem('tileye.began', '{game}')")
    return screen.open(f"/game/{game}")


def test_what_was_told_in_the_time_of_a_film_is_spoken(program: Program, screens: Screens) -> None:
    game = begun(program)
    screen = listening(screens, program, game)
    # The clock of this device is an hour late or early: only how long ago something was told counts.
    screen.page.evaluate("(() => { const now = Date.now; Date.now = () => now() + 3_600_000; })()")
    screen.press("play.voice.on", "#voice")
    program.tell(game, "turn", player=0, placed=ROW)
    screen.until(spoken, [WORDS["play.voice.hello"], "Ada: 3 points. 3 altogether."])


def test_the_device_that_began_speaks_and_others_may(program: Program, screens: Screens) -> None:
    game = begun(program)
    began = listening(screens, program, game, began=True)
    other = listening(screens, program, game)
    expect(began.find("#voice button")).to_have_attribute("aria-pressed", "true")
    expect(other.find("#voice button")).to_have_attribute("aria-pressed", "false")
    began.find("#tab-left").click()
    program.tell(game, "turn", player=0, placed=ROW)
    program.tell(game, "turn", player=1, placed=COLUMN)
    began.until(lambda screen: len(spoken(screen)), 2)
    assert spoken(other) == []
    began.press("play.voice.off", "#voice")
    began.page.reload()
    expect(began.find("#voice button")).to_have_attribute("aria-pressed", "false")


def test_a_device_without_a_voice_says_so(program: Program, screens: Screens) -> None:
    screen = screens.open(program.base, "")
    screen.page.add_init_script("speechSynthesis.getVoices = () => []; speechSynthesis.speak = () => {};")
    screen.open(f"/game/{begun(program)}")
    screen.press("play.voice.on", "#voice")
    expect(screen.find("#toast")).to_have_text(WORDS["play.voice.none"])
    expect(screen.find("#voice button")).to_have_attribute("aria-pressed", "false")


def test_nobody_is_told_what_nobody_asked_for(program: Program, screens: Screens) -> None:
    game = begun(program)
    screen = screens.open(program.base, "")
    screen.page.add_init_script(f"localStorage.setItem('tileye.began', '{game}')")
    screen.page.add_init_script(
        "speechSynthesis.speak = (one) => one.dispatchEvent(Object.assign(new Event('error'), { error: 'failed' }));"
    )
    screen.open(f"/game/{game}")
    screen.find("#tab-left").click()
    program.tell(game, "turn", player=0, placed=ROW)
    expect(screen.find("#voice button")).to_have_attribute("aria-pressed", "false")
    expect(screen.find("#toast")).to_be_empty()
