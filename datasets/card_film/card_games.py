"""What is played in a film of the card game: with its faults, a turn taken back and a hand shown, but without times."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from tileye.datasets.card_film.blunders import slips
from tileye.datasets.card_film.plays import AREAS, Area, CardStep, Sets, steps_between
from tileye.rules.cards import Table
from tileye.rules.events import Arranged, CannotPlay, Opening, Stock, Undo
from tileye.rules.flow import verdict_of
from tileye.rules.game import Game, Setup
from tileye.rules.judge import Code
from tileye.rules.rearrange import Rearrangement, best_rearrangement
from tileye.rules.tiles import Tile, best_match, set_tiles

Fate = Literal["stands", "regretted", "mended", "overruled"]
"""What becomes of a table: a turn; a turn that is taken back later; a table with a fault that is mended, or let stand
by a word."""

_EFFORT = 8_000
_MOST_STEPS = 5
_LONG = 3
"""Steps of a turn that may be interrupted."""
_MOST_SETS = 9
_TRIES = 8
_FIDDLES = 0.7
"""How often a casual player looks for a turn in which much is moved."""
_LONGER = 3
"""By how many turns a game that is played to its end may be longer than planned."""


@dataclass(frozen=True, slots=True)
class CardTurn:
    """What a player does with the table."""

    player: int
    steps: tuple[CardStep, ...]
    fate: Fate = "stands"
    mend: tuple[CardStep, ...] = ()
    """What mends a fault, or takes the turn back."""
    drawn: int = 0
    """Cards that are drawn at the end."""
    deck: int = 0
    """Cards that are left in the deck then."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """A player shows a hand that cannot be played, and gets a new one."""

    player: int
    hand: tuple[Tile, ...]
    deck: int


CardAction = CardTurn | Stuck


@dataclass(frozen=True, slots=True)
class CardWishes:
    """What has to happen in a game."""

    codes: tuple[Code, ...]
    overruled: int
    """How many of the faults are let stand."""
    turns: int
    """After how many turns the players stop, or how many they make at least before the game comes to its end."""
    deck: int | None = None
    """How many cards are left in the deck after dealing, so that the game comes to its end; None where it does not."""
    regret: bool = True
    stuck: bool = True
    qwirkles: int = 1
    """How many have to be taken at least."""
    long_turns: int = 0
    """How many turns without a fault have to take several steps at least, so that tables on the way can rest."""


@dataclass(frozen=True, slots=True)
class CardFilmGame:
    """The game of a film, from the declarations to the end."""

    setup: Setup
    opening: Opening
    actions: tuple[CardAction, ...]
    deck: int
    """Cards in the deck at the start."""
    places: dict[Area, int]
    """How many places for sets each area needs."""


def draw_card_game(random: Random, setup: Setup, wishes: CardWishes) -> CardFilmGame:
    """Play games until everything wished for has happened in one."""
    while True:
        film_game = _Table(Random(random.getrandbits(64)), setup, wishes).play()
        if film_game is not None:
            return film_game


@dataclass(slots=True)
class _Table:
    """Players with their real hands and the deck."""

    random: Random
    setup: Setup
    wishes: CardWishes
    game: Game = field(init=False)
    deck: list[Tile] = field(init=False)
    hands: list[list[Tile]] = field(init=False)
    greedy: list[bool] = field(init=False)
    due: list[tuple[int, str]] = field(init=False)
    """What is still to happen, with the turn from which on it may."""
    sets: Sets = field(default_factory=Sets)
    actions: list[CardAction] = field(default_factory=list)
    let_stand: list[str] = field(init=False)

    def __post_init__(self) -> None:
        """Plan what is to happen when."""
        self.greedy = [self.random.random() < 0.5 for _ in self.setup.players]
        self.let_stand = self.random.sample(self.wishes.codes, self.wishes.overruled)
        items = [*self.wishes.codes, *(["regret"] if self.wishes.regret else [])]
        self.random.shuffle(items)
        # A Qwirkle takes some turns, while a hand that nobody can play is rare later.
        items.sort(key=lambda item: item == "qwirkle_left")
        step = (self.wishes.turns - 3) / max(1, len(items))
        self.due = [(2 + int(step * (place + 0.5 * self.random.random())), item) for place, item in enumerate(items)]
        if self.wishes.stuck:
            self.due.insert(0, (self.random.choice((1, 1, 2)), "stuck"))

    def play(self) -> CardFilmGame | None:
        """Play a game; None where not all that was wished for has happened."""
        opening = self.open()
        deck, to_end = len(self.deck), self.wishes.deck is not None
        most = self.wishes.turns + _LONGER * to_end
        while not self.game.state.ended and self.turns < most:
            if not self.turn():
                return None
            # Who takes a card of the table has one more; the record does not know, and would end too early.
            if to_end and not self.recorded_rightly():
                return None
        qwirkles = sum(len(row.taken) for row in self.game.state.rows)
        long = sum(self.is_long(action) for action in self.actions[2:])
        whole = self.game.state.ended == "last_round" if to_end else not self.game.state.ended
        if self.due or qwirkles < self.wishes.qwirkles or not whole or self.turns < self.wishes.turns:
            return None
        if long < self.wishes.long_turns:
            return None
        places = {area: sum(home.area == area for home in self.sets.used) for area in AREAS}
        return CardFilmGame(self.setup, opening, tuple(self.actions), deck, places)

    def recorded_rightly(self) -> bool:
        """Tell whether deck and hands are as large as the record says."""
        state = self.game.state
        return len(self.deck) == state.bag and tuple(map(len, self.hands)) == state.hands

    @property
    def turns(self) -> int:
        """How many turns stand."""
        return sum(row.kind == "turn" for row in self.game.state.rows)

    def open(self) -> Opening:
        """Deal until somebody may start, and declare."""
        while True:
            self.game = Game(self.setup)
            self.deck = [card for card in set_tiles(self.setup.colours) for _ in range(self.setup.rules.copies)]
            self.random.shuffle(self.deck)
            self.hands = [[] for _ in self.setup.players]
            for player in range(len(self.hands)):
                self.draw(player)
            self.deck = self.deck[: self.wishes.deck]
            opening = Opening(tuple(best_match(hand) for hand in self.hands))
            self.game.append(opening)
            if self.game.state.tied:
                opening = Opening(opening.declared, self.game.state.tied[0])
                self.game.append(opening)
            if self.game.state.whose_turn is not None:
                if self.wishes.deck is not None:
                    self.game.append(Stock(self.wishes.deck))
                return opening

    def draw(self, player: int) -> int:
        """Fill a hand; tell how many cards were drawn."""
        count = min(len(self.deck), self.setup.rules.hand - len(self.hands[player]))
        self.hands[player] += [self.deck.pop() for _ in range(count)]
        return count

    def turn(self) -> bool:
        """One player's turn with what goes wrong in it; tell whether there was any."""
        state = self.game.state
        player = state.whose_turn
        assert player is not None
        due = self.due[0][1] if self.due and self.due[0][0] <= self.turns else None
        if due == "stuck":
            return self.stuck(player)
        best = self.choose(player, wants_qwirkle=due == "qwirkle_left")
        if best is None:
            return False
        steps = steps_between(self.random, self.sets, best.after, best.taken)
        upset = self.actions and isinstance(self.actions[-1], CardTurn) and self.actions[-1].fate == "overruled"
        if due is None or upset:
            self.lay(player, steps)
        elif due == "regret":
            self.regret(player, best, steps)
        else:
            self.blunder(player, steps, next(code for code in self.wishes.codes if code == due))
        return True

    def choose(
        self, player: int, *, wants_qwirkle: bool = False, other_than: Table | None = None
    ) -> Rearrangement | None:
        """Choose a turn as this player does, not too long; None where there is none."""
        found = [best for best in self.choices(player, wants_qwirkle=wants_qwirkle) if best.after != other_than]
        short = [best for best in found if self.is_short(best)]
        with_qwirkle = [best for best in short if best.taken]
        if wants_qwirkle and with_qwirkle:
            return with_qwirkle[0]
        if not self.greedy[player] and self.random.random() < _FIDDLES:
            # The more steps there are, the more tables on the way might be turns.
            return max(short, key=lambda best: len(self.steps_to(best)), default=None)
        return next(iter(short), None)

    def choices(self, player: int, *, wants_qwirkle: bool) -> Iterator[Rearrangement]:
        """The best turns with all cards of the hand, or with some that a casual player looks at."""
        state, hand = self.game.state, self.hands[player]
        bound = state.bound_to(player)
        sizes = [self.random.choice((1, 2, 3, 3, 4, 5)) for _ in range(_TRIES)]
        whole = [len(hand)] if self.greedy[player] or wants_qwirkle else []
        for size in [*whole, *sizes, 6, 7, len(hand)]:
            cards = hand if bound else self.random.sample(hand, min(size, len(hand)))
            best = best_rearrangement(
                state.rules, state.table, cards, stacks=state.taken, opening=bound, effort=_EFFORT
            )
            if best.played:
                yield best

    def is_short(self, best: Rearrangement) -> bool:
        """Tell whether hands can do this in a while, and the table does not grow too large."""
        before = self.game.state.table
        return len(self.steps_to(best)) <= _MOST_STEPS and len(best.after) <= max(_MOST_SETS, len(before))

    @staticmethod
    def is_long(action: CardAction) -> bool:
        """Tell whether it is a turn that may be interrupted."""
        return isinstance(action, CardTurn) and action.fate == "stands" and len(action.steps) >= _LONG

    def steps_to(self, best: Rearrangement) -> list[CardStep]:
        """What hands do for a turn, one of many ways."""
        return steps_between(Random(0), self.sets, best.after, best.taken)

    def lay(self, player: int, steps: Sequence[CardStep], fate: Fate = "stands", mend: Sequence[CardStep] = ()) -> None:
        """Do something with the table that stands, and draw."""
        done = [*steps, *mend]
        taken = self.do(done)
        event = Arranged(player, self.sets.table(), taken, overruled=fate == "overruled")
        self.game.append(event)
        for step in done:
            if step.source is None:
                for card in step.cards:
                    self.hands[player].remove(card)
            elif step.target is None and not step.taken:
                self.hands[player] += step.cards
        drawn = self.draw(player)
        self.actions.append(CardTurn(player, tuple(steps), fate, tuple(mend), drawn, len(self.deck)))

    def do(self, steps: Sequence[CardStep]) -> Table:
        """Let hands work; tell what is taken."""
        for step in steps:
            self.sets.apply(step)
        return tuple(step.cards for step in steps if step.taken)

    def regret(self, player: int, best: Rearrangement, steps: Sequence[CardStep]) -> None:
        """Make a turn, take it back, and make another one; nobody gives a Qwirkle back."""
        before = self.sets.table()
        # A turn that is the last one of the game ends it at once.
        settled = best.taken or self.game.state.last_round is not None
        other = None if settled else self.choose(player, other_than=best.after)
        if other is None:
            return self.lay(player, steps)
        self.game.append(Arranged(player, best.after))
        self.game.append(Undo())
        self.do(steps)
        back = steps_between(self.random, self.sets, before)
        self.do(back)
        self.actions.append(CardTurn(player, tuple(steps), "regretted", tuple(back), 0, len(self.deck)))
        self.due.pop(0)
        return self.lay(player, steps_between(self.random, self.sets, other.after, other.taken))

    def blunder(self, player: int, steps: list[CardStep], code: Code) -> None:
        """Leave a table with a fault, if chance finds how; let it stand, or mend it."""
        wrong, mend = self.spoilt(player, steps, code)
        if not mend:
            return self.lay(player, steps)
        self.due.pop(0)
        if code in self.let_stand:
            return self.lay(player, wrong, "overruled")
        return self.lay(player, wrong, "mended", mend)

    def spoilt(self, player: int, steps: list[CardStep], code: Code) -> tuple[list[CardStep], list[CardStep]]:
        """Steps to a table with just this fault, and those that mend it; nothing where there are none."""
        if code == "qwirkle_left":
            left = [step for step in steps if not step.taken]
            candidates = [(left, [step for step in steps if step.taken])] if len(left) < len(steps) else []
        else:
            tried, hand = self.sets.copy(), list(self.hands[player])
            for step in steps:
                tried.apply(step)
                hand = _without(hand, step.cards) if step.source is None else hand
            candidates = [([*steps, one], [other]) for one, other in slips(self.random, tried, hand, code)]
        for wrong, mend in candidates:
            if self.faults(player, wrong) == {code}:
                return wrong, mend
        return [], []

    def faults(self, player: int, steps: Sequence[CardStep]) -> set[Code]:
        """What is wrong with the table after some steps."""
        tried = self.sets.copy()
        for step in steps:
            tried.apply(step)
        taken = tuple(step.cards for step in steps if step.taken)
        verdict = verdict_of(self.game.state, Arranged(player, tried.table(), taken))
        return {fault.code for fault in verdict.violations}

    def stuck(self, player: int) -> bool:
        """Show a hand that cannot be played, get a new one; tell whether such a hand was found."""
        hand = self.unplayable(player)
        if not hand or len(self.deck) < len(hand):
            return False
        self.due.pop(0)
        self.deck = _without(self.deck + self.hands[player], hand)
        self.random.shuffle(self.deck)
        self.hands[player] = []
        self.draw(player)
        self.deck += hand
        self.random.shuffle(self.deck)
        self.game.append(CannotPlay(player))
        self.actions.append(Stuck(player, tuple(hand), len(self.deck)))
        return True

    def unplayable(self, player: int) -> list[Tile]:
        """A hand without any play, as the cards might have been dealt; nothing where chance finds none."""
        state, pool = self.game.state, self.deck + self.hands[player]
        for _ in range(60):
            self.random.shuffle(pool)
            hand = _without_matches(pool, state.table, state.rules.hand)
            if (
                hand
                and not best_rearrangement(state.rules, state.table, hand, stacks=state.taken, effort=_EFFORT).played
            ):
                return hand
        return []


def _without_matches(pool: Sequence[Tile], table: Table, count: int) -> list[Tile]:
    """Choose cards of which no three match, and none fits a set; nothing where there are too few."""
    marks = [set.intersection(*map(set, cards)) for cards in table if cards]
    chosen: list[Tile] = []
    for card in pool:
        kinds = {*chosen, card}
        matching = max(sum(mark in one for one in kinds) for mark in card)
        fits = any(shared & set(card) and card not in cards for shared, cards in zip(marks, table, strict=True))
        if matching <= 2 and not fits:
            chosen.append(card)
        if len(chosen) == count:
            return chosen
    return []


def _without(cards: Sequence[Tile], gone: Sequence[Tile]) -> list[Tile]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left
