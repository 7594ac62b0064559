from dataclasses import replace
from typing import get_args

import pytest

from tests.companion_web.analysis.moments import BY_HAND, WATCHED, lying
from tests.companion_web.played import TILE_GAME, game_of, laid
from tileye.companion_web.analysis.display import DisplayContext, Status
from tileye.companion_web.analysis.status import status_text
from tileye.companion_web.languages import LANGUAGES, words
from tileye.rules.events import Opening
from tileye.rules.rulesets import CARDS_DE, TILES
from tileye.vision.referee.machine import RefereeView

ENGLISH = words("en")
GAME = game_of(TILES, [laid(0, "1R@0,0 2R@1,0")])
LEGAL, ILLEGAL = lying(GAME, "3R@2,0", 1), lying(GAME, "3G@2,0 4G@9,9", 1)
STRANGE = RefereeView("desync", 1, desync=((0, 0), (5, 5)))
ASKING = RefereeView("settling", 1, asked=((2, 0),))

TEXTS: dict[str, tuple[DisplayContext, str]] = {
    "by hand": (BY_HAND, "Ben is next."),
    "watching": (WATCHED, "Ben is next."),
    "a hand": (replace(WATCHED, status="busy"), "Hand on the table"),
    "reading": (replace(WATCHED, status="settling"), "Reading the table"),
    "grace": (replace(WATCHED, status="proposed", view=LEGAL, grace_left=1.4), "Ben: 3 points in 2 s"),
    "done is waited for": (
        replace(WATCHED, status="proposed", view=LEGAL, automatic=False),
        "Ben: 3 points. Say when it is done.",
    ),
    "noted": (replace(WATCHED, status="committed"), "Noted. Ben is next."),
    "strange": (
        replace(WATCHED, status="desync", view=STRANGE),
        "I cannot explain these places: red circle (0,0), (5,5)",
    ),
    "very strange": (
        replace(WATCHED, status="desync", view=replace(STRANGE, desync=tuple((x, 9) for x in range(6)))),
        "I cannot explain these places: (0,9), (1,9), (2,9), (3,9) and 2 more",
    ),
    "two names": (
        replace(WATCHED, status="unsure", view=ASKING, doubts={(2, 0): (("3R", 0.6), ("3O", 0.4))}),
        "red diamond or orange diamond? Please tap on the right one.",
    ),
    "no idea": (replace(WATCHED, status="unsure", view=ASKING), "What lies there? Please tap on the tile."),
    "an error": (replace(WATCHED, error="The disk is full: make room."), "The disk is full: make room."),
}


@pytest.mark.parametrize(("moment", "expected"), TEXTS.values(), ids=TEXTS)
def test_texts(moment: DisplayContext, expected: str) -> None:
    assert status_text(GAME, moment, ENGLISH) == expected


def test_an_illegal_placement_is_told_with_every_reason() -> None:
    text = status_text(GAME, replace(WATCHED, status="illegal", view=ILLEGAL), ENGLISH)
    assert text.startswith("Ben: A tile does not touch the tiles on the table. The tiles do not lie in one line.")


def test_before_the_start() -> None:
    def said(*declared: int | None) -> str:
        return status_text(game_of(CARDS_DE, [Opening(declared)], names=("Ada", "Ben")), BY_HAND, ENGLISH)

    assert status_text(game_of(TILES, []), BY_HAND, ENGLISH) == "Who starts? Say so, or just begin."
    assert said(2, 2) == "Nobody has 3: shuffle, deal again and declare anew."
    assert said(4, 3) == "Ada begins."


def test_the_end_says_who_won() -> None:
    assert status_text(TILE_GAME, BY_HAND, ENGLISH) == "The game was ended early. Ada wins: 18 points."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("status", get_args(Status))
def test_every_status_has_words(language: str, status: Status) -> None:
    view = ILLEGAL if status == "illegal" else STRANGE if status == "desync" else LEGAL
    assert status_text(GAME, replace(WATCHED, status=status, view=view, grace_left=1.0), words(language))
