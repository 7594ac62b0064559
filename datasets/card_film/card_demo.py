"""The film of cards that `tileye demo --game cards` shows: a short game on the table of the other demo film."""

from dataclasses import replace
from random import Random

from tileye.datasets.card_film.card_games import CardWishes
from tileye.datasets.card_film.card_story import CardBrief, tell_card_brief
from tileye.datasets.cards.card_styles import CardStyle, draw_card_style
from tileye.datasets.film.demo import in_the_demo_room
from tileye.datasets.film.film_setup import Look
from tileye.datasets.film.timeline import Timeline

_SEED = 107
"""Of all that were tried, the one with the best-looking game in so short a time."""
_COLOURS = {
    "R": (0.82, 0.10, 0.12),
    "O": (0.95, 0.48, 0.06),
    "Y": (0.97, 0.84, 0.10),
    "G": (0.10, 0.60, 0.24),
    "B": (0.10, 0.42, 0.82),
    "P": (0.50, 0.22, 0.62),
}


def tell_card_demo() -> Timeline:
    """Tell the film that shows what the program does with cards: a short game with one fault and one Qwirkle."""
    return told_card_demo(_SEED)


def told_card_demo(seed: int) -> Timeline:
    """Tell the demo film that belongs to a number."""
    random = Random(f"card demo film {seed}")
    wishes = CardWishes(("mismatch",), overruled=0, turns=6, regret=False, stuck=False)
    look = Look(1280, 720, 0, quarter=False)
    brief = CardBrief("dev", 1, 2, wishes, look, deck=True, stacks=True, style=_style())
    return in_the_demo_room(random, tell_card_brief(random, brief))


def _style() -> CardStyle:
    """Plain new cards: black with a light rim, with a large symbol and two small ones."""
    return replace(
        draw_card_style(0),
        width=2.3,
        aspect=1.42,
        corner=0.07,
        colours=_COLOURS,
        ground=(0.075, 0.075, 0.08),
        ground_end=None,
        frame="border",
        frame_colour=(0.88, 0.87, 0.84),
        frame_width=0.045,
        big=0.52,
        pair=False,
        index=0.19,
        index_corners=2,
        index_inset=0.17,
        label="none",
        panel=None,
        outline=None,
        outline_width=0.0,
        ink=None,
        shading=0.0,
        shape_scale=1.0,
        shape_turn=0.0,
        roughness=0.5,
        sleeve=0.0,
        wear=0.05,
        bend=0.0,
        back="diamonds",
        back_colours=((0.10, 0.18, 0.36), (0.20, 0.34, 0.58), (0.85, 0.86, 0.88)),
        back_border=0.06,
    )
