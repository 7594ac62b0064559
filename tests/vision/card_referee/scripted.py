"""A table of cards played by a script: hands come, sets lie in places, words are said, and a referee watches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.vision.scripted import new_game
from tileye.rules.rulesets import CARDS_EN, RuleSet
from tileye.rules.tiles import Tile
from tileye.vision.card_referee.machine import CardReferee
from tileye.vision.card_referee.observations import CardObservation, Corners, LyingCard
from tileye.vision.card_referee.settings import CardSettings, for_card_pictures
from tileye.vision.referee.beginning import BeginMode, Beginning
from tileye.vision.referee.events import event_json
from tileye.vision.referee.inputs import parse_input

Cards = str | Sequence[Tile | Mapping[Tile, float]]
"""As "1R 2R 3R", or a list in which a card may have several names."""
_STEP = 1 / 15
WIDE, HIGH = 40.0, 60.0
DECK = ((900.0, 50.0), (940.0, 50.0), (940.0, 110.0), (900.0, 110.0))


@dataclass(frozen=True)
class Laid:
    """A set in its place."""

    cards: Sequence[Mapping[Tile, float]]
    x: float
    y: float
    step: float = 44.0
    """From one card to the next."""
    turn: bool = False
    """Whether the cards lie crooked."""
    places: Sequence[float] = ()
    """How far from the left each card lies, where they do not lie evenly."""

    def seen(self, group: int | None) -> list[LyingCard]:
        """Its cards as one look shows them; of cards that cover each other nearly, only the last one."""
        shown = list(enumerate(self.cards)) if self.step >= 6 else list(enumerate(self.cards))[-1:]
        own = group if len(shown) > 1 else None
        places = self.places or [self.x + number * self.step for number in range(len(self.cards))]
        return [LyingCard(self._corners(places[number]), names, own) for number, names in shown]

    def _corners(self, x: float) -> Corners:
        if self.turn:
            return (x, self.y - 30), (x + 30, self.y), (x, self.y + 30), (x - 30, self.y)
        high, wide = HIGH / 2, WIDE / 2
        return (
            (x - wide, self.y - high),
            (x + wide, self.y - high),
            (x + wide, self.y + high),
            (x - wide, self.y + high),
        )


def cards_of(cards: Cards) -> list[Mapping[Tile, float]]:
    """Cards with their names."""
    listed: Sequence[Tile | Mapping[Tile, float]] = cards.split() if isinstance(cards, str) else cards
    return [{one: 0.98} if isinstance(one, str) else one for one in listed]


class CardTable:
    """Cards on a table and the referee that watches them; every method gives the events that it set off.

    Sets have names; each has a place of its own, in rows of three. What is `lying` there at first nobody has seen yet.
    """

    def __init__(
        self,
        rules: RuleSet = CARDS_EN,
        settings: CardSettings | None = None,
        players: int = 2,
        begin: BeginMode = "auto",
        *,
        deck: bool = False,
        **lying: Cards,
    ) -> None:
        self.referee = CardReferee(new_game(rules, players), settings, Beginning(begin))
        self.at = 0.0
        self.sets: dict[str, Laid] = {}
        self.backs: tuple[Corners, ...] = (DECK,) if deck else ()
        self.places: dict[str, int] = {}
        self.shift = 0.0
        for name, cards in lying.items():
            self.put(name, cards)
        if not lying:
            self.still(1.0)

    def put(self, name: str, cards: Cards, *, step: float = 44.0, turn: bool = False) -> None:
        """A set lies there from now on; nothing does where it has no cards."""
        place = self.places.setdefault(name, len(self.places))
        x, y = 60.0 + 320 * (place % 3), 200.0 + 120 * (place // 3)
        self.sets[name] = Laid(cards_of(cards), x, y, step, turn)
        if not cards:
            del self.sets[name]

    def apart(self, name: str, cards: Cards, *, step: float = 44.0) -> None:
        """Cards lie before a player."""
        self.sets[name] = Laid(cards_of(cards), 1200.0, 900.0 + 20 * len(name), step)

    def observation(self) -> CardObservation:
        """What the eye sees now."""
        cards = [card for number, laid in enumerate(self.sets.values()) for card in laid.seen(number)]
        return CardObservation(self.at, cards=tuple(cards), backs=self.backs)

    def see(self) -> list[dict[str, Any]]:
        """One look."""
        self.at += _STEP
        return [event_json(event) for event in self.referee.see(self.observation())]

    def still(self, seconds: float) -> list[dict[str, Any]]:
        """Nothing moves."""
        return [event for _ in range(round(seconds / _STEP)) for event in self.see()]

    def rest(self, seconds: float) -> list[dict[str, Any]]:
        """Nothing moves, and the table is looked at only now and then."""
        seen = self.still(0.4)
        for _ in range(round(seconds)):
            self.at += 1
            seen += [event_json(event) for event in self.referee.tick(self.at)]
        return seen

    def hand(self, seconds: float = 1.5, *, deck: bool = False, over: bool = True) -> list[dict[str, Any]]:
        """A hand is there, over all cards or over none, perhaps at the deck."""
        seen = []
        hidden = None if over else frozenset[int]()
        for _ in range(round(seconds / _STEP)):
            self.at += _STEP
            seen += self.referee.see(CardObservation(self.at, busy=True, hidden=hidden, deck=deck, no_farther=not over))
        return [event_json(event) for event in seen]

    def play(self, wait: float = 1.5, **sets: Cards) -> list[dict[str, Any]]:
        """A hand makes the sets look so, then nothing moves."""
        told = self.hand()
        for name, cards in sets.items():
            self.put(name, cards)
        return told + self.still(wait)

    def draw(self, wait: float = 1.5) -> list[dict[str, Any]]:
        """A hand draws from the deck."""
        return self.hand(deck=True, over=False) + self.still(wait)

    def say(self, name: str, **told: object) -> list[dict[str, Any]]:
        """Somebody says something."""
        events, refused = self.referee.tell(parse_input({"at": self.at, "input": name, **told}))
        self.refused = str(refused) if refused else None
        return [event_json(event) for event in events]

    def turns(self) -> list[tuple[int, list[str]]]:
        """The turns that stand: whose they are, and the cards from the hand."""
        return [(row.player, list(row.played)) for row in self.referee.game.state.rows if row.kind == "turn"]


class CardPictures:
    """A folder of pictures of cards; each gives its events."""

    def __init__(
        self,
        rules: RuleSet = CARDS_EN,
        players: int = 2,
        begin: BeginMode = "auto",
        settings: CardSettings | None = None,
    ) -> None:
        self.table = CardTable.__new__(CardTable)
        self.table.sets, self.table.places, self.table.backs, self.table.at = {}, {}, (), 0.0
        self.referee = CardReferee(new_game(rules, players), for_card_pictures(settings), Beginning(begin))

    def show(self, *, skipped: bool = False, **sets: Cards) -> list[dict[str, Any]]:
        """One more picture."""
        self.table.at += 1
        for name, cards in sets.items():
            self.table.put(name, cards)
        seen = self.table.observation()
        seen = CardObservation(seen.at, cards=seen.cards, skipped=skipped)
        return [event_json(event) for event in self.referee.see(seen)]


def names(events: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the events are called, but for the proposals."""
    return [event["event"] for event in events if event["event"] != "proposed"]


def named(events: Sequence[dict[str, Any]], *wanted: str) -> list[dict[str, Any]]:
    """The events of some names."""
    return [event for event in events if event["event"] in wanted]
