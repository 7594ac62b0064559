"""What Unicode's CLDR knows of a language: its names, and the plural forms of numbers.

It stands in `languages/cldr.json`, which `make cldr` writes, so that players need no library for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

KNOWN_NUMBERS = 200
"""How many numbers are listed, from 0 on. Beyond them forms go by the last two digits."""
ELSE = "other"
"""The form that every language has."""


@dataclass(frozen=True, slots=True)
class LanguageFacts:
    """The names of a language and its plural forms."""

    name: str
    """As it calls itself."""
    english: str
    """Its English name in lower case, as Windows calls it."""
    forms: Mapping[int, str] = field(default_factory=dict)
    """The plural form of each listed number that has another one than `other`."""

    def form(self, n: int) -> str:
        """The plural form of a whole number: one, few, many, other ..."""
        size = abs(n)
        return self.forms.get(size if size < KNOWN_NUMBERS else 100 + size % 100, ELSE)

    @property
    def all_forms(self) -> frozenset[str]:
        """The forms that a text with a number needs."""
        return frozenset({*self.forms.values(), ELSE})


def facts_from(tree: Mapping[str, Any]) -> LanguageFacts:
    """Read what the file says of one language."""
    forms = {n: form for form, numbers in tree["plurals"].items() for n in _numbers(numbers)}
    return LanguageFacts(tree["name"], tree["english"], forms)


def _numbers(text: str) -> list[int]:
    """The numbers of a text such as `0 5-21`."""
    spans = [span.split("-") for span in text.split()]
    return [n for first, *last in spans for n in range(int(first), int(last[0] if last else first) + 1)]
