"""A scene of the card game, drawn from a number."""

import math
from dataclasses import dataclass
from random import Random

from tileye.datasets.cards.card_faces import CardFace
from tileye.datasets.cards.card_layouts import (
    CardPose,
    LaidCard,
    draw_deck,
    draw_hand_of_cards,
    draw_sets,
    draw_stack,
    lay_table,
)
from tileye.datasets.cards.card_styles import CardStyle, draw_card_style
from tileye.datasets.scene.clutter import clear_of, draw_clutter
from tileye.datasets.scene.plates import Plate
from tileye.datasets.scene.scenes import (
    FIRST_NUMBER,
    Edge,
    Scene,
    Split,
    draw_camera,
    draw_edge,
    draw_hand,
    draw_light,
    draw_sensor,
    surface_of,
    tile_style_of,
)
from tileye.rules.tiles import SHAPES

_CARD_STYLES: dict[Split, int] = {"train": 4000, "val": 40, "test": 60}


@dataclass(frozen=True, slots=True)
class CardScene:
    """A scene and the cards in it, in the order of their plates."""

    scene: Scene
    style: CardStyle
    cards: tuple[LaidCard, ...]


def card_style_of(random: Random, split: Split) -> CardStyle:
    """Draw one of the card styles of a split."""
    return draw_card_style(FIRST_NUMBER[split] + random.randrange(_CARD_STYLES[split]))


def draw_card_scene(split: Split, number: int) -> CardScene:
    """Draw a scene; the same split and number give the same scene."""
    random = Random(f"cards {split} {number}")
    style = card_style_of(random, split)
    count = random.randint(1, 11) if random.random() < 0.75 else random.randint(1, 4)
    sets = draw_sets(random, style.letters, count) if random.random() < 0.96 else []
    cards = lay_table(random, style, sets)
    reach = max((math.hypot(card.pose.x, card.pose.y) for card in cards), default=2.0) + style.height / 2
    edge = draw_edge(random, split, reach + 4) if random.random() < 0.3 else None
    others = _others(random, style, reach, len(sets))
    cards += _clear(cards, [one for one in others if not _beyond(edge, one)], style)
    cards = _in_drawing_order(cards)
    camera, light = draw_camera(random, max(3.0, reach * random.uniform(0.6, 1.1))), draw_light(random)
    places = [(card.pose.x, card.pose.y) for card in cards]
    solids = tuple(
        solid
        for thing in draw_clutter(random, reach + 1)
        if clear_of(thing, places, style.height) and not any(edge and edge.beyond(*s.middle[:2], 2.0) for s in thing)
        for solid in thing
    )
    scene = Scene(
        split=split,
        number=number,
        tile_style=tile_style_of(random, split),
        surface=surface_of(random, split),
        surface_turn=random.uniform(0, 360),
        surface_scale=random.uniform(0.6, 1.8),
        pieces=(),
        solids=solids,
        light=light,
        camera=camera,
        sensor=draw_sensor(random, camera, light),
        hands=tuple(draw_hand(random, reach) for _ in range(random.choice((0, 0, 0, 0, 0, 1, 1, 2)))),
        edge=edge,
        plates=tuple(plate_of(random, style, card) for card in cards),
    )
    return CardScene(scene, style, tuple(cards))


def _beyond(edge: Edge | None, card: LaidCard) -> bool:
    return edge is not None and card.role != "hand" and edge.beyond(card.pose.x, card.pose.y, 3.0)


def plate_of(random: Random, style: CardStyle, card: LaidCard) -> Plate:
    """A card as a thing with a printed face."""
    sleeve = 1 + 2 * style.sleeve
    sleeve_high = 1 + 2 * style.sleeve / style.aspect
    lying = card.role not in ("hand", "deck")
    return Plate(
        name=card.role if lying else f"{card.role} {card.pose.tilt:.1f}",
        size=(style.width * sleeve, style.height * sleeve_high),
        middle=(card.pose.x, card.pose.y, card.pose.z),
        turn=card.pose.turn,
        face=CardFace(style, card.card),
        tilt=card.pose.tilt,
        bend=abs(random.gauss(0, style.bend)) if lying and style.bend else 0.0,
        corner=style.corner * style.width,
        thickness=card.height,
        roughness=style.roughness if not style.sleeve else min(style.roughness, 0.3),
        edge=(0.85, 0.85, 0.83),
        back=CardFace(style, None),
    )


def _others(random: Random, style: CardStyle, reach: float, group: int) -> list[LaidCard]:
    """Draw what lies around the sets: the deck, taken Qwirkles, single cards, cards face down, hands."""
    laid: list[LaidCard] = []
    size = style.height
    if random.random() < 0.45:
        laid += draw_deck(random, *_around(random, reach + size, 0.0, 4))
    for number in range(random.choice((0, 0, 0, 1, 1, 2, 3))):
        laid += draw_stack(random, style, group + number, *_around(random, reach + 1.4 * size, 0.0, 4))
    for _ in range(random.choice((0, 0, 0, 1, 2, 4))):
        x, y = _around(random, reach + size, 0.0, 5)
        card = random.choice(SHAPES) + random.choice(style.letters)
        laid.append(LaidCard(card, CardPose(x, y, 0.0, random.uniform(0, 360)), "single"))
    for _ in range(random.choice((0, 0, 1, 3, 6))):
        x, y = _around(random, reach + size, 0.0, 4)
        laid.append(LaidCard(None, CardPose(x, y, 0.0, random.uniform(0, 360)), "face_down"))
    if random.random() < 0.16:
        angle = random.uniform(0, 360)
        away = reach + random.uniform(0.2, 1.0) * size
        x, y = away * math.cos(math.radians(angle)), away * math.sin(math.radians(angle))
        shown = random.random() < 0.6
        laid += draw_hand_of_cards(random, style, x, y, angle - 90 + 180 * shown + random.gauss(0, 12), shown=shown)
    return laid


def _around(random: Random, reach: float, least: float, most: float) -> tuple[float, float]:
    angle, away = random.uniform(0, 2 * math.pi), reach + random.uniform(least, most)
    return away * math.cos(angle), away * math.sin(angle)


def _clear(lying: list[LaidCard], others: list[LaidCard], style: CardStyle) -> list[LaidCard]:
    """Those others that keep clear of what lies already; stacks and decks come or stay away as a whole."""
    apart = math.hypot(style.width, style.height) * 1.02
    kept: list[LaidCard] = []
    wholes: dict[object, list[LaidCard]] = {}
    for number, card in enumerate(others):
        belongs_to = (card.role, card.group) if card.role in ("stack", "deck", "hand") else number
        wholes.setdefault(belongs_to, []).append(card)
    for whole in wholes.values():
        free = all(
            math.hypot(one.pose.x - other.pose.x, one.pose.y - other.pose.y) > apart
            for one in whole
            if one.role != "hand"
            for other in (*lying, *kept)
            if other.role != "hand"
        )
        if free:
            kept += whole
    return kept


def _in_drawing_order(cards: list[LaidCard]) -> list[LaidCard]:
    """The lowest first; groups are clear of each other, so only heights within one matter."""
    return sorted(cards, key=lambda card: (card.role == "hand", card.pose.z if card.role != "hand" else 0.0))
