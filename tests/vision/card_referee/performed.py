"""Films of cards without pictures: what the eye would see of a story, perfectly or with its usual errors."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from tests.vision.performed import named
from tileye.datasets.card_film.card_tabletops import card_of
from tileye.datasets.film.moments import camera_at, hand_key
from tileye.datasets.film.timeline import Reach, Timeline
from tileye.datasets.scene.plates import Plate
from tileye.rules.game import Game, Setup
from tileye.rules.rulesets import find_rules
from tileye.rules.state import Player
from tileye.rules.tiles import COLOURS, Tile
from tileye.vision.card_referee.machine import CardReferee
from tileye.vision.card_referee.observations import CardObservation, Corners, LyingCard
from tileye.vision.card_referee.places import middle
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.cards.groups import group_cards
from tileye.vision.referee.events import Event, event_json
from tileye.vision.referee.inputs import parse_input
from tileye.vision.tracking.read_schedule import ReadSchedule

Pixels = np.ndarray[Any, np.dtype[np.float64]]
FPS = 15
_BUMP = 1.2
"""How long a moving camera is not to be trusted."""
_FINGERS, _ARM = 2.5, 2.0
"""How far a hand reaches before its fingertips' grip, and beside its arm, in sides of a tile."""
_SAME = 0.15
"""A card whose middle is nearer to that of one above it shows nothing."""


@dataclass(frozen=True, slots=True)
class CardErrors:
    """What goes wrong in reading, each with its chance for a card and look."""

    wrong: float = 0.0
    missed: float = 0.0
    ungrouped: float = 0.0
    """That a card is seen by itself though it lies in a group."""
    doubt: float = 0.0
    """For a card as long as it lies in one place: two names that stay about equally likely."""
    overlooked: float = 0.0
    """For a card and four seconds: that it is not found in any of them."""
    flicker: float = 0.0
    """For a look: movement where there is none."""
    phantom: float = 0.0
    """For a look: a card where there is none."""
    misread: float = 0.0
    """For a card in one place: that another one is surely read there, until it has lain there for `lasting`."""
    second: float = 0.0
    """The same: that another name stays somewhat likelier than its own, as long as it lies there."""
    unfound: float = 0.0
    """The same: that it is not found, until it has lain there for `lasting`."""
    lasting: float = math.inf
    """Seconds."""
    blind_hands: bool = False
    """Whether nobody knows over which cards a hand is."""


@dataclass(slots=True)
class FilmEye:
    """What is seen of a film, as the referee asks for it."""

    timeline: Timeline
    errors: CardErrors
    random: Random
    since: dict[str, float] = field(default_factory=dict)
    """When a card came to lie in a place."""

    def __post_init__(self) -> None:
        """Look up when each card came to its place."""
        for rest in self.timeline.rests:
            for plate in rest.plates:
                self.since.setdefault(_place(plate), rest.at)

    def observed(self, referee: CardReferee, at: float, *, due: bool) -> CardObservation | None:
        """What is seen at a moment; None where nothing moves and it is not time to read."""
        reach = next((reach for reach in self.timeline.reaches if _is_there(reach, at)), None)
        if any(key.at <= at <= key.at + _BUMP for key in self.timeline.cameras[1::2]):
            return CardObservation(at, busy=True, moved=True)
        if reach is not None:
            return self._busy(referee, reach, at)
        if self.random.random() < self.errors.flicker:
            return CardObservation(at, busy=True)
        return self._read(at) if due else None

    def _busy(self, referee: CardReferee, reach: Reach, at: float) -> CardObservation:
        corners = [*referee.cards.values(), *([referee.deck] if referee.deck else [])]
        under = self._under(reach, np.array([middle(one) for one in corners]).reshape(-1, 2), at)
        covered = frozenset(number for number, hit in zip(referee.cards, under, strict=False) if hit)
        deck = bool(referee.deck and under[-1])
        hidden = None if self.errors.blind_hands else covered
        near = bool(deck and referee.deck and self._is_near(reach, middle(referee.deck), at))
        return CardObservation(at, busy=True, hidden=hidden, deck=deck, no_farther=near)

    def _is_near(self, reach: Reach, place: tuple[float, float], at: float) -> bool:
        """Whether fingertips are at a place."""
        camera, key = camera_at(self.timeline, at), hand_key(reach, at)
        tip, beside = camera.project(np.array([(key.x, key.y, 0.0), (key.x + 1.0, key.y, 0.0)]))
        return bool(np.linalg.norm(tip - np.array(place)) < _FINGERS * np.linalg.norm(beside - tip))

    def _under(self, reach: Reach, places: Pixels, at: float) -> list[bool]:
        """Which places are under a hand, its arm or cards that it moves, as far as one can tell from the picture."""
        camera, key = camera_at(self.timeline, at), hand_key(reach, at)
        a = math.radians(key.towards)
        tip, ahead = camera.project(np.array([(key.x, key.y, 0.0), (key.x + math.cos(a), key.y + math.sin(a), 0.0)]))
        side = float(np.linalg.norm(ahead - tip))
        dx, dy = (ahead - tip) / side
        x, y = (places - tip).T
        hit = (x * dx + y * dy < _FINGERS * side) & (abs(x * dy - y * dx) < _ARM * side)
        carries = [carry for carry in reach.plates if carry.start - 0.1 <= at <= carry.end + 0.1]
        moved = [plate.middle for carry in carries for plate in (*carry.before, *carry.after)]
        if moved:
            far = np.linalg.norm(places[:, None] - camera.project(np.array(moved)), axis=2)
            hit |= far.min(1) < side
        return [bool(one) for one in hit]

    def _read(self, at: float) -> CardObservation:
        rest = max((rest for rest in self.timeline.rests if rest.at <= at), key=lambda rest: rest.at)
        camera = camera_at(self.timeline, at)
        seen = [plate for plate in _visible(rest.plates) if not self._misses(plate, at)]
        quads = np.array([camera.project(plate.corners()) for plate in seen]).reshape(-1, 4, 2)
        names = [self._names(plate, at) for plate in seen]
        chains = group_cards(quads, [max(one, key=lambda name, one=one: one[name]) for one in names])  # type: ignore[misc]
        groups = {card: number for number, chain in enumerate(chains) for card in chain}
        cards = tuple(
            LyingCard(
                _corners(quads[number]),
                names[number],
                None if self.random.random() < self.errors.ungrouped else groups.get(number),
            )
            for number in range(len(seen))
        )
        if cards and self.random.random() < self.errors.phantom:
            x, y = self.random.uniform(100, 600), self.random.uniform(100, 500)
            cards = (*cards, LyingCard(((x, y), (x + 40, y), (x + 40, y + 60), (x, y + 60)), {"1R": 0.9}))
        backs = [plate for plate in rest.plates if plate.name.startswith("deck")][-1:]
        return CardObservation(at, cards=cards, backs=tuple(_corners(camera.project(one.corners())) for one in backs))

    def _misses(self, plate: Plate, at: float) -> bool:
        long = Random(f"{plate.middle} {at // 4}").random() < self.errors.overlooked
        unfound = self._lasts("unfound", self.errors.unfound, plate, at)
        return long or unfound or self.random.random() < self.errors.missed

    def _lasts(self, what: str, chance: float, plate: Plate, at: float) -> bool:
        """Whether something is still wrong with a card in its place."""
        new = at < self.since[_place(plate)] + self.errors.lasting
        return new and Random(f"{what} {plate.middle}").random() < chance

    def _names(self, plate: Plate, at: float) -> Mapping[Tile, float]:
        card = card_of(plate)
        assert card is not None
        always = Random(f"{card} at {plate.middle}")
        if self._lasts("misread", self.errors.misread, plate, at):
            return {always.choice(_alike(card)): 0.95, card: 0.03}
        if self._lasts("second", self.errors.second, plate, at):
            return {always.choice(_alike(card)): 0.65, card: 0.33}
        if always.random() < self.errors.doubt:
            other = always.choice([card[0] + colour for colour in COLOURS[:5] if colour != card[1]])
            share = min(0.95, max(0.05, always.uniform(0.4, 0.6) + self.random.gauss(0, 0.05)))
            return {card: share, other: 1 - share}
        return named(self.random, card, self.errors.wrong)


