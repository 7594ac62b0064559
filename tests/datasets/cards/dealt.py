"""Cards laid by hand: a style that hides nothing, and scenes of a few cards."""

from dataclasses import replace
from random import Random

from tests.datasets.staged import OVERHEAD, stage
from tileye.datasets.camera.camera_model import Camera
from tileye.datasets.cards.card_layouts import CardPose, LaidCard, Role
from tileye.datasets.cards.card_scenes import CardScene, plate_of
from tileye.datasets.cards.card_styles import CardStyle, draw_card_style
from tileye.datasets.scene.clutter import Solid
from tileye.datasets.scene.surfaces import Surface
from tileye.rules.tiles import Tile

WHITE_STYLE: CardStyle = replace(
    draw_card_style(0),
    width=2.0,
    aspect=1.5,
    corner=0.01,
    ground=(0.95, 0.95, 0.95),
    ground_end=None,
    frame="none",
    big=0.3,
    pair=False,
    index=0.2,
    index_corners=2,
    index_inset=0.2,
    label="none",
    panel=None,
    outline=None,
    ink=None,
    roughness=0.9,
    sleeve=0.0,
    wear=0.0,
    bend=0.0,
    back="plain",
    back_colours=((0.1, 0.1, 0.9),) * 3,
    back_border=0.0,
)
"""White cards of two by three sides of a tile, with small symbols."""
DARK = Surface("laminate", 5_000_010, 0.8)
SLANTED = replace(OVERHEAD, elevation=45.0, azimuth=-70.0)


def laid(
    x: float,
    y: float,
    *,
    turn: float = 0.0,
    z: float = 0.0,
    tilt: float = 0.0,
    card: Tile | None = "4R",
    role: Role = "single",
    group: int | None = None,
) -> LaidCard:
    return LaidCard(card, CardPose(x, y, z, turn, tilt), role, group)


def dealt(
    *cards: LaidCard,
    style: CardStyle = WHITE_STYLE,
    camera: Camera = OVERHEAD,
    bend: float = 0.0,
    solids: tuple[Solid, ...] = (),
) -> CardScene:
    """A scene of these cards, the lowest first."""
    plates = tuple(replace(plate_of(Random(0), style, card), bend=bend) for card in cards)
    scene = replace(stage(solids=solids, camera=camera), plates=plates, surface=DARK)
    return CardScene(scene, style, cards)
