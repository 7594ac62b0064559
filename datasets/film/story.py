"""The story of a film: a game as a webcam sees it, with the truth about it and what people tell the program."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from tileye.datasets.film.blunders import CODES
from tileye.datasets.film.disturbances import draw_disturbances, more_interludes
from tileye.datasets.film.film_games import Wishes, draw_film_game
from tileye.datasets.film.film_setup import Field, Look, Stage, draw_lights, draw_others, draw_stage
from tileye.datasets.film.gestures import Seat
from tileye.datasets.film.performing import Performance
from tileye.datasets.film.script import ScriptWriter
from tileye.datasets.film.tabletops import Tabletop, draw_film_placement_noise
from tileye.datasets.film.timeline import SCENE_SPLITS, CameraKey, FilmSplit, Timeline
from tileye.datasets.scene.hands import draw_style
from tileye.datasets.scene.scenes import tile_style_of
from tileye.rules.game import Setup
from tileye.rules.judge import Code
from tileye.rules.rulesets import CLASSROOM, TILES
from tileye.rules.state import Player

DEV_SEEDS = tuple(range(1, 13))
TEST_SEEDS = tuple(range(1, 13))
"""The films that are described; any other seed makes another one."""

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida", "Jonas", "Klara", "Leo", "Mia", "Noah")


@dataclass(frozen=True, slots=True)
class Brief:
    """What a film is to show."""

    split: FilmSplit
    seed: int
    players: int
    classroom: bool
    wishes: Wishes
    look: Look
    demo: bool = False


def tell(split: FilmSplit, seed: int) -> Timeline:
    """Tell a film; the same split and seed give the same one. Raise ValueError where they make no sense."""
    check_film(split, seed)
    random = Random(f"film {split} {seed}")
    return tell_brief(random, _draw_brief(random, split, seed))


def check_film(split: FilmSplit, seed: int) -> None:
    """Raise ValueError where there is no such film."""
    if split not in SCENE_SPLITS:
        raise ValueError(f"there are no {split!r} films: the splits are {' and '.join(SCENE_SPLITS)}")
    if seed < 0:
        raise ValueError(f"{seed} is no seed of a film: a whole number from 0 on is needed")


def _draw_brief(random: Random, split: FilmSplit, seed: int) -> Brief:
    """Choose what a film is to show, by its number where every kind has to come up."""
    classroom = seed % 4 == 3
    codes = _codes(random, seed, classroom)
    wishes = Wishes(
        codes=codes,
        # One at least is taken back.
        overruled=min(random.choice((1, 1, 2)), len(codes) - 1),
        turns=None if seed % 8 == 0 else random.randint(15, 17),
        quick_pairs=random.choice((1, 1, 2)),
    )
    width, height = (1920, 1080) if seed % 4 == 2 else (1280, 720)
    look = Look(width, height, random.choice((1, 1, 2)), quarter=seed % 6 == 5)
    return Brief(split, seed, random.choice((2, 2, 3, 4)), classroom, wishes, look)


def _codes(random: Random, seed: int, classroom: bool) -> tuple[Code, ...]:
    """The blunders of a film: in turn for the described films, drawn for all others; now and then one more."""
    bound = [code for code in CODES if not (classroom and code == "opening_too_short")]
    if seed in TEST_SEEDS:
        codes = [CODES[(2 * seed - 2) % len(CODES)], CODES[(2 * seed - 1) % len(CODES)]]
    else:
        codes = random.sample(bound, 2)
    if random.random() < 0.3:
        codes.append(random.choice([code for code in bound[:6] if code not in codes]))
    return tuple(codes)


def tell_brief(random: Random, brief: Brief) -> Timeline:
    """Choose the game first, then a place for the camera from which all of it can be seen."""
    tile_style = tile_style_of(random, SCENE_SPLITS[brief.split])
    noise = draw_film_placement_noise(random)
    names = random.sample(NAMES, brief.players)
    setup = Setup(CLASSROOM if brief.classroom else TILES, tuple(map(Player, names)), tile_style.letters)
    seats = draw_seats(random, brief.players)
    sides = [seat.side for seat in seats]
    while True:
        film_game = draw_film_game(random, setup, brief.wishes)
        disturbances = draw_disturbances(
            random, film_game, brief.look.bumps, calm=brief.demo, more=more_interludes(brief.seed)
        )
        field = Field(film_game.cells() | disturbances.cells(), 1.0 + noise.gap)
        lie_about = partial(draw_others, random, tile_style, field, film_game.spare)
        stage = draw_stage(random, SCENE_SPLITS[brief.split], field, brief.look, sides, lie_about)
        if stage is not None:
            break
    tabletop = Tabletop(random, noise, field.middle, stage.others)
    hands = Performance(random, seats, stage.cameras, tabletop)
    writer = ScriptWriter(random, setup, hands, field.half, film_game, disturbances, dither=0.1 if brief.demo else 0.75)
    writer.tell()
    return Timeline(
        split=brief.split,
        seed=brief.seed,
        seconds=writer.seconds,
        tile_style=tile_style,
        surface=stage.surface,
        surface_turn=stage.surface_turn,
        surface_scale=stage.surface_scale,
        solids=stage.solids,
        styles=tuple(draw_style(random) for _ in seats),
        rests=tuple(tabletop.rests),
        reaches=tuple(hands.reaches),
        lights=draw_lights(random, stage.light, writer.seconds, clouds_only=brief.demo),
        cameras=tuple(camera_keys(stage, writer.bumps, brief.look.quarter)),
        sensor=stage.sensor,
        truth=tuple(writer.truth),
        inputs=tuple(writer.inputs),
    )


def draw_seats(random: Random, count: int) -> list[Seat]:
    """Seat the players around the table, in the order of their turns."""
    first, way = random.uniform(0, 360), random.choice((-1, 1))
    return [
        Seat(player, first + way * 360 * player / count + random.gauss(0, 8), random.uniform(0.88, 1.0))
        for player in range(count)
    ]


def camera_keys(stage: Stage, bumps: list[float], quarter: bool) -> Iterator[CameraKey]:
    """The camera stands still but for the bumps, which are over at once; a quarter turn takes longer."""
    yield CameraKey(0.0, stage.cameras[0])
    for number, at in enumerate(bumps):
        seconds = 1.2 if quarter and number == 0 else 0.3
        yield CameraKey(at, stage.cameras[number])
        yield CameraKey(at + seconds, stage.cameras[number + 1])
