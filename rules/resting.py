"""Why an exchange, a pass or new cards cannot come now."""

from tileye.rules.events import CannotPlay, Exchange, Pass
from tileye.rules.state import State


def rest_refusal(state: State, event: Exchange | Pass | CannotPlay) -> str | None:
    """Say why an exchange, a pass or new cards cannot come now."""
    if not state.started:
        return "the game begins with a turn: the starter neither exchanges nor passes"
    match event:
        case Exchange():
            return _exchange_refusal(state, event)
        case Pass():
            return _pass_refusal(state, event)
        case CannotPlay():
            return _new_cards_refusal(state, event)


def _exchange_refusal(state: State, event: Exchange) -> str | None:
    if not state.rules.may_exchange:
        return f"the rules of {state.rules.name} know no exchange"
    if not state.bag:
        return "the bag is empty: nothing can be exchanged"
    most = min(state.bag, state.hands[event.player])
    if event.count is not None and not 1 <= event.count <= most:
        return f"{event.count} pieces cannot be exchanged: the bag and the hand allow 1 to {most}"
    return None


def _pass_refusal(state: State, event: Pass) -> str | None:
    if state.rules.passes == "bag empty" and state.bag:
        return f"passing is not possible while the bag holds {state.bag}: who cannot lay a tile exchanges"
    if state.rules.passes == "after new cards" and state.bag and not state.new_cards and state.hands[event.player]:
        return "who cannot play shows the hand and draws new cards first (cannot_play)"
    return None


def _new_cards_refusal(state: State, event: CannotPlay) -> str | None:
    if not state.rules.new_cards_if_stuck:
        return f"the rules of {state.rules.name} know no new cards: exchange or pass instead"
    if not state.hands[event.player]:
        return "without cards in hand there is nothing to show: pass"
    if not state.bag:
        return "there are no cards to draw: pass"
    return None
