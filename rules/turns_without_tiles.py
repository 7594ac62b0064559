"""Why an exchange, a pass or new cards cannot come now."""

from tileye.rules.errors import GameError
from tileye.rules.events import CannotPlay, Exchange, Pass
from tileye.rules.state import State


def rest_refusal(state: State, event: Exchange | Pass | CannotPlay) -> GameError | None:
    """Say why an exchange, a pass or new cards cannot come now."""
    if not state.started:
        return GameError("begins_with_turn")
    match event:
        case Exchange():
            return _exchange_refusal(state, event)
        case Pass():
            return _pass_refusal(state, event)
        case CannotPlay():
            return _new_cards_refusal(state, event)


def _exchange_refusal(state: State, event: Exchange) -> GameError | None:
    if not state.rules.may_exchange:
        return GameError("no_exchange", rules=state.rules.name)
    if not state.bag:
        return GameError("empty_bag")
    most = min(state.bag, state.hands[event.player])
    if event.count is not None and not 1 <= event.count <= most:
        return GameError("exchange_count", n=event.count, most=most)
    return None


def _pass_refusal(state: State, event: Pass) -> GameError | None:
    if state.rules.passes == "bag empty" and state.bag:
        return GameError("no_pass", n=state.bag)
    if state.rules.passes == "after new cards" and state.bag and not state.new_cards and state.hands[event.player]:
        return GameError("new_cards_first")
    return None


def _new_cards_refusal(state: State, event: CannotPlay) -> GameError | None:
    if not state.rules.new_cards_if_stuck:
        return GameError("no_new_cards", rules=state.rules.name)
    if not state.hands[event.player]:
        return GameError("no_hand")
    if not state.bag:
        return GameError("no_deck")
    return None
