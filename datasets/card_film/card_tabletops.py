"""A table of cards while people play on it: where every card lies from moment to moment."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tileye.datasets.card_film.card_places import Layout, Spot
from tileye.datasets.card_film.plays import CardStep, Home, Sets
from tileye.datasets.cards.card_faces import CardFace
from tileye.datasets.cards.card_layouts import CardPose, LaidCard
from tileye.datasets.cards.card_scenes import plate_of
from tileye.datasets.film.timeline import Rest
from tileye.datasets.scene.plates import Plate
from tileye.rules.tiles import Tile

_LEVEL = 0.0042
"""By how much a card lies higher than the one that it covers."""
_CARD = 0.012
"""How thick it is."""
_STEP = 0.3
"""From one Qwirkle of a player to the next, in heights of a card."""


@dataclass(slots=True)
class CardTabletop:
    """The cards of a game, and every state of rest that they went through."""

    random: Random
    layout: Layout
    deck: int
    """Cards in the deck."""
    sets: Sets = field(default_factory=Sets)
    lying: dict[int, list[Plate]] = field(default_factory=dict)
    """The cards of each set, in the order in which they lie."""
    taken: list[Plate] = field(default_factory=list)
    """The cards of Qwirkles that lie before their owners."""
    counts: dict[int, int] = field(default_factory=dict)
    """How many Qwirkles each player has."""
    rests: list[Rest] = field(default_factory=list)
    tilt: float = field(init=False)

    def __post_init__(self) -> None:
        """Begin with an empty table."""
        self.tilt = self.random.gauss(0, 3)
        self.rest(0.0)

    def rest(self, at: float) -> None:
        """Keep what lies there now."""
        sets = [plate for plates in self.lying.values() for plate in plates]
        self.rests.append(Rest(at, (), (*sets, *self.taken, *self._deck())))

    def out_of(self, step: CardStep) -> list[Plate]:
        """The cards that a step takes from a set, as they lie."""
        found: list[Plate] = []
        left = list(self.lying[step.source]) if step.source is not None else []
        for card in step.cards:
            # The last copy lies on top.
            plate = next(plate for plate in reversed(left) if card_of(plate) == card)
            left.remove(plate)
            found.append(plate)
        return sorted(found, key=lambda plate: plate.middle[2])

    def remove(self, at: float, source: int, plates: Sequence[Plate]) -> None:
        """Cards leave a set."""
        gone = set(map(id, plates))
        self.lying[source] = [plate for plate in self.lying[source] if id(plate) not in gone]
        self.rest(at)

    def add(self, at: float, target: int, plates: Sequence[Plate]) -> None:
        """Cards come to a set."""
        self.lying.setdefault(target, []).extend(plates)
        self.rest(at)

    def replace(self, at: float, number: int, plates: Sequence[Plate]) -> None:
        """The cards of a set lie otherwise."""
        self.lying[number] = list(plates)
        self.rest(at)

    def stack(self, at: float, plates: Iterable[Plate]) -> None:
        """A Qwirkle lies before its owner."""
        self.taken.extend(plates)
        self.rest(at)

    def new(self, cards: Sequence[Tile]) -> list[Plate]:
        """Cards from somebody's hand; where they lie is not said yet."""
        laid = (LaidCard(card, CardPose(0, 0, 0, 0), "group") for card in cards)
        return [plate_of(self.random, self.layout.style, card) for card in laid]

    def placed(self, plates: Sequence[Plate], target: int) -> list[Plate]:
        """Cards as they will lie at the end of a set."""
        first = len(self.lying.get(target, ()))
        return [self.at(plate, target, first + number) for number, plate in enumerate(plates)]

    def at(self, plate: Plate, target: int, place: int) -> Plate:
        """A card as it lies in one place of a set, never quite straight."""
        slots = self.layout.slots[self.sets.homes[target]]
        slot, wide = slots[min(place, len(slots) - 1)], self.layout.style.width
        x, y = slot.x + self.random.gauss(0, 0.012 * wide), slot.y + self.random.gauss(0, 0.012 * wide)
        return replace(plate, middle=(x, y, _LEVEL * place), turn=slot.turn + self.random.gauss(0, 1.0))

    def squared(self, number: int) -> list[Plate]:
        """The cards of a set as they lie when somebody has put them straight, without gaps."""
        return [self.at(plate, number, place) for place, plate in enumerate(self.lying[number])]

    def free_places(self, number: int) -> list[Home]:
        """Other places for a set."""
        sets = self.sets
        taken = {sets.homes[one] for one in sets.sets}
        return [home for home in self.layout.slots if home.area == sets.homes[number].area and home not in taken]

    def gathered(self, plates: Sequence[Plate]) -> list[Plate]:
        """A whole set as it lies when somebody has shoved it together."""
        x, y = (sum(plate.middle[axis] for plate in plates) / len(plates) for axis in (0, 1))
        turn = plates[0].turn
        laid = []
        for place, plate in enumerate(plates):
            at = (x + self.random.gauss(0, 0.06), y + self.random.gauss(0, 0.06), _LEVEL * place)
            # Cards that lay upside down stay so.
            half = 180.0 * round((plate.turn - turn) / 180.0)
            laid.append(replace(plate, middle=at, turn=turn + half + self.random.gauss(0, 2.0)))
        return laid

    def closed(self, number: int, first: int) -> tuple[list[Plate], list[Plate]]:
        """Cards of a set from one place on that have to close a gap before them, and how they lie then."""
        plates = self.lying[number]
        return plates[first:], [self.at(plate, number, first + more) for more, plate in enumerate(plates[first:])]

    def stacked(self, player: int, plates: Sequence[Plate]) -> list[Plate] | None:
        """A Qwirkle as it lies before its owner: offset or fanned; None where that is out of view."""
        if not self.layout.stacks:
            return None
        spot, number = self.layout.stacks[player], self.counts.get(player, 0)
        self.counts[player] = number + 1
        high = self.layout.style.height
        # The next ones cover the earlier ones a little.
        spot = Spot(spot.x, spot.y - math.copysign(_STEP * number * high, spot.y), spot.turn + self.random.gauss(0, 4))
        fanned = self.random.random() < 0.5
        spread, offset = (self.random.uniform(7, 12), 0.16) if fanned else (0.0, self.random.uniform(0.02, 0.08))
        along = math.radians(spot.turn)
        laid = []
        for place, plate in enumerate(plates):
            step = offset * self.layout.style.width * (place - 2.5)
            x = spot.x + step * math.cos(along) + self.random.gauss(0, 0.02)
            y = spot.y + step * math.sin(along) + self.random.gauss(0, 0.02)
            turn = spot.turn - spread * (place - 2.5) + self.random.gauss(0, 1.5)
            laid.append(replace(plate, name="stack", middle=(x, y, _LEVEL * (place + 6 * number)), turn=turn))
        return laid

    def drawn(self, count: int) -> Plate | None:
        """So many cards from the top of the deck, as one; None where it is not in view."""
        spot = self.layout.deck
        if spot is None or not count:
            return None
        pose = CardPose(spot.x, spot.y, _CARD * (self.deck - count), spot.turn + self.tilt)
        return plate_of(self.random, self.layout.style, LaidCard(None, pose, "deck", height=_CARD * count))

    def _deck(self) -> list[Plate]:
        """The deck as it lies now, with its topmost card a little turned."""
        spot = self.layout.deck
        if spot is None or not self.deck:
            return []
        rest = CardPose(spot.x, spot.y, 0.0, spot.turn)
        laid = [LaidCard(None, rest, "deck", height=_CARD * max(1, self.deck - 1))]
        if self.deck > 1:
            top = CardPose(spot.x, spot.y, _CARD * (self.deck - 1), spot.turn + self.tilt)
            laid.append(LaidCard(None, top, "deck", height=_CARD))
        # No random number is drawn for cards of the deck.
        return [plate_of(Random(0), self.layout.style, card) for card in laid]


def card_of(plate: Plate) -> Tile | None:
    """Which card it is."""
    return plate.face.card if isinstance(plate.face, CardFace) else None
