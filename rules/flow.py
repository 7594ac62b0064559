"""How a game goes on: `advance` folds an event into a state, `accept` a new one that obeys the rules.

The two are apart on purpose. A new event must obey the rules of the moment. An event of the past stands, whatever a
later correction makes of the table around it: a turn that has become illegal counts as overruled and is marked.
"""

from contextlib import suppress
from dataclasses import replace

from tileye.rules.cards import Table, all_cards, cards_added, judge_table
from tileye.rules.errors import GameError
from tileye.rules.events import (
    Action,
    Arranged,
    CannotPlay,
    End,
    Exchange,
    Give,
    Laid,
    LateStart,
    Opening,
    Pass,
    Rename,
    Stock,
    Told,
)
from tileye.rules.judge import Verdict, judge
from tileye.rules.opening import Start, who_starts
from tileye.rules.rulesets import RuleSet
from tileye.rules.state import Ending, Player, Row, State
from tileye.rules.tiles import Tile, colour_set
from tileye.rules.turns_without_tiles import rest_refusal

MOST_OPEN = 324
"""Pieces of three sets: whatever people let stand, there are never more on a table."""


def first_state(rules: RuleSet, players: tuple[Player, ...], pieces: int, colours: str | None) -> State:
    """Deal: full hands for everybody, the rest in the bag."""
    if not rules.players_min <= len(players) <= rules.players_max:
        raise GameError(
            "how_many_players", rules=rules.name, least=rules.players_min, most=rules.players_max, n=len(players)
        )
    if len({player.name for player in players}) < len(players):
        raise GameError("same_name")
    least = rules.hand * len(players)
    if not least <= pieces <= rules.pieces:
        raise GameError("few_pieces", n=pieces, least=least, most=rules.pieces, players=len(players))
    hands = (rules.hand,) * len(players)
    bag = pieces - least
    last_round = frozenset(range(len(players))) if rules.end == "last round" and not bag else None
    return State(rules, players, pieces, bag, hands, colours, last_round=last_round)


def advance(state: State, number: int, event: Action | Told) -> State:
    """Fold an event with its sequence number into the state; raise GameError only for what cannot have happened."""
    _check_players(state, event)
    match event:
        case Laid() | Arranged():
            return _turn(_reopened(state), number, event)
        case Exchange() | Pass() | CannotPlay():
            return _no_tiles(_reopened(state), number, event)
        case Opening():
            return _opening(state, event)
        case Rename(player, name):
            return _renamed(state, player, name)
        case LateStart():
            return _joined(state, event)
        case Give(player):
            # Later on it says nothing of those who went before.
            return replace(state, whose_turn=player, starter_told=state.starter_told or not state.rows)
        case Stock():
            return _stocked(state, event)
        case End():
            return state if state.ended else _ended(state, "stopped")


def accept(state: State, number: int, event: Action | Told, *, kept: bool = False) -> State:
    """Fold a new event into the state; raise GameError where the rules do not allow it now.

    `kept`: it stands in a record. Earlier versions took `cannot_play` with an empty deck, and such records open still.
    """
    _check_players(state, event)
    _check_kind(state, event)
    # Whose turn it is matters before what was done in it.
    why = refusal(state, event, kept=kept) if isinstance(event, Action) else None
    if why:
        raise why
    after = advance(state, number, event)
    _check_pieces(after, event)
    if isinstance(event, Rename | Stock):
        return after
    if state.ended:
        raise GameError("over")
    if isinstance(event, Opening):
        why = GameError("decided") if state.started else None
    elif isinstance(event, End | LateStart):
        why = None
    elif isinstance(event, Give):
        why = _not_decided(state)
    elif isinstance(event, Laid | Arranged):
        why = _turn_refusal(event, after)
    if why:
        raise why
    return after


def correct(state: State, number: int, event: Action | LateStart) -> State:
    """Fold what a correction puts in its place.

    What was laid was laid, legal or not, by whomever; but nobody exchanged, passed or drew where that cannot be.
    """
    after = advance(state, number, event)
    _check_pieces(after, event)
    why = None if isinstance(event, Laid | Arranged | LateStart) else rest_refusal(state, event)
    if why:
        raise why
    return after


def opening_by(state: State, player: int | None) -> Opening | Give | None:
    """Who starts, where that is open and somebody begins: this player, else of those who declared most the first."""
    if state.whose_turn is not None or state.deal_again or state.ended:
        return None
    if state.started:
        # What lay there at the start was told, and not whose turn it is.
        return Give(player) if player is not None and 0 <= player < len(state.players) else None
    if player is None:
        return _supposed(state) if state.tied else None
    silent = (None,) * len(state.players)
    return Opening(silent, player) if 0 <= player < len(silent) else None


