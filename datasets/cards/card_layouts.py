"""How cards lie: groups in rows, columns and fans, stacks, a deck, hands, single cards."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from tileye.datasets.cards.card_styles import CardStyle
from tileye.rules.tiles import COPIES, SHAPES, Tile

Role = Literal["group", "single", "stack", "deck", "face_down", "hand"]
Chain = Literal["row", "column", "fan"]

_THICK = 0.012
"""Of a card, in sides of a tile."""


@dataclass(frozen=True, slots=True)
class CardPose:
    """Where the middle of a card is, how far it is turned, and by how much its upper edge rises, in degrees."""

    x: float
    y: float
    z: float
    turn: float
    tilt: float = 0.0


@dataclass(frozen=True, slots=True)
class LaidCard:
    """One card on the table; without a card it lies face down."""

    card: Tile | None
    pose: CardPose
    role: Role
    group: int | None = None
    height: float = _THICK
    """More than that of a card where it stands for a whole deck."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards in a chain around the origin, the lowest first, with the size of the place that they need."""

    cards: tuple[Tile, ...]
    poses: tuple[CardPose, ...]
    upwards: bool
    """Whether the cards that come first lie below."""
    wide: float
    high: float
    chain: Chain


def draw_sets(random: Random, letters: str, most: int) -> list[tuple[Tile, ...]]:
    """Draw sets as they lie in a game, one time in six one that breaks the rules; no card more often than there is."""
    left = Counter({shape + colour: COPIES for shape in SHAPES for colour in letters})
    sets = []
    for _ in range(most):
        cards = _draw_set(random, letters, left)
        if cards:
            sets.append(cards)
            left.subtract(cards)
    if sets and random.random() < 0.17:
        sets[random.randrange(len(sets))] = _spoilt(random, random.choice(sets), left)
    return sets


def _draw_set(random: Random, letters: str, left: Counter[Tile]) -> tuple[Tile, ...]:
    count = random.choice((3, 3, 3, 4, 4, 5, 6))
    if random.random() < 0.5:
        fixed = random.choice(SHAPES)
        cards = [fixed + colour for colour in random.sample(letters, 6)]
    else:
        fixed = random.choice(letters)
        cards = [shape + fixed for shape in random.sample(SHAPES, 6)]
    free = [card for card in cards if left[card] > 0][:count]
    return tuple(free) if len(free) >= 3 else ()


def _spoilt(random: Random, cards: tuple[Tile, ...], left: Counter[Tile]) -> tuple[Tile, ...]:
    """Break a set: too small, a stranger in it, or a card twice."""
    kind = random.random()
    if kind < 0.4:
        return cards[: random.randint(1, 2)]
    strange = random.choice([card for card, count in left.items() if count > 0] or list(cards))
    return (*cards[:-1], strange if kind < 0.8 else cards[0])


def draw_group(
    random: Random, style: CardStyle, cards: Sequence[Tile], chain: Chain | None = None, overlap: float | None = None
) -> Group:
    """Lay cards into a chain, as carefully as somebody does."""
    chain = chain or random.choices(("row", "column", "fan"), (0.6, 0.2, 0.2))[0]
    overlap = _draw_overlap(random, style, chain) if overlap is None else overlap
    wide, high = style.width, style.height
    sloppy, turn = random.random() ** 2, 180.0 * (random.random() < 0.25)
    step = wide * (1 - overlap) if chain != "column" else high * (1 - overlap)
    spread = random.uniform(2.0, 9.0) if chain == "fan" else 0.0
    pivot = step / math.radians(spread) if spread else 0.0
    poses = []
    for number in range(len(cards)):
        place = number - (len(cards) - 1) / 2
        own = 180.0 * (random.random() < 0.12) + turn + random.gauss(0, 0.3 + 3 * sloppy)
        dx, dy = random.gauss(0, 0.03 * sloppy * wide + 0.005), random.gauss(0, 0.05 * sloppy * wide + 0.005)
        if chain == "fan":
            angle = math.radians(-spread * place)
            x, y = -pivot * math.sin(angle), pivot * (math.cos(angle) - 1)
            poses.append(CardPose(x + dx, y + dy, 0.0, math.degrees(angle) + own))
        elif chain == "row":
            poses.append(CardPose(place * step + dx, dy, 0.0, own))
        else:
            poses.append(CardPose(dx, -place * step + dy, 0.0, own))
    span = abs(step) * (len(cards) - 1)
    extent = (span + wide, high) if chain != "column" else (wide, span + high)
    if chain == "fan":
        lean = math.sin(math.radians(spread * len(cards) / 2))
        extent = (span + wide + high * lean, high + wide * lean + max(0.0, -min(pose.y for pose in poses)))
    return Group(tuple(cards), tuple(poses), random.random() < 0.75, *extent, chain)


