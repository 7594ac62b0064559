"""What was known before a turn."""

from rules.flow import advance, first_state
from rules.game import Game
from rules.state import State


def state_before(game: Game, turn: int) -> State:
    """The state that a turn met, by its id; that of now where no such turn stands."""
    setup = game.setup
    state = first_state(setup.rules, setup.players, setup.pieces, setup.colours)
    for step in game.steps:
        if step.id == turn:
            break
        state = advance(state, step.id, step.event)
    return state
