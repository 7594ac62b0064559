"""All checks together: none keeps the others from being made, and each has words in every language."""

import ast
from pathlib import Path

import pytest

from tests.companion_web.browser.programs import ROOT
from tileye.companion_web.diagnosis.checks import Check, Examiner, Finding, Phrase, Surroundings, found
from tileye.companion_web.diagnosis.examination import EXAMINERS, examine
from tileye.companion_web.diagnosis.telling import advice_of, diagnosis_json, plays, text_of
from tileye.companion_web.languages import LANGUAGES, words

AROUND = Surroundings(Path("nowhere"))


def broken(_: Surroundings) -> Finding:
    raise ImportError("libGL.so.1 is missing")


@pytest.mark.parametrize("vital", [True, False])
def test_a_check_that_fails_is_told_and_the_others_are_made(vital: bool) -> None:
    good = Examiner("disk", lambda _: Finding((found("disk", mb=7),), values={"free_mb": 7}), ("free_mb", "least_mb"))
    checks = list(examine(AROUND, (Examiner("cameras", broken, ("cameras", "closed"), vital), good)))
    assert [check.ok for check in checks] == [False, True]
    assert plays(checks) != vital
    first, second = diagnosis_json(checks, words("en"))["checks"]
    assert first == {
        "name": "cameras",
        "ok": False,
        "blocks": vital,
        "text": "This could not be looked at (ImportError: libGL.so.1 is missing).",
        "advice": "Install tileye anew; if that does not help, report it with this sentence.",
        "cameras": None,
        "closed": None,
    }
    assert second == {
        "name": "disk",
        "ok": True,
        "blocks": False,
        "text": "7 MB are free.",
        "advice": None,
        "free_mb": 7,
        "least_mb": None,
    }


def test_what_is_said_within_is_said_in_the_same_language() -> None:
    modes = tuple(Phrase("found.mode", {"width": width, "height": 480, "rate": "30"}) for width in (640, 800))
    check = Check("cameras", Finding((found("camera", n=0, modes=modes),)))
    said = text_of(check, words("de")).replace("\u00d7", "x")
    assert said == "Kamera 0: 640 x 480 mit 30 Bildern je Sekunde, 800 x 480 mit 30 Bildern je Sekunde."
    assert advice_of(check, words("de")) is None


def _codes() -> set[str]:
    """Every code that the package can say; those that are chosen by what happens stand in texts by themselves."""
    codes: set[str] = set()
    for path in (ROOT / "companion_web" / "diagnosis").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                codes.add(node.value)
    return codes


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_words_and_every_word_is_said(language: str) -> None:
    texts, codes = words(language).texts, _codes()
    assert {f"doctor.names.{examiner.name}" for examiner in EXAMINERS} == {
        key for key in texts if key.startswith("doctor.names.")
    }
    for head in ("doctor.found.", "doctor.advice."):
        assert {key.removeprefix(head) for key in texts if key.startswith(head)} <= codes