def _draw_overlap(random: Random, style: CardStyle, chain: Chain) -> float:
    """Which share of each card the next one covers; negative where there is a gap."""
    kind = random.random()
    # Where there are no symbols in the corners, covered cards could not be told by anybody.
    most = 0.8 if style.index else 0.55
    if chain == "row" and kind < 0.45:
        return -random.choice((random.uniform(0, 0.08), random.uniform(0, 0.2), random.uniform(0.1, 0.5)))
    if chain == "column" and kind < 0.1:
        return -random.uniform(0, 0.3 / style.aspect)
    return random.uniform(0.05, most) if kind < 0.6 else random.uniform(0.4, most)


def lay_table(random: Random, style: CardStyle, sets: Sequence[Sequence[Tile]]) -> list[LaidCard]:
    """Lay sets onto the table: in rows as the sheet suggests, each group clear of the others; around the origin."""
    favourite: Chain | None = random.choice(("row", "row", "fan", "column", None, None))
    groups = [draw_group(random, style, cards, favourite if random.random() < 0.85 else None) for cards in sets]
    quarter = random.random() < 0.1
    placed = _packed(random, style, groups)
    laid: list[LaidCard] = []
    for number, (group, x, y) in enumerate(placed):
        turn = random.gauss(0, 2.5)
        laid += _put(group, number, x, y, turn)
    laid = [replace(card, pose=_turned(card.pose, 90.0 * quarter)) for card in laid]
    middle_x, middle_y = (_middle([getattr(card.pose, axis) for card in laid]) for axis in ("x", "y"))
    return [replace(card, pose=replace(card.pose, x=card.pose.x - middle_x, y=card.pose.y - middle_y)) for card in laid]


def _middle(values: Sequence[float]) -> float:
    return (min(values) + max(values)) / 2 if values else 0.0


def _turned(pose: CardPose, degrees: float) -> CardPose:
    a = math.radians(degrees)
    x, y = pose.x * math.cos(a) - pose.y * math.sin(a), pose.x * math.sin(a) + pose.y * math.cos(a)
    return replace(pose, x=x, y=y, turn=pose.turn + degrees)


def _put(group: Group, number: int | None, x: float, y: float, turn: float, role: Role = "group") -> list[LaidCard]:
    """Put a group somewhere; the list runs along the chain, heights say what covers what."""
    laid = []
    count = len(group.cards)
    for place, (card, pose) in enumerate(zip(group.cards, group.poses, strict=True)):
        there = _turned(pose, turn)
        level = place if group.upwards else count - 1 - place
        z = level * _THICK * 0.35
        alone = role == "group" and count == 1
        laid.append(
            LaidCard(
                card,
                replace(there, x=there.x + x, y=there.y + y, z=z),
                "single" if alone else role,
                None if alone else number,
            )
        )
    return laid


