"""The story of a film of the card game, from its number."""

from dataclasses import dataclass, replace
from random import Random

from tileye.datasets.card_film.blunders import CODES
from tileye.datasets.card_film.card_games import CardFilmGame, CardTurn, CardWishes, draw_card_game
from tileye.datasets.card_film.card_hands import CardHands
from tileye.datasets.card_film.card_places import CHAINS, Layout, draw_layout
from tileye.datasets.card_film.card_script import Beside, CardScriptWriter
from tileye.datasets.card_film.card_tabletops import CardTabletop
from tileye.datasets.cards.card_scenes import card_style_of
from tileye.datasets.cards.card_styles import CardStyle
from tileye.datasets.film.film_setup import Look, Stage, draw_lights, draw_stage, tile_width
from tileye.datasets.film.interludes import BUMP, LEAN, POINT
from tileye.datasets.film.story import NAMES, camera_keys, check_film, draw_seats
from tileye.datasets.film.timeline import SCENE_SPLITS, FilmSplit, Timeline
from tileye.datasets.scene.hands import draw_style
from tileye.datasets.scene.scenes import tile_style_of
from tileye.rules.game import Setup
from tileye.rules.judge import Code
from tileye.rules.rulesets import CARDS_DE, CARDS_EN, RuleSet
from tileye.rules.state import Player
from tileye.rules.tiles import SHAPES

CARD_DEV_SEEDS = tuple(range(1, 7))
CARD_TEST_SEEDS = tuple(range(1, 9))
"""The films that are described; any other seed makes another one."""

_NARROWEST = 22.0
"""Pixels of the side of a tile in a picture that is 1280 wide: cards are larger."""
_QUICKER = 1.3
"""Ways are longer than over a board of tiles, and hands quicker."""
_STAGINGS, _OF_ONE_CHAIN = 16, 10
"""So often a table and a camera are drawn for a game before another one is played."""


_TO_THE_END = (3, 4)
"""Remainders of the seeds of films in which the game is played to its end, with part of a set; others end before."""
_LONG_TURNS = 3
_SMALL_DECK = (15, 20)
"""Cards of such a deck after dealing."""


@dataclass(frozen=True, slots=True)
class CardBrief:
    """What a film is to show."""

    split: FilmSplit
    seed: int
    players: int
    wishes: CardWishes
    look: Look
    deck: bool
    """Whether the deck is in view."""
    stacks: bool
    """Whether taken Qwirkles are."""
    style: CardStyle | None = None
    """Of the cards of the demo film, in which nothing but the game happens."""


def tell_cards(split: FilmSplit, seed: int) -> Timeline:
    """Tell a film; the same split and seed give the same one. Raise ValueError where they make no sense."""
    check_film(split, seed)
    random = Random(f"card film {split} {seed}")
    return tell_card_brief(random, _draw_brief(random, split, seed))


