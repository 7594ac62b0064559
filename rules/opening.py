"""Who starts, from what the players declare."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.rulesets import RuleSet


@dataclass(frozen=True, slots=True)
class Start:
    """The outcome of the declarations: a starter, or why there is none yet."""

    player: int | None
    """Who starts; None where the pieces are dealt again or ages are needed."""
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
        return Start(None, best, deal_again=True)
    first = [player for player, number in enumerate(declared) if number == best]
    if len(first) == 1:
        return Start(first[0], best)
    dates = {player: born[player] for player in first}
    if None in dates.values():
        return Start(None, best, tied=tuple(first))
    ages = {player: date for player, date in dates.items() if date is not None}
    # The youngest has the latest date; dates in this form sort as text.
    goal = max(ages.values()) if rules.tie_starter == "youngest" else min(ages.values())
    rivals = tuple(player for player, date in ages.items() if date.startswith(goal) or goal.startswith(date))
    return Start(rivals[0] if len(rivals) == 1 else None, best, tied=rivals if len(rivals) > 1 else ())
