"""What is offered is what is accepted, and in every state of a game there is something."""

from random import Random

import pytest

from tests.rules.games import laid, random_game, random_turn, situation
from tileye.rules.errors import GameError
from tileye.rules.events import (
    Action,
    Arranged,
    CannotPlay,
    End,
    Exchange,
    Give,
    Laid,
    Opening,
    Pass,
    Rename,
    Stock,
    Told,
)
from tileye.rules.flow import accept, possible
from tileye.rules.rulesets import RULE_SETS, RuleSet
from tileye.rules.state import State

# No state without a possible event

WAYS_OUT = {"exchange", "pass", "cannot_play"}


def probe(state: State, name: str, random: Random) -> Action | Told | None:
    """An event of this name that says nothing wrong in itself, None where chance offers none."""
    player = state.whose_turn or 0
    probes: dict[str, Action | Told] = {
        "exchange": Exchange(player, 1),
        "pass": Pass(player),
        "cannot_play": CannotPlay(player),
        "give": Give(player),
        "end": End(),
        "rename": Rename(player, "Zoe"),
        "stock": Stock(state.bag, state.hands),
        "opening": Opening((4,) + (3,) * (len(state.players) - 1)),
        "overrule": wrong_turn(state, player),
    }
    return random_turn(state, random) if name == "turn" else probes[name]


def wrong_turn(state: State, player: int) -> Laid | Arranged:
    """A turn that no sheet allows: two far tiles that do not match, a card alone."""
    if state.rules.kind == "tiles":
        return laid(player, "1R@50,50 2G@51,50", overruled=True)
    return Arranged(player, (*state.table, ("1R",)), (), overruled=True)


NAMES = ("opening", "turn", "exchange", "pass", "cannot_play", "overrule", "rename", "give", "stock", "end")
GAMES = [(rules, seed) for rules in RULE_SETS for seed in range(8)]


@pytest.mark.parametrize(("rules", "seed"), GAMES, ids=[f"{rules.name} {seed}" for rules, seed in GAMES])
def test_no_state_without_a_possible_event(rules: RuleSet, seed: int) -> None:
    random = Random(seed)
    players = 2 + seed % 3
    pieces = 108 if seed < 4 else rules.hand * players + random.randint(0, 30)
    for game in random_game(rules, seed, players, pieces=pieces):
        offered = possible(game.state)
        if game.state.started and not game.state.ended:
            assert offered & WAYS_OUT, "a player who has nothing to lay must be able to go on"
        for name in NAMES:
            event = probe(game.state, name, random)
            if event is not None:
                assert is_accepted(game.state, event) == (name in offered), name


def is_accepted(state: State, event: Action | Told) -> bool:
    try:
        accept(state, 1, event)
    except GameError:
        return False
    return True


def test_the_games_that_were_looked_at_meet_every_way_out() -> None:
    met = {row.kind for rules, seed in GAMES[::8] for game in random_game(rules, seed) for row in game.state.rows}
    assert met == {"turn", *WAYS_OUT}


TELL = {"rename", "stock"}
PLAY = {"turn", "overrule", "give", "end", *TELL}
OFFERED: dict[str, set[str]] = {
    "tiles": {"opening", *PLAY},
    "tiles, Ada starts": {"opening", *PLAY},
    "tiles, tied": {"opening", "end", *TELL},
    "cards-de, dealt again": {"opening", "end", *TELL},
    "tiles, begun": {"exchange", *PLAY},
    "tiles, bag empty": {"pass", *PLAY},
    "classroom, begun": {"pass", *PLAY},
    "cards-en, begun": {"cannot_play", *PLAY},
    "cards-de, new cards": {"pass", "cannot_play", *PLAY},
    "cards-de, Ben has none": {"pass", *PLAY},
    "tiles, out": TELL,
    "cards-en, stopped": TELL,
}


@pytest.mark.parametrize(("name", "offered"), OFFERED.items(), ids=OFFERED)
def test_what_is_offered(name: str, offered: set[str]) -> None:
    assert possible(situation(name).state) == offered
