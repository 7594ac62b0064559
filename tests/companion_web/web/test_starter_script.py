"""Set-up finds out in the browser who starts, exactly as the rules do."""

from itertools import product
from pathlib import Path

from tests.companion_web.browser.chromium import launched
from tileye.companion_web import web
from tileye.companion_web.web.prefill import rule_sets_json
from tileye.rules.opening import who_starts
from tileye.rules.rulesets import RULE_SETS

SCRIPT = Path(web.__file__).parent / "static" / "js" / "starter.js"
NUMBERS = (None, 2, 3, 6)
YEARS = (None, "2010", "2012")
CASES = [
    (rules, declared, born)
    for rules in RULE_SETS
    for declared in product(NUMBERS, repeat=3)
    for born in product(YEARS, repeat=3)
]
ASK = """async ([script, cases]) => {
  const { whoStarts } = await import("data:text/javascript," + encodeURIComponent(script));
  return cases.map(([rules, declared, born]) => whoStarts(rules, declared, born));
}"""


def in_browser(cases: list[object]) -> list[dict[str, object]]:
    """Ask the script."""
    with launched() as browser:
        found = browser.new_page().evaluate(ASK, [SCRIPT.read_text(encoding="utf-8"), cases])
    assert isinstance(found, list)
    return found


def test_who_starts() -> None:
    sets = rule_sets_json()
    found = in_browser([[sets[rules.name], declared, born] for rules, declared, born in CASES])
    for (rules, declared, born), answer in zip(CASES, found, strict=True):
        start = who_starts(rules, declared, born)
        # While somebody has said nothing yet, nobody is asked to deal again.
        again = start.deal_again and None not in declared
        told = {name: answer[name] for name in ("starter", "declared", "tied", "again")}
        expected = {"starter": start.player, "declared": start.declared, "tied": [*start.tied], "again": again}
        assert told == expected, (rules.name, declared, born)
