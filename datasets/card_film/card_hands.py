"""What hands do with cards: lay them, carry them from set to set, shove them together, take Qwirkles, draw, show."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tileye.datasets.card_film.card_tabletops import CardTabletop
from tileye.datasets.card_film.plays import CardStep
from tileye.datasets.cards.card_layouts import draw_hand_of_cards
from tileye.datasets.cards.card_scenes import plate_of
from tileye.datasets.film.gestures import LOW, Visit
from tileye.datasets.film.performing import Hands
from tileye.datasets.film.timeline import PlateCarry, Reach
from tileye.datasets.scene.plates import Plate
from tileye.rules.tiles import Tile

_HELD_AT = 0.28
"""Where fingers hold a card: so many heights from its middle, towards the hand."""
_FAN_INSIDE = 5.0
_FAN_ROOM = 1.6
"""Heights of a card from the middle of a fan to that of any card below it."""
_ASIDES = (0.0, 12.0, -12.0, 24.0, -24.0, 36.0, -36.0)
"""Degrees to both sides in which there may be more room."""
_FLATTER = 0.4
"""Fans are held flatter than a player would who sees nothing else of them: all look at them from above."""
_ONE_BY_ONE = 0.4
"""How often cards are laid one after the other, not at once."""


@dataclass(slots=True)
class CardVisit(Visit):
    """A hand with cards on its way in, at work, and out again."""

    plates: list[PlateCarry] = field(default_factory=list)
    holding: list[tuple[float, tuple[Plate, ...]]] = field(default_factory=list)
    """Cards between the fingers, since when, and how they lay."""

    def bring(self, plates: Sequence[Plate]) -> float:
        """Lay cards that come with the hand; tell when they lie."""
        if len(self.keys) > 1:
            self.draw_back()
        return self._lay(self.now, (), plates)

    def take(self, plates: Sequence[Plate]) -> float:
        """Pick cards up; tell when they leave the table."""
        self._go_down(plates, 0.5)
        self.holding.append((self.now, tuple(plates)))
        return self._lift(plates, 0.9)

    def put(self, plates: Sequence[Plate]) -> float:
        """Lay what was picked up last; tell when it lies."""
        since, before = self.holding.pop()
        return self._lay(since, before, plates)

    def slide(self, before: Sequence[Plate], after: Sequence[Plate]) -> tuple[float, float]:
        """Shove cards over the table; tell when they begin to move, and when they lie."""
        self._go_down(before, 0.3)
        since = self.now
        x, y = self.grip_of(after)
        self.move(x, y, LOW, 0.3, self.random.uniform(0.35, 0.6))
        self.plates.append(PlateCarry(since, self.now, tuple(before), tuple(after)))
        self.move(x, y, self.random.uniform(0.7, 1.1), 0.3, 0.16)
        return since, self.plates[-1].end

    def keep(self, plates: Sequence[Plate], lift: float, seconds: float) -> None:
        """Hold cards somewhere, as they then are, for so many seconds."""
        since, before = self.holding.pop() if self.holding else (self.now, ())
        x, y = self.grip_of(plates)
        self.move(x, y, lift, 0.8, seconds)
        self.plates.append(PlateCarry(since, self.now, before, tuple(plates)))
        self.holding.append((self.now, tuple(plates)))

    def go(self) -> Reach:
        """Leave, with what is in the hand."""
        reach = self.leave()
        self.plates += [PlateCarry(since, self.now, before, ()) for since, before in self.holding]
        return replace(reach, plates=tuple(self.plates))

    def grip_of(self, plates: Sequence[Plate]) -> tuple[float, float]:
        """Where fingers hold cards."""
        x, y = (sum(plate.middle[axis] for plate in plates) / len(plates) for axis in (0, 1))
        back, a = _HELD_AT * plates[0].size[1], math.radians(self.towards)
        return x - back * math.cos(a), y - back * math.sin(a)

    def _lay(self, since: float, before: tuple[Plate, ...], plates: Sequence[Plate]) -> float:
        self._go_down(plates, 0.9)
        self.plates.append(PlateCarry(since, self.now, before, tuple(plates)))
        return self._lift(plates, 0.6)

    def _go_down(self, plates: Sequence[Plate], grip: float) -> None:
        """Come over a place, and down to it."""
        x, y = self.grip_of(plates)
        low = LOW + min(plate.middle[2] for plate in plates)
        self.move(x, y, low + self.random.uniform(0.45, 0.8), grip, 0.25)
        self.move(x, y, low, grip, self.random.uniform(0.18, 0.3))

    def _lift(self, plates: Sequence[Plate], grip: float) -> float:
        """Raise the hand; tell when it began to."""
        done, (x, y) = self.now, self.grip_of(plates)
        self.move(x, y, LOW + plates[0].middle[2] + self.random.uniform(0.45, 0.85), grip, 0.14)
        return done


@dataclass(slots=True)
class CardHands(Hands):
    """The hands of a card game."""

    tabletop: CardTabletop

    def work(self, player: int, start: float, steps: Sequence[CardStep]) -> None:
        """One visit in which a hand does some steps."""
        visit: CardVisit | None = None
        for step in steps:
            self.tabletop.sets.apply(step)
            lying = self.tabletop.out_of(step) if step.source is not None else self.tabletop.new(step.cards)
            if step.source is None:
                assert step.target is not None
                lying = self.tabletop.placed(lying, step.target)
            visit = visit or self._come(player, start, lying)
            self._do(visit, player, step, lying)
        assert visit is not None
        self.reaches.append(visit.go())

    def square(self, player: int, start: float, number: int) -> None:
        """Put the cards of a set straight, in its place."""
        before = tuple(self.tabletop.lying[number])
        visit = self._come(player, start, before)
        self._slide(visit, number, before, self.tabletop.squared(number), 0)
        self.reaches.append(visit.go())

    def shove(self, player: int, start: float, number: int) -> None:
        """Shove a whole set to another place; one has to be free."""
        self.tabletop.sets.homes[number] = self.random.choice(self.tabletop.free_places(number))
        self.square(player, start, number)

    def draw(self, player: int, start: float, count: int) -> float | None:
        """Draw cards from the deck, at once or in two goes; tell when the first leaves it, None without a deck."""
        parts = [count] if count < 3 or self.random.random() < 0.5 else [count // 2, count - count // 2]
        visit, first = None, None
        for part in parts:
            cards = self.tabletop.drawn(part)
            if cards is None:
                self.tabletop.deck -= part
                continue
            visit = visit or self._come(player, start, (cards,))
            at = visit.take((cards,))
            first = at if first is None else first
            self.tabletop.deck -= part
            self.tabletop.rest(at)
        if visit is not None:
            self.reaches.append(visit.go())
        return first

    def give_back(self, player: int, start: float, count: int) -> None:
        """Put so many cards onto the deck, face down."""
        self.tabletop.deck += count
        cards = self.tabletop.drawn(count)
        if cards is not None:
            visit = self._come(player, start, (cards,))
            self.tabletop.rest(visit.bring((cards,)))
            self.reaches.append(visit.go())

    def show(self, player: int, start: float, cards: Sequence[Tile], seconds: float, *, to_all: bool) -> None:
        """Hold a fan over the table's rim: for all to see, or for oneself, sorting it."""
        tabletop = self.tabletop
        x, y = self._free_rim(player)
        seat = self.seats[player]
        visit = CardVisit.come(self.random, seat, self.cameras, start, x, y)
        fan = draw_hand_of_cards(
            self.random,
            tabletop.layout.style,
            x,
            y,
            seat.side - 90 + 180 * to_all + self.random.gauss(0, 8),
            shown=True,
            cards=cards,
        )
        fan = [replace(card, pose=replace(card.pose, tilt=_FLATTER * card.pose.tilt)) for card in fan]
        plates = [plate_of(self.random, tabletop.layout.style, card) for card in fan]
        lift = self.random.uniform(1.4, 2.0)
        visit.keep(plates, lift, 0.5)
        until = visit.now + seconds
        while visit.now < until:
            if not to_all:
                plates = _swapped(plates, *self.random.sample(range(len(plates)), 2))
            visit.keep(plates, lift, self.random.uniform(0.6, 1.4))
        self.reaches.append(visit.go())

    def _free_rim(self, player: int) -> tuple[float, float]:
        """A place for a fan at a player's side of the table: straight ahead where no cards lie below, else aside."""
        high, lying = self.tabletop.layout.style.height, self.tabletop.rests[-1].plates
        places = [self.rim(player, _FAN_INSIDE + 0.8 * high, aside) for aside in _ASIDES]

        def room(at: tuple[float, float]) -> float:
            return min((math.dist(at, plate.middle[:2]) for plate in lying), default=math.inf)

        return next((at for at in places if room(at) > _FAN_ROOM * high), max(places, key=room))

    def _come(self, player: int, start: float, plates: Sequence[Plate]) -> CardVisit:
        x, y, _ = plates[0].middle
        return CardVisit.come(self.random, self.seats[player], self.cameras, start, x, y)

    def _do(self, visit: CardVisit, player: int, step: CardStep, plates: Sequence[Plate]) -> None:
        """One step: the cards go where they shall, and what they left closes up."""
        tabletop = self.tabletop
        if step.source is None:
            assert step.target is not None
            for part in [[plate] for plate in plates] if self.random.random() < _ONE_BY_ONE else [plates]:
                tabletop.add(visit.bring(part), step.target, part)
            return
        gap = min(tabletop.lying[step.source].index(plate) for plate in plates)
        if step.taken:
            gathered = tabletop.gathered(plates)
            self._slide(visit, step.source, plates, gathered, 0)
            plates = gathered
        tabletop.remove(visit.take(plates), step.source, plates)
        if step.target is not None:
            after = tabletop.placed(plates, step.target)
            tabletop.add(visit.put(after), step.target, after)
        elif step.taken and (stacked := tabletop.stacked(player, plates)) is not None:
            tabletop.stack(visit.put(stacked), stacked)
        if gap < len(tabletop.lying[step.source]):
            self._slide(visit, step.source, *tabletop.closed(step.source, gap), gap)
        if not tabletop.lying[step.source]:
            del tabletop.lying[step.source]

    def _slide(
        self, visit: CardVisit, number: int, before: Sequence[Plate], after: Sequence[Plate], first: int
    ) -> None:
        """Shove some cards of a set; while they move they do not lie there."""
        tabletop = self.tabletop
        staying = tabletop.lying[number][:first]
        since, until = visit.slide(before, after)
        tabletop.replace(since, number, staying)
        tabletop.replace(until, number, [*staying, *after])


def _swapped(plates: Sequence[Plate], one: int, other: int) -> list[Plate]:
    """A fan in which two cards have changed places."""
    changed = list(plates)
    for here, there in ((one, other), (other, one)):
        to = plates[there]
        changed[here] = replace(plates[here], middle=to.middle, turn=to.turn, tilt=to.tilt)
    return changed
