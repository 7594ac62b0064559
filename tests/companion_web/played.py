"""Games for tests: played at random by the rules, or given turn by turn."""

import random
from collections.abc import Sequence
from functools import cache

import pytest

from tests.rules.positions import lay, sets
from tileye.companion_web.languages import words
from tileye.companion_web.sheets import phrases
from tileye.companion_web.sheets.layout import Sheet, lay_out
from tileye.rules.cards import CardSet, Table, is_set
from tileye.rules.events import Arranged, CannotPlay, End, Event, Exchange, Laid, Opening, Pass, Rename, Stock
from tileye.rules.flow import possible, verdict_of
from tileye.rules.game import Game, Setup
from tileye.rules.moves import legal_moves
from tileye.rules.record import read_record, record_lines
from tileye.rules.rulesets import CARDS_DE, RULE_SETS, TILES, RuleSet, find_rules
from tileye.rules.state import Player, State
from tileye.rules.tiles import COPIES, Tile, best_match, is_qwirkle, set_tiles

ENGLISH = words("en")
NAMES = ("Ada", "Ben", "Chloé", "Dora")
NOON = 1_763_467_200.0
"""A unix time in the middle of 18 November 2025, whatever the time zone."""


def game_of(rules: RuleSet, events: Sequence[Event], names: Sequence[str] = NAMES[:2], at: float = NOON) -> Game:
    """A game of given events, one a minute."""
    game = Game(Setup(rules, tuple(Player(name, str(2000 + n)) for n, name in enumerate(names))))
    for number, event in enumerate(events):
        game.append(event, at + 60 * number)
    return game


def laid(player: int, text: str, *, overruled: bool = False) -> Laid:
    """A turn such as `1R@0,0 2R@1,0`."""
    return Laid(player, lay(text), overruled)


def sheet_of(game: Game) -> Sheet:
    """The sheet of a game."""
    return lay_out(game.state, game.log)


def plain(written: str) -> str:
    """With the signs that look like others replaced by those of a keyboard."""
    return written.replace(phrases.MINUS, "-").replace("\u00a0", " ")


def renamed(game: Game, names: Sequence[str]) -> Game:
    """The same game of players with other names."""
    again = read_record([line.encode() for line in record_lines(game)]).game
    for player, name in enumerate(names):
        again.append(Rename(player, name))
    return again


def long_game(count: int, turns: int) -> Game:
    """A game in which people do little but exchange."""
    game = game_of(TILES, [laid(0, "1R@0,0")], [f"Player {n}" for n in range(count)])
    for _ in range(turns - 1):
        game.append(Exchange(game.state.whose_turn or 0, 3), NOON)
    return game


def out_game() -> Game:
    """A game that ends with the bonus for the last tile."""
    return game_of(TILES, [laid(0, "1R@0,0"), Stock(0, (6, 1)), laid(1, "2R@1,0")])


@cache
def played(rules_name: str, count: int, seed: int = 1, colours: str = "ROYGBP") -> Game:
    """A whole game played by chance; now and then an illegal turn is let stand. Do not change it: it is shared."""
    return _Table(find_rules(rules_name), count, seed, colours).play()


