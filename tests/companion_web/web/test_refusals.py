"""What people are refused most is said in their language."""

import pytest

from companion_web.languages import LANGUAGES, words
from companion_web.web.refusals import in_words
from rules.jsonlines import Json
from tests.companion_web.web.visitors import FIRST, SECOND, Visitor

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
