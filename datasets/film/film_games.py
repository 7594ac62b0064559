"""What is played in a film: a game with its blunders, turns taken back and exchanges, but without any times."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import Literal

from tileye.datasets.film.blunders import NOT_FROM_HAND, faults, find_blunder
from tileye.rules.board import Cell, Placement
from tileye.rules.events import Exchange, Laid, Opening, Pass, Undo
from tileye.rules.flow import verdict_of
from tileye.rules.game import Game, Setup
from tileye.rules.judge import Code
from tileye.rules.moves import Move, legal_moves
from tileye.rules.selfplay import Choice, casual, greedy
from tileye.rules.state import State
from tileye.rules.tiles import COPIES, Tile, best_match, set_tiles

Fate = Literal["stands", "regretted", "lifted", "overruled", "ignored"]
"""What becomes of laid tiles: a turn; a turn that is taken back later; an illegal placement that is lifted again, that
is let stand by a word, or that still lies there when the next player's tiles come."""

_SPECIALS = ("regretted", "rest")
_MOST_SPLIT = 8
"""More tiles have too many splits to try."""


@dataclass(frozen=True, slots=True)
class Lay:
    """A player lays tiles."""

    player: int
    placed: Placement
    fate: Fate = "stands"
    quick: bool = False
    """Whether the hand comes before the turn before it is settled."""


@dataclass(frozen=True, slots=True)
class UnseenTurn:
    """A player exchanges or passes, which nobody can see."""

    event: Exchange | Pass


FilmAction = Lay | UnseenTurn


@dataclass(frozen=True, slots=True)
class Wishes:
    """What has to happen in a game."""

    codes: tuple[Code, ...]
    overruled: int
    """How many of the blunders are let stand, where that can be."""
    turns: int | None
    """After how many turns the players stop; None: they play to the end."""
    quick_pairs: int = 0
    """At how many turns at most somebody is too quick; at one at least."""
    rest: bool = True
    """Whether somebody exchanges, or passes where the rules know no exchange."""
    regret: bool = True
    qwirkles: int | None = None
    """How many lines of six there have to be, if that matters."""


@dataclass(frozen=True, slots=True)
class FilmGame:
    """The game of a film, from the declarations to the end."""

    setup: Setup
    opening: Opening
    actions: tuple[FilmAction, ...]
    spare: tuple[Tile, ...]
    """Tiles that are still in the bag at the end."""

    def cells(self) -> frozenset[Cell]:
        """Every cell in which a tile ever lies."""
        return frozenset(cell for action in self.actions if isinstance(action, Lay) for _, cell in action.placed)


def draw_film_game(random: Random, setup: Setup, wishes: Wishes) -> FilmGame:
    """Play games until everything wished for has happened in one."""
    while True:
        table = _Table(Random(random.getrandbits(64)), setup, wishes)
        film_game = table.play()
        if film_game is not None:
            return film_game


@dataclass(slots=True)
class _Agenda:
    """What is still to happen, by the turn from which on it may."""

    items: list[tuple[int, str]]
    turn: int = 0

    def due(self) -> str | None:
        """What may happen now."""
        return self.items[0][1] if self.items and self.items[0][0] <= self.turn else None

    def done(self) -> None:
        """Strike the first item out."""
        self.items.pop(0)


