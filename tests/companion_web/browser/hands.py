"""Games that are entered by hand."""

from dataclasses import dataclass

from tests.companion_web.browser.programs import Program
from tests.companion_web.browser.truth import DECLARED, NAMES, TURNS
from tests.waiting import wait_until

PLAYERS = [{"name": "Ada", "colour": "#2f6fde"}, {"name": "Ben", "colour": "#d1453b"}]
ROW = [["1R", 0, 0], ["2R", 1, 0], ["3R", 2, 0]]
COLUMN = [["1O", 0, 1], ["1Y", 0, 2]]
WRONG = [["4G", 3, 0]]
SHAPES = ["1R", "1O", "1Y"]
QWIRKLE = ["2R", "2O", "2Y", "2G", "2B", "2P"]


@dataclass(frozen=True, slots=True)
class Games:
    """Games in which there is something to see."""

    whole: str
    filmed: str
    played: str
    begun: str
    dealt: str
    unnamed: str


def whole(program: Program) -> str:
    """The game of the film, as if people had entered it."""
    players = [{"name": name} for name in NAMES]
    game = program.begin(rules="tiles", players=players, source="hand", declared=DECLARED)
    for turn in TURNS:
        program.tell(game, "turn", player=turn["player"], placed=turn["placed"])
    program.tell(game, "end")
    return game


def filmed(program: Program) -> str:
    """One that is watched, and over before anything happens in it."""
    game = program.begin(rules="tiles", players=PLAYERS, source="named")
    wait_until(lambda: program.get(f"/api/games/{game}/picture"))
    program.tell(game, "end")
    return game


def begun(program: Program) -> str:
    """A game with tiles in which nobody has laid any."""
    return program.begin(rules="tiles", players=PLAYERS, source="hand", declared=[3, 2])


def played(program: Program) -> str:
    """One with two turns, and a third that stands against the rules."""
    game = begun(program)
    program.tell(game, "turn", player=0, placed=ROW)
    program.tell(game, "turn", player=1, placed=COLUMN)
    program.tell(game, "overrule", player=0, placed=WRONG)
    return game


def unnamed(program: Program) -> str:
    """One with two turns of which nobody has said whose they are."""
    game = program.begin(rules="tiles", players=PLAYERS, source="hand")
    program.tell(game, "turn", player=None, placed=ROW)
    program.tell(game, "turn", player=None, placed=COLUMN)
    return game


def dealt(program: Program) -> str:
    """A game with cards, in which a Qwirkle was taken."""
    game = program.begin(rules="cards-en", players=PLAYERS, source="hand", declared=[3, None])
    program.tell(game, "turn", player=0, after=[SHAPES, QWIRKLE[:5]], taken=[])
    program.tell(game, "turn", player=1, after=[SHAPES], taken=[QWIRKLE])
    return game
