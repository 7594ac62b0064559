"""Who starts, from what the players declare."""

from collections.abc import Sequence
from dataclasses import dataclass

from tileye.rules.rulesets import RuleSet


@dataclass(frozen=True, slots=True)
class Start:
    """The outcome of the declarations: a starter, or why there is none yet."""

    player: int | None
    """Who starts; None where the pieces are dealt again, ages are needed, or somebody has not declared yet."""
    declared: int
    """The highest number declared."""
    tied: tuple[int, ...] = ()
    """Players among whom only the age decides, if it is not known."""
    deal_again: bool = False


def who_starts(rules: RuleSet, declared: Sequence[int | None], born: Sequence[str | None]) -> Start:
    """Find the starter: the highest declaration, among equal ones the youngest or oldest as the sheet says.

    `born` holds dates such as 2016-05-30, or only years; a year alone does not tell two players of that year apart.
    """
    best = max((number for number in declared if number is not None), default=0)
    if best < rules.opening_at_least:
        # Whoever has said nothing yet may have enough.
        return Start(None, best, deal_again=None not in declared)
    first = [player for player, number in enumerate(declared) if number == best]
    if len(first) == 1:
        return Start(first[0], best)
    rivals = tuple(
        player for player in first if not any(_comes_first(rules, born[other], born[player]) for other in first)
    )
    return Start(rivals[0], best) if len(rivals) == 1 else Start(None, best, rivals)


def _comes_first(rules: RuleSet, one: str | None, other: str | None) -> bool:
    """Tell whether it is certain that one starts before the other."""
    if one is None or other is None:
        return False
    # Dates in this form sort as text; as far as both are known, the later one is the younger player's.
    known = min(len(one), len(other))
    younger = one[:known] > other[:known]
    return younger if rules.tie_starter == "youngest" else one[:known] < other[:known]