def refusal(state: State, action: Action, *, kept: bool = False) -> GameError | None:
    """Say why a player cannot act now, whatever it is that they lay; `kept` as in `accept`."""
    if state.ended:
        return GameError("over")
    why = _not_now(state, action)
    if why or isinstance(action, Laid | Arranged):
        return why
    shown = kept and isinstance(action, CannotPlay) and not state.bag and state.started
    return None if shown else rest_refusal(state, action)


def possible(state: State) -> frozenset[str]:
    """Name the events that can come now; a turn still has to be judged."""
    player = 0 if state.whose_turn is None else state.whose_turn
    names = {"rename", "stock"} | ({"opening"} if not (state.started or state.ended) else set())
    if not state.ended and not _not_now(state, Pass(player)):
        names |= {"turn", "overrule"}
    probes: dict[str, Action | Told] = {
        "exchange": Exchange(player),
        "pass": Pass(player),
        "cannot_play": CannotPlay(player),
        "give": Give(player),
        "end": End(),
    }
    for name, event in probes.items():
        with suppress(GameError):
            accept(state, 0, event)
            names.add(name)
    return frozenset(names)


def verdict_of(state: State, event: Laid | Arranged) -> Verdict:
    """Judge a turn against the state that it meets."""
    opening, hand = state.bound_to(event.player), state.hands[event.player]
    if isinstance(event, Laid):
        left = hand - len(event.placed)
        return judge(
            state.rules,
            state.board,
            event.placed,
            opening=opening,
            hand=hand,
            left_in_hand=left,
            bag_empty=state.bag == 0,
        )
    return judge_table(
        state.rules, state.table, event.after, event.taken, stacks=state.taken, opening=opening, hand=hand
    )


def _check_players(state: State, event: Action | Told) -> None:
    player = getattr(event, "player", None)
    if player is not None and not 0 <= player < len(state.players):
        raise GameError("no_player", player=player, players=len(state.players))


def _check_pieces(after: State, event: Action | Told) -> None:
    """What people say of the pieces cannot be more than a set has."""
    most = after.rules.pieces
    if isinstance(event, Stock | LateStart) and after.pieces > most:
        raise GameError("too_many_pieces", n=after.pieces, most=most)


def _check_kind(state: State, event: Action | Told) -> None:
    rules = state.rules
    if isinstance(event, Laid | Arranged) and isinstance(event, Laid) != (rules.kind == "tiles"):
        raise GameError("other_kind", rules=rules.name, kind=rules.kind)


def _turn(state: State, number: int, event: Laid | Arranged) -> State:
    _check_kind(state, event)
    if isinstance(event, Arranged) and not event.taken and _same_sets(event.after, state.table):
        raise GameError("no_card_played")
    verdict = verdict_of(state, event)
    impossible = [fault.code for fault in verdict.violations if fault.code in ("empty_move", "occupied")]
    if impossible:
        raise GameError(impossible[0])
    colours = _colours(state, _tiles_of(event))
    row = Row(number, next_number(state), "turn", event.player, verdict=verdict, allowed=event.overruled)
    if isinstance(event, Laid):
        laid, row = len(event.placed), replace(row, placed=event.placed)
        lying = {**state.board, **{cell: tile for tile, cell in event.placed}}
        state = replace(state, board=lying, colours=colours)
    else:
        played = cards_added(state.table, event.after, event.taken)
        laid, row = len(played), replace(row, after=event.after, taken=event.taken, played=played)
        state = replace(state, table=event.after, colours=colours)
    if sum(state.seen.values()) > MOST_OPEN:
        raise GameError("too_many_open", most=MOST_OPEN)
    state = replace(state, rows=(*state.rows, row), passed=frozenset())
    return _next(state, laid)


def _same_sets(one: Table, other: Table) -> bool:
    return sorted(map(sorted, one)) == sorted(map(sorted, other))


def _tiles_of(event: Laid | Arranged) -> list[Tile]:
    return [tile for tile, _ in event.placed] if isinstance(event, Laid) else all_cards((*event.after, *event.taken))


def _colours(state: State, tiles: list[Tile]) -> str | None:
    sixth = state.colours[-1] if state.colours else ""
    return colour_set([*tiles, f"1{sixth}"] if sixth else tiles, seven=state.rules.seven_colours)


