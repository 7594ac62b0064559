"""Checks in the words of a language, and as JSON."""

from collections.abc import Sequence

from tileye.companion_web.diagnosis.checks import Check, Phrase
from tileye.companion_web.languages import Words
from tileye.companion_web.terminal import printable
from tileye.rules.jsonlines import Json


def text_of(check: Check, chosen: Words) -> str:
    """Say what was found."""
    return " ".join(told(phrase, chosen) for phrase in check.finding.text)


def advice_of(check: Check, chosen: Words) -> str | None:
    """Say what to do; None where all is well."""
    return None if check.finding.advice is None else told(check.finding.advice, chosen)


def told(phrase: Phrase, chosen: Words) -> str:
    """Say one thing, with what is said within it."""
    return chosen.say(f"doctor.{phrase.code}", **{name: _field(one, chosen) for name, one in phrase.fields.items()})


def _field(value: object, chosen: Words) -> str:
    if isinstance(value, tuple):
        return ", ".join(told(one, chosen) for one in value)
    # Names of folders and games, and what libraries say, may hold anything.
    return printable(str(value))


def plays(checks: Sequence[Check]) -> bool:
    """Whether `tileye play` can work here."""
    return not any(check.finding.blocks for check in checks)


def diagnosis_json(checks: Sequence[Check], chosen: Words) -> Json:
    """Write all checks; the keys are the same on every machine."""
    return {"ok": plays(checks), "checks": [_check_json(check, chosen) for check in checks]}


def _check_json(check: Check, chosen: Words) -> Json:
    return {
        "name": check.name,
        "ok": check.ok,
        "blocks": check.finding.blocks,
        "text": text_of(check, chosen),
        "advice": advice_of(check, chosen),
        **check.finding.values,
    }
