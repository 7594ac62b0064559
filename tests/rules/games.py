"""Games in few words, and games of random turns, that several tests share."""

from collections.abc import Callable, Iterable, Iterator
from random import Random

from rules.cards import SMALLEST_SET, CardSet, Table, all_cards
from rules.events import Arranged, CannotPlay, Event, Exchange, Laid, Opening, Pass
from rules.flow import possible
from rules.game import Game, Setup
from rules.moves import legal_moves
from rules.record import read_record, record_lines
from rules.rulesets import RuleSet
from rules.state import Player, State, unseen
from rules.tiles import SIDE, Tile, all_alike
from tests.rules.positions import lay, sets

NAMES = ("Ada", "Ben", "Cem", "Dea")
QUIET_TURNS: dict[str, Callable[[int], Event]] = {"exchange": Exchange, "pass": Pass, "cannot_play": CannotPlay}


def new_game(
    rules: RuleSet,
    players: int = 2,
    *,
    pieces: int = 108,
    colours: str | None = None,
    born: tuple[str | None, ...] = (),
) -> Game:
    """A game that has just been dealt, for Ada, Ben, Cem and Dea."""
    ages = (*born, *[None] * players)
    return Game(Setup(rules, tuple(map(Player, NAMES[:players], ages)), colours, pieces))


def add(game: Game, *events: Event) -> State:
    """Append the events and say what is known then."""
    for event in events:
        game.append(event)
    return game.state


def laid(player: int, text: str, *, overruled: bool = False) -> Laid:
    """A turn of the tile game such as `1R@0,0 2R@1,0`."""
    return Laid(player, lay(text), overruled)


def arranged(player: int, after: str, taken: str = "", *, overruled: bool = False) -> Arranged:
    """A turn of the card game such as `1R 2R 3R | 4O 4G 4B`."""
    return Arranged(player, sets(after), sets(taken), overruled)


def known(game: Game) -> tuple[object, ...]:
    """Everything that a game holds, to tell whether something changed it."""
    return tuple(game.log), tuple(game.steps), game.state


def read_back(game: Game) -> Game:
    """The game as its record gives it."""
    return read_record(line.encode() for line in record_lines(game)).game


def random_hand(state: State, random: Random) -> list[Tile]:
    """A hand of the player whose turn it is, from the pieces that nobody has seen."""
    left = [tile for tile, count in unseen(state).items() for _ in range(count)]
    return random.sample(left, min(len(left), state.hands[state.whose_turn or 0]))


def random_turn(state: State, random: Random) -> Laid | Arranged | None:
    """A legal turn of the player whose turn it is, None where a random hand offers none."""
    player = state.whose_turn or 0
    hand = random_hand(state, random)
    if not state.started:
        hand = list(_opening_hand(state, random))
    if state.rules.kind == "cards":
        return _random_cards(state, player, hand, random)
    moves = legal_moves(state.rules, state.board, hand, None if state.started else state.declared)
    return Laid(player, random.choice(moves[:9]).placed) if moves else None


def _opening_hand(state: State, random: Random) -> CardSet:
    """Different pieces of one colour, as many as were declared."""
    colour = random.choice("ROYGB")
    return tuple(shape + colour for shape in random.sample("123456", state.declared or random.randint(3, 6)))


def _random_cards(state: State, player: int, hand: list[Tile], random: Random) -> Arranged | None:
    """Add a card or more to a set, or begin a new one; sets of six are taken."""
    plays = list(_plays(state.table, hand)) if state.started else [(tuple(hand),)]
    if not plays:
        return None
    full = random.choice(plays)
    taken = tuple(cards for cards in full if len(cards) == SIDE)
    return Arranged(player, tuple(cards for cards in full if len(cards) < SIDE), taken)


def _plays(table: Table, hand: list[Tile]) -> Iterator[Table]:
    for card in hand:
        for place, cards in enumerate(table):
            if card not in cards and all_alike((*cards, card)):
                yield (*table[:place], (*cards, card), *table[place + 1 :])
    for axis in (0, 1):
        for mark in sorted({card[axis] for card in hand}):
            alike = sorted({card for card in hand if card[axis] == mark})
            if len(alike) >= SMALLEST_SET:
                yield (*table, tuple(alike))


def random_game(
    rules: RuleSet, seed: int, players: int = 2, *, pieces: int = 108, colours: str | None = None
) -> Iterator[Game]:
    """Play random turns to the end of the game; the same game object is shown after each event."""
    random = Random(seed)
    game = new_game(rules, players, pieces=pieces, colours=colours)
    starter = random.randrange(players)
    game.append(Opening(tuple(4 if player == starter else 3 for player in range(players))))
    yield game
    while not game.state.ended:
        game.append(_random_event(game.state, random))
        yield game


def _random_event(state: State, random: Random) -> Event:
    """Mostly a turn; now and then, or where none was found, something without tiles."""
    turn = random_turn(state, random)
    quiet = sorted(possible(state) & set(QUIET_TURNS))
    if turn and (not quiet or random.random() < 0.9):
        return turn
    assert quiet, "no turn was found, and nothing else is allowed"
    return QUIET_TURNS[random.choice(quiet)](state.whose_turn or 0)


def last_of(games: Iterable[Game]) -> Game:
    """The game at its end."""
    *_, last = games
    return last


def open_pieces(state: State) -> int:
    """How many pieces lie open."""
    return len(state.board) + len(all_cards(state.table)) + sum(len(all_cards(stack)) for stack in state.stacks)