@dataclass(slots=True)
class _Table:
    """Players with their real hands and the bag."""

    random: Random
    setup: Setup
    wishes: Wishes
    game: Game = field(init=False)
    bag: list[Tile] = field(init=False)
    hands: list[list[Tile]] = field(init=False)
    tastes: list[Choice] = field(init=False)
    agenda: _Agenda = field(init=False)
    let_stand: int = field(init=False)
    actions: list[FilmAction] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    """The state before each action."""

    def __post_init__(self) -> None:
        """Shuffle, deal, and plan what is to happen when."""
        self.game = Game(self.setup)
        self.bag = [tile for tile in set_tiles(self.setup.colours) for _ in range(COPIES)]
        self.random.shuffle(self.bag)
        self.hands = [[] for _ in self.setup.players]
        self.tastes = [self.random.choice((greedy, casual)) for _ in self.hands]
        for player in range(len(self.hands)):
            self.draw(player)
        self.agenda = self.plan()
        self.let_stand = self.wishes.overruled

    def plan(self) -> _Agenda:
        """Spread the wishes over the turns: what needs a full board late, the opening first."""
        wanted = [
            special for special, wish in zip(_SPECIALS, (self.wishes.regret, self.wishes.rest), strict=True) if wish
        ]
        late = {"too_many_copies": 2, "too_long": 1}
        items: list[str] = [*wanted, *(code for code in self.wishes.codes if code != "opening_too_short")]
        self.random.shuffle(items)
        items.sort(key=lambda item: late.get(item, 0))
        last = (self.wishes.turns or 24) - 3
        step = (last - 2) / max(1, len(items))
        spread = [(2 + int(step * (place + 0.6 * self.random.random())), item) for place, item in enumerate(items)]
        first = [(0, code) for code in self.wishes.codes if code == "opening_too_short"]
        return _Agenda([*first, *spread])

    def play(self) -> FilmGame | None:
        """Play to the end; None where not all wishes came true."""
        declared = tuple(best_match(hand) for hand in self.hands)
        opening = Opening(declared)
        self.game.append(opening)
        if self.game.state.tied:
            opening = replace(opening, player=self.random.choice(self.game.state.tied))
            self.game.append(opening)
        while not self.game.state.ended and self.agenda.turn != self.wishes.turns:
            self.turn()
            self.agenda.turn += 1
        if not self.fulfilled():
            return None
        actions = _with_quick_pairs(self.random, self.actions, self.states, self.wishes.quick_pairs)
        return None if actions is None else FilmGame(self.setup, opening, tuple(actions), tuple(self.bag))

    def fulfilled(self) -> bool:
        """Tell whether all wishes came true."""
        verdicts = [row.verdict for row in self.game.state.rows if row.verdict]
        qwirkles = sum(line.qwirkle for verdict in verdicts for line in verdict.lines)
        enough = self.wishes.qwirkles in (None, qwirkles)
        return enough and not self.agenda.items and _all_settled(self.actions)

    def turn(self) -> None:
        """One player's turn with what goes wrong in it."""
        state = self.game.state
        player = state.whose_turn
        assert player is not None
        moves = self.moves(player)
        if not moves:
            return self.rest(player)
        due = self.agenda.due()
        before = self.actions[-1] if self.actions else None
        if due is None or (isinstance(before, Lay) and before.fate == "ignored"):
            return self.lay(player, self.choose(player, moves).placed)
        if due == "rest":
            self.agenda.done()
            return self.rest(player)
        if due == "regretted":
            return self.regret(player, moves)
        return self.blunder(player, moves, due)

    def moves(self, player: int) -> list[Move]:
        """The legal moves; after a placement that still lies there, those that cannot be taken for a part of it."""
        state = self.game.state
        moves = legal_moves(state.rules, state.board, self.hands[player], state.bound_to(player))
        before = self.actions[-1] if self.actions else None
        if isinstance(before, Lay) and before.fate == "ignored":
            met = self.states[-1]
            moves = [move for move in moves if faults(met, before.player, (*before.placed, *move.placed))]
        return moves

    def choose(self, player: int, moves: Sequence[Move]) -> Move:
        """Choose as this player does."""
        return self.tastes[player](moves, self.random)

    def lay(self, player: int, placed: Placement, fate: Fate = "stands") -> None:
        """Lay tiles that stay, and draw new ones."""
        self.states.append(self.game.state)
        self.actions.append(Lay(player, _outwards(self.game.state, placed), fate))
        self.game.append(Laid(player, placed, overruled=fate in ("overruled", "ignored")))
        for tile, _ in placed:
            self.hands[player].remove(tile)
        self.draw(player)

    def draw(self, player: int) -> None:
        """Fill a hand."""
        while self.bag and len(self.hands[player]) < self.setup.rules.hand:
            self.hands[player].append(self.bag.pop())

    def rest(self, player: int) -> None:
        """Exchange some tiles, or pass where that is not possible."""
        self.states.append(self.game.state)
        event: Exchange | Pass = Pass(player)
        hand = self.hands[player]
        if self.setup.rules.may_exchange and self.bag:
            count = self.random.randint(1, min(len(hand), len(self.bag)))
            back = [hand.pop(self.random.randrange(len(hand))) for _ in range(count)]
            self.draw(player)
            self.bag.extend(back)
            self.random.shuffle(self.bag)
            event = Exchange(player, count)
        self.actions.append(UnseenTurn(event))
        self.game.append(event)

    def regret(self, player: int, moves: Sequence[Move]) -> None:
        """Lay a turn, take it back when it is recorded, lay another one in other cells."""
        first = self.choose(player, moves)
        others = [move for move in moves if not set(move.cells) & set(first.cells)]
        if not others:
            return self.lay(player, first.placed)
        self.states.append(self.game.state)
        self.actions.append(Lay(player, _outwards(self.game.state, first.placed), "regretted"))
        self.game.append(Laid(player, first.placed))
        self.game.append(Undo())
        self.agenda.done()
        return self.lay(player, self.choose(player, others).placed)

    def blunder(self, player: int, moves: Sequence[Move], due: str) -> None:
        """Lay tiles against the rules, if chance finds how; let them stand or take them back and lay a legal turn."""
        state = self.game.state
        code: Code = next(code for code in self.wishes.codes if code == due)
        placed = find_blunder(self.random, state, player, self.hands[player], self.bag, code)
        if placed is None:
            return self.lay(player, self.choose(player, moves).placed)
        self.agenda.done()
        if self.let_stand and code not in NOT_FROM_HAND:
            self.let_stand -= 1
            ignored = bool(state.board) and self.random.random() < 0.5
            return self.lay(player, placed, "ignored" if ignored else "overruled")
        self.states.append(state)
        self.actions.append(Lay(player, placed, "lifted"))
        return self.lay(player, self.choose(player, moves).placed)


