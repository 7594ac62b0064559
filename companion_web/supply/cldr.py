"""Writes what Unicode's CLDR knows of our languages: `python -m tileye.companion_web.supply.cldr`.

The data is Babel's, which only developers have. A language is a folder in `companion_web/languages/` with JSON files.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError

from tileye.companion_web.language_facts import ELSE, KNOWN_NUMBERS

FOLDER = Path(__file__).parents[1] / "languages"
FILE = FOLDER / "cldr.json"


def main(words: Sequence[str] | None = None) -> int:
    """Write the file."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args(words)
    FILE.write_text(written(FOLDER), encoding="utf-8")
    return 0


def written(folder: Path) -> str:
    """The text of the file for all languages in a folder."""
    codes = sorted({part.parent.name for part in folder.glob("*/*.json")})
    return json.dumps({code: tree_of(code) for code in codes}, ensure_ascii=False, indent=2) + "\n"


def tree_of(code: str) -> dict[str, Any]:
    """What the file says of one language."""
    locale = _locale(code)
    own, english = (locale.get_language_name(spoken) or code for spoken in (locale, "en"))
    return {"name": own[0].upper() + own[1:], "english": english.lower(), "plurals": _plurals(locale)}


def _locale(code: str) -> Locale:
    try:
        return Locale.parse(code, sep="-")
    except (UnknownLocaleError, ValueError):
        raise SystemExit(f"CLDR knows no language {code!r}: name its folder by the code of the language.") from None


def _plurals(locale: Locale) -> dict[str, str]:
    numbers = defaultdict(list)
    for n in range(KNOWN_NUMBERS):
        numbers[locale.plural_form(n)].append(n)
    return {form: _spans(found) for form, found in numbers.items() if form != ELSE}


def _spans(numbers: Iterable[int]) -> str:
    spans: list[tuple[int, int]] = []
    for n in numbers:
        if spans and spans[-1][1] == n - 1:
            spans[-1] = (spans[-1][0], n)
        else:
            spans.append((n, n))
    return " ".join(f"{first}-{last}" if last > first else str(first) for first, last in spans)


if __name__ == "__main__":
    sys.exit(main())
