from typing import get_args

import pytest

from tileye.companion_web.languages import LANGUAGES, words
from tileye.companion_web.web.checkups import checks_json, mark_text
from tileye.vision.checkup import Checkup, Fault, Mark, What


def test_what_is_wrong_and_what_to_do() -> None:
    marks, lying = (Mark("light", 120.0, 70.0), Mark("size", 14.2, 24.0, "far")), (("1R", (0, 0)), ("2R", (1, 0)))
    checkup = Checkup(marks, 12, lying)
    assert checks_json(checkup, words("en")) == {
        "marks": [
            {"what": "light", "good": True, "text": "The light is good."},
            {
                "what": "size",
                "good": False,
                "text": "Move the camera closer: tiles are 14 px wide, 24 are needed.",
            },
        ],
        "tiles": 12,
        "lying": [["1R", 0, 0], ["2R", 1, 0]],
        "line": True,
    }


def test_a_limit_that_is_just_missed_does_not_look_met() -> None:
    assert "tiles are 23 px wide, 24 are needed" in mark_text(Mark("size", 23.9, 24.0, "far"), words("en"))
    assert "tiles are 91 px wide" in mark_text(Mark("size", 90.6, 90.0, "near"), words("en"))


def test_cards_are_called_cards() -> None:
    told = checks_json(
        Checkup((Mark("size", 14.2, 32.0, "far"), Mark("whole", 0.0, 0.0)), 5, kind="cards"), words("en")
    )
    assert [mark["text"] for mark in told["marks"]] == [
        "Move the camera closer: cards are 14 px wide, 32 are needed.",
        "All cards are in the picture.",
    ]
    assert told["tiles"] == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_words(language: str) -> None:
    texts = [mark_text(Mark(what, 1.0, 0.0), words(language)) for what in get_args(What)]
    texts += [mark_text(Mark("light", 1.0, 2.0, fault), words(language)) for fault in get_args(Fault)]
    assert len(set(texts)) == len(texts)
