"""Games in few words, situations with a name, and games of random turns, that several tests share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random

import pytest

from tests.rules.positions import lay, sets
from tileye.rules.cards import SMALLEST_SET, CardSet, Table, all_cards
from tileye.rules.errors import GameError
from tileye.rules.events import Arranged, CannotPlay, End, Event, Exchange, Laid, Opening, Pass, Stock
from tileye.rules.flow import possible
from tileye.rules.game import Game, Setup
from tileye.rules.moves import legal_moves
from tileye.rules.record import read_record, record_lines
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, CLASSROOM, RULE_SETS, TILES, RuleSet
from tileye.rules.state import Player, State, unseen
from tileye.rules.tiles import SIDE, Tile, all_alike

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
    if not turn and len(state.passed) == len(state.players):
        # Nobody finds a play, and there is something to draw still: people stop then.
        return End()
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
    return len(state.board) + len(all_cards(state.table)) + len(all_cards(state.taken))


# Situations

CARD_RULES, TILE_RULES = (CARDS_DE, CARDS_EN), (TILES, CLASSROOM)
RED, ORANGE, CIRCLES = "1R 2R 3R 4R 5R 6R", "1O 2O 3O 4O 5O 6O", "1R 1O 1Y 1G 1B 1P"
THREES = [f"{a}{c} {b}{c} {d}{c}" for a, b, d in ("123", "456") for c in "ROYGBP"]
"""Twelve sets of three that hinder each other nowhere."""


def threes(player: int, count: int) -> Arranged:
    """A turn after which so many sets of three lie on the table: each such turn plays three cards."""
    return arranged(player, " | ".join(THREES[:count]))


def first_turn(rules: RuleSet, player: int = 0) -> Event:
    """Three pieces to begin with."""
    return laid(player, "1R@0,0 2R@1,0 3R@2,0") if rules.kind == "tiles" else threes(player, 1)


ONE, SIX = laid(0, "1R@0,0"), laid(0, "1R@0,0 2R@1,0 3R@2,0 4R@3,0 5R@4,0 6R@5,0")
SITUATIONS: dict[str, tuple[RuleSet, int, Sequence[Event]]] = {
    "tiles": (TILES, 108, ()),
    "tiles, Ada starts": (TILES, 108, (Opening((3, 2)),)),
    "tiles, tied": (TILES, 108, (Opening((3, 3)),)),
    "tiles, begun": (TILES, 108, (ONE,)),
    "tiles, 2 in the bag": (TILES, 15, (ONE,)),
    "tiles, 1 in the bag": (TILES, 14, (ONE,)),
    "tiles, bag empty": (TILES, 13, (ONE,)),
    "tiles, purple": (TILES, 108, (laid(0, "1P@0,0"),)),
    "tiles, Ada has three": (
        TILES,
        13,
        (laid(0, "1R@0,0 2R@1,0 3R@2,0"), laid(1, "1O@0,1"), laid(0, "1Y@0,2"), laid(1, "2O@1,1")),
    ),
    "tiles, out": (TILES, 12, (SIX,)),
    "tiles, stopped": (TILES, 108, (End(),)),
    "classroom": (CLASSROOM, 108, ()),
    "classroom, begun": (CLASSROOM, 108, (ONE,)),
    "classroom, bag empty": (CLASSROOM, 12, (ONE,)),
    "cards-de": (CARDS_DE, 108, ()),
    "cards-de, dealt again": (CARDS_DE, 108, (Opening((2, 2)),)),
    "cards-de, begun": (CARDS_DE, 108, (threes(0, 1),)),
    "cards-de, new cards": (CARDS_DE, 108, (threes(0, 1), CannotPlay(1))),
    "cards-de, purple": (CARDS_DE, 108, (arranged(0, "", "1P 2P 3P 4P 5P 6P"),)),
    "cards-de, three red circles": (
        CARDS_DE,
        108,
        (arranged(0, "", RED), arranged(1, "", CIRCLES), arranged(0, "1R 2R 3R")),
    ),
    "cards-de, a Qwirkle taken": (CARDS_DE, 108, (arranged(0, "", RED),)),
    "cards-de, Ben has none": (CARDS_DE, 18, (threes(0, 1), Stock(0, (6, 0)))),
    "cards-en": (CARDS_EN, 108, ()),
    "cards-en, Ada starts": (CARDS_EN, 108, (Opening((3, 2)),)),
    "cards-en, begun": (CARDS_EN, 108, (threes(0, 1),)),
    "cards-en, new cards": (CARDS_EN, 108, (threes(0, 1), CannotPlay(1))),
    "cards-en, no deck": (CARDS_EN, 18, (threes(0, 1),)),
    "cards-en, stopped": (CARDS_EN, 108, (threes(0, 1), End())),
}
"""Where Ada and Ben stand; from "begun" on it is Ben's turn."""


def situation(name: str) -> Game:
    """A game that stands so."""
    rules, pieces, events = SITUATIONS[name]
    game = new_game(rules, pieces=pieces)
    add(game, *events)
    return game


by_name = pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
of_cards = pytest.mark.parametrize("rules", CARD_RULES, ids=lambda rules: rules.name)
of_tiles = pytest.mark.parametrize("rules", TILE_RULES, ids=lambda rules: rules.name)


# A game in which three were declared

THREE, THREE_CARDS = laid(0, "1R@0,0 2R@1,0 3R@2,0"), arranged(0, "1R 2R 3R")


def begun(rules: RuleSet, players: int = 2, *, pieces: int = 108) -> Game:
    """A game in which Ada has declared three and laid three; now it is Ben's turn."""
    game = new_game(rules, players, pieces=pieces)
    add(game, Opening((3, *[2] * (players - 1))), THREE if rules.kind == "tiles" else THREE_CARDS)
    return game


def refused(game: Game, event: Event) -> str:
    """Why an event is refused."""
    with pytest.raises(GameError) as refusal:
        game.append(event)
    return str(refusal.value)


def started_by(rules: RuleSet, declared: Sequence[int], born: tuple[str | None, ...] = ()) -> int | None:
    """Who starts."""
    return add(new_game(rules, len(declared), born=born), Opening(tuple(declared))).whose_turn


def turns_taken(rules: RuleSet, turns: Sequence[Event]) -> list[int | None]:
    """Whose turn it is after each turn of a game of four."""
    game = new_game(rules, 4)
    return [add(game, turn).whose_turn for turn in turns]


# A game of five tiles in a line

LINE = (laid(0, "1R@0,0 2R@1,0"), laid(1, "3R@2,0"), laid(0, "4R@3,0"), laid(1, "5R@4,0"))
"""Turns 1 to 4, for 2, 3, 4 and 5 points."""


def played(events: Sequence[Event] | None = None, *, pieces: int = 108, players: int = 2) -> Game:
    """A game of tiles after these events."""
    game = new_game(TILES, players, pieces=pieces)
    add(game, *(LINE if events is None else events))
    return game


def points(state: State) -> list[int]:
    """What each row gives."""
    return [row.points for row in state.rows]


def marked(state: State) -> list[int]:
    """The numbers of the rows that are marked as overruled."""
    return [row.number for row in state.rows if row.overruled]
