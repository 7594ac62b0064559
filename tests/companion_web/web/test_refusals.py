"""What people are refused most is said in their language."""

import pytest

from tests.companion_web.web.visitors import FIRST, SECOND, Visitor
from tileye.companion_web.languages import LANGUAGES, words
from tileye.companion_web.web.refusals import in_words
from tileye.rules.jsonlines import Json

TOLD: dict[str, Json] = {
    "9 tauschen geht nicht, höchstens 6.": {"input": "exchange", "player": 1, "count": 9},
    "Passen geht erst, wenn der Beutel leer ist. Wer nicht legen kann, tauscht.": {"input": "pass", "player": 1},
    "Es gibt nichts zu wiederholen.": {"input": "redo"},
    "Zwei heißen gleich: Gebt ihnen verschiedene Namen.": {"input": "rename", "player": 0, "name": "Ben"},
    "Dieser Name geht nicht: mindestens ein Zeichen, höchstens 40.": {"input": "rename", "player": 0, "name": "\a"},
    "Auf diesem Platz liegt schon ein Stein.": {"input": "turn", "player": 1, "placed": [[*FIRST[0]]]},
}


@pytest.mark.parametrize(("sentence", "word"), TOLD.items(), ids=[word["input"] for word in TOLD.values()])
def test_a_refusal_is_told_in_words_of_the_table(ada: Visitor, sentence: str, word: Json) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    answer = ada.post(f"/api/games/{game}/tell?lang=de", word)
    assert (answer.status_code, answer.json) == (409, {"error": sentence})


def test_after_the_end_everybody_hears_that_it_is_over(ada: Visitor) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    assert ada.tell(game, "end").status_code == 200
    told = {
        language: ada.post(
            f"/api/games/{game}/tell?lang={language}", {"input": "turn", "player": 1, "placed": SECOND}
        ).json["error"]  # type: ignore[index]
        for language in LANGUAGES
    }
    assert len(set(told.values())) == 4
    assert "the game is over" not in told.values()


def test_a_source_that_is_taken_is_named() -> None:
    sentence = "that camera or film shows the game 'Ada and Ben': close that game first"
    assert "«\u00a0Ada and Ben\u00a0»" in in_words(sentence, words("fr"))


def test_what_nobody_knows_stays_as_it_is() -> None:
    assert in_words("the moon is full", words("it")) == "the moon is full"


def test_whose_turn_it_is_has_the_name() -> None:
    assert in_words("it is the turn of Ben", words("de")) == "Gerade ist Ben an der Reihe."


SOURCES = (
    "camera 7 cannot be opened: plug it in, close other programs that use it, or try another number",
    "camera 0 gives no picture: unplug it and plug it in again, or try another number",
    "/home/ada/film.mp4 cannot be opened: Permission denied",
    "/home/ada/film.mp4 is empty: copy or record it anew",
    "/home/ada/pictures holds no pictures: put JPEG or PNG files there, one for each turn",
    "nothing that can be shown answers at http://10.0.0.7/video: check the address, and that the camera is on",
    "no picture comes from http://10.0.0.7/video: check that the camera is on and gives video",
    "tiles is for 2 to 4 players, not 5",
    "Ada and Ben declared the same number: say who of them is the youngest",
    "nobody declared 3: shuffle, deal again and declare anew",
    "nobody has heard this yet: look whether it is there before saying it again",
    "there are no cards to draw: pass",
    "event 6 could then not be, as turn 4: a tile in a cell that is taken cannot be recorded (occupied)",
    "this game goes on: a rematch comes after its end",
)


@pytest.mark.parametrize("sentence", SOURCES)
def test_every_refusal_has_words_in_each_language(sentence: str) -> None:
    told = {language: in_words(sentence, words(language)) for language in LANGUAGES}
    assert len(set(told.values())) == len(LANGUAGES)
    assert sentence not in told.values()
    assert not any("/home" in text or "10.0.0.7" in text or "declared" in text for text in (told["de"], told["fr"]))


def test_the_reason_of_a_later_turn_is_told_in_the_same_language() -> None:
    sentence = "event 6 could then not be, as turn 4: a tile in a cell that is taken cannot be recorded (occupied)"
    german = words("de")
    assert in_words(sentence, german) == german.say(
        "web.refused.turn_impossible", n=4, reason=german["web.refused.occupied"]
    )
