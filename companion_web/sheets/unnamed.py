"""The players of a game of which nobody has said who started."""

from dataclasses import replace

from tileye.companion_web.languages import Words
from tileye.rules.state import Player, State


def unnamed(state: State, words: Words) -> State:
    """Call the players after their first turns, once somebody has laid: their names would be a guess."""
    if not state.rows:
        return state
    first, count = state.rows[0].player, len(state.players)
    seats = ((player - first) % count + 1 for player in range(count))
    return replace(state, players=tuple(Player(words.say("sheet.seat", n=seat)) for seat in seats))
