"""What people are refused most is said in their language."""

import ast
from collections.abc import Iterator
from string import Formatter

import pytest

from tests.companion_web.browser.programs import ROOT
from tests.companion_web.web.visitors import FIRST, SECOND, Visitor
from tileye.companion_web.languages import LANGUAGES, words
from tileye.companion_web.sessions import InUse, Refused
from tileye.companion_web.storage.store import StoreError, UnreadableRecord
from tileye.companion_web.web.refusals import TOLD_AS, in_words, worded
from tileye.rules.errors import CodedError, GameError, within
from tileye.rules.jsonlines import Json
from tileye.vision.sources.frames import SourceError

TOLD: dict[str, Json] = {
    "9 tauschen geht nicht, höchstens 6.": {"input": "exchange", "player": 1, "count": 9},
    "Passen geht erst, wenn der Beutel leer ist. Wer nicht legen kann, tauscht.": {"input": "pass", "player": 1},
    "Es gibt nichts zu wiederholen.": {"input": "redo"},
    "Zwei heißen gleich: Gebt ihnen verschiedene Namen.": {"input": "rename", "player": 0, "name": "Ben"},
    "Dieser Name geht nicht: mindestens ein Zeichen, höchstens 40.": {"input": "rename", "player": 0, "name": "\a"},
    "Auf diesem Platz liegt schon ein Stein.": {"input": "turn", "player": 1, "placed": [[*FIRST[0]]]},
}


CODES = {"exchange_count", "no_pass", "nothing_to_redo", "name_taken", "no_name", "occupied"}


@pytest.mark.parametrize(("sentence", "word"), TOLD.items(), ids=[word["input"] for word in TOLD.values()])
def test_a_refusal_is_told_in_words_of_the_table(ada: Visitor, sentence: str, word: Json) -> None:
    game = ada.begin()
    ada.lay(game, 0, FIRST)
    answer = ada.post(f"/api/games/{game}/tell?lang=de", word)
    assert answer.status_code == 409
    assert answer.json["error"] == sentence  # type: ignore[index]
    assert answer.json["code"] in CODES  # type: ignore[index]


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
    assert "«\u00a0Ada and Ben\u00a0»" in in_words(InUse("abcdefgh", "Ada and Ben"), words("fr"))


def test_what_has_no_words_stays_as_it_is() -> None:
    assert in_words(ValueError("the moon is full"), words("it")) == "the moon is full"
    assert in_words(GameError("start_hands", most=6), words("it")) == "hands of up to 6 pieces are needed"


def test_whose_turn_it_is_has_the_name() -> None:
    assert in_words(GameError("not_your_turn", name="Ben"), words("de")) == "Gerade ist Ben an der Reihe."


def test_several_names_are_listed_as_the_language_does() -> None:
    tied = GameError("tied", names=("Ada", "Ben"), starter="youngest")
    assert "Ada und Ben" in in_words(tied, words("de"))
    assert "Ada and Ben" in str(tied)


OCCUPIED = GameError("turn_impossible", event=6, n=4, reason=GameError("occupied"))


def test_the_reason_of_a_later_turn_is_told_in_the_same_language() -> None:
    german = words("de")
    said = german.say("web.refused.turn_impossible", n=4, reason=german["web.refused.occupied"])
    assert in_words(OCCUPIED, german) == said
    assert in_words(Refused.because(within("turn", OCCUPIED)), german) == said


KINDS: tuple[type[CodedError], ...] = (GameError, Refused, SourceError, StoreError, UnreadableRecord)
FOR_PROGRAMS = {
    # What the page never sends, or never lets anybody choose.
    *("start_kind", "start_numbers", "start_hands"),
    *("start_points", "too_many_events", "corrects_nothing"),
    *("within", "because", "not_foreseeable", "cannot_set", "camera_number", "unnamed"),
    # What concerns whoever started the program, or the disk.
    *("read_only", "cannot_open", "damaged", "rubbish", "unreachable", "does_not_fit", "foreign"),
    *(
        "newer",
        "not_local",
        "cannot_copy",
        "locked_folder",
        "no_folder",
        "running",
    ),
    "out_of_order",
}
"""Codes for which the English sentence is enough."""


@pytest.mark.parametrize("kind", KINDS)
def test_every_code_has_words_in_each_language(kind: type[CodedError]) -> None:
    for code, sentence in kind.sentences.items():
        fields = {name: "4O" if name == "tile" else "7" for name in (*_named(sentence), "line")}
        told = {language: worded(kind(code, **fields), words(language)) for language in LANGUAGES}
        assert len(set(told.values())) == (1 if code in FOR_PROGRAMS else len(LANGUAGES)), (code, told)


RAISED = {kind.__name__: kind for kind in KINDS} | dict.fromkeys(
    ("Conflict", "NoGame", "Damaged", "failure"), StoreError
)
INDIRECT = {
    *((GameError, code) for code in ("within", "occupied", "empty_move")),
    *((Refused, code) for code in ("because", "said_just_now", "meanwhile", "in_use")),
    *(
        (StoreError, code)
        for code in ("read_only", "cannot_open", "full_disk", "unreachable", "other_program", "bad_disk", "rubbish")
    ),
}
"""Codes that stand in no call that makes an error."""


def _named(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def _raised() -> Iterator[tuple[str, type[CodedError], str, frozenset[str]]]:
    """Every error that the program makes with a code: where, of which kind, which one, and with what."""
    for path in (
        path for part in ("rules", "vision", "companion_web", "tileye") for path in (ROOT / part).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            kind = RAISED.get(node.func.id) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None
            if kind and isinstance(node, ast.Call):
                given = frozenset(word.arg or "" for word in node.keywords)
                for code in (one.value for one in node.args[:2] if isinstance(one, ast.Constant)):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", kind, str(code), given


def test_every_error_has_a_sentence_and_what_it_names() -> None:
    raised = list(_raised())
    for place, kind, code, given in raised:
        assert "" in given or _named(kind.sentences[code]) <= given, (place, code)
    said = {(kind, code) for _, kind, code, _ in raised} | INDIRECT
    assert said >= {(kind, code) for kind in KINDS for code in kind.sentences}, "a sentence that nobody says"
    family = {key.removeprefix("web.refused.") for key in words("en").texts if key.startswith("web.refused.")}
    assert family <= {TOLD_AS.get(code, code) for _, code in said}, "words that nobody is told"