def _drawn(state: State, player: int, laid: int) -> State:
    """Take what was laid from the hand and fill it up from the bag; the last card drawn starts the last round."""
    kept = max(0, state.hands[player] - laid)
    # Whoever laid more than the hand holds had drawn more than the game knows.
    bag = max(0, state.bag - max(0, laid - state.hands[player]))
    draws = min(bag, max(0, state.rules.hand - kept))
    hands = _changed(state.hands, player, kept + draws)
    last_round = state.last_round
    if state.rules.end == "last round" and last_round is None and bag == draws:
        last_round = frozenset(range(len(state.players)))
    return replace(state, hands=hands, bag=bag - draws, last_round=last_round)


def _no_tiles(state: State, number: int, event: Exchange | Pass | CannotPlay) -> State:
    player = event.player
    if isinstance(event, CannotPlay):
        return _new_hand(state, number, player)
    if isinstance(event, Exchange):
        row = Row(number, next_number(state), "exchange", player, count=event.count)
        return _next(replace(state, rows=(*state.rows, row), passed=frozenset()))
    row = Row(number, next_number(state), "pass", player)
    # A hand may be short after new cards from a small deck: it is filled at the end of this turn like of any other.
    return _next(replace(state, rows=(*state.rows, row), passed=state.passed | {player}))


def _new_hand(state: State, number: int, player: int) -> State:
    """Draw a new hand and put the old one back; where the deck is too small, also from what was put back."""
    full, old = state.rules.hand, state.hands[player]
    first = min(full, state.bag)
    # Without cards to draw, the old ones are kept: the player can only pass.
    new, bag = (min(full, first + old), state.bag + old) if first else (old, old)
    row = Row(number, next_number(state), "cannot_play", player, count=new if first else 0)
    hands = _changed(state.hands, player, new)
    return replace(state, rows=(*state.rows, row), whose_turn=player, bag=bag - new, hands=hands)


def _next(state: State, laid: int = 0) -> State:
    """Close a turn: the hand is filled, and it is the next player's turn, unless the game has ended with this one."""
    player = state.rows[-1].player
    last_round = None if state.last_round is None else state.last_round - {player}
    state = _drawn(replace(state, last_round=last_round), player, laid)
    return _finished(replace(state, whose_turn=(player + 1) % len(state.players), deal_again=False, tied=()))


def _finished(state: State) -> State:
    """End the game where its last row ends it."""
    last = state.rows[-1] if state.rows else None
    if last is None or last.kind == "cannot_play":
        return state
    if state.rules.end == "out" and last.kind == "turn" and not state.bag and not state.hands[last.player]:
        rows = (*state.rows[:-1], replace(last, bonus=state.rules.out_bonus))
        return _ended(replace(state, rows=rows), "out")
    if state.last_round is not None and not state.last_round:
        return _ended(state, "last_round")
    return _ended(state, "all_passed") if len(state.passed) == len(state.players) and not state.bag else state


def _ended(state: State, reason: Ending) -> State:
    return replace(state, ended=reason)


def _reopened(state: State) -> State:
    """Where something follows an end, the game had not ended: no bonus there."""
    if not state.ended:
        return state
    rows = tuple(replace(row, bonus=0) if row.bonus else row for row in state.rows)
    return replace(state, rows=rows, ended=None)


def _opening(state: State, event: Opening) -> State:
    if len(event.declared) != len(state.players):
        raise GameError("declarations", n=len(event.declared), players=len(state.players))
    # Who only says who starts takes nothing back of what was declared.
    silent = all(number is None for number in event.declared)
    declared = (silent and state.declarations) or event.declared
    start = who_starts(state.rules, declared, [player.born for player in state.players])
    player = start.player if event.player is None else event.player
    if start.deal_again and start.declared:
        return replace(state, whose_turn=None, declarations=(), declarer=None, deal_again=True, tied=())
    if event.player is None and not start.declared:
        raise GameError("nobody_declared")
    if event.player is not None and start.declared >= state.rules.opening_at_least and player not in _starters(start):
        raise GameError("not_starter", name=state.players[event.player].name)
    binding = player is not None and (declared[player] or 0) >= state.rules.opening_at_least
    said = player is not None and not (state.tied and event == _supposed(state))
    return replace(
        state,
        whose_turn=player,
        declarations=declared,
        declarer=player if binding else None,
        starter_told=state.starter_told or said,
        deal_again=False,
        tied=() if player is not None else start.tied,
    )


