"""The rule sets as data: what differs between the sheets, and nothing else."""

from dataclasses import dataclass
from typing import Literal

from tileye.rules.tiles import COPIES, SIDE


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One rule sheet. Every field is a sentence of the sheet or a ruling in docs/rulings.md."""

    name: str
    """The name in commands and records."""
    aliases: tuple[str, ...]
    """Other names by which it is found, lower case."""
    kind: Literal["tiles", "cards"]
    """Whether pieces are laid on a grid or grouped into sets that may be rearranged."""
    hand: int
    """Pieces in a full hand."""
    tie_starter: Literal["youngest", "oldest"]
    """Who starts among players who declared the same number."""
    opening_at_least: int
    """What somebody must declare for the game to start; below it the pieces are dealt again."""
    opening_binds: bool
    """Whether the starter must lay exactly what was declared."""
    may_exchange: bool
    """Whether a turn may be an exchange of pieces."""
    passes: Literal["bag empty", "any time", "after new cards"]
    """When a player may pass."""
    new_cards_if_stuck: bool
    """Whether a player who cannot play shows the hand and draws a new one."""
    laid_tiles_count_once: bool
    """Whether a tile laid into two lines counts once instead of twice."""
    qwirkle_bonus: int
    """Extra points for a line of six."""
    out_bonus: int
    """Extra points for laying the last piece."""
    end: Literal["out", "last round"]
    """Whether the game ends with the first empty hand or with one more turn for everybody."""
    tie_winner: Literal["shared", "rematch"]
    """What the sheet says of equal points."""
    copies: int = COPIES
    """How often each piece is in a set."""
    seven_colours: bool = False
    """Whether a set has purple and white; else it has one of the two."""
    players_min: int = 2
    players_max: int = 4

    @property
    def watchable(self) -> bool:
        """Whether a camera can follow such a game: pieces of six colours."""
        return not self.seven_colours

    @property
    def pieces(self) -> int:
        """Pieces in a complete set."""
        return (SIDE + self.seven_colours) * SIDE * self.copies


TILES = RuleSet(
    name="tiles",
    aliases=("tile", "qwirkle", "steine"),
    kind="tiles",
    hand=6,
    tie_starter="youngest",
    opening_at_least=1,
    opening_binds=True,
    may_exchange=True,
    passes="bag empty",
    new_cards_if_stuck=False,
    laid_tiles_count_once=False,
    qwirkle_bonus=6,
    out_bonus=6,
    end="out",
    tie_winner="shared",
)

CLASSROOM = RuleSet(
    name="classroom",
    aliases=("class", "school", "schule", "klasse"),
    kind="tiles",
    hand=6,
    tie_starter="youngest",
    opening_at_least=1,
    opening_binds=False,
    may_exchange=False,
    passes="any time",
    new_cards_if_stuck=False,
    laid_tiles_count_once=True,
    qwirkle_bonus=6,
    out_bonus=0,
    end="out",
    tie_winner="shared",
)

CARDS_DE = RuleSet(
    name="cards-de",
    aliases=("karten", "cards_de", "kartenspiel"),
    kind="cards",
    hand=9,
    tie_starter="youngest",
    opening_at_least=3,
    opening_binds=True,
    may_exchange=False,
    passes="after new cards",
    new_cards_if_stuck=True,
    laid_tiles_count_once=False,
    qwirkle_bonus=0,
    out_bonus=0,
    end="last round",
    tie_winner="shared",
)

CARDS_EN = RuleSet(
    name="cards-en",
    aliases=("cards", "cards_en"),
    kind="cards",
    hand=9,
    tie_starter="oldest",
    opening_at_least=3,
    opening_binds=False,
    may_exchange=False,
    passes="after new cards",
    new_cards_if_stuck=True,
    laid_tiles_count_once=False,
    qwirkle_bonus=0,
    out_bonus=0,
    end="last round",
    tie_winner="rematch",
)

RULE_SETS: tuple[RuleSet, ...] = (TILES, CLASSROOM, CARDS_DE, CARDS_EN)
BY_NAME: dict[str, RuleSet] = {name: rules for rules in RULE_SETS for name in (rules.name, *rules.aliases)}
MOST_PIECES = max(rules.pieces for rules in RULE_SETS)
MOST_IN_HAND = max(rules.hand for rules in RULE_SETS)
"""What no rule set has more of: bounds for whatever is read before its rules are known."""


def find_rules(name: str) -> RuleSet:
    """Find a rule set by its name or an alias; raise ValueError with the names that exist."""
    try:
        return BY_NAME[name.strip().lower()]
    except KeyError:
        known = ", ".join(rules.name for rules in RULE_SETS)
        raise ValueError(f"no rule set is called {name[:40]!r}: there are {known}") from None