def _all_settled(actions: Sequence[FilmAction]) -> bool:
    """Tell whether after each placement that still lies there somebody lays tiles."""
    ignored = [isinstance(action, Lay) and action.fate == "ignored" for action in actions]
    return not any(now and not isinstance(after, Lay) for now, after in zip(ignored, [*actions[1:], None], strict=True))


def _outwards(state: State, placed: Placement) -> Placement:
    """Order tiles so that each is laid against what lies already, if it can be."""
    lying = set(state.board)
    waiting, ordered = list(placed), list[tuple[Tile, Cell]]()
    while waiting:
        touching = (one for one in waiting if any(_beside(one[1], cell) for cell in lying))
        one = next(touching, waiting[0])
        waiting.remove(one)
        ordered.append(one)
        lying.add(one[1])
    return tuple(ordered)


def _beside(one: Cell, other: Cell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _with_quick_pairs(
    random: Random, actions: list[FilmAction], states: list[State], count: int
) -> list[FilmAction] | None:
    """Mark up to so many turns that follow hard upon the one before them; None where none may."""
    plain = [isinstance(action, Lay) and action.fate == "stands" for action in actions]
    fit = [
        place
        for place, (one, two) in enumerate(pairwise(actions), 1)
        if place > 1
        and plain[place - 2]
        and isinstance(one, Lay)
        and isinstance(two, Lay)
        and plain[place - 1]
        and plain[place]
        and only_split(states[place - 1], one, two)
    ]
    random.shuffle(fit)
    chosen: list[int] = []
    for place in fit:
        if len(chosen) < count and all(abs(place - other) > 2 for other in chosen):
            chosen.append(place)
    if count and not chosen:
        return None
    return [
        replace(action, quick=True) if isinstance(action, Lay) and i in chosen else action
        for i, action in enumerate(actions)
    ]


def only_split(state: State, first: Lay, second: Lay) -> bool:
    """Tell whether the tiles of two turns can be two legal turns in one way alone, and not one turn."""
    tiles = (*first.placed, *second.placed)
    if len(tiles) > _MOST_SPLIT or not faults(state, first.player, tiles):
        return False
    ways = 0
    for bits in range(1, 2 ** len(tiles) - 1):
        one = tuple(tile for place, tile in enumerate(tiles) if bits >> place & 1)
        if faults(state, first.player, one):
            continue
        met = replace(state, board={**state.board, **{cell: tile for tile, cell in one}})
        two = tuple(tile for place, tile in enumerate(tiles) if not bits >> place & 1)
        ways += not verdict_of(met, Laid(second.player, two)).violations
    return ways == 1