def _supposed(state: State) -> Opening:
    """That the first of those who are level starts, which nobody has said: only this one's number is repeated."""
    first = state.tied[0]
    declared = (number if player == first else None for player, number in enumerate(state.declarations))
    return Opening(tuple(declared), first)


def _starters(start: Start) -> tuple[int | None, ...]:
    return start.tied or (start.player,)


def _joined(state: State, event: LateStart) -> State:
    """Go on with a game that had begun before anybody followed it; no turn is known of what lies there."""
    rules, players = state.rules, len(state.players)
    if state.rows or state.late_start:
        raise GameError("start_late")
    if bool(event.placed) == (rules.kind == "cards"):
        raise GameError("start_kind", rules=rules.name, kind=rules.kind)
    if any(numbers is not None and len(numbers) != players for numbers in (event.points, event.hands, event.stacks)):
        raise GameError("start_numbers", players=players)
    hands = event.hands or (rules.hand,) * players
    if max(hands) > rules.hand:
        raise GameError("start_hands", most=rules.hand)
    lying = {cell: tile for tile, cell in event.placed}
    if len(lying) < len(event.placed):
        raise GameError("start_occupied")
    begun = replace(state, board=lying, table=event.table, late_start=event, hands=hands)
    pieces = begun.seen
    if pieces.total() > MOST_OPEN:
        raise GameError("too_many_open", most=MOST_OPEN)
    used = pieces.total() + sum(hands)
    bag = max(0, state.pieces - used) if event.bag is None else event.bag
    return replace(
        begun,
        colours=_colours(state, list(pieces)),
        pieces=state.pieces if event.bag is None else used + bag,
        bag=bag,
        whose_turn=state.whose_turn if event.player is None else event.player,
        starter_told=state.starter_told or event.player is not None,
        declarations=(),
        declarer=None,
        deal_again=False,
        tied=(),
        last_round=frozenset(range(players)) if rules.end == "last round" and not bag else None,
    )


def _renamed(state: State, player: int, name: str) -> State:
    if any(other.name == name for number, other in enumerate(state.players) if number != player):
        raise GameError("name_taken", name=repr(name))
    players = list(state.players)
    players[player] = Player(name, players[player].born)
    return replace(state, players=tuple(players))


def _stocked(state: State, event: Stock) -> State:
    state = state if state.ended == "stopped" else _reopened(state)
    rules, count = state.rules, len(state.players)
    hands = event.hands or ((rules.hand,) * count if event.bag else state.hands)
    if len(hands) != count or max(hands) > rules.hand:
        raise GameError("stock_hands", most=rules.hand, players=count)
    pieces = event.bag + sum(hands) + sum(state.seen.values())
    last_round = state.last_round
    if rules.end == "last round":
        last_round = None if event.bag else frozenset(range(count)) if last_round is None else last_round
    passed = frozenset[int]() if event.bag and rules.passes == "bag empty" else state.passed
    changed = replace(state, pieces=pieces, bag=event.bag, hands=hands, last_round=last_round, passed=passed)
    return changed if changed.ended else _finished(changed)


def _changed(hands: tuple[int, ...], player: int, count: int) -> tuple[int, ...]:
    return (*hands[:player], count, *hands[player + 1 :])


def next_number(state: State) -> int:
    """The number that the next turn has on the sheet."""
    return sum(row.kind != "cannot_play" for row in state.rows) + 1


def _not_decided(state: State) -> GameError | None:
    """Say what has to be told before it is anybody's turn."""
    if state.deal_again:
        return GameError("deal_again", n=state.rules.opening_at_least)
    if state.tied:
        names = tuple(state.players[player].name for player in state.tied)
        return GameError("tied", names=names, starter=state.rules.tie_starter)
    return None


def _not_now(state: State, event: Action) -> GameError | None:
    why = _not_decided(state)
    if why:
        return why
    if state.whose_turn is not None and event.player != state.whose_turn:
        return GameError("not_your_turn", name=state.players[state.whose_turn].name)
    return None


def _turn_refusal(event: Laid | Arranged, after: State) -> GameError | None:
    verdict = after.rows[-1].verdict
    codes = ", ".join(dict.fromkeys(fault.code for fault in verdict.violations)) if verdict else ""
    if codes and not event.overruled:
        return GameError("illegal", codes=codes)
    if event.overruled and not codes:
        return GameError("legal")
    return None
