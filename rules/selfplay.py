"""Whole games played by the program itself, with real hands and a real bag: for tests, benchmarks and pictures."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from tileye.rules.events import Arranged, CannotPlay, End, Event, Exchange, Laid, Opening, Pass
from tileye.rules.game import Game, Setup
from tileye.rules.moves import Move, legal_moves
from tileye.rules.rearrange import best_rearrangement
from tileye.rules.state import State
from tileye.rules.tiles import Tile, best_match, set_tiles

Choice = Callable[[Sequence[Move], Random], Move]

_EFFORT = 100_000
"""A hasty search for card turns: whole games are played."""


def greedy(moves: Sequence[Move], random: Random) -> Move:
    """Take the best move."""
    return moves[0]


def casual(moves: Sequence[Move], random: Random) -> Move:
    """Take a good move often and any other now and then, as people do."""
    return moves[min(int(random.expovariate(0.4)), len(moves) - 1)]


def play(setup: Setup, seed: int, choose: Choice = greedy) -> Game:
    """Play one game to its end; the same seed gives the same game."""
    dealer = _Dealer(setup, seed, choose)
    for _ in dealer.turns():
        pass
    return dealer.game


def play_openly(setup: Setup, seed: int, choose: Choice = greedy) -> Iterator[tuple[State, list[Tile], Event]]:
    """Play the same game, showing at each turn the state before it, the hand, and what the player does."""
    return _Dealer(setup, seed, choose).turns()


class _Dealer:
    """Who knows the bag and the hands, which a game itself only counts."""

    def __init__(self, setup: Setup, seed: int, choose: Choice) -> None:
        self.random = Random(seed)
        self.game, self.choose = Game(setup), choose
        self.deal()

    def deal(self) -> None:
        """Shuffle all pieces and fill the hands."""
        setup = self.game.setup
        self.bag = [tile for tile in set_tiles(setup.colours) for _ in range(setup.rules.copies)]
        self.random.shuffle(self.bag)
        del self.bag[setup.pieces :]
        self.hands: list[list[Tile]] = [[] for _ in setup.players]
        for player in range(len(self.hands)):
            self.draw(player, setup.rules.hand)

    def draw(self, player: int, count: int) -> None:
        """Draw up to so many pieces from the bag."""
        for _ in range(min(count, len(self.bag))):
            self.hands[player].append(self.bag.pop())

    def turns(self) -> Iterator[tuple[State, list[Tile], Event]]:
        """Declare until somebody may start, then take turns to the end."""
        self.open()
        while not self.game.state.ended:
            state = self.game.state
            player = state.whose_turn
            assert player is not None
            hand = list(self.hands[player])
            event = self.turn(player)
            yield state, hand, event
            self.game.append(event)
            row = self.game.state.rows[-1]
            for tile in row.played or [tile for tile, _ in row.placed]:
                self.hands[player].remove(tile)
            if row.kind in ("turn", "pass"):
                self.draw(player, self.game.setup.rules.hand - len(self.hands[player]))

    def open(self) -> None:
        """Declare, and deal again where the sheet says so, until it is clear who starts."""
        while self.game.state.whose_turn is None:
            declared = tuple(best_match(hand) for hand in self.hands)
            self.game.append(Opening(declared))
            if self.game.state.tied:
                self.game.append(Opening(declared, self.game.state.tied[0]))
            elif self.game.state.deal_again:
                self.deal()

    def turn(self, player: int) -> Event:
        """Choose what the player does now, and move the pieces of an exchange."""
        state, hand = self.game.state, self.hands[player]
        if len(state.passed) == len(state.players):
            # Nobody finds a play, and pieces are left to draw: people stop then.
            return End()
        opening = state.bound_to(player)
        if state.rules.kind == "cards":
            best = best_rearrangement(
                state.rules, state.table, hand, stacks=state.taken, opening=opening, effort=_EFFORT
            )
            if best.played:
                return Arranged(player, best.after, best.taken)
        elif moves := legal_moves(state.rules, state.board, hand, opening):
            return Laid(player, self.choose(moves, self.random).placed)
        return self.stuck(player)

    def stuck(self, player: int) -> Event:
        """Do what the sheet says for a player who cannot play."""
        state, hand = self.game.state, self.hands[player]
        if state.rules.may_exchange and self.bag:
            return Exchange(player, self.swap(player, len(hand)))
        if state.rules.new_cards_if_stuck and hand and self.bag and not state.new_cards:
            self.swap(player, state.rules.hand, everything=True)
            self.draw(player, state.rules.hand - len(self.hands[player]))
            return CannotPlay(player)
        return Pass(player)

    def swap(self, player: int, count: int, *, everything: bool = False) -> int:
        """Draw new pieces, then put back as many old ones, or all of them, and shuffle."""
        count = min(count, len(self.bag))
        if count:
            old, self.hands[player] = self.hands[player], []
            self.draw(player, count)
            back = len(old) if everything else count
            self.hands[player].extend(old[back:])
            self.bag.extend(old[:back])
            self.random.shuffle(self.bag)
        return count
