"""What the eye tells the referee of cards, in pixels, and its JSON form for recordings."""

from collections.abc import Sequence
from dataclasses import dataclass

from tileye.rules.jsonlines import Json
from tileye.rules.tiles import parse_tile, shown
from tileye.vision.referee.inputs import parse_time
from tileye.vision.referee.observations import Names, parse_chance

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
"""Upper left, upper right, lower right, lower left of the card, as it is printed."""
_FAR = 1e6


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card as one look shows it."""

    corners: Corners
    names: Names
    """None where a lamp burns it out: it lies there, and the eye does not say what it is."""
    group: int | None = None
    """Cards with the same number lie in one group."""


@dataclass(frozen=True, slots=True)
class CardObservation:
    """One look at a table of cards. `hidden` are numbers of cards as the referee knows them."""

    at: float
    """Seconds of film time."""
    busy: bool = False
    """A hand or movement: nothing was read."""
    moved: bool = False
    """The camera or the table got a bump: everything lies elsewhere in the picture now."""
    cards: tuple[LyingCard, ...] = ()
    """What lies open; cards that something covers or holds are none of them."""
    backs: tuple[Corners, ...] = ()
    hidden: frozenset[int] | None = None
    """Cards that cannot be seen now, or over which something moves; None where nobody knows which."""
    burnt: frozenset[int] = frozenset()
    """Numbers of cards of which this look shows no more than white: they are as they were."""
    deck: bool = False
    """Whether a hand is at the deck, or its arm over it."""
    no_farther: bool = False
    """Whether this hand reaches no farther into the table than the deck."""
    skipped: bool = False
    """In a folder: pictures are missing before this one."""


def card_observation_json(seen: CardObservation) -> Json:
    """Write an observation; `parse_card_observation` is the inverse."""
    told: Json = {"at": seen.at, **{name: True for name in _FLAGS if getattr(seen, name)}}
    if seen.hidden is not None:
        told["hidden"] = sorted(seen.hidden)
    if seen.burnt:
        told["burnt"] = sorted(seen.burnt)
    if not seen.busy:
        told["cards"] = [[_list(one.corners), dict(one.names), one.group] for one in seen.cards]
        told["backs"] = [_list(one) for one in seen.backs]
    return told


def parse_card_observation(value: Json) -> CardObservation:
    """Read an observation; raise ValueError saying what is wrong with it."""
    at = parse_time(value.get("at"))
    flags = {name: bool(value.get(name)) for name in _FLAGS}
    try:
        cards = tuple(_parse_card(*entry) for entry in value.get("cards", []))
        backs = tuple(_parse_corners(entry) for entry in value.get("backs", []))
        hidden = None if value.get("hidden") is None else frozenset(map(_parse_count, value["hidden"]))
        burnt = frozenset(map(_parse_count, value.get("burnt", ())))
    except (TypeError, AttributeError) as error:
        raise ValueError(f"no observation: {error}") from None
    return CardObservation(at, cards=cards, backs=backs, hidden=hidden, burnt=burnt, **flags)


_FLAGS = ("busy", "moved", "deck", "no_farther", "skipped")


def _list(corners: Corners) -> list[list[float]]:
    return [[x, y] for x, y in corners]


def _parse_card(corners: object, names: Json, group: object) -> LyingCard:
    chances = {parse_tile(card): parse_chance(chance) for card, chance in names.items()}
    return LyingCard(_parse_corners(corners), chances, None if group is None else _parse_count(group))


def _parse_corners(value: object) -> Corners:
    if not isinstance(value, Sequence) or len(value) != 4:
        raise ValueError(f"four corners, each [x, y], are needed, not {shown(value)}")
    one, two, three, four = (_parse_point(*point) for point in value)
    return one, two, three, four


def _parse_point(x: object, y: object) -> Point:
    return _parse_length(x), _parse_length(y)


def _parse_length(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -_FAR <= value <= _FAR:
        raise ValueError(f"pixels are needed, not {shown(value)}")
    return float(value)


def _parse_count(value: object) -> int:
    if type(value) is not int or not 0 <= value <= _FAR:
        raise ValueError(f"a whole number is needed, not {shown(value)}")
    return value