def _is_there(reach: Reach, at: float) -> bool:
    return reach.keys[0].at + 0.15 <= at <= reach.keys[-1].at - 0.15


def _place(plate: Plate) -> str:
    return f"{plate.name} {plate.middle} {plate.turn}"


def _alike(card: Tile) -> list[Tile]:
    """The cards of its shape, for which its colour may be taken."""
    return [card[0] + colour for colour in COLOURS[:5] if colour != card[1]]


def _visible(plates: tuple[Plate, ...]) -> list[Plate]:
    """The cards that show enough of themselves; those of the table lie from the lowest to the highest."""
    cards = [plate for plate in plates if plate.name in ("group", "stack")]
    return [
        plate
        for number, plate in enumerate(cards)
        if not any(
            math.dist(plate.middle[:2], above.middle[:2]) < _SAME * plate.size[0] for above in cards[number + 1 :]
        )
    ]


def _corners(quad: np.ndarray[Any, Any]) -> Corners:
    one, two, three, four = ((float(x), float(y)) for x, y in quad)
    return one, two, three, four


def card_referee_of(timeline: Timeline, settings: CardSettings | None = None) -> CardReferee:
    """A referee for the game of a film."""
    game = timeline.truth[0]
    players = tuple(Player(name) for name in game["players"])
    return CardReferee(Game(Setup(find_rules(game["rules"]), players)), settings)


def perform_cards(
    timeline: Timeline,
    errors: CardErrors,
    seed: int = 0,
    settings: CardSettings | None = None,
    kills: Iterable[float] = (),
) -> list[dict[str, Any]]:
    """Let a referee watch a film; return its events as JSON. At the seconds `kills` another one goes on."""
    return [event_json(event) for event in _watched(timeline, errors, seed, settings, sorted(kills))]


def _watched(
    timeline: Timeline, errors: CardErrors, seed: int, settings: CardSettings | None, kills: list[float]
) -> Iterator[Event]:
    referee = card_referee_of(timeline, settings)
    eye, rest = FilmEye(timeline, errors, Random(seed)), ReadSchedule()
    words = [parse_input(entry) for entry in timeline.inputs]
    for frame in range(int(timeline.seconds * FPS)):
        at = frame / FPS
        if kills and kills[0] <= at:
            kills.pop(0)
            referee, rest = CardReferee(referee.game, referee.settings, notes=referee.notes), ReadSchedule()
        while words and words[0].at <= at:
            yield from referee.tell(words.pop(0)).events
        seen = eye.observed(referee, at, due=rest.is_due(at))
        if seen is None:
            yield from referee.tick(at)
            continue
        rest = rest.disturbed() if seen.busy else rest.read(at, whole=True)
        yield from referee.see(seen)
    for word in words:
        yield from referee.tell(word).events
    yield from referee.finish(timeline.seconds)