def _packed(random: Random, style: CardStyle, groups: Sequence[Group]) -> list[tuple[Group, float, float]]:
    """Pack groups into rows, far enough from each other that nobody takes two for one."""
    area = sum((group.wide + style.width) * (group.high + 0.4 * style.height) for group in groups)
    row_length = math.sqrt(area * random.uniform(0.8, 2.2)) + style.width
    placed = []
    x = y = deepest = 0.0
    for group in groups:
        room_x = style.width * (random.uniform(0.8, 1.6) if group.chain != "column" else random.uniform(0.4, 1.2))
        room_y = style.height * (random.uniform(0.12, 0.5) if group.chain != "column" else random.uniform(0.8, 1.2))
        if x and x + group.wide > row_length:
            x, y, deepest = 0.0, y - deepest, 0.0
        placed.append((group, x + group.wide / 2, y - group.high / 2))
        x += group.wide + room_x
        # Columns below each other would read as one.
        deepest = max(deepest, group.high + room_y)
    return placed


def draw_stack(random: Random, style: CardStyle, number: int, x: float, y: float) -> list[LaidCard]:
    """A Qwirkle that somebody took: six cards, a little offset, or fanned."""
    letters = list(style.colours)
    fixed = random.choice((*SHAPES, *letters))
    cards = [fixed + c for c in letters] if fixed in SHAPES else [s + fixed for s in SHAPES]
    random.shuffle(cards)
    turn = random.uniform(0, 360)
    if random.random() < 0.4:
        return _put(draw_group(random, style, cards, "fan"), number, x, y, turn, "stack")
    step = random.uniform(0.0, 0.1) * style.width
    along = random.uniform(0, 2 * math.pi)
    poses = tuple(
        CardPose(
            step * place * math.cos(along) + random.gauss(0, 0.02),
            step * place * math.sin(along) + random.gauss(0, 0.02),
            0.0,
            random.gauss(0, 2),
        )
        for place in range(6)
    )
    group = Group(tuple(cards), poses, upwards=True, wide=style.width, high=style.height, chain="row")
    return _put(group, number, x, y, turn, "stack")


def draw_deck(random: Random, x: float, y: float) -> list[LaidCard]:
    """The deck, face down: one block with a card or two slipped on top."""
    height, turn = random.uniform(0.03, 0.75), random.uniform(0, 360)
    cards = [LaidCard(None, CardPose(x, y, 0.0, turn), "deck", height=height)]
    if random.random() < 0.5:
        slip = CardPose(x + random.gauss(0, 0.08), y + random.gauss(0, 0.08), height, turn + random.gauss(0, 4))
        cards.append(LaidCard(None, slip, "deck"))
    return cards


def draw_hand_of_cards(
    random: Random,
    style: CardStyle,
    x: float,
    y: float,
    towards: float,
    *,
    shown: bool,
    cards: Sequence[Tile] | None = None,
) -> list[LaidCard]:
    """A fan that somebody holds before themselves at a place, its faces towards the player, or towards the table."""
    cards = cards or [random.choice(SHAPES) + random.choice(style.letters) for _ in range(random.randint(3, 9))]
    spread, lift = random.uniform(5, 11), random.uniform(1.2, 3.5)
    tilt = random.uniform(25, 75)
    laid = []
    for number, card in enumerate(cards):
        angle = -spread * (number - (len(cards) - 1) / 2)
        a = math.radians(angle)
        # The fan is spread in its own plane, which is then tilted as a whole.
        px, py = -1.4 * style.height * math.sin(a), 1.4 * style.height * (math.cos(a) - 1)
        flat = CardPose(
            px, py * math.cos(math.radians(tilt)), lift + number * 0.03 + py * math.sin(math.radians(tilt)), 0.0
        )
        there = _turned(flat, towards)
        laid.append(
            LaidCard(
                card if shown else None,
                CardPose(there.x + x, there.y + y, flat.z, towards + angle * math.cos(math.radians(tilt)), tilt),
                "hand",
            )
        )
    return laid
