"""What the program says: a folder for each language, with one file for each part, all with the same keys."""

import json
import locale
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Literal

from tileye.companion_web.language_facts import ELSE, LanguageFacts, facts_from

Kind = Literal["tiles", "cards"]
"""The two games, whose words differ."""
_CLDR = json.loads((resources.files(__name__) / "cldr.json").read_text(encoding="utf-8"))
_FACTS: dict[str, LanguageFacts] = {code: facts_from(tree) for code, tree in _CLDR.items()}
LANGUAGES = ("en", *(code for code in _FACTS if code != "en"))
"""The folders beside this file, as `make cldr` listed them; where nothing else is wanted, the first one is spoken."""
LANGUAGE_NAMES = {code: _FACTS[code].name for code in LANGUAGES}
"""What each language calls itself."""


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language by their keys, such as `sheet.total`."""

    language: str
    texts: Mapping[str, str]
    facts: LanguageFacts

    def __getitem__(self, key: str) -> str:
        return self.texts[key]

    def of(self, kind: str) -> "Words":
        """The same for the game with tiles or with cards: pieces are called as on its sheet in this language."""
        return _on_sheet(self.language, kind)

    def say(self, key: str, **fields: object) -> str:
        """Fill in the placeholders of a text."""
        return self.texts[key].format(**fields)

    def count(self, key: str, n: int, **fields: object) -> str:
        """Say a number of things: in the plural form that the language has for it, with the number in it."""
        form = f"{key}.{self.facts.form(n)}"
        return self.say(form if form in self.texts else f"{key}.{ELSE}", n=n, **fields)

    def points(self, n: int, kind: Kind) -> str:
        """Say a score with its unit, which is the Qwirkle in the card game."""
        return self.count("units.points" if kind == "tiles" else "units.qwirkles", n)

    def violation(self, code: str, kind: Kind) -> str:
        """Say what is wrong in one sentence, in the words of the game with tiles or with cards."""
        for_cards = f"card_violations.{code}"
        return self.texts[for_cards if kind == "cards" and for_cards in self.texts else f"violations.{code}"]

    def reasons(self, codes: Iterable[str], kind: Kind) -> str:
        """Say everything that is wrong with a move."""
        return " ".join(self.violation(code, kind) for code in codes)

    def listed(self, names: Sequence[str]) -> str:
        """Join names as in a sentence: A, B and C."""
        if len(names) < 2:
            return "".join(names)
        return self.say("lists.and", first=", ".join(names[:-1]), last=names[-1])


@cache
def words(language: str) -> Words:
    """Load the catalogue of a language; raise ValueError where there is none."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}: there are {', '.join(LANGUAGES)}")
    texts: dict[str, str] = {}
    for part in (resources.files(__name__) / language).iterdir():
        texts.update(_flat(json.loads(part.read_text(encoding="utf-8"))))
    return Words(language, texts, _FACTS[language])


@cache
def _on_sheet(language: str, kind: str) -> Words:
    known, head = words(language), f"on_sheets.{kind}."
    own = {key.removeprefix(head): text for key, text in known.texts.items() if key.startswith(head)}
    return replace(known, texts={**known.texts, **own})


def system_language() -> str:
    """The language of this system if we speak it, else English."""
    wanted = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), None)
    head = re.split(r"[_.@-]", wanted or locale.getlocale()[0] or "")[0].lower()
    if head in LANGUAGES:
        return head
    # Windows names languages in English.
    return next((language for language in LANGUAGES if _FACTS[language].english == head), "en")


def _flat(tree: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    texts: dict[str, str] = {}
    for key, value in tree.items():
        if isinstance(value, dict):
            texts.update(_flat(value, f"{prefix}{key}."))
        else:
            texts[prefix + key] = str(value)
    return texts