def _draw_brief(random: Random, split: FilmSplit, seed: int) -> CardBrief:
    """Choose what a film is to show, by its number where every kind has to come up."""
    codes = _codes(random, seed)
    # One at least is mended, and one is let stand.
    wishes = CardWishes(
        codes,
        overruled=random.randint(1, len(codes) - 1),
        turns=random.randint(8, 9),
        long_turns=_LONG_TURNS,
        deck=random.randint(*_SMALL_DECK) if seed % 8 in _TO_THE_END else None,
    )
    width, height = (1920, 1080) if seed % 3 == 2 else (1280, 720)
    look = Look(width, height, random.choice((1, 1, 2)), quarter=False)
    return CardBrief(split, seed, 2 + seed % 3, wishes, look, deck=seed // 2 % 2 == 1, stacks=seed % 4 in (0, 3))


def _codes(random: Random, seed: int) -> tuple[Code, ...]:
    """The faults of a film: in turn for the described films, drawn for all others; now and then one more."""
    if seed in CARD_TEST_SEEDS:
        codes = [CODES[(2 * seed - 2) % len(CODES)], CODES[(2 * seed - 1) % len(CODES)]]
    else:
        codes = random.sample(CODES, 2)
    if random.random() < 0.2:
        codes.append(random.choice([code for code in CODES if code not in codes]))
    return tuple(codes)


def tell_card_brief(random: Random, brief: CardBrief) -> Timeline:
    """Tell a film that shows what it is to show."""
    split, demo = SCENE_SPLITS[brief.split], brief.style is not None
    stage, writer = _performed(random, brief)
    while not (demo or writer.was_lost_in_thought):
        # No table on the way might have been a turn: another game is played.
        stage, writer = _performed(random, brief)
    hands = writer.hands
    return Timeline(
        split=brief.split,
        seed=brief.seed,
        seconds=writer.seconds,
        tile_style=tile_style_of(random, split),
        surface=stage.surface,
        surface_turn=stage.surface_turn,
        surface_scale=stage.surface_scale,
        solids=stage.solids,
        styles=tuple(draw_style(random) for _ in hands.seats),
        rests=tuple(hands.tabletop.rests),
        reaches=tuple(hands.reaches),
        lights=draw_lights(random, stage.light, writer.seconds, clouds_only=demo, with_lamp=not demo),
        cameras=tuple(camera_keys(stage, writer.bumps, quarter=False)),
        sensor=stage.sensor,
        truth=tuple(writer.truth),
        inputs=tuple(writer.inputs),
    )


def _performed(random: Random, brief: CardBrief) -> tuple[Stage, CardScriptWriter]:
    """Choose the game first, then a place for the camera from which all of it can be seen, and let hands play it."""
    names = random.sample(NAMES, brief.players)
    rules = CARDS_EN if brief.seed % 2 else CARDS_DE
    seats = [replace(seat, pace=_QUICKER * seat.pace) for seat in draw_seats(random, brief.players)]
    players = tuple(map(Player, names))
    film_game, layout, stage = _staged(random, brief, rules, players, [seat.side for seat in seats])
    hands = CardHands(random, seats, stage.cameras, CardTabletop(random, layout, film_game.deck))
    demo = brief.style is not None
    beside = Beside({}, {}, {}) if demo else _draw_beside(random, film_game, brief.look.bumps, layout.style)
    writer = CardScriptWriter(random, film_game.setup, hands, layout.ground.half, film_game, beside, brisk=demo)
    writer.tell()
    return stage, writer


def _staged(
    random: Random, brief: CardBrief, rules: RuleSet, players: tuple[Player, ...], sides: list[float]
) -> tuple[CardFilmGame, Layout, Stage]:
    """Choose cards, play a game, and find a table and a camera for it, so that all of it can be seen and told."""
    while True:
        style = brief.style or card_style_of(random, SCENE_SPLITS[brief.split])
        film_game = draw_card_game(random, Setup(rules, players, style.letters), brief.wishes)
        wanted = random.choice(CHAINS)
        for tried in range(_STAGINGS):
            chain = wanted if tried < _OF_ONE_CHAIN else random.choice(CHAINS)
            places, split = film_game.places, SCENE_SPLITS[brief.split]
            layout = draw_layout(random, style, places, chain, sides, deck=brief.deck, stacks=brief.stacks)
            stage = draw_stage(random, split, layout.ground, brief.look, sides, narrowest=_NARROWEST)
            if stage is not None and layout.legible(tile_width(stage.cameras[0])):
                return film_game, layout, stage


def _draw_beside(random: Random, film_game: CardFilmGame, bumps: int, style: CardStyle) -> Beside:
    """Draw what happens beside the game: bumps, somebody who leans over the table or points, who sorts a fan."""
    actions = film_game.actions
    plain = [
        number
        for number, before in enumerate(actions[:-1], 1)
        if isinstance(before, CardTurn) and before.fate != "regretted"
    ]
    random.shuffle(plain)
    wanted = [*[BUMP] * bumps, random.choice((LEAN, POINT))]
    interludes = dict(zip(plain, wanted, strict=False))
    left = plain[len(wanted) :] or plain
    fan = tuple(random.choice(SHAPES) + random.choice(style.letters) for _ in range(random.randint(5, 9)))
    # The first is a shove: later on all places may be taken.
    turns = sorted(random.sample([number for number, one in enumerate(actions) if isinstance(one, CardTurn)][1:], 3))
    return Beside(
        interludes, {left[0]: fan} if left else {}, dict(zip(turns, ("shove", "square", "shove"), strict=True))
    )