class _Table:
    """Who plays: the bag and the hands, which a record does not tell."""

    def __init__(self, rules: RuleSet, count: int, seed: int, colours: str) -> None:
        self.random = random.Random(seed)
        self.colours = colours
        self.game = game_of(rules, (), NAMES[:count])
        self.deal()

    def deal(self) -> None:
        """Shuffle and fill the hands."""
        self.bag = list(set_tiles(self.colours)) * COPIES
        self.random.shuffle(self.bag)
        hand = self.game.setup.rules.hand
        self.hands = [[self.bag.pop() for _ in range(hand)] for _ in self.game.setup.players]

    def play(self) -> Game:
        """Play to the end."""
        while self.game.state.whose_turn is None:
            self.append(Opening(tuple(best_match(hand) for hand in self.hands)))
            if self.game.state.deal_again:
                self.deal()
        while not self.game.state.ended:
            self.turn(self.game.state, self.game.state.whose_turn or 0)
        return self.game

    def append(self, event: Event) -> None:
        """Record an event a minute after the one before."""
        self.game.append(event, NOON + 60 * len(self.game.log))

    def turn(self, state: State, player: int) -> None:
        """Play, or do what the rules want of those who cannot."""
        turn = self.tiles_turn(state, player) if state.rules.kind == "tiles" else self.cards_turn(state, player)
        tired = state.started and state.rules.kind == "tiles" and self.random.random() < 0.05
        if turn is None or tired:
            self.rest(state, player)
            return
        self.append(turn)
        row = self.game.state.rows[-1]
        for piece in row.played or [tile for tile, _ in row.placed]:
            self.hands[player].remove(piece)
        self.draw(player, state.rules.hand)

    def draw(self, player: int, hand: int) -> None:
        """Fill the hand up."""
        while self.bag and len(self.hands[player]) < hand:
            self.hands[player].append(self.bag.pop())

    def tiles_turn(self, state: State, player: int) -> Laid | None:
        """Lay the best move, or sometimes any tile in any place, which others let stand."""
        hand = self.hands[player]
        if state.started and self.random.random() < 0.06:
            cell = max(state.board)
            wrong = Laid(player, ((hand[0], (cell[0] + 1, cell[1])),), overruled=True)
            if not verdict_of(state, wrong).legal:
                return wrong
        moves = legal_moves(state.rules, state.board, hand, None if state.started else state.declared)
        return Laid(player, self.random.choice(moves[:4]).placed) if moves else None

    def cards_turn(self, state: State, player: int) -> Arranged | None:
        """Begin a set, or add to sets that lie there; rearrange nothing."""
        hand, table = self.hands[player], list(state.table)
        begun = _new_set(hand, None if state.started else state.declared)
        left = list(hand)
        for card in begun:
            left.remove(card)
        after = [*table, begun] if begun else table
        for card in dict.fromkeys(left if state.started else ()):
            fits = next((n for n, cards in enumerate(after) if len(cards) < 6 and is_set((*cards, card))), None)
            if fits is not None:
                after[fits] = (*after[fits], card)
        kept: Table = tuple(cards for cards in after if not is_qwirkle(cards))
        turn = Arranged(player, kept, tuple(cards for cards in after if is_qwirkle(cards)))
        verdict = verdict_of(state, turn)
        if any(fault.code == "no_card_played" for fault in verdict.violations):
            return None
        return turn if verdict.legal else Arranged(player, turn.after, turn.taken, overruled=True)

    def rest(self, state: State, player: int) -> None:
        """Exchange, draw new cards or pass."""
        hand, names = self.hands[player], possible(state)
        if "exchange" in names:
            count = self.random.randint(1, min(len(hand), len(self.bag)))
            self.append(Exchange(player, self.random.choice((count, None))))
            self.bag, self.hands[player] = self.bag[count:] + hand[:count], hand[count:] + self.bag[:count]
        elif "cannot_play" in names and not state.new_cards:
            self.append(CannotPlay(player))
            drawn, rest = self.bag[:9], [*self.bag[9:], *hand]
            more = 9 - len(drawn)
            self.bag, self.hands[player] = rest[more:], [*drawn, *rest[:more]]
        else:
            self.append(Pass(player) if "pass" in names else End())
        self.random.shuffle(self.bag)


def _new_set(hand: Sequence[Tile], wanted: int | None) -> CardSet:
    """The most cards of the hand that make a set, or exactly so many."""
    kinds = sorted(set(hand))
    groups = [tuple(card for card in kinds if card[axis] == mark) for axis in (0, 1) for mark in "123456ROYGBPW"]
    best = max((cards[:wanted] for cards in groups), key=len)
    return best if len(best) >= 3 else ()


WHOLE_GAMES = [(rules.name, count) for rules in RULE_SETS for count in (2, 3, 4)]
whole_games = pytest.mark.parametrize(("rules", "count"), WHOLE_GAMES)

TILE_GAME = game_of(
    TILES,
    [
        Opening((3, 3), 1),
        laid(1, "1R@0,0 2R@1,0 3R@2,0"),
        laid(0, "4R@-1,0 5R@3,0 6R@4,0"),
        Exchange(1, 2),
        laid(0, "1G@0,1 2G@1,1"),
        laid(1, "4Y@5,0", overruled=True),
        Exchange(0),
        End(),
    ],
)
CARD_GAME = game_of(
    CARDS_DE,
    [
        Opening((3, 4), 1),
        Arranged(1, sets("1R 2R 3R 4R")),
        CannotPlay(0),
        Arranged(0, sets("1B 1G 1Y"), sets("1R 2R 3R 4R 5R 6R")),
        Arranged(1, sets("1B 1G 1Y | 1O 5O"), overruled=True),
    ],
    names=("Zoë", "田中"),
)
